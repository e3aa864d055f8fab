/* Tests of the graph: sharing, numbers, simplification, and that simplifying keeps values. */
#include "expr/support.h"

#include "expr/notation.h"

static expr_id num(bench *b, int64_t n) {
    return expr_int(b->g, n);
}
static expr_id ratio(bench *b, int64_t n, int64_t d) {
    return expr_rational(b->g, n, d);
}

static void equal_expressions_are_one_node(void **state) {
    (void)state;
    bench b = bench_create();
    expr_id first = expr_mul(b.g, expr_unary(b.g, EXPR_SIN, b.x), b.y);
    uint32_t size = expr_graph_size(b.g);
    assert_same_expr(b.g, expr_mul(b.g, b.y, expr_unary(b.g, EXPR_SIN, b.x)), first);
    assert_int_equal(expr_graph_size(b.g), size);
    assert_same_expr(b.g, expr_add(b.g, b.x, b.y), expr_add(b.g, b.y, b.x));
    assert_false(expr_same(expr_sub(b.g, b.x, b.y), expr_sub(b.g, b.y, b.x)));
    assert_same_expr(b.g, expr_var(b.g, 1), b.y);
    assert_string_equal(expr_var_name(b.g, 2), "z");
    bench_destroy(&b);
}

static void children_come_before_parents(void **state) {
    (void)state;
    bench b = bench_create();
    expr_id e = b.x;
    for (int k = 0; k < 5000; k++)
        e = expr_unary(b.g, EXPR_SIN, expr_add(b.g, expr_mul(b.g, e, b.y), num(&b, k + 2)));
    for (uint32_t i = 1; i < expr_graph_size(b.g); i++)
        for (int k = 0; k < 3; k++)
            assert_true(expr_node_at(b.g, (expr_id){i})->arg[k].i < i);
    bench_destroy(&b);
}

static void rationals_are_in_lowest_terms(void **state) {
    (void)state;
    bench b = bench_create();
    const expr_node *n = expr_node_at(b.g, expr_rational(b.g, 6, -8));
    assert_int_equal(n->op, EXPR_RATIONAL);
    assert_true(n->num == -3 && n->den == 4);
    assert_near(n->value, -0.75, 0);
    assert_same_expr(b.g, expr_rational(b.g, 0, -5), num(&b, 0));
    assert_same_expr(b.g, expr_real(b.g, -0.0), num(&b, 0));
    assert_same_expr(b.g, expr_real(b.g, 9007199254740991.0), num(&b, 9007199254740991));
    assert_int_equal(expr_node_at(b.g, expr_real(b.g, 9007199254740992.0))->op, EXPR_REAL);
    assert_int_equal(expr_node_at(b.g, expr_real(b.g, 0.5))->op, EXPR_REAL);
    bench_destroy(&b);
}

/* What an exact power loses by leaving the range of doubles must not be 0, nor make 0 of what it is multiplied with. */
static void powers_out_of_range_keep_their_value(void **state) {
    (void)state;
    bench b = bench_create();
    static const int64_t exponents[] = {30, 41, 300, 640, 650, 680, 700, 5000};
    for (size_t i = 0; i < sizeof exponents / sizeof *exponents; i++) {
        expr_id n = num(&b, exponents[i]);
        expr_id small = expr_pow(b.g, ratio(&b, 1, 3), n), large = expr_pow(b.g, num(&b, 3), n);
        expr_id product = expr_mul(b.g, small, large), x = expr_mul(b.g, expr_mul(b.g, b.x, small), large);
        double value = 0;
        assert_true(expr_is_number(b.g, product, &value));
        assert_near(value, 1, 1e-13);
        assert_near(expr_eval(b.g, x, (double[]){7, 0, 0}), 7, 1e-12);
        assert_false(expr_is_zero(b.g, small));
        double exact = pow(3, -(double)exponents[i]);
        assert_near(expr_eval(b.g, expr_div(b.g, num(&b, 1), large), NULL), exact, 1e-13 * exact + 1e-307);
    }
    assert_false(expr_is_zero(b.g, expr_unary(b.g, EXPR_EXP, num(&b, -800))));
    assert_false(expr_is_zero(b.g, expr_mul(b.g, expr_real(b.g, 1e-200), expr_real(b.g, -1e-200))));
    assert_false(expr_is_zero(b.g, expr_div(b.g, expr_real(b.g, 1e-200), expr_real(b.g, 1e200))));
    assert_same_expr(b.g, expr_mul(b.g, num(&b, 0), expr_real(b.g, 1e-200)), num(&b, 0));
    assert_same_expr(b.g, expr_div(b.g, num(&b, 0), expr_real(b.g, 1e-200)), num(&b, 0));
    bench_destroy(&b);
}

