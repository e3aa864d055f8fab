/* A front as text: its designs in a table, the present one below, limits, the search. */
#include "out/text/writers.h"
#include "out/values/quantity.h"
#include "out/words/styles.h"
#include "out/words/table.h"

static const char *headed(const out_front *f, const char *name, model_shown shown, dimension dim, arena *a) {
    const char *symbol = model_shown_unit(f->m, shown, dim, a);
    return *symbol ? base_arena_printf(a, "%s [%s]", name, symbol) : name;
}

static const char *goal_cell(const out_front *f, size_t k, const out_design *d, arena *a) {
    const model_report *r = &f->m->reports[f->goals[k].report];
    const model_shown shown = out_quantity_seen(f->m, r->shown, r->dim);
    return out_quantity_number(model_shown_value(shown, d->reports[f->goals[k].report]), a);
}

static void add_row(const out_front *f, const out_design *d, const char *note, const char **cells, out_table *t,
                    arena *a) {
    size_t c = 0;
    for (size_t k = 0; k < f->goal_count; k++)
        cells[c++] = goal_cell(f, k, d, a);
    for (size_t i = 0; i < f->param_count; i++)
        cells[c++] = out_quantity_number(model_shown_value(f->m->params[f->params[i]].shown, d->x[i]), a);
    cells[c] = note;
    out_table_add(t, cells);
}

static void add_table(const out_front *f, out_stream *out) {
    arena *a = out->text.memory;
    const size_t count = f->goal_count + f->param_count + 1;
    table_column *columns = ARENA_ARRAY(a, table_column, count);
    const char **cells = ARENA_ARRAY(a, const char *, count);
    for (size_t i = 0; i < count; i++)
        columns[i] = (table_column){i + 1 < count ? ALIGN_POINT : ALIGN_NOTE, i < f->goal_count ? STYLE_BOLD : ""};
    columns[count - 1].style = STYLE_FAINT;
    out_table *t = out_table_create(a, columns, count);
    for (size_t k = 0; k < f->goal_count; k++) {
        const model_report *r = &f->m->reports[f->goals[k].report];
        cells[k] = headed(f, r->name, out_quantity_seen(f->m, r->shown, r->dim), r->dim, a);
    }
    for (size_t i = 0; i < f->param_count; i++) {
        const model_param *p = &f->m->params[f->params[i]];
        cells[f->goal_count + i] = headed(f, p->name, p->shown, p->dim, a);
    }
    cells[count - 1] = "";
    out_table_add(t, cells);
    for (size_t i = 0; i < f->count; i++)
        add_row(f, &f->points[i], "", cells, t, a);
    add_row(f, &f->present, "now", cells, t, a);
    out_table_print(t, f->page.color, f->page.width, &out->text);
}

static void add_line(const out_front *f, out_stream *out, const char *text) {
    base_strbuf_add(&out->text, "  ");
    out_add_words(&out->text, text, 2, 4, f->page.width);
    base_strbuf_add(&out->text, "\n");
}

static void add_scatter(const out_front *f, out_stream *out) {
    arena *a = out->text.memory;
    if (f->machines > 1)
        add_line(f, out,
                 base_arena_printf(a, "goals are means of %zu machines that scatter%s", f->machines,
                                   f->weight > 0
                                       ? base_arena_printf(a,
                                                           ", less %.3g standard deviations where they are to be great "
                                                           "and more where they are to be small",
                                                           f->weight)
                                       : ""));
}

/* How the present design stands to the front. */
static void add_present(const out_front *f, out_stream *out) {
    size_t better = 0;
    for (size_t i = 0; i < f->count; i++)
        better += out_front_beats_present(f, i);
    if (!f->present.kept)
        add_line(f, out, "the present design lacks a value or breaks a limit");
    else if (better)
        add_line(f, out,
                 base_arena_printf(out->text.memory,
                                   "%zu of these designs %s in every respect at least as good as the "
                                   "present one",
                                   better, better == 1 ? "is" : "are"));
}

static void add_limits(const out_front *f, out_stream *out) {
    if (f->limit_count)
        out_style_add_heading(&out->text, f->page.color, "Limits, which all designs of the front keep");
    for (size_t i = 0; i < f->limit_count; i++)
        add_line(f, out, f->limits[i]);
}

void out_front_write_text(const out_front *f, out_stream *out) {
    arena *a = out->text.memory;
    if (f->trouble)
        return;
    if (f->interrupted)
        base_strbuf_add(&out->text, "interrupted: the front so far\n");
    base_strbuf_printf(&out->text, "%zu design%s that none betters in all of: %s\n", f->count, f->count == 1 ? "" : "s",
                       out_front_title(f, a));
    add_table(f, out);
    add_scatter(f, out);
    add_present(f, out);
    add_limits(f, out);
    out_style_add_heading(&out->text, f->page.color, "Search");
    add_line(f, out,
             base_arena_printf(a, "%zu generations of NSGA-II%s%s; an even choice of %zu design%s that none betters",
                               f->generations, f->method ? ", the ends by searches for each report alone, by " : "",
                               f->method ? f->method : "", f->met, f->met == 1 ? "" : "s"));
    add_line(f, out, base_arena_printf(a, "%ld runs, %.3g s", f->runs, f->seconds));
}
