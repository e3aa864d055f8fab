/* Narrow functions of time and position: a step goes no further than its stages can resolve them. */
#ifndef LGR_SIM_EVENT_RESOLUTION_H
#define LGR_SIM_EVENT_RESOLUTION_H

#include "sim/dynamics/dynamics.h"

/* What is narrow in a mode's energies, forces and rows; NULL where nothing is. */
resolution *resolution_create(sim *s, const mode *m);
/* How much of the step of size h that is held may be taken: up to where something that has been negligible begins, or
   as far as what goes on changes by no more than the stages follow. */
double resolution_limit(sim *s, double h);
/* The same before a step, by functions of time alone. */
double resolution_foresee(sim *s, double h);

#endif
