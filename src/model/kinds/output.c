/* Outputs, 'output NAME = value': quantities at each instant. */
#include "model/kinds/kinds.h"

static void declare_output(builder *b, const statement *s) {
    decl *d = &b->decls.at[s->decl];
    d->number = (int)b->outputs.len;
    vec_push(b->a, &b->outputs, (model_output){.name = d->display, .label = d->label, .at = s->stmt->name_at});
}

value kinds_result_value(builder *b, int d, span at) {
    const decl *e = &b->decls.at[d];
    return e->stmt->bad ? value_bad(at) : eval_expr(b, e->stmt->value, e->env);
}

span kinds_result_place(const statement *s) {
    return s->stmt->value ? s->stmt->value->at : s->stmt->name_at;
}

static void read_output(builder *b, const statement *s) {
    int index = b->decls.at[s->decl].number;
    value v = eval_decl(b, s->decl, kinds_result_place(s));
    if (!value_need_scalar(&b->vc, v, "an output") || !eval_forbid(b, v, KIND_BIT(VAR_REDUCER), "an output"))
        return;
    b->outputs.at[index].dim = v.dim;
    b->outputs.at[index].shown = eval_result_unit(b, s->stmt, v.dim);
    b->system->outputs[index] = v.c[0];
}

const kind_row kinds_output = {
    .kind = DECL_OUTPUT,
    .space = SPACE_RESULTS,
    .named = true,
    .noun = "an output",
    .result = true,
    .quantity = eval_decl,
    .value = kinds_result_value,
    .step = {[STEP_DECLARE] = declare_output, [STEP_READ] = read_output},
};
