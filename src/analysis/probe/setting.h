/* The subject of an analysis: the system in its initial mode at a consistent start, with its equations. */
#ifndef LGR_ANALYSIS_SETTING_H
#define LGR_ANALYSIS_SETTING_H

#include "analysis/probe/probe.h"
#include "mech/equations.h"

typedef struct analysis_setting {
    model *m;
    mech_choice choice; /* nothing freed; the active rows, without those of sticking friction; states are dropped: they
                           stand in the equations like given functions of time */
    mech_equations e;   /* of that choice; of a large machine without M: see analysis_setting_inertia */
    analysis_state start;
    /* What rows of velocities integrate to, as analysis_structure_find found it; none unless it is put here. */
    const expr_id *integrals;
    size_t integral_count;
    const bool *integrated; /* per model row: the integrals say what it says; NULL if there are none */
    arena *a;               /* everything here lives in it */
} analysis_setting;

/* q, v per model coordinate, active rows: as sim_find_start returns them. `all_rows` takes every row of the model, so
   that each has its index in the equations, active or not. */
analysis_setting analysis_setting_make(model *m, const double *q, const double *v, const bool *rows, bool all_rows,
                                       arena *a);
/* The same of the active rows, where states are coordinates: see analysis_states_as_places. */
analysis_setting analysis_setting_with_states(model *m, const double *q, const double *v, const bool *rows, arena *a);
/* M as well, which takes the square of the number of coordinates: for whoever needs it. */
void analysis_setting_inertia(analysis_setting *s);

#endif
