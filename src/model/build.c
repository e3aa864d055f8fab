/* From tree to model: names declared, parameters and coordinates read, then the system as it stands at the start. */
#include <math.h>
#include <string.h>

#include "base/check.h"
#include "model/builder.h"

/* Dimensions are checked once any declaration has a unit (angles have none). */
static bool declares_units(syn_stmt *const *stmts, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const syn_stmt *s = stmts[i];
        bool declaration = s->kind == SYN_PARAM || s->kind == SYN_COORD || s->kind == SYN_INITIAL || s->kind == SYN_LET;
        if (declaration && (syntax_find_unit(s->value) || syntax_find_unit(s->low)))
            return true;
        if (s->kind == SYN_FOR && declares_units(s->body, s->body_count))
            return true;
    }
    return false;
}

static bool has_space_vector(const syn_expr *e) {
    if (!e)
        return false;
    if (e->op == SYN_VECTOR && e->arg_count == 3 && e->args[0]->op != SYN_VECTOR)
        return true;
    for (size_t i = 0; i < e->arg_count; i++)
        if (has_space_vector(e->args[i]))
            return true;
    return false;
}

static bool is_spatial(syn_stmt *const *stmts, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const syn_stmt *s = stmts[i];
        if (s->kind == SYN_FRAME || s->kind == SYN_ORIENTATION)
            return true;
        if (s->kind == SYN_FOR && is_spatial(s->body, s->body_count))
            return true;
        if (has_space_vector(s->value) && s->kind != SYN_BODY)
            return true;
        for (size_t k = 0; k < s->clause_count; k++)
            if (s->clauses[k].word != WORD_INERTIA && has_space_vector(s->clauses[k].value))
                return true;
    }
    return false;
}

static int new_switch(builder *b, const decl *d) {
    vec_push(b->a, &b->switches, (model_switch){d->display, d->stmt->name_at, d->stmt->off});
    return (int)b->switches.len - 1;
}

static void declare_body(builder *b, decl *d) {
    static const body_kind kinds[] = {BODY_PARTICLE, BODY_ROD, BODY_RIGID};
    d->number = (int)b->bodies.len;
    vec_push(b->a, &b->bodies,
             (model_body){.name = d->display,
                          .at = d->stmt->name_at,
                          .stmt = d->stmt,
                          .kind = kinds[d->stmt->kind - SYN_PARTICLE],
                          .coords = {-1, -1, -1, -1, -1, -1, -1}});
}

static void declare_numbers(builder *b) {
    for (size_t i = 0; i < b->decls.len; i++) {
        decl *d = &b->decls.at[i];
        if (d->kind == DECL_ELEMENT || d->kind == DECL_CONSTRAINT || d->kind == DECL_CONTACT)
            d->switch_index = new_switch(b, d);
        if (d->kind == DECL_BODY)
            declare_body(b, d);
        if (d->kind == DECL_EVENT)
            declare_event(b, (int)i);
        if (d->kind == DECL_COORD)
            declare_coord(b, (int)i);
        if (d->kind == DECL_ORIENTATION)
            declare_orientation(b, (int)i);
        if (d->kind == DECL_OUTPUT) {
            d->number = (int)b->outputs.len;
            vec_push(b->a, &b->outputs,
                     (model_output){.name = d->display, .label = d->stmt->label, .at = d->stmt->name_at});
        }
        if (d->kind == DECL_REPORT) {
            d->number = (int)b->reports.len;
            vec_push(b->a, &b->reports,
                     (model_report){.name = d->display, .label = d->stmt->label, .at = d->stmt->name_at});
        }
    }
}

static model_system *begin_system(builder *b, const bool *freed) {
    model_system *s = ARENA_NEW(b->a, model_system);
    bool *flags = ARENA_ARRAY(b->a, bool, b->bodies.len + 1);
    if (freed)
        memcpy(flags, freed, b->bodies.len * sizeof *flags);
    s->freed = flags;
    s->held = -1;
    s->body_start = arena_alloc(b->a, sizeof *s->body_start * (b->bodies.len + 1));
    b->system = s;
    b->readings = ARENA_ARRAY(b->a, reading, b->decls.len + 1);
    b->body_readings = ARENA_ARRAY(b->a, body_reading, b->bodies.len + 1);
    memset(&b->elements, 0, sizeof b->elements);
    memset(&b->reducer_values, 0, sizeof b->reducer_values);
    b->gravity = (value){0};
    memset(&b->drawn, 0, sizeof b->drawn);
    b->next_reducer = b->next_drawing = 0;
    b->calls = NULL;
    return s;
}

