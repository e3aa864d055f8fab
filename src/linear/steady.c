/* Steady motions by Gauss and Newton's steps of least length: where the acceleration is that of an even turn. */
#include "linear/steady.h"

#include <math.h>
#include <string.h>

#include "analysis/probe/dependence.h"
#include "analysis/probe/manifold.h"
#include "expr/walk.h"
#include "num/dense.h"

enum { MOST_STEPS = 80, TRIES = 24, MOST_SYMMETRIES = 16, HALVINGS = 8, MOST_STEADY = 8 };
static const double probe_step = 1e-7, rank_tolerance = 1e-6, longest_step = 0.3;
static const double settled = 1e-13, good = 1e-8, verified = 1e-6, at_rest = 1e-3, alike = 1e-5, nothing = 1e-7;

/* The search for one motion; unknown are places and rates of turning, in their units. */
typedef struct hunt {
    linear_steady x;
    analysis_probe *law;   /* values of the momenta, then bounds for their terms */
    double *wanted, *size; /* of the momenta at the start, then of the energy; and how large they are */
    int laws, fixed;       /* how many these are; how many must keep their values */
    double *z, *residual, *f_size;
    double rate; /* unit of turning */
    bool many;   /* momenta single some out: there may be several */
    int unknowns, equations;
    analysis_state at;
    arena *a;
} hunt;

/* --- The motion of some unknowns --- */

static void turn(hunt *h, const double *z) {
    linear_steady *x = &h->x;
    const int n = x->g->n;
    memset(x->L, 0, (size_t)(n * n) * sizeof *x->L);
    memset(x->shift, 0, (size_t)n * sizeof *x->shift);
    for (int k = 0; k < x->g->count; k++) {
        x->omega[k] = z[n + k] * h->rate;
        for (int i = 0; i < n * n; i++)
            x->L[i] += x->omega[k] * x->g->at[k].B[i];
        for (int i = 0; i < n; i++)
            x->shift[i] += x->omega[k] * x->g->at[k].b[i];
    }
    for (int i = 0; i < n; i++)
        x->q[i] = z[i] * x->unit_q[i];
    for (int i = 0; i < n; i++)
        x->v[i] = x->shift[i] + num_dot(x->L + i * n, x->q, n);
}

/* Everything that must vanish but for the momenta, each over its size. False where something has no value. */
static bool judge(hunt *h, double *out) {
    linear_steady *x = &h->x;
    const int n = x->g->n, m = x->rows;
    if (!point_evaluate(x->p, h->at.t, x->q, x->v))
        return false;
    const double *a = point_get(x->p, POINT_ACCELERATION), *f = point_get(x->p, POINT_F),
                 *f_dot = point_get(x->p, POINT_F_DOT);
    for (int i = 0; i < n; i++)
        out[i] = (a[i] - num_dot(x->L + i * n, x->v, n)) / (x->unit_q[i] * h->rate * h->rate);
    for (int k = 0; k < m; k++) {
        out[n + k] = f[k] / h->f_size[k];
        out[n + m + k] = f_dot[k] / (h->f_size[k] * (x->s->m->base->rows[x->s->e.rows[k]].velocity ? 1 : h->rate));
    }
    return analysis_finite(out, n + 2 * m);
}

static void put_state(hunt *h) {
    const linear_steady *x = &h->x;
    for (int i = 0; i < x->g->n; i++) {
        h->at.q[x->s->e.coords[i]] = x->q[i];
        h->at.v[x->s->e.coords[i]] = x->v[i];
    }
}

static bool find_residual(hunt *h, const double *z, double *out) {
    const int head = h->x.g->n + 2 * h->x.rows;
    turn(h, z);
    if (!judge(h, out))
        return false;
    put_state(h);
    const double *law = analysis_probe_at(h->law, &h->at);
    for (int k = 0; k < h->fixed; k++)
        out[head + k] = (law[k] - h->wanted[k]) / h->size[k];
    return analysis_finite(out, h->equations);
}

/* --- Newton --- */

static double length_of(const double *x, int n) {
    return sqrt(num_dot(x, x, n));
}

