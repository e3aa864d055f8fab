/* A first guess of a periodic motion: where its periods may begin, and when the motion comes near that again. */
#include <math.h>
#include <string.h>

#include "linear/orbit.h"

enum { MOST_EVENTS = 200, GAPS = 12, MOST_RETURNS = 40, LOOKS = 24 };
static const double close_by = 0.05, near_enough = 0.6; /* of the farthest that the motion has been */

static double horizon_of(const orbit *o) {
    return o->m->until > 0 && isfinite(o->m->until) ? o->m->until : 10;
}

/* On to a time through events, which are noted; NULL, or why it does not get there. */
static const char *go(orbit *o, double goal, double *times, size_t *count) {
    const long first = run_steps_result(o->run)->steps;
    while (run_steps_result(o->run)->steps - first <= LINEAR_ORBIT_STEPS) {
        const run_steps_end end = run_steps_advance(o->run, STEPS_TO_TIME, goal);
        if (end == STEPS_EVENT && times && *count < MOST_EVENTS)
            times[(*count)++] = run_steps_time(o->run);
        if (end == STEPS_TIME || (times && *count == MOST_EVENTS))
            return NULL;
        if (end == STEPS_INTERRUPTED)
            break;
        if (end == STEPS_FAILED)
            return run_steps_result(o->run)->failure->message;
        if (end != STEPS_EVENT)
            return "the run ends before";
    }
    return "the motion takes too many steps";
}

/* The middle of the longest of the first intervals between events: periods that begin at an event would end at it. */
static double find_quiet_time(const double *times, size_t count, double begin, double *longest) {
    double best = begin;
    for (size_t i = 0; i + 1 < count && i < GAPS; i++)
        if (times[i + 1] - times[i] > *longest) {
            *longest = times[i + 1] - times[i];
            best = times[i] + *longest / 2;
        }
    return best;
}

/* `longest`: that interval; 0: there are no events. */
static const char *find_section(orbit *o, bool late, double window, double *longest) {
    double *times = ARENA_ARRAY(o->a, double, MOST_EVENTS + 1);
    size_t count = 0;
    run_steps_restore(o->run, o->start);
    const char *why = late ? go(o, run_steps_time(o->run) + horizon_of(o), NULL, NULL) : NULL;
    if (why)
        return why;
    const double begin = run_steps_time(o->run);
    const run_snapshot *there = run_steps_save(o->run, o->a);
    if (!there)
        return "the run cannot be begun again";
    if (run_steps_may_meet(o->run))
        go(o, begin + window, times, &count);
    run_steps_restore(o->run, there);
    if (count > 1)
        why = go(o, find_quiet_time(times, count, begin, longest), NULL, NULL);
    return why ? why : linear_orbit_cut(o);
}

const char *linear_orbit_move_on(orbit *o, double t) {
    run_steps_restore(o->run, o->section);
    const char *why = go(o, t, NULL, NULL);
    return why ? why : linear_orbit_cut(o);
}

/* --- Coming back --- */

/* A state with its rates: numbers that count, in their units. */
typedef struct moment {
    double t, *x, *rate; /* 2 n */
} moment;

typedef struct watcher {
    orbit *o;
    moment start, last, now;
    double far; /* the farthest that it has been */
    double *q, *v, *a;
    double *between;
} watcher;

static moment new_moment(arena *a, int n) {
    return (moment){0, ARENA_ARRAY(a, double, 2 * n + 1), ARENA_ARRAY(a, double, 2 * n + 1)};
}

static void read_moment(watcher *w, moment *to) {
    const orbit *o = w->o;
    const mech_equations *e = point_equations(o->at.p);
    linear_orbit_look(w->o, w->q, w->v, w->a, NULL);
    to->t = run_steps_time(o->run);
    for (int i = 0; i < o->n; i++) {
        const int c = e->coords[i];
        const bool state = !model_is_place(&o->m->coords[c]);
        const double q = state || o->free[i] ? 0 : w->q[c], v = state ? w->q[c] : w->v[c];
        to->x[i] = isfinite(q) ? q / o->unit_q[i] : 0;
        to->x[o->n + i] = isfinite(v) ? v / o->unit_v[i] : 0;
        to->rate[i] = state || o->free[i] || !isfinite(w->v[c]) ? 0 : w->v[c] / o->unit_q[i];
        to->rate[o->n + i] = (state ? w->v[c] : isfinite(w->a[c]) ? w->a[c] : 0) / o->unit_v[i];
    }
}

