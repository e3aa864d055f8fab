/* Contacts: impacts of approaching ones, and which touching ones carry load, both as complementarity problems. */
#include <math.h>
#include <string.h>

#include "expr/walk.h"
#include "num/lcp.h"
#include "sim/internal.h"

/* Numbers of one contact at the present state. */
typedef struct touch {
    int row;
    double gap, rate, acceleration; /* of the gap; acceleration as things stand now */
    double gap_scale, rate_scale, acceleration_scale;
    double restitution;
    bool closed;
} touch;

typedef struct touch_list {
    touch *at;
    int count;
} touch_list;

static const double rounding = 1e-11; /* relative: below it a rate or an acceleration of a gap counts as zero */

static bool is_touching(const sim *s, const touch *c) { return c->closed || fabs(c->gap) <= s->gap_tolerance * c->gap_scale; }
static bool is_approaching(const sim *s, const touch *c) {
    return is_touching(s, c) && c->rate < -rounding * c->rate_scale;
}
static bool is_resting(const sim *s, const touch *c) {
    return is_touching(s, c) && fabs(c->rate) <= rounding * c->rate_scale;
}

static double scale_of(sim *s, expr_id e, const double *sizes) {
    double x = motion_eval(s, expr_majorant(s->m->g, e), sizes);
    return isfinite(x) ? fmax(x, 1) : 1; /* near zero nothing is known of the machine's size: 1 in SI units */
}

/* Looks at all contacts that are not switched off; the present motion must have been evaluated. */
static touch_list look(sim *s) {
    mode *m = s->mode;
    touch_list list = {ARENA_ARRAY(s->a, touch, s->m->row_count + 1), 0};
    const double *x = motion_values(s);
    for (size_t i = 0; i < s->m->row_count; i++) {
        const model_row *row = &s->m->rows[i];
        const system_row *sys = &m->choice.system->rows[i];
        if (!row->contact || m->switched_off[row->element] || !isfinite(motion_eval(s, sys->f, x))) continue;
        expr_id rate = mech_rate(s->m, &m->eq, sys->f, s->a), acc = mech_acceleration(s->m, &m->eq, rate, s->a);
        touch c = {.row = (int)i, .closed = m->rows[i], .gap = motion_eval(s, sys->f, x), .rate = motion_eval(s, rate, x),
                   .acceleration = motion_eval(s, acc, x)};
        c.gap_scale = scale_of(s, sys->f, x);
        c.rate_scale = scale_of(s, rate, x);
        c.acceleration_scale = scale_of(s, acc, x);
        c.restitution = sys->restitution.i ? motion_eval(s, sys->restitution, x) : 0;
        list.at[list.count++] = c;
    }
    return list;
}

/* The response of the machine to unit forces at some contacts while the bilateral rows hold: the contacts are rows of
   a mode of their own, whose matrices at the present state are split into bilateral and contact rows. */
typedef struct response {
    mode *mode;
    int n, bilateral, count;   /* count: contacts */
    int *contact_rows;         /* model rows of the contacts */
    int *bilateral_at, *contact_at; /* positions among the mode's rows */
    double *J;                 /* count x n */
    double *X;                 /* count x n: M^-1 J^T with the bilateral rows held */
    double *L;                 /* count x bilateral: their multipliers */
    double *W;                 /* count x count */
    double *v;                 /* change of velocity, or acceleration, without contact forces */
    double *l;                 /* bilateral multipliers without contact forces */
    double *u;                 /* count: J v (+ drift) without contact forces */
    double *z;                 /* count: contact forces or impulses */
} response;

static mode *mode_with(sim *s, const touch_list *list, const bool *use) {
    const mode *m = s->mode;
    bool *rows = ARENA_ARRAY(s->a, bool, s->m->row_count + 1);
    for (size_t i = 0; i < s->m->row_count; i++) rows[i] = m->rows[i] && !s->m->rows[i].contact;
    for (int i = 0; i < list->count; i++) rows[list->at[i].row] = use[i];
    return mode_get(s, m->freed, m->switched_off, m->dropped, rows);
}

