/* Generalized forces, 'generalized NAME: s = Q': the work of Q along s, a coordinate or a length or an angle made of
   coordinates, is Q times the change of s. */
#include "model/kinds/kinds.h"
#include "model/names/names.h"

/* What Q acts along; bad with a finding. */
static value read_along(builder *b, const statement *s) {
    static const char what[] = "what a generalized force acts along";
    value along = eval_scalar(b, s->stmt->target, s->env, what);
    if (value_is_bad(along) || !eval_forbid(b, along, KINDS_UNSOLVED | KINDS_RATES, what))
        return value_bad(s->stmt->at);
    var_kind found;
    if (eval_find_kinds(b, along, KIND_BIT(VAR_COORD) | KIND_BIT(VAR_HELD), &found))
        return along;
    finding *f = diag_add(b->m->findings, DIAG_E0205, s->stmt->target->at, "no coordinate occurs in '%s'",
                          names_source_text(b, s->stmt->target->at));
    diag_help(b->m->findings, f, "a generalized force acts along a coordinate, or along an expression in coordinates");
    return value_bad(s->stmt->at);
}

static value read_size(builder *b, const statement *s, value along) {
    return eval_quantity(b, s->stmt->value, s->env, dim_div(DIM_ENERGY, along.dim), "this generalized force");
}

static void read_generalized(builder *b, const statement *s) {
    value along = read_along(b, s), rate = eval_rate(b, along, s->stmt->at);
    if (value_is_bad(rate))
        return;
    value Q = read_size(b, s, along);
    rate.at = s->stmt->target->at;
    kinds_add_force(b, s, Q, rate);
}

/* force(NAME) */
static value generalized_value(builder *b, int d, span at) {
    const decl *e = &b->decls.at[d];
    const statement s = {e->stmt, e->row, e->env, d};
    value along = e->stmt->bad ? value_bad(at) : read_along(b, &s);
    return value_is_bad(along) ? along : read_size(b, &s, along);
}

const kind_row kinds_generalized = {
    .kind = DECL_ELEMENT,
    .named = true,
    .noun = "a force",
    .help = "its force is force(NAME)",
    .mechanical = true,
    .value = generalized_value,
    .step = {[STEP_DECLARE] = kinds_declare_switch, [STEP_READ] = read_generalized},
};
