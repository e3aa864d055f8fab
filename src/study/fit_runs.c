/* Runs of a fit: derivatives are carried along the motion and through its events; where that is not possible, by
   differences of runs. */
#include "study/fit_runs.h"

#include <math.h>
#include <string.h>

#include "base/check.h"

/* Of an unknown's size: far above the noise of runs, whose square is far below what a search needs. */
static const double step_size = 1e-4;

size_t study_fit_clock(const fit_job *job, size_t data) {
    return job->param_count + data;
}

size_t study_fit_factor(const fit_job *job, size_t channel) {
    size_t k = job->param_count + (job->clocks ? job->data_count : 0);
    for (size_t c = 0; c < channel; c++)
        k += job->channels[c].scaled;
    return k;
}

size_t study_fit_unknowns(const fit_job *job) {
    return study_fit_factor(job, job->channel_count);
}

static double span_of(const fit_data *d) {
    return d->count && d->t[d->count - 1] > d->t[0] ? d->t[d->count - 1] - d->t[0] : 1;
}

/* What a change of an unknown is measured by: its present value, its room where that is 0. */
static void find_sizes(fit_runs *w) {
    const fit_job *job = w->job;
    for (size_t k = 0; k < study_fit_unknowns(job); k++) {
        const double room = job->high[k] - job->low[k], own = fabs(job->present[k]);
        w->sizes[k] = own > 0 ? own : isfinite(room) && room > 0 ? room : 1;
    }
    for (size_t d = 0; job->clocks && d < job->data_count; d++)
        w->sizes[study_fit_clock(job, d)] = 0.01 * span_of(&job->data[d]);
}

static void count_values(fit_runs *w) {
    const fit_job *job = w->job;
    for (size_t d = 0; d < job->data_count; d++) {
        const size_t count = job->data[d].count * job->channel_count;
        w->count += count;
        for (size_t i = 0; i < count; i++)
            w->rows += !isnan(job->data[d].values[i]);
    }
}

/* Parameters that any experiment sets: behind those that are sought. All are given values in each run, as a run does
   not know the values of those before it. */
static void list_params(fit_runs *w) {
    const fit_job *job = w->job;
    size_t most = job->param_count;
    for (size_t d = 0; d < job->data_count; d++)
        most += job->data[d].set_count;
    w->params = ARENA_ARRAY(w->memory, int, most + 1);
    w->values = ARENA_ARRAY(w->memory, double, most + 1);
    memcpy(w->params, job->params, job->param_count * sizeof *w->params);
    w->param_count = job->param_count;
    for (size_t d = 0; d < job->data_count; d++)
        for (size_t i = 0; i < job->data[d].set_count; i++) {
            size_t k = job->param_count;
            while (k < w->param_count && w->params[k] != job->data[d].set[i])
                k++;
            w->params[k] = job->data[d].set[i];
            w->param_count += k == w->param_count;
        }
}

static size_t most_rows(const fit_job *job) {
    size_t most = 0;
    for (size_t d = 0; d < job->data_count; d++)
        most = job->data[d].count > most ? job->data[d].count : most;
    return most;
}

fit_runs *study_fit_runs_create(const fit_job *job, arena *a) {
    const size_t n = study_fit_unknowns(job);
    fit_runs *w = ARENA_NEW(a, fit_runs);
    *w = (fit_runs){.job = job, .memory = a, .scratch = base_arena_create(), .share = 1};
    w->m = model_copy(job->m, a);
    w->findings = w->m->findings;
    w->kit = sim_kit_create(w->m, &job->options, true, a);
    count_values(w);
    list_params(w);
    w->shifted = ARENA_ARRAY(a, double, most_rows(job) + 1);
    w->sizes = ARENA_ARRAY(a, double, n + 1);
    w->noise = ARENA_ARRAY(a, double, job->channel_count + 1);
    w->ahead = ARENA_ARRAY(a, double, w->rows + 1);
    w->behind = ARENA_ARRAY(a, double, w->rows + 1);
    w->curve = ARENA_ARRAY(a, double, w->count + 1);
    for (size_t c = 0; c < job->channel_count; c++)
        w->noise[c] = 1;
    find_sizes(w);
    return w;
}

void study_fit_runs_destroy(fit_runs *w) {
    sim_kit_dispose(w->kit);
    model_dispose(w->m);
    base_arena_destroy(w->scratch);
}

/* How many rows of an experiment count. */
static size_t rows_that_count(const fit_runs *w, const fit_data *d) {
    size_t count = d->count;
    while (count > 1 && d->t[count - 1] - d->t[0] > w->share * span_of(d))
        count--;
    return count;
}

