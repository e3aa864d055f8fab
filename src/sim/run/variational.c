/* The variational integrator: steps that make a discrete action stationary, for long runs without energy drift. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "ode/ode.h"
#include "sim/diagnose/diagnose.h"
#include "sim/dynamics/dynamics.h"
#include "sim/dynamics/pieces.h"
#include "sim/dynamics/scales.h"
#include "sim/initial/conditions.h"
#include "sim/run/run.h"

/* A symmetric composition of steps of order 2 into one of order 8 (Kahan and Li 1997; Hairer, Lubich and Wanner,
   V.3.2): the first half of the fractions and the middle one. At equal cost it is more accurate than those of order 6
   with 9 parts as soon as the energy is to be kept better than to 1e-4. */
static const double fractions[] = {
    0.13020248308889008087881763, 0.56116298177510838456196441,  -0.38947496264484728640807860,
    0.15884190655515560089621075, -0.39590389413323757733623154, 0.18453964097831570709183254,
    0.25837438768632204729397911, 0.29501172360931029887096624,  -0.60550853383003451169892108};
enum { HALF = 8, PARTS = 2 * HALF + 1 };

/* The default step: the smallest one that dop853 takes at the same tolerance on the first stretch. */
enum { PILOT_STEPS = 100 };
static const double first_grow = 2; /* where it begins with too small a step, the next are so much longer */

enum { SEG_MOMENTA = 1, SEG_FORCES, MOST_PASSES = 60 };

/* The discrete action of one mode: momenta p(q, q', t) and residuals of rows, then forces dL/dq + Q. */
typedef struct action {
    mode *of;
    const tape *program;
    double *slots;
} action;

typedef struct variational {
    ode_stepper base;
    arena *a;
    VEC(action) actions;
    action now;
    double h;                 /* 0: not chosen yet */
    double span;              /* length of the dense output */
    double *end;              /* its end */
    double *rate[2];          /* their derivatives */
    double *first, *last;     /* derivatives at both ends of the last step tried */
    double *momentum, *force; /* n each, of the substep */
    double *right, *delta;    /* n + m each: right sides and corrections */
    double *place;            /* the end of the substep, as far as it is known */
    double *speed;            /* per coordinate: see measure_speeds */
} variational;

static sim *run_of(const ode_stepper *base) {
    return base->system->self;
}

static ode_stepper *create(const ode_system *f, arena *a) {
    variational *p = ARENA_NEW(a, variational);
    ode_stepper_init(&p->base, &run_variational, f, a);
    p->a = a;
    const sim *s = f->self;
    size_t size = s->y_cap + s->m->row_count + 1;
    double **all[] = {&p->end,   &p->rate[0], &p->rate[1], &p->first, &p->last, &p->momentum,
                      &p->force, &p->right,   &p->delta,   &p->place, &p->speed};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        *all[i] = ARENA_ARRAY(a, double, size);
    return &p->base;
}

static void append(sim *s, expr_id *roots, size_t *count, const expr_id *from, int size) {
    for (int i = 0; i < size; i++)
        roots[(*count)++] = from[i].i ? from[i] : expr_int(s->m->g, 0);
}

/* Inputs as in the mode's own program, as far as q'. */
static action make_action(sim *s, arena *a) {
    mode *m = s->mode;
    size_t params = s->m->param_count, n = (size_t)m->n, momenta = 0;
    uint32_t *vars = ARENA_ARRAY(a, uint32_t, m->v_slot + n);
    for (size_t i = 0; i < m->v_slot + n; i++)
        vars[i] = m->input_vars[i];
    expr_id *p = ARENA_ARRAY(a, expr_id, 2 * n + 1), *roots = ARENA_ARRAY(a, expr_id, 2 * (n + (size_t)m->m) + 1);
    mech_momenta(s->m, &m->choice, &m->eq, a, p, p + n);
    append(s, roots, &momenta, p, m->n);
    append(s, roots, &momenta, m->eq.f, m->m);
    append(s, roots, &momenta, m->eq.f_dot, m->m);
    tape_group groups[] = {{.roots = roots, .count = momenta}, {.roots = p + n, .count = n}};
    action x = {.of = m, .program = tape_build(a, s->m->g, vars, m->v_slot + n, params, groups, 2)};
    x.slots = ARENA_ARRAY(a, double, x.program->slot_count + 1);
    tape_scalar.init(x.program, x.slots);
    return x;
}

