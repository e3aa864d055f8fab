/* Fuzz entry: what is a sound model is derived in one of the forms and formats, analysed, linearised and exported. */
#include <stdio.h>
#include <string.h>

#include "entry.h"

static void derive(lgr_model *model, uint64_t hash) {
    size_t forms = 0, formats = 0;
    while (lgr_derive_form(forms))
        forms++;
    while (lgr_derive_format(formats))
        formats++;
    lgr_derive_options options = lgr_derive_options_default();
    options.form = lgr_derive_form(hash % forms);
    options.steps = hash / 32 % 2;
    lgr_model_derive(model, &options, lgr_derive_format(hash / 64 % formats), false, 80, entry_swallow, NULL);
}

static void analyze(lgr_model *model, uint64_t hash) {
    static const char *const formats[] = {"text", "json", "csv"};
    lgr_model_analyze(model, formats[hash / 64 % 3], false, 80, entry_swallow, NULL);
}

/* About a state, over the first parameter, or what one coordinate does where another is pushed. */
static void linearize(lgr_model *model, uint64_t hash) {
    static const char *const states[] = {NULL, "start", "rest", "equilibria", "t = 0.1"};
    static const char *const formats[] = {"text", "json", "csv", "svg", "html"};
    lgr_info param = {.size = sizeof param}, coord = {.size = sizeof coord};
    lgr_linear_options options = lgr_linear_options_default();
    char low[LGR_NUMBER_ROOM], high[LGR_NUMBER_ROOM], response[300];
    lgr_axis axis;
    options.at = states[hash / 8 % 5];
    if (hash / 64 % 3 == 0 && lgr_model_info(model, LGR_KIND_PARAMETER, 0, &param) == LGR_STATUS_OK) {
        lgr_number_write(0.5 * param.value - 0.1, 0, low);
        lgr_number_write(1.5 * param.value + 0.1, 0, high);
        axis = (lgr_axis){param.name, low, high, 5};
        options.vary = &axis;
    } else if (hash / 64 % 3 == 1 && lgr_model_info(model, LGR_KIND_COORDINATE, 0, &coord) == LGR_STATUS_OK) {
        snprintf(response, sizeof response, "%.100s -> %.100s", coord.name, coord.name);
        options.response = response;
    }
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        lgr_model_linearize(model, &options, formats[i], i % 2, 80, entry_swallow, NULL);
}

static bool swallow_file(void *user, const char *name, const char *data, size_t length) {
    (void)user;
    return *name && entry_swallow(NULL, data, length);
}

/* Modes are found by running the model: only what ends soon. */
static void export(lgr_model *model, uint64_t hash) {
    lgr_run_options run_options = lgr_run_options_default();
    run_options.max_steps = 200;
    lgr_run *run = lgr_run_create(model, &run_options);
    const bool ends = lgr_run_status(run) == LGR_STATUS_OK || lgr_run_status(run) == LGR_STATUS_EXPECT;
    lgr_run_destroy(run);
    if (!ends)
        return;
    size_t formats = 0;
    while (lgr_export_format(formats))
        formats++;
    const char *format = lgr_export_format(hash / 32 % formats);
    lgr_info event = {.size = sizeof event};
    lgr_export_options options = lgr_export_options_default();
    options.single = hash / 8 % 2 && strcmp(format, "c") == 0;
    options.fmi = hash / 16 % 2 && strcmp(format, "fmu") == 0 ? 3 : 2;
    if (strcmp(format, "c") != 0 && strcmp(format, "fmu") != 0 && hash / 8 % 2 &&
        lgr_model_info(model, LGR_KIND_EVENT, 0, &event) == LGR_STATUS_OK)
        options.mode = event.name;
    lgr_model_export(model, format, &options, swallow_file, NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    entry_begin();
    static void (*const ways[])(lgr_model *, uint64_t) = {derive, analyze, linearize, export};
    uint64_t hash = entry_hash(data, size);
    lgr_model *model = entry_parse(data, size);
    if (lgr_model_status(model) == LGR_STATUS_OK) {
        ways[hash % 4](model, hash / 4);
        ways[hash / 3 % 3](model, hash / 9);
    }
    lgr_model_destroy(model);
    return 0;
}
