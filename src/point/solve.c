/* States and forces that a point is solved for: on the constraints, for given accelerations, at rest. */
#include <math.h>
#include <string.h>

#include "num/dense.h"
#include "num/vector.h"
#include "point/parts.h"

/* How large a coordinate, and a force on it, is by inertia. */
static double metric(const point *p, int i) {
    const double mass = p->values[p->at[POINT_M] + (size_t)(i * p->n + i)];
    return mass > 0 ? sqrt(mass) : 1;
}

/* How far a displacement is at most, measured by inertia, so that lengths and angles compare. */
static double extent(const point *p, const double *x) {
    double most = 0;
    for (int i = 0; i < p->n; i++)
        most = fmax(most, metric(p, i) * fabs(x[i]));
    return most;
}

static double relative(const point *p, const double *step, double to) {
    const double size = extent(p, step);
    return size == 0 ? 0 : size / to;
}

/* --- Projection --- */

/* The least correction in the metric of M by which A dx = -residual, subtracted; its size relative to x. */
static double correct(point *p, const double *residual, double *x) {
    memset(p->h, 0, (size_t)p->n * sizeof *p->h);
    memcpy(p->gamma, residual, (size_t)p->rows * sizeof *p->gamma);
    point_solve_linear(p, p->h, p->gamma, p->h, p->spare);
    for (int i = 0; i < p->n; i++)
        x[i] -= p->h[i];
    return num_all_finite(x, p->n) ? relative(p, p->h, extent(p, x)) : INFINITY;
}

/* Whether residuals are rounding, beside what the rows change over a displacement as large as x. A row without a
   gradient, or one that contradicts others, is none that a correction could meet. */
static bool rows_hold(const point *p, const double *residual, const double *x) {
    static const double tolerance = 1e-8;
    const double *A = p->values + p->at[POINT_A], far = extent(p, x);
    for (int k = 0; k < p->rows; k++) {
        double change = 0;
        for (int i = 0; i < p->n; i++)
            change += fabs(A[k * p->n + i]) * far / metric(p, i);
        if (!(fabs(residual[k]) <= tolerance * change))
            return false;
    }
    return true;
}

/* Newton's method: ends where the residual no longer decreases, which must be at the level of rounding. */
static bool move_onto_rows(point *p, double t, double *q, double *v, point_quantity what, double *x) {
    enum { MOST = 30 };
    static const double enough = 1e-10;
    double last = INFINITY, moved = INFINITY;
    for (int pass = 0; pass < MOST; pass++) {
        if (!point_factor(p, t, q, v))
            return false;
        const double *residual = p->values + p->at[what], size = num_largest(residual, p->rows);
        if (size == 0 || (pass > 0 && moved < enough && size >= 0.25 * last))
            return rows_hold(p, residual, x);
        last = size;
        moved = correct(p, residual, x);
    }
    return moved < enough;
}

bool point_project(point *p, double t, double *q, double *v) {
    p->evaluated = p->has_results = false;
    return !p->rows || (move_onto_rows(p, t, q, v, POINT_F, q) && move_onto_rows(p, t, q, v, POINT_F_DOT, v));
}

/* --- Inverse dynamics --- */

/* The columns that may carry: those of driven coordinates, then those of the multipliers. */
static int gather_columns(const point *p, const bool *driven, double *columns, int *which) {
    int count = 0;
    for (int i = 0; i < p->n; i++)
        if (driven[i])
            which[count++] = i;
    const int all = count + p->rows;
    for (int i = 0; i < p->n; i++) {
        for (int k = 0; k < count; k++)
            columns[i * all + k] = which[k] == i;
        for (int k = 0; k < p->rows; k++)
            columns[i * all + count + k] = -p->C[k * p->n + i];
    }
    return count;
}

