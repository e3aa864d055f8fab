/* A run in steps: advanced, read and changed by the program that runs it, as a controller or a game does. */
#ifndef LAGRANGIA_STEPPER_H
#define LAGRANGIA_STEPPER_H

#include "lagrangia/lagrangia.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Numbers are in SI units. Coordinates, rows, outputs, events and parameters are counted as in the model, whatever is
   active at present: an array of all coordinates has NaN for those that do not exist in the present mode, and keeps its
   length when an event frees a body or drops a coordinate. A state or a memory is one of the coordinates: `q` is its
   value, `v` its rate. A stepper belongs to one thread at a time; any number of
   them share a model in as many threads. */
typedef struct lgr_stepper lgr_stepper;

typedef struct lgr_stepper_options {
    size_t size; /* of this struct */
    /* until, tolerance, first_step, method, watch, forces; the rest is ignored. until: INFINITY for no end; max_steps:
       of one call, which is interrupted then. NULL (default): the defaults. */
    const lgr_run_options *run;
} lgr_stepper_options;

LGR_API void lgr_stepper_options_init(lgr_stepper_options *options, size_t size);
static inline lgr_stepper_options lgr_stepper_options_default(void) {
    lgr_stepper_options o;
    lgr_stepper_options_init(&o, sizeof o);
    return o;
}

/* Finds the initial state of a model whose status is LGR_STATUS_OK and stands there. NULL for the options: the
   defaults. NULL if memory is exhausted, else see lgr_stepper_status. The model must outlive it. */
LGR_API lgr_stepper *lgr_stepper_create(lgr_model *model, const lgr_stepper_options *options);
LGR_API void lgr_stepper_destroy(lgr_stepper *stepper);

/* LGR_STATUS_OK while it can be used, also at its end; _MODEL: the model has an error or no initial state; _USAGE: the
   options are wrong; _RUN: the motion cannot be continued from here, see lgr_stepper_trouble; _MEMORY, _INTERNAL: a
   call was broken off, and all that is left is to destroy it. */
LGR_API lgr_status lgr_stepper_status(const lgr_stepper *stepper);
/* Describes the last error in a call or the options; "" if there was none. Valid until the next error. */
LGR_API const char *lgr_stepper_usage_error(const lgr_stepper *stepper);
/* Why the motion cannot be continued, or begun, rendered as a message; NULL if it can. Lives as long as the stepper. */
LGR_API const char *lgr_stepper_trouble(lgr_stepper *stepper, bool color);

/* What has ended a call. */
typedef enum lgr_step_end {
    LGR_STEP_MADE = 0,       /* one step of the method has been made */
    LGR_STEP_TIME = 1,       /* the time asked for has been reached */
    LGR_STEP_EVENT = 2,      /* events have occurred: see lgr_stepper_event */
    LGR_STEP_END = 3,        /* the end has been reached, or an event of the model has stopped the run */
    LGR_STEP_FAILED = 4,     /* the motion cannot be continued */
    LGR_STEP_INTERRUPTED = 5 /* `watch` requested it, or max_steps have been made: the next call goes on */
} lgr_step_end;

typedef struct lgr_step {
    size_t size; /* of this struct: set by the caller before the call */
    lgr_step_end end;
    double t;           /* s; where the stepper stands */
    size_t event_count; /* events of this instant; also with LGR_STEP_END, _FAILED */
} lgr_step;

/* These go forward by one step of the method; to the next event; exactly to the time t, which is not before the present
   one; in each case at most to the next event or the end. Then that has happened, and the state is the one after it. A
   time between two steps is read from the dense output of a longer one, as accurate as its ends: short frames do not
   shorten the steps. The steps, events and states are those of lgr_run_create unless something is set.

   LGR_STATUS_OK, _RUN (LGR_STEP_FAILED), _INTERRUPTED; _USAGE, with nothing done, for a time before the present one or
   NaN, or if an earlier call has ended with LGR_STEP_END or _FAILED. `step` may be NULL. */
LGR_API lgr_status lgr_stepper_step(lgr_stepper *stepper, lgr_step *step);
LGR_API lgr_status lgr_stepper_step_to_event(lgr_stepper *stepper, lgr_step *step);
LGR_API lgr_status lgr_stepper_step_to(lgr_stepper *stepper, double t, lgr_step *step);

/* An event of the last call. Its strings live as long as the stepper, its arrays until the next call that steps or
   sets. */
typedef struct lgr_step_event {
    size_t size;                       /* of this struct: set by the caller before the call */
    const char *name;                  /* "release", "floor.impact" */
    const char *kind;                  /* "event" of the text; "open", "close", "impact" of a contact */
    size_t index;                      /* among the events, or the rows, of the model */
    double t;                          /* s */
    const double *q_before, *v_before; /* per coordinate; v is NaN for a state */
    const double *q_after, *v_after;   /* the same arrays where nothing jumps */
    const double *impulse;             /* per row, N s or N m s, in the sign of the force; NULL: no impact */
    double energy_before, energy_after;
    bool mode_changed; /* other coordinates, constraints or contacts are active from now on */
} lgr_step_event;
/* LGR_STATUS_USAGE for i out of range. */
LGR_API lgr_status lgr_stepper_event(lgr_stepper *stepper, size_t i, lgr_step_event *event);

