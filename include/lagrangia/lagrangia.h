/* The public face of Lagrangia: read a model, look at its structure, run it, write what came out. */
#ifndef LAGRANGIA_LAGRANGIA_H
#define LAGRANGIA_LAGRANGIA_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define LGR_API __attribute__((visibility("default")))
#else
#define LGR_API
#endif

/* "0.1.0" */
LGR_API const char *lgr_version(void);

/* How something ended; the numbers are the exit codes of the tool. */
typedef enum lgr_status {
    LGR_STATUS_OK = 0,
    LGR_STATUS_MODEL = 1,        /* the model's text is wrong, or it has no consistent start */
    LGR_STATUS_USAGE = 2,        /* the caller's settings are wrong: an unknown parameter, method or format */
    LGR_STATUS_RUN = 3,          /* the run failed numerically; what was reached is there */
    LGR_STATUS_EXPECT = 4,       /* an expectation of the model does not hold */
    LGR_STATUS_INTERRUPTED = 130 /* the watch function asked to stop; what was reached is there */
} lgr_status;

/* Receives pieces of output; false stops the writing. */
typedef bool (*lgr_sink)(void *user, const char *data, size_t length);

/* A model read from text: constant afterwards, except that a run may add what it derives; use it in one thread. */
typedef struct lgr_model lgr_model;

/* A parameter's value from outside: "13 ft", "0.5"; a bare number means the parameter's SI unit. */
typedef struct lgr_override {
    const char *name, *value;
} lgr_override;

/* Reads a text (UTF-8, copied). `name` is shown in messages (copied). Never NULL: faults are findings of the model.
   The caller destroys it. */
LGR_API lgr_model *lgr_model_parse(const char *name, const char *text, size_t length, const lgr_override *overrides,
                                   size_t override_count);
LGR_API void lgr_model_destroy(lgr_model *model);

/* LGR_STATUS_OK, _MODEL (findings tell), or _USAGE (an override is wrong: lgr_model_usage_error tells). */
LGR_API lgr_status lgr_model_status(const lgr_model *model);
/* What was wrong with the last call that gave LGR_STATUS_USAGE; NULL if none did. Lives with the model. */
LGR_API const char *lgr_model_usage_error(const lgr_model *model);
LGR_API const char *lgr_model_name(const lgr_model *model); /* "" if the text gives none */
LGR_API const char *lgr_model_text(const lgr_model *model, size_t *length);

/* Findings in the order of their places. The text is rendered for a terminal (see the language reference) and lives
   with the model. */
LGR_API size_t lgr_model_finding_count(const lgr_model *model);
LGR_API const char *lgr_model_finding_text(lgr_model *model, size_t i, bool color);
LGR_API bool lgr_model_finding_is_error(const lgr_model *model, size_t i);

/* What the system is: the object of `lagrangia check --json`, or a text for people ("json", "text"; `color`
   and `width` of the terminal, 0 if unlimited, matter only in the latter). Finds the start
   and ranks; LGR_STATUS_MODEL where that fails (with findings; "json" then writes {"error": ...}). */
LGR_API lgr_status lgr_model_check(lgr_model *model, const char *format, bool color, int width, lgr_sink sink,
                                   void *user);

typedef struct lgr_derive_options {
    const char *form; /* NULL (default): "lagrange"; else one of lgr_derive_form */
    const char *mode; /* NULL (default): "start"; "end"; or an event: what is in force after its first coming */
    bool steps;       /* the derivation too, line by line */
} lgr_derive_options;

/* Writes the equations of motion, simplified: "text" (formulas read back in the model language), "latex" (a document),
   "latex-fragment" (its equations alone), "mathml" (a page of HTML), "json". `color` and `width` matter only in text.
   LGR_STATUS_MODEL where the model is wrong or has no start; LGR_STATUS_USAGE for an unknown format, form or mode:
   lgr_model_usage_error tells. A mode that is not the start's is found by running the model. */
LGR_API lgr_status lgr_model_derive(lgr_model *model, const lgr_derive_options *options, const char *format, bool color,
                                    int width, lgr_sink sink, void *user);
/* Forms and formats of equations, i from 0; NULL after the last. */
LGR_API const char *lgr_derive_form(size_t i);
LGR_API const char *lgr_derive_format(size_t i);

/* What can be said of the system without a long run: the structure as above with why the energy is not kept, conserved
   quantities, equilibria and steady motions with their stability, modes and linear systems. "json" (the object of
   `lagrangia analyze --json`), "text", or "csv" (the matrices of every equilibrium). As lgr_model_check otherwise; it
   is worked out once for a model. */
LGR_API lgr_status lgr_model_analyze(lgr_model *model, const char *format, bool color, int width, lgr_sink sink,
                                     void *user);

