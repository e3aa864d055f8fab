/* Tests of interval arithmetic: bounds hold every value that the scalar backend finds, and are tight where they can be.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "tape/bounds/bounds.h"

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

static void assert_same(double got, double want, int lane) {
    bool same = (isnan(got) && isnan(want)) || got == want || fabs(got - want) <= 1e-14 * (1 + fabs(want));
    if (!same)
        fail_msg("lane %d has %.17g instead of %.17g", lane, got, want);
}

/* Every lane of every kind finds what one interval alone gives, whatever stands in the others. */
static void same_in_lanes(fixture *f, const tape *t, const tape_bounds *x, tape_bounds want, bool jumps) {
    tape_bounds_lanes *const kinds[] = {tape_bounds_plain, tape_bounds_run_lanes()};
    double *slots = ARENA_ARRAY(f->a, double, 16 * t->slot_count + 8);
    slots += (64 - (uintptr_t)slots % 64) % 64 / sizeof *slots;
    uint32_t out = t->segments[1].out_slots[0];
    for (size_t kind = 0; kind < sizeof kinds / sizeof *kinds; kind++)
        for (int lane = 0; lane < 8; lane += 5) {
            tape_bounds_init_lanes(t, slots);
            for (int k = 0; k < 2; k++)
                for (int l = 0; l < 8; l++) {
                    slots[16 * k + l] = l == lane ? x[k].low : (double)(l - k);
                    slots[16 * k + 8 + l] = l == lane ? x[k].high : (double)(2 * l + k);
                }
            kinds[kind](t, 0, slots);
            unsigned some = kinds[kind](t, 1, slots);
            assert_same(slots[16 * out + (uint32_t)lane], want.low, lane);
            assert_same(slots[16 * out + 8 + (uint32_t)lane], want.high, lane);
            assert_int_equal(some >> lane & 1, jumps);
        }
}

/* The bounds of one root over x and y. */
static tape_bounds bound(fixture *f, expr_id root, tape_bounds x, tape_bounds y, bool *jumps) {
    tape *t = tape_build(f->a, f->g, f->vars, 2, 0, &(tape_group){&root, 1, NULL, 0}, 1);
    tape_bounds *slots = ARENA_ARRAY(f->a, tape_bounds, t->slot_count);
    tape_bounds_init(t, slots);
    slots[0] = x;
    slots[1] = y;
    tape_bounds_run(t, 0, slots);
    bool j = tape_bounds_run(t, 1, slots);
    same_in_lanes(f, t, (tape_bounds[]){x, y}, slots[t->segments[1].out_slots[0]], j);
    if (jumps)
        *jumps = j;
    return slots[t->segments[1].out_slots[0]];
}

static double value(fixture *f, expr_id root, double x, double y) {
    double at[2];
    at[f->vars[0]] = x;
    at[f->vars[1]] = y;
    return expr_eval(f->g, root, at);
}

static double anything(void) {
    return 4 * (double)rand() / RAND_MAX - 2;
}

static void hold_at_points(fixture *f, expr_id root, const char *what) {
    for (int round = 0; round < 300; round++) {
        double x = anything(), y = anything(), width = round % 3 ? fabs(anything()) : 1e-3;
        tape_bounds b = bound(f, root, (tape_bounds){x, x + width}, (tape_bounds){y, y + width}, NULL);
        for (int i = 0; i < 40; i++) {
            double u = x + width * (i % 8) / 7, v = y + width * (i / 8) / 4, g = value(f, root, u, v);
            double spare = 1e-13 * (1 + fabs(g));
            if (!isnan(g) && !(g >= b.low - spare && g <= b.high + spare))
                fail_msg("%s at (%g, %g) is %.17g, outside [%.17g, %.17g]", what, u, v, g, b.low, b.high);
        }
    }
}