/* The present time, s; NaN if there is no initial state. */
LGR_API double lgr_stepper_time(const lgr_stepper *stepper);

/* At the present time, into arrays of the caller's; NULL: not wanted. */
typedef struct lgr_motion {
    size_t size;                       /* of this struct: set by the caller before the call */
    double *q, *v, *a;                 /* per coordinate: value, rate, acceleration; NaN if there is none at present */
    double *lambda;                    /* per row: lambda(...) of the language, minus the force; 0 where not active */
    double *outputs;                   /* per output; NaN if it has no value */
    double kinetic, potential, energy; /* J; filled in */
} lgr_motion;
/* LGR_STATUS_USAGE if there is no state to be read. What has been set takes effect before. */
LGR_API lgr_status lgr_stepper_motion(lgr_stepper *stepper, lgr_motion *motion);
/* The coordinates of the present mode, in order, into `indices` (NULL: not wanted, else room for all of the model);
   returns their number. Events that free a body or drop a coordinate change them. */
LGR_API size_t lgr_stepper_coordinates(const lgr_stepper *stepper, size_t *indices);

/* Sets an input or a parameter, by its index among the parameters of the model, to a value in SI units from the present
   time on; those defined by it follow; bounds are not checked. Nothing is parsed, derived or allocated for it: meant to
   be called between frames, as by a controller. Where constraints contain it the state is moved onto them, by the least
   change in the metric of kinetic energy; contacts and events follow, and the next call that steps tells of events.
   LGR_STATUS_USAGE with everything as before for an index out of range, a value that is not finite, or one that asks
   for other equations: a structural parameter, or a value that decides how the text is read; for an input from a file.
 */
LGR_API lgr_status lgr_stepper_set(lgr_stepper *stepper, size_t parameter, double value);
LGR_API lgr_status lgr_stepper_set_by_name(lgr_stepper *stepper, const char *name, double value);
/* Its present value; NaN for an index out of range. */
LGR_API double lgr_stepper_parameter(const lgr_stepper *stepper, size_t parameter);

/* By how much a state has been moved onto the constraints: the greatest amount among coordinates and among rates, in SI
   units, and the index of that coordinate; 0 if nothing has been moved. */
typedef struct lgr_correction {
    size_t size; /* of this struct: set by the caller before the call */
    double position, rate;
    size_t position_of, rate_of;
} lgr_correction;

/* Sets the state at the present time: values and rates per coordinate; NaN, or NULL for all, where the present ones are
   the guess; for a state or a memory q is its value and v is ignored. The state is moved onto the constraints in force,
   by steps that are least in the metric of kinetic energy, and `moved` (may be NULL) tells by how much. Contacts begin
   as at a start: those that touch and approach have an impact, of which the next call that steps tells, and forces
   decide which of them carry load. A contact that is penetrated by less than 1e-6 of its size is put onto its surface.
   What events, drop, hold and free have changed stays; conditions that hold in the new state fire once they have been
   false. LGR_STATUS_USAGE with everything as before if there is no such state nearby, if an open contact is penetrated,
   or for an infinite number; LGR_STATUS_RUN if there is no motion from there. */
LGR_API lgr_status lgr_stepper_set_state(lgr_stepper *stepper, const double *q, const double *v, lgr_correction *moved);

/* All that decides how a stepper goes on: state, time, parameters, mode, memory of events, the method's own. Lives at
   most as long as the model; belongs to no stepper. */
typedef struct lgr_snapshot lgr_snapshot;
/* NULL if memory is exhausted or, with lgr_stepper_usage_error, if the motion has failed or the method cannot be saved
 * ("cvode"). */
LGR_API lgr_snapshot *lgr_stepper_save(lgr_stepper *stepper);
/* Goes back (or forward) to a snapshot, from which it goes on with the same bits as the stepper that was saved, also
   after the end or a failure. LGR_STATUS_USAGE with nothing done if the snapshot is of another model, method or
   tolerance. */
LGR_API lgr_status lgr_stepper_restore(lgr_stepper *stepper, const lgr_snapshot *snapshot);
LGR_API void lgr_snapshot_destroy(lgr_snapshot *snapshot);
/* Another stepper of the same model at the same place, which goes on with the same bits; derives the equations anew.
   Its status is LGR_STATUS_USAGE if this one cannot be saved. NULL if memory is exhausted. */
LGR_API lgr_stepper *lgr_stepper_clone(lgr_stepper *stepper);

#ifdef __cplusplus
}
#endif

#endif
