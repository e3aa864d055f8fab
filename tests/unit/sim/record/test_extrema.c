/* Extrema of the motion itself, wherever they lie, of all kinds of quantities. */
#include "sim/record/record.h"
#include "sim/support.h"

/* x = cos t over 10 s. */
static double report_of(const char *quantity) {
    char text[300];
    snprintf(text, sizeof text,
             "coord x = 1\nkinetic T = x'^2/2\npotential V = x^2/2\nsimulate until 10\nreport r = %s\n", quantity);
    motion x = motion_begin(text);
    motion_finish(&x);
    double r = motion_report(&x, "r");
    motion_end(&x);
    return r;
}

static void tops_within_steps(void **state) {
    (void)state;
    static const struct {
        const char *quantity;
        double want;
    } cases[] = {{"maximum(x)", 1},
                 {"minimum(x)", -1},
                 {"maximum(x')", 1},
                 {"maximum(x'')", 1},
                 {"minimum(x*x')", -0.5},
                 {"maximum(x*x')", 0.5},
                 {"maximum(abs(x - 0.25))", 1.25},
                 {"minimum(abs(x - 0.25))", 0},
                 {"maximum(hypot(x, 2*x'))", 2},
                 {"minimum(hypot(x, 2*x'))", 1},
                 {"maximum(sqrt(3 + x))", 2},
                 {"maximum(-2*x)", 2},
                 {"maximum(max(x, 3*x'))", 3},
                 {"minimum(max(x, 3*x'))", -0.9486832980505138}, /* where cos = -3 sin */
                 {"maximum(if x > 0 then x' else -1)", 1},
                 {"maximum(exp(-(50*(x - 0.3))^2))", 1},
                 {"maximum(x + x'')", 0},
                 {"maximum(energy)", 0.5},
                 {"maximum(kinetic)", 0.5},
                 {"minimum(potential)", 0},
                 {"maximum(t)", 10},
                 {"minimum(7)", 7}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        double r = report_of(cases[k].quantity);
        if (!(fabs(r - cases[k].want) <= 3e-8))
            fail_msg("%s is %.12g, not %.12g", cases[k].quantity, r, cases[k].want);
    }
}

/* Both sides of an event count; what has no value does not. */
static void events_and_gaps(void **state) {
    (void)state;
    motion x = motion_begin("coord x = 0, z = 0\ninitial x' = 1\nkinetic T = x'^2/2\nconstraint c: z = 3*x\n"
                            "simulate until 1\nevent e when x > 0.5 { set x = -2; drop c; drop z }\n"
                            "report a = maximum(x), b = minimum(x), d = maximum(z)\n");
    motion_finish(&x);
    assert_near(motion_report(&x, "a"), 0.5, 1e-12);
    assert_near(motion_report(&x, "b"), -2, 0);
    assert_near(motion_report(&x, "d"), 1.5, 1e-12);
    motion_end(&x);
}

/* Friction that sticks has the value that balances: 1.5 sin t, below 2. */
static void while_sliding_along_a_boundary(void **state) {
    (void)state;
    motion x = motion_begin("coord x = 0\nkinetic T = x'^2/2\ngeneralized f: x = 1.5*sin(t) - 2*sign(x')\n"
                            "simulate until 3\nreport r = maximum(2*sign(x'))\n");
    motion_finish(&x);
    assert_near(motion_report(&x, "r"), 1.5, 1e-9);
    motion_end(&x);
}

static void too_fast_is_told_once_with_its_report(void **state) {
    (void)state;
    motion x = motion_try("coord x = 1\nkinetic T = x'^2/2\npotential V = x^2/2\nsimulate until 10\n"
                          "report r = minimum(x*sin(1e9*t)*cos(1e9*t))\n");
    motion_finish(&x);
    assert_int_equal(x.result->doubts.len, 1);
    assert_non_null(strstr(x.result->doubts.at[0]->message, "whose least value is asked for in 'r'"));
    motion_end(&x);
}

