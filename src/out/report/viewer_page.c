/* The pages that show a run and a study, as bundled by the build from web/viewer; empty if not built, and its place
   for data alone where a page of the host's own is around it. */
#include "out/report/viewer_page.h"

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

const char out_designs_page[] = {
#ifdef LGR_DESIGNS_BYTES
#include LGR_DESIGNS_BYTES
#else
    '\0'
#endif
};
