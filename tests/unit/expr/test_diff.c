/* Tests of the sweeps: seeds, several roots, second derivatives, growth with the size of a chain, very long sums. */
#include "expr/support.h"

#include "expr/diff.h"
#include "expr/notation.h"
#include "expr/walk.h"

static void forward_is_directional(void **state) {
    (void)state;
    bench b = bench_create();
    graph *g = b.g;
    expr_id roots[] = {expr_mul(g, b.x, b.y), b.x, b.z, expr_int(g, 4), expr_mul(g, b.x, b.y)}, out[5];
    expr_id dot[] = {b.z, expr_int(g, 2), EXPR_NONE};
    expr_forward(g, roots, 5, dot, out);
    assert_same_expr(g, out[0], expr_add(g, expr_mul(g, b.y, b.z), expr_mul(g, expr_int(g, 2), b.x)));
    assert_same_expr(g, out[1], b.z);
    assert_true(expr_is_zero(g, out[2]));
    assert_true(expr_is_zero(g, out[3]));
    assert_same_expr(g, out[4], out[0]);
    bench_destroy(&b);
}

/* Also for variables that came later, and after the graph has grown. */
static void forward_with_a_memory_is_the_same(void **state) {
    (void)state;
    bench b = bench_create();
    graph *g = b.g;
    expr_sweep known = {0};
    expr_id dot[104] = {b.y, expr_int(g, 2), EXPR_NONE}, e = expr_mul(g, b.x, b.z);
    for (int k = 3; k < 104; k++) {
        expr_id v = expr_new_var(g, "v"), want, got[2];
        dot[k] = k % 3 ? expr_unary(g, EXPR_COS, v) : EXPR_NONE;
        e = expr_add(g, expr_mul(g, e, expr_unary(g, EXPR_EXP, v)), b.x);
        expr_forward(g, &e, 1, dot, &want);
        expr_forward_again(g, (expr_id[]){e, b.z}, 2, dot, &known, b.memory, got);
        assert_same_expr(g, got[0], want);
        assert_true(expr_is_zero(g, got[1]));
    }
    bench_destroy(&b);
}

static void forward_without_seeds_is_zero(void **state) {
    (void)state;
    bench b = bench_create();
    expr_id e = expr_unary(b.g, EXPR_SIN, b.x), out;
    uint32_t size = expr_graph_size(b.g);
    expr_forward(b.g, &e, 1, (expr_id[]){EXPR_NONE, EXPR_NONE, EXPR_NONE}, &out);
    assert_true(expr_is_zero(b.g, out));
    expr_forward(b.g, &e, 1, (expr_id[]){EXPR_NONE, b.x, expr_int(b.g, 0)}, &out);
    assert_true(expr_is_zero(b.g, out));
    assert_int_equal(expr_graph_size(b.g), size);
    bench_destroy(&b);
}

/* out = sum of seeds times rows of the Jacobian, which is taken one entry at a time. */
static void reverse_sums_seeded_rows(void **state) {
    (void)state;
    bench b = bench_create();
    graph *g = b.g;
    expr_id roots[] = {expr_unary(g, EXPR_EXP, expr_mul(g, b.x, b.y)), expr_div(g, b.y, b.x),
                       expr_binary(g, EXPR_ATAN2, b.x, b.z), expr_unary(g, EXPR_EXP, expr_mul(g, b.x, b.y))};
    expr_id seed[] = {b.z, EXPR_NONE, expr_mul(g, b.x, b.y), expr_int(g, -3)}, out[3];
    uint32_t vars[] = {2, 0, 1};
    double at[] = {0.7, -1.3, 0.4};
    expr_reverse(g, roots, seed, 4, vars, 3, out);
    for (int j = 0; j < 3; j++) {
        double want = 0;
        for (int k = 0; k < 4; k++) {
            double factor = seed[k].i ? expr_eval(g, seed[k], at) : 1;
            want += factor * expr_eval(g, expr_derivative(g, roots[k], vars[j]), at);
        }
        assert_near(expr_eval(g, out[j], at), want, 1e-14 * (1 + fabs(want)));
    }
    bench_destroy(&b);
}

