/* Tests dQ_i/dq_j - dQ_j/dq_i, projected onto the displacements that the position constraints allow, at random
   positions that satisfy them. */
#include "analysis/probe/gradient.h"

#include <math.h>
#include <string.h>

#include "expr/diff.h"
#include "expr/walk.h"
#include "num/saddle.h"

enum { TRIALS = 4, MAX_SHRINKS = 12, NEWTON_STEPS = 30 };
static const double spread_at_first = 0.3, allowed = 1e-9, on_rows = 1e-12;

typedef struct ground {
    const model *m;
    const mech_equations *e;
    const analysis_state *start;
    analysis_probe *curl, *rows; /* curl and its sizes (n*n each); rows f (m) and their gradients (m*n) */
    int n, m_rows;
    saddle *solver;
    double *length; /* n: the unit of each coordinate here */
    double *A, *identity, *zero, *step, *lambda, *S;
    analysis_state at;
    analysis_dice dice;
} ground;

/* The curl and bounds for the terms it is made of; false if it vanishes on sight. */
static bool derive_curl(ground *w, const expr_id *Q, arena *a) {
    int n = w->n;
    graph *g = w->m->g;
    uint32_t *q = ARENA_ARRAY(a, uint32_t, n);
    const size_t cells = (size_t)n * (size_t)n;
    expr_id *D = ARENA_ARRAY(a, expr_id, cells), *roots = ARENA_ARRAY(a, expr_id, cells);
    for (int i = 0; i < n; i++)
        q[i] = w->m->coords[w->e->coords[i]].q;
    for (int i = 0; i < n; i++)
        expr_reverse(g, &Q[i], NULL, 1, q, (size_t)n, &D[i * n]);
    const expr_id zero = expr_int(g, 0); /* as most are where there are many */
    bool any = false;
    for (int k = 0; k < n * n; k++) {
        const expr_id twin = D[k % n * n + k / n];
        roots[k] = expr_same(D[k], zero) && expr_same(twin, zero) ? zero : expr_sub(g, D[k], twin);
        any |= !expr_is_zero(g, roots[k]);
    }
    if (any)
        w->curl = analysis_probe_make_by_pieces(w->m, roots, cells, true, a);
    return any;
}

static void gather_rows(ground *w, const bool *rows, arena *a) {
    const mech_equations *e = w->e;
    int n = w->n;
    expr_id *f = ARENA_ARRAY(a, expr_id, e->m * (n + 1)), *A = ARENA_ARRAY(a, expr_id, e->m * n);
    for (int k = 0; k < e->m; k++) {
        if (!rows[k] || w->m->base->rows[k].velocity || w->m->rows[k].contact)
            continue;
        memcpy(&A[w->m_rows * n], &e->A[k * n], (size_t)n * sizeof *A);
        f[w->m_rows++] = e->f[k];
    }
    memcpy(f + w->m_rows, A, (size_t)(w->m_rows * n) * sizeof *A);
    w->rows = analysis_probe_make_by_pieces(w->m, f, (size_t)(w->m_rows * (n + 1)), false, a);
}

/* Newton's steps of least length onto the rows; afterwards their gradients are factored. */
static bool land(ground *w) {
    for (int k = 0; k < NEWTON_STEPS; k++) {
        const double *f = analysis_probe_at(w->rows, &w->at);
        if (!analysis_finite(f, w->m_rows * (w->n + 1)))
            return false;
        for (int i = 0; i < w->m_rows * w->n; i++)
            w->A[i] = f[w->m_rows + i] * w->length[i % w->n];
        num_saddle_factor(w->solver, w->identity, w->A, w->n, w->m_rows);
        num_saddle_solve(w->solver, w->zero, f, w->step, w->lambda, NULL);
        double size = 0;
        for (int i = 0; i < w->n; i++) {
            double *q = &w->at.q[w->e->coords[i]];
            double step = w->step[i] * w->length[i];
            size = fmax(size, fabs(step) / analysis_magnitude(w->start, w->e->coords[i], *q));
            *q -= step;
        }
        if (size < on_rows)
            return true;
    }
    return false;
}

static const double *curl_nearby(ground *w) {
    double spread = spread_at_first;
    for (int k = 0; k < MAX_SHRINKS; k++, spread /= 4) {
        analysis_state_near(w->m, w->start, spread, &w->dice, &w->at);
        if (!land(w))
            continue;
        const double *x = analysis_probe_at(w->curl, &w->at);
        if (analysis_finite(x, 2 * w->n * w->n))
            return x;
    }
    return NULL;
}

/* S = P S: each column loses what the rows forbid. */
static void project_columns(ground *w) {
    int n = w->n;
    for (int j = 0; j < n; j++) {
        for (int i = 0; i < n; i++)
            w->step[i] = w->S[i * n + j];
        num_saddle_solve(w->solver, w->step, w->zero, w->step, w->lambda, NULL);
        for (int i = 0; i < n; i++)
            w->S[i * n + j] = w->step[i];
    }
}

static void transpose(double *S, int n) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++) {
            double x = S[i * n + j];
            S[i * n + j] = S[j * n + i];
            S[j * n + i] = x;
        }
}

static bool vanishes_here(ground *w, const double *curl) {
    int n = w->n;
    double size = 0;
    for (int k = 0; k < n * n; k++) {
        double area = w->length[k / n] * w->length[k % n];
        w->S[k] = curl[k] * area;
        size = fmax(size, curl[n * n + k] * area);
    }
    project_columns(w);
    transpose(w->S, n);
    project_columns(w);
    for (int k = 0; k < n * n; k++)
        if (fabs(w->S[k]) > allowed * size)
            return false;
    return true;
}

bool analysis_is_gradient(const model *m, const mech_equations *e, const bool *rows, const expr_id *Q,
                          const analysis_state *start, arena *a) {
    int n = e->n;
    ground w = {.m = m, .e = e, .start = start, .n = n, .at = analysis_state_make(m, a), .dice = analysis_dice_make()};
    if (!derive_curl(&w, Q, a))
        return true;
    gather_rows(&w, rows, a);
    w.solver = num_saddle_create(a, n, w.m_rows);
    w.identity = ARENA_ARRAY(a, double, n *n);
    w.S = ARENA_ARRAY(a, double, n *n);
    w.zero = ARENA_ARRAY(a, double, n + w.m_rows);
    w.step = ARENA_ARRAY(a, double, n);
    w.lambda = ARENA_ARRAY(a, double, w.m_rows);
    w.length = ARENA_ARRAY(a, double, n);
    w.A = ARENA_ARRAY(a, double, w.m_rows *n + 1);
    for (int i = 0; i < n; i++) {
        w.identity[i * n + i] = 1;
        w.length[i] = start->scales->q[e->coords[i]].far;
    }
    for (int k = 0; k < TRIALS; k++) {
        const double *curl = curl_nearby(&w);
        if (!curl || !vanishes_here(&w, curl))
            return false;
    }
    return true;
}
