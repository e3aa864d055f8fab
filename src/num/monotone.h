/* Monotone cubic interpolation: a smooth curve through points that increases and decreases only where they do. */
#ifndef LGR_NUM_MONOTONE_H
#define LGR_NUM_MONOTONE_H

#include <stddef.h>

/* Slopes at the points by Fritsch and Carlson: those of the parabola through three neighbours, reduced so that every
   Hermite cubic between two points is monotone. x increases strictly; count >= 2. */
void num_monotone_slopes(const double *x, const double *y, size_t count, double *slopes);

#endif
