/* The run: start, steps, events, end. The driver only lists what happens; the work is done in other files. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "expr/walk.h"
#include "num/chebyshev.h"
#include "ode/bracket.h"
#include "ode/dop853.h"
#include "ode/ode.h"
#include "ode/step_control.h"
#include "sim/contact/contact.h"
#include "sim/diagnose/diagnose.h"
#include "sim/dynamics/dynamics.h"
#include "sim/dynamics/observer.h"
#include "sim/dynamics/pieces.h"
#include "sim/dynamics/scales.h"
#include "sim/event/enclosure.h"
#include "sim/event/event.h"
#include "sim/event/resolution.h"
#include "sim/hybrid/hybrid.h"
#include "sim/initial/initial.h"
#include "sim/record/record.h"
#include "sim/run/run.h"
#include "sim/sensitivity/sensitivity.h"
#include "sim/sim.h"

sim_options sim_options_default(void) {
    return (sim_options){
        .until = NAN, .tolerance = NAN, .max_steps = 20000000, .most_bytes = (size_t)2 << 30, .keep_trajectory = true};
}

/* From one time to another the present rows were active. What lies at an instant only does not count, as where a
   machine sticks in passing its singular configuration; at the start what is met is. */
static void note_dependence(sim *s, double from, double to) {
    sim_result *r = s->result;
    if (!dynamics_rows_dependent(s->mode) && !s->opened_beside_sticking)
        return;
    r->self_stressed = r->self_stressed || s->stressed;
    r->few_press = r->few_press || s->opened_beside_sticking;
    if (r->lambda_unique)
        r->dependent_from = from;
    r->lambda_unique = false;
    r->dependent_to = to;
    r->dependent_time += to - from;
}

/* After a step: the rates are other ones where a slip has got a direction of its own. */
static bool tell_headings(sim *s) {
    if (!dynamics_headings_follow(s))
        return true;
    if (s->step->acting->method->resume)
        run_resume_stepper(s);
    else if (!run_begin_stepper(s))
        return false;
    return dynamics_evaluate(s, s->t, s->y, NULL); /* what is watched needs the multipliers of all rows */
}

/* Takes the step of size h for good: extrema and samples on its dense output, then the new state. */
static bool take_step(sim *s, double h, double end) {
    double t = s->t;
    LGR_ASSERT(h > 0 && end >= t);
    s->at_end = s->at_end && !s->dense_ready;
    SIM_TELL(s, stepping, (s, h));
    event_stepper_advance(s, end, s->next_y);
    if (dynamics_rows_leave(s))
        dynamics_explicit_give_up(s, s->mode);
    dynamics_scales_note(s);
    s->step_size = h;
    s->result->steps++;
    note_dependence(s, t, end);
    if (!s->at_end && !dynamics_evaluate(s, s->t, s->y, NULL))
        return false;
    return tell_headings(s);
}

static bool after_jump(sim *s) {
    dynamics_scales_jump(s);
    dynamics_evaluate(s, s->t, s->y, NULL);
    event_functions_reset(s);
    SIM_TELL(s, jumped, (s)); /* with the multipliers of all rows, which the stepper does not ask for */
    if (!s->stopped && !run_begin_stepper(s))
        return false;
    return !contact_inside_out(s);
}

/* What a change sets off, one after the other; false after a failure. */
static bool fire_all_pending(sim *s) {
    bool ok = true;
    while (!s->stopped && hybrid_fire_pending(s, &ok) && ok)
        continue;
    return ok;
}

static bool handle_event(sim *s, margin at) {
    LGR_ASSERT(!s->stopped);
    SIM_TELL(s, reached, (s, &at));
    bool ok = hybrid_fire_event(s, at) && fire_all_pending(s);
    ok = ok && after_jump(s);
    SIM_TELL(s, left, (s));
    return ok;
}

