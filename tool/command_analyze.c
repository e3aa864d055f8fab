/* lagrangia analyze: conserved quantities, equilibria, stability and modes. */
#include "outputs.h"

static lgr_status write_analysis(void *model, const output *o, lgr_sink sink, void *user) {
    return lgr_model_analyze(model, o->format, false, 0, sink, user);
}

static bool drop(void *user, const char *data, size_t length) {
    (void)user;
    (void)data;
    (void)length;
    return true;
}

/* The object, or the text unless something else is wanted on stdout. */
static lgr_status print_analysis(const settings *s, lgr_model *model) {
    bool silent = !s->json && outputs_use_stdout(s);
    return lgr_model_analyze(model, s->json ? "json" : "text", terminal_has_color(stdout), terminal_width(),
                             silent ? drop : file_sink, stdout);
}

static int analyze(const settings *s, lgr_model *model) {
    output *outputs = outputs_open(s, OUTPUT_ANALYSIS, model);
    if (!outputs)
        return EXIT_USAGE;
    lgr_status status = print_analysis(s, model);
    if (status == LGR_STATUS_OK)
        status = (lgr_status)exit_after(status, outputs_write(outputs, s->output_count, write_analysis, model));
    print_findings(model, 0);
    outputs_close(outputs, s->output_count);
    return (int)status;
}

int command_analyze(const settings *s) {
    if (s->json && outputs_use_stdout(s))
        return usage_error(true, "--json and '-o -' both write to stdout: name a file");
    return with_model(s, analyze);
}
