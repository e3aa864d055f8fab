/* The programs of an exported model as functions in C, and the tables that name them. */
#include "export/tables.h"

#include <math.h>
#include <string.h>

#include "export/asked.h"
#include "export/narrow.h"
#include "export/trend.h"
#include "expr/walk.h"
#include "sim/initial/conditions.h"
#include "sim/initial/initial.h"
#include "sim/initial/unknowns.h"
#include "tape/c/print.h"

enum { MOST_INSTRUCTIONS = 400 }; /* in one function */

typedef struct printer {
    export_machine *x;
    const export_options *o;
    export_tables *t;
    tape_table_list list;
    strbuf trends;
    arena *a;
} printer;

/* --- Arrays --- */

static void begin_array(strbuf *out, const char *type, const char *prefix, const char *name) {
    base_strbuf_printf(out, "static const %s %s%s[] = {", type, prefix, name);
}

static void add_int(strbuf *out, long value) {
    base_strbuf_printf(out, "%ld, ", value);
}

/* One more than there are: no array is empty. */
static void end_array(strbuf *out) {
    base_strbuf_add(out, "0};\n");
}

static void add_ints(strbuf *out, const char *prefix, const char *name, const int *values, int count) {
    begin_array(out, "short", prefix, name);
    for (int i = 0; i < count; i++)
        add_int(out, values[i]);
    end_array(out);
}

static void add_flags(strbuf *out, const char *prefix, const char *name, const bool *values, size_t count) {
    begin_array(out, "short", prefix, name);
    for (size_t i = 0; i < count; i++)
        add_int(out, values[i]);
    end_array(out);
}

static void add_reals(printer *p, strbuf *out, const char *prefix, const char *name, const double *values,
                      size_t count) {
    begin_array(out, "real", prefix, name);
    for (size_t i = 0; i < count; i++) {
        tape_print_c_number(out, values[i], p->o->single);
        base_strbuf_add(out, ", ");
    }
    end_array(out);
}

static void add_string(strbuf *out, const char *text) {
    base_strbuf_add(out, "\"");
    for (; *text; text++)
        if (*text == '"' || *text == '\\')
            base_strbuf_printf(out, "\\%c", *text);
        else if ((unsigned char)*text < ' ' || (unsigned char)*text > '~')
            base_strbuf_printf(out, "\\%03o", (unsigned)(unsigned char)*text);
        else
            base_strbuf_add_bytes(out, text, 1);
    base_strbuf_add(out, "\", ");
}

/* --- Programs --- */

/* Prints a tape; `first[k]`: where the results of segment k stand. */
static void print_tape(printer *p, const tape *t, const char *prefix, size_t *work, size_t *result, size_t *first) {
    tape_printing g = {
        .prefix = prefix, .single = p->o->single, .most = MOST_INSTRUCTIONS, .work = *work, .result = *result};
    tape_print_c(&p->t->programs, t, &g, &p->list, first);
    *work = g.work;
    *result = g.result;
}

static size_t greatest(size_t x, size_t y) {
    return x > y ? x : y;
}

/* A program of parameters alone: NAME(x, y). */
static void print_common(printer *p, const tape *t, const char *name) {
    size_t work = 0, result = 0, first[2];
    print_tape(p, t, name, &work, &result, first);
    base_strbuf_printf(&p->t->programs,
                       "\nstatic void run_%s(const real *x, real *y) {\n    real w[%zu];\n    %s_0(x, w, y);\n    "
                       "%s_1(x, w, y);\n}\n",
                       name, work + 1, name, name);
}

static void print_follow(printer *p) {
    const export_machine *x = p->x;
    print_common(p, x->follow, "follow");
    strbuf *out = &p->t->programs;
    base_strbuf_printf(out,
                       "\nstatic void follow_params(real *params) {\n    real y[%d];\n    run_follow(params, y);\n",
                       x->follow_count + 1);
    for (int i = 0; i < x->follow_count; i++)
        base_strbuf_printf(out, "    params[%d] = y[%d];\n", x->follows[i], i);
    base_strbuf_add(out, "}\n");
}

/* --- A shape --- */

enum { OTHER_COUNT = 8 };
static const char *const other_names[OTHER_COUNT] = {"survey", "sizes",   "sizes", "sizes",
                                                     "pieces", "actions", "asked", "asked"};
static const int other_segments[OTHER_COUNT] = {1, SIZES_MOMENTA, SIZES_TERMS,    SIZES_ROUNDINGS, 1,
                                                1, ASKED_COUNTS,  ASKED_ARGUMENTS};

typedef struct layout {
    size_t work, result;
    size_t other_at[OTHER_COUNT];
    VEC(const char *) prepare; /* functions for what depends on parameters alone */
    bool narrow;               /* there are narrow functions */
} layout;