/* Whether accelerations contradict the rows, beyond rounding of their terms. */
static bool contradict(const point *p, const double *a) {
    static const double tolerance = 1e-8;
    const double *A = p->values + p->at[POINT_A], *gamma = p->values + p->at[POINT_GAMMA];
    for (int k = 0; k < p->rows; k++) {
        double terms = fabs(gamma[k]);
        for (int i = 0; i < p->n; i++)
            terms += fabs(A[k * p->n + i] * a[i]);
        if (!(fabs(num_dot(A + k * p->n, a, p->n) - gamma[k]) <= tolerance * terms))
            return true;
    }
    return false;
}

/* Least forces and multipliers x by which columns x = need; false if there are none. */
static bool solve_columns(const point *p, double *columns, int width, double *need, double *x, arena *a) {
    static const double tolerance = 1e-9;
    num_cod f;
    int *ints = ARENA_ARRAY(a, int, width + 1);
    double *doubles = ARENA_ARRAY(a, double, num_cod_doubles(p->n, width) + 1), size = 0;
    for (int i = 0; i < p->n; i++)
        size = hypot(size, need[i]);
    num_cod_factor(&f, columns, p->n, width, 1e-12, ints, doubles);
    return num_cod_solve(&f, need, x) <= tolerance * size;
}

bool point_invert(point *p, double t, const double *q, const double *v, const double *a, const bool *driven, double *Q,
                  double *lambda) {
    p->evaluated = p->has_results = false;
    point_factor(p, t, q, v);
    const double *M = p->values + p->at[POINT_M], *h = p->values + p->at[POINT_H];
    for (int i = 0; i < p->n; i++)
        Q[i] = num_dot(M + i * p->n, a, p->n) - h[i];
    for (int k = 0; lambda && k < p->rows; k++)
        lambda[k] = 0;
    if (contradict(p, a) || !num_all_finite(Q, p->n))
        return false;
    if (!driven)
        return true;
    arena *scratch = base_arena_create();
    int *which = ARENA_ARRAY(scratch, int, p->n + 1);
    double *columns = ARENA_ARRAY(scratch, double, p->n *(p->n + p->rows) + 1);
    double *x = ARENA_ARRAY(scratch, double, p->n + p->rows + 1);
    const int count = gather_columns(p, driven, columns, which);
    bool ok = solve_columns(p, columns, count + p->rows, Q, x, scratch);
    memset(Q, 0, (size_t)p->n * sizeof *Q);
    for (int k = 0; k < count; k++)
        Q[which[k]] = x[k];
    for (int k = 0; lambda && k < p->rows; k++)
        lambda[k] = x[count + k];
    base_arena_destroy(scratch);
    return ok;
}

/* --- Equilibrium --- */

/* C^T lambda - h and f at rest, with the derivatives by q and lambda; both are in `memory`. */
typedef struct balance {
    point *p;
    int size;
    double *residual, *J, *step, *next, *q, *v, *unit, *column;
    double farthest, strongest; /* so far, by inertia */
    double unexplained;         /* of the residual at the last step: no displacement changes it */
    int *ints;
    double *doubles;
} balance;

static balance make_balance(point *p, arena *a) {
    const int n = p->n, size = n + p->rows;
    return (balance){.p = p,
                     .size = size,
                     .residual = ARENA_ARRAY(a, double, size + 1),
                     .J = ARENA_ARRAY(a, double, size *size + 1),
                     .step = ARENA_ARRAY(a, double, size + 1),
                     .next = ARENA_ARRAY(a, double, size + 1),
                     .q = ARENA_ARRAY(a, double, n + 1),
                     .v = ARENA_ARRAY(a, double, n + 1),
                     .unit = ARENA_ARRAY(a, double, size + 1),
                     .column = ARENA_ARRAY(a, double, size + 1),
                     .ints = ARENA_ARRAY(a, int, size + 1),
                     .doubles = ARENA_ARRAY(a, double, num_cod_doubles(size, size) + 1)};
}

