/* The public interface of Lagrangia: read a model, examine its structure, run it, write the results. */
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

/* The version of this header. */
#define LGR_VERSION_MAJOR 0
#define LGR_VERSION_MINOR 1
#define LGR_VERSION_PATCH 0

/* The version of the library: "0.1.0". */
LGR_API const char *lgr_version(void);

/* How an operation ended; the numbers are the exit codes of the tool. Arguments that make no sense (NULL where that is
   not allowed, an index out of range, a call out of order) are LGR_STATUS_USAGE and change nothing; functions without a
   status then return NULL, 0, NaN or false. */
typedef enum lgr_status {
    LGR_STATUS_OK = 0,
    LGR_STATUS_MODEL = 1,        /* the model has an error, or no consistent initial state */
    LGR_STATUS_USAGE = 2,        /* the caller's settings are wrong: an unknown parameter, method or format */
    LGR_STATUS_RUN = 3,          /* the run failed numerically; the results up to there are available */
    LGR_STATUS_EXPECT = 4,       /* an expectation of the model does not hold */
    LGR_STATUS_MEMORY = 5,       /* memory is exhausted, or no thread could be started */
    LGR_STATUS_INTERNAL = 6,     /* an assertion is broken: see lgr_library_options */
    LGR_STATUS_INTERRUPTED = 130 /* the watch function requested it; the results up to there are available */
} lgr_status;

/* Without memory. Functions that make a handle return NULL only if memory is exhausted; the status of a NULL handle is
   LGR_STATUS_MEMORY. Texts are then "memory is exhausted", other results NULL or false. A call that ends so has given
   back all that it took, and its handles can be read, used again and destroyed, with three exceptions: a model whose
   lgr_model_set and a sweep whose rows were broken off keep the status, and a run that lost what it was derived from in
   lgr_run_check_action or while "html" was written can do neither again. */

/* Where the library takes its memory from, and who is told of its own errors: for the whole process. */
typedef struct lgr_library_options {
    size_t size; /* of this struct */
    /* Both or neither (NULL, the default: malloc and free). They are called in every thread that uses the library, also
       in those that sweeps and optimisations start, several at a time, and must not call the library. Memory is aligned
       for any type; NULL if there is none. NLopt, SUNDIALS, LAPACK and the C library take their own memory; machine
       code is in pages of the system. */
    void *(*allocate)(void *user, size_t size);
    void (*release)(void *user, void *memory);                  /* never called with NULL */
    void *(*reallocate)(void *user, void *memory, size_t size); /* may be NULL: this version never reallocates */
    void *user;
    /* Told of a broken assertion: an error of the library itself. NULL (default): it is printed on stderr and the
       process ends by abort(). The function may end the process, the thread or, if it returns, the call, which gives
       back what it took and returns LGR_STATUS_INTERNAL, NULL or false. It must neither jump out of the library nor
       call it. The handles of that call are not to be used any more, not even to be destroyed. */
    void (*broken)(void *user, const char *file, int line, const char *condition);
    void *broken_user;
    /* Bytes that one call may take to derive, analyse and write a model, a run beside its rows, and each thread of a
       study; 0 (default): 256 MB. What needs more is refused by name, with E0109. */
    size_t most_bytes;
} lgr_library_options;

LGR_API void lgr_library_options_init(lgr_library_options *options, size_t size);
static inline lgr_library_options lgr_library_options_default(void) {
    lgr_library_options o;
    lgr_library_options_init(&o, sizeof o);
    return o;
}
/* Before every other function, while no other thread uses the library. LGR_STATUS_USAGE, and nothing changes, if memory
   has been taken already or one of `allocate` and `release` is missing. NULL: the defaults. */
LGR_API lgr_status lgr_library_configure(const lgr_library_options *options);

/* Every struct of options begins with its size, by which the library knows which version of it the caller was compiled
   with. lgr_..._options_default fills it in, as lgr_..._options_init does for other languages; a size of 0, or of a
   version that the library does not know, is LGR_STATUS_USAGE. */

/* Receives pieces of output; returns false to stop the writing. Like every function that is given to the library it
   returns to it, and neither jumps nor throws across. */
typedef bool (*lgr_sink)(void *user, const char *data, size_t length);

