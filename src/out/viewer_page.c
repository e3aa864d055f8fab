/* The page that shows a run, as the build has bundled it from web/viewer; empty where it could not. */
#include "out/viewer_page.h"

const char out_viewer_page[] = {
#ifdef LGR_VIEWER_BYTES
#include LGR_VIEWER_BYTES
#else
    '\0'
#endif
};
const size_t out_viewer_page_length = sizeof out_viewer_page - 1;
