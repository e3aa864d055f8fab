/* Derivatives by forward sensitivity; central differences for those that are missing. */
#include "study/slopes.h"

#include <math.h>
#include <string.h>

/* Of a parameter's size: far above the noise of runs, whose square is far below what the digits shown need. */
static const double step_size = 1e-3;

typedef struct differences {
    const study *s;
    study_evaluator *with;
    size_t report_count;
    double *x, *left, *right;
    slopes_found *found;
} differences;

static bool reports_at(differences *d, size_t i, double x, double *reports, arena *a) {
    double own = d->x[i];
    d->x[i] = x;
    study_evaluation t = study_evaluate(d->with, d->x, reports, d->report_count, a);
    d->x[i] = own;
    for (size_t k = 0; t.failed && k < d->report_count; k++)
        reports[k] = NAN;
    d->found->interrupted = d->found->interrupted || t.interrupted;
    return !d->found->interrupted;
}

static bool fill_column(differences *d, size_t i) {
    double h = step_size * (d->x[i] != 0 ? fabs(d->x[i]) : 1);
    arena *scratch = base_arena_create();
    bool ok = reports_at(d, i, d->x[i] - h, d->left, scratch) && reports_at(d, i, d->x[i] + h, d->right, scratch);
    for (size_t k = 0; ok && k < d->report_count; k++)
        if (d->found->why[k])
            d->found->slopes[k * d->s->param_count + i] = (d->right[k] - d->left[k]) / (2 * h);
    base_arena_destroy(scratch);
    return ok;
}

slopes_found study_slopes_find(const study *s, const double *x, size_t report_count, arena *a) {
    size_t n = s->param_count, rows = report_count + s->margin_count;
    slopes_found found = {.reports = ARENA_ARRAY(a, double, rows + 1),
                          .slopes = ARENA_ARRAY(a, double, rows *n + 1),
                          .why = ARENA_ARRAY(a, const char *, report_count + 1)};
    study_evaluator *with = study_evaluator_create(s);
    study_evaluation t = study_evaluate_slopes(with, x, found.reports, report_count, found.slopes, a);
    differences d = {s,
                     with,
                     report_count,
                     ARENA_ARRAY(a, double, n + 1),
                     ARENA_ARRAY(a, double, rows + 1),
                     ARENA_ARRAY(a, double, rows + 1),
                     &found};
    memcpy(d.x, x, n * sizeof *x);
    found.interrupted = t.interrupted;
    bool missing = false;
    for (size_t k = 0; k < report_count; k++) {
        bool whole = true;
        for (size_t i = 0; i < n; i++)
            whole = whole && isfinite(found.slopes[k * n + i]);
        if (!whole)
            found.why[k] = t.whys && t.whys[k] ? t.whys[k] : t.why ? t.why : "a derivative has no value";
        missing = missing || !whole;
    }
    for (size_t i = 0; missing && !found.interrupted && i < n; i++)
        if (!fill_column(&d, i))
            break;
    study_evaluator_destroy(with);
    return found;
}
