/* Fits through the public interface: settings, measurements, what is shown of the result. */
#include <math.h>
#include <string.h>

#include "api/goals.h"
#include "api/search.h"
#include "base/print.h"
#include "base/strbuf.h"
#include "out/csv/writers.h"
#include "out/json/writers.h"
#include "out/study/writers.h"
#include "out/text/writers.h"
#include "study/fit.h"
#include "study/measured.h"

/* A measured column and what it is compared with. */
typedef struct channel {
    const char *quantity, *column, *unit; /* unit: as the first experiment has it; NULL: SI */
    double size;                          /* of that unit */
    dimension dim;
} channel;

struct lgr_fit {
    api_search search;
    lgr_fit_options given;
    fit_job job;
    fit found;
    const measured **tables; /* per experiment */
    size_t *times;           /* per experiment: its column */
    channel *channels;
    out_fit page;
    long runs;
};

void lgr_fit_options_init(lgr_fit_options *options, size_t size) {
    const lgr_fit_options usual = {.size = sizeof usual, .starts = 4};
    api_write_options(options, size, &usual, sizeof usual);
}

/* --- Unknowns --- */

static const char *check_name(const lgr_fit *f, size_t i) {
    const lgr_model *of = f->search.of;
    const char *name = f->given.over[i].name;
    const int index = model_find_param(of->m, name);
    if (index < 0)
        return api_unknown_param(f->search.memory, of->m, name);
    for (size_t k = 0; k < i; k++)
        if (strcmp(f->given.over[k].name, name) == 0)
            return base_arena_printf(f->search.memory, "the parameter '%s' is named twice", name);
    if (of->m->params[index].structural)
        return base_arena_printf(f->search.memory,
                                 "the parameter '%s' is structural: it decides what the model consists of, "
                                 "and cannot be found from measurements",
                                 name);
    return NULL;
}

static const char *read_bounds(lgr_fit *f, size_t i, int param, double *low, double *high) {
    const char *why = NULL;
    const model *m = f->search.of->m;
    const lgr_axis *axis = &f->given.over[i];
    const model_param *p = &m->params[param];
    *low = p->has_bounds ? p->low : -INFINITY;
    *high = p->has_bounds ? p->high : INFINITY;
    if (axis->low && (!model_read_value(m, param, axis->low, low, &why, f->search.memory) ||
                      !model_read_value(m, param, axis->high, high, &why, f->search.memory)))
        return why;
    return *low < *high ? NULL : base_arena_printf(f->search.memory, "the range of '%s' is empty", p->name);
}

static const char *read_parameters(lgr_fit *f, double *low, double *high, double *present) {
    const size_t n = f->given.over_count;
    int *params = ARENA_ARRAY(f->search.memory, int, n + 1);
    for (size_t i = 0; i < n; i++) {
        const char *why = check_name(f, i);
        if (why)
            return why;
        params[i] = model_find_param(f->search.of->m, f->given.over[i].name);
        if ((why = read_bounds(f, i, params[i], &low[i], &high[i])) != NULL)
            return why;
        present[i] = fmin(fmax(api_begin_value(f->search.of->m, params[i], low[i], high[i]), low[i]), high[i]);
    }
    f->job.params = params;
    f->job.param_count = n;
    return NULL;
}

/* A parameter without a number needs none if its range is known: that is where its search begins. */
static bool has_numbers(const void *handle) {
    const lgr_fit *f = handle;
    int *given = ARENA_ARRAY(f->search.memory, int, f->job.param_count + 1);
    size_t count = 0;
    for (size_t i = 0; i < f->job.param_count; i++)
        if (isfinite(f->job.low[i]) && isfinite(f->job.high[i]))
            given[count++] = f->job.params[i];
    return api_has_numbers(f->search.of, given, count);
}

static double span_of(const fit_data *d) {
    return d->count > 1 ? d->t[d->count - 1] - d->t[0] : 0;
}

