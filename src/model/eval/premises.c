/* Other parameter values without reading the text again: structural assumptions made while reading are recorded and
   checked. */
#include <math.h>

#include "model/eval/eval.h"

void eval_assume(builder *b, expr_id e) {
    if (!expr_is_number(b->m->g, e, NULL) && eval_number_now(b, e) >= 0)
        vec_push(b->a, &b->premises, e);
}

double eval_number_now(const builder *b, expr_id e) {
    return expr_eval(b->m->g, e, b->m->block.value.at);
}

double eval_number_of(builder *b, expr_id e) {
    graph *g = b->m->g;
    double x = eval_number_now(b, e);
    if (isfinite(x) && !expr_is_number(g, e, NULL))
        eval_assume(b, expr_neg(g, expr_unary(g, EXPR_ABS, expr_sub(g, e, expr_real(g, x)))));
    return x;
}

/* All that is computed of the values: definitions in the order in which they use each other, settings, premises, to
   which what is derived later may add. */
static expr_plan *plan_of(builder *b) {
    if (b->plan && b->planned == b->premises.len)
        return b->plan;
    VEC(expr_id) roots = {0};
    for (size_t i = 0; i < b->param_order.len; i++)
        vec_push(b->a, &roots, b->m->params[b->param_order.at[i]].definition);
    vec_push(b->a, &roots, b->until);
    vec_push(b->a, &roots, b->tolerance);
    for (size_t i = 0; i < b->premises.len; i++)
        vec_push(b->a, &roots, b->premises.at[i]);
    for (size_t i = 0; i < roots.len; i++)
        if (!roots.at[i].i)
            roots.at[i] = expr_int(b->m->g, 0);
    b->planned = b->premises.len;
    b->plan = expr_plan_create(b->a, b->m->g, roots.at, roots.len);
    return b->plan;
}

static bool follow_definitions(builder *b) {
    model *m = b->m;
    for (size_t i = 0; i < b->param_order.len; i++) {
        model_param *p = &m->params[b->param_order.at[i]];
        double defined = expr_plan_eval(plan_of(b), i, b->m->block.value.at);
        if (!p->given && !p->found)
            model_set_value(m, p, defined);
        if (!isfinite(model_value_of(m, p)))
            return false;
    }
    return true;
}

static bool settings_hold(builder *b) {
    model *m = b->m;
    size_t at = b->param_order.len;
    double until = expr_plan_eval(plan_of(b), at, b->m->block.value.at);
    double tolerance = expr_plan_eval(plan_of(b), at + 1, b->m->block.value.at);
    if (b->until.i)
        m->until = until;
    if (b->tolerance.i)
        m->tolerance = tolerance;
    return !(m->until < 0) && (isnan(m->tolerance) || (m->tolerance > 0 && m->tolerance < 1));
}

bool model_assign(model *m, const int *params, const double *values, size_t count) {
    builder *b = m->builder;
    for (size_t i = 0; i < count; i++) {
        model_param *p = &m->params[params[i]];
        p->given = true;
        model_set_value(m, p, values[i]);
    }
    if (!follow_definitions(b) || !settings_hold(b))
        return false;
    for (size_t i = 0, at = b->param_order.len + 2; i < b->premises.len; i++)
        if (!(expr_plan_eval(plan_of(b), at + i, b->m->block.value.at) >= 0))
            return false;
    return true;
}
