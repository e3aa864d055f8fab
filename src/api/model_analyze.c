/* All properties of a system that need no long run: structure, conserved quantities, equilibria. */
#include <math.h>
#include <string.h>

#include "analysis/equilibria/states.h"
#include "analysis/probe/samples.h"
#include "api/analysis.h"
#include "expr/diff.h"
#include "linear/steady.h"

/* A look ahead ends by counts, not by the clock: what is said must not depend on how busy the machine is. */
enum { MOST_STEPS = 200 };

static bool seen_enough(void *user, double t, double until, long steps) {
    (void)t;
    (void)until;
    (void)user;
    return steps >= MOST_STEPS;
}

/* The rows of the trajectory before anything happens. */
static analysis_state *rows_before_events(const model *m, const sim_result *r, size_t *count, arena *a) {
    double end = r->events.len ? r->events.at[0].t : INFINITY;
    analysis_state *states = ARENA_ARRAY(a, analysis_state, r->rows.len);
    size_t n = m->declared_coords;
    for (size_t i = 0; i < r->rows.len && r->rows.at[i].t < end; i++) {
        states[*count] = analysis_state_make(m, a);
        states[*count].t = r->rows.at[i].t;
        memcpy(states[*count].q, r->rows.at[i].q, n * sizeof(double));
        memcpy(states[*count].v, r->rows.at[i].v, n * sizeof(double));
        *count += analysis_finite(states[*count].q, (int)n) && analysis_finite(states[*count].v, (int)n);
    }
    return states;
}

/* A motion to try conserved quantities on; none where the run fails. Its findings are not the user's concern. */
static analysis_state *look_ahead(model *m, size_t *count, arena *a) {
    diag *findings = m->findings;
    sim_options options = sim_options_default();
    options.watch = seen_enough;
    m->findings = diag_create_like(a, findings);
    const sim_result *r = sim_run(m, &options, a);
    m->findings = findings;
    *count = 0;
    return r->start_failed ? NULL : rows_before_events(m, r, count, a);
}

/* Nothing in the equations knows where the coordinate stands: with its momentum kept, it can move evenly. The heading
   of a coin has a momentum that is kept, but the coin rolls where it heads to. */
static bool is_ignorable(const analysis_setting *s, int coord, arena *a) {
    const mech_equations *e = &s->e;
    const size_t n = (size_t)e->n, m = (size_t)e->m;
    const struct {
        const expr_id *at;
        size_t count;
    } parts[] = {{e->M, n * n}, {e->h, n}, {e->A, m * n}, {e->gamma, m}};
    analysis_samples samples;
    if (!analysis_samples_make(s->m, &s->start, e->h, n, &samples, a))
        return false;
    for (size_t k = 0; k < sizeof parts / sizeof *parts; k++)
        for (size_t i = 0; i < parts[k].count; i++) {
            expr_id x = parts[k].at[i];
            if (x.i && !analysis_samples_vanish(s->m, &samples, expr_derivative(s->m->g, x, s->m->coords[coord].q)))
                return false;
        }
    return true;
}

static int *ignorable_coordinates(const analysis_setting *s, const conserved_list *c, size_t *count, arena *a) {
    int *coords = ARENA_ARRAY(a, int, c->count);
    *count = 0;
    for (size_t i = 0; i < c->count; i++)
        if (c->at[i].kind == CONSERVED_CYCLIC && is_ignorable(s, c->at[i].coord, a))
            coords[(*count)++] = c->at[i].coord;
    return coords;
}

static bool has_states(const model *m) {
    for (size_t i = 0; i < m->declared_coords; i++)
        if (m->coords[i].role == COORD_STATE)
            return true;
    return false;
}

/* What the model leaves open; NULL: nothing. */
static const char *symbols_of(const model *m, arena *a) {
    const char *numbers = model_list_without_numbers(m, a), *formulas = model_list_without_formulas(m, a);
    if (!formulas)
        return numbers ? base_arena_printf(a, "%s without numbers (--set)", numbers) : NULL;
    return base_arena_printf(a, "%s%s%s without formulas", numbers ? numbers : "",
                             numbers ? " without numbers (--set), " : "", formulas);
}