static const char *read_offset(lgr_fit *f, const char *text, double usual, double *out) {
    const char *rest;
    *out = usual;
    if (!text)
        return NULL;
    *out = base_read_number(text, &rest);
    rest += strspn(rest, " ");
    const bool read = rest != text && isfinite(*out) && (*rest == '\0' || strcmp(rest, "s") == 0);
    return read ? NULL : base_arena_printf(f->search.memory, "a bound of the offset is a time in s, not '%s'", text);
}

static const char *read_clocks(lgr_fit *f, double *low, double *high, double *present) {
    for (size_t d = 0; f->given.offset && d < f->job.data_count; d++) {
        const size_t k = study_fit_clock(&f->job, d);
        const double reach = span_of(&f->job.data[d]) / 4;
        const char *why = read_offset(f, f->given.offset_low, -reach, &low[k]);
        why = why ? why : read_offset(f, f->given.offset_high, reach, &high[k]);
        if (why)
            return why;
        if (!(low[k] < high[k]))
            return "the range of the offset is empty";
        present[k] = fmin(fmax(0, low[k]), high[k]);
    }
    return NULL;
}

static const char *read_unknowns(lgr_fit *f) {
    size_t most = f->given.over_count + f->job.data_count + f->job.channel_count;
    double *low = ARENA_ARRAY(f->search.memory, double, most + 1),
           *high = ARENA_ARRAY(f->search.memory, double, most + 1);
    double *present = ARENA_ARRAY(f->search.memory, double, most + 1);
    const char *why = read_parameters(f, low, high, present);
    if (!why)
        why = read_clocks(f, low, high, present);
    if (why)
        return why;
    for (size_t c = 0; c < f->job.channel_count; c++)
        if (f->job.channels[c].scaled) {
            const size_t k = study_fit_factor(&f->job, c);
            low[k] = -INFINITY;
            high[k] = INFINITY;
            present[k] = 1;
        }
    f->job.low = low;
    f->job.high = high;
    f->job.present = present;
    return study_fit_unknowns(&f->job) ? NULL : "there is nothing to find: name parameters";
}

/* --- Quantities --- */

static const char *read_tables(lgr_fit *f) {
    const size_t count = f->given.data_count;
    f->tables = ARENA_ARRAY(f->search.memory, const measured *, count + 1);
    f->times = ARENA_ARRAY(f->search.memory, size_t, count + 1);
    for (size_t d = 0; d < count; d++) {
        const lgr_experiment *x = &f->given.data[d];
        const char *why = NULL;
        f->tables[d] = study_measured_read(x->text, x->length, f->search.memory, &why);
        if (!f->tables[d])
            return base_arena_printf(f->search.memory, "cannot read '%s': %s", x->name, why);
        const measured *t = f->tables[d];
        f->times[d] = study_measured_find(t, f->given.time ? f->given.time : "t");
        if (f->times[d] == t->column_count && !f->given.time)
            f->times[d] = study_measured_find(t, "time");
        if (f->times[d] == t->column_count)
            return base_arena_printf(f->search.memory, "'%s' has no column '%s' for the time: name the one that it is",
                                     x->name, f->given.time ? f->given.time : "t");
    }
    return NULL;
}

static bool is_quantity(const model *m, const char *name) {
    for (size_t i = 0; i < m->coord_count; i++)
        if (strcmp(m->coords[i].name, name) == 0)
            return true;
    for (size_t i = 0; i < m->output_count; i++)
        if (strcmp(m->outputs[i].name, name) == 0)
            return true;
    return false;
}

/* Every column of the first experiment with the name of something in the model. */
static void match_by_name(lgr_fit *f) {
    const measured *t = f->tables[0];
    lgr_match *all = ARENA_ARRAY(f->search.memory, lgr_match, t->column_count + 1);
    size_t count = 0;
    for (size_t k = 0; k < t->column_count; k++)
        if (k != f->times[0] && is_quantity(f->search.of->m, t->columns[k].name))
            all[count++] = (lgr_match){.quantity = t->columns[k].name, .column = t->columns[k].name};
    f->given.match = all;
    f->given.match_count = count;
}

