/* Equations linearised at a state, or their eigenvalues over a parameter, as text. */
#include <math.h>

#include "out/text/sections.h"
#include "out/text/writers.h"
#include "out/values/quantity.h"
#include "out/words/natures.h"

enum { MOST_VALUES = 24, MOST_SIZE = 8 };

static const table_column number_columns[] = {{ALIGN_LEFT, STYLE_BOLD}, {ALIGN_POINT, ""}, {ALIGN_POINT, ""},
                                              {ALIGN_POINT, ""},        {ALIGN_POINT, ""}, {ALIGN_POINT, ""},
                                              {ALIGN_POINT, ""},        {ALIGN_POINT, ""}, {ALIGN_POINT, ""}};
static const table_column critical_columns[] = {
    {ALIGN_LEFT, ""}, {ALIGN_POINT, STYLE_BOLD}, {ALIGN_LEFT, ""}, {ALIGN_WORDS, ""}};
static const table_column range_columns[] = {{ALIGN_LEFT, ""}, {ALIGN_LEFT, STYLE_BOLD}, {ALIGN_WORDS, ""}};

/* --- At a state --- */

static const char *place_words(const out_linear *l, arena *a) {
    const linear_about *x = l->about;
    strbuf line = base_strbuf_make(a);
    for (int i = 0; i < x->n && i < MOST_VALUES; i++)
        base_strbuf_printf(&line, "%s%s = %s", i ? ", " : "", x->coord_names[i], out_quantity_number(x->q[i], a));
    for (int i = 0; i < x->n && i < MOST_VALUES; i++)
        if (x->v[i] != 0)
            base_strbuf_printf(&line, ", %s' = %s", x->coord_names[i], out_quantity_number(x->v[i], a));
    return base_strbuf_text(&line);
}

static const char *motion_words(const linear_about *x) {
    return !x->steady ? "the state moves on, and the matrices with it: they are those of this instant"
           : x->rest  ? "an equilibrium"
                      : "a steady motion";
}

/* What rounding has left: nothing beside what is in its row and in its column, or beside all. */
static bool is_dust(const double *x, int rows, int count, int row, int column) {
    static const double of_row = 1e-14, of_all = 1e-20;
    double along = 0, across = 0, most = 0;
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < count; j++) {
            const double size = fabs(x[i * count + j]);
            along = i == row ? fmax(along, size) : along;
            across = j == column ? fmax(across, size) : across;
            most = fmax(most, size);
        }
    const double here = fabs(x[row * count + column]);
    return here <= of_all * most || here <= of_row * fmin(along, across);
}

static void add_matrix(const out_page *page, const char *what, const double *x, const char *const *rows, int row_count,
                       const char *const *columns, int count, strbuf *s) {
    if (!row_count || !count)
        return;
    arena *a = s->memory;
    out_table *t = out_table_create(a, number_columns, (size_t)count + 1);
    const char *cells[MOST_SIZE + 1] = {what};
    for (int j = 0; j < count; j++)
        cells[j + 1] = columns[j];
    out_table_add(t, cells);
    for (int i = 0; i < row_count; i++) {
        cells[0] = base_arena_printf(a, "  %s", rows[i]);
        for (int j = 0; j < count; j++)
            cells[j + 1] = out_quantity_number(is_dust(x, row_count, count, i, j) ? 0 : x[i * count + j], a);
        out_table_add(t, cells);
    }
    out_table_print(t, page->color, page->width, s);
}

/* The columns of declared inputs, which come first; the others are forces on each coordinate. */
static void add_inputs(const out_linear *l, const char *what, const double *x, const char *const *rows, int row_count,
                       strbuf *s) {
    const linear_system *y = &l->about->system;
    int count = 0;
    for (size_t i = 0; i < l->m->param_count; i++)
        count += l->m->params[i].input;
    double *first = ARENA_ARRAY(s->memory, double, row_count *count + 1);
    for (int i = 0; i < row_count; i++)
        for (int j = 0; j < count; j++)
            first[i * count + j] = x[i * y->inputs + j];
    if (count <= MOST_SIZE)
        add_matrix(&l->page, what, first, rows, row_count, y->input_names, count, s);
}

/* x' = A x + B u, y = C x + D u */
static void add_system(const out_linear *l, strbuf *s) {
    const linear_system *y = &l->about->system;
    if (y->states > MOST_SIZE)
        return;
    out_style_add_heading(s, l->page.color, "Independent states z: z' = A z + B u, outputs C z + D u");
    add_matrix(&l->page, "A", y->A, y->state_names, y->states, y->state_names, y->states, s);
    add_inputs(l, "B", y->B, y->state_names, y->states, s);
    if (y->outputs > MOST_SIZE)
        return;
    add_matrix(&l->page, "C", y->C, y->output_names, y->outputs, y->state_names, y->states, s);
    add_inputs(l, "D", y->D, y->output_names, y->outputs, s);
}

