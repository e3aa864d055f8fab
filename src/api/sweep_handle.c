/* Sweeps through the public interface: settings, rows in order, summary. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "api/designs.h"
#include "api/handles.h"
#include "api/kept.h"
#include "api/sweep_key.h"
#include "base/print.h"
#include "base/sort.h"
#include "out/csv/writers.h"
#include "out/text/writers.h"
#include "study/sweep.h"

enum { SHOWN_ROWS = 40 }; /* more designs are not listed on a terminal */
enum { MOST_SCATTERED = 1000000 };

struct lgr_sweep {
    arena *memory;
    lgr_model *of;
    lgr_model *limited; /* the same text with the limits as expectations behind it; NULL: none */
    sweep_job job;
    double *scattered; /* [design][report], then [design][parameter]; NULL: not wanted */
    double *paged;     /* the same in the units in which they are shown, for the page; NULL: not wanted */
    bool *paged_kept;
    const char *const *limits; /* their texts */
    size_t limit_count;
    lgr_run_options run; /* of each design */
    int *params;
    size_t next; /* the design whose row comes next */
    out_sweep summary;
    out_sweep_row *rows;
    lgr_column *columns; /* parameters, then reports */
    double *shown;       /* the row at hand in their units, in the same order */
    const char *usage_error, *key, *header;
    lgr_status status;
    bool (*watch)(void *user, size_t done, size_t count);
    void *watch_user;
    lgr_sink row; /* during a run */
    void *row_user;
    bool elsewhere;     /* its rows are counted elsewhere */
    strbuf line;        /* the row that is being written */
    arena *spare;       /* for the row that is read back */
    base_taken counted; /* as one of the model's studies */
};

void lgr_sweep_options_init(lgr_sweep_options *options, size_t size) {
    const lgr_sweep_options usual = {.size = sizeof usual, .shard = 1, .shards = 1};
    api_write_options(options, size, &usual, sizeof usual);
}

static const char *const sample_names[] = {
    [DESIGN_GRID] = "grid", [DESIGN_RANDOM] = "random", [DESIGN_NORMAL] = "normal", [DESIGN_SOBOL] = "sobol"};

static const char *choose_kind(lgr_sweep *s, const char *sample) {
    for (size_t i = 0; i < sizeof sample_names / sizeof *sample_names; i++)
        if (strcmp(sample ? sample : "grid", sample_names[i]) == 0) {
            s->job.points.kind = (design_kind)i;
            return NULL;
        }
    return base_arena_printf(s->memory, "unknown sample '%s': there are grid, random, sobol and normal", sample);
}

static const char *check_name(const lgr_sweep *s, const lgr_axis *axes, size_t i) {
    const char *name = axes[i].name;
    const lgr_model *of = s->of;
    if (model_find_param(of->m, name) < 0)
        return api_unknown_param(s->memory, of->m, name);
    for (size_t k = 0; k < i; k++)
        if (strcmp(axes[k].name, name) == 0)
            return base_arena_printf(s->memory, "the parameter '%s' is varied twice", name);
    for (size_t k = 0; k < of->override_count; k++)
        if (strcmp(of->overrides[k].name, name) == 0)
            return base_arena_printf(s->memory, "the parameter '%s' cannot be both set and varied", name);
    return NULL;
}

static void warn_of_bounds(lgr_sweep *s, const model_param *p, const design_axis *axis) {
    if (!p->has_bounds || (axis->low >= p->low && axis->high <= p->high))
        return;
    diag *own = diag_create_like(s->memory, s->of->m->findings);
    const model *m = s->of->m;
    diag_add(own, DIAG_W0421, p->at, "'%s' from %s to %s goes outside its bounds [%s, %s]", p->name,
             model_shown_text(m, p->shown, axis->low, p->dim, s->memory),
             model_shown_text(m, p->shown, axis->high, p->dim, s->memory),
             model_shown_text(m, p->shown, p->low, p->dim, s->memory),
             model_shown_text(m, p->shown, p->high, p->dim, s->memory));
    api_tell(s->of, own);
}