/* "expect final(theta) = 1*(1 deg)": the model's text with it has the quantity as a reducer, and the size of the unit.
 */
static const char *question(const lgr_fit *f, const char *quantity, const char *unit) {
    return unit ? base_arena_printf(f->search.memory, "\nexpect final(%s) = 1 %s\n", quantity, unit)
                : base_arena_printf(f->search.memory, "\nexpect final(%s) = final(%s)\n", quantity, quantity);
}

static const char *first_error(const lgr_model *with) {
    for (size_t i = 0; i < diag_count(with->findings); i++)
        if (!diag_is_warning(diag_at(with->findings, i)->code))
            return diag_at(with->findings, i)->message;
    return "it is not a quantity of the model";
}

/* How large a unit is, and whether the quantity has it. */
static const char *measure_unit(const lgr_fit *f, const char *quantity, const char *unit, double *size) {
    *size = 1;
    if (strpbrk(quantity, "\n\r#") || (unit && (strpbrk(unit, "\n\r#") || !*unit)))
        return base_arena_printf(f->search.memory, "cannot read the quantity '%s'", quantity);
    lgr_model *with = api_model_read_longer(f->search.of, question(f, quantity, unit), f->search.memory);
    const char *why = NULL;
    if (with->status != LGR_STATUS_OK || with->m->expect_count != f->search.of->m->expect_count + 1)
        why = base_arena_printf(f->search.memory, "cannot compare '%s'%s%s: %s", quantity,
                                unit ? " with a column in " : "", unit ? unit : "", first_error(with));
    else if (unit)
        expr_is_number(with->m->g, with->m->expects[with->m->expect_count - 1].right, size);
    lgr_model_destroy(with);
    return why;
}

static const char *missing_column(const lgr_fit *f, size_t d, const char *name) {
    strbuf out = base_strbuf_make(f->search.memory);
    base_strbuf_printf(&out, "'%s' has no column '%s'; its columns are", f->given.data[d].name, name);
    for (size_t i = 0; i < f->tables[d]->column_count; i++)
        base_strbuf_printf(&out, "%s %s", i ? "," : "", f->tables[d]->columns[i].name);
    return base_strbuf_text(&out);
}

static const char *read_channel(lgr_fit *f, size_t c, fit_channel *to, double *noise) {
    const lgr_match *x = &f->given.match[c];
    channel *own = &f->channels[c];
    const measured *t = f->tables[0];
    const size_t column = study_measured_find(t, x->column);
    if (column == t->column_count)
        return missing_column(f, 0, x->column);
    for (size_t k = 0; k < c; k++)
        if (strcmp(f->given.match[k].column, x->column) == 0)
            return base_arena_printf(f->search.memory, "the column '%s' is compared twice", x->column);
    *own = (channel){.quantity = x->quantity, .column = x->column, .unit = t->columns[column].unit};
    const char *why = measure_unit(f, x->quantity, own->unit, &own->size);
    if (why)
        return why;
    to->scaled = x->scaled;
    *noise = NAN;
    if (x->noise) {
        const char *rest;
        *noise = base_read_number(x->noise, &rest) * own->size;
        if (*rest || !(*noise > 0))
            return base_arena_printf(f->search.memory, "the noise of '%s' is a number above 0, not '%s'", x->column,
                                     x->noise);
    }
    return NULL;
}

