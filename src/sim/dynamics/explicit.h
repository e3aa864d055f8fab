/* The parts of the explicit solution, for code that runs its programs side by side. */
#ifndef LGR_SIM_DYNAMICS_EXPLICIT_H
#define LGR_SIM_DYNAMICS_EXPLICIT_H

#include "sim/dynamics/dynamics.h"

/* Segments of the program for projections: f and f_dot; dq and trust, with the elimination; dv. */
enum { SEG_RESIDUAL = 1, SEG_POSITION, SEG_VELOCITY, PROJECTION_GROUPS = SEG_VELOCITY };

/* Positions are corrected until their residuals stop shrinking or the next correction would be rounding, as corrections
   shrink with the square; velocities once more only if the correction was large, beside the sizes of the motion. The
   last elimination for positions serves velocities too, as it was so near; where residuals have stopped shrinking it is
   made anew there. */
enum { POSITION_PASSES = 8, VELOCITY_PASSES = 2 };
#define STOPS_SHRINKING 0.25
#define POSITION_ROUNDING 1e-8
#define VELOCITY_ROUNDING 1e-8

/* Whether a solution has been refused in this run. */
bool direct_distrusted(const mode *m);

#endif
