/* Newton's method from a random state: positions first, then velocities on the constraints at that position. */
#include "analysis/probe/manifold.h"

#include <math.h>
#include <string.h>

#include "num/saddle.h"

enum { TRIES = 3, NEWTON_STEPS = 12 };
static const double spread_at_first = 0.3, least_spread = 1e-3, on_rows = 1e-12, astray = 3;

/* The residuals of some rows and, behind them, their gradients. */
typedef struct level {
    analysis_probe *probe;
    int rows;
    saddle *solver;
    const analysis_extent *extent; /* per model coordinate, of its numbers */
} level;

struct analysis_manifold {
    const analysis_setting *s;
    level position, velocity;
    double spread; /* from which Newton's method went well the last time */
    double *identity, *zero, *step, *lambda;
};

static level make_level(const analysis_setting *s, bool velocity, arena *a) {
    const mech_equations *e = &s->e;
    int n = e->n, rows = 0;
    expr_id *roots = ARENA_ARRAY(a, expr_id, e->m * (n + 1)), *A = ARENA_ARRAY(a, expr_id, e->m * n);
    for (int k = 0; k < e->m; k++) {
        if (!velocity && s->choice.system->rows[e->rows[k]].velocity)
            continue;
        memcpy(&A[rows * n], &e->A[k * n], (size_t)n * sizeof *A);
        roots[rows++] = velocity ? e->f_dot[k] : e->f[k];
    }
    memcpy(roots + rows, A, (size_t)(rows * n) * sizeof *A);
    level l = {.rows = rows, .extent = velocity ? s->start.scales->v : s->start.scales->q};
    if (rows) {
        l.probe = analysis_probe_make_by_pieces(s->m, roots, (size_t)(rows * (n + 1)), false, a);
        l.solver = num_saddle_create(a, n, rows);
    }
    return l;
}

analysis_manifold *analysis_manifold_make(const analysis_setting *s, arena *a) {
    analysis_manifold *w = ARENA_NEW(a, analysis_manifold);
    int n = s->e.n;
    w->s = s;
    w->spread = spread_at_first;
    w->position = make_level(s, false, a);
    w->velocity = make_level(s, true, a);
    w->identity = ARENA_ARRAY(a, double, n *n);
    w->zero = ARENA_ARRAY(a, double, n + s->e.m);
    w->step = ARENA_ARRAY(a, double, n);
    w->lambda = ARENA_ARRAY(a, double, s->e.m);
    for (int i = 0; i < n; i++) /* steps of least length in units of the coordinates' own scales */
        w->identity[i * n + i] = pow(s->start.scales->q[s->e.coords[i]].far, -2);
    return w;
}

void analysis_manifold_set(analysis_manifold *w, const double *params) {
    if (w->position.probe)
        analysis_probe_set(w->position.probe, params);
    if (w->velocity.probe)
        analysis_probe_set(w->velocity.probe, params);
}

/* x is the q or the v of `at`. */
static bool land(analysis_manifold *w, level *l, const analysis_state *at, double *x) {
    const mech_equations *e = &w->s->e;
    for (int k = 0; l->rows && k < NEWTON_STEPS; k++) {
        const double *f = analysis_probe_at(l->probe, at);
        if (!analysis_finite(f, l->rows * (e->n + 1)))
            return false;
        num_saddle_factor(l->solver, w->identity, f + l->rows, e->n, l->rows);
        num_saddle_solve(l->solver, w->zero, f, w->step, w->lambda, NULL);
        double size = 0;
        for (int i = 0; i < e->n; i++) {
            double *y = &x[e->coords[i]];
            size = fmax(size, fabs(w->step[i]) / fmax(l->extent[e->coords[i]].far, fabs(*y)));
            *y -= w->step[i];
        }
        if (size < on_rows)
            return true;
    }
    return !l->rows;
}

/* Newton's method may end on another branch of the rows, far away. */
static bool is_near(const analysis_manifold *w, const analysis_state *at) {
    const mech_equations *e = &w->s->e;
    for (int i = 0; i < e->n; i++) {
        double from = w->s->start.q[e->coords[i]];
        if (!(fabs(at->q[e->coords[i]] - from) < astray * w->s->start.scales->q[e->coords[i]].far))
            return false;
    }
    return true;
}

bool analysis_manifold_land(analysis_manifold *w, analysis_state *at) {
    return land(w, &w->position, at, at->q) && land(w, &w->velocity, at, at->v);
}

bool analysis_manifold_state(analysis_manifold *w, analysis_dice *d, analysis_state *to) {
    for (; w->spread > least_spread; w->spread /= 4)
        for (int k = 0; k < TRIES; k++) {
            analysis_state_near(w->s->m, &w->s->start, w->spread, d, to);
            if (land(w, &w->position, to, to->q) && is_near(w, to) && land(w, &w->velocity, to, to->v))
                return true;
        }
    return false;
}
