/* A run in steps: a run that its host advances, reads and changes between steps. */
#ifndef LGR_SIM_RUN_STEPS_H
#define LGR_SIM_RUN_STEPS_H

#include "sim/sim.h"

typedef enum run_steps_end {
    STEPS_MADE,        /* a step of the method */
    STEPS_TIME,        /* the time asked for */
    STEPS_EVENT,       /* events, in result->events */
    STEPS_END,         /* of the run, perhaps by an event */
    STEPS_FAILED,      /* see result->failure */
    STEPS_INTERRUPTED, /* by `watch`, or max_steps in one call */
} run_steps_end;

/* How far it goes: a step of the method, to the next event, to a time; at most to the next event each. */
typedef enum run_steps_how { STEPS_ONE, STEPS_TO_EVENT, STEPS_TO_TIME } run_steps_how;

typedef struct run_steps run_steps;

/* From the initial state; `start_failed` in the result if there is none. The model is its own from here on, and has
   lists of findings; everything but machine code is in `a`. */
run_steps *run_steps_begin(model *m, const sim_options *o, arena *a);
void run_steps_end_run(run_steps *x);
/* Events of the last call, since run_steps_advance or a change began; they live until the next. */
const sim_result *run_steps_result(const run_steps *x);
/* Where the host stands. */
double run_steps_time(const run_steps *x);
/* Whether it can go on. */
bool run_steps_goes_on(const run_steps *x);
/* `goal` is for STEPS_TO_TIME. */
run_steps_end run_steps_advance(run_steps *x, run_steps_how how, double goal);

/* The state at the present time; into arrays of the caller, as in sim_point; NULL: not wanted. False if it cannot be
   evaluated. */
typedef struct run_steps_view {
    double *q, *v, *a, *lambda, *outputs;
    double kinetic, potential, energy;
} run_steps_view;
bool run_steps_look(run_steps *x, run_steps_view *to);
/* The coordinates of the present mode, in order; their number. */
int run_steps_coords(const run_steps *x, const int **coords);

/* Another value for a parameter or an input (model_param.input: no other depends on it, so that only its own slot of
   the parameter block changes), which takes effect from the present time on. False with everything as before if the
   model would have to be read again for it. */
bool run_steps_set_param(run_steps *x, int param, double value);

/* By how much a state was moved onto the constraints: the greatest of coordinates and of rates, and which; -1: none. */
typedef struct run_steps_moved {
    double position, rate;
    int position_of, rate_of;
} run_steps_moved;
/* Another state at the present time: per coordinate of the model, NaN where the present value is a guess; of a state or
   a memory q is the value. It is moved onto the constraints; contacts begin as at a start. False with everything as
   before, and why (until the next call), if there is no such state. */
bool run_steps_set_state(run_steps *x, const double *q, const double *v, run_steps_moved *moved, const char **why);

/* The coordinates, rows and events that are in force now; lives as long as the run. */
const mech_choice *run_steps_choice(const run_steps *x);
/* Whether anything could happen on the way as the equations are now. */
bool run_steps_may_meet(const run_steps *x);

/* snapshot.c */
typedef struct run_snapshot run_snapshot;
/* The present state with all that decides how it goes on; NULL if the method cannot be saved or the run has failed.
   In `a`. */
run_snapshot *run_steps_save(run_steps *x, arena *a);
/* Whether a snapshot can be restored here: of the same model, method and tolerance. The first must be known already. */
bool run_steps_fits(const run_steps *x, const run_snapshot *p);
/* Goes on from there with the same bits; events of the last call are forgotten. */
void run_steps_restore(run_steps *x, const run_snapshot *p);

/* flow.c */
/* Where a state near a snapshot's has come to, and how it answers to changes of that state. */
typedef struct run_flow {
    double *q, *v, *a;                /* per coordinate of the model; room of the caller */
    double *from_q, *from_v, *from_a; /* of the state that it went from, on the constraints */
    double *columns;                  /* in: directions, 2 coordinates each, q then v; out: what they have become */
    size_t column_count;              /* 0: none; at most sim_options.sensitive_states */
    size_t event_count;               /* on the way */
} run_flow;
/* From the snapshot, with this state instead of its own, over a time; NULL, or why there is no such motion (until the
   next call). */
const char *run_steps_flow(run_steps *x, const run_snapshot *p, const double *q, const double *v, double over,
                           run_flow *out);

#endif
