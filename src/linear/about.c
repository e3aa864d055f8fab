/* The state matrix of independent displacements and velocities, from the derivatives of a point. */
#include <math.h>
#include <string.h>

#include "analysis/probe/tangent.h"
#include "linear/eigen.h"
#include "linear/problem.h"
#include "num/saddle.h"
#include "num/vector.h"

static const double no_force = 1e-9;    /* accelerations beside what forces make one by one */
static const double same_matrix = 1e-6; /* of the greatest element, in units */
static const double roundings = 16 * 0x1p-52; /* of forces in their slopes */
static const double far_step = 1e-5, near_step = 1e-7, falls = 3e-3, of_slope = 1e-6, of_terms = 1e-11;

typedef struct work {
    linear_problem *p;
    linear_about *x;
    arena *a;                /* of the result */
    double *unit_q, *unit_v; /* n: scales */
    double *a_q, *a_v, *a_u; /* n x n; n x k */
    double *y_q, *y_v, *y_u; /* outputs x n; outputs x k */
    tangent q, v;
    double *da; /* n x states: how accelerations answer to one of the states */
    saddle *rows;
    double *force; /* n: of all forces one by one */
    double terms;  /* of accelerations, in units */
} work;

static double *slope(work *w, point_quantity what, point_variable by) {
    double *out = ARENA_ARRAY(w->a, double, point_size(w->p->p, what) * point_width(w->p->p, by) + 1);
    return point_differentiate(w->p->p, what, by, out) ? out : NULL;
}

static bool is_state(const work *w, int i) {
    return !model_is_place(&w->p->m->coords[point_equations(w->p->p)->coords[i]]);
}

/* Declared inputs, then a force on each coordinate that is a place. */
static double *slope_by_inputs(work *w, point_quantity what) {
    const model *m = w->p->m;
    const size_t rows = point_size(w->p->p, what), params = m->param_count, k = (size_t)w->x->k, n = (size_t)w->x->n;
    const double *by_param = slope(w, what, POINT_BY_PARAM), *by_load = slope(w, what, POINT_BY_LOAD);
    double *out = ARENA_ARRAY(w->a, double, rows *k + 1);
    size_t at = 0;
    for (size_t i = 0; i < params; i++) {
        for (size_t r = 0; m->params[i].input && r < rows; r++)
            out[r * k + at] = by_param[r * params + i];
        at += m->params[i].input;
    }
    for (size_t i = 0; i < n; i++) {
        for (size_t r = 0; !is_state(w, (int)i) && r < rows; r++)
            out[r * k + at] = by_load[r * n + i];
        at += !is_state(w, (int)i);
    }
    return out;
}

static int count_inputs(const work *w) {
    int count = 0;
    for (size_t i = 0; i < w->p->m->param_count; i++)
        count += w->p->m->params[i].input;
    for (int i = 0; i < w->x->n; i++)
        count += !is_state(w, i);
    return count;
}

static double *residual_slope(work *w, point_variable by) {
    double *out = ARENA_ARRAY(w->a, double, (size_t)w->x->n *point_width(w->p->p, by) + 1);
    point_differentiate_residual(w->p->p, by, out);
    return out;
}

