/* From the tree to the model: names declared, parameters and coordinates read, then the system in its initial mode. */
#include <math.h>
#include <string.h>

#include "base/check.h"
#include "model/build/build.h"
#include "model/names/names.h"

/* Dimensions are checked once any declaration has a unit (angles have none). */
static bool declares_units(syn_stmt *const *stmts, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const syn_stmt *s = stmts[i];
        bool declaration = s->kind == SYN_PARAM || s->kind == SYN_INPUT || s->kind == SYN_COORD ||
                           s->kind == SYN_STATE || s->kind == SYN_MEMORY || s->kind == SYN_INITIAL ||
                           s->kind == SYN_LET;
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

/* Clauses whose numbers in brackets, or one after the other, are no vector. */
static bool is_list(syn_word word) {
    return word == WORD_INERTIA || word == WORD_BOX || word == WORD_PLATE;
}

static bool is_spatial(syn_stmt *const *stmts, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const syn_stmt *s = stmts[i];
        if (s->kind == SYN_FRAME || s->kind == SYN_ORIENTATION)
            return true;
        if (s->kind == SYN_FOR && is_spatial(s->body, s->body_count))
            return true;
        if (has_space_vector(s->value) && s->kind != SYN_BODY && !s->index_last) /* of a family it is a list */
            return true;
        for (size_t k = 0; k < s->clause_count; k++)
            if (!is_list(s->clauses[k].word) && has_space_vector(s->clauses[k].value))
                return true;
    }
    return false;
}

/* Everything that must be known before the system itself: values of parameters, starts, what events switch and free. */
static void read_declarations(builder *b) {
    build_step(b, STEP_VALUE);
    build_step(b, STEP_DECLARE);
    b->readings = ARENA_ARRAY(b->a, reading, b->decls.len + 1);
    build_begin_system(b, NULL);
    build_step(b, STEP_START);
    build_step(b, STEP_ROWS);
    b->m->declared_coords = b->coords.len;
    build_step(b, STEP_ACTIONS);
    build_check_sizes(b);
    build_step(b, STEP_INITIAL);
    build_check_single(b);
    build_step(b, STEP_CHECK);
    kinds_check_event_order(b);
}

static builder *make_builder(arena *a, intern *names, diag *findings, const model_override *overrides, size_t count) {
    builder *b = ARENA_NEW(a, builder);
    model *m = b->m = ARENA_NEW(a, model);
    b->a = m->memory = a;
    b->scratch = m->scratch = base_arena_create();
    m->names = names;
    m->findings = findings;
    m->g = expr_graph_create(a);
    m->until = m->tolerance = NAN;
    m->builder = b;
    b->overrides = overrides;
    b->override_count = count;
    b->held = -1;
    b->functions = functions_all;
    for (int k = 0; k < SPACE_COUNT; k++)
        b->tables[k] = names_create_table(a);
    m->t = eval_new_var(b, "t", VAR_TIME, 0);
    b->rates.at[m->t] = expr_int(m->g, 1);
    for (int k = 0; k < MODEL_ENERGIES; k++)
        b->energy_vars[k] = expr_var(m->g, eval_new_var(b, names_energy_text(k), VAR_ENERGY, k));
    return b;
}

model *model_build(arena *a, intern *names, diag *findings, syn_tree tree, const model_override *overrides,
                   size_t override_count) {
    builder *b = make_builder(a, names, findings, overrides, override_count);
    model *m = b->m;
    b->tree = tree;
    for (size_t i = 0; i < tree.count; i++)
        if (tree.stmts[i]->kind == SYN_MODEL) {
            m->name = tree.stmts[i]->name;
            m->title = tree.stmts[i]->label;
        }
    m->has_units = declares_units(tree.stmts, tree.count);
    m->space = is_spatial(tree.stmts, tree.count) ? 3 : 2;
    b->vc = (value_context){m->g, findings, m->has_units};
    eval_begin_budget(b);
    build_expand(b, tree);
    read_declarations(b);
    if (b->system) {
        m->base = build_begin_system(b, NULL);
        build_read_system(b, m->base);
        build_check_whole(b);
    }
    build_publish(b);
    build_check_reactions(b);
    return m;
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
    return base_arena_printf(a, "%s%s", m->rows[e.index].name, parts[e.part]);
}

void model_dispose(model *m) {
    base_arena_destroy(m->scratch);
}
