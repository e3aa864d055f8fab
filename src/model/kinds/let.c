/* Definitions, 'let NAME = value' and 'frame NAME = value'. */
#include "model/kinds/kinds.h"

static value let_value(builder *b, int d, span at) {
    (void)at;
    const decl *e = &b->decls.at[d];
    return e->stmt->bad ? value_bad(e->stmt->at) : eval_expr(b, e->stmt->value, e->env);
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
