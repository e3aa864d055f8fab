/* Large saddle-point systems with few nonzeros: M a + A^T lambda = h, A a = gamma, by one sparse factorisation. */
#ifndef LGR_NUM_SPARSE_H
#define LGR_NUM_SPARSE_H

#include <stdbool.h>

#include "base/arena.h"

/* Workspace for up to n unknowns and m rows. What a pattern of nonzeros takes is made when it is first met. */
typedef struct sparse sparse;

sparse *num_sparse_create(arena *a, int n, int m);

/* Factors [M A^T; A 0] = L D L^T. M: n x n, its lower triangle is used; NULL: the unit matrix. A: m x n, row-major; row
   k divided by length[k], NULL: as it is. Unknowns and rows are eliminated in an order of least degree, a row once all
   unknowns in it are gone: with positive definite M and independent rows all pivots have a known sign. False where one
   does not, or is below 1e-8 of its terms, and where dense factors take less time. `smallest` becomes the smallest
   relative pivot if that is less. */
bool num_sparse_factor(sparse *s, const double *M, const double *A, const double *length, int n, int m,
                       double *smallest);
/* Solves with the last factors. `a` may be `h`. */
void num_sparse_solve(const sparse *s, const double *h, const double *gamma, double *a, double *lambda);

#endif
