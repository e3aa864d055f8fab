/* Symbolic elimination: a sparse linear system is solved once, in an order chosen from its sparsity pattern. */
#ifndef LGR_MECH_ELIMINATION_H
#define LGR_MECH_ELIMINATION_H

#include "expr/graph.h"

/* K x = b, the conditions for the minimum of x^T W x / 2 - h^T x subject to C^T x = gamma (with a second matrix where
   forces depend on multipliers): unknowns [0, primal) have the quadratic form, unknowns [primal, size) are multipliers.
   A primal unknown may be defined as a combination of others: it is then no degree of freedom and has no equation of
   its own, but keeps the matrix sparse. Two operations alternate until nothing is left. A defined unknown on which no
   other definition depends is substituted by its definition, a congruence, which is always stable. Any other unknown is
   eliminated by its own diagonal entry: inertia first, a multiplier when all inertia that its row acts on has been
   eliminated. With positive definite inertia and independent rows all pivots have a known sign, in any such order.
   Among admissible pivots, those with the fewest neighbours go first (minimum degree), then the deepest definition. For
   a tree of bodies, each velocity defined by the one before it, this order goes from the tips to the root: the
   articulated-body algorithm (Featherstone 1983). */
typedef struct elimination elimination;

elimination *mech_elimination_create(graph *g, arena *a, int primal, int size);
/* Before it is run: rows and right sides are written with fewer operations (collect.h) when their turn comes. fixed:
   kinds of variables, as in expr_kinds, that change rarely. */
void mech_elimination_shorten(elimination *e, unsigned fixed);
/* K[i][j] += x, and K[j][i] += x where i is not j. */
void mech_elimination_add(elimination *e, int i, int j, expr_id x);
/* K[i][j] += x alone: the matrix is not symmetric there. */
void mech_elimination_add_one_side(elimination *e, int i, int j, expr_id x);
/* x[which] = sum of coefficient[k] * x[of[k]]; unknowns on which it depends must be defined before, or never. */
void mech_elimination_define(elimination *e, int which, size_t count, const int *of, const expr_id *coefficient);

/* Eliminates; false if a diagonal entry that is needed is zero by its form, or if it takes more than `most` products.
 */
bool mech_elimination_run(elimination *e, size_t most);
size_t mech_elimination_products(const elimination *e);
/* Solves for one right side, given with the opposite sign, which is overwritten, x gets all unknowns. Both have `size`
 * entries. */
void mech_elimination_solve(const elimination *e, expr_id *minus_b, expr_id *x);
/* The reciprocal condition: an expression that is positive as long as every pivot has its expected sign and is not the
   small remainder of large terms (a millionth). */
expr_id mech_elimination_condition(const elimination *e);

#endif
