/* A run of a model: its settings, its state while it runs, and its results. */
#ifndef LGR_SIM_SIM_H
#define LGR_SIM_SIM_H

#include "base/vec.h"
#include "mech/loads.h"
#include "ode/ode.h"
#include "tape/tape.h"

typedef struct sim_point sim_point;

/* Instants of the motion at which quantities are wanted: those that the reducers have at its end. */
typedef struct sim_instants {
    const double *t; /* s, ascending; before the start and after the end the motion stands still */
    size_t count;
    const int *reducers; /* of the kind REDUCE_FINAL */
    size_t reducer_count;
} sim_instants;

typedef struct sim_options {
    double until;       /* s; NaN: what the model says */
    double tolerance;   /* relative to the extent of the motion, per step; NaN: what the model says, else 1e-9 */
    double first_step;  /* s; 0: chosen */
    double every;       /* s; 0: every step is recorded */
    const char *method; /* NULL: what the model says, else "dop853" */
    long max_steps;
    size_t most_bytes;    /* of rows and events that the result keeps; of events at most a sixteenth */
    bool keep_trajectory; /* keep the rows between start and end */
    /* Takes each row as it comes, kept or not; the row is its own only during the call. May be NULL. */
    void (*take_row)(void *taker, const sim_point *row);
    void *taker;
    bool keep_frames;       /* record states for pictures, close enough to look smooth */
    bool motion_only;       /* nobody is told of the motion: the result holds no state, no report, no row, no picture */
    bool equations_only;    /* only the mode at the start is needed: forces may be infinite there */
    size_t judge_from;      /* expectations before this one are of no interest */
    const mech_load *loads; /* forces of the host program; live as long as the compiled problem. Not with derivatives of
                               reports, not side by side, not with methods that work with momenta */
    size_t load_count;
    const int *sensitive; /* parameters by which the reports are differentiated, indices into model.params */
    size_t sensitive_count;
    size_t sensitive_states; /* columns of derivatives by the state that a run in steps is set to: run_steps_flow */
    const sim_instants *instants; /* NULL: none; with derivatives if there are parameters above. Not side by side */
    /* The back end for one lane; NULL: an interpreter, and the fastest for programs evaluated often. All give the same
       bits. */
    const tape_backend *backend;
    const tape_backend *lanes; /* of eight lanes side by side; NULL: the fastest there is */
    /* Called once a step; true interrupts the run. May be NULL. */
    bool (*watch)(void *user, double t, double until, long steps);
    void *user;
} sim_options;

sim_options sim_options_default(void);

/* The recorded state of one instant. Inactive or undefined: NaN. */
struct sim_point {
    double t;
    double *q, *v;   /* per model coordinate */
    double *lambda;  /* per row; 0 where inactive */
    double *outputs; /* per output */
    double kinetic, potential, energy;
    const mech_choice *choice; /* the mode there; lives as long as the result */
    double *drawn;             /* of frames: per number of the model's drawings; else NULL */
};

/* A state for pictures. */
typedef struct sim_frame {
    sim_point at;
    bool jump; /* there is another state of the same instant */
} sim_frame;

typedef struct sim_event {
    event_ref ref;
    double t;
    sim_point before, after;
    bool differs;    /* before and after are different states */
    double *impulse; /* per row, in the sign of force; NULL if the event is no impact */
    /* The mode at the end of the instant, once impacts and contacts caused by the event are resolved: they are events
       too and share it. Never NULL; lives as long as the result. Events of one instant that trigger each other have one
       each; the motion continues with the last. */
    const mech_choice *choice;
} sim_event;

/* Derivatives with respect to the parameters of the options, row by row: [report][parameter]. NaN where there is
   none. */
typedef struct sim_slopes {
    size_t count;        /* of parameters */
    const char *trouble; /* why there are none at all; NULL */
    const char **why;    /* per report: why this one has none; NULL */
    double *reports;
    double *left, *right; /* [expect][parameter]: of both sides */
} sim_slopes;

/* What was wanted at instants; NaN where it has no value. */
typedef struct sim_measured {
    double *values, *rates; /* [instant][reducer]; rates by time only where there are derivatives */
    double *slopes;         /* [instant][reducer][parameter] */
} sim_measured;

