/* Consistent initial states, and consistent reinitialisation after an event. */
#ifndef LGR_SIM_INITIAL_INITIAL_H
#define LGR_SIM_INITIAL_INITIAL_H

#include "sim/dynamics/dynamics.h"

/* consistent.c */
bool initial_find(sim *s);
/* The conditions for positions or for velocities; after the start has been found. */
const struct condition_system *initial_conditions_at_start(const sim *s, bool velocities);

/* singular.c */
/* Whether the start is a singular configuration, or rows only touch each other there: a finding says so. */
bool initial_is_singular(sim *s);
/* Whether a constraint has a kink where it holds, like norm(A - B) = 0; a finding then. */
bool initial_rows_kink(sim *s);

/* checks.c */
/* Whether no contact is penetrated at the start. */
bool initial_gaps_are_open(sim *s);
/* False with a finding where an `assume` does not hold. */
bool initial_assumptions_hold(sim *s);
/* Whether a mass is too small for full double precision; a finding says so. */
bool initial_masses_are_tiny(sim *s);
/* Names every redundant row, and those from which it follows. */
void initial_warn_redundant(sim *s);

/* reinitialize.c */
/* Consistent reinitialisation: moves velocities (and positions) onto the active rows with some values kept; for
   `set`. Adds what changes the velocities to the impulses of the rows, as long as these are asked for; NULL. */
bool initial_reinitialize(sim *s, const bool *keep_q, const bool *keep_v, double *impulse);

#endif
