/* Rows of a sweep: the number of the design, its parameters, its reports, how it ended, and a note. */
#include "out/values/sweep.h"

#include <string.h>

#include "out/csv/csv.h"
#include "out/csv/writers.h"

/* A column of the sweep itself; with a prime where a parameter or a report has its name. */
static void add_own(const out_sweep *sweep, const char *name, strbuf *s) {
    const model *m = sweep->m;
    bool taken = false;
    for (size_t i = 0; i < sweep->param_count && !taken; i++)
        taken = !strcmp(m->params[sweep->params[i]].name, name);
    for (size_t i = 0; i < m->report_count && !taken; i++)
        taken = !strcmp(m->reports[i].name, name);
    base_strbuf_printf(s, taken ? "%s'" : "%s", name);
}

void out_sweep_csv_header(const out_sweep *sweep, strbuf *s) {
    static const char *const last[] = {"kept", "end", "note"};
    const model *m = sweep->m;
    add_own(sweep, "design", s);
    for (size_t i = 0; i < sweep->param_count; i++) {
        base_strbuf_add(s, ",");
        out_csv_field(s, m->params[sweep->params[i]].name);
    }
    for (size_t i = 0; i < m->report_count; i++) {
        base_strbuf_add(s, ",");
        out_csv_field(s, m->reports[i].name);
    }
    for (int i = sweep->limited ? 0 : 1; i < 3; i++) {
        base_strbuf_add(s, ",");
        add_own(sweep, last[i], s);
    }
    base_strbuf_add(s, "\n");
}

static void add_values(const double *x, size_t count, strbuf *s) {
    for (size_t i = 0; i < count; i++) {
        base_strbuf_add(s, ",");
        out_csv_value(s, x[i]);
    }
}

void out_sweep_csv_row(const out_sweep *sweep, const out_sweep_row *row, strbuf *s) {
    base_strbuf_add_number(s, (double)row->design);
    add_values(row->x, sweep->param_count, s);
    add_values(row->reports, sweep->m->report_count, s);
    if (sweep->limited)
        base_strbuf_add(s, row->kept ? ",1" : ",0");
    base_strbuf_add(s, ",");
    out_csv_field(s, row->end);
    base_strbuf_add(s, ",");
    out_csv_field(s, row->note);
    base_strbuf_add(s, "\n");
}
