/* Runs through the public interface: settings, results, expectations that do not hold. */
#include <math.h>
#include <stdint.h>
#include <string.h>
#include <time.h>

#include "api/handles.h"
#include "out/csv/writers.h"
#include "out/report/writers.h"
#include "out/values/verify.h"

void lgr_run_options_init(lgr_run_options *options, size_t size) {
    const sim_options o = sim_options_default();
    const lgr_run_options usual = {.size = sizeof usual,
                                   .until = o.until,
                                   .tolerance = o.tolerance,
                                   .first_step = o.first_step,
                                   .every = o.every,
                                   .max_steps = o.max_steps,
                                   .keep_trajectory = o.keep_trajectory,
                                   .keep_frames = o.keep_frames};
    api_write_options(options, size, &usual, sizeof usual);
}

sim_options api_inner_options(const lgr_run_options *o) {
    const ode_method *method = o->method ? sim_find_method(o->method) : NULL;
    return (sim_options){.until = o->until,
                         .tolerance = o->tolerance,
                         .first_step = o->first_step,
                         .every = o->every,
                         .method = method ? method->name : NULL,
                         .max_steps = o->max_steps,
                         .most_bytes = sim_options_default().most_bytes,
                         .keep_trajectory = o->keep_trajectory,
                         .keep_frames = o->keep_frames,
                         .watch = o->watch,
                         .user = o->user};
}

/* Rows on their way to the host. */
typedef struct row_stream {
    const model *m;
    out_stream out;
    out_csv_rows rows;
    bool units, begun;
} row_stream;

static void pass_row(void *taker, const sim_point *row) {
    row_stream *x = taker;
    if (!x->begun)
        x->rows = out_csv_rows_begin(x->m, x->units, &x->out);
    x->begun = true;
    out_csv_rows_add(&x->rows, row);
}

/* NaN stands for "not given" in the first two. */
static const char *check_run_options(const lgr_run_options *o, bool endless, arena *a) {
    const char *trouble = o->method ? sim_method_trouble(o->method, a) : NULL;
    if (trouble)
        return trouble;
    if (!isnan(o->until) && !(o->until >= 0 && (isfinite(o->until) || endless)))
        return base_arena_printf(a, "the end of the run must be a time from 0 on, not %g s", o->until);
    if (!isnan(o->tolerance) && !(o->tolerance > 0 && o->tolerance <= 0.1))
        return base_arena_printf(a, "the tolerance must lie above 0 and not above 0.1, not at %g", o->tolerance);
    if (!(o->first_step >= 0 && isfinite(o->first_step)))
        return base_arena_printf(a, "the first step must be a time above 0, not %g s", o->first_step);
    if (!(o->every >= 0 && isfinite(o->every)))
        return base_arena_printf(a, "the time between rows must be above 0, not %g s", o->every);
    if (o->max_steps <= 0)
        return base_arena_printf(a, "the number of steps must be above 0, not %ld", o->max_steps);
    return NULL;
}

const char *api_read_run_options(const lgr_run_options *from, bool endless, lgr_run_options *to, arena *a) {
    *to = lgr_run_options_default();
    if (from && !api_read_options(to, from, sizeof *to))
        return API_UNKNOWN_SIZE;
    return check_run_options(to, endless, a);
}

static double seconds_now(void) {
    struct timespec now;
    return clock_gettime(CLOCK_MONOTONIC, &now) == 0 ? (double)now.tv_sec + 1e-9 * (double)now.tv_nsec : 0;
}

static lgr_status status_of(const sim_result *r) {
    if (r->start_failed)
        return LGR_STATUS_MODEL;
    switch (r->end) {
    case SIM_FAILED:
        return LGR_STATUS_RUN;
    case SIM_INTERRUPTED:
        return LGR_STATUS_INTERRUPTED;
    default:
        return r->expects_hold ? LGR_STATUS_OK : LGR_STATUS_EXPECT;
    }
}

/* The tolerance of an expectation in the units of its sides; 0 if none is stated. It may name parameters. */
static double tolerance_of(const model *m, const model_expect *e, double right) {
    if (!e->tolerance.i)
        return 0;
    double tolerance = expr_eval(m->g, e->tolerance, model_values(m));
    return e->percent ? fabs(right) * tolerance / 100 : tolerance;
}

