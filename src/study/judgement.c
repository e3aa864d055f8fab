/* The covariance of unknowns from the Jacobian, (J^T J)^-1 times the variance of the residuals: by the eigenvectors of
   J^T J in scaled unknowns, so that directions in which nothing changes have a name and take nothing with them. With a
   robust loss the asymptotic covariance of Huber (Robust Statistics, 1981, section 7.6). */
#include "study/judgement.h"

#include <math.h>
#include <string.h>

#include "num/jacobi.h"
#include "num/student.h"

static const double confidence = 0.95;
static const double normal_reach =
    1.959963984540054;              /* standard deviations that hold this share of a normal variable */
static const double without = 1e-7; /* of the data's size: an unknown that changes them by less when it doubles */
static const double tied = 1e-10;   /* eigenvalue: the derivatives are known to about six digits */
static const double little = 0.25;  /* weight of an outlier */
static const double takes_part = 0.05;
static const double named_change = 0.01;

typedef struct judgement {
    const fit_runs *w;
    const double *x, *r, *J;
    marquardt_loss loss;
    size_t n, rows;
    double *length; /* of the columns of J; 0: not free */
    double *values, *vectors;
    fit *out;
    arena *a;
} judgement;

static double size_of(const judgement *j, size_t k) {
    return fabs(j->x[k]) > 1e-3 * j->w->sizes[k] ? fabs(j->x[k]) : j->w->sizes[k];
}

/* How large the measured values are, in units of their noise. */
static double data_size(const judgement *j) {
    const fit_job *job = j->w->job;
    double sum = 0;
    for (size_t d = 0; d < job->data_count; d++)
        for (size_t i = 0; i < job->data[d].count * job->channel_count; i++) {
            const double y = job->data[d].values[i];
            sum += isnan(y) ? 0 : pow(y / j->w->noise[i % job->channel_count], 2);
        }
    return sqrt(sum);
}

static double gradient(const judgement *j, size_t k) {
    double g = 0;
    for (size_t i = 0; i < j->rows; i++)
        g += study_marquardt_weight(j->loss, j->r[i]) * j->J[i * j->n + k] * j->r[i];
    return g;
}

static void find_states(judgement *j) {
    const double least = without * data_size(j);
    for (size_t k = 0; k < j->n; k++) {
        double sum = 0;
        for (size_t i = 0; i < j->rows; i++)
            sum += j->J[i * j->n + k] * j->J[i * j->n + k];
        j->length[k] = sqrt(sum);
        const double g = gradient(j, k);
        const fit_job *job = j->w->job;
        fit_state s = j->length[k] * size_of(j, k) <= least ? FIT_WITHOUT
                      : j->x[k] <= job->low[k] && g > 0     ? FIT_AT_LOW
                      : j->x[k] >= job->high[k] && g < 0    ? FIT_AT_HIGH
                                                            : FIT_FREE;
        j->out->unknowns[k] = (fit_unknown){.value = j->x[k], .error = NAN, .low = NAN, .high = NAN, .state = s};
        if (s != FIT_FREE)
            j->length[k] = 0;
    }
}

/* Of J^T J with columns of length 1; unknowns that are not free keep to themselves. */
static void find_directions(judgement *j) {
    double *A = ARENA_ARRAY(j->a, double, j->n * j->n);
    for (size_t p = 0; p < j->n; p++)
        for (size_t q = 0; q < j->n; q++) {
            double sum = 0;
            for (size_t i = 0; i < j->rows && j->length[p] > 0 && j->length[q] > 0; i++)
                sum += j->J[i * j->n + p] / j->length[p] * (j->J[i * j->n + q] / j->length[q]);
            A[p * j->n + q] = p == q ? 1 : sum;
        }
    num_jacobi_eigen(A, (int)j->n, j->values, j->vectors);
}

/* A direction that nothing measured depends on: unknowns that take part in it are tied. */
static void tie(judgement *j, size_t direction) {
    const double *v = j->vectors + direction * j->n;
    double *change = ARENA_ARRAY(j->a, double, j->n), most = 0, largest = 0;
    for (size_t k = 0; k < j->n; k++) {
        change[k] = j->length[k] > 0 ? v[k] / j->length[k] / size_of(j, k) : 0;
        most = fmax(most, fabs(change[k]));
        largest = fmax(largest, fabs(v[k]));
    }
    size_t first = 0;
    while (first < j->n && fabs(change[first]) < takes_part * most)
        first++;
    const double scale = copysign(named_change / most, change[first]);
    for (size_t k = 0; k < j->n; k++) {
        const bool part = fabs(v[k]) > takes_part * largest || fabs(change[k]) > takes_part * most;
        change[k] = part ? scale * change[k] : 0;
        if (part)
            j->out->unknowns[k].state = FIT_TIED;
    }
    j->out->ties[j->out->tie_count++] = change;
}

