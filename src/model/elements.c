/* Energies, bodies and force elements: each statement becomes terms of T, V, L, D or a force with its power. */
#include "base/check.h"
#include "expr/walk.h"
#include "model/builder.h"
#include "syntax/vocabulary.h"

static void add(builder *b, system_element e) {
    vec_push(b->a, &b->elements, e);
}

static system_element start(const builder *b, const statement *s, element_kind kind) {
    const decl *d = &b->decls.at[s->decl];
    return (system_element){.kind = kind,
                            .keyword = syntax_keyword(s->stmt->kind),
                            .name = d->display,
                            .at = s->stmt->name_at,
                            .switch_index = d->switch_index};
}

static void add_energy(builder *b, const statement *s, element_kind kind, expr_id energy) {
    system_element e = start(b, s, kind);
    e.energy = energy;
    add(b, e);
}

static expr_id half(builder *b, expr_id x) {
    return expr_mul(b->m->g, expr_rational(b->m->g, 1, 2), x);
}
static expr_id square(builder *b, expr_id x) {
    return expr_mul(b->m->g, x, x);
}

static const unsigned no_solved = KINDS_SOLVED | KIND_BIT(VAR_REDUCER) | KIND_BIT(VAR_CLOSED);

/* kinetic, potential, lagrangian, dissipation NAME = expression */
static void read_energy(builder *b, const statement *s) {
    static const element_kind kinds[] = {ELEMENT_KINETIC, ELEMENT_POTENTIAL, ELEMENT_LAGRANGIAN, ELEMENT_DISSIPATION};
    element_kind kind = kinds[s->stmt->kind - SYN_KINETIC];
    value v;
    if (kind != ELEMENT_DISSIPATION)
        check_energy(b, s);
    if (kind == ELEMENT_DISSIPATION) {
        v = eval_quantity(b, s->stmt->value, s->env, dim_of(1, 2, -3), "a dissipation function");
        if (value_is_bad(v))
            return;
    } else
        v = decl_value(b, s->decl, s->stmt->value->at);
    unsigned no = no_solved | (kind == ELEMENT_POTENTIAL ? KIND_BIT(VAR_VELOCITY) : 0);
    if (!forbid(b, v, no, kind == ELEMENT_POTENTIAL ? "a potential energy" : "an energy"))
        return;
    add_energy(b, s, kind, v.c[0]);
}

static expr_id dot(builder *b, value x, value y) {
    return value_dot(&b->vc, x, y, x.at).c[0];
}

/* T of a uniform slender rod from its ends: m/6 (vA.vA + vA.vB + vB.vB), which needs no angle. */
static expr_id rod_kinetic(builder *b, const statement *s, const body_reading *r) {
    value ends[2];
    static const syn_word words[] = {WORD_FROM, WORD_TO};
    for (int k = 0; k < 2; k++) {
        value p = eval(b, syntax_find_clause(s->stmt, words[k])->value, s->env);
        ends[k] = prime(b, p, p.at);
    }
    graph *g = b->m->g;
    expr_id sum = dot(b, ends[0], ends[0]);
    sum = expr_add(g, sum, dot(b, ends[0], ends[1]));
    sum = expr_add(g, sum, dot(b, ends[1], ends[1]));
    return expr_mul(g, expr_div(g, r->mass, expr_int(g, 6)), sum);
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
            sum = expr_add(g, sum, expr_mul(g, c, square(b, s)));
    }
    return sum;
}

/* 1/2 omega.I omega, in the plane or along the axes of the frame. */
static expr_id turning_kinetic(builder *b, const body_reading *r) {
    graph *g = b->m->g;
    if (b->m->space == 2)
        return half(b, expr_mul(g, r->inertia, square(b, r->omega.c[0])));
    expr_id sum = expr_int(g, 0);
    for (int i = 0; i < 9; i++)
        sum = expr_add(g, sum, expr_mul(g, r->tensor[i], expr_mul(g, r->frame.c[9 + i / 3], r->frame.c[9 + i % 3])));
    expr_id turning = half(b, sum);
    return expr_add(g, turning, norm_kinetic(b, r));
}