static void rational_arithmetic_is_exact(void **state) {
    (void)state;
    bench b = bench_create();
    assert_same_expr(b.g, expr_add(b.g, ratio(&b, 1, 6), ratio(&b, 1, 3)), ratio(&b, 1, 2));
    assert_same_expr(b.g, expr_sub(b.g, ratio(&b, 1, 3), ratio(&b, 1, 3)), num(&b, 0));
    assert_same_expr(b.g, expr_mul(b.g, ratio(&b, -2, 3), ratio(&b, 9, 4)), ratio(&b, -3, 2));
    assert_same_expr(b.g, expr_div(b.g, ratio(&b, 1, 3), ratio(&b, -2, 3)), ratio(&b, -1, 2));
    assert_same_expr(b.g, expr_powi(b.g, ratio(&b, -2, 3), -3), ratio(&b, -27, 8));
    assert_same_expr(b.g, expr_sqrt(b.g, ratio(&b, 9, 16)), ratio(&b, 3, 4));
    assert_same_expr(b.g, expr_sqrt(b.g, num(&b, 9223372030926249001)), num(&b, 3037000499));
    assert_int_equal(expr_node_at(b.g, expr_sqrt(b.g, num(&b, 2)))->op, EXPR_REAL);
    assert_same_expr(b.g, expr_select(b.g, num(&b, 1), ratio(&b, 1, 3), num(&b, 5)), ratio(&b, 1, 3));
    assert_same_expr(b.g, expr_binary(b.g, EXPR_MIN, ratio(&b, 1, 3), num(&b, 5)), ratio(&b, 1, 3));
    assert_same_expr(b.g, expr_binary(b.g, EXPR_LT, num(&b, INT64_MAX - 1), num(&b, INT64_MAX)), num(&b, 1));
    bench_destroy(&b);
}

static void check_real(bench *b, expr_id e, double want) {
    assert_int_equal(expr_node_at(b->g, e)->op, EXPR_REAL);
    assert_near(expr_node_at(b->g, e)->value, want, 4e-16 * fabs(want));
}

static void rational_overflow_gives_reals(void **state) {
    (void)state;
    bench b = bench_create();
    expr_id big = num(&b, INT64_MAX), small = ratio(&b, 1, INT64_MAX);
    check_real(&b, expr_add(b.g, big, num(&b, 1)), 0x1p63);
    check_real(&b, expr_sub(b.g, expr_neg(b.g, big), big), -0x1p64);
    check_real(&b, expr_mul(b.g, big, num(&b, 3)), 3 * 0x1p63);
    check_real(&b, expr_div(b.g, small, num(&b, 3)), 1 / (3 * 0x1p63));
    check_real(&b, expr_add(b.g, small, ratio(&b, 1, INT64_MAX - 1)), 0x1p-62);
    check_real(&b, expr_powi(b.g, num(&b, 10), 30), 1e30);
    check_real(&b, expr_powi(b.g, num(&b, 10), -30), 1e-30);
    check_real(&b, expr_rational(b.g, INT64_MIN, 3), -0x1p63 / 3);
    check_real(&b, expr_rational(b.g, 1, INT64_MIN), -0x1p-63);
    assert_same_expr(b.g, expr_mul(b.g, big, small), num(&b, 1));
    assert_same_expr(b.g, expr_neg(b.g, expr_neg(b.g, big)), big);
    bench_destroy(&b);
}

