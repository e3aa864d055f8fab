/* Steps across singular configurations, where constraints become dependent during the motion: a linkage at its dead
   centre. */
#ifndef LGR_ODE_SINGULAR_STEP_H
#define LGR_ODE_SINGULAR_STEP_H

#include <stdbool.h>

/* Near a singular configuration the rates off g = 0 are unbounded, and the stages of a step lie slightly off it: an
   error that is small elsewhere is large there, and shorter steps only come closer. A step that failed near one is
   therefore tried again with its stages projected onto g = 0. No step ends close to the configuration. If it lies
   within a failed trial, the next trial crosses it with a size that puts it into the widest gap between the stages. If
   that fails too, the step first covers half of the distance: the error of the method decreases then, but the rounding
   errors of the constraint forces grow with the inverse square of the distance. */

/* The stages that locate the configuration. */
enum { ODE_SINGULAR_ONE = 3, ODE_SINGULAR_OTHER = 4, ODE_SINGULAR_SEEN };

typedef struct ode_singular {
    double regularity[ODE_SINGULAR_SEEN]; /* at the start of the step and its first stages: see ode_system */
    double limit;                         /* upper limit of the step size */
    double ahead;     /* distance from the start of the step to the singular configuration ahead; 0: none */
    int tried;        /* trials in this step that cross it */
    bool leaping;     /* the present trial crosses it */
    bool onto;        /* its stages are projected onto the constraints */
    bool approaching; /* covers half of the distance */
    bool moved;       /* the end of this step has been moved away from a singular configuration */
} ode_singular;

/* At a new state: nothing is known but the regularity there. */
void ode_singular_restart(ode_singular *l, double regularity);
/* The size of the first trial of a step: h, unless it is to cross a singular configuration and that fits within
   `limit`. */
double ode_singular_begin(ode_singular *l, double h, double limit);
/* Up to this error, in units of the tolerance, the present trial is accepted. */
double ode_singular_error(const ode_singular *l, double tolerance);
/* The size for another trial: `next`, unless a singular configuration is near the one that just failed. */
double ode_singular_again(ode_singular *l, double failed, double next);
/* A shorter size for another trial if an acceptable one ends close to a singular configuration, judged by the
   regularity there; else 0. Once in a step. */
double ode_singular_shorter(ode_singular *l, double h, double regularity);
/* The step of this size has been accepted. */
void ode_singular_accept(ode_singular *l, double h, double regularity);
/* For other methods: whether a singular configuration is near the trial of size h that failed. */
bool ode_singular_is_near(const ode_singular *l, double h);
/* Relative to the regularity at the start: with less at the end a singular configuration is close. */
#define ODE_SINGULAR_NEAR 0.1

#endif
