/* Tests of disc arithmetic: discs hold every value that complex arguments in their discs give, and are refused where
   a result is not analytic. */
#include <complex.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tape/bounds/discs.h"

typedef struct fixture {
    arena *a;
    graph *g;
    uint32_t vars[2];
    expr_id x, y;
} fixture;

static int set_up(void **state) {
    arena *a = base_arena_create();
    fixture *f = ARENA_NEW(a, fixture);
    f->a = a;
    f->g = expr_graph_create(a);
    f->x = expr_new_var(f->g, "x");
    f->y = expr_new_var(f->g, "y");
    f->vars[0] = expr_node_at(f->g, f->x)->var;
    f->vars[1] = expr_node_at(f->g, f->y)->var;
    *state = f;
    return 0;
}

static int tear_down(void **state) {
    base_arena_destroy(((fixture *)*state)->a);
    return 0;
}

static tape_disc run(fixture *f, expr_id root, tape_disc x, tape_disc y) {
    tape *t = tape_build(f->a, f->g, f->vars, 2, 0, &(tape_group){&root, 1, NULL, 0}, 1);
    tape_disc *slots = ARENA_ARRAY(f->a, tape_disc, t->slot_count);
    tape_discs_init(t, slots);
    slots[0] = x;
    slots[1] = y;
    tape_discs_run(t, 0, slots);
    tape_discs_run(t, 1, slots);
    return slots[t->segments[1].out_slots[0]];
}

static double complex tangent(double complex z) {
    return csin(z) / ccos(z);
}
static double complex square_root(double complex z) {
    return csqrt(z);
}

typedef struct function {
    expr_op op;
    double complex (*f)(double complex);
    double least, most; /* of the centres tried */
} function;

static const function functions[] = {
    {EXPR_SIN, csin, -9, 9},      {EXPR_COS, ccos, -9, 9},     {EXPR_TAN, tangent, -1, 1},
    {EXPR_ASIN, casin, -0.6, .6}, {EXPR_ACOS, cacos, -.6, .6}, {EXPR_ATAN, catan, -4, 4},
    {EXPR_SINH, csinh, -3, 3},    {EXPR_COSH, ccosh, -3, 3},   {EXPR_TANH, ctanh, -3, 3},
    {EXPR_EXP, cexp, -3, 3},      {EXPR_LOG, clog, 0.5, 5},    {EXPR_SQRT, square_root, 0.5, 5},
};

/* All round the rim of the disc, where the greatest distance is; and not much wider. */
static void functions_of_one(void **state) {
    fixture *f = *state;
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        for (int k = 0; k <= 20; k++) {
            const function *one = &functions[i];
            double mid = one->least + (one->most - one->least) * k / 20, radius = 0.02 * (k % 6 + 1), far = 0;
            tape_disc d = run(f, expr_unary(f->g, one->op, f->x), (tape_disc){mid, radius}, (tape_disc){0, 0});
            assert_true(isfinite(d.radius));
            for (int l = 0; l < 64; l++)
                far = fmax(far, cabs(one->f(mid + radius * cexp(I * 0.0981747704 * l)) - d.mid));
            assert_true(far <= d.radius * (1 + 1e-12) + 1e-15);
            assert_true(d.radius < 4 * (far + radius));
        }
}

