/* Simplification: identities, fractions and factors, formulas of all operators, budgets. */
#include <string.h>

#include "algebra/support.h"

static void squares_of_sine_and_cosine(void **state) {
    (void)state;
    bench b = bench_create();
    graph *g = b.g;
    expr_id s2 = square(&b, sine(&b, b.x)), c2 = square(&b, cosine(&b, b.x));
    expr_id ys = expr_mul(g, b.y, s2), zs = expr_mul(g, b.z, s2);
    assert_simplifies(&b, expr_add(g, ys, expr_add(g, expr_mul(g, b.y, c2), zs)), 4); /* y + z*sin^2 */
    assert_simplifies(&b, expr_sub(g, expr_int(g, 1), s2), 2);
    assert_simplifies(&b, expr_add(g, expr_mul(g, expr_int(g, 3), s2), expr_mul(g, expr_int(g, 5), c2)), 4);
    assert_simplifies(&b, expr_sub(g, c2, s2), 2); /* cos(2*x) */
    expr_id s4 = square(&b, s2), c4 = square(&b, c2);
    assert_simplifies(&b, expr_sub(g, c4, s4), 2);
    assert_simplifies(&b, expr_sub(g, expr_add(g, s2, c2), expr_int(g, 1)), 0);
    bench_destroy(&b);
}

static void sums_of_angles(void **state) {
    (void)state;
    bench b = bench_create();
    graph *g = b.g;
    expr_id sx = sine(&b, b.x), cx = cosine(&b, b.x), sy = sine(&b, b.y), cy = cosine(&b, b.y);
    expr_id ss = expr_mul(g, sx, sy), cc = expr_mul(g, cx, cy), sc = expr_mul(g, sx, cy), cs = expr_mul(g, cx, sy);
    assert_simplifies(&b, expr_add(g, cc, ss), 2);
    assert_simplifies(&b, expr_sub(g, cc, ss), 2);
    assert_simplifies(&b, expr_sub(g, ss, cc), 3);
    assert_simplifies(&b, expr_add(g, sc, cs), 2);
    assert_simplifies(&b, expr_sub(g, cs, sc), 2);
    assert_simplifies(&b, expr_mul(g, b.z, expr_sub(g, expr_mul(g, b.z, sc), expr_mul(g, b.z, cs))), 4);
    expr_id sum = expr_add(g, b.x, b.y), difference = expr_sub(g, b.x, b.y);
    assert_simplifies(&b, expr_add(g, cosine(&b, sum), cosine(&b, difference)), 4);
    assert_simplifies(&b, expr_mul(g, expr_int(g, 2), expr_mul(g, sx, cx)), 2); /* sin(2*x) */
    bench_destroy(&b);
}

static void tangents(void **state) {
    (void)state;
    bench b = bench_create();
    graph *g = b.g;
    expr_id tangent = expr_unary(g, EXPR_TAN, b.x), s = sine(&b, b.x), c = cosine(&b, b.x);
    assert_simplifies(&b, expr_add(g, expr_mul(g, b.y, tangent), expr_mul(g, b.z, tangent)), 3);
    assert_simplifies(&b, expr_div(g, expr_mul(g, b.y, s), expr_mul(g, b.z, c)), 3);
    assert_simplifies(&b, expr_mul(g, tangent, c), 1);
    assert_simplifies(&b, expr_add(g, expr_int(g, 1), square(&b, tangent)), 3); /* 1/cos^2 */
    bench_destroy(&b);
}

static void assert_becomes(bench *b, expr_id from, expr_id to) {
    expr_id out;
    algebra_simplify(b->g, &from, 1, &out);
    assert_true(expr_same(out, to));
}

