/* The system with its definitions by name: for pages of equations. */
#include "expr/walk.h"
#include "model/build/build.h"

/* One number that changes with the motion, and is not an unknown of the equations. */
static bool is_moving(const graph *g, value v) {
    const unsigned moving = KIND_BIT(VAR_COORD) | KIND_BIT(VAR_VELOCITY) | KIND_BIT(VAR_STATE) | KIND_BIT(VAR_TIME);
    if (value_is_bad(v) || v.size != 1 || v.condition || expr_op_table[expr_node_at(g, v.c[0])->op].arity == 0)
        return false;
    const unsigned kinds = expr_kinds(g, v.c[0]);
    return (kinds & moving) && !(kinds & ~(moving | KIND_BIT(VAR_PARAM)));
}

static bool is_definition(const builder *b, size_t d) {
    return b->decls.at[d].row == &kinds_let && b->readings[d].state == 2;
}

/* Whether some definition of the last variant is made of parameters alone. */
static bool has_constants(const builder *b) {
    for (size_t d = 0; d < b->decls.len; d++)
        if (is_definition(b, d) && kinds_is_constant(b->m->g, b->readings[d].v))
            return true;
    return false;
}

typedef VEC(expr_id) expr_list;

static void add(const builder *b, expr_list *list, expr_id e) {
    if (e.i)
        vec_push(b->a, list, e);
}

/* What the equations are made of. */
static expr_list list_system(const builder *b, const model_system *s) {
    expr_list list = {0};
    for (size_t i = 0; i < s->element_count; i++) {
        const system_element *x = &s->elements[i];
        add(b, &list, x->energy);
        add(b, &list, x->limit);
        add(b, &list, x->hold);
        for (int k = 0; k < 3; k++) {
            add(b, &list, x->force[k]);
            add(b, &list, x->velocity[k]);
        }
    }
    for (size_t i = 0; i < b->rows.len; i++) {
        const system_row *r = &s->rows[i];
        add(b, &list, r->f);
        add(b, &list, r->rate);
        add(b, &list, r->mu);
        add(b, &list, r->hold);
    }
    return list;
}

/* Names that nothing uses are free for others. A definition comes after those that it uses. */
static bool keep_used(builder *b, const expr_list *system, size_t first) {
    bool *used = ARENA_ARRAY(b->a, bool, b->vars.len + 1), any = false;
    expr_mark_vars(b->m->g, system->at, system->len, used);
    for (size_t i = b->params.len; i-- > first;) {
        const model_param *p = &b->params.at[i];
        if (used[p->var])
            expr_mark_vars(b->m->g, &p->definition, 1, used);
        else
            b->vars.at[p->var].kind = VAR_SEED;
        any = any || used[p->var];
    }
    return any;
}

/* Those that move and are part of the system, as it was read. */
static void list_definitions(builder *b, const expr_list *system) {
    const uint32_t *below;
    const size_t count = expr_nodes_below(b->m->g, system->at, system->len, &below);
    bool *used = ARENA_ARRAY(b->a, bool, expr_graph_size(b->m->g));
    VEC(model_definition) list = {0};
    for (size_t k = 0; k < count; k++)
        used[below[k]] = true;
    for (size_t d = 0; d < b->decls.len; d++) {
        const value v = b->readings[d].v;
        if (is_definition(b, d) && is_moving(b->m->g, v) && used[v.c[0].i])
            vec_push(b->a, &list, (model_definition){b->decls.at[d].display, v.c[0]});
    }
    b->m->definitions = list.at;
    b->m->definition_count = list.len;
}

/* The system read with its constants as parameters; NULL if it uses none. */
static const model_system *read_named(builder *b, const bool *freed) {
    model *m = b->m;
    const size_t first = b->params.len;
    diag *findings = m->findings;
    m->findings = b->vc.findings = diag_create_like(b->a, findings);
    eval_begin_budget(b);
    b->names_lets = true;
    model_system *s = build_begin_system(b, freed);
    build_read_system(b, s);
    b->variants.len--; /* nobody else reads it */
    b->names_lets = false;
    m->findings = b->vc.findings = findings;
    const expr_list system = list_system(b, s);
    const bool used = keep_used(b, &system, first) && s->ok;
    if (used)
        list_definitions(b, &system);
    build_publish(b);
    return used ? s : NULL;
}

const model_system *model_named_variant(model *m, const bool *freed) {
    builder *b = m->builder;
    const model_system *ordinary = model_variant(m, freed);
    m->definition_count = 0;
    if (!ordinary->ok || !b->readings)
        return ordinary;
    if (b->system == ordinary) { /* what was read last */
        const expr_list system = list_system(b, ordinary);
        list_definitions(b, &system);
    }
    const model_system *named = has_constants(b) ? read_named(b, freed) : NULL;
    return named ? named : ordinary;
}

void model_forget_named(model *m) {
    builder *b = m->builder;
    m->definition_count = 0;
    for (; b->params.len > 0 && b->params.at[b->params.len - 1].is_let; b->params.len--)
        b->vars.at[b->params.at[b->params.len - 1].var].kind = VAR_SEED;
    build_publish(b);
}
