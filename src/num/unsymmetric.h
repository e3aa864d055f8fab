/* The saddle-point system whose forces depend on the multipliers: M a + C^T lambda = h, A a = gamma, C not equal to A.
 */
#ifndef LGR_NUM_UNSYMMETRIC_H
#define LGR_NUM_UNSYMMETRIC_H

#include "num/saddle.h"

/* Workspace for exactly n unknowns and m rows. */
typedef struct unsymmetric unsymmetric;

unsymmetric *num_unsymmetric_create(arena *a, int n, int m);

/* Factors by LU with partial pivoting of the equilibrated matrix; where a pivot is below 1e-11, by a complete
   orthogonal decomposition, which gives the solution of least norm. M: lower triangle used; all are copied. */
saddle_info num_unsymmetric_factor(unsymmetric *s, const double *M, const double *A, const double *C);

/* As num_saddle_solve. */
void num_unsymmetric_solve(unsymmetric *s, const double *h, const double *gamma, double *a, double *lambda,
                           double *inconsistency);

#endif
