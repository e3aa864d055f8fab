/* The best design as text: the parameters, the reports compared with those of the present design, limits, the
   search. */
#include <math.h>

#include "out/text/writers.h"
#include "out/values/optimum.h"
#include "out/values/quantity.h"
#include "out/words/styles.h"
#include "out/words/table.h"

/* "4.2 m" */
static const char *amount(const out_optimum *o, double x, model_shown shown, dimension dim, arena *a) {
    return isnan(x) ? out_quantity_number(x, a)
                    : model_shown_text(o->m, out_quantity_seen(o->m, shown, dim), x, dim, a);
}

/* Of a varied parameter, without its unit. */
static const char *parameter(const out_optimum *o, size_t i, double x, arena *a) {
    return out_quantity_number(out_optimum_shown(o, i, x), a);
}

static double slope(const out_optimum *o, size_t i) {
    model_report seen = o->m->reports[o->report];
    seen.shown = out_quantity_seen(o->m, seen.shown, seen.dim);
    return out_quantity_slope(&seen, &o->m->params[o->params[i]], o->slopes[i]);
}

static void add_parameters(const out_optimum *o, out_stream *out) {
    static const table_column columns[] = {{ALIGN_LEFT, ""},  {ALIGN_POINT, STYLE_BOLD}, {ALIGN_LEFT, ""},
                                           {ALIGN_LEFT, ""},  {ALIGN_LEFT, ""},          {ALIGN_POINT, ""},
                                           {ALIGN_POINT, ""}, {ALIGN_NOTE, STYLE_FAINT}};
    arena *a = out->text.memory;
    out_table *t = out_table_create(a, columns, sizeof columns / sizeof *columns);
    out_table_add(t, (const char *[]){"", "best", "", "now", "bounds", "derivative", "elasticity", ""});
    for (size_t i = 0; i < o->param_count; i++) {
        const model_param *p = &o->m->params[o->params[i]];
        const char *bound = out_optimum_bound(o, i);
        out_table_add(t,
                      (const char *[]){p->name, base_arena_printf(a, "%.9g", out_optimum_shown(o, i, o->x[i])),
                                       model_shown_unit(o->m, p->shown, p->dim, a), parameter(o, i, o->present[i], a),
                                       base_arena_printf(a, "%s to %s", parameter(o, i, o->low[i], a),
                                                         parameter(o, i, o->high[i], a)),
                                       base_arena_printf(a, "%.3g", slope(o, i)),
                                       base_arena_printf(a, "%.3g", out_optimum_elasticity(o, i)),
                                       bound ? base_arena_printf(a, "at its %s bound", bound) : p->label});
    }
    out_style_add_heading(&out->text, o->page.color, "Parameters");
    out_table_print(t, o->page.color, o->page.width, &out->text);
}

/* What counts, where machines scatter. */
static const char *weighed(const out_optimum *o, arena *a) {
    return o->means ? base_arena_printf(a, "mean %s %.3g deviations of ", o->minimize ? "plus" : "minus", o->weight)
                    : "";
}

static void add_reports(const out_optimum *o, out_stream *out) {
    static const table_column columns[] = {
        {ALIGN_LEFT, ""}, {ALIGN_POINT, STYLE_BOLD}, {ALIGN_POINT, ""}, {ALIGN_LEFT, ""}, {ALIGN_NOTE, STYLE_FAINT}};
    arena *a = out->text.memory;
    out_table *t = out_table_create(a, columns, sizeof columns / sizeof *columns);
    out_table_add(t, (const char *[]){"", "best", "now", "", ""});
    for (size_t i = 0; i < o->m->report_count; i++) {
        const model_report *r = &o->m->reports[i];
        const model_shown shown = out_quantity_seen(o->m, r->shown, r->dim);
        out_table_add(t, (const char *[]){r->name, out_quantity_number(model_shown_value(shown, o->reports[i]), a),
                                          out_quantity_number(model_shown_value(shown, o->present_reports[i]), a),
                                          model_shown_unit(o->m, shown, r->dim, a), r->label});
    }
    out_style_add_heading(&out->text, o->page.color,
                          o->means ? base_arena_printf(a, "Reports: %s%s, means of the others", weighed(o, a),
                                                       o->m->reports[o->report].name)
                                   : "Reports");
    out_table_print(t, o->page.color, o->page.width, &out->text);
}

