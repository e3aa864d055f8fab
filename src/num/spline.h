/* The cubic spline through points: a curve with a continuous second derivative. */
#ifndef LGR_NUM_SPLINE_H
#define LGR_NUM_SPLINE_H

#include <stddef.h>

/* Slopes at the points; the first two cubics are one, and the last two ("not a knot"), so that a cubic is met exactly.
   Three points make a parabola, two a line. x increases strictly; count >= 2; `work` has 2 count numbers. */
void num_spline_slopes(const double *x, const double *y, size_t count, double *slopes, double *work);

/* Of a curve that repeats after the last point, where it has the value of the first; `work` has 3 count numbers. */
void num_spline_periodic_slopes(const double *x, const double *y, size_t count, double *slopes, double *work);

#endif
