/* Whether the energy is conserved: forces from potentials, no time in the energies, no rheonomic constraint. */
#ifndef LGR_ANALYSIS_CONSERVATIVE_H
#define LGR_ANALYSIS_CONSERVATIVE_H

#include "analysis/discontinuity/changes.h"
#include "analysis/probe/probe.h"
#include "mech/equations.h"

/* `e` is derived with all rows of the model; rows[k]: active. The texts live in `out`, all else in `a`. */
analysis_reasons analysis_why_not_conservative(const model *m, const mech_choice *choice, const mech_equations *e,
                                               const bool *rows, const analysis_state *start, arena *a, arena *out);
/* The same without the reasons. */
bool analysis_conservative(const model *m, const mech_choice *choice, const mech_equations *e, const bool *rows,
                           const analysis_state *start, arena *a);

#endif
