/* Periodic events that set states and memories alone, as sampled controllers do: they come often, so that nothing is
   allocated for them. */
#include <math.h>

#include "sim/contact/contact.h"
#include "sim/dynamics/dynamics.h"
#include "sim/dynamics/pieces.h"
#include "sim/event/event.h"
#include "sim/hybrid/hybrid.h"
#include "sim/record/record.h"
#include "sim/sensitivity/sensitivity.h"

/* Of its own for each event: they come at different instants, and share nothing that another one has computed. */
static loaded_tape *program(sim *s, mode *m, int event) {
    if (m->sets && m->sets[event])
        return m->sets[event];
    arena *run = dynamics_kit_enter(s);
    if (!m->sets)
        m->sets = ARENA_ARRAY(s->a, loaded_tape *, s->m->event_count);
    const tape_group group = dynamics_set_roots(s, m, event);
    m->sets[event] =
        dynamics_load_program(s, tape_build(s->a, s->m->g, m->input_vars, m->input_count, m->piece_slot, &group, 1));
    dynamics_kit_leave(s, run);
    return m->sets[event];
}

static bool refuse(sim *s, const model_event *e, const model_action *a) {
    finding *f = dynamics_fail(s, DIAG_E0505, "the event '%s' sets '%s' to a value that is not finite at t = %.9g s",
                               e->name, s->m->coords[a->index].name, s->t);
    f->at = a->at;
    return false;
}

/* All values are taken before any of them is assigned. */
static bool assign(sim *s, int event) {
    mode *m = s->mode;
    const model_event *e = &s->m->events[event];
    loaded_tape *p = program(s, m, event);
    dynamics_follow_params(p);
    dynamics_copy_inputs(m, p);
    tape_run(p->code, 1, p->slots);
    const uint32_t *out = p->t->segments[1].out_slots;
    for (size_t k = 0; k < e->action_count; k++) {
        if (!isfinite(p->slots[out[k]]))
            return refuse(s, e, &e->actions[k]);
        for (int i = 0; i < m->n; i++)
            if (m->eq.coords[i] == e->actions[k].index)
                s->y[m->n + i] = p->slots[out[k]];
    }
    return true;
}

static bool potential_has_states(const sim *s) {
    return (expr_kinds(s->m->g, s->mode->eq.energy) & 1u << VAR_STATE) != 0;
}

bool hybrid_fire_quiet(sim *s, int event) {
    LGR_ASSERT(s->m->events[event].quiet);
    if (!dynamics_evaluate(s, s->t, s->y, NULL))
        return true;
    const bool weighs = potential_has_states(s);
    const double before = weighs ? record_energy_now(s) : 0;
    record_reducers_at_event(s, (event_ref){EVENT_USER, event});
    event_function_note_fired(s, event);
    sensitivity_plan(s, event);
    if (!assign(s, event))
        return false;
    sensitivity_set(s);
    dynamics_pieces_settle(s, NULL);
    if (!contact_settle(s, false)) /* forces may have jumped */
        return false;
    if (weighs && dynamics_evaluate(s, s->t, s->y, NULL))
        s->energy_jumps += record_energy_now(s) - before;
    return true;
}