/* A memory does not change between events. */
static bool changes_faster(const sim *s, int i, int than) {
    const mode *m = s->mode;
    if (s->m->coords[m->eq.coords[i]].role == COORD_MEMORY)
        return false;
    return s->m->coords[m->eq.coords[than]].role == COORD_MEMORY || fabs(s->y[m->n + i]) > fabs(s->y[m->n + than]);
}

/* After an event there may be no accelerations at all. */
static bool nothing_moves_it(sim *s) {
    return !dynamics_evaluate(s, s->t, s->y, NULL) && !s->mode->info.singular &&
           diagnose_not_finite(s, DIAG_E0505, base_arena_printf(s->a, "at t = %.9g s", s->t));
}

/* What stops a step from getting smaller and smaller: the name of the trouble, at its time. */
static void collapse(sim *s) {
    mode *m = s->mode;
    if (m->info.singular) {
        diagnose_undetermined(s, DIAG_E0502, base_arena_printf(s->a, "at t = %.9g s", s->t));
        return;
    }
    if (nothing_moves_it(s) || contact_jam(s) || initial_rows_kink(s) || diagnose_values_end(s) ||
        diagnose_constraints_meet(s))
        return;
    int worst = 0;
    for (int i = 1; i < m->n; i++)
        if (changes_faster(s, i, worst))
            worst = i;
    const model_coord *c = &s->m->coords[m->eq.coords[worst]];
    dimension rate = dim_div(c->dim, (dimension){.e = {[DIM_S] = DIM_ONE}});
    finding *f =
        dynamics_fail(s, DIAG_E0501, "the step size has become too small at t = %.9g s: '%s' changes at the rate %s",
                      s->t, c->name, model_amount_text(s->m, s->y[m->n + worst], rate, s->a));
    f->at = c->at;
    diag_help(s->m->findings, f, "a force grows without bound there, or the system is stiff");
}

static bool interrupted(sim *s) {
    if (!s->options.watch || !s->options.watch(s->options.user, s->t, s->t_end, s->result->steps))
        return false;
    s->result->end = SIM_INTERRUPTED;
    return true;
}

static bool too_long(sim *s) {
    if (s->result->steps + s->result->rejected < s->options.max_steps)
        return false;
    dynamics_fail(s, DIAG_E0506, "more than %ld steps at t = %.9g s", s->options.max_steps, s->t);
    return true;
}

static double gibibytes(const sim *s) {
    return (double)s->options.most_bytes / (1024.0 * 1024.0 * 1024.0);
}

/* Rows, events and their states. */
static bool keeps_too_much(sim *s) {
    if (base_budget_spend(&s->left, 0))
        return false;
    finding *f = dynamics_fail(s, DIAG_E0515, "what is kept of the run up to t = %.9g s takes more than %.3g GiB", s->t,
                               gibibytes(s));
    diag_help(s->m->findings, f, "give --every an interval between rows, or write csv, which keeps none");
    return true;
}

static bool hold_within(sim *s, double goal, double limit);

/* What is so short errs by rounding alone: going on in parts would not help. */
static bool is_instant(const sim *s, double h) {
    return h <= 64 * DBL_EPSILON * fmax(fabs(s->t), s->step_size);
}

/* What is within rounding of the limit is held. */
static const double excess_rounding = 1e-12;

/* What comes behind the event may have hidden that what stands has let go before it. */
static bool lets_go(sim *s, double h) {
    return dynamics_is_sliding(s) && dynamics_evaluate(s, s->t + h, s->next_y, NULL) &&
           dynamics_sliding_excess(s) > excess_rounding;
}

static void hold_taken(sim *s, double goal, double taken, held_step how) {
    how.there = true;
    how.h = taken;
    how.end = taken == goal - s->t ? goal : s->t + taken;
    s->held = how;
}

/* The step repeated up to the event. A step cut short stands under the same error control as any other: where it errs
   the way is gone in shorter ones. */
