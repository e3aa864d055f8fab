/* Lagrange's equations of the first kind by differentiation of the graph: d/dt dL/dq' - dL/dq + f_q^T lambda = Q. */
#include "mech/equations.h"

#include <string.h>

#include "base/check.h"
#include "expr/diff.h"
#include "expr/walk.h"

/* A derivation in progress: the sums over the active elements and the variables as arrays. */
typedef struct derivation {
    const model *m;
    graph *g;
    arena *a;
    mech_equations *e;
    uint32_t *q, *v;
    expr_id T, V, L, D; /* L: the lagrangian elements alone */
    expr_id total;      /* T - V + L */
    expr_id *p;         /* d total / d q' */
    expr_id *Q;
} derivation;

bool mech_in_force(const mech_choice *c, const system_element *e) {
    return e->switch_index < 0 || !c->switched_off[e->switch_index];
}

static void choose(derivation *d, const mech_choice *c) {
    const model *m = d->m;
    mech_equations *e = d->e;
    e->coords = ARENA_ARRAY(d->a, int, m->coord_count);
    e->rows = ARENA_ARRAY(d->a, int, m->row_count);
    for (size_t i = 0; i < m->coord_count; i++)
        if (!c->dropped[i])
            e->coords[e->n++] = (int)i;
    for (size_t i = 0; i < m->row_count; i++)
        if (c->rows[i])
            e->rows[e->m++] = (int)i;
    d->q = ARENA_ARRAY(d->a, uint32_t, e->n);
    d->v = ARENA_ARRAY(d->a, uint32_t, e->n);
    for (int i = 0; i < e->n; i++) {
        d->q[i] = m->coords[e->coords[i]].q;
        d->v[i] = m->coords[e->coords[i]].v;
    }
}

static void sum_energies(derivation *d, const mech_choice *c) {
    graph *g = d->g;
    d->T = d->V = d->L = d->D = expr_int(g, 0);
    expr_id *const sums[] = {[ELEMENT_KINETIC] = &d->T,
                             [ELEMENT_POTENTIAL] = &d->V,
                             [ELEMENT_LAGRANGIAN] = &d->L,
                             [ELEMENT_DISSIPATION] = &d->D};
    for (size_t i = 0; i < c->system->element_count; i++) {
        const system_element *x = &c->system->elements[i];
        if (x->kind < ELEMENT_FORCE && mech_in_force(c, x))
            *sums[x->kind] = expr_add(g, *sums[x->kind], x->energy);
    }
    d->total = expr_add(g, expr_sub(g, d->T, d->V), d->L);
}

static mech_seeds make_seeds(const model *m, const mech_equations *e, arena *a) {
    const size_t vars = expr_var_count(m->g);
    mech_seeds seeds = {ARENA_ARRAY(a, expr_id, vars), ARENA_ARRAY(a, expr_id, vars), vars};
    seeds.motion[m->t] = expr_int(m->g, 1);
    for (int i = 0; i < e->n; i++) {
        const model_coord *c = &m->coords[e->coords[i]];
        seeds.motion[c->q] = expr_var(m->g, c->v);
        seeds.velocity[c->v] = expr_var(m->g, c->a);
    }
    return seeds;
}

static expr_id zero_if_none(graph *g, expr_id e) {
    return e.i ? e : expr_int(g, 0);
}

static bool is_state(const model *m, const mech_equations *e, int i) {
    return !model_is_place(&m->coords[e->coords[i]]);
}

/* States are no velocities: no energy drives them, and no force acts on them. */
static void leave_states_out(const model *m, const mech_equations *e, expr_id *Q) {
    for (int i = 0; i < e->n; i++)
        if (is_state(m, e, i))
            Q[i] = expr_int(m->g, 0);
}

/* The active coordinate whose rate this is, -1 if it is dropped. What looks for equilibria has states in the place of
   coordinates. */
static int state_of(const model *m, const mech_equations *e, const system_element *x) {
    const uint32_t state = expr_node_at(m->g, x->velocity[0])->var;
    for (int i = 0; i < e->n; i++) {
        const model_coord *c = &m->coords[e->coords[i]];
        if ((c->v == state || c->q == state) && !model_is_place(c))
            return i;
    }
    return -1;
}

static void take_rate(const model *m, const mech_equations *e, const system_element *x, expr_id *Q) {
    const int of = state_of(m, e, x);
    for (int i = 0; i < e->n; i++)
        Q[i] = i == of ? x->force[0] : expr_int(m->g, 0);
}