static const char *check_count(const lgr_sweep *s, const lgr_axis *axis) {
    bool grid = s->job.points.kind == DESIGN_GRID;
    if (grid && axis->count == 0)
        return base_arena_printf(s->memory, "'%s' needs a count of values, at least 1: %s..%s:11", axis->name,
                                 axis->low, axis->high);
    if (!grid && axis->count)
        return base_arena_printf(s->memory, "'%s' has a count of values, and samples have none: %s..%s", axis->name,
                                 axis->low, axis->high);
    return NULL;
}

/* "1%" of the mean, or an amount. */
static const char *read_deviation(const lgr_sweep *s, const lgr_axis *axis, int param, design_axis *out) {
    const char *why = NULL, *rest;
    const model_param *p = &s->of->m->params[param];
    out->low = model_value_of(s->of->m, p);
    if (axis->low && !model_read_value(s->of->m, param, axis->low, &out->low, &why, s->memory))
        return why;
    const double number = base_read_number(axis->high, &rest);
    rest += strspn(rest, " ");
    if (rest != axis->high && strcmp(rest, "%") == 0)
        out->high = fabs(out->low) * number / 100;
    else if (!model_read_value(s->of->m, param, axis->high, &out->high, &why, s->memory))
        return why;
    if (!(out->high > 0) || !isfinite(out->high))
        return base_arena_printf(s->memory, "the scatter of '%s' must be above 0, not %s%s", p->name, axis->high,
                                 strcmp(rest, "%") == 0 && out->low == 0 ? " of 0" : "");
    return NULL;
}

static const char *read_axis(lgr_sweep *s, const lgr_axis *axes, size_t i, design_axis *out) {
    const lgr_axis *axis = &axes[i];
    const model *m = s->of->m;
    const char *why = check_name(s, axes, i);
    if (!why)
        why = check_count(s, axis);
    if (why)
        return why;
    s->params[i] = model_find_param(m, axis->name);
    if (s->job.points.kind == DESIGN_NORMAL)
        return read_deviation(s, axis, s->params[i], out);
    if (!model_read_value(m, s->params[i], axis->low, &out->low, &why, s->memory) ||
        !model_read_value(m, s->params[i], axis->high, &out->high, &why, s->memory))
        return why;
    out->count = axis->count;
    if (out->low > out->high)
        return base_arena_printf(s->memory, "the range of '%s' is the wrong way round: write %s..%s", axis->name,
                                 axis->high, axis->low);
    warn_of_bounds(s, &m->params[s->params[i]], out);
    return NULL;
}

static const char *read_axes(lgr_sweep *s, const lgr_sweep_options *o) {
    design_axis *axes = ARENA_ARRAY(s->memory, design_axis, o->axis_count);
    s->params = ARENA_ARRAY(s->memory, int, o->axis_count);
    s->job.points.axes = axes;
    s->job.points.axis_count = o->axis_count;
    if (!o->axis_count)
        return "nothing is varied: name a parameter and its range";
    for (size_t i = 0; i < o->axis_count; i++) {
        const char *why = read_axis(s, o->axes, i, &axes[i]);
        if (why)
            return why;
    }
    s->job.of.params = s->params;
    s->job.of.param_count = o->axis_count;
    return NULL;
}

static const char *count_designs(lgr_sweep *s, const lgr_sweep_options *o) {
    design *d = &s->job.points;
    d->seed = o->seed;
    d->count = d->kind == DESIGN_GRID ? study_design_grid_count(d->axes, d->axis_count) : o->samples;
    if (d->kind == DESIGN_GRID && o->samples)
        return "a grid has no number of samples: choose the sample random or sobol";
    if (d->count == 0)
        return "the number of samples must be at least 1";
    if (d->kind == DESIGN_NORMAL && d->count > MOST_SCATTERED)
        return base_arena_printf(s->memory, "too many designs that scatter: more than %d", MOST_SCATTERED);
    if (d->count > DESIGN_MOST)
        return base_arena_printf(s->memory, "too many designs: more than %zu", DESIGN_MOST);
    if (d->kind == DESIGN_SOBOL && d->axis_count > DESIGN_SOBOL_AXES)
        return base_arena_printf(s->memory,
                                 "Sobol's sequence is available for at most %d parameters: choose the sample random",
                                 DESIGN_SOBOL_AXES);
    if (o->shards < 1 || o->shard < 1 || o->shard > o->shards)
        return base_arena_printf(s->memory, "there is no shard %zu of %zu: they are numbered from 1", o->shard,
                                 o->shards);
    if (o->threads < 0)
        return "the number of threads must not be negative";
    study_design_shard(d->count, o->shard, o->shards, &s->job.first, &s->job.end);
    return NULL;
}

