/* Ticks at round numbers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <string.h>

#include "out/values/nice.h"

static void round_numbers_lie_around(void **state) {
    (void)state;
    assert_true(out_nice_above(1) == 1 && out_nice_above(1.01) == 2 && out_nice_above(3) == 5 &&
                out_nice_above(6) == 10);
    assert_true(out_nice_below(1) == 1 && out_nice_below(1.9) == 1 && out_nice_below(4) == 2 && out_nice_below(9) == 5);
    assert_true(fabs(out_nice_above(0.03) - 0.05) < 1e-15 && fabs(out_nice_below(0.03) - 0.02) < 1e-15);
}

/* Over many ranges: steps are 1, 2 or 5, ticks within, no more than asked for, and a finer step would be too many. */
static void ticks_are_round_and_as_many_as_fit(void **state) {
    (void)state;
    for (int k = 0; k < 4000; k++) {
        double low = -3 + 0.0371 * (k % 97), range = pow(10, -6 + 12 * (k % 131) / 131.0), high = low * range + range;
        int most = 3 + k % 9;
        nice_ticks t = out_nice_ticks_find(low * range, high, most);
        double lead = t.step / pow(10, floor(log10(t.step) + 1e-9));
        assert_true(fabs(lead - 1) < 1e-9 || fabs(lead - 2) < 1e-9 || fabs(lead - 5) < 1e-9);
        assert_true(t.count <= most && t.count >= 1);
        assert_true(out_nice_tick(&t, 0) >= low * range - 1e-6 * t.step);
        assert_true(out_nice_tick(&t, t.count - 1) <= high + 1e-6 * t.step);
        double finer = out_nice_below(t.step * 0.6);
        assert_true(floor(high / finer) - ceil(low * range / finer) + 1 > most - 1e-6);
    }
}

static void expect_texts(double low, double high, int most, const char *first, const char *last) {
    arena *a = base_arena_create();
    nice_ticks t = out_nice_ticks_find(low, high, most);
    assert_string_equal(out_nice_tick_text(&t, 0, a), first);
    assert_string_equal(out_nice_tick_text(&t, t.count - 1, a), last);
    base_arena_destroy(a);
}

static void texts_have_the_decimals_of_the_step(void **state) {
    (void)state;
    expect_texts(0, 1, 5, "0.0", "1.0");
    expect_texts(-0.03, 0.03, 8, "-0.03", "0.03");
    expect_texts(0, 40, 5, "0", "40");
    expect_texts(-2e7, 2.6e7, 11, "-2e+07", "2.5e+07");
    expect_texts(0, 4e-8, 5, "0", "4e-08");
}

static void ticks_of_a_large_range_differ_from_each_other(void **state) {
    (void)state;
    arena *a = base_arena_create();
    nice_ticks t = out_nice_ticks_find(-2.4e7, 2.4e7, 12);
    for (int i = 1; i < t.count; i++)
        assert_string_not_equal(out_nice_tick_text(&t, i, a), out_nice_tick_text(&t, i - 1, a));
    base_arena_destroy(a);
}

static void zero_is_exactly_zero(void **state) {
    (void)state;
    nice_ticks t = out_nice_ticks_find(-0.3, 0.3, 7);
    int zeros = 0;
    for (int i = 0; i < t.count; i++)
        zeros += out_nice_tick(&t, i) == 0;
    assert_int_equal(zeros, 1);
}

/* What nothing can be divided by, and what has no place on an axis. */
static void at_the_ends_of_what_numbers_hold(void **state) {
    (void)state;
    nice_ticks t = out_nice_ticks_find(0, 5e-324, 5);
    assert_int_equal(t.count, 1);
    t = out_nice_ticks_find(-NICE_MOST, NICE_MOST, 5);
    assert_true(t.count >= 2 && t.count <= 5 && isfinite(t.step) && t.step > 0);
    t = out_nice_ticks_find(1e15, 1e15 + 1, 5);
    assert_true(t.count >= 1 && t.count <= 5);
    assert_true(out_nice_above(0) >= NICE_LEAST && isfinite(out_nice_above(1.7e308)) && out_nice_below(0) > 0);
    assert_true(out_nice_has_place(-NICE_MOST) && !out_nice_has_place(2 * NICE_MOST) &&
                !out_nice_has_place((double)NAN));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(at_the_ends_of_what_numbers_hold),
        cmocka_unit_test(round_numbers_lie_around),
        cmocka_unit_test(ticks_are_round_and_as_many_as_fit),
        cmocka_unit_test(texts_have_the_decimals_of_the_step),
        cmocka_unit_test(ticks_of_a_large_range_differ_from_each_other),
        cmocka_unit_test(zero_is_exactly_zero),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
