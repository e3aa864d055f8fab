/* Reactions: a parameter or a definition becomes coordinates of its own, so that the force that holds it can be seen.
 */
#include <string.h>

#include "base/check.h"
#include "expr/walk.h"
#include "model/builder.h"

/* The value of what is held in the variant being read; a finding where nothing can hold it. */
static value quantity(builder *b, int d, span at) {
    const decl e = b->decls.at[d];
    if (e.kind == DECL_LET)
        return decl_value(b, d, at);
    read_param(b, d, at);
    const model_param *p = &b->params.at[e.number];
    return value_scalar(expr_var(b->m->g, p->var), p->dim, at);
}

static bool is_holdable_kind(builder *b, const decl *e, span at) {
    if (e->kind == DECL_PARAM || e->kind == DECL_LET)
        return true;
    finding *f = refuse_kind(b, (int)(e - b->decls.at), at, "a param or a let");
    if (e->kind == DECL_CONSTRAINT || e->kind == DECL_CONTACT)
        diag_help(b->m->findings, f, "write force(%s)", e->display);
    else
        diag_help(b->m->findings, f, "reaction(NAME) is the force that keeps a param or a let at its value");
    return false;
}

static bool is_holdable_value(builder *b, const decl *e, value v, span at) {
    if (value_is_bad(v))
        return false;
    var_kind found;
    const char *why = NULL;
    unsigned solved = KINDS_SOLVED | KIND_BIT(VAR_REDUCER);
    if (v.size == VALUE_FRAME)
        why = "it is a frame; name an angle in it";
    else if (v.condition || find_kinds(b, v, KIND_BIT(VAR_CLOSED), &found))
        why = "it depends on a condition";
    else if (find_kinds(b, v, KIND_BIT(VAR_VELOCITY), &found))
        why = "it depends on velocities";
    if (find_kinds(b, v, solved, &found))
        diag_add(b->m->findings, DIAG_E0207, at, "'%s' has no reaction: it is known only after solving", e->display);
    else if (why)
        diag_add(b->m->findings, DIAG_E0205, at, "'%s' has no reaction: %s", e->display, why);
    else
        return true;
    return false;
}

static int find_reaction(const builder *b, int d) {
    for (size_t i = 0; i < b->reactions.len; i++)
        if (b->reactions.at[i].decl == d)
            return (int)i;
    return -1;
}

/* Numbers that are wanted while the system is read, for signs and bounds, are those of the ordinary value. */
static int add_reaction(builder *b, int d, value v, span at) {
    const char *name = b->decls.at[d].display;
    int index = (int)b->reactions.len;
    model_reaction r = {.name = name, .at = at, .decl = d, .size = v.size};
    for (int k = 0; k < v.size; k++) {
        r.force[k] = new_var(b, arena_printf(b->a, "reaction(%s)", name), VAR_REACTION, 3 * index + k);
        r.x[k] = new_var(b, name, VAR_HELD, index);
        r.rate[k] = new_var(b, arena_printf(b->a, "%s'", name), VAR_HELD, index);
        r.second[k] = new_var(b, arena_printf(b->a, "%s''", name), VAR_HELD, index);
        b->rates.at[r.x[k]] = expr_var(b->m->g, r.rate[k]);
        b->rates.at[r.rate[k]] = expr_var(b->m->g, r.second[k]);
        b->values.at[r.x[k]] = number_now(b, v.c[k]);
    }
    vec_push(b->a, &b->reactions, r);
    return index;
}

/* reaction(NAME): energy over the dimension of NAME. A vector of zeros without units is a point. */
value eval_reaction(builder *b, const syn_expr *e, const scope *env) {
    const syn_expr *target = e->args[0];
    int d = resolve(b, target, env, 1u << SPACE_VALUES);
    if (d < 0 || !is_holdable_kind(b, &b->decls.at[d], target->at))
        return value_bad(e->at);
    value v = quantity(b, d, target->at);
    if (!is_holdable_value(b, &b->decls.at[d], v, target->at))
        return value_bad(e->at);
    int index = find_reaction(b, d);
    if (index < 0)
        index = add_reaction(b, d, v, e->at);
    const model_reaction *r = &b->reactions.at[index];
    value force = {.size = v.size, .at = e->at};
    force.dim = dim_div(DIM_ENERGY, v.any_dim && v.size > 1 ? DIM_LENGTH : v.dim);
    for (int k = 0; k < v.size; k++)
        force.c[k] = expr_var(b->m->g, r->force[k]);
    return force;
}