static const char *prepare(lgr_sweep *s, const lgr_sweep_options *o) {
    s->job.of = (study){.m = s->of->m};
    lgr_run_options run;
    const char *why = api_read_run_options(o->run, false, &run, s->memory);
    if (!why && run.force_count)
        why = "a sweep takes no forces of the program's own";
    if (!why)
        why = choose_kind(s, o->sample);
    if (!why)
        why = read_axes(s, o);
    if (!why)
        why = count_designs(s, o);
    if (why)
        return why;
    s->run = api_keep_run_options(&run, s->memory);
    s->job.of.options = api_inner_options(&run);
    s->job.of.options.keep_trajectory = s->job.of.options.keep_frames = false;
    s->job.of.options.judge_from = s->of->m->expect_count; /* limits stand behind */
    if (o->keep_designs && s->job.end - s->job.first > OUT_MOST_DESIGNS)
        return base_arena_printf(s->memory, "too many designs for a page: more than %d", OUT_MOST_DESIGNS);
    if (o->limit_count && (why = api_read_limits(s->of, o->limits, o->limit_count, &s->limited, s->memory)) != NULL)
        return why;
    if (s->limited) {
        s->job.of.m = s->limited->m;
        s->job.of.margin_count = o->limit_count;
    }
    s->job.report_count = s->of->m->report_count;
    s->job.threads = o->threads ? o->threads : study_sweep_cores();
    return NULL;
}

static void prepare_columns(lgr_sweep *s) {
    const model *m = s->of->m;
    size_t params = s->job.of.param_count;
    s->columns = ARENA_ARRAY(s->memory, lgr_column, params + m->report_count);
    s->shown = ARENA_ARRAY(s->memory, double, params + m->report_count);
    for (size_t i = 0; i < params; i++) {
        const model_param *p = &m->params[s->params[i]];
        const char *symbol = model_shown_unit(m, p->shown, p->dim, s->memory);
        s->columns[i] = (lgr_column){p->name, symbol, p->label ? p->label : "", false};
    }
    for (size_t i = 0; i < m->report_count; i++) {
        const model_report *r = &m->reports[i];
        const char *symbol = model_shown_unit(m, r->shown, r->dim, s->memory);
        s->columns[params + i] = (lgr_column){r->name, symbol, r->label ? r->label : "", true};
    }
}

static void keep_limits(lgr_sweep *s, const lgr_sweep_options *o) {
    const char **limits = ARENA_ARRAY(s->memory, const char *, o->limit_count + 1);
    for (size_t i = 0; i < o->limit_count; i++)
        limits[i] = base_arena_copy(s->memory, o->limits[i], strlen(o->limits[i]));
    s->limits = limits;
    s->limit_count = o->limit_count;
}

static void prepare_summary(lgr_sweep *s, const lgr_sweep_options *o) {
    const model *m = s->of->m;
    out_extreme *extremes = ARENA_ARRAY(s->memory, out_extreme, m->report_count);
    for (size_t i = 0; i < m->report_count; i++) {
        extremes[i].least = extremes[i].greatest = NAN;
        extremes[i].least_x = ARENA_ARRAY(s->memory, double, s->job.of.param_count);
        extremes[i].greatest_x = ARENA_ARRAY(s->memory, double, s->job.of.param_count);
    }
    size_t count = s->job.end - s->job.first;
    s->rows = ARENA_ARRAY(s->memory, out_sweep_row, SHOWN_ROWS);
    s->summary = (out_sweep){.m = m,
                             .params = s->params,
                             .param_count = s->job.of.param_count,
                             .total = count,
                             .rows = s->rows,
                             .extremes = extremes,
                             .limited = s->limited != NULL};
    if (s->job.points.kind == DESIGN_NORMAL)
        s->scattered = ARENA_ARRAY(s->memory, double, count *(m->report_count + s->job.of.param_count) + 1);
    if (o->keep_designs) {
        s->paged = ARENA_ARRAY(s->memory, double, count *(m->report_count + s->job.of.param_count) + 1);
        s->paged_kept = ARENA_ARRAY(s->memory, bool, count + 1);
        keep_limits(s, o);
    }
    strbuf header = base_strbuf_make(s->memory);
    out_sweep_csv_header(&s->summary, &header);
    s->header = base_strbuf_text(&header);
}

