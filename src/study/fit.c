/* A fit: local searches from the present values and from the best of Sobol's points, with the noise of each channel
   taken from what is left over. */
#include "study/fit.h"

#include <math.h>
#include <string.h>

#include "base/check.h"
#include "base/sort.h"
#include "study/design.h"
#include "study/fit_runs.h"
#include "study/judgement.h"

enum { MOST_STEPS = 200, FEW_STEPS = 12, MOST_PASSES = 12, SAMPLES_EACH = 16, MOST_SAMPLES = 160 };
static const double near = 0.15; /* of the box: starts are further apart */
static const double look = 0.4;  /* of the time: what samples are judged by */
static const double leash = 0.3; /* of what a short time does not show */
static const double same_noise = 1e-3;
static const double same_cost = 1e-4; /* searches that agree */

/* Where a search begins or ended. */
typedef struct candidate {
    double *x, cost;
    bool used;
} candidate;

typedef struct fitting {
    const fit_job *job;
    fit_runs *w;
    size_t n;
    marquardt_job search;
    arena *a;
} fitting;

static bool stopped(void *user) {
    return ((const fit_runs *)user)->stopped;
}

/* --- Noise --- */

/* Before anything is known: how far each channel's values lie from their mean, as if the model said nothing. */
static void guess_noise(const fitting *f) {
    const fit_job *job = f->job;
    for (size_t c = 0; c < job->channel_count; c++) {
        double count = 0, sum = 0, squares = 0;
        for (size_t d = 0; d < job->data_count; d++)
            for (size_t i = 0; i < job->data[d].count; i++) {
                const double y = job->data[d].values[i * job->channel_count + c];
                count += !isnan(y);
                sum += isnan(y) ? 0 : y;
                squares += isnan(y) ? 0 : y * y;
            }
        const double variance = count > 0 ? squares / count - sum / count * (sum / count) : 0;
        f->w->noise[c] = !isnan(job->noise[c]) ? job->noise[c] : variance > 0 ? sqrt(variance) : 1;
    }
}

static bool is_less(const void *a, const void *b) {
    return *(const double *)a < *(const double *)b;
}

/* The root mean square of a channel's residuals; with a robust loss what outliers do not move: 1.4826 times the median
   of their sizes. */
static double spread_of(const fitting *f, const double *r, size_t channel, size_t *count) {
    const fit_job *job = f->job;
    double *sizes = ARENA_ARRAY(f->a, double, f->w->rows + 1), squares = 0;
    size_t row = 0;
    *count = 0;
    for (size_t d = 0; d < job->data_count; d++)
        for (size_t i = 0; i < job->data[d].count * job->channel_count; i++) {
            if (isnan(job->data[d].values[i]))
                continue;
            if (i % job->channel_count == channel) {
                sizes[(*count)++] = fabs(r[row]) * f->w->noise[channel];
                squares += pow(r[row] * f->w->noise[channel], 2);
            }
            row++;
        }
    if (!*count || job->loss == LOSS_SQUARES)
        return *count ? sqrt(squares / (double)*count) : 0;
    base_sort(sizes, *count, sizeof *sizes, is_less, f->a);
    return 1.4826 * sizes[*count / 2];
}

/* The noise that the residuals show; true once it no longer changes what a search would find. */
static bool settle_noise(const fitting *f, const double *r, const double *least) {
    const fit_job *job = f->job;
    const double freedom = (double)f->w->rows - (double)f->n;
    const double share = freedom > 0 ? sqrt((double)f->w->rows / freedom) : 1;
    bool settled = true;
    size_t count, unknown = 0;
    for (size_t c = 0; c < job->channel_count; c++) {
        if (!isnan(job->noise[c]))
            continue;
        const double noise = fmax(share * spread_of(f, r, c, &count), least[c]);
        settled = settled && fabs(noise - f->w->noise[c]) <= same_noise * noise;
        f->w->noise[c] = count ? noise : f->w->noise[c];
        unknown++;
    }
    return settled || (unknown == 1 && job->channel_count == 1 && job->loss == LOSS_SQUARES);
}

/* --- Starts --- */

static bool has_box(const fitting *f, size_t k) {
    return isfinite(f->job->high[k] - f->job->low[k]);
}