static void split_rows(sim *s, response *r) {
    mode *m = r->mode;
    r->bilateral_at = ARENA_ARRAY(s->a, int, m->m + 1);
    r->contact_at = ARENA_ARRAY(s->a, int, m->m + 1);
    r->contact_rows = ARENA_ARRAY(s->a, int, m->m + 1);
    for (int k = 0; k < m->m; k++) {
        if (s->m->rows[m->eq.rows[k]].contact) {
            r->contact_rows[r->count] = m->eq.rows[k];
            r->contact_at[r->count++] = k;
        } else
            r->bilateral_at[r->bilateral++] = k;
    }
}

static void allocate(sim *s, response *r) {
    size_t n = (size_t)r->n, c = (size_t)r->count, b = (size_t)r->bilateral;
    r->J = ARENA_ARRAY(s->a, double, c * n + 1);
    r->X = ARENA_ARRAY(s->a, double, c * n + 1);
    r->L = ARENA_ARRAY(s->a, double, c * b + 1);
    r->W = ARENA_ARRAY(s->a, double, c * c + 1);
    r->v = ARENA_ARRAY(s->a, double, n + 1);
    r->l = ARENA_ARRAY(s->a, double, b + 1);
    r->u = ARENA_ARRAY(s->a, double, c + 1);
    r->z = ARENA_ARRAY(s->a, double, c + 1);
}

static double inner(const double *x, const double *y, int n) {
    double sum = 0;
    for (int i = 0; i < n; i++) sum += x[i] * y[i];
    return sum;
}

/* W = J M^-1 J^T on the bilateral constraints. h and gamma (bilateral part) give the motion without contact forces. */
static bool respond(sim *s, response *r, const double *h, const double *gamma) {
    mode *m = r->mode;
    int n = r->n, b = r->bilateral;
    double *A = ARENA_ARRAY(s->a, double, b * n + 1), *zero = ARENA_ARRAY(s->a, double, n + b + 1);
    saddle *solver = saddle_create(s->a, n, b);
    for (int k = 0; k < b; k++) memcpy(A + k * n, m->A + r->bilateral_at[k] * n, (size_t)n * sizeof *A);
    if (saddle_factor(solver, m->M, A, n, b).singular) return false;
    saddle_solve(solver, h, gamma, r->v, r->l, NULL);
    for (int i = 0; i < r->count; i++) {
        memcpy(r->J + i * n, m->A + r->contact_at[i] * n, (size_t)n * sizeof *A);
        saddle_solve(solver, r->J + i * n, zero, r->X + i * n, r->L + i * b, NULL);
    }
    for (int i = 0; i < r->count; i++)
        for (int j = 0; j < r->count; j++) r->W[i * r->count + j] = inner(r->J + i * n, r->X + j * n, n);
    return true;
}

/* Right sides of the mode's program at its last evaluation: h, gamma, f, f_dot follow M and A. */
static double motion_root(const mode *m, int k) {
    const uint32_t *out = m->program->segments[SEG_MOTION].out_slots;
    return m->slots[out[m->n * (m->n + 1) / 2 + k]];
}

static bool begin_response(sim *s, response *r, mode *with) {
    *r = (response){.mode = with, .n = with->n};
    split_rows(s, r);
    allocate(s, r);
    mode *present = s->mode;
    s->mode = with; /* the coordinates in force are the same: the state vector needs no rearrangement */
    motion_evaluate(s, s->t, s->y, NULL);
    s->mode = present;
    return true;
}

/* Velocities after the present violation of bilateral rows is caught and contacts answer by the law
   u+ + e u- >= 0, impulse >= 0, one of them zero. */
