/* Derives the equilibrium residual from the equations of motion, and evaluates it. */
#include "analysis/equilibria/residual.h"

#include <math.h>
#include <string.h>

#include "analysis/probe/dependence.h"
#include "expr/diff.h"
#include "expr/walk.h"
#include "num/dense.h"

enum { LANDING_STEPS = 30, MOMENTUM_STEPS = 20, PLACES = 3 };
static const double on_rows = 1e-13, met = 1e-13, landed = 1e-9, alike = 1e-11, turn = 6.2831853071795865;

static graph *graph_of(const balance *b) {
    return b->s->m->g;
}

static const model_coord *coord(const balance *b, int i) {
    return &b->s->m->coords[b->s->e.coords[i]];
}

analysis_extent analysis_residual_length(const balance *b, int i) {
    return b->s->start.scales->q[b->s->e.coords[i]];
}

analysis_extent analysis_residual_speed(const balance *b, int i) {
    return b->s->start.scales->v[b->s->e.coords[i]];
}

static expr_id or_zero(graph *g, expr_id e) {
    return e.i ? e : expr_int(g, 0);
}

/* The velocities of all but cyclic coordinates are 0. */
static void at_rest(const balance *b, expr_id *x, size_t count) {
    expr_id *from = ARENA_ARRAY(b->a, expr_id, b->n + 1), *to = ARENA_ARRAY(b->a, expr_id, b->n + 1);
    size_t pairs = 0;
    for (int i = 0; i < b->n; i++)
        if (!b->is_cyclic[i]) {
            from[pairs] = expr_var(graph_of(b), coord(b, i)->v);
            to[pairs++] = expr_int(graph_of(b), 0);
        }
    for (size_t k = 0; k < count; k++)
        x[k] = or_zero(graph_of(b), x[k]);
    expr_substitute(graph_of(b), x, count, from, to, pairs, x);
}

static void choose(balance *b, const int *cyclic, size_t count) {
    b->is_cyclic = ARENA_ARRAY(b->a, bool, b->n + 1);
    b->cyclic = ARENA_ARRAY(b->a, int, count + 1);
    for (int i = 0; i < b->n; i++)
        for (size_t k = 0; k < count; k++)
            if (b->s->e.coords[i] == cyclic[k]) {
                b->is_cyclic[i] = true;
                b->cyclic[b->c++] = i;
            }
    b->position = ARENA_ARRAY(b->a, int, b->m + 1);
    b->velocity = ARENA_ARRAY(b->a, int, b->m + 1);
    for (int k = 0; k < b->m; k++)
        if (!b->s->choice.system->rows[b->s->e.rows[k]].velocity)
            b->position[b->position_count++] = k;
        else if (!b->s->integrated || !b->s->integrated[b->s->e.rows[k]])
            b->velocity[b->velocity_count++] = k;
    b->leaf_count = (int)b->s->integral_count;
}

/* L of the active elements. */
static expr_id lagrangian(const balance *b) {
    graph *g = graph_of(b);
    expr_id L = expr_int(g, 0);
    for (size_t i = 0; i < b->s->choice.system->element_count; i++) {
        const system_element *x = &b->s->choice.system->elements[i];
        if (x->switch_index >= 0 && b->s->choice.switched_off[x->switch_index])
            continue;
        if (x->kind == ELEMENT_KINETIC || x->kind == ELEMENT_LAGRANGIAN)
            L = expr_add(g, L, x->energy);
        if (x->kind == ELEMENT_POTENTIAL)
            L = expr_sub(g, L, x->energy);
    }
    return L;
}

