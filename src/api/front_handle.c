/* Fronts through the public interface: settings, limits as expectations, results. */
#include <math.h>
#include <string.h>

#include "api/goals.h"
#include "api/search.h"
#include "out/csv/writers.h"
#include "out/json/writers.h"
#include "out/study/writers.h"
#include "out/text/writers.h"
#include "study/front.h"
#include "study/sweep.h"

enum { MOST_GOALS = 8, MOST_POINTS = 1000 };

struct lgr_front {
    api_search search;
    lgr_front_options given;
    front_job job;
    front found;
    int *params;
    out_front page;
    lgr_run_options run; /* of each design */
};

void lgr_front_options_init(lgr_front_options *options, size_t size) {
    const lgr_front_options usual = {
        .size = sizeof usual, .points = 30, .max_runs = 20000, .machines = 64, .deviations = 2};
    api_write_options(options, size, &usual, sizeof usual);
}

static const char *check_arguments(const lgr_front_options *given) {
    if (given->goal_count < 2 || given->goal_count > MOST_GOALS || !given->goals)
        return "a front is of 2 to 8 reports: name them";
    for (size_t k = 0; k < given->goal_count; k++)
        if (!given->goals[k].report)
            return "there is no report to optimize: name one";
    if (given->points < 1 || given->points > MOST_POINTS)
        return "a front has 1 to 1000 designs";
    if (given->threads < 0 || given->max_runs < 1)
        return "the numbers of threads and runs must not be negative";
    const char *why = api_check_over(given->over, given->over_count);
    return why ? why : api_check_limits(given->limits, given->limit_count);
}

static const char *read_goals(lgr_front *f, const lgr_front_options *given) {
    front_goal *goals = ARENA_ARRAY(f->search.memory, front_goal, given->goal_count);
    for (size_t k = 0; k < given->goal_count; k++) {
        const char *why = api_find_report(f->search.of, given->goals[k].report, &goals[k].report, f->search.memory);
        if (why)
            return why;
        goals[k].minimize = given->goals[k].minimize;
        for (size_t i = 0; i < k; i++)
            if (goals[i].report == goals[k].report)
                return base_arena_printf(f->search.memory, "the report '%s' is named twice", given->goals[k].report);
    }
    f->job.goals = goals;
    f->job.goal_count = given->goal_count;
    return NULL;
}

static const char *read_box(lgr_front *f, const lgr_front_options *given) {
    api_box box;
    const char *why = api_read_box(f->search.of, given->over, given->over_count, &box, f->search.memory);
    f->params = box.params;
    f->job.box = box.axes;
    f->job.present = box.present;
    f->job.of.params = box.params;
    f->job.of.param_count = box.count;
    return why;
}

/* Great goals count by their mean less some deviations, small ones by more. */
static const char *read_scatter(lgr_front *f, const lgr_front_options *given) {
    double *weights = ARENA_ARRAY(f->search.memory, double, f->job.report_count);
    for (size_t r = 0; r < f->job.report_count; r++)
        weights[r] = 0;
    for (size_t k = 0; k < f->job.goal_count; k++)
        weights[f->job.goals[k].report] = f->job.goals[k].minimize ? given->deviations : -given->deviations;
    const api_machines machines = {given->scatter, given->scatter_count, given->machines, given->deviations};
    return api_read_machines(f->search.of, &machines, &f->job.of, weights, f->search.memory);
}

static const char *prepare_job(lgr_front *f, const lgr_front_options *given) {
    lgr_run_options run;
    const char *why = api_read_run_options(given->run, false, &run, f->search.memory);
    if (!why && run.force_count)
        why = "a front takes no forces of the program's own";
    if (!why)
        why = read_goals(f, given);
    if (!why)
        why = read_box(f, given);
    if (!why)
        why = api_read_few_limits(f->search.of, given->limits, given->limit_count, &f->search.longer, f->search.memory);
    f->job.report_count = f->search.of->m->report_count;
    if (!why)
        why = read_scatter(f, given);
    if (why)
        return why;
    f->run = api_keep_run_options(&run, f->search.memory);
    f->job.of.m = f->search.longer->m;
    f->job.of.margin_count = given->limit_count;
    f->job.of.options = api_inner_options(&run);
    f->job.of.options.keep_trajectory = f->job.of.options.keep_frames = false;
    f->job.of.options.judge_from = f->search.of->m->expect_count; /* the limits stand behind */
    f->job.wanted = given->points;
    f->job.seed = given->seed;
    f->job.threads = given->threads ? given->threads : study_sweep_cores();
    f->job.most = given->max_runs;
    f->job.watch = given->watch;
    f->job.user = given->user;
    return NULL;
}

