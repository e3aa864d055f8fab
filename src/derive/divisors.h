/* What formulas of a page divide by although it may be 0. */
#ifndef LGR_DERIVE_DIVISORS_H
#define LGR_DERIVE_DIVISORS_H

#include "derive/derivation.h"

/* Whether it is positive at some attitudes and negative at others. */
bool derive_changes_sign(const derivation *d, expr_id e);
/* What the formulas divide by, and changes its sign; tangents divide by a cosine. */
derive_pivots derive_list_divisors(const derivation *d, const expr_id *list, size_t count);
/* The words, and where the solution holds if it does not hold everywhere. */
const char *derive_words_of_divisors(const derivation *d, const char *words, const derive_pivots *risky);

#endif
