/* The explicit method of order 8, for code that performs its steps elsewhere or examines what determines them. */
#ifndef LGR_ODE_DOP853_H
#define LGR_ODE_DOP853_H

#include "ode/ode.h"

/* Step size times the dominant rate of decay or oscillation, estimated from the step just made, which ends in `out`;
   the method is stable up to about 6. */
double ode_dop853_stiffness(const ode_stepper *p, const double *out);
/* The most that an accepted end may be moved onto g = 0, in the unit of the error. */
#define ODE_FARTHEST_MOVE 1e4
/* Its step size control. */
struct step_control *ode_dop853_control(ode_stepper *p);
/* Whether the next step is to cross a singular configuration: see singular_step.h. */
bool ode_dop853_approaches(const ode_stepper *p);

#endif
