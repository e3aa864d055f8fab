/* Events: event functions, and the actions when one becomes positive. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "num/quaternion.h"
#include "sim/contact/contact.h"
#include "sim/diagnose/diagnose.h"
#include "sim/dynamics/dynamics.h"
#include "sim/dynamics/kinematics.h"
#include "sim/dynamics/pieces.h"
#include "sim/dynamics/scales.h"
#include "sim/event/event.h"
#include "sim/hybrid/hybrid.h"
#include "sim/initial/initial.h"
#include "sim/record/record.h"
#include "sim/sensitivity/sensitivity.h"
#include "sim/sim.h"

/* What an event is about to change, before it is done. */
typedef struct change {
    const model_event *e;
    int index;
    bool *switched_off, *freed, *dropped;
    double *new_q, *new_v; /* per model coordinate: values of freed bodies and of set; NaN otherwise */
    bool *set_q, *set_v;
    const bool *rows; /* in force once drop, hold and free are done; contacts as they were */
    bool acts;        /* other than by ending the run */
    bool any;         /* of it has to be done */
} change;

static change begin_change(sim *s, int index) {
    const model *m = s->m;
    LGR_ASSERT(index >= 0 && (size_t)index < m->event_count);
    change c = {.e = &m->events[index], .index = index};
    c.any = c.e->stops;
    for (size_t i = 0; i < c.e->action_count; i++)
        c.acts = c.acts || c.e->actions[i].kind != MODEL_STOP;
    if (!c.acts)
        return c;
    c.switched_off = ARENA_ARRAY(s->a, bool, m->switch_count + 1);
    c.freed = ARENA_ARRAY(s->a, bool, m->body_count + 1);
    c.dropped = ARENA_ARRAY(s->a, bool, m->coord_count + 1);
    memcpy(c.switched_off, s->mode->switched_off, m->switch_count);
    memcpy(c.freed, s->mode->freed, m->body_count);
    memcpy(c.dropped, s->mode->dropped, m->coord_count);
    c.new_q = ARENA_ARRAY(s->a, double, m->coord_count + 1);
    c.new_v = ARENA_ARRAY(s->a, double, m->coord_count + 1);
    c.set_q = ARENA_ARRAY(s->a, bool, m->coord_count + 1);
    c.set_v = ARENA_ARRAY(s->a, bool, m->coord_count + 1);
    for (size_t i = 0; i < m->coord_count; i++)
        c.new_q[i] = c.new_v[i] = NAN;
    return c;
}

static void plan_attitude(sim *s, change *c, int body, const double *x) {
    const model_body *b = &s->m->bodies[body];
    double start[12], q[4], q_dot[4];
    for (int k = 0; k < 12; k++)
        start[k] = dynamics_value(s, s->mode->choice.system->body_start[body][3 + k], x);
    num_quaternion(start, start + 9, q, q_dot);
    for (int k = 0; k < 4; k++) {
        c->new_q[b->coords[3 + k]] = q[k];
        c->new_v[b->coords[3 + k]] = q_dot[k];
        c->dropped[b->coords[3 + k]] = false;
    }
    for (size_t i = 0; i < s->m->orientation_count; i++) /* its norm is active from now on */
        if (s->m->orientations[i].body == body)
            c->switched_off[s->m->rows[s->m->orientations[i].row].element] = false;
}

/* A freed body starts at its present place with its present velocity. */
static void plan_free(sim *s, change *c, int body, const double *x) {
    const model_body *b = &s->m->bodies[body];
    c->any = c->freed[body] = true;
    if (b->coords[3] >= 0)
        plan_attitude(s, c, body, x);
    for (int k = 0; k < 3; k++) {
        if (b->coords[k] < 0)
            continue;
        expr_id p = s->mode->choice.system->body_start[body][k];
        c->new_q[b->coords[k]] = dynamics_value(s, p, x);
        c->new_v[b->coords[k]] = dynamics_value(s, mech_rate(s->m, &s->mode->eq, p), x);
        c->dropped[b->coords[k]] = false;
    }
}

/* What rests moves by so much. */
static double rounding_of_coordinate(const sim *s, int coord, bool velocity, double now) {
    double size = fabs(now);
    for (int i = 0; i < s->mode->n; i++)
        if (s->mode->eq.coords[i] == coord)
            size = fmax(size, s->scale_inputs[(velocity ? SCALE_RATE : SCALE_PLACE) * s->mode->n + i]);
    return 4 * DBL_EPSILON * size;
}