/* A model read from text, constant afterwards but for its list of findings and for lgr_model_set. Several threads may
   use it at once; what is made from it, a run, a sweep, belongs to one thread at a time, and a sink must not analyse
   the model that is being written to it. */
typedef struct lgr_model lgr_model;

/* A value for a parameter: "13 ft", "0.5"; a number without a unit is in the unit of the parameter's declaration. */
typedef struct lgr_override {
    const char *name, *value;
} lgr_override;

/* Reads a text (UTF-8, copied). `name` is shown in messages (copied); what the text includes, as 'include "parts.lgr"',
   and its tables are looked for in the folder of this name, if files may be read. Errors are findings of the model, and
   arguments that make no sense give it LGR_STATUS_USAGE. The caller destroys it. */
LGR_API lgr_model *lgr_model_parse(const char *name, const char *text, size_t length, const lgr_override *overrides,
                                   size_t override_count);

enum { LGR_TEXT_LIMIT = 4000000 }; /* bytes; a longer text is refused (E0109) */

/* Which files a text may name, in `table("file.csv", x)` and `include "file.lgr"`: for texts of strangers, see
   SECURITY.md. */
typedef enum lgr_files {
    LGR_FILES_ANY = 0,
    LGR_FILES_FOLDER = 1, /* those in the folder of the model's name and in folders inside it, links followed */
    LGR_FILES_NONE = 2
} lgr_files;

/* Gives the bytes of a file that a text names, in the place of the file system: from memory, an archive, a page in a
   browser. `path` is that of the file as the text has it, behind the folder of the model's name. NULL: there is no such
   file. The bytes are copied before the next call. It is called by lgr_model_parse_with, by whatever reads an input's
   file later, and by lgr_model_file_has_changed, by one thread at a time. */
typedef const char *lgr_read_file(void *user, const char *path, size_t *length);

typedef struct lgr_parse_options {
    size_t size;
    lgr_files files;     /* default: any; `folder` is not looked at where `read` is given */
    lgr_read_file *read; /* default: NULL, the file system */
    void *user;          /* passed to `read`; lives as long as the model */
} lgr_parse_options;

LGR_API void lgr_parse_options_init(lgr_parse_options *options, size_t size);
static inline lgr_parse_options lgr_parse_options_default(void) {
    lgr_parse_options o;
    lgr_parse_options_init(&o, sizeof o);
    return o;
}
/* The same with options. A file that is not allowed is a finding (E0115). */
LGR_API lgr_model *lgr_model_parse_with(const char *name, const char *text, size_t length,
                                        const lgr_override *overrides, size_t override_count,
                                        const lgr_parse_options *options);
/* The path of the i-th file that was read because the text names it, from 0; NULL after the last. Each is read once:
   what is made from the model later is of the same bytes. Lives as long as the model. */
LGR_API const char *lgr_model_file(const lgr_model *model, size_t i);
/* Whether that file has other bytes now. */
LGR_API bool lgr_model_file_has_changed(const lgr_model *model, size_t i);
LGR_API void lgr_model_destroy(lgr_model *model);

/* LGR_STATUS_OK, _MODEL (see the findings), or _USAGE (an override is wrong: see lgr_model_usage_error). */
LGR_API lgr_status lgr_model_status(const lgr_model *model);
/* Describes the error of the last call that returned LGR_STATUS_USAGE; NULL if none did. Lives as long as the model. */
LGR_API const char *lgr_model_usage_error(const lgr_model *model);
LGR_API const char *lgr_model_name(const lgr_model *model); /* "" if the text gives none */
LGR_API const char *lgr_model_text(const lgr_model *model, size_t *length);

/* Findings in the order of their places in the text; later ones may come between. The string is rendered for a terminal
   and lives as long as the model; NULL for an index out of range. The parts of a finding: lgr_model_finding. */
LGR_API size_t lgr_model_finding_count(const lgr_model *model);
LGR_API const char *lgr_model_finding_text(const lgr_model *model, size_t i, bool color);
LGR_API bool lgr_model_finding_is_error(const lgr_model *model, size_t i);

/* Writes the classification of the system as "json" (the object of `lagrangia check --json`) or "text". `color` and
   `width` of the terminal (0 if unlimited) apply to text only. Computes the initial state and ranks; LGR_STATUS_MODEL
   if that fails (with findings; "json" then writes {"error": ...}). */
