/* Runs side by side as text: how they ended, parameters that differ, reports with their changes from the first run. */
#include <math.h>

#include "out/text/writers.h"
#include "out/values/quantity.h"
#include "out/words/styles.h"
#include "out/words/table.h"

/* A column for the name, one for the first run, two for each further one, the unit and the label. */
static out_table *begin(const out_compare *c, size_t *count, arena *a) {
    *count = 2 * c->count + 2;
    table_column *columns = ARENA_ARRAY(a, table_column, *count);
    columns[0] = (table_column){ALIGN_LEFT, ""};
    for (size_t k = 0; k < c->count; k++) {
        columns[k ? 2 * k : 1] = (table_column){ALIGN_POINT, k ? "" : STYLE_BOLD};
        if (k)
            columns[2 * k + 1] = (table_column){ALIGN_POINT, STYLE_FAINT};
    }
    columns[*count - 2] = (table_column){ALIGN_LEFT, ""};
    columns[*count - 1] = (table_column){ALIGN_NOTE, STYLE_FAINT};
    return out_table_create(a, columns, *count);
}

static void add_head(const out_compare *c, size_t count, out_table *t, arena *a) {
    const char **cells = ARENA_ARRAY(a, const char *, count);
    for (size_t i = 0; i < count; i++)
        cells[i] = "";
    for (size_t k = 0; k < c->count; k++)
        cells[k ? 2 * k : 1] = base_arena_printf(a, "(%zu)", k + 1);
    out_table_add(t, cells);
}

static void add_rows(const out_compare *c, const char *heading, const compare_rows *rows, out_stream *out) {
    arena *a = out->text.memory;
    size_t count;
    if (!rows->count)
        return;
    out_table *t = begin(c, &count, a);
    add_head(c, count, t, a);
    for (size_t i = 0; i < rows->count; i++) {
        const compare_row *r = &rows->at[i];
        const char **cells = ARENA_ARRAY(a, const char *, count);
        cells[0] = r->name;
        for (size_t k = 0; k < c->count; k++) {
            cells[k ? 2 * k : 1] = out_quantity_number(r->values[k], a);
            if (k)
                cells[2 * k + 1] = out_compare_change(r, k, a);
        }
        cells[count - 2] = r->unit;
        cells[count - 1] = r->label;
        out_table_add(t, cells);
    }
    out_style_add_heading(&out->text, c->page.color, heading);
    out_table_print(t, c->page.color, c->page.width, &out->text);
}

void out_compare_write_text(const out_compare *c, out_stream *out) {
    arena *a = out->text.memory;
    static const table_column columns[] = {{ALIGN_LEFT, ""}, {ALIGN_LEFT, STYLE_BOLD}, {ALIGN_WORDS, ""}};
    out_table *t = out_table_create(a, columns, 3);
    for (size_t k = 0; k < c->count; k++)
        out_table_add(t, (const char *[]){base_arena_printf(a, "(%zu)", k + 1), c->runs[k].name,
                                          out_compare_end(&c->runs[k], a)});
    out_table_print(t, c->page.color, c->page.width, &out->text);
    const compare_rows parameters = out_compare_parameters(c, a), reports = out_compare_reports(c, a);
    add_rows(c, "Parameters that differ", &parameters, out);
    add_rows(c, "Reports", &reports, out);
}
