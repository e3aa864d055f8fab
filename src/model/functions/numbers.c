/* Functions of one number or of several. */
#include <math.h>

#include "model/functions/functions.h"

static value pure(builder *b, const function_call *c, int op) {
    value x = c->arg[0];
    const char *what = base_arena_printf(b->a, "the argument of %s", c->e->name);
    if (!value_need_scalar(&b->vc, x, what) || !value_need_dim(&b->vc, x, DIM_ANGLE, what))
        return value_bad(c->e->at);
    bool angle = op == EXPR_ASIN || op == EXPR_ACOS || op == EXPR_ATAN;
    value v = value_scalar(expr_unary(b->m->g, (expr_op)op, x.c[0]), angle ? DIM_TURN : DIM_ANGLE, c->e->at);
    const expr_node *n = expr_node_at(b->m->g, v.c[0]);
    if (n->op == (expr_op)op && expr_is_number(b->m->g, x.c[0], NULL)) {
        diag_add(b->m->findings, DIAG_E0308, c->e->at, "'%s' is not defined at %.9g", c->e->name,
                 eval_number_now(b, x.c[0]));
        return value_bad(c->e->at);
    }
    return v;
}

static value circular(builder *b, const function_call *c, int op) {
    eval_warn_degrees(b, c->e->args[0]);
    return pure(b, c, op);
}

/* log10(x) = log(x)/log(10) */
static value decadic(builder *b, const function_call *c, int op) {
    value v = pure(b, c, op);
    double number;
    if (!value_is_bad(v) && expr_is_number(b->m->g, c->arg[0].c[0], &number))
        v.c[0] = expr_real(b->m->g, log10(number));
    else if (!value_is_bad(v))
        v.c[0] = expr_div(b->m->g, v.c[0], expr_unary(b->m->g, EXPR_LOG, expr_int(b->m->g, 10)));
    return v;
}

static value root(builder *b, const function_call *c, int extra) {
    (void)extra;
    value x = c->arg[0], half = value_number(&b->vc, 1, 2, c->e->at);
    if (!value_need_scalar(&b->vc, x, "the argument of sqrt"))
        return value_bad(c->e->at);
    double number;
    if (expr_is_number(b->m->g, x.c[0], &number) && number < 0) {
        diag_add(b->m->findings, DIAG_E0308, c->e->at, "the square root of a negative number, %.9g", number);
        return value_bad(c->e->at);
    }
    value v = value_binary(&b->vc, SYN_POW, x, half, c->e->at);
    if (!value_is_bad(v))
        v.c[0] = expr_sqrt(b->m->g, x.c[0]);
    return v;
}

static value absolute(builder *b, const function_call *c, int extra) {
    (void)extra;
    value x = c->arg[0];
    if (!value_need_scalar(&b->vc, x, "the argument of abs"))
        return value_bad(c->e->at);
    return value_norm(&b->vc, x, c->e->at);
}

/* The whole number below, above or nearest, halves upwards: all are floors. */
enum { WHOLE_BELOW, WHOLE_ABOVE, WHOLE_NEAREST };

static value whole(builder *b, const function_call *c, int which) {
    graph *g = b->m->g;
    value x = c->arg[0];
    const char *what = base_arena_printf(b->a, "the argument of %s", c->e->name);
    if (!value_need_scalar(&b->vc, x, what) || !value_need_dim(&b->vc, x, DIM_ANGLE, what))
        return value_bad(c->e->at);
    expr_id e = which == WHOLE_ABOVE     ? expr_neg(g, x.c[0])
                : which == WHOLE_NEAREST ? expr_add(g, x.c[0], expr_rational(g, 1, 2))
                                         : x.c[0];
    e = expr_unary(g, EXPR_FLOOR, e);
    return value_scalar(which == WHOLE_ABOVE ? expr_neg(g, e) : e, DIM_ANGLE, c->e->at);
}

