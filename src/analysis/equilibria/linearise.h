/* Linearisation about an equilibrium or a steady motion, with derivatives taken from the graph. */
#ifndef LGR_ANALYSIS_LINEARISE_H
#define LGR_ANALYSIS_LINEARISE_H

#include "analysis/equilibria/equilibria.h"
#include "analysis/equilibria/residual.h"

/* M q'' + G q' + K q = -C^T lambda at a position, n x n each, at constant momenta of cyclic coordinates, whose rows and
   columns then have no meaning. */
typedef struct small_motion {
    int n;
    double *M, *G, *K;
    tangent q, v;      /* free displacements without, free velocities with those of cyclic coordinates */
    double *c_q, *c_v; /* c x n: velocities of cyclic coordinates = c_q q + c_v q' */
    bool mixed;        /* states of first order are among the coordinates: v lacks their rates */
    bool jumps;        /* forces jump or are not differentiable: there is no linear system */
} small_motion;

typedef struct lineariser lineariser;

lineariser *analysis_linearise_make(balance *b, arena *a);
/* At the place where the balance was evaluated last; the system is left empty if the motion jumps. It lives in `a`, the
   motion in the arena of the balance. */
void analysis_linearise_here(lineariser *l, small_motion *motion, linear_system *system, arena *a);

#endif
