/* Particles, rods and bodies: their positions and motion; freed bodies have coordinates of their own. */
#include <math.h>

#include "base/check.h"
#include "model/kinds/kinds.h"
#include "model/names/names.h"

static const double THIN = 1e-6; /* of the largest moment of inertia */

int kinds_resolve_body(builder *b, const syn_expr *e, const scope *env) {
    int d = eval_resolve(b, e, env, 1u << DECL_BODY);
    if (d < 0)
        return -1;
    if (b->decls.at[d].kind == DECL_BODY)
        return b->decls.at[d].number;
    names_refuse_kind(b, d, e->at, "a particle, rod or body");
    return -1;
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
        r->frame = kinds_orientation_frame(b, own_orientation(b, body), m->at);
    else if (m->kind != BODY_PARTICLE)
        r->angle = value_scalar(expr_var(g, b->coords.at[m->coords[2]].q), DIM_TURN, m->at);
}

static void read_motion(builder *b, int body, body_reading *r) {
    const model_body *m = &b->bodies.at[body];
    const syn_stmt *s = b->decls.at[m->decl].stmt;
    const scope *env = b->decls.at[m->decl].env;
    bool freed = b->system->freed[body];
    if (freed)
        follow_own_coordinates(b, body, r);
    const bool shaped = m->kind == BODY_RIGID && kinds_has_shape(s);
    r->mass = shaped ? kinds_shape_mass(b, s, env) : kinds_body_parameter(b, s, env, WORD_MASS, DIM_MASS, "a mass");
    if (!r->mass.i)
        return;
    if (m->kind == BODY_ROD)
        kinds_read_rod(b, s, env, freed, r);
    else if (shaped)
        kinds_read_shape(b, s, env, freed, r);
    else if (m->kind == BODY_RIGID)
        kinds_read_rigid(b, s, env, freed, r);
    else if (!freed)
        r->position = kinds_place(b, s, env, WORD_AT, "the position of a particle");
    r->velocity = eval_rate(b, r->position, m->at);
    if (!value_is_bad(r->angle) && value_is_bad(r->omega))
        r->omega = eval_rate(b, r->angle, m->at);
}

const body_reading *kinds_read_body(builder *b, int body) {
    body_reading *r = &b->body_readings[body];
    if (r->done)
        return r;
    r->done = true;
    const decl *d = &b->decls.at[b->bodies.at[body].decl];
    r->position = r->velocity = r->angle = r->frame = r->omega = value_bad(b->bodies.at[body].at);
    if (d->stmt->bad)
        return r;
    const diag_origin *origin = eval_enter(b, d->env);
    read_motion(b, body, r);
    diag_set_origin(b->m->findings, origin);
    return r;
}

/* A particle is the only point of itself. */
static value particle_velocity(builder *b, int body, value p, span at) {
    const body_reading *r = kinds_read_body(b, body);
    bool own = true;
    for (int k = 0; k < b->m->space; k++)
        own = own && expr_same(p.c[k], r->position.c[k]);
    if (own)
        return r->velocity;
    finding *f = diag_add(b->m->findings, DIAG_E0205, at, "the particle '%s' is a point: no other one moves with it",
                          b->bodies.at[body].name);
    diag_help(b->m->findings, f, "write its name for the point, or make it a body with an inertia and an angle");
    return value_bad(at);
}

