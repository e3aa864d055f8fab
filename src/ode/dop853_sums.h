/* The weighted sums of rates in a step of the explicit method, for one motion. */
#ifndef LGR_ODE_DOP853_SUMS_H
#define LGR_ODE_DOP853_SUMS_H

#include "ode/dop853_table.h"
#include "ode/ode.h"

/* The sums: the state at stage s (that of DOP_STAGES is the end of the step) is the one of number s; those of both
   errors, and of coefficients 3 and more of the dense output. */
enum { DOP_FIFTH = DOP_ALL_STAGES, DOP_THIRD, DOP_COEFFICIENTS, DOP_SUMS = DOP_COEFFICIENTS + DOP_DENSE - 3 };

/* to[i] = from[i] + the sum of h weight[j] k[j][i] over the stages, i < size; from NULL: zero. h stands DOP_WIDEST
   times in its array, and arrays have room for ODE_SPARE numbers more: numbers are taken side by side. */
enum { DOP_WIDEST = 4 };
typedef void dop_sum(double *const *k, const double *h, const double *from, size_t size, double *to);

/* [0] is not used. All tables give the same bits. */
extern dop_sum *const ode_dop853_sums_two[DOP_SUMS], *const ode_dop853_sums_four[DOP_SUMS];
/* The fastest that the processor can do. */
dop_sum *const *ode_dop853_sums(void);

#endif
