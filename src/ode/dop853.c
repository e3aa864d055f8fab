/* The explicit Runge-Kutta method of order 8(5,3) with error control and dense output (Hairer, Norsett, Wanner II.10).
 */
#include <math.h>
#include <string.h>

#include "base/check.h"
#include "num/pairs.h"
#include "num/vector.h"
#include "ode/dop853.h"
#include "ode/dop853_sums.h"
#include "ode/singular_step.h"
#include "ode/step_control.h"

typedef struct dop853 {
    ode_stepper base;
    dop_sum *const *sums;
    double size[DOP_WIDEST];   /* of the step at hand, for the sums */
    double *k[DOP_ALL_STAGES]; /* k[12]: the derivative at the end of the step */
    double *trial;
    double *polynomial[DOP_DENSE];
    double *landed;        /* the end of the step before it is moved onto g = 0 */
    double *weight;        /* of errors in the numbers of the state */
    double *fifth, *third; /* sums of its errors; `fifth` serves as scratch too */
    double repeated;       /* the size of the step that the stages are of, if it has been repeated; else NaN */
    double *end;           /* of that */
    double *numbers;       /* all of these, one after the other */
    size_t count;
    step_control control;
    ode_singular singular;
} dop853;

static ode_stepper *create(const ode_system *f, arena *a) {
    size_t room = (f->capacity + ODE_SPARE + 3) / 4 * 4;
    dop853 *p = ARENA_NEW(a, dop853);
    ode_stepper_init(&p->base, &ode_dop853, f, a);
    p->sums = ode_dop853_sums();
    p->control = step_control_new();
    p->repeated = NAN;
    double **single[] = {&p->trial, &p->landed, &p->weight, &p->fifth, &p->third, &p->end};
    enum { SINGLE = sizeof single / sizeof *single };
    p->count = (SINGLE + DOP_ALL_STAGES + DOP_DENSE) * room;
    double *next = p->numbers = ARENA_ARRAY(a, double, p->count);
    for (int i = 0; i < SINGLE; i++, next += room)
        *single[i] = next;
    for (int i = 0; i < DOP_ALL_STAGES; i++, next += room)
        p->k[i] = next;
    for (int i = 0; i < DOP_DENSE; i++, next += room)
        p->polynomial[i] = next;
    return &p->base;
}

static void restart(ode_stepper *base) {
    ((dop853 *)base)->control = step_control_new();
}

static void fill(double *size, double h) {
    for (int i = 0; i < DOP_WIDEST; i++)
        size[i] = h;
}

static double regularity(const dop853 *p) {
    const ode_system *f = p->base.system;
    return f->regularity ? f->regularity(f->self) : 1;
}

/* Goes to a stage of the step and evaluates there; near a singular configuration on g = 0. */
static inline __attribute__((always_inline)) bool visit(dop853 *p, int stage, double h) {
    const ode_system *f = p->base.system;
    p->sums[stage](p->k, p->size, p->base.y, f->size, p->trial);
    double t = p->base.t + dop_c[stage] * h;
    return p->singular.onto ? ode_land(f, t, p->trial, p->k[stage]) : f->rates(f->self, t, p->trial, p->k[stage]);
}

static double error_norm(const dop853 *p, double h) {
    static const double one[DOP_WIDEST] = {1, 1, 1, 1};
    const ode_system *f = p->base.system;
    const size_t size = f->size;
    size_t count = 0;
    double e5 = 0, e3 = 0;
    p->sums[DOP_FIFTH](p->k, one, NULL, size, p->fifth);
    p->sums[DOP_THIRD](p->k, one, NULL, size, p->third);
    f->weigh(f->self, h, p->base.y, p->landed, p->weight);
    for (size_t i = 0; i < size; i++) {
        double a = p->fifth[i], b = p->third[i], end = p->landed[i];
        double weight = p->weight[i];
        if (weight == 0 || (i >= f->measured && !isfinite(a + b + end)))
            continue;
        e5 += (a * weight) * (a * weight);
        e3 += (b * weight) * (b * weight);
        count++;
    }
    return error_of_step(h, e5, e3, (double)count);
}

step_control *ode_dop853_control(ode_stepper *base) {
    LGR_ASSERT(base->method == &ode_dop853);
    return &((dop853 *)base)->control;
}

static void resume(ode_stepper *base) {
    dop853 *p = (dop853 *)base;
    const ode_system *f = p->base.system;
    p->repeated = NAN;
    if (!f->rates(f->self, p->base.t, p->base.y, p->k[0]))
        p->k[0][0] = NAN;
    ode_singular_restart(&p->singular, regularity(p));
}

