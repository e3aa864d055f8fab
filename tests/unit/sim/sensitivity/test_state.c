/* Which parameters change with which, and the derivatives of extrema. */
#include "sim/sensitivity/slopes.h"

/* Definitions follow, over several steps, in any order of the text. */
static void parameters_follow_their_definitions(void **state) {
    (void)state;
    motion x = slopes_run("param c = b + a, b = 3*a^2, a = 2\ncoord x = c\nkinetic T = x'^2\nsimulate until 1e-3\n"
                          "report r = initial(x)\n",
                          3);
    assert_near(slope_of(&x, "r", "a"), 13, 1e-13);
    assert_near(slope_of(&x, "r", "b"), 1, 1e-13);
    assert_near(slope_of(&x, "r", "c"), 1, 1e-13);
    motion_end(&x);
}

/* x = v/w sin(w t) with w = sqrt(k): the top v/w at a quarter of the period, found to all digits of its level. */
static void tops_within_steps(void **state) {
    (void)state;
    motion x =
        slopes_run("param k = 4, v = 3\ncoord x = 0\ninitial x' = v\nkinetic T = x'^2/2\npotential V = k*x^2/2\n"
                   "simulate until 3\nreport top = maximum(x), pull = minimum(k*x), bottom = minimum(x'*2 + 1)\n",
                   2);
    assert_near(slope_of(&x, "top", "v"), 0.5, 1e-11);
    assert_near(slope_of(&x, "top", "k"), -3 / (2 * 8.0), 1e-11);
    assert_near(slope_of(&x, "pull", "k"), -3 / (2 * 2.0), 1e-11);
    assert_near(slope_of(&x, "bottom", "v"), -2, 1e-11);
    assert_near(slope_of(&x, "bottom", "k"), 0, 1e-10);
    motion_end(&x);
}

/* At the start and at the end of the run an extremum stays where it is; with the end it moves. */
static void tops_at_the_ends(void **state) {
    (void)state;
    motion x =
        slopes_run("param a = 2, v = 3, T = 5\ncoord x = a\ninitial x' = v\nkinetic K = x'^2/2\nsimulate until T\n"
                   "report low = minimum(x), high = maximum(x)\n",
                   3);
    assert_near(slope_of(&x, "low", "a"), 1, 1e-13);
    assert_near(slope_of(&x, "low", "v"), 0, 1e-13);
    assert_near(slope_of(&x, "high", "v"), 5, 1e-12);
    assert_near(slope_of(&x, "high", "T"), 3, 1e-12);
    motion_end(&x);
}

/* A kink has its value, but no slope, and says so; other reports keep theirs. */
static void kinks_have_no_slope(void **state) {
    (void)state;
    motion x = slopes_run("param a = 2\ncoord x = a\ninitial x' = -3\nkinetic T = x'^2/2\nsimulate until 1\n"
                          "report least = minimum(abs(x)), end = final(x)\n",
                          1);
    assert_null(x.result->slopes->trouble);
    assert_string_equal(x.result->slopes->why[0], "an extremum lies at a kink");
    assert_near(slope_of(&x, "end", "a"), 1, 1e-13);
    motion_end(&x);
}

static void structural_parameters_have_none(void **state) {
    (void)state;
    slopes_fail("param N = 2\nfor i in 1..N { coord x[i] = 1 }\nkinetic T = sum(i in 1..N: x[i]'^2)\nsimulate until 1\n"
                "report r = final(x[1])\n",
                1, "the parameter 'N' is structural");
}

/* At an event, just before its actions, and when it comes. */
static void values_at_events(void **state) {
    (void)state;
    motion x = slopes_run("param a = 2, v = 4\ncoord x = 0\ninitial x' = v\nkinetic T = x'^2/2\nsimulate until 5\n"
                          "event there when x > a { set x' = 7*x' }\nreport t1 = time(there), v1 = at(there, x' + t)\n",
                          2);
    assert_near(slope_of(&x, "t1", "a"), 0.25, 1e-12);
    assert_near(slope_of(&x, "t1", "v"), -2 / 16.0, 1e-12);
    assert_near(slope_of(&x, "v1", "v"), 1 - 2 / 16.0, 1e-12);
    motion_end(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parameters_follow_their_definitions),
        cmocka_unit_test(tops_within_steps),
        cmocka_unit_test(tops_at_the_ends),
        cmocka_unit_test(kinks_have_no_slope),
        cmocka_unit_test(structural_parameters_have_none),
        cmocka_unit_test(values_at_events),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
