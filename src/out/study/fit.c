/* A fit as charts and as a page: measured values with the model's curve, residuals below. */
#include <math.h>
#include <string.h>

#include "out/chart/chart.h"
#include "out/chart/page.h"
#include "out/study/writers.h"
#include "out/values/quantity.h"

static const char *title_of(const out_fit *f) {
    return f->m->title ? f->m->title : f->m->name ? f->m->name : "Fit";
}

static const double *residuals_of(const out_measured *m, arena *a) {
    double *r = ARENA_ARRAY(a, double, m->count + 1);
    for (size_t i = 0; i < m->count; i++)
        r[i] = m->measured[i] - m->model[i];
    return r;
}

/* One quantity of one experiment. */
static void add_chart(const out_fit *f, const out_measured *m, bool alone, strbuf *out) {
    arena *a = out->memory;
    const chart_series values[] = {{"measured", m->t, m->measured, m->count, CHART_DOTS, 1},
                                   {"model", m->t, m->model, m->count, CHART_CURVE, 0}};
    const chart_series rest[] = {{"residual", m->t, residuals_of(m, a), m->count, CHART_DOTS, 2}};
    const chart_panel panels[] = {{m->quantity, m->unit, values, 2, 260}, {"residual", m->unit, rest, 1, 110}};
    const chart c = {.title = alone ? title_of(f) : base_arena_printf(a, "%s, %s", m->quantity, m->data),
                     .x_name = "t",
                     .x_unit = f->m->has_units ? "s" : "",
                     .panels = panels,
                     .panel_count = 2,
                     .names = true};
    out_chart_write(&c, out);
}

/* All of them over one axis. */
void out_fit_write_svg(const out_fit *f, out_stream *out) {
    if (f->trouble)
        return;
    arena *a = out->text.memory;
    if (f->series_count == 1) {
        add_chart(f, &f->series[0], true, &out->text);
        return;
    }
    chart_panel *panels = ARENA_ARRAY(a, chart_panel, 2 * f->series_count);
    for (size_t i = 0; i < f->series_count; i++) {
        const out_measured *m = &f->series[i];
        chart_series *s = ARENA_ARRAY(a, chart_series, 3);
        s[0] =
            (chart_series){base_arena_printf(a, "measured, %s", m->data), m->t, m->measured, m->count, CHART_DOTS, 1};
        s[1] = (chart_series){"model", m->t, m->model, m->count, CHART_CURVE, 0};
        s[2] = (chart_series){"residual", m->t, residuals_of(m, a), m->count, CHART_DOTS, 2};
        panels[2 * i] = (chart_panel){m->quantity, m->unit, s, 2, 180};
        panels[2 * i + 1] = (chart_panel){"residual", m->unit, s + 2, 1, 80};
    }
    out_chart_write(&(chart){.title = title_of(f),
                             .x_name = "t",
                             .x_unit = f->m->has_units ? "s" : "",
                             .panels = panels,
                             .panel_count = 2 * f->series_count,
                             .names = true},
                    &out->text);
}

static void add_unknowns(const out_fit *f, strbuf *s) {
    static const char *const header[] = {"", "value", "unit", "95 % interval", "before", ""};
    enum { COLUMNS = sizeof header / sizeof *header };
    arena *a = s->memory;
    out_html_heading(s, "Unknowns");
    out_html_table_begin(s, header, COLUMNS);
    for (size_t i = 0; i < f->unknown_count; i++) {
        const out_unknown *u = &f->unknowns[i];
        const char *state = out_fit_state(u);
        const char *interval = isnan(u->low) ? "" : base_arena_printf(a, "%.6g to %.6g", u->low, u->high);
        out_html_row(s,
                     (const char *[]){u->name, base_arena_printf(a, "%.7g", u->value), u->unit, interval,
                                      out_quantity_number(u->present, a), state ? state : u->label},
                     COLUMNS);
    }
    out_html_table_end(s);
}

static void add_correlations(const out_fit *f, strbuf *s) {
    const size_t n = f->unknown_count;
    const char **cells = ARENA_ARRAY(s->memory, const char *, n + 1);
    if (n < 2)
        return;
    out_html_heading(s, "Correlations");
    cells[0] = "";
    for (size_t k = 0; k < n; k++)
        cells[k + 1] = f->unknowns[k].name;
    out_html_table_begin(s, cells, n + 1);
    for (size_t i = 0; i < n; i++) {
        cells[0] = f->unknowns[i].name;
        for (size_t k = 0; k < n; k++) {
            const double c = f->correlations[i * n + k];
            cells[k + 1] = isnan(c) ? "-" : base_arena_printf(s->memory, "%.3f", c);
        }
        out_html_row(s, cells, n + 1);
    }
    out_html_table_end(s);
}

static void add_residuals(const out_fit *f, strbuf *s) {
    static const char *const header[] = {"", "root mean square", "unit", "values"};
    out_html_heading(s, "Residuals");
    out_html_table_begin(s, header, 4);
    for (size_t i = 0; i < f->residual_count; i++)
        out_html_row(s,
                     (const char *[]){f->residuals[i].quantity, out_quantity_number(f->residuals[i].spread, s->memory),
                                      f->residuals[i].unit, base_arena_printf(s->memory, "%zu", f->residuals[i].count)},
                     4);
    out_html_table_end(s);
}

void out_fit_write_html(const out_fit *f, out_stream *out) {
    strbuf *s = &out->text;
    const char *text;
    if (f->trouble)
        return;
    out_html_begin(s, title_of(f), f->page.version);
    out_html_paragraph(s, base_arena_printf(s->memory, "%zu unknown%s from %zu measured value%s; loss: %s.",
                                            f->unknown_count, f->unknown_count == 1 ? "" : "s", f->values,
                                            f->values == 1 ? "" : "s", f->loss));
    add_unknowns(f, s);
    for (size_t i = 0; (text = out_fit_remark(f, i, s->memory)) != NULL; i++)
        out_html_paragraph(s, text);
    for (size_t i = 0; i < f->series_count; i++)
        add_chart(f, &f->series[i], false, s);
    add_residuals(f, s);
    add_correlations(f, s);
    out_html_end(s);
}
