/* Evaluation over complex discs: bounds of the results of a program, continued analytically. */
#ifndef LGR_TAPE_BOUNDS_DISCS_H
#define LGR_TAPE_BOUNDS_DISCS_H

#include "tape/tape.h"

/* All complex numbers at most `radius` from the real number `mid`; infinite if nothing is known, or if the result is
   not analytic: a root or logarithm of what may be zero, an undecided comparison. */
typedef struct tape_disc {
    double mid, radius;
} tape_disc;

/* Used like a backend of one lane, with slots of discs: see tape.h. While the inputs are analytic functions of a
   parameter with values in their discs, each result of finite radius is one too. */
void tape_discs_init(const tape *t, tape_disc *slots);
void tape_discs_run(const tape *t, size_t segment, tape_disc *slots);

#endif
