/* Small dense linear algebra on row-major matrices in the caller's memory; nothing here allocates. */
#ifndef LGR_NUM_DENSE_H
#define LGR_NUM_DENSE_H

#include <stdbool.h>
#include <stddef.h>

/* x . y; always summed in the same order. */
static inline double num_dot(const double *x, const double *y, int n) {
    double sum = 0.0;
    int i = 0;
    if (n >= 8) { /* four sums, because one would wait for itself at every addition */
        double s0 = 0.0, s1 = 0.0, s2 = 0.0, s3 = 0.0;
        for (; i + 4 <= n; i += 4) {
            s0 += x[i] * y[i];
            s1 += x[i + 1] * y[i + 1];
            s2 += x[i + 2] * y[i + 2];
            s3 += x[i + 3] * y[i + 3];
        }
        sum = (s0 + s1) + (s2 + s3);
    }
    for (; i < n; i++)
        sum += x[i] * y[i];
    return sum;
}

/* Cholesky A = L L^T of the lower triangle of A (n x n, leading dimension n), in place; entries left of the first
   nonzero of a row stay zero and are skipped (envelope), `first` has n ints for it. False if a pivot is below
   rel * (its diagonal before elimination): A is then not (safely) positive definite. */
bool num_cholesky(double *A, int n, int *first, double rel);
/* The same with its findings: the number of rows that were factored (n if all were; else the first row to fail), and
   in `smallest` the smallest of its old value and the relative pivots met. A pivot is relative to its diagonal or to
   `floor`, whichever is larger. */
int num_cholesky_rows(double *A, int n, int *first, double rel, double floor, double *smallest);
/* In place: x = L^-1 x, and x = L^-T x. */
void num_cholesky_forward(const double *L, int n, const int *first, double *x);
void num_cholesky_backward(const double *L, int n, const int *first, double *x);

/* Householder QR with column pivoting: A P = Q R. */
typedef struct num_qr {
    double *A; /* m*n, row-major: R on and above the diagonal, the reflectors of Q below it */
    int m, n, rank;
    int *perm;    /* n: column j of A P is column perm[j] of A */
    double *tau;  /* min(m, n) */
    double *work; /* 2 n */
} num_qr;
/* Factors f->A in place (all pointers and m, n are set by the caller). A diagonal of R not above tol * the largest
   ends it; the rows of R from f->rank on are to be read as zero. */
void num_qr_factor(num_qr *f, double tol);
/* X (m x columns, row-major) = Q X or Q^T X; `work` has `columns` doubles. */
void num_qr_apply(const num_qr *f, double *X, int columns, double *work);
void num_qr_apply_transposed(const num_qr *f, double *X, int columns, double *work);

/* Complete orthogonal decomposition of A (m x n, overwritten): the rank, and the minimum-norm least-squares solution.
   Columns are pivoted; a diagonal of R below tol * the largest counts as zero. */
typedef struct num_cod {
    double *A; /* m*n: the factors */
    int m, n, rank;
    int *perm;          /* n: the first `rank` are linearly independent columns of the original A */
    double *tau, *tauz; /* min(m, n) each */
    double *work;       /* max(m, n) + n */
} num_cod;
size_t num_cod_doubles(int m, int n); /* doubles needed for tau, tauz and work */
/* Factors. `ints` has n entries, `doubles` num_cod_doubles(m, n). */
void num_cod_factor(num_cod *f, double *A, int m, int n, double tol, int *ints, double *doubles);
/* x (n) = minimum-norm least-squares solution of A x = b; b (m) is overwritten. Returns the residual's 2-norm. */
double num_cod_solve(const num_cod *f, double *b, double *x);
/* x (n) = one of the n - rank orthonormal vectors that A takes to zero. */
void num_cod_null_vector(const num_cod *f, int which, double *x);

#endif
