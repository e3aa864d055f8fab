/* The state-space form: M q'' + C^T lambda = h, A q'' = gamma, differentiated, in independent coordinates. */
#include "analysis/equilibria/linearise.h"
#include "num/vector.h"

#include <math.h>
#include <string.h>

#include "analysis/discontinuity/boundaries.h"
#include "analysis/equilibria/states.h"
#include "analysis/probe/response.h"
#include "expr/diff.h"
#include "expr/walk.h"

enum { ODD_DIRECTIONS = 2 };
static const double nudge = 1e-9, visible = 1e-9, on_border = 1e-7;
/* Of steps off the place, to see whether forces go on as their slopes say: what is left over falls by 1e-4 from one to
   the next where there is a second slope, by 1e-2 at a kink, and not at all at a jump. */
static const double far_step = 1e-5, near_step = 1e-7, falls = 3e-3, of_slope = 1e-6, of_terms = 1e-12;

struct lineariser {
    balance *b;
    analysis_probe *forces, *slopes, *outputs;
    analysis_probe *residual; /* n, and n bounds for the terms */
    borders borders;
    bool *has_value; /* per output */
    int outputs_count;
};

/* What has to be known at a place, besides the balance. */
typedef struct place {
    const double *R_v, *gamma_q, *gamma_v, *rate_q; /* n x n; m x n each */
    const double *y_q, *y_v, *y_a, *y_lambda;       /* outputs x n, ..., outputs x m */
} place;

/* Columns: how everything answers to one state or input. */
typedef struct answer {
    double *q, *v, *a, *lambda;
} answer;

static const model_coord *coord(const balance *b, int i) {
    return &b->s->m->coords[b->s->e.coords[i]];
}

static void quieten(const balance *b, expr_id *x, size_t count, bool velocities, arena *a) {
    graph *g = b->s->m->g;
    expr_id *from = ARENA_ARRAY(a, expr_id, 2 * b->n + 1), *to = ARENA_ARRAY(a, expr_id, 2 * b->n + 1);
    size_t pairs = 0;
    for (int i = 0; i < b->n; i++) {
        from[pairs] = expr_var(g, coord(b, i)->a);
        to[pairs++] = expr_int(g, 0);
        if (velocities && !b->is_cyclic[i]) {
            from[pairs] = expr_var(g, coord(b, i)->v);
            to[pairs++] = expr_int(g, 0);
        }
    }
    for (size_t k = 0; k < count; k++)
        if (!x[k].i)
            x[k] = expr_int(g, 0);
    expr_substitute(g, x, count, from, to, pairs, x);
}

static uint32_t *variables(const balance *b, int which, arena *a) {
    uint32_t *x = ARENA_ARRAY(a, uint32_t, b->n + 1);
    for (int i = 0; i < b->n; i++)
        x[i] = which == 0 ? coord(b, i)->q : which == 1 ? coord(b, i)->v : coord(b, i)->a;
    return x;
}

static void gradients(const balance *b, const expr_id *f, int count, const uint32_t *vars, int n, expr_id *out) {
    for (int k = 0; k < count; k++)
        expr_reverse(b->s->m->g, &f[k], NULL, 1, vars, (size_t)n, &out[k * n]);
}

/* R = C^T lambda - h with all velocities in it. */
static expr_id *residual(const balance *b, arena *a) {
    graph *g = b->s->m->g;
    const mech_equations *e = &b->s->e;
    expr_id *R = ARENA_ARRAY(a, expr_id, b->n + 1);
    for (int i = 0; i < b->n; i++) {
        R[i] = expr_neg(g, e->h[i]);
        for (int k = 0; k < b->m; k++) {
            expr_id lambda = expr_var(g, b->s->m->rows[e->rows[k]].lambda), slope = e->A[k * b->n + i];
            if (slope.i && !expr_is_zero(g, slope))
                R[i] = expr_add(g, R[i], expr_mul(g, slope, lambda));
        }
    }
    return R;
}

/* The place is on a border between pieces of a formula, as far as it is known. */
static bool is_on_border(lineariser *l) {
    const balance *b = l->b;
    size_t n = (size_t)b->n;
    const double *x = analysis_probe_at(l->borders.probe, &b->at);
    for (size_t k = 0; k < l->borders.count; k++) {
        const double *slope = x + l->borders.count + k * 2 * n;
        double near = 0;
        for (int i = 0; i < b->n; i++)
            near += fabs(slope[i]) * analysis_residual_length(b, i).near +
                    fabs(slope[b->n + i]) * analysis_residual_speed(b, i).near;
        if (!(fabs(x[k]) > on_border * near))
            return true;
    }
    return false;
}

