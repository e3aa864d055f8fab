/* The comparison of a run with its repetition: final values, events and reports, and how many digits of each agree. */
#include "out/values/verify.h"

#include <float.h>
#include <math.h>

#include "base/check.h"
#include "out/values/groups.h"
#include "out/values/quantity.h"

int out_verify_digits(double x, double y, double zero) {
    if (isnan(x) || isnan(y))
        return isnan(x) && isnan(y) ? DIGITS_NO_VALUE : 0;
    if (x == y)
        return DIGITS_EXACT;
    double size = fmax(fabs(x), fabs(y)), digits = floor(-log10(fabs(x - y) / size));
    if (size <= zero)
        return DIGITS_ZERO;
    return !(digits > 0) ? 0 : digits > DIGITS_MOST ? DIGITS_MOST : (int)digits;
}

/* What rounding and the tolerance leave of a zero among quantities of this size. */
static double zero_below(const out_run *run, double scale) {
    return fmax(run->result->tolerance, 64 * DBL_EPSILON) * scale;
}

static void include(const out_columns *columns, const sim_point *p, double *largest) {
    for (size_t i = 0; i < columns->count; i++)
        largest[i] = fmax(largest[i], fabs(out_column_value(&columns->at[i], p))); /* fmax passes over NaN */
}

/* The largest value seen in each column at the start, at events and at the end. */
static double *largest_values(const out_run *run, const out_columns *columns, arena *a) {
    double *largest = ARENA_ARRAY(a, double, columns->count);
    const sim_result *r = run->result;
    include(columns, &r->initial, largest);
    include(columns, &r->final, largest);
    for (size_t i = 0; i < r->events.len; i++) {
        include(columns, &r->events.at[i].before, largest);
        include(columns, &r->events.at[i].after, largest);
    }
    return largest;
}

/* The size of quantities like that of column i: of the same group and dimension, or what changes others over the run:
   a machine may be seen at rest only. */
static double scale_of(const out_columns *columns, const double *largest, double duration, size_t i) {
    const dimension dim = columns->at[i].dim, changed = dim_mul(dim, DIM_TIME);
    double scale = 0;
    for (size_t k = 0; k < columns->count; k++) {
        if (columns->at[k].group == columns->at[i].group && dim_equal(columns->at[k].dim, dim))
            scale = fmax(scale, largest[k]);
        if (duration > 0 && dim_equal(columns->at[k].dim, changed))
            scale = fmax(scale, largest[k] / duration);
    }
    return scale;
}

/* Coordinates and their rates. */
static bool column_is_angle(const model *m, const out_column *c) {
    return c->group->sparse && out_quantity_coord_is_angle(m, c->index);
}

static verify_list compare_final(const out_run *run, arena *a) {
    out_columns columns = out_columns_for_people(run->m, a);
    const sim_point *x = &run->result->final, *y = &run->second->final;
    double *largest = largest_values(run, &columns, a);
    verify_list list = {ARENA_ARRAY(a, verify_entry, columns.count + 1), columns.count + 1};
    for (size_t i = 0; i < columns.count; i++) {
        const out_column *c = &columns.at[i];
        double value = out_column_value(c, x), zero = zero_below(run, scale_of(&columns, largest, run->result->t, i));
        list.at[i] = (verify_entry){
            c->header, model_shown_value(c->shown, value), c->shown,
            c->dim,    column_is_angle(run->m, c),         out_verify_digits(value, out_column_value(c, y), zero)};
    }
    double scale = fmax(fabs(x->kinetic), fabs(x->potential));
    double zero = fmax(zero_below(run, scale), run->result->energy_drift * scale);
    dimension energy = {.e = {[DIM_KG] = DIM_ONE, [DIM_M] = 2 * DIM_ONE, [DIM_S] = -2 * DIM_ONE}};
    const model_shown unit = columns.energy;
    list.at[columns.count] = (verify_entry){"energy", model_shown_value(unit, x->energy),           unit, energy,
                                            false,    out_verify_digits(x->energy, y->energy, zero)};
    return list;
}

static bool same_event(event_ref x, event_ref y) {
    return x.part == y.part && x.index == y.index;
}

/* Events are compared as far as both runs saw the same ones in the same order. */
static verify_list compare_events(const out_run *run, arena *a) {
    const sim_result *r = run->result, *s = run->second;
    dimension time = {.e = {[DIM_S] = DIM_ONE}};
    verify_list list = {ARENA_ARRAY(a, verify_entry, r->events.len), 0};
    for (size_t i = 0; i < r->events.len && i < s->events.len; i++) {
        const sim_event *x = &r->events.at[i], *y = &s->events.at[i];
        if (!same_event(x->ref, y->ref))
            break;
        list.at[list.count++] = (verify_entry){model_event_name(run->m, x->ref, a),
                                               x->t,
                                               (model_shown){0},
                                               time,
                                               false,
                                               out_verify_digits(x->t, y->t, zero_below(run, r->t))};
    }
    return list;
}

static verify_list compare_reports(const out_run *run, arena *a) {
    verify_list list = {ARENA_ARRAY(a, verify_entry, run->m->report_count), run->m->report_count};
    for (size_t i = 0; i < list.count; i++) {
        const model_report *x = &run->m->reports[i];
        bool angle = out_quantity_is_angle(run->m, x->dim);
        double value = run->result->reports[i];
        const model_shown shown = out_quantity_seen(run->m, x->shown, x->dim);
        list.at[i] = (verify_entry){x->name, model_shown_value(shown, value),
                                    shown,   x->dim,
                                    angle,   out_verify_digits(value, run->second->reports[i], 0)};
    }
    return list;
}

/* The i-th event of a run by its name, or that there is none. */
static const char *event_or_end(const model *m, const sim_result *r, size_t i, arena *a) {
    return i < r->events.len ? base_arena_printf(a, "'%s'", model_event_name(m, r->events.at[i].ref, a)) : "none";
}

static const char *describe_difference(const out_run *run, size_t common, arena *a) {
    const sim_result *r = run->result, *s = run->second;
    if (common == r->events.len && common == s->events.len)
        return r->end == s->end ? NULL : "the repeated run ends differently";
    return base_arena_printf(a, "%zu here, %zu in the repeated run; number %zu is %s here, %s there", r->events.len,
                             s->events.len, common + 1, event_or_end(run->m, r, common, a),
                             event_or_end(run->m, s, common, a));
}

static void find_worst(verification *v, const verify_list *list) {
    for (size_t i = 0; i < list->count; i++) {
        const verify_entry *e = &list->at[i];
        if (e->digits < 0 || (v->worst && e->digits >= v->least))
            continue;
        v->least = e->digits;
        v->worst = e;
    }
}

verification out_verify_compare(const out_run *run, arena *a) {
    LGR_ASSERT(run->result && run->second && !run->second->start_failed);
    verification v = {.reports = compare_reports(run, a),
                      .events = compare_events(run, a),
                      .final = compare_final(run, a),
                      .least = DIGITS_EXACT};
    v.difference = describe_difference(run, v.events.count, a);
    find_worst(&v, &v.reports);
    find_worst(&v, &v.events);
    find_worst(&v, &v.final);
    return v;
}