LGR_API lgr_status lgr_model_check(lgr_model *model, const char *format, bool color, int width, lgr_sink sink,
                                   void *user);

typedef struct lgr_derive_options {
    size_t size;      /* of this struct */
    const char *form; /* NULL (default): "lagrange"; else one of lgr_derive_form */
    const char *mode; /* NULL (default): "start"; "end"; or an event: the equations after its first occurrence */
    bool steps;       /* the derivation too, line by line */
    const char *at;   /* of the form "linear": about this state, "theta = 180 deg, theta' = 0", and values may contain
                         parameters; NULL (default): about that of the mode */
} lgr_derive_options;

LGR_API void lgr_derive_options_init(lgr_derive_options *options, size_t size);
static inline lgr_derive_options lgr_derive_options_default(void) {
    lgr_derive_options o;
    lgr_derive_options_init(&o, sizeof o);
    return o;
}

/* Writes the equations of motion, simplified: "text" (formulas can be read back in the model language), "latex" (a
   document), "latex-fragment" (its equations alone), "mathml" (a page of HTML), "json". `color` and `width` apply to
   text only. LGR_STATUS_MODEL if the model has an error or no initial state; LGR_STATUS_USAGE for an unknown format,
   form or mode: see lgr_model_usage_error. A mode other than that of the start is found by running the model. NULL for
   the options: the defaults. */
LGR_API lgr_status lgr_model_derive(lgr_model *model, const lgr_derive_options *options, const char *format, bool color,
                                    int width, lgr_sink sink, void *user);
/* Writes a page of HTML for people who study the model: the derivation step by step in the form and mode of the
   options, small motions, conserved quantities, equilibria, and the machine as it moves. `page`: a page with places for
   all this, as `make studio` makes one whose parameters can be changed by sliders; NULL: the one in the library, of
   which nothing can be changed. Otherwise as lgr_model_derive; LGR_STATUS_USAGE where the library was built without the
   page. */
LGR_API lgr_status lgr_model_notebook(lgr_model *model, const lgr_derive_options *options, const char *page,
                                      lgr_sink sink, void *user);

typedef struct lgr_export_options {
    size_t size;      /* of this struct: set by lgr_export_options_default */
    bool single;      /* float in place of double */
    int fmi;          /* of an FMU: version 2 or 3 of the interface; 2 */
    const char *mode; /* of exported equations: the event after which they hold, "start" or "end"; NULL: start */
} lgr_export_options;

LGR_API void lgr_export_options_init(lgr_export_options *options, size_t size);
static inline lgr_export_options lgr_export_options_default(void) {
    lgr_export_options o;
    lgr_export_options_init(&o, sizeof o);
    return o;
}

/* Receives a file whole; false to stop. */
typedef bool (*lgr_file_sink)(void *user, const char *name, const char *data, size_t length);

/* Writes the model as a program for others, as one or more files: "c" (C99 that needs no library), "fmu" (what an FMU
   for model exchange and co-simulation contains, names with '/' in folders: to be packed as zip, with a compiled
   binary or without); the equations of one mode as one file: "octave", "julia", "sympy" (functions), "latex" (a
   document with their derivation). LGR_STATUS_MODEL if the model has an error or no initial state, or what cannot be
   exported; LGR_STATUS_USAGE for an unknown format; LGR_STATUS_RUN if the sink stopped it. NULL for the options: the
   defaults. */
LGR_API lgr_status lgr_model_export(lgr_model *model, const char *format, const lgr_export_options *options,
                                    lgr_file_sink sink, void *user);
LGR_API const char *lgr_export_format(size_t i); /* NULL after the last */
/* Forms and formats of equations, i from 0; NULL after the last. */
LGR_API const char *lgr_derive_form(size_t i);
LGR_API const char *lgr_derive_format(size_t i);

/* Writes properties of the system that need no long run: the structure as above with the reasons why the energy is not
   conserved, conserved quantities, equilibria and steady motions with their stability, modes and linear systems, as
   "json" (the object of `lagrangia analyze --json`), "text", "html" (the text as a page) or "csv" (the matrices of
   every equilibrium). Otherwise as lgr_model_check; computed once for a model. */
