/* Points of the multistart search: how they are computed, judged and compared. */
#include "study/hunt.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double kept = 1e-9; /* an excess of a limit, in its scale, that is rounding */

optimum_point study_multistart_make_point(const multistart *h, arena *a) {
    optimum_point p = {.x = ARENA_ARRAY(a, double, h->n),
                       .reports = ARENA_ARRAY(a, double, h->job->report_count + h->limits)};
    p.margins = p.reports + h->job->report_count;
    p.cost = NAN;
    p.excess = INFINITY;
    return p;
}

void study_multistart_copy_point(const multistart *h, optimum_point *to, const optimum_point *from) {
    memcpy(to->x, from->x, h->n * sizeof(double));
    memcpy(to->reports, from->reports, (h->job->report_count + h->limits) * sizeof(double));
    to->cost = from->cost;
    to->excess = from->excess;
}

/* Cost and excess from the reports. */
void study_multistart_judge(const multistart *h, optimum_point *p, bool failed) {
    double y = p->reports[h->job->report];
    p->cost = failed || !isfinite(y) ? NAN : h->job->maximize ? -y : y;
    p->excess = 0;
    for (size_t i = 0; i < h->limits; i++) {
        double excess = p->margins[i] / h->scales[i];
        if (failed || isnan(excess))
            p->excess = INFINITY;
        else if (excess > kept && excess > p->excess)
            p->excess = excess;
    }
}

/* Whether p is better than q: with a value before without, then nearer to the limits, then of less cost. */
bool study_multistart_is_better(const optimum_point *p, const optimum_point *q) {
    if (isnan(p->cost) || isnan(q->cost))
        return !isnan(p->cost) && isnan(q->cost);
    return p->excess != q->excess ? p->excess < q->excess : p->cost < q->cost;
}

static const char *copied(const char *text, arena *a) {
    return *text ? base_arena_copy(a, text, strlen(text)) : NULL;
}

multistart_remarks study_multistart_evaluate(multistart *h, study_evaluator *with, optimum_point *p, double *slopes,
                                             arena *a) {
    arena_mark mark = base_arena_get_mark(a);
    study_evaluation t = study_evaluate_slopes(with, p->x, p->reports, h->job->report_count, slopes, a);
    atomic_fetch_add(&h->runs, 1);
    study_multistart_judge(h, p, t.failed || t.interrupted);
    char why[200], doubt[200]; /* the only things to keep */
    snprintf(why, sizeof why, "%s", t.why ? t.why : "");
    snprintf(doubt, sizeof doubt, "%s", t.doubt ? t.doubt->message : "");
    const char *code = t.doubt ? diag_code_name(t.doubt->code) : NULL;
    base_arena_release(a, mark);
    return (multistart_remarks){copied(why, a), copied(doubt, a), code};
}

static double to_box(const design_axis *axis, double u) {
    return u <= 0 ? axis->low : u >= 1 ? axis->high : axis->low + (axis->high - axis->low) * u;
}

double study_multistart_to_cube(const design_axis *axis, double x) {
    double width = axis->high - axis->low;
    return width > 0 ? fmin(1, fmax(0, (x - axis->low) / width)) : 0;
}

void study_multistart_ask(local_descent *d, const double *u, bool sloped) {
    multistart *h = d->h;
    bool known = d->asked && (!sloped || d->sloped);
    for (size_t i = 0; i < h->n; i++) {
        double x = to_box(&h->job->box[i], u[i]);
        known = known && x == d->last.x[i];
        d->last.x[i] = x;
    }
    if (known)
        return;
    d->asked = true;
    d->sloped = sloped;
    study_multistart_evaluate(h, d->with, &d->last, sloped ? d->slopes : NULL, d->memory);
    d->met_bad = d->met_bad || isnan(d->last.cost);
    if (study_multistart_is_better(&d->last, &d->best))
        study_multistart_copy_point(h, &d->best, &d->last);
}

double study_multistart_cost(const multistart *h, const optimum_point *p) {
    return (p->cost - h->worst) / h->spread;
}

bool study_multistart_may_go_on(const multistart *h) {
    return !atomic_load_explicit(&h->stop, memory_order_relaxed) && atomic_load(&h->runs) < h->job->most;
}
