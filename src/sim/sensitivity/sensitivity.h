/* Forward sensitivity: the derivatives of a run's state with respect to parameters, propagated along the steps and
   through events by jump conditions (saltation; Rozenvasser, General sensitivity equations of discontinuous systems,
   1967; Galan, Feehery, Barton, Parametric sensitivity functions for hybrid discrete/continuous systems, 1999). What
   cannot be differentiated is reported by name and leaves no derivatives. Every function does nothing if none are
   requested. */
#ifndef LGR_SIM_SENSITIVITY_SENSITIVITY_H
#define LGR_SIM_SENSITIVITY_SENSITIVITY_H

#include "sim/contact/delassus.h"

extern const sim_observer sensitivity_observer;
/* Quantities at the instants that the options name, and their derivatives; before the other in the list, which moves
   the derivatives over the step. */
extern const sim_observer sensitivity_instants_observer;

/* What it observes. */
/* For the parameters that the options name. */
void sensitivity_create(sim *s);
/* After the initial velocities have been found: the derivatives of the initial state. */
void sensitivity_start(sim *s);
/* Propagates over the step of size h from the present state, which is about to be accepted. */
void sensitivity_step(sim *s, double h);
/* The present state is at an event: from now on derivatives are those of the state at the event, whose time varies. */
void sensitivity_reach(sim *s, const margin *at);
/* The event has led to another piece of the equations: see pieces.h. */
void sensitivity_switch(sim *s);
/* The velocities are about to be refracted at a step of the potential. */
void sensitivity_refract(sim *s);
/* The event is over: derivatives are at fixed times again. */
void sensitivity_leave(sim *s);
/* The state has been rearranged for another mode. */
void sensitivity_enter(sim *s, const mode *old, const mode *next);
/* The values that an event's actions are about to assign: differentiated before, applied after the mode was entered. */
void sensitivity_plan(sim *s, int event);
void sensitivity_set(sim *s);
/* The event's actions change nothing, and must not for other parameter values either. */
void sensitivity_idle(sim *s, int event);
/* Consistent reinitialisation has taken place; `before`: the state before it. */
void sensitivity_adapt(sim *s, const double *before, const bool *keep_q, const bool *keep_v);
/* An impact is about to change the velocities; `with`: the mode in which all its contacts are active. */
void sensitivity_blow(sim *s, mode *with, const reply *r, const contact_law *laws);
/* A reducer takes its value from the present state; TIME from the present time. */
void sensitivity_reduce(sim *s, size_t reducer);
/* A new extremum: at the present state, or at theta of the present step of size h; the values within the step differ by
   `spread`. */
void sensitivity_offer(sim *s, size_t reducer, double spread);
void sensitivity_offer_within(sim *s, size_t reducer, double h, double theta, double spread);
/* The derivatives of reports and expectations, once these have values. */
void sensitivity_finish(sim *s);

/* Derivatives by the state instead of by parameters: from here on along `count` directions (2 coordinates of the model
   each, q then v), and what they have become, into `to`; the text says why they have not. 0: none are carried. */
void sensitivity_seed(sim *s, size_t count, const double *from);
const char *sensitivity_read(const sim *s, double *to);
/* Why there are none any more, until the next step of a run that forgets what its calls leave behind; NULL. */
const char *sensitivity_lost(const sim *s);

#endif
