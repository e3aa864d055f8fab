/* Locates the rising root of an event function as the size of a step that is repeated, one trial at a time. */
#ifndef LGR_ODE_BRACKET_H
#define LGR_ODE_BRACKET_H

#include <stdbool.h>

typedef struct ode_bracket_end {
    double h, g; /* size of the step, event function after it */
} ode_bracket_end;

typedef struct ode_bracket {
    ode_bracket_end low, high; /* the event function is not positive at low, and is at high */
    ode_bracket_end last[3];   /* the latest trials, newest first; the ends at first */
    double slope;              /* estimated derivative of the event function by h; 0: not known */
    double t, whole;           /* when the step begins; its size, or where the function is known to be positive */
    double width;              /* the width to be reached */
    double noise;              /* rounding error of the function */
    int trials;
    bool at_high; /* the present trial repeats that at high */
} ode_bracket;

/* Begins between two sizes of the step at time t. `guess` is an estimate of the size (or NaN) and `slope` the
   derivative of the event function there; `noise` is its rounding error. Returns the size of the first trial. */
double ode_bracket_begin(ode_bracket *x, double t, ode_bracket_end low, ode_bracket_end high, double guess,
                         double slope, double noise);
/* Takes the event function after the trial of size h; returns the next size, 0 if this trial is the zero-crossing, -1
   if the search does not converge. */
double ode_bracket_next(ode_bracket *x, double h, double g);

#endif
