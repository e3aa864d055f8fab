/* Digits that hold: how many two numbers share, and what is no number at all. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>

#include "out/values/verify.h"

static void digits_are_counted_from_the_first(void **state) {
    (void)state;
    assert_int_equal(out_verify_digits(1.0, 1.01, 0), 2);
    assert_int_equal(out_verify_digits(132.9, 132.9 * (1 + 5e-10), 0), 9);
    assert_int_equal(out_verify_digits(-1e-20, -1.002e-20, 0), 2);
    assert_int_equal(out_verify_digits(1e300, 1.0002e300, 0), 3);
}

static void numbers_that_disagree_have_none(void **state) {
    (void)state;
    assert_int_equal(out_verify_digits(1, -1, 0), 0);
    assert_int_equal(out_verify_digits(1, 5, 0), 0);
    assert_int_equal(out_verify_digits(0, 1e-9, 0), 0);
}

static void no_more_are_claimed_than_a_double_has(void **state) {
    (void)state;
    assert_int_equal(out_verify_digits(1, nextafter(1, 2), 0), DIGITS_MOST);
    assert_int_equal(out_verify_digits(0.1, 0.1, 0), DIGITS_EXACT);
    assert_int_equal(out_verify_digits(0, -0.0, 0), DIGITS_EXACT);
    assert_int_equal(out_verify_digits(INFINITY, INFINITY, 0), DIGITS_EXACT);
}

static void small_is_zero_only_if_both_are(void **state) {
    (void)state;
    assert_int_equal(out_verify_digits(1e-17, -3e-16, 1e-15), DIGITS_ZERO);
    assert_int_equal(out_verify_digits(1e-17, 2e-15, 1e-15), 0);
    assert_int_equal(out_verify_digits(0, 1e-17, 1e-15), DIGITS_ZERO);
}

static void values_come_and_go(void **state) {
    (void)state;
    assert_int_equal(out_verify_digits(NAN, NAN, 1), DIGITS_NO_VALUE);
    assert_int_equal(out_verify_digits(NAN, 0.5, 1), 0);
    assert_int_equal(out_verify_digits(0.5, NAN, 1), 0);
    assert_int_equal(out_verify_digits(INFINITY, 1, 0), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(digits_are_counted_from_the_first),
        cmocka_unit_test(numbers_that_disagree_have_none),
        cmocka_unit_test(no_more_are_claimed_than_a_double_has),
        cmocka_unit_test(small_is_zero_only_if_both_are),
        cmocka_unit_test(values_come_and_go),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
