/* The page that shows a run in a browser: a template into which the data of the run is inserted. */
#ifndef LGR_OUT_REPORT_VIEWER_PAGE_H
#define LGR_OUT_REPORT_VIEWER_PAGE_H

#include "base/strbuf.h"

/* HTML in plain ASCII with a terminating 0. It contains `<script type="application/octet-stream"
   id="lagrangia-data">{}</script>` exactly once; the packed data of a run replace the {}. */
extern const char out_viewer_page[];
/* Without the 0; nothing where the library was built without the page. */
extern const size_t out_viewer_page_length;

/* The page of a study likewise; it has a second such place, "lagrangia-designs". */
extern const char out_designs_page[];
/* The page of a model's equations; its second place is "lagrangia-notebook". */
extern const char out_notebook_page[];

/* Adds the page up to the {} of a place; what is behind it, NULL if there is no such place. */
const char *out_report_pass_place(const char *page, const char *place, strbuf *out);

#endif
