/* The constraints of velocities solved for the dependent ones. */
#ifndef LGR_DERIVE_REDUCTION_H
#define LGR_DERIVE_REDUCTION_H

#include "derive/derivation.h"

/* Two velocities that one speed stands for: by_one times and by_other times it. */
typedef struct derive_pair {
    int one, other; /* coordinates; the speed has the column of `one` */
    expr_id by_one, by_other;
} derive_pair;

typedef struct derive_reduction {
    const derivation *d;
    graph *g;
    int n, width, rows;
    expr_id *A;         /* rows x width: solved, with a in the last column */
    int *pivot;         /* per row: the dependent coordinate */
    bool *dependent;    /* n */
    derive_pair *pairs; /* the dependent one of a pair is `other` */
    int pair_count;
} derive_reduction;

/* False where rows are singular beside the given state. */
bool derive_reduce(const derivation *d, derive_reduction *result);

#endif