LGR_API lgr_status lgr_model_analyze(lgr_model *model, const char *format, bool color, int width, lgr_sink sink,
                                     void *user);

/* Writes what is drawn of the machine as it swings, decays or grows in one mode of an equilibrium or steady motion, both
   counted from 0 as lgr_model_analyze tells them, as JSON: {"time": [...], "shapes": [...]}. The time counts swings (two
   for a mode that does not swing); displacements are as large as can be seen well. LGR_STATUS_USAGE if there is no such
   mode; else as lgr_model_analyze. */
LGR_API lgr_status lgr_model_draw_mode(lgr_model *model, size_t equilibrium, size_t mode, lgr_sink sink, void *user);

struct lgr_axis;
typedef struct lgr_linear_options {
    size_t size; /* of this struct */
    /* The state: NULL (default) or "start", where the model starts; "theta = 30 deg, theta' = 0" moves that start, and
       what is not named gives way so that constraints hold; "rest", alone or before such values: the equilibrium near
       it, as lgr_dynamics_balance finds it, followed where a parameter varies; "equilibria", where a parameter varies:
       all that a search finds, followed through folds and onto branches that cross them. */
    const char *at;
    /* NULL (default): none; else eigenvalues for `count` values of this parameter; "t": the matrices along the run,
       and as "svg" and "html" their eigenvalues. */
    const struct lgr_axis *vary;
    /* NULL (default): none; "INPUT -> OUTPUT": the frequency response from a declared input, or a force on the
       coordinate of that name, to an output or a state. Not with `vary`; "csv" and pictures are then of it. */
    const char *response;
    /* NULL (default): none; with `vary` of a speed in rad/s, multiples of it, "1, 2": where frequencies of small
       motions are these multiples (a Campbell diagram: critical speeds). Not with "equilibria". */
    const char *orders;
    /* false (default); true: the periodic motion near the motion from that state, by shooting, with its Floquet
       multipliers; "csv" has the multipliers, "svg" and "html" show them. With `vary` those over a parameter, with
       where stability changes. Not with `response`. */
    bool periodic;
    /* NULL (default): that of what depends on time, or found; else a time, "2*pi/W": the period of a machine that is
       driven, or about that of one that nothing drives. */
    const char *period;
    /* 0 (default): none; else the mode of the equilibrium near that state, counted from 1 as that lists them, whose
       periodic motions are followed over "energy", which `vary` names: a nonlinear normal mode. */
    int mode;
} lgr_linear_options;

LGR_API void lgr_linear_options_init(lgr_linear_options *options, size_t size);
static inline lgr_linear_options lgr_linear_options_default(void) {
    lgr_linear_options o;
    lgr_linear_options_init(&o, sizeof o);
    return o;
}

/* Writes the equations linearised about a state, M x'' + C x' + K x + A^T lambda = B u, with state-space matrices and
   modes; or eigenvalues over a parameter, followed by continuity, with the values where stability changes: "json",
   "text", "csv", "svg" or "html" (the machine in each mode, in html moving; over a parameter the eigenvalues); or
   "ppm": the machine in each mode as pictures of a film, 25 a second, one after the other. NULL for the options: the
   defaults. LGR_STATUS_RUN if there is no linear system there, or the sink stopped it; LGR_STATUS_USAGE, see
   lgr_model_usage_error; else as lgr_model_check.
 */
LGR_API lgr_status lgr_model_linearize(lgr_model *model, const lgr_linear_options *options, const char *format,
                                       bool color, int width, lgr_sink sink, void *user);