/* Of small machines; csv and json have all. */
static void add_matrices(const out_linear *l, strbuf *s) {
    const linear_about *x = l->about;
    const out_page *page = &l->page;
    if (x->n > MOST_SIZE) {
        out_add_paragraph(page, "the matrices are in -o FILE.csv and --json", 2, s);
        return;
    }
    add_matrix(page, "M", x->M, x->coord_names, x->n, x->coord_names, x->n, s);
    add_matrix(page, "C", x->C, x->coord_names, x->n, x->coord_names, x->n, s);
    add_matrix(page, "K", x->K, x->coord_names, x->n, x->coord_names, x->n, s);
    add_inputs(l, "B", x->B, x->coord_names, x->n, s);
    add_matrix(page, "constraints", x->A, x->row_names, x->m, x->coord_names, x->n, s);
    add_system(l, s);
}

static const char *verdict(const linear_about *x, arena *a) {
    const char *neutral = x->neutral ? base_arena_printf(a, " (%d eigenvalues are 0)", x->neutral) : "";
    if (x->stability == UNSTABLE)
        return base_arena_printf(a, "unstable: displacements grow as exp(%.4g t)%s", x->growth, neutral);
    if (x->stability == ASYMPTOTICALLY_STABLE)
        return base_arena_printf(a, "stable: everything else decays%s", neutral);
    return base_arena_printf(a, "nothing grows, but not everything decays%s", neutral);
}

static void add_about(const out_linear *l, strbuf *s) {
    const linear_about *x = l->about;
    const out_page *page = &l->page;
    out_style_add_heading(s, page->color, "Small motions: M x'' + C x' + K x + A^T lambda = B u");
    if (x->trouble) {
        out_add_paragraph(page, base_arena_printf(s->memory, "none: %s", x->trouble), 2, s);
        return;
    }
    out_add_paragraph(page, base_arena_printf(s->memory, "about %s", place_words(l, s->memory)), 2, s);
    out_add_paragraph(page, motion_words(x), 2, s);
    add_matrices(l, s);
    out_style_add_heading(s, page->color, "Modes");
    out_add_paragraph(page, x->has_modes ? verdict(x, s->memory) : "without LAPACK no eigenvalues are found", 2, s);
    out_modes_add_text(page, x->coord_names, x->n, x->modes, x->mode_count, s);
}

/* --- Frequency response --- */

static const table_column response_columns[] = {{ALIGN_POINT, STYLE_BOLD}, {ALIGN_LEFT, ""},  {ALIGN_POINT, ""},
                                                {ALIGN_LEFT, ""},          {ALIGN_POINT, ""}, {ALIGN_LEFT, ""}};

/* At the lowest frequency, where the gain is greatest beside its neighbours, and at the highest. */
static void add_response(const out_linear *l, strbuf *s) {
    const linear_response *r = l->response;
    arena *a = s->memory;
    out_style_add_heading(s, l->page.color, base_arena_printf(a, "Response of %s to %s", r->to, r->from));
    out_table *t = out_table_create(a, response_columns, sizeof response_columns / sizeof *response_columns);
    for (size_t i = 0; i < r->count; i++) {
        const bool end = i == 0 || i + 1 == r->count;
        if (!end && !(r->gain[i] > r->gain[i - 1] && r->gain[i] >= r->gain[i + 1]))
            continue;
        const double degrees = r->phase[i] * (180 / acos(-1.0));
        out_table_add(t, (const char *[]){out_quantity_number(r->w[i], a), "rad/s", out_quantity_number(r->gain[i], a),
                                          end ? "" : "peak", out_quantity_number(degrees, a), "deg"});
    }
    out_table_print(t, l->page.color, l->page.width, s);
}

/* --- Over a parameter --- */

typedef struct axis {
    const model *m;
    const model_param *p;
    model_shown shown;
    const char *unit;
    arena *a;
} axis;

static const char *value_text(const axis *x, double value, bool unit) {
    const char *number = out_quantity_number(model_shown_value(x->shown, value), x->a);
    return unit && *x->unit ? base_arena_printf(x->a, "%s %s", number, x->unit) : number;
}

