/* Levenberg and Marquardt (J. J. Moré, The Levenberg-Marquardt algorithm, 1978): steps damped in the scales that the
   Jacobian has shown; unknowns that push against a bound stay on it; robust losses by weights. */
#include "study/marquardt.h"

#include <math.h>
#include <string.h>

#include "base/check.h"
#include "num/dense.h"

static const double huber_bend = 1.345,
                    cauchy_bend = 2.385; /* 95 % as efficient as least squares where all is normal */
static const double least_gain = 1e-10;  /* of a size that a step goes */
static const double least_fall = 1e-14;  /* of the cost, that it promises */
static const double most_damping = 1e16;
static const double longest = 0.5; /* a step, of the room between bounds */

double study_marquardt_cost(marquardt_loss loss, double r) {
    const double x = fabs(r);
    if (loss == LOSS_HUBER && x > huber_bend)
        return huber_bend * (x - huber_bend / 2);
    if (loss == LOSS_CAUCHY)
        return cauchy_bend * cauchy_bend / 2 * log1p(r * r / (cauchy_bend * cauchy_bend));
    return r * r / 2;
}

double study_marquardt_weight(marquardt_loss loss, double r) {
    const double x = fabs(r);
    if (loss == LOSS_HUBER && x > huber_bend)
        return huber_bend / x;
    if (loss == LOSS_CAUCHY)
        return 1 / (1 + r * r / (cauchy_bend * cauchy_bend));
    return 1;
}

typedef struct search {
    const marquardt_job *job;
    double *x, *next, *step;
    double *r, *J, *next_r;
    double *scale; /* the greatest length of each column so far */
    bool *held;
    double *begin; /* where it started */
    double cost, damping, growth;
    int *ints;
    double *stack, *right, *doubles; /* of a decomposition */
} search;

static double cost_of(const marquardt_job *job, const double *r) {
    double sum = 0;
    for (size_t i = 0; i < job->rows; i++)
        sum += study_marquardt_cost(job->loss, r[i]);
    return sum;
}

/* How far an unknown may go, roughly. */
static double room_of(const marquardt_job *job, size_t k) {
    const double room = (job->high[k] - job->low[k]) / 2;
    return isfinite(room) ? room : job->sizes[k];
}

static double pull(const search *s, const double *x, size_t k) {
    return s->job->leash * (x[k] - s->begin[k]) / room_of(s->job, k);
}

static double cost_at(const search *s, const double *x, const double *r) {
    double sum = cost_of(s->job, r);
    for (size_t k = 0; k < s->job->n; k++)
        sum += pull(s, x, k) * pull(s, x, k) / 2;
    return sum;
}

static search begin(const marquardt_job *job, double *x, arena *a) {
    const size_t n = job->n, tall = job->rows + n;
    return (search){.job = job,
                    .x = x,
                    .begin = ARENA_ARRAY(a, double, n),
                    .next = ARENA_ARRAY(a, double, n),
                    .step = ARENA_ARRAY(a, double, n),
                    .r = ARENA_ARRAY(a, double, job->rows),
                    .J = ARENA_ARRAY(a, double, job->rows *n),
                    .next_r = ARENA_ARRAY(a, double, job->rows),
                    .scale = ARENA_ARRAY(a, double, n),
                    .held = ARENA_ARRAY(a, bool, n),
                    .damping = 1e-2,
                    .growth = 2,
                    .ints = ARENA_ARRAY(a, int, n),
                    .stack = ARENA_ARRAY(a, double, tall *n),
                    .right = ARENA_ARRAY(a, double, tall),
                    .doubles = ARENA_ARRAY(a, double, num_cod_doubles((int)tall, (int)n))};
}

/* The gradient of the cost by an unknown, and the lengths of columns. */
static double gradient(search *s, size_t k) {
    const size_t n = s->job->n;
    double g = 0, length = 0;
    for (size_t i = 0; i < s->job->rows; i++) {
        const double w = study_marquardt_weight(s->job->loss, s->r[i]), d = s->J[i * n + k];
        g += w * d * s->r[i];
        length += w * d * d;
    }
    const double tie = s->job->leash / room_of(s->job, k);
    s->scale[k] = fmax(s->scale[k], sqrt(length + tie * tie));
    return g + tie * pull(s, s->x, k);
}

/* Which unknowns lie on a bound and would go beyond it. */
static void hold_at_bounds(search *s) {
    for (size_t k = 0; k < s->job->n; k++) {
        const double g = gradient(s, k);
        s->held[k] = (s->x[k] <= s->job->low[k] && g > 0) || (s->x[k] >= s->job->high[k] && g < 0);
    }
}

