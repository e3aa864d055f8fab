/* Definitions, 'let NAME = value' and 'frame NAME = value'. */
#include "model/kinds/kinds.h"

bool kinds_is_constant(const graph *g, value v) {
    if (value_is_bad(v) || v.size != 1 || (expr_kinds(g, v.c[0]) & ~KIND_BIT(VAR_PARAM)) || expr_is_zero(g, v.c[0]))
        return false;
    return expr_is_number(g, v.c[0], NULL) ? !dim_is_one(v.dim) : expr_node_at(g, v.c[0])->op != EXPR_VAR;
}

static value as_parameter(builder *b, int d, value v) {
    const decl *e = &b->decls.at[d];
    const uint32_t var = eval_new_var(b, e->display, VAR_PARAM, (int)b->params.len);
    const double x = eval_number_now(b, v.c[0]);
    vec_push(b->a, &b->params,
             (model_param){.name = e->display,
                           .label = e->label,
                           .at = e->stmt->name_at,
                           .var = var,
                           .dim = v.dim,
                           .definition = v.c[0],
                           .is_let = true});
    model_set_value(b->m, &b->params.at[b->params.len - 1], x);
    return value_scalar(expr_var(b->m->g, var), v.dim, v.at);
}

static value let_value(builder *b, int d, span at) {
    (void)at;
    const decl *e = &b->decls.at[d];
    if (e->stmt->bad)
        return value_bad(e->stmt->at);
    const value v = eval_expr(b, e->stmt->value, e->env);
    return b->names_lets && kinds_is_constant(b->m->g, v) ? as_parameter(b, d, v) : v;
}

static value frame_value(builder *b, int d, span at) {
    value v = let_value(b, d, at);
    return value_need_frame(&b->vc, v, "what follows 'frame'") ? v : value_bad(b->decls.at[d].stmt->at);
}

void kinds_define(builder *b, const statement *s) {
    if (s->decl >= 0)
        eval_decl(b, s->decl, s->stmt->name_at);
}

const kind_row kinds_let = {
    .kind = DECL_LET,
    .named = true,
    .noun = "a definition",
    .quantity = eval_decl,
    .value = let_value,
    .step = {[STEP_DEFINE] = kinds_define},
};

const kind_row kinds_frame = {
    .kind = DECL_LET,
    .named = true,
    .noun = "a definition",
    .quantity = eval_decl,
    .value = frame_value,
    .step = {[STEP_DEFINE] = kinds_define},
};
