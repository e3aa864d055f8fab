/* Which numbers of a run are rounding: those that are tiny beside the largest of their kind. */
#include "out/values/rounding.h"

#include <math.h>

static const double ROUNDING_OF_STATES = 1e-12;

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

static double largest_of(const out_column *c, const sim_result *r) {
    size_t count = r->frames.len ? r->frames.len : r->rows.len;
    double largest = 0;
    for (size_t i = 0; i < count; i++) {
        double x = fabs(out_column_value(c, point_at(r, i)));
        largest = isfinite(x) ? fmax(largest, x) : largest;
    }
    return largest;
}

void out_rounding_hide(out_columns *columns, const sim_result *r) {
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
                columns->at[k].least = largest * (is_state(&columns->at[k]) ? ROUNDING_OF_STATES : OUT_ROUNDING);
    }
}