static void derive_slopes(lineariser *l, arena *a) {
    balance *b = l->b;
    int n = b->n, m = b->m, count = n * n + 3 * m * n;
    const uint32_t *q = variables(b, 0, a), *v = variables(b, 1, a);
    expr_id *x = ARENA_ARRAY(a, expr_id, count + 1), *R = residual(b, a);
    gradients(b, R, n, v, n, x);
    gradients(b, b->s->e.gamma, m, q, n, x + n * n);
    gradients(b, b->s->e.gamma, m, v, n, x + n * n + m * n);
    gradients(b, b->s->e.f_dot, m, q, n, x + n * n + 2 * m * n);
    quieten(b, x, (size_t)count, true, a);
    l->slopes = analysis_probe_make(b->s->m, x, (size_t)count, a);
    l->forces = analysis_probe_make(b->s->m, b->s->e.h, (size_t)n, a);
    expr_id *sized = ARENA_ARRAY(a, expr_id, 2 * n + 1);
    for (int i = 0; i < n; i++) {
        sized[i] = R[i];
        sized[n + i] = expr_size(b->s->m->g, R[i]);
    }
    l->residual = analysis_probe_make(b->s->m, sized, (size_t)(2 * n), a);
    l->borders = analysis_boundaries_make(b->s, R, (size_t)n, a);
}

static void derive_outputs(lineariser *l, arena *a) {
    balance *b = l->b;
    model *m = b->s->m;
    int n = b->n, rows = b->m, count = l->outputs_count, size = count * (3 * n + rows + 1);
    uint32_t *lambda = ARENA_ARRAY(a, uint32_t, rows + 1);
    for (int k = 0; k < rows; k++)
        lambda[k] = m->rows[b->s->e.rows[k]].lambda;
    expr_id *y = analysis_outputs(b->s, a), *x = ARENA_ARRAY(a, expr_id, size + 1);
    l->has_value = ARENA_ARRAY(a, bool, count + 1);
    for (int i = 0; i < count; i++) {
        l->has_value[i] = y[i].i != 0;
        if (!y[i].i)
            y[i] = expr_int(m->g, 0);
    }
    gradients(b, y, count, variables(b, 0, a), n, x);
    gradients(b, y, count, variables(b, 1, a), n, x + count * n);
    gradients(b, y, count, variables(b, 2, a), n, x + 2 * count * n);
    gradients(b, y, count, lambda, rows, x + 3 * count * n);
    memcpy(x + count * (3 * n + rows), y, (size_t)count * sizeof *x);
    quieten(b, x, (size_t)size, true, a);
    l->outputs = analysis_probe_make(m, x, (size_t)size, a);
}

lineariser *analysis_linearise_make(balance *b, arena *a) {
    lineariser *l = ARENA_NEW(a, lineariser);
    *l = (lineariser){.b = b, .outputs_count = (int)b->s->m->output_count};
    derive_slopes(l, a);
    derive_outputs(l, a);
    return l;
}

/* How the forces change at velocities of a certain part of their scales in all coordinates. */
static void change(lineariser *l, double speed, analysis_state *s, double *out) {
    balance *b = l->b;
    memcpy(s->q, b->at.q, b->s->m->coord_count * sizeof *s->q);
    memcpy(s->v, b->at.v, b->s->m->coord_count * sizeof *s->v);
    s->t = b->at.t;
    for (int i = 0; i < b->n; i++)
        s->v[b->s->e.coords[i]] += speed * b->s->start.scales->v[b->s->e.coords[i]].near;
    const double *h = analysis_probe_at(l->forces, s);
    for (int i = 0; i < b->n; i++)
        out[i] = fabs(h[i] - b->h[i]);
}

/* Dry friction and the like: the change of forces does not fall with the velocities. */
static bool jumps(lineariser *l, arena *a) {
    balance *b = l->b;
    analysis_state s = analysis_state_make(b->s->m, a);
    double *small = ARENA_ARRAY(a, double, b->n + 1), *large = ARENA_ARRAY(a, double, b->n + 1);
    for (int turn = -1; turn <= 1; turn += 2) {
        change(l, turn * nudge, &s, small);
        change(l, turn * 1e3 * nudge, &s, large);
        for (int i = 0; i < b->n; i++)
            if (small[i] > 0.5 * large[i] && small[i] > visible * (b->forces[i] + fabs(b->h[i]) + large[i]))
                return true;
    }
    return false;
}

