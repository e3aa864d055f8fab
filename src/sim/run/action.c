/* The action along a motion and neighbouring paths: displacements that vanish smoothly at both ends, so that the
   trapezoidal rule and central differences are as accurate as the motion itself (Euler and Maclaurin). */
#include "sim/run/action.h"
#include "expr/diff.h"
#include "expr/walk.h"
#include "num/dense.h"
#include "num/vector.h"
#include "sim/sim.h"
#include "tape/tape.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

enum { WAVES = 4, MOST_STEPS = 30, POINTS_PER_STEP = 20, LEAST_POINTS = 800, MOST_POINTS = 2000, MARGIN = 4 };
static const double largest_size = 0.02, rank_tolerance = 1e-9;

typedef struct study {
    model *m;
    arena *a;
    const action_path *path;
    mech_equations eq;
    const tape *program; /* L, forces (n), f (m), A (m*n), L_q (n), p = L_v (n) */
    double *slots;
    size_t t_slot;
    const uint32_t *out;
    double *scale;        /* n: the size of the motion */
    double *base;         /* count * n: q on the constraints */
    double *eta, *moved;  /* count * n: a direction, and displacements along it */
    double *work;         /* count * n: forces outside L along the motion */
    double *lagrangian;   /* count */
    double *f, *J, *step; /* of one point */
    num_cod cod;
    int *ints;
    double *doubles;
} study;

/* --- The program --- */

static const uint32_t *list_vars(study *s, size_t *count) {
    const model *m = s->m;
    size_t k = 0, n = (size_t)s->eq.n;
    uint32_t *vars = ARENA_ARRAY(s->a, uint32_t, m->param_count + 1 + 2 * n + (size_t)s->eq.m);
    for (; k < m->param_count; k++)
        vars[k] = m->params[k].var;
    s->t_slot = k;
    vars[k++] = m->t;
    for (size_t i = 0; i < n; i++, k++) {
        vars[k] = m->coords[s->eq.coords[i]].q;
        vars[k + n] = m->coords[s->eq.coords[i]].v;
    }
    k += n;
    for (int i = 0; i < s->eq.m; i++)
        vars[k++] = m->rows[s->eq.rows[i]].lambda;
    *count = k;
    return vars;
}

/* Forces outside L: those of the model, and the friction of sliding contacts, -(C - A)^T lambda. */
static void list_forces(study *s, expr_id *Q) {
    graph *g = s->m->g;
    mech_forces(s->m, s->path->choice, &s->eq, s->a, Q);
    for (int k = 0; s->eq.unsymmetric && k < s->eq.m; k++)
        for (int i = 0; i < s->eq.n; i++) {
            size_t at = (size_t)(k * s->eq.n + i);
            if (!s->eq.C[at].i || expr_same(s->eq.A[at], s->eq.C[at]))
                continue;
            expr_id extra = s->eq.A[at].i ? expr_sub(g, s->eq.C[at], s->eq.A[at]) : s->eq.C[at];
            expr_id lambda = expr_var(g, s->m->rows[s->eq.rows[k]].lambda);
            Q[i] = expr_sub(g, Q[i], expr_mul(g, extra, lambda));
        }
}

static bool names_others(study *s, const expr_id *roots, size_t count, const uint32_t *vars, size_t var_count) {
    bool *used = ARENA_ARRAY(s->a, bool, expr_var_count(s->m->g) + 1);
    expr_mark_vars(s->m->g, roots, count, used);
    for (size_t i = 0; i < var_count; i++)
        used[vars[i]] = false;
    for (uint32_t v = 0; v < expr_var_count(s->m->g); v++)
        if (used[v])
            return true;
    return false;
}

