/* Tests of roots made differentiable where they vanish: values, slopes at rest, and what is left alone. */
#include "expr/support.h"

#include "expr/diff.h"
#include "expr/walk.h"

enum { SPEED = 3 };
#define KIND (1u << SPEED)

typedef struct plane {
    bench b;
    graph *g;
    expr_id u, v, square;
} plane;

static plane plane_create(void) {
    plane p = {.b = bench_create()};
    p.g = p.b.g;
    p.u = expr_new_var_of(p.g, "u", SPEED);
    p.v = expr_new_var_of(p.g, "v", SPEED);
    expr_id u2 = expr_powi(p.g, p.u, 2);
    p.square = expr_add(p.g, u2, expr_powi(p.g, p.v, 2));
    return p;
}

/* x, y, z, u, v */
static double at(const plane *p, expr_id e, double u, double v) {
    return expr_eval(p->g, e, (double[]){0.3, -2, 5, u, v});
}

static expr_id soft(plane *p, expr_id e) {
    expr_soften(p->g, &e, 1, KIND, p->b.memory, &e);
    return e;
}

static double slope_by_u(plane *p, expr_id e, double u, double v) {
    return at(p, expr_derivative(p->g, e, expr_node_at(p->g, p->u)->var), u, v);
}

/* |v| v, |v|^1.5 v and hypot(u, v) v: values to the last bit, slopes 0 at rest and those of the chain rule elsewhere.
 */
static void products_with_roots_have_slopes_at_rest(void **state) {
    (void)state;
    plane p = plane_create();
    expr_id roots[] = {expr_sqrt(p.g, p.square), expr_pow(p.g, p.square, expr_rational(p.g, 3, 4)),
                       expr_binary(p.g, EXPR_HYPOT, p.u, p.v)};
    for (int k = 0; k < 3; k++) {
        expr_id hard = expr_mul(p.g, roots[k], p.u), e = soft(&p, hard);
        assert_true(isnan(slope_by_u(&p, hard, 0, 0)));
        assert_near(slope_by_u(&p, e, 0, 0), 0, 1e-90);
        assert_true(at(&p, e, 0, 0) == 0);
        assert_near(at(&p, e, 3e-9, -4e7), at(&p, hard, 3e-9, -4e7), 1e-15 * fabs(at(&p, hard, 3e-9, -4e7)));
        assert_near(slope_by_u(&p, e, 0.3, -0.4), slope_by_u(&p, hard, 0.3, -0.4), 1e-14);
    }
    expr_id e = expr_mul(p.g, roots[0], p.u);
    assert_true(at(&p, soft(&p, e), 0.1, 0.7) == at(&p, e, 0.1, 0.7));
    bench_destroy(&p.b);
}

/* Roots whose slope is infinite, roots without these variables, and whole powers. */
static void others_are_left_alone(void **state) {
    (void)state;
    plane p = plane_create();
    graph *g = p.g;
    expr_id x2 = expr_powi(g, p.b.x, 2), kept[] = {expr_sqrt(g, p.u),
                                                   expr_sqrt(g, expr_sub(g, p.u, p.v)),
                                                   expr_sqrt(g, x2),
                                                   expr_powi(g, p.square, 3),
                                                   expr_pow(g, p.square, expr_rational(g, -1, 4)),
                                                   expr_sqrt(g, expr_unary(g, EXPR_ABS, p.u)),
                                                   expr_sqrt(g, expr_mul(g, p.b.y, p.square))};
    for (size_t k = 0; k < sizeof kept / sizeof *kept; k++)
        assert_true(expr_same(soft(&p, kept[k]), kept[k]));
    expr_id same[2] = {p.u, expr_int(g, 4)};
    expr_soften(g, same, 2, KIND, p.b.memory, same);
    assert_true(expr_same(same[0], p.u));
    bench_destroy(&p.b);
}

static void nested_and_inside_of_others(void **state) {
    (void)state;
    plane p = plane_create();
    graph *g = p.g;
    expr_id square = expr_mul(g, expr_powi(g, p.b.z, 2), p.square), factor = expr_int(g, 4);
    expr_id e = expr_unary(g, EXPR_SIN, expr_mul(g, p.u, expr_sqrt(g, expr_div(g, square, factor))));
    assert_near(slope_by_u(&p, soft(&p, e), 0, 0), 0, 1e-90);
    expr_id more = expr_mul(g, e, expr_unary(g, EXPR_EXP, p.v));
    assert_near(slope_by_u(&p, soft(&p, more), 0.2, 0.1), slope_by_u(&p, more, 0.2, 0.1), 1e-14);
    bench_destroy(&p.b);
}

static void hardened_they_are_what_they_were(void **state) {
    (void)state;
    plane p = plane_create();
    expr_id e = expr_mul(p.g, expr_sqrt(p.g, p.square), p.u), s = soft(&p, e), back;
    assert_false(expr_same(s, e));
    expr_harden(p.g, &s, 1, &back);
    assert_true(expr_same(back, e));
    expr_harden(p.g, &e, 1, &back);
    assert_true(expr_same(back, e));
    expr_id soft_alone = expr_soft_root(p.g, p.square);
    assert_near(at(&p, soft_alone, 0, 0), 1e-100, 1e-110);
    expr_harden(p.g, &soft_alone, 1, &back);
    assert_true(expr_same(back, expr_sqrt(p.g, p.square)));
    bench_destroy(&p.b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(products_with_roots_have_slopes_at_rest),
        cmocka_unit_test(others_are_left_alone),
        cmocka_unit_test(nested_and_inside_of_others),
        cmocka_unit_test(hardened_they_are_what_they_were),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
