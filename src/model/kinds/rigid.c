/* A rigid body: in the plane with an angle, in space with a frame. */
#include "algebra/algebra.h"
#include "expr/walk.h"
#include "model/kinds/kinds.h"

expr_id kinds_kept_in_body(builder *b, expr_id e) {
    graph *g = b->m->g;
    algebra_simplify(g, &e, 1, &e);
    if (!(expr_kinds(g, e) & 1u << VAR_COORD) || !b->orientations.len)
        return e;
    algebra_unit *units = ARENA_ARRAY(b->a, algebra_unit, b->orientations.len);
    for (size_t i = 0; i < b->orientations.len; i++)
        for (int k = 0; k < 4; k++) {
            const model_coord *c = &b->coords.at[b->orientations.at[i].coords[k]];
            units[i].at[k] = expr_var(g, c->q);
            if (k > 0)
                units[i].vector[k - 1] = expr_var(g, c->v); /* does not occur */
        }
    algebra_reduce(g, units, b->orientations.len, &e, 1, &e);
    return e;
}

/* The point of the inertia as seen from the centre: along the axes of the body in space, the square of its distance in
   the plane. False, with a finding, where it moves in the body. */
static bool read_arm(builder *b, const syn_expr *point, const scope *env, value centre, const body_reading *r,
                     expr_id arm[3]) {
    static const char what[] = "the place of the inertia's point in the body";
    value d = value_binary(&b->vc, SYN_SUB, eval_expr(b, point, env), centre, point->at);
    if (!value_need_vector(&b->vc, d, b->m->space, what))
        return false;
    for (int k = 0; k < (b->m->space == 3 ? 3 : 1); k++) {
        value x = value_dot(&b->vc, b->m->space == 3 ? value_frame_axis(r->frame, k) : d, d, point->at);
        x.c[0] = kinds_kept_in_body(b, x.c[0]);
        if (!eval_forbid(b, x, KINDS_MOTION, what))
            return false;
        arm[k] = x.c[0];
    }
    return true;
}

/* Steiner's theorem for an inertia that is given about another point of the body: I_G = I_P - m (r^2 1 - r r^T). */
static void move_to_centre(builder *b, const syn_stmt *s, const scope *env, body_reading *r) {
    const syn_clause *about = syntax_find_clause(s, WORD_ABOUT);
    graph *g = b->m->g;
    expr_id arm[3], sum = expr_int(g, 0);
    if (!about || !r->inertia.i)
        return;
    const expr_id own = r->inertia;
    r->inertia = EXPR_NONE;
    value centre = kinds_place(b, s, env, WORD_AT, "the position of a body");
    if (value_is_bad(centre) || !read_arm(b, about->value, env, centre, r, arm))
        return;
    const bool spatial = b->m->space == 3;
    for (int k = 0; spatial && k < 3; k++)
        sum = expr_add(g, sum, expr_mul(g, arm[k], arm[k]));
    for (int i = 0; spatial && i < 9; i++) {
        expr_id across = expr_mul(g, arm[i / 3], arm[i % 3]), rest = i % 4 ? expr_int(g, 0) : sum;
        r->tensor[i] = expr_sub(g, r->tensor[i], expr_mul(g, r->mass, expr_sub(g, rest, across)));
    }
    expr_id moved = expr_sub(g, own, expr_mul(g, r->mass, spatial ? expr_mul(g, expr_int(g, 2), sum) : arm[0]));
    if (eval_need_not_negative(b, value_scalar(moved, dim_of(1, 2, 0), about->value->at),
                               "the moment of inertia about the centre"))
        r->inertia = moved;
}

static void read_spatial(builder *b, const syn_stmt *s, const scope *env, bool freed, body_reading *r) {
    const syn_clause *inertia = syntax_find_clause(s, WORD_INERTIA);
    r->has_angle = true;
    if (inertia)
        kinds_read_inertia(b, inertia->value, env, r);
    if (!freed)
        r->position = kinds_place(b, s, env, WORD_AT, "the position of a body");
    kinds_read_frame(b, s, env, freed, r);
    if (!value_is_bad(r->frame))
        move_to_centre(b, s, env, r);
}

void kinds_read_frame(builder *b, const syn_stmt *s, const scope *env, bool freed, body_reading *r) {
    const syn_clause *frame = syntax_find_clause(s, WORD_FRAME);
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
    move_to_centre(b, s, env, r);
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
