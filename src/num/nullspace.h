/* The null-space method for M a + A^T lambda = h, A a = gamma: orthogonal bases of the row space and null space of
   A. */
#ifndef LGR_NUM_NULLSPACE_H
#define LGR_NUM_NULLSPACE_H

#include "num/saddle.h"

typedef struct nullspace nullspace;

nullspace *num_nullspace_create(arena *a, int n, int m);
/* As num_saddle_factor, num_saddle_solve and num_saddle_free_unknown; `regular` is always false. */
saddle_info num_nullspace_factor(nullspace *s, const double *M, const double *A, int n, int m);
void num_nullspace_solve(nullspace *s, const double *h, const double *gamma, double *a, double *lambda,
                         double *inconsistency);
int num_nullspace_free_unknown(const nullspace *s);

#endif
