/* Eigenvalues over a parameter: their real parts, and how fast they oscillate. */
#include <math.h>

#include "base/sort.h"
#include "out/drawing/svg.h"
#include "out/spectrum/sheet.h"
#include "out/spectrum/writers.h"
#include "out/values/quantity.h"

static const double deepest = 1.2; /* decay is shown so far, of the fastest oscillation and the greatest growth */

typedef struct axis_of {
    const linear_study *study;
    model_shown shown;
    const model_param *param;
    arena *a;
    double *x;
} axis_of;

static double seen(const axis_of *s, double value) {
    return model_shown_value(s->shown, value);
}

static const char *title_of(const model *m) {
    return m->title ? m->title : m->name ? m->name : "Model";
}

/* Multiples of the speed, over the frequencies. */
static void add_orders(const axis_of *s, sheet_curve *curves) {
    const linear_study *y = s->study;
    for (size_t k = 0; k < y->order_count; k++) {
        double *values = ARENA_ARRAY(s->a, double, y->count + 1);
        for (size_t i = 0; i < y->count; i++)
            values[i] = y->orders[k] * fabs(y->values[i]);
        curves[k] = (sheet_curve){.x = s->x,
                                  .y = values,
                                  .count = y->count,
                                  .pen = (int)(y->track_count + k),
                                  .dashed = true,
                                  .name = base_arena_printf(s->a, "%g x speed", y->orders[k])};
    }
}

/* Frequencies from 0 upwards, with the places where lines cross them. */
static void show_orders(const axis_of *s, sheet_panel *p) {
    const linear_study *y = s->study;
    double most = 0;
    sheet_dot *dots = ARENA_ARRAY(s->a, sheet_dot, y->resonance_count + 1);
    for (size_t k = 0; k < y->resonance_count; k++)
        dots[k] = (sheet_dot){seen(s, y->resonances[k].value), y->resonances[k].im, NULL};
    for (size_t k = 0; k < y->track_count; k++)
        for (size_t i = 0; i < y->count; i++)
            most = fmax(most, y->tracks[k].im[i]);
    p->dots = dots;
    p->dot_count = y->resonance_count;
    p->high = 1.08 * most;
    p->count += y->order_count;
}

static sheet_curve *make_curves(const axis_of *s, bool rates) {
    const linear_study *y = s->study;
    sheet_curve *curves = ARENA_ARRAY(s->a, sheet_curve, y->track_count + y->order_count + 1);
    for (size_t k = 0; k < y->track_count; k++) {
        double *values = ARENA_ARRAY(s->a, double, y->count + 1);
        for (size_t i = 0; i < y->count; i++)
            values[i] = rates ? y->tracks[k].re[i] : y->tracks[k].im[i] > 0 ? y->tracks[k].im[i] : NAN;
        curves[k] = (sheet_curve){.x = s->x, .y = values, .count = y->count, .pen = (int)k};
    }
    add_orders(s, curves + y->track_count);
    return curves;
}

/* Fast decay would leave no room for what matters. */
static void limit_rates(const linear_study *y, sheet_panel *p) {
    double fastest = 0, high = 0, low = 0;
    for (size_t k = 0; k < y->track_count; k++)
        for (size_t i = 0; i < y->count; i++) {
            fastest = fmax(fastest, fmax(y->tracks[k].im[i], y->tracks[k].re[i]));
            high = fmax(high, y->tracks[k].re[i]);
            low = fmin(low, y->tracks[k].re[i]);
        }
    if (fastest > 0 && low < -deepest * fastest) {
        p->low = -deepest * fastest;
        p->high = fmax(high, fastest / 10) * 1.1;
    }
}

static bool is_before(const void *a, const void *b) {
    return ((const sheet_line *)a)->x < ((const sheet_line *)b)->x;
}

static sheet_line line_at(const axis_of *s, double value) {
    return (sheet_line){seen(s, value), base_arena_printf(s->a, "%.5g", seen(s, value))};
}

static void find_marks(const axis_of *s, sheet *c) {
    const linear_study *y = s->study;
    sheet_band *bands = ARENA_ARRAY(s->a, sheet_band, y->range_count + 1);
    sheet_line *lines = ARENA_ARRAY(s->a, sheet_line, y->critical_count + y->resonance_count + 1);
    for (size_t k = 0; k < y->range_count; k++)
        if (y->ranges[k].stability == ASYMPTOTICALLY_STABLE)
            bands[c->band_count++] = (sheet_band){seen(s, y->ranges[k].from), seen(s, y->ranges[k].to)};
    for (size_t k = 0; k < y->critical_count; k++)
        lines[c->line_count++] =
            (sheet_line){seen(s, y->criticals[k].value), out_quantity_number(seen(s, y->criticals[k].value), s->a)};
    for (size_t k = 0; k < y->resonance_count; k++)
        lines[c->line_count++] = line_at(s, y->resonances[k].value);
    base_sort(lines, c->line_count, sizeof *lines, is_before, s->a);
    c->bands = bands;
    c->lines = lines;
}

void out_linear_write_svg(const out_linear *linear, out_stream *out) {
    const linear_study *y = linear->study;
    if (linear->response)
        out_response_write_svg(linear, out);
    if (linear->film)
        out_modes_write_svg(linear, false, out);
    if (linear->branches)
        out_branches_write_svg(linear, out);
    if (linear->family)
        out_family_write_svg(linear, out);
    if (linear->along)
        out_along_write_svg(linear, out);
    if (linear->periodic)
        out_multipliers_write_svg(linear, out);
    if (!y)
        return;
    const model_param *param = &linear->m->params[y->param];
    axis_of s = {.study = y, .param = param, .a = out->text.memory};
    s.shown = out_quantity_seen(linear->m, param->shown, param->dim);
    s.x = ARENA_ARRAY(s.a, double, y->count + 1);
    for (size_t i = 0; i < y->count; i++)
        s.x[i] = seen(&s, y->values[i]);
    const char *unit = out_quantity_shown_unit(linear->m, s.shown, param->dim, s.a);
    sheet_panel panels[] = {{.label = "growth (1/s)", .curves = make_curves(&s, true), .count = y->track_count},
                            {.label = "frequency (rad/s)", .curves = make_curves(&s, false), .count = y->track_count}};
    limit_rates(y, &panels[0]);
    if (y->order_count)
        show_orders(&s, &panels[1]);
    sheet c = {.title = title_of(linear->m),
               .note = y->order_count && y->steady
                           ? "eigenvalues of small motions; dashed: multiples of the speed; circles: critical speeds"
                       : y->steady ? "eigenvalues of small motions; shaded: all of them decay"
                                   : "eigenvalues at the instant of the start, which moves on; shaded: all decay",
               .x_label = out_svg_axis_label(param->label ? param->label : param->name, unit, s.a),
               .low = fmin(s.x[0], s.x[y->count - 1]),
               .high = fmax(s.x[0], s.x[y->count - 1]),
               .panels = panels,
               .panel_count = 2};
    find_marks(&s, &c);
    out_spectrum_write(&c, &out->text);
}