/* Q of one element: force . d velocity / d q', or -dD/dq'; the rate of a state. */
static void element_force(const model *m, const mech_equations *e, const system_element *x, const uint32_t *v,
                          expr_id *Q) {
    expr_id minus_one = expr_int(m->g, -1);
    if (x->kind == ELEMENT_RATE) {
        take_rate(m, e, x, Q);
        return;
    }
    if (x->kind == ELEMENT_DISSIPATION)
        expr_reverse(m->g, &x->energy, &minus_one, 1, v, (size_t)e->n, Q);
    else
        expr_reverse(m->g, x->velocity, x->force, (size_t)x->size, v, (size_t)e->n, Q);
    leave_states_out(m, e, Q);
}

static void add_rate(derivation *d, const system_element *x) {
    const int i = state_of(d->m, d->e, x);
    if (i >= 0)
        d->Q[i] = expr_add(d->g, d->Q[i], x->force[0]);
}

static void known_friction(const derivation *d, const mech_choice *c, int row, expr_id *Q) {
    const size_t n = (size_t)d->e->n;
    expr_id *s_q = ARENA_ARRAY(d->a, expr_id, n + 1);
    for (int t = 0; t < mech_sliding_tangents(d->m, c, row); t++) {
        const expr_id against = mech_drag(d->m, c, row, t);
        mech_slip_gradient(d->m, c->system, row, t, d->q, d->v, n, s_q);
        for (size_t i = 0; i < n; i++)
            if (s_q[i].i && !is_state(d->m, d->e, (int)i))
                Q[i] = expr_sub(d->g, zero_if_none(d->g, Q[i]), expr_mul(d->g, against, s_q[i]));
    }
}

static void sum_forces(derivation *d, const mech_choice *c) {
    int n = d->e->n;
    d->Q = ARENA_ARRAY(d->a, expr_id, n);
    expr_id *part = ARENA_ARRAY(d->a, expr_id, n), minus_one = expr_int(d->g, -1);
    expr_reverse(d->g, &d->D, &minus_one, 1, d->v, (size_t)n, d->Q);
    leave_states_out(d->m, d->e, d->Q);
    for (size_t k = 0; k < c->system->element_count; k++) {
        const system_element *x = &c->system->elements[k];
        if (x->kind < ELEMENT_FORCE || !mech_in_force(c, x))
            continue;
        if (x->kind == ELEMENT_RATE) { /* of thousands of states each has its own */
            add_rate(d, x);
            continue;
        }
        element_force(d->m, d->e, x, d->v, part);
        for (int i = 0; i < n; i++)
            d->Q[i] = expr_add(d->g, d->Q[i], part[i]);
    }
    for (size_t k = 0; k < d->m->row_count; k++)
        if (d->m->rows[k].known)
            known_friction(d, c, (int)k, d->Q);
}

/* h = dL/dq - (dp/dq q' + dp/dt) + Q */
static void derive_forces(derivation *d, expr_id *h) {
    graph *g = d->g;
    size_t n = (size_t)d->e->n;
    expr_id *bias = ARENA_ARRAY(d->a, expr_id, n), *slope = ARENA_ARRAY(d->a, expr_id, n);
    expr_forward(g, d->p, n, d->e->seeds.motion, bias);
    expr_reverse(g, &d->total, NULL, 1, d->q, n, slope);
    leave_states_out(d->m, d->e, slope);
    for (size_t i = 0; i < n; i++) {
        expr_id turn = expr_sub(g, zero_if_none(g, slope[i]), zero_if_none(g, bias[i]));
        h[i] = expr_add(g, turn, zero_if_none(g, d->Q[i]));
    }
}

static void derive_motion(derivation *d) {
    size_t n = (size_t)d->e->n;
    d->e->p = d->p = ARENA_ARRAY(d->a, expr_id, n);
    d->e->h = ARENA_ARRAY(d->a, expr_id, n);
    expr_reverse(d->g, &d->total, NULL, 1, d->v, n, d->p);
    for (int i = 0; i < d->e->n; i++) /* v' = rate: as of a mass 1 that nothing else is tied to */
        if (is_state(d->m, d->e, i))
            d->p[i] = expr_var(d->g, d->v[i]);
    derive_forces(d, d->e->h);
}

