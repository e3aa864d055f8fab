/* Event functions along a step, and the first zero-crossing of them. */
#ifndef LGR_SIM_EVENT_EVENT_H
#define LGR_SIM_EVENT_EVENT_H

#include "sim/dynamics/dynamics.h"

/* events.c */
/* Restarts all event functions from the present state. */
void events_reset(sim *s);
void margins_evaluate(sim *s, margin_set out);
/* At the start of a step, or at the end of the present one, whichever was evaluated last. */
void margins_begin(sim *s);
bool margins_finish(sim *s, double h);
bool margin_counts(const sim *s, const margin *m);
/* Whether the present time equals the earlier one, up to what no step can resolve. */
bool is_same_instant(const sim *s, double then);
bool margin_holds(const margin *m, double value, double size);
bool margin_fails(const margin *m, double value, double size);
/* The rounding error of a contact force, from the size of its terms; 0 for other event functions, which may be far more
   accurate. */
double margin_rounding(const margin *m, double scale);
extern const mode_part event_mode_part;
/* Re-arms conditions that have been false since they last fired. */
void margins_rearm(sim *s, margin_set now);
/* crossing.c */
typedef struct crossing {
    bool found;
    bool searched;   /* by anybody */
    bool unsearched; /* the step is too long: next to nothing of it could be searched */
    double h;        /* the position of the event; without one, how much of the step has been searched */
    margin at;
} crossing;
crossing_search *crossing_create(sim *s, size_t margins);
/* Warns, once, that an event may have been missed in the step searched last. */
void crossing_tell_too_fast(sim *s);
/* For another run. */
void crossing_restart(crossing_search *c);
/* The first event within the present step of size h, evaluated at its end. Event functions at its start and end must be
   available. Repeats parts of the step if there is one. */
crossing crossing_find(sim *s, double h);
/* Re-arms events that have been false within the accepted part of the step of size h. */
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
