/* What the numerical tests share: random numbers with a printed seed, and comparison of numbers. */
#ifndef TEST_NUM_RANDOM_H
#define TEST_NUM_RANDOM_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

/* The seed of a test: LGR_TEST_SEED from the environment, or else this one. It is printed, so a failure can be
 * repeated. */
static inline uint64_t random_start(const char *test, uint64_t seed) {
    const char *wish = getenv("LGR_TEST_SEED");
    if (wish != NULL)
        seed = strtoull(wish, NULL, 10);
    printf("%s: LGR_TEST_SEED=%llu\n", test, (unsigned long long)seed);
    return seed * 2654435769u + 88172645463325252u;
}

/* Even in [-1, 1). */
static inline double random_number(uint64_t *state) {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return (double)(*state >> 11) * 0x1p-52 - 1.0;
}

static inline int random_below(uint64_t *state, int limit) {
    return (int)(0.5 * (random_number(state) + 1.0) * limit);
}

static inline void random_fill(uint64_t *state, double *x, int count) {
    for (int i = 0; i < count; i++)
        x[i] = random_number(state);
}

/* M (n x n) = G G^T + shift, for a random G. */
static inline void random_definite(uint64_t *state, double *M, int n, double shift) {
    double G[64 * 64];
    random_fill(state, G, n * n);
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            M[i * n + j] = i == j ? shift : 0.0;
            for (int k = 0; k < n; k++)
                M[i * n + j] += G[i * n + k] * G[j * n + k];
        }
    }
}

static inline void check_near(double got, double want, double tolerance, const char *file, int line) {
    if (fabs(got - want) <= tolerance)
        return;
    print_error("got %.17g, want %.17g: off by %.2g, allowed %.2g\n", got, want, fabs(got - want), tolerance);
    _fail(file, line);
}

#define assert_near(got, want, tolerance) check_near((got), (want), (tolerance), __FILE__, __LINE__)

#endif
