/* The method that begins explicitly, detects stiffness and then continues with an implicit method if the build has
   one. */
#include <math.h>

#include "base/check.h"
#include "ode/dop853.h"

/* Hairer and Wanner's test (IV.2): the step times the greatest rate stays at the limit of stability. */
#define STABILITY_LIMIT 6.1
/* Small tolerances keep clear of that limit. An oscillation that is followed closely takes 6 R^(1/8) at the tolerance
   R: where the greatest rate exceeds five times this it belongs to something that has died away. */
#define IDLE_LIMIT 30
enum { STIFF_AFTER = 15, CALM_AFTER = 6 };

typedef struct automatic {
    ode_stepper base;
    ode_stepper *now;
    arena *a;
    double limit;    /* of stability */
    double left;     /* to the end, after the step held */
    int stiff, calm; /* steps at the limit, and in a row below it */
    bool decided;
} automatic;

static ode_stepper *create(const ode_system *f, arena *a) {
    automatic *p = ARENA_NEW(a, automatic);
    ode_stepper_init(&p->base, &ode_auto, f, a);
    p->a = a;
    p->now = ode_dop853.create(f, a);
    p->limit = fmin(STABILITY_LIMIT, IDLE_LIMIT * pow(f->tolerance, 0.125));
    p->base.used = "auto: dop853";
    return &p->base;
}

static bool begin(ode_stepper *base, double limit) {
    return ode_stepper_begin(((automatic *)base)->now, base->t, base->y, limit);
}

static void judge(automatic *p, const double *out) {
    if (ode_dop853_stiffness(p->now, out) > p->limit) {
        p->stiff++;
        p->calm = 0;
    } else if (++p->calm == CALM_AFTER)
        p->stiff = 0;
}

static double step(ode_stepper *base, double limit, double *out) {
    automatic *p = (automatic *)base;
    double taken = ode_stepper_step(p->now, limit, out);
    base->rejected += p->now->rejected;
    p->now->rejected = 0;
    p->left = limit - taken;
    if (taken > 0 && p->now->method == &ode_dop853)
        judge(p, out);
    return taken;
}

static bool again(ode_stepper *base, double h, double *out) {
    automatic *p = (automatic *)base;
    bool ok = ode_stepper_again(p->now, h, out);
    base->errs = p->now->errs;
    return ok;
}

static bool prepare_dense(ode_stepper *base, double h, const double *out) {
    automatic *p = (automatic *)base;
    return p->now->method->prepare_dense(p->now, h, out);
}

static void dense(const ode_stepper *base, double theta, double *y) {
    const automatic *p = (const automatic *)base;
    p->now->method->dense(p->now, theta, y);
}

/* From the present state on. Without an implicit method the explicit one goes on, as long as it takes. */
static void answer_stiffness(automatic *p) {
    LGR_ASSERT(!p->decided && p->now->method == &ode_dop853);
    const ode_stepper *base = &p->base;
    p->decided = true;
    if (!ode_cvode.available()) {
        p->base.used =
            base_arena_printf(p->a, "auto: dop853, stiff from t = %.4g s on (%s is missing)", base->t, ode_cvode.part);
        return;
    }
    ode_stepper *implicit = ode_cvode.create(base->system, p->a);
    if (!ode_stepper_begin(implicit, base->t, base->y, p->left)) {
        ode_stepper_destroy(implicit);
        return;
    }
    p->now = implicit;
    p->base.used = base_arena_printf(p->a, "auto: dop853, cvode from t = %.4g s", base->t);
}

static void advance(ode_stepper *base) {
    automatic *p = (automatic *)base;
    ode_stepper_advance(p->now, base->t, base->y);
    if (p->stiff >= STIFF_AFTER && !p->decided)
        answer_stiffness(p);
}

static void destroy(ode_stepper *base) {
    ode_stepper_destroy(((automatic *)base)->now);
}

/* Not once it has become implicit. */
static bool visit_memory(ode_stepper *base, void (*piece)(void *user, void *at, size_t size), void *user) {
    automatic *p = (automatic *)base;
    piece(user, &p->left, sizeof p->left);
    piece(user, &p->stiff, sizeof p->stiff);
    piece(user, &p->calm, sizeof p->calm);
    piece(user, &p->now->t, sizeof p->now->t);
    piece(user, p->now->y, (base->system->capacity + ODE_SPARE) * sizeof *p->now->y);
    return p->now->method == &ode_dop853 && !p->decided && ode_dop853.visit(p->now, piece, user);
}

const ode_method ode_auto = {
    .name = "auto",
    .what = "dop853 until the motion becomes stiff, cvode from then on",
    .order = 8,
    .create = create,
    .begin = begin,
    .step = step,
    .again = again,
    .prepare_dense = prepare_dense,
    .dense = dense,
    .advance = advance,
    .destroy = destroy,
    .visit = visit_memory,
};
