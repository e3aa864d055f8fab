/* The structure of a system as text: its coordinates, constraints, degrees of freedom and type. */
#include "out/text/sections.h"
#include "out/text/writers.h"
#include "out/words/natures.h"
#include "out/words/styles.h"
#include "out/words/table.h"

enum { MOST_NAMES = 24, MOST_CONSTRAINTS = 16, MOST_REASONS = 8 };

static const table_column fact_columns[] = {{ALIGN_LEFT, ""}, {ALIGN_WORDS, ""}};
static const table_column constraint_columns[] = {{ALIGN_LEFT, STYLE_BOLD}, {ALIGN_LEFT, ""}, {ALIGN_LEFT, ""},
                                                  {ALIGN_LEFT, ""},         {ALIGN_LEFT, ""}, {ALIGN_WORDS, ""}};

static void add_title(const out_check *c, strbuf *s) {
    const char *title = c->m->title && *c->m->title ? c->m->title : c->m->name ? c->m->name : "";
    base_strbuf_add(s, c->page.color ? STYLE_BOLD : "");
    out_add_words(s, title, 0, 0, c->page.width);
    base_strbuf_add(s, c->page.color ? STYLE_PLAIN : "");
    base_strbuf_add(s, *title ? "\n" : "");
}

/* "x, y and 3 more" */
static const char *name_list(const char *(*name)(const void *of, size_t i), const void *of, size_t count, arena *a) {
    strbuf s = base_strbuf_make(a);
    for (size_t i = 0; i < count && i < MOST_NAMES; i++)
        base_strbuf_printf(&s, "%s%s", i ? ", " : "", name(of, i));
    if (count > MOST_NAMES)
        base_strbuf_printf(&s, " and %zu more (--json has all)", count - MOST_NAMES);
    return base_strbuf_text(&s);
}

typedef struct coord_list {
    const model *m;
    int *at;
    size_t count;
} coord_list;

static coord_list list_coords(const model *m, bool places, arena *a) {
    coord_list l = {m, ARENA_ARRAY(a, int, m->declared_coords + 1), 0};
    for (size_t i = 0; i < m->declared_coords; i++)
        if (model_is_place(&m->coords[i]) == places && !m->coords[i].hidden)
            l.at[l.count++] = (int)i;
    return l;
}

static const char *coord_name(const void *of, size_t i) {
    const coord_list *l = of;
    return l->m->coords[l->at[i]].name;
}

static const char *redundant_name(const void *of, size_t i) {
    return ((const structure *)of)->redundant[i];
}

/* "x - R*phi = const" */
static const char *integrated(const model *m, const structure_constraint *x, arena *a) {
    strbuf s = base_strbuf_make(a);
    for (size_t i = 0; i < x->integral_count; i++)
        base_strbuf_printf(&s, "%s%s = const", i ? ", " : "", out_formula(m, x->integrals[i], a));
    if (x->nature == ROW_INTEGRABLE && !x->integral_count)
        base_strbuf_add(&s, "no closed form found");
    return s.len ? base_strbuf_text(&s) : NULL;
}

static void add_constraints(const out_check *c, arena *a, strbuf *s) {
    const structure *w = c->what;
    if (!w->constraint_count)
        return;
    base_strbuf_add(s, "\n");
    out_style_add(s, c->page.color, STYLE_HEADING, "Constraints");
    base_strbuf_add(s, "\n");
    out_table *t = out_table_create(a, constraint_columns, sizeof constraint_columns / sizeof *constraint_columns);
    for (size_t i = 0; i < w->constraint_count && i < MOST_CONSTRAINTS; i++) {
        const structure_constraint *x = &w->constraints[i];
        out_table_add(t, (const char *[]){x->name, out_nature_name(x->nature),
                                          x->velocity ? "on velocities" : "on positions",
                                          x->unilateral ? "unilateral" : NULL, x->rheonomic ? "moving" : NULL,
                                          integrated(c->m, x, a)});
    }
    if (w->constraint_count > MOST_CONSTRAINTS)
        out_table_add_line(
            t, base_arena_printf(a, "... and %zu more (--json has all)", w->constraint_count - MOST_CONSTRAINTS));
    for (size_t i = 0; i < w->hidden_count; i++)
        out_table_add_line(t, base_arena_printf(a, "together: %s = const", out_formula(c->m, w->hidden[i], a)));
    out_table_print(t, c->page.color, c->page.width, s);
}

static void add_fact(out_table *t, const char *what, const char *value) {
    out_table_add(t, (const char *[]){what, value});
}

static void add_reasons(out_table *t, const char *word, const char **why, size_t count, arena *a) {
    for (size_t i = 0; i < count && i < MOST_REASONS; i++)
        add_fact(t, i ? NULL : word, why[i]);
    if (count > MOST_REASONS)
        add_fact(t, NULL, base_arena_printf(a, "and %zu more reasons", count - MOST_REASONS));
}

/* Bodies on which nothing acts: their weight may have been forgotten. */
static bool has_masses_alone(const model *m) {
    bool any = false;
    for (size_t i = 0; i < m->base->element_count; i++)
        any = any || (m->base->elements[i].kind != ELEMENT_KINETIC && m->base->elements[i].kind != ELEMENT_RATE);
    return m->body_count > 0 && !any;
}

static void add_freedom(const out_check *c, arena *a, strbuf *s) {
    const structure *w = c->what;
    base_strbuf_add(s, "\n");
    out_style_add(s, c->page.color, STYLE_HEADING, "System");
    base_strbuf_add(s, "\n");
    out_table *t = out_table_create(a, fact_columns, 2);
    const coord_list places = list_coords(c->m, true, a), states = list_coords(c->m, false, a);
    add_fact(t, "coordinates",
             base_arena_printf(a, "%zu: %s", places.count, name_list(coord_name, &places, places.count, a)));
    if (states.count)
        add_fact(t, "states",
                 base_arena_printf(a, "%zu: %s", states.count, name_list(coord_name, &states, states.count, a)));
    add_fact(t, "rank of the constraints", base_arena_printf(a, "%d", w->rank));
    add_fact(t, "degrees of freedom", base_arena_printf(a, "%d", w->dof));
    add_fact(t, "initial values to choose", base_arena_printf(a, "%d", w->independent_initial_conditions));
    if (w->redundant_count)
        add_fact(t, "redundant", name_list(redundant_name, w, w->redundant_count, a));
    add_fact(t, "character",
             base_arena_printf(a, "%s, %s, %s", w->holonomic ? "holonomic" : "nonholonomic",
                               w->scleronomic ? "scleronomic" : "rheonomic",
                               !w->conservative  ? "not conservative"
                               : w->sudden_count ? "conservative while nothing switches"
                                                 : "conservative"));
    add_reasons(t, "because", w->why, w->why_count, a);
    add_reasons(t, w->conservative ? "but" : "and", w->sudden, w->sudden_count, a);
    if (has_masses_alone(c->m))
        add_fact(t, "forces", "none: weight is a statement of its own, as 'gravity 9.81 m/s^2'");
    out_table_print(t, c->page.color, c->page.width, s);
}

void out_add_structure_text(const out_check *check, strbuf *s) {
    add_title(check, s);
    add_freedom(check, s->memory, s);
    add_constraints(check, s->memory, s);
}

void out_check_write_text(const out_check *check, out_stream *out) {
    if (check->what)
        out_add_structure_text(check, &out->text);
}
