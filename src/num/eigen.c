/* LAPACK's dgeev and dsygv for row-major matrices. */
#include "num/eigen.h"

#ifndef LGR_HAVE_LAPACK

bool num_eigen_available(void) {
    return false;
}

bool num_eigen_general(const double *A, int n, double *re, double *im, double *X, arena *scratch) {
    (void)A, (void)n, (void)re, (void)im, (void)X, (void)scratch;
    return false;
}

bool num_eigen_symmetric(const double *K, const double *M, int n, double *s, double *X, arena *scratch) {
    (void)K, (void)M, (void)n, (void)s, (void)X, (void)scratch;
    return false;
}

#else

#include <math.h>
#include <stddef.h>

#include "base/late.h"

/* Fortran's conventions: everything by reference, the lengths of texts behind all other arguments. */
void dgeev_(const char *jobvl, const char *jobvr, const int *n, double *A, const int *lda, double *wr, double *wi,
            double *vl, const int *ldvl, double *vr, const int *ldvr, double *work, const int *lwork, int *info,
            size_t jobvl_length, size_t jobvr_length);
void dsygv_(const int *itype, const char *jobz, const char *uplo, const int *n, double *A, const int *lda, double *B,
            const int *ldb, double *w, double *work, const int *lwork, int *info, size_t jobz_length,
            size_t uplo_length);

#define FUNCTIONS(F) F(dgeev_) F(dsygv_)
BASE_LIBRARY(lapack, FUNCTIONS, LGR_LAPACK_NAMES)

bool num_eigen_available(void) {
    return lapack_loaded();
}

static bool finite(const double *x, int count) {
    for (int i = 0; i < count; i++)
        if (!isfinite(x[i]))
            return false;
    return true;
}

bool num_eigen_general(const double *A, int n, double *re, double *im, double *X, arena *scratch) {
    if (n == 0)
        return true;
    if (!lapack_loaded() || !finite(A, n * n))
        return false;
    arena_mark mark = base_arena_get_mark(scratch);
    double *columns = ARENA_ARRAY(scratch, double, n *n), *work = ARENA_ARRAY(scratch, double, 8 * n);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            columns[j * n + i] = A[i * n + j];
    int info = 0, size = 8 * n, one = 1;
    double none;
    lapack.dgeev_("N", "V", &n, columns, &n, re, im, &none, &one, X, &n, work, &size, &info, 1, 1);
    base_arena_release(scratch, mark);
    return info == 0;
}

bool num_eigen_symmetric(const double *K, const double *M, int n, double *s, double *X, arena *scratch) {
    if (n == 0)
        return true;
    if (!lapack_loaded() || !finite(K, n * n) || !finite(M, n * n))
        return false;
    arena_mark mark = base_arena_get_mark(scratch);
    double *B = ARENA_ARRAY(scratch, double, n *n), *work = ARENA_ARRAY(scratch, double, 8 * n);
    double *unit = ARENA_ARRAY(scratch, double, n);
    int info = 1, size = 8 * n, type = 1;
    bool positive = true;
    for (int i = 0; i < n; i++) {
        positive &= M[i * n + i] > 0;
        unit[i] = positive ? 1 / sqrt(M[i * n + i]) : 1;
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) { /* the lower triangle by rows is the upper one by columns */
            X[i * n + j] = K[i * n + j] * unit[i] * unit[j];
            B[i * n + j] = M[i * n + j] * unit[i] * unit[j];
        }
    if (positive)
        lapack.dsygv_(&type, "V", "U", &n, X, &n, B, &n, s, work, &size, &info, 1, 1);
    for (int k = 0; k < n * n; k++)
        X[k] *= unit[k % n];
    base_arena_release(scratch, mark);
    return info == 0;
}

#endif