/* The matrices at rest there, and the residual; false where something is not finite. */
static bool find_residual(balance *b, double t, const double *x) {
    point *p = b->p;
    const int n = p->n;
    for (int i = 0; i < n; i++) {
        b->q[i] = point_is_state(p, i) ? 0 : x[i];
        b->v[i] = point_is_state(p, i) ? x[i] : 0;
    }
    if (!point_find_matrices(p, t, b->q, b->v))
        return false;
    const double *h = p->values + p->at[POINT_H], *f = p->values + p->at[POINT_F];
    for (int i = 0; i < n; i++) {
        b->residual[i] = -h[i];
        for (int k = 0; k < p->rows; k++)
            b->residual[i] += p->C[k * n + i] * x[n + k];
    }
    memcpy(b->residual + n, f, (size_t)p->rows * sizeof *f);
    return num_all_finite(b->residual, b->size);
}

/* Each equation in units of its largest coefficient. */
static double weighed(const balance *b) {
    double sum = 0;
    for (int i = 0; i < b->size; i++)
        sum = hypot(sum, b->residual[i] / b->unit[i]);
    return sum;
}

/* The scale of each unknown: displacements as far as the system has been, multipliers that balance the forces. */
static void scale_unknowns(balance *b, const double *x) {
    const point *p = b->p;
    const int n = p->n;
    const double *h = p->values + p->at[POINT_H];
    for (int i = 0; i < n; i++) {
        b->farthest = fmax(b->farthest, fabs(x[i]) * metric(p, i));
        b->strongest = fmax(b->strongest, fabs(h[i]) / metric(p, i));
    }
    for (int i = 0; i < n; i++)
        b->column[i] = (b->farthest > 0 ? b->farthest : 1) / metric(p, i);
    for (int k = 0; k < p->rows; k++) {
        double effect = 0;
        for (int i = 0; i < n; i++)
            effect = fmax(effect, fabs(p->C[k * n + i]) / metric(p, i));
        b->column[n + k] = effect > 0 ? (b->strongest > 0 ? b->strongest : 1) / effect : 1;
    }
}

/* Unknowns in their scales, equations in units of their largest coefficient then; in units of forces where only
   rounding is left of the coefficients, as of a pendulum's stiffness when it lies level. */
static void scale(balance *b, const double *x) {
    static const double rounding = 1e-14;
    const int size = b->size;
    scale_unknowns(b, x);
    for (int i = 0; i < size; i++) {
        double *row = b->J + i * size;
        for (int j = 0; j < size; j++)
            row[j] *= b->column[j];
        const double most = num_largest(row, size), force = i < b->p->n ? b->strongest * metric(b->p, i) : 0;
        b->unit[i] = most > rounding * force ? most : force > 0 ? force : 1;
        for (int j = 0; j < size; j++)
            row[j] /= b->unit[i];
    }
}

/* J and the equations' units at x, where the residual was found last. */
static bool find_slope(balance *b, double t, const double *x) {
    if (!point_find_stiffness(b->p, t, b->q, b->v, x + b->p->n, b->J))
        return false;
    scale(b, x);
    return true;
}

/* The step by which J step = residual. */
static void find_step(balance *b) {
    num_cod f;
    for (int i = 0; i < b->size; i++)
        b->next[i] = b->residual[i] / b->unit[i];
    num_cod_factor(&f, b->J, b->size, b->size, 1e-11, b->ints, b->doubles);
    b->unexplained = num_cod_solve(&f, b->next, b->step);
    for (int i = 0; i < b->size; i++)
        b->step[i] *= b->column[i];
}

/* A step of Newton's method, halved until the residual decreases; the fraction taken, 0: none. No step is longer than
   the way so far: where stiffness is almost nothing it would lead anywhere. */
static double advance(balance *b, double t, double *x) {
    const double before = weighed(b);
    find_step(b);
    const double length = extent(b->p, b->step);
    for (double part = b->farthest > 0 && length > b->farthest ? b->farthest / length : 1; part > 1e-6; part /= 2) {
        for (int i = 0; i < b->size; i++)
            b->next[i] = x[i] - part * b->step[i];
        if (find_residual(b, t, b->next) && weighed(b) < before) {
            memcpy(x, b->next, (size_t)b->size * sizeof *x);
            return part;
        }
    }
    return 0;
}

