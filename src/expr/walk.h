/* Walks over the graph: dependence, substitution, roots made differentiable, bounds of magnitude and rounding,
   degrees. */
#ifndef LGR_EXPR_WALK_H
#define LGR_EXPR_WALK_H

#include "expr/graph.h"

/* True if the root contains a variable for which wanted[var] is true (wanted has expr_var_count entries). */
bool expr_depends(const graph *g, expr_id root, const bool *wanted);
/* Sets used[var] for every variable in the roots; entries not met are left alone. */
void expr_mark_vars(const graph *g, const expr_id *roots, size_t count, bool *used);
/* Number of distinct nodes below the roots (leaves included). */
size_t expr_count_nodes(const graph *g, const expr_id *roots, size_t count);

/* The nodes below the roots, each once, children first; *order is valid until the graph grows or is walked again. */
size_t expr_nodes_below(const graph *g, const expr_id *roots, size_t count, const uint32_t **order);
/* The same with what is below further roots put behind; the number of all. */
size_t expr_nodes_below_too(const graph *g, const expr_id *roots, size_t count, const uint32_t **order);
/* While that order is valid: where the node stands in it, counted from 1; 0: nowhere. */
uint32_t expr_place_below(const graph *g, expr_id e);

/* Substitutes nodes: each occurrence of from[k] (any node, not only variables) is replaced by to[k] in out[]. The
   replacement is not searched again. roots and out may be the same array. */
void expr_substitute(graph *g, const expr_id *roots, size_t count, const expr_id *from, const expr_id *to, size_t pairs,
                     expr_id *out);

/* The roots with each sqrt, hypot and fractional power in them that contains a variable of one of the kinds (bits, see
   expr_kinds) and whose radicand is a sum of squares: 1e-200 is added to the radicand, so that |v| v has its slope 0 at
   v = 0, where the chain rule would give 0/0. All values stay what they are, unless they are about as small. Memory
   from `a`; roots and out may be the same array. */
void expr_soften(graph *g, const expr_id *roots, size_t count, unsigned kinds, arena *a, expr_id *out);
/* sqrt(x + 1e-200). */
expr_id expr_soft_root(graph *g, expr_id x);
/* The roots without these 1e-200, for people to read. roots and out may be the same array. */
void expr_harden(graph *g, const expr_id *roots, size_t count, expr_id *out);

/* Magnitude bound: at least the size of all intermediate terms, with |.| of constants and variables, sums instead of
   differences, 1 for sin and cos; used to distinguish values from rounding errors. Its value times 2^-52 estimates the
   rounding error of the root. */
expr_id expr_magnitude_bound(graph *g, expr_id root);
/* Those of several roots, with what they share looked at once; roots and out may be the same array. */
void expr_magnitude_bounds(graph *g, const expr_id *roots, size_t count, expr_id *out);

/* How far the variables of an expression may be off, each as an expression in units of the roundoff; error NULL: as far
   as a number that is rounded, its own size. */
typedef struct expr_leaves {
    expr_id (*error)(void *user, uint32_t var);
    void *user;
} expr_leaves;
/* A running error bound of each root at the state where it is evaluated, in units of the roundoff (2^-53): 40 for the
   difference of two positions 20 m away, however small the difference; never less than the size of a sum's
   terms. roots and out may be the same array. */
void expr_roundings(graph *g, const expr_id *roots, size_t count, expr_leaves leaves, expr_id *out);
/* How large an expression is here: its value, or where that is less 1e-4 of a running bound for its error in units of
   rounding (leaves count as they are, a product as each factor times the error of the other). (x - 1000)^3 at x = 1001
   is 1, and not the cube of 2001; 1e-9 of it is far above what rounding makes of it. */
expr_id expr_size(graph *g, expr_id root);
/* Those of several roots; roots and out are not the same array. */
void expr_sizes(graph *g, const expr_id *roots, size_t count, expr_id *out);

/* The least and the greatest degree of the terms of an expression in some variables together, from its form; both are
   limited to EXPR_NO_DEGREE, which also means that it is not a polynomial. If the least is 1 or more the expression
   vanishes with the variables, if it is 2 or more its gradient does too. */
enum { EXPR_NO_DEGREE = 8 };
typedef struct expr_degrees {
    int least, greatest;
} expr_degrees;
/* `wanted` has expr_var_count entries. */
expr_degrees expr_find_degrees(const graph *g, expr_id root, const bool *wanted);

#endif