/* Small motions in the coordinates of the model. */
static void take_matrices(work *w) {
    linear_about *x = w->x;
    const mech_equations *e = point_equations(w->p->p);
    const model *m = w->p->m;
    const size_t params = m->param_count;
    const int n = x->n;
    x->M = ARENA_ARRAY(w->a, double, n *n + 1);
    memcpy(x->M, point_get(w->p->p, POINT_M), (size_t)(n * n) * sizeof *x->M);
    x->K = residual_slope(w, POINT_BY_Q);
    x->C = residual_slope(w, POINT_BY_V);
    x->B = ARENA_ARRAY(w->a, double, n * x->k + 1);
    const double *by_param = residual_slope(w, POINT_BY_PARAM);
    int at = 0;
    for (size_t i = 0; i < params; i++)
        if (m->params[i].input) {
            for (int r = 0; r < n; r++)
                x->B[r * x->k + at] = -by_param[(size_t)r * params + i];
            at++;
        }
    for (int i = 0; i < n; i++)
        if (!is_state(w, i))
            x->B[i * x->k + at++] = 1;
    x->A = ARENA_ARRAY(w->a, double, n * x->m + 1);
    x->A_value = ARENA_ARRAY(w->a, double, x->m + 1);
    memcpy(x->A_value, point_get(w->p->p, POINT_MULTIPLIER), (size_t)x->m * sizeof *x->A_value);
    const double *F_v = slope(w, POINT_F_DOT, POINT_BY_V);
    memcpy(x->A, F_v, (size_t)(n * x->m) * sizeof *x->A);
    x->R = slope(w, POINT_F_DOT, POINT_BY_Q);
    x->row_names = ARENA_ARRAY(w->a, const char *, x->m + 1);
    x->row_velocity = ARENA_ARRAY(w->a, bool, x->m + 1);
    x->coord_names = ARENA_ARRAY(w->a, const char *, n + 1);
    for (int k = 0; k < x->m; k++) {
        x->row_names[k] = m->rows[e->rows[k]].name;
        x->row_velocity[k] = w->p->choice->system->rows[e->rows[k]].velocity;
    }
    for (int i = 0; i < n; i++)
        x->coord_names[i] = m->coords[e->coords[i]].name;
}

/* Free displacements of places, and free velocities with the values of states. */
static void find_free(work *w) {
    linear_about *x = w->x;
    const int n = x->n;
    double *A = ARENA_ARRAY(w->a, double, x->m *n + 1);
    bool *drop = ARENA_ARRAY(w->a, bool, n + 1), *constant = ARENA_ARRAY(w->a, bool, n + 1);
    int rows = 0;
    for (int k = 0; k < x->m; k++)
        if (!x->row_velocity[k])
            memcpy(A + n * rows++, x->A + n * k, (size_t)n * sizeof *A);
    for (int i = 0; i < n; i++) {
        drop[i] = is_state(w, i);
        constant[i] = w->p->m->coords[point_equations(w->p->p)->coords[i]].role == COORD_MEMORY;
    }
    const tangent q = analysis_tangent_make(A, rows, n, w->unit_q, w->a);
    const tangent v = analysis_tangent_make(x->A, x->m, n, w->unit_q, w->a);
    w->q = analysis_tangent_without(&q, drop, w->a);
    w->v = analysis_tangent_without(&v, constant, w->a);
    x->q_count = w->q.d;
    x->v_count = w->v.d;
    x->q_free = w->q.free;
    x->v_free = w->v.free;
    double *metric = ARENA_ARRAY(w->a, double, n *n + 1);
    for (int i = 0; i < n; i++)
        metric[i * n + i] = 1 / (w->unit_v[i] * w->unit_v[i]);
    w->rows = num_saddle_create(w->a, n, x->m);
    num_saddle_factor(w->rows, metric, x->A, n, x->m);
}

static void multiply(const double *A, int rows, int n, const double *x, double sign, double *y) {
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < n; j++)
            y[i] += sign * A[i * n + j] * x[j];
}

/* Velocities that displacements bring about because rows ask for them, with none of the independent ones. */
static void drag(work *w, const double *dq, double *dv) {
    const int n = w->x->n, m = w->x->m;
    double *right = ARENA_ARRAY(w->a, double, m + 1), *zero = ARENA_ARRAY(w->a, double, n + 1);
    double *y = ARENA_ARRAY(w->a, double, w->v.d + 1), *along = ARENA_ARRAY(w->a, double, n + 1);
    double *lambda = ARENA_ARRAY(w->a, double, m + 1);
    multiply(w->x->R, m, n, dq, -1, right);
    if (num_largest(right, m) == 0)
        return;
    num_saddle_solve(w->rows, zero, right, dv, lambda, NULL);
    for (int i = 0; i < w->v.d; i++)
        y[i] = dv[w->v.free[i]];
    analysis_tangent_apply(&w->v, y, along);
    for (int j = 0; j < n; j++)
        dv[j] -= along[j];
}