/* Angles counted from another axis: the functions of the angle itself. */
static void quarter_turns(void **state) {
    (void)state;
    bench b = bench_create();
    graph *g = b.g;
    const double pi = 3.14159265358979323846;
    expr_id quarter = expr_real(g, pi / 2), half = expr_real(g, pi), most = expr_real(g, 270 * (pi / 180));
    expr_id s = sine(&b, b.x), c = cosine(&b, b.x);
    assert_becomes(&b, cosine(&b, expr_sub(g, quarter, b.x)), s);
    assert_becomes(&b, sine(&b, expr_sub(g, b.x, quarter)), expr_neg(g, c));
    assert_becomes(&b, sine(&b, expr_add(g, b.x, half)), expr_neg(g, s));
    assert_becomes(&b, cosine(&b, expr_add(g, b.x, half)), expr_neg(g, c));
    assert_becomes(&b, cosine(&b, expr_add(g, b.x, most)), s);
    assert_becomes(&b, sine(&b, expr_sub(g, expr_add(g, b.x, b.y), most)), cosine(&b, expr_add(g, b.x, b.y)));
    assert_becomes(&b, expr_unary(g, EXPR_TAN, expr_sub(g, b.x, half)), expr_unary(g, EXPR_TAN, b.x));
    assert_simplifies(&b, expr_unary(g, EXPR_TAN, expr_add(g, b.x, quarter)), 2); /* not -1/tan(x) */
    assert_simplifies(&b, expr_mul(g, b.y, sine(&b, expr_add(g, b.x, half))), 3);
    /* Beside what nothing shortens, too. */
    expr_id rest = expr_powi(g, expr_add(g, b.z, b.y), 2);
    assert_becomes(&b, expr_add(g, rest, sine(&b, expr_add(g, b.x, quarter))), expr_add(g, rest, c));
    expr_id near = sine(&b, expr_add(g, b.x, expr_real(g, 1.5707963)));
    assert_becomes(&b, near, near);
    bench_destroy(&b);
}

/* Two arms one after the other, the second turned by its own angle: the angles themselves must come out. */
static void sums_of_three_angles(void **state) {
    (void)state;
    bench b = bench_create();
    graph *g = b.g;
    expr_id a = expr_add(g, b.x, b.y), c = expr_add(g, a, b.z);
    expr_id dot = expr_add(g, expr_mul(g, cosine(&b, b.x), cosine(&b, c)), expr_mul(g, sine(&b, b.x), sine(&b, c)));
    assert_simplifies(&b, dot, 2); /* cos(y + z) */
    bench_destroy(&b);
}

static void common_factors(void **state) {
    (void)state;
    bench b = bench_create();
    graph *g = b.g;
    expr_id u = expr_new_var(g, "u");
    expr_id xz = expr_mul(g, b.x, b.z), yz = expr_mul(g, b.y, b.z), xu = expr_mul(g, b.x, u), yu = expr_mul(g, b.y, u);
    expr_id product = expr_add(g, expr_add(g, xz, yu), expr_add(g, yz, xu));
    assert_simplifies(&b, product, 3); /* (x + y)*(z + u) */
    expr_id xy = expr_mul(g, b.x, b.y), sum = expr_add(g, square(&b, b.x), square(&b, b.y));
    assert_simplifies(&b, expr_sub(g, sum, expr_mul(g, expr_int(g, 2), xy)), 2); /* (x - y)^2 */
    expr_id third = expr_mul(g, expr_rational(g, 2, 3), b.x), rest = expr_mul(g, expr_rational(g, 4, 3), b.y);
    assert_simplifies(&b, expr_sub(g, third, rest), 4); /* 2*(x - 2*y)/3 */
    assert_simplifies(&b, expr_sub(g, expr_mul(g, b.z, expr_neg(g, b.x)), yz), 3);
    bench_destroy(&b);
}

/* No factor 0.001 is taken out of decimal fractions to make whole numbers of them. */
static void decimals_stay_as_written(void **state) {
    (void)state;
    bench b = bench_create();
    graph *g = b.g;
    expr_id first = expr_mul(g, expr_rational(g, 981, 500), expr_mul(g, b.x, square(&b, b.y)));
    expr_id second = expr_mul(g, expr_rational(g, 981, 200), expr_mul(g, b.y, b.z));
    expr_id e = expr_add(g, expr_add(g, first, second), expr_mul(g, expr_rational(g, 7, 10), sine(&b, b.y)));
    algebra_simplify(g, &e, 1, &e);
    assert_non_null(strstr(text_of(&b, e), "0.7*sin(y)"));
    assert_non_null(strstr(text_of(&b, e), "4.905*"));
    assert_non_null(strstr(text_of(&b, e), "1.962*"));
    assert_int_equal(algebra_operations(g, expr_mul(g, expr_rational(g, 981, 100), b.x)), 1);
    bench_destroy(&b);
}

