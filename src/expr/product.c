/* Simplifying constructors of products, quotients, powers and roots; numbers first, negative powers in the
   denominator. */
#include "expr/internal.h"

term expr_term_of(graph *g, expr_id e) {
    expr_id first = arg_of(g, e, 0), second = arg_of(g, e, 1);
    switch (op_of(g, e)) {
    case EXPR_RATIONAL:
    case EXPR_REAL:
        return (term){number_at(g, e), g->one};
    case EXPR_NEG:
        return (term){number_neg(NUMBER_ONE), first};
    case EXPR_MUL:
        if (is_number(g, first))
            return (term){number_at(g, first), second};
        break;
    case EXPR_DIV:
        if (is_number(g, first) && !is_one(g, first))
            return (term){number_at(g, first), expr_raw(g, EXPR_DIV, g->one, second, EXPR_NONE)};
        break;
    default:
        break;
    }
    return (term){NUMBER_ONE, e};
}

static bool is_reciprocal(const graph *g, expr_id e) {
    return op_of(g, e) == EXPR_DIV && is_one(g, arg_of(g, e, 0));
}

expr_id expr_term_join(graph *g, number factor, expr_id rest) {
    LGR_ASSERT(number_finite(factor));
    if (number_is(factor, 0))
        return g->zero;
    if (is_one(g, rest))
        return expr_number(g, factor);
    if (number_is(factor, 1))
        return rest;
    if (is_reciprocal(g, rest))
        return expr_raw(g, EXPR_DIV, expr_number(g, factor), arg_of(g, rest, 1), EXPR_NONE);
    if (!number_is(factor, -1))
        return expr_raw(g, EXPR_MUL, expr_number(g, factor), rest, EXPR_NONE);
    if (op_of(g, rest) == EXPR_SUB)
        return expr_raw(g, EXPR_SUB, arg_of(g, rest, 1), arg_of(g, rest, 0), EXPR_NONE);
    return expr_raw(g, EXPR_NEG, rest, EXPR_NONE, EXPR_NONE);
}

expr_id expr_term_scale(graph *g, number factor, expr_id e) {
    if (is_plain(g, e) && number_finite(factor))
        return expr_term_join(g, factor, e);
    term t = expr_term_of(g, e);
    number product = number_mul(factor, t.factor);
    if (!number_finite(product))
        return expr_raw(g, EXPR_MUL, expr_number(g, factor), e, EXPR_NONE);
    return expr_term_join(g, product, t.rest);
}

bool expr_is_masked(const graph *g, expr_id e) {
    return op_of(g, e) == EXPR_SELECT && (is_zero(g, arg_of(g, e, 1)) || is_zero(g, arg_of(g, e, 2)));
}

/* op(masked, e) with the operation inside the branch that is not 0. */
static expr_id inside_mask(graph *g, expr_op op, expr_id masked, expr_id e) {
    expr_id (*const combine)(graph *, expr_id, expr_id) = op == EXPR_MUL ? expr_mul : expr_div;
    expr_id yes = arg_of(g, masked, 1), no = arg_of(g, masked, 2);
    yes = is_zero(g, yes) ? yes : combine(g, yes, e);
    no = is_zero(g, no) ? no : combine(g, no, e);
    return expr_select(g, arg_of(g, masked, 0), yes, no);
}

/* A power of a base that is itself no power; roots make half exponents. */
typedef struct power {
    expr_id base;
    int64_t halves;
} power;

static power power_of(const graph *g, expr_id e) {
    power p = {e, 2};
    int64_t exponent;
    if (whole_power(g, e, &p.base, &exponent))
        p.halves = 2 * exponent;
    if (op_of(g, p.base) == EXPR_SQRT)
        p = (power){arg_of(g, p.base, 0), p.halves / 2};
    return p;
}

static expr_id integer_power(graph *g, expr_id base, int64_t n);

static expr_id power_join(graph *g, expr_id base, int64_t halves) {
    if (halves % 2 == 0)
        return integer_power(g, base, halves / 2);
    return integer_power(g, expr_sqrt(g, base), halves);
}

static expr_id quotient_of_rests(graph *g, expr_id a, expr_id b);

static bool has_factor(const graph *g, expr_id product, expr_id factor) {
    return op_of(g, product) == EXPR_MUL &&
           (expr_same(arg_of(g, product, 0), factor) || expr_same(arg_of(g, product, 1), factor));
}