static const char *prepare(void *handle, const void *options) {
    lgr_front *f = handle;
    f->given = lgr_front_options_default();
    if (!options || !api_read_options(&f->given, options, sizeof f->given))
        return API_UNKNOWN_SIZE;
    const char *why = check_arguments(&f->given);
    return why ? why : prepare_job(f, &f->given);
}

static const char *describe_trouble(const lgr_front *f) {
    if (f->found.count)
        return NULL;
    if (f->found.end == FRONT_STOPPED)
        return "interrupted before any design had a value";
    return base_arena_printf(f->search.memory, "no design has all these values and keeps all limits: %ld were tried",
                             f->found.runs);
}

static out_design design_of(const front_point *p) {
    return (out_design){p->x, p->reports, p->excess == 0};
}

static const char *const *keep_texts(const lgr_front *f) {
    const lgr_front_options *given = &f->given;
    const char **limits = ARENA_ARRAY(f->search.memory, const char *, given->limit_count + 1);
    for (size_t i = 0; i < given->limit_count; i++)
        limits[i] = base_arena_copy(f->search.memory, given->limits[i], strlen(given->limits[i]));
    return limits;
}

static void fill_page(void *handle) {
    lgr_front *f = handle;
    const size_t n = f->job.of.param_count;
    arena *a = f->search.memory;
    double *low = ARENA_ARRAY(a, double, n), *high = ARENA_ARRAY(a, double, n);
    out_goal *goals = ARENA_ARRAY(a, out_goal, f->job.goal_count);
    out_design *points = ARENA_ARRAY(a, out_design, f->found.count + 1);
    out_design *tried = ARENA_ARRAY(a, out_design, f->found.tried_count + 1);
    for (size_t i = 0; i < n; i++) {
        low[i] = f->job.box[i].low;
        high[i] = f->job.box[i].high;
    }
    for (size_t k = 0; k < f->job.goal_count; k++)
        goals[k] = (out_goal){(int)f->job.goals[k].report, f->job.goals[k].minimize};
    for (size_t i = 0; i < f->found.count; i++)
        points[i] = design_of(f->found.points[i]);
    for (size_t i = 0; i < f->found.tried_count; i++)
        tried[i] = design_of(&f->found.tried[i]);
    f->page = (out_front){.m = f->search.of->m,
                          .goals = goals,
                          .goal_count = f->job.goal_count,
                          .params = f->params,
                          .param_count = n,
                          .low = low,
                          .high = high,
                          .points = points,
                          .count = f->found.count,
                          .tried = tried,
                          .tried_count = f->found.tried_count,
                          .limits = keep_texts(f),
                          .limit_count = f->given.limit_count,
                          .met = f->found.met,
                          .generations = f->found.generations,
                          .machines = f->job.of.scatter ? f->given.machines : 1,
                          .weight = f->given.deviations,
                          .method = f->found.method,
                          .interrupted = f->found.end == FRONT_STOPPED,
                          .runs = f->found.runs * (long)(f->job.of.scatter ? f->given.machines : 1),
                          .seconds = f->search.seconds,
                          .trouble = f->search.trouble};
    if (f->found.present)
        f->page.present = design_of(f->found.present);
    if (!api_gives_numbers(f->search.of->m, f->params, n))
        f->page.present = (out_design){api_given_values(f->search.of->m, f->params, f->job.present, n, a),
                                       api_no_values(f->job.report_count, a), true};
}

static bool has_numbers(const void *handle) {
    const lgr_front *f = handle;
    return api_has_numbers(f->search.of, f->params, f->job.of.param_count);
}

static bool find(void *handle) {
    lgr_front *f = handle;
    f->found = study_front_find(&f->job, f->search.memory);
    f->search.trouble = describe_trouble(f);
    return f->found.end == FRONT_STOPPED;
}