static void fractions(void **state) {
    (void)state;
    bench b = bench_create();
    graph *g = b.g;
    expr_id sum = expr_add(g, expr_add(g, square(&b, b.x), square(&b, b.y)), expr_int(g, 1)), root = expr_sqrt(g, sum);
    expr_id over = expr_div(g, expr_add(g, expr_mul(g, b.z, square(&b, b.x)), expr_mul(g, b.z, square(&b, b.y))), sum);
    assert_simplifies(&b, expr_add(g, over, expr_div(g, b.z, sum)), 0); /* z */
    expr_id x2 = expr_div(g, square(&b, b.x), root), y2 = expr_div(g, square(&b, b.y), root);
    assert_simplifies(&b, expr_add(g, expr_add(g, x2, y2), expr_div(g, expr_int(g, 1), root)), 5); /* the root */
    assert_simplifies(&b, expr_sub(g, expr_mul(g, root, root), sum), 0);
    expr_id ratio = expr_div(g, expr_mul(g, expr_add(g, b.x, b.y), b.z), expr_add(g, b.y, b.x));
    assert_simplifies(&b, ratio, 0);
    bench_destroy(&b);
}

/* Roots of squares are sizes: the sign is not lost. */
/* 1/(r - R)^2 is a product of sums, and what stands below an inner fraction's line comes out of a denominator. */
static void fractions_of_products_and_of_fractions(void **state) {
    (void)state;
    bench b = bench_create();
    graph *g = b.g;
    expr_id x = b.x, y = b.y, z = b.z, one = expr_int(g, 1), two = expr_int(g, 2);
    expr_id forth = expr_sub(g, x, y), back = expr_sub(g, y, x), sum = expr_add(g, x, y);
    assert_simplifies(&b, expr_div(g, expr_mul(g, z, back), square(&b, forth)), 2); /* z/(y - x) */
    expr_id flat = expr_add(g, expr_sub(g, square(&b, x), expr_mul(g, two, expr_mul(g, x, y))), square(&b, y));
    assert_simplifies(&b, expr_div(g, expr_mul(g, z, back), flat), 2);
    expr_id product = expr_sub(g, expr_add(g, expr_mul(g, x, z), expr_mul(g, y, z)), expr_mul(g, sum, x));
    assert_simplifies(&b, expr_div(g, sum, product), 2); /* 1/(z - x) */
    expr_id share = expr_div(g, x, y);
    assert_simplifies(&b, expr_div(g, expr_sub(g, share, one), expr_add(g, share, one)), 3); /* (x - y)/(x + y) */
    expr_id inner = expr_add(g, expr_add(g, expr_mul(g, two, share), expr_div(g, z, y)), two);
    expr_id outer = expr_div(g, expr_mul(g, z, expr_sub(g, expr_mul(g, two, share), two)), inner);
    assert_simplifies(&b, outer, 8); /* 2*z*(x - y)/(z + 2*(x + y)) */
    bench_destroy(&b);
}