/* The model with all quantities behind its text; each is the reducer of one expectation. */
static const char *read_quantities(lgr_fit *f) {
    const size_t count = f->given.match_count;
    fit_channel *channels = ARENA_ARRAY(f->search.memory, fit_channel, count + 1);
    double *noise = ARENA_ARRAY(f->search.memory, double, count + 1);
    f->channels = ARENA_ARRAY(f->search.memory, channel, count + 1);
    strbuf more = base_strbuf_make(f->search.memory);
    for (size_t c = 0; c < count; c++) {
        const char *why = read_channel(f, c, &channels[c], &noise[c]);
        if (why)
            return why;
        base_strbuf_add(&more, question(f, f->given.match[c].quantity, f->channels[c].unit));
    }
    if (!count)
        return "no column has the name of a coordinate or an output: say which quantity each column is";
    f->search.longer = api_model_read_longer(f->search.of, base_strbuf_text(&more), f->search.memory);
    const model *m = f->search.longer->m;
    for (size_t c = 0; c < count; c++) {
        const model_expect *e = &m->expects[m->expect_count - count + c];
        f->channels[c].dim = e->dim;
        for (size_t r = 0; r < m->reducer_count; r++)
            if (expr_same(expr_var(m->g, m->reducers[r].var), e->left))
                channels[c].reducer = (int)r;
    }
    f->job.m = m;
    f->job.channels = channels;
    f->job.channel_count = count;
    f->job.noise = noise;
    return NULL;
}

/* --- Measurements --- */

static const char *unit_size(const lgr_fit *f, const char *unit, const char *quantity, double *size) {
    *size = 1;
    return unit ? measure_unit(f, quantity, unit, size) : NULL;
}

/* Where the columns of an experiment are, and their units. */
static const char *find_columns(const lgr_fit *f, size_t d, size_t *columns, double *sizes) {
    const measured *t = f->tables[d];
    for (size_t c = 0; c < f->job.channel_count; c++) {
        columns[c] = study_measured_find(t, f->channels[c].column);
        if (columns[c] == t->column_count)
            return missing_column(f, d, f->channels[c].column);
        const char *why = unit_size(f, t->columns[columns[c]].unit, f->channels[c].quantity, &sizes[c]);
        if (why)
            return why;
    }
    return NULL;
}

static const char *read_sets(lgr_fit *f, const lgr_experiment *x, fit_data *to) {
    int *params = ARENA_ARRAY(f->search.memory, int, x->set_count + 1);
    double *values = ARENA_ARRAY(f->search.memory, double, x->set_count + 1);
    const model *m = f->search.of->m;
    for (size_t i = 0; i < x->set_count; i++) {
        const char *why = NULL;
        params[i] = model_find_param(m, x->set[i].name);
        if (params[i] < 0)
            return api_unknown_param(f->search.memory, m, x->set[i].name);
        for (size_t k = 0; k < f->given.over_count; k++)
            if (strcmp(f->given.over[k].name, x->set[i].name) == 0)
                return base_arena_printf(f->search.memory, "the parameter '%s' cannot be both set and found",
                                         x->set[i].name);
        if (m->params[params[i]].structural)
            return base_arena_printf(f->search.memory, "the parameter '%s' is structural: set it for all experiments",
                                     x->set[i].name);
        if (!model_read_value(m, params[i], x->set[i].value, &values[i], &why, f->search.memory))
            return why;
    }
    to->set = params;
    to->set_values = values;
    to->set_count = x->set_count;
    return NULL;
}

