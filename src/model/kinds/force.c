/* Forces on points, 'force NAME: F at P [on BODY]'. */
#include "model/kinds/kinds.h"

static value vector_of(builder *b, const statement *s) {
    value F = eval_expr(b, s->stmt->value, s->env);
    bool fits = value_need_vector(&b->vc, F, b->m->space, "a force") && value_need_dim(&b->vc, F, DIM_FORCE, "a force");
    return fits ? F : value_bad(s->stmt->at);
}

static void read_force(builder *b, const statement *s) {
    value F = vector_of(b, s), p = kinds_clause_point(b, s, WORD_AT);
    if (value_is_bad(F))
        return;
    const syn_clause *on = syntax_find_clause(s->stmt, WORD_ON);
    int body = on ? kinds_resolve_body(b, on->value, s->env) : -1;
    if (on && body < 0)
        return;
    kinds_add_force(b, s, F, on ? kinds_point_velocity(b, body, p, p.at) : eval_rate(b, p, p.at));
}

/* force(NAME) */
static value force_value(builder *b, int d, span at) {
    const decl *e = &b->decls.at[d];
    const statement s = {e->stmt, e->row, e->env, d};
    return e->stmt->bad ? value_bad(at) : vector_of(b, &s);
}

const kind_row kinds_force = {
    .kind = DECL_ELEMENT,
    .named = true,
    .noun = "a force",
    .help = "its force is force(NAME)",
    .mechanical = true,
    .value = force_value,
    .step = {[STEP_DECLARE] = kinds_declare_switch, [STEP_READ] = read_force},
};