static action action_of_mode(sim *s, variational *p) {
    for (size_t i = 0; i < p->actions.len; i++)
        if (p->actions.at[i].of == s->mode)
            return p->actions.at[i];
    action x = make_action(s, p->a);
    vec_push(p->a, &p->actions, x);
    return x;
}

static void choose_action(sim *s, variational *p) {
    p->now = action_of_mode(s, p);
    model_load_values(s->m, p->now.slots);
    tape_scalar.run(p->now.program, 0, p->now.slots);
}

static void evaluate(variational *p, double t, const double *q, const double *v, bool forces) {
    const mode *m = p->now.of;
    double *slots = p->now.slots;
    slots[m->t_slot] = t;
    dynamics_pieces_copy(m, slots);
    memcpy(slots + m->q_slot, q, (size_t)m->n * sizeof *q);
    memcpy(slots + m->v_slot, v, (size_t)m->n * sizeof *v);
    tape_scalar.run(p->now.program, SEG_MOMENTA, slots);
    if (forces)
        tape_scalar.run(p->now.program, SEG_FORCES, slots);
}

static double result(const variational *p, int segment, int k) {
    return p->now.slots[p->now.program->segments[segment].out_slots[k]];
}

/* to += factor * p, or forces */
static void add(const variational *p, int segment, double factor, double *to) {
    for (int i = 0; i < p->now.of->n; i++)
        to[i] += factor * result(p, segment, i);
}

/* The greatest of x over y, which is 0 where nothing moves; infinite where one is no number. */
static double largest_ratio(const double *x, const double *y, int n) {
    double most = 0;
    for (int i = 0; i < n; i++)
        most = isnan(x[i]) ? INFINITY : y[i] > 0 ? fmax(most, fabs(x[i]) / y[i]) : most;
    return most;
}

/* How fast each coordinate moves, or could by the energy of its part; what has no inertia as the fastest of all. */
static void measure_speeds(sim *s, variational *p, const double *y) {
    const int n = s->mode->n;
    double greatest = 0;
    dynamics_scales_tell(s, y);
    memcpy(p->speed, s->scale_inputs + SCALE_RATE * n, (size_t)n * sizeof *p->speed);
    for (int i = 0; i < n; i++)
        greatest = fmax(greatest, p->speed[i]);
    for (int i = 0; i < n; i++)
        p->speed[i] = s->root_mobility[i] > 0 ? p->speed[i] : greatest;
}

/* Corrects the rates by the right sides with the factors at hand; the size of the correction, relative. */
static double correct(variational *p, double *rates) {
    mode *m = p->now.of;
    dynamics_rows_solve(m, p->right, p->right + m->n, p->delta, p->delta + m->n);
    for (int i = 0; i < m->n; i++) {
        rates[i] += p->delta[i];
        p->speed[i] = fmax(p->speed[i], fabs(rates[i]));
    }
    return largest_ratio(p->delta, p->speed, m->n);
}

/* Whether an iteration has come to its end: nothing left to correct, now or in the next pass at the pace so far, or
   only rounding that does not shrink. */
static bool settled(double size, double before, double rounding) {
    if (size <= 4 * DBL_EPSILON)
        return true;
    return isfinite(before) &&
           (size * size <= 0.5 * DBL_EPSILON * before || (size < rounding && size >= 0.25 * before));
}

/* The rates u from q0 to q1 = q0 + h u, in place of p->place's: with the forces F of half the step,
   p0 + h/2 F(q0, u) - (p(q0, u) + p(q1, u))/2 = A0^T lambda and f(q1) = 0. */
