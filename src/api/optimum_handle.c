/* The best design through the public interface: settings, constraints as expectations, results. */
#include <math.h>
#include <string.h>

#include "api/goals.h"
#include "api/search.h"
#include "out/json/writers.h"
#include "out/text/writers.h"
#include "study/local.h"
#include "study/optimum.h"
#include "study/sweep.h"

struct lgr_optimum {
    api_search search;
    lgr_optimize_options given;
    optimum_job job;
    optimum found;
    int *params;
    out_optimum page;
    lgr_run_options run; /* of each design */
};

void lgr_optimize_options_init(lgr_optimize_options *options, size_t size) {
    const lgr_optimize_options usual = {.size = sizeof usual, .max_runs = 20000, .machines = 64, .deviations = 2};
    api_write_options(options, size, &usual, sizeof usual);
}

static const char *read_box(lgr_optimum *o, const lgr_optimize_options *given) {
    api_box box;
    const char *why = api_read_box(o->search.of, given->over, given->over_count, &box, o->search.memory);
    o->params = box.params;
    o->job.box = box.axes;
    o->job.present = box.present;
    o->job.of.params = box.params;
    o->job.of.param_count = box.count;
    return why;
}

static const char *read_limits(lgr_optimum *o, const lgr_optimize_options *given) {
    const char *why =
        api_read_few_limits(o->search.of, given->limits, given->limit_count, &o->search.longer, o->search.memory);
    if (why)
        return why;
    o->job.of.m = o->search.longer->m;
    o->job.of.margin_count = given->limit_count;
    return NULL;
}

static const char *read_scatter(lgr_optimum *o, const lgr_optimize_options *given) {
    double *weights = ARENA_ARRAY(o->search.memory, double, o->job.report_count);
    for (size_t r = 0; r < o->job.report_count; r++)
        weights[r] = r != o->job.report ? 0 : given->minimize ? given->deviations : -given->deviations;
    const api_machines machines = {given->scatter, given->scatter_count, given->machines, given->deviations};
    return api_read_machines(o->search.of, &machines, &o->job.of, weights, o->search.memory);
}

static const char *prepare_job(lgr_optimum *o, const lgr_optimize_options *given) {
    lgr_run_options run;
    const char *why = api_read_run_options(given->run, false, &run, o->search.memory);
    if (!why && run.force_count)
        why = "an optimum takes no forces of the program's own";
    if (!why)
        why = api_find_report(o->search.of, given->report, &o->job.report, o->search.memory);
    if (!why)
        why = read_box(o, given);
    if (!why)
        why = read_limits(o, given);
    o->job.report_count = o->search.of->m->report_count;
    if (!why)
        why = read_scatter(o, given);
    if (!why && (given->threads < 0 || given->max_runs < 1))
        why = "the numbers of threads and runs must not be negative";
    if (!why && !study_local_available())
        why = "nothing can be optimized: NLopt is missing";
    if (why)
        return why;
    o->run = api_keep_run_options(&run, o->search.memory);
    o->job.of.options = api_inner_options(&run);
    o->job.of.options.keep_trajectory = o->job.of.options.keep_frames = false;
    o->job.of.options.judge_from = o->search.of->m->expect_count; /* the limits stand behind */
    o->job.maximize = !given->minimize;
    o->job.threads = given->threads ? given->threads : study_sweep_cores();
    o->job.most = given->max_runs;
    o->job.watch = given->watch;
    o->job.user = given->user;
    return NULL;
}

static const char *describe_trouble(const lgr_optimum *o) {
    if (o->found.end == OPTIMUM_FOUND || (o->found.end == OPTIMUM_STOPPED && o->found.has_best))
        return NULL;
    if (o->found.end == OPTIMUM_STOPPED)
        return "interrupted before any design had a value";
    const char *name = o->search.of->m->reports[o->job.report].name;
    if (!o->found.has_best)
        return base_arena_printf(o->search.memory, "'%s' has no value in any of %ld designs", name, o->found.runs);
    return base_arena_printf(o->search.memory, "no design keeps all limits: %ld were tried", o->found.runs);
}

