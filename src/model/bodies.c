/* Particles, rods and bodies: where they are, how they turn, what inertia they have; freed ones by their own
 * coordinates. */
#include <float.h>

#include "base/check.h"
#include "model/builder.h"

int resolve_body(builder *b, const syn_expr *e, const scope *env) {
    int d = resolve(b, e, env, 1u << SPACE_VALUES);
    if (d < 0)
        return -1;
    if (b->decls.at[d].kind == DECL_BODY)
        return b->decls.at[d].number;
    refuse_kind(b, d, e->at, "a particle, rod or body");
    return -1;
}

static value clause_vector(builder *b, const syn_stmt *s, const scope *env, syn_word word, const char *what) {
    const syn_clause *c = syntax_find_clause(s, word);
    if (!c)
        return value_bad(s->at);
    value v = eval(b, c->value, env);
    if (!value_need_vector(&b->vc, v, b->m->space, what) || !value_need_dim(&b->vc, v, DIM_LENGTH, what) ||
        !forbid(b, v, KINDS_SOLVED | KIND_BIT(VAR_CLOSED) | KIND_BIT(VAR_REDUCER) | KIND_BIT(VAR_VELOCITY), what))
        return value_bad(c->value->at);
    return v;
}

static expr_id clause_parameter(builder *b, const syn_stmt *s, const scope *env, syn_word word, dimension dim,
                                const char *what) {
    const syn_clause *c = syntax_find_clause(s, word);
    value v = c ? eval_parameter(b, c->value, env, dim, what) : value_bad(s->at);
    return value_is_bad(v) || !need_not_negative(b, v, what) ? EXPR_NONE : v.c[0];
}

static const model_orientation *own_orientation(const builder *b, int body) {
    for (size_t i = 0; i < b->orientations.len; i++)
        if (b->orientations.at[i].body == body)
            return &b->orientations.at[i];
    LGR_ASSERT(false && "a freed body has its own orientation");
    return NULL;
}

static void follow_own_coordinates(builder *b, int body, body_reading *r) {
    const model_body *m = &b->bodies.at[body];
    graph *g = b->m->g;
    r->position = (value){.size = b->m->space, .dim = DIM_LENGTH, .at = m->at};
    for (int k = 0; k < b->m->space; k++)
        r->position.c[k] = expr_var(g, b->coords.at[m->coords[k]].q);
    if (m->kind != BODY_PARTICLE && b->m->space == 3)
        r->frame = orientation_frame(b, own_orientation(b, body), m->at);
    else if (m->kind != BODY_PARTICLE)
        r->angle = value_scalar(expr_var(g, b->coords.at[m->coords[2]].q), DIM_TURN, m->at);
}

/* The direction of a rod as an angle, and its rate cross(d, d')/d^2, which has no branch cut. */
static void turn_with_ends(builder *b, value from, value to, body_reading *r) {
    value d = value_binary(&b->vc, SYN_SUB, to, from, to.at);
    if (value_is_bad(d))
        return;
    value rate = value_cross(&b->vc, d, prime(b, d, d.at), d.at), square = value_dot(&b->vc, d, d, d.at);
    if (d.size == 2)
        r->angle = value_scalar(expr_binary(b->m->g, EXPR_ATAN2, d.c[1], d.c[0]), DIM_TURN, d.at);
    r->omega = value_binary(&b->vc, SYN_DIV, rate, square, d.at);
}

/* A rod whose ends are one point has neither a direction nor an angle. */
static void refuse_point(builder *b, const syn_stmt *s) {
    span from = syntax_find_clause(s, WORD_FROM)->value->at, to = syntax_find_clause(s, WORD_TO)->value->at;
    finding *f =
        diag_add(b->m->findings, DIAG_E0308, s->name_at, "the rod '%s' has length 0: its ends coincide", s->name);
    diag_label_at(b->m->findings, f, from, "from here");
    diag_label_at(b->m->findings, f, to, "to here");
    diag_help(b->m->findings, f, "give it another end, or declare a particle");
}

