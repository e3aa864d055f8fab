/* What periodic motions are followed over: the number as people see it, with its name and unit. */
#ifndef LGR_OUT_VALUES_FAMILY_H
#define LGR_OUT_VALUES_FAMILY_H

#include "linear/linear.h"

typedef struct out_axis {
    const char *name, *label, *unit;
    model_shown shown;
    bool has_shown; /* else in SI units */
} out_axis;

out_axis out_family_axis(const linear_family *f, arena *a);
double out_family_seen(const out_axis *x, double value);
const char *out_family_kind(critical_multiplier kind);

#endif
