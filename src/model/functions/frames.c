/* Frames of space: successive rotations and quaternions. */
#include "model/functions/functions.h"
#include "model/names/names.h"

static bool spatial(builder *b, const function_call *c) {
    if (b->m->space == 3)
        return true;
    finding *f = diag_add(b->m->findings, DIAG_E0304, c->e->at, "'%s' needs a spatial model, and this one is planar",
                          c->e->name);
    diag_help(b->m->findings, f, "%s", value_one_world);
    return false;
}

/* A turn by an angle about one axis of the parent. */
static value turn_about(builder *b, int axis, value angle, span at) {
    graph *g = b->m->g;
    value rate = eval_rate(b, angle, at);
    if (value_is_bad(rate))
        return value_bad(at);
    value r = {.size = VALUE_FRAME, .at = at};
    int j = (axis + 1) % 3, k = (axis + 2) % 3;
    expr_id c = expr_unary(g, EXPR_COS, angle.c[0]), s = expr_unary(g, EXPR_SIN, angle.c[0]);
    for (int i = 0; i < 12; i++)
        r.c[i] = expr_int(g, 0);
    r.c[4 * axis] = expr_int(g, 1);
    r.c[4 * j] = r.c[4 * k] = c;
    r.c[3 * k + j] = s;
    r.c[3 * j + k] = expr_neg(g, s);
    r.c[9 + axis] = rate.c[0];
    return r;
}

/* rotation(z, psi): the axis is a letter, not a value. */
static value rotation(builder *b, const function_call *c, int extra) {
    (void)extra;
    const syn_expr *axis = c->e->args[0];
    bool letter = axis->op == SYN_NAME && axis->name[0] >= 'x' && axis->name[0] <= 'z' && !axis->name[1];
    if (!spatial(b, c))
        return value_bad(c->e->at);
    if (!letter) {
        diag_add(b->m->findings, DIAG_E0205, axis->at, "the axis of a rotation is x, y or z of the parent frame");
        return value_bad(c->e->at);
    }
    eval_warn_degrees(b, c->e->args[1]);
    value angle = eval_quantity(b, c->e->args[1], c->env, DIM_ANGLE, "an angle");
    return value_is_bad(angle) ? value_bad(c->e->at) : turn_about(b, axis->name[0] - 'x', angle, c->e->at);
}

static value quaternion(builder *b, const function_call *c, int extra) {
    (void)extra;
    if (!spatial(b, c))
        return value_bad(c->e->at);
    int d = eval_resolve(b, c->e->args[0], c->env, 1u << DECL_ORIENTATION);
    if (d < 0)
        return value_bad(c->e->at);
    if (b->decls.at[d].kind != DECL_ORIENTATION) {
        names_refuse_kind(b, d, c->e->args[0]->at, "an orientation");
        return value_bad(c->e->at);
    }
    if (b->decls.at[d].number < 0)
        return eval_not_known_yet(b, d, c->e->args[0]->at);
    return kinds_orientation_frame(b, &b->orientations.at[b->decls.at[d].number], c->e->at);
}

static value omega(builder *b, const function_call *c, int extra) {
    (void)extra;
    value f = c->arg[0];
    if (!spatial(b, c))
        return value_bad(c->e->at);
    if (!value_need_frame(&b->vc, f, "the argument of omega"))
        return value_bad(c->e->at);
    value v = value_frame_rates(&b->vc, f);
    v.dim.e[DIM_TURNS] = DIM_ONE;
    v.at = c->e->at;
    return v;
}

const function_row functions_of_frames[] = {
    {"omega", 1, 1, omega, 0, false},
    {"rotation", 2, 2, rotation, 0, true},
    {"quaternion", 1, 1, quaternion, 0, true},
    {0},
};