static void read_body_statement(builder *b, const statement *s) {
    int index = b->decls.at[s->decl].number;
    decl_value(b, s->decl, s->stmt->name_at);
    const body_reading *r = read_body(b, index);
    body_kind kind = b->bodies.at[index].kind;
    if (value_is_bad(r->position) || value_is_bad(r->velocity) || !r->mass.i)
        return;
    note_start(b, index, r);
    graph *g = b->m->g;
    bool freed = b->system->freed[index];
    if (kind != BODY_PARTICLE && (value_is_bad(r->omega) || !r->inertia.i))
        return;
    if (freed && kind == BODY_ROD) {
        value inertia = value_scalar(r->inertia, (dimension){{0}}, s->stmt->name_at);
        if (!forbid(b, inertia, KINDS_MOTION, "the length of a rod that is freed"))
            return;
    }
    expr_id T = half(b, expr_mul(g, r->mass, dot(b, r->velocity, r->velocity)));
    if (kind == BODY_ROD && !freed)
        T = rod_kinetic(b, s, r);
    else if (kind != BODY_PARTICLE)
        T = expr_add(g, T, turning_kinetic(b, r));
    add_energy(b, s, ELEMENT_KINETIC, T);
    if (!b->gravity.size)
        return;
    system_element V = start(b, s, ELEMENT_POTENTIAL);
    V.energy = expr_neg(g, expr_mul(g, r->mass, dot(b, b->gravity, r->position)));
    add(b, V);
}

static value clause_value(builder *b, const statement *s, syn_word word, dimension dim, const char *what) {
    const syn_clause *c = syntax_find_clause(s->stmt, word);
    if (!c)
        return value_bad(s->stmt->at);
    value v = eval_quantity(b, c->value, s->env, dim, what);
    return forbid(b, v, no_solved, what) ? v : value_bad(c->value->at);
}

static void add_damping(builder *b, const statement *s, expr_id rate, dimension dim) {
    if (!syntax_find_clause(s->stmt, WORD_DAMPING))
        return;
    value c = clause_value(b, s, WORD_DAMPING, dim, "a damping coefficient");
    if (value_is_bad(c) || !need_not_negative(b, c, "a damping coefficient"))
        return;
    add_energy(b, s, ELEMENT_DISSIPATION, half(b, expr_mul(b->m->g, c.c[0], square(b, rate))));
}

static value clause_point(builder *b, const statement *s, syn_word word) {
    const syn_clause *c = syntax_find_clause(s->stmt, word);
    if (!c)
        return value_bad(s->stmt->at);
    value v = eval(b, c->value, s->env);
    if (!value_need_vector(&b->vc, v, b->m->space, "a point") || !value_need_dim(&b->vc, v, DIM_LENGTH, "a point") ||
        !forbid(b, v, no_solved | KIND_BIT(VAR_VELOCITY), "a point"))
        return value_bad(c->value->at);
    return v;
}

static void read_spring(builder *b, const statement *s) {
    value from = clause_point(b, s, WORD_FROM), to = clause_point(b, s, WORD_TO);
    value k = clause_value(b, s, WORD_STIFFNESS, dim_of(1, 0, -2), "a stiffness");
    value l0 = clause_value(b, s, WORD_LENGTH, DIM_LENGTH, "a length");
    value d = value_binary(&b->vc, SYN_SUB, to, from, s->stmt->at), length = value_norm(&b->vc, d, s->stmt->at);
    bool positive = need_not_negative(b, k, "a stiffness") && need_not_negative(b, l0, "the length of a spring");
    if (value_is_bad(length) || value_is_bad(k) || value_is_bad(l0) || !positive)
        return;
    if (expr_is_zero(b->m->g, length.c[0])) {
        finding *f = diag_add(b->m->findings, DIAG_E0308, s->stmt->name_at, "the two ends of the spring '%s' coincide",
                              s->stmt->name);
        diag_label_at(b->m->findings, f, from.at, "from here");
        diag_label_at(b->m->findings, f, to.at, "to here");
        return;
    }
    graph *g = b->m->g;
    expr_id stretch = expr_sub(g, length.c[0], l0.c[0]);
    add_energy(b, s, ELEMENT_POTENTIAL, half(b, expr_mul(g, k.c[0], square(b, stretch))));
    value rate = prime(b, length, s->stmt->at);
    add_damping(b, s, rate.c[0], dim_of(1, 0, -1));
}

static void read_torsion(builder *b, const statement *s) {
    value angle = clause_value(b, s, WORD_ANGLE, DIM_ANGLE, "an angle");
    value k = clause_value(b, s, WORD_STIFFNESS, DIM_ENERGY, "a torsional stiffness");
    value rest = value_number(&b->vc, 0, 1, s->stmt->at);
    if (syntax_find_clause(s->stmt, WORD_REST))
        rest = clause_value(b, s, WORD_REST, DIM_ANGLE, "a rest angle");
    if (value_is_bad(angle) || value_is_bad(k) || value_is_bad(rest) ||
        !need_not_negative(b, k, "a torsional stiffness"))
        return;
    graph *g = b->m->g;
    expr_id twist = expr_sub(g, angle.c[0], rest.c[0]);
    add_energy(b, s, ELEMENT_POTENTIAL, half(b, expr_mul(g, k.c[0], square(b, twist))));
    value rate = prime(b, angle, s->stmt->at);
    add_damping(b, s, rate.c[0], dim_of(1, 2, -1));
}

