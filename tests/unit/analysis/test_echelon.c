/* Tests of null spaces: what vanishes is found, and nothing is said of numbers beyond all measure. */
#include "analysis/probe/echelon.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static void finds_what_vanishes(void **state) {
    (void)state;
    arena *a = base_arena_create();
    double A[] = {1, -1, 0, 0, 0, 1e-12}, *z;
    assert_int_equal(analysis_echelon_null_space(A, 2, 3, &z, a), 2);
    for (int k = 0; k < 2; k++)
        assert_true(fabs(z[3 * k] - z[3 * k + 1]) < 1e-12);
    double full[] = {1, 0, 1, 1};
    assert_int_equal(analysis_echelon_null_space(full, 2, 2, &z, a), 0);
    double none[] = {0};
    assert_int_equal(analysis_echelon_null_space(none, 1, 0, &z, a), 0);
    base_arena_destroy(a);
}

static void beyond_measure(void **state) {
    (void)state;
    arena *a = base_arena_create();
    double huge[] = {1e300, 0, 0, 1}, missing[] = {NAN, 0, 0, 1}, *z;
    assert_int_equal(analysis_echelon_null_space(huge, 2, 2, &z, a), 0);
    assert_int_equal(analysis_echelon_null_space(missing, 2, 2, &z, a), 0);
    base_arena_destroy(a);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(finds_what_vanishes), cmocka_unit_test(beyond_measure)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
