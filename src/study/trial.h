/* One design of a study: the text read with other values of its parameters, run, and what it reports. */
#ifndef LGR_STUDY_TRIAL_H
#define LGR_STUDY_TRIAL_H

#include "sim/sim.h"

/* What all designs of a study share. Only read from, so that threads can share it. */
typedef struct study {
    const char *name, *text; /* of the model; the name tells where its files are */
    size_t length;
    const model_override *fixed; /* other parameters that are given from outside */
    size_t fixed_count;
    const char *const *names; /* of the varied parameters */
    size_t name_count;
    size_t margin_count; /* the last so many expectations of the text are limits: see margins */
    sim_options options; /* `watch` may be called from several threads */
} study;

typedef struct trial {
    /* One for each limit: its left side less its right, the other way round for >; not above 0 where it is kept. NaN:
       no value. */
    double *margins;
    double *reports;      /* one for each report of the model; NaN: no value */
    const char *end;      /* "until", "event landing", "failed", "interrupted" */
    const char *note;     /* in one line, why a report has no value, the run is not to be trusted or what failed; "" if
                             all went well */
    const finding *doubt; /* why the run is not to be trusted; NULL: nothing says so */
    bool failed;          /* the text could not be read with these values, or the run failed */
    bool interrupted;     /* `watch` asked for it; nothing else counts then */
    const char *why;      /* of study_try_slopes: why some or all slopes are missing; NULL if all are there */
    const char *const *whys; /* the same for each report; NULL where nothing came of it */
} trial;

/* What one thread keeps from design to design: the model as it was first read, its modes and programs. */
typedef struct trier trier;

/* The study must stay as long. */
trier *trier_create(const study *s);
void trier_destroy(trier *t);

/* Runs one design; x has a value in SI units for each name. The text is read again only where parameters decide on
   more than numbers. The same result whatever was tried before. Everything lives in `a`, the numbers in `reports`:
   report_count reports, as many as the model has with the values it was first read with, and behind them the margins.
 */
trial study_try(trier *t, const double *x, double *reports, size_t report_count, arena *a);
/* The same with d report / d x and d margin / d x, carried along the motion and through its events, in `slopes`: a row
   for each of `reports`, a column for each name; NaN where there is none. */
trial study_try_slopes(trier *t, const double *x, double *reports, size_t report_count, double *slopes, arena *a);
/* The same for many designs at once: x[i] and where the numbers of out[i] go, out[i].reports, are given. */
void study_try_all(trier *t, const double *const *x, trial *out, size_t count, size_t report_count, arena *a);

/* What a text means for a varied parameter, "3 m": its value in SI units. False with the reason in *why (in `a`). */
bool study_read_value(const study *s, const char *name, const char *text, double *value, const char **why, arena *a);

#endif
