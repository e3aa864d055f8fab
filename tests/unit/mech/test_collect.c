/* Tests of collected sums: the same value by fewer operations, and what must stay as it is. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "expr/walk.h"
#include "mech/collect.h"

enum { FIXED = 1, MOVING = 2, VARS = 8 };

/* Parameters p, q; the others move. */
typedef struct fixture {
    arena *a;
    graph *g;
    expr_id p, q, u, w, x, y, v, z;
    collect_state s;
    uint64_t seed;
} fixture;

static int set_up(void **state) {
    arena *a = base_arena_create();
    fixture *f = ARENA_NEW(a, fixture);
    f->a = a;
    f->seed = 1;
    f->g = expr_graph_create(a);
    expr_id *const vars[VARS] = {&f->p, &f->q, &f->u, &f->w, &f->x, &f->y, &f->v, &f->z};
    for (int k = 0; k < VARS; k++)
        *vars[k] = expr_new_var_of(f->g, "v", k < 2 ? FIXED : MOVING);
    f->s = (collect_state){.g = f->g, .a = a, .fixed = 1u << FIXED};
    *state = f;
    return 0;
}

static int tear_down(void **state) {
    base_arena_destroy(((fixture *)*state)->a);
    return 0;
}

static double draw(fixture *f) {
    f->seed = f->seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(f->seed >> 11) * 0x1p-52 - 1;
}

static int moving(const fixture *f, expr_id e) {
    const uint32_t *found;
    size_t all = expr_nodes_below(f->g, &e, 1, &found);
    int count = 0;
    for (size_t k = 0; k < all; k++)
        count += (expr_kinds(f->g, (expr_id){found[k]}) & 1u << MOVING) &&
                 expr_node_at(f->g, (expr_id){found[k]})->op != EXPR_VAR;
    return count;
}

static void assert_equal(fixture *f, expr_id e, expr_id want) {
    for (int k = 0; k < 100; k++) {
        double values[VARS];
        for (int i = 0; i < VARS; i++)
            values[i] = draw(f);
        double right = expr_eval(f->g, want, values); /* of terms that may be larger than the sum */
        assert_true(fabs(expr_eval(f->g, e, values) - right) < 1e-10 * (1 + fabs(right)));
    }
}

/* The collected expression, which has the same value. */
static expr_id check(fixture *f, expr_id e) {
    expr_id got = mech_collect(&f->s, e);
    assert_equal(f, got, e);
    return got;
}

static expr_id times(fixture *f, expr_id a, expr_id b, expr_id c) {
    return expr_product(f->g, expr_product(f->g, a, b), c);
}

static expr_id sine(fixture *f, expr_id x) {
    return expr_unary(f->g, EXPR_SIN, x);
}

static expr_id cosine(fixture *f, expr_id x) {
    return expr_unary(f->g, EXPR_COS, x);
}

static void squares_of_sine_and_cosine(void **state) {
    fixture *f = *state;
    expr_id a = times(f, f->p, sine(f, f->u), f->q), b = times(f, f->q, cosine(f, f->u), f->p);
    expr_id sum = expr_add(f->g, times(f, a, f->x, a), times(f, b, b, f->x));
    assert_true(moving(f, check(f, sum)) == 1);
}

/* a sin u (b cos u + c) - a cos u (b sin u + d) */
static void what_cancels(void **state) {
    fixture *f = *state;
    expr_id s = sine(f, f->u), c = cosine(f, f->u), vv = expr_powi(f->g, f->v, 2);
    expr_id one = expr_add(f->g, times(f, f->p, vv, c), times(f, f->q, f->x, s));
    expr_id other = expr_add(f->g, times(f, f->p, vv, s), times(f, f->q, f->y, c));
    expr_id e = expr_sub(f->g, times(f, f->p, s, one), times(f, f->p, c, other));
    expr_id got = check(f, e);
    assert_true(moving(f, got) < moving(f, e));
    bool wanted[VARS] = {false};
    wanted[expr_node_at(f->g, f->v)->var] = true;
    assert_false(expr_depends(f->g, got, wanted));
}

static void fixed_factors_stand_together(void **state) {
    fixture *f = *state;
    expr_id e = expr_add(f->g, times(f, f->p, f->x, f->q), times(f, f->q, expr_product(f->g, f->p, f->y), f->u));
    e = expr_sub(f->g, e, times(f, f->p, expr_product(f->g, f->w, f->z), f->q));
    assert_true(moving(f, check(f, e)) == 5); /* pq (x + y u - w z) */
}

