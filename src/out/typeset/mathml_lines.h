/* Formulas of MathML in pieces between which a browser can end a line. */
#ifndef LGR_OUT_TYPESET_MATHML_LINES_H
#define LGR_OUT_TYPESET_MATHML_LINES_H

#include "base/strbuf.h"

/* Adds the formula as elements <math>, one for each term of its outermost sum; terms that are wider than a line are
   divided within their parentheses too, and roots and fractions written so that they have some. `after` is added to the
   last one. */
void out_mathml_add_terms(const char *formula, const char *after, strbuf *out);

#endif
