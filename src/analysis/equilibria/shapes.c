/* States of modes, their residuals, and inverse iteration (Wilkinson), with complex numbers as pairs. */
#include "analysis/equilibria/shapes.h"

#include "num/vector.h"
#include <math.h>
#include <string.h>

enum { ITERATIONS = 3 };
static const double dust = 1e-14;         /* of the fastest rate: entries that only rounding made */
static const double confirmed = 1e-8;     /* of the terms of a row */
static const double floor_of = 1e-12;     /* of the fastest rate, for rows whose terms are all small */
static const double floor_of_zero = 1e-9; /* the same where the eigenvalue is taken for 0 */
static const double beside = 1e-11;       /* the shift that keeps A - s regular */

/* Of A with displacements in units of inertia: slopes of velocities are squares of rates. */
static double fastest(const state_frame *f, int d) {
    double rate = 0;
    for (int i = 0; i < f->n; i++)
        for (int j = 0; j < f->n; j++) {
            double entry = fabs(f->A[i * f->n + j]);
            bool velocity = i >= d, by_place = j < d;
            if (velocity == !by_place) /* rates of displacements by displacements, of velocities by velocities */
                rate = fmax(rate, entry);
            else if (velocity)
                rate = fmax(rate, sqrt(entry));
        }
    return rate;
}

static double usual_rate(const state_frame *f, int i) {
    int d = f->x->q.d;
    return sqrt(f->b->usual[i < d ? f->x->q.free[i] : f->x->v.free[i - d]]) / f->rate;
}

/* What an entry of A over the rate is where the machine is slow beside the fastest. */
static double usual_entry(const state_frame *f, int i, int j) {
    int d = f->x->q.d;
    double product = usual_rate(f, i) * usual_rate(f, j);
    return i >= d && j < d ? product : sqrt(product);
}

state_frame analysis_shapes_frame(balance *b, const small_motion *x, const linear_system *linear, arena *a) {
    state_frame f = {.b = b, .x = x, .n = linear->states};
    int n = f.n, d = x->q.d;
    f.unit = ARENA_ARRAY(a, double, n + 1);
    f.A = ARENA_ARRAY(a, double, n *n + 1);
    for (int i = 0; i < n; i++)
        f.unit[i] = b->unit[i < d ? x->q.free[i] : x->v.free[i - d]];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            f.A[i * n + j] = linear->A[i * n + j] * f.unit[j] / f.unit[i];
    f.rate = fmax(fastest(&f, d), sqrt(num_largest(b->usual, b->n)));
    f.rate = f.rate > 0 ? f.rate : 1;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double *entry = &f.A[i * n + j];
            *entry *= (j < d ? 1 : f.rate) / (i < d ? 1 : f.rate) / f.rate;
            double own = usual_entry(&f, i, j);
            *entry = fabs(*entry) > dust || (own > 0 && fabs(*entry) > BALANCE_FLAT * own) ? *entry : 0;
        }
    for (int i = d; i < n; i++)
        f.unit[i] *= f.rate;
    return f;
}

/* The state in which a mode is: velocities are s times displacements. Where nothing moves, cyclic coordinates still do,
   by what the displacements change of their speeds. x: n pairs. */
static void state_of(const state_frame *f, const linear_mode *m, double *x) {
    int d = f->x->q.d, n = f->b->n;
    bool still = m->re == 0 && m->im == 0;
    for (int i = 0; i < f->n; i++) {
        int k = i < d ? f->x->q.free[i] : f->x->v.free[i - d];
        double re = m->shape_re[k], im = m->shape_im[k];
        x[2 * i] = (i < d ? re : re * m->re - im * m->im) / f->unit[i];
        x[2 * i + 1] = (i < d ? im : re * m->im + im * m->re) / f->unit[i];
    }
    for (int c = 0; still && c < f->b->c; c++)
        for (int i = d; i < f->n; i++)
            if (f->x->v.free[i - d] == f->b->cyclic[c])
                for (int j = 0; j < n; j++)
                    x[2 * i] += f->x->c_q[c * n + j] * m->shape_re[j] / f->unit[i];
}

static double residual(const state_frame *f, double re, double im, const double *x) {
    double worst = 0, top = num_largest(x, 2 * f->n), s = hypot(re, im), least = s > 0 ? floor_of : floor_of_zero;
    for (int i = 0; i < f->n; i++) {
        double y[2] = {im * x[2 * i + 1] - re * x[2 * i], -im * x[2 * i] - re * x[2 * i + 1]};
        double size = s * hypot(x[2 * i], x[2 * i + 1]) + least / confirmed * top;
        for (int j = 0; j < f->n; j++) {
            double a = f->A[i * f->n + j];
            y[0] += a * x[2 * j];
            y[1] += a * x[2 * j + 1];
            size += fabs(a) * hypot(x[2 * j], x[2 * j + 1]);
        }
        worst = fmax(worst, hypot(y[0], y[1]) / size);
    }
    return top > 0 ? worst : INFINITY;
}