static const char *describe_unmet(const model *m, const model_expect *e, double left, double right, arena *a) {
    if (isnan(left) || isnan(right))
        return "it has no value";
    const model_shown unit = model_usual_unit(m, e->dim);
    const char *symbol = model_shown_unit(m, unit, e->dim, a), *space = *symbol ? " " : "";
    const double tolerance = tolerance_of(m, e, right) / (unit.unit ? unit.size : 1);
    left = model_shown_value(unit, left);
    right = model_shown_value(unit, right);
    if (e->relation != RELATION_EQUAL)
        return base_arena_printf(a, "it is %.12g%s%s against %.12g%s%s", left, space, symbol, right, space, symbol);
    return base_arena_printf(a, "it is %.12g%s%s, off by %.3g (allowed: %.3g)", left, space, symbol, fabs(left - right),
                             tolerance);
}

static void collect_unmet(lgr_run *run) {
    const model *m = run->on->m;
    const sim_result *r = run->result;
    run->unmet = ARENA_ARRAY(run->memory, finding, m->expect_count);
    for (size_t i = 0; i < m->expect_count; i++) {
        const model_expect *e = &m->expects[i];
        if (r->expect_ok[i])
            continue;
        const char *why = describe_unmet(m, e, r->expect_left[i], r->expect_right[i], run->memory);
        run->unmet[run->unmet_count++] = (finding){
            .code = DIAG_E0508,
            .message = base_arena_printf(run->memory, "the expectation '%s' does not hold: %s", e->text, why),
            .at = e->at,
            .primary = "",
            .help = e->relation == RELATION_EQUAL && !e->tolerance.i ? "give a tolerance: within 1e-6" : NULL};
    }
}

/* What is derived for one run on a copy serves the others. */
static sim_result *run_on(api_copy *c, const sim_options *o, arena *a) {
    for (size_t i = 0; i < c->kits.len; i++)
        if (sim_kit_serves(c->kits.at[i], o))
            return sim_kit_run_with(c->kits.at[i], o, a);
    sim_kit *kit = sim_kit_create(c->m, o, false, c->m->memory);
    vec_push(c->m->memory, &c->kits, kit);
    return sim_kit_run(kit, a);
}

/* While it runs the copy's findings are those of the text and of this run. */
static diag *own_findings(lgr_run *run, api_copy *on) {
    diag *own = diag_create_like(run->memory, run->m->findings);
    diag_merge(own, run->m->findings);
    on->m->findings = own;
    return own;
}

static void first_run(lgr_run *run, const lgr_run_options *chosen) {
    run->on = api_copy_take(run->of, run->read, run->m, &run->options);
    diag *findings_of_copy = run->on->m->findings;
    run->findings = own_findings(run, run->on);
    row_stream stream = {.m = run->m, .units = chosen->rows_units};
    sim_options options = run->options;
    if (chosen->rows) {
        stream.out = out_stream_make(run->memory, chosen->rows, chosen->rows_user);
        options.take_row = pass_row;
        options.taker = &stream;
    }
    double begin = seconds_now();
    run->result = run_on(run->on, &options, run->memory);
    run->seconds = seconds_now() - begin;
    if (stream.begun)
        out_stream_flush(&stream.out);
    run->status = status_of(run->result);
    if (run->status == LGR_STATUS_EXPECT)
        collect_unmet(run);
    run->on->m->findings = findings_of_copy; /* it outlives this run */
    api_copy_give(run->of, run->on);
    api_tell(run->of, run->findings);
    api_copy_use(run->of, run->on);
}

/* The run never began. */
static void refuse_size(lgr_run *run) {
    model *m = model_copy(run->of->m, run->memory);
    api_refuse_size(m, m->findings);
    run->findings = m->findings;
    run->status = LGR_STATUS_MODEL;
    api_tell(run->of, m->findings);
    model_dispose(m);
}

static lgr_run *create(lgr_model *handle, const lgr_run_options *options, bool too_large) {
    arena *a = base_arena_create();
    lgr_run *run = ARENA_NEW(a, lgr_run);
    lgr_run_options chosen;
    *run = (lgr_run){.memory = a,
                     .of = handle,
                     .digits = -1,
                     .status = lgr_model_status(handle),
                     .usage_error = lgr_model_usage_error(handle)};
    run->m = run->read = handle ? handle->m : NULL;
    if (run->status != LGR_STATUS_OK)
        return run;
    run->usage_error = api_read_run_options(options, false, &chosen, a);
    if (run->usage_error) {
        run->status = LGR_STATUS_USAGE;
        return run;
    }
    run->options = api_inner_options(&chosen);
    run->usage_error = api_read_forces(&chosen, &run->options, a);
    if (run->usage_error) {
        run->status = LGR_STATUS_USAGE;
        return run;
    }
    run->m = api_model_as_now(handle->m, a);
    run->csv = chosen.csv ? base_arena_copy(a, chosen.csv, strlen(chosen.csv)) : NULL;
    if (too_large) {
        refuse_size(run);
        return run;
    }
    base_call_limit(base_call_most());
    first_run(run, &chosen);
    return run;
}