static bool solve_positions(variational *p, double t, double h, const double *y) {
    const mode *m = p->now.of;
    double *q = p->place, *u = p->place + m->n, before = INFINITY;
    double rounding =
        fmax(1e-11, 1e-12 * largest_ratio(y, p->speed, m->n) / fabs(h)); /* of rates that lead to places */
    for (int pass = 0; pass < MOST_PASSES; pass++) {
        evaluate(p, t, y, u, true);
        memcpy(p->right, p->momentum, (size_t)m->n * sizeof *p->right);
        add(p, SEG_FORCES, 0.5 * h, p->right);
        memcpy(p->force, p->right, (size_t)m->n * sizeof *p->force);
        add(p, SEG_MOMENTA, -0.5, p->right);
        for (int i = 0; i < m->n; i++)
            q[i] = y[i] + h * u[i];
        evaluate(p, t + h, q, u, false);
        add(p, SEG_MOMENTA, -0.5, p->right);
        for (int k = 0; k < m->m; k++)
            p->right[m->n + k] = -result(p, SEG_MOMENTA, m->n + k) / h;
        double size = correct(p, u);
        if (!isfinite(size))
            return false;
        if (settled(size, before, rounding)) {
            for (int i = 0; i < m->n; i++)
                q[i] = y[i] + h * u[i];
            return true;
        }
        before = size;
    }
    return false;
}

/* The momenta at the end of the substep, before the rows act on them there. */
static void advance_momentum(variational *p, double t, double h) {
    const mode *m = p->now.of;
    const double *lambda = p->delta + m->n;
    for (int i = 0; i < m->n; i++) {
        p->momentum[i] = p->force[i];
        for (int k = 0; k < m->m; k++)
            p->momentum[i] -= m->A[k * m->n + i] * lambda[k];
    }
    evaluate(p, t + h, p->place, p->place + m->n, true);
    add(p, SEG_FORCES, 0.5 * h, p->momentum);
}

/* The velocities to these momenta, with what the rows add so that they hold for the velocities. */
static bool solve_velocities(variational *p, double t) {
    const mode *m = p->now.of;
    double *v = p->place + m->n, before = INFINITY;
    for (int pass = 0; pass < MOST_PASSES; pass++) {
        evaluate(p, t, p->place, v, false);
        memcpy(p->right, p->momentum, (size_t)m->n * sizeof *p->right);
        add(p, SEG_MOMENTA, -1, p->right);
        for (int k = 0; k < m->m; k++)
            p->right[m->n + k] = -result(p, SEG_MOMENTA, m->n + m->m + k);
        double size = correct(p, v);
        if (!isfinite(size))
            return false;
        if (settled(size, before, 1e-11))
            return true;
        before = size;
    }
    return false;
}

/* One step of order 2 from y, at which everything is evaluated, `last` being the derivative: y and `last` at its end.
   Quadratures follow by the trapezoidal rule, symmetric as well. */
static bool substep(sim *s, variational *p, double t, double h, double *y) {
    const mode *m = s->mode;
    const double *a = dynamics_accelerations(s);
    size_t motion = 2 * (size_t)m->n;
    for (int i = 0; i < m->n; i++)
        p->place[m->n + i] = y[m->n + i] + 0.5 * h * a[i];
    evaluate(p, t, y, y + m->n, false);
    for (int i = 0; i < m->n; i++)
        p->momentum[i] = result(p, SEG_MOMENTA, i);
    if (!solve_positions(p, t, h, y))
        return false;
    advance_momentum(p, t, h);
    if (!dynamics_evaluate(s, t + h, p->place, NULL) || !solve_velocities(p, t + h))
        return false;
    memcpy(y, p->place, motion * sizeof *y);
    for (size_t k = 0; k < s->quadratures; k++)
        y[motion + k] += 0.5 * h * p->last[motion + k];
    if (!dynamics_evaluate(s, t + h, y, p->last))
        return false;
    for (size_t k = 0; k < s->quadratures; k++)
        y[motion + k] += 0.5 * h * p->last[motion + k];
    return true;
}

