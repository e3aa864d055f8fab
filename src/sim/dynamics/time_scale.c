/* The time over which accelerations change, found by looking ahead, without a unit of time or length. */
#include "num/vector.h"
#include "sim/dynamics/dynamics.h"
#include "sim/dynamics/pieces.h"
#include "sim/dynamics/rules.h"
#include "sim/dynamics/scales.h"

#include <float.h>
#include <math.h>

enum { MOST_LOOKS = 16 };

static const double from_rest = 1e-3;  /* accelerations now beside those ahead */
static const double first_part = 1e-3; /* of a run that begins so */

/* What has a metric in common: all places, or one state. */
enum { ALL_PLACES = -1 };

static bool is_place(const mode *m, int i) {
    return !(m->state && m->state[i]);
}

/* The group after this one; n: there is none. */
static int group_after(const mode *m, int group) {
    do
        group++;
    while (group < m->n && !(m->state && m->state[group]));
    return group;
}

double dynamics_time_left(const sim *s) {
    return isfinite(s->t_end) ? s->t_end - s->t : s->horizon;
}

/* A velocity or an acceleration, or the difference of two, in the metric of M. */
static double size_of(const sim *s, int group, const double *x, const double *less) {
    const int first = group == ALL_PLACES ? 0 : group, end = group == ALL_PLACES ? s->mode->n : group + 1;
    double sum = 0;
    for (int i = first; i < end; i++) {
        if (group == ALL_PLACES && !is_place(s->mode, i))
            continue;
        double part = x[i] - (less ? less[i] : 0);
        sum += s->inertia[i] * (part * part);
    }
    return sqrt(sum);
}

static int first_of_part(const mode *m, int part) {
    int i = 0;
    while (i < m->n && m->part[i] != part)
        i++;
    return i;
}

/* Of accelerations, by what the forces' rounding makes of them on the way through the solution. */
static double rounding_of(const sim *s, int group) {
    static const double digits_lost = 1024;
    const mode *m = s->mode;
    const int first = group == ALL_PLACES ? 0 : m->part[group], end = group == ALL_PLACES ? m->parts : first + 1;
    double sum = 0;
    for (int k = first; k < end; k++) {
        const int i = first_of_part(m, k);
        if (group == ALL_PLACES ? i < m->n && is_place(m, i) : i == group)
            sum += s->rounding_push[k] * s->rounding_push[k];
    }
    return digits_lost * DBL_EPSILON * sqrt(sum);
}

/* A parabola along the present motion. */
static void look_ahead(const sim *s, const double *dy, double h, double *y) {
    size_t n = (size_t)s->mode->n;
    for (size_t i = 0; i < n; i++) {
        y[i] = s->y[i] + h * (dy[i] + 0.5 * h * dy[n + i]);
        y[n + i] = s->y[n + i] + h * dy[n + i];
    }
    for (size_t i = 2 * n; i < dynamics_state_size(s, s->mode); i++)
        y[i] = s->y[i];
}

/* Rates after h and accelerations after half of it, found once where they are asked for. */
typedef struct ahead {
    const double *dy; /* now */
    double h, *y, *there, *half;
    enum { NOT_ASKED, HALF_THERE, NO_HALF } halfway;
} ahead;

static bool find_half(sim *s, ahead *x) {
    const size_t n = (size_t)s->mode->n;
    if (x->halfway == NOT_ASKED) {
        look_ahead(s, x->dy, 0.5 * x->h, x->y);
        x->halfway = dynamics_evaluate(s, s->t + 0.5 * x->h, x->y, NULL) ? HALF_THERE : NO_HALF;
        for (size_t i = 0; i < n && x->halfway == HALF_THERE; i++)
            x->half[i] = 2 * dynamics_accelerations(s)[i];
    }
    return x->halfway == HALF_THERE;
}

/* By how much accelerations change after h: beside what they were and what would turn the velocity around in h, or,
   where there is next to neither, against a straight line; infinite where there is no motion any more. */
