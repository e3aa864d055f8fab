/* Damped Newton steps of minimum norm (equilibria may come in families), and steepest descent. */
#include "analysis/equilibria/solver.h"

#include <math.h>
#include <string.h>

#include "num/dense.h"

enum { NEWTON_STEPS = 60, HALVINGS = 12, DOWNHILL_STEPS = 60 };
static const double in_balance = 1e-9, polished = 1e-13, rank_tolerance = 1e-11, longest = 1.0, far = 1e3, known = 1e-7;
static const double any_slope = 1e-25; /* in the place of the tolerance for ranks */

/* Newton's equations J y = -r in independent coordinates. */
typedef struct newton {
    tangent q, v;
    double *J, *r, *y; /* v.d x q.d; v.d; q.d */
    double error;
    int rank;
} newton;

static double *place(const balance *b, int i) {
    return &b->at.q[b->s->e.coords[i]];
}

static double scale_of(const balance *b, int i) {
    return analysis_residual_length(b, i).far;
}

/* What goes further than this goes for ever. */
static bool is_near(const balance *b) {
    for (int i = 0; i < b->n; i++) {
        double from = b->s->start.q[b->s->e.coords[i]];
        if (!(fabs(*place(b, i) - from) <= far * scale_of(b, i)))
            return false;
    }
    return true;
}

/* The error: what is out of balance, beside the terms of the forces that are there, and beside what a displacement by
   the scale of a coordinate would bring if that is no more than forces usually are. Forces that have but one term are
   balanced only where a small step ends them. */
static void measure(balance *b, newton *s, arena *a) {
    double *terms = ARENA_ARRAY(a, double, b->n + 1), usual = 0;
    analysis_residual_terms(b, terms);
    s->error = 0;
    for (int j = 0; j < b->n; j++)
        usual = fmax(usual, b->forces[j] * b->unit[j]);
    for (int i = 0; i < s->v.d; i++) {
        double size = 0, change = 0, r = fabs(s->r[i]);
        for (int j = 0; j < b->n; j++)
            size += fabs(s->v.T[j * s->v.d + i]) * terms[j];
        for (int j = 0; j < s->q.d; j++)
            change += fabs(s->J[i * s->q.d + j]) * analysis_residual_length(b, s->q.free[j]).near;
        double u = b->unit[s->v.free[i]];
        size += fmin(change, usual / u);
        s->error = fmax(s->error, size > 0 ? r / size : r > 0 ? INFINITY : 0);
        if (known * size * u > usual) /* bodies that meet: what their forces are there is rounding */
            s->error = INFINITY;
    }
}

/* Rows and columns in units of inertia. */
static void scale(const balance *b, newton *s) {
    int rows = s->v.d, columns = s->q.d;
    for (int i = 0; i < rows; i++) {
        s->r[i] *= b->unit[s->v.free[i]];
        for (int j = 0; j < columns; j++)
            s->J[i * columns + j] *= b->unit[s->v.free[i]] * b->unit[s->q.free[j]];
    }
}

/* The residual along free directions is -h there: multipliers do no work. */
static newton prepare(balance *b, arena *a) {
    newton s = {0};
    analysis_residual_slope(b);
    analysis_residual_search_tangents(b, &s.q, &s.v, a);
    int rows = s.v.d, columns = s.q.d;
    double *K = ARENA_ARRAY(a, double, b->n * b->n + 1);
    s.J = ARENA_ARRAY(a, double, rows *columns + 1);
    s.r = ARENA_ARRAY(a, double, rows + 1);
    s.y = ARENA_ARRAY(a, double, columns + 1);
    analysis_residual_amended(b, K);
    analysis_tangent_project(&s.v, K, &s.q, s.J, a);
    analysis_tangent_gather(&s.v, b->h, s.r);
    for (int i = 0; i < rows; i++)
        s.r[i] = -s.r[i];
    measure(b, &s, a);
    scale(b, &s);
    b->work += (double)b->n * b->n * columns + 4.0 * rows * columns * columns;
    return s;
}

/* Square roots of the slopes of the machine that coordinate i of the balance is part of: of those there, or of as much
   of the usual ones that slopes which count as 0 are below the tolerance for ranks. */
static double slope_scale(const balance *b, const newton *s, int i) {
    const int *machine = b->s->start.scales->machine;
    int here = machine[b->s->e.coords[i]];
    double top = BALANCE_FLAT / rank_tolerance * b->usual[i];
    for (int k = 0; k < s->v.d * s->q.d; k++)
        if (machine[b->s->e.coords[s->q.free[k % s->q.d]]] == here)
            top = fmax(top, fabs(s->J[k]));
    return top > 0 ? sqrt(top) : 1;
}