static void who_asks(void **state) {
    (void)state;
    motion x = motion_begin("coord x = 1\nkinetic T = x'^2/2\nreport r = final(x)\n");
    assert_false(record_extrema_wanted(x.s));
    motion_end(&x);
    x = motion_begin("coord x = 1\nkinetic T = x'^2/2\nreport r = final(x), s = minimum(x)\n");
    assert_true(record_extrema_wanted(x.s));
    motion_end(&x);
}

/* Windows, whens and kinks of x = cos t, against what calculus says. */
static void where_and_within_what(void **state) {
    (void)state;
    const struct {
        const char *quantity;
        double want;
    } cases[] = {{"maximum(x, from down)", 1},
                 {"minimum(x, until down)", 0},
                 {"maximum(x, from down until up)", 0},
                 {"minimum(x, from down until up)", -1},
                 {"when(minimum(x, from down until up))", PI},
                 {"when(minimum(x))", PI},
                 {"when(maximum(x, from up))", 2 * PI},
                 {"maximum(x, from up until down)", 1},
                 {"maximum(abs(x) - abs(x'))", 1},
                 {"minimum(max(x, x'))", -0.70710678118654752},
                 {"maximum(min(x, x'))", 0.70710678118654752},
                 {"maximum(if x > 0 then x' else 0)", 1},
                 {"maximum(x*x')", 0.5},
                 {"minimum(x^3 - x)", -0.38490017945975052},
                 {"maximum(exp(x)*x'^2)", 2 * (sqrt(2) - 1) * exp(sqrt(2) - 1)},
                 {"maximum(atan2(x', x))", PI}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char text[400];
        snprintf(text, sizeof text,
                 "coord x = 1\nkinetic T = x'^2/2\npotential V = x^2/2\nsimulate until 7\n"
                 "event down when x < 0 { }\nevent up when x > 0 { }\nreport r = %s\n",
                 cases[k].quantity);
        motion x = motion_begin(text);
        motion_finish(&x);
        const double r = motion_report(&x, "r");
        if (!(fabs(r - cases[k].want) <= 1e-6))
            fail_msg("%s is %.12g, not %.12g", cases[k].quantity, r, cases[k].want);
        motion_end(&x);
    }
}

/* The extremum of a motion does not depend on how long its steps are, nor on its unit. */
static void steps_and_units_do_not_matter(void **state) {
    (void)state;
    static const double units[] = {1, 1e-9, 1e9}, tolerances[] = {1e-6, 1e-9, 1e-12};
    for (int u = 0; u < 3; u++)
        for (int k = 0; k < 3; k++) {
            char text[400];
            snprintf(text, sizeof text,
                     "param u = %g\ncoord x = u, y = 0\ninitial y' = 0.3*u\nkinetic T = (x'^2 + y'^2)/2\n"
                     "potential V = (x^2 + 4*y^2)/2\nsimulate until 9, tolerance %g\n"
                     "report most = maximum(x*y)/u^2, far = maximum(hypot(x, y))/u\n",
                     units[u], tolerances[k]);
            motion x = motion_begin(text);
            motion_finish(&x);
            /* cos t * 0.15 sin 2t is greatest where sin^2 t = 1/3 */
            assert_near(motion_report(&x, "most"), 0.3 * sqrt(1 / 3.0) * (2 / 3.0), 30 * tolerances[k] + 1e-10);
            assert_near(motion_report(&x, "far"), 1, 30 * tolerances[k] + 1e-10);
            motion_end(&x);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tops_within_steps),
        cmocka_unit_test(events_and_gaps),
        cmocka_unit_test(while_sliding_along_a_boundary),
        cmocka_unit_test(too_fast_is_told_once_with_its_report),
        cmocka_unit_test(who_asks),
        cmocka_unit_test(where_and_within_what),
        cmocka_unit_test(steps_and_units_do_not_matter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
