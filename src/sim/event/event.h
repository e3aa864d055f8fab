/* Event functions along a step, and the first zero-crossing of them. */
#ifndef LGR_SIM_EVENT_EVENT_H
#define LGR_SIM_EVENT_EVENT_H

#include "sim/dynamics/dynamics.h"

/* events.c */
/* The present state is a new beginning for all margins. */
void events_reset(sim *s);
void margins_evaluate(sim *s, margin_set out);
/* At the start of a step, which was evaluated last; at the end of the one held, which was. */
void margins_begin(sim *s);
bool margins_finish(sim *s, double h);
bool margin_counts(const sim *s, const margin *m);
/* Whether the present state is one of that earlier time too, but for what no step could tell. */
bool is_same_instant(const sim *s, double then);
bool margin_holds(const margin *m, double value, double size);
bool margin_fails(const margin *m, double value, double size);
/* What is rounding in a contact force, from the size of its terms; 0 for other margins, which may be far more exact. */
double margin_rounding(const margin *m, double scale);
extern const mode_part event_mode_part;
/* Remembers which conditions have been false since they last fired. */
void margins_rearm(sim *s, margin_set now);
/* crossing.c */
typedef struct crossing {
    bool found;
    bool searched;   /* by anybody */
    bool unsearched; /* the step is too long for what happens in it: next to nothing of it could be searched */
    double h;        /* where it is; without one how much of the step has been searched */
    margin at;
} crossing;
crossing_search *crossing_create(sim *s, size_t margins);
/* A warning, once, that something may have been overlooked in the step searched last. */
void crossing_tell_too_fast(sim *s);
/* For another run. */
void crossing_restart(crossing_search *c);
/* The first event within the step of size h that is held, evaluated at its end. Margins at its start and end must be at
   hand. Repeats parts of the step where there is one. */
crossing crossing_find(sim *s, double h);
/* Events that have been false within what was taken of the step of size h may fire again. */
void crossing_rearm(sim *s, double h, double taken);
/* steppers.c: the motion as a system of equations for the methods of ode/ */
double stepper_step(sim *s, double limit);
bool stepper_again(sim *s, double h, double *out);
bool stepper_prepare_dense(sim *s, double h, const double *out);
void stepper_dense(const sim *s, double theta, double *y);
double stepper_stage(const sim *s, int stage, double h, double *y, const double **accelerations);
void stepper_advance(sim *s, double t, const double *out);
void stepper_destroy(sim *s);

#endif