/* False if something solved for stands in L or in the forces. */
static bool make_program(study *s, sim_action *result) {
    graph *g = s->m->g;
    size_t n = (size_t)s->eq.n, m = (size_t)s->eq.m, count = 1 + n + m + m * n + 2 * n, var_count;
    expr_id *roots = ARENA_ARRAY(s->a, expr_id, count), zero = expr_int(g, 0);
    roots[0] = mech_lagrangian(s->m, s->path->choice, s->a);
    list_forces(s, roots + 1);
    memcpy(roots + 1 + n, s->eq.f, m * sizeof *roots);
    memcpy(roots + 1 + n + m, s->eq.A, m * n * sizeof *roots);
    const uint32_t *vars = list_vars(s, &var_count);
    if (roots[0].i)
        expr_reverse(g, roots, NULL, 1, vars + s->t_slot + 1, 2 * n, roots + 1 + n + m + m * n);
    for (size_t i = 0; i < count; i++)
        roots[i] = roots[i].i ? roots[i] : zero;
    for (size_t i = 0; i < n; i++)
        result->works = result->works || !expr_is_zero(g, roots[1 + i]);
    if (names_others(s, roots, count, vars, var_count))
        return false;
    tape_group group = {.roots = roots, .count = count};
    s->program = tape_build(s->a, g, vars, var_count, s->m->param_count, &group, 1);
    s->slots = ARENA_ARRAY(s->a, double, s->program->slot_count + 1);
    tape_scalar.init(s->program, s->slots);
    model_load_values(s->m, s->slots);
    tape_scalar.run(s->program, 0, s->slots);
    s->out = s->program->segments[1].out_slots;
    return true;
}

/* Everything at point i of the path, at a place and velocity of its own. */
static void evaluate(study *s, int i, const double *q, const double *v) {
    size_t n = (size_t)s->eq.n, m = (size_t)s->eq.m;
    double *to = s->slots + s->t_slot;
    *to++ = s->path->from + i * s->path->interval;
    memcpy(to, q, n * sizeof *to);
    memcpy(to + n, v, n * sizeof *to);
    memcpy(to + 2 * n, s->path->lambda + (size_t)i * m, m * sizeof *to);
    tape_scalar.run(s->program, 1, s->slots);
}

static double root(const study *s, size_t k) {
    return s->slots[s->out[k]];
}

/* --- Displacements --- */

/* The rows at the point evaluated last, in coordinates of the motion's size: all of them, or those on positions. */
static bool load_rows(study *s, bool positions) {
    size_t n = (size_t)s->eq.n, m = (size_t)s->eq.m;
    bool any = false;
    for (size_t k = 0; k < m; k++) {
        bool use = !positions || !s->path->choice->system->rows[s->eq.rows[k]].velocity;
        any = any || use;
        s->f[k] = use ? root(s, 1 + n + k) : 0;
        for (size_t i = 0; i < n; i++)
            s->J[k * n + i] = use ? s->scale[i] * root(s, 1 + n + m + k * n + i) : 0;
    }
    if (any)
        num_cod_factor(&s->cod, s->J, s->eq.m, s->eq.n, rank_tolerance, s->ints, s->doubles);
    return any;
}

/* Moves q onto the constraints on positions by Newton's steps of least length. */
static bool settle(study *s, int at, double *q) {
    int n = s->eq.n;
    for (int pass = 0; pass < 12; pass++) {
        evaluate(s, at, q, s->path->v + (size_t)at * (size_t)n);
        if (!load_rows(s, true))
            return true;
        double off = num_largest(s->f, s->eq.m);
        num_cod_solve(&s->cod, s->f, s->step);
        for (int i = 0; i < n; i++)
            q[i] -= s->scale[i] * s->step[i];
        double moved = num_largest(s->step, n);
        if (moved < 1e-13 || (pass > 5 && moved < 1e-11))
            return true;
        if (!isfinite(off) || !isfinite(moved))
            return false;
    }
    return false;
}

