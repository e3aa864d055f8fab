/* Discontinuous changes by impacts and events, which the equations of motion do not describe. */
#ifndef LGR_ANALYSIS_CHANGES_H
#define LGR_ANALYSIS_CHANGES_H

#include "analysis/probe/probe.h"

/* Why the energy is not conserved, in words with the user's names; none if it is. */
typedef struct analysis_reasons {
    const char **at;
    size_t count;
} analysis_reasons;

/* Which impacts and events may change the energy: "impacts at contact floor take energy", "event kick sets x'".
   Contacts that are off at the start are left out: an event holds them first. The texts live in `out`. */
analysis_reasons analysis_discontinuity_reasons(const model *m, arena *a, arena *out);

/* Whether an impact at this row conserves the energy: restitution 1, no friction, no prescribed motion. */
bool analysis_impact_is_elastic(const model *m, size_t row, arena *a);

/* Until when a quantity is sure to keep its value, "between impacts at contact floor; until event kick"; NULL: as long
   as the model lasts. changed[k]: impacts at row k change it; in_force[k]: row k holds; `opens`: a contact that opens
   ends it. The text lives in `out`. */
const char *analysis_discontinuity_limits(const model *m, expr_id value, const bool *changed, const bool *in_force,
                                          bool opens, arena *out);

#endif