/* The parameters of one experiment; false if the model cannot have them without being read again. */
static bool assign(fit_runs *w, const double *x, const fit_data *d) {
    const size_t n = w->job->param_count;
    memcpy(w->values, x, n * sizeof *w->values);
    for (size_t k = n; k < w->param_count; k++) {
        w->values[k] = model_value_of(w->job->m, &w->job->m->params[w->params[k]]);
        for (size_t i = 0; i < d->set_count; i++)
            if (d->set[i] == w->params[k])
                w->values[k] = d->set_values[i];
    }
    if (model_assign(w->m, w->params, w->values, w->param_count))
        return true;
    w->trouble = "the model cannot have these values of its parameters";
    return false;
}

static void note_failure(fit_runs *w, const sim_result *r) {
    const finding *f = r->failure;
    for (size_t i = 0; !f && i < diag_count(w->m->findings); i++)
        f = diag_is_warning(diag_at(w->m->findings, i)->code) ? NULL : diag_at(w->m->findings, i);
    w->trouble = f ? base_arena_printf(w->memory, "%s: %s", diag_code_name(f->code), f->message)
                   : "there is no consistent initial state";
}

static bool is_sound(fit_runs *w, const sim_result *r) {
    w->stopped = w->stopped || r->end == SIM_INTERRUPTED;
    if (!r->start_failed && !r->failure && r->measured) {
        if (r->doubts.len && !w->doubt)
            w->doubt =
                base_arena_printf(w->memory, "%s: %s", diag_code_name(r->doubts.at[0]->code), r->doubts.at[0]->message);
        return true;
    }
    note_failure(w, r);
    return false;
}

/* One experiment with its parameters; NULL if the run fails. Lives in w->scratch. */
static const sim_result *run(fit_runs *w, const double *x, size_t data, bool sloped) {
    const fit_job *job = w->job;
    const fit_data *d = &job->data[data];
    const double offset = job->clocks ? x[study_fit_clock(job, data)] : 0;
    if (!assign(w, x, d))
        return NULL;
    int *reducers = ARENA_ARRAY(w->scratch, int, job->channel_count + 1);
    for (size_t c = 0; c < job->channel_count; c++)
        reducers[c] = job->channels[c].reducer;
    for (size_t i = 0; i < d->count; i++)
        w->shifted[i] = d->t[i] + offset;
    const size_t count = rows_that_count(w, d);
    const sim_instants instants = {w->shifted, count, reducers, job->channel_count};
    sim_options o = job->options;
    o.instants = &instants;
    o.until = fmax(w->shifted[count - 1], 0);
    o.sensitive = sloped ? job->params : NULL;
    o.sensitive_count = sloped ? job->param_count : 0;
    w->m->findings = diag_create_like(w->scratch, w->findings);
    const sim_result *r = sim_kit_run_with(w->kit, &o, w->scratch);
    w->runs++;
    const bool sound = is_sound(w, r);
    w->m->findings = w->findings;
    return sound ? r : NULL;
}

static double factor_of(const fit_job *job, const double *x, size_t channel) {
    return job->channels[channel].scaled ? x[study_fit_factor(job, channel)] : 1;
}

/* Where the residuals of an experiment begin. */
typedef struct place {
    size_t row, value, data;
} place;

static void count_outside(fit_runs *w, const sim_result *r, const fit_data *d) {
    for (size_t i = 0; i < rows_that_count(w, d); i++)
        for (size_t c = 0; c < w->job->channel_count; c++)
            if (!isnan(d->values[i * w->job->channel_count + c]))
                w->outside += w->shifted[i] < r->initial.t || w->shifted[i] > r->final.t;
}

/* The derivatives of one residual; false if one has no value. */
static bool take_slopes(const fit_runs *w, const double *x, const sim_result *r, const place *at, size_t i, size_t c,
                        double *J) {
    const fit_job *job = w->job;
    const size_t n = job->param_count, k = i * job->channel_count + c;
    const double factor = factor_of(job, x, c) / w->noise[c];
    bool known = true;
    memset(J, 0, study_fit_unknowns(job) * sizeof *J);
    for (size_t p = 0; p < n; p++) {
        J[p] = factor * r->measured->slopes[k * n + p];
        known = known && isfinite(J[p]);
    }
    if (job->clocks)
        J[study_fit_clock(job, at->data)] = factor * r->measured->rates[k];
    if (job->channels[c].scaled)
        J[study_fit_factor(job, c)] = r->measured->values[k] / w->noise[c];
    return known && (!job->clocks || isfinite(r->measured->rates[k]));
}