static void fill_column(work *w, int k) {
    linear_about *x = w->x;
    linear_system *s = &x->system;
    const int n = x->n;
    double *dq = ARENA_ARRAY(w->a, double, n + 1), *dv = ARENA_ARRAY(w->a, double, n + 1);
    double *da = ARENA_ARRAY(w->a, double, n + 1), *dy = ARENA_ARRAY(w->a, double, s->outputs + 1);
    for (int j = 0; j < n; j++)
        if (k < x->q_count)
            dq[j] = w->q.T[j * w->q.d + k];
        else
            dv[j] = w->v.T[j * w->v.d + k - x->q_count];
    if (k < x->q_count)
        drag(w, dq, dv);
    multiply(w->a_q, n, n, dq, 1, da);
    multiply(w->a_v, n, n, dv, 1, da);
    multiply(w->y_q, s->outputs, n, dq, 1, dy);
    multiply(w->y_v, s->outputs, n, dv, 1, dy);
    for (int i = 0; i < x->q_count; i++)
        s->A[i * s->states + k] = dv[w->q.free[i]];
    for (int i = 0; i < x->v_count; i++)
        s->A[(x->q_count + i) * s->states + k] = da[w->v.free[i]];
    for (int i = 0; i < s->outputs; i++)
        s->C[i * s->states + k] = dy[i];
    for (int i = 0; i < n; i++) {
        x->T[i * s->states + k] = is_state(w, i) ? dv[i] : dq[i];
        x->dq[i * s->states + k] = dq[i];
        x->dv[i * s->states + k] = dv[i];
        w->da[i * s->states + k] = da[i];
    }
}

static void name_all(work *w) {
    linear_about *x = w->x;
    linear_system *s = &x->system;
    const model *m = w->p->m;
    const mech_equations *e = point_equations(w->p->p);
    int at = 0;
    s->state_names = ARENA_ARRAY(w->a, const char *, s->states + 1);
    s->input_names = ARENA_ARRAY(w->a, const char *, s->inputs + 1);
    s->output_names = ARENA_ARRAY(w->a, const char *, s->outputs + 1);
    for (int i = 0; i < x->q_count; i++)
        s->state_names[i] = m->coords[e->coords[w->q.free[i]]].name;
    for (int i = 0; i < x->v_count; i++) {
        const model_coord *c = &m->coords[e->coords[w->v.free[i]]];
        s->state_names[x->q_count + i] = base_arena_printf(w->a, "%s%s", c->name, model_rate_mark(c));
    }
    for (size_t i = 0; i < m->param_count; i++)
        if (m->params[i].input)
            s->input_names[at++] = m->params[i].name;
    for (int i = 0; i < x->n; i++)
        if (!is_state(w, i))
            s->input_names[at++] = x->coord_names[i];
    for (int i = 0; i < s->outputs; i++)
        s->output_names[i] = m->outputs[i].name;
}

static void find_system(work *w) {
    linear_about *x = w->x;
    linear_system *s = &x->system;
    *s = (linear_system){.states = x->q_count + x->v_count, .inputs = x->k, .outputs = (int)w->p->m->output_count};
    s->A = ARENA_ARRAY(w->a, double, s->states * s->states + 1);
    s->B = ARENA_ARRAY(w->a, double, s->states * s->inputs + 1);
    s->C = ARENA_ARRAY(w->a, double, s->outputs * s->states + 1);
    s->D = w->y_u;
    double **const answers[] = {&x->T, &x->dq, &x->dv, &w->da};
    for (size_t k = 0; k < sizeof answers / sizeof *answers; k++)
        *answers[k] = ARENA_ARRAY(w->a, double, x->n * s->states + 1);
    name_all(w);
    for (int k = 0; k < s->states; k++)
        fill_column(w, k);
    for (int i = 0; i < x->v_count; i++)
        for (int k = 0; k < x->k; k++)
            s->B[(x->q_count + i) * x->k + k] = w->a_u[w->v.free[i] * x->k + k];
}