static bool search(balance *b, double t, double *x) {
    enum { MOST = 100 };
    static const double tiny = 1e-9;
    for (int pass = 0; pass < MOST; pass++) {
        if (!find_residual(b, t, x) || !find_slope(b, t, x))
            return false;
        if (weighed(b) == 0)
            return true;
        const double part = advance(b, t, x);
        const bool ends = extent(b->p, b->step) <= tiny * fmax(b->farthest, extent(b->p, x));
        if (part == 0 || (part == 1 && ends))
            return ends && b->unexplained < tiny;
    }
    return false;
}

/* M/time onto the stiffness: a step then is one of motion in honey, for so long. */
static void thicken(balance *b, double time) {
    const point *p = b->p;
    const double *M = p->values + p->at[POINT_M];
    for (int i = 0; i < p->n; i++)
        for (int j = 0; j < p->n; j++)
            b->J[i * b->size + j] += (M[i * p->n + j] + (i == j && !(M[i * p->n + i] > 0))) / time;
}

/* The greatest force that is not balanced, by inertia. */
static double left_force(const balance *b) {
    double most = 0;
    for (int i = 0; i < b->p->n; i++)
        most = fmax(most, fabs(b->residual[i]) / metric(b->p, i));
    return most;
}

/* A step in honey; the part of it that was taken. */
static double sink_for(balance *b, double t, double time, double *x) {
    static const double far = 0.3;
    if (!point_find_stiffness(b->p, t, b->q, b->v, x + b->p->n, b->J))
        return 0;
    thicken(b, time);
    scale(b, x);
    find_step(b);
    const double length = extent(b->p, b->step), most = far * b->farthest;
    const double part = most > 0 && length > most ? most / length : 1;
    for (int i = 0; i < b->size; i++)
        x[i] -= part * b->step[i];
    return part;
}

/* The machine sinks to rest in honey, by implicit steps that become longer as forces fade: a way downhill, at the end
   of which Newton's method begins. */
static bool sink(balance *b, double t, double *x) {
    enum { MOST = 300 };
    static const double faded = 1e-3, longest = 1e12;
    double time = 0, unit = 1, first = INFINITY;
    for (int pass = 0; pass < MOST && find_residual(b, t, x); pass++) {
        scale_unknowns(b, x);
        const double force = left_force(b);
        if (pass == 0) {
            unit = b->farthest > 0 && b->strongest > 0 ? b->farthest / b->strongest : 1;
            time = unit / 4;
            first = force;
        }
        if (force <= faded * first || time > longest * unit)
            return search(b, t, x);
        const double part = sink_for(b, t, time, x);
        if (part == 0)
            return false;
        time *= part < 1 ? 0.5 : 2;
    }
    return false;
}

/* From q; the unknowns are in x then. */
static bool find_balance(balance *b, double t, const double *q, bool sinks, double *x) {
    const int n = b->p->n;
    memcpy(x, q, (size_t)n * sizeof *x);
    if (search(b, t, x))
        return true;
    if (!sinks)
        return false;
    memcpy(x, q, (size_t)n * sizeof *x);
    memset(x + n, 0, (size_t)b->p->rows * sizeof *x);
    b->farthest = b->strongest = 0;
    return sink(b, t, x);
}

bool point_settle(point *p, double t, double *q, double *lambda, bool sinks) {
    p->evaluated = p->has_results = false;
    arena *a = base_arena_create();
    balance b = make_balance(p, a);
    double *x = ARENA_ARRAY(a, double, b.size + 1);
    const bool found = find_balance(&b, t, q, sinks, x);
    if (found)
        memcpy(q, x, (size_t)p->n * sizeof *q);
    for (int k = 0; lambda && k < p->rows; k++)
        lambda[k] = found ? x[p->n + k] : NAN;
    base_arena_destroy(a);
    return found;
}

bool point_balance(point *p, double t, double *q, double *lambda) {
    return point_settle(p, t, q, lambda, true);
}
