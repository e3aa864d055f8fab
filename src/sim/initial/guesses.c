/* Newton's method from a guess onto the conditions, and displacement of a guess where gradients vanish. */
#include <math.h>
#include <string.h>

#include "sim/dynamics/dynamics.h"
#include "sim/initial/conditions.h"

enum { MOST_PASSES = 400, MOST_HALVES = 20, SIDES = 4, TRIALS = 3 * SIDES };
static const double share = 0.25;            /* of what a condition is off by: a displacement that is felt */
static const double explained = 1e-2;        /* of that, by the slope: less is none */
static const double rounding = 1e-13;        /* of a condition beside its size */
static const double worthwhile = 0.25;       /* of a sum of squares that is rounding already */
static const double shrinking = 0.98;        /* of steps that lead somewhere */
static const double step_rounding = 0x1p-50; /* of steps */
static const double least_part = 0.01;       /* of a step */
static const double least = 0x1p-300;        /* beside which no quantity of a machine is zero */

/* --- From a guess --- */

/* The length of a step, in the scales of the unknowns. */
static double length_of(const condition_system *e, const double *x, const double *next) {
    double far = 0;
    for (int i = 0; i < e->n; i++)
        far = fmax(far, fabs(next[i] - x[i]) / e->scale[i]);
    return far;
}

/* Residuals are compared by what the step at hand makes of them: wherever the machine stands. Kinds that do not meet in
   a condition have nothing to do with each other. */
static void weigh(condition_system *e, const double *x, const double *next) {
    for (int i = 0; i < e->n; i++)
        e->way_come[i] = next[i] - x[i];
    initial_conditions_find_extents(e, e->way_come);
    for (int k = 0; k < e->m; k++) {
        e->weight[k] = 0;
        for (int p = e->first[k]; p < e->first[k + 1]; p++) {
            const int i = e->column[p];
            e->weight[k] += fabs(e->J[k * e->n + i]) * e->scale[i] * e->extent[e->kind ? e->kind[i] : 0];
        }
    }
}

static double sum_of_squares(const condition_system *e) {
    double sum = 0;
    for (int k = 0; k < e->m; k++) {
        double weight = e->weight[k] > 0 ? e->weight[k] : fabs(e->r[k]);
        sum += e->r[k] == 0 ? 0 : e->r[k] / weight * (e->r[k] / weight);
    }
    return sum;
}

/* Near a singular place steps lead anywhere: they go no farther than twice as far as x has come from the guess. */
static double limit_step(const condition_system *e, const double *stride, const double *x, const double *next) {
    double step = 0, come = 1;
    for (int i = 0; i < e->n && stride; i++) {
        step = stride[i] > 0 ? fmax(step, fabs(next[i] - x[i]) / stride[i]) : step;
        come = stride[i] > 0 ? fmax(come, fabs(x[i] - e->guess[i]) / stride[i]) : come;
    }
    return step > 2 * come ? 2 * come / step : 1;
}

/* Towards `next`, as far as that helps; the sum of squares there, infinity if it helps nowhere. */
static double go_towards(sim *s, condition_system *e, double error, double step, const double *x, const double *next,
                         double *trial) {
    int halves = initial_conditions_hold(e, x, rounding) ? 1 : MOST_HALVES; /* else noise would be followed */
    for (int half = 0; half < halves; half++, step *= 0.5) {
        for (int i = 0; i < e->n; i++)
            trial[i] = x[i] + step * (next[i] - x[i]);
        double better = initial_conditions_evaluate(s, e, trial) ? sum_of_squares(e) : INFINITY;
        if (better < (halves > 1 ? error : worthwhile * error))
            return better;
    }
    return INFINITY;
}

/* A guess may stand where a condition has no slope at all (|v| = 2 at rest): then x is pushed off it. */
static bool evaluate_first(sim *s, condition_system *e, double *x);

/* Steps to what is nearest to x0, or where that is NULL to where they start from, as long as they help. */
static void approach(sim *s, condition_system *e, const conditions_way *way, const double *stride, const double *x0,
                     double *x) {
    double *next = ARENA_ARRAY(s->a, double, e->n + 1), *trial = ARENA_ARRAY(s->a, double, e->n + 1);
    for (int pass = 0; pass < MOST_PASSES && e->n > 0; pass++) {
        way->step(s, e, x, x0 ? x0 : x, next, way->self);
        weigh(e, x, next);
        double error = sum_of_squares(e), step = limit_step(e, stride, x, next);
        if (!(error > 0) || !(go_towards(s, e, error, step, x, next, trial) < error))
            break;
        memcpy(x, trial, (size_t)e->n * sizeof *x);
    }
    initial_conditions_evaluate(s, e, x);
}

