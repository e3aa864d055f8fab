/* The saddle-point system of constrained dynamics: M a + A^T lambda = h, A a = gamma. */
#ifndef LGR_NUM_SADDLE_H
#define LGR_NUM_SADDLE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

/* Workspace for up to n unknowns and m rows; made once, used at every evaluation. Where n + m is 200 or more, room for
   dense factors is made when sparse ones (num/sparse.h) do not do; it comes from the arena too. */
typedef struct saddle saddle;

saddle *num_saddle_create(arena *a, int n, int m);

typedef struct saddle_info {
    bool regular;    /* the fast method was used: M positive definite and A of full rank */
    int rank;        /* rank of A (m when regular) */
    bool singular;   /* accelerations are not determined (M singular on the null space of A) */
    double smallest; /* smallest relative pivot met among those used, a measure of closeness to singularity: in (0, 1],
                        0 when singular; redundant rows do not count */
} saddle_info;

/* Factors for the given M (n x n, lower triangle used, row-major) and A (m x n, row-major); both are copied. First
   Cholesky of M and of the Schur complement A M^-1 A^T; where a relative pivot is below 1e-10 or M is not positive
   definite, orthogonal bases of the rows of A and of its null space instead (num/nullspace.h), with everything scaled
   so that units do not matter and ranks decided at 1e-10. M may then be singular or indefinite, so long as it is
   regular on the null space of A. */
saddle_info num_saddle_factor(saddle *s, const double *M, const double *A, int n, int m);

/* Solves with the last factors: minimum-norm lambda if rows are dependent; contradictory rows are satisfied in the
   least-squares sense (each row scaled to length 1). `inconsistency` (may be NULL) receives the largest |A a - gamma|,
   relative to the largest acceleration along a row that gamma or the forces require: rounding errors in a row without
   acceleration are then no contradiction. If singular, a is one of many solutions. With h = 0 and gamma = a residual,
   -a is the correction of least kinetic energy that removes the residual. `a` may be `h`. */
void num_saddle_solve(saddle *s, const double *h, const double *gamma, double *a, double *lambda,
                      double *inconsistency);

/* Index of the unknown that is least determined when `singular`; -1 otherwise. */
int num_saddle_free_unknown(const saddle *s);

/* Rank of the rows of A (m x n), each scaled to length 1, with tolerance tol: independent[k] says whether row k is
   needed, taken greedily from the first to the last (so that later rows are the redundant ones). Returns the rank. */
int num_saddle_row_rank(saddle *s, const double *A, int n, int m, double tol, bool *independent);
/* As many rows that span the same, chosen so that they differ clearly: each keeps, beside those taken before, at least a
   tenth of what any other does. Among such rows the first is taken. */
int num_saddle_clear_rows(saddle *s, const double *A, int n, int m, double tol, bool *clear);

#endif
