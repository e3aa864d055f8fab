/* Which expressions of a mode count with the parameters and choices: an arm of a condition that is not chosen often has
   no value. */
#include <math.h>
#include <string.h>

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

static known known_of(const sim *s, const mode *m, arena *scratch) {
    const pieces *p = m->pieces;
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
    const known x = known_of(s, s->mode, scratch);
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

/* --- In terms of parameters and choices --- */

typedef struct asked_when {
    graph *g;
    const bool *unknown;
    expr_id *when;
} asked_when;

static void add_case(const asked_when *x, expr_id e, expr_id when) {
    if (e.i)
        x->when[e.i] = x->when[e.i].i ? expr_binary(x->g, EXPR_OR, x->when[e.i], when) : when;
}

static void pass_down(const asked_when *x, uint32_t node) {
    const expr_node n = *expr_node_at(x->g, (expr_id){node});
    const expr_id when = x->when[node];
    const bool chooses = n.op == EXPR_SELECT && !expr_depends(x->g, n.arg[0], x->unknown);
    for (int k = 0; k < expr_op_table[n.op].arity; k++) {
        const expr_id holds = chooses && k == 2 ? expr_unary(x->g, EXPR_NOT, n.arg[0]) : n.arg[0];
        add_case(x, n.arg[k], chooses && k > 0 ? expr_binary(x->g, EXPR_AND, when, holds) : when);
    }
}

expr_id *dynamics_pieces_asked_when(sim *s, const mode *m, arena *a) {
    graph *g = s->m->g;
    size_t count;
    const expr_id *roots = dynamics_pieces_moving_roots(s, m->choice.system, &count);
    const uint32_t *order;
    const size_t nodes = expr_nodes_below(g, roots, count, &order);
    uint32_t *below = ARENA_ARRAY(a, uint32_t, nodes + 1);
    memcpy(below, order, nodes * sizeof *below);
    const known k = known_of(s, m, a);
    const asked_when x = {g, k.unknown, ARENA_ARRAY(a, expr_id, expr_graph_size(g))};
    for (size_t i = 0; i < count; i++)
        if (roots[i].i)
            x.when[roots[i].i] = expr_int(g, 1);
    for (size_t i = nodes; i > 0; i--)
        pass_down(&x, below[i - 1]);
    return x.when;
}

/* --- Ladders --- */

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
