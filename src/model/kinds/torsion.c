/* Torsion springs, 'torsion NAME: angle phi, stiffness k [, rest phi0] [, damping c]'. */
#include "model/kinds/kinds.h"

typedef struct coil {
    value angle;
    expr_id k, twist;
} coil;

/* False with a finding. */
static bool read_coil(builder *b, const statement *s, coil *out) {
    value angle = kinds_clause_value(b, s, WORD_ANGLE, DIM_ANGLE, "an angle");
    value k = kinds_clause_value(b, s, WORD_STIFFNESS, DIM_TORQUE, "a torsional stiffness");
    value rest = value_number(&b->vc, 0, 1, s->stmt->at);
    const syn_clause *given = syntax_find_clause(s->stmt, WORD_REST);
    if (given) {
        rest = kinds_clause_value(b, s, WORD_REST, DIM_ANGLE, "a rest angle");
        eval_note_comparison(b, given->value, s->env, angle);
    }
    if (value_is_bad(angle) || value_is_bad(k) || value_is_bad(rest) ||
        !eval_need_not_negative(b, k, "a torsional stiffness"))
        return false;
    *out = (coil){angle, k.c[0], expr_sub(b->m->g, angle.c[0], rest.c[0])};
    return true;
}

static void read_torsion(builder *b, const statement *s) {
    coil x;
    if (!read_coil(b, s, &x))
        return;
    kinds_add_energy(b, s, ELEMENT_POTENTIAL, kinds_half(b, expr_mul(b->m->g, x.k, kinds_square(b, x.twist))));
    value rate = eval_rate(b, x.angle, s->stmt->at);
    kinds_add_damping(b, s, rate.c[0], dim_of(1, 2, -1));
}

/* force(NAME): the moment with which it resists its twist. */
static value torsion_moment(builder *b, int d, span at) {
    const decl *e = &b->decls.at[d];
    const statement s = {e->stmt, e->row, e->env, d};
    coil x;
    if (e->stmt->bad || !read_coil(b, &s, &x))
        return value_bad(at);
    expr_id c, moment = expr_mul(b->m->g, x.k, x.twist);
    if (kinds_read_damping(b, &s, dim_of(1, 2, -1), &c))
        moment = expr_add(b->m->g, moment, expr_mul(b->m->g, c, eval_rate(b, x.angle, at).c[0]));
    return value_scalar(moment, DIM_TORQUE, at);
}

const kind_row kinds_torsion = {
    .kind = DECL_ELEMENT,
    .named = true,
    .noun = "a force",
    .help = "its force is force(NAME)",
    .mechanical = true,
    .value = torsion_moment,
    .step = {[STEP_DECLARE] = kinds_declare_switch, [STEP_READ] = read_torsion},
};
