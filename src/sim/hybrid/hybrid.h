/* Events and their effects. */
#ifndef LGR_SIM_HYBRID_HYBRID_H
#define LGR_SIM_HYBRID_HYBRID_H

#include "sim/dynamics/dynamics.h"
#include "sim/record/record.h"

bool hybrid_fire_event(sim *s, margin at);
/* Fires user events whose conditions have become true by a discontinuity; true if one fired. */
bool hybrid_fire_pending(sim *s, bool *ok);

/* quiet.c: a periodic event that sets states and memories alone. */
bool hybrid_fire_quiet(sim *s, int event);

/* potential_step.c: the motion has crossed the boundary of the event from the piece `index_before`, where these were
   its energies; a potential that jumps changes its velocities. False with a finding if the change is not determined. */
bool hybrid_cross_potential_step(sim *s, const margin *fired, int64_t index_before, motion_energy before);

#endif