static void multiply(const double *A, int rows, int n, const double *x, double sign, double *y) {
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < n; j++)
            y[i] += sign * A[i * n + j] * x[j];
}

static place look(lineariser *l) {
    balance *b = l->b;
    int n = b->n, m = b->m, count = l->outputs_count;
    place p = {0};
    analysis_residual_slope(b);
    analysis_probe_multipliers(l->slopes, b->lambda_all);
    p.R_v = analysis_probe_at(l->slopes, &b->at);
    p.gamma_q = p.R_v + n * n;
    p.gamma_v = p.gamma_q + m * n;
    p.rate_q = p.gamma_v + m * n;
    analysis_probe_multipliers(l->outputs, b->lambda_all);
    p.y_q = analysis_probe_at(l->outputs, &b->at);
    p.y_v = p.y_q + count * n;
    p.y_a = p.y_v + count * n;
    p.y_lambda = p.y_a + count * n;
    return p;
}

/* --- Kinks --- */

/* What the forces out of balance are beside a place, along the free velocities and in units of inertia. */
typedef struct sight {
    lineariser *l;
    const tangent *along;
    analysis_state at;
    double *here, *slope, *left; /* along->d: at the place; what one step of 1 brings; what that does not explain */
    double terms;                /* the size of what the forces are made of */
} sight;

static void gather_units(const sight *s, const double *R, double *out) {
    analysis_tangent_gather(s->along, R, out);
    for (int k = 0; k < s->along->d; k++)
        out[k] *= s->l->b->unit[s->along->free[k]];
}

/* How far the forces are, after a step, from where their slope says. */
static double left_over(sight *s, const double *x, bool velocity, double step) {
    balance *b = s->l->b;
    double *to = velocity ? s->at.v : s->at.q;
    const double *from = velocity ? b->at.v : b->at.q;
    for (int i = 0; i < b->n; i++)
        to[b->s->e.coords[i]] = from[b->s->e.coords[i]] + step * x[i];
    gather_units(s, analysis_probe_at(s->l->residual, &s->at), s->left);
    for (int i = 0; i < b->n; i++)
        to[b->s->e.coords[i]] = from[b->s->e.coords[i]];
    for (int k = 0; k < s->along->d; k++)
        s->left[k] -= s->here[k] + step * s->slope[k];
    return num_largest(s->left, s->along->d);
}

/* Whether the slope (n x n) is another one on either side along x, or none. x is made as long as numbers of the place
   are. */
static bool bends_along(sight *s, double *x, const double *slope, bool velocity, arena *a) {
    balance *b = s->l->b;
    double *change = ARENA_ARRAY(a, double, b->n + 1), length = 0;
    const analysis_extent *scales = velocity ? b->s->start.scales->v : b->s->start.scales->q;
    for (int i = 0; i < b->n; i++)
        length = fmax(length, fabs(x[i]) / scales[b->s->e.coords[i]].near);
    for (int i = 0; i < b->n && length > 0; i++)
        x[i] /= length;
    multiply(slope, b->n, b->n, x, 1, change);
    gather_units(s, change, s->slope);
    double seen = of_slope * num_largest(s->slope, s->along->d) * near_step + of_terms * s->terms;
    for (int turn = -1; turn <= 1; turn += 2) {
        double small = left_over(s, x, velocity, turn * near_step);
        if (small > seen && small > falls * left_over(s, x, velocity, turn * far_step))
            return true;
    }
    return false;
}

/* Along each free direction and a few between them. */
static bool bends(sight *s, const tangent *t, const double *slope, bool velocity, arena *a) {
    int n = s->l->b->n;
    analysis_dice dice = analysis_dice_make();
    double *x = ARENA_ARRAY(a, double, n + 1), *y = ARENA_ARRAY(a, double, t->d + 1);
    for (int k = 0; k < t->d + ODD_DIRECTIONS && t->d > 0; k++) {
        for (int i = 0; i < t->d; i++)
            y[i] = k < t->d ? i == k : analysis_random(&dice) * s->l->b->unit[t->free[i]];
        analysis_tangent_apply(t, y, x);
        if (bends_along(s, x, slope, velocity, a))
            return true;
    }
    return false;
}

