/* Dormand and Prince's formulas of order 5 and 4 (Hairer, Norsett, Wanner, II.5), with projection onto the
   constraints. */
#include "analysis/conserved/excursion.h"

#include <math.h>
#include <string.h>

#include "num/saddle.h"

enum { STAGES = 6, MOST_STATES = 240, MOST_TRIALS = 600, LEAST_STATES = 40 };
static const double tolerance = 1e-11, enough = 2.0;
static const double budget = 3e7; /* instructions and multiplications */
static const double stage_at[STAGES] = {0, 1 / 5.0, 3 / 10.0, 4 / 5.0, 8 / 9.0, 1};
static const double stage[STAGES][STAGES - 1] = {
    {0},
    {1 / 5.0},
    {3 / 40.0, 9 / 40.0},
    {44 / 45.0, -56 / 15.0, 32 / 9.0},
    {19372 / 6561.0, -25360 / 2187.0, 64448 / 6561.0, -212 / 729.0},
    {9017 / 3168.0, -355 / 33.0, 46732 / 5247.0, 49 / 176.0, -5103 / 18656.0},
};
static const double weight[STAGES] = {35 / 384.0, 0, 500 / 1113.0, 125 / 192.0, -2187 / 6784.0, 11 / 84.0};
/* Less the weights of order 4; the last is of the slope at the end of the step. */
static const double error_weight[STAGES + 1] = {71 / 57600.0,      0,          -71 / 16695.0, 71 / 1920.0,
                                                -17253 / 339200.0, 22 / 525.0, -1 / 40.0};

typedef struct walker {
    const analysis_setting *s;
    analysis_manifold *rows;
    analysis_probe *ground; /* M h A gamma */
    saddle *solver;
    int n, m;
    double *slope[STAGES + 1]; /* 2 n: q', q'' */
    double *lambda, work;
    analysis_state trial;
} walker;

static walker begin(const analysis_setting *s, analysis_manifold *rows, arena *a) {
    const mech_equations *e = &s->e;
    int n = e->n, m = e->m, count = n * n + n + m * n + m;
    expr_id *x = ARENA_ARRAY(a, expr_id, count), *at = x;
    memcpy(at, e->M, (size_t)(n * n) * sizeof *x), at += n * n;
    memcpy(at, e->h, (size_t)n * sizeof *x), at += n;
    memcpy(at, e->A, (size_t)(m * n) * sizeof *x), at += m * n;
    memcpy(at, e->gamma, (size_t)m * sizeof *x);
    for (int k = 0; k < count; k++)
        x[k] = x[k].i ? x[k] : expr_int(s->m->g, 0);
    walker w = {.s = s, .rows = rows, .n = n, .m = m, .trial = analysis_state_make(s->m, a)};
    w.ground = analysis_probe_make(s->m, x, (size_t)count, a);
    w.solver = num_saddle_create(a, n, m);
    w.lambda = ARENA_ARRAY(a, double, m + 1);
    for (int k = 0; k <= STAGES; k++)
        w.slope[k] = ARENA_ARRAY(a, double, 2 * n);
    return w;
}

/* Velocities and accelerations; false where they are not determined. */
static bool look(walker *w, const analysis_state *at, double *slope) {
    int n = w->n, m = w->m;
    const double *M = analysis_probe_at(w->ground, at), *h = M + n * n, *A = h + n;
    w->work += (double)analysis_probe_cost(w->ground) + (double)n * n * n / 3 + (double)n * m * (n + m);
    if (!analysis_finite(M, n * n + n + m * n + m) || num_saddle_factor(w->solver, M, A, n, m).singular)
        return false;
    num_saddle_solve(w->solver, h, A + m * n, slope + n, w->lambda, NULL);
    for (int i = 0; i < n; i++)
        slope[i] = at->v[w->s->e.coords[i]];
    return analysis_finite(slope, 2 * n);
}