/* v_G + omega x (P - G): the material point of the body that is now at P. */
value kinds_point_velocity(builder *b, int body, value p, span at) {
    const body_reading *r = kinds_read_body(b, body);
    eval_mention(b, body);
    if (value_is_bad(r->position) || !value_need_vector(&b->vc, p, b->m->space, "a point") ||
        !value_need_dim(&b->vc, p, DIM_LENGTH, "a point"))
        return value_bad(at);
    if (!r->has_angle)
        return particle_velocity(b, body, p, at);
    if (value_is_bad(r->omega))
        return value_bad(at);
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

static void declare_body(builder *b, const statement *s, body_kind kind) {
    decl *d = &b->decls.at[s->decl];
    d->number = (int)b->bodies.len;
    vec_push(b->a, &b->bodies,
             (model_body){.name = d->display,
                          .at = s->stmt->name_at,
                          .decl = s->decl,
                          .kind = kind,
                          .coords = {-1, -1, -1, -1, -1, -1, -1}});
}

static void declare_particle(builder *b, const statement *s) {
    declare_body(b, s, BODY_PARTICLE);
}

static void declare_rod(builder *b, const statement *s) {
    declare_body(b, s, BODY_ROD);
}

static void declare_rigid(builder *b, const statement *s) {
    declare_body(b, s, BODY_RIGID);
}

static value body_value(builder *b, int d, span at) {
    (void)at;
    int number = b->decls.at[d].number;
    const body_reading *body = kinds_read_body(b, number);
    eval_mention(b, number);
    return body->position;
}

static value body_angle(builder *b, int d, span at) {
    int number = b->decls.at[d].number;
    const body_reading *r = kinds_read_body(b, number);
    eval_mention(b, number);
    value v = r->angle;
    v.at = at;
    if (!r->has_angle && !value_is_bad(r->position))
        diag_add(b->m->findings, DIAG_E0205, at, "a particle has no angle");
    return r->has_angle ? v : value_bad(at);
}

/* The three numbers, or three and a matrix and rates, from which a freed body starts. */
static void note_start(builder *b, int index, const body_reading *r) {
    expr_id *start = b->system->body_start[index];
    for (int k = 0; k < b->m->space; k++)
        start[k] = r->position.c[k];
    if (!value_is_bad(r->angle))
        start[2] = r->angle.c[0];
    for (int k = 0; k < 12 && !value_is_bad(r->frame); k++)
        start[3 + k] = r->frame.c[k];
}

static void read_energies(builder *b, const statement *s) {
    int index = b->decls.at[s->decl].number;
    eval_decl(b, s->decl, s->stmt->name_at);
    const body_reading *r = kinds_read_body(b, index);
    body_kind kind = b->bodies.at[index].kind;
    if (value_is_bad(r->position) || value_is_bad(r->velocity) || !r->mass.i)
        return;
    note_start(b, index, r);
    graph *g = b->m->g;
    bool freed = b->system->freed[index];
    if (kind != BODY_PARTICLE && (value_is_bad(r->omega) || !r->inertia.i))
        return;
    if (freed && kind != BODY_PARTICLE) {
        value inertia = value_scalar(r->inertia, (dimension){{0}}, s->stmt->name_at);
        if (!eval_forbid(b, inertia, KINDS_MOTION, "the length of a body that is freed"))
            return;
    }
    expr_id T = kinds_half(b, expr_mul(g, r->mass, kinds_dot(b, r->velocity, r->velocity)));
    if (kind == BODY_ROD && !freed)
        T = kinds_rod_energy(b, s, r);
    else if (kind != BODY_PARTICLE)
        T = expr_add(g, T, kinds_turning_energy(b, r));
    kinds_add_energy(b, s, ELEMENT_KINETIC, T);
    if (!b->gravity.size)
        return;
    system_element V = kinds_element(b, s, ELEMENT_POTENTIAL);
    V.energy = expr_neg(g, expr_mul(g, r->mass, kinds_dot(b, b->gravity, r->position)));
    kinds_add_element(b, V);
}

/* Of a rigid body in space of which no shape is known: the sides of the box that has its mass and its inertia, where
   its axes are principal ones. No solid has a moment greater than the other two together: what stands for the inertia
   about one axis alone has no sides. */
static void sketch_solid(builder *b, const body_reading *r) {
    graph *g = b->m->g;
    value sides = {.size = 3};
    if (b->m->space != 3 || !r->inertia.i || !r->mass.i || !(eval_number_now(b, r->mass) > 0))
        return;
    for (int k = 0; k < 9; k++)
        if (k % 4 != 0 && !expr_is_zero(g, r->tensor[k]))
            return;
    double largest = 0;
    for (int k = 0; k < 3; k++)
        largest = fmax(largest, eval_number_now(b, r->tensor[4 * k]));
    for (int k = 0; k < 3; k++) {
        expr_id others = expr_add(g, r->tensor[4 * ((k + 1) % 3)], r->tensor[4 * ((k + 2) % 3)]);
        expr_id flat = expr_sub(g, others, r->tensor[4 * k]);
        expr_id square = expr_div(g, expr_mul(g, expr_int(g, 6), flat), r->mass);
        if (eval_number_now(b, flat) < -THIN * largest)
            return;
        bool thin = !(eval_number_now(b, flat) > THIN * largest);
        sides.c[k] = thin ? expr_int(g, 0) : expr_sqrt(g, square);
    }
    kinds_put_drawn(b, DRAWN_SIZE, sides);
}

static void sketch_body(builder *b, const statement *s) {
    int index = b->decls.at[s->decl].number;
    const model_body *m = &b->bodies.at[index];
    const body_reading *r = kinds_read_body(b, index);
    if (value_is_bad(r->position))
        return;
    if (m->kind == BODY_RIGID && kinds_has_shape(s->stmt) && kinds_sketch_shape(b, s, r, m->name))
        return;
    kinds_begin_drawing(b, m->kind == BODY_PARTICLE ? DRAW_BALL : DRAW_BODY, m->name, m->at, true);
    kinds_put_drawn(b, DRAWN_A, r->position);
    if (!value_is_bad(r->frame))
        kinds_put_drawn(b, DRAWN_MATRIX, r->frame);
    else if (!value_is_bad(r->angle))
        kinds_put_drawn(b, DRAWN_ANGLE, r->angle);
    if (m->kind == BODY_RIGID)
        sketch_solid(b, r);
}

/* A rod that some event frees has no ends then: it is drawn as a body. */
static bool is_freeable(const builder *b, const statement *s) {
    return b->bodies.at[b->decls.at[s->decl].number].freeable;
}

static void sketch_rod(builder *b, const statement *s) {
    if (!is_freeable(b, s))
        kinds_sketch_ends(b, s, DRAW_BEAM);
}

static void sketch_free_rod(builder *b, const statement *s) {
    if (is_freeable(b, s))
        sketch_body(b, s);
}

const kind_row kinds_particle = {
    .kind = DECL_BODY,
    .named = true,
    .noun = "a particle",
    .mechanical = true,
    .quantity = eval_decl,
    .value = body_value,
    .angle = body_angle,
    .step = {[STEP_DECLARE] = declare_particle, [STEP_READ] = read_energies, [STEP_SKETCH_BODY] = sketch_body},
};

const kind_row kinds_rod = {
    .kind = DECL_BODY,
    .named = true,
    .noun = "a rod",
    .mechanical = true,
    .quantity = eval_decl,
    .value = body_value,
    .angle = body_angle,
    .step = {[STEP_DECLARE] = declare_rod,
             [STEP_READ] = read_energies,
             [STEP_SKETCH] = sketch_rod,
             [STEP_SKETCH_BODY] = sketch_free_rod},
};

const kind_row kinds_body = {
    .kind = DECL_BODY,
    .named = true,
    .noun = "a body",
    .mechanical = true,
    .quantity = eval_decl,
    .value = body_value,
    .angle = body_angle,
    .step = {[STEP_DECLARE] = declare_rigid,
             [STEP_INITIAL] = kinds_judge_ends,
             [STEP_READ] = read_energies,
             [STEP_SKETCH_BODY] = sketch_body},
};
