/* The simplifying constructor: constants folded first, then one small builder an operator. */
#include <float.h>
#include <math.h>

#include "base/check.h"
#include "expr/internal.h"

static number truth(bool x) {
    return x ? NUMBER_ONE : NUMBER_ZERO;
}

/* What is too small for all its digits is not folded, as in products. */
static number unless_tiny(double x) {
    return number_real(fabs(x) < DBL_MIN ? NAN : x);
}

static number fold_power(number a, number b) {
    int64_t n;
    if (number_small_int(b, &n) || number_is(a, 0))
        return number_small_int(b, &n) ? number_power(a, n) : number_real(pow(a.value, b.value));
    return unless_tiny(pow(a.value, b.value));
}

/* A number that is a multiple of pi/2 to its last digit is meant to be one: its sine is 0 or 1, not 6e-17. */
static number fold_turn(expr_op op, number a) {
    double x = expr_op_value(op, a.value, 0, 0);
    int64_t turns;
    return number_real(number_quarter_turns(a, &turns) ? rint(x) : x);
}

/* Exact where the operator keeps rationals rational. */
static number fold(expr_op op, number a, number b, number c) {
    switch (op) {
    case EXPR_ADD:
        return number_add(a, b);
    case EXPR_SUB:
        return number_add(a, number_neg(b));
    case EXPR_MUL:
        return number_mul(a, b);
    case EXPR_DIV:
        return number_div(a, b);
    case EXPR_NEG:
        return number_neg(a);
    case EXPR_POW:
        return fold_power(a, b);
    case EXPR_EXP:
        return unless_tiny(exp(a.value));
    case EXPR_SQRT:
        return number_sqrt(a);
    case EXPR_SIN:
    case EXPR_COS:
        return fold_turn(op, a);
    case EXPR_ABS:
        return number_abs(a);
    case EXPR_MIN:
        return number_compare(a, b) <= 0 ? a : b;
    case EXPR_MAX:
        return number_compare(a, b) >= 0 ? a : b;
    case EXPR_LT:
        return truth(number_compare(a, b) < 0);
    case EXPR_LE:
        return truth(number_compare(a, b) <= 0);
    case EXPR_SELECT:
        return a.value != 0 ? b : c;
    default:
        return number_real(expr_op_value(op, a.value, b.value, c.value));
    }
}

/* True, with the value in *result, if all arguments are finite numbers and the value is finite. */
static bool folds(const graph *g, expr_op op, const expr_id *arg, number *result) {
    number x[3] = {NUMBER_ZERO, NUMBER_ZERO, NUMBER_ZERO};
    for (int k = 0; k < expr_op_table[op].arity; k++) {
        if (!is_number(g, arg[k]))
            return false;
        x[k] = number_at(g, arg[k]);
        if (!number_finite(x[k]))
            return false;
    }
    *result = fold(op, x[0], x[1], x[2]);
    return number_finite(*result);
}

typedef expr_id builder(graph *g, expr_op op, const expr_id *arg);

static expr_id as_it_is(graph *g, expr_op op, const expr_id *arg) {
    return graph_raw(g, op, arg[0], arg[1], arg[2]);
}

static expr_id make_sum(graph *g, expr_op op, const expr_id *arg) {
    return build_sum(g, arg[0], arg[1], op == EXPR_ADD ? 1 : -1);
}

static expr_id make_product(graph *g, expr_op op, const expr_id *arg) {
    (void)op;
    return build_product(g, arg[0], arg[1]);
}

static expr_id make_quotient(graph *g, expr_op op, const expr_id *arg) {
    (void)op;
    return build_quotient(g, arg[0], arg[1]);
}

static expr_id make_power(graph *g, expr_op op, const expr_id *arg) {
    (void)op;
    return build_power(g, arg[0], arg[1]);
}

static expr_id make_negative(graph *g, expr_op op, const expr_id *arg) {
    (void)op;
    return term_scale(g, number_neg(NUMBER_ONE), arg[0]);
}

/* Takes a square number out of the root. */
static expr_id make_root(graph *g, expr_op op, const expr_id *arg) {
    term t = term_of(g, arg[0]);
    number root = number_sqrt(t.factor);
    if (t.factor.den == 0 || root.den == 0 || number_is(root, 1) || is_one(g, t.rest))
        return as_it_is(g, op, arg);
    return term_scale(g, root, expr_sqrt(g, t.rest));
}