static bool hold_to_event(sim *s, double goal, crossing c) {
    s->dense_ready = false;
    if (c.h > 0) {
        if (!event_stepper_again(s, c.h, s->next_y))
            return false;
        if (s->step->errs && !is_instant(s, c.h))
            return hold_within(s, goal, 0.5 * c.h);
        const bool leaves = lets_go(s, c.h);
        if (leaves && !is_instant(s, c.h))
            return hold_within(s, goal, c.h);
        if (leaves) {
            hold_taken(s, goal, c.h, (held_step){.leaves = true, .cut = true});
            return true;
        }
    }
    s->held = (held_step){.there = true, .fires = true, .h = c.h, .end = s->t + c.h, .at = c.at};
    return true;
}

/* The step up to the event, then the event itself. */
static bool keep_event(sim *s, const held_step *x) {
    if (x->h > 0) {
        if (!take_step(s, x->h, x->end))
            return false;
        SIM_TELL(s, stepped, (s));
        event_functions_evaluate(s, s->margins_now);
        event_functions_rearm(s, s->margins_now); /* what has become false since the step began */
    }
    return handle_event(s, x->at);
}

/* What can be taken of the step held: up to an event, or as far as none can have been missed. A step that is too long
   to be described is cut. */
static crossing look_for_events(sim *s, double taken) {
    enum { MOST_CUTS = 4 };
    crossing c;
    for (int cuts = 0;; cuts++) {
        c = (crossing){.found = false, .h = taken, .step = taken};
        s->dense_ready = false;
        if (!s->mode->margin_count || !event_functions_finish(s, taken))
            return c;
        c = event_search_find(s, taken, cuts < MOST_CUTS);
        c.step = taken;
        if (!c.vague)
            break;
        taken = c.h;
        if (!event_stepper_again(s, taken, s->next_y))
            return (crossing){.h = taken, .step = taken};
    }
    c.searched = true;
    return c;
}

/* Forces are known at a few points of a step only: what was found far from its end is looked for once more in the step
   up to there, whose points lie closer, lest something else comes before it. What has become false on the way to what
   is found at last may fire again. */
static crossing look_closely(sim *s, double taken) {
    static const double far = 0.25, same = 1 - 1e-9;
    const double rounding = 64 * DBL_EPSILON * taken; /* at the start nothing else tells what an instant is */
    crossing c = look_for_events(s, taken), closer = c;
    taken = c.step;
    while (closer.found && c.h < far * taken && c.h > rounding && !is_instant(s, c.h) && s->mode->watch->solved) {
        taken = c.h;
        if (!event_stepper_again(s, taken, s->next_y))
            break;
        closer = look_for_events(s, taken);
        if (closer.step < taken || (closer.found && closer.h < same * taken))
            c = closer;
        taken = closer.step;
    }
    if (closer.searched)
        event_search_rearm(s, taken, c.h);
    return c;
}

/* By how much the motion along a boundary has gone beyond what holds it there, after so much of the step. */
static double excess_after(sim *s, double h) {
    return event_stepper_again(s, h, s->next_y) && dynamics_evaluate(s, s->t + h, s->next_y, NULL)
               ? dynamics_sliding_excess(s)
               : NAN;
}

/* The step made again up to where its end goes beyond what holds it. */
static void cut_at_crossing(sim *s, double *taken, double excess) {
    ode_bracket_end low = {0, -DBL_MIN}, high = {*taken, excess};
    ode_bracket l;
    double at = ode_bracket_begin(&l, s->t, low, high, NAN, 0, 1e-12), next = at;
    for (; next > 0; next = ode_bracket_next(&l, at, excess_after(s, at)))
        at = next;
    LGR_ASSERT(at <= *taken);
    *taken = at;
    s->dense_ready = false;
    excess_after(s, at);
}

enum { LAST_USE = 8 };

/* Of the polynomials through the parts of the limits that are used at a few places: their greatest size, and what they
   may not know, which their last terms tell. */
