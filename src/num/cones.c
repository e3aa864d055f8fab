/* The deepest point of second-order cones by a logarithmic barrier: depth is one more unknown, the last. */
#include <math.h>
#include <string.h>

#include "num/cones.h"
#include "num/dense.h"

typedef struct barrier {
    const num_cones *x;
    int n;                        /* unknowns with the depth */
    double tau;                   /* of the path: the barrier's part */
    double *at;                   /* n */
    double *g, *H, *step, *trial; /* gradient, Hessian; n, n x n, n, n */
    double *of;                   /* n: gradient of one cone's q */
    int *first;
} barrier;

static double affine(const num_cones *x, const double *row, const double *y) {
    return row[x->p] + num_dot(row, y, x->p);
}

/* d = c - depth and |w|. */
static double look(const barrier *b, const double *row, int size, const double *at, double *length) {
    double w = 0;
    for (int k = 1; k <= size; k++)
        w = hypot(w, affine(b->x, row + k * b->n, at));
    *length = w;
    return affine(b->x, row, at) - at[b->n - 1];
}

/* -depth / tau - sum of log(d^2 - |w|^2); infinite outside. */
static double value(const barrier *b, const double *at) {
    const double *row = b->x->rows;
    double sum = -at[b->n - 1] / b->tau, w;
    for (int i = 0; i < b->x->count; row += (1 + b->x->sizes[i++]) * b->n) {
        const double d = look(b, row, b->x->sizes[i], at, &w);
        if (!(d > w))
            return INFINITY;
        sum -= log(d - w) + log(d + w);
    }
    return sum;
}

static void add_outer(const barrier *b, double factor, const double *x) {
    for (int i = 0; i < b->n; i++)
        for (int j = 0; j < b->n; j++)
            b->H[i * b->n + j] += factor * x[i] * x[j];
}

/* A row's gradient with the depth among the unknowns. */
static void derive(const barrier *b, const double *row, double of_depth, double *out) {
    memcpy(out, row, (size_t)b->x->p * sizeof *out);
    out[b->n - 1] = of_depth;
}

/* Of -log q, q = d^2 - |w|^2: -q'/q and q' q'^T/q^2 - q''/q. */
static void add_cone(const barrier *b, const double *row, int size) {
    double w, *part = b->trial;
    const double d = look(b, row, size, b->at, &w), q = (d - w) * (d + w);
    derive(b, row, -1, part);
    add_outer(b, -2 / q, part);
    for (int i = 0; i < b->n; i++)
        b->of[i] = 2 * d * part[i];
    for (int k = 1; k <= size; k++) {
        derive(b, row + k * b->n, 0, part);
        add_outer(b, 2 / q, part);
        const double wk = affine(b->x, row + k * b->n, b->at);
        for (int i = 0; i < b->n; i++)
            b->of[i] -= 2 * wk * part[i];
    }
    add_outer(b, 1 / (q * q), b->of);
    for (int i = 0; i < b->n; i++)
        b->g[i] -= b->of[i] / q;
}

/* Newton's step; the decrement, or 0 where there is none to be had. */
static double find_step(const barrier *b) {
    const double *row = b->x->rows;
    memset(b->g, 0, (size_t)b->n * sizeof *b->g);
    memset(b->H, 0, (size_t)(b->n * b->n) * sizeof *b->H);
    b->g[b->n - 1] = -1 / b->tau;
    for (int i = 0; i < b->x->count; row += (1 + b->x->sizes[i++]) * b->n)
        add_cone(b, row, b->x->sizes[i]);
    if (!num_cholesky(b->H, b->n, b->first, 1e-14))
        return 0;
    for (int i = 0; i < b->n; i++)
        b->step[i] = -b->g[i];
    num_cholesky_forward(b->H, b->n, b->first, b->step);
    num_cholesky_backward(b->H, b->n, b->first, b->step);
    return -num_dot(b->g, b->step, b->n);
}

/* As far along the step as lowers the value enough; false where nothing does. */
static bool advance(const barrier *b, double decrement) {
    const double before = value(b, b->at);
    for (double part = 1; part > 1e-10; part *= 0.5) {
        for (int i = 0; i < b->n; i++)
            b->trial[i] = b->at[i] + part * b->step[i];
        if (value(b, b->trial) <= before - 0.1 * part * decrement) {
            memcpy(b->at, b->trial, (size_t)b->n * sizeof *b->at);
            return true;
        }
    }
    return false;
}

static void centre(const barrier *b) {
    enum { MOST = 40 };
    for (int i = 0; i < MOST; i++) {
        const double decrement = find_step(b);
        if (!(decrement > 1e-6) || !advance(b, decrement))
            return;
    }
}

static double depth_at(const barrier *b, const double *at) {
    const double *row = b->x->rows;
    double least = INFINITY, w;
    for (int i = 0; i < b->x->count; row += (1 + b->x->sizes[i++]) * b->n) {
        const double d = look(b, row, b->x->sizes[i], at, &w) + at[b->n - 1];
        least = fmin(least, d - w);
    }
    return least;
}

static void weigh(const barrier *b, double *weight) {
    const double *row = b->x->rows;
    double all = 0;
    for (int i = 0; i < b->x->count; row += (1 + b->x->sizes[i++]) * b->n) {
        double w;
        const double d = look(b, row, b->x->sizes[i], b->at, &w);
        weight[i] = d / ((d - w) * (d + w));
        all += weight[i];
    }
    for (int i = 0; i < b->x->count; i++)
        weight[i] /= all;
}

double num_cones_deepest(arena *scratch, const num_cones *x, double least, double *y, double *weight) {
    static const double first = 1, last = 1e-12, by = 0.1, little = 0.1;
    const int n = x->p + 1;
    const arena_mark mark = base_arena_get_mark(scratch);
    barrier b = {.x = x,
                 .n = n,
                 .tau = first,
                 .at = ARENA_ARRAY(scratch, double, n),
                 .g = ARENA_ARRAY(scratch, double, n),
                 .H = ARENA_ARRAY(scratch, double, n *n),
                 .step = ARENA_ARRAY(scratch, double, n),
                 .trial = ARENA_ARRAY(scratch, double, n),
                 .of = ARENA_ARRAY(scratch, double, n),
                 .first = ARENA_ARRAY(scratch, int, n)};
    b.at[n - 1] = depth_at(&b, b.at) - 1;
    for (;; b.tau *= by) {
        centre(&b);
        const double depth = b.at[n - 1], off = 2 * x->count * b.tau; /* how far below the greatest depth at most */
        if (b.tau <= last || (depth > least && off < little * depth) || depth + off < -1e-6)
            break;
    }
    memcpy(y, b.at, (size_t)x->p * sizeof *y);
    weigh(&b, weight);
    b.at[n - 1] = 0;
    const double depth = depth_at(&b, b.at);
    base_arena_release(scratch, mark);
    return depth;
}
