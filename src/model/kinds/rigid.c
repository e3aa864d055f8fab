/* A rigid body: in the plane with an angle, in space with a frame. */
#include "expr/walk.h"
#include "model/kinds/kinds.h"

static void read_spatial(builder *b, const syn_stmt *s, const scope *env, bool freed, body_reading *r) {
    const syn_clause *inertia = syntax_find_clause(s, WORD_INERTIA), *frame = syntax_find_clause(s, WORD_FRAME);
    r->has_angle = true;
    if (inertia)
        kinds_read_inertia(b, inertia->value, env, r);
    if (!freed)
        r->position = kinds_place(b, s, env, WORD_AT, "the position of a body");
    if (!freed && frame)
        r->frame = eval_expr(b, frame->value, env);
    if (!freed && frame && !value_need_frame(&b->vc, r->frame, "what follows 'frame'"))
        r->frame = value_bad(s->at);
    if (!freed && !frame) {
        finding *f = diag_add(b->m->findings, DIAG_E0110, s->name_at, "a spatial body needs a frame");
        diag_help(b->m->findings, f, "write 'frame B' with 'frame B = rotation(z, psi)' or quaternion(q)");
        r->frame = value_bad(s->at);
    }
    if (!value_is_bad(r->frame))
        r->omega = value_frame_rates(&b->vc, r->frame);
}

void kinds_read_rigid(builder *b, const syn_stmt *s, const scope *env, bool freed, body_reading *r) {
    if (b->m->space == 3) {
        read_spatial(b, s, env, freed, r);
        return;
    }
    if (syntax_find_clause(s, WORD_FRAME)) {
        finding *f =
            diag_add(b->m->findings, DIAG_E0304, s->name_at, "a body in a planar model takes an angle, not a frame");
        diag_help(b->m->findings, f, "write 'angle' and its angle of rotation");
        return;
    }
    r->inertia = kinds_body_parameter(b, s, env, WORD_INERTIA, dim_of(1, 2, 0), "a moment of inertia");
    r->has_angle = true;
    if (freed)
        return;
    r->position = kinds_place(b, s, env, WORD_AT, "the position of a body");
    const syn_clause *c = syntax_find_clause(s, WORD_ANGLE);
    if (c)
        r->angle = eval_quantity(b, c->value, env, DIM_ANGLE, "the angle of a body");
    if (!value_is_bad(r->angle))
        eval_forbid(b, r->angle, KINDS_SOLVED | KINDS_RATES, "the angle of a body");
}

/* Makes T positive definite in all four numbers of a quaternion: 2 c (q.q')^2, which with its first derivatives is zero
   wherever the norm is kept, so neither the motion nor the multipliers change. */
static expr_id norm_kinetic(builder *b, const body_reading *r) {
    graph *g = b->m->g;
    expr_id sum = expr_int(g, 0), c = expr_mul(g, expr_rational(g, 2, 3), r->inertia);
    for (size_t i = 0; i < b->orientations.len; i++) {
        const model_orientation *o = &b->orientations.at[i];
        bool *wanted = ARENA_ARRAY(b->a, bool, b->vars.len + 1), used = false;
        expr_id s = expr_int(g, 0);
        for (int k = 0; k < 4; k++) {
            const model_coord *x = &b->coords.at[o->coords[k]];
            wanted[x->v] = true;
            s = expr_add(g, s, expr_mul(g, expr_var(g, x->q), expr_var(g, x->v)));
        }
        for (int k = 9; k < 12; k++)
            used = used || expr_depends(g, r->frame.c[k], wanted);
        if (used)
            sum = expr_add(g, sum, expr_mul(g, c, kinds_square(b, s)));
    }
    return sum;
}

/* 1/2 omega.I omega, in the plane or along the axes of the frame. */
expr_id kinds_turning_energy(builder *b, const body_reading *r) {
    graph *g = b->m->g;
    if (b->m->space == 2)
        return kinds_half(b, expr_mul(g, r->inertia, kinds_square(b, r->omega.c[0])));
    expr_id sum = expr_int(g, 0);
    for (int i = 0; i < 9; i++)
        sum = expr_add(g, sum, expr_mul(g, r->tensor[i], expr_mul(g, r->frame.c[9 + i / 3], r->frame.c[9 + i % 3])));
    expr_id turning = kinds_half(b, sum);
    return expr_add(g, turning, norm_kinetic(b, r));
}
