/* Which numbers of a run are rounding: those that are tiny beside the largest of their kind. */
#include "out/values/rounding.h"

#include <math.h>

/* The i-th recorded instant: of pictures where there are any, else of rows. */
static const sim_point *point_at(const sim_result *r, size_t i) {
    return r->frames.len ? &r->frames.at[i].at : &r->rows.at[i];
}

static bool are_alike(const out_column *a, const out_column *b) {
    return a->group == b->group && dim_equal(a->dim, b->dim);
}

static bool is_state(const out_column *c) {
    size_t group = (size_t)(c->group - out_groups);
    return group != OUT_MULTIPLIERS && group != OUT_OUTPUTS;
}

static double greater(double largest, const out_column *c, const sim_point *p) {
    const double x = fabs(out_column_value(c, p));
    return isfinite(x) ? fmax(largest, x) : largest;
}

/* A machine may be seen at rest only, at the start and at the end: what has come from one place to another was fast. */
static double mean_rate(const out_column *c, const sim_result *r) {
    if (c->group != &out_groups[OUT_VELOCITIES] || !(r->t > r->initial.t))
        return 0;
    const double rate = fabs(r->final.q[c->index] - r->initial.q[c->index]) / (r->t - r->initial.t);
    return isfinite(rate) ? rate : 0;
}

static double largest_of(const out_column *c, const sim_result *r) {
    size_t count = r->frames.len ? r->frames.len : r->rows.len;
    double largest = greater(greater(mean_rate(c, r), c, &r->initial), c, &r->final);
    for (size_t i = 0; i < count; i++)
        largest = greater(largest, c, point_at(r, i));
    for (size_t i = 0; i < r->events.len; i++)
        largest = greater(greater(largest, c, &r->events.at[i].before), c, &r->events.at[i].after);
    return largest;
}

void out_rounding_hide(out_columns *columns, const sim_result *r, double part) {
    for (size_t i = 0; i < columns->count; i++)
        columns->at[i].least = largest_of(&columns->at[i], r);
    for (size_t i = 0; i < columns->count; i++) {
        bool first = true;
        double largest = columns->at[i].least;
        for (size_t k = 0; k < i && first; k++)
            first = !are_alike(&columns->at[i], &columns->at[k]);
        for (size_t k = i + 1; k < columns->count && first; k++)
            if (are_alike(&columns->at[i], &columns->at[k]))
                largest = fmax(largest, columns->at[k].least);
        for (size_t k = i; k < columns->count && first; k++)
            if (are_alike(&columns->at[i], &columns->at[k]))
                columns->at[k].least =
                    largest * (is_state(&columns->at[k]) ? fmin(part, OUT_ROUNDING_OF_NUMBERS) : part);
    }
}

double out_rounding_of(const out_columns *columns, int group, size_t index, double x) {
    for (size_t i = 0; i < columns->count; i++)
        if (columns->at[i].group == &out_groups[group] && columns->at[i].index == index)
            return fabs(x) < columns->at[i].least ? 0 : x;
    return x;
}
