/* Parameters from measurements: motions that follow measured columns as closely as possible, and how surely the data
   determine them. */
#ifndef LGR_STUDY_FIT_H
#define LGR_STUDY_FIT_H

#include "sim/sim.h"
#include "study/marquardt.h"

/* One quantity that was measured. */
typedef struct fit_channel {
    int reducer; /* of the kind REDUCE_FINAL */
    bool scaled; /* the column is it times an unknown factor */
} fit_channel;

/* One experiment. */
typedef struct fit_data {
    size_t count;
    const double *t;      /* s, ascending, by its own clock */
    const double *values; /* [row][channel], SI; NaN: not measured */
    const int *set;       /* parameters that have other values in it */
    const double *set_values;
    size_t set_count;
} fit_data;

/* Unknowns in order: parameters, clocks (one of each experiment), factors (one of each scaled channel). */
typedef struct fit_job {
    const model *m;
    const int *params;
    size_t param_count;
    const fit_channel *channels;
    size_t channel_count;
    const fit_data *data;
    size_t data_count;
    bool clocks;              /* the motion's time is a clock's plus an unknown offset */
    const double *low, *high; /* per unknown; may be infinite */
    const double *present;    /* per unknown */
    const double *noise;      /* per channel: standard deviation; NaN: as the data show */
    marquardt_loss loss;
    int starts;          /* local searches at most */
    sim_options options; /* `watch` may stop it */
} fit_job;

typedef enum fit_state {
    FIT_FREE,
    FIT_AT_LOW, /* on its bound, and pushed against it */
    FIT_AT_HIGH,
    FIT_WITHOUT, /* the data do not depend on it */
    FIT_TIED     /* only together with others: see ties */
} fit_state;

typedef struct fit_unknown {
    double value;
    double error;     /* standard deviation; NaN unless FREE */
    double low, high; /* 95 % interval */
    fit_state state;
} fit_unknown;

typedef enum fit_end {
    FIT_FOUND,
    FIT_NOWHERE,  /* no run reaches the instants with values */
    FIT_TOO_MANY, /* steps: the best so far */
    FIT_STOPPED
} fit_end;

typedef struct fit {
    fit_end end;
    const char *trouble;                  /* why there are no residuals at the present values; NULL */
    size_t unknown_count, count, freedom; /* count: measured values; freedom: those more than unknowns */
    fit_unknown *unknowns;
    double *correlations; /* [unknown][unknown]; NaN where one is not FREE */
    double **ties; /* per direction that the data do not see: the change of each unknown, as a part of itself or of
                      its size, up to 1 % */
    size_t tie_count;
    double *model;              /* per experiment one after the other: [row][channel]; NaN where nothing was measured */
    double *spread;             /* per channel: root mean square of the residuals */
    size_t *measured;           /* per channel: values */
    double succession;          /* correlation of residuals with their successors */
    size_t outside;             /* values before the start or after the end of the motion */
    size_t outliers;            /* values whose weight is below a quarter */
    const char *by_differences; /* why derivatives were not carried through events; NULL */
    const char *doubt;          /* why runs are not to be trusted, or NULL */
    int steps, searches, agreeing;
    long runs;
} fit;

size_t study_fit_unknowns(const fit_job *job);
/* The unknown of an experiment's clock, of a channel's factor. */
size_t study_fit_clock(const fit_job *job, size_t data);
size_t study_fit_factor(const fit_job *job, size_t channel);
fit study_fit_find(const fit_job *job, arena *a);

#endif