struct lgr_force; /* dynamics.h */
typedef struct lgr_run_options {
    size_t size;        /* of this struct */
    double until;       /* s; NaN (default): what the model says, else 10 s */
    double tolerance;   /* error per step relative to the extent of the motion, (0, 0.1]; NaN: what the model says, else
                           1e-9 */
    double first_step;  /* s; 0 (default): chosen automatically */
    double every;       /* s between recorded rows; 0 (default): every step */
    const char *method; /* NULL (default): what the model says, else "dop853" */
    long max_steps;     /* default 20 000 000 */
    bool keep_trajectory; /* default true: rows for csv and json files; a run of more than 2 GiB of them fails */
    /* Takes the rows as csv while the run goes on, whether they are kept or not: their number is then not limited. Is
       not called again once it returned false. NULL (default): nobody does. */
    lgr_sink rows;
    void *rows_user;
    bool rows_units;  /* default false: their header with units, as "csv-units" */
    bool keep_frames; /* default false: states for pictures and plots; "html" and "svg" need them */
    const char *csv;  /* NULL (default), or the name, shown in a report, of the file that will hold all rows */
    /* Called once a step; returns true to interrupt the run. NULL (default): never called. */
    bool (*watch)(void *user, double t, double until, long steps);
    void *user;
    /* Forces of the caller's own (copied), part of the equations and of the energy balance. As smooth as possible: the
       method does not know where they bend. Derivatives of reports, the action, sweeps, optima and the method
       "variational" are refused with them. NULL and 0 (default): none. */
    const struct lgr_force *forces;
    size_t force_count;
} lgr_run_options;

LGR_API void lgr_run_options_init(lgr_run_options *options, size_t size);
static inline lgr_run_options lgr_run_options_default(void) {
    lgr_run_options o;
    lgr_run_options_init(&o, sizeof o);
    return o;
}

/* A run and its results; lives at most as long as its model. */
typedef struct lgr_run lgr_run;

/* Runs a model whose status is LGR_STATUS_OK; NULL for the options: the defaults. Derived and compiled
   equations stay with the model, so that a second run costs the motion alone. */
LGR_API lgr_run *lgr_run_create(lgr_model *model, const lgr_run_options *options);
LGR_API void lgr_run_destroy(lgr_run *run);
LGR_API lgr_status lgr_run_status(const lgr_run *run);
/* What is wrong with the options (LGR_STATUS_USAGE), else NULL. */
LGR_API const char *lgr_run_usage_error(const lgr_run *run);

/* Repeats a completed run at a tenth of its tolerance (and with half its first step, if one was given), to determine
   how many digits of its results agree. Anything written of the run afterwards includes this: "text" in a table, "json"
   under "verify". The watch function of the run is called again. LGR_STATUS_OK, also if digits or events differ;
   LGR_STATUS_RUN or _INTERRUPTED if the repeated run was not completed: the run itself stays as it is. For a run that
   was not completed nothing happens, and its own status is returned. */
LGR_API lgr_status lgr_run_verify(lgr_run *run);
/* The fewest digits on which the two runs agree, over all final values, event times and reports: 0 to 15, or 16 if all
   are identical; values that are zero up to the tolerance do not count. -1 if the repeated run was not completed. */
LGR_API int lgr_run_verified_digits(const lgr_run *run);
/* Why the repeated run failed, rendered for stderr; NULL if it did not. Lives as long as the run. */
LGR_API const char *lgr_run_verify_trouble(lgr_run *run, bool color);

/* Computes the derivatives of all reports of a completed run with respect to these parameters, by integrating
   sensitivities along the motion and through its events in a run of their own, or by finite differences where that is
   not possible. Anything written of the run afterwards includes them: "text" in a table, "json" under "sensitivity".
   LGR_STATUS_USAGE, with lgr_run_usage_error, for a name that is not a parameter or a parameter that is structural;
   LGR_STATUS_INTERRUPTED if the watch function requests it. For a run that was not completed nothing happens, and its
   own status is returned. */
LGR_API lgr_status lgr_run_differentiate(lgr_run *run, const char *const *params, size_t param_count);
/* d report / d parameter; NaN if it has no value or was not requested. */
LGR_API double lgr_run_slope(const lgr_run *run, const char *report, const char *param);

/* Tests Hamilton's principle on a completed run: computes the action along the motion up to the first event that
   changes the mode, and along neighbouring paths with the same end points. Anything written of the run afterwards
   includes it: "text" in a table, "json" under "action". For a run that was not completed nothing happens, and its own
   status is returned. */
LGR_API lgr_status lgr_run_check_action(lgr_run *run);
/* The largest first variation, relative to the integral of the absolute values of its terms: 0 except for rounding and
   the tolerance. NaN if it was not or could not be tested. */
LGR_API double lgr_run_action_variation(const lgr_run *run);

