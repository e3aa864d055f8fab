/* Switches in the equations become variables that are constant within a step: see pieces.h. */
#include "sim/dynamics/pieces.h"
#include "expr/walk.h"
#include "sim/dynamics/dynamics.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- What switches --- */

/* base > rung says that the node holds, or is above: of LT, LE, SIGN, ABS, MIN and MAX. `turned`: below instead. */
typedef struct switching {
    expr_id base;
    double rung;
    bool turned;
} switching;

typedef struct collection {
    sim *s;
    pieces *p;
    VEC(expr_id) from;
    VEC(expr_id) to;
    VEC(ladder) ladders;
} collection;

static bool is_stairs(expr_op op) {
    return op == EXPR_FLOOR || op == EXPR_INTERVAL;
}

static bool switches(expr_op op) {
    return op == EXPR_LT || op == EXPR_LE || op == EXPR_SIGN || op == EXPR_ABS || op == EXPR_MIN || op == EXPR_MAX ||
           is_stairs(op);
}

/* Only what follows from place, velocity and time can be frozen before the accelerations are known. */
static bool is_known(const graph *g, expr_id e) {
    return (expr_kinds(g, e) & ~(1u << VAR_PARAM | 1u << VAR_TIME | 1u << VAR_COORD | 1u << VAR_VELOCITY |
                                 1u << VAR_STATE | 1u << VAR_SEED | 1u << VAR_CLOSED | 1u << VAR_RESTS)) == 0;
}

static switching of_comparison(graph *g, expr_id a, expr_id b) {
    switching x = {.rung = 0};
    if (expr_is_number(g, b, &x.rung))
        return (switching){a, x.rung, true};
    if (expr_is_number(g, a, &x.rung))
        return (switching){b, x.rung, false};
    return (switching){expr_sub(g, b, a), 0, false};
}

/* `n`: with frozen arguments. */
static switching switching_of(graph *g, const expr_node *n) {
    switch (n->op) {
    case EXPR_SIGN:
    case EXPR_ABS:
    case EXPR_FLOOR:
        return (switching){n->arg[0], 0, false};
    case EXPR_INTERVAL:
        return (switching){n->arg[1], 0, false};
    case EXPR_MAX:
        return of_comparison(g, n->arg[1], n->arg[0]);
    default:
        return of_comparison(g, n->arg[0], n->arg[1]);
    }
}

/* --- Ladders --- */

static int choice_count(const ladder *l) {
    return l->stairs ? 1 : (int)l->count;
}

double dynamics_pieces_rung(const ladder *l, int64_t index) {
    if (l->stairs && (index >= LADDER_STEPS - 1 || index < -LADDER_STEPS))
        return index < 0 ? -INFINITY : INFINITY;
    if (l->stairs)
        return l->table ? expr_table_knot(l->table->knots, index) : (double)(index + 1);
    return index < 0 ? -INFINITY : index >= l->count ? INFINITY : l->rung[index];
}

static ladder *add_ladder(collection *c, expr_id node, expr_id base) {
    ladder l = {.base = base, .node = node, .event = -1, .with = -1};
    l.low = model_add_var(c->s->m, "low");
    l.high = model_add_var(c->s->m, "high");
    vec_push(c->s->a, &c->ladders, l);
    return &c->ladders.at[c->ladders.len - 1];
}

/* What stands in the place of stairs: the number of the step. */
static expr_id number_of_step(collection *c, expr_id node, const expr_node *n) {
    const graph *g = c->s->m->g;
    const expr_table *table = n->op == EXPR_INTERVAL ? expr_table_at(g, n->arg[0]) : NULL;
    expr_id base = n->arg[table ? 1 : 0];
    ladder *l = NULL;
    for (size_t i = 0; i < c->ladders.len && !l; i++) {
        ladder *x = &c->ladders.at[i];
        l = x->stairs && x->table == table && expr_same(x->base, base) ? x : NULL;
    }
    if (!l) {
        l = add_ladder(c, node, base);
        l->stairs = true;
        l->table = table;
        l->above = ARENA_NEW(c->s->a, uint32_t);
        *l->above = model_add_var(c->s->m, "piece");
    }
    return expr_var(c->s->m->g, *l->above);
}

/* The place among the rungs, of the first that is not below. */
static int find_rung(const ladder *l, double at) {
    int k = 0;
    while (k < l->count && l->rung[k] < at)
        k++;
    return k;
}

