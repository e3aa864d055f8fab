/* Floquet multipliers of a periodic motion beside the unit circle, within which everything comes back. */
#include <math.h>

#include "out/drawing/svg.h"
#include "out/spectrum/writers.h"
#include "out/values/quantity.h"

static const double WIDTH = 720, TOP = 62, SIDE = 480, EDGE = 30, DOT = 4.5;

typedef struct plane {
    double middle_x, middle_y, unit; /* of the paper; how long 1 is there */
    strbuf *out;
} plane;

static void add_circle(const plane *w, double re, double im, double radius, const char *look) {
    base_strbuf_add(w->out, "<circle cx=\"");
    out_svg_add_number(w->out, w->middle_x + w->unit * re);
    base_strbuf_add(w->out, "\" cy=\"");
    out_svg_add_number(w->out, w->middle_y - w->unit * im);
    base_strbuf_add(w->out, "\" r=\"");
    out_svg_add_number(w->out, radius);
    base_strbuf_printf(w->out, "\" %s/>\n", look);
}

static void add_multiplier(const plane *w, double re, double im) {
    const bool grows = hypot(re, im) > 1 + 1e-6;
    for (int sign = 1; sign >= (im != 0 ? -1 : 1); sign -= 2)
        add_circle(w, re, sign * im, DOT, grows ? "style=\"fill:#c8572f\"" : "style=\"fill:#1d6fb8\"");
}

static const char *verdict(const linear_periodic *x, arena *a) {
    const char *what = x->stability == UNSTABLE                ? "what is beside it departs"
                       : x->stability == ASYMPTOTICALLY_STABLE ? "what is beside it comes to it"
                                                               : "nothing departs, but not everything comes closer";
    return base_arena_printf(a, "multipliers of the motion with period %s s: %s", out_quantity_number(x->period, a),
                             what);
}

void out_multipliers_write_svg(const out_linear *linear, out_stream *out) {
    const linear_periodic *x = linear->periodic;
    const model *m = linear->m;
    strbuf *s = &out->text;
    double most = 1.1;
    for (int i = 0; i < x->count && x->has_multipliers; i++)
        most = fmax(most, 1.1 * hypot(x->re[i], x->im[i]));
    const plane w = {WIDTH / 2, TOP + SIDE / 2, (SIDE - 2 * EDGE) / (2 * most), s};
    const char *title = m->title ? m->title : m->name ? m->name : "Model";
    out_svg_begin(s, WIDTH, TOP + SIDE + EDGE, title);
    out_svg_title(s, EDGE, 26, WIDTH - 2 * EDGE, title);
    out_svg_text(s, "caption", EDGE, 46, SVG_START, 0,
                 x->trouble           ? x->trouble
                 : x->has_multipliers ? verdict(x, s->memory)
                                      : "without LAPACK no multipliers are found");
    const double reach = w.unit * most, left = w.middle_x - reach, low = w.middle_y + reach;
    out_svg_line(s, "axis", left, w.middle_y, w.middle_x + reach, w.middle_y);
    out_svg_line(s, "axis", w.middle_x, low, w.middle_x, w.middle_y - reach);
    add_circle(&w, 0, 0, w.unit, "class=\"unit\"");
    out_svg_text(s, "label", w.middle_x + w.unit + 5, w.middle_y - 6, SVG_START, 0, "1");
    out_svg_text(s, "label", w.middle_x + 6, w.middle_y - w.unit - 6, SVG_START, 0, "i");
    for (int i = 0; i < x->count && x->has_multipliers; i++)
        add_multiplier(&w, x->re[i], x->im[i]);
    out_svg_end(s);
}
