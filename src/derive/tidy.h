/* What simplification leaves to the page as a whole: signs of angles, like terms, numbers with rounding errors. */
#ifndef LGR_DERIVE_TIDY_H
#define LGR_DERIVE_TIDY_H

#include "expr/graph.h"
#include "model/model.h"

/* One sign for each angle in sines and cosines of all roots: sin(b - a) beside sin(a - b) becomes -sin(a - b).
   The coordinate that was declared first is the positive one. */
void derive_tidy_angles(graph *g, expr_id *roots, size_t count, arena *a);
/* The sum with like terms joined, in whatever order and nesting their factors stand; the same node if there are
   none. */
expr_id derive_tidy_sum(graph *g, expr_id e, arena *a);
/* The sum without what rounding has left: terms with a number that is nothing beside that of another one, which differs
   in sines, cosines and components of quaternions alone. */
expr_id derive_tidy_dust(const model *m, expr_id e, arena *a);
/* The sum e without the terms of the sum `part` times sign (1, -1); EXPR_NONE: it does not have all of them. */
expr_id derive_tidy_without(graph *g, expr_id e, expr_id part, int sign, arena *a);
/* 13.5 for 13.500000000000002: a number with few digits, a fraction or a root of one that is a few roundings away; any
   other as it is. */
expr_id derive_tidy_number(graph *g, expr_id e);
/* All numbers of the roots so, and one for those that are a few roundings apart. */
void derive_tidy_numbers(graph *g, expr_id *roots, size_t count, arena *a);

/* The factors of a product. */
typedef struct tidy_factors {
    int count;
    expr_id at[16];
} tidy_factors;

/* False if there are too many. */
bool derive_tidy_factors(const graph *g, expr_id product, tidy_factors *f);
/* The product as a sum: the other factors times each term of the sum among them that is named. */
expr_id derive_tidy_spread(graph *g, const tidy_factors *f, int which);

#endif
