/* Functions of vectors. */
#include "model/functions/functions.h"

static value dot(builder *b, const function_call *c, int extra) {
    (void)extra;
    return value_dot(&b->vc, c->arg[0], c->arg[1], c->e->at);
}

static value cross(builder *b, const function_call *c, int extra) {
    (void)extra;
    return value_cross(&b->vc, c->arg[0], c->arg[1], c->e->at);
}

static value norm(builder *b, const function_call *c, int extra) {
    (void)extra;
    if (value_is_bad(c->arg[0]))
        return value_bad(c->e->at);
    if (c->arg[0].size == 1) {
        value_need_vector(&b->vc, c->arg[0], b->m->space, "the argument of norm");
        return value_bad(c->e->at);
    }
    return value_norm(&b->vc, c->arg[0], c->e->at);
}

static value unit_vector(builder *b, const function_call *c, int extra) {
    value length = norm(b, c, extra);
    return value_is_bad(length) ? length : value_binary(&b->vc, SYN_DIV, c->arg[0], length, c->e->at);
}

static bool planar(builder *b, const function_call *c) {
    if (b->m->space == 2)
        return true;
    finding *f = diag_add(b->m->findings, DIAG_E0304, c->e->at, "'%s' needs a planar model, and this one is spatial",
                          c->e->name);
    diag_help(b->m->findings, f, "%s", value_one_world);
    return false;
}

static value angle_between(builder *b, const function_call *c, int extra) {
    (void)extra;
    if (!planar(b, c))
        return value_bad(c->e->at);
    value x = value_cross(&b->vc, c->arg[0], c->arg[1], c->e->at),
          y = value_dot(&b->vc, c->arg[0], c->arg[1], c->e->at);
    return functions_pair(b, x, y, EXPR_ATAN2, c->e->at);
}

static value direction(builder *b, value a, span at) {
    if (!value_need_scalar(&b->vc, a, "an angle") || !value_need_dim(&b->vc, a, DIM_ANGLE, "an angle"))
        return value_bad(at);
    value v = {.size = 2, .at = at};
    v.c[0] = expr_unary(b->m->g, EXPR_COS, a.c[0]);
    v.c[1] = expr_unary(b->m->g, EXPR_SIN, a.c[0]);
    return v;
}

static value dir(builder *b, const function_call *c, int extra) {
    (void)extra;
    eval_warn_degrees(b, c->e->args[0]);
    return planar(b, c) ? direction(b, c->arg[0], c->e->at) : value_bad(c->e->at);
}

static value rotate(builder *b, const function_call *c, int extra) {
    (void)extra;
    eval_warn_degrees(b, c->e->args[1]);
    value v = c->arg[0], d = planar(b, c) ? direction(b, c->arg[1], c->e->at) : value_bad(c->e->at);
    if (value_is_bad(d) || !value_need_vector(&b->vc, v, 2, "the vector that is rotated"))
        return value_bad(c->e->at);
    graph *g = b->m->g;
    value r = v;
    r.at = c->e->at;
    for (int i = 0; i < 2; i++) {
        expr_id along = expr_mul(g, v.c[0], d.c[i]), across = expr_mul(g, v.c[1], d.c[1 - i]);
        r.c[i] = i == 0 ? expr_sub(g, along, across) : expr_add(g, along, across);
    }
    return r;
}

const function_row functions_of_vectors[] = {
    {"dot", 2, 2, dot, 0, false},
    {"cross", 2, 2, cross, 0, false},
    {"norm", 1, 1, norm, 0, false},
    {"unit", 1, 1, unit_vector, 0, false},
    {"angle", 2, 2, angle_between, 0, false},
    {"dir", 1, 1, dir, 0, false},
    {"rotate", 2, 2, rotate, 0, false},
    {0},
};