static void plan_action(sim *s, change *c, size_t i, const double *x) {
    const model_action *a = &c->e->actions[i];
    LGR_ASSERT(a->kind != MODEL_SET || (a->index >= 0 && (size_t)a->index < s->m->coord_count));
    switch (a->kind) {
    case MODEL_DROP:
    case MODEL_HOLD: {
        bool *flag = a->coordinate ? &c->dropped[a->index] : &c->switched_off[a->index], want = a->kind == MODEL_DROP;
        c->any = c->any || *flag != want;
        *flag = want;
        break;
    }
    case MODEL_FREE:
        if (!c->freed[a->index])
            plan_free(s, c, a->index, x);
        break;
    case MODEL_SET: {
        double now = x[a->velocity ? s->m->coords[a->index].v : s->m->coords[a->index].q];
        double value = dynamics_value(s, s->mode->choice.system->set_values[c->index][i], x);
        (a->velocity ? c->new_v : c->new_q)[a->index] = value;
        (a->velocity ? c->set_v : c->set_q)[a->index] = true;
        c->any = c->any || !(fabs(value - now) <= rounding_of_coordinate(s, a->index, a->velocity, now));
        break;
    }
    case MODEL_STOP:
        break;
    }
}

/* Set comes after drop, hold and free; its right sides are the old ones. */
static void plan_actions(sim *s, change *c) {
    const double *x = dynamics_values(s);
    for (int phase = 0; phase < 2; phase++)
        for (size_t i = 0; i < c->e->action_count; i++)
            if ((c->e->actions[i].kind == MODEL_SET) == (phase == 1))
                plan_action(s, c, i, x);
}

/* Constraints and contacts that name a freed body end with it, unless this event holds them again. */
static void end_rows_of_freed(sim *s, change *c) {
    const model_system *next = model_variant(s->m, c->freed);
    for (size_t r = 0; r < s->m->row_count; r++) {
        if (!next->rows[r].ended || s->mode->choice.system->rows[r].ended)
            continue;
        bool held = false;
        for (size_t i = 0; i < c->e->action_count; i++)
            held = held || (c->e->actions[i].kind == MODEL_HOLD && c->e->actions[i].index == s->m->rows[r].element);
        if (!held)
            c->switched_off[s->m->rows[r].element] = true;
    }
}

static bool values_are_finite(sim *s, const change *c) {
    for (size_t k = 0; k < c->e->action_count; k++) {
        const model_action *a = &c->e->actions[k];
        if (a->kind != MODEL_SET || isfinite(a->velocity ? c->new_v[a->index] : c->new_q[a->index]))
            continue;
        finding *f = dynamics_fail(
            s, DIAG_E0505, "the event '%s' sets '%s%s' to a value that is not finite at t = %.9g s", c->e->name,
            s->m->coords[a->index].name, a->velocity ? model_rate_mark(&s->m->coords[a->index]) : "", s->t);
        f->at = a->at;
        return false;
    }
    return true;
}

static bool enter_changed_mode(sim *s, change *c) {
    const model *m = s->m;
    bool *rows = ARENA_ARRAY(s->a, bool, m->row_count + 1);
    for (size_t r = 0; r < m->row_count; r++)
        rows[r] =
            !c->switched_off[m->rows[r].element] && (s->mode->rows[r] || !(m->rows[r].contact || m->rows[r].friction));
    signed char *slip = ARENA_ARRAY(s->a, signed char, m->row_count + 1);
    for (size_t r = 0; r < m->row_count; r++) {
        const int partner = m->rows[r].partner;
        if (m->rows[r].friction)
            rows[r] = rows[r] && rows[partner] && !c->switched_off[m->rows[partner].element];
        else if (partner >= 0 && rows[r] && !c->switched_off[m->rows[partner].element])
            slip[r] = s->mode->slip[r];
    }
    const char *name = dynamics_dropped_name(s, c->freed, c->switched_off, c->dropped, rows);
    if (name) {
        finding *f = dynamics_fail(s, DIAG_E0409,
                                   "after the event '%s' at t = %.9g s '%s' names a coordinate that has been dropped",
                                   c->e->name, s->t, name);
        f->at = c->e->at;
        return false;
    }
    dynamics_enter_mode(s, dynamics_mode(s, c->freed, c->switched_off, c->dropped, rows, slip));
    c->rows = rows;
    for (int i = 0; i < s->mode->n; i++) {
        int k = s->mode->eq.coords[i];
        if (!isnan(c->new_q[k]))
            s->y[i] = c->new_q[k];
        if (!isnan(c->new_v[k]))
            s->y[s->mode->n + i] = c->new_v[k];
    }
    return true;
}

