/* Cyclic Jacobi rotations (Golub and Van Loan, Matrix Computations, section 8.5). */
#include "num/jacobi.h"

#include <math.h>
#include <stddef.h>

static double off_diagonal(const double *A, int n) {
    double sum = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            sum += A[i * n + j] * A[i * n + j];
    return sum;
}

/* Rows and columns p and q are turned so that A_pq becomes 0. */
static void rotate(double *A, int n, double *X, int p, int q) {
    const double a = A[p * n + q];
    if (a == 0)
        return;
    const double theta = (A[q * n + q] - A[p * n + p]) / (2 * a);
    const double t = copysign(1, theta) / (fabs(theta) + hypot(1, theta)), c = 1 / hypot(1, t), s = t * c;
    for (int k = 0; k < n; k++) {
        const double x = A[k * n + p], y = A[k * n + q];
        A[k * n + p] = c * x - s * y;
        A[k * n + q] = s * x + c * y;
    }
    for (int k = 0; k < n; k++) {
        const double x = A[p * n + k], y = A[q * n + k], u = X[p * n + k], v = X[q * n + k];
        A[p * n + k] = c * x - s * y;
        A[q * n + k] = s * x + c * y;
        X[p * n + k] = c * u - s * v;
        X[q * n + k] = s * u + c * v;
    }
}

static void swap_rows(double *X, int n, int i, int j) {
    for (int k = 0; k < n; k++) {
        const double x = X[i * n + k];
        X[i * n + k] = X[j * n + k];
        X[j * n + k] = x;
    }
}

static void sort(double *s, double *X, int n) {
    for (int i = 0; i < n; i++) {
        int least = i;
        for (int k = i + 1; k < n; k++)
            least = s[k] < s[least] ? k : least;
        const double x = s[i];
        s[i] = s[least];
        s[least] = x;
        if (least != i)
            swap_rows(X, n, i, least);
    }
}

void num_jacobi_eigen(double *A, int n, double *s, double *X) {
    enum { MOST_TURNS = 60 };
    for (int i = 0; i < n * n; i++)
        X[i] = i % (n + 1) == 0;
    for (int turn = 0; turn < MOST_TURNS && off_diagonal(A, n) > 0; turn++)
        for (int p = 0; p < n; p++)
            for (int q = p + 1; q < n; q++)
                rotate(A, n, X, p, q);
    for (int i = 0; i < n; i++)
        s[i] = A[i * n + i];
    sort(s, X, n);
}
