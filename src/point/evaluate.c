/* A point at one state, or at several: accelerations and multipliers, matrices, results. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "num/vector.h"
#include "point/parts.h"

enum { LANES = 8 };

/* --- Loads --- */

/* Per model coordinate; others are NaN. */
static void spread(const point *p, const double *q, const double *v) {
    for (int i = 0; i < p->n; i++) {
        p->place[p->e.coords[i]] = q[i];
        p->speed[p->e.coords[i]] = v[i];
    }
}

static void sum_loads(point *p, double t, const double *q, const double *v, double *out) {
    const size_t coords = p->m->coord_count;
    spread(p, q, v);
    memset(p->load, 0, coords * sizeof *p->load);
    for (size_t k = 0; k < p->loads.len; k++)
        p->loads.at[k].add(p->loads.at[k].user, t, p->place, p->speed, p->load, NULL, NULL);
    for (int i = 0; i < p->n; i++)
        out[i] = p->load[p->e.coords[i]];
}

/* Central differences of one load by one number of the state. */
static void add_difference(point *p, const mech_load *x, double t, double *number, double *slope, size_t stride) {
    const size_t coords = p->m->coord_count;
    arena *a = base_arena_create();
    double *ends[2], was = *number, step = cbrt(DBL_EPSILON) * fmax(1, fabs(was));
    for (int side = 0; side < 2; side++) {
        ends[side] = ARENA_ARRAY(a, double, coords + 1);
        *number = side ? was + step : was - step;
        x->add(x->user, t, p->place, p->speed, ends[side], NULL, NULL);
    }
    *number = was;
    for (size_t i = 0; i < coords; i++)
        slope[i * stride] += (ends[1][i] - ends[0][i]) / (2 * step);
    base_arena_destroy(a);
}

static void add_slopes(point *p, const mech_load *x, double t, double *by_q, double *by_v) {
    const size_t coords = p->m->coord_count;
    if (x->differentiable) {
        memset(p->load, 0, coords * sizeof *p->load);
        x->add(x->user, t, p->place, p->speed, p->load, by_q, by_v);
        return;
    }
    for (int i = 0; i < p->n; i++) {
        const size_t c = (size_t)p->e.coords[i];
        add_difference(p, x, t, &p->place[c], by_q + c, coords);
        add_difference(p, x, t, &p->speed[c], by_v + c, coords);
    }
}

/* Of those per model coordinate what concerns the active ones. */
static void select_active(const point *p, const double *of_model, double *out) {
    for (int i = 0; i < p->n; i++)
        for (int j = 0; j < p->n; j++)
            out[i * p->n + j] = of_model[(size_t)p->e.coords[i] * p->m->coord_count + (size_t)p->e.coords[j]];
}

void point_find_loads(point *p, double t, const double *q, const double *v, double *out, double *Q_q, double *Q_v) {
    sum_loads(p, t, q, v, out);
    if (!Q_q)
        return;
    arena *a = base_arena_create();
    const size_t coords = p->m->coord_count;
    double *by_q = ARENA_ARRAY(a, double, coords *coords + 1), *by_v = ARENA_ARRAY(a, double, coords *coords + 1);
    for (size_t k = 0; k < p->loads.len; k++)
        add_slopes(p, &p->loads.at[k], t, by_q, by_v);
    select_active(p, by_q, Q_q);
    select_active(p, by_v, Q_v);
    base_arena_destroy(a);
}

/* --- One state --- */

static void put_state(point *p, const point_program *x, double t, const double *q, const double *v) {
    const size_t n = (size_t)p->n;
    x->slots[p->t_at] = t;
    memcpy(x->slots + p->q_at, q, n * sizeof *q);
    memcpy(x->slots + p->v_at, v, n * sizeof *v);
    if (p->loads.len)
        sum_loads(p, t, q, v, x->slots + p->load_at);
}