/* R = C^T lambda - h, and what else is wanted at every place: M h A f_dot gamma p W. */
static expr_id *derive_ground(balance *b, size_t *count) {
    const mech_equations *e = &b->s->e;
    graph *g = graph_of(b);
    int n = b->n, m = b->m;
    size_t room = (size_t)(n * n + n + m * n + 2 * m + n + 1);
    expr_id *x = ARENA_ARRAY(b->a, expr_id, room), *p = ARENA_ARRAY(b->a, expr_id, 2 * n + 1), *at = x;
    memcpy(at, e->M, (size_t)(n * n) * sizeof *x), at += n * n;
    memcpy(at, e->h, (size_t)n * sizeof *x), at += n;
    memcpy(at, e->A, (size_t)(m * n) * sizeof *x), at += m * n;
    memcpy(at, e->f_dot, (size_t)m * sizeof *x), at += m;
    memcpy(at, e->gamma, (size_t)m * sizeof *x), at += m;
    if (b->c)
        mech_momenta(b->s->m, &b->s->choice, e, b->a, p, p + n);
    expr_id W = expr_neg(g, lagrangian(b));
    for (int k = 0; k < b->c; k++) {
        expr_id momentum = p[b->cyclic[k]], v = expr_var(g, coord(b, b->cyclic[k])->v);
        *at++ = momentum;
        W = expr_add(g, W, expr_mul(g, momentum, v));
    }
    *at++ = W;
    *count = (size_t)(at - x);
    at_rest(b, x, *count);
    return x;
}

static void derive_residual(balance *b, const expr_id *ground) {
    graph *g = graph_of(b);
    int n = b->n;
    const expr_id *h = ground + n * n, *A = h + n;
    b->R = ARENA_ARRAY(b->a, expr_id, n + 1);
    for (int i = 0; i < n; i++) {
        b->R[i] = expr_neg(g, h[i]);
        for (int k = 0; k < b->m; k++) {
            expr_id lambda = expr_var(g, b->s->m->rows[b->s->e.rows[k]].lambda);
            if (!expr_is_zero(g, A[k * n + i]))
                b->R[i] = expr_add(g, b->R[i], expr_mul(g, A[k * n + i], lambda));
        }
    }
}

/* An integral minus its value at the start, and its gradient. */
static void derive_leaf(balance *b, expr_id F, expr_id *f, expr_id *gradient) {
    graph *g = graph_of(b);
    double start = analysis_probe_at(analysis_probe_make(b->s->m, &F, 1, b->a), &b->s->start)[0];
    uint32_t *q = ARENA_ARRAY(b->a, uint32_t, b->n + 1);
    for (int i = 0; i < b->n; i++)
        q[i] = coord(b, i)->q;
    *f = expr_sub(g, F, expr_real(g, start));
    expr_reverse(g, &F, NULL, 1, q, (size_t)b->n, gradient);
    for (int i = 0; i < b->n; i++)
        b->on_leaf[i] |= !expr_is_zero(g, gradient[i]);
}

/* What is left of a row of velocities where all rests: of places alone, but not nothing. */
static bool asks_for_place(const balance *b, expr_id at_rest) {
    return !expr_is_zero(graph_of(b), at_rest) && analysis_depends_on(b->s->m, at_rest, VAR_COORD) &&
           !analysis_depends_on(b->s->m, at_rest, VAR_VELOCITY);
}

/* Values of all rows that places have to meet, their gradients, and bounds for the terms of the values. */
static void derive_rows(balance *b, const expr_id *ground) {
    graph *g = graph_of(b);
    int n = b->n, most = b->position_count + b->leaf_count + b->velocity_count, rows = 0;
    const expr_id *A = ground + n * n + n, *f_dot = A + b->m * n;
    expr_id *f = ARENA_ARRAY(b->a, expr_id, most + 1), *x = ARENA_ARRAY(b->a, expr_id, most * (n + 2) + 1);
    expr_id *slope = ARENA_ARRAY(b->a, expr_id, most * n + 1);
    uint32_t *q = ARENA_ARRAY(b->a, uint32_t, n + 1);
    b->on_leaf = ARENA_ARRAY(b->a, bool, n + 1);
    for (int i = 0; i < n; i++)
        q[i] = coord(b, i)->q;
    for (int k = 0; k < b->position_count; k++, rows++) {
        f[rows] = b->s->e.f[b->position[k]];
        memcpy(&slope[rows * n], &A[b->position[k] * n], (size_t)n * sizeof *x);
    }
    for (int k = 0; k < b->leaf_count; k++, rows++)
        derive_leaf(b, b->s->integrals[k], &f[rows], &slope[rows * n]);
    for (int k = 0; k < b->velocity_count; k++)
        if (asks_for_place(b, f_dot[b->velocity[k]])) {
            f[rows] = f_dot[b->velocity[k]];
            expr_reverse(g, &f[rows], NULL, 1, q, (size_t)n, &slope[rows * n]);
            b->rest_count++;
            rows++;
        }
    memcpy(x, f, (size_t)rows * sizeof *x);
    memcpy(x + rows, slope, (size_t)(rows * n) * sizeof *x);
    expr_sizes(g, f, (size_t)rows, x + rows * (n + 1));
    b->rows = analysis_probe_make(b->s->m, x, (size_t)(rows * (n + 2)), b->a);
    b->lander = num_saddle_create(b->a, n, rows);
}