/* The unit of a report that stands alone on one side of a limit. */
static model_shown unit_of_limit(const model *m, const model_expect *e) {
    for (size_t i = 0; i < m->report_count; i++)
        if (m->reports[i].value.i == e->left.i || m->reports[i].value.i == e->right.i)
            return m->reports[i].shown;
    return (model_shown){0};
}

static const out_limit *list_limits(const lgr_optimum *o, const lgr_optimize_options *given) {
    out_limit *limits = ARENA_ARRAY(o->search.memory, out_limit, given->limit_count);
    const model *m = o->search.longer->m;
    for (size_t i = 0; i < given->limit_count; i++) {
        const model_expect *e = &m->expects[m->expect_count - given->limit_count + i];
        limits[i] = (out_limit){.text = base_arena_copy(o->search.memory, given->limits[i], strlen(given->limits[i])),
                                .dim = e->dim,
                                .shown = unit_of_limit(m, e),
                                .slack = -o->found.best.margins[i],
                                .holds = o->found.best.excess == 0,
                                .binds = o->found.binds[i]};
    }
    return limits;
}

static void fill_page(void *handle) {
    lgr_optimum *o = handle;
    const lgr_optimize_options *given = &o->given;
    const size_t n = o->job.of.param_count;
    double *low = ARENA_ARRAY(o->search.memory, double, n), *high = ARENA_ARRAY(o->search.memory, double, n);
    for (size_t i = 0; i < n; i++) {
        low[i] = o->job.box[i].low;
        high[i] = o->job.box[i].high;
    }
    const optimum *f = &o->found;
    const bool known = api_gives_numbers(o->search.of->m, o->params, n);
    const double *given_x = api_given_values(o->search.of->m, o->params, o->job.present, n, o->search.memory);
    const double *given_reports = known ? f->present.reports : api_no_values(o->job.report_count, o->search.memory);
    o->page = (out_optimum){.m = o->search.of->m,
                            .report = (int)o->job.report,
                            .minimize = given->minimize,
                            .interrupted = f->end == OPTIMUM_STOPPED,
                            .params = o->params,
                            .param_count = n,
                            .x = f->best.x,
                            .low = low,
                            .high = high,
                            .slopes = f->slopes,
                            .present = given_x,
                            .reports = f->best.reports,
                            .present_reports = given_reports,
                            .limits = list_limits(o, given),
                            .limit_count = given->limit_count,
                            .present_holds = !known || f->present.excess == 0,
                            .by_differences = f->by_differences,
                            .doubt = f->doubt,
                            .doubt_code = f->doubt_code,
                            .method = f->method,
                            .samples = f->samples,
                            .searches = f->starts,
                            .agreeing = f->agreeing,
                            .means = f->means,
                            .deviations = f->deviations,
                            .weight = given->deviations,
                            .machines = o->job.of.scatter ? given->machines : 1,
                            .runs = f->runs,
                            .seconds = o->search.seconds,
                            .trouble = o->search.trouble};
}

static const char *check_arguments(const lgr_optimize_options *given) {
    if (!given->report)
        return "there is no report to optimize: name one";
    const char *why = api_check_over(given->over, given->over_count);
    return why ? why : api_check_limits(given->limits, given->limit_count);
}

static const char *prepare(void *handle, const void *options) {
    lgr_optimum *o = handle;
    o->given = lgr_optimize_options_default();
    if (!options || !api_read_options(&o->given, options, sizeof o->given))
        return API_UNKNOWN_SIZE;
    const char *why = check_arguments(&o->given);
    return why ? why : prepare_job(o, &o->given);
}

static bool has_numbers(const void *handle) {
    const lgr_optimum *o = handle;
    return api_has_numbers(o->search.of, o->params, o->job.of.param_count);
}

static bool find(void *handle) {
    lgr_optimum *o = handle;
    o->found = study_optimum_find(&o->job, o->search.memory);
    o->search.trouble = describe_trouble(o);
    return o->found.end == OPTIMUM_STOPPED;
}

