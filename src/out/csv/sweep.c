/* Rows of a sweep: the number of the design, its parameters, its reports, how it ended, and a note. */
#include "out/values/sweep.h"
#include "out/csv/csv.h"
#include "out/csv/writers.h"

void out_sweep_csv_header(const out_sweep *sweep, strbuf *s) {
    const model *m = sweep->m;
    base_strbuf_add(s, "design");
    for (size_t i = 0; i < sweep->param_count; i++) {
        base_strbuf_add(s, ",");
        out_csv_field(s, m->params[sweep->params[i]].name);
    }
    for (size_t i = 0; i < m->report_count; i++) {
        base_strbuf_add(s, ",");
        out_csv_field(s, m->reports[i].name);
    }
    base_strbuf_add(s, sweep->limited ? ",kept,end,note\n" : ",end,note\n");
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
