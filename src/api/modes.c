/* Modes by name: that of the start, of the end, or after the first occurrence of an event. */
#include <math.h>
#include <string.h>

#include "api/handles.h"

/* "start", "end" and the events that came, each once. */
static size_t list_modes(const model *m, const sim_result *r, const char **out, arena *a) {
    size_t count = 0;
    out[count++] = "start";
    for (size_t i = 0; i < r->events.len; i++) {
        const char *name = model_event_name(m, r->events.at[i].ref, a);
        bool known = false;
        for (size_t k = 0; k < count; k++)
            known = known || strcmp(out[k], name) == 0;
        if (!known)
            out[count++] = name;
    }
    out[count++] = "end";
    return count;
}

/* Whether some event could have that name: one of the model's, or what a contact does by itself. */
static bool can_come(const model *m, const char *mode, arena *a) {
    for (size_t i = 0; i < m->event_count; i++)
        if (strcmp(m->events[i].name, mode) == 0)
            return true;
    for (size_t i = 0; i < m->row_count; i++)
        for (int part = EVENT_OPEN; part <= EVENT_IMPACT && m->rows[i].contact; part++)
            if (strcmp(model_event_name(m, (event_ref){(event_part)part, (int)i}, a), mode) == 0)
                return true;
    return false;
}

static void refuse_mode(lgr_model *handle, const sim_result *r, const char *mode, arena *a) {
    const char **modes = ARENA_ARRAY(a, const char *, r->events.len + 2);
    size_t count = list_modes(handle->m, r, modes, a);
    strbuf list = base_strbuf_make(a);
    for (size_t i = 0; i < count; i++)
        base_strbuf_printf(&list, "%s%s", i ? ", " : "", modes[i]);
    const char *near = api_suggest(a, mode, modes, count);
    const char *between = *near ? ": " : "", *known = base_strbuf_text(&list);
    if (can_come(handle->m, mode, a))
        api_refuse(handle, base_arena_printf(a, "event '%s' did not occur up to t = %.6g s (there are: %s)", mode, r->t,
                                             known));
    else
        api_refuse(handle,
                   base_arena_printf(a, "there is no event '%s'%s%s (there are: %s)", mode, between, near, known));
}

static bool find_in(const sim_result *r, const model *m, const char *mode, api_mode *out, arena *a) {
    const sim_point *at = NULL;
    if (strcmp(mode, "start") == 0)
        out->choice = r->initial_choice, at = &r->initial;
    else if (strcmp(mode, "end") == 0)
        out->choice = r->final_choice, at = &r->final;
    for (size_t i = 0; i < r->events.len && !at; i++)
        if (strcmp(model_event_name(m, r->events.at[i].ref, a), mode) == 0)
            out->choice = r->events.at[i].choice, at = &r->events.at[i].after;
    if (at)
        out->t = at->t, out->q = at->q, out->v = at->v;
    return at != NULL;
}

lgr_status api_find_mode(lgr_model *handle, model *m, const char *mode, api_mode *out, arena *a) {
    sim_options options = sim_options_default();
    options.keep_trajectory = false;
    options.equations_only = strcmp(mode, "start") == 0;
    options.until = options.equations_only ? 0 : NAN;
    const sim_result *r = sim_run(m, &options, a);
    if (r->start_failed)
        return LGR_STATUS_MODEL;
    if (find_in(r, handle->m, mode, out, a))
        return LGR_STATUS_OK;
    refuse_mode(handle, r, mode, a);
    return LGR_STATUS_USAGE;
}