static void variables_that_do_not_occur_give_zero(void **state) {
    (void)state;
    bench b = bench_create();
    expr_id e = expr_powi(b.g, b.x, 2), out[3];
    expr_reverse(b.g, &e, NULL, 1, (uint32_t[]){1, 0, 2}, 3, out);
    assert_true(expr_is_zero(b.g, out[0]));
    assert_same_expr(b.g, out[1], expr_mul(b.g, expr_int(b.g, 2), b.x));
    assert_true(expr_is_zero(b.g, out[2]));
    assert_true(expr_is_zero(b.g, expr_derivative(b.g, expr_int(b.g, 9), 0)));
    assert_true(expr_is_one(b.g, expr_derivative(b.g, b.y, 1)));
    bench_destroy(&b);
}

/* With more variables than a signature has bits. */
static void many_variables_keep_apart(void **state) {
    (void)state;
    enum { VARS = 200 };
    bench b = bench_create();
    graph *g = b.g;
    while (expr_var_count(g) < VARS)
        expr_new_var(g, "v");
    expr_id sum = expr_int(g, 0), gradient[VARS];
    uint32_t vars[VARS];
    for (uint32_t v = 0; v < VARS; v++) {
        vars[v] = v;
        sum = expr_add(g, sum, expr_mul(g, expr_int(g, v + 1), expr_unary(g, EXPR_SIN, expr_var(g, v))));
    }
    expr_reverse(g, &sum, NULL, 1, vars, VARS, gradient);
    for (uint32_t v = 0; v < VARS; v++) {
        expr_id want = expr_mul(g, expr_int(g, v + 1), expr_unary(g, EXPR_COS, expr_var(g, v)));
        expr_id dot[VARS] = {EXPR_NONE}, forward;
        dot[v] = expr_int(g, 1);
        expr_forward(g, &sum, 1, dot, &forward);
        assert_same_expr(g, gradient[v], want);
        assert_same_expr(g, forward, want);
    }
    bench_destroy(&b);
}

static void second_derivatives_are_right(void **state) {
    (void)state;
    bench b = bench_create();
    graph *g = b.g;
    double at[] = {0.8, 1.7, -0.3};
    expr_id e = expr_mul(g, expr_powi(g, b.x, 3), expr_unary(g, EXPR_SIN, expr_mul(g, b.x, b.y)));
    expr_id xx = expr_derivative(g, expr_derivative(g, e, 0), 0);
    expr_id xy = expr_derivative(g, expr_derivative(g, e, 0), 1), yx = expr_derivative(g, expr_derivative(g, e, 1), 0);
    double x = at[0], y = at[1], s = sin(x * y), c = cos(x * y);
    assert_near(expr_eval(g, xx, at), 6 * x * s + 6 * x * x * y * c - x * x * x * y * y * s, 1e-14);
    assert_near(expr_eval(g, xy, at), 4 * x * x * x * c - x * x * x * x * y * s, 1e-14);
    assert_near(expr_eval(g, yx, at), expr_eval(g, xy, at), 1e-14);
    bench_destroy(&b);
}

/* A chain of N rods: coordinates, velocities, its kinetic energy and what the equations of motion take from it. */
typedef struct chain {
    arena *memory;
    graph *g;
    uint32_t count, *angle, *rate;
    expr_id *dot; /* every angle changes with its rate */
    expr_id kinetic, *momentum, *bias;
} chain;

static chain chain_create(uint32_t count) {
    chain c = {.memory = base_arena_create(), .count = count};
    c.g = expr_graph_create(c.memory);
    c.angle = ARENA_ARRAY(c.memory, uint32_t, count);
    c.rate = ARENA_ARRAY(c.memory, uint32_t, count);
    c.dot = ARENA_ARRAY(c.memory, expr_id, 2 * count);
    c.momentum = ARENA_ARRAY(c.memory, expr_id, count);
    c.bias = ARENA_ARRAY(c.memory, expr_id, count);
    for (uint32_t i = 0; i < count; i++) {
        c.angle[i] = 2 * i;
        c.rate[i] = 2 * i + 1;
        expr_new_var(c.g, "q");
        c.dot[2 * i] = expr_new_var(c.g, "q'");
    }
    return c;
}

