/* lagrangia sweep: many designs, a row for each, and the extremes of the reports. */
#include <string.h>

#include "draft.h"
#include "large.h"
#include "outputs.h"
#include "ranks.h"
#include "row_file.h"

static bool watch(void *user, size_t done, size_t count) {
    progress_count(user, done, count);
    return interrupts_came();
}

static void say_where_it_stopped(const lgr_sweep *sweep, const row_file *file, int status) {
    if (status == LGR_STATUS_INTERRUPTED && file)
        complain("interrupted; the rows so far are in '%s', and the same command resumes from there", file->part);
    else if (status == LGR_STATUS_INTERRUPTED)
        complain("interrupted; the results so far are written");
    else if (file && file->complete)
        complain("'%s' is complete already: %zu designs", file->path, lgr_sweep_count(sweep));
}

/* Whether several processes do it together. */
static bool is_shared(void) {
    const char *variable;
    int rank;
    return large_processes(&variable, &rank) > 1;
}

/* `file` is NULL without -o and for stdout. */
static int compute(const settings *s, lgr_sweep *sweep, row_file *file, progress *line) {
    bool to_stdout = s->output_count && !file;
    if (to_stdout)
        fputs(lgr_sweep_header(sweep), stdout);
    lgr_sink row = file ? row_file_add : to_stdout ? file_sink : NULL;
    void *user = file ? (void *)file : (void *)stdout;
    int status = (int)(is_shared() ? ranks_sweep(sweep, row, user, watch, line) : lgr_sweep_run(sweep, row, user));
    progress_end(line);
    if (status == LGR_STATUS_OK && file && !row_file_finish(file, sweep))
        status = EXIT_WRITE;
    bool silent = s->quiet || to_stdout;
    bool color = !is_shared() && terminal_has_color(stdout); /* mpirun feigns a terminal */
    if (!silent && status != LGR_STATUS_MEMORY && status != LGR_STATUS_MODEL)
        status = exit_after(status, lgr_sweep_write(sweep, color, terminal_width(), file_sink, stdout));
    say_where_it_stopped(sweep, file, status);
    return status;
}

static bool add_to_page(void *user, const char *data, size_t length) {
    return draft_add(user, data, length);
}

/* The page of --report, which is seen under its name once it is whole. */
static int write_page(const settings *s, const lgr_sweep *sweep, draft *page, int status) {
    const lgr_goal *goal = s->front.goal_count ? &s->goals[0] : NULL;
    if (!s->report || (status != LGR_STATUS_OK && status != LGR_STATUS_INTERRUPTED))
        return status;
    if (draft_begin(page) && lgr_sweep_write_page(sweep, goal, add_to_page, page) == LGR_STATUS_OK &&
        draft_finish(page))
        return status;
    complain("cannot write '%s': %s", s->report, page->why ? page->why : "the page could not be made");
    return EXIT_WRITE;
}

/* Whether the page can be written, as far as can be seen before. */
static bool open_page(const settings *s, const lgr_model *model, draft *page) {
    if (!s->report)
        return true;
    const char *trouble = lgr_run_format_trouble("html");
    if (trouble)
        usage_error(s->json, "cannot write '%s': %s", s->report, trouble);
    else if (outputs_would_overwrite(s, model, s->report))
        return false;
    else if (!draft_prepare(page, s->report))
        usage_error(s->json, "cannot open '%s' for writing: %s", s->report, page->why);
    else
        return true;
    return false;
}

static bool check_goal(const settings *s, const lgr_sweep *sweep) {
    const char *name = s->front.goal_count ? s->goals[0].report : NULL;
    for (size_t i = 0; name && i < lgr_sweep_column_count(sweep); i++)
        if (lgr_sweep_column(sweep, i).is_report && strcmp(lgr_sweep_column(sweep, i).name, name) == 0)
            return true;
    if (name)
        usage_error(s->json, "the model has no report '%s'", name);
    return !name;
}

static int compute_into_file(const settings *s, const lgr_model *model, lgr_sweep *sweep, progress *line) {
    row_file file;
    int status;
    if (row_file_open(&file, s, model, sweep, &status))
        status = compute(s, sweep, &file, line);
    row_file_close(&file);
    return status;
}

static int sweep_model(const settings *s, lgr_model *model) {
    progress line = progress_begin();
    lgr_sweep_options options = s->sweep;
    options.run = &s->run;
    options.limits = s->limits;
    options.limit_count = s->optimize.limit_count;
    if (s->scatters && !options.samples)
        options.samples = 1000;
    options.keep_designs = s->report != NULL;
    options.watch = watch;
    options.user = &line;
    lgr_sweep *sweep = lgr_sweep_create(model, &options);
    int status = (int)lgr_sweep_status(sweep);
    print_findings(model, 0);
    size_t told = lgr_model_finding_count(model);
    if (status == LGR_STATUS_USAGE)
        usage_error(s->json, "%s", lgr_sweep_usage_error(sweep));
    else if (status == LGR_STATUS_OK) {
        interrupts_listen();
        bool file = s->output_count && strcmp(s->outputs[0], "-") != 0;
        draft page = {.handle = -1};
        if (!check_goal(s, sweep) || !open_page(s, model, &page))
            status = EXIT_USAGE;
        else {
            status = file ? compute_into_file(s, model, sweep, &line) : compute(s, sweep, NULL, &line);
            status = write_page(s, sweep, &page, status);
        }
        draft_dispose(&page);
        print_findings(model, told);
    }
    lgr_sweep_destroy(sweep);
    return status;
}

static int lead(const settings *s) {
    return with_model(s, sweep_model);
}

int command_sweep(const settings *s) {
    if (s->output_count > 1)
        return usage_error(s->json, "a sweep writes one file, not %zu", s->output_count);
    for (size_t i = 0; s->scatters && i < s->sweep.axis_count; i++)
        if (s->sweep.axes[i].low || strcmp(s->sweep.sample, "normal") != 0)
            return usage_error(s->json, "--scatter goes without --vary and --sample: all designs scatter, or none");
    if (s->optimize.limit_count && s->output_count && strstr(s->outputs[0], ".h5"))
        return usage_error(s->json, "rows of designs with limits are written as .csv, not .h5");
    if (s->front.goal_count && !s->report)
        return usage_error(s->json, "--maximize and --minimize choose the design of a page: add --report FILE.html");
    if (s->front.goal_count > 1)
        return usage_error(s->json, "a page draws the best design for one report, not for %zu", s->front.goal_count);
    if (s->report && is_shared())
        return usage_error(s->json, "a page is written by one process");
    int status;
    if (large_is_elsewhere(s, &status))
        return status;
    return is_shared() ? ranks_run(s, lead) : lead(s);
}