/* Forces whose slopes are others on either side of the place, by place or by velocity. */
static bool has_kinks(lineariser *l, const place *p, const small_motion *motion, arena *a) {
    balance *b = l->b;
    int n = b->n, d = motion->v.d;
    sight s = {.l = l, .along = &motion->v, .at = analysis_state_make(b->s->m, a)};
    memcpy(s.at.q, b->at.q, b->s->m->coord_count * sizeof *s.at.q);
    memcpy(s.at.v, b->at.v, b->s->m->coord_count * sizeof *s.at.v);
    s.at.t = b->at.t;
    s.here = ARENA_ARRAY(a, double, d + 1);
    s.slope = ARENA_ARRAY(a, double, d + 1);
    s.left = ARENA_ARRAY(a, double, d + 1);
    analysis_probe_multipliers(l->residual, b->lambda_all);
    const double *R = analysis_probe_at(l->residual, &b->at);
    gather_units(&s, R, s.here);
    for (int i = 0; i < n; i++)
        s.terms = fmax(s.terms, R[n + i] * b->unit[i]);
    return bends(&s, &motion->q, b->K, false, a) || bends(&s, &motion->v, p->R_v, true, a);
}

/* M - M_c M_cc^-1 M_c^T and so on: what is left of the equations when the momenta are kept. */
static void reduce(balance *b, const place *p, small_motion *x, arena *a) {
    int n = b->n, c = b->c;
    x->M = ARENA_ARRAY(a, double, n *n + 1);
    x->G = ARENA_ARRAY(a, double, n *n + 1);
    x->K = ARENA_ARRAY(a, double, n *n + 1);
    x->c_q = ARENA_ARRAY(a, double, c *n + 1);
    x->c_v = ARENA_ARRAY(a, double, c *n + 1);
    analysis_residual_inertia(b, x->M);
    analysis_residual_amended(b, x->K);
    memcpy(x->G, p->R_v, (size_t)(n * n) * sizeof *x->G);
    for (int k = 0; k < c; k++)
        for (int j = 0; j < n; j++) {
            x->c_q[k * n + j] = -b->p_q[k * n + j];
            x->c_v[k * n + j] = -x->M[b->cyclic[k] * n + j];
        }
    analysis_residual_solve_cyclic(b, x->c_q);
    analysis_residual_solve_cyclic(b, x->c_v);
    double *M_c = ARENA_ARRAY(a, double, n *c + 1);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < c; k++)
            M_c[i * c + k] = x->M[i * n + b->cyclic[k]];
    for (int i = 0; i < n; i++)
        for (int k = 0; k < c; k++)
            for (int j = 0; j < n; j++) {
                x->M[i * n + j] += M_c[i * c + k] * x->c_v[k * n + j];
                x->G[i * n + j] += M_c[i * c + k] * x->c_q[k * n + j] + b->D[i * c + k] * x->c_v[k * n + j];
            }
}

/* Velocities that displacements bring about because rows ask for them, with none of the independent ones. */
static void drag(balance *b, const place *p, const tangent *v, answer *x, arena *a) {
    int n = b->n, m = b->m;
    double *right = ARENA_ARRAY(a, double, m + 1), *zero = ARENA_ARRAY(a, double, n + 1);
    double *y = ARENA_ARRAY(a, double, v->d + 1), *along = ARENA_ARRAY(a, double, n + 1), size = 0;
    multiply(p->rate_q, m, n, x->q, -1, right);
    for (int k = 0; k < m; k++)
        size += fabs(right[k]);
    if (size == 0)
        return;
    num_saddle_solve(b->solver, zero, right, x->v, x->lambda, NULL);
    for (int i = 0; i < v->d; i++)
        y[i] = x->v[v->free[i]];
    analysis_tangent_apply(v, y, along);
    for (int j = 0; j < n; j++)
        x->v[j] -= along[j];
}

/* Accelerations and multipliers that follow from displacements, velocities and forces u. */
static void respond(balance *b, const place *p, const double *u, answer *x, arena *a) {
    int n = b->n, m = b->m;
    double *h = ARENA_ARRAY(a, double, n + 1), *gamma = ARENA_ARRAY(a, double, m + 1);
    memcpy(h, u, (size_t)n * sizeof *h);
    multiply(b->K, n, n, x->q, -1, h);
    multiply(p->R_v, n, n, x->v, -1, h);
    multiply(p->gamma_q, m, n, x->q, 1, gamma);
    multiply(p->gamma_v, m, n, x->v, 1, gamma);
    num_saddle_solve(b->solver, h, gamma, x->a, x->lambda, NULL);
}

