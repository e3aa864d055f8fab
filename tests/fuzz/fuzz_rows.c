/* Fuzz entry: lines given to a sweep as rows that it has computed before: taken only where it could have written them,
   and in that case the sweep goes on from there. */
#include <stdlib.h>
#include <string.h>

#include "entry.h"

static const char text[] = "param a = 1 in [0, 2]\ncoord x = a\nkinetic T = x'^2/2\npotential V = x^2/2\n"
                           "event hit when x < 0 { stop }\nreport end = final(x) \"the end\"\n"
                           "report when_hit = time(hit)\nsimulate until 1\n";

static lgr_sweep *begin(lgr_model *model) {
    static const lgr_axis axis = {"a", "0.5", "1.5", 4};
    lgr_sweep_options options = lgr_sweep_options_default();
    options.axes = &axis;
    options.axis_count = 1;
    options.threads = 1;
    lgr_run_options run = lgr_run_options_default();
    run.tolerance = 1e-4;
    options.run = &run;
    return lgr_sweep_create(model, &options);
}

/* Values from the bytes as they are, with texts from among them. */
static void give_values(lgr_sweep *sweep, const uint8_t *data, size_t size) {
    double values[2] = {0};
    char note[40] = "";
    memcpy(values, data, size < sizeof values ? size : sizeof values);
    if (size > sizeof values)
        memcpy(note, data + sizeof values, size - sizeof values < 39 ? size - sizeof values : 39);
    lgr_sweep_resume_values(sweep, values, size % 2 ? "until" : note, note);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    lgr_model *model = lgr_model_parse("rows.lgr", text, sizeof text - 1, NULL, 0);
    lgr_sweep *sweep = begin(model);
    if (lgr_sweep_status(sweep) != LGR_STATUS_OK)
        abort();
    size_t done = 0;
    for (size_t i = 0; i < size;) {
        const uint8_t *newline = memchr(data + i, '\n', size - i);
        size_t length = newline ? (size_t)(newline - (data + i)) : size - i;
        if (length && data[i] == '!')
            give_values(sweep, data + i + 1, length - 1);
        else
            done += lgr_sweep_resume(sweep, (const char *)data + i, length);
        i += length + 1;
    }
    if (lgr_sweep_done(sweep) < done || lgr_sweep_done(sweep) > lgr_sweep_count(sweep))
        abort();
    lgr_sweep_run(sweep, entry_swallow, NULL);
    if (lgr_sweep_done(sweep) != lgr_sweep_count(sweep))
        abort();
    lgr_sweep_write(sweep, false, 80, entry_swallow, NULL);
    lgr_sweep_destroy(sweep);
    lgr_model_destroy(model);
    return 0;
}