static void bound_uses(const double *uses, int count, double *most, double *unknown) {
    double c[LAST_USE + 1], at;
    *most = *unknown = 0;
    for (int i = 0; i < count; i++) {
        num_series_through(uses + i * (LAST_USE + 1), LAST_USE, c);
        double rest = 0;
        for (int k = LAST_USE - 2; k <= LAST_USE; k++)
            rest += 2 * fabs(c[k]);
        *unknown = fmax(*unknown, rest);
        for (int turn = 0; turn < 2; turn++) {
            *most = fmax(*most, num_series_top(c, LAST_USE, excess_rounding, &at));
            for (int k = 0; k <= LAST_USE; k++)
                c[k] = -c[k];
        }
    }
}

/* What the polynomials may not know of the parts of the limits that are used, where they are believed. */
static const double well_known = 1e-5;

/* Where they first say that something has let go, on the way to where it surely has: it may have been held again. */
static double first_beyond(const double *uses, int count, double surely) {
    enum { LOOKS = 64 };
    double c[LAST_USE + 1], first = surely;
    for (int i = 0; i < count; i++) {
        num_series_through(uses + i * (LAST_USE + 1), LAST_USE, c);
        for (int k = 1; k < LOOKS && surely * k / LOOKS < first; k++)
            if (fabs(num_series_value(c, LAST_USE, 2 * surely * k / LOOKS - 1)) > 1 + 2 * well_known)
                first = surely * k / LOOKS;
    }
    return first;
}

/* The part of the step up to which it can be said what holds, or where something has let go. Not `known`: a part to ask
   about next. */
static double part_that_holds(sim *s, double h, bool *known) {
    const int count = s->mode->pieces->count;
    double *uses = dynamics_sliding_room(s, LAST_USE + 1), beyond = 0, most, unknown;
    *known = true;
    if (!event_stepper_prepare_dense(s, h, s->next_y))
        return 1;
    for (int j = 0; j <= LAST_USE; j++) {
        const double theta = fmax(0.5 + 0.5 * num_series_node(LAST_USE, j), 1e-9); /* nothing may act at the start */
        event_stepper_dense(s, theta, s->work_y);
        if (!dynamics_evaluate(s, s->t + theta * h, s->work_y, NULL))
            return 1;
        if (j > 0 && beyond == 0 && dynamics_sliding_excess(s) > excess_rounding)
            beyond = theta;
        for (int i = 0; i < count; i++)
            uses[i * (LAST_USE + 1) + j] = dynamics_sliding_use(s, i);
    }
    bound_uses(uses, count, &most, &unknown);
    if (beyond > 0 && unknown < well_known)
        return first_beyond(uses, count, beyond);
    *known = most + unknown <= 1 + 3 * excess_rounding;
    return *known ? 1 : 0.5;
}

/* A step along a boundary ends where one side lets go. What holds may have a kink there, where several share it: no
   part of an instant tells more than its end. */
static bool cut_sliding(sim *s, double *taken) {
    const double least = 1e-3 * *taken;
    bool known = false;
    while (dynamics_is_sliding(s) && !known) {
        double part = part_that_holds(s, *taken, &known);
        part = known || !is_instant(s, *taken) ? part : 1;
        known = known || part == 1 || *taken <= least;
        s->dense_ready = s->at_end = false;
        if (part < 1 && !event_stepper_again(s, part * *taken, s->next_y))
            return false;
        *taken *= part;
        if (!dynamics_evaluate(s, s->t + *taken, s->next_y, NULL))
            return false;
        const double excess = dynamics_sliding_excess(s);
        if (!known || !(excess > excess_rounding))
            continue;
        cut_at_crossing(s, taken, excess);
        return true;
    }
    return false;
}

