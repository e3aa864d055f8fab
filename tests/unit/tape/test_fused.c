/* Tests of products and sums rounded once without an instruction: the bits that the C library gives. */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "tape/sincos/fused.h"

static uint64_t seed;

static uint64_t draw(void) {
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return seed;
}

/* Exponents in [-range, range]. */
static double number(int range) {
    const double x = 1 + (double)(draw() >> 12) * 0x1p-52;
    return ldexp(draw() & 1 ? x : -x, (int)(draw() % (uint64_t)(2 * range + 1)) - range);
}

static void expect_right(double a, double b, double c) {
    const double got = sincos_fused_by_parts(a, b, c), want = fma(a, b, c);
    if (memcmp(&got, &want, sizeof got) != 0 && !(isnan(got) && isnan(want)))
        fail_msg("%a * %a + %a is %a, not %a", a, b, c, got, want);
}

static void test_numbers_of_all_sizes(void **state) {
    static const int ranges[] = {1, 30, 60, 400, 1022};
    (void)state;
    seed = 88172645463325252u;
    for (int i = 0; i < 200000; i++) {
        const int range = ranges[i % 5];
        expect_right(number(range), number(range), number(range));
    }
}

/* The sum is nearly nothing, or half way between two numbers but for the last digits of the product. */
static void test_sums_that_cancel_and_ties(void **state) {
    (void)state;
    seed = 362436069;
    for (int i = 0; i < 100000; i++) {
        const double a = number(20), b = number(20), product = a * b;
        expect_right(a, b, -product);
        expect_right(a, b, -nextafter(product, 2 * product));
        expect_right(a, 1 + DBL_EPSILON, ldexp(a, (int)(draw() % 120) - 60));
        expect_right(ldexp(1, (int)(draw() % 110) - 160), draw() & 1 ? 1 : -1, number(1));
    }
}

static void test_special_numbers(void **state) {
    static const double special[] = {0.0,     -0.0,     1,        -1,  DBL_MIN, -0x1p-1074,
                                     DBL_MAX, -DBL_MAX, INFINITY, NAN, 0x1p900, 0x1p-900};
    enum { COUNT = sizeof special / sizeof *special };
    (void)state;
    for (int i = 0; i < COUNT; i++)
        for (int k = 0; k < COUNT; k++)
            for (int n = 0; n < COUNT; n++)
                expect_right(special[i], special[k], special[n]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers_of_all_sizes),
        cmocka_unit_test(test_sums_that_cancel_and_ties),
        cmocka_unit_test(test_special_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