/* The rows of one experiment with anything in them. */
static const char *read_rows(lgr_fit *f, size_t d, fit_data *to) {
    const measured *t = f->tables[d];
    const size_t count = f->job.channel_count;
    size_t *columns = ARENA_ARRAY(f->search.memory, size_t, count);
    double *sizes = ARENA_ARRAY(f->search.memory, double, count), second;
    double *times = ARENA_ARRAY(f->search.memory, double, t->row_count);
    double *values = ARENA_ARRAY(f->search.memory, double, t->row_count *count);
    const char *why = find_columns(f, d, columns, sizes);
    if (!why)
        why = unit_size(f, t->columns[f->times[d]].unit, "t", &second);
    for (size_t i = 0; !why && i < t->row_count; i++) {
        const double *row = t->cells + i * t->column_count;
        bool any = false;
        for (size_t c = 0; c < count; c++) {
            values[to->count * count + c] = row[columns[c]] * sizes[c];
            any = any || !isnan(row[columns[c]]);
        }
        times[to->count] = row[f->times[d]] * second;
        if (any && isnan(times[to->count]))
            why = base_arena_printf(f->search.memory, "row %zu of '%s' has no time", i + 1, f->given.data[d].name);
        if (any && to->count && times[to->count] < times[to->count - 1])
            why = base_arena_printf(f->search.memory, "the times of '%s' go back at row %zu", f->given.data[d].name,
                                    i + 1);
        to->count += any;
    }
    to->t = times;
    to->values = values;
    if (!why && !to->count)
        why = base_arena_printf(f->search.memory, "'%s' has no measured values", f->given.data[d].name);
    return why;
}

static const char *read_data(lgr_fit *f) {
    fit_data *data = ARENA_ARRAY(f->search.memory, fit_data, f->given.data_count);
    for (size_t d = 0; d < f->given.data_count; d++) {
        const char *why = read_rows(f, d, &data[d]);
        if (!why)
            why = read_sets(f, &f->given.data[d], &data[d]);
        if (why)
            return why;
    }
    f->job.data = data;
    f->job.data_count = f->given.data_count;
    return NULL;
}

/* --- The whole --- */

static const char *const losses[] = {[LOSS_SQUARES] = "squares", [LOSS_HUBER] = "huber", [LOSS_CAUCHY] = "cauchy"};

static const char *choose_loss(lgr_fit *f) {
    const char *name = f->given.loss ? f->given.loss : "squares";
    for (size_t i = 0; i < sizeof losses / sizeof *losses; i++)
        if (strcmp(losses[i], name) == 0) {
            f->job.loss = (marquardt_loss)i;
            return NULL;
        }
    return base_arena_printf(f->search.memory, "there is no loss '%s': choose squares, huber or cauchy", name);
}

static bool watch_run(void *user, double t, double until, long steps) {
    lgr_fit *f = user;
    (void)t, (void)until, (void)steps;
    return f->given.watch(f->given.user, ++f->runs);
}

static const char *check_arguments(const lgr_fit *f) {
    const lgr_fit_options *g = &f->given;
    for (size_t i = 0; i < g->over_count; i++)
        if (!g->over || !g->over[i].name || !g->over[i].low != !g->over[i].high)
            return "each parameter to find needs a name, and both bounds or none";
    for (size_t i = 0; i < g->data_count; i++)
        if (!g->data || !g->data[i].name || !g->data[i].text || (g->data[i].set_count && !g->data[i].set))
            return "each experiment needs a name and a text";
    for (size_t i = 0; i < g->match_count; i++)
        if (!g->match || !g->match[i].quantity || !g->match[i].column)
            return "each measured quantity needs a column";
    if (!g->data_count)
        return "there is nothing measured: name a file";
    if (!g->offset_low != !g->offset_high)
        return "the offset needs both bounds or none";
    return g->starts < 1 || g->starts > 64 ? "the number of searches must be from 1 to 64" : NULL;
}

static const char *prepare_job(lgr_fit *f) {
    lgr_run_options run;
    const char *why = check_arguments(f);
    if (!why)
        why = api_read_run_options(f->given.run, false, &run, f->search.memory);
    if (!why && run.force_count)
        why = "a fit takes no forces of the program's own";
    if (!why)
        why = choose_loss(f);
    if (!why)
        why = read_tables(f);
    if (!why && !f->given.match_count)
        match_by_name(f);
    if (!why)
        why = read_quantities(f);
    if (!why)
        why = read_data(f);
    f->job.clocks = f->given.offset;
    if (!why)
        why = read_unknowns(f);
    if (why)
        return why;
    f->job.options = api_inner_options(&run);
    f->job.options.keep_trajectory = f->job.options.keep_frames = false;
    f->job.options.judge_from = f->search.longer->m->expect_count;
    f->job.options.watch = f->given.watch ? watch_run : NULL;
    f->job.options.user = f;
    f->job.starts = f->given.starts;
    return NULL;
}