/* How many unknowns have room that can be sampled. */
static design_axis *make_box(const fitting *f, size_t *count) {
    design_axis *axes = ARENA_ARRAY(f->a, design_axis, f->n + 1);
    *count = 0;
    for (size_t k = 0; k < f->n; k++)
        if (has_box(f, k))
            axes[(*count)++] = (design_axis){.low = f->job->low[k], .high = f->job->high[k]};
    return axes;
}

static double cost_at(const fitting *f, const double *x, double *r) {
    if (!study_fit_runs_evaluate(f->w, x, r, NULL))
        return INFINITY;
    double sum = 0;
    for (size_t i = 0; i < f->w->rows; i++)
        sum += study_marquardt_cost(f->job->loss, r[i]);
    return sum;
}

/* How many there are: fewer than asked for if the search is interrupted. */
static size_t sample(const fitting *f, candidate *all) {
    size_t axes, count, made = 0;
    design points = {.axes = make_box(f, &axes), .kind = DESIGN_SOBOL};
    points.axis_count = axes;
    if (!axes || f->job->starts < 2)
        return 0;
    points.kind = axes <= DESIGN_SOBOL_AXES ? DESIGN_SOBOL : DESIGN_RANDOM;
    points.count = count = axes * SAMPLES_EACH < MOST_SAMPLES ? axes * SAMPLES_EACH : MOST_SAMPLES;
    double *u = ARENA_ARRAY(f->a, double, axes), *r = ARENA_ARRAY(f->a, double, f->w->rows + 1);
    for (; made < count && !f->w->stopped; made++) {
        candidate *c = &all[made];
        study_design_point(&points, made, u);
        c->x = ARENA_ARRAY(f->a, double, f->n);
        for (size_t k = 0, next = 0; k < f->n; k++)
            c->x[k] = has_box(f, k) ? u[next++] : f->job->present[k];
        c->cost = cost_at(f, c->x, r);
    }
    return made;
}

static double distance(const fitting *f, const double *x, const double *y) {
    double most = 0;
    for (size_t k = 0; k < f->n; k++)
        if (has_box(f, k) && f->job->high[k] > f->job->low[k])
            most = fmax(most, fabs(x[k] - y[k]) / (f->job->high[k] - f->job->low[k]));
    return most;
}

/* The best sample that is far from those already used; NULL. */
static candidate *next_start(const fitting *f, candidate *all, size_t count) {
    candidate *best = NULL;
    for (size_t i = 0; i < count; i++) {
        bool fits = !all[i].used && isfinite(all[i].cost) && (!best || all[i].cost < best->cost);
        for (size_t k = 0; fits && k < count; k++)
            fits = !all[k].used || distance(f, all[i].x, all[k].x) > near;
        best = fits ? &all[i] : best;
    }
    if (best)
        best->used = true;
    return best;
}

/* --- Searches --- */

static void record(const fitting *f, fit *out, const marquardt_found *found) {
    out->searches++;
    out->end = f->w->stopped ? FIT_STOPPED : found->end == MARQUARDT_TOO_MANY ? FIT_TOO_MANY : FIT_FOUND;
}

/* From one start: what swings is followed for a short time first, lest it is fitted a whole turn too early or late. */
static marquardt_found search_from(const fitting *f, double *x, fit *out) {
    static const double shares[] = {0.1, 0.15, 0.22, 0.33, 0.5, 0.75, 1};
    marquardt_job part = f->search;
    marquardt_found found = {.end = MARQUARDT_NOWHERE};
    for (size_t i = 0; i < sizeof shares / sizeof *shares && !f->w->stopped; i++) {
        f->w->share = shares[i];
        part.most = shares[i] < 1 ? FEW_STEPS : MOST_STEPS;
        part.leash = shares[i] < 1 ? leash : 0;
        found = study_marquardt_search(&part, x, f->a);
        out->steps += found.steps;
    }
    f->w->share = 1;
    return found;
}