lgr_front *lgr_model_front(lgr_model *handle, const lgr_front_options *options) {
    static const api_search_kind kind = {sizeof(lgr_front), prepare, has_numbers, find, fill_page};
    return api_search_create(&kind, handle, options);
}

void lgr_front_destroy(lgr_front *f) {
    api_search_destroy(f ? &f->search : NULL);
}

lgr_status lgr_front_status(const lgr_front *f) {
    return f ? f->search.status : LGR_STATUS_MEMORY;
}

const char *lgr_front_usage_error(const lgr_front *f) {
    return f ? f->search.usage_error : "there is no front: " API_NO_MEMORY;
}

const char *lgr_front_trouble(const lgr_front *f) {
    return f ? f->search.trouble : NULL;
}

size_t lgr_front_count(const lgr_front *f) {
    return f && f->page.m && !f->search.trouble ? f->page.count : 0;
}

double lgr_front_parameter(const lgr_front *f, size_t i, size_t k) {
    return i < lgr_front_count(f) && k < f->page.param_count ? f->page.points[i].x[k] : NAN;
}

double lgr_front_report(const lgr_front *f, size_t i, size_t k) {
    return i < lgr_front_count(f) && k < f->page.m->report_count ? f->page.points[i].reports[k] : NAN;
}

typedef struct front_writer {
    const char *name;
    void (*write)(const out_front *f, out_stream *out);
} front_writer;

static const front_writer writers[] = {{"text", out_front_write_text},
                                       {"json", out_front_write_json},
                                       {"csv", out_front_write_csv},
                                       {"svg", out_front_write_svg}};

static lgr_status write_front(const lgr_front *f, const char *format, bool color, int width, lgr_sink sink,
                              void *user) {
    size_t i = 0;
    const size_t count = sizeof writers / sizeof *writers;
    while (format && i < count && strcmp(writers[i].name, format) != 0)
        i++;
    if (!f || !format || !sink || !f->page.m || i == count)
        return LGR_STATUS_USAGE;
    arena *a = base_arena_create();
    out_stream out = out_stream_make(a, sink, user);
    out_front page = f->page;
    page.page = (out_page){.version = LGR_VERSION, .color = color, .width = width};
    writers[i].write(&page, &out);
    const bool written = out_stream_flush(&out);
    base_arena_destroy(a);
    return written ? LGR_STATUS_OK : LGR_STATUS_RUN;
}

/* The designs of the front first, then those that were tried. */
static out_designs list_designs(const void *handle, arena *a) {
    const lgr_front *f = handle;
    const size_t count = f->page.count + f->page.tried_count;
    out_design *designs = ARENA_ARRAY(a, out_design, count + 1);
    size_t *numbers = ARENA_ARRAY(a, size_t, f->page.count + 1);
    for (size_t i = 0; i < count; i++)
        designs[i] = i < f->page.count ? f->page.points[i] : f->page.tried[i - f->page.count];
    for (size_t i = 0; i < f->page.count; i++)
        numbers[i] = i;
    out_designs page = {.m = f->page.m,
                        .what = out_front_title(&f->page, a),
                        .params = f->params,
                        .param_count = f->page.param_count,
                        .count = count < OUT_MOST_DESIGNS ? count : OUT_MOST_DESIGNS,
                        .front = numbers,
                        .front_count = f->page.count,
                        .goal = f->page.goals[0].report,
                        .other = f->page.goals[1].report,
                        .minimize = f->page.goals[0].minimize,
                        .limits = f->page.limits,
                        .limit_count = f->page.limit_count};
    api_show_designs(&page, designs, a);
    return page;
}

/* The page draws the first design of the front. */
static lgr_status draw_page(const lgr_front *f, lgr_sink sink, void *user) {
    if (!lgr_front_count(f) || !sink)
        return LGR_STATUS_USAGE;
    const api_search_page page = {&f->search,          f->params, f->page.points[0].x,
                                  f->page.param_count, &f->run,   list_designs};
    return api_search_draw(&page, sink, user);
}

lgr_status lgr_front_write(const lgr_front *f, const char *format, bool color, int width, lgr_sink sink, void *user) {
    if (format && strcmp(format, "html") == 0)
        return draw_page(f, sink, user);
    API_RETURN_STATUS(write_front(f, format, color, width, sink, user));
}
