/* Symbolic elimination: a sparse linear system is solved once, in an order chosen from its sparsity pattern. */
#ifndef LGR_MECH_ELIMINATION_H
#define LGR_MECH_ELIMINATION_H

#include "expr/graph.h"

/* K x = b, the conditions for the least x^T W x / 2 - h^T x under C^T x = gamma (with a second matrix where forces
   depend on multipliers): unknowns [0, primal) have the quadratic form, unknowns [primal, size) are multipliers. A
   primal unknown may be defined as a combination of others: it is then no degree of freedom and has no equation of its
   own, but keeps the matrix sparse.

   Two steps follow each other until nothing is left. A defined unknown on which no other definition rests is replaced
   by what defines it, a congruence, which nothing can spoil. Any other unknown is eliminated by its own diagonal entry:
   inertia first, a multiplier when all inertia that its row moves is gone. Where the inertia is positive definite and
   the rows are independent all pivots have their sign, in any such order. Pivots that are possible go first, those with
   the fewest neighbours before others (minimum degree), then the deepest definition. For a tree of bodies, each
   velocity defined by the one before it, the order found goes from the tips to the root: the articulated-body algorithm
   (Featherstone 1983). */
typedef struct elimination elimination;

elimination *mech_elimination_create(graph *g, arena *a, int primal, int size);
/* Before it is run: rows and right sides are written with fewer operations (collect.h) when their turn comes. fixed:
   kinds of variables, as in expr_kinds, that change rarely. */
void mech_elimination_shorten(elimination *e, unsigned fixed);
/* K[i][j] += x, and K[j][i] += x where i is not j. */
void mech_elimination_add(elimination *e, int i, int j, expr_id x);
/* K[i][j] += x alone: the matrix is not symmetric there. */
void mech_elimination_add_one_side(elimination *e, int i, int j, expr_id x);
/* x[which] = sum of coefficient[k] * x[of[k]]; what it rests on must be defined before, or never. */
void mech_elimination_define(elimination *e, int which, size_t count, const int *of, const expr_id *coefficient);

/* Eliminates; false if a diagonal entry that is needed is zero by its form, or if it takes more than `most` products.
 */
bool mech_elimination_run(elimination *e, size_t most);
size_t mech_elimination_products(const elimination *e);
/* Solves for one right side, given with the opposite sign, which is overwritten, x gets all unknowns. Both have `size`
 * entries. */
void mech_elimination_solve(const elimination *e, expr_id *minus_b, expr_id *x);
/* The condition: an expression that is positive as long as every pivot has the sign it should have and is not the small
   rest of large terms (a millionth). */
expr_id mech_elimination_condition(const elimination *e);

#endif
