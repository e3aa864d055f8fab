/* Snapshots of a run in steps: all that decides how it goes on, so that it can be taken up again there with the same
   bits. */
#include <string.h>

#include "ode/ode.h"
#include "sim/dynamics/dynamics.h"
#include "sim/event/event.h"
#include "sim/run/run.h"
#include "sim/run/steps_state.h"

enum { SETS = 3 };

struct run_snapshot {
    const ode_method *method;
    size_t room_size, stepper_size;
    sim run; /* its pointers mean nothing */
    void *room;
    double *margins; /* values and sizes of the three sets */
    size_t margin_count;
    long steps, rejected, evaluations;
    sim_end end;
    event_ref end_event;
    void *stepper;
    saved_mode *modes;
    size_t mode_count, present;
    double *params;
    bool *given;
    double now;
    bool prepared, touched, stale, rows_stale;
};

static void *copy(arena *a, const void *from, size_t size) {
    return memcpy(base_arena_alloc(a, size + 1), from, size);
}

static void save_margins(run_snapshot *p, sim *s, arena *a) {
    const margin_set sets[SETS] = {s->margins_start, s->margins_now, s->margins_end};
    const size_t n = p->margin_count = s->mode->margin_count;
    LGR_ASSERT(n <= s->margin_room);
    p->margins = ARENA_ARRAY(a, double, 2 * SETS * n + 1);
    for (size_t k = 0; k < SETS && n; k++) {
        memcpy(p->margins + 2 * k * n, sets[k].value, n * sizeof(double));
        memcpy(p->margins + (2 * k + 1) * n, sets[k].size, n * sizeof(double));
    }
}

static void restore_margins(const run_snapshot *p, sim *s) {
    const margin_set sets[SETS] = {s->margins_start, s->margins_now, s->margins_end};
    const size_t n = p->margin_count;
    LGR_ASSERT(n == s->mode->margin_count && n <= s->margin_room);
    for (size_t k = 0; k < SETS && n; k++) {
        memcpy(sets[k].value, p->margins + 2 * k * n, n * sizeof(double));
        memcpy(sets[k].size, p->margins + (2 * k + 1) * n, n * sizeof(double));
    }
}

static void save_params(run_snapshot *p, const model *m, arena *a) {
    p->params = ARENA_ARRAY(a, double, m->param_count + 1);
    p->given = ARENA_ARRAY(a, bool, m->param_count + 1);
    for (size_t i = 0; i < m->param_count; i++) {
        p->params[i] = model_value_of(m, &m->params[i]);
        p->given[i] = m->params[i].given;
    }
}

run_snapshot *run_steps_save(run_steps *x, arena *a) {
    sim *s = x->run;
    size_t size;
    if (s->result->failure || !ode_stepper_measure(s->step, &size))
        return NULL;
    run_snapshot *p = ARENA_NEW(a, run_snapshot);
    *p = (run_snapshot){.method = s->step->method,
                        .room_size = s->room->size,
                        .stepper_size = size,
                        .run = *s,
                        .room = copy(a, s->room->cleared, s->room->size),
                        .steps = s->result->steps,
                        .rejected = s->result->rejected,
                        .evaluations = s->result->evaluations,
                        .end = s->result->end,
                        .end_event = s->result->end_event,
                        .stepper = base_arena_alloc(a, size),
                        .now = x->now,
                        .prepared = x->prepared,
                        .touched = x->touched,
                        .stale = x->stale,
                        .rows_stale = x->rows_stale};
    ode_stepper_save(s->step, p->stepper);
    p->modes = dynamics_save_modes(s, a, &p->mode_count, &p->present);
    save_margins(p, s, a);
    save_params(p, s->m, a);
    return p;
}

bool run_steps_fits(const run_steps *x, const run_snapshot *p) {
    const sim *s = x->run;
    return s->step && s->step->method == p->method && s->room->size == p->room_size &&
           s->tolerance == p->run.tolerance && s->y_cap == p->run.y_cap;
}

/* The numbers of the snapshot with the pointers of this run, which may be another one. */
static void take_over(sim *s, const run_snapshot *p) {
    const sim own = *s;
    *s = p->run;
    s->kit = own.kit;
    s->room = own.room;
    s->run = own.run;
    s->m = own.m;
    s->options = own.options;
    s->a = own.a;
    s->kept = own.kept;
    s->of_events = own.of_events;
    s->left = own.left;
    s->passing_row = own.passing_row;
    s->frames_left_out = own.frames_left_out;
    s->result = own.result;
    s->mode = own.mode;
    s->t_end = own.t_end;
    s->horizon = own.horizon;
    s->margins_start = own.margins_start;
    s->margins_now = own.margins_now;
    s->margins_end = own.margins_end;
    s->margin_room = own.margin_room;
    s->search = own.search;
    s->integral_of = own.integral_of;
    s->judged = own.judged;
    s->system.self = s;
    s->step = own.step;
    s->regular = own.regular;
    run_workspace_lay_out(s);
    memcpy(s->room->cleared, p->room, p->room_size);
}

static void restore_result(sim *s, const run_snapshot *p) {
    sim_result *r = s->result;
    r->steps = p->steps;
    r->rejected = p->rejected;
    r->evaluations = p->evaluations;
    r->end = p->end;
    r->end_event = p->end_event;
    r->failure = NULL;
}

void run_steps_restore(run_steps *x, const run_snapshot *p) {
    sim *s = x->run;
    LGR_ASSERT(run_steps_fits(x, p));
    run_steps_forget(x);
    memcpy(x->values, p->params, s->m->param_count * sizeof *x->values);
    memcpy(x->given, p->given, s->m->param_count * sizeof *x->given);
    run_steps_take_back(x);
    dynamics_restore_modes(s, p->modes, p->mode_count, p->present);
    take_over(s, p);
    restore_margins(p, s);
    restore_result(s, p);
    ode_stepper_load(s->step, p->stepper);
    run_ticks_next(s); /* until the end of this run */
    s->at_end = false; /* the mode's program holds another state */
    x->now = p->now;
    x->prepared = p->prepared;
    x->touched = p->touched;
    x->stale = p->stale;
    x->rows_stale = p->rows_stale;
    x->looked = false;
}