static bool is_normal(const lgr_sweep_options *o) {
    return o->sample && strcmp(o->sample, sample_names[DESIGN_NORMAL]) == 0;
}

static const char *check_arguments(const lgr_sweep_options *o) {
    for (size_t i = 0; i < o->axis_count; i++)
        if (!o->axes || !o->axes[i].name || (!o->axes[i].low && !is_normal(o)) || !o->axes[i].high)
            return is_normal(o) ? "each parameter that scatters needs a name and a standard deviation"
                                : "each parameter that is varied needs a name, a lowest and a highest value";
    for (size_t i = 0; i < o->limit_count; i++)
        if (!o->limits || !o->limits[i])
            return "a limit is a comparison, as in 'peak < 5 kN'";
    return NULL;
}

static lgr_sweep *create(lgr_model *handle, const lgr_sweep_options *options) {
    arena *a = base_arena_create();
    lgr_sweep_options given = lgr_sweep_options_default();
    bool known = options && api_read_options(&given, options, sizeof given);
    lgr_sweep *s = ARENA_NEW(a, lgr_sweep);
    *s = (lgr_sweep){
        .memory = a, .of = handle, .status = lgr_model_status(handle), .usage_error = lgr_model_usage_error(handle)};
    s->key = s->header = "";
    if (handle)
        api_begin_study(handle, &s->counted);
    if (s->status != LGR_STATUS_OK)
        return s;
    s->usage_error = known ? check_arguments(&given) : API_UNKNOWN_SIZE;
    if (!s->usage_error)
        s->usage_error = prepare(s, &given);
    if (s->usage_error) {
        s->status = LGR_STATUS_USAGE;
        return s;
    }
    /* what scatters does so about its number */
    const bool ranges = s->job.points.kind != DESIGN_NORMAL;
    if (!api_has_numbers(handle, s->params, ranges ? given.axis_count : 0)) {
        s->status = LGR_STATUS_MODEL;
        return s;
    }
    s->watch = given.watch;
    s->watch_user = given.user;
    s->key = api_sweep_key(&s->job, handle, &given, a);
    s->line = base_strbuf_make(a);
    s->spare = base_arena_create();
    s->next = s->job.first;
    prepare_columns(s);
    prepare_summary(s, &given);
    return s;
}

lgr_sweep *lgr_sweep_create(lgr_model *handle, const lgr_sweep_options *options) {
    API_RETURN(lgr_sweep *, create(handle, options), NULL);
}

void lgr_sweep_destroy(lgr_sweep *s) {
    if (!s)
        return;
    if (s->of)
        api_end_study(s->of);
    lgr_model_destroy(s->limited);
    base_arena_destroy(s->spare);
    base_arena_destroy(s->memory);
}

lgr_status lgr_sweep_status(const lgr_sweep *s) {
    return s ? s->status : LGR_STATUS_MEMORY;
}

const char *lgr_sweep_usage_error(const lgr_sweep *s) {
    return s ? s->usage_error : "there is no sweep: " API_NO_MEMORY;
}

const char *lgr_sweep_key(const lgr_sweep *s) {
    return s ? s->key : "";
}

size_t lgr_sweep_count(const lgr_sweep *s) {
    return s ? s->job.end - s->job.first : 0;
}

size_t lgr_sweep_done(const lgr_sweep *s) {
    return s ? s->next - s->job.first : 0;
}

size_t lgr_sweep_column_count(const lgr_sweep *s) {
    return s && s->columns ? s->job.of.param_count + s->job.report_count : 0;
}