/* The mode that differs from the present one in the active rows; what does not touch does not slip. */
static void enter_rows(sim *s, const bool *rows) {
    const mode *m = s->mode;
    signed char *slip = ARENA_ARRAY(s->a, signed char, s->m->row_count + 1);
    for (size_t r = 0; r < s->m->row_count; r++)
        slip[r] = rows[r] ? m->slip[r] : 0;
    dynamics_enter_mode(s, dynamics_mode(s, m->freed, m->switched_off, m->dropped, rows, slip));
}

static bool is_met(const survey *v, int k, survey_row what) {
    return dynamics_kinematics_row_holds(v, k, what, 1e-8);
}

static bool refuse(sim *s, const change *c, int row, double f) {
    const model_row *r = &s->m->rows[row];
    const char *amount = model_amount_text(s->m, f, dynamics_row_dim(s, row, false), s->a);
    finding *x = dynamics_fail(s, DIAG_E0504, "'%s' does not hold after the event '%s' at t = %.9g s: it is off by %s",
                               r->name, c->e->name, s->t, amount);
    x->at = c->e->at;
    diag_label_at(s->m->findings, x, r->at, "off by %s", amount);
    diag_help(s->m->findings, x, "let the event fire where it holds, or set the coordinates in the same event");
    return false;
}

/* A constraint activated must hold already, and no contact may be inside out. */
static bool rows_hold(sim *s, const change *c) {
    mode *m = s->mode;
    if (!dynamics_evaluate(s, s->t, s->y, NULL)) {
        const char *when = base_arena_printf(s->a, "after the event '%s' at t = %.9g s", c->e->name, s->t);
        finding *f =
            m->info.singular ? diagnose_undetermined(s, DIAG_E0502, when) : diagnose_not_finite(s, DIAG_E0505, when);
        if (!f)
            f = dynamics_fail(s, DIAG_E0505, "the accelerations are not finite %s", when);
        diag_label_at(s->m->findings, f, c->e->at, "since this event");
        return false;
    }
    const survey *v = dynamics_kinematics_take(s);
    for (int k = 0; k < m->m; k++)
        if (!is_met(v, k, ROW_F))
            return refuse(s, c, m->eq.rows[k], dynamics_kinematics_of_row(v, k, ROW_F));
    if (dynamics_idle_row(s) >= 0) {
        const char *when = base_arena_printf(s->a, "after the event '%s' at t = %.9g s", c->e->name, s->t);
        diag_label_at(s->m->findings, diagnose_idle(s, when), c->e->at, "activated here");
        return false;
    }
    int inside = dynamics_kinematics_inside_out(s, v, s->gap_tolerance);
    return inside < 0 || refuse(s, c, v->contact[inside], dynamics_kinematics_of_contact(v, inside, CONTACT_GAP));
}

/* Of the impulses of all rows, whether that of a contact pulls: they push where they are negative. */
static bool pulls(const mode *m, const double *impulse, int k) {
    enum { PRECISE = 1000000000 };
    double most = 0;
    for (int i = 0; i < m->m; i++)
        most = fmax(most, fabs(impulse[i]));
    return impulse[k] > most / PRECISE;
}

/* Closed contacts keep closed where what is free can adapt; those that `set` contradicts are let go, or those that pull
   with these impulses, with what rubs there: false if none. */
static bool let_go(sim *s, const double *impulse) {
    const mode *m = s->mode;
    if (!dynamics_evaluate(s, s->t, s->y, NULL))
        return false;
    const survey *v = dynamics_kinematics_take(s);
    bool *rows = ARENA_ARRAY(s->a, bool, s->m->row_count + 1), any = false;
    memcpy(rows, m->rows, s->m->row_count);
    for (int k = 0; k < m->m; k++) {
        const model_row *row = &s->m->rows[m->eq.rows[k]];
        bool stays = !row->friction || rows[row->partner];
        if (impulse)
            stays = stays && !(row->contact && pulls(m, impulse, k));
        else if (row->contact || row->friction)
            stays = stays && is_met(v, k, ROW_F) && is_met(v, k, ROW_F_DOT);
        if (stays)
            continue;
        rows[m->eq.rows[k]] = false;
        any = true;
    }
    if (any)
        enter_rows(s, rows);
    return any;
}

