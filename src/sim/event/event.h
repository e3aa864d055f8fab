/* Event functions along a step, and the first zero-crossing of them. */
#ifndef LGR_SIM_EVENT_EVENT_H
#define LGR_SIM_EVENT_EVENT_H

#include "sim/dynamics/dynamics.h"

/* functions.c */
/* Restarts all event functions from the present state. */
void event_functions_reset(sim *s);
void event_functions_evaluate(sim *s, margin_set out);
/* At the start of a step: false after a failure, where a condition in the equations cannot be decided. */
bool event_switches_have_values(sim *s);
/* Which of them is that of this event; -1: none is. */
int event_function_of(const sim *s, event_part part, int index);
/* The value of one of them where the motion stands. */
double event_function_value(sim *s, size_t k);
/* At the start of a step, or at the end of the present one, whichever was evaluated last. */
void event_functions_begin(sim *s);
bool event_functions_finish(sim *s, double h);
/* Whether the event after which it comes has not come yet. */
bool event_is_waiting(const sim *s, int event);
bool event_function_counts(const sim *s, const margin *m);
/* The event of the model has come at the present instant. */
void event_function_note_fired(sim *s, int event);
/* Whether the present time equals the earlier one, up to what no step can resolve. */
bool event_is_same_instant(const sim *s, double then);
bool event_function_holds(const margin *m, double value, double size);
bool event_function_fails(const margin *m, double value, double size);
/* The rounding error of a contact force, from the size of its terms; 0 for other event functions, which may be far more
   accurate. */
double event_function_rounding(const margin *m, double scale);
extern const mode_part event_mode_part;
/* Re-arms conditions that have been false since they last fired. */
void event_functions_rearm(sim *s, margin_set now);

/* localize.c */
typedef struct crossing {
    bool found;
    bool searched;   /* by anybody */
    bool unsearched; /* the step is too long: next to nothing of it could be searched */
    bool vague;      /* the step is too long: in one of size h everything could be told as well as the motion */
    double h;        /* the position of the event; without one, how much of the step has been searched */
    double step;     /* that has been searched */
    margin at;
} crossing;
crossing_search *event_search_create(sim *s, size_t margins);
/* Warns, once, that an event may have been missed in the step searched last. */
void event_search_warn_too_fast(sim *s);
/* For another run. */
void event_search_restart(crossing_search *c);
/* The first event within the present step of size h, evaluated at its end. Event functions at its start and end must be
   available. Repeats parts of the step if there is one. */
crossing event_search_find(sim *s, double h, bool may_cut);
/* The same before the step is made, where all event functions of the mode are of time alone and a step of size h follows
   by points; false elsewhere. Only event functions at the start must be available. */
bool event_search_foresee(sim *s, double h, crossing *first);
/* Re-arms events that have been false within the accepted part of the step of size h. */
void event_search_rearm(sim *s, double h, double taken);

/* stepper.c: the calls of the method in use, on the state of the run */
double event_stepper_step(sim *s, double limit);
bool event_stepper_again(sim *s, double h, double *out);
/* After parts of a step of size h have been repeated, which the stepper held or not: it is as it was, and its end
   evaluated. */
void event_stepper_return(sim *s, double h, bool held);
bool event_stepper_prepare_dense(sim *s, double h, const double *out);
void event_stepper_dense(const sim *s, double theta, double *y);
double event_stepper_stage(const sim *s, int stage, double h, double *y, const double **accelerations);
void event_stepper_advance(sim *s, double t, const double *out);
void event_stepper_destroy(sim *s);

#endif