lgr_column lgr_sweep_column(const lgr_sweep *s, size_t i) {
    return i < lgr_sweep_column_count(s) ? s->columns[i] : (lgr_column){"", "", "", false};
}

const char *lgr_sweep_header(const lgr_sweep *s) {
    return s ? s->header : "";
}

static const char *keep_text(lgr_sweep *s, const char *text) {
    return base_arena_copy(s->memory, text, strlen(text));
}

static double *keep_numbers(lgr_sweep *s, const double *x, size_t count) {
    double *copy = ARENA_ARRAY(s->memory, double, count);
    for (size_t i = 0; i < count; i++)
        copy[i] = x[i];
    return copy;
}

static void add_extremes(lgr_sweep *s, const out_sweep_row *row) {
    for (size_t i = 0; i < s->job.report_count; i++) {
        out_extreme *e = &s->summary.extremes[i];
        double y = row->reports[i];
        if (!isnan(y) && !(y >= e->least)) {
            e->least = y, e->least_at = row->design;
            memcpy(e->least_x, row->x, s->job.of.param_count * sizeof(double));
        }
        if (!isnan(y) && !(y <= e->greatest)) {
            e->greatest = y, e->greatest_at = row->design;
            memcpy(e->greatest_x, row->x, s->job.of.param_count * sizeof(double));
        }
    }
}

/* Numbers of a design, for the summary of those that scatter or for the page. */
static void keep_design(const lgr_sweep *s, const out_sweep_row *row, double *all) {
    const size_t reports = s->job.report_count, params = s->job.of.param_count, at = s->summary.seen;
    double *x = all + s->summary.total * reports;
    memcpy(all + at * reports, row->reports, reports * sizeof *x);
    memcpy(x + at * params, row->x, params * sizeof *x);
}

static void add_row(lgr_sweep *s, const out_sweep_row *row, bool failed) {
    out_sweep *sum = &s->summary;
    bool lacking = !failed && *row->note;
    if (failed && !sum->failed++)
        sum->failed_note = keep_text(s, row->note);
    if (lacking && !sum->lacking++)
        sum->lacking_note = keep_text(s, row->note);
    add_extremes(s, row);
    if (s->scattered)
        keep_design(s, row, s->scattered);
    if (s->paged) {
        keep_design(s, row, s->paged);
        s->paged_kept[sum->seen] = row->kept && !failed;
    }
    sum->kept += row->kept && !failed;
    sum->seen++;
    s->next++;
    if (sum->total > SHOWN_ROWS)
        return;
    s->rows[sum->row_count++] = (out_sweep_row){.design = row->design,
                                                .x = keep_numbers(s, row->x, s->job.of.param_count),
                                                .reports = keep_numbers(s, row->reports, s->job.report_count),
                                                .end = keep_text(s, row->end),
                                                .note = keep_text(s, row->note)};
}

static bool pass_on(lgr_sweep *s, const out_sweep_row *row, lgr_sink sink, void *user) {
    s->line.len = 0;
    out_sweep_csv_row(&s->summary, row, &s->line);
    return !sink || sink(user, s->line.text, s->line.len);
}

/* The values of the varied parameters in their own units, valid until the next call. */
static const double *show_parameters(lgr_sweep *s, const double *x) {
    for (size_t i = 0; i < s->job.of.param_count; i++)
        s->shown[i] = model_shown_value(s->of->m->params[s->params[i]].shown, x[i]);
    return s->shown;
}

static const double *show_reports(lgr_sweep *s, const double *reports) {
    double *shown = s->shown + s->job.of.param_count;
    for (size_t i = 0; i < s->job.report_count; i++)
        shown[i] = model_shown_value(s->of->m->reports[i].shown, reports[i]);
    return shown;
}

static bool keeps_all(const study_evaluation *t, size_t count) {
    bool kept = !t->failed;
    for (size_t i = 0; i < count; i++)
        kept = kept && t->margins[i] <= 0;
    return kept;
}

static bool take(void *user, size_t i, const double *x, const study_evaluation *t) {
    lgr_sweep *s = user;
    out_sweep_row row = {.design = i + 1,
                         .x = show_parameters(s, x),
                         .reports = show_reports(s, t->reports),
                         .end = t->end,
                         .note = t->note,
                         .kept = keeps_all(t, s->job.of.margin_count)};
    bool passed = pass_on(s, &row, s->row, s->row_user);
    if (!passed)
        s->status = LGR_STATUS_RUN;
    else if (!s->elsewhere)
        add_row(s, &row, t->failed);
    return passed;
}

