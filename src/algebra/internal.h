/* What the steps of a simplification share: expansion, cancellation, search, conversion to the graph. */
#ifndef LGR_ALGEBRA_INTERNAL_H
#define LGR_ALGEBRA_INTERNAL_H

#include "algebra/algebra.h"
#include "algebra/poly/poly.h"

/* expand.c: the polynomials of the roots. */
void algebra_expand(algebra *x, const expr_id *roots, size_t count, poly *out);

/* cancel.c: sums in denominators that divide their numerators. */
poly algebra_cancel(algebra *x, poly p);

/* search.c: the polynomial equal to p whose form takes fewest operations among those tried. */
poly algebra_search(algebra *x, poly p);
expr_id algebra_write(algebra *x, poly p); /* searched and written */

#endif
