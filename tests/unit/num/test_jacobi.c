/* Eigenvalues of symmetric matrices: closed forms, graded ones to the last digits, residuals of random ones. */
#include "num/random.h"

#include <math.h>
#include <string.h>

#include "num/jacobi.h"

enum { MOST = 7 };

static void a_graded_matrix_keeps_its_small_eigenvalues(void **state) {
    (void)state;
    double A[] = {1, 1e-6, 1e-6, 1e-10}, s[2], X[4];
    num_jacobi_eigen(A, 2, s, X);
    const double small = 1e-10 - 1e-12; /* the determinant, by the great one */
    assert_true(fabs(s[0] - small) < 1e-9 * small + 1e-20);
    assert_true(fabs(s[1] - (1 + 1e-12)) < 1e-15);
}

static void equal_columns_have_a_direction_of_nothing(void **state) {
    (void)state;
    double A[] = {1, 1, 0, 1, 1, 0, 0, 0, 1}, s[3], X[9];
    num_jacobi_eigen(A, 3, s, X);
    assert_true(fabs(s[0]) < 1e-15 && fabs(s[1] - 1) < 1e-15 && fabs(s[2] - 2) < 1e-15);
    assert_true(fabs(X[0] + X[1]) < 1e-15 && fabs(fabs(X[0]) - sqrt(0.5)) < 1e-15 && X[2] == 0);
}

static void random_ones(void **state) {
    (void)state;
    for (int n = 1; n <= MOST; n++) {
        double A[MOST * MOST], B[MOST * MOST], s[MOST], X[MOST * MOST];
        for (int i = 0; i < n; i++)
            for (int j = 0; j <= i; j++)
                A[i * n + j] = A[j * n + i] = sin(3.7 * i + 1.3 * j * j + n);
        memcpy(B, A, sizeof A);
        num_jacobi_eigen(B, n, s, X);
        for (int k = 0; k < n; k++)
            for (int i = 0; i < n; i++) {
                double r = -s[k] * X[k * n + i];
                for (int j = 0; j < n; j++)
                    r += A[i * n + j] * X[k * n + j];
                assert_true(fabs(r) < 1e-13);
                assert_true(k == 0 || s[k] >= s[k - 1]);
            }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_graded_matrix_keeps_its_small_eigenvalues),
        cmocka_unit_test(equal_columns_have_a_direction_of_nothing),
        cmocka_unit_test(random_ones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