/* The residual of A x = s x relative to the terms of both sides; the state is that of the mode's displacements. */
static double residual_of(const state_frame *f, const linear_mode *mode) {
    arena_mark mark = base_arena_get_mark(f->b->a);
    double *x = ARENA_ARRAY(f->b->a, double, 2 * f->n + 1);
    state_of(f, mode, x);
    double error = residual(f, mode->re / f->rate, mode->im / f->rate, x);
    base_arena_release(f->b->a, mark);
    return error;
}

/* --- Inverse iteration --- */

static void swap_rows(double *x, double *y, int count) {
    for (int i = 0; i < count; i++) {
        double t = x[i];
        x[i] = y[i];
        y[i] = t;
    }
}

/* x / y */
static void divide(const double *x, const double *y, double *z) {
    double square = y[0] * y[0] + y[1] * y[1], re = x[0] * y[0] + x[1] * y[1], im = x[1] * y[0] - x[0] * y[1];
    z[0] = re / square;
    z[1] = im / square;
}

/* x -= y z */
static void subtract(double *x, const double *y, const double *z) {
    double re = y[0] * z[0] - y[1] * z[1], im = y[0] * z[1] + y[1] * z[0];
    x[0] -= re;
    x[1] -= im;
}

/* Solves B y = x for a matrix of pairs, by elimination with partial pivoting; B and x are overwritten, y stands in x.
 */
static bool eliminate(double *B, double *x, int n) {
    for (int k = 0; k < n; k++) {
        int best = k;
        for (int i = k + 1; i < n; i++)
            if (hypot(B[2 * (i * n + k)], B[2 * (i * n + k) + 1]) >
                hypot(B[2 * (best * n + k)], B[2 * (best * n + k) + 1]))
                best = i;
        swap_rows(&B[2 * k * n], &B[2 * best * n], best == k ? 0 : 2 * n);
        swap_rows(&x[2 * k], &x[2 * best], best == k ? 0 : 2);
        for (int i = k + 1; i < n; i++) {
            double factor[2];
            divide(&B[2 * (i * n + k)], &B[2 * (k * n + k)], factor);
            for (int j = k + 1; (factor[0] != 0 || factor[1] != 0) && j < n; j++)
                subtract(&B[2 * (i * n + j)], factor, &B[2 * (k * n + j)]);
            subtract(&x[2 * i], factor, &x[2 * k]);
        }
    }
    for (int k = n - 1; k >= 0; k--) {
        for (int j = k + 1; j < n; j++)
            subtract(&x[2 * k], &B[2 * (k * n + j)], &x[2 * j]);
        divide(&x[2 * k], &B[2 * (k * n + k)], &x[2 * k]);
    }
    double top = num_largest(x, 2 * n);
    for (int i = 0; i < 2 * n; i++)
        x[i] /= top;
    return isfinite(top) && top > 0;
}

static void load_shifted(const state_frame *f, double re, double im, double *B) {
    for (int i = 0; i < f->n * f->n; i++) {
        B[2 * i] = f->A[i] - (i % (f->n + 1) == 0 ? re : 0);
        B[2 * i + 1] = i % (f->n + 1) == 0 ? -im : 0;
    }
}

/* The vector of A that belongs to the mode's eigenvalue, as pairs; false if there is none. */
static bool iterate(const state_frame *f, const linear_mode *m, double *x) {
    int n = f->n;
    double *B = ARENA_ARRAY(f->b->a, double, 2 * n * n + 1), re = m->re / f->rate, im = m->im / f->rate;
    for (int k = 0; k < ITERATIONS; k++) {
        if (residual(f, re, im, x) <= confirmed)
            return true;
        load_shifted(f, re + beside * (1 + hypot(re, im)), im, B);
        if (!eliminate(B, x, n))
            return false;
    }
    return residual(f, re, im, x) <= confirmed;
}

/* Displacements of all coordinates from those of the state, the largest 1. */
static void take_shape(const state_frame *f, const double *x, linear_mode *m) {
    int d = f->x->q.d;
    double *y = ARENA_ARRAY(f->b->a, double, d + 1);
    double *const parts[] = {m->shape_re, m->shape_im};
    for (int part = 0; part < 2; part++) {
        for (int i = 0; i < d; i++)
            y[i] = x[2 * i + part] * f->unit[i];
        analysis_tangent_apply(&f->x->q, y, parts[part]);
    }
}

bool analysis_shapes_confirm(const state_frame *f, linear_mode *mode) {
    if (residual_of(f, mode) <= confirmed)
        return false;
    arena_mark mark = base_arena_get_mark(f->b->a);
    double *x = ARENA_ARRAY(f->b->a, double, 2 * f->n + 1);
    state_of(f, mode, x);
    for (int i = 0; i < 2 * f->n; i++) /* any start that has a part along the vector; real for real eigenvalues */
        x[i] += (i % 2 == 0 || mode->im != 0) ? 1e-3 * sin(1 + i) : 0;
    if (iterate(f, mode, x))
        take_shape(f, x, mode);
    else {
        memset(mode->shape_re, 0, (size_t)f->b->n * sizeof *mode->shape_re);
        memset(mode->shape_im, 0, (size_t)f->b->n * sizeof *mode->shape_im);
    }
    base_arena_release(f->b->a, mark);
    return true;
}
