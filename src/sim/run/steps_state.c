/* Another state for a run in steps: moved onto the constraints, with contacts as at a start. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "sim/dynamics/dynamics.h"
#include "sim/dynamics/kinematics.h"
#include "sim/event/event.h"
#include "sim/initial/initial.h"
#include "sim/run/run.h"
#include "sim/run/steps_state.h"

/* Of the size of a gap: so much deeper than its surface a contact is put back onto it, and so far away one that was
   closed: what a float holds, or a file with seven digits. */
static const double nearly = 1e-6;

static bool put_onto_rows(sim *s) {
    const bool *none = ARENA_ARRAY(s->a, bool, s->m->coord_count + 1);
    if (s->mode->m && !(initial_reinitialize(s, none, none, NULL) && dynamics_project(s, s->t, s->y, NULL)))
        return false;
    return dynamics_evaluate(s, s->t, s->y, NULL);
}

/* What rounding leaves of a row whose terms are all 0 there, as those of a crank at t = 0: coordinates that move will
   be of another size. */
static double least_rest(const sim *s, int k) {
    const mode *m = s->mode;
    double sum = 0;
    for (int i = 0; i < m->n; i++)
        sum += fabs(m->A[k * m->n + i]) * (fabs(s->y[i]) + fabs(s->y[m->n + i]) * s->horizon);
    return DBL_EPSILON * sum;
}

static bool rows_hold(sim *s) {
    const survey *v = dynamics_kinematics_take(s);
    dynamics_matrices(s);
    for (int k = 0; k < s->mode->m; k++)
        if (!dynamics_kinematics_row_holds(v, k, ROW_F, 1e-8) &&
            !(fabs(dynamics_kinematics_of_row(v, k, ROW_F)) <= least_rest(s, k)))
            return false;
    return true;
}

/* The mode in which these contacts alone are closed, without friction. */
static void enter(sim *s, const bool *closed) {
    const mode *m = s->mode;
    bool *rows = ARENA_ARRAY(s->a, bool, s->m->row_count + 1);
    for (size_t r = 0; r < s->m->row_count; r++)
        rows[r] = s->m->rows[r].contact ? closed[r] : m->rows[r] && !s->m->rows[r].friction;
    dynamics_enter_mode(s, dynamics_mode(s, m->freed, m->switched_off, m->dropped, rows,
                                         ARENA_ARRAY(s->a, signed char, s->m->row_count + 1)));
}

/* Contacts that are to touch; false if there are none. */
static bool find_touching(sim *s, const bool *were, bool *closed) {
    const survey *v = dynamics_kinematics_take(s);
    bool any = false;
    for (int i = 0; i < v->contact_count; i++) {
        const double gap = dynamics_kinematics_of_contact(v, i, CONTACT_GAP);
        const double near = nearly * dynamics_kinematics_contact_size(v, i, CONTACT_GAP);
        const int r = v->contact[i];
        if (!s->m->rows[r].contact)
            continue;
        closed[r] = fabs(gap) <= near && (gap < 0 || were[r]);
        any = any || closed[r];
    }
    return any;
}

/* Positions onto the surfaces; velocities stay for impacts to decide. */
static bool put_onto_contacts(sim *s, const bool *closed, const bool *open) {
    const size_t n = (size_t)s->mode->n;
    double *v = ARENA_ARRAY(s->a, double, n + 1);
    memcpy(v, s->y + n, n * sizeof *v);
    enter(s, closed);
    if (!put_onto_rows(s) || !rows_hold(s))
        return false;
    memcpy(s->y + n, v, n * sizeof *v);
    enter(s, open);
    return put_onto_rows(s);
}

static const char *find_place(sim *s) {
    const bool *open = ARENA_ARRAY(s->a, bool, s->m->row_count + 1);
    bool *were = ARENA_ARRAY(s->a, bool, s->m->row_count + 1), *closed = ARENA_ARRAY(s->a, bool, s->m->row_count + 1);
    memcpy(were, s->mode->rows, s->m->row_count * sizeof *were);
    enter(s, open);
    if (!put_onto_rows(s) || !rows_hold(s))
        return "the constraints cannot be satisfied near this state";
    if (find_touching(s, were, closed) && !put_onto_contacts(s, closed, open))
        return "its contacts cannot touch near this state";
    const survey *v = dynamics_kinematics_take(s);
    const int inside = dynamics_kinematics_inside_out(s, v, s->gap_tolerance);
    if (inside < 0)
        return NULL;
    return base_arena_printf(s->a, "the contact '%s' is penetrated there: its gap is %.6g",
                             s->m->rows[v->contact[inside]].name,
                             dynamics_kinematics_of_contact(v, inside, CONTACT_GAP));
}

/* The state asked for, in the order of y; false if a number is infinite. */
static bool load(sim *s, const double *q, const double *v, double *y) {
    const mode *m = s->mode;
    for (int i = 0; i < m->n; i++) {
        const int k = m->eq.coords[i];
        const bool state = m->state && m->state[i];
        const double place = q && !state ? q[k] : NAN, rate = state ? (q ? q[k] : NAN) : v ? v[k] : NAN;
        if (isinf(place) || isinf(rate))
            return false;
        y[i] = isnan(place) ? s->y[i] : place;
        y[m->n + i] = isnan(rate) ? s->y[m->n + i] : rate;
    }
    return true;
}

static run_steps_moved measure(const sim *s, const double *asked) {
    const mode *m = s->mode;
    run_steps_moved x = {.position_of = -1, .rate_of = -1};
    for (int i = 0; i < m->n; i++) {
        const double dq = fabs(s->y[i] - asked[i]), dv = fabs(s->y[m->n + i] - asked[m->n + i]);
        if (dq > x.position && !(m->state && m->state[i])) {
            x.position = dq;
            x.position_of = m->eq.coords[i];
        }
        if (dv > x.rate) {
            x.rate = dv;
            x.rate_of = m->eq.coords[i];
        }
    }
    return x;
}

/* As at a start. */
static void forget_past(sim *s) {
    for (size_t i = 0; i < s->m->event_count; i++) {
        s->user_events[i].armed = s->user_events[i].counts = false;
        s->user_events[i].faster = 0;
    }
    for (size_t r = 0; r < s->m->row_count; r++)
        s->opened_at[r] = -INFINITY;
    s->chatter_since = s->crowd_since = s->left_since = -INFINITY;
    s->event_came = 0;
}

static void go_back(sim *s, mode *before, const double *y) {
    dynamics_enter_mode(s, before);
    memcpy(s->y, y, dynamics_state_size(s, before) * sizeof *y);
    event_functions_reset(s);
}

bool run_steps_set_state(run_steps *x, const double *q, const double *v, run_steps_moved *moved, const char **why) {
    sim *s = x->run;
    run_steps_touch(x);
    run_steps_renew(x);
    mode *before = s->mode;
    const size_t size = dynamics_state_size(s, before);
    double *old = ARENA_ARRAY(s->a, double, size), *asked = ARENA_ARRAY(s->a, double, size);
    memcpy(old, s->y, size * sizeof *old);
    memcpy(asked, s->y, size * sizeof *asked);
    x->looked = false;
    *why = load(s, q, v, asked) ? NULL : "a number is infinite";
    if (*why)
        return false;
    memcpy(s->y, asked, size * sizeof *asked);
    *why = find_place(s);
    if (*why) {
        go_back(s, before, old);
        return false;
    }
    *moved = measure(s, asked);
    x->stale = x->rows_stale = false;
    forget_past(s);
    run_follow(s, true);
    return true;
}
