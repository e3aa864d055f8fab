/* Tests of the table of operators: its rows, its values, and every derivative against central differences. */
#include "expr/support.h"

#include <string.h>

#include "expr/diff.h"

static void the_table_is_consistent(void **state) {
    (void)state;
    for (expr_op op = 0; op < EXPR_OP_COUNT; op++) {
        const expr_op_info *info = &expr_op_table[op];
        assert_true(info->arity >= 0 && info->arity <= 3);
        assert_int_equal(info->arity == 0, op <= EXPR_VAR || op == EXPR_TABLE);
        assert_true(info->precedence >= 0 && info->precedence <= 9);
        assert_int_equal(info->arity == 0 || op == EXPR_CURVE, strlen(info->text) == 0);
    }
    assert_string_equal(expr_op_table[EXPR_SELECT].name, "SELECT");
    assert_int_equal(expr_op_table[EXPR_SELECT].arity, 3);
}

static void values_are_those_of_mathematics(void **state) {
    (void)state;
    assert_near(expr_op_value(EXPR_SUB, 5, 3, 0), 2, 0);
    assert_near(expr_op_value(EXPR_DIV, 1, 4, 0), 0.25, 0);
    assert_near(expr_op_value(EXPR_POW, 2, 10, 0), 1024, 0);
    assert_near(expr_op_value(EXPR_ATAN2, 1, -1, 0), 2.3561944901923449, 1e-15);
    assert_near(expr_op_value(EXPR_SIGN, -3, 0, 0), -1, 0);
    assert_near(expr_op_value(EXPR_SIGN, 0, 0, 0), 0, 0);
    assert_near(expr_op_value(EXPR_MIN, 2, -3, 0), -3, 0);
    assert_near(expr_op_value(EXPR_MAX, 2, -3, 0), 2, 0);
    assert_near(expr_op_value(EXPR_HYPOT, 3, 4, 0), 5, 0);
    assert_near(expr_op_value(EXPR_FLOOR, -2.5, 0, 0), -3, 0);
    assert_near(expr_op_value(EXPR_LT, 2, 2, 0), 0, 0);
    assert_near(expr_op_value(EXPR_LE, 2, 2, 0), 1, 0);
    assert_near(expr_op_value(EXPR_AND, 2, 0, 0), 0, 0);
    assert_near(expr_op_value(EXPR_OR, 2, 0, 0), 1, 0);
    assert_near(expr_op_value(EXPR_NOT, 2, 0, 0), 0, 0);
    assert_near(expr_op_value(EXPR_SELECT, 0, 7, 8), 8, 0);
    assert_near(expr_op_value(EXPR_SELECT, -1, 7, 8), 7, 0);
}

/* No row is missing among the values; tables are others' arguments. */
static void every_operator_has_a_value(void **state) {
    (void)state;
    for (expr_op op = 0; op < EXPR_OP_COUNT; op++)
        if (expr_op_table[op].arity > 0 && op != EXPR_INTERVAL && op != EXPR_CURVE)
            assert_true(isfinite(expr_op_value(op, 0.5, 0.25, 0.75)));
}

/* Five points: the error falls with the fourth power of the step. */
static double central_difference(const graph *g, expr_id e, const double *at, uint32_t var) {
    const double step = 1e-3;
    double moved[3], f[4];
    for (int k = 0; k < 4; k++) {
        memcpy(moved, at, sizeof moved);
        moved[var] += step * (double[]){-2, -1, 1, 2}[k];
        f[k] = expr_eval(g, e, moved);
    }
    return (f[0] - 8 * f[1] + 8 * f[2] - f[3]) / (12 * step);
}

/* Variables as arguments: away from 0, inside the domain of every operator, positive where that is needed. */
static void draw_point(dice *d, expr_op op, double *at) {
    bool positive = op == EXPR_SQRT || op == EXPR_LOG || op == EXPR_POW;
    do {
        for (int k = 0; k < 3; k++) {
            at[k] = dice_between(d, 0.3, 0.9);
            if (!positive && dice_below(d, 2))
                at[k] = -at[k];
        }
    } while (fabs(at[0] - at[1]) < 0.02);
}

