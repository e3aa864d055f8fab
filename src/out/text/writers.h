/* The texts for people. What never began is written as nothing. */
#ifndef LGR_OUT_TEXT_WRITERS_H
#define LGR_OUT_TEXT_WRITERS_H

#include "out/out.h"
#include "out/stream.h"
#include "out/values/compare.h"
#include "out/values/fit.h"
#include "out/values/front.h"
#include "out/values/optimum.h"
#include "out/values/sweep.h"

void out_run_write_text(const out_run *run, out_stream *out);
void out_check_write_text(const out_check *check, out_stream *out);
void out_derive_write_text(const out_derive *derive, out_stream *out);
void out_analysis_write_text(const out_analysis *analysis, out_stream *out);
void out_linear_write_text(const out_linear *linear, out_stream *out);
void out_optimum_write_text(const out_optimum *o, out_stream *out);
void out_front_write_text(const out_front *f, out_stream *out);
void out_compare_write_text(const out_compare *c, out_stream *out);
void out_fit_write_text(const out_fit *f, out_stream *out);
void out_sweep_write_text(const out_sweep *sweep, out_stream *out);

#endif
