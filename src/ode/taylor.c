/* Taylor series of the solution: order from the tolerance, step size from the last coefficients (Jorba and Zou 2005).
   Where the system has no series, its steps are those of dop853. */
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "base/check.h"
#include "num/vector.h"
#include "ode/dop853.h"
#include "ode/dop853_table.h"
#include "ode/ode.h"
#include "ode/singular_step.h"
#include "ode/step_control.h"
#include "ode/taylor_sums.h"

enum { LEAST_ORDER = 8, MOST_ORDER = 28, LAST_TERMS = TAYLOR_LAST };

/* What is left out at most, in the unit of the error. That never counts less than rounding by some digits, of which the
   sum of a step loses none: below that tolerance less is left out, down to rounding. */
static const double remainder_goal = 0.04, least_unit = 1e-14, least_tolerance = 1e-16;
/* Each term at most, in units of that before it, for what is left out to be judged by the last ones. */
static const double most_ratio = 0.4;
/* What the rates at the end may differ from those of the polynomial, times the step: the first term left out, times its
   order, and what the error there makes of the rates. Most steps have 0.3; the last terms of others said too little,
   and those err as much as hundreds of them. What rounding makes of the slopes is more at small tolerances. */
static const double most_defect = 10, rounded_unit = 3e-14, rounded_most = 300;
/* Longer by that much at most where steps had to be shortened. */
static const double growth = 6;
/* Below this part of the regularity that was there constraints are about to become dependent. */
static const double nearly_singular = 0.01;

typedef struct taylor {
    ode_stepper base;
    ode_stepper *other; /* for what has no series */
    const taylor_sums *sums;
    arena *a;
    int order;
    double **c, **own;      /* [order + 1]: coefficients at the present state, and room for them */
    bool known;             /* they are */
    bool by_other;          /* so is the step held */
    bool other_follows;     /* and the present state is its own */
    bool weighed;           /* the weights are those of a step before */
    double *weight;         /* of errors */
    double *measured;       /* the same of what is measured, and zeros */
    double *landed;         /* the end of the step before it is moved onto g = 0 */
    double *rest, *rounded; /* by how much more the present state is more than its numbers, and the end held */
    double *rates;          /* at that end */
    double *sum, *slopes;   /* what the polynomial adds, and its rates there */
    double *predicted;      /* the weights that the size of a step has been predicted by */
    double h, span;         /* the step held; the one over which the output is dense */
    double most;            /* the size of the next step at most */
    double regular;         /* the greatest regularity so far */
    double goal;            /* the logarithm of what is left out at most */
    double most_defect;     /* at this tolerance */
} taylor;

static int order_for(double tolerance) {
    const int order = (int)ceil(8 - 0.5 * log(tolerance));
    return order < LEAST_ORDER ? LEAST_ORDER : order > MOST_ORDER ? MOST_ORDER : order;
}

static ode_stepper *create(const ode_system *f, arena *a) {
    const size_t room = f->capacity + ODE_SPARE;
    taylor *p = ARENA_NEW(a, taylor);
    ode_stepper_init(&p->base, &ode_taylor, f, a);
    p->a = a;
    p->other = ode_dop853.create(f, a);
    p->sums = ode_taylor_sums();
    const double tolerance = fmax(f->tolerance, least_tolerance);
    p->order = order_for(tolerance);
    p->most_defect = fmin(rounded_most, most_defect * fmax(1, rounded_unit / tolerance));
    p->goal = log2(remainder_goal * fmin(1, tolerance / least_unit));
    p->c = ARENA_ARRAY(a, double *, p->order + 1);
    p->own = ARENA_ARRAY(a, double *, p->order + 1);
    for (int k = 0; k <= p->order; k++)
        p->c[k] = p->own[k] = ARENA_ARRAY(a, double, room);
    double **arrays[] = {&p->weight, &p->landed, &p->rest,      &p->rounded, &p->rates,
                         &p->sum,    &p->slopes, &p->predicted, &p->measured};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        *arrays[i] = ARENA_ARRAY(a, double, room);
    p->most = INFINITY;
    return &p->base;
}

