/* Tests of the walks: dependence, variables in use, node counts, substitution, majorants, degrees. */
#include "expr/support.h"

#include "expr/walk.h"

static void dependence_is_exact(void **state) {
    (void)state;
    bench b = bench_create();
    expr_id e = expr_add(b.g, expr_unary(b.g, EXPR_SIN, b.x), expr_mul(b.g, b.x, b.y));
    assert_true(expr_depends(b.g, e, (bool[]){true, false, false}));
    assert_true(expr_depends(b.g, e, (bool[]){false, true, true}));
    assert_false(expr_depends(b.g, e, (bool[]){false, false, true}));
    assert_false(expr_depends(b.g, e, (bool[]){false, false, false}));
    assert_false(expr_depends(b.g, expr_int(b.g, 3), (bool[]){true, true, true}));
    bench_destroy(&b);
}

/* So many variables that signatures repeat. */
static void dependence_is_exact_for_many_variables(void **state) {
    (void)state;
    enum { VARS = 300 };
    bench b = bench_create();
    while (expr_var_count(b.g) < VARS)
        expr_new_var(b.g, "v");
    expr_id e = expr_mul(b.g, expr_var(b.g, 7), expr_unary(b.g, EXPR_COS, expr_var(b.g, 200)));
    for (uint32_t v = 0; v < VARS; v++) {
        bool wanted[VARS] = {false};
        wanted[v] = true;
        assert_int_equal(expr_depends(b.g, e, wanted), v == 7 || v == 200);
    }
    bench_destroy(&b);
}

static void marks_add_to_what_is_there(void **state) {
    (void)state;
    bench b = bench_create();
    bool used[3] = {false, true, false};
    expr_id roots[] = {expr_mul(b.g, b.x, expr_int(b.g, 2)), expr_int(b.g, 5)};
    expr_mark_vars(b.g, roots, 2, used);
    assert_true(used[0] && used[1] && !used[2]);
    bench_destroy(&b);
}

static void shared_nodes_count_once(void **state) {
    (void)state;
    bench b = bench_create();
    expr_id s = expr_unary(b.g, EXPR_SIN, b.x), e = expr_add(b.g, expr_mul(b.g, s, b.y), s);
    assert_int_equal(expr_count_nodes(b.g, &e, 1), 5);
    assert_int_equal(expr_count_nodes(b.g, (expr_id[]){e, s, e}, 3), 5);
    assert_int_equal(expr_count_nodes(b.g, NULL, 0), 0);
    bench_destroy(&b);
}

static void places_are_those_in_the_order(void **state) {
    (void)state;
    bench b = bench_create();
    expr_id s = expr_unary(b.g, EXPR_SIN, b.x), e = expr_add(b.g, expr_mul(b.g, s, b.y), s);
    const uint32_t *order;
    size_t count = expr_nodes_below(b.g, &s, 1, &order);
    assert_int_equal(expr_place_below(b.g, e), 0);
    count = expr_nodes_below_too(b.g, &e, 1, &order);
    assert_int_equal(expr_place_below(b.g, e), count);
    for (size_t k = 0; k < count; k++)
        assert_int_equal(expr_place_below(b.g, (expr_id){order[k]}), k + 1);
    assert_int_equal(expr_place_below(b.g, b.z), 0);
    assert_int_equal(expr_place_below(b.g, expr_unary(b.g, EXPR_COS, b.x)), 0); /* made since */
    bench_destroy(&b);
}

static void substitution_replaces_any_node(void **state) {
    (void)state;
    bench b = bench_create();
    graph *g = b.g;
    expr_id s = expr_unary(g, EXPR_SIN, b.x), e = expr_add(g, expr_mul(g, s, b.y), b.x), out;
    expr_substitute(g, &e, 1, &s, &b.z, 1, &out);
    assert_same_expr(g, out, expr_add(g, expr_mul(g, b.z, b.y), b.x));
    expr_substitute(g, &e, 1, &e, &b.z, 1, &out);
    assert_same_expr(g, out, b.z);
    expr_id two = expr_int(g, 2), three = expr_int(g, 3), square = expr_powi(g, s, 2);
    expr_substitute(g, &square, 1, &two, &three, 1, &out);
    assert_same_expr(g, out, expr_powi(g, s, 3));
    expr_substitute(g, &e, 1, &b.z, &two, 1, &out);
    assert_same_expr(g, out, e);
    expr_substitute(g, &e, 1, NULL, NULL, 0, &out);
    assert_same_expr(g, out, e);
    bench_destroy(&b);
}

