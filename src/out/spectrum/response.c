/* Gain and phase over the frequency, after Bode. */
#include <math.h>

#include "out/spectrum/sheet.h"
#include "out/spectrum/writers.h"

void out_response_write_svg(const out_linear *linear, out_stream *out) {
    const linear_response *r = linear->response;
    arena *a = out->text.memory;
    const char *title = linear->m->title ? linear->m->title : linear->m->name ? linear->m->name : "Model";
    double *degrees = ARENA_ARRAY(a, double, r->count + 1), *gain = ARENA_ARRAY(a, double, r->count + 1);
    for (size_t i = 0; i < r->count; i++) {
        degrees[i] = r->phase[i] * (180 / acos(-1.0));
        gain[i] = r->gain[i] > 0 ? r->gain[i] : NAN;
    }
    const sheet_curve curves[] = {{.x = r->w, .y = gain, .count = r->count},
                                  {.x = r->w, .y = degrees, .count = r->count}};
    const sheet_panel panels[] = {{.label = "gain (SI)", .curves = &curves[0], .count = 1, .decades = true},
                                  {.label = "phase (deg)", .curves = &curves[1], .count = 1}};
    const sheet c = {.title = title,
                     .note = base_arena_printf(a, "frequency response from %s to %s", r->from, r->to),
                     .x_label = "frequency (rad/s)",
                     .low = r->w[0],
                     .high = r->w[r->count - 1],
                     .decades = true,
                     .panels = panels,
                     .panel_count = 2};
    out_spectrum_write(&c, &out->text);
}
