/* lagrangia optimize: the parameters that maximize or minimize a report. */
#include "tool.h"

static bool watch(void *user, long runs) {
    progress_runs(user, runs);
    return interrupts_came();
}

static int print_optimum(const settings *s, const lgr_optimum *optimum) {
    int status = (int)lgr_optimum_status(optimum);
    if (lgr_optimum_trouble(optimum))
        complain("%s", lgr_optimum_trouble(optimum));
    return exit_after(status, lgr_optimum_write(optimum, s->json ? "json" : "text", terminal_has_color(stdout),
                                                terminal_width(), file_sink, stdout));
}

static int optimize(const settings *s, lgr_model *model) {
    progress line = progress_begin();
    lgr_optimize_options options = s->optimize;
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
        status = print_optimum(s, optimum);
    lgr_optimum_destroy(optimum);
    return status;
}

int command_optimize(const settings *s) {
    if (!s->optimize.report)
        return usage_error(s->json, "name the objective: --maximize REPORT or --minimize REPORT");
    return with_model(s, optimize);
}
