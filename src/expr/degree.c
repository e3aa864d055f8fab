/* The least degree of an expression in some variables, read off its form. */
#include "base/check.h"
#include "expr/internal.h"
#include "expr/walk.h"

/* Higher ones are not told apart. */
enum { MOST = 8 };

static int lesser(int x, int y) {
    return x < y ? x : y;
}

static int degree_below(const graph *g, expr_id e) {
    uint32_t place = reach_place(g, e);
    return place != 0 ? (int)g->reach->value[place].x : 0;
}

static int degree_of(const graph *g, const expr_node *n, const bool *wanted) {
    int first = n->arg[0].i ? degree_below(g, n->arg[0]) : 0;
    int64_t exponent;
    switch (n->op) {
    case EXPR_VAR:
        return wanted[n->var];
    case EXPR_ADD:
    case EXPR_SUB:
    case EXPR_MIN:
    case EXPR_MAX:
    case EXPR_HYPOT:
        return lesser(first, degree_below(g, n->arg[1]));
    case EXPR_MUL:
        return lesser(first + degree_below(g, n->arg[1]), MOST);
    case EXPR_NEG:
    case EXPR_ABS:
        return first;
    case EXPR_DIV:
        return degree_below(g, n->arg[1]) == 0 ? first : 0;
    case EXPR_POW:
        if (!is_number(g, n->arg[1]) || !number_small_int(graph_number_of(g, n->arg[1]), &exponent) || exponent < 0)
            return 0;
        return first * exponent < MOST ? (int)(first * exponent) : MOST;
    case EXPR_SELECT:
        return lesser(degree_below(g, n->arg[1]), degree_below(g, n->arg[2]));
    default:
        return 0;
    }
}

int expr_least_degree(const graph *g, expr_id root, const bool *wanted) {
    reach_begin(g);
    reach_from(g, root, REACH_ALL);
    for (uint32_t place = 1; place <= g->reach->count; place++) {
        const expr_node *n = &g->node[g->reach->order[place - 1]];
        g->reach->value[place].x = degree_of(g, n, wanted);
    }
    return degree_below(g, root);
}
