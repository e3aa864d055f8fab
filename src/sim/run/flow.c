/* The motion over a time as a function of the state that it begins with, and its derivatives. */
#include <math.h>

#include "sim/dynamics/dynamics.h"
#include "sim/event/event.h"
#include "sim/run/run.h"
#include "sim/run/steps_state.h"
#include "sim/sensitivity/sensitivity.h"

/* Through all events, up to the end of the run; what went wrong. */
static const char *go_to_end(run_steps *x, size_t *events) {
    const long first = x->run->result->steps;
    for (;;) {
        const run_steps_end end = run_steps_advance(x, STEPS_TO_EVENT, 0);
        *events += x->run->result->events.len;
        const char *lost = sensitivity_lost(x->run);
        if (lost)
            return lost;
        if (end == STEPS_EVENT && x->run->result->steps - first < x->run->options.max_steps)
            continue;
        if (end == STEPS_FAILED)
            return x->run->result->failure->message;
        if (end == STEPS_INTERRUPTED || end == STEPS_EVENT)
            return "the motion takes too many steps";
        return x->run->stopped ? "the run is stopped by an event on the way" : NULL;
    }
}

const char *run_steps_flow(run_steps *x, const run_snapshot *p, const double *q, const double *v, double over,
                           run_flow *out) {
    sim *s = x->run;
    const char *why;
    run_steps_moved moved;
    LGR_ASSERT(over > 0 && s->sensitivity);
    s->t_end = INFINITY;
    run_steps_restore(x, p);
    sensitivity_seed(s, 0, NULL);
    if (!run_steps_set_state(x, q, v, &moved, &why))
        return why;
    s->t_end = s->t + over;
    run_ticks_next(s);
    run_steps_look(x, &(run_steps_view){.q = out->from_q, .v = out->from_v, .a = out->from_a});
    sensitivity_seed(s, out->column_count, out->columns);
    out->event_count = 0;
    why = go_to_end(x, &out->event_count);
    if (!why && !run_steps_look(x, &(run_steps_view){.q = out->q, .v = out->v, .a = out->a}))
        why = "the motion has no accelerations at its end";
    s->t_end = INFINITY;
    return why ? why : sensitivity_read(s, out->columns);
}