/* The step of least length that the derivatives ask for; false where they have no value. */
static bool find_step(hunt *h, double *step) {
    const int n = h->unknowns, m = h->equations;
    double *J = ARENA_ARRAY(h->a, double, m *n), *b = ARENA_ARRAY(h->a, double, m), *y = ARENA_ARRAY(h->a, double, m);
    for (int k = 0; k < n; k++) {
        const double before = h->z[k], by = probe_step * (1 + fabs(before));
        h->z[k] = before + by;
        const bool found = find_residual(h, h->z, y);
        h->z[k] = before;
        for (int i = 0; i < m && found; i++)
            J[i * n + k] = (y[i] - h->residual[i]) / by;
        if (!found)
            return false;
    }
    for (int i = 0; i < m; i++)
        b[i] = -h->residual[i];
    num_cod f;
    num_cod_factor(&f, J, m, n, rank_tolerance, ARENA_ARRAY(h->a, int, n),
                   ARENA_ARRAY(h->a, double, num_cod_doubles(m, n)));
    num_cod_solve(&f, b, step);
    const double length = length_of(step, n);
    for (int k = 0; k < n && length > longest_step; k++)
        step[k] *= longest_step / length;
    return analysis_finite(step, n);
}

/* Part of the step that makes the residual less; false if none does. */
static bool advance(hunt *h, const double *step, double *before) {
    double *z = ARENA_ARRAY(h->a, double, h->unknowns), *y = ARENA_ARRAY(h->a, double, h->equations), part = 1;
    for (int tries = 0; tries < HALVINGS; tries++, part /= 2) {
        for (int k = 0; k < h->unknowns; k++)
            z[k] = h->z[k] + part * step[k];
        if (!find_residual(h, z, y) || !(length_of(y, h->equations) < *before))
            continue;
        *before = length_of(y, h->equations);
        memcpy(h->z, z, (size_t)h->unknowns * sizeof *z);
        memcpy(h->residual, y, (size_t)h->equations * sizeof *y);
        return true;
    }
    return false;
}

static bool settle(hunt *h) {
    double *step = ARENA_ARRAY(h->a, double, h->unknowns + 1);
    if (!find_residual(h, h->z, h->residual))
        return false;
    double left = length_of(h->residual, h->equations);
    for (int i = 0; i < MOST_STEPS && left > settled; i++) {
        arena_mark mark = base_arena_get_mark(h->a);
        const bool goes_on = find_step(h, step) && advance(h, step, &left);
        base_arena_release(h->a, mark);
        if (!goes_on)
            break;
    }
    return left < good;
}

/* What is nearly 0 becomes 0 where that is as good: roots that are double are found to a part of their digits. */
static bool tidy(hunt *h) {
    double *y = ARENA_ARRAY(h->a, double, h->equations + 1);
    for (int k = 0; k < h->unknowns; k++) {
        const double before = h->z[k];
        if (before == 0 || fabs(before) > at_rest)
            continue;
        h->z[k] = 0;
        if (!find_residual(h, h->z, y) || length_of(y, h->equations) > good)
            h->z[k] = before;
    }
    return find_residual(h, h->z, h->residual);
}

/* --- Whether it is one --- */

/* The place some time later on the way of the turn, by short steps. */
static void carry(hunt *h, double time) {
    enum { STEPS = 200 };
    linear_steady *x = &h->x;
    const int n = x->g->n;
    double *k = ARENA_ARRAY(h->a, double, 5 * n + 1), *y = k + 4 * n, dt = time / STEPS;
    for (int step = 0; step < STEPS; step++) {
        for (int stage = 0; stage < 4; stage++) {
            const double part = stage == 0 ? 0 : stage == 3 ? 1 : 0.5;
            for (int i = 0; i < n; i++)
                y[i] = x->q[i] + (stage ? part * dt * k[(stage - 1) * n + i] : 0);
            for (int i = 0; i < n; i++)
                k[stage * n + i] = x->shift[i] + num_dot(x->L + i * n, y, n);
        }
        for (int i = 0; i < n; i++)
            x->q[i] += dt / 6 * (k[i] + 2 * k[n + i] + 2 * k[2 * n + i] + k[3 * n + i]);
    }
    for (int i = 0; i < n; i++)
        x->v[i] = x->shift[i] + num_dot(x->L + i * n, x->q, n);
}

static bool moves(const hunt *h) {
    double most = 0;
    for (int i = 0; i < h->x.g->n; i++)
        most = fmax(most, fabs(h->x.v[i]) / h->x.unit_v[i]);
    return most > at_rest;
}

static bool goes_on(hunt *h) {
    double *y = ARENA_ARRAY(h->a, double, h->equations), *q = ARENA_ARRAY(h->a, double, 2 * h->x.g->n);
    const size_t bytes = (size_t)h->x.g->n * sizeof *q;
    memcpy(q, h->x.q, bytes);
    memcpy(q + h->x.g->n, h->x.v, bytes);
    bool good_there = true;
    for (int later = 0; later < 2 && good_there; later++) {
        carry(h, 0.7 / h->rate);
        good_there = judge(h, y);
        for (int i = 0; i < h->x.g->n + 2 * h->x.rows; i++)
            good_there = good_there && fabs(y[i]) < verified;
    }
    memcpy(h->x.q, q, bytes);
    memcpy(h->x.v, q + h->x.g->n, bytes);
    return good_there && point_evaluate(h->x.p, h->at.t, h->x.q, h->x.v);
}