/* sqrt(u^2) = abs(u) and u/sqrt(u^2) = sign(u), for negative u too. */
static void roots_of_squares(void **state) {
    (void)state;
    bench b = bench_create();
    graph *g = b.g;
    expr_id x = b.x, y = b.y, z = b.z, one = expr_int(g, 1), root = expr_sqrt(g, square(&b, x));
    assert_simplifies(&b, root, 1);
    assert_simplifies(&b, expr_div(g, x, root), 1);
    assert_simplifies(&b, expr_div(g, square(&b, x), root), 1);
    assert_simplifies(&b, expr_mul(g, z, expr_sub(g, x, expr_div(g, expr_mul(g, y, root), x))), 5);
    assert_simplifies(&b, expr_sqrt(g, expr_mul(g, square(&b, x), square(&b, y))), 2);
    expr_id shifted = expr_add(g, x, one), length = expr_sqrt(g, square(&b, shifted));
    assert_simplifies(&b, length, 2);
    assert_simplifies(&b, expr_mul(g, expr_mul(g, z, shifted), expr_sub(g, one, expr_div(g, one, length))), 6);
    expr_id flat = expr_add(g, expr_add(g, square(&b, x), expr_mul(g, expr_int(g, 2), x)), one);
    assert_simplifies(&b, expr_sqrt(g, flat), 2);
    assert_simplifies(&b, expr_sqrt(g, expr_mul(g, square(&b, x), y)), 3); /* no square */
    bench_destroy(&b);
}

static void what_must_stay(void **state) {
    (void)state;
    bench b = bench_create();
    graph *g = b.g;
    dice d = {99};
    expr_id size = expr_sqrt(g, square(&b, expr_sub(g, b.x, b.y)));
    simplified(&b, expr_div(g, expr_sub(g, b.x, b.y), size), &d);
    simplified(&b, expr_sqrt(g, square(&b, expr_mul(g, b.x, sine(&b, b.y)))), &d);
    expr_id nowhere = expr_div(
        g, b.z, expr_sub(g, expr_int(g, 1), expr_add(g, square(&b, sine(&b, b.x)), square(&b, cosine(&b, b.x)))));
    simplified(&b, nowhere, &d);
    simplified(&b, expr_pow(g, b.x, b.y), &d);
    simplified(&b, expr_pow(g, square(&b, b.x), expr_rational(g, 3, 2)), &d);
    bench_destroy(&b);
}

/* As many operations, but one variable less. */
static void powers_rather_than_products(void **state) {
    (void)state;
    bench b = bench_create();
    graph *g = b.g;
    expr_id given = expr_mul(g, expr_mul(g, b.y, expr_mul(g, b.z, b.x)), b.x), out;
    algebra_simplify(g, &given, 1, &out);
    assert_string_equal(text_of(&b, out), "x^2*y*z");
    bench_destroy(&b);
}

typedef struct generator_of {
    bench *b;
    dice d;
    int depth;
} generator_of;

static expr_id random_expr(generator_of *r, int depth);

static expr_id random_leaf(generator_of *r) {
    graph *g = r->b->g;
    switch (dice_below(&r->d, 8)) {
    case 0:
        return expr_rational(g, (int64_t)dice_below(&r->d, 9) - 4, 1 + (int64_t)dice_below(&r->d, 3));
    case 1:
        return expr_real(g, dice_between(&r->d, -2, 2));
    case 2:
    case 3:
        return r->b->z;
    case 4:
    case 5:
        return r->b->y;
    default:
        return r->b->x;
    }
}

/* Arguments that some sines and cosines have in common. */
static expr_id random_angle(generator_of *r) {
    graph *g = r->b->g;
    expr_id a = dice_below(&r->d, 2) ? r->b->x : r->b->y;
    switch (dice_below(&r->d, 5)) {
    case 0:
        return expr_add(g, a, r->b->z);
    case 1:
        return expr_sub(g, r->b->z, a);
    case 2:
        return expr_mul(g, expr_int(g, 2), a);
    default:
        return a;
    }
}