static const char *prepare(void *handle, const void *options) {
    lgr_fit *f = handle;
    f->given = lgr_fit_options_default();
    return options && api_read_options(&f->given, options, sizeof f->given) ? prepare_job(f) : API_UNKNOWN_SIZE;
}

/* --- The page --- */

static const char *state_name(fit_state s) {
    static const char *const names[] = {[FIT_FREE] = "free",
                                        [FIT_AT_LOW] = "at_low",
                                        [FIT_AT_HIGH] = "at_high",
                                        [FIT_WITHOUT] = "without",
                                        [FIT_TIED] = "tied"};
    return names[s];
}

/* Numbers of an unknown in another unit than that of the SI. */
static out_unknown shown_unknown(const lgr_fit *f, size_t k, model_shown shown) {
    const fit_unknown *u = &f->found.unknowns[k];
    const double size = shown.unit ? shown.size : 1;
    return (out_unknown){.value = model_shown_value(shown, u->value),
                         .present = model_shown_value(shown, f->job.present[k]),
                         .error = u->error / size,
                         .low = model_shown_value(shown, u->low),
                         .high = model_shown_value(shown, u->high),
                         .least = model_shown_value(shown, f->job.low[k]),
                         .most = model_shown_value(shown, f->job.high[k]),
                         .state = state_name(u->state),
                         .unit = "",
                         .label = ""};
}

static const char *clock_name(const lgr_fit *f, size_t d) {
    return f->job.data_count == 1 ? "offset"
                                  : base_arena_printf(f->search.memory, "offset of %s", f->given.data[d].name);
}

static const out_unknown *list_unknowns(lgr_fit *f) {
    const size_t n = f->found.unknown_count;
    const model *m = f->search.of->m;
    out_unknown *all = ARENA_ARRAY(f->search.memory, out_unknown, n);
    for (size_t k = 0; k < f->job.param_count; k++) {
        const model_param *p = &m->params[f->job.params[k]];
        all[k] = shown_unknown(f, k, p->shown);
        all[k].name = p->name;
        all[k].present = model_lacks_number(p) ? NAN : all[k].present;
        all[k].label = p->label ? p->label : "";
        all[k].unit = model_shown_unit(m, p->shown, p->dim, f->search.memory);
    }
    for (size_t d = 0; f->job.clocks && d < f->job.data_count; d++) {
        const size_t k = study_fit_clock(&f->job, d);
        all[k] = shown_unknown(f, k, (model_shown){0});
        all[k].name = clock_name(f, d);
        all[k].label = "added to the clock";
        all[k].unit = m->has_units ? "s" : "";
    }
    for (size_t c = 0; c < f->job.channel_count; c++)
        if (f->job.channels[c].scaled) {
            const size_t k = study_fit_factor(&f->job, c);
            all[k] = shown_unknown(f, k, (model_shown){0});
            all[k].name = base_arena_printf(f->search.memory, "scale of %s", f->channels[c].column);
            all[k].label = "measured beside the model's";
        }
    return all;
}

static const char *shown_unit(const lgr_fit *f, const channel *c) {
    return c->unit ? c->unit : model_unit_text(f->search.of->m, c->dim, f->search.memory);
}

