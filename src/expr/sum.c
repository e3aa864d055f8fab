/* The simplifying constructor of sums and differences: like terms collected, signs outside, numbers first. */
#include "expr/internal.h"

static expr_id raw_sum(graph *g, expr_id a, expr_id b, int sign) {
    return sign > 0 ? expr_raw_ordered(g, EXPR_ADD, a, b) : expr_raw(g, EXPR_SUB, a, b, EXPR_NONE);
}

/* c + sign*e for an e with positive factor. */
static expr_id number_plus(graph *g, number c, int sign, expr_id e) {
    if (number_is(c, 0))
        return sign > 0 ? e : expr_neg(g, e);
    return expr_raw(g, sign > 0 ? EXPR_ADD : EXPR_SUB, expr_number(g, c), e, EXPR_NONE);
}

/* c + t, joining c with a number that begins the sum t. */
static expr_id add_number(graph *g, number c, term t) {
    int sign = t.factor.value < 0 ? -1 : 1;
    expr_op op = op_of(g, t.rest);
    bool is_sum = (op == EXPR_ADD || op == EXPR_SUB) && is_number(g, arg_of(g, t.rest, 0));
    if (is_sum && (number_is(t.factor, 1) || number_is(t.factor, -1))) {
        number inner = number_at(g, arg_of(g, t.rest, 0));
        number total = number_add(c, sign > 0 ? inner : number_neg(inner));
        if (number_finite(total))
            return number_plus(g, total, op == EXPR_ADD ? sign : -sign, arg_of(g, t.rest, 1));
    }
    return number_plus(g, c, sign, expr_term_join(g, number_abs(t.factor), t.rest));
}

/* Both SELECT on one condition, and at least one branch of the sum stays as it was. */
static bool same_mask(const graph *g, expr_id a, expr_id b) {
    return op_of(g, a) == EXPR_SELECT && op_of(g, b) == EXPR_SELECT && expr_same(arg_of(g, a, 0), arg_of(g, b, 0)) &&
           (expr_is_masked(g, a) || expr_is_masked(g, b));
}

static expr_id add_masked(graph *g, term x, term y) {
    expr_id branch[2];
    for (int k = 0; k < 2; k++) {
        expr_id one = expr_term_scale(g, x.factor, arg_of(g, x.rest, k + 1));
        branch[k] = expr_add(g, one, expr_term_scale(g, y.factor, arg_of(g, y.rest, k + 1)));
    }
    return expr_select(g, arg_of(g, x.rest, 0), branch[0], branch[1]);
}

static expr_id add_terms(graph *g, term x, term y) {
    expr_id a = expr_term_join(g, number_abs(x.factor), x.rest), b = expr_term_join(g, number_abs(y.factor), y.rest);
    bool minus_a = x.factor.value < 0, minus_b = y.factor.value < 0;
    if (minus_a && minus_b)
        return expr_neg(g, raw_sum(g, a, b, 1));
    if (minus_a)
        return raw_sum(g, b, a, -1);
    return raw_sum(g, a, b, minus_b ? -1 : 1);
}

/* Without numbers in front there is little to find. */
static expr_id plain_sum(graph *g, expr_id a, expr_id b, int sign) {
    expr_id squares;
    if (expr_same(a, b))
        return sign > 0 ? expr_term_join(g, number_ratio(2, 1), a) : g->zero;
    if (sign > 0 && expr_sum_of_squares(g, a, b, &squares))
        return squares;
    if (same_mask(g, a, b))
        return add_masked(g, (term){NUMBER_ONE, a}, (term){number_ratio(sign, 1), b});
    return raw_sum(g, a, b, sign);
}

expr_id expr_build_sum(graph *g, expr_id a, expr_id b, int sign) {
    if (is_plain(g, a) && is_plain(g, b))
        return plain_sum(g, a, b, sign);
    term x = expr_term_of(g, a), y = expr_term_of(g, b);
    expr_id squares;
    if (sign < 0)
        y.factor = number_neg(y.factor);
    if (!number_finite(x.factor) || !number_finite(y.factor))
        return raw_sum(g, a, b, sign);
    if (number_is(x.factor, 0))
        return expr_term_join(g, y.factor, y.rest);
    if (number_is(y.factor, 0))
        return a;
    if (expr_same(x.rest, y.rest)) {
        number factor = number_add(x.factor, y.factor);
        return number_finite(factor) ? expr_term_join(g, factor, x.rest) : raw_sum(g, a, b, sign);
    }
    if (is_one(g, x.rest))
        return add_number(g, x.factor, y);
    if (is_one(g, y.rest))
        return add_number(g, y.factor, x);
    if (number_same(x.factor, y.factor) && expr_sum_of_squares(g, x.rest, y.rest, &squares))
        return expr_term_scale(g, x.factor, squares);
    if (same_mask(g, x.rest, y.rest))
        return add_masked(g, x, y);
    return add_terms(g, x, y);
}

expr_id expr_add(graph *g, expr_id a, expr_id b) {
    expr_id folded = expr_fold_two(g, EXPR_ADD, a, b);
    return folded.i ? folded : expr_build_sum(g, a, b, 1);
}

expr_id expr_sub(graph *g, expr_id a, expr_id b) {
    expr_id folded = expr_fold_two(g, EXPR_SUB, a, b);
    return folded.i ? folded : expr_build_sum(g, a, b, -1);
}
