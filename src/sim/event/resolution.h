/* Narrow functions of time and position: a step goes no further than its stages can resolve them. */
#ifndef LGR_SIM_EVENT_RESOLUTION_H
#define LGR_SIM_EVENT_RESOLUTION_H

#include "sim/dynamics/dynamics.h"

/* How a function of one argument is judged. */
typedef enum narrowness {
    NARROW_PULSE, /* exp: nothing where the argument is far below zero */
    NARROW_EDGE,  /* tanh: constant where it is far from zero */
    NARROW_WAVE,  /* sin and cos: nowhere constant */
    NARROW_POLE   /* of a denominator or a base of a power: changes with its ratio */
} narrowness;

/* The arguments as a program of the mode's inputs, and how they are judged; those of time alone come first. */
typedef struct narrow_functions {
    const tape *program;
    const narrowness *kind;
    const expr_id *node, *argument; /* themselves, and what they are judged by */
    size_t count, timed;
} narrow_functions;

/* The narrow functions in a mode's energies, forces and rows; NULL if there are none. */
resolution *event_resolution_create(sim *s, const mode *m);
/* How much of the present step of size h may be accepted: up to where a negligible function begins to count, or as far
   as arguments change by no more than the stages resolve. 0 after a failure: an argument has no value where it begins.
 */
double event_resolution_limit(sim *s, double h);
/* The same before a step, by functions of time alone. */
double event_resolution_foresee(sim *s, double h);
narrow_functions event_resolution_functions(const resolution *r);

#endif
