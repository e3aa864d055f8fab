/* The variables on which an expression depends by its form, and whether values at a few states show how. */
#ifndef LGR_ANALYSIS_DEPENDENCE_H
#define LGR_ANALYSIS_DEPENDENCE_H

#include "model/model.h"

/* Whether it contains a variable of this kind; EXPR_NONE depends on nothing. */
static inline bool analysis_depends_on(const model *m, expr_id e, var_kind kind) {
    return e.i && (expr_kinds(m->g, e) >> kind & 1);
}

/* Whether it contains states or memories that change it: the program's own never do, as a rope's turns. */
bool analysis_depends_on_states(const model *m, expr_id e);

/* Whether variables of this kind occur only within sums, products, quotients, powers, roots, sines and cosines. Such a
   formula behaves everywhere as at a few random points; one with an `if`, an absolute value or a pulse need not. */
bool analysis_is_uniform_in(const model *m, expr_id e, var_kind kind);

#endif