static bool adapt_to_set(sim *s, const change *c) {
    bool *keep_q = ARENA_ARRAY(s->a, bool, s->mode->n + 1), *keep_v = ARENA_ARRAY(s->a, bool, s->mode->n + 1),
         places = false, velocities = false;
    for (int i = 0; i < s->mode->n; i++) {
        keep_q[i] = c->set_q[s->mode->eq.coords[i]];
        keep_v[i] = c->set_v[s->mode->eq.coords[i]];
        places = places || keep_q[i];
        velocities = velocities || keep_v[i];
    }
    if (!places && !velocities)
        return true;
    size_t size = dynamics_state_size(s, s->mode);
    double *before = ARENA_ARRAY(s->a, double, size);
    memcpy(before, s->y, size * sizeof *before);
    const size_t n = (size_t)s->mode->n, m = (size_t)s->mode->m;
    double *impulse = ARENA_ARRAY(s->a, double, m + 1);
    bool ok = initial_reinitialize(s, keep_q, keep_v, impulse);
    if (ok && let_go(s, NULL)) {
        memcpy(s->y, before, size * sizeof *before);
        memset(impulse, 0, m * sizeof *impulse);
        ok = initial_reinitialize(s, keep_q, keep_v, impulse);
    }
    if (ok && velocities && let_go(s, impulse)) {
        memcpy(s->y + n, before + n, n * sizeof *before);
        ok = initial_reinitialize(s, keep_q, keep_v, NULL);
    }
    if (ok)
        sensitivity_adapt(s, before, keep_q, keep_v);
    return ok;
}

/* Contacts let go that still touch are as before, so that impacts and forces decide about them; the others are open. */
static void take_back(sim *s, const change *c) {
    if (!memcmp(c->rows, s->mode->rows, s->m->row_count) || !dynamics_evaluate(s, s->t, s->y, NULL))
        return;
    const survey *v = dynamics_kinematics_take(s);
    bool *rows = ARENA_ARRAY(s->a, bool, s->m->row_count + 1);
    memcpy(rows, s->mode->rows, s->m->row_count);
    for (size_t r = 0; r < s->m->row_count; r++) {
        if (!s->m->rows[r].contact || rows[r] || !c->rows[r])
            continue;
        int i = dynamics_kinematics_find_contact(v, (int)r);
        rows[r] = i >= 0 && fabs(dynamics_kinematics_of_contact(v, i, CONTACT_GAP)) <=
                                s->gap_tolerance * dynamics_kinematics_contact_size(v, i, CONTACT_GAP);
        if (rows[r])
            continue;
        record_reducers_at_event(s, (event_ref){EVENT_OPEN, (int)r});
        record_contact(s, EVENT_OPEN, (int)r, NULL, NULL);
    }
    enter_rows(s, rows);
}

static bool do_actions(sim *s, change *c) {
    const pieces *before = s->mode->pieces;
    sensitivity_plan(s, c->index);
    if (!enter_changed_mode(s, c))
        return false;
    sensitivity_set(s);
    if (s->mode->pieces != before) /* where a body is freed, equations have pieces of their own */
        dynamics_pieces_settle(s, NULL);
    return adapt_to_set(s, c) && rows_hold(s, c);
}

static bool sets_velocity(const sim *s, const change *c) {
    for (size_t i = 0; c->acts && i < s->m->coord_count; i++)
        if (c->set_v[i])
            return true;
    return false;
}

/* What is set or struck is not at rest for want of digits, however little its speed is beside what forces could do. */
static void renew_sliding(sim *s, const change *c, const double *impulse) {
    if (dynamics_is_sliding(s) && (impulse || sets_velocity(s, c)))
        dynamics_pieces_settle(s, NULL);
    else
        dynamics_sliding_renew(s);
}

static bool carry_out(sim *s, change *c, double **impulse) {
    if (c->acts && !do_actions(s, c))
        return false;
    *impulse = contact_catch(s);
    renew_sliding(s, c, *impulse);
    if (!dynamics_project(s, s->t, s->y, NULL)) {
        dynamics_fail(s, DIAG_E0502, "after the event '%s' at t = %.9g s the constraints cannot be satisfied",
                      c->e->name, s->t)
            ->at = c->e->at;
        return false;
    }
    if (c->acts)
        take_back(s, c);
    return true;
}

static const char *margin_name(sim *s, margin at) {
    event_ref e = {at.part, at.index};
    return at.part == EVENT_USER || at.part <= EVENT_IMPACT ? model_event_name(s->m, e, s->a)
                                                            : s->m->rows[at.index].name;
}