static bool ask(void *user, size_t taken) {
    lgr_sweep *s = user;
    (void)taken;
    return s->watch && s->watch(s->watch_user, s->summary.seen, s->summary.total);
}

/* Designs [first, end) of the whole. */
static lgr_status compute(lgr_sweep *s, size_t first, size_t end) {
    sweep_job job = s->job;
    job.first = first;
    job.end = end;
    job.take = take;
    job.watch = ask;
    job.user = s;
    if (first == end)
        return LGR_STATUS_OK;
    arena *a = base_arena_create();
    sweep_end how = study_sweep_run(&job, a);
    base_arena_destroy(a);
    if (how == SWEEP_STOPPED && s->status == LGR_STATUS_OK)
        s->status = LGR_STATUS_INTERRUPTED;
    return s->status;
}

/* What a sweep holds whose call was broken off is not known: it stays so. */
static lgr_status spoil(lgr_sweep *s, lgr_status why) {
    return s->status = why == API_TOO_LARGE ? api_tell_size(s->of) : why;
}

static lgr_status run(lgr_sweep *s, lgr_sink row, void *user) {
    if (!s)
        return LGR_STATUS_USAGE;
    if (s->status != LGR_STATUS_OK)
        return s->status;
    s->row = row;
    s->row_user = user;
    s->elsewhere = false;
    return compute(s, s->next, s->job.end);
}

lgr_status lgr_sweep_run(lgr_sweep *s, lgr_sink row, void *user) {
    API_RETURN(lgr_status, (base_call_limit(base_call_most()), run(s, row, user)), spoil(s, API_WHY));
}

static lgr_status compute_apart(lgr_sweep *s, size_t first, size_t end, lgr_sink row, void *user) {
    if (!s || !row || first > end || end > lgr_sweep_count(s))
        return LGR_STATUS_USAGE;
    if (s->status != LGR_STATUS_OK)
        return s->status;
    s->row = row;
    s->row_user = user;
    s->elsewhere = true;
    return compute(s, s->job.first + first, s->job.first + end);
}

lgr_status lgr_sweep_compute(lgr_sweep *s, size_t first, size_t end, lgr_sink row, void *user) {
    API_RETURN(lgr_status, (base_call_limit(base_call_most()), compute_apart(s, first, end, row, user)),
               spoil(s, API_WHY));
}

/* The next cell of a line, unquoted; *at moves behind it. */
static const char *next_cell(const char **at, arena *a) {
    strbuf cell = base_strbuf_make(a);
    const char *c = *at;
    bool quoted = *c == '"';
    for (c += quoted; *c && (quoted || *c != ','); c++) {
        if (quoted && *c == '"' && *++c != '"')
            break;
        base_strbuf_add_bytes(&cell, c, 1);
    }
    *at = c + (*c == ',');
    return base_strbuf_text(&cell);
}

static double next_number(const char **at, arena *a) {
    const char *cell = next_cell(at, a);
    return *cell ? base_read_number(cell, NULL) : NAN;
}

/* The row that the line holds, as far as it could be the next one. Written anew it must be the same line. */
static bool read_line(lgr_sweep *s, const char *at, out_sweep_row *row, arena *a) {
    size_t params = s->job.of.param_count, reports = s->job.report_count;
    double *x = ARENA_ARRAY(a, double, params), *y = ARENA_ARRAY(a, double, reports);
    const char *line = at;
    study_design_point(&s->job.points, s->next, x);
    row->design = s->next + 1;
    next_cell(&at, a);
    for (size_t i = 0; i < params; i++)
        next_cell(&at, a);
    for (size_t i = 0; i < reports; i++)
        y[i] = next_number(&at, a);
    row->x = show_parameters(s, x);
    row->reports = y;
    row->kept = s->limited && strcmp(next_cell(&at, a), "1") == 0;
    row->end = next_cell(&at, a);
    row->note = next_cell(&at, a);
    strbuf again = base_strbuf_make(a);
    out_sweep_csv_row(&s->summary, row, &again);
    return again.len == strlen(line) + 1 && memcmp(again.text, line, again.len - 1) == 0;
}

