/* Questions about a list of numbers. */
#ifndef LGR_NUM_VECTOR_H
#define LGR_NUM_VECTOR_H

#include <stdbool.h>

#include "num/scalar.h"

/* The greatest size among n numbers; those without value do not count. */
static inline double num_largest(const double *x, int n) {
    double most = 0;
    for (int i = 0; i < n; i++)
        most = greater_of(fabs(x[i]), most);
    return most;
}

/* Whether each is finite. */
static inline bool num_all_finite(const double *x, int n) {
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i] - x[i];
    return sum == 0;
}

#endif
