/* What a page calls: the public functions with numbers and texts instead of structs and sinks. */
#include <lagrangia/lagrangia.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ENGINE LGR_API
#define IMPORT(name) __attribute__((import_module("lagrangia"), import_name(name)))

/* Seconds of a clock that only goes on; how far a run has come, from time to time; a message about a broken assertion.
 */
IMPORT("now") double engine_import_now(void);
IMPORT("reached") void engine_import_reached(double t, double until);
IMPORT("broken") void engine_import_broken(const char *file, int line, const char *condition);

/* Memory for texts that come in. */
ENGINE void *engine_take(size_t size);
ENGINE void engine_give_back(void *memory);

/* Before everything else. */
ENGINE void engine_begin(void);

/* Every call that follows may take so many seconds, runs are then interrupted; and together they may keep so many
   bytes: what needs more ends as without memory. */
ENGINE void engine_limit(double seconds, double bytes);

/* The text that the last of the functions with a format wrote. */
ENGINE const char *engine_text(void);
ENGINE size_t engine_text_length(void);

ENGINE lgr_model *engine_parse(const char *name, const char *text, size_t length, const lgr_override *overrides,
                               size_t override_count);
/* A field of one finding, parameter, ...: their numbers are those of engine.mjs. */
ENGINE const char *engine_finding_text(const lgr_model *model, size_t i, int field);
ENGINE int engine_finding_place(const lgr_model *model, size_t i, int field);
ENGINE const char *engine_info_text(const lgr_model *model, int kind, size_t i, int field);
ENGINE double engine_info_number(const lgr_model *model, int kind, size_t i, int field);
ENGINE lgr_status engine_check(lgr_model *model, const char *format);
ENGINE lgr_status engine_analyze(lgr_model *model, const char *format);
ENGINE lgr_status engine_draw_mode(lgr_model *model, size_t equilibrium, size_t mode);
ENGINE lgr_status engine_derive(lgr_model *model, const char *format, const char *form, const char *mode, bool steps);

#ifdef ENGINE_EXPORTS
/* The files of lgr_model_export, of each the name and the content, both ended by a zero. */
ENGINE lgr_status engine_export(lgr_model *model, const char *format);
#endif

/* See lgr_model_ask; of a model with errors too. */
ENGINE lgr_status engine_ask(lgr_model *model, const char *what, const char *argument, int line, int character);

/* NaN, 0 or NULL: what the model or the library says. */
ENGINE lgr_run *engine_run(lgr_model *model, double until, double tolerance, double every, const char *method,
                           double max_steps, bool rows, bool frames);
/* Of its steps. */
ENGINE double engine_run_tolerance(lgr_run *run);
/* The value of the i-th report in SI units; NaN where there is none. */
ENGINE double engine_run_report(const lgr_model *model, lgr_run *run, size_t i);
ENGINE lgr_status engine_run_write(lgr_run *run, const char *format);
ENGINE lgr_status engine_run_plot(lgr_run *run, const char *what, const char *format);
ENGINE const char *engine_column_name(lgr_run *run, size_t i);
ENGINE const char *engine_column_unit(lgr_run *run, size_t i);
/* What is drawn of a run that keeps frames, and its numbers; before the others of the run. */
ENGINE lgr_status engine_scene(lgr_run *run);
ENGINE const char *engine_scene_words(void);
ENGINE const double *engine_scene_numbers(void);
ENGINE size_t engine_scene_columns(void);
ENGINE size_t engine_scene_frames(void);
/* All recorded rows, one after the other. */
ENGINE static lgr_scene scene;

lgr_status engine_scene(lgr_run *run) {
    scene = (lgr_scene){.size = sizeof scene};
    return lgr_run_scene(run, &scene);
}

const char *engine_scene_words(void) {
    return scene.words;
}

const double *engine_scene_numbers(void) {
    return scene.numbers;
}

size_t engine_scene_columns(void) {
    return scene.columns;
}

size_t engine_scene_frames(void) {
    return scene.frames;
}

const double *engine_rows(lgr_run *run);

/* Axes as lgr_axis; rows as csv. */
ENGINE lgr_sweep *engine_sweep(lgr_model *model, const lgr_axis *axes, size_t axis_count, const char *sample,
                               size_t samples, double seed, double until, double tolerance);
