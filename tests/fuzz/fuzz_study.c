/* Fuzz entry: of what is a sound model a few designs are computed, the best of a few is looked for, and parameters that
   follow a few measured values. */
#include <stdio.h>
#include <string.h>

#include <lagrangia/fit.h>

#include "entry.h"

enum { MOST_AXES = 2, DESIGNS = 9, RUNS = 30 };

static lgr_run_options short_run(uint64_t hash) {
    lgr_run_options run = entry_run_options(hash);
    run.max_steps = 40;
    return run;
}

/* Parameters that may vary, with ranges about their values. */
static size_t find_axes(const lgr_model *model, lgr_axis *axes, char texts[][2][LGR_NUMBER_ROOM]) {
    size_t count = 0;
    lgr_info info = {.size = sizeof info};
    for (size_t i = 0; count < MOST_AXES && lgr_model_info(model, LGR_KIND_PARAMETER, i, &info) == LGR_STATUS_OK; i++) {
        if (strcmp(info.role, "structural") == 0)
            continue;
        lgr_number_write(0.5 * info.value - 0.1, 0, texts[count][0]);
        lgr_number_write(1.5 * info.value + 0.1, 0, texts[count][1]);
        axes[count] = (lgr_axis){info.name, texts[count][0], texts[count][1], 0};
        count++;
    }
    return count;
}

static void sweep_all(lgr_model *model, lgr_sweep_options options, uint64_t hash) {
    options.seed = hash;
    options.threads = 1;
    const lgr_run_options run = short_run(hash);
    options.run = &run;
    lgr_sweep *s = lgr_sweep_create(model, &options);
    lgr_sweep_run(s, entry_swallow, NULL);
    lgr_sweep_write(s, false, 80, entry_swallow, NULL);
    lgr_sweep_destroy(s);
}

static void sweep(lgr_model *model, lgr_axis *axes, size_t count, uint64_t hash) {
    bool grid = hash / 16 % 3 == 0;
    for (size_t i = 0; i < count; i++)
        axes[i].count = grid ? 3 : 0;
    lgr_sweep_options options = lgr_sweep_options_default();
    options.axes = axes;
    options.axis_count = count;
    options.sample = grid ? "grid" : hash / 16 % 3 == 1 ? "sobol" : "random";
    options.samples = grid ? 0 : DESIGNS;
    sweep_all(model, options, hash);
}

/* Designs about the present one, of which some keep a limit. */
static void scatter(lgr_model *model, lgr_axis *axes, size_t count, uint64_t hash) {
    lgr_info report = {.size = sizeof report};
    char limit[300];
    const char *limits[] = {limit};
    lgr_sweep_options options = lgr_sweep_options_default();
    if (lgr_model_info(model, LGR_KIND_REPORT, 0, &report) == LGR_STATUS_OK) {
        snprintf(limit, sizeof limit, "%.200s > 0.1 %.50s", report.name, report.unit);
        options.limits = limits;
        options.limit_count = 1;
    }
    for (size_t i = 0; i < count; i++)
        axes[i] = (lgr_axis){axes[i].name, NULL, i ? "0.1" : "2%", 0};
    options.axes = axes;
    options.axis_count = count;
    options.sample = "normal";
    options.samples = DESIGNS;
    sweep_all(model, options, hash);
}

static bool is_plenty(void *user, long runs) {
    (void)user;
    return runs >= 10 * RUNS;
}