/* One channel of one experiment in the unit of its column; `curve`: the model's values there. */
static out_measured make_series(lgr_fit *f, size_t d, size_t c, const double *curve) {
    const fit_data *from = &f->job.data[d];
    const size_t count = f->job.channel_count;
    const double offset = f->job.clocks ? f->found.unknowns[study_fit_clock(&f->job, d)].value : 0;
    double *t = ARENA_ARRAY(f->search.memory, double, from->count),
           *y = ARENA_ARRAY(f->search.memory, double, from->count);
    double *own = ARENA_ARRAY(f->search.memory, double, from->count);
    size_t rows = 0;
    for (size_t i = 0; i < from->count; i++) {
        if (isnan(from->values[i * count + c]))
            continue;
        t[rows] = from->t[i] + offset;
        y[rows] = from->values[i * count + c] / f->channels[c].size;
        own[rows++] = curve[i * count + c] / f->channels[c].size;
    }
    return (out_measured){.data = f->given.data[d].name,
                          .quantity = f->channels[c].quantity,
                          .column = f->channels[c].column,
                          .unit = shown_unit(f, &f->channels[c]),
                          .count = rows,
                          .t = t,
                          .measured = y,
                          .model = own};
}

static void list_series(lgr_fit *f) {
    const size_t count = f->job.channel_count;
    out_measured *all = ARENA_ARRAY(f->search.memory, out_measured, f->job.data_count * count);
    out_residuals *residuals = ARENA_ARRAY(f->search.memory, out_residuals, count);
    const double *curve = f->found.model;
    size_t k = 0;
    for (size_t d = 0; d < f->job.data_count; d++) {
        for (size_t c = 0; c < count; c++) {
            all[k] = make_series(f, d, c, curve);
            k += all[k].count > 0;
        }
        curve += f->job.data[d].count * count;
    }
    for (size_t c = 0; c < count; c++)
        residuals[c] = (out_residuals){f->channels[c].quantity, shown_unit(f, &f->channels[c]), f->found.measured[c],
                                       f->found.spread[c] / f->channels[c].size};
    f->page.series = all;
    f->page.series_count = k;
    f->page.residuals = residuals;
    f->page.residual_count = count;
}

static void fill_page(void *handle) {
    lgr_fit *f = handle;
    const fit *x = &f->found;
    f->page = (out_fit){.m = f->search.of->m, .trouble = f->search.trouble, .loss = losses[f->job.loss]};
    if (f->search.trouble)
        return;
    f->page.unknowns = list_unknowns(f);
    f->page.unknown_count = x->unknown_count;
    f->page.correlations = x->correlations;
    f->page.ties = x->ties;
    f->page.tie_count = x->tie_count;
    f->page.values = x->count;
    f->page.freedom = x->freedom;
    f->page.outside = x->outside;
    f->page.outliers = x->outliers;
    f->page.succession = x->succession;
    f->page.interrupted = x->end == FIT_STOPPED;
    f->page.unfinished = x->end == FIT_TOO_MANY;
    f->page.by_differences = x->by_differences;
    f->page.doubt = x->doubt;
    f->page.steps = x->steps;
    f->page.searches = x->searches;
    f->page.agreeing = x->agreeing;
    f->page.runs = x->runs;
    f->page.seconds = f->search.seconds;
    list_series(f);
}

static const char *describe_trouble(const lgr_fit *f) {
    if (f->found.end == FIT_NOWHERE)
        return base_arena_printf(f->search.memory, "no run can be compared with what was measured: %s",
                                 f->found.trouble);
    return f->found.end == FIT_STOPPED && !f->found.unknowns ? "interrupted before any values were found" : NULL;
}

/* The texts of the caller that results name. */
static void keep_texts(lgr_fit *f) {
    lgr_experiment *data = ARENA_ARRAY(f->search.memory, lgr_experiment, f->given.data_count + 1);
    for (size_t d = 0; d < f->given.data_count; d++) {
        data[d] = f->given.data[d];
        data[d].name = base_arena_copy(f->search.memory, data[d].name, strlen(data[d].name));
    }
    f->given.data = data;
    for (size_t c = 0; c < f->job.channel_count; c++) {
        channel *own = &f->channels[c];
        own->quantity = base_arena_copy(f->search.memory, own->quantity, strlen(own->quantity));
        own->column = base_arena_copy(f->search.memory, own->column, strlen(own->column));
    }
}

