/* The diagnosis of a motion that cannot continue, as findings. */
#ifndef LGR_SIM_DIAGNOSE_DIAGNOSE_H
#define LGR_SIM_DIAGNOSE_DIAGNOSE_H

#include "sim/dynamics/dynamics.h"

/* trouble.c */
/* About a node of the model's equations that switches at the present state; `what`: "the energy jumps". */
finding *switching_finding(sim *s, diag_code code, expr_id node, const char *what);
/* After steps have collapsed: whether an expression has no value just ahead; a finding says which. */
bool values_end(sim *s);
/* The step has collapsed where constraints become dependent: a finding then. */
bool constraints_meet(sim *s);
/* Within an expression without a value: the innermost one whose operands have one. */
expr_id run_innermost(sim *s, expr_id e, const double *values);
/* The coordinates whose accelerations the last factorisation left open, and where; `when`: "at the start". */
finding *run_fail_undetermined(sim *s, diag_code code, const char *when);
/* ", where 'theta' = 0, 'r' = 1 m": the values of coordinates among variables; `skip` (per coordinate in force) may be
   NULL. "" if they are many. */
const char *run_places(sim *s, const bool *used, const bool *skip);
/* Blames the first energy, force or row that has no finite value or slope at the state last evaluated; NULL if none. */
finding *run_fail_not_finite(sim *s, diag_code code, const char *when);
/* Whether all constraints in force have finite values and slopes here, and an energy or force has not. */
bool run_forces_break_down(sim *s);
/* E0406 if a row in force holds but has no direction here, as y^2 = 0: it would be lost. NULL if there is none. */
finding *run_fail_idle(sim *s, const char *when);

#endif
