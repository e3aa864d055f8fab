/* The hash-consed expression graph: equal expressions are one node; nodes are referred to by index and never change. */
#ifndef LGR_EXPR_GRAPH_H
#define LGR_EXPR_GRAPH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/strbuf.h"
#include "expr/ops.h"

/* A node; 0 is none. Children always have smaller numbers than their parents: index order is an evaluation order. */
typedef struct expr_id {
    uint32_t i;
} expr_id;

#define EXPR_NONE ((expr_id){0})
static inline bool expr_same(expr_id a, expr_id b) {
    return a.i == b.i;
}

typedef struct expr_node {
    expr_op op;
    expr_id arg[3];
    uint32_t var;     /* VAR: which */
    int64_t num, den; /* RATIONAL: lowest terms, den > 0; TABLE: num is its id */
    double value;     /* RATIONAL, REAL: as a number; TABLE: expr_table_number */
} expr_node;

/* Evaluating, walking and differentiating keep marks in the graph, also where it is const: use it in one thread at
   a time. Its arena must not be released to a mark taken before the graph grew. */
typedef struct graph graph;

graph *expr_graph_create(arena *a);
/* The same nodes and variables under the same numbers, to grow apart. Only reads `of`: several threads may copy it. */
graph *expr_graph_copy(const graph *of, arena *a);
/* The pointer is invalid once nodes are made. */
const expr_node *expr_node_at(const graph *g, expr_id e);
/* Node numbers run from 1 to expr_graph_size(g) - 1. */
uint32_t expr_graph_size(const graph *g);

/* Variables are numbered 0, 1, 2, ... in order of creation; the name is for printing only and is kept, not copied. */
expr_id expr_new_var(graph *g, const char *name);
/* A variable of one of the kinds 0 to 14, which the caller defines; others are of kind 15. */
expr_id expr_new_var_of(graph *g, const char *name, unsigned kind);
uint32_t expr_var_count(const graph *g);
const char *expr_var_name(const graph *g, uint32_t var);
/* The node of a variable. */
expr_id expr_var(graph *g, uint32_t var);

expr_id expr_rational(graph *g, int64_t num, int64_t den); /* den != 0 */
expr_id expr_int(graph *g, int64_t n);
expr_id expr_real(graph *g, double x); /* an integer-valued double below 2^53 becomes RATIONAL */
bool expr_is_number(const graph *g, expr_id e, double *value); /* value may be NULL */
bool expr_is_zero(const graph *g, expr_id e);
bool expr_is_one(const graph *g, expr_id e);
/* The kinds of the variables in an expression: bit k is set for kind k. Examines no other node. */
unsigned expr_kinds(const graph *g, expr_id e);

/* Building with light simplification: constants folded (exactly while rationals do not overflow; otherwise REAL),
   neutral and absorbing elements, x - x, --x, (-a)*b, x*x as x^2, powers of powers with integer exponents, sqrt of
   squares of numbers, nested numeric factors, like terms, k*sin^2 + k*cos^2. Never expands products. A fold whose value
   is not finite (1/0, sqrt(-1), log(0)) is left unfolded so that the caller can report it.
   What it arrives at: numbers in front (3 + x, 2*x), -1*x as NEG, other commutative operands in index order, x^(-2) as
   1/x^2, a factor beside a SELECT with a branch 0 inside its other branch. Arguments an operator does not have are
   EXPR_NONE. */
expr_id expr_make(graph *g, expr_op op, expr_id a, expr_id b, expr_id c);
expr_id expr_add(graph *g, expr_id a, expr_id b);
expr_id expr_sub(graph *g, expr_id a, expr_id b);
expr_id expr_mul(graph *g, expr_id a, expr_id b);
expr_id expr_div(graph *g, expr_id a, expr_id b);
expr_id expr_neg(graph *g, expr_id a);
expr_id expr_pow(graph *g, expr_id a, expr_id b);
expr_id expr_powi(graph *g, expr_id a, int n);
expr_id expr_sqrt(graph *g, expr_id a);
expr_id expr_unary(graph *g, expr_op op, expr_id a);
expr_id expr_binary(graph *g, expr_op op, expr_id a, expr_id b);
expr_id expr_select(graph *g, expr_id condition, expr_id yes, expr_id no);
/* a*b without simplification: for programs, where a product with a reciprocal must not become a quotient. */
expr_id expr_product(graph *g, expr_id a, expr_id b);

/* Value at a point: `values` is indexed by variable (expr_var_count entries). Allocates nothing. */
double expr_eval(const graph *g, expr_id root, const double *values);

/* Expressions that are evaluated repeatedly, with the same values as by expr_eval: the walk is made once. */
typedef struct expr_plan expr_plan;
expr_plan *expr_plan_create(arena *a, const graph *g, const expr_id *roots, size_t count);
/* The value of root k. Roots must be evaluated in order: each computes what those before it have not, and a variable is
   read with the first root that contains it. */
double expr_plan_eval(expr_plan *p, size_t root, const double *values);

#endif
