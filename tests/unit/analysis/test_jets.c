/* Taylor's series of formulas against differences of their values, and the steps at which terms overtake each other. */
#include "mech/support.h"

#include "analysis/probe/jets.h"

static expr_id output(const bench *b) {
    return b->m->base->outputs[0];
}

/* The series at x = 0.3 agrees with values a little beside it, up to the fourth order. */
static void expect_series(const char *formula) {
    char text[300];
    snprintf(text, sizeof text, "coord x = 0.3, y = 0.8\nkinetic T = x'^2 + y'^2\noutput w = %s\n", formula);
    bench b = bench_create(text);
    uint32_t x = b.m->coords[0].q;
    expr_id w = output(&b);
    b.at[x] = 0.3;
    b.at[b.m->coords[1].q] = 0.8;
    jets *s = analysis_jets_make(b.m->g, &w, 1, b.at, b.memory);
    assert_true(analysis_jets_along(s, x));
    jet j = analysis_jets_root(s, 0);
    for (int side = -1; side <= 1; side += 2) {
        double h = side * 1e-3, sum = j.c[0] + h * (j.c[1] + h * (j.c[2] + h * j.c[3]));
        b.at[x] = 0.3 + h;
        double want = expr_eval(b.m->g, w, b.at);
        if (!(fabs(sum - want) < 1e-9 * (1 + fabs(want))))
            fail_msg("%s: %.17g, not %.17g", formula, sum, want);
    }
    for (int k = 0; k < JET_TERMS; k++)
        assert_true(j.size[k] >= fabs(j.c[k]) * (1 - 1e-12));
    bench_destroy(&b);
}

static void series(void **state) {
    (void)state;
    static const char *const formulas[] = {
        "x^3 - 2*x*y",
        "sin(3*x + y)",
        "cos(x*y)",
        "tan(x)",
        "asin(x)",
        "acos(x*y)",
        "atan(x^2)",
        "atan2(x, y)",
        "atan2(y, x)",
        "sinh(x)",
        "cosh(x)",
        "tanh(2*x)",
        "exp(-x^2)",
        "log(x)",
        "sqrt(x + y)",
        "x^2.5",
        "y^x",
        "y/(1 + x^2)",
        "hypot(x, y)",
        "abs(x - 1)*x",
        "min(x, y)*x",
        "max(x, y)*x",
        "if x < y then x^2 else x",
        "sign(x)*x^2",
    };
    for (size_t i = 0; i < sizeof formulas / sizeof *formulas; i++)
        expect_series(formulas[i]);
}

static double breakpoint(const char *formula, double at) {
    char text[300];
    snprintf(text, sizeof text, "param p = 1e-6\ncoord x = 0\nkinetic T = x'^2\noutput w = %s\n", formula);
    bench b = bench_create(text);
    expr_id w = output(&b);
    b.at[b.m->coords[0].q] = at;
    jets *s = analysis_jets_make(b.m->g, &w, 1, b.at, b.memory);
    analysis_jets_along(s, b.m->coords[0].q);
    jet j = analysis_jets_root(s, 0);
    double step = analysis_jet_breakpoint(&j, NULL);
    bench_destroy(&b);
    return step;
}

/* A function of x/p changes its form over a few p, wherever one looks; a power has no length of its own. */
static void breakpoints(void **state) {
    (void)state;
    for (int k = 0; k < 5; k++) {
        double step = breakpoint("sin(x/p)", k * 0.7e-6);
        assert_true(step > 0.3e-6 && step < 5e-6);
    }
    assert_true(breakpoint("5*x^2", 0) == 0);
    assert_true(fabs(breakpoint("x^2 - p^2", 0) / 1e-6 - 1) < 1e-12);
    assert_true(breakpoint("cos(x)", 1.5707963267948966) < 10); /* what rounding leaves of a term is no term */
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(series), cmocka_unit_test(breakpoints)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
