/* Made-up periodic motions over a parameter: two that are stable, one missing, two that are not. */
#ifndef LGR_TESTS_OUT_FAMILIES_H
#define LGR_TESTS_OUT_FAMILIES_H

#include "out/linear.h"

enum { FAMILY_VALUES = 5 };

typedef struct family_of {
    linear_periodic at[FAMILY_VALUES];
    double re[FAMILY_VALUES], im[FAMILY_VALUES], low[2 * FAMILY_VALUES], high[2 * FAMILY_VALUES];
    bool state[2];
    linear_crossing criticals[1];
    linear_family family;
} family_of;

static inline void family_make(made *x, family_of *f) {
    *f = (family_of){.criticals = {{CRITICAL_FLIP, 2.5, false}}};
    for (int i = 0; i < FAMILY_VALUES; i++) {
        f->re[i] = i < 3 ? 0.5 : -2;
        f->low[2 * i] = -1 - i;
        f->high[2 * i] = 1 + i;
        f->high[2 * i + 1] = 7;
        f->at[i] = (linear_periodic){.period = 2 + 0.5 * i,
                                     .n = 2,
                                     .coord_names = made_coords,
                                     .state = f->state,
                                     .q = made_q,
                                     .v = made_v,
                                     .shift = made_none,
                                     .low = &f->low[2 * i],
                                     .high = &f->high[2 * i],
                                     .count = 1,
                                     .re = &f->re[i],
                                     .im = &f->im[i],
                                     .has_multipliers = true,
                                     .growth = i < 3 ? -0.25 : 0.125,
                                     .stability = i < 3 ? ASYMPTOTICALLY_STABLE : UNSTABLE};
    }
    f->at[1].trouble = "none \"here\"";
    f->family = (linear_family){.m = x->of.m, .count = FAMILY_VALUES, .values = made_values, .at = f->at};
    f->family.criticals = f->criticals;
    f->family.critical_count = 1;
    x->linear.family = &f->family;
}

#endif
