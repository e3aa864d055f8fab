/* Runs side by side as rows: a row for each report, a column for each run, then the differences from the first. */
#include "out/csv/csv.h"
#include "out/csv/writers.h"

void out_compare_write_csv(const out_compare *c, out_stream *out) {
    strbuf *s = &out->text;
    base_strbuf_add(s, "report,unit");
    for (size_t k = 0; k < c->count; k++) {
        base_strbuf_add(s, ",");
        out_csv_field(s, c->runs[k].name);
    }
    for (size_t k = 1; k < c->count; k++) {
        base_strbuf_add(s, ",");
        out_csv_field(s, base_arena_printf(s->memory, "%s - %s", c->runs[k].name, c->runs[0].name));
    }
    base_strbuf_add(s, "\n");
    const compare_rows rows = out_compare_reports(c, s->memory);
    for (size_t i = 0; i < rows.count; i++) {
        out_csv_field(s, rows.at[i].name);
        base_strbuf_add(s, ",");
        out_csv_field(s, rows.at[i].unit);
        for (size_t k = 0; k < c->count; k++) {
            base_strbuf_add(s, ",");
            out_csv_value(s, rows.at[i].values[k]);
        }
        for (size_t k = 1; k < c->count; k++) {
            base_strbuf_add(s, ",");
            out_csv_value(s, out_compare_difference(&rows.at[i], k));
        }
        base_strbuf_add(s, "\n");
    }
}
