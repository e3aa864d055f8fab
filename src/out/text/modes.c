/* The modes of a linear system as a table. */
#include <math.h>

#include "out/text/sections.h"
#include "out/values/quantity.h"

enum { MOST_MODES = 24, MOST_SHAPE = 12 };
static const double seen_in_shape = 1e-6, in_phase = 0.005, rounding = 1e-9;

static const table_column mode_columns[] = {{ALIGN_LEFT, ""},          {ALIGN_POINT, STYLE_BOLD}, {ALIGN_LEFT, ""},
                                            {ALIGN_POINT, ""},         {ALIGN_LEFT, ""},          {ALIGN_LEFT, ""},
                                            {ALIGN_WORDS, STYLE_FAINT}};

/* "theta 1, phi -0.41": the sizes, and the phase in degrees where it is neither 0 nor 180. */
static const char *shape_words(const char *const *names, int n, const linear_mode *mode, arena *a) {
    strbuf s = base_strbuf_make(a);
    int shown = 0;
    for (int i = 0; i < n; i++) {
        double re = mode->shape_re[i], im = mode->shape_im[i], size = hypot(re, im);
        if (size < seen_in_shape)
            continue;
        if (shown++ == MOST_SHAPE) {
            base_strbuf_add(&s, ", ...");
            break;
        }
        base_strbuf_printf(&s, "%s%s ", s.len ? ", " : "", names[i]);
        if (fabs(im) <= in_phase * size)
            base_strbuf_printf(&s, "%.4g", re);
        else
            base_strbuf_printf(&s, "%.4g at %.4g\u00b0", size, atan2(im, re) * (180 / acos(-1)));
    }
    return base_strbuf_text(&s);
}

/* "damping 0.5, damped 0.866 rad/s": what is seen is slower than the frequency where damping is large. */
static const char *damping_words(const linear_mode *mode, arena *a) {
    if (fabs(mode->damping) < rounding)
        return "damping 0";
    return base_arena_printf(a, "damping %.4g, damped %.4g rad/s", mode->damping, mode->im);
}

static void add_mode(const char *shape, const linear_mode *mode, out_table *t, arena *a) {
    if (mode->im > 0) {
        double turns = hypot(mode->re, mode->im);
        out_table_add(t, (const char *[]){" ", out_quantity_number(mode->frequency, a), "Hz",
                                          out_quantity_number(turns, a), "rad/s", damping_words(mode, a), shape});
        return;
    }
    const char *what = mode->re == 0 ? "neutral" : mode->re < 0 ? "decays" : "grows";
    out_table_add(t, (const char *[]){" ", NULL, NULL, out_quantity_number(mode->re, a), "1/s", what, shape});
}

void out_modes_add_text(const out_page *page, const char *const *names, int n, const linear_mode *modes, size_t count,
                        strbuf *s) {
    arena *a = s->memory;
    out_table *t = out_table_create(a, mode_columns, sizeof mode_columns / sizeof *mode_columns);
    for (size_t i = 0; i < count && i < MOST_MODES; i++)
        add_mode(shape_words(names, n, &modes[i], a), &modes[i], t, a);
    if (count > MOST_MODES)
        out_table_add_line(t, base_arena_printf(a, "... and %zu more (--json has all)", count - MOST_MODES));
    out_table_print(t, page->color, page->width, s);
}