/* y of least length; false where numbers are not finite. */
static bool solve(const balance *b, newton *s, double tolerance, arena *a) {
    int rows = s->v.d, columns = s->q.d;
    if (!analysis_finite(s->J, rows * columns) || !analysis_finite(s->r, rows))
        return false;
    double *J = ARENA_ARRAY(a, double, rows *columns + 1), *right = ARENA_ARRAY(a, double, rows + 1);
    double *row = ARENA_ARRAY(a, double, rows + 1), *column = ARENA_ARRAY(a, double, columns + 1), greatest = 0;
    for (int j = 0; j < columns; j++)
        column[j] = slope_scale(b, s, s->q.free[j]);
    for (int i = 0; i < rows; i++) {
        row[i] = slope_scale(b, s, s->v.free[i]);
        right[i] = -s->r[i] / row[i];
    }
    for (int k = 0; k < rows * columns; k++) {
        J[k] = s->J[k] / (row[k / columns] * column[k % columns]);
        greatest = fmax(greatest, fabs(J[k]));
    }
    if (greatest <= tolerance) /* or nothing is free at all */
        return true;
    num_cod f;
    num_cod_factor(&f, J, rows, columns, tolerance / fmin(1, greatest), ARENA_ARRAY(a, int, columns + 1),
                   ARENA_ARRAY(a, double, num_cod_doubles(rows, columns) + 1));
    num_cod_solve(&f, right, s->y);
    for (int j = 0; j < columns; j++)
        s->y[j] /= column[j];
    s->rank = f.rank;
    return analysis_finite(s->y, columns);
}

/* Goes `part` of the step from q0 and evaluates. */
static bool go(balance *b, const newton *s, const double *q0, double part, double *step) {
    int columns = s->q.d;
    double *y = step + b->n;
    for (int j = 0; j < columns; j++)
        y[j] = part * s->y[j] * b->unit[s->q.free[j]];
    analysis_tangent_apply(&s->q, y, step);
    for (int i = 0; i < b->n; i++)
        *place(b, i) = q0[i] + step[i];
    return analysis_residual_land(b) && is_near(b) && analysis_residual_evaluate(b);
}

/* The longest of a row of halved steps by which the excess falls, or if `bold` that can be taken at all; false leaves b
   at q0. */
static bool improve(balance *b, const newton *s, bool bold, arena *a) {
    double *q0 = ARENA_ARRAY(a, double, b->n + 1), *step = ARENA_ARRAY(a, double, 2 * b->n + 1), before = b->excess;
    double size = 0, part = 1;
    for (int i = 0; i < b->n; i++)
        q0[i] = *place(b, i);
    for (int j = 0; j < s->q.d; j++)
        size = fmax(size, fabs(s->y[j]) * b->unit[s->q.free[j]] / scale_of(b, s->q.free[j]));
    if (size > longest)
        part = longest / size;
    for (int k = 0; k < HALVINGS; k++, part /= 2)
        if (go(b, s, q0, part, step) && (b->excess < before || bold))
            return true;
    for (int i = 0; i < b->n; i++)
        *place(b, i) = q0[i];
    analysis_residual_evaluate(b);
    return false;
}

bool analysis_solve_equilibrium(balance *b, bool bold, double budget, int *flat) {
    if (!analysis_residual_land(b) || !analysis_residual_evaluate(b))
        return false;
    bool balanced = false, going = true;
    double tolerance = rank_tolerance;
    for (int k = 0; k < NEWTON_STEPS && going && b->work < budget; k++) {
        arena_mark mark = base_arena_get_mark(b->a);
        newton s = prepare(b, b->a);
        going = solve(b, &s, tolerance, b->a);
        balanced = going && s.error <= in_balance;
        if (tolerance == rank_tolerance)
            *flat = s.q.d - s.rank;
        going = going && !(balanced && s.error <= polished);
        if (going && !improve(b, &s, bold && s.error > in_balance, b->a)) {
            going = !balanced && tolerance == rank_tolerance && *flat > 0; /* x^4 + y^2: its slopes vanish there too */
            tolerance = any_slope;
            bold = true; /* what is left out of balance there is less than the rounding of other forces */
        }
        base_arena_release(b->a, mark);
    }
    return balanced;
}

bool analysis_is_equilibrium(balance *b) {
    if (!analysis_residual_land(b) || !analysis_residual_evaluate(b))
        return false;
    arena_mark mark = base_arena_get_mark(b->a);
    newton s = prepare(b, b->a);
    base_arena_release(b->a, mark);
    return s.error <= 1e3 * in_balance;
}

/* One step along the accelerations from rest, as long as W falls by enough (Armijo). */
static bool descend(balance *b, double *length, double *q0, double *a0) {
    double W = b->W, slope = b->excess;
    for (int i = 0; i < b->n; i++) {
        q0[i] = *place(b, i);
        a0[i] = b->is_cyclic[i] ? 0 : b->a_rest[i];
    }
    for (int k = 0; k < 2 * HALVINGS; k++, *length /= 3) {
        for (int i = 0; i < b->n; i++)
            *place(b, i) = q0[i] + *length * a0[i];
        if (analysis_residual_land(b) && is_near(b) && analysis_residual_evaluate(b) &&
            b->W <= W - 0.25 * *length * slope)
            return true;
    }
    for (int i = 0; i < b->n; i++)
        *place(b, i) = q0[i];
    analysis_residual_evaluate(b);
    return false;
}

void analysis_descend_potential(balance *b, double budget) {
    if (!analysis_residual_land(b) || !analysis_residual_evaluate(b))
        return;
    arena_mark mark = base_arena_get_mark(b->a);
    double *q0 = ARENA_ARRAY(b->a, double, b->n + 1), *a0 = ARENA_ARRAY(b->a, double, b->n + 1);
    double largest = 0, length;
    for (int i = 0; i < b->n; i++)
        largest = fmax(largest, fabs(b->a_rest[i]) / scale_of(b, i));
    length = largest > 0 ? 0.3 / largest : 0;
    for (int k = 0; k < DOWNHILL_STEPS && length > 0 && b->work < budget && descend(b, &length, q0, a0); k++)
        length *= 2;
    base_arena_release(b->a, mark);
}
