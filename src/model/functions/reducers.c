/* Reducers: values of the whole run, in reports and expectations. */
#include "model/functions/functions.h"
#include "model/names/names.h"

/* at(2 s, x) */
static bool names_event(builder *b, const syn_expr *e) {
    if (e->op == SYN_NAME || e->op == SYN_INDEX || e->op == SYN_FIELD || e->op == SYN_BAD)
        return true;
    finding *f = diag_add(b->m->findings, DIAG_E0205, e->at, "'%s' is not an event", names_source_text(b, e->at));
    diag_help(b->m->findings, f, "declare an event at that time: event then when t > %s { }",
              names_source_text(b, e->at));
    return false;
}

/* Reducers stand in results, and not inside each other. */
static bool may_reduce(builder *b, const syn_expr *e) {
    if (b->in_report && !b->in_reducer)
        return true;
    finding *f = diag_add(b->m->findings, DIAG_E0208, e->at,
                          "'%s(...)' is a value of the whole run, which belongs in a report", e->name);
    diag_help(b->m->findings, f,
              b->in_reducer ? "a reducer cannot be used inside a reducer" : "use it in a report or in an expect line");
    return false;
}

/* What is reduced; bad where it is no number of each instant. */
static value read_inner(builder *b, const syn_expr *e, const scope *env) {
    b->in_reducer = true;
    value inner = eval_expr(b, e, env);
    b->in_reducer = false;
    return eval_forbid(b, inner, KIND_BIT(VAR_REDUCER), "the argument of a reducer") ? inner : value_bad(e->at);
}

/* The number of the whole run, one for each component. Others can be made of such: the root of the mean of a square. */
static value reduce(builder *b, const syn_expr *e, reducer_kind kind, event_ref event, value inner) {
    value v = inner;
    v.at = e->at;
    v.any_dim = v.condition = false;
    if (kind == REDUCE_INTEGRAL)
        v.dim = dim_mul(v.dim, DIM_TIME);
    for (int k = 0; k < v.size; k++) {
        size_t n = b->next_reducer++;
        if (n == b->reducers.len) {
            uint32_t var = eval_new_var(b, base_arena_printf(b->a, "%s#%zu", e->name, n), VAR_REDUCER, (int)n);
            vec_push(b->a, &b->reducers, (model_reducer){kind, var, event});
        }
        vec_push(b->a, &b->reducer_values, inner.c[k]);
        v.c[k] = expr_var(b->m->g, b->reducers.at[n].var);
    }
    return v;
}

/* initial(x), maximum(x) and so on. */
static value over_run(builder *b, const function_call *c, int kind) {
    if (!may_reduce(b, c->e))
        return value_bad(c->e->at);
    value inner = read_inner(b, c->e->args[0], c->env);
    return reduce(b, c->e, (reducer_kind)kind, (event_ref){EVENT_USER, -1}, inner);
}

/* at(EVENT, x), time(EVENT): the event comes first. */
static value at_event(builder *b, const function_call *c, int kind) {
    const syn_expr *e = c->e;
    event_ref event;
    if (!may_reduce(b, e) || !names_event(b, e->args[0]) || !kinds_resolve_event(b, e->args[0], c->env, &event))
        return value_bad(e->at);
    value inner = value_scalar(EXPR_NONE, DIM_TIME, e->at);
    if (kind == REDUCE_AT)
        inner = read_inner(b, e->args[1], c->env);
    return reduce(b, e, (reducer_kind)kind, event, inner);
}

const function_row functions_of_runs[] = {
    {"initial", 1, 1, over_run, REDUCE_INITIAL, true},
    {"final", 1, 1, over_run, REDUCE_FINAL, true},
    {"minimum", 1, 1, over_run, REDUCE_MINIMUM, true},
    {"maximum", 1, 1, over_run, REDUCE_MAXIMUM, true},
    {"mean", 1, 1, over_run, REDUCE_MEAN, true},
    {"integral", 1, 1, over_run, REDUCE_INTEGRAL, true},
    {"at", 2, 2, at_event, REDUCE_AT, true},
    {"time", 1, 1, at_event, REDUCE_TIME, true},
    {0},
};
