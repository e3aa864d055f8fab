/* Periodic motions over a parameter or their energy as text: a table, and where stability changes. */
#include <math.h>

#include "out/text/sections.h"
#include "out/values/family.h"
#include "out/values/quantity.h"

enum { MOST_SHOWN = 21 };

static const table_column family_columns[] = {
    {ALIGN_POINT, STYLE_BOLD}, {ALIGN_POINT, ""}, {ALIGN_POINT, ""}, {ALIGN_WORDS, ""}};
static const table_column critical_columns[] = {
    {ALIGN_LEFT, ""}, {ALIGN_POINT, STYLE_BOLD}, {ALIGN_LEFT, ""}, {ALIGN_WORDS, ""}};

static const char *verdict(const linear_periodic *x) {
    return x->trouble                              ? x->trouble
           : !x->has_multipliers                   ? ""
           : x->stability == UNSTABLE              ? "unstable"
           : x->stability == ASYMPTOTICALLY_STABLE ? "stable"
                                                   : "nothing grows";
}

static void add_motions(const linear_family *f, const out_axis *axis, const out_page *page, strbuf *s) {
    arena *a = s->memory;
    out_table *t = out_table_create(a, family_columns, sizeof family_columns / sizeof *family_columns);
    const char *unit = *axis->unit ? base_arena_printf(a, "%s (%s)", axis->name, axis->unit) : axis->name;
    const size_t step = (f->count + MOST_SHOWN - 3) / (MOST_SHOWN - 1);
    out_table_add(t, (const char *[]){unit, f->m->has_units ? "period (s)" : "period", "largest multiplier", ""});
    for (size_t i = 0; i < f->count; i += step) {
        const linear_periodic *x = &f->at[i];
        const bool shown = !x->trouble && x->has_multipliers && x->count;
        out_table_add(t, (const char *[]){out_quantity_number(out_family_seen(axis, f->values[i]), a),
                                          x->trouble ? "" : base_arena_printf(a, "%.9g", x->period),
                                          shown ? out_quantity_number(hypot(x->re[0], x->im[0]), a) : "", verdict(x)});
    }
    out_table_print(t, page->color, page->width, s);
    if (step > 1)
        out_add_paragraph(page, "all of them are in -o FILE.csv and --json", 2, s);
}

static void add_criticals(const linear_family *f, const out_axis *axis, const out_page *page, strbuf *s) {
    static const char *const kinds[] = {"a multiplier is 1", "a multiplier is -1: the period doubles",
                                        "a pair of multipliers leaves the unit circle"};
    arena *a = s->memory;
    out_table *t = out_table_create(a, critical_columns, sizeof critical_columns / sizeof *critical_columns);
    out_style_add_heading(s, page->color, "Where stability changes");
    if (!f->critical_count)
        out_add_paragraph(page, "nowhere in this range", 2, s);
    for (size_t k = 0; k < f->critical_count; k++) {
        const linear_crossing *c = &f->criticals[k];
        out_table_add(
            t, (const char *[]){axis->name, base_arena_printf(a, "%.10g", out_family_seen(axis, c->value)), axis->unit,
                                base_arena_printf(a, "%s; unstable %s", kinds[c->kind], c->below ? "below" : "above")});
    }
    out_table_print(t, page->color, page->width, s);
}

void out_family_add_text(const out_linear *l, strbuf *s) {
    const linear_family *f = l->family;
    const out_axis axis = out_family_axis(f, s->memory);
    out_style_add_heading(s, l->page.color, "Periodic motions");
    add_motions(f, &axis, &l->page, s);
    add_criticals(f, &axis, &l->page, s);
}