/* Beside other machines switching that comes to rest goes on for ever in steps of rounding; `most`: what may come at
   one instant. */
static bool crowds(sim *s, long most) {
    enum { INSTANTS = 10 };
    static const double no_time = 1e-10; /* of the time so far */
    if (!(s->t - s->crowd_since <= no_time * fabs(s->t))) {
        s->crowd_since = s->t;
        s->crowd = 0;
    }
    return ++s->crowd >= INSTANTS * most;
}

/* Too many events at one instant end the run instead of looping. */
static bool chatters(sim *s, margin at) {
    const long most = 2000 + (long)(4 * (s->m->event_count + s->m->row_count)); /* all may come at once */
    const bool crowd = crowds(s, most);
    if (!event_is_same_instant(s, s->chatter_since)) {
        s->chatter_since = s->t;
        s->chatter = 0;
        memset(s->must_slip, 0, s->m->row_count);
    }
    if (++s->chatter < most && !crowd)
        return false;
    if (at.part == EVENT_PIECE) {
        finding *f = diagnose_switching(s, DIAG_E0514, s->mode->pieces->ladder[at.index / 2].node, "endless switching");
        diag_help(s->m->findings, f,
                  "the motion comes to rest there by ever faster switching: end it by an event, or use a steep "
                  "continuous law, tanh(u/u0) for sign(u) with a small u0");
        return true;
    }
    finding *f = dynamics_fail(s, DIAG_E0503, "events trigger each other endlessly at t = %.9g s, most recently '%s'",
                               s->t, margin_name(s, at));
    f->at = at.part == EVENT_USER ? s->m->events[at.index].at : s->m->rows[at.index].at;
    diag_help(s->m->findings, f, "make the condition of one of them false after the other");
    return true;
}

static bool refuse_motion(sim *s, const model_event *e) {
    finding *f = dynamics_fail(s, e->assumed ? DIAG_E0523 : DIAG_E0521, "%s at t = %.9g s", e->refusal, s->t);
    f->at = e->at;
    if (e->assumed)
        diag_help(s->m->findings, f, "leave it out, or end the run by an event before");
    return false;
}

static bool fire_user(sim *s, int index) {
    if (s->m->events[index].quiet)
        return hybrid_fire_quiet(s, index);
    if (!dynamics_evaluate(s, s->t, s->y, NULL))
        return true;
    change c = begin_change(s, index);
    if (c.e->refusal)
        return refuse_motion(s, c.e);
    event_function_note_fired(s, index);
    if (c.acts)
        plan_actions(s, &c);
    if (!c.any && c.e->action_count) { /* it has come all the same */
        sensitivity_idle(s, index);
        record_reducers_at_event(s, (event_ref){EVENT_USER, index});
        return true;
    }
    /* without actions an event just marks an instant */
    sim_event e = {.ref = {EVENT_USER, index}, .t = s->t, .before = record_event_point(s)};
    record_reducers_at_event(s, e.ref);
    if (c.acts)
        end_rows_of_freed(s, &c);
    e.after = e.before;
    size_t place = record_event(s, &e);
    double energy_before = e.before.energy, *impulse = NULL;
    if (!values_are_finite(s, &c) || !carry_out(s, &c, &impulse))
        return false;
    bool ok = contact_resolve_impacts(s) && contact_settle(s, false);
    sim_event *done = place == SIZE_MAX ? &e : &s->result->events.at[place];
    LGR_ASSERT(done == &e || place < s->result->events.len);
    done->after = record_event_point(s);
    done->impulse = impulse;
    done->differs = record_points_differ(s, &done->before, &done->after);
    s->energy_jumps += done->after.energy - energy_before;
    if (c.e->stops) {
        s->stopped = true;
        s->stop_event = e.ref;
    }
    return ok;
}

/* The sign of the slip that begins. */
static signed char slip_ahead(sim *s, int row) {
    double multiplier;
    if (s->m->rows[row].tangents > 1)
        return 1;
    contact_friction_ahead(s, s->m->rows[row].partner, 1, &multiplier);
    return multiplier > 0 ? 1 : -1;
}