ENGINE lgr_status engine_sweep_run(lgr_sweep *sweep, size_t first, size_t end);

static struct {
    char *at;
    size_t length, room;
} text;
static double limit = INFINITY, until_when = INFINITY, most_bytes = INFINITY, bytes_in_use;

enum { HEAD = 16 }; /* in front of what is allocated: how much it is */

static void *allocate(void *user, size_t size) {
    (void)user;
    char *at = bytes_in_use + (double)size <= most_bytes ? malloc(size + HEAD) : NULL;
    if (!at)
        return NULL;
    *(size_t *)(void *)at = size;
    bytes_in_use += (double)size;
    return at + HEAD;
}

static void release(void *user, void *memory) {
    char *at = (char *)memory - HEAD;
    (void)user;
    bytes_in_use -= (double)*(size_t *)(void *)at;
    free(at);
}

static void broken(void *user, const char *file, int line, const char *condition) {
    (void)user;
    engine_import_broken(file, line, condition);
}

void engine_begin(void) {
    lgr_library_options o = lgr_library_options_default();
    o.broken = broken;
    o.allocate = allocate;
    o.release = release;
    lgr_library_configure(&o);
}

void *engine_take(size_t size) {
    return malloc(size);
}

void engine_give_back(void *memory) {
    free(memory);
}

void engine_limit(double seconds, double bytes) {
    limit = seconds;
    most_bytes = bytes;
}

/* Texts and clock start anew. */
static void begin_call(void) {
    text.length = 0;
    until_when = isfinite(limit) ? engine_import_now() + limit : INFINITY;
}

static bool add(void *user, const char *data, size_t length) {
    (void)user;
    if (text.length + length > text.room) {
        size_t room = 2 * (text.length + length) + 4096;
        char *at = realloc(text.at, room);
        if (!at)
            return false;
        text.at = at;
        text.room = room;
    }
    memcpy(text.at + text.length, data, length);
    text.length += length;
    return true;
}

const char *engine_text(void) {
    return text.at;
}

size_t engine_text_length(void) {
    return text.length;
}

static bool is_late(void) {
    return isfinite(until_when) && engine_import_now() > until_when;
}

static bool watch_run(void *user, double t, double until, long steps) {
    enum { STEPS_BETWEEN = 256 };
    (void)user;
    if (steps % STEPS_BETWEEN != 0)
        return false;
    engine_import_reached(t, until);
    return is_late();
}

static bool watch_sweep(void *user, size_t done, size_t count) {
    (void)user, (void)done, (void)count;
    return is_late();
}

/* ---- Models ---- */

lgr_model *engine_parse(const char *name, const char *from, size_t length, const lgr_override *overrides,
                        size_t override_count) {
    begin_call();
    return lgr_model_parse(name, from, length, overrides, override_count);
}

const char *engine_finding_text(const lgr_model *model, size_t i, int field) {
    lgr_finding f = {.size = sizeof f};
    if (lgr_model_finding(model, i, &f) != LGR_STATUS_OK)
        return NULL;
    const char *const fields[] = {f.code, f.severity, f.file, f.text, f.note, f.help};
    return fields[field];
}

int engine_finding_place(const lgr_model *model, size_t i, int field) {
    lgr_finding f = {.size = sizeof f};
    if (lgr_model_finding(model, i, &f) != LGR_STATUS_OK)
        return 0;
    const int fields[] = {f.at.line, f.at.column, f.at.length};
    return fields[field];
}

const char *engine_info_text(const lgr_model *model, int kind, size_t i, int field) {
    lgr_info x = {.size = sizeof x};
    if (lgr_model_info(model, (lgr_kind)kind, i, &x) != LGR_STATUS_OK)
        return NULL;
    const char *const fields[] = {x.name, x.role, x.label, x.unit, x.rate_unit};
    return fields[field];
}

double engine_info_number(const lgr_model *model, int kind, size_t i, int field) {
    lgr_info x = {.size = sizeof x};
    if (lgr_model_info(model, (lgr_kind)kind, i, &x) != LGR_STATUS_OK)
        return NAN;
    const double fields[] = {x.value, x.low, x.high, x.at.line, x.at.column, x.at.length};
    return fields[field];
}

