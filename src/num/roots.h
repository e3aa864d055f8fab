/* Scalar root and extremum search that asks for one value at a time, so that the caller's evaluation can be anything.
 */
#ifndef LGR_NUM_ROOTS_H
#define LGR_NUM_ROOTS_H

typedef double (*num_function)(void *user, double x);

/* A root of f in [a, b], fa and fb its values there with different signs (or zero): Brent's method to |b - a| <= tol
   (or the spacing of doubles, if that is larger). On return *x_after is the end of the final bracket whose sign is that
   of fb (the side on which the event has happened). A value of exactly zero counts as before the event, unless fb
   itself is zero: then it counts as after. a > b is allowed. */
double num_brent_root(num_function f, void *user, double a, double fa, double b, double fb, double tol,
                      double *x_after);
/* A maximum of f in [a, b], a < b, around the interior point m (f(m) >= f(a), f(b)): Brent's method without
   derivatives. The error is about tol, but not below what rounding in f allows: near a maximum, sqrt(epsilon f /
   |f''|). */
double num_brent_maximum(num_function f, void *user, double a, double m, double b, double tol, double *fmax);

#endif
