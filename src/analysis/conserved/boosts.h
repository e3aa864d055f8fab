/* Galilei boosts: the mass centre of what nothing holds moves evenly. */
#ifndef LGR_ANALYSIS_BOOSTS_H
#define LGR_ANALYSIS_BOOSTS_H

#include "analysis/conserved/noether.h"

typedef struct boost {
    expr_id value; /* t p.b - F, or more where the momentum grows evenly */
    symmetry it;   /* the displacement b t */
} boost;

/* Of a displacement b that nothing depends on, whose p.b is the rate of a function F of several coordinates. False if
   there is no such function; it is found exactly. */
bool analysis_boost_of(noether *w, const symmetry *shift, boost *out, arena *a);

#endif
