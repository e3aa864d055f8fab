/* Steps over dead points, where rows of constraints become dependent on the way: a linkage lies flat. */
#ifndef LGR_SIM_LEAP_H
#define LGR_SIM_LEAP_H

#include <stdbool.h>

/* Near a dead point accelerations beside the constraints grow without bound, and the stages of a step lie a little
   beside them: a step that ends there, or has a stage there, errs, and shorter ones come only nearer. So a step does
   not end there, and one that failed is tried again as a leap: with the place in the widest gap between its stages,
   each of them put back onto the constraints. Where that errs still, half of the way is gone first: the error of the
   method falls then, but the rounding of what the rows ask for grows with the square. */

enum { LEAP_SEEN = 5 };

typedef struct leap {
    double trust[LEAP_SEEN]; /* in the rows, at the start of the step and its first stages: it falls with the square of
                                the distance from the dead point */
    double limit;            /* the most that the step may be long */
    double ahead;            /* from the start of the step to the dead point that is being approached; 0: none is */
    int tried;               /* leaps in this step */
    bool leaping;            /* the trial at hand is one */
    bool approaching;        /* goes half of the way */
    bool moved;              /* the end of this step has been moved off a dead point */
} leap;

/* At a new state: nothing is known but the trust there. */
void leap_restart(leap *l, double trust);
/* The size of the first trial of a step: h, unless a leap is due and fits within `limit`. */
double leap_begin(leap *l, double h, double limit);
/* Up to this error, in the unit of the tolerance, the trial at hand is good. */
double leap_error(const leap *l, double tolerance);
/* The size for another trial, `next` if no dead point lies within the one that just failed. */
double leap_again(leap *l, double failed, double next);
/* A shorter size for another trial where one that is good ends close to a dead point, by the trust there; else 0. Once
   in a step. */
double leap_shorter(leap *l, double h, double trust);
/* The step of this size is taken. */
void leap_accept(leap *l, double h, double trust);
/* Whether a leap is called for, for those who do not know how to: where a dead point lies within the trial of size h
   that failed; where one that is good ends close to one. */
bool leap_is_due(const leap *l, double h);
#define LEAP_NEAR 0.1 /* trust at the end, of that at the start */

#endif
