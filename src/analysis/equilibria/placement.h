/* The positions of all masses. Coordinates may describe one position of a machine twice, such as r at an angle and -r
   at the opposite one, or a quaternion and its negative. */
#ifndef LGR_ANALYSIS_PLACEMENT_H
#define LGR_ANALYSIS_PLACEMENT_H

#include "analysis/equilibria/residual.h"

typedef struct placement placement;

/* NULL if inertia is not that of bodies alone: positions are then distinguished by coordinates only. Lives in `a`. */
placement *analysis_placement_make(const analysis_setting *s, arena *a);
/* How many numbers there are. */
size_t analysis_placement_size(const placement *p);
/* How far number k goes where the coordinates go as far as their scales. */
double analysis_placement_extent(const placement *p, size_t k);
/* The numbers at the position that `b` has evaluated last; NULL if bodies do not determine every coordinate (one that
   moves no mass). Overwritten by the next call. */
const double *analysis_placement_at(placement *p, const balance *b);

#endif
