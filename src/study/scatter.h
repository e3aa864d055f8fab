/* Machines that are built of one design: its parameters scatter, and its reports count by mean and deviation. */
#ifndef LGR_STUDY_SCATTER_H
#define LGR_STUDY_SCATTER_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

/* How a parameter scatters: normally, about its value. */
typedef struct scatter_axis {
    double amount; /* standard deviation: so much, */
    double part;   /* or this part of the value */
} scatter_axis;

/* The same machines for every design, so that designs differ by nothing else. */
typedef struct study_scatter {
    const int *params; /* of the model: those of the design, then more that only scatter */
    size_t param_count;
    const double *fixed;      /* values of those that only scatter */
    const scatter_axis *axes; /* per parameter; zeros: it does not scatter */
    const double *z;          /* [machine][parameter]: standard deviations from the value */
    size_t count;             /* of machines, at least 2 */
    const double *weights;    /* per report: how many standard deviations are added to its mean */
    double deviations;        /* the same for limits */
} study_scatter;

/* So many machines with `axis_count` parameters, from Sobol's sequence; of each parameter the mean is 0 and the
   standard deviation 1. */
double *study_scatter_sample(size_t count, size_t axis_count, arena *a);

/* The values of all parameters of machine i of the design x, which has `n` of them. */
void study_scatter_point(const study_scatter *s, const double *x, size_t n, size_t i, double *out);

/* One number of all machines, with a stride between them: mean plus `weight` standard deviations; NaN if one has none.
   The deviation goes to *deviation, unless NULL. */
double study_scatter_gather(const study_scatter *s, const double *y, size_t stride, double weight, double *deviation);

/* The derivative of that with respect to parameter k of the design, from the machines' own: slopes[machine] with their
   stride. */
double study_scatter_slope(const study_scatter *s, const double *y, size_t stride, const double *slopes,
                           size_t slope_stride, size_t k, double weight);

#endif