/* Replaces e by -e if its numeric factor is negative. */
static bool strip_sign(graph *g, expr_id *e) {
    term t = term_of(g, *e);
    if (!(t.factor.value < 0) || !number_finite(t.factor))
        return false;
    *e = term_join(g, number_neg(t.factor), t.rest);
    return true;
}

static expr_id make_odd(graph *g, expr_op op, const expr_id *arg) {
    expr_id a = arg[0];
    bool negative = strip_sign(g, &a);
    expr_id e = graph_raw(g, op, a, EXPR_NONE, EXPR_NONE);
    return negative ? expr_neg(g, e) : e;
}

static expr_id make_even(graph *g, expr_op op, const expr_id *arg) {
    expr_id a = arg[0];
    strip_sign(g, &a);
    return graph_raw(g, op, a, EXPR_NONE, EXPR_NONE);
}

static bool is_even_power(const graph *g, expr_id e) {
    int64_t n;
    return op_of(g, e) == EXPR_POW && number_small_int(number_at(g, arg_of(g, e, 1)), &n) && n % 2 == 0;
}

static bool is_never_negative(const graph *g, expr_id e) {
    expr_op op = op_of(g, e);
    return op == EXPR_ABS || op == EXPR_SQRT || op == EXPR_EXP || op == EXPR_HYPOT || op == EXPR_COSH ||
           is_even_power(g, e);
}

static expr_id make_abs(graph *g, expr_op op, const expr_id *arg) {
    term t = term_of(g, arg[0]);
    if (!number_finite(t.factor))
        return as_it_is(g, op, arg);
    expr_id rest = is_never_negative(g, t.rest) ? t.rest : graph_raw(g, op, t.rest, EXPR_NONE, EXPR_NONE);
    return term_scale(g, number_abs(t.factor), rest);
}

static expr_id make_sign(graph *g, expr_op op, const expr_id *arg) {
    term t = term_of(g, arg[0]);
    if (!number_finite(t.factor))
        return as_it_is(g, op, arg);
    expr_id e = graph_raw(g, op, t.rest, EXPR_NONE, EXPR_NONE);
    return t.factor.value < 0 ? expr_neg(g, e) : e;
}

static expr_id make_extreme(graph *g, expr_op op, const expr_id *arg) {
    return expr_same(arg[0], arg[1]) ? arg[0] : graph_raw_ordered(g, op, arg[0], arg[1]);
}

static expr_id make_hypot(graph *g, expr_op op, const expr_id *arg) {
    expr_id a = arg[0], b = arg[1];
    if (is_zero(g, a))
        return expr_unary(g, EXPR_ABS, b);
    if (is_zero(g, b))
        return expr_unary(g, EXPR_ABS, a);
    strip_sign(g, &a);
    strip_sign(g, &b);
    return graph_raw_ordered(g, op, a, b);
}

static expr_id make_comparison(graph *g, expr_op op, const expr_id *arg) {
    if (expr_same(arg[0], arg[1]))
        return op == EXPR_LE ? g->one : g->zero;
    return as_it_is(g, op, arg);
}

/* 0 or 1 whatever its arguments are. */
static bool is_truth(const graph *g, expr_id e) {
    expr_op op = op_of(g, e);
    return op == EXPR_LT || op == EXPR_LE || op == EXPR_AND || op == EXPR_OR || op == EXPR_NOT;
}

/* `and` absorbs in 0 and leaves alone in anything else; `or` the other way round. */
static expr_id make_connective(graph *g, expr_op op, const expr_id *arg) {
    expr_id a = arg[0], b = arg[1];
    for (int turn = 0; turn < 2; turn++) {
        double value;
        if (expr_is_number(g, a, &value)) {
            bool absorbs = (value != 0) == (op == EXPR_OR);
            if (absorbs)
                return op == EXPR_OR ? g->one : g->zero;
            if (is_truth(g, b))
                return b;
        }
        expr_id other = a;
        a = b;
        b = other;
    }
    return expr_same(a, b) && is_truth(g, a) ? a : graph_raw_ordered(g, op, a, b);
}

static expr_id make_not(graph *g, expr_op op, const expr_id *arg) {
    if (op_of(g, arg[0]) == EXPR_NOT && is_truth(g, arg_of(g, arg[0], 0)))
        return arg_of(g, arg[0], 0);
    return as_it_is(g, op, arg);
}

