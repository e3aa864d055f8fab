/* Parameters from measurements: the motion that follows measured columns as closely as possible. */
#ifndef LAGRANGIA_FIT_H
#define LAGRANGIA_FIT_H

#include "lagrangia/lagrangia.h"

#ifdef __cplusplus
extern "C" {
#endif

/* One experiment: a text of columns (copied) whose first line names them, "t,theta [deg],x [mm]"; separated by commas,
   semicolons or tabs. A column without a unit is in SI units; an empty cell was not measured. */
typedef struct lgr_experiment {
    const char *name; /* for messages and results */
    const char *text;
    size_t length;
    const lgr_override *set; /* parameters that have other values in this experiment */
    size_t set_count;
} lgr_experiment;

/* A quantity of the model, any expression that `final()` takes ("theta", "stone.x", "0.5*(a + b)"), and the column in
   which it was measured. */
typedef struct lgr_match {
    const char *quantity, *column;
    const char *noise; /* standard deviation of the column, a number in its unit; NULL: as the residuals show */
    bool scaled;       /* the column is the quantity times an unknown factor */
} lgr_match;

typedef struct lgr_fit_options {
    size_t size;          /* of this struct */
    const lgr_axis *over; /* the parameters to find; `low` and `high` NULL: the bounds that the model gives, or none;
                             counts are ignored */
    size_t over_count;
    const lgr_experiment *data;
    size_t data_count;
    const lgr_match *match; /* none: every column with the name of a coordinate or output */
    size_t match_count;
    const char *time; /* the column of the time; NULL (default): "t", else "time" */
    bool offset;      /* each experiment's clock is off by an unknown time: t of the motion = t + offset */
    const char *offset_low, *offset_high; /* s; NULL (default): a quarter of the time that was measured */
    const char *loss;                     /* NULL (default): "squares"; or "huber", "cauchy" against outliers */
    int starts;                 /* searches at most, default 4: from the present values, others within bounds */
    const lgr_run_options *run; /* tolerance, method, max_steps; the rest is ignored. NULL (default): the defaults */
    /* Called from time to time with the number of runs so far; returns true to interrupt. NULL (default): never
       called. */
    bool (*watch)(void *user, long runs);
    void *user;
} lgr_fit_options;

LGR_API void lgr_fit_options_init(lgr_fit_options *options, size_t size);
static inline lgr_fit_options lgr_fit_options_default(void) {
    lgr_fit_options o;
    lgr_fit_options_init(&o, sizeof o);
    return o;
}

/* The values found; lives at most as long as its model. */
typedef struct lgr_fit lgr_fit;

/* Least squares, with derivatives integrated along the motion and through its events where that is possible. Errors in
   the options and the data are reported by lgr_fit_usage_error. */
LGR_API lgr_fit *lgr_model_fit(lgr_model *model, const lgr_fit_options *options);
LGR_API void lgr_fit_destroy(lgr_fit *fit);
/* LGR_STATUS_RUN: no run reaches the measured instants, see lgr_fit_trouble. LGR_STATUS_INTERRUPTED: the best so far is
   available. */
LGR_API lgr_status lgr_fit_status(const lgr_fit *fit);
LGR_API const char *lgr_fit_usage_error(const lgr_fit *fit);
LGR_API const char *lgr_fit_trouble(const lgr_fit *fit); /* NULL: none */

/* What was found of one unknown, in SI units. */
typedef struct lgr_fit_unknown {
    size_t size;      /* of this struct: set by the caller before the call */
    const char *name; /* of a parameter; "offset" or "offset of NAME"; "scale of COLUMN" */
    double value;
    double error;      /* standard deviation; NaN unless the data determine it */
    double low, high;  /* 95 % interval; NaN likewise */
    const char *state; /* "free"; "at_low" or "at_high", of its bounds; "without": nothing measured depends on it;
                          "tied": the data do not tell it from others */
} lgr_fit_unknown;
/* The parameters in the order of the options, then clocks, then scales. */
LGR_API size_t lgr_fit_unknown_count(const lgr_fit *fit);
LGR_API lgr_status lgr_fit_get(const lgr_fit *fit, size_t i, lgr_fit_unknown *unknown);
/* Correlation of two unknowns; NaN unless both are free. */
LGR_API double lgr_fit_correlation(const lgr_fit *fit, size_t i, size_t k);
/* "text", "json", "json-series" (with all values, measured and of the model), "csv" (these as rows), "svg" (values and
   residuals over time), "html" (a page with all of it). */
LGR_API lgr_status lgr_fit_write(const lgr_fit *fit, const char *format, bool color, int width, lgr_sink sink,
                                 void *user);

#ifdef __cplusplus
}
#endif

#endif
