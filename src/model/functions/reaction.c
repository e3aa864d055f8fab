/* reaction(NAME): the force that keeps a parameter or a definition at its value. To derive it the quantity becomes
   virtual coordinates: see build/held.c. */
#include "base/check.h"
#include "model/functions/functions.h"
#include "model/names/names.h"

static bool is_holdable_kind(builder *b, const decl *e, span at) {
    if (e->kind == DECL_PARAM || e->kind == DECL_LET)
        return true;
    finding *f = names_refuse_kind(b, (int)(e - b->decls.at), at, "a param or a let");
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
    else if (v.condition || eval_find_kinds(b, v, KIND_BIT(VAR_CLOSED), &found))
        why = "it depends on a condition";
    else if (eval_find_kinds(b, v, KIND_BIT(VAR_VELOCITY), &found))
        why = "it depends on velocities";
    if (eval_find_kinds(b, v, solved, &found))
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
        r.force[k] = eval_new_var(b, base_arena_printf(b->a, "reaction(%s)", name), VAR_REACTION, 3 * index + k);
        r.x[k] = eval_new_var(b, name, VAR_HELD, index);
        r.rate[k] = eval_new_var(b, base_arena_printf(b->a, "%s'", name), VAR_HELD, index);
        r.second[k] = eval_new_var(b, base_arena_printf(b->a, "%s''", name), VAR_HELD, index);
        b->rates.at[r.x[k]] = expr_var(b->m->g, r.rate[k]);
        b->rates.at[r.rate[k]] = expr_var(b->m->g, r.second[k]);
        b->m->block.value.at[r.x[k]] = eval_number_now(b, v.c[k]);
    }
    vec_push(b->a, &b->reactions, r);
    return index;
}

/* reaction(NAME): energy over the dimension of NAME. A vector of zeros without units is a point. */
static value reaction(builder *b, const function_call *c, int extra) {
    (void)extra;
    const syn_expr *e = c->e;
    const syn_expr *target = e->args[0];
    int d = eval_resolve(b, target, c->env, 1u << DECL_PARAM | 1u << DECL_LET);
    if (d < 0 || !is_holdable_kind(b, &b->decls.at[d], target->at))
        return value_bad(e->at);
    value v = b->decls.at[d].row->quantity(b, d, target->at);
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

const function_row functions_of_reactions[] = {
    {"reaction", 1, 1, reaction, 0, true},
    {0},
};