static double group_changes(sim *s, int group, ahead *x) {
    const size_t n = (size_t)s->mode->n;
    double change = size_of(s, group, x->there + n, x->dy + n);
    double before = fmax(size_of(s, group, x->dy + n, NULL), size_of(s, group, x->dy, NULL) / x->h);
    if (before < from_rest * change) {
        if (!find_half(s, x)) /* accelerations in the middle, where all is at rest */
            return INFINITY;
        before = change;
        change = size_of(s, group, x->there + n, x->half);
    }
    if (change <= rounding_of(s, group))
        return 0;
    return isfinite(change / before) ? change / before : INFINITY;
}

static double change_after(sim *s, ahead *x) {
    double most = 0;
    x->halfway = NOT_ASKED;
    look_ahead(s, x->dy, x->h, x->y);
    if (!dynamics_evaluate(s, s->t + x->h, x->y, x->there))
        return INFINITY;
    for (int group = ALL_PLACES; group < s->mode->n; group = group_after(s->mode, group))
        most = fmax(most, group_changes(s, group, x));
    return most;
}

double dynamics_time_scale(sim *s) {
    LGR_ASSERT(s->scaled);
    static const double little = 1e-3, much = 0.3, shorter = 0.1, longer = 5;
    double *dy = ARENA_ARRAY(s->a, double, 4 * s->y_cap);
    ahead x = {.dy = dy, .y = dy + s->y_cap, .there = dy + 2 * s->y_cap, .half = dy + 3 * s->y_cap};
    if (!dynamics_evaluate(s, s->t, s->y, dy))
        return 0;
    double limit = dynamics_time_left(s), h = 0.01 * limit, change = 0;
    bool shortened = false;
    for (int look = 0; look < MOST_LOOKS; look++) {
        x.h = h;
        change = change_after(s, &x);
        if (change > much)
            h *= shorter;
        else if (change < little && h < limit && !shortened)
            h = fmin(limit, longer * h);
        else
            break;
        shortened = shortened || change > much;
    }
    dynamics_evaluate(s, s->t, s->y, NULL);
    const double least = 64 * DBL_EPSILON * fabs(s->t); /* the clock shows nothing shorter */
    return fmin(limit, fmax(least, change > little ? h / sqrt(change) : h));
}

/* States go on by the mean of their rates now and there; whether any does. */
static bool go_on_with_states(const sim *s, double h, const double *dy, const double *dy_there, double *y) {
    const size_t n = (size_t)s->mode->n;
    bool any = false;
    for (size_t i = 0; s->mode->state && i < n; i++)
        if (s->mode->state[i] && dy[n + i] != dy_there[n + i]) {
            y[n + i] = s->y[n + i] + 0.5 * h * (dy[n + i] + dy_there[n + i]);
            any = true;
        }
    return any;
}

static int count_moving(const sim *s, const double *dy) {
    int count = 0;
    for (int i = 0; i < s->mode->n; i++)
        count += dy[s->mode->n + i] != 0;
    return count;
}

/* Notes the rates after h, along the motion as it is now; false if there are none. States may begin from nothing, and
   with them, one after the other, what reads them. */
static bool note_rates_after(sim *s, double h, const double *dy, double *y, double *dy_there) {
    look_ahead(s, dy, h, y);
    int moving = 0, before;
    do {
        before = moving;
        if (!dynamics_evaluate(s, s->t + h, y, dy_there))
            return false;
        moving = count_moving(s, dy_there);
    } while (h > 0 && moving > before && go_on_with_states(s, h, dy, dy_there, y));
    dynamics_scales_note_rates(s, dy_there);
    return true;
}

/* Whether all that changes after h begins with next to no acceleration. */
static bool grows_from_nothing(sim *s, double h, const double *dy, double *y, double *dy_there) {
    const double *now = dy + s->mode->n, *then = dy_there + s->mode->n;
    if (!note_rates_after(s, 0, dy, y, dy_there) || !note_rates_after(s, h, dy, y, dy_there))
        return false;
    bool any = false, all = true;
    for (int group = ALL_PLACES; group < s->mode->n; group = group_after(s->mode, group)) {
        const double before = size_of(s, group, now, NULL), after = size_of(s, group, then, NULL);
        any |= before > 0 || after > 0;
        all &= (before == 0 && after == 0) || before < from_rest * after;
    }
    return any && all;
}

