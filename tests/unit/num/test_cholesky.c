/* Cholesky: factors multiply back, zeros on the left are skipped, and what is not definite is refused. */
#include "num/random.h"

#include <string.h>

#include "num/dense.h"

enum { MOST = 24 };

static double product(const double *L, int n, int i, int j) {
    double sum = 0.0;
    for (int k = 0; k <= i && k <= j; k++)
        sum += L[i * n + k] * L[j * n + k];
    return sum;
}

static void test_dot_of_every_length(void **state) {
    (void)state;
    double x[41], y[41];
    for (int i = 0; i < 41; i++) {
        x[i] = i + 1.0;
        y[i] = 2.0 * i - 7.0;
    }
    for (int n = 0; n <= 41; n++) {
        double sum = 0.0; /* of whole numbers: exact */
        for (int i = 0; i < n; i++)
            sum += x[i] * y[i];
        assert_near(num_dot(x, y, n), sum, 0.0);
    }
}

static void test_factors_multiply_back_and_solve(void **state) {
    (void)state;
    uint64_t seed = random_start(__func__, 1);
    double M[MOST * MOST], L[MOST * MOST], x[MOST], b[MOST];
    int first[MOST];
    for (int trial = 0; trial < 200; trial++) {
        const int n = 1 + random_below(&seed, MOST);
        random_definite(&seed, M, n, 0.1);
        memcpy(L, M, sizeof L);
        for (int i = 0; i < n; i++) { /* the upper triangle is nobody's business */
            for (int j = i + 1; j < n; j++)
                L[i * n + j] = NAN;
        }
        assert_true(num_cholesky(L, n, first, 1e-12));
        for (int i = 0; i < n; i++) {
            for (int j = 0; j <= i; j++)
                assert_near(product(L, n, i, j), M[i * n + j], 1e-13 * n);
            assert_true(L[i * n + i] > 0.0);
        }
        random_fill(&seed, x, n);
        for (int i = 0; i < n; i++)
            b[i] = num_dot(M + i * n, x, n);
        num_cholesky_forward(L, n, first, b);
        num_cholesky_backward(L, n, first, b);
        for (int i = 0; i < n; i++)
            assert_near(b[i], x[i], 1e-10);
    }
}

static void test_envelope(void **state) {
    (void)state;
    enum { N = 12 };
    double M[N * N] = {0}, L[N * N], b[N];
    int first[N];
    for (int i = 0; i < N; i++) {
        M[i * N + i] = 4.0;
        if (i >= 3)
            M[i * N + i - 3] = M[(i - 3) * N + i] = -1.0;
    }
    M[11 * N + 2] = M[2 * N + 11] = 0.5;
    memcpy(L, M, sizeof L);
    assert_true(num_cholesky(L, N, first, 1e-12));
    for (int i = 0; i < N; i++)
        assert_int_equal(first[i], i == 11 ? 2 : i >= 3 ? i - 3 : i);
    for (int i = 0; i < N; i++) {
        for (int j = 0; j <= i; j++)
            assert_near(product(L, N, i, j), M[i * N + j], 1e-15);
        for (int j = 0; j < first[i]; j++)
            assert_near(L[i * N + j], 0.0, 0.0);
    }
    for (int i = 0; i < N; i++)
        b[i] = num_dot(M + i * N, (double[N]){1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}, N);
    num_cholesky_forward(L, N, first, b);
    num_cholesky_backward(L, N, first, b);
    for (int i = 0; i < N; i++)
        assert_near(b[i], i + 1.0, 1e-13);
}

static void test_refuses_what_is_not_definite(void **state) {
    (void)state;
    int first[2];
    assert_false(num_cholesky((double[]){1, 0, 1, 1}, 2, first, 0.0));
    assert_false(num_cholesky((double[]){1, 0, 2, 1}, 2, first, 0.0));
    assert_false(num_cholesky((double[]){-1}, 1, first, 1e-10));
    assert_false(num_cholesky((double[]){0}, 1, first, 0.0));
    assert_false(num_cholesky((double[]){NAN}, 1, first, 1e-10));
    assert_false(num_cholesky((double[]){1, 0, NAN, 1}, 2, first, 1e-10));
    assert_true(num_cholesky((double[]){0}, 0, first, 1e-10));
}

/* The second pivot is 2e-10 or 0.5e-10 of its diagonal, whatever the units. */
static void test_pivots_are_relative(void **state) {
    (void)state;
    int first[2];
    for (int power = -8; power <= 8; power += 4) {
        const double u = pow(10.0, power), d = u * u;
        double smallest = 1.0;
        assert_true(num_cholesky((double[]){1, 0, u, d * (1 + 2e-10)}, 2, first, 1e-10));
        assert_false(num_cholesky((double[]){1, 0, u, d * (1 + 0.5e-10)}, 2, first, 1e-10));
        assert_int_equal(num_cholesky_rows((double[]){1, 0, 0.6 * u, d}, 2, first, 1e-10, 0.0, &smallest), 2);
        assert_near(smallest, 0.64, 1e-14);
    }
}

static void test_floor_and_failing_row(void **state) {
    (void)state;
    int first[3];
    double smallest = 1.0;
    double A[] = {1, 0, 0, 0, 1e-12, 0, 0, 0, 1};
    assert_int_equal(num_cholesky_rows(A, 3, first, 1e-10, 1.0, &smallest), 1);
    assert_near(smallest, 1e-12, 1e-20);
    double B[] = {1, 0, 0, 0, 1e-12, 0, 0, 0, 1};
    assert_int_equal(num_cholesky_rows(B, 3, first, 1e-10, 0.0, &smallest), 3);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_dot_of_every_length),
        cmocka_unit_test(test_factors_multiply_back_and_solve),
        cmocka_unit_test(test_envelope),
        cmocka_unit_test(test_refuses_what_is_not_definite),
        cmocka_unit_test(test_pivots_are_relative),
        cmocka_unit_test(test_floor_and_failing_row),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
