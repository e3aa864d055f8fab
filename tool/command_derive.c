/* lagrangia derive: the equations of motion. */
#include <stdlib.h>
#include <string.h>

#include "outputs.h"
#include "built_page.h"

typedef struct work {
    const settings *s;
    lgr_model *model;
    const char *page; /* whose values can be changed; NULL: that of the library */
} work;

static lgr_status write_equations(void *of, const output *o, lgr_sink sink, void *user) {
    const work *w = of;
    if (strcmp(o->format, "html") == 0)
        return lgr_model_notebook(w->model, &w->s->derive, w->page, sink, user);
    return lgr_model_derive(w->model, &w->s->derive, o->format, false, 0, sink, user);
}

/* The page with the engine in it, if it was built, for a model of which all is in its text. The caller frees it. */
static char *find_page(const settings *s, const lgr_model *model, const output *outputs) {
    bool wanted = false;
    for (size_t i = 0; i < s->output_count; i++)
        wanted = wanted || strcmp(outputs[i].format, "html") == 0;
    return wanted && !lgr_model_file(model, 0) ? page_read(s->arguments[0], "notebook.html") : NULL;
}

static lgr_status write_files(const work *w, output *outputs) {
    char *page = find_page(w->s, w->model, outputs);
    work with_page = *w;
    with_page.page = page;
    const lgr_status status = outputs_write(outputs, w->s->output_count, write_equations, &with_page);
    free(page);
    return status;
}

static int derive(const settings *s, lgr_model *model) {
    const char *format = s->json ? "json" : s->format ? s->format : "text";
    work w = {.s = s, .model = model};
    output *outputs = outputs_open(s, OUTPUT_EQUATIONS, model);
    if (!outputs)
        return EXIT_USAGE;
    lgr_status ended =
        lgr_model_derive(model, &s->derive, format, terminal_has_color(stdout), terminal_width(), file_sink, stdout);
    if (ended == LGR_STATUS_OK && s->output_count)
        ended = (lgr_status)exit_after(ended, write_files(&w, outputs));
    print_findings(model, 0);
    if (ended == LGR_STATUS_USAGE)
        usage_error(s->json, "%s", lgr_model_usage_error(model));
    outputs_close(outputs, s->output_count);
    return (int)ended;
}

int command_derive(const settings *s) {
    if (s->json && s->format)
        return usage_error(true, "--json and --format select two formats");
    if (outputs_use_stdout(s))
        return usage_error(s->json, "the equations are on stdout without '-o -' too: name a file");
    return with_model(s, derive);
}