/* Takes out of the direction at a point what the rows forbid: A eta = 0. */
static void make_virtual(study *s, int at, double *eta) {
    int n = s->eq.n, m = s->eq.m;
    evaluate(s, at, s->base + (size_t)at * (size_t)n, s->path->v + (size_t)at * (size_t)n);
    if (!load_rows(s, false))
        return;
    for (int k = 0; k < m; k++) {
        s->f[k] = 0;
        for (int i = 0; i < n; i++)
            s->f[k] += root(s, (size_t)(1 + n + m + k * n + i)) * eta[i];
    }
    num_cod_solve(&s->cod, s->f, s->step);
    for (int i = 0; i < n; i++)
        eta[i] -= s->scale[i] * s->step[i];
}

static double next_random(uint64_t *state) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (double)(*state >> 11) / 4503599627370496.0 - 1;
}

/* A few waves under a window whose first seven derivatives vanish at both ends. */
static void make_direction(study *s, int first_wave, uint64_t *seed) {
    int n = s->eq.n, count = s->path->count;
    double wave[WAVES];
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < WAVES; j++)
            wave[j] = next_random(seed);
        for (int at = 0; at < count; at++) {
            double x = (double)at / (count - 1), window = pow(4 * x * (1 - x), 8), sum = 0;
            for (int j = 0; j < WAVES; j++)
                sum += wave[j] * sin((first_wave + j) * 3.14159265358979323846 * x);
            s->eta[at * n + i] = s->scale[i] * window * sum;
        }
    }
    for (int at = 0; at < count && s->eq.m; at++)
        make_virtual(s, at, s->eta + at * n);
}

static bool displace(study *s, double size) {
    int n = s->eq.n;
    for (int at = 0; at < s->path->count; at++) {
        double *to = s->moved + at * n;
        const double *from = s->base + at * n;
        for (int i = 0; i < n; i++)
            to[i] = from[i] + size * s->eta[at * n + i];
        if (s->eq.m && !settle(s, at, to))
            return false;
        for (int i = 0; i < n; i++)
            to[i] -= from[i];
    }
    return true;
}

/* The rate of a displacement, by the central difference of order 8; it is zero beyond the ends. */
static double rate_of(const study *s, int at, int i) {
    static const double c[MARGIN + 1] = {0, 4.0 / 5, -1.0 / 5, 4.0 / 105, -1.0 / 280};
    int n = s->eq.n, last = s->path->count - 1;
    double sum = 0;
    for (int k = 1; k <= MARGIN; k++) {
        double after = at + k <= last ? s->moved[(at + k) * n + i] : 0;
        double before = at - k >= 0 ? s->moved[(at - k) * n + i] : 0;
        sum += c[k] * (after - before);
    }
    return sum / s->path->interval;
}

/* What the displacement changes at each point: L, and the work of the forces outside it. */
static bool find_changes(study *s, double size, double *change) {
    int n = s->eq.n;
    double *q = s->f + s->eq.m, *v = q + n;
    if (!displace(s, size))
        return false;
    for (int at = 0; at < s->path->count; at++) {
        double work = 0;
        for (int i = 0; i < n; i++) {
            double d = s->moved[at * n + i];
            q[i] = s->base[at * n + i] + d;
            v[i] = s->path->v[at * n + i] + rate_of(s, at, i);
            work += s->work[at * n + i] * d;
        }
        evaluate(s, at, q, v);
        change[at] = root(s, 0) - s->lagrangian[at] + work;
    }
    return true;
}

/* --- The study --- */

static void measure_scales(study *s) {
    int n = s->eq.n;
    double all = 0;
    for (int i = 0; i < n; i++) {
        double low = INFINITY, high = -INFINITY;
        for (int at = 0; at < s->path->count; at++) {
            low = fmin(low, s->path->q[at * n + i]);
            high = fmax(high, s->path->q[at * n + i]);
        }
        s->scale[i] = fmax(high - low, 1e-2 * fmax(fabs(low), fabs(high)));
        all = fmax(all, s->scale[i]);
    }
    for (int i = 0; i < n; i++) /* what rests among things that move is displaced too */
        s->scale[i] = all > 0 ? fmax(s->scale[i], 0.1 * all) : 1;
}

