/* Local searches with derivatives that are integrated along the motion and through its events, and the derivatives at
   the best design. */
#include <math.h>
#include <string.h>

#include "num/dense.h"
#include "study/hunt.h"
#include "study/local.h"

enum { MOST_EACH = 60 };
static const double precision = 1e-9;  /* of the box */
static const double level = 1e-4;      /* of the spread of costs, over the whole box: a derivative that is none */
static const double binding = 1e-7;    /* of a limit's scale, and of the box */
static const double slope_step = 1e-3; /* of the box: far above the noise of runs, far below the size of the box */

/* The derivative of a report or margin, by the number of its row, over the unit cube. */
static double slope_over(const local_descent *d, size_t row, size_t i) {
    const design_axis *axis = &d->h->job->box[i];
    return d->slopes[row * d->h->n + i] * (axis->high - axis->low);
}

static double cost_slope(const local_descent *d, size_t i) {
    const multistart *h = d->h;
    return (h->job->maximize ? -1 : 1) * slope_over(d, h->job->report, i) / h->spread;
}

static double limit_slope(const local_descent *d, size_t k, size_t i) {
    return slope_over(d, d->h->job->report_count + k, i) / d->h->scales[k];
}

/* False where the value or a derivative is missing. */
static bool is_whole(const local_descent *d) {
    const multistart *h = d->h;
    double sum = d->last.cost;
    for (size_t i = 0; i < h->n; i++)
        sum += cost_slope(d, i);
    for (size_t k = 0; k < h->limits; k++) {
        sum += d->last.margins[k];
        for (size_t i = 0; i < h->n; i++)
            sum += limit_slope(d, k, i);
    }
    return isfinite(sum);
}

static bool sloped_value(void *user, const double *u, double *value, double *limits, double *slopes,
                         double *limit_slopes) {
    local_descent *d = user;
    const multistart *h = d->h;
    study_multistart_ask(d, u, true);
    bool whole = is_whole(d);
    *value = whole ? study_multistart_cost(h, &d->last) : 1;
    for (size_t i = 0; i < h->n; i++)
        slopes[i] = whole ? cost_slope(d, i) : 0;
    for (size_t k = 0; k < h->limits; k++) {
        limits[k] = whole ? d->last.margins[k] / h->scales[k] : 1;
        for (size_t i = 0; i < h->n; i++)
            limit_slopes[k * h->n + i] = whole ? limit_slope(d, k, i) : 0;
    }
    return whole && study_multistart_may_go_on(h);
}

/* Whether the derivative of the cost is made up by the limits and bounds that bind, each pushing its way (Karush, Kuhn
   and Tucker). */
static bool is_at_rest(const local_descent *d, const double *u) {
    const multistart *h = d->h;
    size_t n = h->n, count = 0, most = n + h->limits;
    double *A = ARENA_ARRAY(d->memory, double, n *most), *b = ARENA_ARRAY(d->memory, double, n);
    double *push = ARENA_ARRAY(d->memory, double, most);
    for (size_t i = 0; i < n; i++) /* columns by rows of the transpose first */
        if (u[i] <= binding || u[i] >= 1 - binding)
            A[count++ * n + i] = u[i] <= binding ? -1 : 1;
    for (size_t k = 0; k < h->limits; k++)
        if (d->last.margins[k] > -binding * h->scales[k]) {
            for (size_t i = 0; i < n; i++)
                A[count * n + i] = limit_slope(d, k, i);
            count++;
        }
    double *T = ARENA_ARRAY(d->memory, double, n *count + 1), size = 0;
    for (size_t i = 0; i < n; i++) {
        b[i] = -cost_slope(d, i);
        size = fmax(size, fabs(b[i]));
        for (size_t k = 0; k < count; k++)
            T[i * count + k] = A[k * n + i];
    }
    if (!count)
        return size <= level;
    num_cod f;
    num_cod_factor(&f, T, (int)n, (int)count, 1e-9, ARENA_ARRAY(d->memory, int, count),
                   ARENA_ARRAY(d->memory, double, num_cod_doubles((int)n, (int)count)));
    bool rests = num_cod_solve(&f, b, push) <= level * fmax(1, size);
    for (size_t k = 0; k < count; k++)
        rests = rests && push[k] >= -level;
    return rests;
}

bool study_search_by_slopes(local_descent *d) {
    const multistart *h = d->h;
    double *u = ARENA_ARRAY(d->memory, double, h->n);
    optimum_point before = study_multistart_make_point(h, d->memory);
    study_multistart_copy_point(h, &before, &d->best);
    for (size_t i = 0; i < h->n; i++)
        u[i] = study_multistart_to_cube(&h->job->box[i], d->best.x[i]);
    d->slopes = ARENA_ARRAY(d->memory, double, (h->job->report_count + h->limits) * h->n);
    bool came = study_local_descend(h->n, h->limits, u, precision, MOST_EACH * (int)h->n, sloped_value, d, d->memory);
    if (came) {
        study_multistart_ask(d, u, true);
        came =
            is_whole(d) && is_at_rest(d, u) && d->last.excess == 0 && !study_multistart_is_better(&d->best, &d->last);
    }
    d->slopes = NULL;
    if (came || study_multistart_is_better(&d->best, &before))
        d->method = study_local_name(LOCAL_SLSQP);
    return came;
}

/* --- Derivatives at the best design --- */

static double report_at(multistart *h, optimum_point *p, size_t i, double x, arena *a) {
    double own = p->x[i];
    p->x[i] = x;
    study_multistart_evaluate(h, h->with, p, NULL, a);
    p->x[i] = own;
    return p->reports[h->job->report];
}

/* Second order: from both sides, or from one where the box ends. */
static double difference(multistart *h, const optimum *o, size_t i, arena *a) {
    const design_axis *axis = &h->job->box[i];
    double step = slope_step * (axis->high - axis->low), x = o->best.x[i];
    optimum_point p = study_multistart_make_point(h, a);
    study_multistart_copy_point(h, &p, &o->best);
    double y = o->best.reports[h->job->report];
    if (step == 0)
        return NAN;
    const bool starts = x - step<axis->low, ends = x + step> axis->high;
    const double one = report_at(h, &p, i, starts ? x + step : x - step, a);
    const double other = report_at(h, &p, i, starts ? x + 2 * step : ends ? x - 2 * step : x + step, a);
    if (starts)
        return (-3 * y + 4 * one - other) / (2 * step);
    return (ends ? 3 * y - 4 * one + other : other - one) / (2 * step);
}

void study_optimum_slopes(multistart *h, optimum *o, arena *a) {
    size_t n = h->n;
    double *slopes = ARENA_ARRAY(a, double, (h->job->report_count + h->limits) * n);
    optimum_point p = study_multistart_make_point(h, a);
    study_multistart_copy_point(h, &p, &o->best);
    multistart_remarks remarks = study_multistart_evaluate(h, h->with, &p, slopes, a);
    o->doubt = remarks.doubt;
    o->doubt_code = remarks.doubt_code;
    bool whole = true;
    for (size_t i = 0; i < n; i++) {
        o->slopes[i] = slopes[h->job->report * n + i];
        whole = whole && isfinite(o->slopes[i]);
    }
    o->by_differences = whole ? NULL : remarks.why ? remarks.why : "a derivative has no value";
    for (size_t i = 0; !whole && i < n; i++)
        o->slopes[i] = difference(h, o, i, a);
}
