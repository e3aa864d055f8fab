/* A periodic motion and its Floquet multipliers as text. */
#include <math.h>

#include "out/text/sections.h"
#include "out/values/quantity.h"

enum { MOST_SHOWN = 24 };
static const double moved = 1e-9;

static const table_column extent_columns[] = {
    {ALIGN_LEFT, STYLE_BOLD}, {ALIGN_POINT, ""}, {ALIGN_POINT, ""}, {ALIGN_POINT, ""}, {ALIGN_POINT, ""}};
static const table_column multiplier_columns[] = {{ALIGN_POINT, ""}, {ALIGN_LEFT, ""}, {ALIGN_WORDS, ""}};

static const char *verdict(const linear_periodic *x, arena *a) {
    if (!x->has_multipliers)
        return "without LAPACK no multipliers are found";
    if (!x->count)
        return "there is nothing beside it: the machine has no freedom left";
    if (x->stability == UNSTABLE)
        return base_arena_printf(a, "unstable: what is beside it departs as exp(%.4g t)", x->growth);
    if (x->stability == ASYMPTOTICALLY_STABLE)
        return x->driven ? "stable: what is beside it comes to it" : "stable: what is beside it comes to its path";
    return "to first order nothing departs, but not everything comes closer";
}

static void add_extent(const linear_periodic *x, const out_page *page, strbuf *s) {
    arena *a = s->memory;
    out_table *t = out_table_create(a, extent_columns, sizeof extent_columns / sizeof *extent_columns);
    out_table_add(t, (const char *[]){"", "at its beginning", "rate", "least", "greatest"});
    for (int i = 0; i < x->n && i < MOST_SHOWN; i++)
        out_table_add(t, (const char *[]){x->coord_names[i], out_quantity_number(x->q[i], a),
                                          x->state[i] ? "" : out_quantity_number(x->v[i], a),
                                          out_quantity_number(x->low[i], a), out_quantity_number(x->high[i], a)});
    out_table_print(t, page->color, page->width, s);
    if (x->n > MOST_SHOWN)
        out_add_paragraph(page, "all of them are in -o FILE.json", 2, s);
    for (int i = 0; i < x->n && i < MOST_SHOWN; i++)
        if (fabs(x->shift[i]) > moved * (fabs(x->high[i] - x->low[i]) + fabs(x->q[i])))
            out_add_paragraph(page,
                              base_arena_printf(a, "%s is %s further after each period", x->coord_names[i],
                                                out_quantity_number(x->shift[i], a)),
                              2, s);
}

static void add_multipliers(const linear_periodic *x, const out_page *page, strbuf *s) {
    arena *a = s->memory;
    out_style_add_heading(s, page->color, "Floquet multipliers");
    out_add_paragraph(page, verdict(x, a), 2, s);
    out_table *t = out_table_create(a, multiplier_columns, sizeof multiplier_columns / sizeof *multiplier_columns);
    for (int k = 0; k < x->count && k < MOST_SHOWN && x->has_multipliers; k++) {
        const bool pair = x->im[k] != 0;
        if (x->im[k] < 0)
            continue;
        out_table_add(t, (const char *[]){out_quantity_number(x->re[k], a),
                                          pair ? base_arena_printf(a, "+- %s i", out_quantity_number(x->im[k], a)) : "",
                                          base_arena_printf(a, "size %.6g", hypot(x->re[k], x->im[k]))});
    }
    out_table_print(t, page->color, page->width, s);
    if (x->count > MOST_SHOWN && x->has_multipliers)
        out_add_paragraph(page, "all of them are in -o FILE.json", 2, s);
    if (!x->driven)
        out_add_paragraph(page, "and 1, of a shift along the motion", 2, s);
}

void out_periodic_add_text(const out_linear *l, strbuf *s) {
    const linear_periodic *x = l->periodic;
    const out_page *page = &l->page;
    arena *a = s->memory;
    out_style_add_heading(s, page->color, "Periodic motion");
    if (x->trouble) {
        out_add_paragraph(page, base_arena_printf(a, "none: %s", x->trouble), 2, s);
        return;
    }
    const char *unit = l->m->has_units ? " s" : "";
    out_add_paragraph(
        page,
        base_arena_printf(a, "period %.12g%s%s, from t = %s%s%s", x->period, unit,
                          x->driven ? ", that of what drives it" : "", out_quantity_number(x->t, a), unit,
                          x->events ? base_arena_printf(a, ", with %zu event%s", x->events, x->events == 1 ? "" : "s")
                                    : ""),
        2, s);
    add_extent(x, page, s);
    add_multipliers(x, page, s);
}
