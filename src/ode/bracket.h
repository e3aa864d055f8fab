/* Where a margin rises above zero, as the size of a step that is tried again and again: one trial at a time. */
#ifndef LGR_ODE_BRACKET_H
#define LGR_ODE_BRACKET_H

#include <stdbool.h>

typedef struct location_point {
    double h, g; /* size of the step, margin after it */
} location_point;

typedef struct location {
    location_point low, high; /* the margin is not above zero at low, and is at high */
    location_point last[3];   /* the latest trials, newest first; the ends at first */
    double slope;             /* of the margin by h, as guessed at first; 0: not known */
    double t, whole;          /* when the step begins; its size, or where it is known to have risen */
    double width;             /* how close is close enough */
    double noise;             /* and how little above zero */
    int trials;
    bool at_high; /* the trial at hand is that at high once more */
} location;

/* Between two sizes of the step at time t. `guess` of the size and `slope` of the margin there help; guess may be NaN.
   `noise`: the rounding of the margin. The size of the first trial. */
double locate_begin(location *x, double t, location_point low, location_point high, double guess, double slope,
                    double noise);
/* The margin after the trial of size h: the next size; 0 if the trial just made lies where the margin has just risen;
   -1 if it does not get there. */
double locate_next(location *x, double h, double g);

#endif
