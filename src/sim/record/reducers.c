/* Reducers: what is taken at events, and the windows of time between events over which others reach. */
#include <math.h>

#include "sim/dynamics/dynamics.h"
#include "sim/dynamics/observer.h"
#include "sim/record/record.h"
#include "sim/sim.h"

static double reducer_now(sim *s, size_t i) {
    return s->mode->reducer_null[i] ? NAN : dynamics_segment_value(s, SEG_RESULTS, 3 + s->m->output_count + i);
}

static bool same_event(event_ref x, event_ref y) {
    return x.part == y.part && x.index == y.index;
}

static bool is_integral(const model_reducer *r) {
    return r->kind == REDUCE_INTEGRAL || r->kind == REDUCE_MEAN;
}

/* The integral from the start of the run on; the reducer is one. */
static double integral_now(const sim *s, size_t reducer) {
    size_t k = 1;
    while (k < s->quadratures && s->integral_of[k] != (int)reducer)
        k++;
    LGR_ASSERT(k < s->quadratures);
    return s->y[2 * (size_t)s->mode->n + k];
}

/* The window begins with the present state. */
static void open_window(sim *s, size_t i) {
    const model_reducer *r = &s->m->reducers[i];
    window *w = &s->windows[i];
    w->state = WINDOW_OPEN;
    w->since = s->t;
    w->integral = is_integral(r) ? integral_now(s, i) : 0;
    if (r->kind == REDUCE_INITIAL) {
        s->reduced[i] = reducer_now(s, i);
        SIM_TELL(s, reduced, (s, i));
    } else if (r->kind == REDUCE_COUNT)
        s->reduced[i] = (double)w->seen;
}

/* The window ends with the present state. */
static void close_window(sim *s, size_t i) {
    const model_reducer *r = &s->m->reducers[i];
    window *w = &s->windows[i];
    double length = s->t - w->since;
    LGR_ASSERT(w->state == WINDOW_OPEN && !(length < 0));
    w->state = WINDOW_PAST;
    if (r->kind == REDUCE_FINAL)
        s->reduced[i] = reducer_now(s, i);
    else if (is_integral(r)) {
        double integral = integral_now(s, i) - w->integral;
        s->reduced[i] = r->kind == REDUCE_INTEGRAL ? integral : length > 0 ? integral / length : reducer_now(s, i);
    }
}

/* The occurrence that is asked for: the n-th, or the last so far. */
static void take_at_event(sim *s, size_t i) {
    const model_reducer *r = &s->m->reducers[i];
    long n = ++s->windows[i].seen;
    if (r->kind == REDUCE_COUNT)
        s->reduced[i] = (double)n;
    else if (n == r->nth || r->nth == 0) {
        s->reduced[i] = r->kind == REDUCE_TIME ? s->t : reducer_now(s, i);
        SIM_TELL(s, reduced, (s, i));
    }
}

/* An occurrence counts within the window, without one from the start of the run on: impacts at the start are before it.
 */
static bool is_within(const model_reducer *r, const window *w) {
    return w->state == WINDOW_OPEN || (!r->has_from && w->state != WINDOW_PAST);
}

static bool belongs_to_event(const model_reducer *r) {
    return r->kind == REDUCE_AT || r->kind == REDUCE_TIME || r->kind == REDUCE_COUNT;
}

static bool names_event(const model_reducer *r, event_ref ref) {
    return (belongs_to_event(r) && same_event(r->event, ref)) || (r->has_until && same_event(r->until, ref)) ||
           (r->has_from && same_event(r->from, ref));
}

/* Periodic events may come often: nothing is computed for those that no reducer names. */
static bool is_named(const sim *s, event_ref ref) {
    for (size_t i = 0; i < s->m->reducer_count; i++)
        if (names_event(&s->m->reducers[i], ref))
            return true;
    return false;
}

/* Windows end before the actions of their event, and begin after those of theirs: see open_windows. */
void record_reducers_at_event(sim *s, event_ref ref) {
    LGR_ASSERT(ref.part <= EVENT_IMPACT && ref.index >= 0);
    LGR_ASSERT((size_t)ref.index < (ref.part == EVENT_USER ? s->m->event_count : s->m->row_count));
    if (!is_named(s, ref))
        return;
    dynamics_run_segment(s, SEG_WATCH);
    dynamics_run_segment(s, SEG_RESULTS);
    for (size_t i = 0; i < s->m->reducer_count; i++) {
        const model_reducer *r = &s->m->reducers[i];
        window *w = &s->windows[i];
        if (r->has_until && w->state == WINDOW_OPEN && same_event(r->until, ref))
            close_window(s, i);
        if (belongs_to_event(r) && same_event(r->event, ref) && is_within(r, w))
            take_at_event(s, i);
        if (r->has_from && w->state == WINDOW_AHEAD && same_event(r->from, ref))
            w->state = WINDOW_OPENING;
    }
}

static void open_windows(sim *s) {
    bool known = false;
    for (size_t i = 0; i < s->m->reducer_count; i++) {
        if (s->windows[i].state != WINDOW_OPENING)
            continue;
        if (!known) {
            dynamics_run_segment(s, SEG_WATCH);
            dynamics_run_segment(s, SEG_RESULTS);
        }
        known = true;
        open_window(s, i);
    }
}

/* Impacts at the start have been before. */
static void begin_windows(sim *s) {
    for (size_t i = 0; i < s->m->reducer_count; i++) {
        const model_reducer *r = &s->m->reducers[i];
        if (!r->has_from)
            s->windows[i].state = WINDOW_OPENING;
    }
    open_windows(s);
}

void record_reducers_finish(sim *s) {
    open_windows(s);
    for (size_t i = 0; i < s->m->reducer_count; i++) {
        const model_reducer *r = &s->m->reducers[i];
        if (s->windows[i].state == WINDOW_OPEN)
            close_window(s, i);
        if (r->kind == REDUCE_WHEN && !isnan(s->reduced[r->of]))
            s->reduced[i] = s->windows[r->of].best_at;
    }
}

const sim_observer record_reducers_observer = {.name = "reducers", .begun = begin_windows, .jumped = open_windows};