static void check_unfolded(bench *b, expr_id e, expr_op op) {
    assert_int_equal(expr_node_at(b->g, e)->op, op);
    assert_false(isfinite(expr_eval(b->g, e, (double[]){1, 2, 3})));
}

static void what_is_not_finite_stays_unfolded(void **state) {
    (void)state;
    bench b = bench_create();
    check_unfolded(&b, expr_div(b.g, num(&b, 1), num(&b, 0)), EXPR_DIV);
    check_unfolded(&b, expr_div(b.g, num(&b, 0), num(&b, 0)), EXPR_DIV);
    check_unfolded(&b, expr_div(b.g, b.x, num(&b, 0)), EXPR_DIV);
    check_unfolded(&b, expr_sqrt(b.g, num(&b, -1)), EXPR_SQRT);
    check_unfolded(&b, expr_sqrt(b.g, num(&b, -4)), EXPR_SQRT);
    check_unfolded(&b, expr_unary(b.g, EXPR_LOG, num(&b, 0)), EXPR_LOG);
    check_unfolded(&b, expr_powi(b.g, num(&b, 0), -2), EXPR_POW);
    check_unfolded(&b, expr_pow(b.g, num(&b, -8), ratio(&b, 1, 3)), EXPR_POW);
    check_unfolded(&b, expr_unary(b.g, EXPR_ACOS, num(&b, 2)), EXPR_ACOS);
    check_unfolded(&b, expr_unary(b.g, EXPR_ASIN, num(&b, 2)), EXPR_ASIN);
    check_unfolded(&b, expr_mul(b.g, expr_real(b.g, 1e300), expr_real(b.g, 1e300)), EXPR_MUL);
    check_unfolded(&b, expr_add(b.g, expr_real(b.g, 1e308), expr_real(b.g, 1.5e308)), EXPR_ADD);
    check_unfolded(&b, expr_add(b.g, expr_real(b.g, INFINITY), b.x), EXPR_ADD);
    check_unfolded(&b, expr_add(b.g, expr_div(b.g, num(&b, 1), num(&b, 0)), b.x), EXPR_ADD);
    bench_destroy(&b);
}

static void sums_are_simplified(void **state) {
    (void)state;
    bench b = bench_create();
    graph *g = b.g;
    expr_id zero = num(&b, 0), two_x = expr_mul(g, num(&b, 2), b.x), three_x = expr_mul(g, num(&b, 3), b.x);
    assert_same_expr(g, expr_add(g, b.x, zero), b.x);
    assert_same_expr(g, expr_sub(g, b.x, b.x), zero);
    assert_same_expr(g, expr_sub(g, zero, b.x), expr_neg(g, b.x));
    assert_same_expr(g, expr_add(g, b.x, b.x), two_x);
    assert_same_expr(g, expr_add(g, two_x, b.x), three_x);
    assert_same_expr(g, expr_sub(g, two_x, three_x), expr_neg(g, b.x));
    assert_same_expr(g, expr_add(g, b.x, expr_neg(g, b.y)), expr_sub(g, b.x, b.y));
    assert_same_expr(g, expr_sub(g, b.x, expr_neg(g, b.y)), expr_add(g, b.x, b.y));
    assert_same_expr(g, expr_add(g, expr_neg(g, b.x), b.y), expr_sub(g, b.y, b.x));
    assert_same_expr(g, expr_sub(g, expr_neg(g, b.x), b.y), expr_neg(g, expr_add(g, b.x, b.y)));
    assert_same_expr(g, expr_neg(g, expr_sub(g, b.x, b.y)), expr_sub(g, b.y, b.x));
    assert_same_expr(g, expr_add(g, expr_add(g, b.x, num(&b, 1)), num(&b, 2)), expr_add(g, b.x, num(&b, 3)));
    assert_same_expr(g, expr_sub(g, num(&b, 1), expr_sub(g, num(&b, 1), b.x)), b.x);
    assert_same_expr(g, expr_sub(g, expr_sub(g, num(&b, 3), b.x), num(&b, 3)), expr_neg(g, b.x));
    bench_destroy(&b);
}

