/* Complete orthogonal decomposition: rank, residual and shortest solution, on tall, wide and deficient matrices. */
#include "num/random.h"

#include <string.h>

#include "num/dense.h"

enum { MOST = 16 };

static double doubles[4 * MOST];
static int ints[MOST];

/* A (m x n) of this rank. */
static void random_of_rank(uint64_t *seed, double *A, int m, int n, int rank) {
    double U[MOST * MOST], V[MOST * MOST];
    random_fill(seed, U, m * rank);
    random_fill(seed, V, rank * n);
    for (int i = 0; i < m; i++) {
        for (int j = 0; j < n; j++) {
            A[i * n + j] = 0.0;
            for (int k = 0; k < rank; k++)
                A[i * n + j] += U[i * rank + k] * V[k * n + j];
        }
    }
}

static void residual(const double *A, int m, int n, const double *x, const double *b, double *r) {
    for (int i = 0; i < m; i++)
        r[i] = b[i] - num_dot(A + i * n, x, n);
}

/* x is shortest exactly if it is a combination of rows: then the distance from x to their span is zero. */
static double distance_to_rows(const double *A, int m, int n, const double *x) {
    double At[MOST * MOST], b[MOST], y[MOST];
    num_cod f;
    for (int i = 0; i < m; i++) {
        for (int j = 0; j < n; j++)
            At[j * m + i] = A[i * n + j];
    }
    memcpy(b, x, sizeof *x * (size_t)n);
    num_cod_factor(&f, At, n, m, 1e-9, ints, doubles);
    return num_cod_solve(&f, b, y);
}

static void test_shortest_least_squares(void **state) {
    (void)state;
    uint64_t seed = random_start(__func__, 2);
    double A[MOST * MOST], F[MOST * MOST], b[MOST], t[MOST], x[MOST], r[MOST];
    for (int trial = 0; trial < 2000; trial++) {
        const int m = 1 + random_below(&seed, MOST), n = 1 + random_below(&seed, MOST);
        const int rank = random_below(&seed, (m < n ? m : n) + 1);
        random_of_rank(&seed, A, m, n, rank);
        random_fill(&seed, b, m);
        memcpy(F, A, sizeof F);
        memcpy(t, b, sizeof t);
        num_cod f;
        num_cod_factor(&f, F, m, n, 1e-9, ints, doubles);
        assert_int_equal(f.rank, rank);
        const double error = num_cod_solve(&f, t, x);
        residual(A, m, n, x, b, r);
        assert_near(error, sqrt(num_dot(r, r, m)), 1e-8);
        for (int j = 0; j < n; j++) { /* a least-squares residual is orthogonal to all columns */
            double sum = 0.0;
            for (int i = 0; i < m; i++)
                sum += A[i * n + j] * r[i];
            assert_near(sum, 0.0, 1e-8);
        }
        const double size = 1.0 + sqrt(num_dot(x, x, n));
        assert_near(distance_to_rows(A, m, n, x), 0.0, 1e-7 * size);
    }
}

/* The null vectors are orthonormal, and A takes each to zero. */
static void test_null_vectors(void **state) {
    (void)state;
    uint64_t seed = random_start(__func__, 7);
    double A[MOST * MOST], F[MOST * MOST], Z[MOST * MOST];
    for (int trial = 0; trial < 500; trial++) {
        const int m = 1 + random_below(&seed, MOST), n = 1 + random_below(&seed, MOST);
        const int rank = random_below(&seed, (m < n ? m : n) + 1);
        random_of_rank(&seed, A, m, n, rank);
        memcpy(F, A, sizeof F);
        num_cod f;
        num_cod_factor(&f, F, m, n, 1e-9, ints, doubles);
        for (int a = 0; a < n - f.rank; a++) {
            num_cod_null_vector(&f, a, Z + a * n);
            for (int k = 0; k < m; k++)
                assert_true(fabs(num_dot(A + k * n, Z + a * n, n)) < 1e-10);
            for (int c = 0; c <= a; c++)
                assert_true(fabs(num_dot(Z + a * n, Z + c * n, n) - (a == c)) < 1e-12);
        }
    }
}