static void check_derivatives(bench *b, expr_op op, expr_id e, const double *at) {
    for (uint32_t var = 0; var < 3; var++) {
        expr_id dot[3] = {EXPR_NONE, EXPR_NONE, EXPR_NONE}, forward;
        dot[var] = expr_int(b->g, 1);
        expr_forward(b->g, &e, 1, dot, &forward);
        double want = central_difference(b->g, e, at, var);
        double by_forward = expr_eval(b->g, forward, at);
        double by_reverse = expr_eval(b->g, expr_derivative(b->g, e, var), at);
        double tolerance = 1e-7 * (1 + fabs(want));
        if (!(fabs(by_forward - want) <= tolerance) || !(fabs(by_reverse - by_forward) <= 1e-12 * (1 + fabs(want)))) {
            print_error("%s by variable %u at %.17g %.17g %.17g: forward %.17g, reverse %.17g, difference %.17g\n",
                        expr_op_table[op].name, var, at[0], at[1], at[2], by_forward, by_reverse, want);
            fail();
        }
    }
}

static expr_id make_with(graph *g, expr_op op, expr_id a, expr_id b, expr_id c) {
    int arity = expr_op_table[op].arity;
    return expr_make(g, op, a, arity > 1 ? b : EXPR_NONE, arity > 2 ? c : EXPR_NONE);
}

static void every_derivative_matches_differences(void **state) {
    (void)state;
    dice d = dice_create(1788);
    bench b = bench_create();
    for (expr_op op = EXPR_ADD; op < EXPR_NUMERIC_OPS; op++) {
        for (int k = 0; k < 50; k++) {
            double at[3];
            draw_point(&d, op, at);
            check_derivatives(&b, op, make_with(b.g, op, b.x, b.y, b.z), at);
        }
    }
    bench_destroy(&b);
}

/* The chain rule: arguments that share variables, below another function. */
static void composed_derivatives_match_differences(void **state) {
    (void)state;
    dice d = dice_create(1834);
    bench b = bench_create();
    expr_id inner[] = {expr_mul(b.g, b.x, b.y), expr_add(b.g, expr_unary(b.g, EXPR_SIN, b.x), b.y),
                       expr_mul(b.g, b.z, expr_sub(b.g, b.x, b.z))};
    for (expr_op op = EXPR_ADD; op < EXPR_NUMERIC_OPS; op++) {
        expr_id e = make_with(b.g, op, inner[0], inner[1], inner[2]);
        e = expr_mul(b.g, e, expr_unary(b.g, EXPR_COS, expr_mul(b.g, e, b.z)));
        for (int k = 0; k < 50; k++) {
            double at[3];
            draw_point(&d, EXPR_SQRT, at);
            check_derivatives(&b, op, e, at);
        }
    }
    bench_destroy(&b);
}

static void selection_derives_the_branch_taken(void **state) {
    (void)state;
    bench b = bench_create();
    expr_id positive = expr_binary(b.g, EXPR_LT, expr_int(b.g, 0), b.x);
    expr_id e = expr_select(b.g, positive, expr_sqrt(b.g, b.x), expr_mul(b.g, b.x, b.y));
    expr_id dot[3] = {expr_int(b.g, 1), EXPR_NONE, EXPR_NONE}, forward, reverse = expr_derivative(b.g, e, 0);
    expr_forward(b.g, &e, 1, dot, &forward);
    /* where the other branch has no derivative */
    double at_zero[] = {0, 5, 0}, above[] = {4, 5, 0};
    assert_near(expr_eval(b.g, forward, at_zero), 5, 0);
    assert_near(expr_eval(b.g, reverse, at_zero), 5, 0);
    assert_near(expr_eval(b.g, forward, above), 0.25, 0);
    assert_near(expr_eval(b.g, reverse, above), 0.25, 0);
    bench_destroy(&b);
}

static void powers_have_derivatives_at_zero(void **state) {
    (void)state;
    bench b = bench_create();
    double at[] = {0, 2, 0};
    assert_near(expr_eval(b.g, expr_derivative(b.g, expr_pow(b.g, b.x, b.y), 0), at), 0, 0);
    assert_same_expr(b.g, expr_derivative(b.g, expr_powi(b.g, b.x, 3), 0),
                     expr_mul(b.g, expr_int(b.g, 3), expr_powi(b.g, b.x, 2)));
    assert_same_expr(b.g, expr_derivative(b.g, expr_powi(b.g, b.x, -1), 0), expr_neg(b.g, expr_powi(b.g, b.x, -2)));
    assert_same_expr(b.g, expr_derivative(b.g, expr_unary(b.g, EXPR_ABS, b.x), 0), expr_unary(b.g, EXPR_SIGN, b.x));
    bench_destroy(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_table_is_consistent),
        cmocka_unit_test(values_are_those_of_mathematics),
        cmocka_unit_test(every_operator_has_a_value),
        cmocka_unit_test(every_derivative_matches_differences),
        cmocka_unit_test(composed_derivatives_match_differences),
        cmocka_unit_test(selection_derives_the_branch_taken),
        cmocka_unit_test(powers_have_derivatives_at_zero),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
