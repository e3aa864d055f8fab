/* The Illinois method (Dowell, Jarratt, A modified regula falsi method, BIT 11, 1971). */
#include "num/illinois.h"

enum { MOST_ROUNDS = 120 };

bool num_illinois_next(num_illinois *x, double *at) {
    if (x->low_weight == 0 || x->high_weight == 0 || x->rounds++ == MOST_ROUNDS)
        return false;
    *at = x->low + (x->high - x->low) * x->low_weight / (x->low_weight - x->high_weight);
    return *at > x->low && *at < x->high;
}

bool num_illinois_put(num_illinois *x, double at, double value) {
    const bool lower = value != 0 && (value > 0) == (x->low_weight > 0);
    if (lower) {
        x->low = at;
        x->low_weight = value;
        x->high_weight /= x->side > 0 ? 2 : 1;
    } else {
        x->high = at;
        x->high_weight = value;
        x->low_weight /= x->side < 0 ? 2 : 1;
    }
    x->side = lower ? 1 : -1;
    return lower;
}