/* Where the rung itself belongs for the node. Nothing jumps there for those that are left. */
static unsigned side_there(const graph *g, expr_op op, expr_id base, bool turned) {
    if (op == EXPR_SIGN) /* that of a slip goes with all that has its boundary */
        return expr_kinds(g, base) & 1u << VAR_VELOCITY ? RUNG_IS_BETWEEN : RUNG_IS_BELOW;
    if (op != EXPR_LT && op != EXPR_LE)
        return 0;
    return (op == EXPR_LE) != turned ? RUNG_IS_ABOVE : RUNG_IS_BELOW;
}

/* Whether its rung there may be that of the node, too. */
static bool has_room(const graph *g, const ladder *l, expr_op op, const switching *x) {
    const int k = find_rung(l, x->rung);
    const unsigned here = side_there(g, op, x->base, x->turned);
    const unsigned both = k < l->count && l->rung[k] == x->rung ? l->there[k] | here : 0;
    return both != (RUNG_IS_ABOVE | RUNG_IS_BELOW);
}

/* The ladder of a base, or of its negative: then what switches is turned. */
static ladder *ladder_of(collection *c, expr_id node, expr_op op, switching *x) {
    expr_id negative = expr_neg(c->s->m->g, x->base);
    const switching turned = {negative, -x->rung, !x->turned};
    for (size_t i = 0; i < c->ladders.len; i++) {
        ladder *l = &c->ladders.at[i];
        if (!l->stairs && expr_same(l->base, x->base) && has_room(c->s->m->g, l, op, x))
            return l;
        if (l->stairs || !expr_same(l->base, negative) || !has_room(c->s->m->g, l, op, &turned))
            continue;
        *x = turned;
        return l;
    }
    return add_ladder(c, node, x->base);
}

/* The variable that tells whether the base lies above the rung. */
static uint32_t rung_of(collection *c, ladder *l, double at, unsigned there) {
    const int k = find_rung(l, at);
    if (k < l->count && l->rung[k] == at) {
        l->there[k] |= there;
        return l->above[k];
    }
    double *rung = ARENA_ARRAY(c->s->a, double, l->count + 1);
    uint32_t *above = ARENA_ARRAY(c->s->a, uint32_t, l->count + 1);
    unsigned *of_rungs = ARENA_ARRAY(c->s->a, unsigned, l->count + 1);
    for (int i = 0; i < l->count; i++) {
        rung[i + (i >= k)] = l->rung[i];
        above[i + (i >= k)] = l->above[i];
        of_rungs[i + (i >= k)] = l->there[i];
    }
    rung[k] = at;
    above[k] = model_add_var(c->s->m, "piece");
    of_rungs[k] = there;
    l->rung = rung;
    l->above = above;
    l->there = of_rungs;
    l->count++;
    LGR_ASSERT(k == 0 || !(rung[k - 1] >= at));
    LGR_ASSERT(k + 1 == l->count || !(rung[k + 1] <= at));
    return above[k];
}

/* A base is above a rung if it is greater. A rung that all have above it is the next number below, so that a base that
   comes to stand exactly there, as at the start, is above. */
static void lower_rungs(ladder *l) {
    for (int k = 0; k < l->count; k++)
        if (l->there[k] == RUNG_IS_ABOVE)
            l->rung[k] = l->rung[k] == 0 ? -DBL_MIN : nextafter(l->rung[k], -INFINITY);
}

static bool has_always_value(const graph *g, expr_id e) {
    const expr_op op = expr_node_at(g, e)->op;
    const expr_id *arg = expr_node_at(g, e)->arg;
    const bool both = op == EXPR_ADD || op == EXPR_SUB || op == EXPR_MUL;
    return op <= EXPR_VAR || ((op == EXPR_NEG || op == EXPR_SIGN) && has_always_value(g, arg[0])) ||
           (both && has_always_value(g, arg[0]) && has_always_value(g, arg[1]));
}

/* Whether it stays as it is within a step: what is made of parameters, memories and choices alone. */
static bool is_still(const model *m, expr_id e) {
    const unsigned kinds = expr_kinds(m->g, e);
    bool *used = ARENA_ARRAY(m->scratch, bool, m->var_count + 1), moves = false;
    expr_mark_vars(m->g, &e, 1, used);
    for (size_t i = 0; i < m->coord_count; i++)
        moves = moves || (m->coords[i].role == COORD_STATE && used[m->coords[i].v]);
    return !moves && !(kinds & (1u << VAR_TIME | 1u << VAR_COORD | 1u << VAR_VELOCITY));
}

/* What stands in the place of the node while the choice is frozen. The sign of what is still, which may stay 0, is
   itself. */
