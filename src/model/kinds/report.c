/* Reports, 'report NAME = value': values of the whole run. */
#include "model/kinds/kinds.h"

static void declare_report(builder *b, const statement *s) {
    decl *d = &b->decls.at[s->decl];
    d->number = (int)b->reports.len;
    vec_push(b->a, &b->reports, (model_report){.name = d->display, .label = d->label, .at = s->stmt->name_at});
}

/* Reducers are numbered in the order in which they are met, which is the same in every variant. */
static void read_report(builder *b, const statement *s) {
    int index = b->decls.at[s->decl].number;
    b->in_report = true;
    value v = eval_decl(b, s->decl, kinds_result_place(s));
    b->in_report = false;
    if (!value_need_scalar(&b->vc, v, "a report") ||
        !eval_forbid(b, v, KINDS_MOTION & ~(unsigned)KIND_BIT(VAR_REDUCER), "a report without a reducer"))
        return;
    b->reports.at[index].dim = v.dim;
    b->reports.at[index].shown = eval_result_unit(b, s->stmt, v.dim);
    b->reports.at[index].value = v.c[0];
}

const kind_row kinds_report = {
    .kind = DECL_REPORT,
    .space = SPACE_RESULTS,
    .named = true,
    .noun = "a report",
    .result = true,
    .quantity = eval_decl,
    .value = kinds_result_value,
    .step = {[STEP_DECLARE] = declare_report, [STEP_READ] = read_report},
};
