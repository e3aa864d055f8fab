/* Torques, 'torque NAME: M on BODY [reacting on BODY]'. */
#include "model/kinds/kinds.h"

value kinds_angular_velocity(builder *b, const syn_expr *e, const scope *env, const char *no_particle) {
    int body = kinds_resolve_body(b, e, env);
    if (body < 0)
        return value_bad(e->at);
    const body_reading *r = kinds_read_body(b, body);
    eval_mention(b, body);
    if (!r->has_angle && !value_is_bad(r->position)) {
        finding *f = diag_add(b->m->findings, DIAG_E0205, e->at, "%s", no_particle);
        diag_help(b->m->findings, f,
                  "a particle is a point, which does not turn: make it a body with an inertia and an angle");
    }
    return r->has_angle ? r->omega : value_bad(e->at);
}

static value angular_velocity(builder *b, const syn_expr *e, const scope *env) {
    return kinds_angular_velocity(b, e, env, "a torque cannot act on a particle");
}

static value moment_of(builder *b, const statement *s) {
    value C = eval_expr(b, s->stmt->value, s->env);
    bool fits =
        b->m->space == 2 ? value_need_scalar(&b->vc, C, "a torque") : value_need_vector(&b->vc, C, 3, "a torque");
    return fits && value_need_dim(&b->vc, C, DIM_TORQUE, "a torque") ? C : value_bad(s->stmt->at);
}

static void read_torque(builder *b, const statement *s) {
    value C = moment_of(b, s);
    if (value_is_bad(C))
        return;
    const syn_clause *on = syntax_find_clause(s->stmt, WORD_ON), *base = syntax_find_clause(s->stmt, WORD_REACTING);
    value omega = on ? angular_velocity(b, on->value, s->env) : value_bad(s->stmt->at);
    if (base)
        omega = value_binary(&b->vc, SYN_SUB, omega, angular_velocity(b, base->value, s->env), s->stmt->at);
    kinds_add_force(b, s, C, omega);
}

/* force(NAME): the torque. */
static value torque_value(builder *b, int d, span at) {
    const decl *e = &b->decls.at[d];
    const statement s = {e->stmt, e->row, e->env, d};
    return e->stmt->bad ? value_bad(at) : moment_of(b, &s);
}

const kind_row kinds_torque = {
    .kind = DECL_ELEMENT,
    .named = true,
    .noun = "a force",
    .help = "its force is force(NAME)",
    .mechanical = true,
    .value = torque_value,
    .step = {[STEP_DECLARE] = kinds_declare_switch, [STEP_READ] = read_torque},
};
