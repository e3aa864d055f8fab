/* Antiderivatives: each rule, derived again and compared at numbers; and what no rule finds. */
#include "mech/support.h"

#include "algebra/antiderivative.h"
#include "expr/diff.h"

/* `text` is an expression in x, y, with a parameter k: its antiderivative in x. */
typedef struct problem {
    bench b;
    expr_id e, F;
    uint32_t x;
} problem;

static problem integrate(const char *text) {
    char source[300];
    snprintf(source, sizeof source,
             "coord x = 0, y = 0\nparam k = 3\nkinetic T = x'^2 + y'^2\noutput f = %s\nsimulate until 1\n", text);
    problem p = {.b = bench_create(source)};
    p.e = p.b.m->base->outputs[0];
    p.x = p.b.m->coords[0].q;
    p.F = algebra_antiderivative(p.b.m->g, p.e, p.x, p.b.memory);
    return p;
}

static void expect_found(const char *text) {
    problem p = integrate(text);
    if (!p.F.i)
        fail_msg("no antiderivative of %s", text);
    expr_id back = expr_derivative(p.b.m->g, p.F, p.x);
    for (int i = 0; i < 8; i++) {
        *bench_q(&p.b, "x") = 0.2 + 0.15 * i;
        *bench_q(&p.b, "y") = 1.7 - 0.1 * i;
        assert_near(bench_value(&p.b, back), bench_value(&p.b, p.e), 1e-12);
    }
    bench_destroy(&p.b);
}

static void expect_none(const char *text) {
    problem p = integrate(text);
    assert_int_equal(p.F.i, 0);
    bench_destroy(&p.b);
}

static void powers_and_polynomials(void **state) {
    (void)state;
    expect_found("0");
    expect_found("k*y");
    expect_found("x");
    expect_found("k*x^3*y - 2/x + 5");
    expect_found("sqrt(x)*y + x^(3/2)/k");
    expect_found("1/(y + k*x)^2");
    expect_found("1/(y + k*x)");
    expect_found("x/sqrt(x^2 + y^2)");
    expect_found("x/(x^2 + y^2)");
    expect_found("y/(x^2 + y^2)");
    expect_found("1/(x^2 + x + y^2)");
    expect_found("1/sqrt(9 - x^2)");
    expect_found("y*sqrt(9 - x^2)");
    expect_found("sqrt(4*x^2/k^2 + x*y + 1)");
    expect_found("y/sqrt(4 + k*x - (x/k)^2)");
    expect_found("1/sqrt(x^2 + y^2)");
    expect_found("k/sqrt(4*x^2/k^2 + x*y + 1)");
    expect_found("x*(y + x)^2");
    expect_found("(x + y)^3*(x - k)");
}

static void waves_and_exponentials(void **state) {
    (void)state;
    expect_found("sin(k*x + y)");
    expect_found("y*cos(x)/k");
    expect_found("tan(x)");
    expect_found("1/cos(x)^2 + 1/sin(x)^2");
    expect_found("1/cos(x) - 1/sin(x)");
    expect_found("sin(x)^4*cos(x)");
    expect_found("sin(x)^2*cos(x)^2");
    expect_found("sin(k*x)*cos(x + y)*sin(x)");
    expect_found("x^2*sin(k*x)");
    expect_found("x*exp(-k*x)*y");
    expect_found("exp(x)*exp(2*x + y)/exp(y)");
    expect_found("x*exp(x^2)");
    expect_found("cosh(x)*sinh(x) + x*cosh(k*x)");
    expect_found("y*tanh(k*x + 1)");
    expect_found("y*tanh(k*x + 1)^2");
}

static void what_no_rule_finds(void **state) {
    (void)state;
    expect_none("exp(x^2)");
    expect_none("sin(x)/x");
    expect_none("sqrt(1 + x^3)");
    expect_none("abs(x)");
    expect_none("1/sqrt(x^2*y + 1)"); /* a logarithm or an arc, by the sign of y */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(powers_and_polynomials),
        cmocka_unit_test(waves_and_exponentials),
        cmocka_unit_test(what_no_rule_finds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
