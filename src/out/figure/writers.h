/* A figure of a motion in SVG. What never began is written as nothing. */
#ifndef LGR_OUT_FIGURE_WRITERS_H
#define LGR_OUT_FIGURE_WRITERS_H

#include "out/out.h"
#include "out/stream.h"

void out_run_write_figure(const out_run *run, out_stream *out);

#endif
