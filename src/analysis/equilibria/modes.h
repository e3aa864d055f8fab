/* Eigenvalues and mode shapes of the linearised system, and the resulting verdict on stability. */
#ifndef LGR_ANALYSIS_MODES_H
#define LGR_ANALYSIS_MODES_H

#include "analysis/equilibria/linearise.h"

/* Properties of the equilibrium besides its linear system. */
typedef struct modes_setting {
    bool conservative;
    const int *cyclic; /* indices of cyclic coordinates among the active ones, whether they move or not */
    int cyclic_count;
} modes_setting;

/* Fills modes, stability, degenerate and why; at.steady and at.linear are given. Results live in `a`. */
void analysis_modes_find(balance *b, const small_motion *motion, const modes_setting *setting, equilibrium *at,
                         arena *a);

#endif
