/* Operators and products of values, with their dimension checks. */
#include "model/value/value.h"

static value add_or_subtract(const value_context *c, syn_op op, value a, value b, span at) {
    if (!value_need_match(c, a, b, op == SYN_ADD ? "+" : "-", at))
        return value_bad(at);
    value r = {.size = a.size, .at = at, .dim = value_joint_dim(a, b), .any_dim = a.any_dim && b.any_dim};
    for (int i = 0; i < a.size; i++)
        r.c[i] = op == SYN_ADD ? expr_add(c->g, a.c[i], b.c[i]) : expr_sub(c->g, a.c[i], b.c[i]);
    return r;
}

value value_scale(const value_context *c, value v, expr_id factor, dimension dim) {
    for (int i = 0; i < v.size; i++)
        v.c[i] = expr_mul(c->g, factor, v.c[i]);
    v.dim = dim_mul(v.dim, dim);
    return v;
}

static value multiply(const value_context *c, value a, value b, span at) {
    if (a.size > 1 && b.size > 1) {
        finding *f = diag_add(c->findings, DIAG_E0303, at, "the product of two vectors is ambiguous");
        diag_help(c->findings, f, "write dot(a, b) or cross(a, b)");
        return value_bad(at);
    }
    value v = a.size > 1 ? value_scale(c, a, b.c[0], b.dim) : value_scale(c, b, a.c[0], a.dim);
    v.any_dim = a.any_dim || b.any_dim;
    v.at = at;
    return v;
}

static value divide(const value_context *c, value a, value b, span at) {
    if (b.size > 1) {
        finding *f = diag_add(c->findings, DIAG_E0303, at, "division by a vector");
        diag_help(c->findings, f, "divide by its length, norm(...), or by a component");
        return value_bad(at);
    }
    if (expr_is_zero(c->g, b.c[0])) {
        diag_add(c->findings, DIAG_E0308, at, "division by zero");
        return value_bad(at);
    }
    for (int i = 0; i < a.size; i++)
        a.c[i] = expr_div(c->g, a.c[i], b.c[0]);
    a.dim = dim_div(a.dim, b.dim);
    a.at = at;
    return a;
}

static value power(const value_context *c, value a, value b, span at) {
    if (a.size > 1 || b.size > 1) {
        finding *f = diag_add(c->findings, DIAG_E0303, at,
                              a.size > 1 ? "a vector cannot be raised to a power" : "an exponent is a scalar");
        if (a.size > 1)
            diag_help(c->findings, f, "the square of its length is dot(%s, %s)", value_quote(c, a.at),
                      value_quote(c, a.at));
        return value_bad(at);
    }
    value r = value_scalar(expr_pow(c->g, a.c[0], b.c[0]), (dimension){{0}}, at);
    const expr_node *exponent = expr_node_at(c->g, b.c[0]);
    if (exponent->op == EXPR_RATIONAL && dim_is_one(a.dim))
        dim_pow(a.dim, exponent->num, exponent->den, &r.dim);
    r.any_dim = a.any_dim;
    if (!c->units || (dim_is_one(a.dim) && dim_is_one(b.dim)))
        return r;
    if (!value_need_dim(c, b, DIM_ANGLE, "an exponent"))
        return value_bad(at);
    const expr_node *n = expr_node_at(c->g, b.c[0]);
    if (n->op != EXPR_RATIONAL || !dim_pow(a.dim, n->num, n->den, &r.dim)) {
        finding *f =
            diag_add(c->findings, DIAG_E0305, at, "%s %s cannot be raised to a power that is not a plain number",
                     value_quote(c, a.at), value_dim_text(c, a.dim));
        diag_help(c->findings, f, "divide it by a quantity of its dimension first, as in (x/(1 m))^p");
        return value_bad(at);
    }
    return r;
}

value value_binary(const value_context *c, syn_op op, value a, value b, span at) {
    if (op == SYN_MUL && a.size == VALUE_FRAME && !value_is_bad(b))
        return value_frame_product(c, a, b, at);
    if (!value_need_numbers(c, a, b))
        return value_bad(at);
    switch (op) {
    case SYN_MUL:
        return multiply(c, a, b, at);
    case SYN_DIV:
        return divide(c, a, b, at);
    case SYN_POW:
        return power(c, a, b, at);
    default:
        return add_or_subtract(c, op, a, b, at);
    }
}

