/* The trajectory as csv: a header of names, then one line per instant. */
#include <math.h>

#include "base/decimal.h"
#include "out/csv/csv.h"
#include "out/csv/writers.h"

/* "x [m]": with the unit of each column, where it has one. */
static void add_unit_header(const model *m, const out_columns *columns, strbuf *s) {
    base_strbuf_add(s, m->has_units ? "t [s]" : "t");
    for (size_t i = 0; i < columns->count; i++) {
        const char *name = columns->at[i].header, *unit = out_column_unit(m, &columns->at[i], s->memory);
        base_strbuf_add(s, ",");
        out_csv_field(s, *unit ? base_arena_printf(s->memory, "%s [%s]", name, unit) : name);
    }
    base_strbuf_add(s, m->has_units ? ",energy [J]\n" : ",energy\n");
}

static void add_header(const out_columns *columns, strbuf *s) {
    base_strbuf_add(s, "t");
    for (size_t i = 0; i < columns->count; i++) {
        base_strbuf_add(s, ",");
        out_csv_field(s, columns->at[i].header);
    }
    base_strbuf_add(s, ",energy\n");
}

static char *put_value(char *at, double x) {
    *at++ = ',';
    return isfinite(x) ? at + base_write_decimal(x + 0.0, at) : at; /* -0 is 0 */
}

/* Straight into the buffer: a row may have tens of thousands of columns. */
static void add_row(const out_columns *columns, const sim_point *p, strbuf *s) {
    base_strbuf_add_number(s, p->t);
    char *at = base_strbuf_room(s, (columns->count + 1) * (1 + DECIMAL_ROOM) + 1);
    for (size_t i = 0; i < columns->count; i++)
        at = put_value(at, out_column_shown(&columns->at[i], p));
    at = put_value(at, p->energy);
    *at++ = '\n';
    base_strbuf_take(s, at);
}

out_csv_rows out_csv_rows_begin(const model *m, bool units, out_stream *out) {
    out_csv_rows rows = {.columns = out_columns_make(m, out->text.memory), .out = out};
    if (units)
        add_unit_header(m, &rows.columns, &out->text);
    else
        add_header(&rows.columns, &out->text);
    return rows;
}

void out_csv_rows_add(const out_csv_rows *rows, const sim_point *row) {
    if (out_stream_pass(rows->out))
        add_row(&rows->columns, row, &rows->out->text);
}

static void write_csv(const out_run *run, bool units, out_stream *out) {
    const sim_result *r = run->result;
    if (!r || r->start_failed)
        return;
    out_csv_rows rows = out_csv_rows_begin(run->m, units, out);
    for (size_t i = 0; i < r->rows.len && out->ok; i++)
        out_csv_rows_add(&rows, &r->rows.at[i]);
}

void out_run_write_csv(const out_run *run, out_stream *out) {
    write_csv(run, false, out);
}

void out_run_write_csv_units(const out_run *run, out_stream *out) {
    write_csv(run, true, out);
}
