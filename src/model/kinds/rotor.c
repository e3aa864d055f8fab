/* Rotors, 'rotor NAME: inertia J [about u] on BODY, angle phi': what spins on a body about an axis u of it, by phi more
   than the body turns. T = 1/2 J (phi' + u.omega)^2; its mass and its other moments of inertia belong to the body. */
#include "model/kinds/kinds.h"

/* The angular velocity of the carrier about the axis; bad with a finding. */
static value carrier_rate(builder *b, const statement *s) {
    const syn_expr *on = syntax_find_clause(s->stmt, WORD_ON)->value;
    const syn_clause *about = syntax_find_clause(s->stmt, WORD_ABOUT);
    value omega = kinds_angular_velocity(b, on, s->env, "a rotor cannot spin on a particle");
    if (value_is_bad(omega))
        return omega;
    const bool spatial = b->m->space == 3;
    if (spatial != (about != NULL)) {
        finding *f = diag_add(b->m->findings, spatial ? DIAG_E0110 : DIAG_E0112, spatial ? s->stmt->name_at : about->at,
                              spatial ? "a rotor in space needs an axis" : "a rotor of the plane has one axis only");
        diag_help(b->m->findings, f,
                  spatial ? "as in 'rotor r: inertia J about B.x on body, angle phi'" : "leave 'about' out");
        return value_bad(s->stmt->at);
    }
    if (!spatial)
        return omega;
    value axis = eval_expr(b, about->value, s->env);
    if (!value_need_vector(&b->vc, axis, 3, "an axis") || !value_need_dim(&b->vc, axis, DIM_ANGLE, "an axis"))
        return value_bad(s->stmt->at);
    value length = value_norm(&b->vc, axis, s->stmt->at);
    return value_dot(&b->vc, value_binary(&b->vc, SYN_DIV, axis, length, s->stmt->at), omega, s->stmt->at);
}

static void read_rotor(builder *b, const statement *s) {
    expr_id J = kinds_body_parameter(b, s->stmt, s->env, WORD_INERTIA, dim_of(1, 2, 0), "a moment of inertia");
    value angle = kinds_clause_value(b, s, WORD_ANGLE, DIM_ANGLE, "an angle"), omega = carrier_rate(b, s);
    if (!J.i || value_is_bad(angle) || value_is_bad(omega))
        return;
    expr_id spin = expr_add(b->m->g, eval_rate(b, angle, s->stmt->at).c[0], omega.c[0]);
    kinds_add_energy(b, s, ELEMENT_KINETIC, kinds_half(b, expr_mul(b->m->g, J, kinds_square(b, spin))));
}

const kind_row kinds_rotor = {
    .kind = DECL_ENERGY,
    .named = true,
    .noun = "a rotor",
    .help = "write its angle, or the rate of that",
    .mechanical = true,
    .step = {[STEP_READ] = read_rotor},
};
