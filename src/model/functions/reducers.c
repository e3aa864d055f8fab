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

static value reducer(builder *b, const function_call *c, int kind) {
    const syn_expr *e = c->e;
    if (!b->in_report || b->in_reducer) {
        finding *f = diag_add(b->m->findings, DIAG_E0208, e->at,
                              "'%s(...)' is a value of the whole run, which belongs in a report", e->name);
        diag_help(b->m->findings, f,
                  b->in_reducer ? "a reducer cannot be used inside a reducer"
                                : "use it in a report or in an expect line");
        return value_bad(e->at);
    }
    event_ref event = {EVENT_USER, -1};
    bool has_event = kind == REDUCE_AT || kind == REDUCE_TIME;
    if (has_event && !names_event(b, e->args[0]))
        return value_bad(e->at);
    if (has_event && !kinds_resolve_event(b, e->args[0], c->env, &event))
        return value_bad(e->at);
    value inner = value_scalar(EXPR_NONE, DIM_TIME, e->at);
    if (kind != REDUCE_TIME) {
        b->in_reducer = true;
        inner = eval_expr(b, e->args[kind == REDUCE_AT ? 1 : 0], c->env);
        b->in_reducer = false;
        if (!eval_forbid(b, inner, KIND_BIT(VAR_REDUCER), "the argument of a reducer"))
            return value_bad(e->at);
    }
    value v = inner;
    v.at = e->at;
    v.any_dim = v.condition = false;
    if (kind == REDUCE_INTEGRAL)
        v.dim = dim_mul(v.dim, DIM_TIME);
    for (int k = 0; k < v.size; k++) {
        size_t n = b->next_reducer++;
        if (n == b->reducers.len) {
            uint32_t var = eval_new_var(b, arena_printf(b->a, "%s#%zu", e->name, n), VAR_REDUCER, (int)n);
            vec_push(b->a, &b->reducers, (model_reducer){(reducer_kind)kind, var, event});
        }
        vec_push(b->a, &b->reducer_values, inner.c[k]);
        v.c[k] = expr_var(b->m->g, b->reducers.at[n].var);
    }
    return v;
}

const function_row functions_of_runs[] = {
    {"initial", 1, 1, reducer, REDUCE_INITIAL, true},
    {"final", 1, 1, reducer, REDUCE_FINAL, true},
    {"minimum", 1, 1, reducer, REDUCE_MINIMUM, true},
    {"maximum", 1, 1, reducer, REDUCE_MAXIMUM, true},
    {"mean", 1, 1, reducer, REDUCE_MEAN, true},
    {"integral", 1, 1, reducer, REDUCE_INTEGRAL, true},
    {"at", 2, 2, reducer, REDUCE_AT, true},
    {"time", 1, 1, reducer, REDUCE_TIME, true},
    {0},
};
