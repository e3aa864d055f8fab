/* Search for the extremum of a function of one number. */
#ifndef LGR_NUM_ROOTS_H
#define LGR_NUM_ROOTS_H

typedef double (*num_function)(void *user, double x);

/* A maximum of f in [a, b], a < b, around the interior point m (f(m) >= f(a), f(b)): Brent's method without
   derivatives. The error is about tol, but not below what rounding in f allows: near a maximum, sqrt(epsilon f /
   |f''|). */
double num_brent_maximum(num_function f, void *user, double a, double m, double b, double tol, double *fmax);

#endif