static expr_id frozen(collection *c, expr_id node, const expr_node *n) {
    graph *g = c->s->m->g;
    if (n->op == EXPR_SIGN && has_always_value(g, n->arg[0]) && is_still(c->s->m, n->arg[0]))
        return expr_unary(g, EXPR_SIGN, n->arg[0]);
    if (is_stairs(n->op))
        return number_of_step(c, node, n);
    switching x = switching_of(g, n);
    ladder *l = ladder_of(c, node, n->op, &x);
    expr_id above = expr_var(g, rung_of(c, l, x.rung, side_there(g, n->op, x.base, x.turned)));
    expr_id holds = x.turned ? expr_sub(g, expr_int(g, 1), above) : above;
    switch (n->op) {
    case EXPR_SIGN:
        return expr_sub(g, expr_mul(g, expr_int(g, 2), holds), expr_int(g, 1));
    case EXPR_ABS:
        return expr_select(g, holds, n->arg[0], expr_neg(g, n->arg[0]));
    case EXPR_MIN:
    case EXPR_MAX:
        return expr_select(g, holds, n->arg[0], n->arg[1]);
    default:
        return holds;
    }
}

static expr_id substituted(const collection *c, expr_id e) {
    expr_id out = e;
    if (e.i && c->from.len)
        expr_substitute(c->s->m->g, &e, 1, c->from.at, c->to.at, c->from.len, &out);
    return out;
}

static expr_id frozen_switch(collection *c, expr_id node) {
    expr_node n = *expr_node_at(c->s->m->g, node);
    for (int k = 0; k < 2; k++)
        n.arg[k] = n.arg[k].i ? substituted(c, n.arg[k]) : n.arg[k];
    return frozen(c, node, &n);
}

/* A product in which each factor whose sign is known is its size, with that sign. */
static expr_id with_sizes(collection *c, expr_id e, expr_id condition, bool holds) {
    graph *g = c->s->m->g;
    const expr_node n = *expr_node_at(g, e);
    const int sign = dynamics_pieces_sign_of(g, e, condition, holds);
    if (sign) {
        const expr_id size = expr_unary(g, EXPR_ABS, substituted(c, e));
        return sign < 0 ? expr_neg(g, size) : size;
    }
    if (n.op == EXPR_NEG)
        return expr_neg(g, with_sizes(c, n.arg[0], condition, holds));
    if (n.op != EXPR_MUL && n.op != EXPR_DIV)
        return substituted(c, e);
    const expr_id a = with_sizes(c, n.arg[0], condition, holds), b = with_sizes(c, n.arg[1], condition, holds);
    return expr_binary(g, n.op, a, b);
}

static expr_id root_with_sizes(collection *c, expr_id root, expr_id condition, bool holds) {
    graph *g = c->s->m->g;
    const expr_node n = *expr_node_at(g, root);
    const expr_id x = with_sizes(c, n.arg[0], condition, holds);
    return n.op == EXPR_POW ? expr_binary(g, EXPR_POW, x, substituted(c, n.arg[1])) : expr_unary(g, n.op, x);
}

typedef VEC(expr_id) node_list;

static expr_id frozen_branch(collection *c, const node_list *roots, const expr_node *choice, bool holds) {
    graph *g = c->s->m->g;
    expr_id e = substituted(c, choice->arg[holds ? 1 : 2]);
    for (size_t i = 0; i < roots->len; i++) {
        if (!dynamics_pieces_is_guarded(g, roots->at[i], choice->arg[0], holds))
            continue;
        const expr_id from = substituted(c, roots->at[i]);
        const expr_id to = root_with_sizes(c, roots->at[i], choice->arg[0], holds);
        expr_substitute(g, &e, 1, &from, &to, 1, &e);
    }
    return e;
}

static expr_id frozen_node(collection *c, const node_list *roots, expr_id node) {
    graph *g = c->s->m->g;
    const expr_node n = *expr_node_at(g, node);
    if (dynamics_pieces_is_root(g, node))
        return root_with_sizes(c, node, EXPR_NONE, true);
    if (n.op != EXPR_SELECT)
        return frozen_switch(c, node);
    const expr_id yes = frozen_branch(c, roots, &n, true), no = frozen_branch(c, roots, &n, false);
    return expr_select(g, substituted(c, n.arg[0]), yes, no);
}