/* Every operator, alone and inside others, at random intervals. */
static void values_lie_within(void **state) {
    fixture *f = *state;
    expr_id sum = expr_add(f->g, f->x, f->y), seven = expr_int(f->g, 7);
    for (int op = EXPR_ADD; op < EXPR_NUMERIC_OPS; op++) {
        int arity = expr_op_table[op].arity;
        expr_id third = arity > 2 ? expr_mul(f->g, f->x, f->y) : EXPR_NONE, second = arity > 1 ? f->y : EXPR_NONE;
        expr_id first = arity > 2 ? expr_binary(f->g, EXPR_LT, f->x, f->y) : f->x;
        expr_id e = expr_make(f->g, (expr_op)op, first, second, third);
        hold_at_points(f, e, expr_op_table[op].name);
        hold_at_points(f, expr_sub(f->g, expr_mul(f->g, seven, e), expr_mul(f->g, sum, e)), expr_op_table[op].name);
    }
    for (int n = -4; n < 9; n++)
        hold_at_points(f, expr_powi(f->g, f->x, n), "integer power");
    hold_at_points(f, expr_pow(f->g, f->x, expr_rational(f->g, 1, 3)), "root");
    expr_id s = expr_unary(f->g, EXPR_SIN, sum), c = expr_unary(f->g, EXPR_COS, sum);
    hold_at_points(f, expr_add(f->g, s, expr_mul(f->g, f->x, c)), "sine and cosine of one angle");
}

static void assert_bounds(tape_bounds b, double low, double high) {
    if (!(fabs(b.low - low) <= 1e-15 && fabs(b.high - high) <= 1e-15))
        fail_msg("[%.17g, %.17g] instead of [%.17g, %.17g]", b.low, b.high, low, high);
}

static void they_are_tight(void **state) {
    fixture *f = *state;
    tape_bounds none = {0, 0};
    assert_bounds(bound(f, expr_powi(f->g, f->x, 2), (tape_bounds){-1, 2}, none, NULL), 0, 4);
    assert_bounds(bound(f, expr_unary(f->g, EXPR_SIN, f->x), (tape_bounds){1, 2}, none, NULL), sin(1), 1);
    assert_bounds(bound(f, expr_unary(f->g, EXPR_COS, f->x), (tape_bounds){100, 107}, none, NULL), -1, 1);
    assert_bounds(bound(f, expr_unary(f->g, EXPR_ABS, f->x), (tape_bounds){-3, 2}, none, NULL), 0, 3);
    assert_bounds(bound(f, expr_sqrt(f->g, f->x), (tape_bounds){-1, 4}, none, NULL), 0, 2);
    assert_true(isnan(bound(f, expr_sqrt(f->g, f->x), (tape_bounds){-2, -1}, none, NULL).high));
}

static void jumps_are_told(void **state) {
    fixture *f = *state;
    tape_bounds none = {0, 0};
    bool jumps;
    expr_id sign = expr_unary(f->g, EXPR_SIGN, f->x), less = expr_binary(f->g, EXPR_LT, f->x, f->y);
    expr_id pick = expr_select(f->g, less, f->x, expr_int(f->g, 5));
    bound(f, sign, (tape_bounds){1, 2}, none, &jumps);
    assert_false(jumps);
    bound(f, sign, (tape_bounds){-1, 2}, none, &jumps);
    assert_true(jumps);
    assert_bounds(bound(f, pick, (tape_bounds){1, 2}, (tape_bounds){3, 4}, &jumps), 1, 2);
    assert_false(jumps);
    assert_bounds(bound(f, pick, (tape_bounds){1, 3}, (tape_bounds){2, 4}, &jumps), 1, 5);
    assert_true(jumps);
    expr_id roots[] = {expr_add(f->g, pick, f->y), expr_unary(f->g, EXPR_ABS, f->x), sign};
    tape *t = tape_build(f->a, f->g, f->vars, 2, 0, &(tape_group){roots, 3, NULL, 0}, 1);
    bool found[3];
    tape_find_jumps(t, 1, f->a, found);
    assert_true(found[0] && !found[1] && found[2]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(values_lie_within, set_up, tear_down),
        cmocka_unit_test_setup_teardown(they_are_tight, set_up, tear_down),
        cmocka_unit_test_setup_teardown(jumps_are_told, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
