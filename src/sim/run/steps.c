/* A run in steps. The run is up to one step ahead of its host: times within the step held are read from its dense
   output, and where something is set there, only the part of the step up to that time is taken. */
#include "sim/run/steps.h"

#include <math.h>
#include <string.h>

#include "expr/walk.h"
#include "sim/dynamics/dynamics.h"
#include "sim/dynamics/scales.h"
#include "sim/event/event.h"
#include "sim/initial/initial.h"
#include "sim/record/record.h"
#include "sim/run/run.h"
#include "sim/run/steps_state.h"
#include "sim/sensitivity/sensitivity.h"

/* What the run does is told to the host; nobody else follows it but derivatives where they are wanted. */
static const sim_observer *const nobody[] = {NULL}, *const derivatives[] = {&sensitivity_observer, NULL};

/* The parameters that constraint rows contain. */
static bool *find_row_params(const model *m, arena *a) {
    bool *found = ARENA_ARRAY(a, bool, m->param_count + 1), *used = ARENA_ARRAY(a, bool, expr_var_count(m->g) + 1);
    for (size_t r = 0; r < m->row_count; r++)
        expr_mark_vars(m->g, &m->base->rows[r].f, 1, used);
    for (size_t i = 0; i < m->param_count; i++)
        found[i] = used[m->params[i].var];
    return found;
}

run_steps *run_steps_begin(model *m, const sim_options *o, arena *a) {
    run_steps *x = ARENA_NEW(a, run_steps);
    x->memory = a;
    x->scratch = base_arena_create();
    x->row_params = find_row_params(m, a);
    x->values = ARENA_ARRAY(a, double, m->param_count + 1);
    x->given = ARENA_ARRAY(a, bool, m->param_count + 1);
    sim_kit *k = sim_kit_create(m, o, false, a);
    k->observers = o->sensitive_states ? derivatives : nobody;
    x->run = run_begin(k, a);
    x->now = x->run->t;
    x->run->a = x->run->kept = x->run->of_events =
        x->scratch; /* what a call leaves behind is for its host, until the next */
    x->empty = base_arena_get_mark(x->scratch);
    return x;
}

void run_steps_end_run(run_steps *x) {
    event_stepper_destroy(x->run);
    sim_kit_dispose(x->run->kit);
    base_arena_destroy(x->scratch);
}

const sim_result *run_steps_result(const run_steps *x) {
    return x->run->result;
}

double run_steps_time(const run_steps *x) {
    return x->now;
}

bool run_steps_goes_on(const run_steps *x) {
    const sim *s = x->run;
    return s->held.there || (s->going && !s->stopped && s->t < s->t_end);
}

/* --- What a call leaves behind --- */

void run_steps_forget(run_steps *x) {
    sim_result *r = x->run->result;
    memset(&r->events, 0, sizeof r->events);
    memset(&r->doubts, 0, sizeof r->doubts);
    base_arena_release(x->scratch, x->empty);
    x->reported = 0;
}

/* Events that have been reported make room for others. */
static void begin_call(run_steps *x) {
    if (x->reported == x->run->result->events.len)
        run_steps_forget(x);
}

static run_steps_end report(run_steps *x, run_steps_end end) {
    x->reported = x->run->result->events.len;
    return end;
}

/* --- The step held --- */

static void look_away(run_steps *x) {
    if (x->prepared)
        record_between_leave(x->run, x->run->held.h);
    x->prepared = x->looked = false;
}

static bool evaluate_at(run_steps *x) {
    sim *s = x->run;
    if (!s->held.there || x->now == s->t) {
        s->at_end = false;
        return dynamics_evaluate(s, s->t, s->y, NULL);
    }
    if (!x->prepared)
        record_between_prepare(s, s->held.h);
    x->prepared = true;
    return record_between_go(s, x->now, s->held.h, (x->now - s->t) / s->held.h);
}

static void hold(run_steps *x, double goal) {
    sim *s = x->run;
    memcpy(s->events_before, s->user_events, s->m->event_count * sizeof *s->user_events);
    run_hold(s, goal);
}

static void keep(run_steps *x) {
    look_away(x);
    run_keep(x->run);
    x->now = x->run->t;
}

void run_steps_touch(run_steps *x) {
    sim *s = x->run;
    begin_call(x);
    look_away(x);
    x->touched = true;
    if (!s->held.there)
        return;
    run_cut(s, x->now);
    x->now = s->t;
}

/* --- What has been set --- */

static bool put_rows_right(sim *s) {
    const bool *none = ARENA_ARRAY(s->a, bool, s->m->coord_count + 1);
    return initial_reinitialize(s, none, none, NULL) && dynamics_project(s, s->t, s->y, NULL);
}

void run_steps_renew(run_steps *x) {
    sim *s = x->run;
    if (!x->stale)
        return;
    dynamics_renew_params(s, x->rows_stale);
    s->scaled = false;
}

static void settle(run_steps *x) {
    sim *s = x->run;
    if (!x->stale || !s->going)
        return;
    run_steps_renew(x);
    const bool rows_hold = !x->rows_stale || put_rows_right(s);
    x->stale = x->rows_stale = x->looked = false;
    if (rows_hold)
        run_follow(s, false);
    else
        run_fail_rows(s);
}

/* --- Forward --- */