/* Two reports at once. */
static void front(lgr_model *model, const lgr_axis *axes, size_t count, uint64_t hash) {
    static const char *const formats[] = {"text", "json", "csv", "svg", "html"};
    lgr_info report[2] = {{.size = sizeof *report}, {.size = sizeof *report}};
    for (size_t i = 0; i < 2; i++)
        if (lgr_model_info(model, LGR_KIND_REPORT, i, &report[i]) != LGR_STATUS_OK)
            return;
    char limit[300];
    snprintf(limit, sizeof limit, "%.200s < 5 %.50s", report[0].name, report[0].unit);
    const char *limits[] = {limit};
    const lgr_goal goals[] = {{report[0].name, hash % 2}, {report[1].name, hash / 2 % 2}};
    lgr_front_options options = lgr_front_options_default();
    options.goals = goals;
    options.goal_count = 2;
    options.over = axes;
    options.over_count = count;
    options.limits = limits;
    options.limit_count = hash / 4 % 2;
    options.points = 3;
    options.seed = hash;
    options.max_runs = RUNS;
    options.threads = 1;
    options.watch = is_plenty;
    const lgr_run_options run = short_run(hash);
    options.run = &run;
    lgr_front *f = lgr_model_front(model, &options);
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        lgr_front_write(f, formats[i], false, 80, entry_swallow, NULL);
    lgr_front_destroy(f);
}

static bool is_enough(void *user, long runs) {
    (void)user;
    return runs >= RUNS;
}

static void fit(lgr_model *model, const lgr_axis *axes, size_t count, uint64_t hash) {
    static const char *const formats[] = {"text", "json-series", "csv", "svg", "html"};
    lgr_info coord = {.size = sizeof coord};
    if (lgr_model_info(model, LGR_KIND_COORDINATE, 0, &coord) != LGR_STATUS_OK)
        return;
    char data[400];
    const int length = snprintf(data, sizeof data, "t,%.200s\n0,0.3\n0.02,0.31\n0.05,\n0.07,%d\n0.1,0.3\n", coord.name,
                                (int)(hash % 5));
    const lgr_experiment experiment = {.name = "measured.csv", .text = data, .length = (size_t)length};
    lgr_fit_options options = lgr_fit_options_default();
    options.over = axes;
    options.over_count = count;
    options.data = &experiment;
    options.data_count = 1;
    options.offset = hash / 8 % 2;
    options.loss = hash / 16 % 2 ? "huber" : "squares";
    options.starts = 2;
    options.watch = is_enough;
    const lgr_run_options run = short_run(hash);
    options.run = &run;
    lgr_fit *f = lgr_model_fit(model, &options);
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        lgr_fit_write(f, formats[i], false, 80, entry_swallow, NULL);
    lgr_fit_destroy(f);
}

static void optimize(lgr_model *model, const lgr_axis *axes, size_t count, uint64_t hash) {
    lgr_info report = {.size = sizeof report};
    if (lgr_model_info(model, LGR_KIND_REPORT, 0, &report) != LGR_STATUS_OK)
        return;
    char limit[300];
    snprintf(limit, sizeof limit, "%.200s < 5 %.50s", report.name, report.unit);
    const char *limits[] = {limit};
    lgr_optimize_options options = lgr_optimize_options_default();
    options.report = report.name;
    options.minimize = hash % 2;
    options.over = axes;
    options.over_count = count;
    options.limits = limits;
    options.limit_count = hash / 2 % 2;
    options.max_runs = RUNS;
    options.threads = 1;
    const lgr_run_options run = short_run(hash);
    options.run = &run;
    lgr_optimum *o = lgr_optimum_create(model, &options);
    lgr_optimum_write(o, "json", false, 0, entry_swallow, NULL);
    lgr_optimum_write(o, "text", false, 80, entry_swallow, NULL);
    lgr_optimum_destroy(o);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    entry_begin();
    uint64_t hash = entry_hash(data, size);
    lgr_model *model = entry_parse(data, size);
    if (lgr_model_status(model) == LGR_STATUS_OK) {
        lgr_axis axes[MOST_AXES];
        char texts[MOST_AXES][2][LGR_NUMBER_ROOM];
        size_t count = find_axes(model, axes, texts);
        switch (hash / 64 % 5) {
        case 0:
            optimize(model, axes, count, hash);
            break;
        case 1:
            fit(model, axes, count, hash);
            break;
        case 2:
            sweep(model, axes, count, hash);
            break;
        case 3:
            front(model, axes, count, hash);
            break;
        default:
            scatter(model, axes, count, hash);
        }
    }
    lgr_model_destroy(model);
    return 0;
}
