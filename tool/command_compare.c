/* lagrangia compare: runs of several models, or of one with different parameters, side by side. */
#include <stdlib.h>
#include <string.h>

#include "outputs.h"

/* All runs. The models live in calls within calls, so that each is there until everything is written. */
typedef struct comparison {
    settings s; /* of the run at hand: with its model and its values */
    const settings *given;
    lgr_compared *runs;
    size_t count;
    int status;       /* the worst of the runs */
    bool on_terminal; /* curves are drawn there, where no file takes them */
    progress line;
} comparison;

static int add_run(comparison *c);

static bool watch(void *user, double t, double until, long steps) {
    progress_show(user, t, until, steps);
    return interrupts_came();
}

static lgr_status write_file(void *of, const output *o, lgr_sink sink, void *user) {
    const comparison *c = of;
    return lgr_compare_write(c->runs, c->count, c->given->plot, o->format, false, 0, sink, user);
}

static bool wants_to_draw(const output *outputs, size_t count) {
    return outputs_find(outputs, count, "svg") || outputs_find(outputs, count, "html");
}

static lgr_status print(const comparison *c, const char *format) {
    return lgr_compare_write(c->runs, c->count, c->given->plot, format, terminal_has_color(stdout), terminal_width(),
                             file_sink, stdout);
}

static int write_all(comparison *c, output *outputs) {
    const settings *s = c->given;
    int status = c->status;
    if (s->json || (!s->quiet && !outputs_use_stdout(s)))
        status = exit_after(status, print(c, s->json ? "json" : "text"));
    if (c->on_terminal && !wants_to_draw(outputs, s->output_count))
        status = exit_after(status, print(c, "plot"));
    return exit_after(status, outputs_write(outputs, s->output_count, write_file, c));
}

/* Everything has run. */
static int finish(comparison *c, const lgr_model *model) {
    const settings *s = c->given;
    output *outputs = outputs_open(s, OUTPUT_COMPARISON, model);
    if (!outputs)
        return EXIT_USAGE;
    int status = EXIT_USAGE;
    const bool drawn = wants_to_draw(outputs, s->output_count);
    if (s->plot && !drawn && !c->on_terminal)
        usage_error(s->json, "--plot draws into a file: add '-o plot.svg' or '-o page.html'");
    else if (c->on_terminal && !drawn && (s->json || outputs_use_stdout(s)))
        usage_error(s->json, "%s and --plot both write to stdout: add '-o plot.svg'", s->json ? "--json" : "'-o -'");
    else
        status = write_all(c, outputs);
    outputs_close(outputs, s->output_count);
    return status;
}

static int simulate(const settings *own, lgr_model *model) {
    comparison *c = (comparison *)own; /* its first member */
    lgr_run_options options = own->run;
    options.watch = watch;
    options.user = &c->line;
    options.keep_frames = c->given->output_count > 0 || c->on_terminal;
    for (size_t i = 0; i < own->output_count; i++)
        if (strcmp(own->outputs[i], "-") != 0 && outputs_would_overwrite(own, model, own->outputs[i]))
            return EXIT_USAGE;
    if (own->plot && lgr_model_check_plot(model, own->plot) == LGR_STATUS_USAGE)
        return usage_error(own->json, "--plot: %s: %s", own->operands[0], lgr_model_usage_error(model));
    lgr_run *run = lgr_run_create(model, &options);
    const int status = (int)lgr_run_status(run);
    progress_end(&c->line);
    print_findings(model, 0);
    c->runs[c->count++].run = run;
    if (status == LGR_STATUS_USAGE)
        usage_error(own->json, "%s", lgr_run_usage_error(run));
    if (status != LGR_STATUS_EXPECT) /* what a model expects holds for its own values */
        c->status = status > c->status ? status : c->status;
    const bool stop = status == LGR_STATUS_USAGE || status == LGR_STATUS_MODEL || status == LGR_STATUS_INTERRUPTED ||
                      status == LGR_STATUS_MEMORY;
    int end = status;
    if (!stop)
        end = c->count < c->given->operand_count ? add_run(c) : finish(c, model);
    lgr_run_destroy(run);
    return end;
}

/* The run of the next operand, and all that follow. */
static int add_run(comparison *c) {
    const settings *s = c->given;
    const char *operand = s->operands[c->count], *slash = strrchr(operand, '/');
    char *path = calloc(strlen(operand) + 1, 1);
    size_t count = 0;
    if (!path)
        return LGR_STATUS_MEMORY;
    char *values = sets_find(strcpy(path, operand));
    lgr_override *own = values ? sets_read(values + 1, &count) : NULL;
    lgr_override *all = calloc(s->override_count + count + 1, sizeof *all);
    int status = LGR_STATUS_MEMORY;
    if (values && !own)
        status = usage_error(s->json, "'%s' is not MODEL:NAME=VALUE,...", operand);
    else if (all) {
        for (size_t i = 0; i < s->override_count + count; i++)
            all[i] = i < s->override_count ? s->overrides[i] : own[i - s->override_count];
        if (values)
            *values = '\0';
        const char *const operands[] = {path, NULL};
        c->s = *s;
        c->s.operands = (const char **)operands;
        c->s.overrides = all;
        c->s.override_count = s->override_count + count;
        c->runs[c->count].name = slash ? slash + 1 : operand;
        status = with_model(&c->s, simulate);
    }
    free(all);
    free(own);
    free(path);
    return status;
}

static int compare(const settings *s, bool on_terminal) {
    if (s->json && outputs_use_stdout(s))
        return usage_error(true, "--json and '-o -' both write to stdout: name a file");
    if (s->operand_count > 100)
        return usage_error(s->json, "at most 100 runs can be compared");
    comparison c = {.given = s,
                    .runs = calloc(s->operand_count, sizeof *c.runs),
                    .line = progress_begin(),
                    .on_terminal = on_terminal};
    interrupts_listen();
    const int status = c.runs ? add_run(&c) : LGR_STATUS_MEMORY;
    free(c.runs);
    return status;
}

int command_compare(const settings *s) {
    if (s->operand_count < 2)
        return usage_error(s->json, "there is nothing to compare with: name a second model, or the same with other "
                                    "values, as in 'model.lgr:l=2'");
    return compare(s, false);
}

/* What is asked for of one run alone; NULL. */
static const char *option_of_one(const settings *s) {
    return s->verify          ? "--verify"
           : s->check_action  ? "--check-action"
           : s->by_count      ? "--sensitivity"
           : s->header_units  ? "--header"
           : s->run.every > 0 ? "--every"
                              : NULL;
}

int command_plot(const settings *s) {
    const char *option = option_of_one(s);
    return option ? usage_error(s->json, "%s is for one model", option) : compare(s, true);
}