static void print_other(printer *p, const export_shape *s, const char *prefix, int which, layout *l) {
    const tape *tapes[OTHER_COUNT] = {s->survey->program->t,
                                      s->of->sizes->t,
                                      NULL,
                                      NULL,
                                      s->of->piece_program ? s->of->piece_program->t : NULL,
                                      s->actions,
                                      s->asked,
                                      NULL};
    size_t first[EXPORT_SEGMENTS];
    if (!tapes[which])
        return;
    const char *name = base_arena_printf(p->a, "%s_%s", prefix, other_names[which]);
    print_tape(p, tapes[which], name, &l->work, &l->result, first);
    vec_push(p->a, &l->prepare, name);
    for (int k = which; k < OTHER_COUNT && strcmp(other_names[k], other_names[which]) == 0; k++)
        l->other_at[k] = first[other_segments[k]];
}

static void print_lean(printer *p, const export_variant *v, const char *variant, layout *l, strbuf *row) {
    size_t first[LEAN_SEGMENTS], result = 0; /* into a place of their own */
    if (!v->lean) {
        base_strbuf_add(row, "{(function)0, (function)0}, ");
        return;
    }
    const char *name = base_arena_printf(p->a, "%s_lean", variant);
    print_tape(p, v->lean, name, &l->work, &result, first);
    vec_push(p->a, &l->prepare, name);
    base_strbuf_printf(row, "{%s_%d, %s_%d}, ", name, LEAN_MOTION, name, LEAN_QUADRATURES);
}

static void print_projection(printer *p, const export_variant *v, const char *variant, layout *l, strbuf *row) {
    size_t first[PROJECT_SEGMENTS], result = 0; /* into a place of their own */
    if (!v->projection) {
        base_strbuf_add(row, "{(function)0, (function)0, (function)0}},\n");
        return;
    }
    const char *name = base_arena_printf(p->a, "%s_project", variant);
    print_tape(p, v->projection, name, &l->work, &result, first);
    vec_push(p->a, &l->prepare, name);
    base_strbuf_printf(row, "{%s_%d, %s_%d, %s_%d}},\n", name, PROJECT_RESIDUALS, name, PROJECT_PLACES, name,
                       PROJECT_RATES);
}

static void print_variant(printer *p, const export_shape *s, const char *prefix, size_t k, layout *l, strbuf *row) {
    const export_variant *v = &s->variants.at[k];
    size_t first[EXPORT_SEGMENTS];
    const char *name = base_arena_printf(p->a, "%s_v%zu", prefix, k);
    print_tape(p, v->t, name, &l->work, &l->result, first);
    vec_push(p->a, &l->prepare, name);
    add_ints(&p->t->tables, name, "_rows", v->rows, v->row_count > 0 ? v->row_count : 0);
    base_strbuf_printf(row, "    {%d, %s_rows, {", v->row_count, name);
    for (int i = EXPORT_MOTION; i < EXPORT_SEGMENTS; i++)
        base_strbuf_printf(row, "%s%s_%d", i > 1 ? ", " : "", name, i);
    base_strbuf_add(row, "}, {");
    for (int i = EXPORT_MOTION; i < EXPORT_SEGMENTS; i++)
        base_strbuf_printf(row, "%s%zu", i > 1 ? ", " : "", first[i]);
    base_strbuf_add(row, "}, ");
    print_lean(p, v, name, l, row);
    print_projection(p, v, name, l, row);
}

static void print_prepare(printer *p, const char *prefix, const layout *l) {
    strbuf *out = &p->t->programs;
    base_strbuf_printf(out, "\nstatic void %s_prepare(const real *x, real *w, real *y) {\n", prefix);
    for (size_t i = 0; i < l->prepare.len; i++)
        base_strbuf_printf(out, "    %s_0(x, w, y);\n", l->prepare.at[i]);
    base_strbuf_add(out, "}\n");
}

static int choices_of(const ladder *l) {
    return l->stairs ? 1 : (int)l->count;
}

static size_t table_number(printer *p, const expr_table *t) {
    for (size_t i = 0; i < p->list.len; i++)
        if (p->list.at[i] == t)
            return i;
    vec_push(p->a, &p->list, t);
    return p->list.len - 1;
}

/* The ladders whose choices the base of number i has. */
static void print_within(printer *p, const pieces *all, int i, const char *prefix) {
    const graph *g = p->x->m->g;
    const uint32_t *below;
    const size_t nodes = expr_nodes_below(g, &all->ladder[i].base, 1, &below);
    begin_array(&p->t->tables, "short", prefix, base_arena_printf(p->a, "_within_%d", i));
    for (int j = 0; j < i; j++) {
        const ladder *l = &all->ladder[j];
        bool has = false;
        for (size_t k = 0; k < nodes && !has; k++) {
            const expr_node *n = expr_node_at(g, (expr_id){below[k]});
            for (int c = 0; c < choices_of(l) && n->op == EXPR_VAR; c++)
                has = has || n->var == l->above[c];
        }
        if (has)
            add_int(&p->t->tables, j);
    }
    base_strbuf_add(&p->t->tables, "-1};\n"); /* no ladder */
}