static void derive_terms(balance *b, const expr_id *ground) {
    expr_id *x = ARENA_ARRAY(b->a, expr_id, b->n + 1);
    expr_sizes(graph_of(b), ground + b->n * b->n, (size_t)b->n, x);
    b->terms = analysis_probe_make(b->s->m, x, (size_t)b->n, b->a);
}

void analysis_residual_terms(balance *b, double *out) {
    memcpy(out, analysis_probe_at(b->terms, &b->at), (size_t)b->n * sizeof *out);
    b->work += (double)analysis_probe_cost(b->terms);
    for (int i = 0; i < b->n; i++)
        for (int k = 0; k < b->m; k++)
            out[i] += fabs(b->A[k * b->n + i] * b->lambda[k]);
}

/* K, D, p_q. */
static void derive_slopes(balance *b, const expr_id *ground) {
    graph *g = graph_of(b);
    int n = b->n, c = b->c;
    uint32_t *q = ARENA_ARRAY(b->a, uint32_t, n + 1), *v = ARENA_ARRAY(b->a, uint32_t, c + 1);
    for (int i = 0; i < n; i++)
        q[i] = coord(b, i)->q;
    for (int k = 0; k < c; k++)
        v[k] = coord(b, b->cyclic[k])->v;
    expr_id *x = ARENA_ARRAY(b->a, expr_id, n * n + 2 * n * c + 1), *D = x + n * n, *p_q = D + n * c;
    const expr_id *p = ground + n * n + n + b->m * n + 2 * b->m;
    for (int i = 0; i < n; i++) {
        expr_reverse(g, &b->R[i], NULL, 1, q, (size_t)n, &x[i * n]);
        expr_reverse(g, &b->R[i], NULL, 1, v, (size_t)c, &D[i * c]);
    }
    for (int k = 0; k < c; k++)
        expr_reverse(g, &p[k], NULL, 1, q, (size_t)n, &p_q[k * n]);
    b->slopes = analysis_probe_make(b->s->m, x, (size_t)(n * n + 2 * n * c), b->a);
}

/* By inertia; coordinates without any get what makes their scales as long as those of the others. */
static void choose_units(balance *b, const double *inertia) {
    double length = 0;
    b->massive = ARENA_ARRAY(b->a, bool, b->n + 1);
    for (int i = 0; i < b->n; i++) {
        b->massive[i] = inertia[i] > 0 && isfinite(inertia[i]);
        if (b->massive[i])
            length = fmax(length, analysis_residual_length(b, i).near * sqrt(inertia[i]));
    }
    for (int i = 0; i < b->n; i++)
        b->unit[i] =
            b->massive[i] ? 1 / sqrt(inertia[i]) : analysis_residual_length(b, i).near / (length > 0 ? length : 1);
}

/* Of each machine the greatest. */
static void find_usual_slopes(balance *b) {
    const int *machine = b->s->start.scales->machine;
    b->usual = ARENA_ARRAY(b->a, double, b->n + 1);
    for (int i = 0; i < b->n; i++)
        for (int j = 0; j < b->n; j++)
            if (machine[b->s->e.coords[i]] == machine[b->s->e.coords[j]])
                b->usual[i] =
                    fmax(b->usual[i], b->forces[j] * b->unit[j] * b->unit[j] / analysis_residual_length(b, j).far);
}

