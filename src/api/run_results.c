/* A finished run as numbers: rows by columns, events, reports, states. */
#include <math.h>
#include <string.h>

#include "api/handles.h"
#include "out/values/groups.h"

/* What is made of the results when it is asked for first. */
struct api_results {
    out_columns columns;
    size_t width;  /* numbers of a row: t, columns, three energies */
    double *table; /* NULL: no rows */
    lgr_run_column *heads;
    lgr_step_event *events;
};

enum { TIME_COLUMNS = 1, ENERGY_COLUMNS = 3 };

static bool has_results(const lgr_run *run) {
    return run && run->result && !run->result->start_failed;
}

static void fill_row(const struct api_results *x, const sim_point *p, double *row) {
    *row++ = p->t;
    for (size_t i = 0; i < x->columns.count; i++)
        *row++ = out_column_value(&x->columns.at[i], p);
    *row++ = p->kinetic;
    *row++ = p->potential;
    *row++ = p->energy;
}

static void name_columns(const lgr_run *run, struct api_results *x) {
    static const char *const energies[ENERGY_COLUMNS] = {"kinetic", "potential", "energy"};
    const bool units = run->m->has_units;
    x->heads = ARENA_ARRAY(run->memory, lgr_run_column, x->width);
    x->heads[0] = (lgr_run_column){.name = "t", .unit = units ? "s" : ""};
    for (size_t i = 0; i < x->columns.count; i++) {
        out_column si = x->columns.at[i];
        si.shown = (model_shown){0};
        x->heads[TIME_COLUMNS + i] =
            (lgr_run_column){.name = si.header, .unit = out_column_unit(run->m, &si, run->memory)};
    }
    for (size_t i = 0; i < ENERGY_COLUMNS; i++)
        x->heads[x->width - ENERGY_COLUMNS + i] = (lgr_run_column){.name = energies[i], .unit = units ? "J" : ""};
    for (size_t i = 0; i < x->width; i++) {
        x->heads[i].size = sizeof *x->heads;
        x->heads[i].count = run->result->rows.len;
        x->heads[i].stride = x->width;
        x->heads[i].values = x->table + i;
    }
}

static void name_events(lgr_run *run, struct api_results *x) {
    const sim_result *r = run->result;
    x->events = ARENA_ARRAY(run->memory, lgr_step_event, r->events.len + 1);
    for (size_t i = 0; i < r->events.len; i++)
        api_show_event(&r->events.at[i], model_event_name(run->m, r->events.at[i].ref, run->memory), &x->events[i]);
}

/* The points of events as programs see them: writers see them otherwise. */
static const double *copied(arena *a, const double *from, size_t count) {
    double *to = ARENA_ARRAY(a, double, count + 1);
    for (size_t i = 0; from && i < count; i++)
        to[i] = from[i];
    return from ? to : NULL;
}

static void show_states(lgr_run *run, const double **q, const double **v) {
    const model *m = run->m;
    bool states = false;
    for (size_t i = 0; i < m->coord_count; i++)
        states = states || !model_is_place(&m->coords[i]);
    if (!states)
        return;
    const sim_point own = {.q = (double *)copied(run->memory, *q, m->coord_count),
                           .v = (double *)copied(run->memory, *v, m->coord_count)};
    api_show_states(m, &own);
    *q = own.q;
    *v = own.v;
}

static const struct api_results *results_of(lgr_run *run) {
    if (run->numbers)
        return run->numbers;
    struct api_results *x = ARENA_NEW(run->memory, struct api_results);
    const sim_result *r = run->result;
    x->columns = out_columns_make(run->m, run->memory);
    x->width = TIME_COLUMNS + x->columns.count + ENERGY_COLUMNS;
    x->table = ARENA_ARRAY(run->memory, double, x->width * r->rows.len + x->width);
    for (size_t k = 0; k < r->rows.len; k++)
        fill_row(x, &r->rows.at[k], x->table + k * x->width);
    name_columns(run, x);
    name_events(run, x);
    for (size_t i = 0; i < r->events.len; i++) {
        lgr_step_event *e = &x->events[i];
        const bool same = e->q_before == e->q_after;
        show_states(run, &e->q_after, &e->v_after);
        if (same)
            e->q_before = e->q_after, e->v_before = e->v_after;
        else
            show_states(run, &e->q_before, &e->v_before);
    }
    return run->numbers = x;
}

size_t lgr_run_row_count(const lgr_run *run) {
    return has_results(run) ? run->result->rows.len : 0;
}

static size_t column_count(lgr_run *run) {
    return has_results(run) ? results_of(run)->width : 0;
}

size_t lgr_run_column_count(lgr_run *run) {
    API_RETURN(size_t, column_count(run), 0);
}