/* Nothing is known of the steps to come but how fast the rates change. */
static double first_size(const ode_system *f, double limit) {
    static const double part = 1.5;
    return fmin(limit, part * pow(f->tolerance, 1.0 / 8) * f->time_scale);
}

static bool begin(ode_stepper *base, double limit) {
    dop853 *p = (dop853 *)base;
    const ode_system *f = base->system;
    resume(base);
    step_control_restart(&p->control);
    if (p->control.size == 0)
        p->control.size = f->first_step > 0 ? f->first_step : first_size(f, limit);
    return true;
}

static void show_stage(const dop853 *p, int stage) {
    const ode_system *f = p->base.system;
    if (f->watched)
        f->stage(f->self, stage, stage == DOP_STAGES - 1);
}

/* A trial step of size h into `out`; the relative error (accepted if <= 1), or infinity. */
static double try_step(dop853 *p, double h, double *out) {
    const size_t size = p->base.system->size;
    const bool watched = p->base.system->watched;
    fill(p->size, h);
    p->repeated = NAN;
    show_stage(p, 0);
    if (!isfinite(p->k[0][0]))
        return INFINITY;
    for (int i = 1; i < DOP_STAGES; i++) {
        if (!visit(p, i, h))
            return INFINITY;
        if (watched)
            show_stage(p, i);
        if (i == ODE_SINGULAR_ONE || i == ODE_SINGULAR_OTHER)
            p->singular.regularity[i] = regularity(p);
    }
    p->sums[DOP_STAGES](p->k, p->size, p->base.y, size, p->landed);
    copy_in_pairs(out, p->landed, size);
    return error_norm(p, h);
}

/* Projects the end of the trial and evaluates the derivative there. */
static bool accept(dop853 *p, double h, double *out) {
    return ode_land(p->base.system, p->base.t + h, out, p->k[DOP_STAGES]);
}

/* What has just been repeated is there, and only evaluated once more. */
static bool stand_at_end(dop853 *p, double h, double *out) {
    const ode_system *f = p->base.system;
    memcpy(out, p->end, f->size * sizeof *out);
    bool ok = f->rates(f->self, p->base.t + h, out, p->k[DOP_STAGES]);
    show_stage(p, DOP_STAGES - 1);
    return ok;
}

static bool again(ode_stepper *base, double h, double *out) {
    dop853 *p = (dop853 *)base;
    if (h == p->repeated)
        return stand_at_end(p, h, out);
    base->errs = !(try_step(p, h, out) <= ode_singular_error(&p->singular, base->system->tolerance));
    if (!accept(p, h, out))
        return false;
    memcpy(p->end, out, base->system->size * sizeof *out);
    p->repeated = h;
    return true;
}

/* How far the end was moved onto g = 0, in the unit of the error: about as far as the step erred, but where the
   constraints become dependent and the way on is lost. */
static double moved(const dop853 *p, const double *out) {
    const size_t measured = p->base.system->measured, split = p->base.system->split;
    double most = 0, limit[2] = {most_weight_of_move(num_largest(out, (int)split)),
                                 most_weight_of_move(num_largest(out + split, (int)(measured - split)))};
    for (size_t i = 0; i < measured; i++)
        most = greater_of(fabs(out[i] - p->landed[i]) * lesser_of(p->weight[i], limit[i >= split]), most);
    return most;
}

static bool accept_near(dop853 *p, double h, double *out) {
    return accept(p, h, out) && (!p->base.system->project || moved(p, out) <= ODE_FARTHEST_MOVE);
}

static bool is_good(dop853 *p, double h, double error, double *out) {
    return error <= ode_singular_error(&p->singular, p->base.system->tolerance) && accept_near(p, h, out);
}

static void note_rejected(dop853 *p, double h, double error) {
    const ode_system *f = p->base.system;
    p->base.rejected++;
    if (f->rejected)
        f->rejected(f->self, h, error, p->base.y, p->landed);
}

/* Trial steps until one is accepted; its size, or 0 if they became too small. */
static double step(ode_stepper *base, double limit, double *out) {
    dop853 *p = (dop853 *)base;
    double h = ode_singular_begin(&p->singular, step_control_begin(&p->control, limit), limit);
    while (h > 0) {
        double error = try_step(p, h, out), factor = step_factor(error, p->control.last_error);
        if (!is_good(p, h, error, out)) {
            note_rejected(p, h, error);
            h = ode_singular_again(&p->singular, h, step_control_reject(&p->control, base->t, h, error, factor));
            continue;
        }
        double end = regularity(p), shorter = ode_singular_shorter(&p->singular, h, end);
        if (shorter == 0) {
            step_control_accept(&p->control, h, fmin(error, 1), factor); /* leaps may err more */
            ode_singular_accept(&p->singular, h, end);
            return h;
        }
        h = shorter;
    }
    return 0;
}