/* What has a value only with what the model does not give. */
static void leave_symbols(struct analysis *x, const char *open) {
    for (size_t i = 0; i < x->conserved.count; i++)
        x->conserved.at[i].at_start = x->conserved.at[i].drift = NAN;
    x->equilibria.none = base_arena_printf(x->memory, "not looked for: %s", open);
}

/* Where the start is, per coordinate and row. */
typedef struct analysis_start {
    double *q, *v;
    bool *rows;
} analysis_start;

/* Equilibria and steady motions; what it finds counts once it is done. */
static void search(struct analysis *x, const analysis_start *at) {
    analysis_setting s = x->setting;
    size_t cyclic_count;
    analysis_setting_inertia(&s);
    const int *cyclic = ignorable_coordinates(&s, &x->conserved, &cyclic_count, x->memory);
    if (has_states(x->m)) {
        analysis_states_as_places(x->m, at->q, at->v);
        s = analysis_setting_with_states(x->m, at->q, at->v, at->rows, x->memory);
        analysis_setting_inertia(&s);
    }
    equilibria found = analysis_equilibria(&s, cyclic, cyclic_count);
    linear_add_steady(&s, &x->conserved, &found, x->memory);
    x->setting = s;
    x->equilibria = found;
}

/* A machine that is too large for that has the rest of its analysis. */
static void try_search(struct analysis *x, const analysis_start *at) {
    base_outcome outcome;
    BASE_TRY(outcome, search(x, at));
    if (outcome == BASE_COMPLETE)
        return;
    if (outcome != BASE_TOO_MUCH)
        base_call_break(outcome);
    base_call_limit(SIZE_MAX / 2); /* what is written has limits of its own */
    x->equilibria =
        (equilibria){.none = base_arena_printf(
                         x->memory,
                         "not looked for: the matrices of %d coordinates and %d constraint equations take more "
                         "than %zu MB, --memory allows more",
                         x->setting.e.n, x->setting.e.m, base_call_most() >> 20)};
}

static void analyse(struct analysis *x) {
    model *m = x->m;
    arena *a = x->memory;
    const analysis_start at = {ARENA_ARRAY(a, double, m->coord_count), ARENA_ARRAY(a, double, m->coord_count),
                               ARENA_ARRAY(a, bool, m->row_count)};
    x->has_start = sim_find_start(m, a, at.q, at.v, at.rows);
    if (!x->has_start)
        return;
    x->what = analysis_structure_find(m, at.q, at.v, at.rows, a);
    size_t motion_count = 0;
    const char *open = symbols_of(m, a);
    const analysis_state *motion = open ? NULL : look_ahead(m, &motion_count, a);
    x->setting = analysis_setting_make(m, at.q, at.v, at.rows, false, a);
    if (x->setting.e.n <= CONSERVED_EXCURSION || !motion_count)
        analysis_setting_inertia(&x->setting);
    x->setting.integrals = x->what.integrals;
    x->setting.integral_count = x->what.integral_count;
    x->setting.integrated = x->what.integrated;
    x->conserved = analysis_conserved(&x->setting, motion, motion_count);
    if (open)
        leave_symbols(x, open);
    else if (x->setting.e.n + x->setting.e.m > EQUILIBRIA_UNKNOWNS)
        x->equilibria = analysis_equilibria(&x->setting, NULL, 0); /* says so */
    else
        try_search(x, &at);
}

/* Made once; NULL where the model is wrong. */
static const struct analysis *find_analysis(lgr_model *handle, bool too_large) {
    if (handle->status != LGR_STATUS_OK || handle->analysis)
        return handle->analysis;
    arena *a = base_arena_create();
    struct analysis *x = ARENA_NEW(a, struct analysis);
    x->memory = a;
    x->m = model_copy(handle->m, a);
    if (too_large)
        api_refuse_size(x->m, x->m->findings);
    else
        analyse(x);
    api_tell(handle, x->m->findings);
    handle->analysis = x;
    base_arena_keep(a);
    return x;
}