static bool fire_contact(sim *s, margin at) {
    LGR_ASSERT(s->opening < 0 && at.index >= 0 && (size_t)at.index < s->m->row_count);
    if (!dynamics_evaluate(s, s->t, s->y, NULL))
        return true;
    const bool limited = at.part == EVENT_OPEN || at.part == EVENT_SLIP;
    const share_end end = limited ? contact_share_anew(s, at.index) : SHARE_NONE;
    if (end == SHARE_RESTS)
        return dynamics_evaluate(s, s->t, s->y, NULL) || !s->result->failure;
    if (end == SHARE_LIFTS)
        at.part = EVENT_OPEN;
    double before = record_energy_now(s);
    if (at.part == EVENT_OPEN) {
        s->opening = at.index;
        s->opened_at[at.index] = s->t;
    }
    if (at.part == EVENT_STICK && !contact_end_slip(s, at.index))
        return true;
    if (at.part == EVENT_STICK)
        s->must_slip[at.index] = 0;
    if (at.part == EVENT_SLIP)
        s->must_slip[at.index] = slip_ahead(s, at.index);
    bool ok = contact_resolve_impacts(s) && contact_settle(s, false);
    s->opening = -1;
    if (ok)
        s->energy_jumps += record_energy_now(s) - before;
    return ok;
}

/* The force of a constraint that slides with friction passes zero, and friction with it: nothing else changes. */
static bool fire_turn(sim *s, margin at) {
    const mode *m = s->mode;
    signed char *slip = ARENA_ARRAY(s->a, signed char, s->m->row_count + 1);
    memcpy(slip, m->slip, s->m->row_count);
    slip[at.index] = mech_slip_turned(slip[at.index]);
    dynamics_enter_mode(s, dynamics_mode(s, m->freed, m->switched_off, m->dropped, m->rows, slip));
    return !dynamics_evaluate(s, s->t, s->y, NULL) || !contact_jam(s);
}

/* The motion goes on in another piece; forces have jumped, perhaps, so that contacts may open, stick or slide. */
static bool fire_piece(sim *s, margin at) {
    LGR_ASSERT(s->mode->pieces && at.index / 2 < s->mode->pieces->count);
    if (!dynamics_evaluate(s, s->t, s->y, NULL))
        return true;
    const motion_energy before = record_energies(s);
    const int64_t index = s->mode->pieces->ladder[at.index / 2].index;
    memset(s->must_slip, 0, s->m->row_count);
    dynamics_pieces_settle(s, &at);
    sensitivity_switch(s);
    return hybrid_cross_potential_step(s, &at, index, before) && contact_resolve_impacts(s) && contact_settle(s, false);
}

static bool fire(sim *s, margin at) {
    if (chatters(s, at))
        return false;
    if (!event_is_same_instant(s, s->left_since))
        dynamics_sliding_left(s);
    size_t place = s->result->events.len;
    bool ok = at.part == EVENT_USER    ? fire_user(s, at.index)
              : at.part == EVENT_PIECE ? fire_piece(s, at)
              : at.part == EVENT_TURN  ? fire_turn(s, at)
                                       : fire_contact(s, at);
    if (at.part != EVENT_PIECE)
        dynamics_pieces_settle_others(s);
    record_choices(s, place);
    return ok;
}

bool hybrid_fire_event(sim *s, margin at) {
    LGR_ASSERT(!s->stopped && at.part <= EVENT_PIECE && at.part != EVENT_IMPACT);
    arena_mark clear = base_arena_get_mark(s->m->scratch);
    s->a = s->m->scratch;
    record_events_begin(s);
    bool ok = fire(s, at);
    s->a = s->kept;
    base_arena_release(s->m->scratch, clear);
    return ok;
}

/* What is nothing but zeros has no size beside which it would be judged: `floor(x) >= 0` holds there. At the start what
   is just true waits. */
static bool holds_at_zero(const sim *s, const margin *x, double value) {
    return x->inclusive && value == 0 && s->t > s->start_time;
}

bool hybrid_fire_pending(sim *s, bool *ok) {
    LGR_ASSERT(!s->stopped);
    mode *m = s->mode;
    const double *g = s->margins_now.value, *scale = s->margins_now.size;
    *ok = true;
    if (!dynamics_evaluate(s, s->t, s->y, NULL))
        return false;
    event_functions_evaluate(s, s->margins_now);
    event_functions_rearm(s, s->margins_now);
    for (size_t k = 0; k < m->margin_count; k++) {
        const margin *x = &m->margins[k];
        if (x->part != EVENT_USER || !event_function_counts(s, x) ||
            !(event_function_holds(x, g[k], scale[k]) || holds_at_zero(s, x, g[k])))
            continue;
        *ok = hybrid_fire_event(s, *x);
        return true;
    }
    return false;
}