/* M = dp/dq' row by row, lower triangle. */
bool mech_inertia_within(const model *m, mech_equations *e, size_t most, arena *a) {
    if (e->M)
        return true;
    const size_t n = (size_t)e->n; /* its square may be more than an int holds */
    uint32_t *v = ARENA_ARRAY(a, uint32_t, n + 1);
    expr_id *M = ARENA_ARRAY(a, expr_id, n * n + 1);
    for (int i = 0; i < e->n; i++) {
        if (expr_graph_size(m->g) > most)
            return false;
        v[i] = m->coords[e->coords[i]].v;
        expr_reverse(m->g, &e->p[i], NULL, 1, v, (size_t)i + 1, M + (size_t)i * n);
    }
    e->M = M;
    return true;
}

void mech_inertia(const model *m, mech_equations *e, arena *a) {
    mech_inertia_within(m, e, SIZE_MAX, a);
}

/* One row: f_q (or f_q' by Chetaev's rule) and gamma = -(d/dt of the velocity residual at q'' = 0). */
static void derive_row(derivation *d, const system_row *r, int k) {
    mech_equations *e = d->e;
    graph *g = d->g;
    expr_id rate = r->f;
    const bool by_rate = r->velocity || r->rate.i;
    if (r->rate.i)
        rate = r->rate;
    else if (!r->velocity) {
        expr_forward(g, &r->f, 1, d->e->seeds.motion, &rate);
        rate = zero_if_none(g, rate);
    }
    e->f[k] = r->velocity ? expr_int(g, 0) : r->f;
    e->f_dot[k] = rate;
    expr_reverse(g, by_rate ? &rate : &r->f, NULL, 1, by_rate ? d->v : d->q, (size_t)e->n, &e->A[k * e->n]);
    expr_id drift;
    expr_forward(g, &rate, 1, d->e->seeds.motion, &drift);
    e->gamma[k] = expr_neg(g, zero_if_none(g, drift));
}

void mech_slip_gradient(const model *m, const model_system *of, int row, int tangent, const uint32_t *q,
                        const uint32_t *v, size_t n, expr_id *out) {
    const expr_id *along = &of->rows[row].along[tangent], *slip = &of->rows[m->rows[row].partner + tangent].f;
    LGR_ASSERT(tangent < m->rows[row].tangents);
    if (along->i)
        expr_reverse(m->g, along, NULL, 1, q, n, out);
    else
        expr_reverse(m->g, slip, NULL, 1, v, n, out);
}

/* Of the force of several rows. */
static expr_id force_size(const model *m, int first, int count) {
    expr_id size = expr_var(m->g, m->rows[first].lambda);
    for (int k = 1; k < count; k++)
        size = expr_binary(m->g, EXPR_HYPOT, size, expr_var(m->g, m->rows[first + k].lambda));
    return size;
}

/* The direction of a slip r of two rows, r/|r|. Where a heading h tells more: that of w = r + e h, so that a slip that
   begins has one, e being small and 0 later on; h where w is zero; and the direction goes on smoothly where the slip
   passes zero and turns back, with the sign of h.w, until that is noticed. */
static expr_id direction_of(const model *m, const system_row *rows, int row, int tangent) {
    graph *g = m->g;
    const int first = m->rows[row].partner;
    const expr_id zero = expr_int(g, 0);
    expr_id w[] = {rows[first].f, rows[first + 1].f}, h[3], ahead = zero;
    for (int k = 0; k < 3 && rows[row].heading[0]; k++)
        h[k] = expr_var(g, rows[row].heading[k]);
    for (int k = 0; k < 2 && rows[row].heading[0]; k++) {
        w[k] = expr_add(g, w[k], expr_mul(g, h[2], h[k]));
        ahead = expr_add(g, ahead, expr_mul(g, w[k], h[k]));
    }
    const expr_id size = expr_binary(g, EXPR_HYPOT, w[0], w[1]), unit = expr_div(g, w[tangent], size);
    const expr_id moves = expr_binary(g, EXPR_LT, zero, size), back = expr_binary(g, EXPR_LT, ahead, zero);
    if (!rows[row].heading[0])
        return expr_select(g, moves, unit, zero);
    const expr_id way = expr_select(g, back, expr_neg(g, unit), unit);
    return expr_select(g, moves, way, h[tangent]);
}

/* The component along a row of the direction in which several rows press, F/|F| with F = -lambda: a variable where the
   equations are solved with it. */