/* Writes results: "json" (the object of `run --json`), "json-series" (the same with the recorded rows under "series"),
   "csv" (a header of names and one line per recorded row), "text" (a summary; `color` and `width` of the terminal apply
   to it only), "html" (a self-contained page with an animation; see lgr_run_format_trouble), "svg" (a figure of the
   motion). LGR_STATUS_USAGE for an unknown format. */
LGR_API lgr_status lgr_run_write(const lgr_run *run, const char *format, bool color, int width, lgr_sink sink,
                                 void *user);

/* Why this build cannot write the format; NULL if it can. */
LGR_API const char *lgr_run_format_trouble(const char *format);

/* Checks whether `what` can be plotted: names of coordinates, velocities, multipliers, outputs, or kinetic, potential,
   energy and t, separated by commas: "theta, phi'". "y over x" plots over another quantity than t. LGR_STATUS_USAGE if
   not: see lgr_model_usage_error. */
LGR_API lgr_status lgr_model_check_plot(lgr_model *model, const char *what);
/* Plots recorded quantities, smoothly with keep_frames, else from row to row, as "svg", or "text" for a terminal
   (`color` and `width` apply to it only). LGR_STATUS_USAGE for an unknown format, or if lgr_model_check_plot refuses
   `what`. */
LGR_API lgr_status lgr_run_plot(const lgr_run *run, const char *what, const char *format, bool color, int width,
                                lgr_sink sink, void *user);

/* A run as a film: pictures at equal intervals, 25 a second, in real time unless the film would be longer than 24 s or
   shorter than 4 s; the picture of a run of no length (until 0) shows no clock. Needs keep_frames. Without pictures if
   there is nothing to draw. The run must outlive the film. */
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
/* The i-th picture: rows from the top, three bytes a pixel (red, green, blue). Valid until the next call; fastest if
   requested in order. */
LGR_API const unsigned char *lgr_film_picture(lgr_film *film, size_t i);

/* A report's value by name; NaN if it has none (its event did not occur) or there is no such report. */
LGR_API double lgr_run_report(const lgr_run *run, const char *name);

/* Expectations that do not hold, each rendered as a message for stderr; live as long as the run. */
LGR_API size_t lgr_run_unmet_count(const lgr_run *run);
LGR_API const char *lgr_run_unmet_text(lgr_run *run, size_t i, bool color);

/* A parameter that a study varies from `low` to `high`: "3 m", "0.5"; a number without a unit is in the unit of
   the parameter's declaration. */
typedef struct lgr_axis {
    const char *name, *low, *high;
    size_t count; /* values of a grid, both ends included; 0 for samples */
} lgr_axis;

typedef struct lgr_sweep_options {
    size_t size; /* of this struct */
    const lgr_axis *axes;
    size_t axis_count;
    /* NULL (default): "grid", all combinations; else "random" or "sobol", or "normal": of each axis `low` is the mean
       (NULL: the present value) and `high` the standard deviation, "5 mm" or "1%" of the mean. */
    const char *sample;
    size_t samples;             /* number of samples, unless it is a grid */
    unsigned long long seed;    /* default 0; selects other random designs, or shifts the Sobol sequence */
    size_t shard, shards;       /* default 1 of 1: the part of the designs that this sweep computes */
    int threads;                /* default 0: one per processor */
    const lgr_run_options *run; /* until, tolerance, first_step, method, max_steps; the rest is ignored. NULL (default):
                                   the defaults */
    /* Called from time to time with the number of designs done; returns true to interrupt. NULL (default): never
       called. */
    bool (*watch)(void *user, size_t done, size_t count);
    void *user;
    const char *const *limits; /* constraints, as in `expect`: "peak < 5 kN". Rows have a column "kept", 1 or 0, behind
                                  the reports, and the summary says how many designs keep all of them */
    size_t limit_count;
    bool keep_designs; /* for lgr_sweep_write_page; at most 100 000 */
} lgr_sweep_options;

LGR_API void lgr_sweep_options_init(lgr_sweep_options *options, size_t size);
static inline lgr_sweep_options lgr_sweep_options_default(void) {
    lgr_sweep_options o;
    lgr_sweep_options_init(&o, sizeof o);
    return o;
}

/* Many runs of one model with different values of its parameters. Lives at most as long as its model, which does not
   change except for warnings about bounds. Threads work on copies of the model: its text is not read again. */
typedef struct lgr_sweep lgr_sweep;