static bool lay_out(study *s) {
    int n = s->eq.n;
    size_t all = (size_t)(s->path->count * n);
    memcpy(s->base, s->path->q, all * sizeof *s->base);
    for (int at = 0; at < s->path->count; at++) {
        double *q = s->base + at * n;
        if (s->eq.m && !settle(s, at, q))
            return false;
        evaluate(s, at, q, s->path->v + at * n);
        s->lagrangian[at] = root(s, 0);
        for (int i = 0; i < n; i++)
            s->work[at * n + i] = root(s, (size_t)(1 + i));
        if (!isfinite(s->lagrangian[at]))
            return false;
    }
    return true;
}

static double sum_of(const double *x, int count) {
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += x[i];
    return sum;
}

/* Boole's rule. */
static double integrate(const study *s) {
    static const double weights[] = {14, 32, 12, 32};
    int last = s->path->count - 1;
    double sum = -7 * (s->lagrangian[0] - s->lagrangian[last]);
    for (int at = 0; at < last; at++)
        sum += weights[at % 4] * s->lagrangian[at];
    return 2 * s->path->interval / 45 * sum;
}

/* (S(eps) - S(-eps))/(2 eps) over the interval. */
static bool slope_at(study *s, double eps, double *slope) {
    int count = s->path->count;
    LGR_ASSERT(eps > 0);
    double *up = ARENA_ARRAY(s->a, double, count), *down = ARENA_ARRAY(s->a, double, count);
    if (!find_changes(s, eps, up) || !find_changes(s, -eps, down))
        return false;
    *slope = 0;
    for (int at = 0; at < count; at++)
        *slope += (up[at] - down[at]) / (2 * eps);
    return true;
}

/* What the slope is measured by: the terms p_i eta_i', L_q eta_i and Q_i eta_i of the first variation, each by itself,
   as together they may vanish at every instant. Where each of them does, what rounding of L may leave is the measure.
 */
static double size_of_terms(study *s) {
    static const double floor_of_rounding = 1e-8;
    int n = s->eq.n, first = 1 + n + s->eq.m + s->eq.m * n;
    double sum = 0;
    memcpy(s->moved, s->eta, (size_t)(s->path->count * n) * sizeof *s->eta);
    for (int at = 0; at < s->path->count; at++) {
        evaluate(s, at, s->base + at * n, s->path->v + at * n);
        for (int i = 0; i < n; i++) {
            double eta = s->eta[at * n + i], force = fabs(root(s, (size_t)(first + i))) + fabs(s->work[at * n + i]);
            sum += force * fabs(eta) + fabs(root(s, (size_t)(first + n + i)) * rate_of(s, at, i));
        }
        sum += floor_of_rounding * fabs(s->lagrangian[at]);
    }
    return sum;
}

/* NULL, or why not. */
static const char *look_along(study *s, const double *sizes, action_direction *d) {
    static const char *const lost = "the neighbouring paths cannot be projected onto the constraints";
    double coarse, fine, reach = 0;
    for (int i = 0; i < s->eq.n; i++)
        for (int at = 0; at < s->path->count; at++)
            reach = fmax(reach, fabs(s->eta[at * s->eq.n + i]) / s->scale[i]);
    if (reach < 1e-9)
        return "the constraints admit no virtual displacements";
    if (!slope_at(s, 2e-3, &coarse) || !slope_at(s, 1e-3, &fine))
        return lost;
    double size = size_of_terms(s);
    d->first = size > 0 ? fabs((4 * fine - coarse) / 3) / size : 0;
    double *change = ARENA_ARRAY(s->a, double, s->path->count);
    for (int k = 0; k < ACTION_SIZES; k++) {
        if (!find_changes(s, sizes[k], change))
            return lost;
        d->change[k] = s->path->interval * sum_of(change, s->path->count);
    }
    return NULL;
}