/* From the present values and from others; false if none has residuals. The best is in x. */
static bool search_all(const fitting *f, fit *out, double *x) {
    candidate *samples = ARENA_ARRAY(f->a, candidate, MOST_SAMPLES + 1);
    f->w->share = look;
    const size_t count = sample(f, samples);
    double best = INFINITY, costs[64];
    candidate present = {.x = ARENA_ARRAY(f->a, double, f->n)}, *from = &present;
    memcpy(present.x, f->job->present, f->n * sizeof *x);
    for (int i = 0; from && i < f->job->starts && i < 64; i++, from = next_start(f, samples, count)) {
        double *at = ARENA_ARRAY(f->a, double, f->n);
        memcpy(at, from->x, f->n * sizeof *at);
        const marquardt_found found = search_from(f, at, out);
        if (found.end == MARQUARDT_NOWHERE && i == 0)
            out->trouble = f->w->trouble;
        if (found.end == MARQUARDT_NOWHERE)
            continue;
        costs[out->searches] = found.cost;
        record(f, out, &found);
        if (found.cost < best)
            memcpy(x, at, f->n * sizeof *x);
        best = fmin(best, found.cost);
    }
    for (int i = 0; i < out->searches; i++)
        out->agreeing += costs[i] <= best * (1 + same_cost) + same_cost * 1e-6 * (double)f->w->rows;
    return isfinite(best);
}

/* The search again with the noise that the last one has left, until that stays. */
static marquardt_found polish(const fitting *f, fit *out, double *x) {
    double *least = ARENA_ARRAY(f->a, double, f->job->channel_count + 1);
    for (size_t c = 0; c < f->job->channel_count; c++)
        least[c] = 1e-9 * f->w->noise[c];
    marquardt_found found = study_marquardt_search(&f->search, x, f->a);
    out->steps += found.steps;
    for (int pass = 0; pass < MOST_PASSES && !f->w->stopped && found.end != MARQUARDT_NOWHERE; pass++) {
        const bool settled = settle_noise(f, found.r, least);
        found = study_marquardt_search(&f->search, x, f->a);
        out->steps += found.steps;
        if (settled)
            break;
    }
    out->end = f->w->stopped ? FIT_STOPPED : found.end == MARQUARDT_TOO_MANY ? FIT_TOO_MANY : FIT_FOUND;
    return found;
}

static void fill(const fitting *f, fit *out, const double *x, const marquardt_found *found) {
    const fit_job *job = f->job;
    out->count = f->w->rows;
    out->freedom = f->w->rows > f->n ? f->w->rows - f->n : 0;
    out->spread = ARENA_ARRAY(f->a, double, job->channel_count + 1);
    out->measured = ARENA_ARRAY(f->a, size_t, job->channel_count + 1);
    for (size_t c = 0; c < job->channel_count; c++)
        out->spread[c] = spread_of(f, found->r, c, &out->measured[c]);
    study_fit_runs_evaluate(f->w, x, found->r, NULL);
    out->model = f->w->curve;
    out->outside = f->w->outside;
    study_judgement_make(f->w, x, found, out, f->a);
}

fit study_fit_find(const fit_job *job, arena *a) {
    fitting f = {.job = job, .w = study_fit_runs_create(job, a), .n = study_fit_unknowns(job), .a = a};
    LGR_ASSERT(f.n > 0 && f.w->rows > 0 && job->starts >= 1);
    fit out = {.unknown_count = f.n};
    f.search = (marquardt_job){.n = f.n,
                               .rows = f.w->rows,
                               .low = job->low,
                               .high = job->high,
                               .sizes = f.w->sizes,
                               .loss = job->loss,
                               .evaluate = study_fit_runs_evaluate,
                               .stop = stopped,
                               .user = f.w,
                               .most = MOST_STEPS};
    double *x = ARENA_ARRAY(a, double, f.n);
    memcpy(x, job->present, f.n * sizeof *x);
    guess_noise(&f);
    if (search_all(&f, &out, x)) {
        const marquardt_found found = polish(&f, &out, x);
        if (found.end != MARQUARDT_NOWHERE)
            fill(&f, &out, x, &found);
        else
            out.end = f.w->stopped ? FIT_STOPPED : FIT_NOWHERE;
    } else
        out.end = f.w->stopped ? FIT_STOPPED : FIT_NOWHERE;
    if (out.end == FIT_NOWHERE && !out.trouble)
        out.trouble = f.w->trouble ? f.w->trouble : "no run has values at the measured instants";
    out.by_differences = f.w->by_differences;
    out.doubt = f.w->doubt;
    out.runs = f.w->runs;
    study_fit_runs_destroy(f.w);
    return out;
}
