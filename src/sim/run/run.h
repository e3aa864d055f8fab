/* The parts of a run, and the methods that it can choose. */
#ifndef LGR_SIM_RUN_RUN_H
#define LGR_SIM_RUN_RUN_H

#include "sim/dynamics/dynamics.h"

/* workspace.c */
/* A run in the workspace of one that is over, if there is one. */
sim *run_workspace_create(sim_kit *kit, arena *a);
void run_workspace_give_back(sim *s);
/* Points to the arrays of the workspace, which keep what they hold. */
void run_workspace_lay_out(sim *s);
/* run.c: a run in parts */
/* Begins a run: at its initial state, or with a result that says why there is none. */
sim *run_begin(sim_kit *k, arena *a);
bool run_goes_on(sim *s);
/* Makes one step, up to and including the first event in it. */
void run_advance(sim *s);
/* The same in two parts: makes a step, at most to the time `goal`, which is kept in s->held and can be examined; then
   takes it, with its event if it has one. */
void run_hold(sim *s, double goal);
void run_keep(sim *s);
/* Takes the step held up to this time only; what was noted of events in it is taken back. */
void run_cut(sim *s, double end);
/* Continues after parameters have changed or the state has been moved: contacts, pieces and events follow. `jumped`:
   the state is another one, and contacts begin as at a start. */
void run_follow(sim *s, bool jumped);
/* Ends the run: the constraints do not hold after such a change. */
void run_fail_rows(sim *s);
/* Handles an event at the present state, which was computed elsewhere. */
void run_event(sim *s, margin at);
/* The same for periodic events that are due. */
void run_tick(sim *s);
/* Continues from the present state between steps that were computed elsewhere. */
void run_resume(sim *s);
sim_result *run_finish(sim *s);
/* Whether the method asked for works with matrices. */
bool run_keeps_matrices(const sim *s);
bool run_expands(const sim *s);
/* The method that the settings or the model ask for; NULL with a finding if it is not available. */
const ode_method *run_choose_method(sim *s);
/* Creates the method's state, or reuses that of an earlier run where it can be restarted. */
ode_stepper *run_create_stepper(sim *s, const ode_method *method);
/* From the present state of the run: see ode_method. */
bool run_begin_stepper(sim *s);
/* The same after steps that were made elsewhere: the explicit method continues from the present state. */
void run_resume_stepper(sim *s);
extern const ode_method run_variational;

/* ticks.c */
/* Starts the clocks of all periodic events; false with a finding if a period is none. */
bool run_ticks_begin(sim *s);
/* After parameters have changed: those whose period is another one go on at the next of its instants. */
bool run_ticks_renew(sim *s);
/* s->next_tick becomes the next instant at which a periodic event is due, or the end of the run. */
void run_ticks_next(sim *s);
bool run_ticks_are_due(const sim *s);
/* The first event, in the order of the text, that is due at the present time and has not been taken; -1: none is, and
   s->next_tick is the next one. */
int run_ticks_take(sim *s);

#endif
