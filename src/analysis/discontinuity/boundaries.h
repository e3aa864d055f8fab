/* Boundaries between the pieces of formulas: expressions that change sign where a comparison, a sign or the like
   switches. */
#ifndef LGR_ANALYSIS_BOUNDARIES_H
#define LGR_ANALYSIS_BOUNDARIES_H

#include "analysis/probe/setting.h"

typedef struct borders {
    analysis_probe *probe; /* count values, then for each its derivatives along the active coordinates, then along q' */
    size_t count;
} borders;

/* Of these formulas. Lives in `a`. */
borders analysis_boundaries_make(const analysis_setting *s, const expr_id *roots, size_t count, arena *a);

#endif
