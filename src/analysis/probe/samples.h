/* A few random states at which formulas are tested: an expression that vanishes at all of them is zero. */
#ifndef LGR_ANALYSIS_SAMPLES_H
#define LGR_ANALYSIS_SAMPLES_H

#include "analysis/probe/probe.h"

enum { SAMPLE_COUNT = 4 };

typedef struct analysis_samples {
    double *at[SAMPLE_COUNT]; /* per variable of the graph: parameters, time, coordinates, velocities */
} analysis_samples;

/* States near `start` at which all the roots have values; false if none were found. */
bool analysis_samples_make(const model *m, const analysis_state *start, const expr_id *roots, size_t count,
                           analysis_samples *s, arena *a);
/* Zero at all samples, up to rounding. */
bool analysis_samples_vanish(const model *m, const analysis_samples *s, expr_id e);

#endif