/* The nodes below come first, so that the choices within an argument are frozen already. */
static void collect(collection *c, const expr_id *roots, size_t count) {
    const graph *g = c->s->m->g;
    const uint32_t *below;
    size_t nodes = expr_nodes_below(g, roots, count, &below);
    node_list found = {0}, guarded = {0};
    for (size_t i = 0; i < nodes; i++) {
        expr_id e = {below[i]};
        if (!dynamics_pieces_changes(g, e))
            continue;
        const expr_op op = expr_node_at(g, e)->op;
        const bool is_root = dynamics_pieces_is_root(g, e);
        const bool is_sized = is_root && dynamics_pieces_is_guarded(c->s->m->g, e, EXPR_NONE, true);
        if (is_root && !is_sized)
            vec_push(c->s->a, &guarded, e);
        if ((op == EXPR_SELECT && guarded.len) || ((switches(op) || is_sized) && is_known(g, e)))
            vec_push(c->s->a, &found, e);
    }
    for (size_t i = 0; i < found.len; i++) {
        const expr_id to = frozen_node(c, &guarded, found.at[i]);
        vec_push(c->s->a, &c->from, found.at[i]);
        vec_push(c->s->a, &c->to, to);
    }
}

static void push(sim *s, node_list *list, expr_id e) {
    if (e.i)
        vec_push(s->a, list, e);
}

/* The number of the step of stairs; beyond those that can be counted there is none. */
static double step_of(const ladder *l) {
    const bool counts = l->index > -LADDER_STEPS && l->index < LADDER_STEPS - 1;
    return counts ? (double)l->index : NAN;
}

/* A row that is a size or a minimum as a whole holds where it has its kink, which is for the start to tell; gaps of
   contacts are looked at as they are. */
static bool is_cut(const sim *s, const model_system *x, size_t row) {
    if (x->rows[row].rate.i)
        return true;
    return !s->m->rows[row].contact && x->rows[row].f.i && !switches(expr_node_at(s->m->g, x->rows[row].f)->op);
}

/* All that decides about the motion, and what is integrated along it. */
static node_list moving_roots(sim *s, const model_system *x) {
    node_list r = {0};
    for (size_t i = 0; i < x->element_count; i++) {
        push(s, &r, x->elements[i].energy);
        for (int k = 0; k < x->elements[i].size; k++) {
            push(s, &r, x->elements[i].force[k]);
            push(s, &r, x->elements[i].resting[k]);
            push(s, &r, x->elements[i].velocity[k]);
        }
    }
    for (size_t i = 0; i < s->m->row_count; i++) {
        if (is_cut(s, x, i))
            push(s, &r, x->rows[i].f);
        push(s, &r, x->rows[i].rate);
        push(s, &r, x->rows[i].mu);
        push(s, &r, x->rows[i].hold);
    }
    for (size_t i = 0; i < s->m->reducer_count; i++)
        if (s->m->reducers[i].kind == REDUCE_INTEGRAL || s->m->reducers[i].kind == REDUCE_MEAN)
            push(s, &r, x->reducers[i]);
    return r;
}

const expr_id *dynamics_pieces_moving_roots(sim *s, const model_system *x, size_t *count) {
    node_list r = moving_roots(s, x);
    *count = r.len;
    return r.at;
}

/* Comparisons with numbers are cheap: they share a ladder; tables look their rows up. */
static bool is_counted(const graph *g, expr_id e) {
    const expr_node *n = expr_node_at(g, e);
    bool compared = n->op == EXPR_LT || n->op == EXPR_LE;
    return switches(n->op) && n->op != EXPR_INTERVAL && dynamics_pieces_changes(g, e) &&
           !(compared && (expr_is_number(g, n->arg[0], NULL) || expr_is_number(g, n->arg[1], NULL)));
}

static size_t count_switches(const graph *g, const expr_id *roots, size_t count) {
    const uint32_t *below;
    size_t nodes = expr_nodes_below(g, roots, count, &below), found = 0;
    for (size_t i = 0; i < nodes; i++)
        found += is_counted(g, (expr_id){below[i]});
    return found;
}

static span place_of_most(const sim *s, const model_system *x) {
    size_t most = 0;
    span at = {0, 0};
    for (size_t i = 0; i < x->element_count; i++) {
        const system_element *e = &x->elements[i];
        expr_id roots[] = {e->energy, e->force[0], e->force[1], e->force[2]};
        size_t count = 0;
        for (size_t k = 0; k < sizeof roots / sizeof *roots; k++)
            count += roots[k].i ? count_switches(s->m->g, &roots[k], 1) : 0;
        at = count > most ? e->at : at;
        most = count > most ? count : most;
    }
    return at;
}

