/* The method that chooses: it begins explicitly, goes on by series where these get further for what they cost, and by
   an implicit method, if the build has one, where the motion is stiff. */
#include <limits.h>
#include <math.h>

#include "base/check.h"
#include "ode/dop853.h"

/* Hairer and Wanner's test (IV.2): the step times the greatest rate stays at the limit of stability. */
#define STABILITY_LIMIT 6.1
/* Small tolerances keep clear of that limit. An oscillation that is followed closely takes 6 R^(1/8) at the tolerance
   R: where the greatest rate exceeds five times this it belongs to something that has died away. */
#define IDLE_LIMIT 30
enum { STIFF_AFTER = 75, CALM_AFTER = 6 };

typedef enum automatic_way { EXPLICIT, BY_SERIES, IMPLICIT, WAYS } automatic_way;

/* Evaluations of an explicit step. What CVODE does for a step of its own, the median of six machines: so many
   operations, and so many more for each entry of its matrix. */
static const double explicit_evaluations = 12, own_work = 4400, own_work_on_matrix = 12;

/* Steps of each before another one is tried for the first time, and of its own trial. Implicit steps begin small. */
static const struct {
    const char *name;
    int patience, trial;
} ways[WAYS] = {{"dop853", 60, 8}, {"taylor", 160, 8}, {"cvode", 1000, 150}};
enum { LONGER = 4 };              /* patience after each trial */
static const double recent = 0.9; /* what a step counts for after another one */

/* How far it has got lately. */
typedef struct pace {
    double time, cost;
} pace;

typedef struct automatic {
    ode_stepper base;
    ode_stepper *by[WAYS]; /* NULL: not created yet */
    automatic_way now, before;
    arena *a;
    double limit;     /* of stability */
    double left;      /* to the end, after the step held */
    double from;      /* the time at which the step held begins */
    double cost;      /* of that step */
    pace pace[WAYS];  /* lately */
    pace part;        /* since it was compared last */
    long evaluations; /* of the implicit way, up to the step held */
    int stiff, calm;  /* steps at the limit, and in a row below it */
    int stiff_after;  /* so many implicit ones are tried */
    int steps;        /* since the last change or trial */
    int longer;       /* patience is so many times what it was */
    bool trial;       /* of the present way */
    bool changed;     /* once at least, not only tried */
} automatic;

static ode_stepper *create(const ode_system *f, arena *a) {
    automatic *p = ARENA_NEW(a, automatic);
    ode_stepper_init(&p->base, &ode_auto, f, a);
    p->a = a;
    p->by[EXPLICIT] = p->base.acting = ode_dop853.create(f, a);
    if (f->series && f->cost)
        p->by[BY_SERIES] = ode_taylor.create(f, a);
    p->limit = fmin(STABILITY_LIMIT, IDLE_LIMIT * pow(f->tolerance, 0.125));
    p->stiff_after = STIFF_AFTER;
    p->longer = 1;
    p->base.used = "auto: dop853";
    return &p->base;
}

static bool begin(ode_stepper *base, double limit) {
    automatic *p = (automatic *)base;
    p->from = base->t;
    return ode_stepper_begin(base->acting, base->t, base->y, limit);
}

static void resume(ode_stepper *base) {
    automatic *p = (automatic *)base;
    p->from = base->t;
    ode_stepper_resume(base->acting, base->t, base->y);
}

/* --- Steps --- */

static void judge(automatic *p, const double *out) {
    if (ode_dop853_stiffness(p->base.acting, out) > p->limit) {
        p->stiff++;
        p->calm = 0;
    } else if (++p->calm == CALM_AFTER)
        p->stiff = 0;
}

/* An implicit step takes as many evaluations as its iterations need: at small tolerances these fail again and again. */
static double cost_of_implicit(automatic *p) {
    const ode_system *f = p->base.system;
    const long before = p->evaluations;
    p->evaluations = ode_cvode_evaluations(p->base.acting);
    const double share = (double)(p->evaluations - before) / explicit_evaluations, size = (double)f->size;
    return f->cost ? f->cost(f->self, 0) * share + own_work + own_work_on_matrix * size * size : share;
}

static double cost_of_step(automatic *p, long rejected) {
    const ode_system *f = p->base.system;
    if (p->now == IMPLICIT)
        return cost_of_implicit(p);
    if (p->now == BY_SERIES)
        return f->cost(f->self, ode_taylor_order(p->base.acting));
    return (f->cost ? f->cost(f->self, 0) : 1) * (double)(1 + rejected);
}

static double step(ode_stepper *base, double limit, double *out) {
    automatic *p = (automatic *)base;
    ode_stepper *now = base->acting;
    double taken = ode_stepper_step(now, limit, out);
    base->rejected += now->rejected;
    p->cost = cost_of_step(p, now->rejected);
    now->rejected = 0;
    p->left = limit - taken;
    if (taken > 0 && p->now == EXPLICIT)
        judge(p, out);
    return taken;
}

static bool again(ode_stepper *base, double h, double *out) {
    bool ok = ode_stepper_again(base->acting, h, out);
    base->errs = base->acting->errs;
    return ok;
}

static bool prepare_dense(ode_stepper *base, double h, const double *out) {
    return base->acting->method->prepare_dense(base->acting, h, out);
}

static void dense(const ode_stepper *base, double theta, double *y) {
    base->acting->method->dense(base->acting, theta, y);
}

/* --- Changes, from the present state on --- */

static bool change(automatic *p, automatic_way to) {
    const ode_stepper *base = &p->base;
    p->steps = 0;
    if (!ode_stepper_begin(p->by[to], base->t, base->y, p->left))
        return false;
    p->now = to;
    p->base.acting = p->by[to];
    p->pace[to] = p->part = (pace){0};
    return true;
}

