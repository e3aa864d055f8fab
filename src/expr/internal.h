/* What the files of the expression graph share: its arrays, raw nodes, the simplifying constructors, the marks of
   walks. */
#ifndef LGR_EXPR_INTERNAL_H
#define LGR_EXPR_INTERNAL_H

#include "base/check.h"
#include "base/vec.h"
#include "expr/graph.h"
#include "expr/terms.h"

/* Up to this many variables a signature identifies exactly those below a node. */
enum { SIGNATURE_VARS = 63 };
#define REACH_ALL ((uint64_t)1 << SIGNATURE_VARS)
#define SIGNATURE_ANY (REACH_ALL - 1) /* nodes that contain a variable */
enum { SIGNATURE_WORTH = 1024 };      /* with more variables than this, examining them all costs more than it saves */

typedef struct graph_slot {
    uint32_t hash, node; /* node 0: free */
} graph_slot;

typedef struct graph_var {
    const char *name;
    expr_id node;
} graph_var;

/* Valid in the walk whose generation is in `stamp`; `place` is 0 while the node's children are being visited. */
typedef struct reach_mark {
    uint32_t stamp, place;
} reach_mark;

/* The data that a sweep keeps for each node it reaches. */
typedef union reach_value {
    expr_id e;
    double x;
} reach_value;

typedef struct reach_frame {
    uint32_t node;
    int next; /* argument to visit next */
} reach_frame;

/* All arrays have room for every node of the graph, so that walks over a constant graph allocate nothing. */
typedef struct reach {
    uint32_t generation, count;
    const expr_id *known; /* walks leave out the nodes that have an entry here */
    uint32_t known_count;
    reach_mark *mark;   /* by node */
    uint32_t *order;    /* nodes reached, children first: order[place - 1] */
    reach_value *value; /* by place */
    reach_frame *stack;
} reach;

struct graph {
    arena *memory;
    uint32_t size, cap;
    expr_node *node;
    uint64_t *signature; /* bit (var mod 63) is set for every variable below the node, REACH_ALL always */
    uint16_t *kinds;     /* bit k is set where a variable of kind k is below the node */
    graph_slot *table;
    uint32_t table_mask;
    VEC(graph_var) vars;
    expr_id zero, one;
    reach *reach;
};

static inline const expr_node *node_at(const graph *g, expr_id e) {
    return &g->node[e.i];
}
static inline expr_op op_of(const graph *g, expr_id e) {
    return g->node[e.i].op;
}
static inline expr_id arg_of(const graph *g, expr_id e, int k) {
    return g->node[e.i].arg[k];
}
static inline bool is_number(const graph *g, expr_id e) {
    return op_of(g, e) <= EXPR_REAL;
}
/* Its value stands in the node. */
static inline bool is_constant(const graph *g, expr_id e) {
    return is_number(g, e) || op_of(g, e) == EXPR_TABLE;
}
static inline bool is_zero(const graph *g, expr_id e) {
    return expr_same(e, g->zero);
}
static inline bool is_one(const graph *g, expr_id e) {
    return expr_same(e, g->one);
}
static inline number number_at(const graph *g, expr_id e) {
    const expr_node *n = node_at(g, e);
    return (number){n->num, n->den, n->value};
}
/* As expr_is_whole_power. */
static inline bool whole_power(const graph *g, expr_id e, expr_id *base, int64_t *n) {
    int64_t exponent;
    if (op_of(g, e) != EXPR_POW || !number_small_int(number_at(g, arg_of(g, e, 1)), &exponent))
        return false;
    *base = arg_of(g, e, 0);
    *n = exponent;
    return true;
}
static inline uint64_t var_signature(uint32_t var) {
    return (uint64_t)1 << (var % SIGNATURE_VARS);
}

/* graph.c: nodes as they are, without simplification; the second orders its operands. */
expr_id expr_raw(graph *g, expr_op op, expr_id a, expr_id b, expr_id c);
expr_id expr_raw_ordered(graph *g, expr_op op, expr_id a, expr_id b);

/* A product split into its number and the rest; the rest of a number is 1. */
typedef struct term {
    number factor;
    expr_id rest;
} term;

/* Whether there is no numeric factor: the expression is its own rest. */
static inline bool is_plain(const graph *g, expr_id e) {
    const expr_node *n = node_at(g, e);
    switch (n->op) {
    case EXPR_RATIONAL:
    case EXPR_REAL:
    case EXPR_NEG:
        return false;
    case EXPR_MUL:
        return !is_number(g, n->arg[0]);
    case EXPR_DIV:
        return !is_number(g, n->arg[0]) || expr_same(n->arg[0], g->one);
    default:
        return true;
    }
}

/* fold.c: the operator's value if all arguments are finite numbers and it is finite too; else EXPR_NONE. */
expr_id expr_fold(graph *g, expr_op op, const expr_id *arg);

/* Tests first whether there is anything to fold. */
static inline bool is_number_in(const graph *g, expr_id e) {
    LGR_ASSERT(e.i != 0 && e.i < g->size);
    return is_number(g, e);
}
static inline expr_id expr_fold_two(graph *g, expr_op op, expr_id a, expr_id b) {
    return is_number_in(g, a) && is_number_in(g, b) ? expr_fold(g, op, (expr_id[]){a, b}) : EXPR_NONE;
}

/* logic.c */
expr_id expr_build_comparison(graph *g, expr_op op, const expr_id *arg);
expr_id expr_build_connective(graph *g, expr_op op, const expr_id *arg);
expr_id expr_build_not(graph *g, expr_op op, const expr_id *arg);

/* product.c */
term expr_term_of(graph *g, expr_id e);
expr_id expr_term_join(graph *g, number factor, expr_id rest); /* rest as returned by expr_term_of, factor finite */
expr_id expr_term_scale(graph *g, number factor, expr_id e);
expr_id expr_build_product(graph *g, expr_id a, expr_id b);
expr_id expr_build_quotient(graph *g, expr_id a, expr_id b);
expr_id expr_build_power(graph *g, expr_id base, expr_id exponent);
expr_id expr_build_root(graph *g, expr_id a);
/* SELECT with one branch 0: products and quotients go inside, so that a branch not taken cannot spoil the result. */
bool expr_is_masked(const graph *g, expr_id e);

/* sum.c: a + sign*b */
expr_id expr_build_sum(graph *g, expr_id a, expr_id b, int sign);

/* trigonometry.c: true, with the sum in *sum, if the terms are k*sin(u)^2 and k*cos(u)^2 in some order. */
bool expr_sum_of_squares(graph *g, expr_id a, expr_id b, expr_id *sum);

/* reach.c: the nodes below some roots, children first. */
void expr_reach_reserve(graph *g, uint32_t old_cap);
void expr_reach_begin(const graph *g);
/* Adds the node itself, not what is below it. */
void expr_reach_add(const graph *g, expr_id e);
/* Adds a root and the nodes below it, except those whose signature has nothing in common with `wanted`. */
void expr_reach_from(const graph *g, expr_id root, uint64_t wanted);
/* The position of the node in the order, counted from 1; 0 if it was not reached. */
static inline uint32_t expr_reach_place(const graph *g, expr_id e) {
    const reach_mark *m = &g->reach->mark[e.i];
    return m->stamp == g->reach->generation ? m->place : 0;
}

/* partials.c: the derivative of node e by its argument k. */
expr_id expr_partial(graph *g, expr_id e, int k);

#endif
