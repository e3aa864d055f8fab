/* A run as a page for browsers. What never began is written as nothing. */
#ifndef LGR_OUT_REPORT_WRITERS_H
#define LGR_OUT_REPORT_WRITERS_H

#include "out/out.h"
#include "out/stream.h"

void out_run_write_html(const out_run *run, out_stream *out);
/* Whether this build has the page into which reports are put. */
bool out_report_is_there(void);

#endif