static bool again(ode_stepper *base, double h, double *out) {
    variational *p = (variational *)base;
    sim *s = run_of(base);
    size_t size = base->system->size;
    double t = base->t;
    LGR_ASSERT(p->now.of == s->mode);
    memcpy(out, base->y, size * sizeof *out);
    bool ok = dynamics_evaluate(s, t, out, p->last);
    memcpy(p->first, p->last, size * sizeof *p->first);
    measure_speeds(s, p, out);
    for (int k = 0; ok && h > 0 && k < PARTS; k++) {
        double part = h * fractions[k <= HALF ? k : 2 * HALF - k];
        ok = substep(s, p, t, part, out);
        t += part;
    }
    return ok;
}

/* The action of one side of a boundary alone leads away from it. */
static bool is_off_boundaries(sim *s) {
    const pieces *p = s->mode->pieces;
    for (int i = 0; p && i < p->count; i++) {
        if (!p->ladder[i].slides)
            continue;
        finding *f = diagnose_switching(s, DIAG_E0511, p->ladder[i].node, "the method 'variational' cannot slide");
        diag_help(s->m->findings, f, "use the method 'dop853'");
        return false;
    }
    return true;
}

static double step(ode_stepper *base, double limit, double *out) {
    const variational *p = (variational *)base;
    sim *s = run_of(base);
    if (!is_off_boundaries(s))
        return 0;
    double h = limit < p->h * (1 + 1e-6) ? limit : p->h;
    LGR_ASSERT(h > 0);
    if (again(base, h, out))
        return h;
    finding *f = dynamics_fail(
        s, DIAG_E0502, "the discrete equations of a step of %.3g s have no solution nearby at t = %.9g s", h, s->t);
    diag_help(s->m->findings, f, "use a smaller step: --step");
    return 0;
}

/* Rows that contain velocities are not conditions on the places that a discrete action connects. */
static bool can_run(sim *s) {
    for (size_t i = 0; i < s->m->declared_coords; i++) {
        const model_coord *c = &s->m->coords[i];
        if (model_is_place(c))
            continue;
        finding *f = c->hidden
                         ? dynamics_fail(s, DIAG_E0511, "the method 'variational' does not support ropes over discs")
                         : dynamics_fail(s, DIAG_E0511, "the method 'variational' does not support the %s '%s'",
                                         c->role == COORD_STATE ? "state" : "memory", c->name);
        f->at = c->at;
        diag_help(s->m->findings, f, "use the method 'dop853'");
        return false;
    }
    for (size_t k = 0; k < s->m->row_count; k++) {
        if (!s->m->base->rows[k].velocity)
            continue;
        finding *f =
            dynamics_fail(s, DIAG_E0511, "the method 'variational' does not support '%s', which contains velocities",
                          s->m->rows[k].name);
        f->at = s->m->rows[k].at;
        diag_help(s->m->findings, f, "use the method 'dop853'");
        return false;
    }
    return true;
}

/* From the smallest step on the first stretch of the motion, so that equal steps reach the end. */
static double choose_step(sim *s) {
    ode_stepper *pilot = ode_dop853.create(&s->system, s->a);
    double t = s->t, *y = ARENA_ARRAY(s->a, double, s->y_cap), left = dynamics_time_left(s), least = left, before = 0;
    const double end = isfinite(s->t_end) ? s->t_end : t + left;
    bool grows = true;
    memcpy(y, s->y, s->y_cap * sizeof *y);
    ode_stepper_begin(pilot, t, y, left);
    for (int k = 0; k < PILOT_STEPS && s->t < end; k++) {
        double limit = end - s->t, taken = ode_stepper_step(pilot, limit, s->next_y);
        if (taken == 0)
            break;
        grows = grows && taken >= first_grow * before;
        before = taken;
        if (taken < 0.4 * limit) /* not cut short by the end */
            least = grows ? taken : fmin(least, taken);
        s->t = taken == limit ? end : s->t + taken;
        memcpy(s->y, s->next_y, s->system.size * sizeof *s->y);
        ode_stepper_advance(pilot, s->t, s->y);
    }
    s->t = t;
    memcpy(s->y, y, s->y_cap * sizeof *y);
    return left / ceil(left / least);
}