static int rubbing_count(const export_shape *s) {
    return s->of->pieces ? s->of->pieces->rubbing_count : 0;
}

static size_t rubbings_at(const export_shape *s) {
    size_t at = s->of->piece_slot;
    for (int i = 0; s->of->pieces && i < s->of->pieces->count; i++)
        at += (size_t)choices_of(&s->of->pieces->ladder[i]) + 2;
    return at;
}

static void print_ladders(printer *p, const export_shape *s, const char *prefix) {
    const pieces *all = s->of->pieces;
    strbuf *out = &p->t->tables, rows = base_strbuf_make(p->a);
    size_t at = s->of->piece_slot;
    for (int i = 0; all && i < all->count; i++) {
        const ladder *l = &all->ladder[i];
        const int choices = choices_of(l);
        const char *rungs = base_arena_printf(p->a, "_rung_%d", i);
        add_reals(p, out, prefix, rungs, l->rung, l->stairs ? 0 : (size_t)l->count);
        print_within(p, all, i, prefix);
        base_strbuf_printf(&rows, "    {%d, ", l->stairs);
        if (l->stairs && l->table)
            base_strbuf_printf(&rows, "&table_%zu", table_number(p, l->table));
        else
            base_strbuf_add(&rows, "(const struct table *)0");
        base_strbuf_printf(&rows, ", %s%s, %ld, %d, %zu, %zu, %zu, %d, %d, %s_within_%d},\n", prefix, rungs,
                           (long)l->count, choices, at, at + (size_t)choices, at + (size_t)choices + 1, l->rubs,
                           l->rests, prefix, i);
        at += (size_t)choices + 2;
    }
    base_strbuf_printf(out,
                       "static const ladder %s_ladder[] = {\n%s    {0, (const struct table *)0, %s_coord_none, 0, 0, "
                       "0, 0, 0, 0, 0, (const short *)0}};\n",
                       prefix, base_strbuf_text(&rows), prefix);
}

/* Of friction whose state something asks for: the ladder of its slip, and whether the base of that is against it. */
static void print_rubbings(printer *p, const export_shape *s, const char *prefix) {
    const pieces *all = s->of->pieces;
    const int count = rubbing_count(s);
    int *which = ARENA_ARRAY(p->a, int, 2 * count + 1);
    for (int i = 0; i < count; i++) {
        which[2 * i] = all->rubbing[i].ladder;
        which[2 * i + 1] = all->rubbing[i].turned;
    }
    add_ints(&p->t->tables, prefix, "_rubbing", which, 2 * count);
}

static void print_contacts(printer *p, const export_shape *s, const char *prefix) {
    const mode *o = s->of;
    strbuf *out = &p->t->tables;
    int *kind = ARENA_ARRAY(p->a, int, o->m + 1), *at = ARENA_ARRAY(p->a, int, o->m + 1),
        *friction = ARENA_ARRAY(p->a, int, o->m + 1);
    for (int k = 0; k < o->m; k++) {
        const model_row *row = &p->x->m->rows[o->eq.rows[k]];
        kind[k] = row->friction ? 2 : row->contact;
    }
    for (int i = 0; i < s->survey->contact_count; i++) {
        const int row = s->survey->contact[i], first = dynamics_friction_of(p->x->s, o, row);
        at[i] = friction[i] = -1;
        for (int k = 0; k < o->m; k++) {
            if (o->eq.rows[k] == row)
                at[i] = k;
            if (first >= 0 && o->eq.rows[k] == first)
                friction[i] = k;
        }
    }
    add_ints(out, prefix, "_kind", kind, o->m);
    add_ints(out, prefix, "_contact", s->survey->contact, s->survey->contact_count);
    add_ints(out, prefix, "_contact_at", at, s->survey->contact_count);
    add_ints(out, prefix, "_friction_at", friction, s->survey->contact_count);
}

static void print_arrays(printer *p, const export_shape *s, const char *prefix) {
    const mode *o = s->of;
    const model *m = p->x->m;
    strbuf *out = &p->t->tables;
    base_strbuf_printf(out, "static const real %s_coord_none[] = {0};\n", prefix);
    add_ints(out, prefix, "_coord", o->eq.coords, o->n);
    add_ints(out, prefix, "_row", o->eq.rows, o->m);
    print_contacts(p, s, prefix);
    add_ints(out, prefix, "_part", o->part, o->n);
    add_ints(out, prefix, "_condition", s->conditions, s->condition_count);
    int *kinds = ARENA_ARRAY(p->a, int, s->condition_count + 1);
    for (int i = 0; i < s->condition_count; i++)
        kinds[i] = s->inclusive[i] + 2 * s->smooth[i];
    add_ints(out, prefix, "_condition_kind", kinds, s->condition_count);
    add_ints(out, prefix, "_target", s->target, (int)m->event_count);
    add_flags(out, prefix, "_freed", o->freed, m->body_count);
    add_flags(out, prefix, "_output_null", o->output_null, m->output_count);
    add_flags(out, prefix, "_reducer_null", o->reducer_null, m->reducer_count);
    print_ladders(p, s, prefix);
    print_rubbings(p, s, prefix);
}