/* What a run is that would have been too large. */
static lgr_run too_large_run;

static lgr_run *try_create(lgr_model *handle, const lgr_run_options *options, bool too_large) {
    API_RETURN(lgr_run *, create(handle, options, too_large), call_.why == BASE_TOO_MUCH ? &too_large_run : NULL);
}

lgr_run *lgr_run_create(lgr_model *handle, const lgr_run_options *options) {
    lgr_run *run = try_create(handle, options, false);
    return run == &too_large_run ? try_create(handle, options, true) : run;
}

/* Its findings are told to nobody. */
static sim_result *repeat(lgr_run *run, double tolerance) {
    sim_options options = run->options;
    options.tolerance = tolerance;
    options.first_step /= 2; /* a method of fixed steps would repeat itself to the bit */
    options.every = 0;
    options.keep_trajectory = options.keep_frames = false;
    api_copy *on = api_copy_take(run->of, run->read, run->m, &options);
    own_findings(run, on);
    sim_result *second = run_on(on, &options, run->memory);
    api_copy_give(run->of, on);
    return second;
}

out_run api_written(const lgr_run *run) {
    return (out_run){.m = run->m,
                     .findings = run->findings ? run->findings : run->m->findings,
                     .result = run->result,
                     .seconds = run->seconds,
                     .second = run->second,
                     .second_tolerance = run->second_tolerance,
                     .action = run->action,
                     .slopes = run->slopes.param_count ? &run->slopes : NULL,
                     .csv = run->csv};
}

static int count_digits(const lgr_run *run) {
    out_run both = api_written(run);
    verification v = out_verify_compare(&both, run->memory);
    return v.worst ? v.least : -1;
}

static lgr_status verify(lgr_run *run) {
    if (!run)
        return LGR_STATUS_USAGE;
    if (run->status != LGR_STATUS_OK && run->status != LGR_STATUS_EXPECT)
        return run->status;
    run->digits = -1;
    run->second = NULL;
    run->second_tolerance = run->result->tolerance / 10;
    run->second = repeat(run, run->second_tolerance);
    if (run->second->failure)
        return LGR_STATUS_RUN;
    if (run->second->end == SIM_INTERRUPTED)
        return LGR_STATUS_INTERRUPTED;
    run->digits = count_digits(run);
    return LGR_STATUS_OK;
}

lgr_status lgr_run_verify(lgr_run *run) {
    API_RETURN_STATUS(verify(run));
}

static lgr_status check_action(lgr_run *run) {
    if (!run)
        return LGR_STATUS_USAGE;
    if (run->options.load_count) {
        run->usage_error = "the action of a run with forces of the program's own is not known";
        return LGR_STATUS_USAGE;
    }
    if (run->status != LGR_STATUS_OK && run->status != LGR_STATUS_EXPECT)
        return run->status;
    api_copy_wait(run->of, run->on, run->m);
    own_findings(run, run->on);
    run->action = sim_check_action(run->on->m, &run->options, run->result, run->memory);
    api_copy_give(run->of, run->on);
    return LGR_STATUS_OK;
}

lgr_status lgr_run_check_action(lgr_run *run) {
    API_RETURN_STATUS(check_action(run));
}

double lgr_run_action_variation(const lgr_run *run) {
    return run && run->action && !run->action->trouble ? run->action->worst : NAN;
}

static const char *verify_trouble(lgr_run *run, bool color) {
    if (!run || !run->second || !run->second->failure)
        return NULL;
    return api_render(run->findings, run->second->failure, color, run->memory);
}

const char *lgr_run_verify_trouble(lgr_run *run, bool color) {
    API_RETURN(const char *, verify_trouble(run, color), API_NO_MEMORY "\n");
}

int lgr_run_verified_digits(const lgr_run *run) {
    return run ? run->digits : -1;
}

void lgr_run_destroy(lgr_run *run) {
    if (!run)
        return;
    if (run->on && run->options.load_count)
        api_copy_drop(run->of, run->on);
    base_arena_destroy(run->memory);
}

lgr_status lgr_run_status(const lgr_run *run) {
    return run ? run->status : LGR_STATUS_MEMORY;
}