/* What forces make one by one, in units: the measure of rounding. */
static void measure_terms(work *w) {
    const linear_about *x = w->x;
    const double *h = point_get(w->p->p, POINT_H), *A = point_get(w->p->p, POINT_A);
    w->force = ARENA_ARRAY(w->a, double, x->n + 1);
    for (int i = 0; i < x->n; i++) {
        const double M = x->M[i * x->n + i];
        double force = fabs(h[i]);
        for (int k = 0; k < x->m; k++)
            force += fabs(A[k * x->n + i] * x->A_value[k]);
        w->force[i] = force;
        w->terms = fmax(w->terms, M > 0 ? force / M / w->unit_q[i] : 0);
        w->terms = fmax(w->terms, pow(w->unit_v[i] / w->unit_q[i], 2));
    }
}

/* Slopes that are as small as the rounding of what they are slopes of: cos 90 deg is none. */
static void drop_dust(double *row, const double *unit, int n, double size) {
    for (int j = 0; j < n; j++)
        row[j] = fabs(row[j]) * unit[j] <= roundings * size ? 0 : row[j];
}

/* Of forces; as energies, so that a symmetric matrix remains one. */
static void drop_dust_of_forces(const work *w, double *slope, const double *unit) {
    const int n = w->x->n;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            const double size = fmax(w->force[i] * w->unit_q[i], w->force[j] * w->unit_q[j]);
            if (fabs(slope[i * n + j]) * w->unit_q[i] * unit[j] <= roundings * size)
                slope[i * n + j] = 0;
        }
}

static void drop_rounding(work *w) {
    const linear_about *x = w->x;
    const int n = x->n;
    drop_dust_of_forces(w, x->K, w->unit_q);
    drop_dust_of_forces(w, x->C, w->unit_v);
    for (int i = 0; i < n; i++) {
        const double M = x->M[i * n + i], made = M > 0 ? w->force[i] / M : 0;
        drop_dust(w->a_q + i * n, w->unit_q, n, made);
        drop_dust(w->a_v + i * n, w->unit_v, n, made);
    }
    const double *y = point_get(w->p->p, POINT_OUTPUT);
    for (size_t i = 0; i < w->p->m->output_count; i++) {
        double *by_q = w->y_q + i * (size_t)n, *by_v = w->y_v + i * (size_t)n, size = fabs(y[i]);
        for (int j = 0; j < n; j++)
            size = fmax(size, fmax(fabs(by_q[j]) * w->unit_q[j], fabs(by_v[j]) * w->unit_v[j]));
        drop_dust(by_q, w->unit_q, n, size);
        drop_dust(by_v, w->unit_v, n, size);
    }
}

/* --- Whether the slopes are those on either side --- */

/* How far accelerations are, one step along state k, from where their slope says. */
static double left_over(work *w, int k, double step) {
    linear_about *x = w->x;
    const int n = x->n, states = x->system.states;
    double *q = ARENA_ARRAY(w->a, double, n + 1), *v = ARENA_ARRAY(w->a, double, n + 1), worst = 0;
    double *to = ARENA_ARRAY(w->a, double, n + 1);
    for (int j = 0; j < n; j++) {
        q[j] = x->q[j] + step * x->dq[j * states + k];
        v[j] = x->v[j] + step * x->dv[j * states + k];
    }
    if (!point_solve(w->p->p, x->t, q, v, to, NULL))
        return INFINITY;
    for (int j = 0; j < n; j++)
        worst = fmax(worst, fabs(to[j] - x->a[j] - step * w->da[j * states + k]) / w->unit_q[j]);
    return worst;
}

/* Whether the slopes are others on either side along a state, or none. */
static bool bends(work *w, int k) {
    linear_about *x = w->x;
    const int states = x->system.states;
    double steep = 0, far = 0;
    for (int j = 0; j < x->n; j++) {
        far = fmax(far, fabs(x->dq[j * states + k]) / w->unit_q[j]);
        far = fmax(far, fabs(x->dv[j * states + k]) / w->unit_v[j]);
    }
    const double unit = far > 0 ? 1 / far : 1;
    for (int j = 0; j < x->n; j++)
        steep = fmax(steep, fabs(w->da[j * states + k]) * unit / w->unit_q[j]);
    for (int turn = -1; turn <= 1; turn += 2) {
        const double small = left_over(w, k, turn * near_step * unit);
        if (small > of_slope * steep * near_step + of_terms * w->terms &&
            small > falls * left_over(w, k, turn * far_step * unit))
            return true;
    }
    return false;
}