/* Of points it is the value, if it says anything; an operator without a case would break off here. */
static void every_operator_has_one(void **state) {
    fixture *f = *state;
    static const double at[][2] = {{0.5, 0.75}, {-0.25, 2}, {3, -1.5}, {-2, -0.5}, {0, 1}, {1, 0}, {2, 2}};
    for (int op = EXPR_ADD; op < EXPR_NUMERIC_OPS; op++)
        for (size_t k = 0; k < sizeof at / sizeof *at; k++) {
            const int arity = expr_op_table[op].arity;
            const expr_id first = arity > 2 ? expr_binary(f->g, EXPR_LT, f->x, f->y) : f->x,
                          third = arity > 2 ? expr_mul(f->g, f->x, f->y) : EXPR_NONE,
                          e = expr_make(f->g, (expr_op)op, first, arity > 1 ? f->y : EXPR_NONE, third);
            const tape_disc d = run(f, e, (tape_disc){at[k][0], 0}, (tape_disc){at[k][1], 0});
            double values[2];
            values[f->vars[0]] = at[k][0];
            values[f->vars[1]] = at[k][1];
            const double want = expr_eval(f->g, e, values);
            if (d.radius < INFINITY && !(fabs(d.mid - want) <= 1e-14 * fmax(1, fabs(want)) + d.radius))
                fail_msg("%s at (%g, %g) is %.17g, not %.17g", expr_op_table[op].name, at[k][0], at[k][1], d.mid, want);
        }
}

static void operators_of_two(void **state) {
    fixture *f = *state;
    graph *g = f->g;
    expr_id x = f->x, y = f->y;
    const expr_id roots[] = {expr_add(g, x, y),
                             expr_sub(g, x, y),
                             expr_mul(g, x, y),
                             expr_div(g, x, y),
                             expr_powi(g, x, 3),
                             expr_powi(g, x, -2),
                             expr_pow(g, y, x),
                             expr_binary(g, EXPR_HYPOT, x, y),
                             expr_binary(g, EXPR_ATAN2, x, y)};
    for (size_t i = 0; i < sizeof roots / sizeof *roots; i++) {
        tape_disc a = {-1.3, 0.2}, b = {0.9, 0.15}, d = run(f, roots[i], a, b);
        assert_true(isfinite(d.radius));
        for (int k = 0; k < 256; k++) {
            double complex u = a.mid + a.radius * cexp(I * 0.3926990817 * (k / 16));
            double complex v = b.mid + b.radius * cexp(I * 0.3926990817 * (k % 16));
            const double complex values[] = {u + v,
                                             u - v,
                                             u * v,
                                             u / v,
                                             u * u * u,
                                             1 / (u * u),
                                             cpow(v, u),
                                             csqrt(u * u + v * v),
                                             -I * clog((v + I * u) / csqrt(u * u + v * v))};
            assert_true(cabs(values[i] - d.mid) <= d.radius * (1 + 1e-12));
        }
    }
}

static void what_is_not_analytic(void **state) {
    fixture *f = *state;
    graph *g = f->g;
    expr_id x = f->x, zero = expr_int(g, 0), less = expr_binary(g, EXPR_LT, x, zero);
    const expr_id roots[] = {
        expr_unary(g, EXPR_ABS, x),        expr_unary(g, EXPR_SIGN, x),  expr_sqrt(g, x),
        expr_unary(g, EXPR_LOG, x),        expr_div(g, f->y, x),         expr_binary(g, EXPR_MIN, x, zero),
        expr_binary(g, EXPR_MAX, x, zero), expr_select(g, less, f->y, x)};
    for (size_t i = 0; i < sizeof roots / sizeof *roots; i++) {
        tape_disc y = {2, 0.1};
        assert_true(isinf(run(f, roots[i], (tape_disc){0.1, 0.2}, y).radius));
        assert_true(isfinite(run(f, roots[i], (tape_disc){0.3, 0.2}, y).radius));
    }
    tape_disc chosen = run(f, roots[7], (tape_disc){-3, 1}, (tape_disc){2, 0.1});
    assert_true(chosen.mid == 2 && chosen.radius == 0.1);
    assert_true(isinf(run(f, expr_binary(g, EXPR_ATAN2, f->y, x), (tape_disc){-1, 0.1}, (tape_disc){0, 0.1}).radius));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(functions_of_one, set_up, tear_down),
        cmocka_unit_test_setup_teardown(every_operator_has_one, set_up, tear_down),
        cmocka_unit_test_setup_teardown(operators_of_two, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_is_not_analytic, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
