/* Whether the energy is kept: forces from potentials, no time in the energies, no constraint that moves. */
#ifndef LGR_ANALYSIS_CONSERVATIVE_H
#define LGR_ANALYSIS_CONSERVATIVE_H

#include "analysis/probe.h"
#include "mech/equations.h"

/* `e` is derived with all rows of the model; rows[k]: in force. */
bool analysis_conservative(const model *m, const mech_choice *choice, const mech_equations *e, const bool *rows,
                           const analysis_state *start, arena *a);

#endif