/* Two motions that a symmetry takes to each other have the same energies; rolling things may go both ways. */
static bool is_alike(hunt *h, const equilibrium *e, const double *here) {
    const int n = h->x.g->n;
    double along = 0;
    double *q = ARENA_ARRAY(h->a, double, 2 * n + 1);
    for (int i = 0; i < n; i++) {
        q[i] = e->at.q[h->x.s->e.coords[i]];
        q[n + i] = e->steady ? e->at.v[h->x.s->e.coords[i]] : 0;
        along += q[n + i] * h->x.v[i] / (h->x.unit_v[i] * h->x.unit_v[i]);
    }
    if ((!h->x.holonomic && along < 0) || !point_evaluate(h->x.p, e->at.t, q, q + n))
        return false;
    const double *there = point_get(h->x.p, POINT_ENERGY);
    const double size = fabs(here[0]) + fabs(here[1]) + fabs(there[0]);
    return fabs(here[0] - there[0]) <= alike * size && fabs(here[1] - there[1]) <= alike * size;
}

static bool is_known(hunt *h, const equilibria *list) {
    double here[2];
    memcpy(here, point_get(h->x.p, POINT_ENERGY), sizeof here);
    bool known = false;
    for (size_t i = 0; i < list->count && !known; i++)
        known = is_alike(h, &list->at[i], here);
    return known || !point_evaluate(h->x.p, h->at.t, h->x.q, h->x.v);
}

static void append(hunt *h, equilibria *list, arena *a) {
    const linear_steady *x = &h->x;
    equilibrium e = {.at = analysis_state_make(x->s->m, a), .steady = true, .potential = NAN};
    memcpy(e.at.q, x->s->start.q, x->s->m->coord_count * sizeof *e.at.q);
    e.at.t = h->at.t;
    e.at.scales = x->s->start.scales;
    for (int i = 0; i < x->g->n; i++) {
        e.at.q[x->s->e.coords[i]] = fabs(x->q[i]) > nothing * x->unit_q[i] ? x->q[i] : 0;
        e.at.v[x->s->e.coords[i]] = fabs(x->v[i]) > nothing * x->unit_v[i] ? x->v[i] : 0;
    }
    e.lambda = ARENA_ARRAY(a, double, x->s->m->row_count + 1);
    for (int k = 0; k < x->rows; k++)
        e.lambda[x->s->e.rows[k]] = point_get(x->p, POINT_MULTIPLIER)[k];
    linear_steady_modes(x, &e, a);
    equilibrium *all = ARENA_ARRAY(a, equilibrium, list->count + 1);
    if (list->count)
        memcpy(all, list->at, list->count * sizeof *all);
    all[list->count] = e;
    *list = (equilibria){.at = all, .count = list->count + 1, .note = list->none ? list->none : list->note};
}

/* --- Where to begin --- */

/* Turning that comes nearest to these velocities. */
static void fit_turning(hunt *h, const double *v) {
    const int n = h->x.g->n, g = h->x.g->count;
    double *A = ARENA_ARRAY(h->a, double, n *g + 1), *b = ARENA_ARRAY(h->a, double, n + 1);
    for (int i = 0; i < n; i++) {
        b[i] = v[i] / h->x.unit_v[i];
        for (int k = 0; k < g; k++) {
            const linear_symmetry *s = &h->x.g->at[k];
            double xi = s->b[i];
            for (int j = 0; j < n; j++)
                xi += s->B[i * n + j] * h->z[j] * h->x.unit_q[j];
            A[i * g + k] = xi * h->rate / h->x.unit_v[i];
        }
    }
    num_cod f;
    num_cod_factor(&f, A, n, g, rank_tolerance, ARENA_ARRAY(h->a, int, g + 1),
                   ARENA_ARRAY(h->a, double, num_cod_doubles(n, g) + 1));
    num_cod_solve(&f, b, h->z + n);
}