static void read_rod(builder *b, const syn_stmt *s, const scope *env, bool freed, body_reading *r) {
    value from = clause_vector(b, s, env, WORD_FROM, "an end of a rod");
    value to = clause_vector(b, s, env, WORD_TO, "an end of a rod");
    r->has_angle = true;
    if (value_is_bad(from) || value_is_bad(to))
        return;
    value d = value_binary(&b->vc, SYN_SUB, to, from, s->at), square = value_dot(&b->vc, d, d, s->at);
    double length;
    if (known_amount(b, square, &length) && length == 0) {
        refuse_point(b, s);
        return;
    }
    if (known_amount(b, square, &length))
        take_for_granted(b, expr_sub(b->m->g, square.c[0], expr_real(b->m->g, DBL_MIN)));
    if (!value_is_bad(square)) {
        expr_id moment = expr_mul(b->m->g, r->mass, square.c[0]);
        r->inertia = expr_div(b->m->g, moment, expr_int(b->m->g, 12));
    }
    if (freed)
        return;
    value half = value_number(&b->vc, 1, 2, s->at);
    r->position = value_binary(&b->vc, SYN_MUL, half, value_binary(&b->vc, SYN_ADD, from, to, s->at), s->at);
    turn_with_ends(b, from, to, r);
}

static void read_spatial(builder *b, const syn_stmt *s, const scope *env, bool freed, body_reading *r) {
    const syn_clause *inertia = syntax_find_clause(s, WORD_INERTIA), *frame = syntax_find_clause(s, WORD_FRAME);
    r->has_angle = true;
    if (inertia)
        read_inertia_tensor(b, inertia->value, env, r);
    if (!freed)
        r->position = clause_vector(b, s, env, WORD_AT, "the position of a body");
    if (!freed && frame)
        r->frame = eval(b, frame->value, env);
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

static void read_rigid(builder *b, const syn_stmt *s, const scope *env, bool freed, body_reading *r) {
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
    r->inertia = clause_parameter(b, s, env, WORD_INERTIA, dim_of(1, 2, 0), "a moment of inertia");
    r->has_angle = true;
    if (freed)
        return;
    r->position = clause_vector(b, s, env, WORD_AT, "the position of a body");
    const syn_clause *c = syntax_find_clause(s, WORD_ANGLE);
    if (c)
        r->angle = eval_quantity(b, c->value, env, DIM_ANGLE, "the angle of a body");
    if (!value_is_bad(r->angle))
        forbid(b, r->angle, KINDS_SOLVED | KIND_BIT(VAR_VELOCITY), "the angle of a body");
}

const body_reading *read_body(builder *b, int body) {
    body_reading *r = &b->body_readings[body];
    if (r->done)
        return r;
    r->done = true;
    const model_body *m = &b->bodies.at[body];
    const syn_stmt *s = m->stmt;
    r->position = r->velocity = r->angle = r->frame = r->omega = value_bad(m->at);
    if (s->bad)
        return r;
    const scope *env = NULL;
    for (size_t i = 0; i < b->decls.len; i++)
        if (b->decls.at[i].kind == DECL_BODY && b->decls.at[i].number == body)
            env = b->decls.at[i].env;
    bool freed = b->system->freed[body];
    if (freed)
        follow_own_coordinates(b, body, r);
    r->mass = clause_parameter(b, s, env, WORD_MASS, DIM_MASS, "a mass");
    if (!r->mass.i)
        return r;
    if (m->kind == BODY_ROD)
        read_rod(b, s, env, freed, r);
    else if (m->kind == BODY_RIGID)
        read_rigid(b, s, env, freed, r);
    else if (!freed)
        r->position = clause_vector(b, s, env, WORD_AT, "the position of a particle");
    r->velocity = prime(b, r->position, m->at);
    if (!value_is_bad(r->angle) && value_is_bad(r->omega))
        r->omega = prime(b, r->angle, m->at);
    return r;
}

/* v_G + omega x (P - G): the material point of the body that is now at P. */
value body_point_velocity(builder *b, int body, value p, span at) {
    const body_reading *r = read_body(b, body);
    if (b->mentions)
        b->mentions[body] = true;
    if (value_is_bad(r->position) || !value_need_vector(&b->vc, p, b->m->space, "a point") ||
        !value_need_dim(&b->vc, p, DIM_LENGTH, "a point"))
        return value_bad(at);
    if (!r->has_angle || value_is_bad(r->omega)) {
        if (!r->has_angle)
            diag_add(b->m->findings, DIAG_E0205, at, "a particle has no material points except its own");
        return value_bad(at);
    }
    value arm = value_binary(&b->vc, SYN_SUB, p, r->position, at);
    if (value_is_bad(arm))
        return value_bad(at);
    value turn = arm;
    if (b->m->space == 2) {
        turn.c[0] = expr_neg(b->m->g, arm.c[1]);
        turn.c[1] = arm.c[0];
        turn = value_scale(&b->vc, turn, r->omega.c[0], r->omega.dim);
    } else
        turn = value_cross(&b->vc, r->omega, arm, at);
    return value_binary(&b->vc, SYN_ADD, r->velocity, turn, at);
}
