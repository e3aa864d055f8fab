/* Complete orthogonal decomposition A P = Q [T 0; 0 0] Z, for minimum-norm least-squares solutions. */
#include <math.h>

#include "base/check.h"
#include "num/dense.h"

static int smaller(int a, int b) {
    return a < b ? a : b;
}

static int larger(int a, int b) {
    return a > b ? a : b;
}

size_t num_cod_doubles(int m, int n) {
    return 2 * (size_t)smaller(m, n) + (size_t)larger(m, n) + (size_t)n;
}

/* Row `row` times (1 - tau v v^T), where v is 1 at column k and `tail` on the columns from `rank` on. */
static void reflect_row(double *row, int k, int rank, int n, double tau, const double *tail) {
    const double w = tau * (row[k] + num_dot(row + rank, tail, n - rank));
    row[k] -= w;
    for (int j = 0; j < n - rank; j++)
        row[rank + j] -= w * tail[j];
}

/* Turns [R11 R12] into [T 0] from the last row up; the reflectors stay where R12 was. */
static void remove_tail(num_cod *f) {
    const int n = f->n, tail_length = n - f->rank;
    for (int k = f->rank - 1; k >= 0; k--) {
        double *row = f->A + (ptrdiff_t)k * n, *tail = row + f->rank;
        const double square = num_dot(tail, tail, tail_length);
        f->tauz[k] = 0.0;
        if (square == 0.0)
            continue;
        const double alpha = row[k], length = sqrt(alpha * alpha + square), beta = alpha > 0.0 ? -length : length;
        f->tauz[k] = (beta - alpha) / beta;
        for (int j = 0; j < tail_length; j++)
            tail[j] /= alpha - beta;
        row[k] = beta;
        for (int i = 0; i < k; i++)
            reflect_row(f->A + (ptrdiff_t)i * n, k, f->rank, n, f->tauz[k], tail);
    }
}

static num_qr as_qr(const num_cod *f) {
    return (num_qr){.A = f->A, .m = f->m, .n = f->n, .rank = f->rank, .perm = f->perm, .tau = f->tau, .work = f->work};
}

void num_cod_factor(num_cod *f, double *A, int m, int n, double tol, int *ints, double *doubles) {
    LGR_ASSERT(m >= 0 && n >= 0);
    const int k = smaller(m, n);
    *f = (num_cod){.A = A, .m = m, .n = n, .perm = ints, .tau = doubles, .tauz = doubles + k, .work = doubles + 2 * k};
    num_qr qr = as_qr(f);
    num_qr_factor(&qr, tol);
    f->rank = qr.rank;
    if (f->rank < n)
        remove_tail(f);
}

/* x = P Z^T t, where t is in f->work. */
static void turn_back(const num_cod *f, double *x) {
    const int n = f->n, rank = f->rank;
    for (int k = 0; rank < n && k < rank; k++)
        reflect_row(f->work, k, rank, n, f->tauz[k], f->A + (ptrdiff_t)k * n + rank);
    for (int j = 0; j < n; j++)
        x[f->perm[j]] = f->work[j];
}

void num_cod_null_vector(const num_cod *f, int which, double *x) {
    LGR_ASSERT(which >= 0 && f->rank + which < f->n);
    for (int j = 0; j < f->n; j++)
        f->work[j] = j == f->rank + which ? 1.0 : 0.0;
    turn_back(f, x);
}

double num_cod_solve(const num_cod *f, double *b, double *x) {
    const int n = f->n, rank = f->rank;
    const num_qr qr = as_qr(f);
    double *t = f->work, unused;
    num_qr_apply_transposed(&qr, b, 1, &unused);
    for (int i = rank - 1; i >= 0; i--) {
        const double *row = f->A + (ptrdiff_t)i * n;
        t[i] = (b[i] - num_dot(row + i + 1, t + i + 1, rank - i - 1)) / row[i];
    }
    for (int j = rank; j < n; j++)
        t[j] = 0.0;
    turn_back(f, x);
    return sqrt(num_dot(b + rank, b + rank, f->m - rank));
}
