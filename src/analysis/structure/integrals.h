/* The integrals of integrable velocity constraints: functions of position and time that remain constant. */
#ifndef LGR_ANALYSIS_INTEGRALS_H
#define LGR_ANALYSIS_INTEGRALS_H

#include "analysis/structure/integrability.h"

typedef struct integral_list {
    expr_id *row;    /* per row of the equations: F with F = const by the integrable rows, for which that row is needed;
                        EXPR_NONE: not integrable, of positions, or no closed form found */
    expr_id *hidden; /* integrals of combinations of rows of which none is an integral alone */
    size_t hidden_count;
} integral_list;

/* `kinds` is the result of analysis_integrate for the rows taken. Expressions are in parameters, t and q, simplified,
   and tested at random states. */
integral_list analysis_integrals_find(const model *m, const mech_equations *e, const bool *take,
                                      const analysis_integrals *kinds, const analysis_state *start, arena *a);

#endif
