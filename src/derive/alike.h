/* Whether two formulas are equal: values at random points suggest it, the simplified difference proves it. */
#ifndef LGR_DERIVE_ALIKE_H
#define LGR_DERIVE_ALIKE_H

#include "expr/graph.h"

enum { DERIVE_POINTS = 2 };

/* Values of each root at these points, root k's at k*DERIVE_POINTS; positive and irregular variables, so that equal
   values are no coincidence. */
double *derive_random_values(graph *g, const expr_id *roots, size_t count, arena *a);
/* a - b simplifies to 0. */
bool derive_is_same(graph *g, expr_id a, expr_id b);

#endif
