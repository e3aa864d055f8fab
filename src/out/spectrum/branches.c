/* Equilibria over a parameter: a panel for each coordinate, stable ones drawn through, unstable ones dashed. */
#include <math.h>

#include "base/sort.h"
#include "base/vec.h"
#include "out/drawing/svg.h"
#include "out/spectrum/sheet.h"
#include "out/spectrum/writers.h"
#include "out/values/quantity.h"

enum { MOST_PANELS = 6 };

typedef VEC(sheet_curve) curve_list;

/* One curve for each stretch of a branch on which the verdict stays; neighbours share a point, and a branch of one
   point is a dot. */
static void add_curves(const linear_branches *b, const linear_branch *x, const double *at, int coord, model_shown shown,
                       arena *a, curve_list *out) {
    size_t i = 0;
    do {
        size_t end = x->count > 1 ? i + 1 : 0;
        const bool grows = x->stability[end] == UNSTABLE;
        while (end + 1 < x->count && (x->stability[end + 1] == UNSTABLE) == grows)
            end++;
        double *y = ARENA_ARRAY(a, double, end - i + 2);
        for (size_t k = i; k <= end; k++)
            y[k - i] = model_shown_value(shown, x->q[k * (size_t)b->n + (size_t)coord]);
        vec_push(a, out,
                 (sheet_curve){.x = at + i, .y = y, .count = end - i + 1, .pen = grows ? 1 : 0, .dashed = grows});
        i = end;
    } while (i + 1 < x->count);
}

static sheet_panel make_panel(const linear_branches *b, double *const *at, int coord, model_shown axis, arena *a) {
    curve_list curves = {0};
    const size_t number = (size_t)b->coords[coord];
    const model_shown shown = out_quantity_seen_coord(b->m, number, false);
    sheet_dot *dots = ARENA_ARRAY(a, sheet_dot, b->special_count + 1);
    for (size_t k = 0; k < b->count; k++)
        add_curves(b, &b->at[k], at[k], coord, shown, a, &curves);
    for (size_t k = 0; k < b->special_count; k++)
        dots[k] = (sheet_dot){model_shown_value(axis, b->specials[k].value),
                              model_shown_value(shown, b->specials[k].q[coord]), NULL};
    const char *unit = shown.unit ? shown.unit
                       : out_quantity_coord_is_angle(b->m, number)
                           ? "rad"
                           : out_quantity_unit(b->m, b->m->coords[number].dim, a);
    return (sheet_panel){.label = out_svg_axis_label(b->coord_names[coord], unit, a),
                         .curves = curves.at,
                         .count = curves.len,
                         .dots = dots,
                         .dot_count = b->special_count};
}

static bool is_before(const void *a, const void *b) {
    return ((const sheet_line *)a)->x < ((const sheet_line *)b)->x;
}

static void find_lines(const linear_branches *b, model_shown axis, sheet *c, arena *a) {
    sheet_line *lines = ARENA_ARRAY(a, sheet_line, b->special_count + 1);
    for (size_t k = 0; k < b->special_count; k++) {
        const double value = model_shown_value(axis, b->specials[k].value);
        bool known = false;
        for (size_t i = 0; i < c->line_count; i++)
            known = known || fabs(lines[i].x - value) < 1e-6 * (c->high - c->low);
        if (!known)
            lines[c->line_count++] = (sheet_line){value, out_quantity_number(value, a)};
    }
    base_sort(lines, c->line_count, sizeof *lines, is_before, a);
    c->lines = lines;
}

void out_branches_write_svg(const out_linear *linear, out_stream *out) {
    const linear_branches *b = linear->branches;
    const model_param *p = &b->m->params[b->param];
    arena *a = out->text.memory;
    const model_shown axis = out_quantity_seen(b->m, p->shown, p->dim);
    const int panels = b->n < MOST_PANELS ? b->n : MOST_PANELS;
    sheet_panel *all = ARENA_ARRAY(a, sheet_panel, panels + 1);
    double **at = ARENA_ARRAY(a, double *, b->count + 1);
    for (size_t k = 0; k < b->count; k++) {
        at[k] = ARENA_ARRAY(a, double, b->at[k].count + 1);
        for (size_t i = 0; i < b->at[k].count; i++)
            at[k][i] = model_shown_value(axis, b->at[k].values[i]);
    }
    for (int i = 0; i < panels; i++)
        all[i] = make_panel(b, at, i, axis, a);
    sheet c = {
        .title = b->m->title  ? b->m->title
                 : b->m->name ? b->m->name
                              : "Model",
        .note = "equilibria; dashed: small disturbances grow; circles: where branches fold, cross or lose their rest",
        .x_label = out_svg_axis_label(p->label ? p->label : p->name, out_quantity_shown_unit(b->m, axis, p->dim, a), a),
        .low = model_shown_value(axis, b->low),
        .high = model_shown_value(axis, b->high),
        .panels = all,
        .panel_count = (size_t)panels};
    find_lines(b, axis, &c, a);
    out_spectrum_write(&c, &out->text);
}