static void products_are_simplified(void **state) {
    (void)state;
    bench b = bench_create();
    graph *g = b.g;
    expr_id zero = num(&b, 0), one = num(&b, 1), xy = expr_mul(g, b.x, b.y);
    assert_same_expr(g, expr_mul(g, zero, b.x), zero);
    assert_same_expr(g, expr_mul(g, b.x, one), b.x);
    assert_same_expr(g, expr_div(g, zero, b.x), zero);
    assert_same_expr(g, expr_div(g, b.x, b.x), one);
    assert_same_expr(g, expr_neg(g, expr_neg(g, b.x)), b.x);
    assert_same_expr(g, expr_mul(g, expr_neg(g, b.x), expr_neg(g, b.y)), xy);
    assert_same_expr(g, expr_mul(g, expr_neg(g, b.x), b.y), expr_neg(g, xy));
    assert_same_expr(g, expr_mul(g, num(&b, 2), expr_mul(g, num(&b, 3), b.x)), expr_mul(g, num(&b, 6), b.x));
    assert_same_expr(g, expr_mul(g, expr_mul(g, num(&b, 3), b.x), b.y), expr_mul(g, num(&b, 3), xy));
    assert_same_expr(g, expr_div(g, b.x, num(&b, 3)), expr_mul(g, ratio(&b, 1, 3), b.x));
    assert_same_expr(g, expr_div(g, expr_mul(g, num(&b, 4), b.x), expr_mul(g, num(&b, 4), b.y)), expr_div(g, b.x, b.y));
    assert_same_expr(g, expr_mul(g, b.x, expr_div(g, one, b.y)), expr_div(g, b.x, b.y));
    assert_same_expr(g, expr_div(g, xy, b.y), b.x);
    assert_same_expr(g, expr_mul(g, expr_div(g, b.x, b.y), b.y), b.x);
    assert_same_expr(g, expr_add(g, expr_div(g, num(&b, 2), b.y), expr_div(g, one, b.y)), expr_div(g, num(&b, 3), b.y));
    assert_same_expr(g, expr_mul(g, num(&b, 2), expr_div(g, num(&b, 3), b.y)), expr_div(g, num(&b, 6), b.y));
    assert_int_equal(expr_node_at(g, expr_mul(g, expr_add(g, b.x, b.y), b.z))->op, EXPR_MUL);
    bench_destroy(&b);
}