/* `spread`: how much the turning differs from the start's; -2: it is the other way round. */
static void begin_at(hunt *h, const analysis_state *at, double spread, analysis_dice *dice) {
    const int n = h->x.g->n;
    double *v = ARENA_ARRAY(h->a, double, n + 1);
    for (int i = 0; i < n; i++) {
        h->z[i] = at->q[h->x.s->e.coords[i]] / h->x.unit_q[i];
        v[i] = h->x.s->start.v[h->x.s->e.coords[i]];
    }
    fit_turning(h, v);
    for (int k = 0; k < h->x.g->count && spread > 0; k++)
        h->z[n + k] = h->z[n + k] * (1 + spread * analysis_random(dice)) + spread * analysis_random(dice);
    for (int k = 0; k < h->x.g->count && spread < 0; k++)
        h->z[n + k] *= 1 + spread;
}

static bool is_momentum(const analysis_setting *s, const conserved *c) {
    return (c->kind == CONSERVED_CYCLIC || c->kind == CONSERVED_SYMMETRY) &&
           !analysis_depends_on(s->m, c->value, VAR_TIME) && !analysis_depends_on_states(s->m, c->value);
}

/* Bounds for the terms of those that have no size yet, where x is. */
static void measure_rest(hunt *h, int count) {
    put_state(h);
    const double *bound = analysis_probe_at(h->law, &h->at) + count;
    for (int k = 0; k < count; k++)
        if (!(h->size[k] > 0) && isfinite(bound[k]))
            h->size[k] = bound[k];
}

/* Their values, and how large they are: what is 0 at the start, beside what it is there or near it in motion as fast. */
static void measure_momenta(hunt *h, int count) {
    linear_steady *x = &h->x;
    const int n = x->g->n;
    memcpy(h->wanted, analysis_probe_at(h->law, &x->s->start), (size_t)count * sizeof *h->wanted);
    memcpy(h->size, analysis_probe_at(h->law, &x->s->start) + count, (size_t)count * sizeof *h->size);
    for (int i = 0; i < n; i++) {
        x->q[i] = x->s->start.q[x->s->e.coords[i]];
        x->v[i] = x->unit_v[i];
    }
    measure_rest(h, count);
    memcpy(x->q, x->unit_q, (size_t)n * sizeof *x->q);
    measure_rest(h, count);
    for (int k = 0; k < count; k++)
        h->size[k] = h->size[k] > 0 ? h->size[k] : 1;
}

/* Where there are none, the energy: of a family it takes the motion that the start could turn into. */
static void choose_momenta(hunt *h, const conserved_list *laws) {
    linear_steady *x = &h->x;
    graph *g = x->s->m->g;
    x->momenta = ARENA_ARRAY(h->a, const conserved *, laws->count + 1);
    for (size_t i = 0; i < laws->count; i++)
        if (is_momentum(x->s, &laws->at[i]))
            x->momenta[x->momentum_count++] = &laws->at[i];
    h->laws = h->fixed = x->momentum_count;
    h->many = x->momentum_count > 0 && x->holonomic;
    if (laws->count && laws->at[0].kind == CONSERVED_ENERGY)
        x->momenta[h->laws++] = &laws->at[0];
    if (!x->momentum_count)
        h->fixed = x->momentum_count = h->laws;
    const int count = h->laws;
    expr_id *root = ARENA_ARRAY(h->a, expr_id, 2 * count + 1);
    for (int k = 0; k < count; k++) {
        root[k] = x->momenta[k]->value;
        root[count + k] = expr_magnitude_bound(g, root[k]);
    }
    h->law = analysis_probe_make(x->s->m, root, (size_t)(2 * count), h->a);
    h->wanted = ARENA_ARRAY(h->a, double, count + 1);
    h->size = ARENA_ARRAY(h->a, double, count + 1);
    measure_momenta(h, count);
}

static void choose_units(hunt *h) {
    linear_steady *x = &h->x;
    const analysis_setting *s = x->s;
    for (int i = 0; i < x->g->n; i++) {
        const int coord = s->e.coords[i];
        x->unit_q[i] = s->start.scales->q[coord].far;
        h->rate = fmax(h->rate, fabs(s->start.v[coord]) / x->unit_q[i]);
    }
    h->rate = fmax(h->rate, 1 / s->start.scales->t.far);
    for (int i = 0; i < x->g->n; i++)
        x->unit_v[i] = h->rate * x->unit_q[i];
    h->f_size = ARENA_ARRAY(h->a, double, x->rows + 1);
    double *q = ARENA_ARRAY(h->a, double, 2 * x->g->n + 1);
    for (int i = 0; i < x->g->n; i++)
        q[i] = s->start.q[s->e.coords[i]];
    point_evaluate(x->p, s->start.t, q, q + x->g->n);
    for (int k = 0; k < x->rows; k++) {
        const double *A = point_get(x->p, POINT_A) + k * x->g->n;
        const bool velocity = s->m->base->rows[s->e.rows[k]].velocity;
        for (int i = 0; i < x->g->n; i++)
            h->f_size[k] += fabs(A[i]) * (velocity ? x->unit_v[i] : x->unit_q[i]);
        h->f_size[k] = h->f_size[k] > 0 && isfinite(h->f_size[k]) ? h->f_size[k] : 1;
        x->holonomic = x->holonomic && !velocity;
    }
}