static bool solve_impulses(sim *s, response *r, const double *restitution) {
    mode *m = r->mode;
    int n = r->n, first = n + n * m->m + 2 * m->m; /* f_dot */
    double *zero = ARENA_ARRAY(s->a, double, n + 1), *gamma = ARENA_ARRAY(s->a, double, m->m + 1);
    for (int k = 0; k < r->bilateral; k++) gamma[k] = -motion_root(m, first + r->bilateral_at[k]);
    if (!respond(s, r, zero, gamma)) return false;
    double *b = ARENA_ARRAY(s->a, double, r->count + 1);
    for (int i = 0; i < r->count; i++) {
        r->u[i] = motion_root(m, first + r->contact_at[i]);
        b[i] = r->u[i] + inner(r->J + i * n, r->v, n) + restitution[i] * fmin(r->u[i], 0);
    }
    return num_lcp(s->a, r->W, b, r->count, r->z);
}

static void apply_impulses(sim *s, const response *r, double *impulse) {
    int n = r->n;
    double *v = s->y + n;
    for (int i = 0; i < n; i++) v[i] += r->v[i];
    for (int k = 0; k < r->bilateral; k++) impulse[r->mode->eq.rows[r->bilateral_at[k]]] = -r->l[k];
    for (int c = 0; c < r->count; c++) {
        for (int i = 0; i < n; i++) v[i] += r->X[c * n + i] * r->z[c];
        impulse[r->contact_rows[c]] = r->z[c];
        for (int k = 0; k < r->bilateral; k++)
            impulse[r->mode->eq.rows[r->bilateral_at[k]]] -= r->L[c * r->bilateral + k] * r->z[c];
    }
}

/* A bounce whose height would be rounding is none: the contact stays closed. */
static double effective_restitution(const sim *s, const touch *c) {
    double up = -c->restitution * c->rate;
    bool pressed = c->acceleration < 0;
    double height = pressed ? up * up / (-2 * c->acceleration) : INFINITY;
    (void)s;
    return height <= 1e-14 * c->gap_scale ? 0 : c->restitution;
}

static void note_impacts(sim *s, const touch_list *list, const bool *approaching, sim_point before, double *impulse) {
    if (!motion_evaluate(s, s->t, s->y, NULL)) return;
    for (int i = 0; i < list->count; i++)
        if (approaching[i]) note_contact(s, EVENT_IMPACT, list->at[i].row, before, impulse, true);
}

/* One blow: all approaching contacts with the resting ones of restitution 0. False where there is none. */
static bool one_blow(sim *s, bool *failed) {
    touch_list list = look(s);
    bool *use = ARENA_ARRAY(s->a, bool, list.count + 1), *approaching = ARENA_ARRAY(s->a, bool, list.count + 1), any = false;
    double *e = ARENA_ARRAY(s->a, double, list.count + 1);
    int count = 0;
    for (int i = 0; i < list.count; i++) {
        const touch *c = &list.at[i];
        approaching[i] = is_approaching(s, c);
        any = any || approaching[i];
        use[i] = approaching[i] || (is_resting(s, c) && c->restitution == 0);
        if (use[i]) e[count++] = approaching[i] ? effective_restitution(s, c) : 0;
    }
    if (!any) return false;
    sim_point before = record_point(s);
    for (int i = 0; i < list.count; i++)
        if (approaching[i]) record_reducers_at_event(s, (event_ref){EVENT_IMPACT, list.at[i].row});
    response r;
    double *impulse = ARENA_ARRAY(s->a, double, s->m->row_count + 1);
    *failed = !begin_response(s, &r, mode_with(s, &list, use)) || !solve_impulses(s, &r, e);
    if (*failed) return false;
    apply_impulses(s, &r, impulse);
    note_impacts(s, &list, approaching, before, impulse);
    return true;
}

bool contacts_impact(sim *s) {
    bool failed = false;
    int passes = 0, limit = 100 + 20 * (int)s->m->row_count;
    if (!motion_evaluate(s, s->t, s->y, NULL)) return true;
    while (passes < limit && one_blow(s, &failed)) passes++;
    if (failed) run_fail(s, DIAG_E0502, "the impact at t = %.9g s has no solution", s->t);
    if (passes == limit) run_fail(s, DIAG_E0503, "impacts follow each other without end at t = %.9g s", s->t);
    return !failed && passes < limit;
}

