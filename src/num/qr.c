/* Householder QR with column pivoting on row-major matrices: every inner loop runs along a row. */
#include <math.h>
#include <string.h>

#include "base/check.h"
#include "num/dense.h"

/* X = (1 - tau v v^T) X on rows k.. of X, where v is column k of the factors below its leading 1. */
static void reflect(const num_qr *f, int k, double *X, int columns, double *work) {
    double *top = X + (ptrdiff_t)k * columns;
    memcpy(work, top, sizeof *work * (size_t)columns);
    for (int i = k + 1; i < f->m; i++) {
        const double v = f->A[(ptrdiff_t)i * f->n + k];
        const double *row = X + (ptrdiff_t)i * columns;
        if (v == 0.0)
            continue;
        for (int j = 0; j < columns; j++)
            work[j] += v * row[j];
    }
    for (int j = 0; j < columns; j++) {
        work[j] *= f->tau[k];
        top[j] -= work[j];
    }
    for (int i = k + 1; i < f->m; i++) {
        const double v = f->A[(ptrdiff_t)i * f->n + k];
        double *row = X + (ptrdiff_t)i * columns;
        if (v == 0.0)
            continue;
        for (int j = 0; j < columns; j++)
            row[j] -= v * work[j];
    }
}

void num_qr_apply(const num_qr *f, double *X, int columns, double *work) {
    for (int k = f->rank - 1; k >= 0; k--)
        reflect(f, k, X, columns, work);
}

void num_qr_apply_transposed(const num_qr *f, double *X, int columns, double *work) {
    for (int k = 0; k < f->rank; k++)
        reflect(f, k, X, columns, work);
}

/* Squared lengths of the columns k.. below row k. They are summed anew at each step: updating them would lose the
   small ones, on which the rank depends. */
static void sum_squares(const num_qr *f, int k, double *squares) {
    memset(squares + k, 0, sizeof *squares * (size_t)(f->n - k));
    for (int i = k; i < f->m; i++) {
        const double *row = f->A + (ptrdiff_t)i * f->n;
        for (int j = k; j < f->n; j++)
            squares[j] += row[j] * row[j];
    }
}

static void swap_columns(num_qr *f, int j, int k) {
    for (int i = 0; i < f->m; i++) {
        double *row = f->A + (ptrdiff_t)i * f->n;
        const double t = row[j];
        row[j] = row[k];
        row[k] = t;
    }
    const int p = f->perm[j];
    f->perm[j] = f->perm[k];
    f->perm[k] = p;
}

static int longest_column(const double *squares, int k, int n) {
    int longest = k;
    for (int j = k + 1; j < n; j++) {
        if (squares[j] > squares[longest])
            longest = j;
    }
    return longest;
}

/* Makes column k, of this length below row k, into a reflector and applies that to the columns on its right. */
static void eliminate_column(num_qr *f, int k, double length, double *w) {
    const int n = f->n;
    double *top = f->A + (ptrdiff_t)k * n;
    const double alpha = top[k], beta = alpha > 0.0 ? -length : length;
    f->tau[k] = (beta - alpha) / beta;
    top[k] = beta;
    memcpy(w + k + 1, top + k + 1, sizeof *w * (size_t)(n - k - 1));
    for (int i = k + 1; i < f->m; i++) {
        double *row = f->A + (ptrdiff_t)i * n;
        const double v = row[k] /= alpha - beta;
        for (int j = k + 1; v != 0.0 && j < n; j++)
            w[j] += v * row[j];
    }
    for (int j = k + 1; j < n; j++) {
        w[j] *= f->tau[k];
        top[j] -= w[j];
    }
    for (int i = k + 1; i < f->m; i++) {
        double *row = f->A + (ptrdiff_t)i * n;
        const double v = row[k];
        for (int j = k + 1; v != 0.0 && j < n; j++)
            row[j] -= v * w[j];
    }
}

void num_qr_factor(num_qr *f, double tol) {
    LGR_ASSERT(f->m >= 0 && f->n >= 0 && tol >= 0.0);
    double *squares = f->work, *w = f->work + f->n, largest = 0.0;
    for (int j = 0; j < f->n; j++)
        f->perm[j] = j;
    const int steps = f->m < f->n ? f->m : f->n;
    for (f->rank = 0; f->rank < steps; f->rank++) {
        const int k = f->rank;
        sum_squares(f, k, squares);
        const int pivot = longest_column(squares, k, f->n);
        const double length = sqrt(squares[pivot]);
        if (k == 0)
            largest = length;
        if (!(length > tol * largest))
            return;
        if (pivot != k)
            swap_columns(f, pivot, k);
        eliminate_column(f, k, length, w);
    }
}