lgr_optimum *lgr_optimum_create(lgr_model *handle, const lgr_optimize_options *options) {
    static const api_search_kind kind = {sizeof(lgr_optimum), prepare, has_numbers, find, fill_page};
    return api_search_create(&kind, handle, options);
}

void lgr_optimum_destroy(lgr_optimum *o) {
    api_search_destroy(o ? &o->search : NULL);
}

lgr_status lgr_optimum_status(const lgr_optimum *o) {
    return o ? o->search.status : LGR_STATUS_MEMORY;
}

const char *lgr_optimum_usage_error(const lgr_optimum *o) {
    return o ? o->search.usage_error : "there is no optimum: " API_NO_MEMORY;
}

const char *lgr_optimum_trouble(const lgr_optimum *o) {
    return o ? o->search.trouble : NULL;
}

static bool has_result(const lgr_optimum *o) {
    return o && o->page.m && !o->search.trouble;
}

double lgr_optimum_value(const lgr_optimum *o) {
    return has_result(o) ? o->page.reports[o->page.report] : NAN;
}

double lgr_optimum_parameter(const lgr_optimum *o, size_t i) {
    return has_result(o) && i < o->page.param_count ? o->page.x[i] : NAN;
}

static lgr_status write_optimum(const lgr_optimum *o, const char *format, bool color, int width, lgr_sink sink,
                                void *user) {
    bool json = format && strcmp(format, "json") == 0;
    if (!o || !format || !sink || !o->page.m || (!json && strcmp(format, "text") != 0))
        return LGR_STATUS_USAGE;
    arena *a = base_arena_create();
    out_stream out = out_stream_make(a, sink, user);
    out_optimum page = o->page;
    page.page = (out_page){.version = LGR_VERSION, .color = color, .width = width};
    (json ? out_optimum_write_json : out_optimum_write_text)(&page, &out);
    bool written = out_stream_flush(&out);
    base_arena_destroy(a);
    return written ? LGR_STATUS_OK : LGR_STATUS_RUN;
}

/* The best design first, then the samples. */
static out_designs list_designs(const void *handle, arena *a) {
    const lgr_optimum *o = handle;
    const size_t count = o->found.samples + 1;
    out_design *designs = ARENA_ARRAY(a, out_design, count);
    const char **limits = ARENA_ARRAY(a, const char *, o->page.limit_count + 1);
    for (size_t i = 0; i < count; i++) {
        const optimum_point *p = i ? &o->found.tried[i - 1] : &o->found.best;
        designs[i] = (out_design){p->x, p->reports, p->excess == 0};
    }
    for (size_t i = 0; i < o->page.limit_count; i++)
        limits[i] = o->page.limits[i].text;
    out_designs page = {.m = o->page.m,
                        .what = base_arena_printf(a, "%s %s", o->page.minimize ? "least" : "greatest",
                                                  o->page.m->reports[o->page.report].name),
                        .params = o->params,
                        .param_count = o->page.param_count,
                        .count = count < OUT_MOST_DESIGNS ? count : OUT_MOST_DESIGNS,
                        .goal = o->page.report,
                        .other = -1,
                        .minimize = o->page.minimize,
                        .limits = limits,
                        .limit_count = o->page.limit_count};
    api_show_designs(&page, designs, a);
    return page;
}

static lgr_status draw_page(const lgr_optimum *o, lgr_sink sink, void *user) {
    if (!has_result(o) || !sink)
        return LGR_STATUS_USAGE;
    const api_search_page page = {&o->search, o->params, o->page.x, o->page.param_count, &o->run, list_designs};
    return api_search_draw(&page, sink, user);
}

lgr_status lgr_optimum_write(const lgr_optimum *o, const char *format, bool color, int width, lgr_sink sink,
                             void *user) {
    if (format && strcmp(format, "html") == 0)
        return draw_page(o, sink, user);
    API_RETURN_STATUS(write_optimum(o, format, color, width, sink, user));
}
