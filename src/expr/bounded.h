/* Bounds that follow the form of an expression: the bound of a node is made from those of its arguments. */
#ifndef LGR_EXPR_BOUNDED_H
#define LGR_EXPR_BOUNDED_H

#include "expr/internal.h"

/* The node e with its arguments, and the bounds m of the arguments. */
typedef struct bounded {
    graph *g;
    expr_id e, arg[3], m[3];
    const void *user;
} bounded;

typedef expr_id bound(const bounded *b);

/* The bounds of several roots by one rule for each operation; roots and out may be the same array. */
void expr_bounded_roots(graph *g, const expr_id *roots, size_t count, bound *const *rules, const void *user,
                        expr_id *out);

expr_id expr_bounded_size(graph *g, expr_id e);

/* Rules that all kinds of bounds share. */
expr_id expr_bounded_leaf(const bounded *b);
expr_id expr_bounded_first(const bounded *b);
expr_id expr_bounded_sum(const bounded *b);
expr_id expr_bounded_logarithm(const bounded *b);
expr_id expr_bounded_select(const bounded *b);
expr_id expr_bounded_none(const bounded *b);
expr_id expr_bounded_curve(const bounded *b);

#endif
