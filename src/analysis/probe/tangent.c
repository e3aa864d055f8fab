/* Null spaces of constraint rows by QR with column pivoting: dependent coordinates are the pivots. */
#include "analysis/probe/tangent.h"

#include <math.h>
#include <string.h>

#include "num/dense.h"

static const double rank_tolerance = 1e-9;

/* Rows of length 1, columns in their units. */
static double *scaled(const double *A, int m, int n, const double *unit, arena *a) {
    double *B = ARENA_ARRAY(a, double, m *n + 1);
    for (int k = 0; k < m; k++) {
        double norm = 0;
        for (int j = 0; j < n; j++) {
            B[k * n + j] = A[k * n + j] * unit[j];
            norm = hypot(norm, B[k * n + j]);
        }
        for (int j = 0; norm > 0 && j < n; j++)
            B[k * n + j] /= norm;
    }
    return B;
}

static num_qr factor(const double *A, int m, int n, const double *unit, arena *a) {
    num_qr f = {.A = scaled(A, m, n, unit, a), .m = m, .n = n, .perm = ARENA_ARRAY(a, int, n + 1)};
    f.tau = ARENA_ARRAY(a, double, n + 1);
    f.work = ARENA_ARRAY(a, double, 2 * n + 1);
    for (int j = 0; j < n; j++)
        f.perm[j] = j;
    if (m > 0 && n > 0)
        num_qr_factor(&f, rank_tolerance);
    return f;
}

/* How the dependent coordinates answer to the one in column `col` of the factors. */
static void solve_column(const num_qr *f, int col, const double *unit, double *T, int d, int k) {
    int r = f->rank, n = f->n;
    for (int i = r - 1; i >= 0; i--) {
        double sum = -f->A[i * n + col];
        for (int l = i + 1; l < r; l++)
            sum -= f->A[i * n + l] * f->work[l];
        f->work[i] = sum / f->A[i * n + i];
    }
    for (int i = 0; i < r; i++)
        T[f->perm[i] * d + k] = f->work[i] * unit[f->perm[i]] / unit[f->perm[col]];
    T[f->perm[col] * d + k] = 1;
}

tangent analysis_tangent_make(const double *A, int m, int n, const double *unit, arena *a) {
    num_qr f = factor(A, m, n, unit, a);
    tangent t = {.n = n, .d = n - f.rank, .least = 1};
    if (f.rank > 0)
        t.least = fabs(f.A[(f.rank - 1) * n + f.rank - 1] / f.A[0]);
    t.free = ARENA_ARRAY(a, int, t.d + 1);
    t.T = ARENA_ARRAY(a, double, n *t.d + 1);
    int *column = ARENA_ARRAY(a, int, n + 1), k = 0;
    for (int p = 0; p < n; p++)
        column[f.perm[p]] = p;
    for (int j = 0; j < n; j++)
        if (column[j] >= f.rank) {
            solve_column(&f, column[j], unit, t.T, t.d, k);
            t.free[k++] = j;
        }
    return t;
}

tangent analysis_tangent_within(const tangent *outer, const double *B, int m, const double *unit, arena *a) {
    int n = outer->n, d = outer->d;
    double *BT = ARENA_ARRAY(a, double, m *d + 1), *units = ARENA_ARRAY(a, double, d + 1);
    for (int k = 0; k < m; k++)
        analysis_tangent_gather(outer, &B[k * n], &BT[k * d]);
    for (int i = 0; i < d; i++)
        units[i] = unit[outer->free[i]];
    tangent inner = analysis_tangent_make(BT, m, d, units, a);
    tangent t = {
        .n = n, .d = inner.d, .free = inner.free, .least = outer->least, .T = ARENA_ARRAY(a, double, n *inner.d + 1)};
    for (int i = 0; i < inner.d; i++)
        t.free[i] = outer->free[inner.free[i]];
    for (int j = 0; j < n; j++)
        for (int l = 0; l < d; l++)
            for (int i = 0; i < inner.d; i++)
                t.T[j * inner.d + i] += outer->T[j * d + l] * inner.T[l * inner.d + i];
    return t;
}

tangent analysis_tangent_without(const tangent *t, const bool *drop, arena *a) {
    tangent out = {.n = t->n, .least = t->least, .free = ARENA_ARRAY(a, int, t->d + 1)};
    for (int i = 0; i < t->d; i++)
        if (!drop[t->free[i]])
            out.free[out.d++] = t->free[i];
    out.T = ARENA_ARRAY(a, double, t->n *out.d + 1);
    for (int j = 0; j < t->n; j++)
        for (int i = 0, k = 0; i < t->d; i++)
            if (!drop[t->free[i]])
                out.T[j * out.d + k++] = t->T[j * t->d + i];
    return out;
}

void analysis_tangent_project(const tangent *S, const double *K, const tangent *T, double *Y, arena *scratch) {
    arena_mark mark = base_arena_get_mark(scratch);
    int n = T->n, d = T->d;
    double *KT = ARENA_ARRAY(scratch, double, n *d + 1);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            if (K[i * n + j] != 0)
                for (int k = 0; k < d; k++)
                    KT[i * d + k] += K[i * n + j] * T->T[j * d + k];
    memset(Y, 0, (size_t)(S->d * d) * sizeof *Y);
    for (int i = 0; i < n; i++)
        for (int l = 0; l < S->d; l++)
            if (S->T[i * S->d + l] != 0)
                for (int k = 0; k < d; k++)
                    Y[l * d + k] += S->T[i * S->d + l] * KT[i * d + k];
    base_arena_release(scratch, mark);
}

void analysis_tangent_apply(const tangent *t, const double *y, double *x) {
    for (int j = 0; j < t->n; j++)
        x[j] = num_dot(&t->T[j * t->d], y, t->d);
}

void analysis_tangent_gather(const tangent *t, const double *x, double *y) {
    memset(y, 0, (size_t)t->d * sizeof *y);
    for (int j = 0; j < t->n; j++)
        for (int i = 0; i < t->d; i++)
            y[i] += t->T[j * t->d + i] * x[j];
}
