/* Expressions that must vanish, or not depend on velocity and time, tried out at random states near the start. */
#include "analysis/conservative.h"

#include <math.h>

#include "analysis/gradient.h"
#include "base/vec.h"
#include "expr/diff.h"
#include "expr/walk.h"

enum { TRIALS = 4, MAX_SHRINKS = 12 };
static const double spread_at_first = 0.3, allowed = 1e-9;

typedef VEC(expr_id) expr_list;

typedef struct inquiry {
    const model *m;
    graph *g;
    const mech_choice *choice;
    const mech_equations *e;
    const bool *rows;
    const analysis_state *start;
    arena *a;
} inquiry;

/* Values of expressions and, behind them, bounds for the size of the terms they are made of. */
static analysis_probe *probe_with_sizes(const inquiry *c, const expr_id *x, size_t count) {
    expr_id *roots = ARENA_ARRAY(c->a, expr_id, 2 * count);
    for (size_t i = 0; i < count; i++) {
        roots[i] = x[i];
        roots[count + i] = expr_majorant(c->g, x[i]);
    }
    return analysis_probe_make(c->m, roots, 2 * count, c->a);
}

/* The probe's values at a random state near the start, the nearer the smaller the domain of the expressions is; NULL if
   there is none. */
static const double *values_nearby(const inquiry *c, analysis_probe *p, size_t count, analysis_dice *d,
                                   analysis_state *at) {
    double spread = spread_at_first;
    for (int k = 0; k < MAX_SHRINKS; k++, spread /= 4) {
        analysis_state_near(c->m, c->start, spread, d, at);
        const double *x = analysis_probe_at(p, at);
        if (analysis_finite(x, (int)count))
            return x;
    }
    return NULL;
}

static bool vanish(const inquiry *c, const expr_list *x) {
    if (!x->len)
        return true;
    analysis_probe *p = probe_with_sizes(c, x->at, x->len);
    analysis_dice d = analysis_dice_make();
    analysis_state s = analysis_state_make(c->m, c->a);
    for (int k = 0; k < TRIALS; k++) {
        const double *y = values_nearby(c, p, 2 * x->len, &d, &s);
        if (!y)
            return false;
        for (size_t i = 0; i < x->len; i++)
            if (fabs(y[i]) > allowed * y[x->len + i])
                return false;
    }
    return true;
}

/* Not by derivatives: those of sign(x') are 0. All velocities change their sign between the two states. */
static bool of_position_alone(const inquiry *c, const expr_id *x, size_t count) {
    analysis_probe *p = probe_with_sizes(c, x, count);
    analysis_dice d = analysis_dice_make();
    analysis_state s = analysis_state_make(c->m, c->a);
    double *first = ARENA_ARRAY(c->a, double, 2 * count);
    for (int k = 0; k < TRIALS; k++) {
        const double *y = values_nearby(c, p, 2 * count, &d, &s);
        if (!y)
            return false;
        for (size_t i = 0; i < 2 * count; i++)
            first[i] = y[i];
        for (size_t i = 0; i < c->m->declared_coords; i++)
            s.v[i] *= -1.5 + 0.5 * analysis_random(&d);
        s.t += spread_at_first * analysis_random(&d);
        y = analysis_probe_at(p, &s);
        for (size_t i = 0; i < count; i++)
            if (!(fabs(y[i] - first[i]) <= allowed * (y[count + i] + first[count + i])))
                return false;
    }
    return true;
}

static void add(const inquiry *c, expr_list *x, expr_id e) {
    if (!expr_is_zero(c->g, e))
        vec_push(c->a, x, e);
}

static void at_rest(const inquiry *c, const expr_id *x, size_t count, expr_id *out) {
    int n = c->e->n;
    expr_id *from = ARENA_ARRAY(c->a, expr_id, n), *to = ARENA_ARRAY(c->a, expr_id, n);
    for (int i = 0; i < n; i++) {
        from[i] = expr_var(c->g, c->m->coords[c->e->coords[i]].v);
        to[i] = expr_int(c->g, 0);
    }
    expr_substitute(c->g, x, count, from, to, (size_t)n, out);
}

/* The rest of the forces beside those at rest does no work, as that of a magnetic field. */
static bool rest_does_no_work(const inquiry *c, const expr_id *Q, const expr_id *Q_at_rest) {
    expr_id power = expr_int(c->g, 0);
    for (int i = 0; i < c->e->n; i++) {
        expr_id v = expr_var(c->g, c->m->coords[c->e->coords[i]].v);
        power = expr_add(c->g, power, expr_mul(c->g, expr_sub(c->g, Q[i], Q_at_rest[i]), v));
    }
    expr_list x = {0};
    add(c, &x, power);
    return vanish(c, &x);
}

static bool forces_have_potential(const inquiry *c) {
    size_t n = (size_t)c->e->n;
    expr_id *Q = ARENA_ARRAY(c->a, expr_id, n), *Q_at_rest = ARENA_ARRAY(c->a, expr_id, n);
    mech_forces(c->m, c->choice, c->e, c->a, Q);
    if (of_position_alone(c, Q, n))
        return analysis_is_gradient(c->m, c->e, c->rows, Q, c->start, c->a);
    at_rest(c, Q, n, Q_at_rest);
    return of_position_alone(c, Q_at_rest, n) && rest_does_no_work(c, Q, Q_at_rest) &&
           analysis_is_gradient(c->m, c->e, c->rows, Q_at_rest, c->start, c->a);
}

static bool energies_know_time(const inquiry *c) {
    expr_id total = expr_int(c->g, 0);
    for (size_t i = 0; i < c->choice->system->element_count; i++) {
        const system_element *x = &c->choice->system->elements[i];
        if (x->kind == ELEMENT_KINETIC || x->kind == ELEMENT_LAGRANGIAN)
            total = expr_add(c->g, total, x->energy);
        if (x->kind == ELEMENT_POTENTIAL)
            total = expr_sub(c->g, total, x->energy);
    }
    expr_list x = {0};
    add(c, &x, expr_derivative(c->g, total, c->m->t));
    return !vanish(c, &x);
}

/* A row moves if t appears in it, or if it asks for velocities where all others are zero. */
static bool rows_move(const inquiry *c) {
    bool *time = ARENA_ARRAY(c->a, bool, graph_var_count(c->g));
    time[c->m->t] = true;
    expr_list x = {0};
    for (int k = 0; k < c->e->m; k++) {
        const system_row *r = &c->choice->system->rows[c->e->rows[k]];
        if (c->m->rows[c->e->rows[k]].friction)
            continue;
        if (expr_depends(c->g, r->f, time))
            return true;
        if (!r->velocity)
            continue;
        expr_id rest;
        at_rest(c, &r->f, 1, &rest);
        add(c, &x, rest);
    }
    return !vanish(c, &x);
}

static bool contacts_rub(const inquiry *c) {
    expr_list x = {0};
    for (int k = 0; k < c->e->m; k++) {
        expr_id mu = c->choice->system->rows[c->e->rows[k]].mu;
        if (mu.i)
            add(c, &x, mu);
    }
    return !vanish(c, &x);
}

bool analysis_conservative(const model *m, const mech_choice *choice, const mech_equations *e, const bool *rows,
                           const analysis_state *start, arena *a) {
    inquiry c = {m, m->g, choice, e, rows, start, a};
    return !rows_move(&c) && !contacts_rub(&c) && !energies_know_time(&c) && forces_have_potential(&c);
}