/* Errors in the options are reported by lgr_sweep_usage_error. */
LGR_API lgr_sweep *lgr_sweep_create(lgr_model *model, const lgr_sweep_options *options);
LGR_API void lgr_sweep_destroy(lgr_sweep *sweep);
LGR_API lgr_status lgr_sweep_status(const lgr_sweep *sweep);
LGR_API const char *lgr_sweep_usage_error(const lgr_sweep *sweep);
/* Sixteen hexadecimal digits that identify this sweep by its text, tables, parameters, ranges, options, version and
   shard, but not by its threads. */
LGR_API const char *lgr_sweep_key(const lgr_sweep *sweep);
/* The number of designs that it computes, and how many of them, counted from the first, are done. */
LGR_API size_t lgr_sweep_count(const lgr_sweep *sweep);
LGR_API size_t lgr_sweep_done(const lgr_sweep *sweep);

/* A column of its rows between "design" and "end": a varied parameter or a report. Strings live as long as the
   sweep. */
typedef struct lgr_column {
    const char *name, *unit, *label; /* unit is "" if dimensionless; label is "" if the model gives none */
    bool is_report;
} lgr_column;
LGR_API size_t lgr_sweep_column_count(const lgr_sweep *sweep);
LGR_API lgr_column lgr_sweep_column(const lgr_sweep *sweep, size_t i);
/* The names of the columns as a line of csv: "design", parameters, reports, "end", "note". */
LGR_API const char *lgr_sweep_header(const lgr_sweep *sweep);
/* Counts a row of an interrupted run of the same sweep as done; `line` is as it was written, without newline. Rows must
   be given in order, from the first, before lgr_sweep_run. False if it is not the next row. */
LGR_API bool lgr_sweep_resume(lgr_sweep *sweep, const char *line, size_t length);
/* The same from the values of the next row: its reports (NaN: no value), how it ended and its note. */
LGR_API bool lgr_sweep_resume_values(lgr_sweep *sweep, const double *reports, const char *end, const char *note);
/* Computes the remaining designs. Each row is passed on as one line, in the order of the designs, whatever the number
   of threads. LGR_STATUS_OK; _INTERRUPTED by `watch`; _RUN if the sink refused. A design that fails has a
   row that says so. */
LGR_API lgr_status lgr_sweep_run(lgr_sweep *sweep, lgr_sink row, void *user);
/* Computes the designs from `first` up to but not including `end`, counted from 0 within this sweep, and passes their
   rows on without counting them as done. For sharing a sweep among processes: one of them counts the rows of all with
   lgr_sweep_resume. The status is that of lgr_sweep_run. */
LGR_API lgr_status lgr_sweep_compute(lgr_sweep *sweep, size_t first, size_t end, lgr_sink row, void *user);
/* Writes a summary: the designs if they are few, and the minimum and maximum of each report. */
LGR_API lgr_status lgr_sweep_write(const lgr_sweep *sweep, bool color, int width, lgr_sink sink, void *user);

/* What is to be made great or small. */
typedef struct lgr_goal {
    const char *report;
    bool minimize;
} lgr_goal;

/* Writes a page for browsers with all designs (keep_designs) and the motion of the best one. NULL: the first report is
   to be great. LGR_STATUS_USAGE: there is no such report, or no such page in this build (lgr_run_format_trouble). */
LGR_API lgr_status lgr_sweep_write_page(const lgr_sweep *sweep, const lgr_goal *goal, lgr_sink sink, void *user);

typedef struct lgr_optimize_options {
    size_t size;        /* of this struct */
    const char *report; /* the objective, maximized unless `minimize` */
    bool minimize;
    const lgr_axis *over; /* `low` and `high` NULL: the bounds that the model gives; counts are ignored */
    size_t over_count;
    const char *const *limits; /* constraints, as in `expect`: "peak < 5 kN" */
    size_t limit_count;
    long max_runs;              /* default 20 000 */
    int threads;                /* default 0: one per processor; the result does not depend on it */
    const lgr_run_options *run; /* as in lgr_sweep_options */
    /* Called from time to time with the number of runs so far; returns true to interrupt. NULL (default): never
       called. */
    bool (*watch)(void *user, long runs);
    void *user;
    /* Parameters that scatter when machines are built: of each `low` is NULL and `high` the standard deviation, "5 mm"
       or "1%" of the value. Each design then stands for `machines` of them (default 64, the same deviations for every
       design): what counts is the mean of the report less `deviations` (default 2) standard deviations, more where it
       is to be small, and limits are to be kept by the mean with as many deviations. */
    const lgr_axis *scatter;
    size_t scatter_count, machines;
    double deviations;
} lgr_optimize_options;

