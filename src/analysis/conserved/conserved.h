/* Conserved quantities: energy or Jacobi's integral, momenta of cyclic coordinates and of hidden symmetries. */
#ifndef LGR_ANALYSIS_CONSERVED_H
#define LGR_ANALYSIS_CONSERVED_H

#include "analysis/probe/setting.h"

typedef enum conserved_kind {
    CONSERVED_ENERGY,
    CONSERVED_JACOBI,
    CONSERVED_CYCLIC,
    CONSERVED_SYMMETRY,
    CONSERVED_BOOST, /* t P - M x */
    CONSERVED_PART   /* the energy of coordinates that interact with no others */
} conserved_kind;

typedef struct conserved {
    conserved_kind kind;
    const char *name;     /* "energy", "Jacobi integral", "momentum of phi", "symmetry 1", "energy of x" */
    int coord;            /* CYCLIC: index into model.coords; else -1 */
    expr_id value;        /* over parameters, t, q, q'; simplified */
    const char *symmetry; /* the displacements that change nothing: "x: -y, y: x"; NULL for energy and Jacobi's */
    bool proved;          /* its law is an identity of formulas; else it holds at every state that was tried */
    const char *holds;    /* "between impacts at contact floor": until when; NULL: as long as the model lasts */
    double at_start;
    double drift; /* the largest change relative to the size of its terms along the given motion or, if that is too
                     inaccurate, along that of the analysis; NaN: not followed */
} conserved;

typedef struct conserved_list {
    conserved *at;
    size_t count;
} conserved_list;

/* With more coordinates laws are tried along the given motion if there is one, and M is not asked for. */
enum { CONSERVED_EXCURSION = 300 };

/* The solutions of the determining equations of docs/theory.md, each verified along a motion that the analysis
   integrates itself over the size of the machine. A momentum that drifts there by more than 1e-6 is not in the list;
   the energy is if its power vanishes at each of these states. `motion`: states along a motion of the setting, while
   nothing switches, for which the drift is reported (none: NaN). Strings live in s->a, expressions in the model's
   graph. */
conserved_list analysis_conserved(const analysis_setting *s, const analysis_state *motion, size_t motion_count);

#endif
