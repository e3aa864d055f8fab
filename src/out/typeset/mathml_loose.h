/* Formulas of MathML without wide elements in which no line can end. */
#ifndef LGR_OUT_TYPESET_MATHML_LOOSE_H
#define LGR_OUT_TYPESET_MATHML_LOOSE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

/* Letters of a term that may be too wide for a line. */
enum { OUT_MATHML_WIDE = 64 };

/* The formula with roots, fractions, powers and choices that are wider than a line in rows; where nothing is, as it is.
 */
const char *out_mathml_loosen(const char *formula, arena *a);
/* Letters outside of tags. */
int out_mathml_width(const char *formula, size_t length);
/* A plus or minus sign. */
bool out_mathml_is_sign(const char *at);

#endif
