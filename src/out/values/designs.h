/* All designs of a study, for its page. */
#ifndef LGR_OUT_VALUES_DESIGNS_H
#define LGR_OUT_VALUES_DESIGNS_H

#include "out/out.h"

enum { OUT_MOST_DESIGNS = 100000 }; /* on one page */

typedef struct out_designs {
    const model *m;
    const char *what; /* how they were chosen: "sweep" */
    const int *params;
    size_t param_count;
    const double *x, *reports; /* [design][parameter], [design][report], in the units in which they are shown */
    const bool *kept;          /* per design: it keeps all limits; NULL: there are none */
    size_t count;
    const size_t *front; /* numbers of the designs of a front, from 0 */
    size_t front_count;
    int goal, other; /* the report that matters, and another that is shown over it; -1: none */
    bool minimize;
    const char *const *limits;
    size_t limit_count;
    size_t drawn;       /* the design whose motion is shown; `count`: none */
    const out_run *run; /* that motion; NULL: none */
    out_page page;
} out_designs;

#endif