static void powers_are_simplified(void **state) {
    (void)state;
    bench b = bench_create();
    graph *g = b.g;
    expr_id one = num(&b, 1), square = expr_powi(g, b.x, 2), cube = expr_powi(g, b.x, 3), root = expr_sqrt(g, b.x);
    assert_int_equal(expr_node_at(g, square)->op, EXPR_POW);
    assert_same_expr(g, expr_mul(g, b.x, b.x), square);
    assert_same_expr(g, expr_mul(g, square, b.x), cube);
    assert_same_expr(g, expr_mul(g, square, cube), expr_powi(g, b.x, 5));
    assert_same_expr(g, expr_powi(g, square, 3), expr_powi(g, b.x, 6));
    assert_same_expr(g, expr_div(g, cube, square), b.x);
    assert_same_expr(g, expr_div(g, b.x, cube), expr_powi(g, b.x, -2));
    assert_same_expr(g, expr_mul(g, cube, expr_powi(g, b.x, -3)), one);
    assert_same_expr(g, expr_powi(g, b.x, 0), one);
    assert_same_expr(g, expr_powi(g, b.x, 1), b.x);
    assert_same_expr(g, expr_powi(g, b.x, -1), expr_div(g, one, b.x));
    assert_same_expr(g, expr_powi(g, expr_neg(g, b.x), 2), square);
    assert_same_expr(g, expr_powi(g, expr_neg(g, b.x), 3), expr_neg(g, cube));
    assert_same_expr(g, expr_powi(g, expr_mul(g, num(&b, 3), b.x), 2), expr_mul(g, num(&b, 9), square));
    assert_same_expr(g, expr_pow(g, b.x, ratio(&b, 1, 2)), root);
    assert_same_expr(g, expr_pow(g, b.x, expr_real(g, 0.5)), root);
    assert_same_expr(g, expr_powi(g, root, 2), b.x);
    assert_same_expr(g, expr_mul(g, root, root), b.x);
    assert_same_expr(g, expr_div(g, b.x, root), root);
    assert_same_expr(g, expr_sqrt(g, expr_mul(g, num(&b, 4), b.x)), expr_mul(g, num(&b, 2), root));
    assert_same_expr(g, expr_powi(g, expr_unary(g, EXPR_ABS, b.x), 2), square);
    assert_same_expr(g, expr_pow(g, one, b.x), one);
    assert_int_equal(expr_node_at(g, expr_powi(g, expr_pow(g, b.x, ratio(&b, 1, 3)), 3))->op, EXPR_POW);
    bench_destroy(&b);
}

static void functions_are_simplified(void **state) {
    (void)state;
    bench b = bench_create();
    graph *g = b.g;
    expr_id minus_x = expr_neg(g, b.x), one = num(&b, 1), zero = num(&b, 0);
    const expr_op odd[] = {EXPR_SIN, EXPR_TAN, EXPR_ASIN, EXPR_ATAN, EXPR_SINH, EXPR_TANH, EXPR_SIGN};
    const expr_op even[] = {EXPR_COS, EXPR_COSH, EXPR_ABS};
    for (size_t k = 0; k < sizeof odd / sizeof *odd; k++)
        assert_same_expr(g, expr_unary(g, odd[k], minus_x), expr_neg(g, expr_unary(g, odd[k], b.x)));
    for (size_t k = 0; k < sizeof even / sizeof *even; k++)
        assert_same_expr(g, expr_unary(g, even[k], minus_x), expr_unary(g, even[k], b.x));
    assert_same_expr(g, expr_unary(g, EXPR_EXP, zero), one);
    assert_same_expr(g, expr_unary(g, EXPR_LOG, one), zero);
    assert_same_expr(g, expr_unary(g, EXPR_COS, zero), one);
    assert_same_expr(g, expr_binary(g, EXPR_HYPOT, zero, minus_x), expr_unary(g, EXPR_ABS, b.x));
    assert_same_expr(g, expr_binary(g, EXPR_MAX, b.x, b.x), b.x);
    assert_same_expr(g, expr_unary(g, EXPR_ABS, expr_powi(g, b.x, 2)), expr_powi(g, b.x, 2));
    assert_same_expr(g, expr_unary(g, EXPR_ABS, expr_mul(g, num(&b, -2), b.x)),
                     expr_mul(g, num(&b, 2), expr_unary(g, EXPR_ABS, b.x)));
    bench_destroy(&b);
}