/* mod(x, y) = x - y floor(x/y): from 0 on up to y. */
static value remainder_of(builder *b, const function_call *c, int extra) {
    (void)extra;
    graph *g = b->m->g;
    value x = c->arg[0], y = c->arg[1];
    double number;
    if (!value_need_scalar(&b->vc, x, "an argument") || !value_need_scalar(&b->vc, y, "an argument") ||
        !value_need_match(&b->vc, x, y, "and", c->e->at))
        return value_bad(c->e->at);
    if (expr_is_number(g, y.c[0], &number) && number == 0) {
        diag_add(b->m->findings, DIAG_E0308, y.at, "'mod' is not defined for a divisor of 0");
        return value_bad(c->e->at);
    }
    expr_id turns = expr_unary(g, EXPR_FLOOR, expr_div(g, x.c[0], y.c[0]));
    value v = value_scalar(expr_sub(g, x.c[0], expr_mul(g, y.c[0], turns)), value_joint_dim(x, y), c->e->at);
    v.any_dim = x.any_dim && y.any_dim;
    return v;
}

static value sign(builder *b, const function_call *c, int extra) {
    (void)extra;
    if (!value_need_scalar(&b->vc, c->arg[0], "the argument of sign"))
        return value_bad(c->e->at);
    return value_scalar(expr_unary(b->m->g, EXPR_SIGN, c->arg[0].c[0]), DIM_ANGLE, c->e->at);
}

/* min, max, hypot, atan2: two scalars of one dimension; the result keeps it or, for atan2, is an angle. */
value functions_pair(builder *b, value x, value y, int op, span at) {
    if (!value_need_scalar(&b->vc, x, "an argument") || !value_need_scalar(&b->vc, y, "an argument") ||
        !value_need_match(&b->vc, x, y, "and", at))
        return value_bad(at);
    value v = value_scalar(expr_binary(b->m->g, (expr_op)op, x.c[0], y.c[0]), value_joint_dim(x, y), at);
    v.any_dim = x.any_dim && y.any_dim;
    if (op == EXPR_ATAN2)
        v.dim = DIM_TURN;
    return v;
}

static value two(builder *b, const function_call *c, int op) {
    return functions_pair(b, c->arg[0], c->arg[1], op, c->e->at);
}

static value many(builder *b, const function_call *c, int op) {
    value v = eval_expr(b, c->e->args[0], c->env);
    for (size_t i = 1; i < c->e->arg_count; i++)
        v = functions_pair(b, v, eval_expr(b, c->e->args[i], c->env), op, c->e->at);
    return v;
}

const function_row functions_of_numbers[] = {
    {"sin", 1, 1, circular, EXPR_SIN, false},
    {"cos", 1, 1, circular, EXPR_COS, false},
    {"tan", 1, 1, circular, EXPR_TAN, false},
    {"asin", 1, 1, pure, EXPR_ASIN, false},
    {"acos", 1, 1, pure, EXPR_ACOS, false},
    {"atan", 1, 1, pure, EXPR_ATAN, false},
    {"sinh", 1, 1, pure, EXPR_SINH, false},
    {"cosh", 1, 1, pure, EXPR_COSH, false},
    {"tanh", 1, 1, pure, EXPR_TANH, false},
    {"exp", 1, 1, pure, EXPR_EXP, false},
    {"log", 1, 1, pure, EXPR_LOG, false},
    {"log10", 1, 1, decadic, EXPR_LOG, false},
    {"sqrt", 1, 1, root, 0, false},
    {"abs", 1, 1, absolute, 0, false},
    {"floor", 1, 1, whole, WHOLE_BELOW, false},
    {"ceil", 1, 1, whole, WHOLE_ABOVE, false},
    {"round", 1, 1, whole, WHOLE_NEAREST, false},
    {"mod", 2, 2, remainder_of, 0, false},
    {"sign", 1, 1, sign, 0, false},
    {"atan2", 2, 2, two, EXPR_ATAN2, false},
    {"hypot", 2, 2, two, EXPR_HYPOT, false},
    {"min", 2, -1, many, EXPR_MIN, true},
    {"max", 2, -1, many, EXPR_MAX, true},
    {0},
};