static void add_criticals(const linear_study *y, const axis *x, const out_page *page, strbuf *s) {
    out_style_add_heading(s, page->color, "Critical values");
    if (!y->critical_count)
        out_add_paragraph(page, "none in this range", 2, s);
    out_table *t = out_table_create(x->a, critical_columns, sizeof critical_columns / sizeof *critical_columns);
    for (size_t k = 0; k < y->critical_count; k++) {
        const linear_critical *c = &y->criticals[k];
        const char *kind =
            c->kind == CRITICAL_FLUTTER ? base_arena_printf(x->a, "flutter, %.6g rad/s", c->im) : "divergence";
        const double shown = model_shown_value(x->shown, c->value);
        out_table_add(t, (const char *[]){x->p->name, base_arena_printf(x->a, "%.12g", shown), x->unit, kind});
    }
    out_table_print(t, page->color, page->width, s);
}

static void add_resonances(const linear_study *y, const axis *x, const out_page *page, strbuf *s) {
    if (!y->order_count)
        return;
    out_style_add_heading(s, page->color, "Critical speeds");
    if (!y->resonance_count)
        out_add_paragraph(page, "none in this range", 2, s);
    out_table *t = out_table_create(x->a, critical_columns, sizeof critical_columns / sizeof *critical_columns);
    for (size_t k = 0; k < y->resonance_count; k++) {
        const linear_resonance *r = &y->resonances[k];
        const double shown = model_shown_value(x->shown, r->value);
        out_table_add(t, (const char *[]){x->p->name, base_arena_printf(x->a, "%.12g", shown), x->unit,
                                          base_arena_printf(x->a, "order %g, %.6g rad/s", r->order, r->im)});
    }
    out_table_print(t, page->color, page->width, s);
}

static void add_ranges(const linear_study *y, const axis *x, const out_page *page, strbuf *s) {
    out_style_add_heading(s, page->color, "Stability");
    out_table *t = out_table_create(x->a, range_columns, sizeof range_columns / sizeof *range_columns);
    for (size_t k = 0; k < y->range_count; k++) {
        const linear_range *r = &y->ranges[k];
        const char *words = r->stability == ASYMPTOTICALLY_STABLE ? "stable"
                            : r->stability == UNSTABLE            ? "unstable"
                                                                  : "nothing grows";
        const char *ends =
            base_arena_printf(x->a, "%s .. %s", value_text(x, r->from, false), value_text(x, r->to, true));
        const char *rate =
            isfinite(r->growth) ? base_arena_printf(x->a, "fastest growth %.4g 1/s in its middle", r->growth) : "";
        out_table_add(t, (const char *[]){ends, words, rate});
    }
    out_table_print(t, page->color, page->width, s);
    if (y->neutral)
        out_add_paragraph(
            page,
            base_arena_printf(s->memory, "%d eigenvalue%s 0 throughout", y->neutral, y->neutral == 1 ? " is" : "s are"),
            2, s);
    if (!y->steady)
        out_add_paragraph(page, "not steady everywhere: eigenvalues are those of the instant of the start", 2, s);
}

static void add_troubles(const linear_study *y, const axis *x, const out_page *page, strbuf *s) {
    size_t count = 0, first = 0;
    for (size_t i = y->count; i-- > 0;)
        if (y->trouble[i]) {
            count++;
            first = i;
        }
    if (count)
        out_add_paragraph(page,
                          base_arena_printf(s->memory, "%zu of %zu values have no eigenvalues; at %s: %s", count,
                                            y->count, value_text(x, y->values[first], true), y->trouble[first]),
                          2, s);
}

static void add_study(const out_linear *l, strbuf *s) {
    const linear_study *y = l->study;
    axis x = {.m = l->m, .p = &l->m->params[y->param], .a = s->memory};
    x.shown = out_quantity_seen(l->m, x.p->shown, x.p->dim);
    x.unit = out_quantity_shown_unit(l->m, x.shown, x.p->dim, s->memory);
    add_criticals(y, &x, &l->page, s);
    add_resonances(y, &x, &l->page, s);
    add_ranges(y, &x, &l->page, s);
    add_troubles(y, &x, &l->page, s);
}

/* --- Equilibria over a parameter --- */

static const char *special_name(special_kind kind) {
    return kind == SPECIAL_FOLD ? "fold" : kind == SPECIAL_BRANCH ? "branches cross" : "oscillation begins to grow";
}

static const char *coordinates_at(const linear_branches *b, const double *q, arena *a) {
    strbuf line = base_strbuf_make(a);
    for (int i = 0; i < b->n && i < MOST_VALUES; i++)
        base_strbuf_printf(&line, "%s%s = %s", i ? ", " : "", b->coord_names[i], out_quantity_number(q[i], a));
    return base_strbuf_text(&line);
}

