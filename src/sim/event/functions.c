/* Event functions: their values over a step, and which of them may fire. */
#include <math.h>
#include <string.h>

#include "sim/diagnose/diagnose.h"
#include "sim/dynamics/dynamics.h"
#include "sim/dynamics/observer.h"
#include "sim/dynamics/pieces.h"
#include "sim/dynamics/rules.h"
#include "sim/dynamics/scales.h"
#include "sim/event/enclosure.h"
#include "sim/event/event.h"
#include "sim/event/resolution.h"
#include "sim/event/rules.h"

bool event_function_holds(const margin *m, double value, double size) {
    return value > (m->inclusive ? INCLUSIVE_LIMIT : 1) * threshold_of(size);
}

/* Clearly false. */
bool event_function_fails(const margin *m, double value, double size) {
    return value < (m->inclusive ? INCLUSIVE_LEVEL : -1) * threshold_of(size);
}

double event_function_rounding(const margin *m, double scale) {
    bool force = m->part == EVENT_OPEN || m->part == EVENT_SLIP ||
                 m->part == EVENT_TURN; /* a hundred times their terms: see dynamics/roots.c */
    return force ? 0.02 * DBL_EPSILON * scale : 0;
}

/* Event functions and sizes of the present mode at the last evaluation. */
void event_functions_evaluate(sim *s, margin_set out) {
    dynamics_run_segment(s, SEG_WATCH);
    for (size_t k = 0; k < s->mode->margin_count; k++) {
        out.value[k] = dynamics_segment_value(s, SEG_WATCH, 2 * k);
        out.size[k] = dynamics_segment_value(s, SEG_WATCH, 2 * k + 1);
    }
}

int event_function_of(const sim *s, event_part part, int index) {
    for (size_t k = 0; k < s->mode->margin_count; k++)
        if (s->mode->margins[k].part == part && s->mode->margins[k].index == index)
            return (int)k;
    return -1;
}

double event_function_value(sim *s, size_t k) {
    dynamics_run_segment(s, SEG_WATCH);
    return dynamics_segment_value(s, SEG_WATCH, 2 * k);
}

bool event_is_same_instant(const sim *s, double then) {
    return s->t - then <= 16 * DBL_EPSILON * fabs(s->t) + 1e-12 * s->step_size;
}

static bool has_fired(const sim *s, event_ref e) {
    LGR_ASSERT(e.part <= EVENT_IMPACT);
    return e.part == EVENT_USER ? s->user_events[e.index].fired : s->contact_fired[e.part - EVENT_OPEN][e.index];
}

/* `COND after EVENT` is a condition of its own: false until EVENT has come, whatever COND says until then. */
bool event_is_waiting(const sim *s, int event) {
    const model_event *e = &s->m->events[event];
    return e->has_after && !has_fired(s, e->after);
}

/* Whether this event function may fire now. */
bool event_function_counts(const sim *s, const margin *m) {
    return m->part != EVENT_USER || (s->user_events[m->index].armed && !event_is_waiting(s, m->index));
}

void event_function_note_fired(sim *s, int event) {
    const double clearly = 0.9;
    monitor *w = &s->user_events[event];
    const double pause = w->fired ? s->t - w->last : INFINITY;
    w->faster = pause > 0 && pause < clearly * w->pause ? w->faster + 1 : 0;
    w->pause = pause;
    w->last = s->t;
    w->armed = false;
    w->fired = true;
}

/* What happens ever sooner, as what bounces, is in the end false for less than can be told apart, and comes no more. */
static void tell_accumulation(sim *s, int event) {
    enum { OFTEN = 8 };
    const double long_after = 4;
    monitor *w = &s->user_events[event];
    if (w->armed || w->faster < OFTEN || !(s->t - w->last > long_after * w->pause))
        return;
    w->faster = 0;
    const model_event *e = &s->m->events[event];
    finding *f = dynamics_doubt(s, DIAG_W0524, e->at,
                                "the event '%s' has come ever sooner until t = %.9g s, and comes no more: its condition "
                                "holds from there on",
                                e->name, w->last);
    diag_help(s->m->findings, f,
              "what bounces and comes to rest is a contact with a restitution; or end the bounces by another event, "
              "which stops the run or holds a constraint");
}

/* Armed is what has been false since it last fired: clearly false, or, at the start, just not true. */
void event_functions_rearm(sim *s, margin_set now) {
    for (size_t k = 0; k < s->mode->margin_count; k++) {
        const margin *x = &s->mode->margins[k];
        if (x->part != EVENT_USER)
            continue;
        monitor *w = &s->user_events[x->index];
        bool fails = event_function_fails(x, now.value[k], now.size[k]),
             holds = event_function_holds(x, now.value[k], now.size[k]);
        if (s->m->events[x->index].refusal || event_is_waiting(s, x->index) || fails || (!w->counts && !holds))
            w->armed = true;
        if (holds && w->counts)
            tell_accumulation(s, x->index);
        w->counts = true;
    }
}

/* A gap without a value is neither open nor closed. */
static bool gaps_have_values(sim *s) {
    const mode *m = s->mode;
    for (size_t k = 0; k < m->margin_count && !s->result->failure; k++)
        if (m->margins[k].part == EVENT_CLOSE && isnan(s->margins_start.value[k]))
            diagnose_argument(s, m->choice.system->rows[m->margins[k].index].f);
    return !s->result->failure;
}

/* A switching function without a value is neither above its boundary nor below: where it decides, the motion ends. */
bool event_switches_have_values(sim *s) {
    const mode *m = s->mode;
    if (!gaps_have_values(s))
        return false;
    for (size_t k = 0; m->pieces && k + 1 < m->margin_count; k++) {
        const margin *x = &m->margins[k];
        const bool none = isnan(s->margins_start.value[k]) && isnan(s->margins_start.value[k + 1]);
        if (x->part != EVENT_PIECE || x->index % 2 || !none || !dynamics_pieces_asks(s, x->index / 2))
            continue;
        diagnose_argument(s, m->pieces->ladder[x->index / 2].base);
        return false;
    }
    return true;
}

void event_functions_begin(sim *s) {
    event_functions_evaluate(s, s->margins_start);
    event_functions_rearm(s, s->margins_start);
    memcpy(s->solved_start, dynamics_accelerations(s), (size_t)(s->mode->n + s->mode->m) * sizeof *s->solved_start);
}

bool event_functions_finish(sim *s, double h) {
    const mode *m = s->mode;
    if (m->used_count < m->m && !dynamics_evaluate(s, s->t + h, s->next_y, NULL)) /* multipliers of all rows */
        return false;
    dynamics_scales_tell(s, s->next_y);
    event_functions_evaluate(s, s->margins_end);
    memcpy(s->solved_end, dynamics_accelerations(s), (size_t)(m->n + m->m) * sizeof *s->solved_end);
    return true;
}

void event_functions_reset(sim *s) {
    if (dynamics_evaluate(s, s->t, s->y, NULL))
        event_functions_begin(s);
}
