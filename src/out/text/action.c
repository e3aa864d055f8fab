/* The test of Hamilton's principle as a section of the summary. */
#include "out/text/sections.h"

static const table_column pair_columns[] = {{ALIGN_LEFT, ""}, {ALIGN_POINT, STYLE_BOLD}, {ALIGN_LEFT, ""}};
static const table_column columns[] = {{ALIGN_LEFT, ""}, {ALIGN_LEFT, STYLE_BOLD}, {ALIGN_LEFT, ""}, {ALIGN_LEFT, ""},
                                       {ALIGN_LEFT, ""}, {ALIGN_LEFT, ""},         {ALIGN_LEFT, ""}};

static void add_value(const text_page *p, const sim_action *r) {
    out_table *t = PAGE_TABLE(p, pair_columns);
    const char *value = base_arena_printf(p->memory, "%.9g", r->value);
    out_table_add(t, (const char *[]){"S, the integral of L dt", value, p->m->has_units ? "J s" : ""});
    out_page_print(p, t);
}

static void add_directions(const text_page *p, const sim_action *r) {
    out_table *t = PAGE_TABLE(p, columns);
    const char *cells[sizeof columns / sizeof *columns] = {"direction", "first variation"};
    for (int k = 0; k < ACTION_SIZES; k++)
        cells[2 + k] = base_arena_printf(p->memory, "eps = %.4g", r->sizes[k]);
    cells[2 + ACTION_SIZES] = "falls by";
    out_table_add(t, cells);
    for (int i = 0; i < ACTION_DIRECTIONS; i++) {
        const double *change = r->at[i].change;
        cells[0] = base_arena_printf(p->memory, "%d", i + 1);
        cells[1] = base_arena_printf(p->memory, "%.1e", r->at[i].first);
        for (int k = 0; k < ACTION_SIZES; k++)
            cells[2 + k] = base_arena_printf(p->memory, "%.4g", change[k]);
        cells[2 + ACTION_SIZES] =
            base_arena_printf(p->memory, "%.3f", change[ACTION_SIZES - 2] / change[ACTION_SIZES - 1]);
        out_table_add(t, cells);
    }
    out_page_print(p, t);
}

static void add_words(const text_page *p, const sim_action *r) {
    static const char *const kinds[] = {
        [ACTION_SADDLE] = "greater along some of these directions and less along others: a saddle point",
        [ACTION_MINIMUM] = "greater along all of these directions, which indicates a minimum",
        [ACTION_MAXIMUM] = "less along all of these directions; along more rapidly varying ones it is greater"};
    out_page_words(p,
                   "The neighbouring paths q + eps eta have the same end points. The columns show S(eps) - S(0), which "
                   "falls by a factor of 4 when eps is halved if its first-order part vanishes. The first variation is "
                   "that part, relative to the integral of the absolute values of its terms.",
                   2);
    if (r->worst > 1e-5)
        out_page_words(
            p, "The first variation does not vanish: this motion does not satisfy the model's equations accurately.",
            2);
    out_page_words(p, base_arena_printf(p->memory, "%s is %s.", r->works ? "S with the work" : "S", kinds[r->kind]), 2);
    if (r->works)
        out_page_words(p,
                       "Forces that are not in L do work: the integral of Q.(eps eta) dt is added (Hamilton's extended "
                       "principle).",
                       2);
    if (r->constrained)
        out_page_words(p, "The neighbouring paths satisfy the position constraints.", 2);
    if (r->nonholonomic)
        out_page_words(p,
                       "Velocity constraints restrict the displacements, A eta = 0, and not the velocities of the "
                       "neighbouring paths (d'Alembert and Lagrange).",
                       2);
}

void out_action_add_text(const text_page *p) {
    const sim_action *r = p->run->action;
    if (!r)
        return;
    if (r->trouble) {
        out_page_heading(p, "Hamilton's principle");
        out_page_words(p, base_arena_printf(p->memory, "not tested: %s", r->trouble), 2);
        return;
    }
    out_page_heading(p,
                     base_arena_printf(p->memory, "Hamilton's principle, from t = %.6g s to %.6g s", r->from, r->to));
    add_value(p, r);
    add_directions(p, r);
    add_words(p, r);
}
