/* Consistent initial states, and consistent reinitialisation after an event. */
#ifndef LGR_SIM_INITIAL_INITIAL_H
#define LGR_SIM_INITIAL_INITIAL_H

#include "sim/dynamics/dynamics.h"

/* start.c */
bool start_find(sim *s);
/* singular_start.c */
/* Whether rows are dependent at the start only, or only touch each other: a finding says so. */
bool start_is_singular(sim *s);
/* A constraint that has a kink where it holds, like norm(A - B) = 0: a finding then. */
bool rows_kink(sim *s);
/* start_checks.c */
/* A contact must not start inside out. */
bool start_gaps_are_open(sim *s);
/* Whether a mass is below what double precision represents in full; a finding says so. */
bool start_masses_are_tiny(sim *s);
/* Names every row that says nothing new, and what it follows from. */
void start_warn_redundant(sim *s);
/* adapt.c */
/* Moves velocities (and positions) onto the rows in force with some values kept; for `set`. */
bool state_adapt(sim *s, const bool *keep_q, const bool *keep_v);

#endif