static bool resume(lgr_sweep *s, const char *line, size_t length) {
    if (!s || !line || s->status != LGR_STATUS_OK || s->next == s->job.end)
        return false;
    arena_mark before = base_arena_get_mark(s->spare);
    out_sweep_row row;
    bool fits = read_line(s, base_arena_copy(s->spare, line, length), &row, s->spare);
    if (fits)
        add_row(s, &row, strcmp(row.end, "failed") == 0);
    base_arena_release(s->spare, before);
    return fits;
}

bool lgr_sweep_resume(lgr_sweep *s, const char *line, size_t length) {
    API_RETURN(bool, resume(s, line, length), (spoil(s, API_WHY), false));
}

static bool resume_values(lgr_sweep *s, const double *reports, const char *end, const char *note) {
    bool given = end && note && (reports || !lgr_sweep_column_count(s)) && !(s && s->limited);
    if (!s || !given || s->status != LGR_STATUS_OK || s->next == s->job.end)
        return false;
    arena_mark before = base_arena_get_mark(s->spare);
    double *x = ARENA_ARRAY(s->spare, double, s->job.of.param_count);
    study_design_point(&s->job.points, s->next, x);
    out_sweep_row row = {
        .design = s->next + 1, .x = show_parameters(s, x), .reports = reports, .end = end, .note = note};
    add_row(s, &row, strcmp(end, "failed") == 0);
    base_arena_release(s->spare, before);
    return true;
}

bool lgr_sweep_resume_values(lgr_sweep *s, const double *reports, const char *end, const char *note) {
    API_RETURN(bool, resume_values(s, reports, end, note), (spoil(s, API_WHY), false));
}

static bool is_less(const void *a, const void *b) {
    return *(const double *)a < *(const double *)b;
}

static double quantile(const double *sorted, size_t count, double share) {
    const double at = share * (double)(count - 1), whole = floor(at);
    const size_t i = (size_t)whole;
    return i + 1 < count ? sorted[i] + (at - whole) * (sorted[i + 1] - sorted[i]) : sorted[count - 1];
}

/* The squared correlation of a report with a parameter over designs with a value. */
static double share_of(const lgr_sweep *s, size_t report, size_t param, double mean_y) {
    const size_t reports = s->job.report_count, params = s->job.of.param_count;
    const double *x = s->scattered + s->summary.total * reports;
    double count = 0, mean_x = 0, xx = 0, yy = 0, xy = 0;
    for (size_t i = 0; i < s->summary.seen; i++)
        if (!isnan(s->scattered[i * reports + report])) {
            mean_x += x[i * params + param];
            count++;
        }
    for (size_t i = 0; i < s->summary.seen; i++) {
        const double dx = x[i * params + param] - mean_x / count, dy = s->scattered[i * reports + report] - mean_y;
        if (isnan(dy))
            continue;
        xx += dx * dx;
        yy += dy * dy;
        xy += dx * dy;
    }
    return xx > 0 && yy > 0 ? xy * xy / (xx * yy) : 0;
}

static out_scatter scatter_of(const lgr_sweep *s, size_t report, arena *a) {
    const size_t reports = s->job.report_count, params = s->job.of.param_count;
    double *y = ARENA_ARRAY(a, double, s->summary.seen + 1), sum = 0, squares = 0;
    out_scatter d = {.shares = ARENA_ARRAY(a, double, params + 1)};
    for (size_t i = 0; i < s->summary.seen; i++)
        if (!isnan(s->scattered[i * reports + report]))
            sum += y[d.count++] = s->scattered[i * reports + report];
    if (!d.count)
        return d;
    d.mean = sum / (double)d.count;
    for (size_t i = 0; i < d.count; i++)
        squares += (y[i] - d.mean) * (y[i] - d.mean);
    d.deviation = d.count > 1 ? sqrt(squares / (double)(d.count - 1)) : NAN;
    base_sort(y, d.count, sizeof *y, is_less, a);
    d.low = quantile(y, d.count, 0.05);
    d.median = quantile(y, d.count, 0.5);
    d.high = quantile(y, d.count, 0.95);
    for (size_t k = 0; k < params; k++)
        d.shares[k] = share_of(s, report, k, d.mean);
    return d;
}

