/* Torsion springs, 'torsion NAME: angle phi, stiffness k [, rest phi0] [, damping c]'. */
#include "model/kinds/kinds.h"

static void read_torsion(builder *b, const statement *s) {
    value angle = kinds_clause_value(b, s, WORD_ANGLE, DIM_ANGLE, "an angle");
    value k = kinds_clause_value(b, s, WORD_STIFFNESS, DIM_TORQUE, "a torsional stiffness");
    value rest = value_number(&b->vc, 0, 1, s->stmt->at);
    if (syntax_find_clause(s->stmt, WORD_REST))
        rest = kinds_clause_value(b, s, WORD_REST, DIM_ANGLE, "a rest angle");
    if (value_is_bad(angle) || value_is_bad(k) || value_is_bad(rest) ||
        !eval_need_not_negative(b, k, "a torsional stiffness"))
        return;
    graph *g = b->m->g;
    expr_id twist = expr_sub(g, angle.c[0], rest.c[0]);
    kinds_add_energy(b, s, ELEMENT_POTENTIAL, kinds_half(b, expr_mul(g, k.c[0], kinds_square(b, twist))));
    value rate = eval_rate(b, angle, s->stmt->at);
    kinds_add_damping(b, s, rate.c[0], dim_of(1, 2, -1));
}

const kind_row kinds_torsion = {
    .kind = DECL_ELEMENT,
    .named = true,
    .noun = "a force",
    .help = KINDS_HELP_FORCE,
    .mechanical = true,
    .step = {[STEP_DECLARE] = kinds_declare_switch, [STEP_READ] = read_torsion},
};