static expr_id press_along(const model *m, const system_row *rows, int row) {
    graph *g = m->g;
    const int first = model_pressed_with(m->rows, row), count = m->rows[first].presses;
    if (rows[first].press[0])
        return expr_var(g, rows[first].press[row - first]);
    const expr_id size = force_size(m, first, count), zero = expr_int(g, 0);
    const expr_id part = expr_neg(g, expr_div(g, expr_var(g, m->rows[row].lambda), size));
    return expr_select(g, expr_binary(g, EXPR_LT, zero, size), part, zero);
}

/* Of the sign of the multiplier alone for one row. */
static expr_id drag(const model *m, const mech_choice *c, int row, int tangent, expr_id size) {
    const signed char slip = c->slip[row];
    LGR_ASSERT(slip && tangent < m->rows[row].tangents);
    if (m->rows[row].tangents > 1)
        size = expr_mul(m->g, size, direction_of(m, c->system->rows, row, tangent));
    return mech_slip_way(slip) * mech_slip_side(slip) > 0 ? size : expr_neg(m->g, size);
}

static expr_id coefficient(const mech_choice *c, int row) {
    const system_row *of = &c->system->rows[row];
    return mech_slip_is_at_limit(c->slip[row]) && of->hold.i ? of->hold : of->mu;
}

int mech_sliding_tangents(const model *m, const mech_choice *c, int row) {
    const int first = model_pressed_with(m->rows, row);
    return c->slip && c->slip[first] ? m->rows[first].tangents : 0;
}

expr_id mech_drag(const model *m, const mech_choice *c, int row, int tangent) {
    const int first = model_pressed_with(m->rows, row);
    const expr_id size = drag(m, c, first, tangent, coefficient(c, first));
    return m->rows[first].presses > 1 ? expr_mul(m->g, size, press_along(m, c->system->rows, row)) : size;
}

expr_id mech_friction_multiplier(const model *m, const mech_choice *c, int row) {
    const int of = m->rows[row].partner;
    LGR_ASSERT(m->rows[row].friction);
    if (of < 0 || !c->slip || !c->slip[of])
        return expr_int(m->g, 0);
    const int presses = m->rows[of].presses;
    expr_id load = m->rows[of].known ? expr_int(m->g, -1)
                   : presses > 1     ? expr_neg(m->g, force_size(m, of, presses))
                                     : expr_var(m->g, m->rows[of].lambda);
    expr_id size = expr_mul(m->g, coefficient(c, of), load);
    return expr_neg(m->g, drag(m, c, of, row - m->rows[of].partner, size));
}

static expr_id *copy_rows(derivation *d) {
    const size_t size = (size_t)d->e->m * (size_t)d->e->n;
    expr_id *copy = ARENA_RAW(d->a, expr_id, size + 1);
    memcpy(copy, d->e->A, size * sizeof *copy);
    return copy;
}

/* What slides pushes with F = -lambda and drags with mu |F| against its slip: C = f_q - sign mu s_q. */
static void add_friction(derivation *d, const mech_choice *c, int k) {
    const int n = d->e->n, row = d->e->rows[k];
    graph *g = d->g;
    if (!d->e->unsymmetric)
        d->e->C = copy_rows(d);
    expr_id *s_q = ARENA_ARRAY(d->a, expr_id, n + 1);
    for (int t = 0; t < mech_sliding_tangents(d->m, c, row); t++) {
        const expr_id factor = mech_drag(d->m, c, row, t);
        mech_slip_gradient(d->m, c->system, model_pressed_with(d->m->rows, row), t, d->q, d->v, (size_t)n, s_q);
        for (int i = 0; i < n; i++)
            d->e->C[k * n + i] = expr_sub(g, d->e->C[k * n + i], expr_mul(g, factor, s_q[i]));
    }
    d->e->unsymmetric = true;
}

static void derive_rows(derivation *d, const mech_choice *c) {
    mech_equations *e = d->e;
    e->A = ARENA_ARRAY(d->a, expr_id, e->m * e->n);
    e->gamma = ARENA_ARRAY(d->a, expr_id, e->m);
    e->f = ARENA_ARRAY(d->a, expr_id, e->m);
    e->f_dot = ARENA_ARRAY(d->a, expr_id, e->m);
    for (int k = 0; k < e->m; k++)
        derive_row(d, &c->system->rows[e->rows[k]], k);
    e->C = e->A;
    for (int k = 0; k < e->m; k++)
        if (mech_sliding_tangents(d->m, c, e->rows[k]))
            add_friction(d, c, k);
}

