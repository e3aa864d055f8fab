/* The stepper that starts explicitly, notices stiffness and goes on with an implicit one where there is one. */
#include <math.h>

#include "sim/internal.h"

/* Hairer and Wanner's test (IV.2): the step times the greatest rate stays at the limit of stability. */
#define STABILITY_LIMIT 6.1
/* Small tolerances keep clear of that limit. An oscillation that is followed closely takes 6 R^(1/8) at the tolerance
   R: where the greatest rate exceeds five times this it belongs to something that has died away. */
#define IDLE_LIMIT 30
enum { STIFF_AFTER = 15, CALM_AFTER = 6 };

typedef struct automatic {
    stepper base;
    stepper *now;
    double limit;
    int stiff, calm; /* steps at the limit, and in a row below it */
    bool told;
} automatic;

static stepper *create(sim *s) {
    automatic *p = ARENA_NEW(s->a, automatic);
    p->base.kind = &stepper_auto;
    p->now = stepper_dop853.create(s);
    p->limit = fmin(STABILITY_LIMIT, IDLE_LIMIT * pow(s->tolerance, 0.125));
    s->result->method = "auto: dop853";
    return &p->base;
}

static bool begin(sim *s, stepper *base) {
    automatic *p = (automatic *)base;
    return p->now->kind->begin(s, p->now);
}

static void judge(const sim *s, automatic *p) {
    if (dop853_stiffness(s, p->now) > p->limit) {
        p->stiff++;
        p->calm = 0;
    } else if (++p->calm == CALM_AFTER)
        p->stiff = 0;
}

static double step(sim *s, stepper *base, double limit) {
    automatic *p = (automatic *)base;
    double taken = p->now->kind->step(s, p->now, limit);
    if (taken > 0 && p->now->kind == &stepper_dop853)
        judge(s, p);
    return taken;
}

static bool again(sim *s, stepper *base, double h, double *out) {
    automatic *p = (automatic *)base;
    return p->now->kind->again(s, p->now, h, out);
}

static bool prepare_dense(sim *s, stepper *base, double h, const double *out) {
    automatic *p = (automatic *)base;
    return p->now->kind->prepare_dense(s, p->now, h, out);
}

static void dense(const sim *s, const stepper *base, double theta, double *y) {
    const automatic *p = (const automatic *)base;
    p->now->kind->dense(s, p->now, theta, y);
}

/* From the present state on. Without an implicit stepper the explicit one goes on, as long as it takes. */
static void answer_stiffness(sim *s, automatic *p) {
    p->told = true;
    if (stepper_cvode.missing) {
        s->result->method = arena_printf(s->a, "auto: dop853, stiff from t = %.4g s on (built without %s)", s->t,
                                         stepper_cvode.missing);
        return;
    }
    stepper *implicit = stepper_cvode.create(s);
    if (!implicit->kind->begin(s, implicit)) {
        implicit->kind->destroy(implicit);
        return;
    }
    p->now = implicit;
    s->result->method = arena_printf(s->a, "auto: dop853, cvode from t = %.4g s", s->t);
}

static void advance(sim *s, stepper *base, double t, const double *out) {
    automatic *p = (automatic *)base;
    p->now->kind->advance(s, p->now, t, out);
    if (p->stiff >= STIFF_AFTER && !p->told)
        answer_stiffness(s, p);
}

static void destroy(stepper *base) {
    automatic *p = (automatic *)base;
    if (p->now->kind->destroy)
        p->now->kind->destroy(p->now);
}

const sim_stepper stepper_auto = {
    .name = "auto",
    .what = "dop853 as long as the motion is not stiff, cvode from then on",
    .order = 8,
    .create = create,
    .begin = begin,
    .step = step,
    .again = again,
    .prepare_dense = prepare_dense,
    .dense = dense,
    .advance = advance,
    .destroy = destroy,
};
