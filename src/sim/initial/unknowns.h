/* Unknown parameters and guesses that accelerations at the start depend on. */
#ifndef LGR_SIM_INITIAL_UNKNOWNS_H
#define LGR_SIM_INITIAL_UNKNOWNS_H

#include "sim/dynamics/dynamics.h"

/* What is added to guesses before they are adjusted: per coordinate, per initial value of the model. */
typedef struct start_offsets {
    double *position, *rate;
} start_offsets;

/* Finds the state that follows from the values of the parameters and the offsets, with its accelerations; `contacts`:
   with those that press, and with friction where something slides. False with a finding. */
typedef bool start_attempt(sim *s, bool contacts);

/* Whether the model asks for anything of this kind. */
bool initial_has_unknowns(const model *m);
/* Moves unknown parameters and guesses by as little as possible until all conditions on accelerations hold.
   False with a finding where that fails, or where nothing determines a parameter. */
bool initial_find_unknowns(sim *s, start_attempt *attempt, start_offsets *offsets);
/* Whether these conditions hold at the start as it has become, with its contacts; a finding if not. */
bool initial_unknowns_hold(sim *s);

#endif
