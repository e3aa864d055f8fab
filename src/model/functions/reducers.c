/* Reducers: values of the whole run, or of a window of time between events, in reports and expectations. */
#include <string.h>

#include "base/check.h"
#include "model/functions/functions.h"
#include "model/names/names.h"

static bool is_condition(const syn_expr *e) {
    return (e->op >= SYN_LT && e->op <= SYN_SAME) || e->op == SYN_AND || e->op == SYN_OR || e->op == SYN_NOT;
}

/* at(2 s, x), count(x > 1) */
static bool names_event(builder *b, const syn_expr *e) {
    if (e->op == SYN_NAME || e->op == SYN_INDEX || e->op == SYN_FIELD || e->op == SYN_BAD)
        return true;
    finding *f = diag_add(b->m->findings, DIAG_E0205, e->at, "'%s' is not an event", names_source_text(b, e->at));
    diag_help(b->m->findings, f,
              is_condition(e) ? "declare an event: event then when %s { }"
                              : "declare an event at that time: event then when t > %s { }",
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

/* An event of the window, after 'from' or 'until'. */
static bool read_bound(builder *b, const syn_expr *e, const scope *env, model_reducer *r) {
    bool from = e->op == SYN_FROM, *has = from ? &r->has_from : &r->has_until;
    if (!from && e->op != SYN_UNTIL) {
        finding *f = diag_add(b->m->findings, DIAG_E0104, e->at, "a window of time is expected here");
        diag_help(b->m->findings, f, "it goes from one event until another: maximum(x, from lift until release)");
        return false;
    }
    if (*has) {
        diag_add(b->m->findings, DIAG_E0111, e->at, "'%s' is given twice", from ? "from" : "until");
        return false;
    }
    *has = true;
    return kinds_resolve_event(b, e->args[0], env, from ? &r->from : &r->until);
}

static bool is_bound(const syn_expr *e, size_t i) {
    return i < e->arg_count && (e->args[i]->op == SYN_FROM || e->args[i]->op == SYN_UNTIL);
}

/* The arguments behind what is reduced: (x, from A until B). */
static bool read_window(builder *b, const function_call *c, size_t first, model_reducer *r) {
    for (size_t i = first; i < c->e->arg_count; i++)
        if (!read_bound(b, c->e->args[i], c->env, r))
            return false;
    return true;
}

/* One more reducer of this kind; in other variants than the first the same one again. */
static expr_id add_reducer(builder *b, const char *name, model_reducer r, expr_id quantity) {
    size_t n = b->next_reducer++;
    if (n == b->reducers.len) {
        r.var = eval_new_var(b, base_arena_printf(b->a, "%s#%zu", name, n), VAR_REDUCER, (int)n);
        vec_push(b->a, &b->reducers, r);
    }
    vec_push(b->a, &b->reducer_values, quantity);
    return expr_var(b->m->g, b->reducers.at[n].var);
}

/* The number of the whole run, one for each component. */
static value reduce(builder *b, const syn_expr *e, model_reducer r, value inner) {
    value v = inner;
    v.at = e->at;
    v.any_dim = v.condition = false;
    if (r.kind == REDUCE_INTEGRAL)
        v.dim = dim_mul(v.dim, DIM_TIME);
    for (int k = 0; k < v.size; k++)
        v.c[k] = add_reducer(b, e->name, r, inner.c[k]);
    return v;
}

static model_reducer reducer_of(int kind) {
    return (model_reducer){.kind = (reducer_kind)kind, .event = {EVENT_USER, -1}, .nth = 1, .of = -1};
}

/* initial(x), maximum(x, until release) and so on. */
static value over_run(builder *b, const function_call *c, int kind) {
    model_reducer r = reducer_of(kind);
    if (!may_reduce(b, c->e) || !read_window(b, c, 1, &r))
        return value_bad(c->e->at);
    return reduce(b, c->e, r, read_inner(b, c->e->args[0], c->env));
}

/* rms(x): the root of the mean of the square. */
static value root_mean_square(builder *b, const function_call *c, int extra) {
    model_reducer r = reducer_of(REDUCE_MEAN);
    (void)extra;
    if (!may_reduce(b, c->e) || !read_window(b, c, 1, &r))
        return value_bad(c->e->at);
    value v = read_inner(b, c->e->args[0], c->env);
    const dimension dim = v.dim;
    for (int k = 0; k < v.size; k++)
        v.c[k] = kinds_square(b, v.c[k]);
    v = reduce(b, c->e, r, v);
    v.dim = dim;
    for (int k = 0; k < v.size; k++)
        v.c[k] = expr_sqrt(b->m->g, v.c[k]);
    return v;
}

/* The occurrence of an event: from 1 on, or the last one. */
static bool read_occurrence(builder *b, const syn_expr *e, const scope *env, long *nth) {
    int64_t n;
    *nth = 0;
    if (e->op == SYN_NAME && strcmp(e->name, "last") == 0)
        return true;
    if (!eval_integer(b, e, env, &n))
        return false;
    *nth = (long)n;
    if (n >= 1)
        return true;
    finding *f = diag_add(b->m->findings, DIAG_E0308, e->at, "the occurrences of an event are counted from 1");
    diag_help(b->m->findings, f, "write 'last' for the last one");
    return false;
}

static bool read_event(builder *b, const function_call *c, model_reducer *r) {
    const syn_expr *e = c->e->args[0];
    return may_reduce(b, c->e) && names_event(b, e) && kinds_resolve_event(b, e, c->env, &r->event);
}

/* at(EVENT, x), time(EVENT), with the occurrence behind, and the window in which these are counted: the event comes
   first. */
static value at_event(builder *b, const function_call *c, int kind) {
    const syn_expr *e = c->e;
    model_reducer r = reducer_of(kind);
    const size_t place = kind == REDUCE_AT ? 2 : 1;
    const bool counted = e->arg_count > place && !is_bound(e, place);
    if (!read_event(b, c, &r) || (counted && !read_occurrence(b, e->args[place], c->env, &r.nth)) ||
        !read_window(b, c, place + counted, &r))
        return value_bad(e->at);
    value inner = value_scalar(EXPR_NONE, DIM_TIME, e->at);
    if (kind == REDUCE_AT)
        inner = read_inner(b, e->args[1], c->env);
    return reduce(b, e, r, inner);
}

/* count(EVENT), also in a window */
static value count_event(builder *b, const function_call *c, int kind) {
    model_reducer r = reducer_of(kind);
    if (!read_event(b, c, &r) || !read_window(b, c, 1, &r))
        return value_bad(c->e->at);
    return reduce(b, c->e, r, value_scalar(EXPR_NONE, (dimension){{0}}, c->e->at));
}

/* when(maximum(x)): the reducer read last is that of the extremum. */
static value when_extreme(builder *b, const function_call *c, int kind) {
    const syn_expr *e = c->e, *of = e->args[0];
    if (!may_reduce(b, e))
        return value_bad(e->at);
    if (of->op != SYN_CALL || (strcmp(of->name, "maximum") != 0 && strcmp(of->name, "minimum") != 0)) {
        finding *f = diag_add(b->m->findings, DIAG_E0208, of->at, "'when' gives the time of an extremum");
        diag_help(b->m->findings, f, "write when(maximum(x)) or when(minimum(x)); the time of an event is time(EVENT)");
        return value_bad(e->at);
    }
    const size_t before = b->next_reducer;
    value extreme = eval_expr(b, of, c->env);
    if (!value_need_scalar(&b->vc, extreme, "the quantity whose extremum is asked for"))
        return value_bad(e->at);
    LGR_ASSERT(b->next_reducer == before + 1);
    model_reducer r = reducer_of(kind);
    r.of = (int)b->next_reducer - 1;
    return reduce(b, e, r, value_scalar(EXPR_NONE, DIM_TIME, e->at));
}

const function_row functions_of_runs[] = {
    {"initial", 1, 3, over_run, REDUCE_INITIAL, true}, {"final", 1, 3, over_run, REDUCE_FINAL, true},
    {"minimum", 1, 3, over_run, REDUCE_MINIMUM, true}, {"maximum", 1, 3, over_run, REDUCE_MAXIMUM, true},
    {"mean", 1, 3, over_run, REDUCE_MEAN, true},       {"integral", 1, 3, over_run, REDUCE_INTEGRAL, true},
    {"rms", 1, 3, root_mean_square, 0, true},          {"at", 2, 5, at_event, REDUCE_AT, true},
    {"time", 1, 4, at_event, REDUCE_TIME, true},       {"count", 1, 3, count_event, REDUCE_COUNT, true},
    {"when", 1, 1, when_extreme, REDUCE_WHEN, true},   {0},
};