static void restart(ode_stepper *base) {
    taylor *p = (taylor *)base;
    ode_dop853.restart(p->other);
    p->most = INFINITY;
    p->base.used = ode_taylor.name;
}

static double regularity(const taylor *p) {
    const ode_system *f = p->base.system;
    return f->regularity ? f->regularity(f->self) : 1;
}

static void begin_at(taylor *p) {
    p->known = p->by_other = p->other_follows = false;
}

static void resume(ode_stepper *base) {
    taylor *p = (taylor *)base;
    const ode_system *f = base->system;
    memset(p->rest, 0, f->size * sizeof *p->rest);
    p->known = false;
    if (p->other_follows)
        ode_stepper_resume(p->other, base->t, base->y);
    else
        f->rates(f->self, base->t, base->y, p->rates);
}

static bool begin(ode_stepper *base, double limit) {
    (void)limit;
    taylor *p = (taylor *)base;
    const ode_system *f = base->system;
    memset(p->rest, 0, f->size * sizeof *p->rest);
    begin_at(p);
    p->weighed = false;
    p->regular = 0;
    if (f->first_step > 0)
        p->most = fmin(p->most, f->first_step);
    f->rates(f->self, base->t, base->y, p->rates);
    return true;
}

/* --- The polynomial --- */

/* Compensated: what rounding takes from the sum is kept for the next step (Dekker 1971). */
static void go(taylor *p, double h, double *y) {
    p->sums->both(p->c, p->order, h, p->base.system->size, p->sum, p->slopes);
    for (size_t i = 0; i < p->base.system->size; i++) {
        const double from = p->base.y[i], more = p->rest[i] + p->sum[i], to = from + more, part = to - from;
        y[i] = to;
        p->rounded[i] = (from - (to - part)) + (more - part);
    }
    memcpy(p->landed, y, p->base.system->size * sizeof *y);
}

/* --- Step size --- */

/* Logarithms to base 2 to a tenth, -1023 of 0, and their inverse: sizes of steps need no more. */
static double rough_log(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return (double)bits * 0x1p-52 - 1023;
}

static double rough_power(double log) {
    const double bits = (log + 1023) * 0x1p52;
    const uint64_t whole = bits > 0 ? (uint64_t)bits : 0;
    double x;
    memcpy(&x, &whole, sizeof x);
    return x;
}

/* Logarithms of the largest of the last coefficients, in the unit of the error; [0] is the last. */
typedef struct last_terms {
    double of[LAST_TERMS];
} last_terms;

static last_terms find_last(const taylor *p) {
    const ode_system *f = p->base.system;
    const size_t measured = f->measured, size = f->size;
    const double *weight = p->weight;
    double most[LAST_TERMS], *const *c = p->c + p->order - LAST_TERMS + 1;
    p->sums->last(c, p->measured, measured, most);
    for (size_t i = measured; i < size; i++)
        for (int j = 0; j < LAST_TERMS && weight[i] > 0; j++)
            if (fabs(c[j][i]) * weight[i] <= DBL_MAX) /* what has no value does not count */
                most[j] = greater_of(fabs(c[j][i]) * weight[i], most[j]);
    last_terms x;
    for (int j = 0; j < LAST_TERMS; j++)
        x.of[LAST_TERMS - 1 - j] = most[j] > 0 ? rough_log(most[j]) : -INFINITY;
    return x;
}

static double greatest_term(const taylor *p, const last_terms *x, double h, int first, double ratio) {
    double most = -INFINITY;
    for (int j = first; j < first + LAST_TERMS / 2; j++) {
        const double term = x->of[j] + (p->order - j) * h + (j - first) * ratio;
        most = term > most ? term : most;
    }
    return most;
}

/* The logarithm of by how much a step should be longer, that of its size being h. Terms are taken for a geometric
   series at last, whose ratio the last four and the four before them tell: where a motion is symmetric most of them are
   0. */
