/* Reactions in a mode: substitutes this mode's forces in results, conditions and assignments. */
#include <math.h>

#include "expr/walk.h"
#include "mech/reaction.h"
#include "sim/dynamics/dynamics.h"

typedef struct resolution {
    sim *s;
    VEC(expr_id) from;
    VEC(expr_id) to;
} resolution;

static void mark(sim *s, const expr_id *roots, size_t count, bool *used) {
    for (size_t i = 0; i < count; i++)
        if (roots[i].i)
            expr_mark_vars(s->m->g, &roots[i], 1, used);
}

static void mark_system(sim *s, const model_system *system, bool *used) {
    mark(s, system->outputs, s->m->output_count, used);
    mark(s, system->reducers, s->m->reducer_count, used);
    mark(s, system->conditions, s->m->event_count, used);
    mark(s, system->drawn, s->m->drawn_count, used);
    for (size_t i = 0; i < s->m->event_count; i++)
        mark(s, system->set_values[i], s->m->events[i].action_count, used);
}

/* What the reactions that are used stand for in this mode. */
static resolution make_resolution(sim *s, const mode *m, const mech_choice *choice, const model_system *system) {
    resolution r = {.s = s};
    bool *used = ARENA_ARRAY(s->a, bool, expr_var_count(s->m->g));
    mark_system(s, system, used);
    for (int i = 0; i < (int)s->m->reaction_count; i++) {
        const model_reaction *x = &s->m->reactions[i];
        bool wanted = false;
        LGR_ASSERT(x->size > 0 && x->size <= 3);
        for (int k = 0; k < x->size; k++)
            wanted |= used[x->force[k]];
        if (!wanted)
            continue;
        expr_id force[3];
        const model_system *held = model_held_variant(s->m, i, m->freed);
        if (held->ok)
            mech_reaction(s->m, choice, &m->eq, held, s->a, force);
        for (int k = 0; k < x->size; k++) {
            if (!held->ok)
                force[k] = expr_real(s->m->g, NAN);
            vec_push(s->a, &r.from, expr_var(s->m->g, x->force[k]));
            vec_push(s->a, &r.to, force[k]);
        }
    }
    return r;
}

static expr_id *resolve(const resolution *r, const expr_id *roots, size_t count) {
    expr_id *copy = ARENA_ARRAY(r->s->a, expr_id, count + 1);
    for (size_t i = 0; i < count; i++)
        if (roots[i].i)
            expr_substitute(r->s->m->g, &roots[i], 1, r->from.at, r->to.at, r->from.len, &copy[i]);
    return copy;
}

const model_system *dynamics_resolve_reactions(sim *s, const mode *m) {
    const model_system *system = m->choice.system;
    if (!s->m->reaction_count)
        return system;
    resolution r = make_resolution(s, m, &m->choice, system), told = r;
    if (!r.from.len)
        return system;
    if (m->pieces) /* results have the forces of the piece, the rest looks at the state as it is */
        told = make_resolution(s, m, &m->told, system);
    model_system *copy = ARENA_NEW(s->a, model_system);
    *copy = *system;
    copy->outputs = resolve(&r, system->outputs, s->m->output_count);
    copy->reducers = resolve(&r, system->reducers, s->m->reducer_count);
    copy->conditions = resolve(&told, system->conditions, s->m->event_count);
    copy->drawn = resolve(&told, system->drawn, s->m->drawn_count);
    copy->set_values = ARENA_ARRAY(s->a, expr_id *, s->m->event_count + 1);
    for (size_t i = 0; i < s->m->event_count; i++)
        copy->set_values[i] = resolve(&told, system->set_values[i], s->m->events[i].action_count);
    return copy;
}
