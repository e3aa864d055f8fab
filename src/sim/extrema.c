/* Extrema of the motion itself: searched within each step on its dense output, not among recorded samples. */
#include <math.h>

#include "num/roots.h"
#include "sim/sensitivity.h"

enum { SAMPLES = 6 }; /* per step */

static bool is_extremum(const model_reducer *r) {
    return r->kind == REDUCE_MAXIMUM || r->kind == REDUCE_MINIMUM;
}

bool extrema_wanted(const sim *s) {
    for (size_t i = 0; i < s->m->reducer_count; i++)
        if (is_extremum(&s->m->reducers[i]))
            return true;
    return false;
}

/* The value with the sign that makes a minimum a maximum; NaN where there is none. */
static double signed_value(sim *s, size_t i) {
    if (s->mode->reducer_null[i])
        return NAN;
    double x = segment_value(s, SEG_RESULTS, 3 + s->m->output_count + i);
    return s->m->reducers[i].kind == REDUCE_MINIMUM ? -x : x;
}

/* Whether it is the best so far. */
static bool offer(sim *s, size_t i, double x) {
    double best = s->m->reducers[i].kind == REDUCE_MINIMUM ? -s->reduced[i] : s->reduced[i];
    if (isnan(x) || best >= x)
        return false;
    s->reduced[i] = s->m->reducers[i].kind == REDUCE_MINIMUM ? -x : x;
    return true;
}

/* How far the samples of a step lie below the first of them or above it. */
static double spread_of(const double *g) {
    double most = 0;
    for (int k = 0; k <= SAMPLES; k++)
        if (fabs(g[k] - g[0]) > most)
            most = fabs(g[k] - g[0]);
    return most;
}

/* The state at the last evaluation: starts, ends of steps, both sides of an event. */
void extrema_point(sim *s) {
    run_segment(s, SEG_WATCH);
    run_segment(s, SEG_RESULTS);
    for (size_t i = 0; i < s->m->reducer_count; i++)
        if (is_extremum(&s->m->reducers[i]) && offer(s, i, signed_value(s, i)))
            sensitivity_offer(s, i, spread_of(s->extrema_samples + i * (SAMPLES + 1)));
}

typedef struct search {
    sim *s;
    size_t reducer;
    double t, h;
} search;

static bool evaluate_at(sim *s, double t, double h, double theta) {
    stepper_dense(s, theta, s->work_y);
    if (!motion_evaluate(s, t + theta * h, s->work_y, NULL))
        return false;
    run_segment(s, SEG_WATCH);
    run_segment(s, SEG_RESULTS);
    return true;
}

static double value_at(void *user, double theta) {
    search *x = user;
    double v = evaluate_at(x->s, x->t, x->h, theta) ? signed_value(x->s, x->reducer) : NAN;
    return isnan(v) ? -INFINITY : v;
}

/* A parabola through three samples at -1, 0, 1: where its top lies; outside if there is none. */
static bool top_inside(double a, double b, double c, double low, double high) {
    double curvature = a - 2 * b + c;
    if (!(curvature < 0))
        return false;
    double top = 0.5 * (a - c) / curvature;
    return top >= low && top <= high;
}

/* Refines around the greatest sample if it could beat the best so far. */
static void refine(sim *s, size_t i, double t, double h, const double *g) {
    int top = 0;
    for (int k = 1; k <= SAMPLES; k++)
        if (g[k] > g[top] || isnan(g[top]))
            top = k;
    if (isnan(g[top]))
        return;
    double best = s->m->reducers[i].kind == REDUCE_MINIMUM ? -s->reduced[i] : s->reduced[i], spread = 0;
    for (int k = 0; k <= SAMPLES; k++)
        if (!isnan(g[k]))
            spread = fmax(spread, g[top] - g[k]);
    if (g[top] + spread < best)
        return;
    int middle = top == 0 ? 1 : top == SAMPLES ? SAMPLES - 1 : top;
    double low = top == 0 ? -1.5 : top == SAMPLES ? 0.5 : -1.5, high = top == 0 ? -0.5 : 1.5;
    if (!top_inside(g[middle - 1], g[middle], g[middle + 1], low, high))
        return;
    double a = (double)(top == 0 ? 0 : top - 1) / SAMPLES, b = (double)(top == SAMPLES ? SAMPLES : top + 1) / SAMPLES,
           value;
    search x = {s, i, t, h};
    double theta = num_brent_maximum(value_at, &x, a, 0.5 * (a + b), b, 1e-9, &value);
    if (offer(s, i, value))
        sensitivity_offer_within(s, i, h, theta, spread_of(g));
}

void extrema_step(sim *s, double t, double h) {
    size_t count = s->m->reducer_count;
    double *g = s->extrema_samples; /* [reducer][sample] */
    for (int k = 0; k <= SAMPLES; k++) {
        bool ok = evaluate_at(s, t, h, (double)k / SAMPLES);
        for (size_t i = 0; i < count; i++)
            g[i * (SAMPLES + 1) + (size_t)k] = ok && is_extremum(&s->m->reducers[i]) ? signed_value(s, i) : NAN;
    }
    for (size_t i = 0; i < count; i++)
        if (is_extremum(&s->m->reducers[i]))
            refine(s, i, t, h, g + i * (SAMPLES + 1));
}
