/* Sums of products expanded, cancelled, and factored again to few operations. */
#ifndef LGR_MECH_COLLECT_H
#define LGR_MECH_COLLECT_H

#include "base/vec.h"
#include "expr/graph.h"

typedef VEC(uint64_t) collect_nodes; /* a set: bit i % 64 of at[i / 64] is node i */

/* Of one program in the making. What depends on variables of the kinds `fixed` (a set of bits: expr_kinds) alone costs
   nothing in it, and what is needed anyway costs nothing more. */
typedef struct collect_state {
    graph *g;
    arena *a;
    unsigned fixed;
    collect_nodes whole, needed;
} collect_state;

/* The same value by fewer operations that are not needed yet, or e itself where none are found quickly; they are needed
   from now on. Like terms are joined, sin^2 + cos^2 is 1, fixed factors stand together and before sums. A product with
   a sum is multiplied out only where the terms of the sum are products too: the difference of two numbers that are near
   each other is exact, that of their multiples is not. */
expr_id mech_collect(collect_state *s, expr_id e);
/* A node that is taken as it is. */
void mech_collect_keep(collect_state *s, expr_id e);
/* What is needed as it is. */
void mech_collect_need(collect_state *s, expr_id e);

#endif