static action_kind judge(const sim_action *r) {
    int up = 0, down = 0;
    for (int k = 0; k < ACTION_DIRECTIONS; k++) {
        up += r->at[k].change[ACTION_SIZES - 1] > 0;
        down += r->at[k].change[ACTION_SIZES - 1] < 0;
    }
    return up == ACTION_DIRECTIONS ? ACTION_MINIMUM : down == ACTION_DIRECTIONS ? ACTION_MAXIMUM : ACTION_SADDLE;
}

static study begin(model *m, const action_path *path, arena *a) {
    study s = {.m = m, .a = a, .path = path, .eq = mech_derive(m, path->choice, a)};
    size_t all = (size_t)(path->count * path->n), rows = (size_t)path->m, n = (size_t)path->n;
    s.scale = ARENA_ARRAY(a, double, n);
    double **lists[] = {&s.base, &s.eta, &s.moved, &s.work};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        *lists[i] = ARENA_ARRAY(a, double, all);
    s.lagrangian = ARENA_ARRAY(a, double, path->count);
    s.f = ARENA_ARRAY(a, double, rows + 2 * n);
    s.J = ARENA_ARRAY(a, double, rows *n + 1);
    s.step = ARENA_ARRAY(a, double, n);
    s.ints = ARENA_ARRAY(a, int, n);
    s.doubles = ARENA_ARRAY(a, double, num_cod_doubles(path->m, path->n));
    return s;
}

static void set_kinds(study *s, sim_action *r) {
    for (int k = 0; k < s->path->m; k++) {
        bool velocity = s->path->choice->system->rows[s->eq.rows[k]].velocity;
        r->nonholonomic = r->nonholonomic || velocity;
        r->constrained = r->constrained || !velocity;
    }
}

/* False with `trouble` set where neighbours cannot be had. */
static bool look_around(study *s, sim_action *r) {
    static const int first_waves[ACTION_DIRECTIONS] = {1, 1, 5, 5, 17, 17}; /* fast ones too: they tell a maximum */
    uint64_t seed = 20240229;
    for (int k = 0; k < ACTION_SIZES; k++)
        r->sizes[k] = ldexp(largest_size, -k);
    for (int k = 0; k < ACTION_DIRECTIONS; k++) {
        make_direction(s, first_waves[k], &seed);
        r->trouble = look_along(s, r->sizes, &r->at[k]);
        if (r->trouble)
            return false;
        r->worst = fmax(r->worst, r->at[k].first);
    }
    return true;
}

sim_action *sim_action_measure(model *m, const action_path *path, arena *a) {
    LGR_ASSERT(path->count > 1 && path->interval > 0);
    sim_action *r = ARENA_NEW(a, sim_action);
    study s = begin(m, path, a);
    r->from = path->from;
    r->to = path->from + (path->count - 1) * path->interval;
    set_kinds(&s, r);
    measure_scales(&s);
    if (!make_program(&s, r)) {
        r->trouble = "a force depends on accelerations or multipliers";
        return r;
    }
    if (!lay_out(&s)) {
        r->trouble = "the Lagrangian is undefined somewhere along the motion";
        return r;
    }
    r->value = integrate(&s);
    if (look_around(&s, r))
        r->kind = judge(r);
    return r;
}

/* --- The motion --- */

typedef struct stretch {
    double from, to;
    bool after_event; /* that changed something at `from` */
} stretch;

/* Up to the first event that changes what is active or the state; what lies at one instant is skipped. */
static stretch first_stretch(const sim_result *run) {
    stretch x = {run->initial.t, run->t, false};
    const mech_choice *choice = run->initial_choice;
    double least = 1e-6 * (run->t - run->initial.t);
    for (size_t i = 0; i < run->events.len; i++) {
        const sim_event *e = &run->events.at[i];
        if (e->choice == choice && !e->differs)
            continue;
        if (e->t - x.from > least) {
            x.to = e->t - least; /* a row at the event itself may be from after it */
            break;
        }
        x.from = e->t;
        x.after_event = true;
        choice = e->choice;
    }
    return x;
}

