/* A fit as text: unknowns with their intervals, residuals, what the data leave open, the search. */
#include <math.h>
#include <string.h>

#include "out/text/writers.h"
#include "out/values/quantity.h"
#include "out/words/styles.h"
#include "out/words/table.h"

/* As many digits as the error leaves, and two more. */
static const char *value(const out_unknown *u, double x, arena *a) {
    if (!(u->error > 0) || x == 0)
        return base_arena_printf(a, "%.9g", x);
    const double digits = ceil(log10(fabs(x) / u->error)) + 2;
    return base_arena_printf(a, "%.*g", (int)fmin(fmax(digits, 3), 12), x);
}

static void add_unknowns(const out_fit *f, out_stream *out) {
    static const table_column columns[] = {{ALIGN_LEFT, ""},         {ALIGN_POINT, STYLE_BOLD}, {ALIGN_LEFT, ""},
                                           {ALIGN_LEFT, ""},         {ALIGN_POINT, ""},         {ALIGN_POINT, ""},
                                           {ALIGN_NOTE, STYLE_FAINT}};
    arena *a = out->text.memory;
    out_table *t = out_table_create(a, columns, sizeof columns / sizeof *columns);
    out_table_add(t, (const char *[]){"", "value", "", "95 % interval", "+-", "before", ""});
    for (size_t i = 0; i < f->unknown_count; i++) {
        const out_unknown *u = &f->unknowns[i];
        const char *state = out_fit_state(u);
        const bool has = !isnan(u->low);
        out_table_add(
            t, (const char *[]){u->name, value(u, u->value, a), u->unit,
                                has ? base_arena_printf(a, "%s to %s", value(u, u->low, a), value(u, u->high, a)) : "-",
                                has ? base_arena_printf(a, "%.3g", u->high - u->value) : "",
                                out_quantity_number(u->present, a), state ? state : u->label});
    }
    out_style_add_heading(&out->text, f->page.color, "Unknowns");
    out_table_print(t, f->page.color, f->page.width, &out->text);
}

static void add_residuals(const out_fit *f, out_stream *out) {
    static const table_column columns[] = {
        {ALIGN_LEFT, ""}, {ALIGN_POINT, STYLE_BOLD}, {ALIGN_LEFT, ""}, {ALIGN_NOTE, ""}};
    arena *a = out->text.memory;
    out_table *t = out_table_create(a, columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < f->residual_count; i++)
        out_table_add(t, (const char *[]){f->residuals[i].quantity, out_quantity_number(f->residuals[i].spread, a),
                                          f->residuals[i].unit,
                                          base_arena_printf(a, "root mean square of %zu value%s", f->residuals[i].count,
                                                            f->residuals[i].count == 1 ? "" : "s")});
    out_style_add_heading(&out->text, f->page.color, "Residuals");
    out_table_print(t, f->page.color, f->page.width, &out->text);
}

static void add_line(const out_fit *f, out_stream *out, const char *text) {
    base_strbuf_add(&out->text, "  ");
    out_add_words(&out->text, text, 2, 4, f->page.width);
    base_strbuf_add(&out->text, "\n");
}

static void add_remarks(const out_fit *f, out_stream *out) {
    arena *a = out->text.memory;
    const char *text;
    for (size_t i = 0; (text = out_fit_remark(f, i, a)) != NULL; i++) {
        if (i == 0)
            out_style_add_heading(&out->text, f->page.color, "Remarks");
        add_line(f, out, text);
    }
}

static void add_work(const out_fit *f, out_stream *out) {
    arena *a = out->text.memory;
    out_style_add_heading(&out->text, f->page.color, "Search");
    add_line(f, out,
             base_arena_printf(a, "%d search%s, %d of which came to these values; %d steps, %ld runs, %.3g s",
                               f->searches, f->searches == 1 ? "" : "es", f->agreeing, f->steps, f->runs, f->seconds));
    add_line(f, out,
             f->by_differences ? base_arena_printf(a, "derivatives by finite differences: %s", f->by_differences)
                               : "derivatives integrated along the motion and through its events");
}

void out_fit_write_text(const out_fit *f, out_stream *out) {
    if (f->trouble)
        return;
    base_strbuf_printf(&out->text, "%zu unknown%s from %zu value%s, %s\n", f->unknown_count,
                       f->unknown_count == 1 ? "" : "s", f->values, f->values == 1 ? "" : "s",
                       strcmp(f->loss, "squares") == 0
                           ? "by least squares"
                           : base_arena_printf(out->text.memory, "with the robust loss '%s'", f->loss));
    add_unknowns(f, out);
    add_residuals(f, out);
    add_remarks(f, out);
    add_work(f, out);
}