/* With the velocities, not with states. */
static expr_id along(derivation *d, const expr_id *row) {
    expr_id sum = expr_int(d->g, 0);
    for (int i = 0; i < d->e->n; i++)
        if (row[i].i && !expr_is_zero(d->g, row[i]) && !is_state(d->m, d->e, i))
            sum = expr_add(d->g, sum, expr_mul(d->g, row[i], expr_var(d->g, d->v[i])));
    return sum;
}

/* Energy: T + V, or Jacobi's q'.p - L where a lagrangian is given. Kinetic is then the quadratic part. */
static void define_energy(derivation *d) {
    graph *g = d->g;
    mech_equations *e = d->e;
    e->kinetic = d->T;
    e->potential = d->V;
    e->energy = expr_add(g, d->T, d->V);
    if (!d->m->has_lagrangian)
        return;
    expr_id first = along(d, d->p), *slopes = ARENA_ARRAY(d->a, expr_id, e->n);
    expr_reverse(g, &first, NULL, 1, d->v, (size_t)e->n, slopes);
    e->energy = expr_sub(g, first, d->total);
    expr_id twice = expr_sub(g, along(d, slopes), first);
    e->kinetic = expr_mul(g, expr_rational(g, 1, 2), twice);
    e->potential = expr_sub(g, e->energy, e->kinetic);
}

/* Whether the form of T shows that all its terms are of the second degree in q'. */
static bool is_quadratic(derivation *d) {
    bool *velocity = ARENA_ARRAY(d->a, bool, expr_var_count(d->g) + 1);
    for (int i = 0; i < d->e->n; i++)
        velocity[d->v[i]] = true;
    expr_degrees degrees = expr_find_degrees(d->g, d->T, velocity);
    return expr_is_zero(d->g, d->T) || (degrees.least == 2 && degrees.greatest == 2);
}

/* dL/ds s' for all states s, with which a potential may change as with time. */
static expr_id power_of_states(derivation *d) {
    expr_id sum = expr_int(d->g, 0);
    for (int i = 0; i < d->e->n; i++)
        if (is_state(d->m, d->e, i)) {
            expr_id slope = expr_derivative(d->g, d->total, d->v[i]);
            sum = expr_add(d->g, sum, expr_mul(d->g, zero_if_none(d->g, slope), d->Q[i]));
        }
    return sum;
}

/* d(energy)/dt = Q.q' - lambda.(A q') - dL/dt - dL/ds s' + d/dt(energy - Jacobi's function). */
static void define_power(derivation *d) {
    graph *g = d->g;
    mech_equations *e = d->e;
    expr_id power = along(d, d->Q);
    for (int k = 0; k < e->m; k++) {
        expr_id lambda = expr_var(g, d->m->rows[e->rows[k]].lambda);
        power = expr_sub(g, power, expr_mul(g, lambda, along(d, &e->C[k * e->n])));
    }
    power = expr_sub(g, power, expr_derivative(g, d->total, d->m->t));
    power = expr_sub(g, power, power_of_states(d));
    expr_id extra = expr_sub(g, e->energy, expr_sub(g, along(d, d->p), d->total)), parts[2];
    if (!is_quadratic(d)) { /* T + V differs from Jacobi's function where T has terms of another degree in q' */
        expr_forward(g, &extra, 1, d->e->seeds.motion, &parts[0]);
        expr_forward(g, &extra, 1, d->e->seeds.velocity, &parts[1]);
        power = expr_add(g, power, expr_add(g, zero_if_none(g, parts[0]), zero_if_none(g, parts[1])));
    }
    e->power = power;
}

static derivation begin(const model *m, const mech_choice *choice, mech_equations *e, arena *a) {
    LGR_ASSERT(choice->system != NULL);
    derivation d = {.m = m, .g = m->g, .a = a, .e = e};
    choose(&d, choice);
    sum_energies(&d, choice);
    e->seeds = make_seeds(m, e, a);
    sum_forces(&d, choice);
    return d;
}

mech_equations mech_derive_lean(const model *m, const mech_choice *choice, arena *a) {
    mech_equations e = {0};
    derivation d = begin(m, choice, &e, a);
    derive_motion(&d);
    derive_rows(&d, choice);
    define_energy(&d);
    define_power(&d);
    return e;
}