static const out_scatter *scatter(const lgr_sweep *s, arena *a) {
    out_scatter *all = ARENA_ARRAY(a, out_scatter, s->job.report_count + 1);
    for (size_t i = 0; i < s->job.report_count; i++)
        all[i] = scatter_of(s, i, a);
    return all;
}

static lgr_status write_summary(const lgr_sweep *s, bool color, int width, lgr_sink sink, void *user) {
    if (!s || !sink)
        return LGR_STATUS_USAGE;
    if (!s->summary.m) /* it could not be prepared */
        return s->status;
    arena *a = base_arena_create();
    out_stream out = out_stream_make(a, sink, user);
    out_sweep summary = s->summary;
    summary.page = (out_page){.version = LGR_VERSION, .color = color, .width = width};
    summary.scatter = s->scattered ? scatter(s, a) : NULL;
    out_sweep_write_text(&summary, &out);
    bool written = out_stream_flush(&out);
    base_arena_destroy(a);
    return written ? LGR_STATUS_OK : LGR_STATUS_RUN;
}

lgr_status lgr_sweep_write(const lgr_sweep *s, bool color, int width, lgr_sink sink, void *user) {
    API_RETURN_STATUS(write_summary(s, color, width, sink, user));
}

/* The design with the best value; all of them if none has one. */
static size_t best_design(const lgr_sweep *s, size_t report, bool minimize) {
    const size_t reports = s->job.report_count, seen = s->summary.seen;
    size_t best = seen;
    for (size_t i = 0; i < seen; i++) {
        const double y = s->paged[i * reports + report];
        const bool fits = !isnan(y) && (!s->limited || s->paged_kept[i]);
        if (fits && (best == seen ||
                     (minimize ? y < s->paged[best * reports + report] : y > s->paged[best * reports + report])))
            best = i;
    }
    return best;
}

static lgr_status write_page(const lgr_sweep *s, const lgr_goal *goal, size_t report, size_t best,
                             const api_drawn *drawn, lgr_sink sink, void *user) {
    const out_designs page = {.m = s->of->m,
                              .what = "sweep",
                              .params = s->params,
                              .param_count = s->job.of.param_count,
                              .x = s->paged + s->summary.total * s->job.report_count,
                              .reports = s->paged,
                              .kept = s->limited ? s->paged_kept : NULL,
                              .count = s->summary.seen,
                              .goal = s->job.report_count ? (int)report : -1,
                              .other = -1,
                              .minimize = goal && goal->minimize,
                              .limits = s->limits,
                              .limit_count = s->limit_count,
                              .drawn = best};
    return api_write_designs(&page, drawn, sink, user);
}

static lgr_status guard_page(const lgr_sweep *s, const lgr_goal *goal, size_t report, size_t best,
                             const api_drawn *drawn, lgr_sink sink, void *user) {
    API_RETURN_STATUS(write_page(s, goal, report, best, drawn, sink, user));
}

lgr_status lgr_sweep_write_page(const lgr_sweep *s, const lgr_goal *goal, lgr_sink sink, void *user) {
    size_t report = 0;
    if (!s || !s->paged || !sink)
        return LGR_STATUS_USAGE;
    while (goal && report < s->job.report_count && strcmp(s->of->m->reports[report].name, goal->report) != 0)
        report++;
    if (goal && report == s->job.report_count)
        return LGR_STATUS_USAGE;
    const size_t best = s->job.report_count ? best_design(s, report, goal && goal->minimize) : s->summary.seen;
    const double *x = s->paged + s->summary.total * s->job.report_count + best * s->job.of.param_count;
    api_drawn drawn = {.model = NULL};
    if (best < s->summary.seen)
        drawn = api_draw(s->of, s->params, x, s->job.of.param_count, &s->run);
    const lgr_status done = guard_page(s, goal, report, best, &drawn, sink, user);
    api_drawn_destroy(&drawn);
    return done;
}
