/* Derivatives of all reports at one design: integrated along the motion where possible, else by finite differences. */
#ifndef LGR_STUDY_SLOPES_H
#define LGR_STUDY_SLOPES_H

#include "study/trial.h"

typedef struct slopes_found {
    double *reports;  /* as of the design itself, one each */
    double *slopes;   /* [report][name]: d report / d parameter; NaN where neighbours have no value */
    const char **why; /* per report: why its derivatives are finite differences; NULL: integrated through events */
    bool interrupted;
} slopes_found;

/* At the values x of the study's names. Everything lives in `a`. */
slopes_found study_slopes_find(const study *s, const double *x, size_t report_count, arena *a);

#endif
