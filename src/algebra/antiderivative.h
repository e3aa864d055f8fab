/* Antiderivatives of sums of products of powers, sin, cos, exp and the like, found by elementary rules. */
#ifndef LGR_ALGEBRA_ANTIDERIVATIVE_H
#define LGR_ALGEBRA_ANTIDERIVATIVE_H

#include "expr/graph.h"

/* F with dF/dvar = e for all values of the other variables; EXPR_NONE if the rules do not find one. Roots of squares
   are taken as if the base were positive: a caller that needs F everywhere differentiates and compares. */
expr_id algebra_antiderivative(graph *g, expr_id e, uint32_t var, arena *a);

#endif
