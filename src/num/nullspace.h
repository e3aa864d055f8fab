/* The null-space method for M a + A^T lambda = h, A a = gamma: orthogonal bases of the row space and null space of
   A. */
#ifndef LGR_NUM_NULLSPACE_H
#define LGR_NUM_NULLSPACE_H

#include "num/saddle.h"

typedef struct nullspace nullspace;

nullspace *nullspace_create(arena *a, int n, int m);
/* As saddle_factor, saddle_solve and saddle_free_unknown; `regular` is always false. */
saddle_info nullspace_factor(nullspace *s, const double *M, const double *A, int n, int m);
void nullspace_solve(nullspace *s, const double *h, const double *gamma, double *a, double *lambda,
                     double *inconsistency);
int nullspace_free_unknown(const nullspace *s);

#endif