static void substitution_happens_at_once(void **state) {
    (void)state;
    bench b = bench_create();
    graph *g = b.g;
    expr_id from[] = {b.x, b.y}, to[] = {b.y, b.x};
    expr_id both[] = {expr_sub(g, b.x, expr_unary(g, EXPR_COS, b.y)), b.x};
    expr_substitute(g, both, 2, from, to, 2, both);
    assert_same_expr(g, both[0], expr_sub(g, b.y, expr_unary(g, EXPR_COS, b.x)));
    assert_same_expr(g, both[1], b.y);
    /* what is put in is not searched again */
    expr_id e = expr_unary(g, EXPR_EXP, b.x), to_x[] = {expr_add(g, b.x, b.y)};
    expr_substitute(g, &e, 1, from, to_x, 1, &e);
    assert_same_expr(g, e, expr_unary(g, EXPR_EXP, expr_add(g, b.x, b.y)));
    bench_destroy(&b);
}

static void substitution_simplifies(void **state) {
    (void)state;
    bench b = bench_create();
    expr_id zero = expr_int(b.g, 0), e = expr_add(b.g, expr_mul(b.g, b.x, b.y), expr_unary(b.g, EXPR_COS, b.x)), out;
    expr_substitute(b.g, &e, 1, &b.x, &zero, 1, &out);
    assert_same_expr(b.g, out, expr_int(b.g, 1));
    bench_destroy(&b);
}

static double majorant_at(bench *b, expr_id e, const double *at) {
    return expr_eval(b->g, expr_magnitude_bound(b->g, e), at);
}

static void majorants_do_not_cancel(void **state) {
    (void)state;
    bench b = bench_create();
    graph *g = b.g;
    double at[] = {-3, 4, 0.5};
    expr_id difference = expr_sub(g, expr_powi(g, b.y, 2), expr_mul(g, b.x, b.y));
    assert_near(majorant_at(&b, difference, at), 16 + 12, 0);
    assert_near(majorant_at(&b, expr_mul(g, b.x, expr_unary(g, EXPR_SIN, b.y)), at), 3, 0);
    assert_near(majorant_at(&b, expr_sqrt(g, expr_sub(g, b.y, b.z)), at), sqrt(4.5), 1e-15);
    assert_near(majorant_at(&b, expr_div(g, b.y, expr_add(g, b.x, b.y)), at), 4 * 7, 1e-14);
    assert_near(majorant_at(&b, expr_int(g, -7), at), 7, 0);
    bench_destroy(&b);
}

static void majorants_bound_values(void **state) {
    (void)state;
    dice d = dice_create(51);
    bench b = bench_create();
    for (expr_op op = EXPR_ADD; op < EXPR_NUMERIC_OPS; op++) {
        int arity = expr_op_table[op].arity;
        expr_id e = expr_make(b.g, op, b.x, arity > 1 ? b.y : EXPR_NONE, arity > 2 ? b.z : EXPR_NONE);
        for (int k = 0; k < 40; k++) {
            double at[] = {dice_between(&d, 0.1, 0.95), dice_between(&d, -2, 2), dice_between(&d, -2, 2)};
            double value = expr_eval(b.g, e, at), bound = majorant_at(&b, e, at);
            if (!(bound >= fabs(value) * (1 - 1e-15))) {
                print_error("%s: %.17g is above its majorant %.17g\n", expr_op_table[op].name, value, bound);
                fail();
            }
        }
    }
    bench_destroy(&b);
}

/* A small difference of large numbers is small, but not below what rounding makes of it; no power of the large ones. */
static void sizes_are_those_of_the_place(void **state) {
    (void)state;
    bench b = bench_create();
    graph *g = b.g;
    double at[] = {1001, 0.1, 0.2};
    expr_id apart = expr_sub(g, b.x, expr_int(g, 1000)), sum = expr_add(g, b.y, b.z);
    assert_near(expr_eval(g, expr_size(g, apart), at), 1, 0);
    assert_near(expr_eval(g, expr_size(g, expr_powi(g, apart, 3)), at), 1, 0);
    expr_id rest = expr_sub(g, sum, expr_real(g, 0.3)); /* 5.6e-17 */
    assert_near(expr_eval(g, expr_size(g, rest), at), 0.6e-4, 1e-12);
    bench_destroy(&b);
}

