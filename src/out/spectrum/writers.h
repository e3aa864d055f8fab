/* Charts of linear studies, as pictures and as pages with their numbers. */
#ifndef LGR_OUT_SPECTRUM_WRITERS_H
#define LGR_OUT_SPECTRUM_WRITERS_H

#include "out/out.h"
#include "out/stream.h"

void out_linear_write_svg(const out_linear *linear, out_stream *out);
/* Of frequency responses alone, and of equilibria. */
void out_response_write_svg(const out_linear *linear, out_stream *out);
void out_branches_write_svg(const out_linear *linear, out_stream *out);
void out_family_write_svg(const out_linear *linear, out_stream *out);
void out_along_write_svg(const out_linear *linear, out_stream *out);
void out_multipliers_write_svg(const out_linear *linear, out_stream *out);
/* The machine in each of its modes; `moving`: as films. */
void out_modes_write_svg(const out_linear *linear, bool moving, out_stream *out);
/* The same one mode after the other, as pictures (PPM) in a row. */
void out_modes_write_film(const out_linear *linear, out_stream *out);
void out_linear_write_html(const out_linear *linear, out_stream *out);
void out_analysis_write_html(const out_analysis *x, out_stream *out);

#endif