const char *lgr_run_usage_error(const lgr_run *run) {
    return run ? run->usage_error : "there is no run: " API_NO_MEMORY;
}

const char *lgr_run_format_trouble(const char *format) {
    if (!format || !out_run_writer_find(format))
        return "there is no such format";
    if (strcmp(format, "html") == 0 && !out_report_is_there())
        return "this build has no page for reports: node and npm were missing when it was built";
    return NULL;
}

/* The equations at the start and after each event that changed what is active, as long as they are few. */
static void add_pages(out_run *results, const lgr_run *run, arena *a) {
    enum { MOST_PAGES = 12 };
    api_copy_wait(run->of, run->on, run->m);
    model *m = run->on->m;
    const sim_result *r = results->result;
    derive_page *pages = ARENA_ARRAY(a, derive_page, MOST_PAGES);
    const mech_choice *shown[MOST_PAGES];
    results->pages = pages;
    const mech_choice *last = NULL;
    for (size_t i = 0; i <= r->events.len; i++) {
        const sim_point *at = i ? &r->events.at[i - 1].after : &r->initial;
        const mech_choice *choice = i ? r->events.at[i - 1].choice : r->initial_choice;
        bool known = false;
        for (size_t k = 0; k < results->page_count; k++)
            known = known || shown[k] == choice;
        if (known || choice == last)
            continue;
        last = choice;
        if (results->page_count == MOST_PAGES) {
            results->more_pages++;
            continue;
        }
        derive_request request = {.choice = choice, .t = at->t, .q = at->q, .v = at->v};
        request.mode =
            i ? base_arena_printf(a, "after %s", model_event_name(m, r->events.at[i - 1].ref, a)) : "at the start";
        shown[results->page_count] = choice;
        pages[results->page_count++] = derive_write_page(m, &request, a);
    }
    api_copy_give(run->of, run->on);
}

/* Equations that are too large to write are left out, and what they have taken is given back. The memory of the others;
   NULL. */
static arena *try_pages(out_run *results, const lgr_run *run) {
    base_outcome outcome;
    arena *volatile pages = NULL;
    base_call_limit(base_call_most());
    BASE_TRY(outcome, add_pages(results, run, pages = base_arena_create()));
    base_call_limit(SIZE_MAX / 2); /* results have limits of their own */
    if (outcome == BASE_COMPLETE)
        return pages;
    if (outcome != BASE_TOO_MUCH)
        base_call_break(outcome);
    results->page_count = 0;
    results->more_pages = 1;
    return NULL;
}

static lgr_status write_results(const lgr_run *run, const char *format, bool color, int width, lgr_sink sink,
                                void *user) {
    const run_writer *writer = format ? out_run_writer_find(format) : NULL;
    if (!run || !sink || !writer || run->status == LGR_STATUS_USAGE)
        return LGR_STATUS_USAGE;
    if (!run->m) /* there was no model */
        return run->status;
    arena *a = base_arena_create(), *pages = NULL;
    out_run results = api_written(run);
    results.page = (out_page){.version = LGR_VERSION, .color = color, .width = width};
    if (strcmp(format, "html") == 0 && results.result && !results.result->start_failed)
        pages = try_pages(&results, run);
    out_stream out = out_stream_make(a, sink, user);
    writer->write(&results, &out);
    bool ok = out_stream_flush(&out);
    base_arena_destroy(pages);
    base_arena_destroy(a);
    return ok ? LGR_STATUS_OK : LGR_STATUS_RUN;
}

lgr_status lgr_run_write(const lgr_run *run, const char *format, bool color, int width, lgr_sink sink, void *user) {
    API_RETURN_STATUS(write_results(run, format, color, width, sink, user));
}

double lgr_run_report(const lgr_run *run, const char *name) {
    if (!run || !name || !run->result || run->result->start_failed)
        return NAN;
    const model *m = run->m;
    for (size_t i = 0; i < m->report_count; i++)
        if (strcmp(m->reports[i].name, name) == 0)
            return run->result->reports[i];
    return NAN;
}

size_t lgr_run_unmet_count(const lgr_run *run) {
    return run ? run->unmet_count : 0;
}

static const char *unmet_text(lgr_run *run, size_t i, bool color) {
    if (!run || i >= run->unmet_count)
        return NULL;
    return api_render(run->findings, &run->unmet[i], color, run->memory);
}

const char *lgr_run_unmet_text(lgr_run *run, size_t i, bool color) {
    API_RETURN(const char *, unmet_text(run, i, color), API_NO_MEMORY "\n");
}