static lgr_status column_at(lgr_run *run, size_t i, lgr_run_column *column) {
    if (!column || column->size != sizeof *column || i >= column_count(run))
        return LGR_STATUS_USAGE;
    *column = results_of(run)->heads[i];
    return LGR_STATUS_OK;
}

lgr_status lgr_run_column_at(lgr_run *run, size_t i, lgr_run_column *column) {
    API_RETURN_STATUS(column_at(run, i, column));
}

static lgr_status column_named(lgr_run *run, const char *name, lgr_run_column *column) {
    if (!name || !column || column->size != sizeof *column || !has_results(run))
        return LGR_STATUS_USAGE;
    const struct api_results *x = results_of(run);
    for (size_t i = 0; i < x->width; i++)
        if (strcmp(x->heads[i].name, name) == 0)
            return column_at(run, i, column);
    arena *a = base_arena_create();
    const char **known = ARENA_ARRAY(a, const char *, x->width);
    for (size_t i = 0; i < x->width; i++)
        known[i] = x->heads[i].name;
    const char *near = api_suggest(a, name, known, x->width);
    run->usage_error =
        base_arena_printf(run->memory, "nothing called '%s' is recorded%s%s", name, *near ? ": " : "", near);
    base_arena_destroy(a);
    return LGR_STATUS_USAGE;
}

lgr_status lgr_run_column_named(lgr_run *run, const char *name, lgr_run_column *column) {
    API_RETURN_STATUS(column_named(run, name, column));
}

size_t lgr_run_event_count(const lgr_run *run) {
    return has_results(run) ? run->result->events.len : 0;
}

static lgr_status event_at(lgr_run *run, size_t i, lgr_step_event *event) {
    if (!event || event->size != sizeof *event || i >= lgr_run_event_count(run))
        return LGR_STATUS_USAGE;
    *event = results_of(run)->events[i];
    return LGR_STATUS_OK;
}

lgr_status lgr_run_event(lgr_run *run, size_t i, lgr_step_event *event) {
    API_RETURN_STATUS(event_at(run, i, event));
}

const double *lgr_run_reports(const lgr_run *run, size_t *count) {
    if (count)
        *count = has_results(run) ? run->m->report_count : 0;
    return has_results(run) ? run->result->reports : NULL;
}

static lgr_status show_state(lgr_run *run, bool last, lgr_run_state *state) {
    if (!state || state->size != sizeof *state || !has_results(run))
        return LGR_STATUS_USAGE;
    const sim_point *p = last ? &run->result->final : &run->result->initial;
    *state = (lgr_run_state){.size = sizeof *state,
                             .t = p->t,
                             .q = p->q,
                             .v = p->v,
                             .lambda = p->lambda,
                             .outputs = p->outputs,
                             .kinetic = p->kinetic,
                             .potential = p->potential,
                             .energy = p->energy};
    show_states(run, &state->q, &state->v);
    return LGR_STATUS_OK;
}

lgr_status lgr_run_initial_state(lgr_run *run, lgr_run_state *state) {
    API_RETURN_STATUS(show_state(run, false, state));
}

lgr_status lgr_run_final_state(lgr_run *run, lgr_run_state *state) {
    API_RETURN_STATUS(show_state(run, true, state));
}

static lgr_status summarize(lgr_run *run, lgr_run_summary *summary) {
    static const char *const ends[] = {
        [SIM_UNTIL] = "until", [SIM_EVENT] = "event", [SIM_FAILED] = "failed", [SIM_INTERRUPTED] = "interrupted"};
    if (!summary || summary->size != sizeof *summary || !has_results(run))
        return LGR_STATUS_USAGE;
    const sim_result *r = run->result;
    *summary = (lgr_run_summary){.size = sizeof *summary,
                                 .end = ends[r->end],
                                 .event = "",
                                 .t = r->t,
                                 .method = r->method,
                                 .tolerance = r->tolerance,
                                 .energy_drift = r->energy_drift,
                                 .position_residual = r->position_residual,
                                 .velocity_residual = r->velocity_residual,
                                 .steps = r->steps,
                                 .rejected = r->rejected,
                                 .evaluations = r->evaluations};
    for (size_t i = 0; r->end == SIM_EVENT && i < r->events.len; i++)
        if (r->events.at[i].ref.part == r->end_event.part && r->events.at[i].ref.index == r->end_event.index)
            summary->event = results_of(run)->events[i].name;
    return LGR_STATUS_OK;
}

lgr_status lgr_run_summarize(lgr_run *run, lgr_run_summary *summary) {
    API_RETURN_STATUS(summarize(run, summary));
}
