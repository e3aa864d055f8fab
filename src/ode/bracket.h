/* Locates the rising root of an event function as the size of a step that is repeated, one trial at a time. */
#ifndef LGR_ODE_BRACKET_H
#define LGR_ODE_BRACKET_H

#include <stdbool.h>

typedef struct ode_bracket_end {
    double h, g; /* size of the step, margin after it */
} ode_bracket_end;

typedef struct ode_bracket {
    ode_bracket_end low, high; /* the margin is not above zero at low, and is at high */
    ode_bracket_end last[3];   /* the latest trials, newest first; the ends at first */
    double slope;              /* of the margin by h, as guessed at first; 0: not known */
    double t, whole;           /* when the step begins; its size, or where it is known to have risen */
    double width;              /* how close is close enough */
    double noise;              /* and how little above zero */
    int trials;
    bool at_high; /* the trial at hand is that at high once more */
} ode_bracket;

/* Between two sizes of the step at time t. `guess` of the size and `slope` of the margin there help; guess may be NaN.
   `noise`: the rounding of the margin. The size of the first trial. */
double ode_bracket_begin(ode_bracket *x, double t, ode_bracket_end low, ode_bracket_end high, double guess,
                         double slope, double noise);
/* The margin after the trial of size h: the next size; 0 if the trial just made lies where the margin has just risen;
   -1 if it does not get there. */
double ode_bracket_next(ode_bracket *x, double h, double g);

#endif
