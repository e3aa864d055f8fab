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

static jet of_terms(double c0, double c1, double c2, double c3) {
    return (jet){{c0, c1, c2, c3}, {fabs(c0), fabs(c1), fabs(c2), fabs(c3)}};
}

/* Where one term overtakes another: where they are equal. */
static void terms_overtake_each_other(void **state) {
    (void)state;
    const struct {
        jet j;
        int degree;
        double step, first;
    } cases[] = {
        {of_terms(2, 0, -8, 0), 2, 0.5, 0.5}, {of_terms(0, 3, 0, 24), 2, sqrt(0.125), sqrt(0.125)},
        {of_terms(2, 4, 0, 0), 1, 0.5, 0.5},  {of_terms(0, 5, 0, 0), 1, 0, 0},
        {of_terms(7, 0, 0, 0), 1, 0, 0},      {of_terms(0, 0, 3, 0), 2, 0, 0},
        {of_terms(0, 0, 3, 6), 2, 0.5, 0.5},  {of_terms(1, 0, 4, 27), 2, 1. / 3, 1. / 3},
        {of_terms(1, 10, 4, 0), 2, 2.5, 0.1}, {of_terms(8, 0, 0, 1), 2, 2, 2},
        {of_terms(0, 0, 0, 4), 2, 0, 0},      {of_terms(0, 1, 2, 1000), 2, sqrt(1e-3), sqrt(1e-3)},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int degree = 0;
        double step = analysis_jet_breakpoint(&cases[i].j, &degree);
        double first = analysis_jet_first_breakpoint(&cases[i].j);
        if (degree != cases[i].degree || fabs(step - cases[i].step) > 1e-14 || fabs(first - cases[i].first) > 1e-14)
            fail_msg("case %zu: %d %.17g %.17g", i, degree, step, first);
        assert_true(analysis_jet_bound_breakpoint(&cases[i].j) == step);
    }
    jet rounded = of_terms(1, 0, 1e-12, 0); /* a term that is rounding of its parts counts by their bound alone */
    rounded.size[2] = 1;
    assert_true(analysis_jet_breakpoint(&rounded, NULL) == 0 && analysis_jet_first_breakpoint(&rounded) == 0);
    assert_true(analysis_jet_bound_breakpoint(&rounded) == 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(series), cmocka_unit_test(breakpoints),
                                       cmocka_unit_test(terms_overtake_each_other)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