/* Units, and how large forces are: at the start, or where that says nothing, near it. */
static void measure_start(balance *b, const expr_id *ground) {
    int n = b->n;
    graph *g = graph_of(b);
    expr_id *x = ARENA_ARRAY(b->a, expr_id, 2 * n + 1);
    for (int i = 0; i < n; i++) {
        x[i] = ground[i * n + i];
        x[n + i] = expr_size(g, ground[n * n + i]);
    }
    analysis_probe *probe = analysis_probe_make(b->s->m, x, (size_t)(2 * n), b->a);
    analysis_state near = analysis_state_make(b->s->m, b->a);
    analysis_dice dice = analysis_dice_make();
    const double *y = analysis_probe_at(probe, &b->s->start);
    b->unit = ARENA_ARRAY(b->a, double, n + 1);
    b->forces = ARENA_ARRAY(b->a, double, n + 1);
    choose_units(b, y);
    for (int k = 0; k < PLACES; k++) {
        for (int i = 0; i < n; i++)
            if (b->forces[i] == 0 && isfinite(y[n + i]))
                b->forces[i] = y[n + i];
        analysis_state_near(b->s->m, &b->s->start, 0.5, &dice, &near);
        y = analysis_probe_at(probe, &near);
    }
    for (int i = 0; i < n; i++)
        b->energy = fmax(b->energy, b->forces[i] * analysis_residual_length(b, i).far);
    find_usual_slopes(b);
}

/* Momenta of the whole start, its other velocities included. */
static void measure_momenta(balance *b) {
    int n = b->n;
    b->momenta = ARENA_ARRAY(b->a, double, b->c + 1);
    b->step = ARENA_ARRAY(b->a, double, b->c + 1);
    if (!b->c)
        return;
    expr_id *p = ARENA_ARRAY(b->a, expr_id, 2 * n);
    mech_momenta(b->s->m, &b->s->choice, &b->s->e, b->a, p, p + n);
    const double *y = analysis_probe_at(analysis_probe_make(b->s->m, p, (size_t)n, b->a), &b->s->start);
    for (int k = 0; k < b->c; k++) {
        b->momenta[k] = y[b->cyclic[k]];
        b->energy = fmax(b->energy, pow(b->momenta[k] * b->unit[b->cyclic[k]], 2));
    }
}

static void copy_start(balance *b) {
    const model *m = b->s->m;
    b->at = analysis_state_make(m, b->a);
    b->at.t = b->s->start.t;
    memcpy(b->at.q, b->s->start.q, m->coord_count * sizeof *b->at.q);
    for (size_t i = 0; i < m->declared_coords; i++) /* memories keep what they have at the start */
        if (m->coords[i].role == COORD_MEMORY)
            b->at.v[i] = b->s->start.v[i];
    for (int k = 0; k < b->c; k++)
        b->at.v[b->s->e.coords[b->cyclic[k]]] = b->s->start.v[b->s->e.coords[b->cyclic[k]]];
}

balance *analysis_residual_make(const analysis_setting *s, const int *cyclic, size_t c, arena *a) {
    balance *b = ARENA_NEW(a, balance);
    *b = (balance){.s = s, .a = a, .n = s->e.n, .m = s->e.m};
    choose(b, cyclic, c);
    size_t count;
    expr_id *ground = derive_ground(b, &count);
    b->ground_roots = ground;
    derive_residual(b, ground);
    b->ground = analysis_probe_make(s->m, ground, count, a);
    derive_rows(b, ground);
    derive_terms(b, ground);
    derive_slopes(b, ground);
    b->solver = num_saddle_create(a, b->n, b->m);
    b->a_rest = ARENA_ARRAY(a, double, b->n + 1);
    b->lambda = ARENA_ARRAY(a, double, b->m + 1);
    b->lambda_all = ARENA_ARRAY(a, double, s->m->row_count + 1);
    measure_start(b, ground);
    measure_momenta(b);
    copy_start(b);
    return b;
}