static void test_known_solution(void **state) {
    (void)state;
    double A[] = {1, 1, 0, 1, 1, 0}, b[] = {1, 3}, x[3];
    num_cod f;
    num_cod_factor(&f, A, 2, 3, 1e-10, ints, doubles);
    assert_int_equal(f.rank, 1);
    assert_near(num_cod_solve(&f, b, x), sqrt(2.0), 1e-15);
    assert_near(x[0], 1.0, 1e-15);
    assert_near(x[1], 1.0, 1e-15);
    assert_near(x[2], 0.0, 0.0);
}

static void test_pivot_columns_are_independent(void **state) {
    (void)state;
    double A[] = {1, 2, 0, 2, 4, 1, 3, 6, 0, 4, 8, 0};
    num_cod f;
    num_cod_factor(&f, A, 4, 3, 1e-10, ints, doubles);
    assert_int_equal(f.rank, 2);
    const int p = f.perm[0], q = f.perm[1];
    assert_true((p == 2) != (q == 2)); /* the last and one of the first two */
}

static void test_tolerance_decides_the_rank(void **state) {
    (void)state;
    num_cod f;
    for (int below = 0; below < 2; below++) {
        double A[] = {1, 1, 0, below ? 0.5e-6 : 2e-6};
        num_cod_factor(&f, A, 2, 2, 1e-6, ints, doubles);
        assert_int_equal(f.rank, below ? 1 : 2);
    }
}

static void test_nothing_and_not_a_number(void **state) {
    (void)state;
    double A[4] = {0}, b[2] = {1, 2}, x[2] = {7, 7};
    num_cod f;
    num_cod_factor(&f, A, 2, 2, 1e-10, ints, doubles);
    assert_int_equal(f.rank, 0);
    assert_near(num_cod_solve(&f, b, x), sqrt(5.0), 1e-15);
    assert_near(x[0], 0.0, 0.0);
    assert_near(x[1], 0.0, 0.0);
    double bad[] = {NAN, 1, 1, NAN};
    num_cod_factor(&f, bad, 2, 2, 1e-10, ints, doubles);
    assert_true(f.rank <= 2 && f.perm[0] + f.perm[1] == 1);
}

/* Q R P^T is A, and Q^T Q is 1. */
static void test_qr_multiplies_back(void **state) {
    (void)state;
    uint64_t seed = random_start(__func__, 3);
    double A[MOST * MOST], F[MOST * MOST], R[MOST * MOST], tau[MOST], work[2 * MOST], row[MOST];
    for (int trial = 0; trial < 200; trial++) {
        const int m = 1 + random_below(&seed, MOST), n = 1 + random_below(&seed, MOST);
        random_fill(&seed, A, m * n);
        memcpy(F, A, sizeof F);
        num_qr f = {.A = F, .m = m, .n = n, .perm = ints, .tau = tau, .work = work};
        num_qr_factor(&f, 1e-12);
        assert_int_equal(f.rank, m < n ? m : n);
        for (int i = 0; i < m; i++) {
            for (int j = 0; j < n; j++)
                R[i * n + j] = j < i ? 0.0 : F[i * n + j];
        }
        for (int i = 1; i < f.rank; i++)
            assert_true(fabs(R[i * n + i]) <= fabs(R[(i - 1) * n + i - 1]) * (1 + 1e-14));
        num_qr_apply(&f, R, n, row);
        for (int i = 0; i < m * n; i++)
            assert_near(R[i], A[i / n * n + ints[i % n]], 1e-13);
        num_qr_apply_transposed(&f, R, n, row);
        for (int i = 0; i < m; i++) {
            for (int j = 0; j < n; j++)
                assert_near(R[i * n + j], j < i ? 0.0 : F[i * n + j], 1e-13);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_null_vectors),
        cmocka_unit_test(test_shortest_least_squares),
        cmocka_unit_test(test_known_solution),
        cmocka_unit_test(test_pivot_columns_are_independent),
        cmocka_unit_test(test_tolerance_decides_the_rank),
        cmocka_unit_test(test_nothing_and_not_a_number),
        cmocka_unit_test(test_qr_multiplies_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
