/* The parts of the explicit solution, for code that runs its programs side by side. */
#ifndef LGR_SIM_DYNAMICS_EXPLICIT_H
#define LGR_SIM_DYNAMICS_EXPLICIT_H

#include "sim/dynamics/dynamics.h"

/* Segments of the program for projections: f and f_dot; dq and trust, with the elimination; dv. */
enum { SEG_RESIDUAL = 1, SEG_POSITION, SEG_VELOCITY, PROJECTION_GROUPS = SEG_VELOCITY };

/* Positions are corrected until their residuals stop decreasing or the next correction would be at the level of
   rounding (convergence is quadratic); velocities once more only if the correction was large compared with the scales
   of the motion. The last elimination for positions is reused for velocities, as it was so close; where residuals have
   stopped decreasing it is repeated there. */
enum { POSITION_PASSES = 8, VELOCITY_PASSES = 2 };
#define STOPS_SHRINKING 0.25
#define POSITION_ROUNDING 1e-8
#define VELOCITY_ROUNDING 1e-8

/* Whether a solution has been rejected in this run. */
bool dynamics_explicit_is_distrusted(const mode *m);

#endif
