/* From the tree to the model: names declared, parameters and coordinates read, then the system in its initial mode. */
#include <math.h>
#include <string.h>

#include "base/check.h"
#include "model/build/build.h"
#include "model/names/names.h"

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
    b->scratch = m->scratch = base_arena_create_in(a);
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
    eval_begin_budget(b);
    build_read_includes(b, tree);
    build_declare_components(b, tree);
    build_check_components(b);
    const syn_expr *first = build_find_units(b, tree);
    m->has_units = first != NULL;
    build_find_customary(m, tree);
    m->space = build_is_spatial(b, tree) ? 3 : 2;
    m->up[2] = 1;
    b->vc = (value_context){
        .g = m->g, .findings = findings, .units = m->has_units, .units_at = first ? first->at : (span){0, 0}};
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
