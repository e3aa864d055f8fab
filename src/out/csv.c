/* The trajectory as csv (RFC 4180 with bare newlines): a header of names, then one line per instant. */
#include <math.h>
#include <string.h>

#include "out/csv.h"
#include "out/groups.h"
#include "out/writers.h"

void out_csv_field(strbuf *s, const char *text) {
    if (!strpbrk(text, ",\"\r\n")) {
        base_strbuf_add(s, text);
        return;
    }
    base_strbuf_add(s, "\"");
    for (; *text; text++)
        base_strbuf_add_bytes(s, *text == '"' ? "\"\"" : text, *text == '"' ? 2 : 1);
    base_strbuf_add(s, "\"");
}

static void add_header(const out_columns *columns, strbuf *s) {
    base_strbuf_add(s, "t");
    for (size_t i = 0; i < columns->count; i++) {
        base_strbuf_add(s, ",");
        out_csv_field(s, columns->at[i].header);
    }
    base_strbuf_add(s, ",energy\n");
}

static void add_value(strbuf *s, double x) {
    base_strbuf_add(s, ",");
    if (isfinite(x))
        base_strbuf_add_number(s, x);
}

static void add_row(const out_columns *columns, const sim_point *p, strbuf *s) {
    base_strbuf_add_number(s, p->t);
    for (size_t i = 0; i < columns->count; i++)
        add_value(s, out_column_value(&columns->at[i], p));
    add_value(s, p->energy);
    base_strbuf_add(s, "\n");
}

void out_run_write_csv(const out_run *run, out_stream *out) {
    const sim_result *r = run->result;
    if (!r || r->start_failed)
        return;
    out_columns columns = out_columns_make(run->m, out->text.memory);
    add_header(&columns, &out->text);
    for (size_t i = 0; i < r->rows.len && out_stream_pass(out); i++)
        add_row(&columns, &r->rows.at[i], &out->text);
}