static expr_id random_expr(generator_of *r, int depth) {
    static const expr_op ops[] = {EXPR_ADD, EXPR_ADD, EXPR_SUB, EXPR_SUB, EXPR_MUL,  EXPR_MUL,  EXPR_MUL,  EXPR_DIV,
                                  EXPR_POW, EXPR_SIN, EXPR_COS, EXPR_SIN, EXPR_COS,  EXPR_TAN,  EXPR_SQRT, EXPR_ABS,
                                  EXPR_MIN, EXPR_MAX, EXPR_NEG, EXPR_EXP, EXPR_TANH, EXPR_ATAN, EXPR_HYPOT};
    graph *g = r->b->g;
    expr_op op = ops[dice_below(&r->d, sizeof ops / sizeof *ops)];
    if (depth == 0 || dice_below(&r->d, 6) == 0)
        return random_leaf(r);
    if (op == EXPR_SIN || op == EXPR_COS || op == EXPR_TAN)
        return expr_unary(g, op, random_angle(r));
    expr_id a = random_expr(r, depth - 1);
    if (op == EXPR_POW)
        return expr_powi(g, a, (int)dice_below(&r->d, 6) - 2);
    if (expr_op_table[op].arity == 1)
        return expr_unary(g, op, a);
    return expr_binary(g, op, a, random_expr(r, depth - 1));
}

static void random_formulas(void **state) {
    (void)state;
    generator_of r = {.d = dice_create(7)};
    for (int k = 0; k < 3000; k++) {
        bench b = bench_create();
        r.b = &b;
        simplified(&b, random_expr(&r, 2 + (int)dice_below(&r.d, 5)), &r.d);
        bench_destroy(&b);
    }
}

static void several_roots_at_once(void **state) {
    (void)state;
    bench b = bench_create();
    dice d = {5};
    expr_id s2 = square(&b, sine(&b, b.x)), c2 = square(&b, cosine(&b, b.x));
    expr_id roots[3] = {expr_mul(b.g, b.y, s2), expr_add(b.g, expr_mul(b.g, b.y, s2), expr_mul(b.g, b.y, c2)), b.z},
            out[3];
    algebra_simplify(b.g, roots, 3, out);
    assert_int_equal(algebra_operations(b.g, out[0]), 3);
    assert_true(expr_same(out[1], b.y));
    assert_true(expr_same(out[2], b.z));
    algebra_simplify(b.g, roots, 3, roots); /* in place */
    for (int k = 0; k < 3; k++)
        assert_true(expr_same(roots[k], out[k]));
    assert_equal_values(&b, roots[0], out[0], &d);
    bench_destroy(&b);
}

/* Multiplied out these would have as many parts as there are atoms. */
static void what_would_explode_keeps_its_parts(void **state) {
    (void)state;
    bench b = bench_create();
    graph *g = b.g;
    dice d = {3};
    expr_id product = expr_int(g, 1);
    for (int k = 0; k < 40; k++) {
        expr_id u = expr_new_var(g, "u"), sum = expr_add(g, expr_add(g, b.x, expr_mul(g, expr_int(g, k + 2), b.y)), u);
        product = expr_mul(g, product, expr_add(g, sum, sine(&b, u)));
    }
    simplified(&b, product, &d);
    expr_id tower = b.x;
    for (int k = 0; k < 60; k++)
        tower = expr_add(g, expr_mul(g, tower, sine(&b, tower)), b.y);
    expr_id out;
    algebra_simplify(g, &tower, 1, &out);
    double at[VALUES] = {0.3, -0.7, 0.4};
    assert_near(expr_eval(g, out, at), expr_eval(g, tower, at), 1e-9);
    bench_destroy(&b);
}

/* Turned bodies on turned bodies: multiplied out their velocities would share nothing. */
static void what_is_long_shares_its_parts(void **state) {
    (void)state;
    bench b = bench_create();
    graph *g = b.g;
    expr_id at[2] = {b.x, b.y}, energy = b.z;
    for (int k = 0; k < 6; k++) {
        expr_id u = expr_new_var(g, "u"), s = sine(&b, u), c = cosine(&b, u);
        expr_id turned[2] = {expr_sub(g, expr_mul(g, c, at[0]), expr_mul(g, s, at[1])),
                             expr_add(g, expr_mul(g, s, at[0]), expr_mul(g, c, at[1]))};
        at[0] = expr_add(g, turned[0], expr_new_var(g, "a"));
        at[1] = expr_add(g, turned[1], expr_new_var(g, "b"));
        energy = expr_add(g, energy, expr_mul(g, square(&b, at[0]), at[1]));
    }
    expr_id out;
    algebra_simplify(g, &energy, 1, &out);
    assert_true(algebra_operations(g, out) > 500);
    assert_true(expr_count_nodes(g, &out, 1) <= expr_count_nodes(g, &energy, 1));
    bench_destroy(&b);
}