typedef enum sim_end { SIM_UNTIL, SIM_EVENT, SIM_FAILED, SIM_INTERRUPTED } sim_end;

typedef struct sim_result {
    sim_end end;
    event_ref end_event;
    double t;
    sim_point initial, final;
    const mech_choice *initial_choice, *final_choice; /* the modes there; NULL if start_failed */
    VEC(sim_event) events;
    size_t unlisted_events; /* that came after so many others that they are not kept */
    VEC(sim_point) rows;    /* the trajectory, if kept */
    size_t row_count;       /* of the trajectory, kept or not */
    VEC(sim_frame) frames;
    double *found;   /* per parameter: its value where the start has found it, else NaN; NULL: none */
    double *reports; /* per report; NaN: no value */
    double *expect_left, *expect_right;
    bool *expect_ok;
    bool *expect_passed_over; /* it holds for the parameters of the text only, and some have been changed */
    bool expects_hold;
    bool lambda_unique; /* false once active rows were dependent for more than an instant */
    bool self_stressed; /* then a machine on several feet shared forces as Coulomb's law allows, not by least norm */
    bool few_press;     /* beside friction that stuck then contacts that could have pressed too did not */
    double dependent_from, dependent_to, dependent_time; /* first and last such time, and for how long in all */
    sim_slopes *slopes;                                  /* NULL: not asked for, or the start failed */
    sim_measured *measured;                              /* NULL: not asked for, or the start failed */
    double energy_drift, position_residual, velocity_residual;
    double tolerance; /* that was used */
    const char *method;
    long steps, rejected, evaluations;
    const finding *failure;      /* the finding of a failed run, else NULL */
    VEC(const finding *) doubts; /* warnings that the run is not to be trusted, each once */
    bool shared_work;            /* work was done by switching forces, whose integration error enters the balance */
    bool start_failed;           /* the model has no consistent initial state */
} sim_result;

/* The compiled problem that all runs of a model with the same settings share: modes, their programs, the equations of
   the initial state. A run does not depend on earlier ones. */
typedef struct sim_kit sim_kit;

/* `repeated`: many runs will follow, so that everything that makes them faster is made at once. In `a`, except for
   machine code. */
sim_kit *sim_kit_create(model *m, const sim_options *options, bool repeated, arena *a);
/* As sim_run, with the present values of the parameters, except those that are structural. */
sim_result *sim_kit_run(sim_kit *k, arena *a);
/* The same with derivatives of reports with respect to these parameters; none: as above. */
sim_result *sim_kit_run_sloped(sim_kit *k, const int *params, size_t count, arena *a);
/* Whether a run with these options can use this compiled problem: it needs the same method, and the same choice of
   keeping pictures. */
bool sim_kit_serves(const sim_kit *k, const sim_options *o);
/* As sim_kit_run, with these options, which it serves and whose texts live as long as the compiled problem. */
sim_result *sim_kit_run_with(sim_kit *k, const sim_options *o, arena *a);
void sim_kit_dispose(sim_kit *k);

/* Runs the model from its start to its end. Findings go to the model's list; everything lives in `a`. Always returns a
   result; `initial` and what follows are valid unless start_failed. The model's graph may grow. */
sim_result *sim_run(model *m, const sim_options *options, arena *a);

/* The consistent initial state alone: values per model coordinate (NaN where inactive) and which rows are active. False
   with findings if there is none. */
bool sim_find_start(model *m, arena *a, double *q, double *v, bool *rows);

/* The available integration methods; the first is the default. */
extern const ode_method *const sim_methods[];
extern const size_t sim_method_count;
const ode_method *sim_find_method(const char *name); /* NULL if there is none */
/* Why the method cannot be chosen: no such name, or left out of this build; NULL if it can. */
const char *sim_method_trouble(const char *name, arena *a);

/* "release never occurred, landing never occurred": why a report has no value, or (report_count) any of them; "" where
   events are not to blame. */
const char *sim_why_no_value(const model *m, const sim_result *r, size_t report, arena *a);

#endif
