/* Generalized speeds, 'speed NAME = value': definitions that are linear in the velocities, for Kane's equations. */
#include "expr/diff.h"
#include "model/kinds/kinds.h"

static value speed_value(builder *b, int d, span at) {
    (void)at;
    const decl *e = &b->decls.at[d];
    return e->stmt->bad ? value_bad(e->stmt->at) : eval_expr(b, e->stmt->value, e->env);
}

/* Its derivatives by the velocities contain none. */
static bool is_linear(builder *b, expr_id e) {
    for (size_t i = 0; i < b->coords.len; i++)
        if (expr_kinds(b->m->g, expr_derivative(b->m->g, e, b->coords.at[i].v)) & KIND_BIT(VAR_VELOCITY))
            return false;
    return true;
}

static bool is_known(const builder *b, const char *name) {
    for (size_t i = 0; i < b->speeds.len; i++)
        if (b->speeds.at[i].name == name)
            return true;
    return false;
}

/* Once: of a system with freed bodies there are no Kane's equations in other speeds. */
static void read_speed(builder *b, const statement *s) {
    const value v = eval_decl(b, s->decl, s->stmt->name_at);
    const char *name = b->decls.at[s->decl].display;
    var_kind found;
    if (value_is_bad(v) || is_known(b, name) || !value_need_scalar(&b->vc, v, "a speed") ||
        !eval_forbid(b, v, KINDS_UNSOLVED | KIND_BIT(VAR_STATE), "a speed"))
        return;
    if (!eval_find_kinds(b, v, KIND_BIT(VAR_VELOCITY), &found) || !is_linear(b, v.c[0])) {
        finding *f = diag_add(b->m->findings, DIAG_E0213, s->stmt->value->at, "a speed is linear in the velocities");
        diag_help(b->m->findings, f, "as in 'speed u = x'*cos(a) + y'*sin(a)'; any other quantity is named by 'let'");
        return;
    }
    vec_push(b->a, &b->speeds, (model_speed){.name = name, .at = s->stmt->name_at, .value = v.c[0]});
}

const kind_row kinds_speed = {
    .kind = DECL_LET,
    .named = true,
    .noun = "a speed",
    .quantity = eval_decl,
    .value = speed_value,
    .step = {[STEP_DEFINE] = kinds_define, [STEP_READ] = read_speed},
};