static int row_count(const balance *b) {
    return b->position_count + b->leaf_count + b->rest_count;
}

/* All rows are met except for rounding of their terms; those of a row that is 0 term by term are what its slopes
   bring. */
static bool rows_hold(balance *b) {
    int n = b->n, m = row_count(b);
    const double *f = analysis_probe_at(b->rows, &b->at), *slope = f + m, *terms = slope + m * n;
    b->work += (double)analysis_probe_cost(b->rows);
    for (int k = 0; k < m; k++) {
        double size = terms[k];
        for (int i = 0; i < n; i++)
            size += fabs(slope[k * n + i]) * analysis_residual_length(b, i).near;
        if (!(fabs(f[k]) <= met * size))
            return false;
    }
    return true;
}

bool analysis_residual_land(balance *b) {
    int n = b->n, m = row_count(b);
    if (!m)
        return true;
    arena_mark mark = base_arena_get_mark(b->a);
    double *metric = ARENA_ARRAY(b->a, double, n *n + 1), *zero = ARENA_ARRAY(b->a, double, n + 1);
    double *step = ARENA_ARRAY(b->a, double, n + 1), *lambda = ARENA_ARRAY(b->a, double, m + 1), size = 1;
    for (int i = 0; i < n; i++)
        metric[i * n + i] = 1 / (b->unit[i] * b->unit[i]);
    for (int k = 0; k < LANDING_STEPS && size > on_rows; k++) {
        const double *f = analysis_probe_at(b->rows, &b->at);
        b->work += (double)analysis_probe_cost(b->rows) + (double)m * m * n;
        if (!analysis_finite(f, m * (n + 1)))
            break;
        num_saddle_factor(b->lander, metric, f + m, n, m);
        num_saddle_solve(b->lander, zero, f, step, lambda, NULL);
        size = 0;
        for (int i = 0; i < n; i++) {
            double *q = &b->at.q[b->s->e.coords[i]];
            *q -= step[i];
            size = fmax(size, fabs(step[i]) / analysis_magnitude(&b->s->start, b->s->e.coords[i], *q));
        }
    }
    base_arena_release(b->a, mark);
    return size <= landed && rows_hold(b); /* where rows lose rank, steps end in noise, and may end too soon */
}

/* X = M_cc^-1 B, in units of inertia: a rank has none. */
static bool solve_small(const balance *b, double *B, int columns) {
    int c = b->c;
    arena_mark mark = base_arena_get_mark(b->a);
    double *M = ARENA_ARRAY(b->a, double, c *c), *rhs = ARENA_ARRAY(b->a, double, c), *x = ARENA_ARRAY(b->a, double, c);
    for (int i = 0; i < c; i++)
        for (int j = 0; j < c; j++) {
            int k = b->cyclic[i], l = b->cyclic[j];
            M[i * c + j] = b->M[k >= l ? k * b->n + l : l * b->n + k] * b->unit[k] * b->unit[l];
        }
    num_cod f;
    num_cod_factor(&f, M, c, c, 1e-12, ARENA_ARRAY(b->a, int, c), ARENA_ARRAY(b->a, double, num_cod_doubles(c, c)));
    for (int j = 0; j < columns; j++) {
        for (int i = 0; i < c; i++)
            rhs[i] = B[i * columns + j] * b->unit[b->cyclic[i]];
        num_cod_solve(&f, rhs, x);
        for (int i = 0; i < c; i++)
            B[i * columns + j] = x[i] * b->unit[b->cyclic[i]];
    }
    base_arena_release(b->a, mark);
    return f.rank == c;
}

void analysis_residual_solve_cyclic(const balance *b, double *B) {
    if (b->c)
        solve_small(b, B, b->n);
}