/* The shapes of one variant of the system share their ladders. */
static int variant_number(const export_machine *x, const export_shape *s) {
    for (size_t i = 0; i < x->shapes.len; i++)
        if (x->shapes.at[i].of->pieces == s->of->pieces)
            return (int)i;
    return 0;
}

static size_t mu_place(const export_shape *s) {
    return s->variants.at[0].t->segments[EXPORT_MOTION].out_count - 2 * (size_t)s->survey->contact_count;
}

static void print_row(printer *p, const export_shape *s, const char *prefix, const layout *l, strbuf *row) {
    const mode *o = s->of;
    base_strbuf_printf(row, "    {%d, %d, %d, %d, %d, %d, %zu, %d, %d, %zu,\n     ", o->n, o->m,
                       s->survey->contact_count, s->condition_count, o->pieces ? o->pieces->count : 0, o->parts,
                       s->variants.len, o->state != NULL, variant_number(p->x, s), mu_place(s));
    base_strbuf_printf(row, "%zu, %zu, %zu, %zu, %zu, %zu, %zu, %d, %zu, %d,\n     ", o->t_slot, o->q_slot, o->v_slot,
                       o->a_slot, o->lambda_slot, s->closed_at, o->scale_slot, rubbing_count(s), rubbings_at(s),
                       o->pieces && o->pieces->weighs);
    static const char *const arrays[] = {"coord",       "row",         "kind",         "contact",        "contact_at",
                                         "friction_at", "part",        "condition",    "condition_kind", "target",
                                         "freed",       "output_null", "reducer_null", "ladder",         "rubbing"};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        base_strbuf_printf(row, "%s_%s, ", prefix, arrays[i]);
    if (l->narrow)
        base_strbuf_printf(row, "&%s_narrow, ", prefix);
    else
        base_strbuf_add(row, "(const narrow_table *)0, ");
    base_strbuf_printf(row, "%s_variant, %s_prepare, ", prefix, prefix);
    base_strbuf_add(row, "\n     {");
    for (int i = 0; i < OTHER_COUNT; i++) {
        const bool there = i < 4 || i == 5 || (i == 4 ? o->piece_program != NULL : s->asked != NULL);
        base_strbuf_add(row, i ? ", " : "");
        if (there)
            base_strbuf_printf(row, "%s_%s_%d", prefix, other_names[i], other_segments[i]);
        else
            base_strbuf_add(row, "(function)0");
    }
    base_strbuf_add(row, "}, {");
    for (int i = 0; i < OTHER_COUNT; i++)
        base_strbuf_printf(row, "%s%zu", i ? ", " : "", l->other_at[i]);
    base_strbuf_add(row, "}},\n");
}

/* For a standard that asks for derivatives. */
static void print_trend(printer *p, export_shape *s, const char *prefix, layout *l) {
    size_t first[TREND_SEGMENTS];
    const export_trend f = export_trend_create(p->x, s);
    const char *name = base_arena_printf(p->a, "%s_trend", prefix);
    print_tape(p, f.t, name, &l->work, &l->result, first);
    vec_push(p->a, &l->prepare, name);
    base_strbuf_printf(&p->trends, "    {%s_%d, %s_%d, %zu, %zu, %zu, %zu, %zu},\n", name, TREND_MOTION, name,
                       TREND_SHOWN, first[TREND_MOTION], first[TREND_SHOWN], f.seed_at, f.solved_at, f.pieces_at);
    p->t->inputs = greatest(p->t->inputs, f.input_count);
}

static void print_trends(printer *p) {
    const model *m = p->x->m;
    int *moved = ARENA_ARRAY(p->a, int, m->param_count + 1), count = 0;
    for (size_t i = 0; i < m->param_count; i++)
        if (m->params[i].input)
            moved[count++] = (int)i;
    print_common(p, export_trend_reports(p->x), "report_trend");
    base_strbuf_printf(&p->t->tables, "static const trend trends[] = {\n%s};\nenum { MOVED = %d };\n",
                       base_strbuf_text(&p->trends), count);
    add_ints(&p->t->tables, "", "moved_params", moved, count);
}

static bool print_narrow(printer *p, const export_shape *s, const char *prefix) {
    if (!s->narrow)
        return false;
    const narrow_functions f = event_resolution_functions(s->narrow);
    export_narrow_print(&p->t->tables, &f, prefix, p->o->single, &p->list, p->a);
    p->t->narrow_slots = greatest(p->t->narrow_slots, f.program->slot_count);
    p->t->narrows = greatest(p->t->narrows, f.count);
    return true;
}

