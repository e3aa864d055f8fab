/* Polynomials on [-1, 1] as Chebyshev series: interpolation, derivatives and maxima. */
#ifndef LGR_NUM_CHEBYSHEV_H
#define LGR_NUM_CHEBYSHEV_H

#include <stdbool.h>

/* The highest degree; `last` below is a degree that divides it. */
enum { NUM_SERIES_MOST = 16 };

/* Point j of last + 1, from -1 to 1. Every other point of twice as many is one of these. */
double num_series_node(int last, int j);
/* The series c[0] ... c[last] of the polynomial with the values f[0] ... f[last] there. */
void num_series_through(const double *f, int last, double *c);
double num_series_value(const double *c, int last, double x);
/* Of the derivative: d[0] ... d[last], the last of them 0. `d` may be `c`. */
void num_series_slope(const double *c, int last, double *d);
/* An upper bound of the second derivative. */
double num_series_curvature(const double *c, int last);
/* Whether it exceeds `bar` nowhere; false too if that is too close to decide. */
bool num_series_below(const double *c, int last, double bar);
/* A greatest value, to within `spare`, and where it is. */
double num_series_top(const double *c, int last, double spare, double *x);

/* What the series through last + 1 points, and its derivatives, can differ from a function that is analytic in the
   ellipse with foci -1 and 1 and sum of semiaxes rho > 1, and differs there from some constant by 1 at most (Bernstein
   1912; Trefethen, Approximation Theory and Approximation Practice, chapter 8). */
double num_series_error(int last, double rho);
double num_series_slope_error(int last, double rho);
double num_series_curve_error(int last, double rho);
/* growth[0] ... growth[last]: the most of each polynomial in that ellipse; and so far from c[0], at most, are the
   values of the series there. */
void num_series_growth(int last, double rho, double *growth);
double num_series_radius(const double *c, int last, const double *growth);

#endif