static bool look(balance *b) {
    int n = b->n, m = b->m, count = n * n + n + m * n + 2 * m + b->c + 1;
    const double *x = analysis_probe_at(b->ground, &b->at);
    b->work += (double)analysis_probe_cost(b->ground);
    b->M = x;
    b->h = b->M + n * n;
    b->A = b->h + n;
    b->f_dot = b->A + m * n;
    b->gamma = b->f_dot + m;
    b->p = b->gamma + m;
    b->W = b->p[b->c];
    return analysis_finite(x, count);
}

/* Everything that decides where the balance is: h, A, f_dot, gamma, p, and f; and bounds for the terms of each. */
typedef struct fingerprint {
    analysis_probe *probe;
    int count;
    double *x;
} fingerprint;

static fingerprint make_fingerprint(const balance *b) {
    int n = b->n, ground = n + b->m * n + 2 * b->m + b->c;
    fingerprint f = {.count = ground + b->position_count};
    expr_id *roots = ARENA_ARRAY(b->a, expr_id, f.count + 1);
    memcpy(roots, b->ground_roots + n * n, (size_t)ground * sizeof *roots);
    for (int k = 0; k < b->position_count; k++)
        roots[ground + k] = b->s->e.f[b->position[k]];
    f.probe = analysis_probe_make_by_pieces(b->s->m, roots, (size_t)f.count, true, b->a);
    f.x = ARENA_ARRAY(b->a, double, 2 * f.count + 1);
    return f;
}

/* Whether the balance looks the same so far along a coordinate. */
static bool repeats(balance *b, int i, double shift, analysis_dice *dice, const fingerprint *f) {
    analysis_state at = analysis_state_make(b->s->m, b->a);
    for (int k = 0; k < PLACES; k++) {
        analysis_state_near(b->s->m, &b->s->start, 1, dice, &at);
        memset(at.v, 0, b->s->m->coord_count * sizeof *at.v);
        for (int j = 0; j < b->c; j++)
            at.v[b->s->e.coords[b->cyclic[j]]] = analysis_residual_speed(b, b->cyclic[j]).far * analysis_random(dice);
        at.t = b->s->start.t;
        memcpy(f->x, analysis_probe_at(f->probe, &at), 2 * (size_t)f->count * sizeof *f->x);
        at.q[b->s->e.coords[i]] += shift;
        const double *y = analysis_probe_at(f->probe, &at);
        if (!analysis_finite(f->x, f->count) || !analysis_finite(y, f->count))
            return false;
        for (int j = 0; j < f->count; j++)
            if (!(fabs(f->x[j] - y[j]) <= alike * (f->x[f->count + j] + y[f->count + j])))
                return false;
    }
    return true;
}

void analysis_residual_find_symmetries(balance *b, analysis_dice *dice) {
    fingerprint f = make_fingerprint(b);
    b->is_angle = ARENA_ARRAY(b->a, bool, b->n + 1);
    b->is_ignored = ARENA_ARRAY(b->a, bool, b->n + 1);
    for (int i = 0; i < b->n; i++) {
        double shift = analysis_residual_length(b, i).near;
        b->is_ignored[i] = repeats(b, i, shift, dice, &f);
        bool turns = shift <= turn; /* to a length of a light-year a few metres are nothing */
        b->is_angle[i] = !b->is_ignored[i] && turns && repeats(b, i, turn, dice, &f);
    }
}

/* Newton's method on p_c(q, v_c) = p_c: one step where momenta are linear in velocities. */
static bool settle_momenta(balance *b) {
    bool settled = b->c == 0;
    double *step = b->step;
    for (int k = 0; k < MOMENTUM_STEPS && !settled; k++) {
        double size = 0;
        for (int i = 0; i < b->c; i++)
            step[i] = b->p[i] - b->momenta[i];
        if (!solve_small(b, step, 1))
            return false;
        for (int i = 0; i < b->c; i++) {
            double *v = &b->at.v[b->s->e.coords[b->cyclic[i]]];
            *v -= step[i];
            size = fmax(size, step[i] != 0 ? fabs(step[i]) / (fabs(*v) + fabs(step[i])) : 0);
        }
        settled = size < 1e-15;
        if (!look(b))
            return false;
        settled |= k > 2 && size < 1e-12;
    }
    return settled;
}

