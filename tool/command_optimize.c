/* lagrangia optimize: the parameters that maximize or minimize a report, or the front between several. */
#include <string.h>

#include "outputs.h"

static bool watch(void *user, long runs) {
    progress_runs(user, runs);
    return interrupts_came();
}

static lgr_status write_page(void *of, const output *o, lgr_sink sink, void *user) {
    return lgr_optimum_write(of, o->format, false, 0, sink, user);
}

static int print_optimum(const settings *s, lgr_optimum *optimum, output *outputs) {
    int status = (int)lgr_optimum_status(optimum);
    if (lgr_optimum_trouble(optimum))
        complain("%s", lgr_optimum_trouble(optimum));
    if (!s->quiet || s->json)
        status = exit_after(status, lgr_optimum_write(optimum, s->json ? "json" : "text", terminal_has_color(stdout),
                                                      terminal_width(), file_sink, stdout));
    if (!lgr_optimum_trouble(optimum))
        status = exit_after(status, outputs_write(outputs, s->output_count, write_page, optimum));
    return status;
}

static int find_best(const settings *s, lgr_model *model, output *outputs) {
    progress line = progress_begin();
    lgr_optimize_options options = s->optimize;
    options.report = s->goals[0].report;
    options.minimize = s->goals[0].minimize;
    options.run = &s->run;
    options.threads = s->sweep.threads;
    options.watch = watch;
    options.user = &line;
    interrupts_listen();
    lgr_optimum *optimum = lgr_optimum_create(model, &options);
    progress_end(&line);
    print_findings(model, 0);
    int status = (int)lgr_optimum_status(optimum);
    if (status == LGR_STATUS_USAGE)
        usage_error(s->json, "%s", lgr_optimum_usage_error(optimum));
    else if (status == LGR_STATUS_MODEL && s->json)
        lgr_model_check(model, "json", false, 0, file_sink, stdout);
    else if (optimum && status != LGR_STATUS_MODEL)
        status = print_optimum(s, optimum, outputs);
    lgr_optimum_destroy(optimum);
    return status;
}

static lgr_status write_file(void *of, const output *o, lgr_sink sink, void *user) {
    return lgr_front_write(of, o->format, false, 0, sink, user);
}

static int print_front(const settings *s, lgr_front *front, output *outputs) {
    int status = (int)lgr_front_status(front);
    if (lgr_front_trouble(front))
        complain("%s", lgr_front_trouble(front));
    if (s->json || (!s->quiet && !outputs_use_stdout(s)))
        status = exit_after(status, lgr_front_write(front, s->json ? "json" : "text", terminal_has_color(stdout),
                                                    terminal_width(), file_sink, stdout));
    if (!lgr_front_trouble(front))
        status = exit_after(status, outputs_write(outputs, s->output_count, write_file, front));
    return status;
}

static int find_front(const settings *s, lgr_model *model, output *outputs) {
    progress line = progress_begin();
    lgr_front_options options = s->front;
    options.over = s->optimize.over;
    options.over_count = s->optimize.over_count;
    options.limits = s->limits;
    options.limit_count = s->optimize.limit_count;
    options.run = &s->run;
    options.threads = s->sweep.threads;
    options.scatter = s->scattered;
    options.scatter_count = s->optimize.scatter_count;
    options.machines = s->optimize.machines;
    options.deviations = s->optimize.deviations;
    options.watch = watch;
    options.user = &line;
    interrupts_listen();
    lgr_front *front = lgr_model_front(model, &options);
    progress_end(&line);
    print_findings(model, 0);
    int status = (int)lgr_front_status(front);
    if (status == LGR_STATUS_USAGE)
        usage_error(s->json, "%s", lgr_front_usage_error(front));
    else if (status == LGR_STATUS_MODEL && s->json)
        lgr_model_check(model, "json", false, 0, file_sink, stdout);
    else if (front && status != LGR_STATUS_MODEL)
        status = print_front(s, front, outputs);
    lgr_front_destroy(front);
    return status;
}

/* Whether all files can be written of one best design. */
static bool check_alone(const settings *s, const output *outputs) {
    for (size_t i = 0; s->front.goal_count == 1 && i < s->output_count; i++)
        if (strcmp(outputs[i].format, "html") != 0 && strcmp(outputs[i].format, "json") != 0) {
            usage_error(s->json, "'%s' is for several goals: one best design is written as .html or .json",
                        outputs[i].path);
            return false;
        }
    return true;
}

static int optimize(const settings *s, lgr_model *model) {
    output *outputs = outputs_open(s, OUTPUT_FRONT, model);
    if (!outputs)
        return EXIT_USAGE;
    const bool several = s->front.goal_count > 1;
    const int status = !check_alone(s, outputs) ? EXIT_USAGE
                       : several                ? find_front(s, model, outputs)
                                                : find_best(s, model, outputs);
    outputs_close(outputs, s->output_count);
    return status;
}

int command_optimize(const settings *s) {
    if (!s->front.goal_count)
        return usage_error(s->json, "name the objective: --maximize REPORT or --minimize REPORT");
    if (s->json && outputs_use_stdout(s))
        return usage_error(true, "--json and '-o -' both write to stdout: name a file");
    return with_model(s, optimize);
}
