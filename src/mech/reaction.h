/* The generalized force that keeps a parameter or a definition at its value, for one mode. */
#ifndef LGR_MECH_REACTION_H
#define LGR_MECH_REACTION_H

#include "mech/equations.h"

/* R = d/dt dL/dx' - dL/dx - Q_x + f_x^T lambda, per component, where `held` is the system of the mode read with x
   released (model_held_variant) and `e` its equations; in parameters, t, q, q', q'' and lambda. The quantity itself has
   its value, and its rates are those along the motion. */
void mech_reaction(const model *m, const mech_choice *choice, const mech_equations *e, const model_system *held,
                   arena *a, expr_id *R);

#endif
