/* Terms and factors of sums and products, defined once for all code that takes expressions apart: the simplifying
   constructors here, the simplifier for people (algebra), the collector for programs (mech). */
#ifndef LGR_EXPR_TERMS_H
#define LGR_EXPR_TERMS_H

#include "expr/graph.h"
#include "expr/number/number.h"

expr_id expr_number(graph *g, number x);
number expr_number_of(const graph *g, expr_id e); /* of a RATIONAL or REAL */

/* Whether e has the form base^n with an integer n below 2^30; the outputs are written only then. */
bool expr_is_whole_power(const graph *g, expr_id e, expr_id *base, int64_t *n);

/* The functions of sin^2 + cos^2 = 1. */
static inline bool expr_is_sine_or_cosine(expr_op op) {
    return op == EXPR_SIN || op == EXPR_COS;
}
/* The other one of the two. */
static inline expr_op expr_cofunction(expr_op op) {
    return op == EXPR_SIN ? EXPR_COS : EXPR_SIN;
}

#endif
