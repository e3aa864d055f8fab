/* Gravity, 'gravity g': a magnitude that acts downwards, or a vector. */
#include <math.h>

#include "expr/walk.h"
#include "model/kinds/kinds.h"

/* 'gravity -9.81 m/s^2' is meant downwards, but a size is taken along -y. */
static bool gravity_is_down(builder *b, value size) {
    double x;
    if (!eval_known_amount(b, size, &x))
        return true;
    eval_assume(b, size.c[0]);
    if (!(x < 0))
        return true;
    finding *f =
        diag_add(b->m->findings, DIAG_E0308, size.at, "gravity cannot be negative: a positive value acts downwards");
    diag_help(b->m->findings, f,
              b->m->space == 2 ? "leave out the sign, or write a vector for an upward direction: gravity [0, %s]"
                               : "leave out the sign, or write a vector for an upward direction: gravity [0, 0, %s]",
              model_amount_text(b->m, -x, size.dim, b->a));
    return false;
}

/* Pictures of space stand upright. */
static void set_up(builder *b, value gravity) {
    double up[3] = {0};
    for (int k = 0; k < gravity.size; k++) {
        value part = gravity;
        part.size = 1;
        part.c[0] = gravity.c[k];
        if (!eval_known_amount(b, part, &up[k]))
            return;
    }
    double size = hypot(hypot(up[0], up[1]), up[2]);
    for (int k = 0; k < 3 && size > 0 && isfinite(size); k++)
        b->m->up[k] = up[k] == 0 ? 0 : -up[k] / size;
}

static void read_gravity(builder *b, const statement *s) {
    if (s->stmt->bad)
        return;
    value v = eval_expr(b, s->stmt->value, s->env);
    dimension dim = dim_of(0, 1, -2);
    if (value_is_bad(v) || !value_need_dim(&b->vc, v, dim, "gravity") || !eval_forbid(b, v, KINDS_UNSOLVED, "gravity"))
        return;
    if (v.size == 1 && (!value_need_scalar(&b->vc, v, "gravity") || !gravity_is_down(b, v)))
        return;
    if (v.size == 1) { /* along -y in the plane, along -z in space */
        expr_id size = v.c[0];
        v.size = b->m->space;
        for (int k = 0; k < v.size; k++)
            v.c[k] = k == v.size - 1 ? expr_neg(b->m->g, size) : expr_int(b->m->g, 0);
    } else if (!value_need_vector(&b->vc, v, b->m->space, "gravity"))
        return;
    b->gravity = v;
    if (b->m->space == 3)
        set_up(b, v);
}

const kind_row kinds_gravity = {
    .once = "give gravity in one statement, as a vector if it is inclined",
    .mechanical = true,
    .step = {[STEP_GRAVITY] = read_gravity},
};