static double lengthening(const taylor *p, const last_terms *x, double h) {
    static const double negligible = -14;
    const double low = greatest_term(p, x, h, LAST_TERMS / 2, 0), high = greatest_term(p, x, h, 0, 0);
    const double told = low > -INFINITY ? (high - low) / (LAST_TERMS / 2) : log2(most_ratio);
    if (!(high > negligible))
        return INFINITY;
    const double slow = log2(most_ratio) - told, ratio = lesser_of(told, log2(most_ratio));
    const double factor = rough_power(ratio), others = 1.4427 * factor / (1 - 0.5 * factor); /* -log2(1 - factor) */
    const double change = (p->goal - greatest_term(p, x, h, 0, ratio) - ratio - others) / (p->order + 1);
    return slow < 0 ? lesser_of(slow, change) : change;
}

/* The size with these weights, beginning from h. */
static double predict(const taylor *p, double h) {
    enum { PASSES = 2 };
    const last_terms x = find_last(p);
    double size = log2(h);
    for (int k = 0; k < PASSES; k++)
        size += fmin(1.4, lengthening(p, &x, size));
    return exp2(size);
}

static void weigh(taylor *p, double h, const double *to) {
    const ode_system *f = p->base.system;
    f->weigh(f->self, h, p->base.y, to, p->weight);
    memcpy(p->measured, p->weight, f->measured * sizeof *p->weight);
    memset(p->measured + f->measured, 0, ODE_SPARE * sizeof *p->weight);
}

/* Where one of the last terms overtakes all before it but the first: beyond that the polynomial means nothing. */
static double overtaken(const taylor *p) {
    double least = INFINITY;
    double part[MOST_ORDER + 1];
    for (int k = 1; k <= p->order; k++)
        part[k] = 1.0 / k;
    for (size_t i = 0; i < p->base.system->measured; i++) {
        double size[MOST_ORDER + 1];
        for (int k = 1; k <= p->order; k++)
            size[k] = p->c[k][i] != 0 ? rough_log(fabs(p->c[k][i])) : -INFINITY;
        for (int last = p->order; last > p->order - LAST_TERMS / 2; last--) {
            double h = -INFINITY;
            if (size[last] == -INFINITY)
                continue;
            for (int k = 1; k <= p->order - LAST_TERMS / 2; k++)
                h = greater_of(h, (size[k] - size[last]) * part[last - k]);
            if (h > -INFINITY && h < least)
                least = h;
        }
    }
    return exp2(least);
}

static void weigh_again(taylor *p, double h, const double *to) {
    memcpy(p->predicted, p->weight, p->base.system->size * sizeof *p->weight);
    weigh(p, h, to);
}

/* Whether no error counts for more than it was predicted to by so much that the step would be another one. */
static bool is_as_predicted(const taylor *p) {
    static const double more = 1.25;
    double most = 0;
    for (size_t i = 0; i < p->base.system->size; i++)
        most = greater_of(p->weight[i] - more * p->predicted[i], most);
    return most == 0;
}

static double round_to_clock(const taylor *p, double h) {
    const double end = p->base.t + h;
    return end - p->base.t;
}

/* A size that fits the weights over that very step; to begin with those of the step before, which are about the same.
 */
static double choose(taylor *p, double limit, double *out) {
    enum { MOST_TRIALS = 30 };
    static const double enough = -0.03, margin = -0.03;
    double h = fmin(limit, p->most);
    h = fmin(h, p->weighed ? predict(p, p->h) : overtaken(p));
    for (int trial = 0; trial < MOST_TRIALS; trial++) {
        h = h > 0.5 * limit && h < limit ? 0.5 * limit : h;
        h = h == limit ? h : round_to_clock(p, h);
        if (!(h > 0))
            return 0;
        go(p, h, out);
        weigh_again(p, h, out);
        if (trial == 0 && p->weighed && is_as_predicted(p))
            break;
        const last_terms x = find_last(p);
        const double change = lengthening(p, &x, log2(h));
        if (!(change < enough))
            break;
        h *= exp2(change + margin);
    }
    p->weighed = true;
    return h;
}