static void logic_is_simplified(void **state) {
    (void)state;
    bench b = bench_create();
    graph *g = b.g;
    expr_id one = num(&b, 1), zero = num(&b, 0), less = expr_binary(g, EXPR_LT, b.x, b.y);
    assert_same_expr(g, expr_select(g, one, b.x, b.y), b.x);
    assert_same_expr(g, expr_select(g, zero, b.x, b.y), b.y);
    assert_same_expr(g, expr_select(g, less, b.z, b.z), b.z);
    assert_same_expr(g, expr_select(g, expr_unary(g, EXPR_NOT, less), b.x, b.y), expr_select(g, less, b.y, b.x));
    assert_same_expr(g, expr_unary(g, EXPR_NOT, expr_unary(g, EXPR_NOT, less)), less);
    assert_same_expr(g, expr_binary(g, EXPR_LT, b.x, b.x), zero);
    assert_same_expr(g, expr_binary(g, EXPR_LE, b.x, b.x), one);
    assert_same_expr(g, expr_binary(g, EXPR_LE, num(&b, 2), num(&b, 3)), one);
    assert_same_expr(g, expr_binary(g, EXPR_AND, less, zero), zero);
    assert_same_expr(g, expr_binary(g, EXPR_AND, num(&b, 7), less), less);
    assert_same_expr(g, expr_binary(g, EXPR_OR, less, num(&b, 7)), one);
    assert_same_expr(g, expr_binary(g, EXPR_OR, zero, less), less);
    assert_int_equal(expr_node_at(g, expr_binary(g, EXPR_AND, one, b.x))->op, EXPR_AND);
    bench_destroy(&b);
}

static void squares_of_sine_and_cosine_add_to_one(void **state) {
    (void)state;
    bench b = bench_create();
    graph *g = b.g;
    expr_id s = expr_unary(g, EXPR_SIN, b.x), c = expr_unary(g, EXPR_COS, b.x), l = b.y, w = b.z;
    expr_id s2 = expr_powi(g, s, 2), c2 = expr_powi(g, c, 2);
    assert_same_expr(g, expr_add(g, s2, c2), num(&b, 1));
    assert_same_expr(g, expr_add(g, expr_mul(g, num(&b, 3), c2), expr_mul(g, num(&b, 3), s2)), num(&b, 3));
    assert_same_expr(g, expr_add(g, expr_mul(g, l, c2), expr_mul(g, s2, l)), l);
    expr_id vx = expr_mul(g, expr_mul(g, l, c), w), vy = expr_mul(g, l, expr_mul(g, s, w));
    expr_id lw = expr_powi(g, expr_mul(g, l, w), 2), v2 = expr_add(g, expr_powi(g, vx, 2), expr_powi(g, vy, 2));
    double at[] = {0.3, 1.7, -0.6};
    assert_near(expr_eval(g, v2, at), expr_eval(g, lw, at), 1e-15);
    assert_same_expr(g, v2, expr_mul(g, expr_powi(g, l, 2), expr_powi(g, w, 2)));
    /* near misses */
    expr_id other = expr_powi(g, expr_unary(g, EXPR_COS, b.y), 2);
    assert_int_equal(expr_node_at(g, expr_add(g, s2, other))->op, EXPR_ADD);
    assert_int_equal(expr_node_at(g, expr_add(g, s2, expr_mul(g, l, c2)))->op, EXPR_ADD);
    assert_int_equal(expr_node_at(g, expr_add(g, expr_mul(g, s2, c2), expr_mul(g, c2, w)))->op, EXPR_ADD);
    assert_int_equal(expr_node_at(g, expr_sub(g, s2, c2))->op, EXPR_SUB);
    bench_destroy(&b);
}

static void masks_keep_what_is_not_taken_out(void **state) {
    (void)state;
    bench b = bench_create();
    graph *g = b.g;
    expr_id less = expr_binary(g, EXPR_LT, b.x, b.y), zero = num(&b, 0), one = num(&b, 1);
    expr_id yes = expr_select(g, less, one, zero), no = expr_select(g, less, zero, one);
    expr_id root = expr_sqrt(g, b.x), p = expr_mul(g, yes, root), q = expr_div(g, no, root);
    assert_same_expr(g, p, expr_select(g, less, root, zero));
    assert_same_expr(g, expr_add(g, p, q), expr_select(g, less, root, expr_div(g, one, root)));
    assert_near(expr_eval(g, q, (double[]){0, 1, 0}), 0, 0);
    bench_destroy(&b);
}

