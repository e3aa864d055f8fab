/* Affine symmetries: natural displacements, tried one by one, and all solutions of the determining equations. */
#ifndef LGR_ANALYSIS_SYMMETRY_H
#define LGR_ANALYSIS_SYMMETRY_H

#include "analysis/conserved/fields.h"

typedef struct found_symmetry {
    const char *name; /* NULL: none fits */
    int coord;        /* a cyclic coordinate, among the active ones; else -1 */
    symmetry it;
    bool given; /* it has numbers that would be others for other parameters, or it exists for these alone */
} found_symmetry;
typedef VEC(found_symmetry) found_list;

/* with_time: the energy is not conserved, but a combination of it with displacements may be. Everything lives in
   `a`. */
found_list analysis_symmetry_search(noether *w, bool with_time, arena *a);

#endif
