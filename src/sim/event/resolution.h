/* Narrow functions of time and position: a step goes no further than its stages can resolve them. */
#ifndef LGR_SIM_EVENT_RESOLUTION_H
#define LGR_SIM_EVENT_RESOLUTION_H

#include "sim/dynamics/dynamics.h"

/* The narrow functions in a mode's energies, forces and rows; NULL if there are none. */
resolution *event_resolution_create(sim *s, const mode *m);
/* How much of the present step of size h may be accepted: up to where a negligible function begins to count, or as far
   as arguments change by no more than the stages resolve. */
double event_resolution_limit(sim *s, double h);
/* The same before a step, by functions of time alone. */
double event_resolution_foresee(sim *s, double h);

#endif
