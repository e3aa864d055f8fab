/* Events and states as programs see them. */
#include <math.h>

#include "api/handles.h"

static const char *kind_of(event_part part) {
    switch (part) {
    case EVENT_OPEN:
        return "open";
    case EVENT_CLOSE:
        return "close";
    case EVENT_IMPACT:
        return "impact";
    default:
        return "event";
    }
}

void api_show_states(const model *m, const sim_point *p) {
    for (size_t i = 0; i < m->coord_count; i++)
        if (!model_is_place(&m->coords[i]) && !isnan(p->v[i])) {
            p->q[i] = p->v[i];
            p->v[i] = NAN;
        }
}

/* Opening and closing have no state before: the one at which they are noted. */
static bool changes_mode(const sim_event *e) {
    return e->ref.part == EVENT_OPEN || e->ref.part == EVENT_CLOSE || e->before.choice != e->choice;
}

void api_show_event(const sim_event *e, const char *name, lgr_step_event *out) {
    *out = (lgr_step_event){.size = sizeof *out,
                            .name = name,
                            .kind = kind_of(e->ref.part),
                            .index = (size_t)e->ref.index,
                            .t = e->t,
                            .q_before = e->before.q,
                            .v_before = e->before.v,
                            .q_after = e->after.q,
                            .v_after = e->after.v,
                            .impulse = e->impulse,
                            .energy_before = e->before.energy,
                            .energy_after = e->after.energy,
                            .mode_changed = changes_mode(e)};
}