double *contacts_catch(sim *s) {
    if (!motion_evaluate(s, s->t, s->y, NULL)) return NULL;
    double position, velocity, size = 0;
    motion_residuals(s, &position, &velocity);
    for (int i = 0; i < s->mode->n; i++) size = fmax(size, fabs(s->y[s->mode->n + i]));
    if (velocity <= 1e-11 * (1 + size)) return NULL;
    touch_list list = look(s);
    bool *use = ARENA_ARRAY(s->a, bool, list.count + 1);
    double *e = ARENA_ARRAY(s->a, double, list.count + 1), *impulse = ARENA_ARRAY(s->a, double, s->m->row_count + 1);
    for (int i = 0; i < list.count; i++) use[i] = is_touching(s, &list.at[i]);
    response r;
    if (!begin_response(s, &r, mode_with(s, &list, use)) || !solve_impulses(s, &r, e)) return NULL;
    apply_impulses(s, &r, impulse);
    motion_evaluate(s, s->t, s->y, NULL);
    return impulse;
}

/* Accelerations of the gaps without contact forces, then forces by complementarity; who carries load is closed. */
static bool choose_closed(sim *s, const touch_list *list, const bool *candidate, bool at_start, bool *closed) {
    response r;
    begin_response(s, &r, mode_with(s, list, candidate));
    mode *m = r.mode;
    int n = r.n, gamma_at = n + n * m->m;
    double *h = ARENA_ARRAY(s->a, double, n + 1), *gamma = ARENA_ARRAY(s->a, double, m->m + 1);
    for (int i = 0; i < n; i++) h[i] = motion_root(m, i);
    for (int k = 0; k < r.bilateral; k++) gamma[k] = motion_root(m, gamma_at + r.bilateral_at[k]);
    if (!respond(s, &r, h, gamma)) return false;
    for (int c = 0; c < r.count; c++)
        r.u[c] = inner(r.J + c * n, r.v, n) - motion_root(m, gamma_at + r.contact_at[c]);
    if (!num_lcp(s->a, r.W, r.u, r.count, r.z)) return false;
    for (int c = 0, i = 0; i < list->count; i++) {
        if (!candidate[i]) continue;
        double w = r.u[c] + inner(r.W + c * r.count, r.z, r.count);
        bool idle = w <= rounding * list->at[i].acceleration_scale; /* neither lifts nor presses */
        closed[i] = r.z[c] > 0 || (idle && (at_start || list->at[i].closed));
        c++;
    }
    return true;
}

static void record_changes(sim *s, const touch_list *list, const bool *closed, const mode *old) {
    for (int i = 0; i < list->count; i++) {
        bool was = old->rows[list->at[i].row];
        if (was == closed[i]) continue;
        sim_point p = record_point(s);
        event_part part = closed[i] ? EVENT_CLOSE : EVENT_OPEN;
        record_reducers_at_event(s, (event_ref){part, list->at[i].row});
        note_contact(s, part, list->at[i].row, p, NULL, false);
    }
}

bool contacts_settle(sim *s, bool at_start) {
    if (!motion_evaluate(s, s->t, s->y, NULL)) return true;
    touch_list list = look(s);
    bool *candidate = ARENA_ARRAY(s->a, bool, list.count + 1), *closed = ARENA_ARRAY(s->a, bool, list.count + 1), any = false;
    for (int i = 0; i < list.count; i++) {
        candidate[i] = is_resting(s, &list.at[i]) && !s->just_opened[list.at[i].row];
        any = any || candidate[i];
    }
    if (any && !choose_closed(s, &list, candidate, at_start, closed)) {
        run_fail(s, DIAG_E0502, "the contact forces at t = %.9g s have no solution", s->t);
        return false;
    }
    mode *old = s->mode;
    mode_enter(s, mode_with(s, &list, closed));
    if (!motion_evaluate(s, s->t, s->y, NULL)) return true;
    if (!at_start) record_changes(s, &list, closed, old);
    return true;
}