/* Differences of numbers are exact where they are near each other. */
static void differences_stay(void **state) {
    fixture *f = *state;
    expr_id difference = expr_sub(f->g, f->x, f->y), dx = expr_product(f->g, f->p, difference);
    expr_id e = expr_add(f->g, times(f, dx, f->u, f->q), times(f, f->q, expr_product(f->g, dx, f->w), f->z));
    expr_id got = check(f, e);
    assert_true(moving(f, got) <= moving(f, e));
    double values[VARS] = {3, 7, 1, 0, 1e8 + 1, 1e8, 0, 0};
    assert_true(expr_eval(f->g, got, values) == 21);
    values[4] = 0.1;
    values[5] = nextafter(0.1, 1);
    assert_true(expr_eval(f->g, got, values) == 21 * (0.1 - nextafter(0.1, 1)));
}

static expr_id long_sum(fixture *f) {
    expr_id a = times(f, f->p, sine(f, f->u), f->x), b = times(f, f->p, cosine(f, f->u), f->x);
    return expr_add(f->g, times(f, a, f->y, a), times(f, b, f->y, b));
}

static void what_is_kept_or_needed_stays(void **state) {
    fixture *f = *state;
    expr_id e = long_sum(f);
    mech_collect_keep(&f->s, expr_node_at(f->g, e)->arg[0]);
    assert_true(expr_same(mech_collect(&f->s, e), e));
    set_up(state);
    base_arena_destroy(f->a);
    f = *state;
    e = long_sum(f);
    mech_collect_need(&f->s, e);
    assert_true(expr_same(mech_collect(&f->s, e), e));
    assert_true(moving(f, mech_collect(&f->s, expr_product(f->g, e, f->v))) == moving(f, e) + 1);
}

static expr_id random_expression(fixture *f, int depth) {
    const expr_id leaves[] = {f->p, f->q, f->u, f->x, f->y, sine(f, f->w), cosine(f, f->w), expr_rational(f->g, -3, 2)};
    double at = draw(f);
    if (depth == 0)
        return leaves[(int)(4 * (at + 1)) % 8];
    expr_id a = random_expression(f, depth - 1), b = random_expression(f, depth - 1);
    return at < -0.5  ? expr_add(f->g, a, b)
           : at < 0   ? expr_sub(f->g, a, b)
           : at < 0.1 ? expr_neg(f->g, a)
           : at < 0.2 ? expr_powi(f->g, a, 2)
                      : expr_product(f->g, a, b);
}

static void random_expressions(void **state) {
    fixture *f = *state;
    int shorter = 0;
    for (int k = 0; k < 2000; k++) {
        expr_id e = random_expression(f, 3 + k % 3);
        f->s = (collect_state){.g = f->g, .a = f->a, .fixed = 1u << FIXED};
        expr_id got = check(f, e);
        assert_true(moving(f, got) <= moving(f, e));
        shorter += moving(f, got) < moving(f, e);
    }
    assert_true(shorter > 100);
}

static expr_id square(fixture *f, expr_id x) {
    return expr_powi(f->g, x, 2);
}

/* n s sin^2 a + m c cos^2 b is a sum of one term only where n = m, s = c and a = b. */
static void squares_that_belong_together(void **state) {
    fixture *f = *state;
    const expr_id two = expr_int(f->g, 2), three = expr_int(f->g, 3), one = expr_int(f->g, 1);
    const struct {
        expr_id number, factor, angle, other_number, other_factor, other_angle;
        bool joins;
    } cases[] = {{two, f->x, f->u, two, f->x, f->u, true},
                 {two, f->x, f->u, three, f->x, f->u, false},
                 {two, f->x, f->u, two, f->y, f->u, false},
                 {two, f->x, f->u, two, f->x, f->w, false},
                 {f->p, f->x, f->u, f->q, f->x, f->u, false},
                 {f->p, f->x, f->u, f->p, f->x, f->u, true},
                 {one, f->x, f->u, one, square(f, f->x), f->u, false}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        const expr_id s = times(f, cases[k].number, cases[k].factor, square(f, sine(f, cases[k].angle))),
                      c = times(f, cases[k].other_number, cases[k].other_factor,
                                square(f, cosine(f, cases[k].other_angle)));
        const expr_id got = check(f, expr_add(f->g, times(f, s, f->p, f->q), times(f, f->q, c, f->p)));
        bool angle[VARS] = {false};
        angle[expr_node_at(f->g, f->u)->var] = true;
        if (expr_depends(f->g, got, angle) == cases[k].joins)
            fail_msg("case %zu %s", k, cases[k].joins ? "is not joined" : "is joined");
    }
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(squares_of_sine_and_cosine),
        TEST(what_cancels),
        TEST(fixed_factors_stand_together),
        TEST(differences_stay),
        TEST(what_is_kept_or_needed_stays),
        TEST(random_expressions),
        cmocka_unit_test_setup_teardown(squares_that_belong_together, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