static void write_outputs(const lineariser *l, const place *p, const answer *x, double *out, int column, int columns,
                          arena *a) {
    int n = l->b->n, m = l->b->m, count = l->outputs_count;
    double *y = ARENA_ARRAY(a, double, count + 1);
    multiply(p->y_q, count, n, x->q, 1, y);
    multiply(p->y_v, count, n, x->v, 1, y);
    multiply(p->y_a, count, n, x->a, 1, y);
    multiply(p->y_lambda, count, m, x->lambda, 1, y);
    const double *value = p->y_lambda + count * m;
    for (int i = 0; i < count; i++)
        out[i * columns + column] = l->has_value[i] && isfinite(value[i]) && isfinite(y[i]) ? y[i] : NAN;
}

static void fill_column(lineariser *l, const place *p, const small_motion *motion, linear_system *s, int column,
                        arena *scratch) {
    balance *b = l->b;
    int n = b->n, states = s->states, d = motion->q.d;
    arena_mark mark = base_arena_get_mark(scratch);
    answer x = {ARENA_ARRAY(scratch, double, n + 1), ARENA_ARRAY(scratch, double, n + 1),
                ARENA_ARRAY(scratch, double, n + 1), ARENA_ARRAY(scratch, double, b->m + 1)};
    double *u = ARENA_ARRAY(scratch, double, n + 1);
    for (int j = 0; j < n && column < d; j++)
        x.q[j] = motion->q.T[j * d + column];
    for (int j = 0; j < n && column >= d && column < states; j++)
        x.v[j] = motion->v.T[j * motion->v.d + column - d];
    if (column >= states)
        u[column - states] = 1;
    if (column < d)
        drag(b, p, &motion->v, &x, scratch);
    respond(b, p, u, &x, scratch);
    double *to = column < states ? s->A : s->B;
    int columns = column < states ? states : s->inputs, at = column < states ? column : column - states;
    for (int i = 0; i < d; i++)
        to[i * columns + at] = x.v[motion->q.free[i]];
    for (int i = 0; i < motion->v.d; i++)
        to[(d + i) * columns + at] = x.a[motion->v.free[i]];
    write_outputs(l, p, &x, column < states ? s->C : s->D, at, columns, scratch);
    base_arena_release(scratch, mark);
}

static void name(const balance *b, const small_motion *motion, linear_system *s, arena *a) {
    s->state_names = ARENA_ARRAY(a, const char *, s->states + 1);
    s->input_names = ARENA_ARRAY(a, const char *, s->inputs + 1);
    s->output_names = ARENA_ARRAY(a, const char *, s->outputs + 1);
    for (int i = 0; i < motion->q.d; i++)
        s->state_names[i] = coord(b, motion->q.free[i])->name;
    for (int i = 0; i < motion->v.d; i++)
        s->state_names[motion->q.d + i] = base_arena_printf(a, "%s'", coord(b, motion->v.free[i])->name);
    for (int i = 0; i < s->inputs; i++)
        s->input_names[i] = coord(b, i)->name;
    for (int i = 0; i < s->outputs; i++)
        s->output_names[i] = b->s->m->outputs[i].name;
}

void analysis_linearise_here(lineariser *l, small_motion *motion, linear_system *system, arena *a) {
    balance *b = l->b;
    *motion = (small_motion){.n = b->n};
    *system = (linear_system){0};
    bool on_border_here = is_on_border(l);
    motion->jumps = on_border_here && jumps(l, b->a);
    if (motion->jumps)
        return;
    place p = look(l);
    analysis_residual_tangents(b, true, &motion->q, &motion->v, b->a);
    motion->jumps = on_border_here && has_kinks(l, &p, motion, b->a);
    if (motion->jumps)
        return;
    reduce(b, &p, motion, b->a);
    linear_system s = {.states = motion->q.d + motion->v.d, .inputs = b->n, .outputs = l->outputs_count};
    s.A = ARENA_ARRAY(a, double, s.states *s.states + 1);
    s.B = ARENA_ARRAY(a, double, s.states *s.inputs + 1);
    s.C = ARENA_ARRAY(a, double, s.outputs *s.states + 1);
    s.D = ARENA_ARRAY(a, double, s.outputs *s.inputs + 1);
    name(b, motion, &s, a);
    for (int k = 0; k < s.states + s.inputs; k++)
        fill_column(l, &p, motion, &s, k, b->a);
    motion->jumps = !analysis_finite(s.A, s.states * s.states) || !analysis_finite(s.B, s.states * s.inputs);
    if (motion->jumps)
        return;
    analysis_states_reduce(b, motion, &s, b->a);
    *system = s;
}
