/* Eigenvalues against closed forms, and residuals of random matrices; without LAPACK everything is refused. */
#include "num/random.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "num/eigen.h"

enum { MOST = 12 };

static void without_lapack_nothing_is_found(void **state) {
    (void)state;
    arena *a = base_arena_create();
    double A[] = {2}, re = 0, im = 0, x;
    assert_int_equal(num_eigen_general(A, 1, &re, &im, &x, a), num_eigen_available());
    assert_int_equal(num_eigen_symmetric(A, A, 1, &re, &x, a), num_eigen_available());
    base_arena_destroy(a);
}

/* max |A x - s x| of eigenvalue k. */
static double residual(const double *A, int n, const double *re, const double *im, const double *X, int k) {
    double worst = 0;
    for (int i = 0; i < n; i++) {
        double r = -re[k] * X[k * n + i], s = 0;
        const double *y = &X[(k + 1) * n];
        for (int j = 0; j < n; j++)
            r += A[i * n + j] * X[k * n + j];
        if (im[k] > 0) {
            r += im[k] * y[i];
            s = -re[k] * y[i] - im[k] * X[k * n + i];
            for (int j = 0; j < n; j++)
                s += A[i * n + j] * y[j];
        }
        worst = fmax(worst, hypot(r, s));
    }
    return worst;
}

static void general_matrices(void **state) {
    (void)state;
    if (!num_eigen_available())
        skip();
    arena *a = base_arena_create();
    uint64_t seed = 7;
    for (int n = 1; n <= MOST; n++) {
        double A[MOST * MOST], re[MOST], im[MOST], X[MOST * MOST], trace = 0, sum = 0;
        random_fill(&seed, A, n * n);
        assert_true(num_eigen_general(A, n, re, im, X, a));
        for (int k = 0; k < n; k++) {
            trace += A[k * n + k];
            sum += re[k];
            if (im[k] >= 0)
                assert_true(residual(A, n, re, im, X, k) < 1e-13);
            if (im[k] > 0)
                assert_true(re[k + 1] == re[k] && im[k + 1] == -im[k]);
        }
        assert_true(fabs(trace - sum) < 1e-13);
    }
    base_arena_destroy(a);
}

static void a_damped_oscillator(void **state) {
    (void)state;
    if (!num_eigen_available())
        skip();
    arena *a = base_arena_create();
    double A[] = {0, 1, -25, -6}, re[2], im[2], X[4];
    assert_true(num_eigen_general(A, 2, re, im, X, a));
    assert_true(fabs(re[0] + 3) < 1e-14 && fabs(im[0] - 4) < 1e-14);
    A[2] = NAN;
    assert_false(num_eigen_general(A, 2, re, im, X, a));
    base_arena_destroy(a);
}

/* A row of springs between walls, with units of very different size. */
static void symmetric_pairs(void **state) {
    (void)state;
    if (!num_eigen_available())
        skip();
    arena *a = base_arena_create();
    int n = MOST;
    double K[MOST * MOST] = {0}, M[MOST * MOST] = {0}, s[MOST], X[MOST * MOST], unit[MOST];
    for (int i = 0; i < n; i++)
        unit[i] = pow(10, i % 3 * 4);
    for (int i = 0; i < n; i++) {
        M[i * n + i] = unit[i] * unit[i];
        K[i * n + i] = 2 * unit[i] * unit[i];
        if (i)
            K[i * n + i - 1] = -unit[i] * unit[i - 1];
    }
    assert_true(num_eigen_symmetric(K, M, n, s, X, a));
    for (int k = 0; k < n; k++) {
        double w = 2 * sin((k + 1) * acos(-1.0) / (2 * (n + 1)));
        assert_true(fabs(s[k] - w * w) < 1e-14);
        assert_true(fabs(X[k * n] * unit[0] * sin(2.0 * (k + 1) * acos(-1.0) / (n + 1)) -
                         X[k * n + 1] * unit[1] * sin(1.0 * (k + 1) * acos(-1.0) / (n + 1))) < 1e-13);
    }
    M[0] = -1;
    assert_false(num_eigen_symmetric(K, M, n, s, X, a));
    base_arena_destroy(a);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_lapack_nothing_is_found),
        cmocka_unit_test(general_matrices),
        cmocka_unit_test(a_damped_oscillator),
        cmocka_unit_test(symmetric_pairs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
