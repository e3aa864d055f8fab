/* Steps over dead points, where rows of constraints become dependent on the way: a linkage lies flat. */
#ifndef LGR_ODE_SINGULAR_STEP_H
#define LGR_ODE_SINGULAR_STEP_H

#include <stdbool.h>

/* Near a dead point accelerations beside the constraints grow without bound, and the stages of a step lie a little
   beside them: what is a small error elsewhere is a great one there, and shorter steps come only nearer. So a step that
   failed near one is tried again with its stages put back onto the constraints. No step ends close to the place; where
   it lies within a trial that failed, the next is a leap: with the place in the widest gap between the stages. Where
   that errs still, half of the way is gone first: the error of the method falls then, but the rounding of what the rows
   ask for grows with the square. */

/* The stages that tell where the place is. */
enum { LEAP_ONE = 3, LEAP_OTHER = 4, LEAP_SEEN };

typedef struct leap {
    double trust[LEAP_SEEN]; /* in the rows, at the start of the step and its first stages: it falls with the square of
                                the distance from the dead point */
    double limit;            /* the most that the step may be long */
    double ahead;            /* from the start of the step to the dead point that is being approached; 0: none is */
    int tried;               /* leaps in this step */
    bool leaping;            /* the trial at hand is one */
    bool onto;               /* its stages are put back onto the constraints */
    bool approaching;        /* goes half of the way */
    bool moved;              /* the end of this step has been moved off a dead point */
} leap;

/* At a new state: nothing is known but the trust there. */
void leap_restart(leap *l, double trust);
/* The size of the first trial of a step: h, unless a leap is due and fits within `limit`. */
double leap_begin(leap *l, double h, double limit);
/* Up to this error, in the unit of the tolerance, the trial at hand is good. */
double leap_error(const leap *l, double tolerance);
/* The size for another trial: `next`, unless a dead point is near the one that just failed. */
double leap_again(leap *l, double failed, double next);
/* A shorter size for another trial where one that is good ends close to a dead point, by the trust there; else 0. Once
   in a step. */
double leap_shorter(leap *l, double h, double trust);
/* The step of this size is taken. */
void leap_accept(leap *l, double h, double trust);
/* For those who know nothing of all this: whether it matters to the trial of size h that failed. */
bool leap_is_due(const leap *l, double h);
/* Of the trust at the start: with less at the end a dead point is close. */
#define LEAP_NEAR 0.1

#endif