static bool gather(const point_program *x, size_t from, size_t count, double *to) {
    const uint32_t *out = x->t->segments[1].out_slots + from;
    double sum = 0;
    for (size_t i = 0; i < count; i++) {
        to[i] = x->slots[out[i]];
        sum += to[i] - to[i];
    }
    return sum == 0;
}

/* By the explicit solution; false: the matrices are needed. */
static bool solve_explicitly(point *p, double t, const double *q, const double *v, double *a, double *lambda) {
    point_program *x = &p->motion;
    if (!x->t)
        return false;
    put_state(p, x, t, q, v);
    point_run(p, x);
    const size_t n = (size_t)p->n, rows = (size_t)p->rows;
    const double condition = x->slots[x->t->segments[1].out_slots[n + rows]];
    bool finite = gather(x, 0, n, a);
    return gather(x, n, rows, lambda) && finite && condition >= DBL_MIN;
}

/* M in full, then all up to f_dot as they lie; C apart. */
bool point_find_matrices(point *p, double t, const double *q, const double *v) {
    point_program *x = &p->matrices;
    const size_t n = (size_t)p->n, triangle = n * (n + 1) / 2, rest = p->at[POINT_ACCELERATION] - p->at[POINT_H];
    put_state(p, x, t, q, v);
    point_run(p, x);
    const uint32_t *out = x->t->segments[1].out_slots;
    double *M = p->values + p->at[POINT_M], sum = 0;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j <= i; j++) {
            const double y = x->slots[*out++];
            M[i * n + j] = M[j * n + i] = y;
            sum += y - y;
        }
    bool finite = gather(x, triangle, rest, p->values + p->at[POINT_H]) && sum == 0;
    if (p->skew)
        finite = gather(x, triangle + rest, n * (size_t)p->rows, p->C) && finite;
    return finite;
}

static bool factor(point *p) {
    const double *M = p->values + p->at[POINT_M], *A = p->values + p->at[POINT_A];
    const saddle_info info =
        p->skew ? num_unsymmetric_factor(p->skew, M, A, p->C) : num_saddle_factor(p->solver, M, A, p->n, p->rows);
    return !info.singular;
}

bool point_factor(point *p, double t, const double *q, const double *v) {
    return point_find_matrices(p, t, q, v) && factor(p);
}

void point_solve_linear(point *p, const double *h, const double *gamma, double *a, double *lambda) {
    if (p->skew)
        num_unsymmetric_solve(p->skew, h, gamma, a, lambda, NULL);
    else
        num_saddle_solve(p->solver, h, gamma, a, lambda, NULL);
}

static bool solve_by_matrices(point *p, double *a, double *lambda) {
    if (!factor(p))
        return false;
    memcpy(p->h, p->values + p->at[POINT_H], (size_t)p->n * sizeof *p->h);
    if (p->rows)
        memcpy(p->gamma, p->values + p->at[POINT_GAMMA], (size_t)p->rows * sizeof *p->gamma);
    point_solve_linear(p, p->h, p->gamma, a, lambda);
    return num_all_finite(a, p->n) && num_all_finite(lambda, p->rows);
}

static void fill_with_nan(double *x, size_t count) {
    for (size_t i = 0; x && i < count; i++)
        x[i] = NAN;
}

bool point_solve(point *p, double t, const double *q, const double *v, double *a, double *lambda) {
    if (!lambda)
        lambda = p->spare;
    if (solve_explicitly(p, t, q, v, a, lambda))
        return true;
    p->evaluated = p->has_results = false;
    if (point_find_matrices(p, t, q, v) && solve_by_matrices(p, a, lambda))
        return true;
    fill_with_nan(a, (size_t)p->n);
    fill_with_nan(lambda, (size_t)p->rows);
    return false;
}

