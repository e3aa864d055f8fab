/* Substitutes in outputs the quantities that depend on the mode. */
#include "analysis/probe/response.h"

#include <math.h>

#include "base/vec.h"
#include "expr/walk.h"
#include "mech/reaction.h"

typedef struct exchange {
    const analysis_setting *s;
    arena *a;
    VEC(expr_id) from;
    VEC(expr_id) to;
} exchange;

static void replace(exchange *x, uint32_t var, expr_id to) {
    vec_push(x->a, &x->from, expr_var(x->s->m->g, var));
    vec_push(x->a, &x->to, to);
}

/* A state alone does not tell whether friction of a known limit holds: it counts as sticking where it does not slip. */
static expr_id sticks(const exchange *x, int switch_index) {
    graph *g = x->s->m->g;
    const model_system *system = x->s->choice.system;
    size_t k = 0;
    while (k < system->element_count &&
           !(system->elements[k].limit.i && system->elements[k].switch_index == switch_index))
        k++;
    if (k == system->element_count || x->s->choice.switched_off[switch_index])
        return expr_int(g, 0);
    const expr_id rate = system->elements[k].velocity[0], zero = expr_int(g, 0);
    const expr_id forwards = expr_binary(g, EXPR_LE, zero, rate), backwards = expr_binary(g, EXPR_LE, rate, zero);
    return expr_binary(g, EXPR_AND, forwards, backwards);
}

/* Multipliers out of force are 0, contact states are known, the energies are those in force. */
static void replace_common(exchange *x) {
    const model *m = x->s->m;
    const mech_equations *e = &x->s->e;
    const expr_id energies[] = {e->kinetic, e->potential, e->energy};
    for (size_t i = 0; i < m->row_count; i++) {
        bool held = x->s->choice.rows[i];
        if (!held)
            replace(x, m->rows[i].lambda,
                    m->rows[i].friction ? mech_friction_multiplier(m, &x->s->choice, (int)i) : expr_int(m->g, 0));
        if (m->rows[i].closed)
            replace(x, m->rows[i].closed, expr_int(m->g, held));
    }
    for (size_t i = 0; i < m->switch_count; i++) {
        if (m->switches[i].held)
            replace(x, m->switches[i].held, expr_int(m->g, !x->s->choice.switched_off[i]));
        if (m->switches[i].sticks)
            replace(x, m->switches[i].sticks, sticks(x, (int)i));
        if (m->switches[i].rests)
            replace(x, m->switches[i].rests, sticks(x, (int)i));
        if (m->switches[i].drags)
            replace(x, m->switches[i].drags, expr_unary(m->g, EXPR_SIGN, m->switches[i].slip));
    }
    for (uint32_t v = 0; v < m->var_count; v++)
        if (m->vars[v].kind == VAR_ENERGY)
            replace(x, v, energies[m->vars[v].index]);
}

static void replace_reactions(exchange *x, const bool *used) {
    model *m = x->s->m;
    for (int i = 0; i < (int)m->reaction_count; i++) {
        const model_reaction *r = &m->reactions[i];
        bool wanted = false;
        for (int k = 0; k < r->size; k++)
            wanted |= used[r->force[k]];
        if (!wanted)
            continue;
        expr_id force[3];
        const model_system *held = model_held_variant(m, i, x->s->choice.system->freed);
        if (held->ok)
            mech_reaction(m, &x->s->choice, &x->s->e, held, x->a, force);
        for (int k = 0; k < r->size; k++)
            replace(x, r->force[k], held->ok ? force[k] : expr_real(m->g, NAN));
    }
}

expr_id *analysis_results(const analysis_setting *s, const expr_id *of, size_t count, arena *a) {
    const model *m = s->m;
    expr_id *out = ARENA_ARRAY(a, expr_id, count + 1);
    bool *used = ARENA_ARRAY(a, bool, expr_var_count(m->g) + 1), *gone = ARENA_ARRAY(a, bool, expr_var_count(m->g) + 1);
    for (size_t i = 0; i < m->coord_count; i++)
        if (s->choice.dropped[i])
            gone[m->coords[i].q] = gone[m->coords[i].v] = gone[m->coords[i].a] = true;
    expr_mark_vars(m->g, of, count, used);
    exchange x = {.s = s, .a = a};
    replace_reactions(&x, used);
    if (x.from.len)
        expr_substitute(m->g, of, count, x.from.at, x.to.at, x.from.len, out);
    else
        for (size_t i = 0; i < count; i++)
            out[i] = of[i];
    exchange common = {.s = s, .a = a};
    replace_common(&common);
    if (common.from.len)
        expr_substitute(m->g, out, count, common.from.at, common.to.at, common.from.len, out);
    for (size_t i = 0; i < count; i++)
        if (expr_depends(m->g, out[i], gone))
            out[i] = EXPR_NONE;
    return out;
}

expr_id *analysis_outputs(const analysis_setting *s, arena *a) {
    return analysis_results(s, s->choice.system->outputs, s->m->output_count, a);
}
