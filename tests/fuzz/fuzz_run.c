/* Fuzz entry: what is a sound model is run for a moment, verified, differentiated, drawn and written. */
#include <math.h>
#include <string.h>
#include <time.h>

#include "entry.h"

static void write_results(lgr_run *run, uint64_t hash) {
    static const char *const formats[] = {"json", "json-series", "csv", "csv-units", "text", "html", "svg"};
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        lgr_run_write(run, formats[i], i % 2, 40 + (int)(hash % 80), entry_swallow, NULL);
    lgr_run_plot(run, "energy", "text", false, 80, entry_swallow, NULL);
    lgr_run_plot(run, "kinetic over t", "svg", false, 0, entry_swallow, NULL);
}

static void differentiate(lgr_model *model, lgr_run *run) {
    const char *names[3];
    size_t count = 0;
    lgr_info info = {.size = sizeof info};
    for (; count < 3 && lgr_model_info(model, LGR_KIND_PARAMETER, count, &info) == LGR_STATUS_OK; count++)
        names[count] = info.name;
    lgr_run_differentiate(run, names, count);
}

/* Beside a run that ends sooner, and is no longer of the same length. */
static void compare(lgr_model *model, const lgr_run *run, lgr_run_options options) {
    static const char *const formats[] = {"text", "json", "csv", "svg", "html"};
    options.until /= 3;
    lgr_run *sooner = lgr_run_create(model, &options);
    const lgr_compared runs[] = {{"one", run}, {"sooner", sooner}, {"again", run}};
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        lgr_compare_write(runs, 1 + i % 3, i % 2 ? "energy" : NULL, formats[i], i % 2, 80, entry_swallow, NULL);
    lgr_run_destroy(sooner);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    entry_begin();
    uint64_t hash = entry_hash(data, size);
    lgr_model *model = entry_parse(data, size);
    if (lgr_model_status(model) == LGR_STATUS_OK) {
        lgr_run_options options = entry_run_options(hash);
        options.keep_frames = true;
        options.every = hash % 5 ? 0 : 0.003;
        const clock_t begin = clock();
        lgr_run *run = lgr_run_create(model, &options);
        /* a dozen more of what takes long by itself would be slow without being a finding */
        const bool again = clock() - begin < (clock_t)(1.5 * CLOCKS_PER_SEC);
        if (hash % 3 == 0 && again)
            lgr_run_verify(run);
        if (hash % 7 < 2 && again)
            differentiate(model, run);
        if (hash % 11 == 0 && again)
            lgr_run_check_action(run);
        if (hash % 13 < 3 && again)
            compare(model, run, options);
        write_results(run, hash);
        lgr_run_destroy(run);
    }
    lgr_model_destroy(model);
    return 0;
}