static void add_specials(const linear_branches *b, const axis *x, strbuf *s) {
    out_table *t = out_table_create(x->a, critical_columns, sizeof critical_columns / sizeof *critical_columns);
    for (size_t k = 0; k < b->special_count; k++) {
        const linear_special *c = &b->specials[k];
        const char *kind = c->kind == SPECIAL_HOPF
                               ? base_arena_printf(x->a, "%s, %.6g rad/s", special_name(c->kind), c->im)
                               : special_name(c->kind);
        const double shown = model_shown_value(x->shown, c->value);
        out_table_add(t, (const char *[]){x->p->name, base_arena_printf(x->a, "%.12g", shown), x->unit,
                                          base_arena_printf(x->a, "%s at %s", kind, coordinates_at(b, c->q, x->a))});
    }
    out_table_print(t, false, 0, s);
}

static const char *stability_of(const linear_branch *b, arena *a) {
    size_t grows = 0;
    for (size_t i = 0; i < b->count; i++)
        grows += b->stability[i] == UNSTABLE;
    (void)a;
    return grows == 0 ? "nothing grows" : grows == b->count ? "unstable" : "unstable in part";
}

static void add_branches(const out_linear *l, strbuf *s) {
    const linear_branches *b = l->branches;
    axis x = {.m = l->m, .p = &l->m->params[b->param], .a = s->memory};
    x.shown = out_quantity_seen(l->m, x.p->shown, x.p->dim);
    x.unit = out_quantity_shown_unit(l->m, x.shown, x.p->dim, s->memory);
    out_style_add_heading(s, l->page.color, "Folds, branch points and onsets of oscillation");
    if (!b->special_count)
        out_add_paragraph(&l->page, "none in this range", 2, s);
    add_specials(b, &x, s);
    out_style_add_heading(s, l->page.color, "Branches of equilibria");
    if (!b->count)
        out_add_paragraph(&l->page, "none were found", 2, s);
    for (size_t k = 0; k < b->count && k < MOST_VALUES; k++) {
        const linear_branch *y = &b->at[k];
        const size_t last = y->count - 1;
        out_add_paragraph(&l->page,
                          base_arena_printf(x.a, "%zu. from %s (%s) to %s (%s): %s", k + 1,
                                            value_text(&x, y->values[0], true), coordinates_at(b, y->q, x.a),
                                            value_text(&x, y->values[last], true),
                                            coordinates_at(b, y->q + last * (size_t)b->n, x.a), stability_of(y, x.a)),
                          2, s);
    }
    if (b->count > MOST_VALUES)
        out_add_paragraph(&l->page, "all of them are in -o FILE.json", 2, s);
    if (b->note)
        out_add_paragraph(&l->page, b->note, 2, s);
}

/* --- Along a run --- */

static const table_column along_columns[] = {{ALIGN_POINT, STYLE_BOLD}, {ALIGN_POINT, ""}, {ALIGN_WORDS, ""}};

static void add_along(const out_linear *l, strbuf *s) {
    const linear_along *y = l->along;
    arena *a = s->memory;
    const size_t step = (y->count + MOST_VALUES - 3) / (MOST_VALUES - 1);
    out_style_add_heading(s, l->page.color, "Small motions along the run");
    out_add_paragraph(&l->page, "the matrices are those of each instant, in -o FILE.csv and --json", 2, s);
    out_table *t = out_table_create(a, along_columns, sizeof along_columns / sizeof *along_columns);
    out_table_add(t, (const char *[]){l->m->has_units ? "t (s)" : "t", "greatest real part", ""});
    for (size_t i = 0; i < y->count; i += step) {
        const linear_about *x = &y->at[i];
        out_table_add(t, (const char *[]){out_quantity_number(y->t[i], a),
                                          x->trouble || !x->has_modes || !isfinite(x->growth)
                                              ? ""
                                              : out_quantity_number(x->growth, a),
                                          x->trouble});
    }
    out_table_print(t, l->page.color, l->page.width, s);
    if (step > 1)
        out_add_paragraph(&l->page, "all of them are in -o FILE.json", 2, s);
}

void out_linear_write_text(const out_linear *l, out_stream *out) {
    strbuf *s = &out->text;
    const char *title = l->m->title ? l->m->title : l->m->name ? l->m->name : "";
    if (!l->about && !l->study && !l->branches && !l->periodic && !l->family && !l->along)
        return;
    base_strbuf_add(s, l->page.color ? STYLE_BOLD : "");
    out_add_words(s, title, 0, 0, l->page.width);
    base_strbuf_add(s, l->page.color ? STYLE_PLAIN : "");
    base_strbuf_add(s, *title ? "\n" : "");
    if (l->study)
        add_study(l, s);
    else if (l->branches)
        add_branches(l, s);
    else if (l->periodic)
        out_periodic_add_text(l, s);
    else if (l->family)
        out_family_add_text(l, s);
    else if (l->along)
        add_along(l, s);
    else
        add_about(l, s);
    if (l->response)
        add_response(l, s);
}
