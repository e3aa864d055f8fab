/* Times one factorisation and solution of the saddle-point system, in nanoseconds. */
#include <math.h>
#include <stdio.h>
#include <time.h>

#include "base/arena.h"
#include "num/saddle.h"

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

/* Full matrices, safely regular. */
static void fill_dense(double *M, double *A, int n, int m) {
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
            M[i * n + j] = i == j ? 2.0 : 0.5 * cos(i * j + 1.0) / n;
    }
    for (int k = 0; k < m; k++) {
        for (int i = 0; i < n; i++)
            A[k * n + i] = (i == k ? 1.0 : 0.0) + 0.3 * sin(k * n + i + 1.0);
    }
}

/* Particles on a line, each joined to the next: a diagonal mass and two entries in a row. */
static void fill_chain(double *M, double *A, int n, int m) {
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
            M[i * n + j] = i == j ? 1.0 + 0.01 * i : 0.0;
    }
    for (int k = 0; k < m; k++) {
        for (int i = 0; i < n; i++)
            A[k * n + i] = i == k ? -1.0 : i == k + 1 ? 1.0 : 0.0;
    }
}

/* The last row once more, so that the general way must be taken. */
static void repeat_row(double *A, int n, int m) {
    for (int i = 0; i < n; i++)
        A[(m - 1) * n + i] = A[(m - 2) * n + i];
}

static void measure(const char *name, int n, int m, void (*fill)(double *, double *, int, int), bool redundant) {
    arena *memory = base_arena_create();
    saddle *s = num_saddle_create(memory, n, m);
    double *M = ARENA_ARRAY(memory, double, n *n), *A = ARENA_ARRAY(memory, double, m *n);
    double *h = ARENA_ARRAY(memory, double, n), *gamma = ARENA_ARRAY(memory, double, m);
    double *a = ARENA_ARRAY(memory, double, n), *lambda = ARENA_ARRAY(memory, double, m);
    fill(M, A, n, m);
    if (redundant)
        repeat_row(A, n, m);
    for (int i = 0; i < n; i++)
        h[i] = sin(i + 1.0);
    double best = INFINITY;
    bool regular = true;
    for (int round = 0; round < 5; round++) {
        const int times = 1 + (int)(4e7 / (200.0 + n * n * n));
        const double start = now();
        for (int i = 0; i < times; i++) {
            regular = num_saddle_factor(s, M, A, n, m).regular;
            num_saddle_solve(s, h, gamma, a, lambda, NULL);
            h[0] = 1e-9 * a[0];
        }
        best = fmin(best, (now() - start) / times);
    }
    printf("%-10s n %3d  m %3d  %-8s %10.0f ns\n", name, n, m, regular ? "regular" : "general", best);
    base_arena_destroy(memory);
}

int main(void) {
    measure("dense", 1, 0, fill_dense, false);
    measure("dense", 3, 0, fill_dense, false);
    measure("dense", 3, 1, fill_dense, false);
    measure("dense", 3, 2, fill_dense, false);
    measure("dense", 5, 3, fill_dense, false);
    measure("dense", 10, 0, fill_dense, false);
    measure("dense", 20, 10, fill_dense, false);
    measure("dense", 82, 81, fill_dense, false);
    measure("chain", 82, 81, fill_chain, false);
    measure("redundant", 3, 2, fill_dense, true);
    measure("redundant", 20, 10, fill_dense, true);
    measure("redundant", 82, 81, fill_chain, true);
    return 0;
}
