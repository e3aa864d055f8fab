/* The pictures and pages of studies. What never began is written as nothing. */
#ifndef LGR_OUT_STUDY_WRITERS_H
#define LGR_OUT_STUDY_WRITERS_H

#include "out/out.h"
#include "out/stream.h"
#include "out/values/compare.h"
#include "out/values/designs.h"
#include "out/values/fit.h"
#include "out/values/front.h"

/* What was measured, the model's curves, and what is left over; as a picture, and in a page with all results. */
void out_compare_write_svg(const out_compare *c, out_stream *out);
/* For a terminal. */
void out_compare_write_plot(const out_compare *c, out_stream *out);
void out_compare_write_html(const out_compare *c, out_stream *out);
/* A page with all designs and the motion of one; nothing where this build has no such page. */
void out_designs_write_html(const out_designs *d, out_stream *out);
void out_front_write_svg(const out_front *f, out_stream *out);
void out_fit_write_svg(const out_fit *f, out_stream *out);
void out_fit_write_html(const out_fit *f, out_stream *out);

#endif
