/* Directions that the constraints leave free, parametrised by independent coordinates. */
#ifndef LGR_ANALYSIS_TANGENT_H
#define LGR_ANALYSIS_TANGENT_H

#include <stdbool.h>

#include "base/arena.h"

typedef struct tangent {
    int n, d;
    int *free;    /* d: the independent coordinates, ascending */
    double *T;    /* n x d, row-major: how all n move when one of them moves by 1 */
    double least; /* how close the rows are to losing rank: their smallest pivot relative to the largest; 1: no rows */
} tangent;

/* The null space of A (m x n, row-major): its dependent columns are chosen by pivoted QR of A with rows of length 1 and
   columns in the given units (n, positive). */
tangent analysis_tangent_make(const double *A, int m, int n, const double *unit, arena *a);
/* The directions of `outer` that B (m x n) leaves free. */
tangent analysis_tangent_within(const tangent *outer, const double *B, int m, const double *unit, arena *a);
/* The same without the columns of certain coordinates (n flags). */
tangent analysis_tangent_without(const tangent *t, const bool *drop, arena *a);

/* Y (S->d x T->d) = S^T K T for K (n x n), S and T directions of the same n. */
void analysis_tangent_project(const tangent *S, const double *K, const tangent *T, double *Y, arena *scratch);
/* x (n) = T y. */
void analysis_tangent_apply(const tangent *t, const double *y, double *x);
/* y (d) = T^T x. */
void analysis_tangent_gather(const tangent *t, const double *x, double *y);

#endif