static bool find(void *handle) {
    lgr_fit *f = handle;
    keep_texts(f);
    f->found = study_fit_find(&f->job, f->search.memory);
    f->search.trouble = describe_trouble(f);
    return f->found.end == FIT_STOPPED;
}

lgr_fit *lgr_model_fit(lgr_model *handle, const lgr_fit_options *options) {
    static const api_search_kind kind = {sizeof(lgr_fit), prepare, has_numbers, find, fill_page};
    return api_search_create(&kind, handle, options);
}

void lgr_fit_destroy(lgr_fit *f) {
    api_search_destroy(f ? &f->search : NULL);
}

lgr_status lgr_fit_status(const lgr_fit *f) {
    return f ? f->search.status : LGR_STATUS_MEMORY;
}

const char *lgr_fit_usage_error(const lgr_fit *f) {
    return f ? f->search.usage_error : "there is no fit: " API_NO_MEMORY;
}

const char *lgr_fit_trouble(const lgr_fit *f) {
    return f ? f->search.trouble : NULL;
}

static bool has_result(const lgr_fit *f) {
    return f && f->page.m && !f->search.trouble;
}

size_t lgr_fit_unknown_count(const lgr_fit *f) {
    return has_result(f) ? f->page.unknown_count : 0;
}

lgr_status lgr_fit_get(const lgr_fit *f, size_t i, lgr_fit_unknown *unknown) {
    if (!has_result(f) || i >= f->page.unknown_count || !unknown)
        return LGR_STATUS_USAGE;
    const fit_unknown *u = &f->found.unknowns[i];
    const size_t size = unknown->size;
    const lgr_fit_unknown all = {.size = size,
                                 .name = f->page.unknowns[i].name,
                                 .value = u->value,
                                 .error = u->error,
                                 .low = u->low,
                                 .high = u->high,
                                 .state = f->page.unknowns[i].state};
    if (size <= sizeof size || size > sizeof all)
        return LGR_STATUS_USAGE;
    memcpy(unknown, &all, size);
    return LGR_STATUS_OK;
}

double lgr_fit_correlation(const lgr_fit *f, size_t i, size_t k) {
    const bool there = has_result(f) && i < f->page.unknown_count && k < f->page.unknown_count;
    return there ? f->page.correlations[i * f->page.unknown_count + k] : NAN;
}

typedef struct fit_writer {
    const char *name;
    void (*write)(const out_fit *f, out_stream *out);
} fit_writer;

static const fit_writer writers[] = {
    {"text", out_fit_write_text}, {"json", out_fit_write_json}, {"json-series", out_fit_write_json_series},
    {"csv", out_fit_write_csv},   {"svg", out_fit_write_svg},   {"html", out_fit_write_html}};

static lgr_status write_fit(const lgr_fit *f, const char *format, bool color, int width, lgr_sink sink, void *user) {
    size_t i = 0;
    const size_t count = sizeof writers / sizeof *writers;
    while (format && i < count && strcmp(writers[i].name, format) != 0)
        i++;
    if (!f || !format || !sink || !f->page.m || i == count)
        return LGR_STATUS_USAGE;
    arena *a = base_arena_create();
    out_stream out = out_stream_make(a, sink, user);
    out_fit page = f->page;
    page.page = (out_page){.version = LGR_VERSION, .color = color, .width = width};
    writers[i].write(&page, &out);
    const bool written = out_stream_flush(&out);
    base_arena_destroy(a);
    return written ? LGR_STATUS_OK : LGR_STATUS_RUN;
}

lgr_status lgr_fit_write(const lgr_fit *f, const char *format, bool color, int width, lgr_sink sink, void *user) {
    API_RETURN_STATUS(write_fit(f, format, color, width, sink, user));
}
