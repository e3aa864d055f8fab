/* The derivative of every operator with respect to each of its arguments: one small function per operator. */
#include "base/check.h"
#include "expr/internal.h"
#include "expr/table.h"

/* The node e with its first arguments x and y, to be derived by argument k. */
typedef struct place {
    graph *g;
    expr_id e, x, y;
    int k;
} place;

typedef expr_id rule(const place *p);

static expr_id one_plus(graph *g, int sign, expr_id e) {
    return expr_make(g, sign > 0 ? EXPR_ADD : EXPR_SUB, g->one, e, EXPR_NONE);
}

static expr_id reciprocal(graph *g, expr_id e) {
    return expr_div(g, g->one, e);
}

static expr_id by_add(const place *p) {
    return p->g->one;
}

static expr_id by_sub(const place *p) {
    return p->k == 0 ? p->g->one : expr_neg(p->g, p->g->one);
}

static expr_id by_mul(const place *p) {
    return p->k == 0 ? p->y : p->x;
}

static expr_id by_div(const place *p) {
    return p->k == 0 ? reciprocal(p->g, p->y) : expr_neg(p->g, expr_div(p->g, p->e, p->y));
}

static expr_id by_neg(const place *p) {
    return expr_neg(p->g, p->g->one);
}

/* y*x^(y-1) instead of e*y/x: it has its value also at x = 0. */
static expr_id by_pow(const place *p) {
    if (p->k == 1)
        return expr_mul(p->g, p->e, expr_unary(p->g, EXPR_LOG, p->x));
    return expr_mul(p->g, p->y, expr_pow(p->g, p->x, expr_sub(p->g, p->y, p->g->one)));
}

static expr_id by_sqrt(const place *p) {
    return expr_div(p->g, expr_rational(p->g, 1, 2), p->e);
}

static expr_id by_sin(const place *p) {
    return expr_unary(p->g, EXPR_COS, p->x);
}

static expr_id by_cos(const place *p) {
    return expr_neg(p->g, expr_unary(p->g, EXPR_SIN, p->x));
}

static expr_id by_tan(const place *p) {
    return one_plus(p->g, 1, expr_powi(p->g, p->e, 2));
}

static expr_id by_asin(const place *p) {
    return reciprocal(p->g, expr_sqrt(p->g, one_plus(p->g, -1, expr_powi(p->g, p->x, 2))));
}

static expr_id by_acos(const place *p) {
    return expr_neg(p->g, by_asin(p));
}

static expr_id by_atan(const place *p) {
    return reciprocal(p->g, one_plus(p->g, 1, expr_powi(p->g, p->x, 2)));
}

/* atan2(x, y): the ordinate comes first. */
static expr_id by_atan2(const place *p) {
    expr_id x2 = expr_powi(p->g, p->x, 2), square = expr_add(p->g, x2, expr_powi(p->g, p->y, 2));
    return expr_div(p->g, p->k == 0 ? p->y : expr_neg(p->g, p->x), square);
}

static expr_id by_sinh(const place *p) {
    return expr_unary(p->g, EXPR_COSH, p->x);
}

static expr_id by_cosh(const place *p) {
    return expr_unary(p->g, EXPR_SINH, p->x);
}

static expr_id by_tanh(const place *p) {
    return one_plus(p->g, -1, expr_powi(p->g, p->e, 2));
}

static expr_id by_exp(const place *p) {
    return p->e;
}

static expr_id by_log(const place *p) {
    return reciprocal(p->g, p->x);
}

static expr_id by_abs(const place *p) {
    return expr_unary(p->g, EXPR_SIGN, p->x);
}

static expr_id by_step(const place *p) {
    return p->g->zero;
}

/* 1 for the argument that is taken, y if `takes_y`. */
static expr_id of_taken(const place *p, expr_id takes_y) {
    expr_id one = p->g->one, zero = p->g->zero;
    return p->k == 0 ? expr_select(p->g, takes_y, zero, one) : expr_select(p->g, takes_y, one, zero);
}

static expr_id by_min(const place *p) {
    return of_taken(p, expr_binary(p->g, EXPR_LT, p->y, p->x));
}

static expr_id by_max(const place *p) {
    return of_taken(p, expr_binary(p->g, EXPR_LT, p->x, p->y));
}

static expr_id by_hypot(const place *p) {
    return expr_div(p->g, p->k == 0 ? p->x : p->y, p->e);
}

/* The masks 1 and 0 become the branches themselves in products: what is not taken may be infinite. */
static expr_id by_select(const place *p) {
    if (p->k == 0)
        return p->g->zero;
    expr_id one = p->g->one, zero = p->g->zero;
    return p->k == 1 ? expr_select(p->g, p->x, one, zero) : expr_select(p->g, p->x, zero, one);
}

/* The interval stays. */
static expr_id by_curve(const place *p) {
    const expr_table *t = expr_table_at(p->g, p->x), *slope = t->slope;
    LGR_ASSERT(slope || t->knots);
    if (p->k != 1 || !slope)
        return p->g->zero;
    expr_id interval = arg_of(p->g, p->e, 2), leaf = expr_table_leaf(p->g, slope);
    return expr_make(p->g, EXPR_CURVE, leaf, p->y, interval);
}

static rule *const rules[EXPR_OP_COUNT] = {
    [EXPR_ADD] = by_add,       [EXPR_SUB] = by_sub,   [EXPR_MUL] = by_mul,    [EXPR_DIV] = by_div,
    [EXPR_NEG] = by_neg,       [EXPR_POW] = by_pow,   [EXPR_SQRT] = by_sqrt,  [EXPR_SIN] = by_sin,
    [EXPR_COS] = by_cos,       [EXPR_TAN] = by_tan,   [EXPR_ASIN] = by_asin,  [EXPR_ACOS] = by_acos,
    [EXPR_ATAN] = by_atan,     [EXPR_SINH] = by_sinh, [EXPR_COSH] = by_cosh,  [EXPR_TANH] = by_tanh,
    [EXPR_ATAN2] = by_atan2,   [EXPR_EXP] = by_exp,   [EXPR_LOG] = by_log,    [EXPR_ABS] = by_abs,
    [EXPR_SIGN] = by_step,     [EXPR_MIN] = by_min,   [EXPR_MAX] = by_max,    [EXPR_HYPOT] = by_hypot,
    [EXPR_LT] = by_step,       [EXPR_LE] = by_step,   [EXPR_AND] = by_step,   [EXPR_OR] = by_step,
    [EXPR_SELECT] = by_select, [EXPR_NOT] = by_step,  [EXPR_FLOOR] = by_step, [EXPR_INTERVAL] = by_step,
    [EXPR_CURVE] = by_curve,
};

expr_id expr_partial(graph *g, expr_id e, int k) {
    expr_op op = op_of(g, e);
    LGR_ASSERT(rules[op] != NULL && k < expr_op_table[op].arity);
    return rules[op](&(place){g, e, arg_of(g, e, 0), arg_of(g, e, 1), k});
}