bool dynamics_pieces_are_few(sim *s, const model_system *system) {
    enum { MOST_SWITCHES = 1000 };
    node_list roots = moving_roots(s, system);
    size_t count = count_switches(s->m->g, roots.at, roots.len);
    if (count <= MOST_SWITCHES)
        return true;
    finding *f = dynamics_fail(s, DIAG_E0109, "%zu conditions, signs, minima and maxima in the equations: more than %d",
                               count, MOST_SWITCHES);
    f->at = place_of_most(s, system);
    diag_help(s->m->findings, f, "each is followed by itself: use fewer, or a table, whose rows are looked up");
    return false;
}

static expr_id *all_substituted(const collection *c, const expr_id *from, size_t count) {
    expr_id *to = ARENA_ARRAY(c->s->a, expr_id, count + 1);
    for (size_t i = 0; i < count; i++)
        to[i] = substituted(c, from[i]);
    return to;
}

/* Conditions of events, what is set, greatest and least values and pictures look at the state as it is. */
static const model_system *frozen_system(const collection *c, const model_system *x) {
    sim *s = c->s;
    model_system *copy = ARENA_NEW(s->a, model_system);
    *copy = *x;
    copy->elements = ARENA_ARRAY(s->a, system_element, x->element_count + 1);
    for (size_t i = 0; i < x->element_count; i++) {
        system_element *e = &copy->elements[i];
        *e = x->elements[i];
        e->energy = substituted(c, e->energy);
        for (int k = 0; k < e->size; k++) {
            e->force[k] = substituted(c, e->resting[k].i ? e->resting[k] : e->force[k]);
            e->velocity[k] = substituted(c, e->velocity[k]);
        }
    }
    copy->rows = ARENA_ARRAY(s->a, system_row, s->m->row_count + 1);
    for (size_t i = 0; i < s->m->row_count; i++) {
        copy->rows[i] = x->rows[i];
        if (is_cut(s, x, i))
            copy->rows[i].f = substituted(c, x->rows[i].f);
        copy->rows[i].rate = substituted(c, x->rows[i].rate);
        copy->rows[i].mu = substituted(c, x->rows[i].mu);
        copy->rows[i].hold = substituted(c, x->rows[i].hold);
    }
    for (int i = 0; i < c->p->heading_count; i++) {
        const heading *h = &c->p->heading[i];
        memcpy(copy->rows[h->row].heading, h->var, sizeof h->var);
    }
    for (int i = 0; i < c->p->pressing_count; i++)
        memcpy(copy->rows[c->p->pressing[i].row].press, c->p->pressing[i].var, sizeof c->p->pressing[i].var);
    copy->outputs = all_substituted(c, x->outputs, s->m->output_count);
    copy->reducers = all_substituted(c, x->reducers, s->m->reducer_count);
    return copy;
}

/* --- Made once for each variant --- */

static void number_inputs(sim *s, pieces *p) {
    for (int i = 0; i < p->count; i++)
        p->input_count += (size_t)choice_count(&p->ladder[i]) + 2;
    p->input_count += 2 * (size_t)p->rubbing_count;
    p->input_count += 3 * (size_t)(p->heading_count + p->pressing_count);
    p->vars = ARENA_ARRAY(s->a, uint32_t, p->input_count + 1);
    p->values = ARENA_ARRAY(s->a, double, p->input_count + 1);
    size_t k = 0;
    for (int i = 0; i < p->count; i++) {
        const ladder *l = &p->ladder[i];
        memcpy(p->vars + k, l->above, (size_t)choice_count(l) * sizeof *p->vars);
        k += (size_t)choice_count(l);
        p->vars[k++] = l->low;
        p->vars[k++] = l->high;
    }
    for (int i = 0; i < p->rubbing_count; i++) {
        p->vars[k++] = p->rubbing[i].sticks;
        p->vars[k++] = p->rubbing[i].drags;
    }
    for (int i = 0; i < p->heading_count; i++, k += 3)
        memcpy(p->vars + k, p->heading[i].var, sizeof p->heading[i].var);
    for (int i = 0; i < p->pressing_count; i++, k += 3)
        memcpy(p->vars + k, p->pressing[i].var, sizeof p->pressing[i].var);
    LGR_ASSERT(k == p->input_count);
}

/* What stands in the sign of a slip, which has lost its factors. */
static expr_id base_of_slip(graph *g, expr_id rate) {
    expr_node n = *expr_node_at(g, expr_unary(g, EXPR_SIGN, rate));
    if (n.op == EXPR_NEG)
        n = *expr_node_at(g, n.arg[0]);
    return n.op == EXPR_SIGN ? n.arg[0] : rate;
}

