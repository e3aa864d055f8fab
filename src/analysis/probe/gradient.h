/* Whether forces are the gradient of a potential along all displacements that the constraints allow. */
#ifndef LGR_ANALYSIS_GRADIENT_H
#define LGR_ANALYSIS_GRADIENT_H

#include "analysis/probe/probe.h"
#include "mech/equations.h"

/* Q: one force per coordinate, a function of position. `e` is derived with all rows of the model; the active position
   rows (rows[k]) restrict the displacements, except contacts, which may open. */
bool analysis_is_gradient(const model *m, const mech_equations *e, const bool *rows, const expr_id *Q,
                          const analysis_state *start, arena *a);

#endif
