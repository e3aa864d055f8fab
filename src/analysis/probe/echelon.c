/* Null space by QR with column pivoting; Gauss-Jordan reduction with pivots in a given order of preference. */
#include "analysis/probe/echelon.h"

#include <math.h>
#include <string.h>

#include "num/dense.h"
#include "num/vector.h"

static const double rank_tolerance = 1e-9, negligible = 1e-7;

/* One more row and column, with 1 times the size that a column can have, tell what is small. */
static double *with_measure(const double *A, int rows, int columns, arena *a) {
    double *B = ARENA_ARRAY(a, double, (rows + 1) * (columns + 1));
    for (int k = 0; k < rows; k++)
        memcpy(&B[k * (columns + 1)], &A[k * columns], (size_t)columns * sizeof *A);
    B[rows * (columns + 1) + columns] = sqrt(rows + 1.0);
    return B;
}

static void back_substitute(const num_qr *f, double *y) {
    for (int i = f->rank - 1; i >= 0; i--) {
        for (int j = i + 1; j < f->rank; j++)
            y[i] -= f->A[i * f->n + j] * y[j];
        y[i] /= f->A[i * f->n + i];
    }
}

/* Entries far beyond 1, or without value, drown the measure: nothing can be said of what is small beside it. */
static bool is_drowned(const num_qr *f) {
    for (int i = f->rank; i < f->n; i++)
        if (f->perm[i] == f->n - 1)
            return true;
    return false;
}

int analysis_echelon_null_space(double *A, int rows, int columns, double **basis, arena *a) {
    num_qr f = {.A = with_measure(A, rows, columns, a), .m = rows + 1, .n = columns + 1};
    f.perm = ARENA_ARRAY(a, int, f.n);
    f.tau = ARENA_ARRAY(a, double, f.n);
    f.work = ARENA_ARRAY(a, double, 2 * f.n);
    num_qr_factor(&f, rank_tolerance);
    int count = is_drowned(&f) ? 0 : f.n - f.rank;
    double *y = ARENA_ARRAY(a, double, f.n);
    *basis = ARENA_ARRAY(a, double, count *columns + 1);
    for (int c = 0; c < count; c++) {
        double *z = *basis + c * columns;
        for (int i = 0; i < f.rank; i++)
            y[i] = -f.A[i * f.n + f.rank + c];
        back_substitute(&f, y);
        for (int i = 0; i < f.rank; i++)
            if (f.perm[i] < columns)
                z[f.perm[i]] = y[i];
        z[f.perm[f.rank + c]] = 1;
    }
    return count;
}

echelon analysis_echelon_make(int size, int capacity, arena *a) {
    return (echelon){
        .size = size, .at = ARENA_ARRAY(a, double *, capacity), .pivot = ARENA_ARRAY(a, int, capacity), .memory = a};
}

static void subtract(double *x, double factor, const double *y, int size) {
    for (int i = 0; factor != 0 && i < size; i++)
        x[i] -= factor * y[i];
}

void analysis_echelon_reduce(const echelon *e, double *x) {
    for (int k = 0; k < e->count; k++) {
        subtract(x, x[e->pivot[k]], e->at[k], e->size);
        x[e->pivot[k]] = 0;
    }
}

/* Scaled to size 1, rounding removed; false if nothing is left of a vector that was of size `before`. */
static bool clean(double *x, int size, double before) {
    double top = num_largest(x, size);
    if (!(top > negligible * before))
        return false;
    for (int i = 0; i < size; i++)
        x[i] = fabs(x[i]) > negligible * top ? x[i] / top : 0;
    return true;
}

static void take(echelon *e, double *x, int pivot) {
    double scale = x[pivot];
    for (int i = 0; i < e->size; i++)
        x[i] /= scale;
    x[pivot] = 1;
    for (int k = 0; k < e->count; k++) {
        subtract(e->at[k], e->at[k][pivot], x, e->size);
        e->at[k][pivot] = 0;
    }
    e->pivot[e->count] = pivot;
    e->at[e->count++] = x;
}

/* The vector with the most at this entry leads; the others lose what they have there. */
static void pivot_at(echelon *e, double **x, int *count, int entry) {
    int best = -1;
    for (int k = 0; k < *count; k++)
        if (fabs(x[k][entry]) > (best < 0 ? negligible : fabs(x[best][entry])))
            best = k;
    if (best < 0)
        return;
    double *leader = x[best];
    x[best] = x[--*count];
    take(e, leader, entry);
    int left = 0;
    for (int k = 0; k < *count; k++) {
        double before = num_largest(x[k], e->size);
        subtract(x[k], x[k][entry], leader, e->size);
        x[k][entry] = 0;
        if (clean(x[k], e->size, before))
            x[left++] = x[k];
    }
    *count = left;
}

void analysis_echelon_add(echelon *e, double *vectors, int count, const int *order) {
    double **x = ARENA_ARRAY(e->memory, double *, count);
    int left = 0;
    for (int k = 0; k < count; k++) {
        double *v = &vectors[k * e->size], before = num_largest(v, e->size);
        analysis_echelon_reduce(e, v);
        if (clean(v, e->size, before))
            x[left++] = v;
    }
    for (int i = 0; left && i < e->size; i++)
        pivot_at(e, x, &left, order[i]);
}