/* Both operands without numeric factor, as all below with `rest` in their names. */
static expr_id product_of_rests(graph *g, expr_id a, expr_id b) {
    if (is_one(g, a))
        return b;
    if (is_one(g, b))
        return a;
    power p = power_of(g, a), q = power_of(g, b);
    if (expr_same(p.base, q.base))
        return power_join(g, p.base, p.halves + q.halves);
    if (is_reciprocal(g, a))
        return quotient_of_rests(g, b, arg_of(g, a, 1));
    if (is_reciprocal(g, b))
        return quotient_of_rests(g, a, arg_of(g, b, 1));
    if (op_of(g, a) == EXPR_DIV && expr_same(arg_of(g, a, 1), b))
        return arg_of(g, a, 0);
    if (op_of(g, b) == EXPR_DIV && expr_same(arg_of(g, b, 1), a))
        return arg_of(g, b, 0);
    if (expr_is_masked(g, a))
        return inside_mask(g, EXPR_MUL, a, b);
    if (expr_is_masked(g, b))
        return inside_mask(g, EXPR_MUL, b, a);
    return expr_raw_ordered(g, EXPR_MUL, a, b);
}

static expr_id quotient_of_rests(graph *g, expr_id a, expr_id b) {
    if (is_one(g, b))
        return a;
    if (expr_same(a, b))
        return g->one;
    if (is_reciprocal(g, b))
        return expr_mul(g, a, arg_of(g, b, 1));
    power p = power_of(g, a), q = power_of(g, b);
    if (expr_same(p.base, q.base))
        return power_join(g, p.base, p.halves - q.halves);
    if (op_of(g, b) == EXPR_DIV && is_one(g, a))
        return expr_raw(g, EXPR_DIV, arg_of(g, b, 1), arg_of(g, b, 0), EXPR_NONE);
    if (is_reciprocal(g, a))
        return expr_div(g, g->one, expr_mul(g, arg_of(g, a, 1), b));
    if (has_factor(g, a, b))
        return expr_same(arg_of(g, a, 0), b) ? arg_of(g, a, 1) : arg_of(g, a, 0);
    if (expr_is_masked(g, a))
        return inside_mask(g, EXPR_DIV, a, b);
    return expr_raw(g, EXPR_DIV, a, b, EXPR_NONE);
}

expr_id expr_build_product(graph *g, expr_id a, expr_id b) {
    if (is_plain(g, a) && is_plain(g, b))
        return product_of_rests(g, a, b);
    term x = expr_term_of(g, a), y = expr_term_of(g, b);
    if (number_is(x.factor, 0) || number_is(y.factor, 0))
        return g->zero;
    number factor = number_mul(x.factor, y.factor);
    if (!number_finite(factor))
        return expr_raw_ordered(g, EXPR_MUL, a, b);
    return expr_term_scale(g, factor, product_of_rests(g, x.rest, y.rest));
}

expr_id expr_build_quotient(graph *g, expr_id a, expr_id b) {
    if (is_plain(g, a) && is_plain(g, b))
        return quotient_of_rests(g, a, b);
    term x = expr_term_of(g, a), y = expr_term_of(g, b);
    number factor = number_div(x.factor, y.factor);
    if (!number_finite(factor))
        return expr_raw(g, EXPR_DIV, a, b, EXPR_NONE);
    if (number_is(factor, 0))
        return g->zero;
    return expr_term_scale(g, factor, quotient_of_rests(g, x.rest, y.rest));
}

static expr_id raw_power(graph *g, expr_id base, int64_t n) {
    return expr_raw(g, EXPR_POW, base, expr_int(g, n), EXPR_NONE);
}

/* The power of a base without numeric factor, n > 1. */
static expr_id power_of_rest(graph *g, expr_id base, int64_t n) {
    expr_id inner = arg_of(g, base, 0);
    int64_t m;
    switch (op_of(g, base)) {
    case EXPR_SQRT:
        return n % 2 == 0 ? integer_power(g, inner, n / 2) : raw_power(g, base, n);
    case EXPR_ABS:
        return n % 2 == 0 ? integer_power(g, inner, n) : raw_power(g, base, n);
    case EXPR_DIV:
        if (!is_one(g, inner))
            break;
        return expr_div(g, inner, integer_power(g, arg_of(g, base, 1), n));
    case EXPR_POW:
        if (!whole_power(g, base, &inner, &m) || !number_small_int(number_ratio(m * n, 1), &m))
            break;
        return integer_power(g, inner, m);
    default:
        break;
    }
    return raw_power(g, base, n);
}