/* A condition with a switch in it has no value while both of its sides hold the motion. */
static bool conditions_see(sim *s) {
    const int event = dynamics_pieces_blind_event(s);
    if (event < 0)
        return true;
    const model_event *e = &s->m->events[event];
    finding *f = dynamics_fail(
        s, DIAG_E0519,
        "the condition of '%s' has no value from t = %.9g s on, because the motion slides along a switch in it",
        e->name, s->t);
    f->at = e->at;
    diag_help(s->m->findings, f, "write it in terms of the forces that are balanced there, or of the motion");
    return false;
}

/* Whether anything could be decided by forces. */
static bool decides(const sim *s) {
    for (size_t r = 0; r < s->m->row_count; r++)
        if (s->m->rows[r].contact || model_is_hidden(&s->m->rows[r]))
            return true;
    return s->mode->pieces != NULL;
}

/* Contacts beside friction that lets go have been decided with what it held. */
static bool leave_boundary(sim *s) {
    if (!event_is_same_instant(s, s->left_since))
        dynamics_sliding_left(s);
    s->left_since = s->t;
    dynamics_sliding_leave(s);
    return contact_settle(s, false) && fire_all_pending(s) && after_jump(s);
}

/* A step that is too long for what happens in it is made shorter, so often in a run, and so are those after it. */
enum { MOST_SHORTENED = 20 };

/* Those that follow grow from here. */
static void shorten_steps(sim *s, double size) {
    LGR_ASSERT(size > 0);
    ode_stepper *p = s->step->acting;
    if (p->method->shorten)
        p->method->shorten(p, size);
}

static bool hold_shorter(sim *s, double goal, double limit) {
    s->shortened++;
    shorten_steps(s, limit);
    return hold_within(s, goal, limit);
}

/* That of explicit steps; NULL: others are made. */
static step_control *control_of(const sim *s) {
    return s->step->acting->method == &ode_dop853 ? ode_dop853_control(s->step->acting) : NULL;
}

/* What is known of time alone need not be met by a step that is too long. False after a failure. */
static bool foresee(sim *s, double limit) {
    const step_control *c = control_of(s);
    if (!c || !s->mode->resolution)
        return true;
    double next = fmin(c->size, limit), seen = event_resolution_foresee(s, next);
    if (seen > 0 && seen < next)
        shorten_steps(s, seen);
    return seen > 0;
}

/* Whether the stepper's own steps can be repeated, shorter; another holds a polynomial of the way that it has gone. */
static bool steps_again(const sim *s) {
    return s->step->acting->method->stage != NULL;
}

/* Of the step held what its stages have seen; 0 after a failure. */
static double what_is_seen(sim *s, double taken) {
    double seen = taken;
    do {
        taken = seen;
        memcpy(s->solved_end, dynamics_accelerations(s), (size_t)s->mode->n * sizeof *s->solved_end);
        seen = event_resolution_limit(s, taken);
        if (seen == 0)
            return 0;
        seen = fmax(seen, fmin(taken, DBL_MIN)); /* shorter steps would be none */
        if (seen < taken && !steps_again(s))
            return event_stepper_again(s, seen, s->next_y) ? seen : 0;
        if (seen < taken) {
            shorten_steps(s, seen);
            seen = event_stepper_step(s, seen);
        }
    } while (seen > 0 && seen < taken);
    return seen;
}

/* What switches at known times is found before the step, which then ends there: rows of a table in time say, of which
   each would cost a step too long and another up to it. Motions without switches go side by side with others, in steps
   that are cut afterwards. */
static bool foresee_switch(sim *s, double limit, crossing *first) {
    const step_control *c = control_of(s);
    return c && s->mode->pieces && !dynamics_is_sliding(s) && event_search_foresee(s, fmin(c->size, limit), first);
}

/* A step at whose end the first of all comes, or which is shorter. The next one may be as long as this would have been
   without. */
