/* Steps across singular configurations, where constraints become dependent during the motion: a linkage at its dead
   centre. */
#ifndef LGR_ODE_SINGULAR_STEP_H
#define LGR_ODE_SINGULAR_STEP_H

#include <stdbool.h>

/* Near a singular configuration the rates beside g = 0 grow without bound, and the stages of a step lie a little beside
   it: an error that is small elsewhere is large there, and shorter steps only come nearer. So a step that failed near
   one is tried again with its stages projected onto g = 0. No step ends close to the configuration; where it lies
   within a trial that failed, the next trial is a leap: its size puts the configuration into the widest gap between the
   stages. Where that fails too, the step first goes half of the way: the error of the method falls then, but the
   rounding errors of the constraint forces grow with the inverse square of the distance. */

/* The stages that tell where the place is. */
enum { ODE_SINGULAR_ONE = 3, ODE_SINGULAR_OTHER = 4, ODE_SINGULAR_SEEN };

typedef struct ode_singular {
    double regularity[ODE_SINGULAR_SEEN]; /* at the start of the step and its first stages: see ode_system */
    double limit;                         /* the most that the step may be long */
    double ahead; /* from the start of the step to the singular configuration that is being approached; 0: none is */
    int tried;    /* leaps in this step */
    bool leaping; /* the trial at hand is one */
    bool onto;    /* its stages are put back onto the constraints */
    bool approaching; /* goes half of the way */
    bool moved;       /* the end of this step has been moved off a singular configuration */
} ode_singular;

/* At a new state: nothing is known but the regularity there. */
void ode_singular_restart(ode_singular *l, double regularity);
/* The size of the first trial of a step: h, unless a leap is due and fits within `limit`. */
double ode_singular_begin(ode_singular *l, double h, double limit);
/* Up to this error, in the unit of the tolerance, the trial at hand is good. */
double ode_singular_error(const ode_singular *l, double tolerance);
/* The size for another trial: `next`, unless a singular configuration is near the one that just failed. */
double ode_singular_again(ode_singular *l, double failed, double next);
/* A shorter size for another trial where one that is good ends close to a singular configuration, by the regularity
   there; else 0. Once in a step. */
double ode_singular_shorter(ode_singular *l, double h, double regularity);
/* The step of this size is taken. */
void ode_singular_accept(ode_singular *l, double h, double regularity);
/* For those who know nothing of all this: whether it matters to the trial of size h that failed. */
bool ode_singular_is_near(const ode_singular *l, double h);
/* Of the regularity at the start: with less at the end a singular configuration is close. */
#define ODE_SINGULAR_NEAR 0.1

#endif