typedef struct lgr_run_options {
    double until;         /* s; NaN (default): what the model says, else 10 s */
    double tolerance;     /* relative and absolute error per step, (0, 0.1]; NaN: what the model says, else 1e-9 */
    double first_step;    /* s; 0 (default): chosen */
    double every;         /* s between recorded rows; 0 (default): every step */
    const char *method;   /* NULL (default): what the model says, else "dop853" */
    long max_steps;       /* default 20 000 000 */
    bool keep_trajectory; /* default true: rows for csv and json files */
    bool keep_frames;     /* default false: states for pictures and plots; "html" and "svg" need them */
    const char *csv;      /* NULL (default), or the file beside a report that will hold all rows: a name to show */
    /* Called once a step; true interrupts the run. NULL (default): never. */
    bool (*watch)(void *user, double t, double until, long steps);
    void *user;
} lgr_run_options;

LGR_API lgr_run_options lgr_run_options_default(void);

/* A run and its results; lives at most as long as its model. */
typedef struct lgr_run lgr_run;

/* Runs a model whose status is LGR_STATUS_OK. Never NULL. What is derived and compiled for it stays with the model: the
   same run again is the motion alone. */
LGR_API lgr_run *lgr_run_create(lgr_model *model, const lgr_run_options *options);
LGR_API void lgr_run_destroy(lgr_run *run);
LGR_API lgr_status lgr_run_status(const lgr_run *run);
/* What is wrong with the options (LGR_STATUS_USAGE), else NULL. */
LGR_API const char *lgr_run_usage_error(const lgr_run *run);

/* Repeats a run that came to its end at a tenth of its tolerance (and with half its first step, if one was given), to
   tell how many digits of its numbers hold; whatever is written of the run afterwards says so: "text" in a table,
   "json" under "verify". The watch function of the run is asked again. LGR_STATUS_OK, also where other digits or events
   came out; LGR_STATUS_RUN or _INTERRUPTED if the repetition did not come to its end: the run itself stays as it is.
   For a run that did not come to its end nothing happens, and its own status is returned. */
LGR_API lgr_status lgr_run_verify(lgr_run *run);
/* The digits of the least certain of all final values, event times and reports, 0 to 15, or 16 if all are the same to
   the last bit; values that are zero up to the tolerance do not count. -1 if the run was not repeated to its end. */
LGR_API int lgr_run_verified_digits(const lgr_run *run);
/* Why the repetition failed, rendered for stderr; NULL if it did not. Lives with the run. */
LGR_API const char *lgr_run_verify_trouble(lgr_run *run, bool color);

/* Finds the derivatives of all reports by these parameters, for a run that came to its end: carried along the motion
   and through its events by a run of their own, or by differences of runs where that cannot be; whatever is written of
   the run afterwards tells of it: "text" in a table, "json" under "sensitivity". LGR_STATUS_USAGE, with
   lgr_run_usage_error, for what is no parameter or decides on sizes; LGR_STATUS_INTERRUPTED if the watch function of
   the run says so. For a run that did not come to its end nothing happens, and its own status is returned. */
LGR_API lgr_status lgr_run_differentiate(lgr_run *run, const char *const *params, size_t param_count);
/* d report / d parameter; NaN where it has no value or was not asked for. */
LGR_API double lgr_run_slope(const lgr_run *run, const char *report, const char *param);

/* Puts Hamilton's principle to the test on a run that came to its end: the action along the motion up to the first
   event that changes what is in force, and along neighbours with the same ends; whatever is written of the run
   afterwards tells of it: "text" in a table, "json" under "action". For a run that did not come to its end nothing
   happens, and its own status is returned. */
LGR_API lgr_status lgr_run_check_action(lgr_run *run);
/* The largest first variation met, relative to the integral of the sizes of its terms: 0 but for rounding and the
   tolerance. NaN if it was not tested, or could not be. */
LGR_API double lgr_run_action_variation(const lgr_run *run);

/* Writes results: "json" (the object of `run --json`), "json-series" (the same with the recorded rows under "series"),
   "csv" (one line per recorded row, a header of names), "text" (a summary for people; `color` and `width` of the
   terminal matter only there), "html" (a page that shows the machine moving, complete in itself; see
   lgr_run_format_trouble), "svg" (a figure of the motion). LGR_STATUS_USAGE for an unknown format. */
LGR_API lgr_status lgr_run_write(const lgr_run *run, const char *format, bool color, int width, lgr_sink sink,
                                 void *user);

/* Why this build cannot write the format; NULL if it can. */
LGR_API const char *lgr_run_format_trouble(const char *format);