/* How the reports of the machines scatter that are built of the best design. */
static void add_scatter(const out_optimum *o, out_stream *out) {
    static const table_column columns[] = {
        {ALIGN_LEFT, ""}, {ALIGN_POINT, STYLE_BOLD}, {ALIGN_POINT, ""}, {ALIGN_LEFT, ""}, {ALIGN_NOTE, STYLE_FAINT}};
    arena *a = out->text.memory;
    out_table *t = out_table_create(a, columns, sizeof columns / sizeof *columns);
    out_table_add(t, (const char *[]){"", "mean", "deviation", "", ""});
    for (size_t i = 0; i < o->m->report_count; i++) {
        const model_report *r = &o->m->reports[i];
        const model_shown shown = out_quantity_seen(o->m, r->shown, r->dim);
        const double mean = model_shown_value(shown, o->means[i]);
        const double above = model_shown_value(shown, o->means[i] + o->deviations[i]) - mean;
        out_table_add(t, (const char *[]){r->name, out_quantity_number(mean, a), out_quantity_number(above, a),
                                          model_shown_unit(o->m, shown, r->dim, a), r->label});
    }
    out_style_add_heading(&out->text, o->page.color,
                          base_arena_printf(a, "Scatter of %zu machines of the best design", o->machines));
    out_table_print(t, o->page.color, o->page.width, &out->text);
}

static void add_limits(const out_optimum *o, out_stream *out) {
    static const table_column columns[] = {{ALIGN_LEFT, ""}, {ALIGN_WORDS, ""}};
    arena *a = out->text.memory;
    out_table *t = out_table_create(a, columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < o->limit_count; i++) {
        const out_limit *l = &o->limits[i];
        const char *how =
            l->binds ? "active" : base_arena_printf(a, "slack %s", amount(o, l->slack, l->shown, l->dim, a));
        out_table_add(t, (const char *[]){l->text, how});
    }
    out_style_add_heading(&out->text, o->page.color, "Limits");
    out_table_print(t, o->page.color, o->page.width, &out->text);
    if (!o->present_holds)
        base_strbuf_add(&out->text, "  the present design violates them\n");
}

static void add_line(const out_optimum *o, out_stream *out, const char *text) {
    base_strbuf_add(&out->text, "  ");
    out_add_words(&out->text, text, 2, 4, o->page.width);
    base_strbuf_add(&out->text, "\n");
}

/* What the searches came to: a descent from the present design may change nothing at all. */
static const char *found_by(const out_optimum *o, arena *a) {
    if (o->method)
        return base_arena_printf(a, "the best by %s", o->method);
    return out_optimum_is_present(o) ? "none of them better than the present one"
                                     : "none better than the best of the designs";
}

static void add_work(const out_optimum *o, out_stream *out) {
    out_style_add_heading(&out->text, o->page.color, "Search");
    arena *a = out->text.memory;
    add_line(o, out,
             base_arena_printf(a, "%zu Sobol designs, then %zu local searches; %s, %zu reached the same value",
                               o->samples, o->searches, found_by(o, a), o->agreeing));
    add_line(o, out,
             o->by_differences ? base_arena_printf(a, "derivatives by finite differences: %s", o->by_differences)
                               : "derivatives integrated along the motion and through its events");
    add_line(o, out,
             base_arena_printf(a, "%ld runs, %.3g s", o->runs * (long)(o->means ? o->machines : 1), o->seconds));
    if (o->doubt)
        add_line(o, out, base_arena_printf(a, "the best design is not to be trusted: %s: %s", o->doubt_code, o->doubt));
}

void out_optimum_write_text(const out_optimum *o, out_stream *out) {
    if (o->trouble)
        return;
    arena *a = out->text.memory;
    const model_report *r = &o->m->reports[o->report];
    if (o->interrupted)
        base_strbuf_add(&out->text, "interrupted: the best so far\n");
    base_strbuf_printf(&out->text, "%s %s%s: ", o->minimize ? "least" : "greatest", weighed(o, a), r->name);
    out_style_add(&out->text, o->page.color, STYLE_BOLD, amount(o, o->reports[o->report], r->shown, r->dim, a));
    if (!isnan(o->present_reports[o->report]))
        base_strbuf_printf(&out->text, " (now %s)", amount(o, o->present_reports[o->report], r->shown, r->dim, a));
    base_strbuf_add(&out->text, "\n");
    add_parameters(o, out);
    add_reports(o, out);
    if (o->means)
        add_scatter(o, out);
    if (o->limit_count)
        add_limits(o, out);
    add_work(o, out);
}
