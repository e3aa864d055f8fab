/* A run of a model: its settings, its state while it goes on, and everything it leaves behind. */
#ifndef LGR_SIM_SIM_H
#define LGR_SIM_SIM_H

#include "base/vec.h"
#include "model/model.h"

typedef struct sim_options {
    double until;           /* s; NaN: what the model says */
    double tolerance;       /* relative and absolute, per step; NaN: what the model says, else 1e-9 */
    double first_step;      /* s; 0: chosen */
    double every;           /* s; 0: every step is recorded */
    const char *method;     /* NULL: what the model says, else "dop853" */
    long max_steps;
    bool keep_trajectory;   /* record rows between start and end */
    /* Called once a step; true interrupts the run. May be NULL. */
    bool (*watch)(void *user, double t, double until, long steps);
    void *user;
} sim_options;

sim_options sim_options_default(void);

/* The recorded state of one instant. Not in force or without value: NaN. */
typedef struct sim_point {
    double t;
    double *q, *v;      /* per model coordinate */
    double *lambda;     /* per row; 0 where not in force */
    double *outputs;    /* per output */
    double kinetic, potential, energy;
} sim_point;

typedef struct sim_event {
    event_ref ref;
    double t;
    sim_point before, after;
    bool differs;       /* before and after are different states */
    double *impulse;    /* per row, in the sign of force; NULL if the event is no impact */
} sim_event;

typedef enum sim_end { SIM_UNTIL, SIM_EVENT, SIM_FAILED, SIM_INTERRUPTED } sim_end;

typedef struct sim_result {
    sim_end end;
    event_ref end_event;
    double t;
    sim_point initial, final;
    VEC(sim_event) events;
    VEC(sim_point) rows;     /* the trajectory, if kept */
    double *reports;         /* per report; NaN: no value */
    double *expect_left, *expect_right;
    bool *expect_ok;
    bool expects_hold;
    bool lambda_unique;      /* false once rows in force were dependent */
    double energy_drift, position_residual, velocity_residual;
    const char *method;
    long steps, rejected, evaluations;
    const finding *failure;  /* the finding of a failed run, else NULL */
    bool start_failed;       /* the failure is the model's: no consistent start */
} sim_result;

/* Runs the model from its start to its end. Findings go to the model's list; everything lives in `a`. Always returns a
   result; `initial` and what follows are valid unless start_failed. The model's graph may grow. */
sim_result *sim_run(model *m, const sim_options *options, arena *a);

/* The consistent start alone: values per model coordinate (NaN where not in force) and which rows are in force.
   False with findings if there is none. */
bool sim_find_start(model *m, arena *a, double *q, double *v, bool *rows);

typedef struct sim_stepper_info {
    const char *name, *what;
    int order;
} sim_stepper_info;
extern const sim_stepper_info sim_steppers[];
extern const size_t sim_stepper_count;

#endif