/* --- Steps --- */

/* How far the end was moved onto g = 0: see dop853.c. */
static double moved(const taylor *p, const double *out) {
    const size_t measured = p->base.system->measured, split = p->base.system->split;
    const double limit[2] = {most_weight_of_move(num_largest(out, (int)split)),
                             most_weight_of_move(num_largest(out + split, (int)(measured - split)))};
    double most = 0;
    for (size_t i = 0; i < measured; i++)
        most = greater_of(fabs(out[i] - p->landed[i]) * lesser_of(p->weight[i], limit[i >= split]), most);
    return most;
}

/* By how much the polynomial fails to solve the equations at its end, where it fails most; infinite if they may have
   gone over to another branch on the way, from where the end tells nothing. */
static double find_defect(taylor *p, double h, double *out) {
    const ode_system *f = p->base.system;
    if (f->keeps_branches && !f->keeps_branches(f->self, h))
        return INFINITY;
    if (!ode_land(f, p->base.t + h, out, p->rates) || (f->project && moved(p, out) > ODE_FARTHEST_MOVE))
        return INFINITY;
    return h * p->sums->farthest(p->rates, p->slopes, p->measured, f->measured);
}

/* The part of a step to try next. What is far off is no matter of the first term left out: a pulse has been met. */
static double part_to_try(const taylor *p, double defect) {
    static const double aim = 0.3, least = 0.5, most = 0.95, far = 30;
    return defect <= far * most_defect ? fmin(most, pow(aim * p->most_defect / defect, 1.0 / p->order)) : least;
}

static double step_by_series(taylor *p, double limit, double *out) {
    const double least = 16 * DBL_EPSILON * fmax(fabs(p->base.t), 1e-8 * limit);
    for (double most = limit, defect; most > least; most = p->h * part_to_try(p, defect)) {
        const double h = p->h = choose(p, most, out);
        if (!(h > least) && h < limit)
            return 0;
        defect = find_defect(p, h, out);
        if (defect <= p->most_defect) {
            p->most = h < limit ? growth * h : fmax(p->most, growth * h);
            return h;
        }
        p->base.rejected++;
        const ode_system *f = p->base.system;
        if (f->rejected)
            f->rejected(f->self, h, defect, p->base.y, p->landed);
    }
    return 0;
}

static void tell(taylor *p, const char *why) {
    if (p->base.used == ode_taylor.name)
        p->base.used = base_arena_printf(p->a, "taylor, in part dop853 (first at t = %.4g s: %s)", p->base.t, why);
}

static double step_by_other(taylor *p, double limit, double *out) {
    ode_stepper *other = p->other;
    if (!p->other_follows && !ode_stepper_begin(other, p->base.t, p->base.y, limit))
        return 0;
    p->by_other = true;
    const double taken = ode_stepper_step(other, limit, out);
    p->base.rejected += other->rejected;
    other->rejected = 0;
    return taken;
}

/* Why there is no series at the present state; NULL: there is one, and it is known. */
static const char *expand(taylor *p) {
    const ode_system *f = p->base.system;
    if (p->known)
        return NULL;
    if (!f->series)
        return "the equations have no series";
    memcpy(p->c, p->own, (size_t)(p->order + 1) * sizeof *p->c);
    const char *why = f->series(f->self, p->base.t, p->base.y, p->order, p->c);
    const double now = regularity(p);
    p->regular = fmax(now, p->regular);
    if (!why && now < nearly_singular * p->regular)
        why = "constraints are nearly dependent";
    p->known = !why;
    return why;
}

static double step(ode_stepper *base, double limit, double *out) {
    taylor *p = (taylor *)base;
    const char *why = expand(p);
    p->by_other = false;
    double taken = why ? 0 : step_by_series(p, limit, out);
    if (taken > 0)
        return taken;
    tell(p, why ? why : "steps became too short");
    return step_by_other(p, limit, out);
}