static void majorants_of_several_roots_are_those_of_each(void **state) {
    (void)state;
    bench b = bench_create();
    graph *g = b.g;
    expr_id s = expr_sub(g, expr_unary(g, EXPR_SIN, b.x), b.y), roots[] = {expr_mul(g, s, b.z), s, b.y, b.y};
    expr_id each[4], all[4];
    for (int k = 0; k < 4; k++)
        each[k] = expr_magnitude_bound(g, roots[k]);
    expr_magnitude_bounds(g, roots, 4, all);
    for (int k = 0; k < 4; k++)
        assert_same_expr(g, all[k], each[k]);
    bench_destroy(&b);
}

static void nodes_below_further_roots_come_behind(void **state) {
    (void)state;
    bench b = bench_create();
    expr_id s = expr_unary(b.g, EXPR_SIN, b.x), e = expr_mul(b.g, s, b.y);
    const uint32_t *order;
    assert_int_equal(expr_nodes_below(b.g, &s, 1, &order), 2);
    assert_int_equal(expr_nodes_below_too(b.g, &e, 1, &order), 4);
    const uint32_t want[] = {b.x.i, s.i, b.y.i, e.i};
    assert_memory_equal(order, want, sizeof want);
    assert_int_equal(expr_nodes_below_too(b.g, &s, 1, &order), 4);
    bench_destroy(&b);
}

static void degrees_are_those_of_the_terms(void **state) {
    (void)state;
    bench b = bench_create();
    graph *g = b.g;
    const bool wanted[] = {true, true, false}; /* x and y */
    expr_id square = expr_powi(g, b.x, 2), product = expr_mul(g, expr_mul(g, b.x, b.z), b.y);
    const struct {
        expr_id e;
        int least, greatest;
    } cases[] = {
        {b.z, 0, 0},
        {expr_unary(g, EXPR_SIN, b.z), 0, 0},
        {b.y, 1, 1},
        {square, 2, 2},
        {product, 2, 2},
        {expr_add(g, square, product), 2, 2},
        {expr_add(g, square, expr_mul(g, b.z, b.y)), 1, 2},
        {expr_sub(g, square, b.z), 0, 2},
        {expr_add(g, square, expr_powi(g, b.y, 4)), 2, 4},
        {expr_powi(g, expr_binary(g, EXPR_HYPOT, b.x, b.y), 2), 2, 2},
        {expr_div(g, expr_neg(g, product), expr_sqrt(g, b.z)), 2, 2},
        {expr_div(g, square, expr_add(g, b.x, b.z)), 2, 8},
        {expr_div(g, square, b.y), 0, 8},
        {expr_select(g, expr_binary(g, EXPR_LT, b.z, expr_int(g, 3)), square, b.y), 1, 2},
        {expr_select(g, expr_binary(g, EXPR_LT, b.z, b.x), square, product), 2, 8},
        {expr_unary(g, EXPR_SIN, square), 0, 8},
        {expr_powi(g, b.x, -2), 0, 8},
        {expr_pow(g, b.x, b.z), 0, 8},
        {expr_pow(g, b.z, b.x), 0, 8},
        {expr_mul(g, b.z, expr_powi(g, expr_mul(g, b.x, b.y), 1 << 20)), 8, 8},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        expr_degrees d = expr_find_degrees(g, cases[k].e, wanted);
        assert_int_equal(d.least, cases[k].least);
        assert_int_equal(d.greatest, cases[k].greatest);
    }
    bench_destroy(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dependence_is_exact),
        cmocka_unit_test(dependence_is_exact_for_many_variables),
        cmocka_unit_test(marks_add_to_what_is_there),
        cmocka_unit_test(shared_nodes_count_once),
        cmocka_unit_test(places_are_those_in_the_order),
        cmocka_unit_test(substitution_replaces_any_node),
        cmocka_unit_test(substitution_happens_at_once),
        cmocka_unit_test(substitution_simplifies),
        cmocka_unit_test(majorants_do_not_cancel),
        cmocka_unit_test(majorants_bound_values),
        cmocka_unit_test(sizes_are_those_of_the_place),
        cmocka_unit_test(majorants_of_several_roots_are_those_of_each),
        cmocka_unit_test(nodes_below_further_roots_come_behind),
        cmocka_unit_test(degrees_are_those_of_the_terms),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
