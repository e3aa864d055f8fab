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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tops_within_steps),
        cmocka_unit_test(events_and_gaps),
        cmocka_unit_test(while_sliding_along_a_boundary),
        cmocka_unit_test(too_fast_is_told_once_with_its_report),
        cmocka_unit_test(who_asks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