static void chain_derive(chain *c) {
    graph *g = c->g;
    expr_id *place = ARENA_ARRAY(c->memory, expr_id, 2 * c->count),
            *speed = ARENA_ARRAY(c->memory, expr_id, 2 * c->count);
    expr_id x = expr_int(g, 0), y = x, length = expr_rational(g, 3, 2);
    for (uint32_t i = 0; i < c->count; i++) {
        expr_id q = expr_var(g, c->angle[i]);
        x = place[2 * i] = expr_add(g, x, expr_mul(g, length, expr_unary(g, EXPR_SIN, q)));
        y = place[2 * i + 1] = expr_sub(g, y, expr_mul(g, length, expr_unary(g, EXPR_COS, q)));
    }
    expr_forward(g, place, 2 * c->count, c->dot, speed);
    c->kinetic = expr_int(g, 0);
    for (uint32_t i = 0; i < 2 * c->count; i++)
        c->kinetic = expr_add(g, c->kinetic, expr_mul(g, expr_rational(g, 1, 2), expr_powi(g, speed[i], 2)));
    expr_reverse(g, &c->kinetic, NULL, 1, c->rate, c->count, c->momentum);
    expr_forward(g, c->momentum, c->count, c->dot, c->bias);
}

/* Nodes of the kinetic energy, the momenta and their rates together. */
static size_t chain_size(uint32_t count) {
    chain c = chain_create(count);
    chain_derive(&c);
    expr_id *all = ARENA_ARRAY(c.memory, expr_id, 2 * count + 1);
    all[0] = c.kinetic;
    for (uint32_t i = 0; i < count; i++) {
        all[1 + i] = c.momentum[i];
        all[1 + count + i] = c.bias[i];
    }
    size_t size = expr_count_nodes(c.g, all, 2 * count + 1);
    base_arena_destroy(c.memory);
    return size;
}

static void chains_grow_linearly(void **state) {
    (void)state;
    size_t ten = chain_size(10), hundred = chain_size(100), two_hundred = chain_size(200);
    print_message("chain of 10: %zu nodes, 100: %zu, 200: %zu\n", ten, hundred, two_hundred);
    assert_true(hundred <= 10 * ten + 200);
    assert_true(hundred <= 100 * 50);
    assert_true(two_hundred <= 2 * hundred + 20);
}

/* p_j = sum over i of (N - max(i, j)) l^2 cos(q_i - q_j) q_i' for equal masses. */
static void momenta_of_a_chain_are_right(void **state) {
    (void)state;
    enum { N = 7 };
    dice d = dice_create(1743);
    chain c = chain_create(N);
    double at[2 * N];
    chain_derive(&c);
    for (int v = 0; v < 2 * N; v++)
        at[v] = dice_between(&d, -2, 2);
    for (int j = 0; j < N; j++) {
        double want = 0;
        for (int i = 0; i < N; i++)
            want += (N - (i > j ? i : j)) * 2.25 * cos(at[2 * i] - at[2 * j]) * at[2 * i + 1];
        assert_near(expr_eval(c.g, c.momentum[j], at), want, 1e-13 * (1 + fabs(want)));
    }
    base_arena_destroy(c.memory);
}

static void forward_and_reverse_agree_on_a_chain(void **state) {
    (void)state;
    enum { N = 5 };
    dice d = dice_create(1750);
    chain c = chain_create(N);
    double at[2 * N], sum = 0;
    chain_derive(&c);
    for (int v = 0; v < 2 * N; v++)
        at[v] = dice_between(&d, -2, 2);
    expr_id slope[N], rate;
    expr_reverse(c.g, &c.kinetic, NULL, 1, c.angle, N, slope);
    expr_forward(c.g, &c.kinetic, 1, c.dot, &rate);
    for (int j = 0; j < N; j++)
        sum += expr_eval(c.g, slope[j], at) * at[2 * j + 1];
    assert_near(expr_eval(c.g, rate, at), sum, 1e-12 * (1 + fabs(sum)));
    base_arena_destroy(c.memory);
}