/* One random operator tree, evaluated as it stands while it is built; `noisy` has every result a little changed. */
typedef struct tree {
    expr_id e;
    double value, noisy;
    bool defined;
} tree;

typedef struct grower {
    graph *g;
    dice structure, noise;
    const double *at;
} grower;

static tree grow_leaf(grower *w) {
    uint32_t kind = dice_below(&w->structure, 6);
    tree t = {.defined = true};
    if (kind < 4) {
        uint32_t var = dice_below(&w->structure, 3);
        t.e = expr_var(w->g, var);
        t.value = w->at[var];
    } else {
        int64_t n = (int64_t)dice_below(&w->structure, 9) - 4;
        int64_t d = kind == 4 ? 1 : 1 + (int64_t)dice_below(&w->structure, 4);
        t.e = expr_rational(w->g, n, d);
        t.value = (double)n / (double)d;
    }
    t.noisy = t.value;
    return t;
}

static tree join_trees(grower *w, expr_op op, const tree *arg) {
    tree t = {.defined = true};
    t.e = expr_make(w->g, op, arg[0].e, arg[1].e, arg[2].e);
    t.value = expr_op_value(op, arg[0].value, arg[1].value, arg[2].value);
    t.noisy = expr_op_value(op, arg[0].noisy, arg[1].noisy, arg[2].noisy);
    t.noisy *= 1 + 1e-11 * dice_between(&w->noise, -1, 1);
    for (int k = 0; k < expr_op_table[op].arity; k++) {
        bool skipped = op == EXPR_SELECT && k > 0 && (arg[0].value != 0) == (k == 2);
        t.defined = t.defined && (arg[k].defined || skipped);
    }
    /* where the sign of a zero would decide */
    t.defined = t.defined && !(op == EXPR_ATAN2 && arg[0].value == 0);
    t.defined = t.defined && isfinite(t.value) && isfinite(t.noisy) && fabs(t.value) < 1e6;
    return t;
}

static tree grow(grower *w, int depth) {
    if (depth == 0 || dice_below(&w->structure, 8) == 0)
        return grow_leaf(w);
    /* arithmetic more often: that is where the rules are */
    uint32_t draw = dice_below(&w->structure, 2 * EXPR_NUMERIC_OPS);
    expr_op op = draw < EXPR_NUMERIC_OPS ? (expr_op)draw : (expr_op)(EXPR_ADD + draw % 7);
    if (op <= EXPR_VAR)
        return grow_leaf(w);
    tree arg[3] = {0};
    for (int k = 0; k < expr_op_table[op].arity; k++)
        arg[k] = grow(w, depth - 1);
    if (op == EXPR_POW && dice_below(&w->structure, 4) != 0) {
        int n = (int)dice_below(&w->structure, 7) - 3;
        arg[1] = (tree){expr_int(w->g, n), n, n, true};
    }
    return join_trees(w, op, arg);
}

static void simplifying_keeps_values(void **state) {
    (void)state;
    enum { TREES = 20000, SAMPLES = 8 };
    dice d = dice_create(20240611);
    int compared = 0;
    bench b = bench_create();
    for (int k = 0; k < TREES; k++) {
        double at[3], tolerance = 0;
        for (int v = 0; v < 3; v++)
            at[v] = dice_between(&d, -2, 2);
        dice structure = {dice_below(&d, 1u << 31)};
        tree t = {0};
        bool defined = true;
        for (int s = 0; s < SAMPLES; s++) {
            grower w = {b.g, structure, {dice_below(&d, 1u << 31)}, at};
            t = grow(&w, 5);
            defined = defined && t.defined;
            tolerance = fmax(tolerance, fabs(t.value - t.noisy));
        }
        if (!defined || tolerance > 1e-6 * (1 + fabs(t.value)))
            continue;
        compared++;
        double got = expr_eval(b.g, t.e, at);
        if (!(fabs(got - t.value) <= 10 * tolerance + 1e-13 * (1 + fabs(t.value)))) {
            strbuf text = base_strbuf_make(b.memory);
            expr_print(b.g, t.e, 2000, &text);
            print_error("tree %d: %.17g instead of %.17g at %.17g %.17g %.17g\n%s\n", k, got, t.value, at[0], at[1],
                        at[2], base_strbuf_text(&text));
            fail();
        }
    }
    print_message("%d of %d trees had a value to compare\n", compared, TREES);
    assert_true(compared > TREES / 3);
    bench_destroy(&b);
}

