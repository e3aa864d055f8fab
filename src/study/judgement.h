/* How surely the data of a fit determine its unknowns: intervals, correlations, what cannot be told apart. */
#ifndef LGR_STUDY_JUDGEMENT_H
#define LGR_STUDY_JUDGEMENT_H

#include "study/fit_runs.h"

/* From the residuals and derivatives at x; fills the unknowns and what follows them in `out`. */
void study_judgement_make(const fit_runs *w, const double *x, const marquardt_found *found, fit *out, arena *a);

#endif
