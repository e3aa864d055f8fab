/* Operation counts of formulas written out, for many formulas that share parts. */
#ifndef LGR_ALGEBRA_OPERATIONS_H
#define LGR_ALGEBRA_OPERATIONS_H

#include "expr/graph.h"

/* Operations by node, as far as they have been counted. */
typedef struct operation_count {
    uint32_t node;         /* 0: free */
    double ops, variables; /* written out; numbers that are not exact count as variables */
} operation_count;

typedef struct operation_counter {
    const graph *g;
    arena *memory;
    operation_count *slot;
    size_t slots, count;
} operation_counter;

size_t algebra_count_operations(operation_counter *t, expr_id root);
/* Whether a takes fewer operations than b, or as many with fewer variables: x^2 is shorter than x*x. */
bool algebra_is_shorter(operation_counter *t, expr_id a, expr_id b);

#endif
