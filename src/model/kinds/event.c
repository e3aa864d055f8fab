/* Events, 'event NAME when CONDITION [after EVENT] { actions }': what happens when a condition becomes true; and
   'event NAME every PERIOD [from TIME] { actions }', at regular times. */
#include "base/check.h"
#include "model/kinds/kinds.h"
#include "model/names/names.h"

static void declare_event(builder *b, const statement *s) {
    decl *e = &b->decls.at[s->decl];
    e->number = (int)b->events.len;
    model_event ev = {.name = e->display, .at = e->stmt->name_at, .action_count = e->stmt->action_count};
    ev.actions = ARENA_ARRAY(b->a, model_action, ev.action_count + 1);
    for (size_t i = 0; i < ev.action_count; i++) {
        ev.actions[i] = (model_action){
            .kind = (model_action_kind)e->stmt->actions[i].kind, .at = e->stmt->actions[i].at, .index = -1};
        if (ev.actions[i].kind == MODEL_STOP)
            ev.stops = true;
    }
    vec_push(b->a, &b->events, ev);
}

bool kinds_resolve_event(builder *b, const syn_expr *e, const scope *env, event_ref *out) {
    bool part = e->op == SYN_FIELD && !eval_is_member(b, e, env);
    int d = eval_resolve(b, part ? e->args[0] : e, env, 1u << (part ? DECL_CONTACT : DECL_EVENT));
    if (d < 0)
        return false;
    decl_kind kind = b->decls.at[d].kind;
    if (!part && kind == DECL_EVENT) {
        *out = (event_ref){EVENT_USER, b->decls.at[d].number};
        return true;
    }
    static const char *const parts[] = {[EVENT_OPEN] = "open", [EVENT_CLOSE] = "close", [EVENT_IMPACT] = "impact"};
    for (int k = EVENT_OPEN; part && kind == DECL_CONTACT && k <= EVENT_IMPACT; k++)
        if (e->name == base_intern_name(b->m->names, parts[k])) {
            *out = (event_ref){(event_part)k, b->decls.at[d].number};
            return true;
        }
    finding *f = diag_add(b->m->findings, DIAG_E0205, e->at, "'%s' is not an event", names_source_text(b, e->at));
    diag_help(b->m->findings, f, "name an event, or what a contact does: NAME.open, NAME.close, NAME.impact");
    return false;
}

/* Once, before any variant: who is switched, freed, set; which event must come first. */
static void read_actions(builder *b, const statement *s) {
    if (s->stmt->bad || s->decl < 0)
        return;
    int index = b->decls.at[s->decl].number;
    const syn_clause *after = syntax_find_clause(s->stmt, WORD_AFTER);
    event_ref ref;
    if (after && kinds_resolve_event(b, after->value, s->env, &ref)) {
        b->events.at[index].has_after = true;
        b->events.at[index].after = ref;
    }
    for (size_t i = 0; i < s->stmt->action_count; i++) {
        const syn_action *t = &s->stmt->actions[i];
        model_action a = b->events.at[index].actions[i];
        kinds_read_action(b, t, s->env, &a);
        b->events.at[index].actions[i] = a;
    }
}

static void check_actions(builder *b, const statement *s) {
    if (!s->stmt->bad && s->decl >= 0)
        kinds_check_actions(b, s);
}

/* The user's event that this one waits for, or -1. */
static int waits_for(const builder *b, int event) {
    const model_event *e = &b->events.at[event];
    return e->has_after && e->after.part == EVENT_USER ? e->after.index : -1;
}

static void refuse_circle(builder *b, int event) {
    strbuf s = base_strbuf_make(b->a);
    base_strbuf_add(&s, b->events.at[event].name);
    int k = event;
    do {
        k = waits_for(b, k);
        base_strbuf_printf(&s, " after %s", b->events.at[k].name);
    } while (k != event);
    finding *f = diag_add(b->m->findings, DIAG_E0202, b->events.at[event].at,
                          "events wait for each other in a circle, so that none can fire: %s", base_strbuf_text(&s));
    for (k = waits_for(b, event); k != event; k = waits_for(b, k))
        diag_label_at(b->m->findings, f, b->events.at[k].at, "waits too");
    diag_help(b->m->findings, f, "leave out 'after' for the one that comes first");
}