static bool hold_foreseen(sim *s, double goal, double limit, crossing first) {
    s->dense_ready = false;
    const double most = first.found ? first.h : limit, taken = most > 0 ? event_stepper_step(s, most) : 0;
    if (most > 0 && taken == 0)
        return false;
    if (first.found && taken == most)
        control_of(s)->taken = first.step;
    const double seen = s->mode->resolution && taken > 0 ? what_is_seen(s, taken) : taken;
    if (taken > 0 && (seen == 0 || !event_functions_finish(s, seen)))
        return false;
    event_search_rearm(s, first.step, seen);
    hold_taken(s, goal, seen, (held_step){.fires = first.found && seen == most, .at = first.at});
    return true;
}

/* One step, cut short by an event where there is one; it is examined, and not taken yet. False ends the run. */
static bool hold_within(sim *s, double goal, double limit) {
    crossing first;
    LGR_ASSERT(limit <= goal - s->t && goal <= s->t_end);
    if (!conditions_see(s) || !event_switches_have_values(s) || !foresee(s, limit))
        return false;
    if (foresee_switch(s, limit, &first))
        return hold_foreseen(s, goal, limit, first);
    double taken = event_stepper_step(s, limit);
    if (taken == 0)
        return false;
    const double made = taken;
    if (s->mode->resolution)
        taken = what_is_seen(s, taken);
    if (taken == 0)
        return false;
    bool leaves = cut_sliding(s, &taken);
    crossing c = look_closely(s, taken);
    if (c.unsearched && s->shortened < MOST_SHORTENED && !is_instant(s, taken))
        return hold_shorter(s, goal, 0.01 * taken);
    if (c.unsearched)
        event_search_warn_too_fast(s);
    if (c.found)
        return hold_to_event(s, goal, c);
    if (c.h < taken) {
        leaves = leaves && is_instant(s, taken);
        s->dense_ready = false;
        if (!event_stepper_again(s, c.h, s->next_y))
            return false;
    }
    hold_taken(s, goal, c.h, (held_step){.leaves = leaves, .cut = c.h < made});
    return true;
}

static bool keep_step(sim *s, const held_step *x) {
    if (!take_step(s, x->h, x->end))
        return false;
    if (s->mode->margin_count || s->mode->resolution)
        event_functions_begin(s);
    SIM_TELL(s, stepped, (s));
    if (x->leaves)
        return leave_boundary(s);
    const int lost = dynamics_headings_lost(s);
    if (lost >= 0)
        return handle_event(s, (margin){.part = EVENT_STICK, .index = lost});
    if (x->cut && !steps_again(s) && !run_begin_stepper(s))
        return false;
    return !contact_inside_out(s);
}

static bool hold(sim *s, double goal) {
    goal = fmin(goal, s->next_tick);
    if (isinf(goal)) /* what rests would be stepped over for ever, and the next steps measured by that */
        goal = s->t + s->horizon;
    return hold_within(s, goal, goal - s->t);
}

/* The clock cut the last step short, not its error: the next one is as long as the error allows. */
static void lengthen_step(sim *s) {
    step_control *c = control_of(s);
    if (c)
        c->size = fmax(c->size, c->next);
}

/* Periodic events that are due, in the order of the text, each followed by what it sets off. */
static bool fire_ticks(sim *s) {
    int event = -1;
    while (!s->stopped && (event = run_ticks_take(s)) >= 0) {
        s->ticking = s->m->events[event].quiet;
        const bool ok = handle_event(s, (margin){.part = EVENT_USER, .index = event});
        s->ticking = false;
        if (!ok)
            return false;
    }
    lengthen_step(s);
    return true;
}

static bool fire_due(sim *s) {
    return !s->tick_count || s->stopped || !run_ticks_are_due(s) || fire_ticks(s);
}

static bool keep(sim *s) {
    LGR_ASSERT(s->held.there);
    const held_step x = s->held;
    s->held.there = false;
    return (x.fires ? keep_event(s, &x) : keep_step(s, &x)) && fire_due(s);
}

static const mode_part *const parts[] = {&event_mode_part, NULL};
static const sim_observer *const observers[] = {&record_reducers_observer,
                                                &record_extrema_observer,
                                                &record_observer,
                                                &record_frames_observer,
                                                &sensitivity_instants_observer,
                                                &sensitivity_observer,
                                                NULL};
