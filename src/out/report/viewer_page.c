/* The pages that show a run, a study and equations, as bundled by the build from web/viewer; empty if not built, and
   its place for data alone where a page of the host's own is around it. */
#include "out/report/viewer_page.h"

#include <string.h>

const char out_viewer_page[] = {
#ifdef LGR_VIEWER_BYTES
#include LGR_VIEWER_BYTES
#elif defined(__wasm__)
    "<script type=\"application/octet-stream\" id=\"lagrangia-data\">{}</script>" /* the studio has the page around it
                                                                                   */
#else
    '\0'
#endif
};
const size_t out_viewer_page_length = sizeof out_viewer_page - 1;

const char out_notebook_page[] = {
#ifdef LGR_NOTEBOOK_BYTES
#include LGR_NOTEBOOK_BYTES
#else
    '\0'
#endif
};

const char out_designs_page[] = {
#ifdef LGR_DESIGNS_BYTES
#include LGR_DESIGNS_BYTES
#else
    '\0'
#endif
};

const char *out_report_pass_place(const char *page, const char *place, strbuf *out) {
    const char *hole = strstr(page, place);
    if (!hole)
        return NULL;
    hole += strlen(place);
    base_strbuf_add_bytes(out, page, (size_t)(hole - page));
    return hole + strlen("{}");
}
