/* Eigenvalues along a run: at each instant the real parts and the frequencies, by their size. */
#include <math.h>

#include "base/sort.h"
#include "out/spectrum/sheet.h"
#include "out/spectrum/writers.h"

static bool is_greater(const void *a, const void *b) {
    return *(const double *)a > *(const double *)b;
}

/* Of an instant, the greatest first; how many there are. */
static size_t list_values(const linear_about *x, bool rates, double *to, arena *a) {
    size_t count = 0;
    for (size_t k = 0; k < x->mode_count && !x->trouble && x->has_modes; k++)
        if (rates || x->modes[k].im > 0)
            to[count++] = rates ? x->modes[k].re : x->modes[k].im;
    base_sort(to, count, sizeof *to, is_greater, a);
    return count;
}

/* The first, second, ... of all instants as curves: such values change evenly where eigenvalues do. */
static sheet_panel make_panel(const linear_along *y, const char *label, bool rates, arena *a) {
    size_t most = 0;
    for (size_t i = 0; i < y->count; i++)
        most = y->at[i].mode_count > most ? y->at[i].mode_count : most;
    sheet_curve *curves = ARENA_ARRAY(a, sheet_curve, most + 1);
    double *values = ARENA_ARRAY(a, double, most * y->count + 1), *here = ARENA_ARRAY(a, double, most + 1);
    for (size_t k = 0; k < most; k++)
        curves[k] = (sheet_curve){.x = y->t, .y = values + k * y->count, .count = y->count, .pen = (int)k};
    for (size_t i = 0; i < y->count; i++) {
        const size_t count = list_values(&y->at[i], rates, here, a);
        for (size_t k = 0; k < most; k++)
            values[k * y->count + i] = k < count ? here[k] : NAN;
    }
    return (sheet_panel){.label = label, .curves = curves, .count = most};
}

void out_along_write_svg(const out_linear *linear, out_stream *out) {
    const linear_along *y = linear->along;
    arena *a = out->text.memory;
    const bool units = linear->m->has_units;
    const sheet_panel panels[] = {make_panel(y, units ? "growth (1/s)" : "growth", true, a),
                                  make_panel(y, units ? "frequency (rad/s)" : "frequency", false, a)};
    const sheet c = {.title = linear->m->title  ? linear->m->title
                              : linear->m->name ? linear->m->name
                                                : "Model",
                     .note = "eigenvalues of small motions at each instant of the run; they do not decide about it",
                     .x_label = units ? "t (s)" : "t",
                     .low = y->t[0],
                     .high = y->t[y->count - 1],
                     .panels = panels,
                     .panel_count = 2};
    out_spectrum_write(&c, &out->text);
}