static const sim_observer *const nobody[] = {NULL};

sim_kit *sim_kit_create(model *m, const sim_options *options, bool repeated, arena *a) {
    sim_kit *k = ARENA_NEW(a, sim_kit);
    *k = (sim_kit){.m = m,
                   .options = *options,
                   .parts = parts,
                   .observers = options->motion_only ? nobody : observers,
                   .repeated = repeated,
                   .a = a};
    dynamics_loads_create(k);
    return k;
}

void sim_kit_dispose(sim_kit *k) {
    for (size_t i = 0; i < k->tapes.len; i++)
        tape_unload(k->tapes.at[i]->code);
    for (size_t i = 0; i < k->series.len; i++)
        tape_series_unload(k->series.at[i]);
}

/* `going`: what the last part of the run has said. */
static void go_on(sim *s, bool going) {
    s->going = going;
    if (!s->going && !s->result->failure)
        collapse(s);
}

sim *run_begin(sim_kit *k, arena *a) {
    sim *s = run_workspace_create(k, a);
    const ode_method *method = run_choose_method(s);
    const bool known = k->options.equations_only || model_need_numbers(k->m, k->m->findings, NULL, 0);
    if (!known || !method || !initial_find(s)) {
        s->result->start_failed = true;
        s->result->end = SIM_FAILED;
        return s;
    }
    s->start_time = s->t;
    dynamics_evaluate(s, s->t, s->y, NULL);
    note_dependence(s, s->t, s->t);
    SIM_TELL(s, begun, (s));
    s->step = run_create_stepper(s, method);
    s->result->method = s->step->used;
    dynamics_scales_begin(s);
    if (s->t >= s->t_end || record_rows_refuse(s) || !run_ticks_begin(s))
        return s;
    event_functions_reset(s);
    go_on(s, run_begin_stepper(s) && fire_due(s));
    return s;
}

void run_hold(sim *s, double goal) {
    LGR_ASSERT(s->going && s->step && !s->held.there && goal > s->t);
    go_on(s, hold(s, goal));
}

void run_keep(sim *s) {
    LGR_ASSERT(s->going && s->step);
    go_on(s, keep(s));
}

void run_advance(sim *s) {
    LGR_ASSERT(s->going && s->step);
    go_on(s, hold(s, s->t_end) && keep(s));
}

/* --- Changes from outside --- */

/* What the method holds is a polynomial of the way that it has gone. */
static bool take_part(sim *s, double end) {
    const double h = end - s->t;
    return event_stepper_again(s, h, s->next_y) && take_step(s, h, end) && run_begin_stepper(s) && fire_due(s);
}

void run_cut(sim *s, double end) {
    LGR_ASSERT(s->going && s->held.there && end >= s->t && end <= s->held.end);
    memcpy(s->user_events, s->events_before, s->m->event_count * sizeof *s->user_events);
    s->held.there = s->dense_ready = s->at_end = false;
    if (!steps_again(s)) {
        go_on(s, end > s->t ? take_part(s, end) : run_begin_stepper(s));
        return;
    }
    while (s->going && !s->stopped && s->t < end) {
        run_hold(s, end);
        if (s->going)
            run_keep(s);
    }
}

/* Pieces, contacts and events follow what is different at the present state. */
static bool settle(sim *s, bool at_start) {
    if (!dynamics_evaluate(s, s->t, s->y, NULL)) {
        const char *when = base_arena_printf(s->a, "after a change from outside at t = %.9g s", s->t);
        finding *f = s->mode->info.singular ? diagnose_undetermined(s, DIAG_E0502, when)
                                            : diagnose_not_finite(s, DIAG_E0505, when);
        if (!f)
            dynamics_fail(s, DIAG_E0505, "the accelerations are not finite %s", when);
        return false;
    }
    dynamics_pieces_settle(s, NULL);
    const bool ok = !decides(s) || (contact_resolve_impacts(s) && contact_settle(s, at_start));
    dynamics_pieces_settle_others(s);
    return ok;
}

