/* The explicit Runge-Kutta method of order 8(5,3) with error control and dense output (Hairer, Norsett, Wanner II.10).
 */
#include <math.h>
#include <string.h>

#include "sim/dop853_sums.h"
#include "sim/leap.h"
#include "sim/pairs.h"
#include "sim/scales.h"
#include "sim/step_control.h"
#include "sim/watch.h"

typedef struct dop853 {
    stepper base;
    double *k[DOP_ALL_STAGES]; /* k[12]: the derivative at the end of the step */
    double *trial;
    double *polynomial[DOP_DENSE];
    double *origin;        /* the state at the beginning of the step */
    double *landed;        /* the end of the step before it is moved onto the constraints */
    double *weight;        /* of errors in the numbers of the state */
    double *fifth, *third; /* sums of its errors; `fifth` serves as scratch too */
    double t;
    step_control control;
    leap leap;
} dop853;

static stepper *create(sim *s) {
    arena *a = s->a;
    size_t room = s->y_cap + PAIR;
    dop853 *p = ARENA_NEW(a, dop853);
    p->base.kind = &stepper_dop853;
    p->control = step_control_new();
    double **arrays[] = {&p->trial, &p->origin, &p->landed, &p->weight, &p->fifth, &p->third};
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

/* Goes to a stage of the step and evaluates there; near a dead point on the constraints. */
static bool visit(sim *s, dop853 *p, int stage, double h) {
    dop_sums[stage](p->k, h, p->origin, state_size(s, s->mode), p->trial);
    double t = p->t + dop_c[stage] * h;
    return p->leap.onto ? motion_project(s, t, p->trial, p->k[stage]) : motion_evaluate(s, t, p->trial, p->k[stage]);
}

/* Work is not controlled: it follows the motion. Integrals of reports are, unless they have no value: then the report
   has none, and the motion goes on. */
static double error_norm(sim *s, const dop853 *p, double h) {
    size_t motion = 2 * (size_t)s->mode->n, size = state_size(s, s->mode), count = 0;
    double e5 = 0, e3 = 0;
    dop_sums[DOP_FIFTH](p->k, 1, NULL, size, p->fifth);
    dop_sums[DOP_THIRD](p->k, 1, NULL, size, p->third);
    scales_weigh(s, h, p->landed, p->weight);
    for (size_t i = 0; i < size; i++) {
        double a = p->fifth[i], b = p->third[i], end = p->landed[i];
        double weight = p->weight[i];
        if (i == motion || (i > motion && !isfinite(a + b + end)))
            continue;
        e5 += (a * weight) * (a * weight);
        e3 += (b * weight) * (b * weight);
        count++;
    }
    return error_of_step(h, e5, e3, (double)count);
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
    leap_restart(&p->leap, motion_trust(s));
}

/* Nothing is known of the steps to come but how fast the motion changes. */
static double first_size(const sim *s) {
    static const double part = 1.5;
    return fmin(s->t_end - s->t, part * pow(s->tolerance, 1.0 / 8) * s->time_scale);
}

static bool begin(sim *s, stepper *base) {
    dop853 *p = (dop853 *)base;
    dop853_resume(s, base);
    step_control_restart(&p->control);
    if (p->control.size == 0)
        p->control.size = s->options.first_step > 0 ? s->options.first_step : first_size(s);
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
        if (i == LEAP_ONE || i == LEAP_OTHER)
            p->leap.trust[i] = motion_trust(s);
    }
    watch_has_seen(s);
    dop_sums[DOP_STAGES](p->k, h, p->origin, size, p->landed);
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
    s->again_errs = !(try_step(s, p, h, out) <= leap_error(&p->leap, s->tolerance));
    return accept(s, p, h, out);
}

/* How far the end was moved onto the constraints, in the unit of the error: about as far as the step erred, but where
   constraints become dependent and the way on is lost. */
static double moved(const sim *s, const dop853 *p, const double *out) {
    const int n = s->mode->n;
    double most = 0, greatest[2] = {0};
    for (int i = 0; i < 2 * n; i++)
        greatest[i >= n] = greater_of(fabs(out[i]), greatest[i >= n]);
    for (int i = 0; i < 2 * n; i++)
        most = greater_of(fabs(out[i] - p->landed[i]) * weight_of_move(p->weight[i], greatest[i >= n]), most);
    return most;
}

static bool accept_near(sim *s, dop853 *p, double h, double *out) {
    return accept(s, p, h, out) && (!s->mode->m || moved(s, p, out) <= FARTHEST_MOVE);
}

static bool is_good(sim *s, dop853 *p, double h, double error) {
    return error <= leap_error(&p->leap, s->tolerance) && accept_near(s, p, h, s->next_y);
}

/* Trial steps until one is accepted; its size, or 0 if they became too small. */
static double step(sim *s, stepper *base, double limit) {
    dop853 *p = (dop853 *)base;
    double h = leap_begin(&p->leap, step_control_begin(&p->control, limit), limit);
    while (h > 0) {
        double error = try_step(s, p, h, s->next_y), factor = step_factor(error, p->control.last_error);
        if (!is_good(s, p, h, error)) {
            s->result->rejected++;
            scales_note_trial(s, error, p->landed);
            h = leap_again(&p->leap, h, step_control_reject(&p->control, s->t, h, error, factor));
            continue;
        }
        double trust = motion_trust(s), shorter = leap_shorter(&p->leap, h, trust);
        if (shorter == 0) {
            step_control_accept(&p->control, h, fmin(error, 1), factor); /* leaps may err more */
            leap_accept(&p->leap, h, trust);
            return h;
        }
        h = shorter;
    }
    return 0;
}

bool dop853_approaches(const stepper *base) {
    return ((const dop853 *)base)->leap.ahead > 0;
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
        dop_sums[DOP_COEFFICIENTS + r - 3](p->k, h, NULL, size, p->polynomial[r]);
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
    const size_t motion = 2 * (size_t)s->mode->n;
    *accelerations = p->k[which] + s->mode->n;
    if (which < DOP_STAGES)
        dop_sums[which](p->k, h, p->origin, motion, p->fifth);
    memcpy(y, which < DOP_STAGES ? p->fifth : s->next_y, motion * sizeof *y);
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