/* Leaning to the left or to the right, as the operands' order wants. */
static expr_id long_sum(bench *b, int terms, bool nested_right) {
    expr_id sum = b->x;
    for (int k = 2; k <= terms; k++) {
        expr_id t = expr_unary(b->g, EXPR_SIN, expr_mul(b->g, expr_int(b->g, k), b->x));
        sum = nested_right ? expr_sub(b->g, t, sum) : expr_add(b->g, sum, t);
    }
    return sum;
}

static void walk_everything(bench *b, expr_id sum) {
    expr_id out, dot[] = {expr_int(b->g, 1), EXPR_NONE, EXPR_NONE};
    double at[] = {0.001, 0, 0};
    expr_forward(b->g, &sum, 1, dot, &out);
    double forward = expr_eval(b->g, out, at), reverse = expr_eval(b->g, expr_derivative(b->g, sum, 0), at);
    assert_near(reverse, forward, 1e-7 * fabs(forward));
    assert_true(isfinite(expr_eval(b->g, expr_magnitude_bound(b->g, sum), at)));
    expr_substitute(b->g, &sum, 1, &b->x, &b->y, 1, &out);
    assert_near(expr_eval(b->g, out, (double[]){0, 0.001, 0}), expr_eval(b->g, sum, at), 1e-6);
    assert_true(expr_depends(b->g, sum, (bool[]){true, false, false}));
    strbuf text = base_strbuf_make(b->memory);
    expr_print(b->g, sum, 100, &text);
    assert_int_equal(text.len, 103);
}

static void long_sums_need_no_stack(void **state) {
    (void)state;
    for (int right = 0; right < 2; right++) {
        bench b = bench_create();
        expr_id sum = long_sum(&b, 30000, right != 0);
        assert_true(expr_count_nodes(b.g, &sum, 1) > 90000);
        walk_everything(&b, sum);
        bench_destroy(&b);
    }
}

/* The same function through a chain of nested calls: depth where a sum has width. */
static void deep_calls_need_no_stack(void **state) {
    (void)state;
    bench b = bench_create();
    expr_id e = b.x;
    for (int k = 0; k < 30000; k++)
        e = expr_unary(b.g, EXPR_ATAN, expr_add(b.g, e, b.y));
    double at[] = {1e-3, 0, 0};
    double forward = expr_eval(b.g, expr_derivative(b.g, e, 0), at);
    assert_true(forward > 0 && forward < 1);
    strbuf text = base_strbuf_make(b.memory);
    expr_print(b.g, e, 20, &text);
    assert_string_equal(base_strbuf_text(&text), "atan(y + atan(y + at...");
    bench_destroy(&b);
}

/* Many small sweeps in a large graph cost what they reach: at the cost of the graph this would take minutes. */
static void sweeps_cost_what_they_reach(void **state) {
    (void)state;
    bench b = bench_create();
    long_sum(&b, 100000, false);
    expr_id small = expr_mul(b.g, b.y, expr_unary(b.g, EXPR_EXP, b.y));
    double at[] = {0, 2, 0}, total = 0;
    for (int k = 0; k < 30000; k++)
        total += expr_eval(b.g, expr_derivative(b.g, small, 1), at);
    assert_near(total / 30000, 3 * exp(2), 1e-9);
    bench_destroy(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forward_is_directional),
        cmocka_unit_test(forward_with_a_memory_is_the_same),
        cmocka_unit_test(forward_without_seeds_is_zero),
        cmocka_unit_test(reverse_sums_seeded_rows),
        cmocka_unit_test(variables_that_do_not_occur_give_zero),
        cmocka_unit_test(many_variables_keep_apart),
        cmocka_unit_test(second_derivatives_are_right),
        cmocka_unit_test(chains_grow_linearly),
        cmocka_unit_test(momenta_of_a_chain_are_right),
        cmocka_unit_test(forward_and_reverse_agree_on_a_chain),
        cmocka_unit_test(long_sums_need_no_stack),
        cmocka_unit_test(deep_calls_need_no_stack),
        cmocka_unit_test(sweeps_cost_what_they_reach),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
