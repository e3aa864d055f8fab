/* Differentiation of the graph: forward sweeps (directional derivatives) and reverse sweeps (gradients). */
#ifndef LGR_EXPR_DIFF_H
#define LGR_EXPR_DIFF_H

#include "expr/graph.h"

/* Forward: out[k] = sum over variables of d roots[k] / d var * dot[var]. `dot` has expr_var_count entries;
   EXPR_NONE means 0. Nodes shared between the roots are differentiated once, nodes without seeded variables not at
   all. A root that does not depend on them gives the number 0. roots and out may be the same array. */
void expr_forward(graph *g, const expr_id *roots, size_t count, const expr_id *dot, expr_id *out);
/* The same where `dot` is of the first variables only, so many; the others do not change. */
void expr_forward_first(graph *g, const expr_id *roots, size_t count, const expr_id *dot, size_t dots, expr_id *out);

/* What forward sweeps have found, for further ones with the same seeds: what was differentiated once is not looked at
   again. Zero at first; `dot` of variables met by then must not change. */
typedef struct expr_sweep {
    expr_id *found; /* per node: its derivative, where it is known */
    uint32_t size;
} expr_sweep;

/* expr_forward with such a memory, which lives in `a`. */
void expr_forward_again(graph *g, const expr_id *roots, size_t count, const expr_id *dot, expr_sweep *known, arena *a,
                        expr_id *out);

/* Reverse: out[j] = sum over k of seed[k] * d roots[k] / d vars[j]; a seed of EXPR_NONE means 1. One sweep whatever
   the number of variables; the seeds are not differentiated. Variables that do not occur give the number 0. */
void expr_reverse(graph *g, const expr_id *roots, const expr_id *seed, size_t count, const uint32_t *vars,
                  size_t var_count, expr_id *out);

/* d root / d var. */
expr_id expr_derivative(graph *g, expr_id root, uint32_t var);

#endif
