/* States of first order in equilibria and in the linear system about them. */
#ifndef LGR_ANALYSIS_STATES_H
#define LGR_ANALYSIS_STATES_H

#include "analysis/equilibria/linearise.h"

/* From now on the states of this model (its own copy) are coordinates: q, v per model coordinate follow. */
void analysis_states_as_places(model *m, double *q, double *v);
/* Takes the rates of states out of the linear system of a place, whose states they are no more. */
void analysis_states_reduce(const balance *b, small_motion *x, linear_system *s, arena *a);

#endif