static bool again(ode_stepper *base, double h, double *out) {
    taylor *p = (taylor *)base;
    if (p->by_other) {
        const bool ok = ode_stepper_again(p->other, h, out);
        base->errs = p->other->errs;
        return ok;
    }
    LGR_ASSERT(p->known);
    go(p, h, out);
    const last_terms x = find_last(p);
    base->errs = h > p->h && lengthening(p, &x, log2(h)) < 0;
    return ode_land(base->system, base->t + h, out, p->rates);
}

static bool by_series(const ode_stepper *base) {
    const taylor *p = (const taylor *)base;
    return p->known && !p->by_other;
}

int ode_taylor_order(const ode_stepper *base) {
    LGR_ASSERT(base->method == &ode_taylor);
    return ((const taylor *)base)->order;
}

static bool prepare_dense(ode_stepper *base, double h, const double *out) {
    taylor *p = (taylor *)base;
    p->span = h;
    return !p->by_other || ode_dop853.prepare_dense(p->other, h, out);
}

static void dense(const ode_stepper *base, double theta, double *y) {
    const taylor *p = (const taylor *)base;
    if (p->by_other) {
        ode_dop853.dense(p->other, theta, y);
        return;
    }
    p->sums->value(p->c, p->order, theta * p->span, base->system->size, y);
    for (size_t i = 0; i < base->system->size; i++)
        y[i] = base->y[i] + (p->rest[i] + y[i]);
}

/* What was moved onto g = 0, or by an event, has no rest. */
static void advance(ode_stepper *base) {
    taylor *p = (taylor *)base;
    const size_t size = base->system->size;
    const bool other = p->by_other;
    for (size_t i = 0; i < size; i++)
        p->rest[i] = !other && base->y[i] == p->landed[i] && isfinite(p->rounded[i]) ? p->rounded[i] : 0;
    begin_at(p);
    p->other_follows = other;
    if (other)
        ode_stepper_advance(p->other, base->t, base->y);
}

static void shorten(ode_stepper *base, double size) {
    taylor *p = (taylor *)base;
    p->most = fmin(p->most, size);
    p->other->method->shorten(p->other, size);
}

/* Coefficients that the system keeps become this method's own. */
static void own(taylor *p) {
    for (int k = 1; k <= p->order && p->c[k] != p->own[k]; k++)
        memcpy(p->own[k], p->c[k], p->base.system->size * sizeof *p->own[k]);
    memcpy(p->c, p->own, (size_t)(p->order + 1) * sizeof *p->c);
}

static bool visit_memory(ode_stepper *base, void (*piece)(void *user, void *at, size_t size), void *user) {
    taylor *p = (taylor *)base;
    const size_t room = (base->system->capacity + ODE_SPARE) * sizeof(double);
    own(p);
    for (int k = 0; k <= p->order; k++)
        piece(user, p->own[k], room);
    double *arrays[] = {p->weight, p->landed, p->rest,     p->rounded, p->rates,
                        p->sum,    p->slopes, p->measured, p->other->y};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        piece(user, arrays[i], room);
    double *numbers[] = {&p->h, &p->span, &p->most, &p->regular, &p->other->t};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        piece(user, numbers[i], sizeof *numbers[i]);
    bool *flags[] = {&p->known, &p->by_other, &p->other_follows, &p->weighed};
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        piece(user, flags[i], sizeof *flags[i]);
    return ode_dop853.visit(p->other, piece, user);
}

const ode_method ode_taylor = {
    .name = "taylor",
    .what = "Taylor series of an order that fits the tolerance, for smooth motions and small tolerances",
    .order = 12,
    .expands = true,
    .create = create,
    .restart = restart,
    .begin = begin,
    .resume = resume,
    .step = step,
    .again = again,
    .prepare_dense = prepare_dense,
    .dense = dense,
    .by_series = by_series,
    .shorten = shorten,
    .advance = advance,
    .visit = visit_memory,
};
