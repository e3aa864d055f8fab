/* Cholesky factorisation that skips the zeros to the left of the first nonzero of each row. */
#include <math.h>

#include "base/check.h"
#include "num/dense.h"

static int larger(int a, int b) {
    return a > b ? a : b;
}

/* Row i of L but for its diagonal, from the rows above; returns the pivot, which is the diagonal squared. */
static double eliminate_row(double *A, int n, int i, int *first) {
    double *Li = A + (ptrdiff_t)i * n;
    int begin = 0;
    while (begin < i && Li[begin] == 0.0)
        begin++;
    first[i] = begin;
    double pivot = Li[i];
    for (int j = begin; j < i; j++) {
        const double *Lj = A + (ptrdiff_t)j * n;
        const int from = larger(begin, first[j]);
        Li[j] = (Li[j] - num_dot(Li + from, Lj + from, j - from)) / Lj[j];
        pivot -= Li[j] * Li[j];
    }
    return pivot;
}

int num_cholesky_rows(double *A, int n, int *first, double rel, double floor, double *smallest) {
    LGR_ASSERT(n >= 0 && rel >= 0.0 && floor >= 0.0);
    for (int i = 0; i < n; i++) {
        double *diagonal = A + (ptrdiff_t)i * n + i;
        const double reference = *diagonal > floor ? *diagonal : floor;
        const double pivot = eliminate_row(A, n, i, first);
        if (!(pivot > rel * reference)) { /* also when it is not a number */
            *smallest = reference > 0.0 && pivot > 0.0 ? fmin(*smallest, pivot / reference) : 0.0;
            return i;
        }
        if (pivot < *smallest * reference)
            *smallest = pivot / reference;
        *diagonal = sqrt(pivot);
    }
    return n;
}

bool num_cholesky(double *A, int n, int *first, double rel) {
    double smallest = 1.0;
    return num_cholesky_rows(A, n, first, rel, 0.0, &smallest) == n;
}

void num_cholesky_forward(const double *L, int n, const int *first, double *x) {
    for (int i = 0; i < n; i++) {
        const double *Li = L + (ptrdiff_t)i * n;
        x[i] = (x[i] - num_dot(Li + first[i], x + first[i], i - first[i])) / Li[i];
    }
}

void num_cholesky_backward(const double *L, int n, const int *first, double *x) {
    for (int i = n - 1; i >= 0; i--) {
        const double *Li = L + (ptrdiff_t)i * n;
        const double xi = x[i] / Li[i];
        x[i] = xi;
        for (int j = first[i]; j < i; j++)
            x[j] -= Li[j] * xi;
    }
}