static bool begin(ode_stepper *base, double limit) {
    (void)limit;
    variational *p = (variational *)base;
    sim *s = run_of(base);
    if (p->h == 0) {
        if (!can_run(s))
            return false;
        p->h = s->options.first_step > 0 ? s->options.first_step : choose_step(s);
    }
    choose_action(s, p);
    return dynamics_evaluate(s, s->t, s->y, NULL);
}

static bool prepare_dense(ode_stepper *base, double h, const double *out) {
    variational *p = (variational *)base;
    size_t size = base->system->size * sizeof *out;
    p->span = h;
    memcpy(p->end, out, size);
    memcpy(p->rate[0], p->first, size);
    memcpy(p->rate[1], p->last, size);
    return true;
}

/* Hermite's polynomial of degree 3 from values and slopes at both ends. */
static double cubic(double x, double h, double y0, double d0, double y1, double d1) {
    double z = 1 - x;
    return y0 * z * z * (1 + 2 * x) + y1 * x * x * (1 + 2 * z) + h * x * z * (d0 * z - d1 * x);
}

/* The positions' polynomial of degree 5, from second derivatives as well; its slope. */
static double quintic(double x, double h, const double *e, double *slope) {
    double c0 = h * e[1], c1 = 0.5 * h * h * e[2], d = e[3] - e[0] - c0 - c1, dv = h * e[4] - c0 - 2 * c1,
           da = h * h * e[5] - 2 * c1, a = 10 * d - 4 * dv + 0.5 * da, b = -15 * d + 7 * dv - da,
           c = 6 * d - 3 * dv + 0.5 * da;
    *slope = (c0 + x * (2 * c1 + x * (3 * a + x * (4 * b + x * 5 * c)))) / h;
    return e[0] + x * (c0 + x * (c1 + x * (a + x * (b + x * c))));
}

static void dense(const ode_stepper *base, double theta, double *y) {
    const variational *p = (const variational *)base;
    size_t n = base->system->split, size = base->system->size;
    for (size_t i = 0; i < n; i++) {
        const double e[] = {p->base.y[i], p->base.y[n + i], p->rate[0][n + i],
                            p->end[i],    p->end[n + i],    p->rate[1][n + i]};
        y[i] = quintic(theta, p->span, e, &y[n + i]);
    }
    for (size_t i = 2 * n; i < size; i++)
        y[i] = cubic(theta, p->span, p->base.y[i], p->rate[0][i], p->end[i], p->rate[1][i]);
}

static bool visit_memory(ode_stepper *base, void (*piece)(void *user, void *at, size_t size), void *user) {
    variational *p = (variational *)base;
    sim *s = run_of(base);
    const size_t size = (s->y_cap + s->m->row_count + 1) * sizeof(double);
    piece(user, &p->h, sizeof p->h);
    piece(user, &p->span, sizeof p->span);
    double *arrays[] = {p->end,   p->rate[0], p->rate[1], p->first, p->last, p->momentum,
                        p->force, p->right,   p->delta,   p->place, p->speed};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        piece(user, arrays[i], size);
    choose_action(s, p);
    return true;
}

const ode_method run_variational = {
    .name = "variational",
    .what = "symplectic of order 8 with constant steps, for long runs without energy drift",
    .order = 8,
    .keeps_matrices = true,
    .create = create,
    .begin = begin,
    .step = step,
    .again = again,
    .prepare_dense = prepare_dense,
    .dense = dense,
    .visit = visit_memory,
};