bool analysis_residual_evaluate(balance *b) {
    int n = b->n, m = b->m;
    if (!look(b) || !settle_momenta(b))
        return false;
    double inconsistency = 0;
    if (num_saddle_factor(b->solver, b->M, b->A, n, m).singular) {
        b->met_singular = true;
        return false;
    }
    num_saddle_solve(b->solver, b->h, b->gamma, b->a_rest, b->lambda, &inconsistency);
    b->work += (double)n * n * n / 3 + (double)n * m * (n + m);
    b->excess = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
            b->excess += (i == j ? 1 : 2) * b->M[i * n + j] * b->a_rest[i] * b->a_rest[j];
    for (int k = 0; k < m; k++)
        b->lambda_all[b->s->e.rows[k]] = b->lambda[k];
    return isfinite(b->excess) && analysis_finite(b->lambda, m);
}

void analysis_residual_slope(balance *b) {
    analysis_probe_multipliers(b->slopes, b->lambda_all);
    b->K = analysis_probe_at(b->slopes, &b->at);
    b->D = b->K + b->n * b->n;
    b->p_q = b->D + b->n * b->c;
    b->work += (double)analysis_probe_cost(b->slopes);
}

void analysis_residual_amended(balance *b, double *out) {
    int n = b->n, c = b->c;
    arena_mark mark = base_arena_get_mark(b->a);
    double *v_q = ARENA_ARRAY(b->a, double, c *n + 1);
    memcpy(v_q, b->p_q, (size_t)(c * n) * sizeof *v_q);
    analysis_residual_solve_cyclic(b, v_q);
    memcpy(out, b->K, (size_t)(n * n) * sizeof *out);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < c; k++)
            for (int j = 0; j < n; j++)
                out[i * n + j] -= b->D[i * c + k] * v_q[k * n + j];
    base_arena_release(b->a, mark);
}

static const double *pick(const balance *b, const int *rows, int count, arena *a) {
    double *A = ARENA_ARRAY(a, double, count * b->n + 1);
    for (int k = 0; k < count; k++)
        memcpy(&A[k * b->n], &b->A[rows[k] * b->n], (size_t)b->n * sizeof *A);
    return A;
}

/* Gradients of the first of the rows that places have to meet. */
static const double *gradients(balance *b, int rows, arena *a) {
    if (rows == b->position_count)
        return pick(b, b->position, rows, a);
    double *A = ARENA_ARRAY(a, double, rows * b->n);
    memcpy(A, analysis_probe_at(b->rows, &b->at) + row_count(b), (size_t)(rows * b->n) * sizeof *A);
    b->work += (double)analysis_probe_cost(b->rows);
    return A;
}

void analysis_residual_tangents(balance *b, bool whole, tangent *q, tangent *v, arena *a) {
    int rows = b->position_count + b->leaf_count;
    tangent all = analysis_tangent_make(gradients(b, rows, a), rows, b->n, b->unit, a);
    b->rank = b->n - all.d;
    b->most_rank = b->rank > b->most_rank ? b->rank : b->most_rank;
    *q = analysis_tangent_without(&all, b->is_cyclic, a);
    *v = whole ? all : *q;
    if (b->velocity_count)
        *v = analysis_tangent_within(v, pick(b, b->velocity, b->velocity_count, a), b->velocity_count, b->unit, a);
    b->work += (double)rows * rows * b->n;
}

void analysis_residual_search_tangents(balance *b, tangent *q, tangent *v, arena *a) {
    analysis_residual_tangents(b, false, q, v, a);
    if (!b->rest_count)
        return;
    tangent all = analysis_tangent_make(gradients(b, row_count(b), a), row_count(b), b->n, b->unit, a);
    *q = analysis_tangent_without(&all, b->is_cyclic, a);
}

void analysis_residual_inertia(const balance *b, double *M) {
    for (int i = 0; i < b->n; i++)
        for (int j = 0; j < b->n; j++)
            M[i * b->n + j] = i >= j ? b->M[i * b->n + j] : b->M[j * b->n + i];
}