bool point_evaluate(point *p, double t, const double *q, const double *v) {
    double *a = p->values + p->at[POINT_ACCELERATION], *lambda = p->values + p->at[POINT_MULTIPLIER];
    p->t = t;
    memcpy(p->q, q, (size_t)p->n * sizeof *q);
    memcpy(p->v, v, (size_t)p->n * sizeof *v);
    p->has_results = false;
    p->evaluations++;
    p->version = p->m->block.version;
    p->evaluated =
        point_find_matrices(p, t, q, v) && (solve_explicitly(p, t, q, v, a, lambda) || solve_by_matrices(p, a, lambda));
    if (p->evaluated)
        return true;
    fill_with_nan(a, (size_t)p->n);
    fill_with_nan(lambda, (size_t)p->rows);
    return false;
}

static void find_results(point *p) {
    point_program *x = &p->results;
    put_state(p, x, p->t, p->q, p->v);
    memcpy(x->slots + p->a_at, p->values + p->at[POINT_ACCELERATION], (size_t)p->n * sizeof *x->slots);
    if (p->rows)
        memcpy(x->slots + p->lambda_at, p->values + p->at[POINT_MULTIPLIER], (size_t)p->rows * sizeof *x->slots);
    point_run(p, x);
    gather(x, 0, p->at[POINT_QUANTITY_COUNT] - p->at[POINT_FORCE], p->values + p->at[POINT_FORCE]);
    p->has_results = true;
}

const double *point_get(point *p, point_quantity what) {
    if (what >= POINT_FORCE && !p->has_results)
        find_results(p);
    return p->values + p->at[what];
}

/* --- Several states --- */

static void compile_lanes(point *p) {
    if (p->lanes.t || !p->motion.t)
        return;
    point_program x = {.t = p->motion.t, .lanes = LANES, .version = p->m->block.version - 1};
    x.code = tape_load(p->a, x.t, tape_fastest(LANES));
    x.slots = ARENA_ARRAY(p->a, double, x.t->slot_count *LANES + 1);
    tape_backend_of(x.code)->init(x.t, x.slots);
    p->lanes = x;
}

static void put_lane(point *p, int lane, double t, const double *q, const double *v) {
    double *slots = p->lanes.slots + lane;
    slots[p->t_at * LANES] = t;
    for (size_t i = 0; i < (size_t)p->n; i++) {
        slots[(p->q_at + i) * LANES] = q[i];
        slots[(p->v_at + i) * LANES] = v[i];
    }
    if (!p->loads.len)
        return;
    sum_loads(p, t, q, v, p->h);
    for (size_t i = 0; i < (size_t)p->n; i++)
        slots[(p->load_at + i) * LANES] = p->h[i];
}

static bool take_lane(const point *p, int lane, double *a, double *lambda) {
    const uint32_t *out = p->lanes.t->segments[1].out_slots;
    const double *slots = p->lanes.slots + lane;
    double sum = 0;
    for (int i = 0; i < p->n; i++) {
        a[i] = slots[*out++ * LANES];
        sum += a[i] - a[i];
    }
    for (int k = 0; k < p->rows; k++) {
        const double y = slots[*out++ * LANES];
        sum += y - y;
        if (lambda)
            lambda[k] = y;
    }
    return sum == 0 && slots[*out * LANES] >= DBL_MIN;
}

void point_solve_many(point *p, size_t count, const double *t, const double *q, const double *v, double *a,
                      double *lambda, bool *ok) {
    const size_t n = (size_t)p->n, rows = (size_t)p->rows;
    compile_lanes(p);
    for (size_t first = 0; first < count; first += LANES) {
        const size_t end = count - first < LANES ? count : first + LANES;
        bool side_by_side = p->lanes.t && end - first > 1;
        for (size_t i = first; side_by_side && i < end; i++)
            put_lane(p, (int)(i - first), t[i], q + i * n, v + i * n);
        if (side_by_side)
            point_run(p, &p->lanes);
        for (size_t i = first; i < end; i++) {
            double *l = lambda ? lambda + i * rows : NULL;
            ok[i] = (side_by_side && take_lane(p, (int)(i - first), a + i * n, l)) ||
                    point_solve(p, t[i], q + i * n, v + i * n, a + i * n, l);
        }
    }
}