/* Whether it goes on; else what the call ends with. */
static bool goes_on(run_steps *x, long steps, run_steps_end *end) {
    sim *s = x->run;
    *end = s->result->failure ? STEPS_FAILED : STEPS_END;
    if (!s->going || s->stopped || s->t >= s->t_end)
        return false;
    *end = STEPS_INTERRUPTED;
    return steps < s->options.max_steps &&
           !(s->options.watch && s->options.watch(s->options.user, s->t, s->t_end, s->result->steps));
}

/* Where something has been set it is likely to be set again at the end: the steps end there. */
static double goal_of_step(const run_steps *x, run_steps_how how, double goal) {
    return how == STEPS_TO_TIME && x->touched ? fmin(goal, x->run->t_end) : x->run->t_end;
}

static run_steps_end advance(run_steps *x, run_steps_how how, double goal) {
    sim *s = x->run;
    run_steps_end end;
    for (long steps = 0;; steps++) {
        if (s->result->events.len > x->reported)
            return s->stopped ? STEPS_END : STEPS_EVENT;
        if (s->result->failure)
            return STEPS_FAILED;
        if (how == STEPS_TO_TIME && x->now >= goal)
            return STEPS_TIME;
        if (how == STEPS_ONE && steps)
            return s->t >= s->t_end ? STEPS_END : STEPS_MADE;
        if (!s->held.there) {
            if (!goes_on(x, steps, &end))
                return end;
            hold(x, goal_of_step(x, how, goal));
        }
        if (!s->going)
            continue;
        if (how == STEPS_TO_TIME && goal < s->held.end) {
            x->now = goal;
            return STEPS_TIME;
        }
        keep(x);
    }
}

run_steps_end run_steps_advance(run_steps *x, run_steps_how how, double goal) {
    begin_call(x);
    settle(x);
    if (x->run->held.there)
        x->looked = false;
    run_steps_end end = advance(x, how, goal);
    x->looked = x->touched = false;
    return report(x, end);
}

/* --- Reading --- */

static void fill(double *x, size_t count, double with) {
    for (size_t i = 0; x && i < count; i++)
        x[i] = with;
}

/* A derivative of the coordinates; of a state, which is a velocity to the run, one less. */
static void read_coords(const sim *s, size_t slot, double *x) {
    const mode *m = s->mode;
    const size_t n = (size_t)m->n;
    fill(x, s->m->coord_count, NAN);
    for (size_t i = 0; x && i < n; i++)
        if (!m->state || !m->state[i] || slot < m->a_slot)
            x[m->eq.coords[i]] = m->slots[slot + (m->state && m->state[i] ? n : 0) + i];
}

static void read_results(sim *s, run_steps_view *to) {
    const mode *m = s->mode;
    dynamics_run_segment(s, SEG_WATCH);
    dynamics_run_segment(s, SEG_RESULTS);
    const motion_energy e = dynamics_energies(s);
    to->kinetic = e.kinetic;
    to->potential = e.potential;
    to->energy = e.total;
    for (size_t i = 0; to->outputs && i < s->m->output_count; i++)
        to->outputs[i] = m->output_null[i] ? NAN : dynamics_segment_value(s, SEG_RESULTS, 3 + i);
}

bool run_steps_look(run_steps *x, run_steps_view *to) {
    sim *s = x->run;
    const mode *m = s->mode;
    if (x->stale)
        begin_call(x);
    settle(x);
    const arena_mark before = base_arena_get_mark(x->scratch);
    x->looked = x->looked || evaluate_at(x);
    if (x->looked) {
        m = s->mode;
        read_coords(s, m->q_slot, to->q);
        read_coords(s, m->v_slot, to->v);
        read_coords(s, m->a_slot, to->a);
        fill(to->lambda, s->m->row_count, 0);
        for (int k = 0; to->lambda && k < m->m; k++)
            to->lambda[m->eq.rows[k]] = m->slots[m->lambda_slot + (size_t)k];
        read_results(s, to);
    }
    base_arena_release(x->scratch, before);
    return x->looked;
}

int run_steps_coords(const run_steps *x, const int **coords) {
    *coords = x->run->mode->eq.coords;
    return x->run->mode->n;
}

const mech_choice *run_steps_choice(const run_steps *x) {
    return &x->run->mode->choice;
}

bool run_steps_may_meet(const run_steps *x) {
    return x->run->mode->margin_count > 0 || x->run->m->event_count > 0;
}

/* --- Parameters --- */

void run_steps_take_back(const run_steps *x) {
    model *m = x->run->m;
    for (size_t i = 0; i < m->param_count; i++) {
        model_set_value(m, &m->params[i], x->values[i]);
        m->params[i].given = x->given[i];
    }
    model_assign(m, NULL, NULL, 0);
}

bool run_steps_set_param(run_steps *x, int param, double value) {
    model *m = x->run->m;
    LGR_ASSERT(param >= 0 && (size_t)param < m->param_count);
    run_steps_touch(x);
    for (size_t i = 0; i < m->param_count; i++) {
        x->values[i] = model_value_of(m, &m->params[i]);
        x->given[i] = m->params[i].given;
    }
    if (!model_assign(m, &param, &value, 1)) {
        run_steps_take_back(x);
        return false;
    }
    for (size_t i = 0; i < m->param_count; i++)
        if (model_value_of(m, &m->params[i]) != x->values[i]) {
            x->stale = true;
            x->rows_stale = x->rows_stale || x->row_params[i];
        }
    return true;
}
