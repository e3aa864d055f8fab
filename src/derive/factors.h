/* The factors of a product, however it is nested. */
#ifndef LGR_DERIVE_FACTORS_H
#define LGR_DERIVE_FACTORS_H

#include "expr/graph.h"
#include "expr/number/number.h"

enum { DERIVE_MOST_FACTORS = 24 };

/* A base and its power; below: it stands in a denominator. */
typedef struct derive_factor {
    expr_id base;
    int64_t power;
    bool below;
} derive_factor;

typedef struct derive_factors {
    graph *g;
    derive_factor at[DERIVE_MOST_FACTORS];
    int count;
    bool joined, over; /* two factors became one; there were too many to look at */
} derive_factors;

derive_factors derive_factors_of(graph *g, expr_id e);
expr_id derive_factors_written(const derive_factors *p);
/* The product with its factors in one order and without its numbers, by which c is multiplied: the same node for all
   products of these factors. */
expr_id derive_factors_key(graph *g, expr_id e, number *c);

#endif