/* Parameters whose definitions use the freed one follow it, unless they were given another value from outside. */
static void follow(builder *b, int param, expr_id x) {
    size_t count = b->params.len;
    expr_id *from = ARENA_ARRAY(b->a, expr_id, count), *to = ARENA_ARRAY(b->a, expr_id, count);
    for (size_t i = 0; i < count; i++)
        from[i] = to[i] = expr_var(b->m->g, b->params.at[i].var);
    b->held_params[param] = to[param] = x;
    for (bool more = true; more;) {
        more = false;
        for (size_t i = 0; i < count; i++) {
            const model_param *p = &b->params.at[i];
            if ((int)i == param || p->given)
                continue;
            expr_id e;
            expr_substitute(b->m->g, &p->definition, 1, from, to, count, &e);
            if (expr_same(e, p->definition) || expr_same(e, to[i]))
                continue;
            b->held_params[i] = to[i] = e;
            more = true;
        }
    }
}

void hold_begin(builder *b, int reaction, model_system *system) {
    const model_reaction *r = &b->reactions.at[reaction];
    const decl e = b->decls.at[r->decl];
    value v = quantity(b, r->decl, r->at);
    b->held_params = ARENA_ARRAY(b->a, expr_id, b->params.len + 1);
    b->held = reaction;
    b->held_quantity = v;
    for (int k = 0; k < r->size; k++) {
        system->held_value[k] = v.c[k];
        b->held_quantity.c[k] = expr_var(b->m->g, r->x[k]);
    }
    if (e.kind == DECL_PARAM)
        follow(b, e.number, b->held_quantity.c[0]);
}

void hold_end(builder *b) {
    b->held = -1;
}

bool held_stands_in(builder *b, int d, span at, value *out) {
    if (b->held < 0)
        return false;
    const decl *e = &b->decls.at[d];
    if (d == b->reactions.at[b->held].decl)
        *out = b->held_quantity;
    else if (e->kind == DECL_PARAM && b->held_params[e->number].i)
        *out = value_scalar(b->held_params[e->number], b->params.at[e->number].dim, at);
    else
        return false;
    out->at = at;
    return true;
}

/* Whether anything that the quantity's own Lagrange equation is made of depends on it: an energy, the motion of what a
   force acts on, a constraint. Otherwise its reaction is 0 whatever happens. */
static bool is_used(builder *b, const model_reaction *r, const model_system *held) {
    graph *g = b->m->g;
    bool *moved = ARENA_ARRAY(b->a, bool, graph_var_count(g)), *rate = ARENA_ARRAY(b->a, bool, graph_var_count(g));
    bool used = false;
    for (int k = 0; k < r->size; k++)
        moved[r->x[k]] = moved[r->rate[k]] = moved[r->second[k]] = rate[r->rate[k]] = true;
    for (size_t i = 0; i < held->element_count && !used; i++) {
        const system_element *e = &held->elements[i];
        used = e->energy.i && expr_depends(g, e->energy, e->kind == ELEMENT_DISSIPATION ? rate : moved);
        for (int k = 0; k < e->size; k++)
            used = used || expr_depends(g, e->velocity[k], rate);
    }
    for (size_t i = 0; i < b->rows.len && !used; i++)
        used = (held->rows[i].f.i && expr_depends(g, held->rows[i].f, moved)) ||
               (held->rows[i].along.i && expr_depends(g, held->rows[i].along, moved));
    return used;
}

static void warn_unused(builder *b, const model_reaction *r) {
    finding *f = diag_add(b->m->findings, DIAG_W0423, r->at, "reaction(%s) is always 0", r->name);
    diag_label_at(b->m->findings, f, b->decls.at[r->decl].stmt->name_at,
                  "no body, spring, force or constraint depends on it");
    diag_help(b->m->findings, f, "use '%s' in the position of a body or in a constraint", r->name);
}

/* Everything that a reaction can meet is met at once and not in the middle of a run. */
void check_reactions(builder *b) {
    bool *freed = ARENA_ARRAY(b->a, bool, b->bodies.len + 1);
    for (size_t i = 0; i < b->reactions.len; i++) {
        const model_reaction *r = &b->reactions.at[i];
        const decl *e = &b->decls.at[r->decl];
        if (e->kind == DECL_PARAM && b->params.at[e->number].structural)
            diag_help(
                b->m->findings,
                diag_add(b->m->findings, DIAG_E0413, r->at,
                         "'%s' is a structural parameter, which determines the size of the model, and has no reaction",
                         r->name),
                "reaction(NAME) needs a length, an angle or a position, which a force could change");
    }
    for (size_t i = 0; i < b->reactions.len && !diag_has_errors(b->m->findings); i++) {
        const model_system *held = model_held_variant(b->m, (int)i, freed);
        if (held->ok && !is_used(b, &b->reactions.at[i], held))
            warn_unused(b, &b->reactions.at[i]);
    }
}