mech_equations mech_derive(const model *m, const mech_choice *choice, arena *a) {
    mech_equations e = mech_derive_lean(m, choice, a);
    mech_inertia(m, &e, a);
    return e;
}

mech_choice mech_without_states(const model *m, const mech_choice *choice, arena *a) {
    mech_choice places = *choice;
    bool *dropped = ARENA_ARRAY(a, bool, m->coord_count + 1);
    for (size_t i = 0; i < m->coord_count; i++)
        dropped[i] = choice->dropped[i] || !model_is_place(&m->coords[i]);
    places.dropped = dropped;
    return places;
}

expr_id mech_rate_of_state(const model *m, const mech_choice *choice, int coord) {
    const expr_id state = expr_var(m->g, m->coords[coord].v);
    for (size_t i = 0; i < choice->system->element_count; i++) {
        const system_element *x = &choice->system->elements[i];
        if (x->kind == ELEMENT_RATE && expr_same(x->velocity[0], state))
            return x->force[0];
    }
    return expr_int(m->g, 0);
}

void mech_forces(const model *m, const mech_choice *choice, const mech_equations *e, arena *a, expr_id *Q) {
    mech_equations copy = {0};
    derivation d = begin(m, choice, &copy, a);
    LGR_ASSERT(copy.n == e->n);
    for (int i = 0; i < e->n; i++)
        Q[i] = zero_if_none(m->g, d.Q[i]);
}

void mech_forces_of(const model *m, const mech_choice *choice, const mech_equations *e, expr_id lagrangian, arena *a,
                    expr_id *h) {
    mech_equations copy = {0};
    derivation d = begin(m, choice, &copy, a);
    LGR_ASSERT(copy.n == e->n);
    d.total = lagrangian;
    d.p = ARENA_ARRAY(a, expr_id, e->n);
    expr_reverse(d.g, &d.total, NULL, 1, d.v, (size_t)e->n, d.p);
    leave_states_out(m, e, d.p);
    derive_forces(&d, h);
}

void mech_element_force(const model *m, const mech_equations *e, const system_element *x, arena *a, expr_id *Q) {
    LGR_ASSERT(x->kind >= ELEMENT_DISSIPATION);
    uint32_t *v = ARENA_ARRAY(a, uint32_t, e->n);
    for (int i = 0; i < e->n; i++)
        v[i] = m->coords[e->coords[i]].v;
    element_force(m, e, x, v, Q);
}

void mech_known_friction(const model *m, const mech_choice *choice, const mech_equations *e, int row, arena *a,
                         expr_id *Q) {
    mech_equations copy = {0};
    const derivation d = begin(m, choice, &copy, a);
    LGR_ASSERT(copy.n == e->n && m->rows[row].known);
    known_friction(&d, choice, row, Q);
}

expr_id mech_lagrangian(const model *m, const mech_choice *choice, arena *a) {
    mech_equations copy = {0};
    return begin(m, choice, &copy, a).total;
}

void mech_momenta(const model *m, const mech_choice *choice, const mech_equations *e, arena *a, expr_id *p,
                  expr_id *force) {
    mech_equations copy = {0};
    derivation d = begin(m, choice, &copy, a);
    LGR_ASSERT(copy.n == e->n);
    expr_reverse(m->g, &d.total, NULL, 1, d.v, (size_t)e->n, p);
    expr_reverse(m->g, &d.total, NULL, 1, d.q, (size_t)e->n, force);
    for (int i = 0; i < e->n; i++) {
        p[i] = zero_if_none(m->g, p[i]);
        force[i] = expr_add(m->g, zero_if_none(m->g, force[i]), zero_if_none(m->g, d.Q[i]));
    }
}

expr_id mech_rate(const model *m, const mech_equations *e, expr_id f) {
    expr_id rate;
    expr_forward_first(m->g, &f, 1, e->seeds.motion, e->seeds.count, &rate);
    return zero_if_none(m->g, rate);
}

expr_id mech_acceleration(const model *m, const mech_equations *e, expr_id rate) {
    expr_id parts[2];
    expr_forward_first(m->g, &rate, 1, e->seeds.motion, e->seeds.count, &parts[0]);
    expr_forward_first(m->g, &rate, 1, e->seeds.velocity, e->seeds.count, &parts[1]);
    return expr_add(m->g, zero_if_none(m->g, parts[0]), zero_if_none(m->g, parts[1]));
}