/* The point has an arena of its own: what it compiles later stays. */
static hunt begin(const analysis_setting *s, const linear_symmetries *g, const conserved_list *laws, arena *of_point,
                  arena *a) {
    const int n = s->e.n;
    hunt h = {.x = {.s = s, .g = g, .laws = laws, .rows = s->e.m, .holonomic = true}, .a = a};
    double **const numbers[] = {&h.x.unit_q, &h.x.unit_v, &h.x.q, &h.x.v, &h.x.shift};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        *numbers[i] = ARENA_ARRAY(a, double, n + 1);
    h.x.L = ARENA_ARRAY(a, double, n *n + 1);
    h.x.omega = ARENA_ARRAY(a, double, g->count + 1);
    h.x.p = point_create(s->m, &s->choice, of_point);
    h.at = analysis_state_make(s->m, a);
    memcpy(h.at.q, s->start.q, s->m->coord_count * sizeof *h.at.q);
    memcpy(h.at.v, s->start.v, s->m->coord_count * sizeof *h.at.v);
    h.at.t = s->start.t;
    choose_units(&h);
    choose_momenta(&h, laws);
    h.unknowns = n + g->count;
    h.equations = n + 2 * h.x.rows + h.fixed;
    h.z = ARENA_ARRAY(a, double, h.unknowns + 1);
    h.residual = ARENA_ARRAY(a, double, h.equations + h.laws + 1);
    return h;
}

static bool starts_at_rest(const analysis_setting *s) {
    for (int i = 0; i < s->e.n; i++)
        if (s->start.v[s->e.coords[i]] != 0)
            return false;
    return true;
}

static void try_from(hunt *h, const analysis_state *at, double spread, analysis_dice *dice, equilibria *list,
                     arena *a) {
    begin_at(h, at, spread, dice);
    if (settle(h) && tidy(h) && moves(h) && goes_on(h) && !is_known(h, list))
        append(h, list, a);
}

/* Where the momenta leave a family of them, only the one with the energy of the start is told. */
static bool is_one_of_many(hunt *h, const equilibria *before, analysis_dice *dice, equilibria *list, arena *a) {
    if (list->count == before->count || !list->at[list->count - 1].degenerate || h->fixed == h->laws)
        return false;
    equilibria with_energy = *before;
    h->equations += h->laws - h->fixed;
    h->fixed = h->laws;
    try_from(h, &h->x.s->start, 0, dice, &with_energy, a);
    if (with_energy.count > before->count)
        *list = with_energy;
    return true;
}

/* What rolls comes in families: only what is next to the start is told, both ways. */
static void look(hunt *h, equilibria *list, arena *a) {
    analysis_dice dice = analysis_dice_make();
    const analysis_state *start = &h->x.s->start;
    const equilibria before = *list;
    const size_t most = list->count + MOST_STEADY;
    try_from(h, start, 0, &dice, list, a);
    if (!h->x.holonomic)
        try_from(h, start, -2, &dice, list, a);
    if (!h->many || is_one_of_many(h, &before, &dice, list, a))
        return;
    analysis_manifold *near = analysis_manifold_make(h->x.s, h->a);
    analysis_state at = analysis_state_make(h->x.s->m, h->a);
    for (int k = 0; k < TRIES && list->count < most; k++) {
        arena_mark mark = base_arena_get_mark(h->a);
        if (analysis_manifold_state(near, &dice, &at))
            try_from(h, &at, 1, &dice, list, a);
        base_arena_release(h->a, mark);
    }
}

void linear_add_steady(const analysis_setting *s, const conserved_list *laws, equilibria *list, arena *a) {
    if (s->e.n == 0 || starts_at_rest(s))
        return;
    arena *scratch = base_arena_create();
    const linear_symmetries g = linear_find_symmetries(s, scratch);
    bool holonomic = true;
    for (int k = 0; k < s->e.m; k++)
        holonomic = holonomic && !s->m->base->rows[s->e.rows[k]].velocity;
    if (g.count && g.count <= MOST_SYMMETRIES && (!g.plain || !holonomic)) {
        arena *of_point = base_arena_create();
        hunt h = begin(s, &g, laws, of_point, scratch);
        look(&h, list, a);
        point_dispose(h.x.p);
        base_arena_destroy(of_point);
    }
    base_arena_destroy(scratch);
}