/* A value that is too late to count. */
static void leave_out(fit_runs *w, double value, place *at, double *res, double *J) {
    const size_t n = study_fit_unknowns(w->job);
    w->curve[at->value++] = NAN;
    if (isnan(value))
        return;
    res[at->row] = 0;
    if (J)
        memset(J + at->row * n, 0, n * sizeof *J);
    at->row++;
}

/* The residuals of an experiment; false if the model has no value where one was measured. *sloped becomes false where
   derivatives are missing. */
static bool take(fit_runs *w, const double *x, const sim_result *r, place *at, double *res, double *J, bool *sloped) {
    const fit_job *job = w->job;
    const fit_data *d = &job->data[at->data];
    const size_t n = study_fit_unknowns(job), count = rows_that_count(w, d);
    count_outside(w, r, d);
    for (size_t i = 0; i < d->count; i++)
        for (size_t c = 0; c < job->channel_count; c++) {
            const size_t k = i * job->channel_count + c;
            if (i >= count) {
                leave_out(w, d->values[k], at, res, J);
                continue;
            }
            const double own = factor_of(job, x, c) * r->measured->values[k];
            w->curve[at->value++] = own;
            if (isnan(d->values[k]))
                continue;
            if (!isfinite(own)) {
                w->trouble = base_arena_printf(
                    w->memory, "a measured quantity has no value in the motion at t = %.6g s", w->shifted[i]);
                return false;
            }
            res[at->row] = (own - d->values[k]) / w->noise[c];
            if (J && *sloped)
                *sloped = take_slopes(w, x, r, at, i, c, J + at->row * n);
            at->row++;
        }
    return true;
}

static const char *why_not_sloped(const sim_result *r) {
    return r->slopes && r->slopes->trouble ? r->slopes->trouble : "a derivative has no value";
}

/* All experiments at x. */
static bool residuals(fit_runs *w, const double *x, double *r, double *J, bool *sloped) {
    place at = {0};
    w->trouble = NULL;
    w->outside = 0;
    for (; at.data < w->job->data_count; at.data++) {
        const arena_mark mark = base_arena_get_mark(w->scratch);
        const sim_result *run_of = run(w, x, at.data, *sloped && w->job->param_count);
        const bool known = run_of && !w->stopped && take(w, x, run_of, &at, r, J, sloped);
        if (known && J && !*sloped && !w->by_differences)
            w->by_differences = base_arena_printf(w->memory, "%s", why_not_sloped(run_of));
        base_arena_release(w->scratch, mark);
        if (!known)
            return false;
    }
    LGR_ASSERT(at.row == w->rows);
    return true;
}

/* One column of the Jacobian: from both sides, from one where the other has no value. */
static bool fill_column(fit_runs *w, double *x, size_t k, const double *r, double *J) {
    const size_t n = study_fit_unknowns(w->job);
    const double own = x[k], h = step_size * fmax(fabs(own), w->sizes[k]);
    bool sloped = false;
    x[k] = own + h;
    const bool ahead = x[k] <= w->job->high[k] && residuals(w, x, w->ahead, NULL, &sloped);
    x[k] = own - h;
    const bool behind = x[k] >= w->job->low[k] && residuals(w, x, w->behind, NULL, &sloped);
    x[k] = own;
    if (!ahead && !behind)
        return false;
    const double *high = ahead ? w->ahead : r, *low = behind ? w->behind : r;
    for (size_t i = 0; i < w->rows; i++)
        J[i * n + k] = (high[i] - low[i]) / (h * (ahead + behind));
    return true;
}

static bool by_differences(fit_runs *w, const double *x, const double *r, double *J) {
    const size_t n = study_fit_unknowns(w->job);
    double *moved = ARENA_ARRAY(w->scratch, double, n), *curve = ARENA_ARRAY(w->scratch, double, w->count + 1);
    memcpy(moved, x, n * sizeof *moved);
    memcpy(curve, w->curve, w->count * sizeof *curve);
    const size_t outside = w->outside;
    bool known = true;
    for (size_t k = 0; known && k < n; k++)
        known = fill_column(w, moved, k, r, J);
    memcpy(w->curve, curve, w->count * sizeof *curve);
    w->outside = outside;
    return known;
}

bool study_fit_runs_evaluate(void *user, const double *x, double *r, double *J) {
    fit_runs *w = user;
    const arena_mark mark = base_arena_get_mark(w->scratch);
    bool sloped = J && !w->by_differences && w->job->param_count;
    const bool wanted = J != NULL, tried = sloped;
    bool known = residuals(w, x, r, sloped ? J : NULL, &sloped);
    if (known && wanted && !(tried && sloped))
        known = by_differences(w, x, r, J);
    base_arena_release(w->scratch, mark);
    return known;
}
