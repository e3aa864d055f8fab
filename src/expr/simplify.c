/* The simplifying constructor: numbers are folded first, then one small constructor per operator. */
#include "expr/internal.h"

typedef expr_id builder(graph *g, expr_op op, const expr_id *arg);

static expr_id as_it_is(graph *g, expr_op op, const expr_id *arg) {
    return expr_raw(g, op, arg[0], arg[1], arg[2]);
}

static expr_id make_negative(graph *g, expr_op op, const expr_id *arg) {
    (void)op;
    return expr_neg(g, arg[0]);
}

static expr_id make_root(graph *g, expr_op op, const expr_id *arg) {
    (void)op;
    return expr_build_root(g, arg[0]);
}

static expr_id make_select(graph *g, expr_op op, const expr_id *arg) {
    (void)op;
    return expr_select(g, arg[0], arg[1], arg[2]);
}

static expr_id make_sum(graph *g, expr_op op, const expr_id *arg) {
    return expr_build_sum(g, arg[0], arg[1], op == EXPR_ADD ? 1 : -1);
}

static expr_id make_product(graph *g, expr_op op, const expr_id *arg) {
    (void)op;
    return expr_build_product(g, arg[0], arg[1]);
}

static expr_id make_quotient(graph *g, expr_op op, const expr_id *arg) {
    (void)op;
    return expr_build_quotient(g, arg[0], arg[1]);
}

static expr_id make_power(graph *g, expr_op op, const expr_id *arg) {
    (void)op;
    return expr_build_power(g, arg[0], arg[1]);
}

/* Replaces e by -e if its numeric factor is negative. */
static bool strip_sign(graph *g, expr_id *e) {
    term t = expr_term_of(g, *e);
    if (!(t.factor.value < 0) || !number_finite(t.factor))
        return false;
    *e = expr_term_join(g, number_neg(t.factor), t.rest);
    return true;
}

static expr_id make_odd(graph *g, expr_op op, const expr_id *arg) {
    expr_id a = arg[0];
    bool negative = strip_sign(g, &a);
    expr_id e = expr_raw(g, op, a, EXPR_NONE, EXPR_NONE);
    return negative ? expr_neg(g, e) : e;
}

static expr_id make_even(graph *g, expr_op op, const expr_id *arg) {
    expr_id a = arg[0];
    strip_sign(g, &a);
    return expr_raw(g, op, a, EXPR_NONE, EXPR_NONE);
}

static bool is_even_power(const graph *g, expr_id e) {
    int64_t n;
    return whole_power(g, e, &e, &n) && n % 2 == 0;
}

static bool is_never_negative(const graph *g, expr_id e) {
    expr_op op = op_of(g, e);
    return op == EXPR_ABS || op == EXPR_SQRT || op == EXPR_EXP || op == EXPR_HYPOT || op == EXPR_COSH ||
           is_even_power(g, e);
}

static expr_id make_abs(graph *g, expr_op op, const expr_id *arg) {
    term t = expr_term_of(g, arg[0]);
    if (!number_finite(t.factor))
        return as_it_is(g, op, arg);
    expr_id rest = is_never_negative(g, t.rest) ? t.rest : expr_raw(g, op, t.rest, EXPR_NONE, EXPR_NONE);
    return expr_term_scale(g, number_abs(t.factor), rest);
}

static expr_id make_sign(graph *g, expr_op op, const expr_id *arg) {
    term t = expr_term_of(g, arg[0]);
    if (!number_finite(t.factor))
        return as_it_is(g, op, arg);
    expr_id e = expr_raw(g, op, t.rest, EXPR_NONE, EXPR_NONE);
    return t.factor.value < 0 ? expr_neg(g, e) : e;
}

static expr_id make_extreme(graph *g, expr_op op, const expr_id *arg) {
    return expr_same(arg[0], arg[1]) ? arg[0] : expr_raw_ordered(g, op, arg[0], arg[1]);
}

static expr_id make_hypot(graph *g, expr_op op, const expr_id *arg) {
    expr_id a = arg[0], b = arg[1];
    if (is_zero(g, a))
        return expr_unary(g, EXPR_ABS, b);
    if (is_zero(g, b))
        return expr_unary(g, EXPR_ABS, a);
    strip_sign(g, &a);
    strip_sign(g, &b);
    return expr_raw_ordered(g, op, a, b);
}

/* Operators without a row have nothing to simplify but constants. */
static builder *const builders[EXPR_OP_COUNT] = {
    [EXPR_ADD] = make_sum,
    [EXPR_SUB] = make_sum,
    [EXPR_MUL] = make_product,
    [EXPR_DIV] = make_quotient,
    [EXPR_NEG] = make_negative,
    [EXPR_POW] = make_power,
    [EXPR_SQRT] = make_root,
    [EXPR_SIN] = make_odd,
    [EXPR_COS] = make_even,
    [EXPR_TAN] = make_odd,
    [EXPR_ASIN] = make_odd,
    [EXPR_ATAN] = make_odd,
    [EXPR_SINH] = make_odd,
    [EXPR_COSH] = make_even,
    [EXPR_TANH] = make_odd,
    [EXPR_ABS] = make_abs,
    [EXPR_SIGN] = make_sign,
    [EXPR_MIN] = make_extreme,
    [EXPR_MAX] = make_extreme,
    [EXPR_HYPOT] = make_hypot,
    [EXPR_LT] = expr_build_comparison,
    [EXPR_LE] = expr_build_comparison,
    [EXPR_AND] = expr_build_connective,
    [EXPR_OR] = expr_build_connective,
    [EXPR_NOT] = expr_build_not,
    [EXPR_SELECT] = make_select,
};

expr_id expr_make(graph *g, expr_op op, expr_id a, expr_id b, expr_id c) {
    expr_id arg[3] = {a, b, c};
    LGR_ASSERT(op > EXPR_VAR && op < EXPR_OP_COUNT && op != EXPR_TABLE);
    for (int k = 0; k < 3; k++)
        LGR_ASSERT(k < expr_op_table[op].arity ? arg[k].i != 0 && arg[k].i < g->size : arg[k].i == 0);
    expr_id folded = expr_fold(g, op, arg);
    if (folded.i)
        return folded;
    return builders[op] ? builders[op](g, op, arg) : as_it_is(g, op, arg);
}

expr_id expr_unary(graph *g, expr_op op, expr_id a) {
    return expr_make(g, op, a, EXPR_NONE, EXPR_NONE);
}

expr_id expr_binary(graph *g, expr_op op, expr_id a, expr_id b) {
    return expr_make(g, op, a, b, EXPR_NONE);
}
