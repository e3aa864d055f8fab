/* Why a report has no value: the events that it waits for in vain. */
#include <math.h>
#include <string.h>

#include "expr/walk.h"
#include "mech/events.h"
#include "sim/sim.h"

static long occurrences(const sim_result *r, event_ref e) {
    long count = 0;
    for (size_t i = 0; i < r->events.len; i++)
        count += r->events.at[i].ref.part == e.part && r->events.at[i].ref.index == e.index;
    return count;
}

/* "landing never occurred": the event that a reducer waits for in vain; NULL if it waits for none. */
static const char *awaited(const model *m, const sim_result *r, const model_reducer *x, arena *a) {
    const bool at_event = x->kind == REDUCE_AT || x->kind == REDUCE_TIME;
    const event_ref e = at_event ? x->event : x->from;
    if ((!at_event && !x->has_from) || occurrences(r, e) >= (at_event && x->nth > 1 ? x->nth : 1))
        return NULL;
    const char *name = model_event_name(m, e, a);
    return at_event && x->nth > 1 && occurrences(r, e) > 0
               ? base_arena_printf(a, "%s occurred less than %ld times", name, x->nth)
               : base_arena_printf(a, "%s never occurred", name);
}

const char *sim_why_no_value(const model *m, const sim_result *r, size_t report, arena *a) {
    bool *used = ARENA_ARRAY(a, bool, expr_var_count(m->g));
    for (size_t i = 0; i < m->report_count; i++)
        if (isnan(r->reports[i]) && (report == i || report >= m->report_count))
            expr_mark_vars(m->g, &m->reports[i].value, 1, used);
    strbuf text = base_strbuf_make(a);
    for (size_t i = 0; i < m->reducer_count; i++) {
        const model_reducer *x = &m->reducers[i];
        const char *why = used[x->var] ? awaited(m, r, x, a) : NULL;
        if (why && !(text.len && strstr(base_strbuf_text(&text), why)))
            base_strbuf_printf(&text, "%s%s", text.len ? ", " : "", why);
    }
    return text.len ? base_strbuf_text(&text) : "";
}