/* Roots that share nodes, one of them a number; y is known only once the first root is. */
static void plans_give_the_same_values(void **state) {
    (void)state;
    bench b = bench_create();
    dice d = dice_create(11);
    expr_id shared = expr_unary(b.g, EXPR_SIN, expr_mul(b.g, b.x, num(&b, 3)));
    expr_id roots[] = {expr_div(b.g, shared, b.z),
                       num(&b, 7),
                       expr_add(b.g, shared, expr_powi(b.g, b.y, 3)),
                       b.y,
                       expr_select(b.g, expr_binary(b.g, EXPR_LT, b.x, b.y), shared, b.z),
                       b.y};
    size_t count = sizeof roots / sizeof *roots;
    expr_plan *plan = expr_plan_create(b.memory, b.g, roots, count);
    expr_mul(b.g, shared, shared); /* the graph may grow */
    for (int trial = 0; trial < 20; trial++) {
        double values[3] = {dice_between(&d, -2, 2), NAN, dice_between(&d, 1, 2)};
        values[1] = expr_plan_eval(plan, 0, values);
        assert_near(values[1], expr_eval(b.g, roots[0], values), 0);
        for (size_t k = 1; k < count; k++)
            assert_near(expr_plan_eval(plan, k, values), expr_eval(b.g, roots[k], values), 0);
    }
    bench_destroy(&b);
}

static void kinds_of_variables_are_those_below(void **state) {
    (void)state;
    bench b = bench_create();
    graph *g = b.g;
    expr_id p = expr_new_var_of(g, "p", 0), q = expr_new_var_of(g, "q", 2);
    assert_int_equal(expr_kinds(g, p), 1);
    assert_int_equal(expr_kinds(g, expr_int(g, 3)), 0);
    assert_int_equal(expr_kinds(g, expr_mul(g, expr_unary(g, EXPR_SIN, q), p)), 5);
    assert_int_equal(expr_kinds(g, expr_add(g, q, b.x)), 1u << 15 | 4);
    assert_int_equal(expr_kinds(g, expr_sub(g, q, q)), 0);
    bench_destroy(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_expressions_are_one_node),
        cmocka_unit_test(children_come_before_parents),
        cmocka_unit_test(rationals_are_in_lowest_terms),
        cmocka_unit_test(powers_out_of_range_keep_their_value),
        cmocka_unit_test(rational_arithmetic_is_exact),
        cmocka_unit_test(rational_overflow_gives_reals),
        cmocka_unit_test(what_is_not_finite_stays_unfolded),
        cmocka_unit_test(sums_are_simplified),
        cmocka_unit_test(products_are_simplified),
        cmocka_unit_test(powers_are_simplified),
        cmocka_unit_test(functions_are_simplified),
        cmocka_unit_test(logic_is_simplified),
        cmocka_unit_test(squares_of_sine_and_cosine_add_to_one),
        cmocka_unit_test(masks_keep_what_is_not_taken_out),
        cmocka_unit_test(simplifying_keeps_values),
        cmocka_unit_test(plans_give_the_same_values),
        cmocka_unit_test(kinds_of_variables_are_those_below),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