void api_forget_analysis(lgr_model *handle) {
    if (!handle->analysis)
        return;
    model_dispose(handle->analysis->m);
    base_arena_destroy(handle->analysis->memory);
    handle->analysis = NULL;
}

/* Writing derives more: what is broken off in the middle is made anew by the next call. */
static void forget(void *of) {
    api_forget_analysis(of);
}

static bool write_analysis(lgr_model *handle, const struct analysis *x, const analysis_writer *writer, out_page shown,
                           out_stream *out) {
    out_analysis page = {.check = {.m = x ? x->m : handle->m, .page = shown}};
    if (x && x->has_start) {
        page.check.what = &x->what;
        page.setting = &x->setting;
        page.conserved = &x->conserved;
        page.equilibria = &x->equilibria;
        page.drawn = writer->draws ? api_draw_equilibria(x, out->text.memory) : NULL;
    }
    writer->write(&page, out);
    return out_stream_flush(out);
}

static lgr_status analyze(lgr_model *handle, const char *format, bool color, int width, lgr_sink sink, void *user,
                          bool too_large) {
    const analysis_writer *writer = format ? out_analysis_writer_find(format) : NULL;
    if (!handle || !sink || !writer || handle->status == LGR_STATUS_USAGE)
        return LGR_STATUS_USAGE;
    arena *a = base_arena_create();
    out_stream out = out_stream_make(a, sink, user);
    out_page shown = {.version = LGR_VERSION, .color = color, .width = width};
    base_taken held, half_written;
    api_hold(&handle->analysing, &held);
    const struct analysis *x = find_analysis(handle, too_large);
    base_take(&half_written, forget, handle);
    bool written = write_analysis(handle, x, writer, shown, &out), sound = x && x->has_start;
    base_keep(&half_written);
    base_give_back(&held);
    base_arena_destroy(a);
    return !written ? LGR_STATUS_RUN : sound ? LGR_STATUS_OK : LGR_STATUS_MODEL;
}

lgr_status lgr_model_analyze(lgr_model *handle, const char *format, bool color, int width, lgr_sink sink, void *user) {
    API_RETURN_LIMITED(analyze(handle, format, color, width, sink, user, too_large));
}

static lgr_status write_mode(lgr_model *handle, const struct analysis *x, size_t number, size_t mode, out_stream *out) {
    if (!x || !x->has_start)
        return LGR_STATUS_MODEL;
    const equilibrium *at = number < x->equilibria.count ? &x->equilibria.at[number] : NULL;
    if (!at || mode >= at->mode_count) {
        api_refuse(handle, "there is no such mode");
        return LGR_STATUS_USAGE;
    }
    api_write_mode(x, at, mode, out);
    return out_stream_flush(out) ? LGR_STATUS_OK : LGR_STATUS_RUN;
}

static lgr_status draw_mode(lgr_model *handle, size_t number, size_t mode, lgr_sink sink, void *user, bool too_large) {
    if (!handle || !sink || handle->status == LGR_STATUS_USAGE)
        return LGR_STATUS_USAGE;
    arena *a = base_arena_create();
    out_stream out = out_stream_make(a, sink, user);
    base_taken held, half_written;
    api_hold(&handle->analysing, &held);
    const struct analysis *x = find_analysis(handle, too_large);
    base_take(&half_written, forget, handle);
    const lgr_status status = write_mode(handle, x, number, mode, &out);
    base_keep(&half_written);
    base_give_back(&held);
    base_arena_destroy(a);
    return status;
}

lgr_status lgr_model_draw_mode(lgr_model *handle, size_t number, size_t mode, lgr_sink sink, void *user) {
    API_RETURN_LIMITED(draw_mode(handle, number, mode, sink, user, too_large));
}
