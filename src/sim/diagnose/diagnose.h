/* The diagnosis of a motion that cannot continue, as findings. */
#ifndef LGR_SIM_DIAGNOSE_DIAGNOSE_H
#define LGR_SIM_DIAGNOSE_DIAGNOSE_H

#include "sim/dynamics/dynamics.h"

/* collapse.c */
/* A finding about a node of the equations that switches at the present state; `what`: "the energy jumps". */
finding *diagnose_switching(sim *s, diag_code code, expr_id node, const char *what);
/* A warning about such a node, whose switching cannot be found. */
finding *diagnose_fast_switching(sim *s, expr_id node);
/* After the step size has become too small: whether an expression is undefined just ahead; a finding says which. */
bool diagnose_values_end(sim *s);
/* The finding about an expression that has no finite value where the step begins. */
void diagnose_argument(sim *s, expr_id argument);
/* Whether the step size has become too small because constraints become dependent; a finding then. */
bool diagnose_constraints_meet(sim *s);
/* Within an undefined expression: the innermost one whose operands are defined. */
expr_id diagnose_innermost(sim *s, expr_id e, const double *values);
/* Names the coordinates whose accelerations the last factorisation left undetermined, and where; `when`: "at the
   start". */
finding *diagnose_undetermined(sim *s, diag_code code, const char *when);
/* ", where 'theta' = 0, 'r' = 1 m": the values of coordinates among variables; `skip` (per active coordinate) may be
   NULL. "" if they are many. */
const char *diagnose_places(sim *s, const bool *used, const bool *skip);
/* Names the first energy, force or row without a finite value or derivative at the state last evaluated; NULL if
   none. */
finding *diagnose_not_finite(sim *s, diag_code code, const char *when);
/* Whether all active constraints have finite values and derivatives here, and an energy or force has not. */
bool diagnose_forces_break_down(sim *s);
/* E0406 if an active row holds but its gradient vanishes here, as for y^2 = 0: it would have no effect. NULL if there
   is none. */
finding *diagnose_idle(sim *s, const char *when);

#endif
