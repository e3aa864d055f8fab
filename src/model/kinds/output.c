/* Outputs, 'output NAME = value': quantities at each instant; of a vector one for each component. */
#include "model/kinds/kinds.h"

enum { COMPONENTS = 3 };

/* How many outputs it is shows when it is read. */
static void declare_output(builder *b, const statement *s) {
    b->decls.at[s->decl].number = -1;
    b->output_room += COMPONENTS;
}

static void add_outputs(builder *b, const statement *s, int size) {
    decl *d = &b->decls.at[s->decl];
    d->number = (int)b->outputs.len;
    for (int k = 0; k < size; k++) {
        const int component = size > 1 ? k : -1;
        vec_push(b->a, &b->outputs,
                 (model_output){.name = kinds_component_name(b, d->display, component),
                                .label = d->label ? kinds_component_name(b, d->label, component) : NULL,
                                .at = s->stmt->name_at});
    }
}

value kinds_result_value(builder *b, int d, span at) {
    const decl *e = &b->decls.at[d];
    return e->stmt->bad ? value_bad(at) : eval_expr(b, e->stmt->value, e->env);
}

span kinds_result_place(const statement *s) {
    return s->stmt->value ? s->stmt->value->at : s->stmt->name_at;
}

static void read_output(builder *b, const statement *s) {
    static const char what[] = "an output";
    value v = eval_decl(b, s->decl, kinds_result_place(s));
    const bool vector = v.size > 1 && v.size <= COMPONENTS;
    if (!(vector ? value_need_vector(&b->vc, v, v.size, what) : value_need_scalar(&b->vc, v, what)) ||
        !eval_forbid(b, v, KIND_BIT(VAR_REDUCER), what))
        return;
    if (b->decls.at[s->decl].number < 0)
        add_outputs(b, s, v.size);
    const size_t first = (size_t)b->decls.at[s->decl].number;
    const model_shown shown = eval_result_unit(b, s->stmt, v.dim);
    for (size_t k = 0; k < (size_t)v.size; k++) {
        b->outputs.at[first + k].dim = v.dim;
        b->outputs.at[first + k].shown = shown;
        b->system->outputs[first + k] = v.c[k];
    }
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