static void shorten(ode_stepper *base, double size) {
    step_control *c = &((dop853 *)base)->control;
    c->size = fmin(size, c->size);
}

bool ode_dop853_approaches(const ode_stepper *base) {
    LGR_ASSERT(base->method == &ode_dop853);
    return ((const dop853 *)base)->singular.ahead > 0;
}

double ode_dop853_stiffness(const ode_stepper *base, const double *out) {
    LGR_ASSERT(base->method == &ode_dop853);
    const dop853 *p = (const dop853 *)base;
    double slope = 0, distance = 0;
    for (size_t i = 0; i < base->system->measured; i++) { /* the last stage and the end are at the same time */
        double df = p->k[DOP_STAGES][i] - p->k[DOP_STAGES - 1][i], dy = out[i] - p->trial[i];
        slope += df * df;
        distance += dy * dy;
    }
    return distance > 0 ? p->control.taken * sqrt(slope / distance) : 0;
}

static bool prepare_dense(ode_stepper *base, double h, const double *out) {
    LGR_ASSERT(h > 0);
    dop853 *p = (dop853 *)base;
    size_t size = base->system->size;
    fill(p->size, h);
    for (int i = DOP_STAGES + 1; i < DOP_ALL_STAGES; i++)
        if (!visit(p, i, h))
            return false;
    for (size_t i = 0; i < size; i++) {
        double dy = out[i] - base->y[i];
        p->polynomial[0][i] = dy;
        p->polynomial[1][i] = h * p->k[0][i] - dy;
        p->polynomial[2][i] = 2 * dy - h * (p->k[DOP_STAGES][i] + p->k[0][i]);
    }
    for (int r = 3; r < DOP_DENSE; r++)
        p->sums[DOP_COEFFICIENTS + r - 3](p->k, p->size, NULL, size, p->polynomial[r]);
    return true;
}

static void dense(const ode_stepper *base, double theta, double *y) {
    const dop853 *p = (const dop853 *)base;
    size_t size = base->system->size;
    const double left = 1 - theta;
    size_t i = 0;
    for (; i + 1 < size; i += PAIR) {
        pair x = {0, 0};
        for (int r = DOP_DENSE - 1; r >= 0; r--)
            x = (x + PAIR_AT(p->polynomial[r], i)) * (r % 2 ? left : theta);
        PAIR_AT(y, i) = PAIR_AT(base->y, i) + x;
    }
    for (; i < size; i++) {
        double x = 0;
        for (int r = DOP_DENSE - 1; r >= 0; r--)
            x = (x + p->polynomial[r][i]) * (r % 2 ? left : theta);
        y[i] = base->y[i] + x;
    }
}

/* One of dop_sampled. */
static double stage(const ode_stepper *base, int which, double h, const double *out, double *y, const double **rates) {
    const dop853 *p = (const dop853 *)base;
    LGR_ASSERT(which > 0 && which <= DOP_STAGES);
    const size_t measured = base->system->measured;
    *rates = p->k[which];
    double size[DOP_WIDEST];
    fill(size, h);
    if (which < DOP_STAGES)
        p->sums[which](p->k, size, base->y, measured, p->fifth);
    memcpy(y, which < DOP_STAGES ? p->fifth : out, measured * sizeof *y);
    return base->t + dop_c[which] * h;
}

static void advance(ode_stepper *base) {
    dop853 *p = (dop853 *)base;
    p->repeated = NAN;
    memcpy(p->k[0], p->k[DOP_STAGES], base->system->size * sizeof *p->k[0]);
}

static bool visit_memory(ode_stepper *base, void (*piece)(void *user, void *at, size_t size), void *user) {
    dop853 *p = (dop853 *)base;
    piece(user, p->numbers, p->count * sizeof *p->numbers);
    piece(user, &p->repeated, sizeof p->repeated);
    piece(user, &p->control, sizeof p->control);
    piece(user, &p->singular, sizeof p->singular);
    return true;
}

const ode_method ode_dop853 = {
    .name = "dop853",
    .what = "explicit Runge-Kutta of order 8(5,3) with dense output, for motions that are not stiff",
    .order = 8,
    .create = create,
    .restart = restart,
    .begin = begin,
    .resume = resume,
    .step = step,
    .again = again,
    .prepare_dense = prepare_dense,
    .dense = dense,
    .stage = stage,
    .shorten = shorten,
    .advance = advance,
    .visit = visit_memory,
};
