/* A change of sign located by the Illinois method: regula falsi in which an end that stays counts half. */
#ifndef LGR_NUM_ILLINOIS_H
#define LGR_NUM_ILLINOIS_H

#include <stdbool.h>

/* Between low and high, whose weights are the function's values with their signs, halved where an end stayed. */
typedef struct num_illinois {
    double low, high, low_weight, high_weight;
    int side, rounds;
} num_illinois;

static inline num_illinois num_illinois_begin(double low, double f_low, double high, double f_high) {
    return (num_illinois){low, high, f_low, f_high, 0, 0};
}
/* Where to look next; false once an end is a root, no number is left between them, or too many were tried. */
bool num_illinois_next(num_illinois *x, double *at);
/* The value there; whether it becomes the lower end, else the upper one. */
bool num_illinois_put(num_illinois *x, double at, double value);

#endif