/* Whether a plot of `what` can be made: names of coordinates, velocities, multipliers, outputs, or kinetic, potential,
   energy and t, with commas between: "theta, phi'". "y over x" plots against another quantity than t. LGR_STATUS_USAGE
   if not: lgr_model_usage_error tells. */
LGR_API lgr_status lgr_model_check_plot(lgr_model *model, const char *what);
/* Plots recorded quantities, smooth with keep_frames, else from row to row: "svg", or "text" for a terminal (`color`
   and `width` matter only there). LGR_STATUS_USAGE for an unknown format, or what lgr_model_check_plot refuses. */
LGR_API lgr_status lgr_run_plot(const lgr_run *run, const char *what, const char *format, bool color, int width,
                                lgr_sink sink, void *user);

/* A run as a film: pictures at even times, 25 a second, in real time unless the film would last longer than 24 s or
   shorter than 4 s. Needs keep_frames. NULL if there is nothing to draw. The run must live as long. */
typedef struct lgr_film lgr_film;
typedef struct lgr_film_info {
    int width, height; /* pixels, both even */
    size_t count;      /* pictures; at most 600 */
    double rate;       /* pictures a second */
    double speed;      /* seconds of the motion in one of the film: 1 is real time */
} lgr_film_info;
LGR_API lgr_film *lgr_film_create(const lgr_run *run);
LGR_API void lgr_film_destroy(lgr_film *film);
LGR_API lgr_film_info lgr_film_about(const lgr_film *film);
/* The i-th picture: rows from the top of three bytes a pixel (red, green, blue). Valid until the next call; asking for
   them in order is fastest. */
LGR_API const unsigned char *lgr_film_picture(lgr_film *film, size_t i);

/* A report's value by name; NaN if it has none (its event never came) or there is no such report. */
LGR_API double lgr_run_report(const lgr_run *run, const char *name);

/* Expectations that do not hold, rendered one message each for stderr; live with the run. */
LGR_API size_t lgr_run_unmet_count(const lgr_run *run);
LGR_API const char *lgr_run_unmet_text(lgr_run *run, size_t i, bool color);

/* A parameter that a study varies, from `low` to `high`: "3 m", "0.5"; a bare number means the parameter's SI unit. */
typedef struct lgr_axis {
    const char *name, *low, *high;
    size_t count; /* values of a grid, both ends among them; 0 for samples */
} lgr_axis;

typedef struct lgr_sweep_options {
    const lgr_axis *axes;
    size_t axis_count;
    const char *sample;      /* NULL (default): "grid", all combinations; else "random" or "sobol" */
    size_t samples;          /* how many, where it is no grid */
    unsigned long long seed; /* default 0; other random designs, or Sobol's shifted */
    size_t shard, shards;    /* default 1 of 1: the part of the designs that this sweep computes */
    int threads;             /* default 0: one for each processor */
    lgr_run_options run;     /* until, tolerance, first_step, method, max_steps; the rest does not matter */
    /* Called now and then with the designs that are done; true interrupts the sweep. NULL (default): never. */
    bool (*watch)(void *user, size_t done, size_t count);
    void *user;
} lgr_sweep_options;

LGR_API lgr_sweep_options lgr_sweep_options_default(void);

/* Many runs of one model with other values of its parameters; lives at most as long as its model, which does not change
   but for warnings about bounds. Threads work on copies of the model: its text is not read again. */
typedef struct lgr_sweep lgr_sweep;

/* Never NULL: what is wrong with the options is its usage error. */
LGR_API lgr_sweep *lgr_sweep_create(lgr_model *model, const lgr_sweep_options *options);
LGR_API void lgr_sweep_destroy(lgr_sweep *sweep);
LGR_API lgr_status lgr_sweep_status(const lgr_sweep *sweep);
LGR_API const char *lgr_sweep_usage_error(const lgr_sweep *sweep);
/* Sixteen hexadecimal digits that tell this sweep from others: text, the tables that it reads, parameters, ranges,
   options, version, shard. Threads are not in it. */
LGR_API const char *lgr_sweep_key(const lgr_sweep *sweep);
/* How many designs it computes, and how many of them are done: the first so many. */
LGR_API size_t lgr_sweep_count(const lgr_sweep *sweep);
LGR_API size_t lgr_sweep_done(const lgr_sweep *sweep);

/* A column of its rows between "design" and "end": a varied parameter or a report. Texts live with the sweep. */
typedef struct lgr_column {
    const char *name, *unit, *label; /* "" for plain numbers; "" where the model gives none */
    bool is_report;
} lgr_column;
LGR_API size_t lgr_sweep_column_count(const lgr_sweep *sweep);
LGR_API lgr_column lgr_sweep_column(const lgr_sweep *sweep, size_t i);
/* The names of the columns, as a line of comma-separated values: "design", parameters, reports, "end", "note". */
LGR_API const char *lgr_sweep_header(const lgr_sweep *sweep);
/* Counts a row of an earlier run of the same sweep as done: its line as it was written, without newline. Rows are to be
   given in order from the first one on, before lgr_sweep_run. False if it is not the row that comes next. */