/* The variance of a residual in its own units, as the unknowns see it: 1 where the noise was taken from the residuals
   by least squares. */
static double variance(const judgement *j) {
    double squares = 0, inner = 0;
    for (size_t i = 0; i < j->rows; i++) {
        const double w = study_marquardt_weight(j->loss, j->r[i]), h = 1e-4;
        squares += w * w * j->r[i] * j->r[i];
        inner += (study_marquardt_weight(j->loss, j->r[i] + h) * (j->r[i] + h) -
                  study_marquardt_weight(j->loss, j->r[i] - h) * (j->r[i] - h)) /
                 (2 * h);
    }
    const double mean = inner / (double)j->rows;
    return mean > 0 && j->out->freedom ? squares / (double)j->out->freedom / (mean * mean) : NAN;
}

/* The covariance of two scaled unknowns, without the directions that are tied. */
static double covariance(const judgement *j, size_t p, size_t q) {
    double sum = 0;
    for (size_t d = j->out->tie_count; d < j->n; d++)
        sum += j->vectors[d * j->n + p] * j->vectors[d * j->n + q] / j->values[d];
    return sum;
}

/* The noise of channels that was given, not found, leaves no doubt about the variance. */
static bool is_variance_known(const judgement *j) {
    bool given = j->loss == LOSS_SQUARES;
    for (size_t c = 0; c < j->w->job->channel_count; c++)
        given = given && !isnan(j->w->job->noise[c]);
    return given;
}

/* How many standard deviations an interval reaches; NaN: residuals that are all 0 say nothing of their variance. */
static double reach_of(const judgement *j) {
    if (is_variance_known(j))
        return normal_reach;
    return j->out->freedom ? num_student_reach(confidence, (double)j->out->freedom) : NAN;
}

static void find_intervals(judgement *j) {
    const double s2 = is_variance_known(j) ? 1 : variance(j), reach = reach_of(j);
    for (size_t k = 0; k < j->n; k++) {
        fit_unknown *u = &j->out->unknowns[k];
        if (u->state != FIT_FREE)
            continue;
        u->error = sqrt(s2 * covariance(j, k, k)) / j->length[k];
        u->low = u->value - reach * u->error;
        u->high = u->value + reach * u->error;
    }
    for (size_t p = 0; p < j->n; p++)
        for (size_t q = 0; q < j->n; q++) {
            const bool both = j->out->unknowns[p].state == FIT_FREE && j->out->unknowns[q].state == FIT_FREE;
            j->out->correlations[p * j->n + q] =
                both ? covariance(j, p, q) / sqrt(covariance(j, p, p) * covariance(j, q, q)) : NAN;
        }
}

/* Residuals that are noise do not know their successors. */
static void find_succession(judgement *j) {
    const fit_job *job = j->w->job;
    double *last = ARENA_ARRAY(j->a, double, job->channel_count + 1), products = 0, squares = 0;
    size_t row = 0;
    for (size_t d = 0; d < job->data_count; d++) {
        for (size_t c = 0; c < job->channel_count; c++)
            last[c] = 0;
        for (size_t i = 0; i < job->data[d].count * job->channel_count; i++) {
            const size_t c = i % job->channel_count;
            if (isnan(job->data[d].values[i]))
                continue;
            const double own = study_marquardt_weight(j->loss, j->r[row]) * j->r[row];
            products += own * last[c];
            squares += own * own;
            j->out->outliers += study_marquardt_weight(j->loss, j->r[row]) < little;
            last[c] = own;
            row++;
        }
    }
    j->out->succession = squares > 0 ? products / squares : 0;
}

void study_judgement_make(const fit_runs *w, const double *x, const marquardt_found *found, fit *out, arena *a) {
    const size_t n = out->unknown_count;
    out->unknowns = ARENA_ARRAY(a, fit_unknown, n);
    out->correlations = ARENA_ARRAY(a, double, n *n);
    out->ties = ARENA_ARRAY(a, double *, n);
    judgement j = {w,
                   x,
                   found->r,
                   found->J,
                   w->job->loss,
                   n,
                   w->rows,
                   ARENA_ARRAY(a, double, n),
                   ARENA_ARRAY(a, double, n),
                   ARENA_ARRAY(a, double, n *n),
                   out,
                   a};
    find_states(&j);
    find_directions(&j);
    for (size_t d = 0; d < n && j.values[d] < tied * (double)n; d++)
        tie(&j, d);
    find_intervals(&j);
    find_succession(&j);
}