static expr_id make_select(graph *g, expr_op op, const expr_id *arg) {
    double value;
    if (expr_is_number(g, arg[0], &value))
        return value != 0 ? arg[1] : arg[2];
    if (expr_same(arg[1], arg[2]))
        return arg[1];
    if (op_of(g, arg[0]) == EXPR_NOT)
        return graph_raw(g, op, arg_of(g, arg[0], 0), arg[2], arg[1]);
    return as_it_is(g, op, arg);
}

/* Operators without a row have nothing to simplify but constants. */
static builder *const builders[EXPR_OP_COUNT] = {
    [EXPR_ADD] = make_sum,       [EXPR_SUB] = make_sum,       [EXPR_MUL] = make_product,    [EXPR_DIV] = make_quotient,
    [EXPR_NEG] = make_negative,  [EXPR_POW] = make_power,     [EXPR_SQRT] = make_root,      [EXPR_SIN] = make_odd,
    [EXPR_COS] = make_even,      [EXPR_TAN] = make_odd,       [EXPR_ASIN] = make_odd,       [EXPR_ATAN] = make_odd,
    [EXPR_SINH] = make_odd,      [EXPR_COSH] = make_even,     [EXPR_TANH] = make_odd,       [EXPR_ABS] = make_abs,
    [EXPR_SIGN] = make_sign,     [EXPR_MIN] = make_extreme,   [EXPR_MAX] = make_extreme,    [EXPR_HYPOT] = make_hypot,
    [EXPR_LT] = make_comparison, [EXPR_LE] = make_comparison, [EXPR_AND] = make_connective, [EXPR_OR] = make_connective,
    [EXPR_NOT] = make_not,       [EXPR_SELECT] = make_select,
};

expr_id expr_make(graph *g, expr_op op, expr_id a, expr_id b, expr_id c) {
    expr_id arg[3] = {a, b, c};
    number result;
    LGR_ASSERT(op > EXPR_VAR && op < EXPR_OP_COUNT);
    for (int k = 0; k < 3; k++)
        LGR_ASSERT(k < expr_op_table[op].arity ? arg[k].i != 0 && arg[k].i < g->size : arg[k].i == 0);
    if (folds(g, op, arg, &result))
        return expr_number(g, result);
    return builders[op] ? builders[op](g, op, arg) : as_it_is(g, op, arg);
}

expr_id expr_unary(graph *g, expr_op op, expr_id a) {
    return expr_make(g, op, a, EXPR_NONE, EXPR_NONE);
}

expr_id expr_binary(graph *g, expr_op op, expr_id a, expr_id b) {
    return expr_make(g, op, a, b, EXPR_NONE);
}

static bool is_number_in(const graph *g, expr_id e) {
    LGR_ASSERT(e.i != 0 && e.i < g->size);
    return is_number(g, e);
}

/* The commonest three go straight to their builders where there is nothing to fold. */
expr_id expr_add(graph *g, expr_id a, expr_id b) {
    return is_number_in(g, a) & is_number_in(g, b) ? expr_binary(g, EXPR_ADD, a, b) : build_sum(g, a, b, 1);
}

expr_id expr_sub(graph *g, expr_id a, expr_id b) {
    return is_number_in(g, a) & is_number_in(g, b) ? expr_binary(g, EXPR_SUB, a, b) : build_sum(g, a, b, -1);
}

expr_id expr_mul(graph *g, expr_id a, expr_id b) {
    return is_number_in(g, a) & is_number_in(g, b) ? expr_binary(g, EXPR_MUL, a, b) : build_product(g, a, b);
}

expr_id expr_product(graph *g, expr_id a, expr_id b) {
    return graph_raw_ordered(g, EXPR_MUL, a, b);
}

expr_id expr_div(graph *g, expr_id a, expr_id b) {
    return expr_binary(g, EXPR_DIV, a, b);
}

expr_id expr_neg(graph *g, expr_id a) {
    return expr_unary(g, EXPR_NEG, a);
}

expr_id expr_pow(graph *g, expr_id a, expr_id b) {
    return expr_binary(g, EXPR_POW, a, b);
}

expr_id expr_powi(graph *g, expr_id a, int n) {
    return expr_pow(g, a, expr_int(g, n));
}

expr_id expr_sqrt(graph *g, expr_id a) {
    return expr_unary(g, EXPR_SQRT, a);
}

expr_id expr_select(graph *g, expr_id condition, expr_id yes, expr_id no) {
    return expr_make(g, EXPR_SELECT, condition, yes, no);
}
