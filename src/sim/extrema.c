/* Extrema of the motion itself: searched within each step on its dense output, not among recorded samples. */
#include <math.h>

#include "num/roots.h"
#include "sim/sensitivity.h"

enum { SAMPLES = 6, DEPTH = 6 }; /* per part of a step; how often parts are halved */
static const double ROUGH = 0.005;

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

/* The greatest of the samples; one without a value if none has any. */
static int find_top(const double *g) {
    int top = 0;
    for (int k = 1; k <= SAMPLES; k++)
        if (g[k] > g[top] || isnan(g[top]))
            top = k;
    return top;
}

/* Whether anything in this part could beat the best so far. */
static bool could_be_best(const search *x, const double *g, int top) {
    const sim *s = x->s;
    double best = s->m->reducers[x->reducer].kind == REDUCE_MINIMUM ? -s->reduced[x->reducer] : s->reduced[x->reducer];
    double spread = 0;
    for (int k = 0; k <= SAMPLES; k++)
        if (!isnan(g[k]))
            spread = fmax(spread, g[top] - g[k]);
    return !isnan(g[top]) && !(g[top] + spread < best);
}

/* Whether the samples tell too little of the curve: their sixth difference is no small part of what they span, and that
   is more than the errors of the motion. */
static bool is_rough(const double *g, double tolerance) {
    static const double weights[SAMPLES + 1] = {1, -6, 15, -20, 15, -6, 1};
    double sum = 0, low = g[0], high = g[0];
    for (int k = 0; k <= SAMPLES; k++) {
        sum += weights[k] * g[k];
        low = fmin(low, g[k]);
        high = fmax(high, g[k]);
    }
    double range = high - low;
    return !(fabs(sum) <= ROUGH * 64 * range) && !(range <= EXTREMA_NOISE * tolerance * fmax(fabs(high), fabs(low)));
}

/* Climbs from the greatest sample of the part [a, b]; from one at an end only if the curve rises beside it. */
static void climb(search *x, double a, double b, const double *g, int top) {
    double part = (b - a) / SAMPLES, low = a + fmax(0, top - 1) * part, high = a + fmin(SAMPLES, top + 1) * part;
    if ((top == 0 && !(value_at(x, a + EXTREMA_BESIDE) > g[top])) ||
        (top == SAMPLES && !(value_at(x, b - EXTREMA_BESIDE) > g[top])))
        return;
    double value, theta = num_brent_maximum(value_at, x, low, 0.5 * (low + high), high, 1e-9, &value);
    if (offer(x->s, x->reducer, value))
        sensitivity_offer_within(x->s, x->reducer, x->h, theta,
                                 spread_of(x->s->extrema_samples + x->reducer * (SAMPLES + 1)));
}

/* Searches the part [a, b] of the step, in halves where its samples are too few. */
static void search_part(search *x, double a, double b, const double *g, int depth) {
    int top = find_top(g);
    if (!could_be_best(x, g, top))
        return;
    if (depth == DEPTH || !is_rough(g, x->s->tolerance)) {
        climb(x, a, b, g, top);
        return;
    }
    double middle = 0.5 * (a + b), half[SAMPLES + 1];
    for (int side = 0; side < 2; side++) {
        double from = side ? middle : a;
        for (int k = 0; k <= SAMPLES; k++)
            half[k] = k % 2 ? value_at(x, from + k * (middle - a) / SAMPLES) : g[(side * SAMPLES + k) / 2];
        search_part(x, from, side ? b : middle, half, depth + 1);
    }
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
            search_part(&(search){s, i, t, h}, 0, 1, g + i * (SAMPLES + 1), 0);
}