static void allocate_parts(builder *b, model_system *s) {
    s->rows = ARENA_ARRAY(b->a, system_row, b->rows.len + 1);
    s->conditions = ARENA_ARRAY(b->a, expr_id, b->events.len + 1);
    s->set_values = ARENA_ARRAY(b->a, expr_id *, b->events.len + 1);
    for (size_t i = 0; i < b->events.len; i++)
        s->set_values[i] = ARENA_ARRAY(b->a, expr_id, b->events.at[i].action_count + 1);
    s->outputs = ARENA_ARRAY(b->a, expr_id, b->outputs.len + 1);
}

static void read_lets(builder *b) {
    for (size_t i = 0; i < b->decls.len; i++) {
        decl_kind k = b->decls.at[i].kind;
        if (k == DECL_LET && b->held >= 0)
            continue;
        if (k == DECL_LET || k == DECL_CONSTRAINT || k == DECL_CONTACT)
            decl_value(b, (int)i, b->decls.at[i].stmt->name_at);
    }
}

static void read_system(builder *b, model_system *s) {
    size_t before = diag_count(b->m->findings);
    allocate_parts(b, s);
    for (size_t i = 0; i < b->statements.len; i++)
        if (b->statements.at[i].stmt->kind == SYN_GRAVITY && !b->statements.at[i].stmt->bad)
            read_gravity(b, &b->statements.at[i]);
    read_lets(b);
    read_norm_rows(b);
    for (size_t i = 0; i < b->statements.len; i++) {
        const statement *st = &b->statements.at[i];
        syn_kind k = st->stmt->kind;
        if (k >= SYN_KINETIC && k <= SYN_GENERALIZED && k != SYN_GRAVITY)
            read_element(b, st);
        if (b->held >= 0)
            continue;
        if (k == SYN_EVENT)
            read_event(b, st);
        if (k == SYN_OUTPUT || k == SYN_REPORT || k == SYN_EXPECT || k == SYN_SIMULATE || k == SYN_DRAW)
            read_result(b, st);
    }
    if (b->held < 0)
        sketch_system(b);
    s->elements = b->elements.at;
    s->element_count = b->elements.len;
    s->reducers = b->reducer_values.at;
    s->drawn = b->drawn.at;
    s->ok = diag_count(b->m->findings) == before;
    vec_push(b->a, &b->variants, s);
}

/* Everything that must be known before the system itself: values of parameters, starts, what events switch and free. */
static void read_declarations(builder *b) {
    for (size_t i = 0; i < b->decls.len; i++)
        if (b->decls.at[i].kind == DECL_PARAM)
            read_param(b, (int)i, b->decls.at[i].stmt->name_at);
    declare_numbers(b);
    b->readings = ARENA_ARRAY(b->a, reading, b->decls.len + 1);
    begin_system(b, NULL);
    for (size_t i = 0; i < b->decls.len; i++) {
        if (b->decls.at[i].kind == DECL_COORD && b->decls.at[i].number >= 0)
            read_coord_start(b, (int)i, b->decls.at[i].stmt->name_at);
        if (b->decls.at[i].kind == DECL_ORIENTATION)
            read_orientation_start(b, (int)i);
    }
    for (size_t i = 0; i < b->decls.len; i++)
        if (b->decls.at[i].kind == DECL_CONSTRAINT || b->decls.at[i].kind == DECL_CONTACT)
            declare_rows(b, (int)i);
    b->m->declared_coords = b->coords.len;
    for (size_t i = 0; i < b->statements.len; i++)
        if (b->statements.at[i].stmt->kind == SYN_EVENT)
            read_event_actions(b, &b->statements.at[i]);
    for (size_t i = 0; i < b->statements.len; i++)
        if (b->statements.at[i].stmt->kind == SYN_INITIAL)
            read_initial(b, &b->statements.at[i]);
    check_single_statements(b);
    for (size_t i = 0; i < b->statements.len; i++)
        if (b->statements.at[i].stmt->kind == SYN_EVENT)
            check_event_actions(b, &b->statements.at[i]);
    check_event_order(b);
}

void publish(builder *b) {
    model *m = b->m;
#define GIVE(field, count) m->field = b->field.at, m->count = b->field.len
    GIVE(vars, var_count);
    GIVE(params, param_count);
    GIVE(coords, coord_count);
    GIVE(initials, initial_count);
    GIVE(bodies, body_count);
    GIVE(switches, switch_count);
    GIVE(orientations, orientation_count);
    GIVE(rows, row_count);
    GIVE(events, event_count);
    GIVE(outputs, output_count);
    GIVE(reducers, reducer_count);
    GIVE(reports, report_count);
    GIVE(expects, expect_count);
    GIVE(reactions, reaction_count);
    GIVE(drawings, drawing_count);
#undef GIVE
}

