/* Equations as LaTeX and MathML. What never began is written as nothing. */
#ifndef LGR_OUT_TYPESET_WRITERS_H
#define LGR_OUT_TYPESET_WRITERS_H

#include "out/out.h"
#include "out/stream.h"

void out_derive_write_latex(const out_derive *derive, out_stream *out);
void out_derive_write_latex_fragment(const out_derive *derive, out_stream *out);
void out_derive_write_mathml(const out_derive *derive, out_stream *out);

#endif