LGR_API void lgr_optimize_options_init(lgr_optimize_options *options, size_t size);
static inline lgr_optimize_options lgr_optimize_options_default(void) {
    lgr_optimize_options o;
    lgr_optimize_options_init(&o, sizeof o);
    return o;
}

/* The best design found; lives at most as long as its model. */
typedef struct lgr_optimum lgr_optimum;

/* Multistart optimisation: evaluates points of the Sobol sequence within the bounds, then runs local searches from the
   best of them. Needs NLopt: LGR_STATUS_USAGE without it. */
LGR_API lgr_optimum *lgr_optimum_create(lgr_model *model, const lgr_optimize_options *options);
LGR_API void lgr_optimum_destroy(lgr_optimum *optimum);
/* LGR_STATUS_RUN: no design has a value and satisfies the constraints: see lgr_optimum_trouble. LGR_STATUS_INTERRUPTED:
 * the best design so far is available. */
LGR_API lgr_status lgr_optimum_status(const lgr_optimum *optimum);
LGR_API const char *lgr_optimum_usage_error(const lgr_optimum *optimum);
LGR_API const char *lgr_optimum_trouble(const lgr_optimum *optimum); /* NULL: none */
/* The report at the best design, and the i-th parameter there; NaN if there is none. */
LGR_API double lgr_optimum_value(const lgr_optimum *optimum);
LGR_API double lgr_optimum_parameter(const lgr_optimum *optimum, size_t i);
/* "json" or "text", or "html": a page with all samples and the motion of the best design. */
LGR_API lgr_status lgr_optimum_write(const lgr_optimum *optimum, const char *format, bool color, int width,
                                     lgr_sink sink, void *user);

/* Integration methods: names and one-line descriptions, i from 0; NULL after the last. */
LGR_API const char *lgr_method_name(size_t i);
LGR_API const char *lgr_method_description(size_t i);

/* Numbers as text, in the locale "C" whatever locale the program has chosen, as everything that this library reads and
   writes. The decimal at the start of the text, correctly rounded; *end (may be NULL) is what follows it, the text
   itself if there is none. */
LGR_API double lgr_number_read(const char *text, const char **end);
enum { LGR_NUMBER_ROOM = 32 }; /* bytes */
/* Writes x with so many significant digits, 1 to 17; with 0 the fewest that read back exactly. Returns the length,
   without the terminating zero. What is not finite becomes "nan", "inf" or "-inf". */
LGR_API size_t lgr_number_write(double x, int digits, char out[LGR_NUMBER_ROOM]);

/* Optional libraries that a build may use ("SUNDIALS", "LAPACK", "NLopt"), i from 0; NULL after the last. *present says
   whether this build has it and it can be loaded. */
LGR_API const char *lgr_version_part(size_t i, bool *present);

/* Codes of findings ("E0107"), i from 0; NULL after the last. */
LGR_API const char *lgr_code_name(size_t i);
/* "unknown name"; NULL for an unknown code. */
LGR_API const char *lgr_code_title(const char *code);
/* Its explanation: a paragraph and, for most codes, a wrong and a corrected model; NULL for an unknown code. */
LGR_API const char *lgr_explain(const char *code);

/* Texts of components that models include by name, as in 'include <joints>': the names, i from 0; NULL after the last.
 */
LGR_API const char *lgr_component_file(size_t i);
/* The text of one, in the model language; NULL for an unknown name. */
LGR_API const char *lgr_component_text(const char *name);

#ifdef __cplusplus
}
#endif

#include "lagrangia/compare.h"
#include "lagrangia/dynamics.h"
#include "lagrangia/fit.h"
#include "lagrangia/front.h"
#include "lagrangia/info.h"
#include "lagrangia/language.h"
#include "lagrangia/results.h"
#include "lagrangia/stepper.h"

#endif
