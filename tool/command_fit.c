/* lagrangia fit: parameters from measured motions. */
#include <stdlib.h>
#include <string.h>

#include "outputs.h"

/* The experiments of a command line: DATA, or DATA:NAME=VALUE,... */
typedef struct experiments {
    lgr_experiment *at;
    lgr_override **sets; /* of each */
    char **texts;        /* copies that are cut up, and what was read */
    size_t count, text_count;
} experiments;

static bool watch(void *user, long runs) {
    progress_runs(user, runs);
    return interrupts_came();
}

/* "a=1,b=2" cut up in place. */
static bool read_sets(experiments *all, size_t i, char *values) {
    all->sets[i] = sets_read(values, &all->at[i].set_count);
    all->at[i].set = all->sets[i];
    return all->sets[i] != NULL;
}

static bool read_experiment(const settings *s, experiments *all, const char *operand) {
    const size_t i = all->count++;
    char *own = calloc(strlen(operand) + 1, 1);
    if (!own)
        return false;
    all->texts[all->text_count++] = strcpy(own, operand);
    char *values = sets_find(own);
    if (values)
        *values = '\0';
    if (values && !read_sets(all, i, values + 1)) {
        usage_error(s->json, "'%s' is not DATA:NAME=VALUE,...", operand);
        return false;
    }
    size_t length;
    char *text = file_read(own, s->json, &length);
    if (!text)
        return false;
    all->texts[all->text_count++] = text;
    const char *slash = strrchr(own, '/');
    all->at[i].name = slash ? slash + 1 : own;
    all->at[i].text = text;
    all->at[i].length = length;
    return true;
}

static void free_experiments(experiments *all) {
    for (size_t i = 0; all->sets && i < all->count; i++)
        free(all->sets[i]);
    for (size_t i = 0; all->texts && i < all->text_count; i++)
        free(all->texts[i]);
    free(all->at);
    free(all->sets);
    free(all->texts);
}

static bool read_experiments(const settings *s, experiments *all) {
    const size_t room = s->operand_count + 1;
    *all = (experiments){calloc(room, sizeof *all->at), calloc(room, sizeof *all->sets),
                         calloc(2 * room, sizeof *all->texts), 0, 0};
    bool ok = all->at && all->sets && all->texts;
    for (size_t i = 1; ok && i < s->operand_count; i++)
        ok = read_experiment(s, all, s->operands[i]);
    return ok;
}

static lgr_status write_file(void *of, const output *o, lgr_sink sink, void *user) {
    return lgr_fit_write(of, o->format, false, 0, sink, user);
}

static int print_fit(const settings *s, lgr_fit *fit, output *outputs) {
    int status = (int)lgr_fit_status(fit);
    if (lgr_fit_trouble(fit))
        complain("%s", lgr_fit_trouble(fit));
    if (s->json || (!s->quiet && !outputs_use_stdout(s)))
        status = exit_after(status, lgr_fit_write(fit, s->json ? "json" : "text", terminal_has_color(stdout),
                                                  terminal_width(), file_sink, stdout));
    if (!lgr_fit_trouble(fit))
        status = exit_after(status, outputs_write(outputs, s->output_count, write_file, fit));
    return status;
}

static int fit_data(const settings *s, lgr_model *model, const experiments *data, output *outputs) {
    progress line = progress_begin();
    lgr_fit_options options = s->fit;
    options.over = s->optimize.over;
    options.over_count = s->optimize.over_count;
    options.data = data->at;
    options.data_count = data->count;
    options.run = &s->run;
    options.watch = watch;
    options.user = &line;
    interrupts_listen();
    lgr_fit *fit = lgr_model_fit(model, &options);
    progress_end(&line);
    print_findings(model, 0);
    int status = (int)lgr_fit_status(fit);
    if (status == LGR_STATUS_USAGE)
        usage_error(s->json, "%s", lgr_fit_usage_error(fit));
    else if (status == LGR_STATUS_MODEL && s->json)
        lgr_model_check(model, "json", false, 0, file_sink, stdout);
    else if (fit && status != LGR_STATUS_MODEL)
        status = print_fit(s, fit, outputs);
    lgr_fit_destroy(fit);
    return status;
}

static int fit_model(const settings *s, lgr_model *model) {
    experiments data;
    output *outputs = outputs_open(s, OUTPUT_FIT, model);
    if (!outputs)
        return EXIT_USAGE;
    const int status = read_experiments(s, &data) ? fit_data(s, model, &data, outputs) : EXIT_USAGE;
    free_experiments(&data);
    outputs_close(outputs, s->output_count);
    return status;
}

int command_fit(const settings *s) {
    if (s->json && outputs_use_stdout(s))
        return usage_error(true, "--json and '-o -' both write to stdout: name a file");
    return with_model(s, fit_model);
}