static expr_id integer_power(graph *g, expr_id base, int64_t n) {
    if (n == 0)
        return g->one;
    if (n == 1)
        return base;
    if (is_number(g, base))
        return expr_pow(g, base, expr_int(g, n));
    if (n < 0)
        return expr_div(g, g->one, integer_power(g, base, -n));
    term t = expr_term_of(g, base);
    number factor = number_power(t.factor, n);
    if (!number_finite(factor) || factor.value == 0)
        return raw_power(g, base, n);
    return expr_term_scale(g, factor, power_of_rest(g, t.rest, n));
}

/* A power of a number that is out of range stays as it is: whole powers of exact numbers above 1, or below a fraction,
   so that those of 3 and of 1/3 meet. EXPR_NONE for other powers. */
static expr_id power_out_of_range(graph *g, expr_id base, int64_t n) {
    number b = number_at(g, base), inverse = number_div(NUMBER_ONE, b);
    bool below = b.value > -1 && b.value < 1;
    if (b.den == 0 || inverse.den == 0 || (!below && n > 0))
        return EXPR_NONE;
    expr_id large = below ? expr_number(g, inverse) : base;
    expr_id grown = raw_power(g, large, n > 0 ? n : -n);
    return below == (n < 0) ? grown : expr_div(g, g->one, grown);
}

expr_id expr_build_power(graph *g, expr_id base, expr_id exponent) {
    double value;
    int64_t n;
    if (is_one(g, base))
        return g->one;
    if (is_number(g, base) && is_number(g, exponent) && number_small_int(number_at(g, exponent), &n)) {
        expr_id e = power_out_of_range(g, base, n);
        return e.i ? e : raw_power(g, base, n);
    }
    if (expr_is_number(g, exponent, &value)) {
        if (value == 0.5)
            return expr_sqrt(g, base);
        if (value == -0.5)
            return expr_div(g, g->one, expr_sqrt(g, base));
        if (!is_number(g, base) && number_small_int(number_at(g, exponent), &n))
            return integer_power(g, base, n);
    }
    return expr_raw(g, EXPR_POW, base, exponent, EXPR_NONE);
}

/* Takes a square number out of the root. */
expr_id expr_build_root(graph *g, expr_id a) {
    term t = expr_term_of(g, a);
    number root = number_sqrt(t.factor);
    if (t.factor.den == 0 || root.den == 0 || number_is(root, 1) || is_one(g, t.rest))
        return expr_raw(g, EXPR_SQRT, a, EXPR_NONE, EXPR_NONE);
    return expr_term_scale(g, root, expr_sqrt(g, t.rest));
}

expr_id expr_mul(graph *g, expr_id a, expr_id b) {
    expr_id folded = expr_fold_two(g, EXPR_MUL, a, b);
    return folded.i ? folded : expr_build_product(g, a, b);
}

expr_id expr_product(graph *g, expr_id a, expr_id b) {
    return expr_raw_ordered(g, EXPR_MUL, a, b);
}

expr_id expr_div(graph *g, expr_id a, expr_id b) {
    expr_id folded = expr_fold_two(g, EXPR_DIV, a, b);
    return folded.i ? folded : expr_build_quotient(g, a, b);
}

expr_id expr_pow(graph *g, expr_id a, expr_id b) {
    expr_id folded = expr_fold_two(g, EXPR_POW, a, b);
    return folded.i ? folded : expr_build_power(g, a, b);
}

expr_id expr_powi(graph *g, expr_id a, int n) {
    return expr_pow(g, a, expr_int(g, n));
}

expr_id expr_sqrt(graph *g, expr_id a) {
    expr_id folded = is_number_in(g, a) ? expr_fold(g, EXPR_SQRT, &a) : EXPR_NONE;
    return folded.i ? folded : expr_build_root(g, a);
}

expr_id expr_neg(graph *g, expr_id a) {
    expr_id folded = is_number_in(g, a) ? expr_fold(g, EXPR_NEG, &a) : EXPR_NONE;
    return folded.i ? folded : expr_term_scale(g, number_neg(NUMBER_ONE), a);
}