/* Whether the element is friction against the rate that the ladder follows, or against its negative. */
static bool is_slip(const collection *c, const system_element *e, const ladder *l) {
    graph *g = c->s->m->g;
    expr_id rate = e->limit.i ? base_of_slip(g, substituted(c, e->velocity[0])) : EXPR_NONE;
    return rate.i && (expr_same(rate, l->base) || expr_same(expr_neg(g, rate), l->base));
}

/* Those whose state something asks for. Before anything is frozen: forces know them by their own variables. */
static void list_rubbing(collection *c, pieces *p) {
    model *m = c->s->m;
    p->rubbing = ARENA_ARRAY(c->s->a, rubbing, m->switch_count + 1);
    for (size_t i = 0; i < m->switch_count; i++) {
        const model_switch *x = &m->switches[i];
        if (!x->sticks && !x->rests && !x->drags)
            continue;
        rubbing r = {(int)i, -1, false, model_add_var(m, "sticks"), 0};
        r.drags = model_add_var_of(m, "drags", VAR_DRAGS);
        p->rubbing[p->rubbing_count++] = r;
        if (!x->rests)
            continue;
        vec_push(c->s->a, &c->from, expr_var(m->g, x->rests));
        vec_push(c->s->a, &c->to, expr_var(m->g, r.sticks));
    }
}

static rubbing *rubbing_of(const pieces *p, int switch_index) {
    for (int i = 0; i < p->rubbing_count; i++)
        if (p->rubbing[i].switch_index == switch_index)
            return &p->rubbing[i];
    return NULL;
}

/* Whether its slip grows with the base. */
static bool is_along(const collection *c, const system_element *e, const ladder *l) {
    graph *g = c->s->m->g;
    const expr_id direction = substituted(c, expr_unary(g, EXPR_SIGN, e->velocity[0]));
    return expr_same(direction, substituted(c, expr_unary(g, EXPR_SIGN, l->base)));
}

/* The ladders that friction has its slip on. */
static void find_slips(const collection *c, pieces *p, const model_system *system) {
    for (size_t i = 0; i < system->element_count; i++)
        for (int k = 0; k < p->count; k++) {
            ladder *l = &p->ladder[k];
            if (l->stairs || !is_slip(c, &system->elements[i], l))
                continue;
            l->rubs = true;
            l->rests = l->rests || system->elements[i].hold.i;
            rubbing *r = rubbing_of(p, system->elements[i].switch_index);
            if (!r)
                continue;
            r->ladder = k;
            r->turned = !is_along(c, &system->elements[i], l);
        }
}

/* None of them is known yet. */
static heading *make_headings(sim *s, const model_system *system, int *count) {
    heading *all = ARENA_ARRAY(s->a, heading, s->m->row_count + 1);
    *count = 0;
    for (size_t i = 0; i < s->m->row_count; i++) {
        if (s->m->rows[i].tangents < 2 || !system->rows[i].mu.i)
            continue;
        heading *h = &all[(*count)++];
        *h = (heading){.row = (int)i};
        for (int k = 0; k < 3; k++)
            h->var[k] = model_add_var(s->m, "heading");
    }
    return all;
}

static pressing *make_pressings(sim *s, const model_system *system, int *count) {
    pressing *all = ARENA_ARRAY(s->a, pressing, s->m->row_count + 1);
    *count = 0;
    for (size_t i = 0; i < s->m->row_count; i++) {
        if (s->m->rows[i].presses < 2 || !system->rows[i].mu.i)
            continue;
        pressing *x = &all[(*count)++];
        *x = (pressing){.row = (int)i, .count = s->m->rows[i].presses};
        for (int k = 0; k < 3; k++)
            x->var[k] = model_add_var(s->m, "press");
    }
    return all;
}

static bool any_integral_drags(const sim *s, const model_system *x) {
    bool any = false;
    for (size_t i = 0; i < s->m->reducer_count; i++) {
        const bool sums = s->m->reducers[i].kind == REDUCE_INTEGRAL || s->m->reducers[i].kind == REDUCE_MEAN;
        any = any || (sums && x->reducers[i].i && (expr_kinds(s->m->g, x->reducers[i]) & 1u << VAR_DRAGS));
    }
    return any;
}

static bool has_any(const pieces *p) {
    return p->count || p->rubbing_count || p->heading_count || p->pressing_count;
}

