/* The degrees of the terms of an expression in some variables, from its form. */
#include "base/check.h"
#include "expr/internal.h"
#include "expr/walk.h"

enum { MOST = EXPR_NO_DEGREE };

/* Kept in a node's place as one number. */
static expr_degrees degrees_below(const graph *g, expr_id e) {
    uint32_t place = e.i ? expr_reach_place(g, e) : 0;
    int packed = place ? (int)g->reach->value[place].x : 0;
    return (expr_degrees){packed % (MOST + 1), packed / (MOST + 1)};
}

static int capped(int64_t degree) {
    return degree < MOST ? (int)degree : MOST;
}

static expr_degrees either(expr_degrees x, expr_degrees y) {
    return (expr_degrees){x.least < y.least ? x.least : y.least, x.greatest > y.greatest ? x.greatest : y.greatest};
}

static expr_degrees of_power(const graph *g, expr_degrees base, expr_id exponent) {
    int64_t n;
    if (!is_number(g, exponent) || !number_small_int(number_at(g, exponent), &n) || n < 0)
        return (expr_degrees){0, base.greatest || degrees_below(g, exponent).greatest ? MOST : 0};
    return (expr_degrees){capped(base.least * n), capped(base.greatest * n)};
}

static expr_degrees degrees_of(const graph *g, const expr_node *n, const bool *wanted) {
    expr_degrees x = degrees_below(g, n->arg[0]), y = degrees_below(g, n->arg[1]), z = degrees_below(g, n->arg[2]);
    switch (n->op) {
    case EXPR_VAR:
        return (expr_degrees){wanted[n->var], wanted[n->var]};
    case EXPR_ADD:
    case EXPR_SUB:
    case EXPR_MIN:
    case EXPR_MAX:
    case EXPR_HYPOT:
        return either(x, y);
    case EXPR_MUL:
        return (expr_degrees){capped(x.least + y.least), capped(x.greatest + y.greatest)};
    case EXPR_NEG:
    case EXPR_ABS:
        return x;
    case EXPR_DIV:
        return y.greatest == 0 ? x : (expr_degrees){y.least == 0 ? x.least : 0, MOST};
    case EXPR_POW:
        return of_power(g, x, n->arg[1]);
    case EXPR_SELECT:
        return x.greatest == 0 ? either(y, z) : (expr_degrees){either(y, z).least, MOST};
    default:
        return (expr_degrees){0, x.greatest || y.greatest || z.greatest ? MOST : 0};
    }
}

expr_degrees expr_find_degrees(const graph *g, expr_id root, const bool *wanted) {
    LGR_ASSERT(wanted != NULL);
    expr_reach_begin(g);
    expr_reach_from(g, root, REACH_ALL);
    for (uint32_t place = 1; place <= g->reach->count; place++) {
        expr_degrees d = degrees_of(g, &g->node[g->reach->order[place - 1]], wanted);
        g->reach->value[place].x = d.least + d.greatest * (MOST + 1);
    }
    return degrees_below(g, root);
}
