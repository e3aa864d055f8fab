/* Eigenvalues of a small symmetric matrix, to the last digit also where they are small: Jacobi's rotations. */
#ifndef LGR_NUM_JACOBI_H
#define LGR_NUM_JACOBI_H

/* A (n x n, row-major, overwritten): its eigenvalues in ascending order; row k of X is the vector of s[k], of length
   1. */
void num_jacobi_eigen(double *A, int n, double *s, double *X);

#endif
