/* Formulas for people to read: simplified to few operations, with names for long or repeated subexpressions. */
#ifndef LGR_ALGEBRA_ALGEBRA_H
#define LGR_ALGEBRA_ALGEBRA_H

#include "expr/graph.h"

/* Rewrites each root so that it takes as few operations as can be found quickly: like terms, common factors,
   sin^2 + cos^2 = 1, sums and double angles, fractions reduced. Equal to the root wherever all its parts have values;
   never more operations than the root, and the root itself where nothing shorter was found. What would grow too large
   when multiplied out keeps its parts: budgets are for one call, so give all roots that share parts at once. roots and
   out may be the same array. Adds nodes to the graph. */
void algebra_simplify(graph *g, const expr_id *roots, size_t count, expr_id *out);

/* Operations of a formula as it is written out: each +, -, *, /, power, function and minus sign counts one, whatever
   parts are shared (SymPy's count_ops). */
size_t algebra_operations(const graph *g, expr_id root);

#endif
