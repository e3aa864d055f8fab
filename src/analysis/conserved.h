/* Conserved quantities: energy or Jacobi's integral, momenta of cyclic coordinates, and what hidden symmetries keep. */
#ifndef LGR_ANALYSIS_CONSERVED_H
#define LGR_ANALYSIS_CONSERVED_H

#include "analysis/setting.h"

typedef enum conserved_kind { CONSERVED_ENERGY, CONSERVED_JACOBI, CONSERVED_CYCLIC, CONSERVED_SYMMETRY } conserved_kind;

typedef struct conserved {
    conserved_kind kind;
    const char *name;     /* "energy", "Jacobi integral", "momentum of phi", "symmetry 1" */
    int coord;            /* CYCLIC: index into model.coords; else -1 */
    expr_id value;        /* over parameters, t, q, q'; simplified */
    const char *symmetry; /* the displacements that change nothing: "x: -y, y: x"; NULL for energy and Jacobi's */
    const char *holds;    /* "between impacts at contact floor": until when; NULL: as long as the model lasts */
    double at_start;
    double drift; /* the largest change along the motion over the size of its terms; NaN: not followed */
} conserved;

typedef struct conserved_list {
    conserved *at;
    size_t count;
} conserved_list;

/* What the determining equations of docs/theory.md give. `motion`: states along a motion of the setting, while nothing
   switches, by which each is verified (none: drift is NaN, and what the neighbourhood of the start does not show is not
   known). A momentum that drifts by more than 1e-6 is not in the list; the energy is, with its drift, if its power
   vanishes at each of these states. Strings live in s->a, expressions in the model's graph. */
conserved_list analysis_conserved(const analysis_setting *s, const analysis_state *motion, size_t motion_count);

#endif
