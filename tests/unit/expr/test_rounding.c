/* Tests of running error bounds: what they come to in closed form, and that rounding stays below them. */
#include "expr/support.h"

#include "expr/walk.h"

static double value_at(const graph *g, expr_id e, double x, double y, double z) {
    return expr_eval(g, e, (const double[]){x, y, z});
}

static expr_id bound_of(bench *b, expr_id e) {
    expr_id out;
    expr_roundings(b->g, &e, 1, (expr_leaves){NULL, NULL}, &out);
    return out;
}

/* A distance is judged by the rounding of the difference, whatever comes of it; its square and its root are not. */
static void differences_keep_their_rounding(void **state) {
    (void)state;
    bench b = bench_create();
    graph *g = b.g;
    expr_id d = expr_sub(g, b.x, b.y), norm = expr_sqrt(g, expr_add(g, expr_powi(g, d, 2), expr_powi(g, b.z, 2)));
    assert_true(fabs(value_at(g, bound_of(&b, d), 20.4, 20, 0) - 40.4) < 1e-12);
    double bound = value_at(g, bound_of(&b, norm), 20.3, 20, 0.4);
    assert_true(bound > 20 && bound < 60); /* 2*(0.3*40.3 + 0.4*0.4)/0.5 */
    assert_true(value_at(g, bound_of(&b, norm), 20, 20, 0) < 1e10);
    bench_destroy(&b);
}

static expr_id ten_times(void *user, uint32_t var) {
    graph *g = user;
    return expr_mul(g, expr_int(g, 10), expr_unary(g, EXPR_ABS, expr_var(g, var)));
}

static void leaves_are_asked_for(void **state) {
    (void)state;
    bench b = bench_create();
    expr_id e = expr_mul(b.g, b.x, b.y), out;
    expr_roundings(b.g, &e, 1, (expr_leaves){ten_times, b.g}, &out);
    assert_true(value_at(b.g, out, 3, -2, 0) == 120); /* 3*20 + 2*30 */
    bench_destroy(&b);
}

/* What is steep at one place is flat apart from it, where the error of its argument does not count; at it, it does. */
static void steps_are_flat_apart(void **state) {
    (void)state;
    bench b = bench_create();
    graph *g = b.g;
    static const expr_op steps[] = {EXPR_TANH, EXPR_ATAN};
    for (int k = 0; k < 2; k++) {
        expr_id steep = expr_mul(g, expr_real(g, 1e30), expr_sub(g, b.x, b.y));
        expr_id bound = bound_of(&b, expr_unary(g, steps[k], steep));
        const double apart = value_at(g, bound, 3, 2, 0), there = value_at(g, bound, 2, 2, 0);
        assert_true(apart >= 1 && apart < 2);
        assert_true(there > 1e29);
    }
    bench_destroy(&b);
}

/* In single precision for double: the error is no more than a few of its roundoffs times the bound. */
static void rounding_stays_below(void **state) {
    (void)state;
    bench b = bench_create();
    graph *g = b.g;
    expr_id list[] = {expr_sub(g, expr_mul(g, b.x, b.y), b.z),
                      expr_div(g, expr_sub(g, b.x, b.y), expr_add(g, b.z, expr_int(g, 2))),
                      expr_unary(g, EXPR_SIN, expr_mul(g, b.x, b.y)),
                      expr_unary(g, EXPR_COS, expr_mul(g, b.x, b.z)),
                      expr_unary(g, EXPR_EXP, expr_sub(g, b.x, b.y)),
                      expr_powi(g, expr_sub(g, b.x, b.y), 3),
                      expr_unary(g, EXPR_ATAN, expr_mul(g, b.y, b.z))};
    for (size_t k = 0; k < sizeof list / sizeof *list; k++) {
        expr_id bound = bound_of(&b, list[k]);
        for (double x = -3; x < 3; x += 0.37)
            for (double y = -2; y < 2; y += 0.29) {
                double z = 0.3 + 0.1 * x, near = value_at(g, list[k], (float)x, (float)y, (float)z);
                double off = fabs(near - value_at(g, list[k], x, y, z));
                assert_true(off <= 0x1p-24 * value_at(g, bound, x, y, z) * 1.01 + 1e-13);
            }
    }
    bench_destroy(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(differences_keep_their_rounding),
                                       cmocka_unit_test(leaves_are_asked_for), cmocka_unit_test(steps_are_flat_apart),
                                       cmocka_unit_test(rounding_stays_below)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
