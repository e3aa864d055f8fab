/* Sums over the coefficients of a Taylor series of a state, several numbers of it at a time. */
#ifndef LGR_ODE_TAYLOR_SUMS_H
#define LGR_ODE_TAYLOR_SUMS_H

#include "ode/ode.h"

enum { TAYLOR_LAST = 8 };

/* Arrays have room for ODE_SPARE numbers more, which take part. */
typedef struct taylor_sums {
    /* The sum of c_k h^k from k = 1 on, and that of k c_k h^(k-1). */
    void (*value)(double *const *c, int order, double h, size_t size, double *sum);
    void (*both)(double *const *c, int order, double h, size_t size, double *sum, double *slope);
    /* The greatest weighted size in each of so many arrays; what has no value does not count. */
    void (*last)(double *const *c, const double *weight, size_t size, double *most);
    /* The greatest weighted difference. */
    double (*farthest)(const double *x, const double *y, const double *weight, size_t size);
} taylor_sums;

/* Both give the same bits. */
extern const taylor_sums ode_taylor_sums_two, ode_taylor_sums_four;
/* The fastest that the processor can do. */
const taylor_sums *ode_taylor_sums(void);

#endif
