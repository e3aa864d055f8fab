/* Fuzz entry for the later floors: what is a sound model is run for a moment, derived, analysed, drawn and written. */
#include <stddef.h>
#include <stdint.h>

#include "lagrangia/lagrangia.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool swallow(void *user, const char *data, size_t length) {
    (void)data;
    *(size_t *)user += length;
    return true;
}

static void write_run(lgr_model *model) {
    static const char *const formats[] = {"json", "json-series", "csv", "text", "html", "svg"};
    lgr_run_options options = lgr_run_options_default();
    options.until = 0.1;
    options.tolerance = 1e-4;
    options.max_steps = 100;
    options.keep_frames = true;
    lgr_run *run = lgr_run_create(model, &options);
    size_t written = 0;
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        lgr_run_write(run, formats[i], false, 80, swallow, &written);
    }
    lgr_run_destroy(run);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    lgr_model *model = lgr_model_parse("fuzz.lgr", (const char *)data, size, NULL, 0);
    size_t written = 0;
    if (lgr_model_status(model) == LGR_STATUS_OK) {
        write_run(model);
        lgr_derive_options options = lgr_derive_options_default();
        options.form = lgr_derive_form(size % 4);
        options.steps = true;
        lgr_model_derive(model, &options, size % 3 ? "text" : "latex", false, 80, swallow, &written);
        lgr_model_analyze(model, "text", false, 80, swallow, &written);
    }
    lgr_model_destroy(model);
    return 0;
}
