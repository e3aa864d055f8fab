/* Which expressions of a mode count with the parameters and choices: an arm of a condition that is not chosen often has
   no value. */
#include <math.h>

#include "base/vec.h"
#include "expr/ops.h"
#include "expr/walk.h"
#include "sim/dynamics/dynamics.h"
#include "sim/dynamics/pieces.h"

/* What is known before the motion: parameters and choices. */
typedef struct known {
    double *value;
    bool *unknown;
} known;

/* Whether this argument of a node is asked for; where what is known does not decide, it is. */
static bool arm_is_asked_for(const sim *s, const expr_node *n, int arm, known x) {
    if (n->op != EXPR_SELECT || arm == 0 || expr_depends(s->m->g, n->arg[0], x.unknown))
        return true;
    const double holds = expr_eval(s->m->g, n->arg[0], x.value);
    return isnan(holds) || (holds != 0) == (arm == 1);
}

static known known_values(const sim *s, arena *scratch) {
    const pieces *p = s->mode->pieces;
    known x = {ARENA_ARRAY(scratch, double, s->m->var_count + 1), ARENA_ARRAY(scratch, bool, s->m->var_count + 1)};
    for (size_t i = 0; i < s->m->var_count; i++)
        x.unknown[i] = true;
    for (size_t i = 0; i < s->m->param_count; i++)
        x.unknown[s->m->params[i].var] = false;
    model_put_values(s->m, x.value);
    for (size_t i = 0; p && i < p->input_count; i++) {
        x.unknown[p->vars[i]] = false;
        x.value[p->vars[i]] = p->values[i];
    }
    return x;
}

void dynamics_pieces_mark_asked(sim *s, bool *asked, arena *scratch) {
    const known x = known_values(s, scratch);
    VEC(expr_id) left = {0};
    size_t count;
    arena *run = s->a;
    s->a = scratch; /* for the list of the roots */
    const expr_id *roots = dynamics_pieces_moving_roots(s, s->mode->choice.system, &count);
    s->a = run;
    for (size_t i = 0; i < count; i++)
        vec_push(scratch, &left, roots[i]);
    while (left.len) {
        const expr_id e = left.at[--left.len];
        if (!e.i || asked[e.i])
            continue;
        asked[e.i] = true;
        const expr_node n = *expr_node_at(s->m->g, e);
        for (int k = 0; k < expr_op_table[n.op].arity; k++)
            if (arm_is_asked_for(s, &n, k, x))
                vec_push(scratch, &left, n.arg[k]);
    }
}

/* The variables that stand for the choices of a ladder. */
static bool ladder_is_asked(sim *s, const ladder *l, const bool *asked, uint32_t size) {
    bool any = false;
    for (int64_t k = 0; k < (l->stairs ? 1 : l->count); k++) {
        const uint32_t node = expr_var(s->m->g, l->above[k]).i;
        any = any || (node < size && asked[node]);
    }
    return any;
}

static void find_idle(sim *s, pieces *p) {
    const long version = dynamics_choices_version(s);
    if (p->idle && p->idle_version == version)
        return;
    if (!p->idle)
        p->idle = ARENA_ARRAY(s->kit->a, bool, p->count);
    p->idle_version = version;
    arena *scratch = base_arena_create();
    const uint32_t size = expr_graph_size(s->m->g);
    bool *asked = ARENA_ARRAY(scratch, bool, size);
    dynamics_pieces_mark_asked(s, asked, scratch);
    for (int i = 0; i < p->count; i++)
        p->idle[i] = !ladder_is_asked(s, &p->ladder[i], asked, size);
    base_arena_destroy(scratch);
}

bool dynamics_pieces_asks(sim *s, int which) {
    pieces *p = s->mode->pieces;
    LGR_ASSERT(p && which < p->count);
    find_idle(s, p);
    return !p->idle[which];
}
