/* Fuzz entry: any bytes may be what was measured: read in several ways and followed by a motion. */
#include <string.h>

#include <lagrangia/fit.h>

#include "entry.h"

static const char text[] = "param v = 5 m/s in [1 m/s, 20 m/s], g = 10 m/s^2\ncoord x = 0 m, a = 0.1\n"
                           "initial x' = v\nkinetic T = (1 kg)*x'^2/2 + (1 kg m^2)*a'^2/2\npotential V = (1 kg)*g*x\n"
                           "output high = 2*x\nsimulate until 2 s\n";

static bool is_enough(void *user, long runs) {
    (void)user;
    return runs >= 40;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    entry_begin();
    static const char *const losses[] = {NULL, "squares", "huber", "cauchy"};
    static const char *const formats[] = {"text", "json", "json-series", "csv", "svg", "html"};
    static const lgr_axis over[] = {{"v", NULL, NULL, 0}, {"g", "5", "15 m/s^2", 0}};
    static const lgr_match match[] = {{"high", "x", "1", true}, {"x + 1 m", "y", NULL, false}};
    const uint64_t hash = entry_hash(data, size);
    const lgr_experiment experiments[] = {{"a.csv", (const char *)data, size, NULL, 0},
                                          {"b.csv", (const char *)data, size / 2, NULL, 0}};
    lgr_model *model = lgr_model_parse("fit.lgr", text, strlen(text), NULL, 0);
    lgr_fit_options options = lgr_fit_options_default();
    options.over = over;
    options.over_count = 1 + hash % 2;
    options.data = experiments;
    options.data_count = 1 + hash / 2 % 2;
    options.match = match;
    options.match_count = hash / 4 % 3;
    options.offset = hash / 16 % 3 == 0;
    options.loss = losses[hash / 64 % 4];
    options.starts = 2;
    options.watch = is_enough;
    lgr_run_options run = entry_run_options(hash / 256);
    run.max_steps = 200;
    options.run = &run;
    lgr_fit *fit = lgr_model_fit(model, &options);
    lgr_fit_unknown unknown = {.size = sizeof unknown};
    for (size_t i = 0; i < lgr_fit_unknown_count(fit); i++)
        lgr_fit_get(fit, i, &unknown);
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        lgr_fit_write(fit, formats[i], false, 80, entry_swallow, NULL);
    lgr_fit_destroy(fit);
    lgr_model_destroy(model);
    return 0;
}