static pieces *make(sim *s, const model_system *system) {
    pieces *p = ARENA_NEW(s->a, pieces);
    collection c = {.s = s, .p = p};
    node_list roots = moving_roots(s, system);
    p->of = system;
    list_rubbing(&c, p);
    collect(&c, roots.at, roots.len);
    for (size_t i = 0; i < c.ladders.len; i++)
        lower_rungs(&c.ladders.at[i]);
    p->ladder = c.ladders.at;
    p->count = (int)c.ladders.len;
    find_slips(&c, p, system);
    p->weighs = any_integral_drags(s, system);
    p->heading = make_headings(s, system, &p->heading_count);
    p->pressing = make_pressings(s, system, &p->pressing_count);
    p->frozen = has_any(p) ? frozen_system(&c, system) : system;
    number_inputs(s, p);
    return p;
}

pieces *dynamics_pieces_of(sim *s, const model_system *system) {
    for (size_t i = 0; i < s->kit->pieces.len; i++)
        if (s->kit->pieces.at[i]->of == system)
            return has_any(s->kit->pieces.at[i]) ? s->kit->pieces.at[i] : NULL;
    arena *run = dynamics_kit_enter(s);
    pieces *p = make(s, system);
    vec_push(s->a, &s->kit->pieces, p);
    dynamics_kit_leave(s, run);
    return has_any(p) ? p : NULL;
}

const rubbing *dynamics_pieces_rubbing(const mode *m, size_t switch_index) {
    const rubbing *r = m->pieces && !m->switched_off[switch_index] ? rubbing_of(m->pieces, (int)switch_index) : NULL;
    return r && r->ladder >= 0 ? r : NULL;
}

/* What a choice follows from. */
static expr_id choice_of(graph *g, const ladder *l, int j) {
    if (!l->stairs)
        return expr_binary(g, EXPR_LT, expr_real(g, l->rung[j]), l->base);
    expr_id leaf = l->table ? expr_table_leaf(g, l->table) : EXPR_NONE;
    return l->table ? expr_binary(g, EXPR_INTERVAL, leaf, l->base) : expr_unary(g, EXPR_FLOOR, l->base);
}

/* Bases may hold choices of ladders that come before theirs. */
expr_id dynamics_pieces_thaw(sim *s, const mode *m, expr_id e) {
    if (!m->pieces || !e.i)
        return e;
    graph *g = s->m->g;
    bool *used = ARENA_ARRAY(s->a, bool, expr_var_count(g) + 1);
    expr_mark_vars(g, &e, 1, used);
    for (int i = m->pieces->count - 1; i >= 0; i--) {
        const ladder *l = &m->pieces->ladder[i];
        bool any = false;
        for (int j = 0; j < choice_count(l); j++)
            any = any || used[l->above[j]];
        if (!any)
            continue;
        expr_mark_vars(g, &l->base, 1, used);
        for (int j = 0; j < choice_count(l); j++) {
            expr_id from = expr_var(g, l->above[j]), to = choice_of(g, l, j);
            expr_substitute(g, &e, 1, &from, &to, 1, &e);
        }
    }
    return e;
}

/* --- Values --- */

/* The upper side's weight where it slides along the rung 0, else whether it is that. */
static double weight_of(const pieces *p, const ladder *l) {
    const double share = l->with < 0 ? l->share : p->ladder[l->with].share;
    if (l->slides && l->along == 0)
        return l->with >= 0 && l->turned ? 1 - share : share;
    return l->index > 0 && l->rung[l->index - 1] >= 0;
}

static size_t tell_rubbing(const pieces *p, double *to) {
    for (int i = 0; i < p->rubbing_count; i++) {
        const rubbing *r = &p->rubbing[i];
        const ladder *l = r->ladder < 0 ? NULL : &p->ladder[r->ladder];
        to[2 * i] = l && ((l->slides && !l->leaves && l->along == 0) || l->tried);
        to[2 * i + 1] = l ? (r->turned ? -1 : 1) * (2 * weight_of(p, l) - 1) : 0;
    }
    return 2 * (size_t)p->rubbing_count;
}

static size_t rubbing_place(const pieces *p) {
    size_t k = 0;
    for (int i = 0; i < p->count; i++)
        k += (size_t)choice_count(&p->ladder[i]) + 2;
    return k;
}

void dynamics_pieces_weigh(mode *m) {
    pieces *p = m->pieces;
    const size_t k = rubbing_place(p), count = tell_rubbing(p, p->values + k);
    memcpy(m->slots + m->piece_slot + k, p->values + k, count * sizeof *p->values);
}

