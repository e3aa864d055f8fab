/* The explicit Runge-Kutta method of order 8(5,3) with error control and dense output (Hairer, Norsett, Wanner II.10).
 */
#include <math.h>
#include <string.h>

#include "sim/dop853_table.h"
#include "sim/pairs.h"
#include "sim/step_control.h"
#include "sim/watch.h"

typedef struct dop853 {
    stepper base;
    double *k[DOP_ALL_STAGES]; /* k[12]: the derivative at the end of the step */
    double *trial;
    double *polynomial[DOP_DENSE];
    double *origin; /* the state at the beginning of the step */
    double *landed; /* the end of the step before it is moved onto the constraints */
    double t;
    step_control control;
} dop853;

static stepper *create(sim *s) {
    arena *a = s->a;
    size_t room = s->y_cap + PAIR;
    dop853 *p = ARENA_NEW(a, dop853);
    p->base.kind = &stepper_dop853;
    p->control = step_control_new();
    double **arrays[] = {&p->trial, &p->origin, &p->landed};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        *arrays[i] = ARENA_ARRAY(a, double, room);
    for (int i = 0; i < DOP_ALL_STAGES; i++)
        p->k[i] = ARENA_ARRAY(a, double, room);
    for (int i = 0; i < DOP_DENSE; i++)
        p->polynomial[i] = ARENA_ARRAY(a, double, room);
    return &p->base;
}

static void restart(stepper *base) {
    ((dop853 *)base)->control = step_control_new();
}

/* The sum of factor * weights[j] k[j] of the pair from number i on. It is unrolled wherever it stands, and weights of 0
   fall away. */
static inline __attribute__((always_inline)) pair weigh(const dop853 *p, double factor, const double *weights,
                                                        int stages, size_t i) {
    pair sum = {0};
    _Pragma("GCC unroll 16") for (int j = 0; j < stages; j++) if (weights[j] != 0) sum +=
        factor * weights[j] * PAIR_AT(p->k[j], i);
    return sum;
}

/* The state at each stage; that of DOP_STAGES is the end of the step. */
#define STAGE(s)                                                                                                       \
    static void stage_##s(const dop853 *p, double h, size_t size, double *to) {                                        \
        for (size_t i = 0; i < size; i += PAIR)                                                                        \
            PAIR_AT(to, i) = weigh(p, h, dop_a[s], s, i) + PAIR_AT(p->origin, i);                                      \
    }
STAGE(1)
STAGE(2)
STAGE(3)
STAGE(4)
STAGE(5)
STAGE(6)
STAGE(7)
STAGE(8)
STAGE(9)
STAGE(10)
STAGE(11)
STAGE(12)
STAGE(13)
STAGE(14)
STAGE(15)

static void (*const stages[DOP_ALL_STAGES])(const dop853 *p, double h, size_t size, double *to) = {
    NULL,    stage_1, stage_2,  stage_3,  stage_4,  stage_5,  stage_6,  stage_7,
    stage_8, stage_9, stage_10, stage_11, stage_12, stage_13, stage_14, stage_15};

/* Goes to a stage of the step and evaluates there. */
static bool visit(sim *s, dop853 *p, int stage, double h) {
    stages[stage](p, h, state_size(s, s->mode), p->trial);
    return motion_evaluate(s, p->t + dop_c[stage] * h, p->trial, p->k[stage]);
}

/* Work is not controlled: it follows the motion. Integrals of reports are, unless they have no value: then the report
   has none, and the motion goes on. */
static double error_norm(const sim *s, const dop853 *p, double h) {
    size_t motion = 2 * (size_t)s->mode->n, size = state_size(s, s->mode), count = 0;
    double e5 = 0, e3 = 0;
    for (size_t first = 0; first < size; first += PAIR) {
        pair fifth = weigh(p, 1, dop_e5, DOP_STAGES, first), third = weigh(p, 1, dop_e3, DOP_STAGES, first);
        for (size_t i = first; i < size && i < first + PAIR; i++) {
            double a = fifth[i - first], b = third[i - first], end = p->landed[i];
            double scale = error_scale(s->tolerance, p->origin[i], end), weight = 1 / (scale * scale);
            if (i == motion || (i > motion && !isfinite(a + b + end)))
                continue;
            e5 += a * a * weight;
            e3 += b * b * weight;
            count++;
        }
    }
    return error_of_step(h, e5, e3, (double)count);
}

