/* The results of an analysis as text: structure, conserved quantities, equilibria with their modes. */
#include <math.h>
#include <string.h>

#include "out/text/sections.h"
#include "out/text/writers.h"
#include "out/values/quantity.h"
#include "out/words/natures.h"
#include "out/words/styles.h"
#include "out/words/table.h"

enum {
    MOST_QUANTITIES = 24,
    MOST_EQUILIBRIA = 16,
    MOST_MOTIONS = 4, /* beyond these */
    MOST_VALUES = 24,
    LONGEST_FORMULA = 400,
    BETWEEN_COLUMNS = 8,
    FORMULA_INDENT = 6
};

static const table_column quantity_columns[] = {
    {ALIGN_LEFT, ""}, {ALIGN_POINT, STYLE_BOLD}, {ALIGN_LEFT, ""}, {ALIGN_WORDS, STYLE_FAINT}};
#define TABLE(a, columns) out_table_create((a), (columns), sizeof(columns) / sizeof *(columns))

static const char *more(size_t count, arena *a) {
    return base_arena_printf(a, "... and %zu more (--json has all)", count);
}

static const char *drift_words(double drift, arena *a) {
    return isnan(drift) ? "not followed" : base_arena_printf(a, "drift %.1e", drift);
}

/* A formula, cut between characters where it would fill the page. */
static const char *readable(const model *m, expr_id e, arena *a) {
    if (out_formula_is_endless(m, e))
        return "(too long to be written out)";
    const char *formula = out_formula(m, e, a);
    size_t length = strlen(formula);
    if (length <= LONGEST_FORMULA)
        return formula;
    for (length = LONGEST_FORMULA; length > 0 && ((unsigned char)formula[length] & 0xc0) == 0x80; length--)
        continue;
    return base_arena_printf(a, "%.*s... (--json has all)", (int)length, formula);
}

static int wider(int width, const char *text) {
    int other = out_width(text);
    return other > width ? other : width;
}

/* Formula, symmetry, until when, and whether that is proved. */
static const char *law_words(const model *m, const conserved *c, arena *a) {
    const char *words = readable(m, c->value, a);
    if (c->symmetry)
        words = base_arena_printf(a, "%s (%s)", words, c->symmetry);
    if (c->holds)
        words = base_arena_printf(a, "%s, holds %s", words, c->holds);
    return c->proved ? words : base_arena_printf(a, "%s, by numbers alone", words);
}

/* Formulas go beside the numbers where all of them have room there, else on lines of their own. */
static bool formulas_fit(const conserved_list *list, const char *const *words, int width, arena *a) {
    int name = 0, number = 0, drift = 0, formula = 0;
    for (size_t i = 0; i < list->count && i < MOST_QUANTITIES; i++) {
        name = wider(name, list->at[i].name);
        number = wider(number, out_quantity_number(list->at[i].at_start, a));
        drift = wider(drift, drift_words(list->at[i].drift, a));
        formula = wider(formula, words[i]);
    }
    return width <= 0 || name + number + drift + formula + BETWEEN_COLUMNS <= width;
}

static void add_conserved(const out_analysis *x, strbuf *s) {
    arena *a = s->memory;
    const conserved_list *list = x->conserved;
    out_style_add_heading(s, x->check.page.color, "Conserved quantities");
    if (!list->count)
        out_add_paragraph(&x->check.page, "none found", 2, s);
    const char **words = ARENA_ARRAY(a, const char *, list->count);
    for (size_t i = 0; i < list->count && i < MOST_QUANTITIES; i++)
        words[i] = law_words(x->check.m, &list->at[i], a);
    bool fit = formulas_fit(list, words, x->check.page.width, a);
    out_table *t = TABLE(a, quantity_columns);
    for (size_t i = 0; i < list->count && i < MOST_QUANTITIES; i++) {
        const conserved *c = &list->at[i];
        out_table_add(t, (const char *[]){c->name, out_quantity_number(c->at_start, a), drift_words(c->drift, a),
                                          fit ? words[i] : NULL});
        if (!fit)
            out_table_add_words(t, words[i], FORMULA_INDENT);
    }
    if (list->count > MOST_QUANTITIES)
        out_table_add_line(t, more(list->count - MOST_QUANTITIES, a));
    out_table_print(t, x->check.page.color, x->check.page.width, s);
}

