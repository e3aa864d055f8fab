/* Scales: the lengths, speeds and times over which the functions of a model change, found from the model alone. A
   change of units changes them like the quantities, so that judgements relative to them do not depend on units. */
#ifndef LGR_ANALYSIS_SCALES_H
#define LGR_ANALYSIS_SCALES_H

#include "mech/equations.h"

/* From the shortest distance over which something changes its form to the longest; both positive. */
typedef struct analysis_extent {
    double near, far;
} analysis_extent;

typedef struct analysis_scales {
    analysis_extent *q, *v, t; /* per model coordinate */
    int *machine;              /* the same number for coordinates that are coupled, directly or through others */
} analysis_scales;

/* About a state (t, and q, v per model coordinate). Lives in `a`. Derives M, which may not be there yet, unless the
   machine is so large that nothing will be looked at. */
analysis_scales *analysis_scales_find(const model *m, mech_equations *e, double t, const double *q, const double *v,
                                      arena *a);

#endif
