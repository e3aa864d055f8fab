/* lagrangia run: simulate, write the results, report expectations that do not hold. */
#include <stdlib.h>
#include <string.h>

#include "ffmpeg.h"
#include "outputs.h"

static bool watch(void *user, double t, double until, long steps) {
    progress_show(user, t, until, steps);
    return interrupts_came();
}

/* What belongs to one run on the way to its files. */
typedef struct written_run {
    const settings *s;
    lgr_run *run;
} written_run;

static lgr_status print_plot(const settings *s, const lgr_run *run) {
    fputs(s->quiet ? "" : "\n", stdout);
    return lgr_run_plot(run, s->plot, "text", terminal_has_color(stdout), terminal_width(), file_sink, stdout);
}

/* What goes to stdout: the object, or the summary unless something else is wanted there. */
static lgr_status print_results(const settings *s, const lgr_run *run) {
    const char *format = s->json ? "json" : "text";
    if (!s->json && (s->quiet || outputs_use_stdout(s)))
        return LGR_STATUS_OK;
    return lgr_run_write(run, format, terminal_has_color(stdout), terminal_width(), file_sink, stdout);
}

static void print_unmet(lgr_run *run) {
    for (size_t i = 0; i < lgr_run_unmet_count(run); i++)
        fputs(lgr_run_unmet_text(run, i, terminal_has_color(stderr)), stderr);
}

static lgr_status write_motion(void *of, const output *o, lgr_sink sink, void *user) {
    const written_run *w = of;
    if (w->s->plot && strcmp(o->format, "svg") == 0)
        return lgr_run_plot(w->run, w->s->plot, "svg", false, 0, sink, user);
    if (strcmp(o->format, "film") == 0)
        return film_write(w->run, o->path, o->file.part);
    const char *format = w->s->header_units && strcmp(o->format, "csv") == 0 ? "csv-units" : o->format;
    return lgr_run_write(w->run, format, false, 0, sink, user);
}

/* Everything that was reached is written, also by a run that failed later. */
static int write_all(const settings *s, lgr_run *run, output *outputs, int status) {
    if (!run)
        return status;
    int ended = exit_after(status, print_results(s, run));
    if (status != LGR_STATUS_MODEL && s->plot && !outputs_find(outputs, s->output_count, "svg"))
        ended = exit_after(ended, print_plot(s, run));
    written_run written = {s, run};
    if (status != LGR_STATUS_MODEL)
        ended = exit_after(ended, outputs_write(outputs, s->output_count, write_motion, &written));
    return ended;
}

/* The status after the repetition, if one is wanted: it may fail or be interrupted where the run was not. */
static int verify(const settings *s, lgr_run *run) {
    lgr_status status = lgr_run_status(run);
    if (!s->verify || (status != LGR_STATUS_OK && status != LGR_STATUS_EXPECT))
        return (int)status;
    lgr_status second = lgr_run_verify(run);
    return (int)(second == LGR_STATUS_OK ? status : second);
}

/* What became of the repetition, if it did not come to its end. */
static void print_verify_trouble(lgr_run *run, int status) {
    const char *trouble = lgr_run_verify_trouble(run, terminal_has_color(stderr));
    if (trouble)
        fprintf(stderr, "%slagrangia: the run itself is complete; the repeated run for --verify failed\n", trouble);
    if (status != LGR_STATUS_INTERRUPTED)
        return;
    fputs(lgr_run_status(run) == LGR_STATUS_INTERRUPTED
              ? "lagrangia: interrupted; the results so far are written\n"
              : "lagrangia: interrupted; the run itself is complete, the repeated run for --verify is not\n",
          stderr);
}

/* The status after the slopes, if any are wanted. */
static int differentiate(const settings *s, lgr_run *run, int status) {
    if (!s->by_count || (status != LGR_STATUS_OK && status != LGR_STATUS_EXPECT))
        return status;
    const char **names = calloc(s->by_count, sizeof *names);
    for (size_t i = 0; names && i < s->by_count; i++)
        names[i] = s->axes[i].name;
    lgr_status done = names ? lgr_run_differentiate(run, names, s->by_count) : LGR_STATUS_MEMORY;
    free(names);
    return done == LGR_STATUS_OK ? status : (int)done;
}

/* The csv files of a run, which are written as it goes. */
typedef struct row_files {
    output *outputs;
    size_t count;
} row_files;

static bool is_csv(const output *o) {
    return strcmp(o->format, "csv") == 0;
}

/* One that cannot be written does not hold up the others. */
static bool add_rows(void *user, const char *data, size_t length) {
    const row_files *files = user;
    bool any = false;
    for (size_t i = 0; i < files->count; i++)
        if (is_csv(&files->outputs[i]))
            any = outputs_add(&files->outputs[i], data, length) || any;
    return any;
}

static int simulate(const settings *s, lgr_model *model, output *outputs) {
    progress line = progress_begin();
    lgr_run_options options = s->run;
    options.watch = watch;
    options.user = &line;
    row_files rows = {outputs, s->output_count};
    options.keep_trajectory = outputs_find(outputs, s->output_count, "json-series");
    options.rows = outputs_find(outputs, s->output_count, "csv") ? add_rows : NULL;
    options.rows_user = &rows;
    options.rows_units = s->header_units;
    options.keep_frames = s->plot || outputs_find(outputs, s->output_count, "html") ||
                          outputs_find(outputs, s->output_count, "svg") ||
                          outputs_find(outputs, s->output_count, "film");
    options.csv = outputs_find(outputs, s->output_count, "csv");
    interrupts_listen();
    lgr_run *run = lgr_run_create(model, &options);
    int status = differentiate(s, run, verify(s, run));
    if (s->check_action)
        lgr_run_check_action(run);
    progress_end(&line);
    print_findings(model, 0);
    status = status == LGR_STATUS_USAGE ? usage_error(s->json, "%s", lgr_run_usage_error(run))
                                        : write_all(s, run, outputs, status);
    print_unmet(run);
    print_verify_trouble(run, status);
    lgr_run_destroy(run);
    return status;
}

/* Wrong usage that shows only with the model at hand. */
static bool check_plot(const settings *s, lgr_model *model, const output *outputs) {
    if (!s->plot)
        return true;
    if (lgr_model_check_plot(model, s->plot) == LGR_STATUS_USAGE) {
        usage_error(s->json, "--plot: %s", lgr_model_usage_error(model));
        return false;
    }
    bool shown = !outputs_find(outputs, s->output_count, "svg");
    if (!shown || (!s->json && !outputs_use_stdout(s)))
        return true;
    usage_error(s->json, "%s and --plot both write to stdout: add '-o plot.svg'", s->json ? "--json" : "'-o -'");
    return false;
}

static int run_model(const settings *s, lgr_model *model) {
    output *outputs = outputs_open(s, OUTPUT_MOTION, model);
    if (!outputs)
        return EXIT_USAGE;
    int status = check_plot(s, model, outputs) ? simulate(s, model, outputs) : EXIT_USAGE;
    outputs_close(outputs, s->output_count);
    return status;
}

int command_run(const settings *s) {
    if (s->operand_count > 1)
        return command_plot(s);
    if (s->json && outputs_use_stdout(s))
        return usage_error(true, "--json and '-o -' both write to stdout: name a file");
    return with_model(s, run_model);
}