/* Dry friction and the like. */
static const char *find_kink(work *w) {
    for (int k = 0; k < w->x->system.states; k++)
        if (bends(w, k))
            return base_arena_printf(w->a, "forces jump or have a kink there, where '%s' changes",
                                     w->x->system.state_names[k]);
    return NULL;
}

/* --- Steady motion --- */

static bool is_memory(const work *w, int i) {
    return w->p->m->coords[point_equations(w->p->p)->coords[i]].role == COORD_MEMORY;
}

static bool is_unaccelerated(const work *w) {
    double most = 0;
    for (int i = 0; i < w->x->n; i++)
        most = fmax(most, is_memory(w, i) ? 0 : fabs(w->x->a[i]) / w->unit_q[i]);
    return most <= no_force * w->terms;
}

static bool is_constant(work *w, linear_about *later) {
    const linear_system *s = &w->x->system, *l = &later->system;
    double most = 0, change = 0;
    if (later->trouble || s->states != l->states)
        return false;
    for (int i = 0; i < s->states; i++)
        for (int j = 0; j < s->states; j++) {
            const double unit =
                (j < w->x->q_count ? w->unit_q[w->q.free[j]] : w->unit_v[w->v.free[j - w->x->q_count]]) /
                (i < w->x->q_count ? w->unit_q[w->q.free[i]] : w->unit_v[w->v.free[i - w->x->q_count]]);
            most = fmax(most, fabs(s->A[i * s->states + j]) * unit);
            change = fmax(change, fabs(s->A[i * s->states + j] - l->A[i * s->states + j]) * unit);
        }
    return change <= same_matrix * most;
}

static void find_at(work *w, bool alone);

/* A while later on the same even motion. */
static bool stays_steady(work *w) {
    linear_about *x = w->x, later = {.t = x->t, .n = x->n, .m = x->m};
    double slowest = INFINITY;
    later.q = ARENA_ARRAY(w->a, double, x->n + 1);
    later.v = x->v;
    for (int i = 0; i < x->n; i++)
        if (!is_state(w, i) && x->v[i] != 0)
            slowest = fmin(slowest, w->unit_q[i] / fabs(x->v[i]));
    const double wait = isfinite(slowest) ? 0.7 * slowest : w->p->scales->t.near;
    for (int i = 0; i < x->n; i++)
        later.q[i] = x->q[i] + (is_state(w, i) ? 0 : wait * x->v[i]);
    later.t += wait;
    work other = {.p = w->p, .x = &later, .a = w->a, .unit_q = w->unit_q, .unit_v = w->unit_v};
    find_at(&other, false);
    if (later.trouble || !is_unaccelerated(&other))
        return false;
    const double *f = point_get(w->p->p, POINT_F), *A = point_get(w->p->p, POINT_A);
    for (int k = 0; k < x->m; k++) {
        double terms = 0;
        for (int i = 0; i < x->n; i++)
            terms += fabs(A[k * x->n + i]) * w->unit_q[i];
        if (!(fabs(f[k]) <= same_matrix * terms))
            return false;
    }
    return is_constant(w, &later);
}

static void find_state_units(work *w) {
    linear_about *x = w->x;
    x->unit = ARENA_ARRAY(w->a, double, x->system.states + 1);
    for (int i = 0; i < x->q_count; i++)
        x->unit[i] = w->unit_q[w->q.free[i]];
    for (int i = 0; i < x->v_count; i++) {
        const int at = w->v.free[i];
        x->unit[x->q_count + i] = is_state(w, at) ? w->unit_v[at] : w->unit_q[at];
    }
}

