/* What of a run's numbers is rounding. */
#ifndef LGR_OUT_VALUES_ROUNDING_H
#define LGR_OUT_VALUES_ROUNDING_H

#include "out/values/groups.h"

/* What is smaller beside the largest of its kind is rounding: a force that is 0 in truth is not drawn as noise. */
#define OUT_ROUNDING 1e-9

/* Columns show as 0 what is rounding beside the largest of their kind, the columns of the same dimension in the same
   group. Of coordinates, velocities and states, which are integrated as they are, less is taken for rounding. */
void out_rounding_hide(out_columns *columns, const sim_result *r);

#endif
