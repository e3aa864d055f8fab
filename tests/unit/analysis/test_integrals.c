/* Velocity rows and what they integrate to: textbook constraints, rows that need each other, and rows that do not. */
#include "mech/support.h"

#include "analysis/structure/structure.h"
#include "expr/diff.h"

static const char *const declarations =
    "param R = 0.5, k = 2\ncoord x = 0.1, y = 0.2, theta = 0.3, phi = 0.4, z = 0.7\n"
    "kinetic T = x'^2 + y'^2 + theta'^2 + phi'^2 + z'^2\n";

static structure analyse(bench *b) {
    double q[5] = {0.1, 0.2, 0.3, 0.4, 0.7}, v[5] = {0};
    return analysis_structure_find(b->m, q, v, b->rows, b->memory);
}

static bench read(const char *constraints) {
    char text[600];
    snprintf(text, sizeof text, "%s%s", declarations, constraints);
    return bench_create(text);
}

static const structure_constraint *find(const structure *s, const char *name) {
    for (size_t i = 0; i < s->constraint_count; i++)
        if (!strcmp(s->constraints[i].name, name))
            return &s->constraints[i];
    fail_msg("no constraint '%s'", name);
    return NULL;
}

/* The formula that a model gives as its only output. */
static expr_id wanted(const bench *b) {
    return b->m->base->outputs[0];
}

/* Two integrals of one row are functions of each other: their differentials are parallel in the columns x..z, t. */
static void assert_same_leaves(bench *b, expr_id F, expr_id G) {
    for (int trial = 0; trial < 4; trial++) {
        double f[6], g[6];
        for (int i = 0; i < 6; i++) {
            uint32_t var = i < 5 ? b->m->coords[i].q : b->m->t;
            for (int k = 0; k < 5; k++)
                b->at[b->m->coords[k].q] = 0.3 + 0.1 * k + 0.05 * trial;
            b->at[b->m->t] = 0.2 + 0.1 * trial;
            f[i] = bench_value(b, expr_derivative(b->m->g, F, var));
            g[i] = bench_value(b, expr_derivative(b->m->g, G, var));
        }
        double ff = 0, fg = 0, gg = 0;
        for (int i = 0; i < 6; i++)
            ff += f[i] * f[i], fg += f[i] * g[i], gg += g[i] * g[i];
        assert_true(ff > 0 && gg > 0);
        assert_near(fg * fg, ff * gg, 1e-9);
    }
}

static void expect_integral(const char *constraints, const char *name, const char *formula) {
    char text[600];
    snprintf(text, sizeof text, "%soutput w = %s\n", constraints, formula);
    bench b = read(text);
    structure s = analyse(&b);
    const structure_constraint *c = find(&s, name);
    assert_int_equal(c->nature, ROW_INTEGRABLE);
    if (c->integral_count != 1)
        fail_msg("no integral of '%s' in\n%s", name, constraints);
    assert_same_leaves(&b, c->integrals[0], wanted(&b));
    bench_destroy(&b);
}

static void expect_no_integral(const char *constraints, const char *name, row_nature nature) {
    bench b = read(constraints);
    structure s = analyse(&b);
    const structure_constraint *c = find(&s, name);
    assert_int_equal(c->nature, nature);
    assert_int_equal(c->integral_count, 0);
    bench_destroy(&b);
}

static void closed_rows(void **state) {
    (void)state;
    expect_integral("constraint c: x' = R*phi'\n", "c", "x - R*phi");
    expect_integral("constraint c: x' = R*phi' + t*sin(3*t)\n", "c", "x - R*phi + t*cos(3*t)/3 - sin(3*t)/9");
    expect_integral("constraint c: x'*sin(theta) + (z + x*cos(theta))*theta' + theta*z' = 0\n", "c",
                    "x*sin(theta) + theta*z");
    expect_integral("constraint c: (x*x' + y*y')/sqrt(x^2 + y^2) = k*phi'\n", "c", "sqrt(x^2 + y^2) - k*phi");
    expect_integral("constraint c: (x*y' - y*x')/(x^2 + y^2) = phi'\n", "c", "atan(y/x) - phi");
}

static void integrating_factors(void **state) {
    (void)state;
    expect_integral("constraint c: x*y' = y*x'\n", "c", "y/x");
    expect_integral("constraint c: x*y' = 2*y*x'\n", "c", "y/x^2"); /* (-2 y)^(-3/2) closes it too, and has no value */
    expect_integral("constraint c: 2*x*y' = -y*x'\n", "c", "x*y^2");
    expect_integral("constraint c: 3*x*y' = 2*y*x'\n", "c", "y^3/x^2");
    expect_integral("constraint c: y*z*x' + x*z*y' + x*y*z' = 0\n", "c", "x*y*z");
    expect_integral("constraint c: x' + x*z' + exp(-z)*y*y' = 0\n", "c", "x*exp(z) + y^2/2");
    expect_integral("constraint c: z*x' = 2*x*z' + x*z*tan(y)*y'\n", "c", "x*cos(y)/z^2");
    expect_integral("constraint c: x' = k*x\n", "c", "log(x) - k*t");
}

