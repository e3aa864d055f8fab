/* From the derivatives of what was reduced to those of reports and expectations. */
#include "sim/sensitivity/slopes.h"

/* x = a + v t */
#define LINE                                                                                                           \
    "param a = 2, v = 3, T = 4\ncoord x = a\ninitial x' = v\nkinetic K = x'^2/2\nsimulate until T\n"                   \
    "event never when x < 0 { }\n"

static void check(const motion *x, const char *report, double by_a, double by_v, double by_T) {
    assert_near(slope_of(x, report, "a"), by_a, 1e-11);
    assert_near(slope_of(x, report, "v"), by_v, 1e-11);
    assert_near(slope_of(x, report, "T"), by_T, 1e-11);
}

static void every_reducer_and_arithmetic_with_them(void **state) {
    (void)state;
    motion x = slopes_run(LINE "report f = final(x), i = initial(x), j = integral(x), m = mean(x)\n"
                               "report sum = a*final(x) + v^2, chain = 2*f - i\n",
                          3);
    check(&x, "f", 1, 4, 3);
    check(&x, "i", 1, 0, 0);
    check(&x, "j", 4, 8, 14);
    check(&x, "m", 1, 2, 1.5);
    check(&x, "sum", 14 + 2, 2 * 4 + 6, 6);
    check(&x, "chain", 1, 8, 6);
    motion_end(&x);
}

/* The options' end does not move with a parameter. */
static void a_given_end_stays(void **state) {
    (void)state;
    static const int all[] = {0, 1, 2};
    sim_options o = sim_options_default();
    o.until = 4;
    o.sensitive = all;
    o.sensitive_count = 3;
    motion x = motion_begin_with(LINE "report f = final(x)\n", o);
    motion_finish(&x);
    check(&x, "f", 1, 4, 0);
    motion_end(&x);
}

static void both_sides_of_expectations(void **state) {
    (void)state;
    motion x = slopes_run(LINE "report f = final(x)\nexpect f = a + v*T within 1e-9\nexpect time(never) < a\n", 3);
    const double want[] = {1, 4, 3};
    for (int c = 0; c < 3; c++) {
        assert_near(x.result->slopes->left[c], want[c], 1e-11);
        assert_near(x.result->slopes->right[c], want[c], 1e-12);
        assert_true(isnan(x.result->slopes->left[3 + c]));
    }
    assert_near(x.result->slopes->right[3], 1, 0);
    motion_end(&x);
}

static void what_has_no_value_has_no_slope(void **state) {
    (void)state;
    motion x = slopes_run(LINE "report f = final(x), n = time(never)\n", 3);
    assert_null(x.result->slopes->why[0]);
    assert_string_equal(x.result->slopes->why[1], "it has no value");
    assert_true(isnan(x.result->slopes->reports[3]));
    motion_end(&x);
}

static void a_run_that_fails_has_none(void **state) {
    (void)state;
    slopes_fail("param a = 1\ncoord x = 0\nkinetic T = x'^2\ngeneralized f: x = sqrt(a - t)\nsimulate until 2\n"
                "report r = final(x)\n",
                1, "the run did not reach its end");
}

/* Every reducer, over the run and over windows between times, and sums and products of them. */
static void reducers_of_all_kinds(void **state) {
    (void)state;
    static const char *const reports[] = {
        "a = integral(x), b = mean(x^2), c = rms(x), d = integral(k*x*x')",
        "a = maximum(x'), b = minimum(x), c = maximum(x)*minimum(x'), d = maximum(abs(x + x'))",
        "a = initial(k*x), b = final(x), c = k*final(x)^2 + final(x'), d = final(x)/k",
        "a = at(low, x'), b = time(low), c = at(low, t*k), d = time(low, last) + k"};
    for (size_t k = 0; k < sizeof reports / sizeof *reports; k++) {
        char text[400];
        snprintf(text, sizeof text,
                 "param k = 3, c = 0.2\ncoord x = 1\nkinetic T = x'^2/2\npotential V = k*x^2/2\n"
                 "generalized drag: x = -c*x'\nsimulate until 2.2\nevent low when x < 0.1 { }\nreport %s\n",
                 reports[k]);
        slopes_agree(text, 2);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_reducer_and_arithmetic_with_them),
        cmocka_unit_test(a_given_end_stays),
        cmocka_unit_test(both_sides_of_expectations),
        cmocka_unit_test(what_has_no_value_has_no_slope),
        cmocka_unit_test(a_run_that_fails_has_none),
        cmocka_unit_test(reducers_of_all_kinds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
