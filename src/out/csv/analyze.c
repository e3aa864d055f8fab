/* The matrices of the linear systems as blocks of csv, with the names of rows and columns. */
#include "out/csv/csv.h"
#include "out/csv/writers.h"

void out_csv_matrix(int number, const char *letter, const double *x, const char *const *rows, int row_count,
                    const char *const *columns, int column_count, strbuf *s) {
    if (!row_count || !column_count)
        return;
    base_strbuf_printf(s, "%s%s %d", s->len ? "\n" : "", letter, number);
    for (int i = 0; i < column_count; i++) {
        base_strbuf_add(s, ",");
        out_csv_field(s, columns[i]);
    }
    base_strbuf_add(s, "\n");
    for (int k = 0; k < row_count; k++) {
        out_csv_field(s, rows[k]);
        for (int i = 0; i < column_count; i++) {
            base_strbuf_add(s, ",");
            base_strbuf_add_number(s, x[k * column_count + i]);
        }
        base_strbuf_add(s, "\n");
    }
}

void out_csv_system(const linear_system *l, int number, strbuf *s) {
    out_csv_matrix(number, "A", l->A, l->state_names, l->states, l->state_names, l->states, s);
    out_csv_matrix(number, "B", l->B, l->state_names, l->states, l->input_names, l->inputs, s);
    out_csv_matrix(number, "C", l->C, l->output_names, l->outputs, l->state_names, l->states, s);
    out_csv_matrix(number, "D", l->D, l->output_names, l->outputs, l->input_names, l->inputs, s);
}

void out_analysis_write_csv(const out_analysis *analysis, out_stream *out) {
    strbuf *s = &out->text;
    for (size_t i = 0; analysis->equilibria && i < analysis->equilibria->count; i++)
        out_csv_system(&analysis->equilibria->at[i].linear, (int)i + 1, s);
}
