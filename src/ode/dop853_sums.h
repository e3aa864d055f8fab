/* The weighted sums of rates in a step of the explicit method, for one motion. */
#ifndef LGR_ODE_DOP853_SUMS_H
#define LGR_ODE_DOP853_SUMS_H

#include <stddef.h>

#include "ode/dop853_table.h"

/* The sums: the state at stage s (that of DOP_STAGES is the end of the step) is the one of number s; those of both
   errors, and of coefficients 3 and more of the dense output. */
enum { DOP_FIFTH = DOP_ALL_STAGES, DOP_THIRD, DOP_COEFFICIENTS, DOP_SUMS = DOP_COEFFICIENTS + DOP_DENSE - 3 };

/* to[i] = from[i] + the sum of h weight[j] k[j][i] over the stages, i < size; from NULL: zero. In pairs: arrays have
   room for one number more. */
typedef void dop_sum(double *const *k, double h, const double *from, size_t size, double *to);

/* [0] is not used. */
extern dop_sum *const ode_dop853_sums[DOP_SUMS];

#endif
