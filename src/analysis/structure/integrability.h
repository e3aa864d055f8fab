/* Which velocity constraints are equivalent to position constraints: the largest integrable subsystem of a Pfaffian
   system. */
#ifndef LGR_ANALYSIS_INTEGRABILITY_H
#define LGR_ANALYSIS_INTEGRABILITY_H

#include "analysis/probe/probe.h"
#include "mech/equations.h"

typedef struct analysis_integrals {
    bool *row;  /* per row of the equations: an integral alone */
    int hidden; /* integrals that are combinations of the other rows */
} analysis_integrals;

/* Examines the rows with take[k], which are linear in the velocities. Time counts as one more coordinate. */
analysis_integrals analysis_integrate(const model *m, const mech_equations *e, const bool *take,
                                      const analysis_state *start, arena *a);

#endif