static void add_slopes(const walker *w, const analysis_state *from, const double *weights, int count, double h,
                       analysis_state *to) {
    for (int i = 0; i < w->n; i++) {
        int k = w->s->e.coords[i];
        to->q[k] = from->q[k];
        to->v[k] = from->v[k];
        for (int j = 0; j < count; j++) {
            to->q[k] += h * weights[j] * w->slope[j][i];
            to->v[k] += h * weights[j] * w->slope[j][w->n + i];
        }
    }
}

/* The largest error beside the scales. */
static double error_of(const walker *w, double h) {
    const analysis_scales *scales = w->s->start.scales;
    double worst = 0;
    for (int i = 0; i < w->n; i++) {
        double q = 0, v = 0;
        for (int j = 0; j <= STAGES; j++) {
            q += h * error_weight[j] * w->slope[j][i];
            v += h * error_weight[j] * w->slope[j][w->n + i];
        }
        worst =
            fmax(worst, fmax(fabs(q) / scales->q[w->s->e.coords[i]].near, fabs(v) / scales->v[w->s->e.coords[i]].far));
    }
    return worst;
}

/* One step from `from`, whose slope is known, to w->trial; the error, or infinity where the step leads nowhere. */
static double try_step(walker *w, const analysis_state *from, double h) {
    size_t room = w->s->m->coord_count * sizeof *from->q;
    memcpy(w->trial.q, from->q, room);
    memcpy(w->trial.v, from->v, room);
    for (int k = 1; k < STAGES; k++) {
        add_slopes(w, from, stage[k], k, h, &w->trial);
        w->trial.t = from->t + stage_at[k] * h;
        if (!look(w, &w->trial, w->slope[k]))
            return INFINITY;
    }
    add_slopes(w, from, weight, STAGES, h, &w->trial);
    w->trial.t = from->t + h;
    if (!look(w, &w->trial, w->slope[STAGES]))
        return INFINITY;
    double error = error_of(w, h);
    return isfinite(error) && analysis_manifold_land(w->rows, &w->trial) ? error : INFINITY;
}

static void keep(const walker *w, excursion *x, arena *a) {
    size_t n = w->s->m->coord_count;
    analysis_state *at = &x->at[x->count++];
    *at = analysis_state_make(w->s->m, a);
    at->t = w->trial.t;
    memcpy(at->q, w->trial.q, n * sizeof *at->q);
    memcpy(at->v, w->trial.v, n * sizeof *at->v);
    for (int i = 0; i < w->n; i++) {
        int k = w->s->e.coords[i];
        x->extent = fmax(x->extent, fabs(at->q[k] - x->at[0].q[k]) / w->s->start.scales->q[k].near);
    }
}

static bool goes_on(const walker *w, const excursion *x, int trials) {
    bool seen = x->extent >= enough && x->count >= LEAST_STATES;
    return !seen && x->count < MOST_STATES && trials < MOST_TRIALS && w->work < budget;
}

excursion analysis_excursion_make(const analysis_setting *s, analysis_manifold *rows, const analysis_state *from,
                                  arena *a) {
    walker w = begin(s, rows, a);
    excursion x = {.at = ARENA_ARRAY(a, analysis_state, MOST_STATES)};
    size_t n = s->m->coord_count;
    double h = s->start.scales->t.near / 50;
    w.trial.t = from->t;
    memcpy(w.trial.q, from->q, n * sizeof *from->q);
    memcpy(w.trial.v, from->v, n * sizeof *from->v);
    keep(&w, &x, a);
    bool known = look(&w, &x.at[0], w.slope[0]);
    for (int trials = 0; known && goes_on(&w, &x, trials); trials++) {
        double error = try_step(&w, &x.at[x.count - 1], h) / tolerance;
        if (error <= 1) {
            keep(&w, &x, a);
            known = look(&w, &x.at[x.count - 1], w.slope[0]);
        }
        h *= fmin(4, fmax(0.1, 0.9 * pow(error > 0 ? error : 1e-10, -0.2)));
    }
    return x;
}
