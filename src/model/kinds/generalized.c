/* Generalized forces, 'generalized NAME: COORDINATE = Q'. */
#include "model/kinds/kinds.h"
#include "model/names/names.h"

static void read_generalized(builder *b, const statement *s) {
    int d = eval_resolve(b, s->stmt->target, s->env, 1u << SPACE_VALUES);
    if (d < 0)
        return;
    if (b->decls.at[d].kind != DECL_COORD) {
        names_refuse_kind(b, d, s->stmt->target->at, "a coordinate");
        return;
    }
    const model_coord c = b->coords.at[b->decls.at[d].number];
    value Q = eval_quantity(b, s->stmt->value, s->env, dim_div(DIM_ENERGY, c.dim), "this generalized force");
    kinds_add_force(b, s, Q, value_scalar(expr_var(b->m->g, c.v), c.dim, s->stmt->target->at));
}

const kind_row kinds_generalized = {
    .kind = DECL_ELEMENT,
    .named = true,
    .noun = "a force",
    .help = KINDS_HELP_FORCE,
    .mechanical = true,
    .step = {[STEP_DECLARE] = kinds_declare_switch, [STEP_READ] = read_generalized},
};
