/* Periodic motions over a parameter or their energy: how often they come back (a backbone curve), how far they go. */
#include <math.h>

#include "out/drawing/svg.h"
#include "out/spectrum/sheet.h"
#include "out/spectrum/writers.h"
#include "out/values/family.h"
#include "out/values/quantity.h"

enum { MOST_COORDS = 6 };

typedef double reading(const linear_periodic *x, int i);

static double frequency(const linear_periodic *x, int i) {
    (void)i;
    return 1 / x->period;
}

static double greatest(const linear_periodic *x, int i) {
    return i < x->n ? x->high[i] : NAN;
}

static double multiplier(const linear_periodic *x, int i) {
    (void)i;
    return x->has_multipliers && x->count ? hypot(x->re[0], x->im[0]) : NAN;
}

/* Those that are stable and those that are not; a curve goes on to where the verdict has changed. */
static void add_curves(const linear_family *f, const double *at, reading *read, int i, const char *name, sheet_panel *p,
                       sheet_curve *curves, arena *a) {
    for (int unstable = 0; unstable < 2; unstable++) {
        double *y = ARENA_ARRAY(a, double, f->count + 1);
        for (size_t k = 0; k < f->count; k++) {
            const bool here = !f->at[k].trouble && (f->at[k].stability == UNSTABLE) == unstable;
            const bool before = k > 0 && !f->at[k - 1].trouble && (f->at[k - 1].stability == UNSTABLE) == unstable;
            y[k] = !f->at[k].trouble && (here || (before && !unstable)) ? read(&f->at[k], i) : NAN;
        }
        curves[p->count++] = (sheet_curve){
            .x = at, .y = y, .count = f->count, .pen = i, .dashed = unstable, .name = unstable ? NULL : name};
    }
}

static sheet_panel make_panel(const linear_family *f, const double *at, const char *label, reading *read, int count,
                              const linear_periodic *named, arena *a) {
    sheet_curve *curves = ARENA_ARRAY(a, sheet_curve, 2 * count + 1);
    sheet_panel p = {.label = label, .curves = curves};
    for (int i = 0; i < count; i++)
        add_curves(f, at, read, i, count > 1 ? named->coord_names[i] : NULL, &p, curves, a);
    return p;
}

/* From 0 to beyond 1, so that rounding is not seen. */
static void show_circle(const linear_family *f, sheet_panel *p) {
    p->high = 1.2;
    for (size_t k = 0; k < f->count; k++) {
        const double size = f->at[k].trouble ? NAN : multiplier(&f->at[k], 0);
        p->high = fmax(p->high, 1.08 * size);
    }
}

void out_family_write_svg(const out_linear *linear, out_stream *out) {
    const linear_family *f = linear->family;
    arena *a = out->text.memory;
    const out_axis axis = out_family_axis(f, a);
    const linear_periodic *named = f->at;
    while (named < f->at + f->count - 1 && named->trouble)
        named++;
    double *at = ARENA_ARRAY(a, double, f->count + 1);
    for (size_t k = 0; k < f->count; k++)
        at[k] = out_family_seen(&axis, f->values[k]);
    sheet_line *lines = ARENA_ARRAY(a, sheet_line, f->critical_count + 1);
    for (size_t k = 0; k < f->critical_count; k++) {
        const double x = out_family_seen(&axis, f->criticals[k].value);
        lines[k] = (sheet_line){x, out_quantity_number(x, a)};
    }
    sheet_panel panels[] = {
        make_panel(f, at, linear->m->has_units ? "frequency (Hz)" : "1/period", frequency, 1, named, a),
        make_panel(f, at, "greatest value", greatest, named->n < MOST_COORDS ? named->n : MOST_COORDS, named, a),
        make_panel(f, at, "largest multiplier", multiplier, 1, named, a)};
    show_circle(f, &panels[2]);
    const char *title = f->m->title ? f->m->title : f->m->name ? f->m->name : "Model";
    const sheet c = {.title = title,
                     .note = "periodic motions; dashed: what is beside them departs",
                     .x_label = out_svg_axis_label(axis.label, axis.unit, a),
                     .low = fmin(at[0], at[f->count - 1]),
                     .high = fmax(at[0], at[f->count - 1]),
                     .panels = panels,
                     .panel_count = sizeof panels / sizeof *panels,
                     .lines = lines,
                     .line_count = f->critical_count};
    out_spectrum_write(&c, &out->text);
}
