/* Formulas for people to read: simplified to few operations, with names for long or repeated subexpressions. */
#ifndef LGR_ALGEBRA_ALGEBRA_H
#define LGR_ALGEBRA_ALGEBRA_H

#include "expr/graph.h"

/* Rewrites each root with as few operations as can be found quickly: like terms, common factors, sin^2 + cos^2 = 1,
   addition theorems and double angles, reduced fractions. Equal to the root wherever all its parts have values; never
   more operations than the root, which is returned itself if nothing shorter is found. Expressions that would grow too
   large are not expanded: budgets are for one call, so give all roots that share parts at once. roots and out may be
   the same array. Adds nodes to the graph. */
void algebra_simplify(graph *g, const expr_id *roots, size_t count, expr_id *out);

/* Four variables of which the squares add up to 1: the numbers of a quaternion. Three others that are of one size, as
   components of a vector. */
typedef struct algebra_unit {
    expr_id at[4], vector[3];
} algebra_unit;

/* The same where that holds, with the square of each one's first number eliminated however long the result is: what is
   equal wherever the squares add up becomes equal, and a root of what is a square there is none. Terms of 1e-15 of what
   is of their size, which rounding errors leave of numbers that cancel, are taken for 0. */
void algebra_reduce(graph *g, const algebra_unit *units, size_t unit_count, const expr_id *roots, size_t count,
                    expr_id *out);

/* Operation count of a formula as written: each +, -, *, /, power, function and minus sign counts one, also in shared
   parts (SymPy's count_ops). */
size_t algebra_operations(const graph *g, expr_id root);

#endif
