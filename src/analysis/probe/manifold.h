/* Random states that satisfy the active constraints at the levels of position and velocity. */
#ifndef LGR_ANALYSIS_MANIFOLD_H
#define LGR_ANALYSIS_MANIFOLD_H

#include "analysis/probe/setting.h"

typedef struct analysis_manifold analysis_manifold;

analysis_manifold *analysis_manifold_make(const analysis_setting *s, arena *a);
/* Other values of the parameters, one per model parameter. */
void analysis_manifold_set(analysis_manifold *w, const double *params);
/* A state near the start, by minimum-norm Newton steps onto the constraints; the smaller their domain, the nearer.
   False if none was found that is far enough from the start to be informative. */
bool analysis_manifold_state(analysis_manifold *w, analysis_dice *d, analysis_state *to);
/* Puts a state that is nearly there onto the rows. */
bool analysis_manifold_land(analysis_manifold *w, analysis_state *at);

#endif