void dynamics_look_ahead(sim *s) {
    LGR_ASSERT(s->scaled);
    double *dy = ARENA_ARRAY(s->a, double, 3 * s->y_cap), *y = dy + s->y_cap, *dy_there = y + s->y_cap;
    s->look_ahead = dynamics_time_scale(s);
    if (!dynamics_evaluate(s, s->t, s->y, dy))
        return;
    if (grows_from_nothing(s, s->look_ahead, dy, y,
                           dy_there)) { /* what grows from nothing by a power of the time has no time of its own */
        s->look_ahead = fmax(first_part * dynamics_time_left(s), s->look_ahead);
        note_rates_after(s, s->look_ahead, dy, y, dy_there);
    }
    dynamics_evaluate(s, s->t, s->y, NULL);
}

/* Where nothing changes by itself the rest of the run counts until an event says more. */
static void find_time_scale(sim *s) {
    const double left = dynamics_time_left(s);
    s->time_scale = dynamics_time_scale(s);
    s->timeless = !(s->time_scale < left);
}

void dynamics_scales_begin(sim *s) {
    dynamics_scales_find_nominal(s);
    dynamics_scales_renew(s);
    find_time_scale(s);
    if (s->mode->state) /* what they read could do within that time */
        dynamics_scales_renew(s);
    dynamics_scales_tell(s, s->y);
}

void dynamics_scales_jump(sim *s) {
    enum { FEW = 8 };
    s->jumps++;
    if (!s->scaled || (s->jumps >= FEW && (s->jumps & (s->jumps - 1)) == 0)) {
        dynamics_scales_renew(s);
        if (s->timeless)
            find_time_scale(s);
        return;
    }
    dynamics_scales_note(s);
}

static double length_of_run(const sim *s) {
    return isfinite(s->t_end) ? s->t_end - s->start_time : s->horizon;
}

double dynamics_scales_error_ahead(const sim *s, size_t i, const double *end) {
    const size_t n = (size_t)s->mode->n;
    const double rate = i < n       ? end[n + i]
                        : i < 2 * n ? dynamics_accelerations(s)[i - n]
                                    : dynamics_segment_value(s, SEG_RATES, i - 2 * n);
    static const double has_moved = 1e-6;
    const double time = i < 2 * n ? s->look_ahead : length_of_run(s), travel = fabs(time * rate);
    measured x = {.before = s->y[i], .after = end[i], .extent = s->extent[i]};
    x.travel = s->extent[i] > has_moved * travel ? 0 : travel;
    x.nominal = i < n ? dynamics_scales_nominal(s, i) : 0;
    x.most = i >= n && i < 2 * n ? dynamics_scales_nominal(s, i - n) / s->look_ahead : 0;
    if (i < 2 * n) {
        const int part = s->mode->part[i % n];
        const double fast = sqrt(s->speed[part]), faster = time * dynamics_scales_push(s, part, 0, time);
        const double speed = fast > has_moved * faster ? fast : faster;
        x = measure_rate(x, s->root_mobility[i % n], speed, time * s->rounding_push[part],
                         dynamics_scales_greatest_rate(s->mode, end + n), i < n ? time : 1);
    }
    if (i >= 2 * n)
        x.noise = dynamics_scales_integral_noise(s, i, s->look_ahead, end);
    return error_scale(s->tolerance, x);
}

void dynamics_note_integrals(sim *s, double t, double h, const double *end) {
    const size_t n = (size_t)s->mode->n;
    double *y = s->shaken_y, *there = y + s->y_cap, *beside = there + s->y_cap;
    if (n == 0 || s->quadratures < 2)
        return;
    dynamics_scales_shake(s, h, end, y);
    if (!dynamics_evaluate(s, t, y, beside) || !dynamics_evaluate(s, t, end, there))
        return;
    for (size_t k = 1; k < s->quadratures; k++) {
        const double noise = fabs(beside[2 * n + k] - there[2 * n + k]);
        s->integral_noise[k] = isfinite(noise) ? greater_of(noise, s->integral_noise[k]) : s->integral_noise[k];
    }
}