static void add_value(const model *m, int coord, double value, bool rate, strbuf *line) {
    arena *a = line->memory;
    bool angle = out_quantity_coord_is_angle(m, (size_t)coord);
    const char *si = out_quantity_unit(m, m->coords[coord].dim, a);
    if (rate)
        si = out_quantity_rate_unit(m, (size_t)coord, a);
    else if (angle)
        si = out_quantity_angle(value, a);
    const model_shown shown = out_quantity_seen_coord(m, (size_t)coord, rate);
    si = shown.unit ? shown.unit : si;
    base_strbuf_printf(line, "%s%s%s = %s%s%s", line->len ? ", " : "", m->coords[coord].name, rate ? "'" : "",
                       out_quantity_number(model_shown_value(shown, value), a), *si ? " " : "", si);
}

/* "theta = 0.5 rad = 28.6479°, x = 0 m, psi' = 3 rad/s" */
static const char *place_words(const out_analysis *x, const equilibrium *e, arena *a) {
    const mech_equations *eq = &x->setting->e;
    strbuf line = base_strbuf_make(a);
    for (int i = 0; i < eq->n && i < MOST_VALUES; i++)
        add_value(x->check.m, eq->coords[i], e->at.q[eq->coords[i]], false, &line);
    if (eq->n > MOST_VALUES)
        base_strbuf_printf(&line, ", %s", more((size_t)(eq->n - MOST_VALUES), a));
    for (int i = 0; e->steady && i < eq->n; i++)
        if (e->at.v[eq->coords[i]] != 0)
            add_value(x->check.m, eq->coords[i], e->at.v[eq->coords[i]], true, &line);
    return base_strbuf_text(&line);
}

static void add_equilibrium(const out_analysis *x, size_t number, strbuf *s) {
    arena *a = s->memory;
    const out_page *page = &x->check.page;
    const equilibrium *e = &x->equilibria->at[number];
    const char *why = e->why && *e->why ? base_arena_printf(a, ": %s", e->why) : "";
    const char *family = e->degenerate ? ", one of a family" : "";
    out_add_paragraph(page,
                      base_arena_printf(a, "%zu. %s, %s%s%s", number + 1, out_equilibrium_name(e->steady),
                                        out_stability_name(e->stability), family, why),
                      2, s);
    out_add_paragraph(page, place_words(x, e, a), 5, s);
    const char **names = ARENA_ARRAY(a, const char *, x->setting->e.n + 1);
    for (int i = 0; i < x->setting->e.n; i++)
        names[i] = x->check.m->coords[x->setting->e.coords[i]].name;
    out_modes_add_text(page, names, x->setting->e.n, e->modes, e->mode_count, s);
}

static void add_equilibria(const out_analysis *x, strbuf *s) {
    const equilibria *list = x->equilibria;
    out_style_add_heading(s, x->check.page.color, "Equilibria and steady motions");
    size_t shown = 0, steady = 0;
    for (size_t i = 0; i < list->count; i++) /* motions stand behind the equilibria */
        if (i < MOST_EQUILIBRIA || (list->at[i].steady && steady++ < MOST_MOTIONS)) {
            add_equilibrium(x, i, s);
            shown++;
        }
    if (list->count > shown)
        out_add_paragraph(&x->check.page, more(list->count - shown, s->memory), 2, s);
    if (list->none)
        out_add_paragraph(&x->check.page, list->none, 2, s);
    if (list->note)
        out_add_paragraph(&x->check.page, list->note, 2, s);
}

void out_analysis_write_text(const out_analysis *x, out_stream *out) {
    if (!x->check.what)
        return;
    out_add_structure_text(&x->check, &out->text);
    add_conserved(x, &out->text);
    add_equilibria(x, &out->text);
}