static void add_force(builder *b, const statement *s, value force, value velocity) {
    if (value_is_bad(force) || value_is_bad(velocity) || !forbid(b, force, no_solved, "a force"))
        return;
    system_element e = start(b, s, ELEMENT_FORCE);
    e.size = force.size;
    for (int k = 0; k < force.size; k++) {
        e.force[k] = force.c[k];
        e.velocity[k] = velocity.c[k];
    }
    add(b, e);
}

static void read_force(builder *b, const statement *s) {
    value F = eval(b, s->stmt->value, s->env), p = clause_point(b, s, WORD_AT);
    if (!value_need_vector(&b->vc, F, b->m->space, "a force") || !value_need_dim(&b->vc, F, DIM_FORCE, "a force"))
        return;
    const syn_clause *on = syntax_find_clause(s->stmt, WORD_ON);
    int body = on ? resolve_body(b, on->value, s->env) : -1;
    if (on && body < 0)
        return;
    add_force(b, s, F, on ? body_point_velocity(b, body, p, p.at) : prime(b, p, p.at));
}

static value angular_velocity(builder *b, const syn_expr *e, const scope *env) {
    int body = resolve_body(b, e, env);
    if (body < 0)
        return value_bad(e->at);
    const body_reading *r = read_body(b, body);
    if (b->mentions)
        b->mentions[body] = true;
    if (!r->has_angle && !value_is_bad(r->position))
        diag_add(b->m->findings, DIAG_E0205, e->at, "a torque cannot act on a particle");
    return r->has_angle ? r->omega : value_bad(e->at);
}

static void read_torque(builder *b, const statement *s) {
    value C = eval(b, s->stmt->value, s->env);
    bool fits =
        b->m->space == 2 ? value_need_scalar(&b->vc, C, "a torque") : value_need_vector(&b->vc, C, 3, "a torque");
    if (!fits || !value_need_dim(&b->vc, C, DIM_ENERGY, "a torque"))
        return;
    const syn_clause *on = syntax_find_clause(s->stmt, WORD_ON), *base = syntax_find_clause(s->stmt, WORD_REACTING);
    value omega = on ? angular_velocity(b, on->value, s->env) : value_bad(s->stmt->at);
    if (base)
        omega = value_binary(&b->vc, SYN_SUB, omega, angular_velocity(b, base->value, s->env), s->stmt->at);
    add_force(b, s, C, omega);
}

static void read_generalized(builder *b, const statement *s) {
    int d = resolve(b, s->stmt->target, s->env, 1u << SPACE_VALUES);
    if (d < 0)
        return;
    if (b->decls.at[d].kind != DECL_COORD) {
        refuse_kind(b, d, s->stmt->target->at, "a coordinate");
        return;
    }
    const model_coord c = b->coords.at[b->decls.at[d].number];
    value Q = eval_quantity(b, s->stmt->value, s->env, dim_div(DIM_ENERGY, c.dim), "this generalized force");
    add_force(b, s, Q, value_scalar(expr_var(b->m->g, c.v), c.dim, s->stmt->target->at));
}

/* 'gravity -9.81 m/s^2' is meant downwards, but a size is taken along -y. */
static bool gravity_is_down(builder *b, value size) {
    double x;
    if (!known_amount(b, size, &x))
        return true;
    take_for_granted(b, size.c[0]);
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

void read_gravity(builder *b, const statement *s) {
    value v = eval(b, s->stmt->value, s->env);
    dimension dim = dim_of(0, 1, -2);
    if (value_is_bad(v) || !value_need_dim(&b->vc, v, dim, "gravity") || !forbid(b, v, no_solved, "gravity"))
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
}

void read_element(builder *b, const statement *s) {
    if (s->stmt->bad || s->decl < 0)
        return;
    bool *outer = b->mentions;
    b->mentions = NULL;
    switch (s->stmt->kind) {
    case SYN_KINETIC:
    case SYN_POTENTIAL:
    case SYN_LAGRANGIAN:
    case SYN_DISSIPATION:
        read_energy(b, s);
        break;
    case SYN_PARTICLE:
    case SYN_ROD:
    case SYN_BODY:
        read_body_statement(b, s);
        break;
    case SYN_SPRING:
        read_spring(b, s);
        break;
    case SYN_TORSION:
        read_torsion(b, s);
        break;
    case SYN_FORCE:
        read_force(b, s);
        break;
    case SYN_TORQUE:
        read_torque(b, s);
        break;
    case SYN_GENERALIZED:
        read_generalized(b, s);
        break;
    default:
        break;
    }
    b->mentions = outer;
}
