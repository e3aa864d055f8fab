/* Tests of exact rationals: the double that each has is the nearest one. */
#include "expr/number/number.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/print.h"

/* Decimals of up to 18 digits, against the library's reading of the same text. */
static void decimals_are_read_as_they_are_written(void **state) {
    (void)state;
    uint64_t seed = 1;
    for (int i = 0; i < 20000; i++) {
        seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        const int64_t digits = (int64_t)(seed >> 4) % INT64_C(1000000000000000000);
        const int places = (int)(seed % 18);
        int64_t power = 1;
        for (int k = 0; k < places; k++)
            power *= 10;
        char text[40];
        snprintf(text, sizeof text, "%" PRId64 "e-%d", digits, places);
        assert_true(number_ratio(digits, power).value == base_read_number(text, NULL));
        assert_true(number_ratio(-digits, power).value == -base_read_number(text, NULL));
    }
}

/* Seventeen digits, whose numerator a double does not hold. */
static void last_digit_counts(void **state) {
    (void)state;
    assert_true(number_ratio(INT64_C(11099999999999999), INT64_C(100000000000000000)).value == 0.11099999999999999);
    assert_true(number_ratio(1, 3).value == 1.0 / 3);
    assert_true(number_ratio(0, 7).value == 0);
    assert_true(number_ratio(-6, 4).num == -3 && number_ratio(6, -4).den == 2);
    assert_true(number_ratio(INT64_MAX, INT64_MAX - 1).value == 1);
    assert_true(number_ratio(1, INT64_MAX).value == 0x1p-63);
}

static void assert_is(number x, int64_t num, int64_t den) {
    const number y = number_ratio(num, den);
    assert_true(number_same(x, y));
    assert_true(x.value == y.value && !signbit(x.value) == !signbit(y.value));
}

/* All of small fractions, whatever they have in common. */
static void arithmetic_is_in_lowest_terms(void **state) {
    (void)state;
    enum { MOST = 9 };
    for (int64_t a = -MOST; a <= MOST; a++)
        for (int64_t b = 1; b <= MOST; b++)
            for (int64_t c = -MOST; c <= MOST; c++)
                for (int64_t d = 1; d <= MOST; d++) {
                    const number x = number_ratio(a, b), y = number_ratio(c, d);
                    assert_is(number_add(x, y), a * d + c * b, b * d);
                    assert_is(number_mul(x, y), a * c, b * d);
                    if (c != 0 && a != 0)
                        assert_is(number_div(x, y), a * d, b * c);
                }
    assert_int_equal(number_product(number_ratio(INT64_MAX, 3), number_ratio(3, INT64_MAX)).num, 1);
    assert_int_equal(number_mul(number_ratio(INT64_C(1) << 62, 3), number_ratio(-2, 5)).den,
                     0); /* -2^63 does not fit */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(decimals_are_read_as_they_are_written),
        cmocka_unit_test(last_digit_counts),
        cmocka_unit_test(arithmetic_is_in_lowest_terms),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