/* A wheel that rolls anywhere cannot be integrated; with its heading held it can, and so can the row that holds it. */
static void rows_that_need_each_other(void **state) {
    (void)state;
#define COIN "constraint a: x' = R*cos(theta)*phi'\nconstraint b: y' = R*sin(theta)*phi'\n"
    expect_no_integral(COIN, "a", ROW_NONHOLONOMIC);
    expect_integral(COIN "constraint h: theta' = 0\n", "a", "x - R*cos(theta)*phi");
    expect_integral(COIN "constraint h: theta' = 0\n", "b", "y - R*sin(theta)*phi");
    expect_integral(COIN "constraint h: theta = 0.3\n", "b", "y - R*sin(theta)*phi");
    expect_integral(COIN "constraint h: theta' = x'\n", "b", "y + log(cos(theta))");
    /* with a rod between: x is known from theta, and the rest of the row is closed then */
    expect_integral("constraint rod: x = cos(theta)\nconstraint v: y' = x*theta'\n", "v", "y - sin(theta)");
    expect_integral("constraint a: x' = y*phi'\nconstraint b: y' = x*phi'\n", "b", "x^2 - y^2");
}

static void rows_that_do_not_integrate(void **state) {
    (void)state;
    expect_no_integral("constraint edge: x'*sin(theta) = y'*cos(theta)\n", "edge", ROW_NONHOLONOMIC);
    expect_no_integral("constraint a: z' = y*x'\nconstraint b: y' = theta*x'\n", "a", ROW_NONHOLONOMIC);
    expect_no_integral("constraint c: x' = exp(y^2)*y' + sqrt(1 + phi^3)*phi'\n", "c", ROW_INTEGRABLE);
}

/* Two wheels on an axle: the difference of their rows. */
static void hidden_integrals(void **state) {
    (void)state;
    bench b = read("constraint a: x'*cos(theta) + y'*sin(theta) + k*theta' = R*phi'\n"
                   "constraint b: x'*cos(theta) + y'*sin(theta) - k*theta' = R*z'\n"
                   "output w = 2*k*theta - R*(phi - z)\n");
    structure s = analyse(&b);
    assert_int_equal(s.hidden_count, 1);
    assert_same_leaves(&b, s.hidden[0], wanted(&b));
    bench_destroy(&b);
}

static void constraints_of_several_rows(void **state) {
    (void)state;
    bench b = read("let p = [x, y]\nconstraint roll: p' = R*phi'*dir(theta)\nconstraint h: theta' = 0\n");
    structure s = analyse(&b);
    assert_int_equal(find(&s, "roll")->integral_count, 2);
    bench_destroy(&b);
}

static void expect_reason(const char *text, const char *reason) {
    bench b = read(text);
    structure s = analyse(&b);
    assert_int_equal(s.conservative, reason == NULL);
    assert_int_equal(s.why_count, reason ? 1 : 0);
    if (reason)
        assert_string_equal(s.why[0], reason);
    bench_destroy(&b);
}

static void why_energy_is_not_kept(void **state) {
    (void)state;
    expect_reason("potential V = k*x^2\nforce f: [k, 0] at [x, y]\n", NULL);
    expect_reason("dissipation D = x'^2\n", "dissipation D takes energy");
    expect_reason("spring s: from [0, 0] to [x, y], stiffness k, length 0.1, damping 0.2\n", "spring s takes energy");
    expect_reason("force drive: [sin(t), 0] at [x, y]\n", "force drive depends on t");
    expect_reason("force f: [0, x] at [x, y]\n", "force f has no potential: its work depends on the path");
    expect_reason("force f: [0, x] at [x, y]\nforce g: [y, 0] at [x, y]\n", NULL);
    expect_reason("constraint c: x = 0.1 + t\n", "constraint c moves: t appears in it");
    expect_reason("constraint c: x' = k*x\n", "constraint c moves: it does not hold at rest");
    expect_reason("potential V = x*sin(t)\n", "potential V depends on t");
    expect_reason("potential V = x*t\nlagrangian S = x*t\n", NULL);
    expect_reason("potential V = if t > 5 then x else 0\n", "potential V depends on t");
    expect_reason("force drive: [exp(-((t - 5)/0.05)^2), 0] at [x, y]\n", "force drive depends on t");
    expect_reason("force drag: [if x' > 30 then -k*x' else 0, 0] at [x, y]\n",
                  "force drag depends on velocities and does work");
    expect_reason("force bent: [if x > 30 then k*y else 0, 0] at [x, y]\n",
                  "force bent has no potential: its work depends on the path");
    expect_reason("particle bead: mass 1 at [sin(theta)*cos(5*t), sin(theta)*sin(5*t)]\n",
                  "particle bead is carried along by a prescribed motion, which does work");
    expect_reason("particle bead: mass 1 at [sin(theta), cos(theta)]\n", NULL);
}

/* z stands before two differentials and has none of its own. */
static void a_factor_that_varies_by_itself(void **state) {
    (void)state;
    static const char rows[] = "constraint c: x' + z*y' = z*theta'\nconstraint d: x' - z*y' = -z*theta'\n";
    expect_integral(rows, "c", "y - theta");
    expect_integral("constraint c: z*x' = z*y'\n", "c", "x - y");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(closed_rows),
        cmocka_unit_test(integrating_factors),
        cmocka_unit_test(rows_that_need_each_other),
        cmocka_unit_test(rows_that_do_not_integrate),
        cmocka_unit_test(hidden_integrals),
        cmocka_unit_test(a_factor_that_varies_by_itself),
        cmocka_unit_test(constraints_of_several_rows),
        cmocka_unit_test(why_energy_is_not_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
