/* Several reports at once: the designs of which none is better for one without being worse for another. */
#ifndef LAGRANGIA_FRONT_H
#define LAGRANGIA_FRONT_H

#include "lagrangia/lagrangia.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct lgr_front_options {
    size_t size; /* of this struct */
    const lgr_goal *goals;
    size_t goal_count;    /* 2 to 8 */
    const lgr_axis *over; /* as in lgr_optimize_options */
    size_t over_count;
    const char *const *limits; /* constraints that all designs of the front keep: "peak < 5 kN" */
    size_t limit_count;
    size_t points;              /* default 30: designs of the front, at most */
    unsigned long long seed;    /* default 0; selects other random numbers */
    long max_runs;              /* default 20 000 */
    int threads;                /* default 0: one per processor; the result does not depend on it */
    const lgr_run_options *run; /* as in lgr_sweep_options */
    /* Called from time to time with the number of runs so far; returns true to interrupt. NULL (default): never
       called. */
    bool (*watch)(void *user, long runs);
    void *user;
    /* As in lgr_optimize_options: machines of each design that scatter, and by how many deviations goals and limits are
       judged (default 64 and 2). The reports of goals are then what counts of them, all others their means. */
    const lgr_axis *scatter;
    size_t scatter_count, machines;
    double deviations;
} lgr_front_options;

LGR_API void lgr_front_options_init(lgr_front_options *options, size_t size);
static inline lgr_front_options lgr_front_options_default(void) {
    lgr_front_options o;
    lgr_front_options_init(&o, sizeof o);
    return o;
}

/* An even choice of designs that none betters in all goals (Pareto's front), by the first goal, the best first; lives
   at most as long as its model. */
typedef struct lgr_front lgr_front;

/* NSGA-II, and with NLopt a search for each report alone, which finds the ends. Errors in the options are reported by
   lgr_front_usage_error. */
LGR_API lgr_front *lgr_model_front(lgr_model *model, const lgr_front_options *options);
LGR_API void lgr_front_destroy(lgr_front *front);
/* LGR_STATUS_RUN: no design has all values and keeps the limits, see lgr_front_trouble. LGR_STATUS_INTERRUPTED: the
   front so far is available. */
LGR_API lgr_status lgr_front_status(const lgr_front *front);
LGR_API const char *lgr_front_usage_error(const lgr_front *front);
LGR_API const char *lgr_front_trouble(const lgr_front *front); /* NULL: none */
/* The designs, and of the i-th the k-th parameter and the k-th report of the model, in SI units; NaN if there is none.
 */
LGR_API size_t lgr_front_count(const lgr_front *front);
LGR_API double lgr_front_parameter(const lgr_front *front, size_t i, size_t k);
LGR_API double lgr_front_report(const lgr_front *front, size_t i, size_t k);
/* "text", "json", "csv" (a row for each design), "svg" (each further goal over the first), "html" (a page
   with all designs that were tried and the motion of the first). */
LGR_API lgr_status lgr_front_write(const lgr_front *front, const char *format, bool color, int width, lgr_sink sink,
                                   void *user);

#ifdef __cplusplus
}
#endif

#endif