value value_compare(const value_context *c, syn_op op, value a, value b, span at) {
    if (!value_need_numbers(c, a, b) || !value_need_scalar(c, a, "a side of a comparison") ||
        !value_need_scalar(c, b, "a side of a comparison") || !value_need_match(c, a, b, "compared with", at))
        return value_bad(at);
    bool swap = op == SYN_GT || op == SYN_GE;
    expr_op o = op == SYN_LT || op == SYN_GT ? EXPR_LT : EXPR_LE;
    value v = value_scalar(expr_binary(c->g, o, swap ? b.c[0] : a.c[0], swap ? a.c[0] : b.c[0]), (dimension){{0}}, at);
    v.condition = true;
    return v;
}

value value_logic(const value_context *c, syn_op op, value a, value b, span at) {
    bool unary = op == SYN_NOT;
    if (!value_need_condition(c, a, "an operand of and, or, not") ||
        (!unary && !value_need_condition(c, b, "an operand of and, or, not")))
        return value_bad(at);
    value v = a;
    v.at = at;
    v.c[0] = unary ? expr_unary(c->g, EXPR_NOT, a.c[0])
                   : expr_binary(c->g, op == SYN_AND ? EXPR_AND : EXPR_OR, a.c[0], b.c[0]);
    return v;
}

value value_negate(const value_context *c, value a, span at) {
    if (!value_need_numbers(c, a, a))
        return value_bad(at);
    for (int i = 0; i < a.size; i++)
        a.c[i] = expr_neg(c->g, a.c[i]);
    a.at = at;
    return a;
}

value value_select(const value_context *c, value condition, value yes, value no, span at) {
    if (!value_need_condition(c, condition, "what follows 'if'") || value_is_bad(yes) || value_is_bad(no))
        return value_bad(at);
    if (yes.condition != no.condition) {
        diag_add(c->findings, DIAG_E0306, at, "one branch of this 'if' is a condition, the other a number");
        return value_bad(at);
    }
    if (!value_need_match(c, yes, no, "and", at))
        return value_bad(at);
    value v = yes;
    v.at = at;
    v.dim = value_joint_dim(yes, no);
    v.any_dim = yes.any_dim && no.any_dim;
    for (int i = 0; i < v.size; i++)
        v.c[i] = expr_select(c->g, condition.c[0], yes.c[i], no.c[i]);
    return v;
}

value value_dot(const value_context *c, value a, value b, span at) {
    if (!value_need_numbers(c, a, b))
        return value_bad(at);
    if (a.size != b.size || a.size < 2) {
        diag_add(c->findings, a.size < 2 || b.size < 2 ? DIAG_E0303 : DIAG_E0304, at,
                 "dot(a, b) takes two vectors of one size, not %s and %s", value_shape_text(a), value_shape_text(b));
        return value_bad(at);
    }
    expr_id sum = expr_int(c->g, 0);
    for (int i = 0; i < a.size; i++)
        sum = expr_add(c->g, sum, expr_mul(c->g, a.c[i], b.c[i]));
    value v = value_scalar(sum, dim_mul(a.dim, b.dim), at);
    v.any_dim = a.any_dim || b.any_dim;
    return v;
}

static expr_id minor(graph *g, value a, value b, int i, int j) {
    expr_id left = expr_mul(g, a.c[i], b.c[j]);
    return expr_sub(g, left, expr_mul(g, a.c[j], b.c[i]));
}

value value_cross(const value_context *c, value a, value b, span at) {
    if (!value_need_numbers(c, a, b))
        return value_bad(at);
    if (a.size != b.size || a.size < 2) {
        diag_add(c->findings, a.size < 2 || b.size < 2 ? DIAG_E0303 : DIAG_E0304, at,
                 "cross(a, b) takes two vectors of one size, not %s and %s", value_shape_text(a), value_shape_text(b));
        return value_bad(at);
    }
    value v = {.size = a.size == 2 ? 1 : 3, .dim = dim_mul(a.dim, b.dim), .any_dim = a.any_dim || b.any_dim, .at = at};
    if (dim_equal(v.dim, DIM_ENERGY))
        v.dim.e[DIM_TURNS] = -DIM_ONE; /* a torque */
    if (a.size == 2)
        v.c[0] = minor(c->g, a, b, 0, 1);
    else
        for (int i = 0; i < 3; i++)
            v.c[i] = minor(c->g, a, b, (i + 1) % 3, (i + 2) % 3);
    return v;
}

value value_norm(const value_context *c, value a, span at) {
    if (!value_need_numbers(c, a, a))
        return value_bad(at);
    if (a.size == 1)
        return value_scalar(expr_unary(c->g, EXPR_ABS, a.c[0]), a.dim, at);
    value v = value_dot(c, a, a, at);
    v.c[0] = expr_sqrt(c->g, v.c[0]);
    v.dim = a.dim;
    return v;
}
