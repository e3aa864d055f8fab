/* Numbers of several runs brought together by their names. */
#include "out/values/compare.h"

#include <math.h>
#include <string.h>

#include "out/values/quantity.h"

static const double unseen = 5e-4; /* of a change in per cent: it is in no digit that is shown */
enum { PARAMETERS, REPORTS };

/* A named number of a model, of either kind. */
typedef struct entry {
    const char *name, *label;
    double value;
    model_shown shown;
    dimension dim;
} entry;

static size_t entry_count(const out_run *r, int kind) {
    return kind == REPORTS ? (r->result && r->result->reports ? r->m->report_count : 0) : r->m->param_count;
}

static entry entry_at(const out_run *r, int kind, size_t i) {
    if (kind == REPORTS) {
        const model_report *x = &r->m->reports[i];
        return (entry){x->name, x->label, r->result->reports[i], x->shown, x->dim};
    }
    const model_param *p = &r->m->params[i];
    return (entry){p->name, p->label, model_value_of(r->m, p), p->shown, p->dim};
}

/* The row of an entry; a new one if there is none yet. */
static size_t row_for(compare_rows *rows, entry *first, const entry *e, const out_compare *c, const out_run *r,
                      arena *a) {
    for (size_t i = 0; i < rows->count; i++)
        if (strcmp(first[i].name, e->name) == 0 && dim_equal(first[i].dim, e->dim))
            return i;
    const size_t i = rows->count++;
    first[i] = *e;
    first[i].shown = out_quantity_seen(r->m, e->shown, e->dim);
    rows->at[i] =
        (compare_row){e->name, e->label ? e->label : "", out_quantity_shown_unit(r->m, first[i].shown, e->dim, a),
                      ARENA_ARRAY(a, double, c->count)};
    for (size_t k = 0; k < c->count; k++)
        rows->at[i].values[k] = NAN;
    return i;
}

static compare_rows gather(const out_compare *c, int kind, arena *a) {
    size_t most = 0;
    for (size_t k = 0; k < c->count; k++)
        most += entry_count(&c->runs[k].run, kind);
    compare_rows rows = {ARENA_ARRAY(a, compare_row, most + 1), 0};
    entry *first = ARENA_ARRAY(a, entry, most + 1);
    for (size_t k = 0; k < c->count; k++)
        for (size_t i = 0; i < entry_count(&c->runs[k].run, kind); i++) {
            const entry e = entry_at(&c->runs[k].run, kind, i);
            const size_t row = row_for(&rows, first, &e, c, &c->runs[k].run, a);
            rows.at[row].values[k] = model_shown_value(first[row].shown, e.value);
        }
    return rows;
}

compare_rows out_compare_reports(const out_compare *c, arena *a) {
    return gather(c, REPORTS, a);
}

static bool differs(const compare_row *r, size_t count) {
    for (size_t k = 1; k < count; k++)
        if (!(r->values[k] == r->values[0]))
            return true;
    return false;
}

compare_rows out_compare_parameters(const out_compare *c, arena *a) {
    compare_rows all = gather(c, PARAMETERS, a);
    size_t left = 0;
    for (size_t i = 0; i < all.count; i++)
        if (differs(&all.at[i], c->count))
            all.at[left++] = all.at[i];
    all.count = left;
    return all;
}

double out_compare_difference(const compare_row *r, size_t i) {
    return r->values[i] - r->values[0];
}

const char *out_compare_change(const compare_row *r, size_t i, arena *a) {
    const double change = 100 * (r->values[i] / r->values[0] - 1);
    if (!isfinite(change) || change == 0)
        return "";
    return fabs(change) < unseen ? "0%" : base_arena_printf(a, "%+.3g%%", change);
}

const char *out_compare_end(const out_compared *c, arena *a) {
    const out_run *r = &c->run;
    if (!r->result || r->result->start_failed)
        return "not started";
    const char *unit = r->m->has_units ? " s" : "";
    const char *why = r->result->end == SIM_EVENT         ? model_event_name(r->m, r->result->end_event, a)
                      : r->result->end == SIM_UNTIL       ? "end"
                      : r->result->end == SIM_INTERRUPTED ? "interrupted"
                                                          : "failed";
    return base_arena_printf(a, "%s at %s%s", why, out_quantity_number(r->result->t, a), unit);
}