static void print_shape(printer *p, export_shape *s, size_t number, strbuf *rows) {
    const char *prefix = base_arena_printf(p->a, "m%zu", number);
    layout l = {0};
    strbuf variants = base_strbuf_make(p->a);
    for (size_t k = 0; k < s->variants.len; k++)
        print_variant(p, s, prefix, k, &l, &variants);
    for (int i = 0; i < OTHER_COUNT; i++)
        print_other(p, s, prefix, i, &l);
    if (p->o->fmi)
        print_trend(p, s, prefix, &l);
    print_prepare(p, prefix, &l);
    print_arrays(p, s, prefix);
    l.narrow = print_narrow(p, s, prefix);
    base_strbuf_printf(&p->t->tables, "static const variant %s_variant[] = {\n%s};\n", prefix,
                       base_strbuf_text(&variants));
    print_row(p, s, prefix, &l, rows);
    p->t->work = greatest(p->t->work, l.work);
    p->t->results = greatest(p->t->results, l.result);
    p->t->inputs = greatest(p->t->inputs, s->var_count);
}

/* --- The model --- */

static void print_rows(printer *p) {
    const model *m = p->x->m;
    strbuf *out = &p->t->tables;
    base_strbuf_add(out, "static const row_table row_info[] = {");
    for (size_t i = 0; i < m->row_count; i++)
        base_strbuf_printf(out, "{%d, %d, %d, %d, %d, %d}, ", m->rows[i].contact,
                           m->rows[i].friction ? -1 : m->rows[i].partner, m->rows[i].tangents, m->rows[i].partner,
                           model_rubs_at_times(m->g, &m->base->rows[i]), m->rows[i].known);
    base_strbuf_add(out, "{0, -1, 0, -1, 0, 0}};\nstatic const coord_table coord_info[] = {");
    for (size_t i = 0; i < m->coord_count; i++)
        base_strbuf_printf(out, "{%d}, ", !model_is_place(&m->coords[i]));
    base_strbuf_add(out, "{0}};\nstatic const body_table body_info[] = {");
    for (size_t i = 0; i < m->body_count; i++) {
        const int *c = m->bodies[i].coords;
        base_strbuf_printf(out, "{{%d, %d, %d, %d, %d, %d, %d}}, ", c[0], c[1], c[2], m->space == 3 ? c[3] : -1,
                           m->space == 3 ? c[4] : -1, m->space == 3 ? c[5] : -1, m->space == 3 ? c[6] : -1);
    }
    base_strbuf_add(out, "{{-1, -1, -1, -1, -1, -1, -1}}};\n");
}

static void print_events(printer *p) {
    const model *m = p->x->m;
    strbuf *out = &p->t->tables;
    base_strbuf_add(out, "static const event_table event_info[] = {\n");
    int first = 0, tick = 0;
    for (size_t i = 0; i < m->event_count; i++) {
        const model_event *e = &m->events[i];
        base_strbuf_printf(out, "    {%d, %zu, %d, %d, %d, %d, %d, %d, %d, %d},\n", first, e->action_count, e->stops,
                           e->quiet, e->refusal != NULL, e->hidden, e->has_after, (int)e->after.part, e->after.index,
                           e->every.i ? tick++ : -1);
        first += (int)e->action_count;
    }
    base_strbuf_add(out, "    {0, 0, 0, 0, 0, 0, 0, 0, 0, -1}};\nstatic const action actions[] = {\n");
    for (size_t i = 0; i < p->x->actions.len; i++) {
        const export_action *a = &p->x->actions.at[i];
        const int kind = a->what->kind == MODEL_SET ? 0 : a->what->kind == MODEL_FREE ? 1 : 2;
        base_strbuf_printf(out, "    {%d, %d, %d, %d},\n", kind, a->what->index, a->what->velocity, a->root);
    }
    base_strbuf_add(out, "    {2, 0, 0, 0}};\n");
}

static void print_event_names(printer *p) {
    const model *m = p->x->m;
    strbuf *out = &p->t->tables;
    base_strbuf_add(out,
                    "static const char *event_name(int part, int index) {\n    static const char *const names[] = {");
    for (size_t i = 0; i < m->event_count; i++)
        add_string(out, m->events[i].hidden ? "" : m->events[i].name);
    for (int part = EVENT_OPEN; part <= EVENT_IMPACT; part++)
        for (size_t i = 0; i < m->row_count; i++)
            add_string(out, m->rows[i].contact ? model_event_name(m, (event_ref){(event_part)part, (int)i}, p->a) : "");
    base_strbuf_add(
        out,
        "\"\"};\n    return names[part == EVENT_USER ? index : EVENTS + (part - EVENT_OPEN) * ROWS + index];\n}\n");
}

static void print_event_ref(strbuf *out, bool there, event_ref e) {
    base_strbuf_printf(out, ", %d, %d", there ? (int)e.part : -1, there ? e.index : -1);
}