static void deep_and_long_sums(void **state) {
    (void)state;
    bench b = bench_create();
    graph *g = b.g;
    expr_id sum = b.x, deep = b.x, out[2];
    for (int k = 0; k < 30000; k++) {
        sum = expr_add(g, sum, expr_mul(g, expr_int(g, k % 7 + 1), sine(&b, expr_mul(g, expr_int(g, k), b.y))));
        deep = sine(&b, expr_add(g, deep, b.z));
    }
    algebra_simplify(g, (expr_id[]){sum, deep}, 2, out);
    const double at[] = {0.3, -0.7, 0.4};
    assert_near(expr_eval(g, out[0], at), expr_eval(g, sum, at), 1e-8);
    assert_near(expr_eval(g, out[1], at), expr_eval(g, deep, at), 1e-12);
    bench_destroy(&b);
}

/* (x + k + 1)(y + 2k + 1)(z + 3k + 1) and three such factors of sines, multiplied out. */
static expr_id multiplied_out(bench *b, int k) {
    enum { FACTORS = 6, TERMS = 1 << FACTORS };
    graph *g = b->g;
    const expr_id known[] = {b->x, b->y, b->z};
    expr_id sum = expr_int(g, 0);
    for (unsigned chosen = 0; chosen < TERMS; chosen++) {
        expr_id term = expr_int(g, 1);
        for (int f = 0; f < FACTORS; f++) {
            const expr_id base = f < 3 ? known[f] : sine(b, expr_mul(g, expr_int(g, k + 2), known[f - 3]));
            term = expr_mul(g, term, chosen >> f & 1 ? base : expr_int(g, k * (f + 1) + 1));
        }
        sum = expr_add(g, sum, term);
    }
    return sum;
}

/* Of so many long sums, beside so many nodes that have nothing to do with them. */
static size_t operations_left(int sums, int others) {
    bench b = bench_create();
    expr_id *e = ARENA_ARRAY(b.memory, expr_id, sums), other = b.y;
    size_t operations = 0;
    for (int k = 0; k < sums; k++)
        e[k] = multiplied_out(&b, k);
    for (int k = 0; k < others; k++)
        other = expr_add(b.g, expr_unary(b.g, EXPR_TANH, other), b.z);
    algebra_simplify(b.g, e, (size_t)sums, e);
    for (int k = 0; k < sums; k++)
        operations += algebra_operations(b.g, e[k]);
    bench_destroy(&b);
    return operations;
}

/* However much a search may spend, what else was written does not change that. */
static void what_else_is_there_changes_nothing(void **state) {
    (void)state;
    for (int sums = 10; sums <= 80; sums *= 2)
        assert_int_equal(operations_left(sums, 150000), operations_left(sums, 0));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(squares_of_sine_and_cosine),
        cmocka_unit_test(sums_of_angles),
        cmocka_unit_test(tangents),
        cmocka_unit_test(quarter_turns),
        cmocka_unit_test(sums_of_three_angles),
        cmocka_unit_test(common_factors),
        cmocka_unit_test(decimals_stay_as_written),
        cmocka_unit_test(fractions),
        cmocka_unit_test(fractions_of_products_and_of_fractions),
        cmocka_unit_test(roots_of_squares),
        cmocka_unit_test(what_must_stay),
        cmocka_unit_test(powers_rather_than_products),
        cmocka_unit_test(random_formulas),
        cmocka_unit_test(several_roots_at_once),
        cmocka_unit_test(what_would_explode_keeps_its_parts),
        cmocka_unit_test(what_is_long_shares_its_parts),
        cmocka_unit_test(deep_and_long_sums),
        cmocka_unit_test(what_else_is_there_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