/* Whether a step from x, where conditions have just been found to hold, is no longer than its rounding. */
static bool is_nothing(const condition_system *e, const double *x, const double *next) {
    for (int i = 0; i < e->n; i++)
        if (fabs(next[i] - x[i]) > step_rounding * e->scale[i] * e->extent[e->kind ? e->kind[i] : 0])
            return false;
    return true;
}

/* Along the conditions to the point on them that is nearest to the guess, where the step there has no length: by shares
   of steps that make the next one shorter. x holds, and holds afterwards. */
static void slide(sim *s, condition_system *e, const conditions_way *way, double *x) {
    double *next = ARENA_ARRAY(s->a, double, e->n + 1), *trial = ARENA_ARRAY(s->a, double, e->n + 1);
    double *after = ARENA_ARRAY(s->a, double, e->n + 1), part = 1;
    way->step(s, e, x, e->guess, next, way->self);
    double far = length_of(e, x, next);
    bool going = !is_nothing(e, x, next);
    for (int pass = 0; going && pass < MOST_PASSES && part >= least_part; pass++) {
        for (int i = 0; i < e->n; i++)
            trial[i] = x[i] + part * (next[i] - x[i]);
        initial_conditions_evaluate(s, e, trial);
        approach(s, e, way, NULL, NULL, trial);
        bool holds = initial_conditions_hold(e, trial, rounding);
        if (holds)
            way->step(s, e, trial, e->guess, after, way->self);
        if (!holds || !(length_of(e, trial, after) < shrinking * far)) {
            part *= 0.5;
            continue;
        }
        memcpy(x, trial, (size_t)e->n * sizeof *x);
        memcpy(next, after, (size_t)e->n * sizeof *x);
        far = length_of(e, x, next);
        going = !is_nothing(e, x, next);
    }
    initial_conditions_evaluate(s, e, x);
}

/* With strides, in steps that are limited by them. Staying nearest to the guess converges linearly, or, far from it,
   not at all; plain Newton finishes the work. */
static bool descend(sim *s, condition_system *e, const conditions_way *way, double tolerance, const double *stride,
                    double *x) {
    if (!evaluate_first(s, e, x))
        return false;
    memcpy(e->guess, x, (size_t)e->n * sizeof *x);
    approach(s, e, way, stride, e->guess, x);
    approach(s, e, way, stride, NULL, x);
    if (!initial_conditions_hold(e, x, tolerance))
        return false;
    if (e->m < e->n && initial_conditions_hold(e, x, rounding))
        slide(s, e, way, x);
    return initial_conditions_hold(e, x, tolerance);
}

/* --- Off a guess --- */

/* Whether what does not hold changes by a share of what it is off by, from `off` to now. */
static bool is_felt(const condition_system *e, const double *off) {
    for (int k = 0; k < e->m; k++)
        if (off[k] != 0 && isfinite(off[k]) && fabs(e->r[k] - off[k]) >= share * fabs(off[k]))
            return true;
    return false;
}

static bool residuals_are_finite(const condition_system *e) {
    for (int k = 0; k < e->m; k++)
        if (!isfinite(e->r[k]))
            return false;
    return true;
}

/* How far x has to go along a direction until it is felt: the only measure there is where nothing but zeros is given.
   0 where that never comes, half the way where values end before. `off` are the residuals at x. */
static double find_stride(sim *s, condition_system *e, const double *x, const double *along, const double *off) {
    double *trial = ARENA_ARRAY(s->a, double, e->n + 1), low = least, high = 0;
    for (double d = least; d < 1 / least; d *= 16) {
        for (int i = 0; i < e->n; i++)
            trial[i] = x[i] + d * along[i];
        initial_conditions_evaluate(s, e, trial);
        if (!residuals_are_finite(e))
            return low > least ? 0.5 * low : 0;
        if (is_felt(e, off)) {
            high = d;
            break;
        }
        low = d;
    }
    for (int pass = 0; pass < 12 && high > 0; pass++) {
        double middle = sqrt(low * high);
        for (int i = 0; i < e->n; i++)
            trial[i] = x[i] + middle * along[i];
        initial_conditions_evaluate(s, e, trial);
        bool felt = is_felt(e, off);
        high = felt ? middle : high;
        low = felt ? low : middle;
    }
    return high;
}

/* Strides of the unknowns one by one; those that are felt with others only get one with all of them. */
static void find_strides(sim *s, condition_system *e, const double *x, const double *off, double *stride) {
    double *along = ARENA_ARRAY(s->a, double, e->n + 1);
    bool none = true;
    for (int i = 0; i < e->n; i++) {
        along[i] = 1;
        stride[i] = find_stride(s, e, x, along, off);
        along[i] = 0;
        none = none && stride[i] == 0;
    }
    if (!none)
        return;
    for (int i = 0; i < e->n; i++)
        along[i] = e->scale[i];
    double all = find_stride(s, e, x, along, off);
    for (int i = 0; i < e->n; i++)
        stride[i] = all * e->scale[i];
}