/* The square of a motion's size, or of the difference of two, in what errors are measured by. */
static double norm(const sim *s, const dop853 *p, const double *x, const double *less) {
    double sum = 0;
    for (int i = 0; i < 2 * s->mode->n; i++) {
        double part = (x[i] - (less ? less[i] : 0)) / error_scale(s->tolerance, p->origin[i], p->origin[i]);
        sum += part * part;
    }
    return sum / fmax(1, 2 * s->mode->n);
}

/* A first step size, from the rates here and how they change over a short step of Euler's method (Hairer, Norsett,
   Wanner II.4). */
static double guess(sim *s, dop853 *p, double limit) {
    double rate = sqrt(norm(s, p, p->k[0], NULL)),
           h = step_control_guess(norm(s, p, p->origin, NULL), rate * rate, limit);
    for (size_t i = 0; i < state_size(s, s->mode); i++)
        p->trial[i] = p->origin[i] + h * p->k[0][i];
    bool known = motion_evaluate(s, p->t + h, p->trial, p->k[1]);
    double change = sqrt(norm(s, p, p->k[1], p->k[0])) / h;
    motion_evaluate(s, p->t, p->origin, p->k[0]);
    return known && isfinite(change) ? step_control_first(h, fmax(rate, change), limit) : h;
}

step_control *dop853_control(stepper *base) {
    return &((dop853 *)base)->control;
}

void dop853_resume(sim *s, stepper *base) {
    dop853 *p = (dop853 *)base;
    p->t = s->t;
    memcpy(p->origin, s->y, state_size(s, s->mode) * sizeof *s->y);
    if (!motion_evaluate(s, s->t, s->y, p->k[0]))
        p->k[0][0] = NAN;
}

static bool begin(sim *s, stepper *base) {
    dop853 *p = (dop853 *)base;
    dop853_resume(s, base);
    step_control_restart(&p->control);
    if (p->control.size == 0)
        p->control.size = s->options.first_step > 0 ? s->options.first_step : guess(s, p, s->t_end - s->t);
    return true;
}

/* A trial step of size h into `out`; the relative error (accepted if <= 1), or infinity. */
static double try_step(sim *s, dop853 *p, double h, double *out) {
    size_t size = state_size(s, s->mode);
    watch_look_away(s);
    if (!isfinite(p->k[0][0]))
        return INFINITY;
    for (int i = 1; i < DOP_STAGES; i++) {
        if (!visit(s, p, i, h))
            return INFINITY;
        watch_look(s);
    }
    watch_has_seen(s);
    stages[DOP_STAGES](p, h, size, p->landed);
    copy_in_pairs(out, p->landed, size);
    return error_norm(s, p, h);
}

/* Projects the end of the trial and evaluates the derivative there. */
static bool accept(sim *s, dop853 *p, double h, double *out) {
    s->at_end = true;
    return motion_project(s, p->t + h, out, p->k[DOP_STAGES]);
}

static bool again(sim *s, stepper *base, double h, double *out) {
    dop853 *p = (dop853 *)base;
    try_step(s, p, h, out);
    return accept(s, p, h, out);
}

/* How far the end was moved onto the constraints, in the unit of the error: about as far as the step erred, but where
   constraints become dependent and the way on is lost. */
static double moved(const sim *s, const dop853 *p, const double *out) {
    double most = 0;
    for (int i = 0; i < 2 * s->mode->n; i++)
        most = greater_of(fabs(out[i] - p->landed[i]) / error_scale(s->tolerance, p->origin[i], out[i]), most);
    return most;
}

