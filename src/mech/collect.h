/* Sums of products expanded, cancelled, and factored again to few operations. */
#ifndef LGR_MECH_COLLECT_H
#define LGR_MECH_COLLECT_H

#include "base/vec.h"
#include "expr/graph.h"

typedef VEC(uint64_t) collect_nodes; /* a set: bit i % 64 of at[i / 64] is node i */

/* The state for one program. Expressions in variables of the kinds `fixed` alone (a set of bits: expr_kinds) cost
   nothing in it, and those that are needed anyway cost nothing more. */
typedef struct collect_state {
    graph *g;
    arena *a;
    unsigned fixed;
    collect_nodes whole, needed;
} collect_state;

/* The same value with fewer additional operations, or e itself if none is found quickly; its nodes count as needed from
   now on. Like terms are combined, sin^2 + cos^2 becomes 1, fixed factors are collected and placed before sums. A
   product with a sum is expanded only if the terms of the sum are products too: the difference of two close numbers is
   exact, that of their multiples is not. */
expr_id mech_collect(collect_state *s, expr_id e);
/* A node that is taken as it is. */
void mech_collect_keep(collect_state *s, expr_id e);
/* Marks an expression as needed unchanged. */
void mech_collect_need(collect_state *s, expr_id e);

#endif