static bool evaluate_first(sim *s, condition_system *e, double *x) {
    if (initial_conditions_evaluate(s, e, x))
        return true;
    if (!residuals_are_finite(e))
        return false;
    double *off = ARENA_ARRAY(s->a, double, e->m + 1), *stride = ARENA_ARRAY(s->a, double, e->n + 1);
    memcpy(off, e->r, (size_t)e->m * sizeof *off);
    find_strides(s, e, x, off, stride);
    for (int i = 0; i < e->n; i++)
        x[i] += stride[i] * (1 + 0.1 * i);
    return initial_conditions_evaluate(s, e, x);
}

/* Unknowns that a condition off zero wants, by their strides, and has no slope for: the first to be moved. */
static int find_flat(const condition_system *e, const double *off, const double *stride, bool *flat) {
    int count = 0;
    for (int i = 0; i < e->n; i++) {
        flat[i] = stride[i] > 0;
        for (int k = 0; k < e->m && flat[i]; k++)
            flat[i] = off[k] == 0 || !(fabs(e->J[k * e->n + i]) * stride[i] > explained * fabs(off[k]));
        count += flat[i];
    }
    return count;
}

/* To the positive side first; the same in every run. Later trials turn some of the unknowns, move all, and farther. */
static void displace(const condition_system *e, int trial, const double *stride, const bool *flat, double *x) {
    static const double far[] = {1, 1, 4};
    LGR_ASSERT(trial >= 0 && trial < TRIALS);
    for (int i = 0, nth = 0; i < e->n; i++) {
        if (flat && trial < SIDES && !flat[i])
            continue;
        bool odd = nth % 2 == 1, back = (odd && trial % SIDES % 2 == 1) || (!odd && trial % SIDES >= 2);
        x[i] += (back ? -1 : 1) * far[trial / SIDES] * stride[i] * (1 + 0.1 * nth++);
    }
}

/* From a place that was found from beside the guess to the one that is nearest to the guess itself, if that succeeds.
 */
static bool come_back(sim *s, condition_system *e, const conditions_way *way, double tolerance, const double *guess,
                      double *x) {
    double *found = ARENA_ARRAY(s->a, double, e->n + 1);
    memcpy(found, x, (size_t)e->n * sizeof *x);
    memcpy(e->guess, guess, (size_t)e->n * sizeof *x);
    if (e->m < e->n && initial_conditions_hold(e, x, rounding))
        slide(s, e, way, x);
    if (!initial_conditions_hold(e, x, tolerance)) {
        memcpy(x, found, (size_t)e->n * sizeof *x);
        initial_conditions_evaluate(s, e, x);
    }
    return true;
}

/* Where a guess is stuck, from places about it. */
static bool leave_guess(sim *s, condition_system *e, const conditions_way *way, double tolerance, const double *guess,
                        double *x) {
    double *off = ARENA_ARRAY(s->a, double, e->m + 1), *stride = ARENA_ARRAY(s->a, double, e->n + 1);
    bool *flat = ARENA_ARRAY(s->a, bool, e->n + 1);
    initial_conditions_evaluate(s, e, guess);
    memcpy(off, e->r, (size_t)e->m * sizeof *off);
    if (!residuals_are_finite(e))
        return false;
    memcpy(e->guess, guess, (size_t)e->n * sizeof *guess);
    initial_conditions_hold(e, guess, tolerance);
    for (int k = 0; k < e->m; k++)
        off[k] = fabs(off[k]) <= tolerance * e->size[k] ? 0 : off[k];
    find_strides(s, e, guess, off, stride);
    initial_conditions_evaluate(s, e, guess);
    int flats = find_flat(e, off, stride, flat);
    for (int trial = 0; trial < TRIALS; trial++) {
        memcpy(x, guess, (size_t)e->n * sizeof *x);
        displace(e, trial, stride, flats ? flat : NULL, x);
        if (descend(s, e, way, tolerance, stride, x))
            return come_back(s, e, way, tolerance, guess, x);
    }
    return false;
}

bool initial_conditions_solve(sim *s, condition_system *e, const conditions_way *way, double tolerance, double *x) {
    LGR_ASSERT(way->step && tolerance > 0);
    if (!e->m)
        return true;
    size_t size = (size_t)e->n * sizeof *x;
    double *guess = ARENA_ARRAY(s->a, double, e->n + 1), *stuck = ARENA_ARRAY(s->a, double, e->n + 1);
    memcpy(guess, x, size);
    if (descend(s, e, way, tolerance, NULL, x))
        return true;
    memcpy(stuck, x, size);
    if (e->n && leave_guess(s, e, way, tolerance, guess, x))
        return true;
    memcpy(x, stuck, size);
    memcpy(e->guess, guess, size);
    initial_conditions_evaluate(s, e, x);
    initial_conditions_hold(e, x, tolerance);
    return false;
}