static void check_whole(builder *b) {
    model *m = b->m;
    for (size_t i = 0; i < b->elements.len; i++)
        if (b->elements.at[i].kind == ELEMENT_LAGRANGIAN)
            m->has_lagrangian = true;
    if (!b->coords.len && !diag_has_errors(m->findings))
        diag_add(m->findings, DIAG_E0411, (span){0, 0}, "the model has no coordinates: nothing can move");
    check_one_world(b);
    check_degrees(b);
    check_tables(b);
    for (size_t i = 0; i < b->params.len; i++) {
        const model_param *p = &b->params.at[i];
        if (p->has_bounds && (p->value < p->low || p->value > p->high))
            diag_add(m->findings, DIAG_W0421, p->at, "'%s' = %s lies outside its bounds [%s, %s]", p->name,
                     model_amount_text(m, p->value, p->dim, b->a), model_amount_text(m, p->low, p->dim, b->a),
                     model_amount_text(m, p->high, p->dim, b->a));
    }
}

static builder *make_builder(arena *a, intern *names, diag *findings, const model_override *overrides, size_t count) {
    builder *b = ARENA_NEW(a, builder);
    model *m = b->m = ARENA_NEW(a, model);
    b->a = m->memory = a;
    b->scratch = m->scratch = arena_create();
    m->names = names;
    m->findings = findings;
    m->g = graph_create(a);
    m->until = m->tolerance = NAN;
    m->builder = b;
    b->overrides = overrides;
    b->override_count = count;
    b->held = -1;
    for (int k = 0; k < SPACE_COUNT; k++)
        b->tables[k] = table_create(a);
    m->t = new_var(b, "t", VAR_TIME, 0);
    b->rates.at[m->t] = expr_int(m->g, 1);
    for (int k = 0; k < MODEL_ENERGIES; k++)
        b->energy_vars[k] = expr_var(m->g, new_var(b, energy_name(k), VAR_ENERGY, k));
    return b;
}

model *model_build(arena *a, intern *names, diag *findings, syn_tree tree, const model_override *overrides,
                   size_t override_count) {
    builder *b = make_builder(a, names, findings, overrides, override_count);
    model *m = b->m;
    m->tree = tree;
    for (size_t i = 0; i < tree.count; i++)
        if (tree.stmts[i]->kind == SYN_MODEL) {
            m->name = tree.stmts[i]->name;
            m->title = tree.stmts[i]->label;
        }
    m->has_units = declares_units(tree.stmts, tree.count);
    m->space = is_spatial(tree.stmts, tree.count) ? 3 : 2;
    b->vc = (value_context){m->g, findings, m->has_units};
    expand_statements(b, tree);
    read_declarations(b);
    if (b->system) {
        m->base = begin_system(b, NULL);
        read_system(b, m->base);
        check_whole(b);
    }
    publish(b);
    check_reactions(b);
    return m;
}

static const model_system *find_variant(const builder *b, int held, const bool *freed) {
    for (size_t i = 0; i < b->variants.len; i++) {
        const model_system *s = b->variants.at[i];
        if (s->held == held && !memcmp(s->freed, freed, b->bodies.len * sizeof *freed))
            return s;
    }
    return NULL;
}

const model_system *model_variant(model *m, const bool *freed) {
    builder *b = m->builder;
    const model_system *known = find_variant(b, -1, freed);
    if (known)
        return known;
    model_system *s = begin_system(b, freed);
    read_system(b, s);
    publish(b);
    return s;
}

const model_system *model_held_variant(model *m, int reaction, const bool *freed) {
    builder *b = m->builder;
    const model_system *known = find_variant(b, reaction, freed);
    if (known)
        return known;
    model_system *ordinary = begin_system(b, freed);
    allocate_parts(b, ordinary);
    model_system held = {.held = reaction};
    hold_begin(b, reaction, &held);
    model_system *s = begin_system(b, freed);
    s->held = reaction;
    memcpy(s->held_value, held.held_value, sizeof s->held_value);
    read_system(b, s);
    hold_end(b);
    return s;
}

int model_find_param(const model *m, const char *name) {
    for (size_t i = 0; i < m->param_count; i++)
        if (!strcmp(m->params[i].name, name))
            return (int)i;
    return -1;
}

const char *model_event_name(const model *m, event_ref e, arena *a) {
    static const char *const parts[] = {"", ".open", ".close", ".impact"};
    if (e.part == EVENT_USER)
        return m->events[e.index].name;
    return arena_printf(a, "%s%s", m->rows[e.index].name, parts[e.part]);
}

void model_dispose(model *m) {
    arena_destroy(m->scratch);
}