static void print_reducers(printer *p) {
    const model *m = p->x->m;
    strbuf *out = &p->t->tables;
    base_strbuf_add(out, "static const reducer_table reducer_info[] = {\n");
    for (size_t i = 0; i < m->reducer_count; i++) {
        const model_reducer *r = &m->reducers[i];
        int quadrature = -1;
        for (size_t k = 1; k < p->x->s->quadratures; k++)
            if (p->x->s->integral_of[k] == (int)i)
                quadrature = (int)k - 1;
        base_strbuf_printf(out, "    {%d, %d, %d, %ld", (int)r->kind, quadrature, r->of, r->nth);
        print_event_ref(out, r->kind == REDUCE_AT || r->kind == REDUCE_TIME || r->kind == REDUCE_COUNT, r->event);
        print_event_ref(out, r->has_from, r->from);
        print_event_ref(out, r->has_until, r->until);
        base_strbuf_add(out, "},\n");
    }
    base_strbuf_add(out, "    {0, -1, -1, 0, -1, -1, -1, -1, -1, -1}};\n");
}

/* Which reducers each report uses. */
static void print_uses(printer *p) {
    const model *m = p->x->m;
    strbuf uses = base_strbuf_make(p->a), first = base_strbuf_make(p->a);
    int count = 0;
    for (size_t i = 0; i < m->report_count; i++) {
        bool *used = ARENA_ARRAY(p->a, bool, expr_var_count(m->g) + 1);
        expr_mark_vars(m->g, &m->reports[i].value, 1, used);
        base_strbuf_printf(&first, "%d, ", count);
        for (size_t k = 0; k < m->reducer_count; k++)
            if (used[m->reducers[k].var]) {
                base_strbuf_printf(&uses, "%zu, ", k);
                count++;
            }
    }
    base_strbuf_printf(&p->t->tables,
                       "static const short report_use[] = {%s0};\nstatic const short report_first[] = {%s%d};\n",
                       base_strbuf_text(&uses), base_strbuf_text(&first), count);
}

static void print_start(printer *p) {
    const sim *s = p->x->s;
    const model *m = p->x->m;
    strbuf *out = &p->t->tables;
    const pieces *all = s->mode->pieces;
    double *params = ARENA_ARRAY(p->a, double, m->param_count + 1),
           *headings = ARENA_ARRAY(p->a, double, 3 * m->row_count + 1);
    model_load_values(m, params);
    add_reals(p, out, "", "given_params", params, m->param_count);
    base_strbuf_printf(out, "enum { START_SHAPE = %d, SETTINGS_ROOM = %zu };\n", p->x->start,
                       p->x->settings->segments[1].out_count + 2); /* a tick, even if there is none */
    base_strbuf_add(out, "static const real given_tolerance = ");
    tape_print_c_number(out, p->o->single ? fmax(s->tolerance, 1e-5) : s->tolerance, p->o->single);
    base_strbuf_add(out, ";\n");
    add_reals(p, out, "", "start_state", s->y, 2 * (size_t)s->mode->n);
    begin_array(out, "short", "", "start_rows");
    for (size_t i = 0; i < m->row_count; i++)
        base_strbuf_printf(out, "%d, %d, %d, 0, ", s->mode->rows[i], s->mode->slip[i], m->rows[i].start_closed);
    end_array(out);
    for (int i = 0; all && i < all->heading_count; i++)
        memcpy(headings + 3 * all->heading[i].row, all->heading[i].at, sizeof all->heading[i].at);
    add_reals(p, out, "", "start_headings", headings, 3 * m->row_count);
    begin_array(out, "long", "", "start_choices");
    for (int i = 0; all && i < all->count; i++)
        base_strbuf_printf(out, "%ld, %d, %d, %d, ", (long)all->ladder[i].index, all->ladder[i].slides,
                           all->ladder[i].with + 1, all->ladder[i].turned);
    end_array(out);
}

/* Which number of the start an input is, behind the parameters: -1 the time, 2 i the coordinate i, 2 i + 1 its rate. */
static void print_conditions(printer *p, const condition_system *e, const char *name) {
    const model *m = p->x->m;
    strbuf *out = &p->t->tables;
    print_common(p, e->program->t, name);
    begin_array(out, "short", name, "_input");
    for (size_t i = m->param_count; i < e->known + (size_t)e->n; i++) {
        const model_var *v = &m->vars[e->vars[i]];
        add_int(out, v->kind == VAR_TIME ? -1 : 2 * v->index + (v->kind != VAR_COORD));
    }
    end_array(out);
    begin_array(out, "short", name, "_gives");
    for (int k = 0; k < e->m; k++)
        add_int(out, initial_condition_gives(m, &e->at[k]));
    end_array(out);
    add_reals(p, out, name, "_scale", e->scale, (size_t)e->n);
    base_strbuf_printf(out,
                       "static const condition_table %s_table = {%d, %d, %zu, %s_input, %s_gives, %s_scale, run_%s};\n",
                       name, e->m, e->n, e->known, name, name, name, name);
}