void dynamics_pieces_tell(pieces *p) {
    size_t k = 0;
    p->sliding = 0;
    for (int i = 0; i < p->count; i++) {
        const ladder *l = &p->ladder[i];
        LGR_ASSERT(l->stairs || (l->index >= 0 && l->index <= l->count));
        for (int j = 0; j < choice_count(l); j++)
            p->values[k++] = l->stairs ? step_of(l) : l->eased && l->rung[j] == 0 ? 0.5 : j < l->index;
        p->sliding += l->slides && l->with < 0; /* what holds it there is looked at elsewhere */
        p->values[k++] = l->slides || l->held ? -INFINITY : dynamics_pieces_rung(l, l->index - 1);
        p->values[k++] = l->slides || l->held ? INFINITY : dynamics_pieces_rung(l, l->index);
    }
    k += tell_rubbing(p, p->values + k);
    for (int i = 0; i < p->heading_count; i++, k += 3)
        memcpy(p->values + k, p->heading[i].at, sizeof p->heading[i].at);
    for (int i = 0; i < p->pressing_count; i++, k += 3)
        memcpy(p->values + k, p->pressing[i].at, sizeof p->pressing[i].at);
    p->version++;
}

void dynamics_pieces_begin(sim *s) {
    for (size_t k = 0; k < s->kit->pieces.len; k++) {
        pieces *p = s->kit->pieces.at[k];
        for (int i = 0; i < p->count; i++) {
            p->ladder[i].index = 0;
            p->ladder[i].slides = p->ladder[i].eased = p->ladder[i].leaves = false;
            p->ladder[i].asked = p->ladder[i].held = false;
        }
        dynamics_pieces_tell(p);
    }
}

void dynamics_pieces_load(mode *m) {
    dynamics_pieces_copy(m, m->slots);
    m->piece_version = m->pieces->version;
    m->at_hand = m->evaluated = false;
}

void dynamics_pieces_look(sim *s) {
    mode *m = s->mode;
    LGR_ASSERT(m->piece_program);
    dynamics_copy_inputs(m, m->piece_program);
    dynamics_run_program(s, m->piece_program);
}

double dynamics_pieces_seen(const sim *s, piece_number what, int i) {
    LGR_ASSERT(i >= 0 && i < s->mode->pieces->count);
    const loaded_tape *p = s->mode->piece_program;
    return p->slots[p->t->segments[1].out_slots[(int)what * s->mode->pieces->count + i]];
}

/* --- Conditions that jump where the motion slides --- */

/* It depends on the force of friction that has its slip there: its values within a step are not those of the motion. */
static bool drags_at(sim *s, const pieces *p, int which, expr_id condition) {
    bool *used = ARENA_ARRAY(s->a, bool, expr_var_count(s->m->g) + 1), any = false;
    expr_mark_vars(s->m->g, &condition, 1, used);
    for (int i = 0; i < p->rubbing_count; i++)
        any = any || (p->rubbing[i].ladder == which && used[p->rubbing[i].drags]);
    return any;
}

static bool jumps_at(sim *s, const ladder *l, expr_id condition) {
    graph *g = s->m->g;
    const uint32_t *below;
    size_t nodes = expr_nodes_below(g, &condition, 1, &below);
    VEC(expr_node) found = {0}; /* before more nodes are made */
    for (size_t i = 0; i < nodes; i++) {
        const expr_node *n = expr_node_at(g, (expr_id){below[i]});
        if (n->op == EXPR_SIGN || n->op == EXPR_LT || n->op == EXPR_LE || n->op == EXPR_FLOOR)
            vec_push(s->a, &found, *n);
    }
    bool jumps = false;
    for (size_t i = 0; i < found.len; i++) {
        expr_id base = switching_of(g, &found.at[i]).base;
        jumps = jumps || expr_same(base, l->base) || expr_same(expr_neg(g, base), l->base);
    }
    return jumps;
}

static int event_at(sim *s, int which) {
    const mode *m = s->mode;
    for (size_t k = 0; k < m->margin_count; k++) {
        const expr_id condition = m->groups[SEG_WATCH - 1].roots[2 * k];
        if (m->margins[k].part == EVENT_USER &&
            (jumps_at(s, &m->pieces->ladder[which], condition) || drags_at(s, m->pieces, which, condition)))
            return m->margins[k].index + 1;
    }
    return 0;
}

int dynamics_pieces_blind_event(sim *s) {
    pieces *p = s->mode->pieces;
    for (int i = 0; p && p->sliding && i < p->count; i++) {
        ladder *l = &p->ladder[i];
        if (l->slides && l->event < 0)
            l->event = event_at(s, i);
        if (l->slides && l->event > 0)
            return l->event - 1;
    }
    return -1;
}
