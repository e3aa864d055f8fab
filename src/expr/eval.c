/* The value of an expression at a point, without recursion. */
#include "expr/internal.h"

static double value_below(const graph *g, expr_id e) {
    return e.i != 0 ? g->reach->value[expr_reach_place(g, e)].x : 0.0;
}

static double value_of(const graph *g, const expr_node *n, const double *values) {
    if (n->op <= EXPR_REAL || n->op == EXPR_TABLE)
        return n->value;
    if (n->op == EXPR_VAR)
        return values[n->var];
    return expr_op_value(n->op, value_below(g, n->arg[0]), value_below(g, n->arg[1]), value_below(g, n->arg[2]));
}

double expr_eval(const graph *g, expr_id root, const double *values) {
    expr_reach_begin(g);
    expr_reach_from(g, root, REACH_ALL);
    for (uint32_t place = 1; place <= g->reach->count; place++)
        g->reach->value[place].x = value_of(g, &g->node[g->reach->order[place - 1]], values);
    return value_below(g, root);
}

/* A step computes one node into its place, of those before it. */
typedef struct plan_step {
    expr_op op; /* EXPR_VAR: `a` is the variable */
    uint32_t to, a, b, c;
} plan_step;

struct expr_plan {
    plan_step *steps;
    double *at;            /* by place; place 0 is that of no argument, numbers are there from the beginning */
    uint32_t *first;       /* roots + 1: the steps of each */
    uint32_t *root_places; /* roots */
    size_t count, ready;   /* roots; the one that may be asked for next */
};

static uint32_t place_below(const graph *g, expr_id e) {
    return e.i != 0 ? expr_reach_place(g, e) : 0;
}

/* The number of steps that the node takes. */
static uint32_t plan_node(expr_plan *p, const graph *g, uint32_t place, uint32_t at) {
    const expr_node *n = &g->node[g->reach->order[place - 1]];
    if (n->op <= EXPR_REAL || n->op == EXPR_TABLE) {
        p->at[place] = n->value;
        return 0;
    }
    plan_step *x = &p->steps[at];
    *x = (plan_step){.op = n->op, .to = place, .a = n->var};
    if (n->op != EXPR_VAR) {
        x->a = place_below(g, n->arg[0]);
        x->b = place_below(g, n->arg[1]);
        x->c = place_below(g, n->arg[2]);
    }
    return 1;
}

expr_plan *expr_plan_create(arena *a, const graph *g, const expr_id *roots, size_t count) {
    expr_plan *p = ARENA_NEW(a, expr_plan);
    const reach *r = g->reach;
    uint32_t steps = 0, *last = ARENA_ARRAY(a, uint32_t, count + 1);
    p->count = count;
    p->first = ARENA_ARRAY(a, uint32_t, count + 1);
    p->root_places = ARENA_ARRAY(a, uint32_t, count + 1);
    expr_reach_begin(g);
    for (size_t k = 0; k < count; k++) {
        expr_reach_from(g, roots[k], REACH_ALL);
        last[k] = r->count;
        p->root_places[k] = expr_reach_place(g, roots[k]);
    }
    p->steps = ARENA_ARRAY(a, plan_step, r->count + 1);
    p->at = ARENA_ARRAY(a, double, r->count + 1);
    for (uint32_t k = 0, place = 1; k < count; k++) {
        for (; place <= last[k]; place++)
            steps += plan_node(p, g, place, steps);
        p->first[k + 1] = steps;
    }
    return p;
}

double expr_plan_eval(expr_plan *p, size_t root, const double *values) {
    LGR_ASSERT(root < p->count && root <= p->ready);
    p->ready = root + 1;
    double *at = p->at;
    const plan_step *end = p->steps + p->first[root + 1];
    for (const plan_step *x = p->steps + p->first[root]; x < end; x++)
        at[x->to] = x->op == EXPR_VAR ? values[x->a] : expr_op_value(x->op, at[x->a], at[x->b], at[x->c]);
    return at[p->root_places[root]];
}