/* Everything at the state in w->x; `alone`: with the look at kinks. */
static void find_at(work *w, bool alone) {
    linear_about *x = w->x;
    point *p = w->p->p;
    x->a = ARENA_ARRAY(w->a, double, x->n + 1);
    x->k = count_inputs(w);
    if (!point_evaluate(p, x->t, x->q, x->v)) {
        x->trouble = "the accelerations are not determined there";
        return;
    }
    memcpy(x->a, point_get(p, POINT_ACCELERATION), (size_t)x->n * sizeof *x->a);
    w->a_q = slope(w, POINT_ACCELERATION, POINT_BY_Q);
    if (!w->a_q) {
        x->trouble = "the accelerations are not determined there";
        return;
    }
    w->a_v = slope(w, POINT_ACCELERATION, POINT_BY_V);
    w->a_u = slope_by_inputs(w, POINT_ACCELERATION);
    w->y_q = slope(w, POINT_OUTPUT, POINT_BY_Q);
    w->y_v = slope(w, POINT_OUTPUT, POINT_BY_V);
    w->y_u = slope_by_inputs(w, POINT_OUTPUT);
    take_matrices(w);
    measure_terms(w);
    drop_rounding(w);
    find_free(w);
    find_system(w);
    find_state_units(w);
    const int states = x->system.states;
    if (!num_all_finite(x->system.A, states * states) || !num_all_finite(x->system.B, states * x->k))
        x->trouble = "the equations have no finite slopes there";
    else if (alone)
        x->trouble = find_kink(w);
}

static void find_units(work *w) {
    const mech_equations *e = point_equations(w->p->p);
    w->unit_q = ARENA_ARRAY(w->a, double, w->x->n + 1);
    w->unit_v = ARENA_ARRAY(w->a, double, w->x->n + 1);
    for (int i = 0; i < w->x->n; i++) {
        w->unit_q[i] = w->p->scales->q[e->coords[i]].near;
        w->unit_v[i] = w->p->scales->v[e->coords[i]].near;
    }
}

static linear_about begin(const linear_problem *p, arena *a) {
    const mech_equations *e = point_equations(p->p);
    linear_about x = {.n = e->n, .m = e->m, .rest = true, .stability = UNDECIDED, .growth = -INFINITY};
    x.q = ARENA_ARRAY(a, double, x.n + 1);
    x.v = ARENA_ARRAY(a, double, x.n + 1);
    return x;
}

linear_about linear_find(linear_problem *p, arena *a) {
    linear_about x = begin(p, a);
    x.trouble = linear_state(p, &x.t, x.q, x.v, a);
    if (x.trouble)
        return x;
    work w = {.p = p, .x = &x, .a = a};
    find_units(&w);
    find_at(&w, true);
    if (x.trouble)
        return x;
    for (int i = 0; i < x.n; i++)
        x.rest = x.rest && (is_state(&w, i) || x.v[i] == 0);
    x.steady = is_unaccelerated(&w);
    x.steady = x.steady && stays_steady(&w);
    linear_modes(&x, x.unit, a);
    return x;
}

linear_about linear_find_state(linear_problem *p, double t, const double *q, const double *v, arena *a) {
    linear_about x = begin(p, a);
    work w = {.p = p, .x = &x, .a = a};
    x.t = t;
    memcpy(x.q, q, (size_t)x.n * sizeof *q);
    memcpy(x.v, v, (size_t)x.n * sizeof *v);
    find_units(&w);
    find_at(&w, false);
    return x;
}

linear_about linear_find_rest(linear_problem *p, double t, const double *at, arena *a) {
    const mech_equations *e = point_equations(p->p);
    double *q = ARENA_ARRAY(a, double, e->n + 1), *v = ARENA_ARRAY(a, double, e->n + 1);
    for (int i = 0; i < e->n; i++)
        *(model_is_place(&p->m->coords[e->coords[i]]) ? q + i : v + i) = at[i];
    linear_about x = linear_find_state(p, t, q, v, a);
    if (!x.trouble)
        linear_modes(&x, x.unit, a);
    return x;
}
