/* A sweep as text: its designs if they are few, the minimum and maximum of each report, failures. */
#include <math.h>

#include "out/text/writers.h"
#include "out/values/quantity.h"
#include "out/values/sweep.h"
#include "out/words/styles.h"
#include "out/words/table.h"

static const table_column extreme_columns[] = {{ALIGN_LEFT, ""}, {ALIGN_LEFT, STYLE_FAINT}, {ALIGN_POINT, STYLE_BOLD},
                                               {ALIGN_LEFT, ""}, {ALIGN_LEFT, ""},          {ALIGN_WORDS, ""}};

/* "m", "rad"; as in the heading of a column. */
static const char *headed(const model *m, const char *name, model_shown shown, dimension dim, arena *a) {
    const char *symbol = model_shown_unit(m, shown, dim, a);
    return *symbol ? base_arena_printf(a, "%s [%s]", name, symbol) : name;
}

static model_shown seen(const model *m, size_t report) {
    return out_quantity_seen(m, m->reports[report].shown, m->reports[report].dim);
}

static const char *report_number(const model *m, size_t report, double x, arena *a) {
    const model_report *r = &m->reports[report];
    return out_quantity_number(out_quantity_seen_again(m, r->shown, r->dim, x), a);
}

static void add_rows(const out_sweep *s, out_stream *out) {
    arena *a = out->text.memory;
    const model *m = s->m;
    size_t count = s->param_count + m->report_count + 2, k = 0;
    table_column *columns = ARENA_ARRAY(a, table_column, count);
    const char **cells = ARENA_ARRAY(a, const char *, count);
    for (size_t i = 0; i < count; i++)
        columns[i] = (table_column){i + 1 == count ? ALIGN_NOTE : ALIGN_POINT, ""};
    columns[0].align = ALIGN_LEFT;
    out_table *t = out_table_create(a, columns, count);
    cells[k++] = "design";
    for (size_t i = 0; i < s->param_count; i++) {
        const model_param *p = &m->params[s->params[i]];
        cells[k++] = headed(m, p->name, p->shown, p->dim, a);
    }
    for (size_t i = 0; i < m->report_count; i++)
        cells[k++] = headed(m, m->reports[i].name, seen(m, i), m->reports[i].dim, a);
    cells[k] = "";
    out_table_add(t, cells);
    for (size_t r = 0; r < s->row_count; r++) {
        const out_sweep_row *row = &s->rows[r];
        k = 0;
        cells[k++] = base_arena_printf(a, "%zu", row->design);
        for (size_t i = 0; i < s->param_count; i++)
            cells[k++] = out_quantity_number(row->x[i], a);
        for (size_t i = 0; i < m->report_count; i++)
            cells[k++] = report_number(m, i, row->reports[i], a);
        cells[k] = row->note;
        out_table_add(t, cells);
    }
    out_table_print(t, s->page.color, s->page.width, &out->text);
    base_strbuf_add(&out->text, "\n");
}

/* "l2 = 4.2 m, early = 0.35 rad (design 17)" */
static const char *place(const out_sweep *s, const double *x, size_t design, arena *a) {
    strbuf text = base_strbuf_make(a);
    for (size_t i = 0; i < s->param_count; i++) {
        const model_param *p = &s->m->params[s->params[i]];
        const char *symbol = model_shown_unit(s->m, p->shown, p->dim, a);
        base_strbuf_printf(&text, "%s%s = %s%s%s", i ? ", " : "", p->name, out_quantity_number(x[i], a),
                           *symbol ? " " : "", symbol);
    }
    base_strbuf_printf(&text, " (design %zu)", design);
    return base_strbuf_text(&text);
}

static void add_extremes(const out_sweep *s, out_stream *out) {
    arena *a = out->text.memory;
    const model *m = s->m;
    out_table *t = out_table_create(a, extreme_columns, sizeof extreme_columns / sizeof *extreme_columns);
    for (size_t i = 0; i < m->report_count; i++) {
        const out_extreme *e = &s->extremes[i];
        const model_report *r = &m->reports[i];
        const char *name = r->name, *symbol = model_shown_unit(m, seen(m, i), r->dim, a);
        if (isnan(e->least)) {
            out_table_add(t, (const char *[]){name, "no value in any design", NULL, NULL, NULL, NULL});
            continue;
        }
        out_table_add(t, (const char *[]){name, "least", report_number(m, i, e->least, a), symbol, "at",
                                          place(s, e->least_x, e->least_at, a)});
        out_table_add(t, (const char *[]){"", "greatest", report_number(m, i, e->greatest, a), symbol, "at",
                                          place(s, e->greatest_x, e->greatest_at, a)});
    }
    out_style_add(&out->text, s->page.color, STYLE_HEADING, "Reports");
    base_strbuf_add(&out->text, "\n");
    out_table_print(t, s->page.color, s->page.width, &out->text);
}

