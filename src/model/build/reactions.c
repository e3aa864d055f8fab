/* Reactions on which nothing depends: everything that can affect them is read at once, and not during a run. */
#include "base/check.h"
#include "expr/walk.h"
#include "model/build/build.h"

/* Whether anything that the quantity's own Lagrange equation is made of depends on it: an energy, the motion of what a
   force acts on, a constraint. Otherwise its reaction is 0 whatever happens. */
static bool is_used(builder *b, const model_reaction *r, const model_system *held) {
    graph *g = b->m->g;
    bool *moved = ARENA_ARRAY(b->a, bool, expr_var_count(g)), *rate = ARENA_ARRAY(b->a, bool, expr_var_count(g));
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
               (held->rows[i].along[0].i && expr_depends(g, held->rows[i].along[0], moved)) ||
               (held->rows[i].along[1].i && expr_depends(g, held->rows[i].along[1], moved));
    return used;
}

static void warn_unused(builder *b, const model_reaction *r) {
    finding *f = diag_add(b->m->findings, DIAG_W0423, r->at, "reaction(%s) is always 0", r->name);
    diag_label_at(b->m->findings, f, b->decls.at[r->decl].stmt->name_at,
                  "no body, spring, force or constraint depends on it");
    diag_help(b->m->findings, f, "use '%s' in the position of a body or in a constraint", r->name);
}

/* Everything that a reaction can meet is met at once and not in the middle of a run. */
void build_check_reactions(builder *b) {
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