/* Every event waits for one other at most, so following them from each ends or runs into one circle. */
void kinds_check_event_order(builder *b) {
    int count = (int)b->events.len;
    int *seen = ARENA_ARRAY(b->a, int, count + 1); /* 1 + the event from which it was first reached */
    for (int i = 0; i < count; i++) {
        int k = i;
        while (k >= 0 && !seen[k]) {
            seen[k] = i + 1;
            k = waits_for(b, k);
        }
        if (k >= 0 && seen[k] == i + 1)
            refuse_circle(b, k);
    }
}

static bool is_quiet(const builder *b, const model_event *e) {
    bool quiet = e->every.i != 0 && e->action_count > 0;
    for (size_t i = 0; i < e->action_count; i++)
        quiet = quiet && e->actions[i].kind == MODEL_SET && e->actions[i].index >= 0 &&
                !model_is_place(&b->coords.at[e->actions[i].index]);
    return quiet;
}

/* every T [from T0]: times that are known before the run. */
static void read_period(builder *b, const statement *s) {
    model_event *e = &b->events.at[b->decls.at[s->decl].number];
    const syn_clause *from = syntax_find_clause(s->stmt, WORD_FROM);
    value T = eval_parameter(b, s->stmt->value, s->env, DIM_TIME, "the period of an event");
    value T0 = value_scalar(expr_int(b->m->g, 0), DIM_TIME, s->stmt->value->at);
    if (from)
        T0 = eval_parameter(b, from->value, s->env, DIM_TIME, "the first time of an event");
    if (value_is_bad(T) || value_is_bad(T0) || !eval_need_not_negative(b, T0, "the first time of an event"))
        return;
    eval_assume(b, T.c[0]);
    if (!(eval_number_now(b, T.c[0]) > 0)) {
        finding *f = diag_add(b->m->findings, DIAG_E0308, T.at, "the period of an event must be more than 0");
        diag_help(b->m->findings, f, "as in 'event %s every 10 ms { ... }'", e->name);
        return;
    }
    e->every = T.c[0];
    e->from = T0.c[0];
    e->quiet = is_quiet(b, e);
}

static void refuse_from(builder *b, const syn_clause *from) {
    finding *f = diag_add(b->m->findings, DIAG_E0111, from->at, "'from' belongs to 'every'");
    diag_help(b->m->findings, f, "'when CONDITION' says when the event comes; 'after EVENT' lets it wait for another");
}

static void read_moment(builder *b, const statement *s, int index) {
    const syn_clause *from = syntax_find_clause(s->stmt, WORD_FROM);
    if (s->stmt->every) {
        read_period(b, s);
        return;
    }
    if (from)
        refuse_from(b, from);
    value c = eval_expr(b, s->stmt->value, s->env);
    if (value_need_condition(&b->vc, c, "what follows 'when'") && eval_forbid(b, c, KIND_BIT(VAR_REDUCER), "an event"))
        b->system->conditions[index] = c.c[0];
}

/* In every variant: the condition or the period, and the right sides of set. */
static void read_event(builder *b, const statement *s) {
    int index = b->decls.at[s->decl].number;
    read_moment(b, s, index);
    for (size_t i = 0; i < s->stmt->action_count; i++) {
        const model_action *a = &b->events.at[index].actions[i];
        if (a->kind != MODEL_SET || a->index < 0)
            continue;
        dimension dim = b->coords.at[a->index].dim;
        value v = eval_quantity(b, s->stmt->actions[i].value, s->env, a->velocity ? dim_div(dim, DIM_TIME) : dim,
                                "what is set");
        if (!a->velocity)
            eval_note_comparison(b, s->stmt->actions[i].value, s->env,
                                 value_scalar(expr_var(b->m->g, b->coords.at[a->index].q), dim, v.at));
        if (eval_forbid(b, v, KIND_BIT(VAR_REDUCER), "what is set"))
            b->system->set_values[index][i] = v.c[0];
    }
}

const kind_row kinds_event = {
    .kind = DECL_EVENT,
    .named = true,
    .noun = "an event",
    .help = "write time(NAME) or at(NAME, ...) in a report",
    .step = {[STEP_DECLARE] = declare_event,
             [STEP_ACTIONS] = read_actions,
             [STEP_CHECK] = check_actions,
             [STEP_READ] = read_event},
};
