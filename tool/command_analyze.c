/* lagrangia analyze: conserved quantities, equilibria, stability and modes. */
#include <string.h>

#include "ffmpeg.h"
#include "outputs.h"

typedef struct work {
    const settings *s;
    lgr_model *model;
    bool linear; /* about one state, or over a parameter */
} work;

static lgr_status write_as(const work *w, const char *format, bool color, int width, lgr_sink sink, void *user) {
    return w->linear ? lgr_model_linearize(w->model, &w->s->linear, format, color, width, sink, user)
                     : lgr_model_analyze(w->model, format, color, width, sink, user);
}

static lgr_status write_analysis(void *of, const output *o, lgr_sink sink, void *user) {
    const work *w = of;
    if (strcmp(o->format, "film") == 0)
        return film_write_modes(w->model, &w->s->linear, o->path, o->file.part);
    return write_as(w, o->format, false, 0, sink, user);
}

/* The object, or the text unless something else is wanted on stdout. */
static lgr_status print_analysis(const work *w) {
    const settings *s = w->s;
    bool silent = !s->json && outputs_use_stdout(s);
    return write_as(w, s->json ? "json" : "text", terminal_has_color(stdout), terminal_width(),
                    silent ? no_sink : file_sink, stdout);
}

/* What is known of a model as a whole has a page, and no picture; modes alone have films. */
static bool can_draw(const work *w, const output *outputs) {
    const lgr_linear_options *o = &w->s->linear;
    const bool modes = w->linear && !o->vary && !o->response && !o->orders && !o->periodic;
    for (size_t i = 0; i < w->s->output_count; i++)
        if (!modes && strcmp(outputs[i].format, "film") == 0) {
            usage_error(w->s->json, "cannot write '%s': a film is one of modes, and needs --at STATE alone",
                        outputs[i].path);
            return false;
        } else if (!w->linear && strcmp(outputs[i].format, "svg") == 0) {
            usage_error(
                w->s->json,
                "cannot write '%s': a picture needs --at STATE (modes), --vary NAME=LO..HI:COUNT, --periodic or "
                "--response INPUT->OUTPUT",
                outputs[i].path);
            return false;
        }
    return true;
}

static int analyze(const settings *s, lgr_model *model) {
    work w = {s, model, s->linear.at || s->linear.vary || s->linear.response || s->linear.orders || s->linear.periodic};
    output *outputs = outputs_open(s, OUTPUT_ANALYSIS, model);
    if (!outputs)
        return EXIT_USAGE;
    lgr_status status = can_draw(&w, outputs) ? print_analysis(&w) : LGR_STATUS_USAGE;
    if (status == LGR_STATUS_OK) {
        const lgr_status written = outputs_write(outputs, s->output_count, write_analysis, &w);
        status = written == LGR_STATUS_USAGE ? written : (lgr_status)exit_after(status, written);
    }
    const char *wrong = lgr_model_usage_error(model);
    if (status == LGR_STATUS_USAGE && wrong)
        usage_error(s->json, "%s", wrong);
    print_findings(model, 0);
    outputs_close(outputs, s->output_count);
    return (int)status;
}

int command_analyze(const settings *s) {
    if (s->json && outputs_use_stdout(s))
        return usage_error(true, "--json and '-o -' both write to stdout: name a file");
    return with_model(s, analyze);
}
