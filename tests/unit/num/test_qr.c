/* Householder QR with pivoting: Q R P^T is the matrix, Q is orthogonal, and the rank is found. */
#include "num/random.h"

#include <string.h>

#include "num/dense.h"

enum { MOST = 12, TRIALS = 500 };

typedef struct factors {
    num_qr f;
    double A[MOST * MOST], tau[MOST], work[2 * MOST];
    int perm[MOST];
} factors;

static void factor(factors *x, const double *A, int m, int n) {
    memcpy(x->A, A, sizeof *A * (size_t)(m * n));
    x->f = (num_qr){.A = x->A, .m = m, .n = n, .perm = x->perm, .tau = x->tau, .work = x->work};
    num_qr_factor(&x->f, 1e-10);
}

static void test_product_is_the_matrix(void **state) {
    (void)state;
    uint64_t seed = random_start(__func__, 3);
    double A[MOST * MOST], R[MOST * MOST], work[MOST];
    for (int trial = 0; trial < TRIALS; trial++) {
        const int m = 1 + random_below(&seed, MOST), n = 1 + random_below(&seed, MOST);
        factors x;
        random_fill(&seed, A, m * n);
        factor(&x, A, m, n);
        assert_int_equal(x.f.rank, m < n ? m : n);
        for (int i = 0; i < m; i++)
            for (int j = 0; j < n; j++)
                R[i * n + j] = j >= i ? x.A[i * n + j] : 0;
        num_qr_apply(&x.f, R, n, work);
        for (int i = 0; i < m; i++)
            for (int j = 0; j < n; j++)
                assert_near(R[i * n + j], A[i * n + x.perm[j]], 1e-13);
    }
}

static void test_transposed_undoes_it(void **state) {
    (void)state;
    uint64_t seed = random_start(__func__, 4);
    double A[MOST * MOST], X[MOST * 3], Y[MOST * 3], work[3];
    for (int trial = 0; trial < TRIALS; trial++) {
        const int m = 1 + random_below(&seed, MOST), n = 1 + random_below(&seed, MOST);
        factors x;
        random_fill(&seed, A, m * n);
        factor(&x, A, m, n);
        random_fill(&seed, X, m * 3);
        memcpy(Y, X, sizeof Y);
        num_qr_apply(&x.f, Y, 3, work);
        double before = num_dot(X, X, m * 3), after = num_dot(Y, Y, m * 3);
        assert_near(after, before, 1e-12);
        num_qr_apply_transposed(&x.f, Y, 3, work);
        for (int i = 0; i < m * 3; i++)
            assert_near(Y[i], X[i], 1e-13);
    }
}

static void test_rank(void **state) {
    (void)state;
    uint64_t seed = random_start(__func__, 5);
    double A[MOST * MOST], u[MOST], v[MOST];
    factors x;
    random_fill(&seed, u, MOST);
    random_fill(&seed, v, MOST);
    for (int i = 0; i < MOST; i++)
        for (int j = 0; j < MOST; j++)
            A[i * MOST + j] = u[i] * v[j] + (i == j && i < 2);
    factor(&x, A, MOST, MOST);
    assert_int_equal(x.f.rank, 3);
    memset(A, 0, sizeof A);
    factor(&x, A, MOST, MOST);
    assert_int_equal(x.f.rank, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_product_is_the_matrix),
        cmocka_unit_test(test_transposed_undoes_it),
        cmocka_unit_test(test_rank),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