static void copy_point(const action_path *p, const mech_equations *e, const sim_point *from, int at) {
    for (int i = 0; i < p->n; i++) {
        p->q[at * p->n + i] = from->q[e->coords[i]];
        p->v[at * p->n + i] = from->v[e->coords[i]];
    }
    for (int k = 0; k < p->m; k++)
        p->lambda[at * p->m + k] = from->lambda[e->rows[k]];
}

/* The rows at whole multiples of the interval within the stretch, as long as the same is active: sticking and slipping
   are no events. Sets x->to to where it ends. */
static const action_path *collect(model *m, stretch *x, const sim_result *run, double interval, arena *a) {
    LGR_ASSERT(interval > 0);
    action_path *p = ARENA_NEW(a, action_path);
    mech_equations e = {0};
    size_t rows = run->rows.len;
    long next = (long)ceil(x->from / interval) + x->after_event; /* a row at the event itself may be from before it */
    for (size_t i = 0; i < rows; i++) {
        const sim_point *row = &run->rows.at[i];
        if (row->t != (double)next * interval || row->t > x->to)
            continue;
        if (!p->count) {
            e = mech_derive(m, row->choice, a);
            *p = (action_path){.choice = row->choice, .n = e.n, .m = e.m, .interval = interval, .from = row->t};
            p->q = ARENA_ARRAY(a, double, rows *(size_t)p->n + 1);
            p->v = ARENA_ARRAY(a, double, rows *(size_t)p->n + 1);
            p->lambda = ARENA_ARRAY(a, double, rows *(size_t)p->m + 1);
        }
        if (row->choice != p->choice) {
            x->to = row->t;
            break;
        }
        copy_point(p, &e, row, p->count++);
        next++;
    }
    if (p->count)
        p->count -= (p->count - 1) % 4;
    return p;
}

/* The run once more, with rows at regular times; NULL if it fails. */
static const sim_result *repeat(model *m, const sim_options *o, double until, double every, double tolerance,
                                arena *a) {
    sim_options again = *o;
    again.every = every;
    again.until = until;
    again.tolerance = fmin(tolerance, 1e-11);
    again.keep_trajectory = true;
    diag *findings = m->findings;
    m->findings = diag_create_like(a, findings);
    const sim_result *fine = sim_run(m, &again, a);
    m->findings = findings;
    return fine->failure || fine->end == SIM_INTERRUPTED ? NULL : fine;
}

static bool has_states(const model *m) {
    for (size_t i = 0; i < m->coord_count; i++)
        if (!model_is_place(&m->coords[i]))
            return true;
    return false;
}

const action_path *sim_action_path(model *m, const sim_options *o, const sim_result *run, arena *a,
                                   const char **trouble) {
    stretch x = first_stretch(run);
    double step = run->t / (double)(run->steps ? run->steps : 1);
    x.to = fmin(x.to, x.from + MOST_STEPS * step);
    *trouble = has_states(m)   ? "the model has states or memories, which follow from no action"
               : x.to > x.from ? NULL
                               : "the run has length 0";
    for (int pass = 0; pass < 4 && !*trouble; pass++) { /* again where less than the stretch has the same in force */
        double length = x.to - x.from;
        double points = fmin(MOST_POINTS, fmax(LEAST_POINTS, POINTS_PER_STEP * length / step));
        const sim_result *fine = repeat(m, o, x.to, length / points, run->tolerance, a);
        const action_path *p = fine ? collect(m, &x, fine, length / points, a) : NULL;
        if (p && p->count >= LEAST_POINTS / 2)
            return p;
        if (!p)
            *trouble = "the motion could not be repeated with a smaller tolerance";
    }
    if (!*trouble)
        *trouble = "the interval between two events is too short";
    return NULL;
}

sim_action *sim_check_action(model *m, const sim_options *o, const sim_result *run, arena *a) {
    const char *trouble = NULL;
    const action_path *path = sim_action_path(m, o, run, a, &trouble);
    if (path)
        return sim_action_measure(m, path, a);
    sim_action *r = ARENA_NEW(a, sim_action);
    r->trouble = trouble;
    return r;
}
