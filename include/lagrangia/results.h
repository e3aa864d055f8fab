/* A finished run as numbers: rows by columns, events, reports, states. */
#ifndef LAGRANGIA_RESULTS_H
#define LAGRANGIA_RESULTS_H

#include "lagrangia/lagrangia.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Numbers are in SI units; NaN: no value at that instant. Arrays and strings belong to the run and live as long as it.
   Where a run has no results (LGR_STATUS_MODEL, _USAGE) there are no rows, columns, events and reports. */

/* How a run ended, and what it says of its accuracy. */
typedef struct lgr_run_summary {
    size_t size;                                 /* of this struct: set by the caller before the call */
    const char *end;                             /* "until", "event", "failed" or "interrupted" */
    const char *event;                           /* the event that stopped it; "" if none did */
    double t;                                    /* s */
    const char *method;                          /* that was used */
    double tolerance;                            /* that was used */
    double energy_drift;                         /* relative */
    double position_residual, velocity_residual; /* the largest of the constraints */
    long steps, rejected, evaluations;
} lgr_run_summary;
LGR_API lgr_status lgr_run_summarize(lgr_run *run, lgr_run_summary *summary);

/* A recorded quantity over time: number k is values[k*stride], k < count. */
typedef struct lgr_run_column {
    size_t size;      /* of this struct: set by the caller before the call */
    const char *name; /* "t", "theta", "theta'", "lambda(rod)", an output's, "kinetic", "potential", "energy" */
    const char *unit; /* of the numbers; "" for plain ones */
    const double *values;
    size_t count, stride;
} lgr_run_column;

/* Recorded rows (keep_trajectory; from the start to the end, several at the instant of an event that jumps) and their
   columns: t, coordinates and velocities, multipliers, outputs, states, energies. */
LGR_API size_t lgr_run_row_count(const lgr_run *run);
LGR_API size_t lgr_run_column_count(lgr_run *run);
/* Fills in `column`, whose size must be set. All columns lie in one array, row by row. */
LGR_API lgr_status lgr_run_column_at(lgr_run *run, size_t i, lgr_run_column *column);
/* The same by name; LGR_STATUS_USAGE, with lgr_run_usage_error, if nothing of that name is recorded. */
LGR_API lgr_status lgr_run_column_named(lgr_run *run, const char *name, lgr_run_column *column);

struct lgr_step_event; /* stepper.h */
/* Events in their order, as lgr_stepper_event tells them: `event`'s size must be set. */
LGR_API size_t lgr_run_event_count(const lgr_run *run);
LGR_API lgr_status lgr_run_event(lgr_run *run, size_t i, struct lgr_step_event *event);

/* All reports in the order of the model (LGR_KIND_REPORT); *count (may be NULL) is how many there are. */
LGR_API const double *lgr_run_reports(const lgr_run *run, size_t *count);

/* A state of the run. */
typedef struct lgr_run_state {
    size_t size; /* of this struct: set by the caller before the call */
    double t;
    const double *q, *v;               /* per coordinate of the model; of a state q is its value and v has none */
    const double *lambda;              /* per row; 0 where it is not active */
    const double *outputs;             /* per output */
    double kinetic, potential, energy; /* J */
} lgr_run_state;
/* The first, consistent state and the last one. LGR_STATUS_USAGE if there is none. */
LGR_API lgr_status lgr_run_initial_state(lgr_run *run, lgr_run_state *state);
LGR_API lgr_status lgr_run_final_state(lgr_run *run, lgr_run_state *state);

/* What a page needs to draw and plot a run that has kept its frames, made to be drawn at once: what there is to show,
   in words, and its numbers beside them. */
typedef struct lgr_scene {
    size_t size;       /* of this struct: set by the caller before the call */
    const char *words; /* JSON, the data of the "html" report but for its equations and the model's text: shapes,
                          forces, columns, events, reports, parameters. A series is {"table": k}, a constant its
                          number */
    const double *numbers; /* column after column, `frames` numbers in each: column 0 has the times of the frames,
                              column k + 1 the series of table k, in the units of the words; NaN: no value */
    size_t columns, frames;
} lgr_scene;
/* Fills in `scene`, whose size must be set. LGR_STATUS_USAGE if there are no results. */
LGR_API lgr_status lgr_run_scene(lgr_run *run, lgr_scene *scene);

#ifdef __cplusplus
}
#endif

#endif