static void try(automatic *p, automatic_way to) {
    const automatic_way before = p->now;
    p->trial = change(p, to);
    p->before = p->trial ? before : p->before;
}

/* What the result says. */
static void tell(automatic *p, automatic_way way) {
    p->base.used = base_arena_printf(p->a, "auto: %s, %s from t = %.4g s", p->changed ? "several" : "dop853",
                                     ways[way].name, p->base.t);
    p->changed = true;
}

/* Without an implicit method the explicit one goes on, as long as it takes. */
static void answer_stiffness(automatic *p) {
    const double t = p->base.t;
    p->stiff = 0;
    if (!ode_cvode.available()) {
        p->stiff_after = INT_MAX;
        p->base.used =
            base_arena_printf(p->a, "auto: dop853, stiff from t = %.4g s on (%s is missing)", t, ode_cvode.part);
        return;
    }
    p->longer = 1; /* what was found out about other ways was of a motion that was not stiff */
    p->stiff_after *= p->stiff_after < INT_MAX / LONGER ? LONGER : 1;
    if (!p->by[IMPLICIT])
        p->by[IMPLICIT] = ode_cvode.create(p->base.system, p->a);
    try(p, IMPLICIT);
    tell(p, IMPLICIT);
}

/* A way that is faster than the one before stays. */
static void end_trial(automatic *p) {
    const pace *mine = &p->pace[p->now], *others = &p->pace[p->before];
    const bool better = mine->time * others->cost > others->time * mine->cost;
    p->trial = false;
    p->longer *= p->longer < INT_MAX / (LONGER * ways[IMPLICIT].patience) ? LONGER : 1;
    const automatic_way tried = p->now;
    if (better && tried == IMPLICIT)
        p->stiff_after = STIFF_AFTER;
    p->steps = 0;
    if (better || !change(p, p->before) || tried == IMPLICIT)
        tell(p, p->now);
}

/* Explicit steps go on while they may turn out to be stiff; a series that there is not is given up at once. */
static bool trial_is_over(const automatic *p) {
    const ode_stepper *now = p->base.acting;
    if (p->now == EXPLICIT && p->stiff > 0)
        return false;
    return p->steps >= ways[p->now].trial || (p->now == BY_SERIES && !now->method->by_series(now));
}

/* Explicit steps got as far as stability let them: once implicit ones take longer for that, over as many of them as a
   trial has, nothing is stiff any more. */
static bool falls_behind(automatic *p) {
    if (p->now != IMPLICIT || p->steps % ways[IMPLICIT].trial)
        return false;
    const pace part = p->part, *others = &p->pace[EXPLICIT];
    p->part = (pace){0};
    return others->time * part.cost > part.time * others->cost;
}

/* What may be faster than the present way. */
static void look_for_other(automatic *p) {
    const automatic_way other = p->now == EXPLICIT ? BY_SERIES : EXPLICIT;
    if (falls_behind(p) || (p->steps >= p->longer * ways[p->now].patience && p->by[other]))
        try(p, other);
}

static void note_pace(automatic *p) {
    pace *now = &p->pace[p->now];
    const double time = p->base.t - p->from;
    *now = (pace){recent * now->time + time, recent * now->cost + p->cost};
    p->part = (pace){p->part.time + time, p->part.cost + p->cost};
    p->from = p->base.t;
    p->steps++;
}

static void advance(ode_stepper *base) {
    automatic *p = (automatic *)base;
    ode_stepper_advance(base->acting, base->t, base->y);
    note_pace(p);
    if (p->trial && trial_is_over(p))
        end_trial(p);
    else if (p->now == EXPLICIT && p->stiff >= p->stiff_after)
        answer_stiffness(p);
    else if (!p->trial)
        look_for_other(p);
}

static void destroy(ode_stepper *base) {
    automatic *p = (automatic *)base;
    for (int way = 0; way < WAYS; way++)
        ode_stepper_destroy(p->by[way]);
}

/* Not once it has been implicit. */
static bool visit_memory(ode_stepper *base, void (*piece)(void *user, void *at, size_t size), void *user) {
    automatic *p = (automatic *)base;
    double *numbers[] = {&p->left, &p->from, &p->cost};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        piece(user, numbers[i], sizeof *numbers[i]);
    int *counts[] = {&p->stiff, &p->calm, &p->stiff_after, &p->steps, &p->longer};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        piece(user, counts[i], sizeof *counts[i]);
    piece(user, &p->now, sizeof p->now);
    piece(user, &p->before, sizeof p->before);
    piece(user, p->pace, sizeof p->pace);
    piece(user, &p->trial, sizeof p->trial);
    bool known = !p->by[IMPLICIT];
    for (int way = EXPLICIT; way <= BY_SERIES && known && p->by[way]; way++) {
        piece(user, &p->by[way]->t, sizeof p->by[way]->t);
        piece(user, p->by[way]->y, (base->system->capacity + ODE_SPARE) * sizeof *p->by[way]->y);
        known = p->by[way]->method->visit(p->by[way], piece, user);
    }
    base->acting = p->by[p->now];
    return known;
}

const ode_method ode_auto = {
    .name = "auto",
    .what = "dop853, taylor or cvode: what gets further for what it costs",
    .order = 8,
    .create = create,
    .begin = begin,
    .resume = resume,
    .step = step,
    .again = again,
    .prepare_dense = prepare_dense,
    .dense = dense,
    .advance = advance,
    .destroy = destroy,
    .visit = visit_memory,
};
