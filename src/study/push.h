/* Designs of a front pushed onto it: for each report in turn as far as the others stay as good. */
#ifndef LGR_STUDY_PUSH_H
#define LGR_STUDY_PUSH_H

#include "study/front.h"

typedef struct push_job {
    const front_job *of;
    const double *scales; /* per limit */
    front_point *points;  /* replaced by what is better; their arrays are written to */
    size_t count;
    long *runs; /* those that were needed are added */
} push_job;

/* The result does not depend on the number of threads. False if the watch of the front's job stopped it. */
bool study_push_all(const push_job *job, arena *a);

/* Costs and excess of a point from its reports. */
void study_push_judge(const front_job *job, const double *scales, front_point *p, bool failed);

#endif
