/* Periodic events: their next instants, computed as first + k*period, at which steps end. */
#include <float.h>
#include <math.h>

#include "sim/dynamics/dynamics.h"
#include "sim/event/event.h"
#include "sim/run/run.h"

/* Times that rounding alone tells apart are one instant. */
static bool is_same_time(double x, double y) {
    return fabs(x - y) <= 4 * DBL_EPSILON * fmax(fabs(x), fabs(y));
}

static double time_of(const tick_clock *c) {
    return c->first + c->count * c->period;
}

static bool refuse(sim *s, const model_event *e, double period) {
    finding *f = dynamics_fail(s, DIAG_E0308, "the period of '%s' must be more than 0, not %.6g s", e->name, period);
    f->at = e->at;
    return false;
}

bool run_ticks_begin(sim *s) {
    const model *m = s->m;
    const double *values = model_values(m);
    s->tick_count = 0;
    for (size_t i = 0; i < m->event_count; i++) {
        const model_event *e = &m->events[i];
        if (!e->every.i)
            continue;
        tick_clock c = {(int)i, expr_eval(m->g, e->from, values), expr_eval(m->g, e->every, values), 0};
        if (!(c.period > 0 && isfinite(c.period + c.first)))
            return refuse(s, e, c.period);
        LGR_ASSERT(s->tick_count < m->event_count);
        s->ticks[s->tick_count++] = c;
    }
    run_ticks_next(s);
    return true;
}

bool run_ticks_renew(sim *s) {
    const double *values = model_values(s->m);
    for (size_t i = 0; i < s->tick_count; i++) {
        tick_clock *c = &s->ticks[i];
        const model_event *e = &s->m->events[c->event];
        LGR_ASSERT(e->every.i);
        const double first = expr_eval(s->m->g, e->from, values), period = expr_eval(s->m->g, e->every, values);
        if (!(period > 0 && isfinite(period + first)))
            return refuse(s, e, period);
        if (first == c->first && period == c->period)
            continue;
        *c = (tick_clock){c->event, first, period, fmax(0, floor((s->t - first) / period) + 1)};
    }
    run_ticks_next(s);
    return true;
}

void run_ticks_next(sim *s) {
    s->next_tick = s->t_end;
    for (size_t i = 0; i < s->tick_count; i++) {
        const double t = time_of(&s->ticks[i]);
        if (t < s->next_tick && !(isfinite(s->next_tick) && is_same_time(t, s->next_tick)))
            s->next_tick = t;
    }
}

static bool is_due(const sim *s, const tick_clock *c) {
    const double t = time_of(c);
    return t <= s->t || is_same_time(t, s->t);
}

bool run_ticks_are_due(const sim *s) {
    for (size_t i = 0; i < s->tick_count; i++)
        if (is_due(s, &s->ticks[i]))
            return true;
    return false;
}

int run_ticks_take(sim *s) {
    for (size_t i = 0; i < s->tick_count; i++) {
        tick_clock *c = &s->ticks[i];
        LGR_ASSERT(c->period > 0); /* or it would be due for ever */
        while (is_due(s, c)) {
            c->count++;
            if (!event_is_waiting(s, c->event))
                return c->event;
        }
    }
    run_ticks_next(s);
    return -1;
}