static size_t conditions_room(const condition_system *e) {
    return e->known + (size_t)e->n + 1;
}

static void print_start_programs(printer *p) {
    const condition_system *places = initial_conditions_at_start(p->x->s, false),
                           *rates = initial_conditions_at_start(p->x->s, true);
    const size_t outs = greatest(places->program->t->segments[1].out_count, rates->program->t->segments[1].out_count);
    const size_t size = greatest((size_t)(places->n + places->m), (size_t)(rates->n + rates->m));
    print_conditions(p, places, "places");
    print_conditions(p, rates, "rates");
    print_common(p, p->x->guesses, "guesses");
    print_common(p, p->x->speeds, "speeds");
    base_strbuf_printf(&p->t->tables,
                       "enum { START_INPUTS = %zu, START_OUTPUTS = %zu, START_SIZE = %zu, START_IS_FOUND = %d, "
                       "START_HAS_IMPACTS = %d };\n",
                       greatest(greatest(conditions_room(places), conditions_room(rates)),
                                p->x->m->param_count + p->x->m->coord_count + 2),
                       greatest(outs, 2) + 1, size + 1, initial_has_unknowns(p->x->m), p->x->s->result->events.len > 0);
}

static void print_names(strbuf *out, const char *name, const char *what,
                        const char *(*text)(const model *, size_t, arena *), const model *m, size_t count, arena *a) {
    base_strbuf_printf(out, "const char *const %s_%s[] = {", name, what);
    for (size_t i = 0; i < count; i++)
        add_string(out, text(m, i, a));
    base_strbuf_add(out, "(const char *)0};\n");
}

static const char *param_name(const model *m, size_t i, arena *a) {
    (void)a;
    return m->params[i].name;
}

static const char *coord_name(const model *m, size_t i, arena *a) {
    (void)a;
    return m->coords[i].name;
}

static const char *output_name(const model *m, size_t i, arena *a) {
    (void)a;
    return m->outputs[i].name;
}

static const char *report_name(const model *m, size_t i, arena *a) {
    (void)a;
    return m->reports[i].name;
}

static const char *param_unit(const model *m, size_t i, arena *a) {
    return model_si_unit_text(m, m->params[i].shown, m->params[i].dim, a);
}

static const char *coord_unit(const model *m, size_t i, arena *a) {
    return model_unit_text(m, m->coords[i].dim, a);
}

static const char *output_unit(const model *m, size_t i, arena *a) {
    return model_si_unit_text(m, m->outputs[i].shown, m->outputs[i].dim, a);
}

static const char *report_unit(const model *m, size_t i, arena *a) {
    return model_shown_unit(m, m->reports[i].shown, m->reports[i].dim, a);
}

typedef struct name_list {
    const char *what;
    const char *(*text)(const model *, size_t, arena *);
} name_list;

static const name_list name_lists[] = {
    {"param_names", param_name},   {"param_units", param_unit},   {"coord_names", coord_name},
    {"coord_units", coord_unit},   {"output_names", output_name}, {"output_units", output_unit},
    {"report_names", report_name}, {"report_units", report_unit},
};

static size_t count_of(const model *m, size_t list) {
    const size_t counts[] = {m->param_count, m->coord_count, m->output_count, m->report_count};
    return counts[list / 2];
}

static void print_table(printer *p, size_t k, strbuf *out) {
    const expr_table *t = p->list.at[k];
    const char *prefix = base_arena_printf(p->a, "table_%zu", k);
    add_reals(p, out, prefix, "_knots", t->knots->x, t->knots->count);
    add_reals(p, out, prefix, "_cubics", &t->cubics[0][0], t->cubic_count * TABLE_PARTS);
    base_strbuf_printf(out, "static const table %s = {%s_knots, %zu, %d, %s_cubics, %zu, %d};\n", prefix, prefix,
                       t->knots->count, t->knots->repeat, prefix, t->cubic_count, t->order);
}

