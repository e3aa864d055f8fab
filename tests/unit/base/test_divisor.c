/* The greatest common divisor, against all smaller numbers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/divisor.h"

static int64_t by_trial(int64_t a, int64_t b) {
    int64_t best = a > b ? a : b;
    while (best > 1 && (a % best != 0 || b % best != 0))
        best--;
    return best;
}

static void small_numbers(void **state) {
    (void)state;
    for (int64_t a = 0; a <= 60; a++)
        for (int64_t b = 0; b <= 60; b++) {
            assert_int_equal(base_common_divisor(a, b), by_trial(a, b));
            assert_int_equal(base_common_divisor(-a, b), by_trial(a, b));
            assert_int_equal(base_common_divisor(a, -b), by_trial(a, b));
        }
}

static void large_numbers(void **state) {
    (void)state;
    assert_int_equal(base_common_divisor(INT64_MAX, INT64_MAX), INT64_MAX);
    assert_int_equal(base_common_divisor(8896443230521, 609600000000), 1);
    assert_int_equal(base_common_divisor(1000000000000000000, 600000000000), 200000000000);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(small_numbers), cmocka_unit_test(large_numbers)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
