/* What of a run's numbers is rounding. */
#ifndef LGR_OUT_VALUES_ROUNDING_H
#define LGR_OUT_VALUES_ROUNDING_H

#include "out/values/groups.h"

/* What is smaller beside the largest of its kind is rounding: a force that is 0 in truth is not drawn as noise. */
#define OUT_ROUNDING 1e-9

/* Numbers with digits say more than a picture: less of them is taken for rounding. */
#define OUT_ROUNDING_OF_NUMBERS 1e-12

/* Columns show as 0 what is below that part of the largest of their kind, the columns of the same dimension in the same
   group: over all recorded instants, pictures, and events. Of coordinates, velocities and states, which are integrated
   as they are, never more is hidden than of numbers. */
void out_rounding_hide(out_columns *columns, const sim_result *r, double part);
/* The same number, or 0 where the column of that group hides it. */
double out_rounding_of(const out_columns *columns, int group, size_t index, double x);

#endif