/* Mean, standard deviation and quantiles of each report, and which parameters its scatter comes from. */
static void add_scatter(const out_sweep *s, out_stream *out) {
    arena *a = out->text.memory;
    const model *m = s->m;
    const size_t count = 7 + s->param_count;
    table_column *columns = ARENA_ARRAY(a, table_column, count);
    const char **cells = ARENA_ARRAY(a, const char *, count);
    static const char *const heads[] = {"", "mean", "", "deviation", "5 %", "median", "95 %"};
    for (size_t i = 0; i < count; i++) {
        columns[i] = (table_column){i == 0 || i == 2 ? ALIGN_LEFT : ALIGN_POINT, i == 1 ? STYLE_BOLD : ""};
        cells[i] = i < 7 ? heads[i] : base_arena_printf(a, "by %s", m->params[s->params[i - 7]].name);
    }
    out_table *t = out_table_create(a, columns, count);
    out_table_add(t, cells);
    for (size_t i = 0; i < m->report_count; i++) {
        const out_scatter *d = &s->scatter[i];
        const double size = out_quantity_seen_again(m, m->reports[i].shown, m->reports[i].dim, 1);
        cells[0] = m->reports[i].name;
        cells[1] = d->count ? report_number(m, i, d->mean, a) : "no value";
        cells[2] = d->count ? model_shown_unit(m, seen(m, i), m->reports[i].dim, a) : NULL;
        cells[3] = d->count ? out_quantity_number(d->deviation * size, a) : NULL;
        cells[4] = d->count ? report_number(m, i, d->low, a) : NULL;
        cells[5] = d->count ? report_number(m, i, d->median, a) : NULL;
        cells[6] = d->count ? report_number(m, i, d->high, a) : NULL;
        for (size_t k = 0; k < s->param_count; k++)
            cells[7 + k] = d->count ? base_arena_printf(a, "%.0f %%", 100 * d->shares[k]) : NULL;
        out_table_add(t, cells);
    }
    out_style_add(&out->text, s->page.color, STYLE_HEADING, "Scatter");
    base_strbuf_add(&out->text, "\n");
    out_table_print(t, s->page.color, s->page.width, &out->text);
    base_strbuf_add(&out->text, "\n");
}

/* The share of designs that keep the limits, with the 95 % interval of Wilson (1927). */
static void add_yield(const out_sweep *s, out_stream *out) {
    const double z = 1.959963984540054, n = (double)s->seen, p = (double)s->kept / n;
    const double middle = (p + z * z / (2 * n)) / (1 + z * z / n);
    const double half = z / (1 + z * z / n) * sqrt(p * (1 - p) / n + z * z / (4 * n * n));
    base_strbuf_printf(&out->text, "%zu of %zu designs keep all limits: %.2f %%", s->kept, s->seen, 100 * p);
    if (s->scatter)
        base_strbuf_printf(&out->text, " (%.2f to %.2f %%)", 100 * fmax(middle - half, 0),
                           100 * fmin(middle + half, 1));
    base_strbuf_add(&out->text, "\n\n");
}

static void add_troubles(const out_sweep *s, out_stream *out) {
    if (s->failed || s->lacking)
        base_strbuf_add(&out->text, "\n");
    if (s->lacking)
        base_strbuf_printf(&out->text, "%zu design%s with a note; the first: %s\n", s->lacking,
                           s->lacking == 1 ? "" : "s", s->lacking_note);
    if (s->failed)
        base_strbuf_printf(&out->text, "%zu design%s failed; the first: %s\n", s->failed, s->failed == 1 ? "" : "s",
                           s->failed_note);
}

void out_sweep_write_text(const out_sweep *s, out_stream *out) {
    if (s->seen == s->total)
        base_strbuf_printf(&out->text, "%zu design%s\n\n", s->total, s->total == 1 ? "" : "s");
    else
        base_strbuf_printf(&out->text, "%zu of %zu designs\n\n", s->seen, s->total);
    if (s->row_count)
        add_rows(s, out);
    if (s->limited && s->seen)
        add_yield(s, out);
    if (s->scatter && s->m->report_count && s->seen)
        add_scatter(s, out);
    else if (s->m->report_count)
        add_extremes(s, out);
    else
        base_strbuf_add(&out->text, "the model has no reports\n");
    add_troubles(s, out);
}
