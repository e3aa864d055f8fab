/* What the parts of the forward sensitivity share. */
#ifndef LGR_SIM_SENSITIVITY_STATE_H
#define LGR_SIM_SENSITIVITY_STATE_H

#include "sim/dynamics/tangent.h"
#include "sim/sensitivity/sensitivity.h"

/* What the runs of a compiled problem share: variables and programs. */
struct sensitivity_kit {
    bool *moving; /* per parameter, whether there are seeds for it */
    variation_seeds *seeds;
    VEC(variation *) variations;
    VEC(struct blow *) blows;
    struct start_system *positions, *velocities; /* start.c */
    uint32_t *mu;       /* multipliers of the conditions on the initial state, as many as possible */
    uint32_t *reducers; /* per reducer: its seed */
};

struct sensitivity {
    sensitivity_kit *kit;
    size_t count; /* of columns: parameters, then directions of the state */
    const int *params;
    size_t param_count;
    double *param_seeds; /* count * model parameters: derivatives of dependent parameters */
    variation_seeds *seeds;
    /* count * y_cap each: derivatives of the present state; those of trials. At fixed time, except at an event, where
       `time` is not 0: then of the state there. */
    double *S, *trial_S, *next_S;
    double *K, *y_K; /* stages * count * y_cap, stages * y_cap */
    double *trial_y, *next_y, *rate;
    double *part_y, *part_S; /* where a part of a step begins */
    double *time;            /* count: of the present instant */
    bool total;              /* at an event */
    double event_t;          /* the last event, and the derivatives of its time */
    double *event_time;
    double step;             /* size of the last step */
    double *planned;         /* count * 2 * coordinates; NaN: not planned */
    double *f, *f_dot, *dx;  /* of rows, of rows, of coordinates */
    const char *trouble;     /* NULL: none */
    const char *doubt;       /* trouble if the present event has any effect */
    const mode *mode_before; /* of the event at hand; next_S keeps S */
    size_t events_before;
    bool switched;            /* it has led to another piece */
    double *reduced;          /* reducers * count */
    const char **reducer_why; /* per reducer: why it has none, or NULL */
    double *extremum_at;      /* per reducer: when, or NaN */
    bool *extremum_sharp;     /* its rate is not 0 there */
    bool started;
};

static inline sensitivity *sensitivity_of(const sim *s) {
    return s->sensitivity && !s->sensitivity->trouble ? s->sensitivity : NULL;
}
variation *sensitivity_variation(sim *s, mode *m);
/* Direction of parameter i at the present state. */
direction sensitivity_direction(const sim *s, size_t i);
direction sensitivity_along(const sim *s, size_t i, const double *S);
/* The size of what column i is by; 0 for a direction of the state. */
double sensitivity_scale(const sim *s, size_t i);
/* Ends the sensitivity analysis, for this reason. */
void sensitivity_fail(sim *s, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Differentiates the end of the run, whose time varies. */
void sensitivity_move_end(sim *s);

/* From y and S at t over h into y_out and S_out, in parts if the error of S would be too large. False if they are
   undefined, or if short parts do not help. */
bool sensitivity_carry(sim *s, double t, const double *y, const double *S, double h, double *y_out, double *S_out);
/* The motion alone, from the present state over h. */
bool sensitivity_follow(sim *s, double h, double *y_out);

#endif