/* The step that makes |J step + r|^2 + damping |scale step|^2 least, with weights; unknowns that are held stay. */
static void find_step(search *s) {
    const size_t n = s->job->n, rows = s->job->rows;
    for (size_t i = 0; i < rows; i++) {
        const double w = sqrt(study_marquardt_weight(s->job->loss, s->r[i]));
        for (size_t k = 0; k < n; k++)
            s->stack[i * n + k] = s->held[k] ? 0 : w * s->J[i * n + k];
        s->right[i] = -w * s->r[i];
    }
    for (size_t k = 0; k < n; k++) { /* the damping and the leash of an unknown as one row */
        memset(s->stack + (rows + k) * n, 0, n * sizeof *s->stack);
        const double damp = sqrt(s->damping) * (s->scale[k] > 0 ? s->scale[k] : 1 / s->job->sizes[k]);
        const double tie = s->job->leash / room_of(s->job, k), both = hypot(damp, tie);
        s->stack[(rows + k) * n + k] = s->held[k] ? damp : both;
        s->right[rows + k] = s->held[k] ? 0 : -tie * pull(s, s->x, k) / both;
    }
    num_cod f;
    num_cod_factor(&f, s->stack, (int)(rows + n), (int)n, 1e-15, s->ints, s->doubles);
    num_cod_solve(&f, s->right, s->step);
}

/* Where the step leads within the bounds, and how far that is in parts of the sizes. */
static double limit_step(search *s) {
    double far = 0;
    for (size_t k = 0; k < s->job->n; k++) {
        const double most = longest * room_of(s->job, k), step = fmin(fmax(s->step[k], -most), most);
        const double to =
            s->held[k] ? s->x[k] : s->x[k] + (isfinite(s->job->high[k] - s->job->low[k]) ? step : s->step[k]);
        s->next[k] = fmin(fmax(to, s->job->low[k]), s->job->high[k]);
        s->step[k] = s->next[k] - s->x[k];
        far = fmax(far, fabs(s->step[k]) / fmax(fabs(s->x[k]), s->job->sizes[k]));
    }
    return far;
}

/* By how much the linear model says that the cost falls. */
static double promise(const search *s) {
    const size_t n = s->job->n;
    double fall = 0;
    for (size_t i = 0; i < s->job->rows; i++) {
        const double w = study_marquardt_weight(s->job->loss, s->r[i]);
        double change = 0;
        for (size_t k = 0; k < n; k++)
            change += s->J[i * n + k] * s->step[k];
        fall -= w * change * (s->r[i] + change / 2);
    }
    for (size_t k = 0; k < n; k++) {
        const double change = s->job->leash * s->step[k] / room_of(s->job, k);
        fall -= change * (pull(s, s->x, k) + change / 2);
    }
    return fall;
}

static void accept(search *s, double cost, double ratio) {
    memcpy(s->x, s->next, s->job->n * sizeof *s->x);
    memcpy(s->r, s->next_r, s->job->rows * sizeof *s->r);
    s->cost = cost;
    s->damping *= fmax(1.0 / 10, 1 - pow(2 * ratio - 1, 3));
    s->damping = fmax(s->damping, 1e-12);
    s->growth = 2;
}

/* One accepted step; false where none leads on. */
static bool go(search *s) {
    hold_at_bounds(s);
    for (;;) {
        if (s->job->stop && s->job->stop(s->job->user))
            return false;
        find_step(s);
        const double far = limit_step(s), fall = promise(s);
        if (!(far > least_gain) || !(fall > least_fall * s->cost))
            return false;
        const bool known = s->job->evaluate(s->job->user, s->next, s->next_r, NULL);
        const double cost = known ? cost_at(s, s->next, s->next_r) : INFINITY;
        if (cost < s->cost) {
            accept(s, cost, fmin(1, (s->cost - cost) / fall));
            return true;
        }
        s->damping *= s->growth;
        s->growth *= 2;
        if (s->damping > most_damping)
            return false;
    }
}

marquardt_found study_marquardt_search(const marquardt_job *job, double *x, arena *a) {
    LGR_ASSERT(job->n > 0 && job->rows > 0);
    search s = begin(job, x, a);
    marquardt_found out = {.end = MARQUARDT_CONVERGED, .r = s.r, .J = s.J};
    for (size_t k = 0; k < job->n; k++)
        x[k] = fmin(fmax(x[k], job->low[k]), job->high[k]);
    if (!job->evaluate(job->user, x, s.r, s.J)) {
        out.end = MARQUARDT_NOWHERE;
        return out;
    }
    memcpy(s.begin, x, job->n * sizeof *x);
    s.cost = cost_at(&s, x, s.r);
    while (out.steps < job->most && go(&s)) {
        out.steps++;
        if (!job->evaluate(job->user, x, s.r, s.J))
            break;
    }
    if (out.steps == job->most)
        out.end = MARQUARDT_TOO_MANY;
    if (job->stop && job->stop(job->user))
        out.end = MARQUARDT_STOPPED;
    out.cost = s.cost;
    return out;
}