/* Without an event the explicit method keeps its step size: most changes are small. */
static bool begin_again(sim *s, bool jumped) {
    if (jumped || !control_of(s))
        return run_begin_stepper(s);
    run_resume_stepper(s);
    return true;
}

static bool follow(sim *s, bool jumped) {
    const size_t place = s->result->events.len;
    record_events_begin(s);
    memset(s->must_slip, 0, s->m->row_count);
    s->left_since = -INFINITY;
    dynamics_sliding_left(s);
    bool ok = run_ticks_renew(s) && settle(s, jumped);
    record_choices(s, place);
    event_functions_reset(s);
    if (!ok || !fire_all_pending(s))
        return false;
    dynamics_scales_jump(s);
    dynamics_evaluate(s, s->t, s->y, NULL);
    event_functions_reset(s);
    return s->stopped || (begin_again(s, jumped || s->result->events.len > place) && !contact_inside_out(s));
}

void run_follow(sim *s, bool jumped) {
    LGR_ASSERT(s->going && s->step && !s->held.there);
    go_on(s, follow(s, jumped));
}

void run_fail_rows(sim *s) {
    dynamics_fail(s, DIAG_E0502, "after a change from outside at t = %.9g s the constraints cannot be satisfied", s->t);
    go_on(s, false);
}

void run_event(sim *s, margin at) {
    LGR_ASSERT(s->going && s->step);
    go_on(s, handle_event(s, at));
}

void run_tick(sim *s) {
    LGR_ASSERT(s->going && s->step);
    go_on(s, fire_due(s));
}

void run_resume(sim *s) {
    event_functions_reset(s);
    run_resume_stepper(s);
    record_extrema_begin(s);
}

bool run_goes_on(sim *s) {
    return s->going && !s->stopped && s->t < s->t_end && !interrupted(s) && !too_long(s) && !keeps_too_much(s);
}

sim_result *run_finish(sim *s) {
    sim_result *r = s->result;
    run_workspace_give_back(s);
    if (r->start_failed)
        return r;
    if (s->stopped && !r->failure) {
        r->end = SIM_EVENT;
        r->end_event = s->stop_event;
    }
    event_stepper_destroy(s);
    dynamics_evaluate(s, s->t, s->y, NULL);
    SIM_TELL(s, ended, (s));
    return r;
}

sim_result *sim_kit_run(sim_kit *k, arena *a) {
    sim *s = run_begin(k, a);
    while (run_goes_on(s))
        run_advance(s);
    return run_finish(s);
}

sim_result *sim_kit_run_sloped(sim_kit *k, const int *params, size_t count, arena *a) {
    LGR_ASSERT(params || !count);
    sim_options before = k->options;
    k->options.sensitive = params;
    k->options.sensitive_count = count;
    sim_result *r = sim_kit_run(k, a);
    k->options = before;
    return r;
}

sim_result *sim_run(model *m, const sim_options *options, arena *a) {
    sim_kit *k = sim_kit_create(m, options, false, a);
    sim_result *r = sim_kit_run(k, a);
    sim_kit_dispose(k);
    return r;
}

bool sim_find_start(model *m, arena *a, double *q, double *v, bool *rows) {
    sim_options o = sim_options_default();
    sim_kit *k = sim_kit_create(m, &o, false, a);
    sim *s = run_workspace_create(k, a);
    bool found = initial_find(s);
    if (found) {
        dynamics_evaluate(s, s->t, s->y, NULL);
        sim_point p = record_point(s);
        memcpy(q, p.q, m->coord_count * sizeof *q);
        memcpy(v, p.v, m->coord_count * sizeof *v);
        memcpy(rows, s->mode->rows, m->row_count * sizeof *rows);
    }
    sim_kit_dispose(k);
    return found;
}
