/* Eigenvalues of dense matrices, by LAPACK if this build has it. */
#ifndef LGR_NUM_EIGEN_H
#define LGR_NUM_EIGEN_H

#include <stdbool.h>

#include "base/arena.h"

/* Whether this build has LAPACK; without it the functions below return false. */
bool num_eigen_available(void);

/* A x = s x for a general A (n x n, row-major, kept). Eigenvalue k is re[k] + i im[k]; a conjugate pair stands at k and
   k + 1, the one with im > 0 first. Vectors are rows of X (n x n): row k is x for a real eigenvalue; rows k and k + 1
   are its real and imaginary part for the first of a pair. False without LAPACK, for numbers that are not finite, or if
   the iteration fails. */
bool num_eigen_general(const double *A, int n, double *re, double *im, double *X, arena *scratch);

/* K x = s M x for symmetric K and M, M positive definite (lower triangles used, kept): s ascending; row k of X (n x n)
   is the vector of s[k]. Each coordinate is scaled by its M, so that units do not matter. False as above, or if M is
   not positive definite. */
bool num_eigen_symmetric(const double *K, const double *M, int n, double *s, double *X, arena *scratch);

#endif