static bool accept_near(sim *s, dop853 *p, double h, double *out) {
    return accept(s, p, h, out) && (!s->mode->m || moved(s, p, out) <= FARTHEST_MOVE);
}

/* Trial steps until one is accepted; its size, or 0 if they became too small. */
static double step(sim *s, stepper *base, double limit) {
    dop853 *p = (dop853 *)base;
    double h = step_control_begin(&p->control, limit);
    while (h > 0) {
        double error = try_step(s, p, h, s->next_y), factor = step_factor(error, p->control.last_error);
        if (error <= 1 && accept_near(s, p, h, s->next_y)) {
            step_control_accept(&p->control, h, error, factor);
            return h;
        }
        s->result->rejected++;
        h = step_control_reject(&p->control, s->t, h, error, factor);
    }
    return 0;
}

double dop853_stiffness(const sim *s, const stepper *base) {
    const dop853 *p = (const dop853 *)base;
    double slope = 0, distance = 0;
    for (size_t i = 0; i < 2 * (size_t)s->mode->n; i++) { /* the last stage and the end are at the same time */
        double df = p->k[DOP_STAGES][i] - p->k[DOP_STAGES - 1][i], dy = s->next_y[i] - p->trial[i];
        slope += df * df;
        distance += dy * dy;
    }
    return distance > 0 ? p->control.taken * sqrt(slope / distance) : 0;
}

static bool prepare_dense(sim *s, stepper *base, double h, const double *out) {
    dop853 *p = (dop853 *)base;
    size_t size = state_size(s, s->mode);
    for (int i = DOP_STAGES + 1; i < DOP_ALL_STAGES; i++)
        if (!visit(s, p, i, h))
            return false;
    for (size_t i = 0; i < size; i++) {
        double dy = out[i] - p->origin[i];
        p->polynomial[0][i] = dy;
        p->polynomial[1][i] = h * p->k[0][i] - dy;
        p->polynomial[2][i] = 2 * dy - h * (p->k[DOP_STAGES][i] + p->k[0][i]);
    }
    for (int r = 3; r < DOP_DENSE; r++)
        for (size_t i = 0; i < size; i += PAIR)
            PAIR_AT(p->polynomial[r], i) = h * weigh(p, 1, dop_d[r - 3], DOP_ALL_STAGES, i);
    return true;
}

static void dense(const sim *s, const stepper *base, double theta, double *y) {
    const dop853 *p = (const dop853 *)base;
    size_t size = state_size(s, s->mode);
    for (size_t i = 0; i < size; i++) {
        double x = 0;
        for (int r = DOP_DENSE - 1; r >= 0; r--)
            x = (x + p->polynomial[r][i]) * (r % 2 ? 1 - theta : theta);
        y[i] = p->origin[i] + x;
    }
}

/* One of dop_sampled. */
static double stage(const sim *s, const stepper *base, int which, double h, double *y, const double **accelerations) {
    const dop853 *p = (const dop853 *)base;
    *accelerations = p->k[which] + s->mode->n;
    if (which == DOP_STAGES)
        memcpy(y, s->next_y, 2 * (size_t)s->mode->n * sizeof *y);
    else
        stages[which](p, h, 2 * (size_t)s->mode->n, y);
    return p->t + dop_c[which] * h;
}

static void advance(sim *s, stepper *base, double t, const double *out) {
    dop853 *p = (dop853 *)base;
    size_t size = state_size(s, s->mode);
    s->t = p->t = t;
    memcpy(s->y, out, size * sizeof *out);
    memcpy(p->origin, out, size * sizeof *out);
    double *first = p->k[0];
    p->k[0] = p->k[DOP_STAGES];
    p->k[DOP_STAGES] = first;
}

const sim_stepper stepper_dop853 = {
    .name = "dop853",
    .what = "explicit Runge-Kutta of order 8(5,3) with dense output, for motions that are not stiff",
    .order = 8,
    .create = create,
    .restart = restart,
    .begin = begin,
    .step = step,
    .again = again,
    .prepare_dense = prepare_dense,
    .dense = dense,
    .stage = stage,
    .advance = advance,
};