LGR_API bool lgr_sweep_resume(lgr_sweep *sweep, const char *line, size_t length);
/* The same from the numbers of the row that comes next: its reports (NaN: no value), how it ended and its note. */
LGR_API bool lgr_sweep_resume_values(lgr_sweep *sweep, const double *reports, const char *end, const char *note);
/* Computes what is left. Every row is passed on as one line, in the order of the designs whatever the number of
   threads. LGR_STATUS_OK; _INTERRUPTED by `watch`; _RUN if the sink refused or no thread could be had. A design that
   fails is a row that says so. */
LGR_API lgr_status lgr_sweep_run(lgr_sweep *sweep, lgr_sink row, void *user);
/* Computes the designs from `first` to before `end`, counted from 0 among those of this sweep, and passes their rows on
   without counting them as done. For sharing a sweep among processes: one of them counts the rows of all with
   lgr_sweep_resume. The status is that of lgr_sweep_run. */
LGR_API lgr_status lgr_sweep_compute(lgr_sweep *sweep, size_t first, size_t end, lgr_sink row, void *user);
/* Writes a summary for people: the designs if they are few, and where each report is least and greatest. */
LGR_API lgr_status lgr_sweep_write(const lgr_sweep *sweep, bool color, int width, lgr_sink sink, void *user);

typedef struct lgr_optimize_options {
    const char *report; /* to be made as great as can be, or as small */
    bool minimize;
    const lgr_axis *over; /* `low` and `high` NULL: the bounds that the model gives; counts do not matter */
    size_t over_count;
    const char *const *limits; /* what has to hold, as in `expect`: "peak < 5 kN" */
    size_t limit_count;
    long max_runs;       /* default 20 000 */
    int threads;         /* default 0: one for each processor; the result does not depend on it */
    lgr_run_options run; /* as in lgr_sweep_options */
    /* Called now and then with the runs so far; true interrupts. NULL (default): never. */
    bool (*watch)(void *user, long runs);
    void *user;
} lgr_optimize_options;

LGR_API lgr_optimize_options lgr_optimize_options_default(void);

/* The best design that was found; lives at most as long as its model. */
typedef struct lgr_optimum lgr_optimum;

/* Searches, as lgr_run_create runs: Sobol's points over all bounds, then local searches without derivatives from the
   best of them. Never NULL. Needs NLopt: without it LGR_STATUS_USAGE. */
LGR_API lgr_optimum *lgr_optimum_create(lgr_model *model, const lgr_optimize_options *options);
LGR_API void lgr_optimum_destroy(lgr_optimum *optimum);
/* LGR_STATUS_RUN: no design has a value and keeps the limits, or no thread could be had: lgr_optimum_trouble tells.
   LGR_STATUS_INTERRUPTED: the best so far is there. */
LGR_API lgr_status lgr_optimum_status(const lgr_optimum *optimum);
LGR_API const char *lgr_optimum_usage_error(const lgr_optimum *optimum);
LGR_API const char *lgr_optimum_trouble(const lgr_optimum *optimum); /* NULL: none */
/* The report at the best design, and the i-th parameter there; NaN if there is none. */
LGR_API double lgr_optimum_value(const lgr_optimum *optimum);
LGR_API double lgr_optimum_parameter(const lgr_optimum *optimum, size_t i);
/* "json" or "text". */
LGR_API lgr_status lgr_optimum_write(const lgr_optimum *optimum, const char *format, bool color, int width,
                                     lgr_sink sink, void *user);

/* Steppers: names and one-line descriptions, i from 0; NULL after the last. */
LGR_API const char *lgr_method_name(size_t i);
LGR_API const char *lgr_method_description(size_t i);

/* Optional parts: names of the libraries that a build may use ("SUNDIALS", "LAPACK", "NLopt"), i from 0; NULL after the
   last. *present says whether this build has it. */
LGR_API const char *lgr_version_part(size_t i, bool *present);

/* Codes of findings ("E0107"), i from 0; NULL after the last. */
LGR_API const char *lgr_code_name(size_t i);
/* "unknown name"; NULL for an unknown code. */
LGR_API const char *lgr_code_title(const char *code);
/* What it means, in a paragraph, and where a few lines can show it, a wrong and a mended model; NULL for an unknown
   code. */
LGR_API const char *lgr_explain(const char *code);

#ifdef __cplusplus
}
#endif

#endif