/* How far it is along a coordinate, without whole turns. */
static double apart(const watcher *w, const double *x, int i) {
    const orbit *o = w->o;
    const double way = x[i] - w->start.x[i];
    if (i >= o->n || !o->turns[i])
        return way;
    const double turn = 2 * acos(-1.0) / o->unit_q[i];
    return way - turn * round(way / turn);
}

static double distance(const watcher *w, const double *x) {
    double sum = 0;
    for (int i = 0; i < 2 * w->o->n; i++)
        sum += pow(apart(w, x, i), 2);
    return sqrt(sum);
}

/* Beyond the plane through the start, across the motion there. */
static double beyond(const watcher *w, const double *x) {
    double sum = 0;
    for (int i = 0; i < 2 * w->o->n; i++)
        sum += apart(w, x, i) * w->start.rate[i];
    return sum;
}

/* The cubic between the last state and this one. */
static const double *interpolate(const watcher *w, double s) {
    const double h = w->now.t - w->last.t, r = 1 - s;
    for (int i = 0; i < 2 * w->o->n; i++)
        w->between[i] = r * r * (1 + 2 * s) * w->last.x[i] + s * s * (3 - 2 * s) * w->now.x[i] +
                        h * s * r * (r * w->last.rate[i] - s * w->now.rate[i]);
    return w->between;
}

/* Where in the step the plane is crossed in the direction of the start; NaN: it is not. */
static double find_crossing(const watcher *w) {
    enum { PARTS = 4, HALVINGS = 40 };
    for (int part = 0; part < PARTS; part++) {
        double low = (double)part / PARTS, high = (double)(part + 1) / PARTS;
        if (!(beyond(w, interpolate(w, low)) < 0 && beyond(w, interpolate(w, high)) >= 0))
            continue;
        for (int k = 0; k < HALVINGS; k++)
            *(beyond(w, interpolate(w, (low + high) / 2)) < 0 ? &low : &high) = (low + high) / 2;
        return high;
    }
    return NAN;
}

/* On by a step, or between events by a part of the time between them, which may be one step. */
static run_steps_end go_on(orbit *o, double interval) {
    return interval > 0 ? run_steps_advance(o->run, STEPS_TO_TIME, run_steps_time(o->run) + interval / LOOKS)
                        : run_steps_advance(o->run, STEPS_ONE, 0);
}

/* The first time that it comes close, or else the nearest; 0: never. */
static double find_return(orbit *o, double end, double interval) {
    watcher w = {.o = o};
    const size_t coords = o->m->coord_count + 1;
    w.q = ARENA_ARRAY(o->a, double, 3 * coords);
    w.v = w.q + coords;
    w.a = w.v + coords;
    w.start = new_moment(o->a, o->n);
    w.last = new_moment(o->a, o->n);
    w.now = new_moment(o->a, o->n);
    w.between = ARENA_ARRAY(o->a, double, 2 * o->n + 1);
    read_moment(&w, &w.start);
    read_moment(&w, &w.last);
    double best = 0, nearest = near_enough;
    int crossings = 0;
    for (long steps = 0; steps < LINEAR_ORBIT_STEPS && w.last.t < end && crossings < MOST_RETURNS; steps++) {
        const run_steps_end step = go_on(o, interval);
        if (step != STEPS_MADE && step != STEPS_TIME && step != STEPS_EVENT)
            break;
        read_moment(&w, &w.now);
        w.far = fmax(w.far, distance(&w, w.now.x));
        const double s = step == STEPS_EVENT ? NAN : find_crossing(&w);
        if (!isnan(s)) {
            const double t = w.last.t + s * (w.now.t - w.last.t) - w.start.t;
            const double off = distance(&w, interpolate(&w, s)) / w.far;
            crossings++;
            best = off < nearest ? t : best;
            nearest = fmin(nearest, off);
            if (off < close_by)
                break;
        }
        const moment other = w.last;
        w.last = w.now;
        w.now = other;
    }
    return best;
}

const char *linear_orbit_guess(orbit *o, bool late, double forcing, double period) {
    const double horizon = horizon_of(o), given = period > 0 ? period : forcing;
    double interval = 0;
    o->driven = forcing > 0 || isnan(forcing);
    o->unsure = isnan(forcing);
    if (given > 0 && !isfinite(given))
        return "the period is beyond what can be counted";
    const char *why = find_section(o, late, given > 0 ? 3 * given : horizon, &interval);
    if (why)
        return why;
    if (given > 0) {
        o->period = given;
        return NULL;
    }
    run_steps_restore(o->run, o->section);
    const double begin = run_steps_time(o->run);
    o->period = find_return(o, begin + 4 * horizon, interval);
    return o->period > 0 ? NULL : "the motion does not come near its beginning again";
}