lgr_status engine_check(lgr_model *model, const char *format) {
    begin_call();
    return lgr_model_check(model, format, false, 0, add, NULL);
}

lgr_status engine_analyze(lgr_model *model, const char *format) {
    begin_call();
    return lgr_model_analyze(model, format, false, 0, add, NULL);
}

lgr_status engine_draw_mode(lgr_model *model, size_t equilibrium, size_t mode) {
    begin_call();
    return lgr_model_draw_mode(model, equilibrium, mode, add, NULL);
}

lgr_status engine_derive(lgr_model *model, const char *format, const char *form, const char *mode, bool steps) {
    lgr_derive_options o = lgr_derive_options_default();
    begin_call();
    o.form = form;
    o.mode = mode;
    o.steps = steps;
    return lgr_model_derive(model, &o, format, false, 0, add, NULL);
}

#ifdef ENGINE_EXPORTS
static bool add_file(void *user, const char *name, const char *data, size_t length) {
    return add(user, name, strlen(name) + 1) && add(user, data, length) && add(user, "", 1);
}

lgr_status engine_export(lgr_model *model, const char *format) {
    begin_call();
    return lgr_model_export(model, format, NULL, add_file, NULL);
}
#endif

lgr_status engine_ask(lgr_model *model, const char *what, const char *argument, int line, int character) {
    begin_call();
    return lgr_model_ask(model, what, line, character, argument, add, NULL);
}

/* ---- Runs ---- */

lgr_run *engine_run(lgr_model *model, double until, double tolerance, double every, const char *method,
                    double max_steps, bool rows, bool frames) {
    lgr_run_options o = lgr_run_options_default();
    begin_call();
    o.until = until;
    o.tolerance = tolerance;
    o.every = every;
    o.method = method;
    if (max_steps > 0)
        o.max_steps = (long)max_steps;
    o.keep_trajectory = rows;
    o.keep_frames = frames;
    o.watch = watch_run;
    return lgr_run_create(model, &o);
}

double engine_run_tolerance(lgr_run *run) {
    lgr_run_summary s = {.size = sizeof s};
    return lgr_run_summarize(run, &s) == LGR_STATUS_OK ? s.tolerance : NAN;
}

double engine_run_report(const lgr_model *model, lgr_run *run, size_t i) {
    lgr_info x = {.size = sizeof x};
    return lgr_model_info(model, LGR_KIND_REPORT, i, &x) == LGR_STATUS_OK ? lgr_run_report(run, x.name) : NAN;
}

lgr_status engine_run_write(lgr_run *run, const char *format) {
    begin_call();
    return lgr_run_write(run, format, false, 0, add, NULL);
}

lgr_status engine_run_plot(lgr_run *run, const char *what, const char *format) {
    begin_call();
    return lgr_run_plot(run, what, format, false, 0, add, NULL);
}

static lgr_run_column column(lgr_run *run, size_t i) {
    lgr_run_column c = {.size = sizeof c};
    if (lgr_run_column_at(run, i, &c) != LGR_STATUS_OK)
        return (lgr_run_column){.size = sizeof c};
    return c;
}

const char *engine_column_name(lgr_run *run, size_t i) {
    return column(run, i).name;
}

const char *engine_column_unit(lgr_run *run, size_t i) {
    return column(run, i).unit;
}

const double *engine_rows(lgr_run *run) {
    return column(run, 0).values;
}

/* ---- Sweeps ---- */

lgr_sweep *engine_sweep(lgr_model *model, const lgr_axis *axes, size_t axis_count, const char *sample, size_t samples,
                        double seed, double until, double tolerance) {
    lgr_sweep_options o = lgr_sweep_options_default();
    lgr_run_options run = lgr_run_options_default();
    begin_call();
    o.axes = axes;
    o.axis_count = axis_count;
    o.sample = sample;
    o.samples = samples;
    o.seed = (unsigned long long)seed;
    o.threads = 1;
    run.until = until;
    run.tolerance = tolerance;
    o.run = &run;
    o.watch = watch_sweep;
    return lgr_sweep_create(model, &o);
}

lgr_status engine_sweep_run(lgr_sweep *sweep, size_t first, size_t end) {
    begin_call();
    return lgr_sweep_compute(sweep, first, end, add, NULL);
}