export_tables export_tables_create(export_machine *x, const export_options *o, const char *name, arena *a) {
    export_tables t = {.programs = base_strbuf_make(a), .tables = base_strbuf_make(a)};
    printer p = {.x = x, .o = o, .t = &t, .trends = base_strbuf_make(a), .a = a};
    strbuf rows = base_strbuf_make(a), tables = base_strbuf_make(a);
    for (size_t i = 0; i < x->shapes.len; i++)
        print_shape(&p, &x->shapes.at[i], i, &rows);
    base_strbuf_printf(&t.tables, "enum { SHAPES = %zu };\nstatic const shape shapes[] = {\n%s};\n", x->shapes.len,
                       base_strbuf_text(&rows));
    if (t.narrows)
        base_strbuf_printf(&t.tables, "enum { NARROW_SLOTS = %zu, NARROWS = %zu };\n", t.narrow_slots, t.narrows);
    if (o->fmi)
        print_trends(&p);
    print_common(&p, x->settings, "settings");
    print_common(&p, x->reports, "reports");
    print_follow(&p);
    print_rows(&p);
    print_events(&p);
    print_event_names(&p);
    print_reducers(&p);
    print_uses(&p);
    print_start(&p);
    print_start_programs(&p);
    for (size_t i = 0; i < sizeof name_lists / sizeof *name_lists; i++)
        print_names(&t.tables, name, name_lists[i].what, name_lists[i].text, x->m, count_of(x->m, i), a);
    base_strbuf_printf(&t.tables, "const real %s_report_sizes[] = {", name);
    for (size_t i = 0; i < x->m->report_count; i++) {
        tape_print_c_number(&t.tables, x->m->reports[i].shown.unit ? x->m->reports[i].shown.size : 1, o->single);
        base_strbuf_add(&t.tables, ", ");
    }
    base_strbuf_add(&t.tables, "1};\n");
    for (size_t k = 0; k < p.list.len; k++)
        print_table(&p, k, &tables);
    base_strbuf_add(&tables, base_strbuf_text(&t.programs));
    t.programs = tables;
    return t;
}

/* --- Sizes --- */

typedef struct sizes {
    size_t n, rows, contacts, conditions, ladders, frictions, directions;
} sizes;

static size_t count_frictions(const pieces *p) {
    size_t count = 0;
    for (int i = 0; p && i < p->count; i++)
        count += p->ladder[i].rubs;
    return count;
}

static sizes sizes_of(const export_machine *x) {
    sizes most = {0};
    for (size_t i = 0; i < x->shapes.len; i++) {
        const export_shape *s = &x->shapes.at[i];
        size_t directions = 0;
        for (int k = 0; k < s->of->m; k++)
            directions += x->m->rows[s->of->eq.rows[k]].contact || x->m->rows[s->of->eq.rows[k]].friction;
        most.n = greatest(most.n, (size_t)s->of->n);
        most.rows = greatest(most.rows, (size_t)s->of->m);
        most.contacts = greatest(most.contacts, (size_t)s->survey->contact_count);
        most.conditions = greatest(most.conditions, (size_t)s->condition_count);
        most.ladders = greatest(most.ladders, s->of->pieces ? (size_t)s->of->pieces->count : 0);
        most.frictions = greatest(most.frictions, count_frictions(s->of->pieces));
        most.directions = greatest(most.directions, directions);
    }
    return most;
}

void export_tables_sizes(strbuf *out, const export_machine *x, const export_tables *t, const char *name) {
    const model *m = x->m;
    const sizes most = sizes_of(x);
    const struct {
        const char *what;
        size_t count;
    } all[] = {{"PARAMS", m->param_count},
               {"COORDS", m->coord_count},
               {"ROWS", m->row_count},
               {"EVENTS", m->event_count},
               {"OUTPUTS", m->output_count},
               {"REDUCERS", m->reducer_count},
               {"REPORTS", m->report_count},
               {"QUADRATURES", x->s->quadratures - 1},
               {"MOST_N", most.n},
               {"MOST_ROWS", most.rows},
               {"MOST_CONTACTS", most.contacts},
               {"MOST_CONDITIONS", most.conditions},
               {"MOST_LADDERS", most.ladders},
               {"MOST_FRICTIONS", most.frictions},
               {"MOST_DIRECTIONS", most.directions},
               {"INPUTS", t->inputs},
               {"WORK", t->work},
               {"RESULTS", t->results}};
    base_strbuf_add(out, "enum {\n");
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        base_strbuf_printf(out, "    %s_%s = %zu%s\n", name, all[i].what, all[i].count,
                           i + 1 < sizeof all / sizeof *all ? "," : "");
    base_strbuf_add(out, "};\n\n/* Names and units in the order of the numbers: SI units, of reports those in which "
                         "they are shown. */\n");
    for (size_t i = 0; i < sizeof name_lists / sizeof *name_lists; i++)
        base_strbuf_printf(out, "extern const char *const %s_%s[];\n", name, name_lists[i].what);
    base_strbuf_printf(
        out,
        "/* The SI size of the unit in which each report is shown. */\nextern const %s_real %s_report_sizes[];\n\n",
        name, name);
}

/* What is refused, by name. */
bool export_tables_suit(const export_machine *x) {
    const model *m = x->m;
    bool suits = true;
    if (m->method && strcmp(m->method, "dop853") != 0) {
        diag_add(m->findings, DIAG_E0511, m->method_at,
                 "exported C has the method dop853 alone, but the model asks for '%s'", m->method);
        suits = false;
    }
    for (size_t r = 0; r < m->row_count && suits; r++)
        if (m->rows[r].presses > 1) {
            diag_add(m->findings, DIAG_E0511, m->rows[r].at,
                     "exported C cannot limit friction by the size of a force of several directions: '%s'",
                     m->rows[r].group);
            suits = false;
        }
    return suits;
}
