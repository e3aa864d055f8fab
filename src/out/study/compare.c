/* Runs side by side as curves over one axis, and as a page with tables. */
#include <math.h>
#include <string.h>

#include "out/chart/chart.h"
#include "out/chart/page.h"
#include "out/plot/plot.h"
#include "out/study/writers.h"
#include "out/values/quantity.h"

enum { MOST_PANELS = 6 };

static bool records(const out_run *r, const char *name, arena *a) {
    const plot_quantities all = out_plot_quantities_make(r->m, a);
    for (size_t i = 0; i < all.count; i++)
        if (strcmp(all.at[i].name, name) == 0)
            return true;
    return false;
}

static bool all_record(const out_compare *c, const char *name, arena *a) {
    for (size_t k = 0; k < c->count; k++)
        if (!records(&c->runs[k].run, name, a))
            return false;
    return true;
}

/* What is plotted: as it was asked for, or the coordinates that all have; NULL if they have none. */
static const char *request(const out_compare *c, arena *a) {
    const model *m = c->runs[0].run.m;
    strbuf names = base_strbuf_make(a);
    size_t count = 0;
    if (c->plot)
        return c->plot;
    for (size_t i = 0; i < m->coord_count && count < MOST_PANELS; i++)
        if (all_record(c, m->coords[i].name, a))
            base_strbuf_printf(&names, "%s%s", count++ ? "," : "", m->coords[i].name);
    return count ? base_strbuf_text(&names) : NULL;
}

/* A curve of one run, with gaps where nothing joins its instants. */
static chart_series curve(const plot *p, const plot_series *s, const char *name, int ink, arena *a) {
    double *x = ARENA_ARRAY(a, double, 2 * p->count + 1), *y = ARENA_ARRAY(a, double, 2 * p->count + 1);
    size_t count = 0;
    for (size_t i = 0; i < p->count; i++) {
        if (i && !out_plot_is_joined(p, s, i)) {
            x[count] = NAN;
            y[count++] = NAN;
        }
        x[count] = p->x[i];
        y[count++] = s->y[i];
    }
    return (chart_series){name, x, y, count, CHART_CURVE, ink};
}

static const char *title_of(const out_compare *c) {
    const model *m = c->runs[0].run.m;
    return m->title ? m->title : m->name ? m->name : "Comparison";
}

/* A panel for each quantity of each run; NULL where there is nothing to plot. */
static plot *plots_of(const out_compare *c, arena *a) {
    const char *what = request(c, a);
    if (!what)
        return NULL;
    plot *plots = ARENA_ARRAY(a, plot, c->count);
    for (size_t k = 0; k < c->count; k++) {
        const plot_request wanted = out_plot_read(c->runs[k].run.m, what, a);
        plots[k] = out_plot_make(&c->runs[k].run, &wanted, true, a);
    }
    return plots;
}

static void add_chart(const out_compare *c, strbuf *out) {
    arena *a = out->memory;
    const plot *plots = plots_of(c, a);
    if (!plots)
        return;
    const size_t panels = plots[0].panel_count;
    chart_panel *all = ARENA_ARRAY(a, chart_panel, panels + 1);
    for (size_t i = 0; i < panels; i++) {
        chart_series *series = ARENA_ARRAY(a, chart_series, c->count);
        for (size_t k = 0; k < c->count; k++)
            series[k] = curve(&plots[k], &plots[k].panels[i].series[0], c->runs[k].name, (int)k, a);
        const plot_panel *own = &plots[0].panels[i];
        all[i] = (chart_panel){own->series[0].name, own->unit, series, c->count, panels == 1 ? 320 : 170};
    }
    out_chart_write(&(chart){.title = title_of(c),
                             .x_name = plots[0].x_name,
                             .x_unit = plots[0].x_unit,
                             .panels = all,
                             .panel_count = panels,
                             .names = true},
                    out);
}

void out_compare_write_svg(const out_compare *c, out_stream *out) {
    add_chart(c, &out->text);
}

/* Without colours, which tell the runs apart, each has a panel of its own. */
void out_compare_write_plot(const out_compare *c, out_stream *out) {
    arena *a = out->text.memory;
    const char **names = ARENA_ARRAY(a, const char *, c->count);
    const plot *plots = plots_of(c, a);
    if (!plots)
        return;
    for (size_t k = 0; k < c->count; k++)
        names[k] = c->runs[k].name;
    const plot all = out_plot_join(plots, names, c->count, !c->page.color, a);
    out_plot_write_text(&all, &c->page, &out->text);
}

static void add_rows(const out_compare *c, const char *heading, const compare_rows *rows, strbuf *s) {
    const size_t count = 2 * c->count + 2;
    const char **cells = ARENA_ARRAY(s->memory, const char *, count);
    if (!rows->count)
        return;
    out_html_heading(s, heading);
    cells[0] = "";
    for (size_t k = 0; k < c->count; k++) {
        cells[k ? 2 * k : 1] = c->runs[k].name;
        if (k)
            cells[2 * k + 1] = "";
    }
    cells[count - 2] = "unit";
    cells[count - 1] = "";
    out_html_table_begin(s, cells, count);
    for (size_t i = 0; i < rows->count; i++) {
        const compare_row *r = &rows->at[i];
        cells[0] = r->name;
        for (size_t k = 0; k < c->count; k++) {
            cells[k ? 2 * k : 1] = out_quantity_number(r->values[k], s->memory);
            if (k)
                cells[2 * k + 1] = out_compare_change(r, k, s->memory);
        }
        cells[count - 2] = r->unit;
        cells[count - 1] = r->label;
        out_html_row(s, cells, count);
    }
    out_html_table_end(s);
}

void out_compare_write_html(const out_compare *c, out_stream *out) {
    strbuf *s = &out->text;
    const compare_rows parameters = out_compare_parameters(c, s->memory), reports = out_compare_reports(c, s->memory);
    out_html_begin(s, title_of(c), c->page.version);
    for (size_t k = 0; k < c->count; k++)
        out_html_paragraph(
            s, base_arena_printf(s->memory, "%s: %s", c->runs[k].name, out_compare_end(&c->runs[k], s->memory)));
    add_rows(c, "Parameters that differ", &parameters, s);
    add_rows(c, "Reports", &reports, s);
    out_html_heading(s, "Curves");
    add_chart(c, s);
    out_html_end(s);
}
