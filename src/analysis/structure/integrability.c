/* Integrability by reachability: a one-form A of the system is integrable if and only if it vanishes on every direction
   in which the end of an admissible path z' = P(z) u(s) moves when the control u is varied; P projects onto the
   velocities that all forms allow. One random variation suffices, except for a set of measure zero. */
#include "analysis/structure/integrability.h"

#include <math.h>
#include <string.h>

#include "expr/walk.h"
#include "num/dense.h"
#include "num/saddle.h"

enum { TRIALS = 3, MORE_LOOKS = 2, FIRST_STEPS = 32, LAST_STEPS = 4096, MAX_SHRINKS = 20, WAVES = 3 };
static const double variation_size = 1e-5; /* its square, and rounding over it, are far below what decides */
static const double most_amplitude = 0.5;  /* of the scales */
static const double surely_zero = 1e-8, surely_not = 1e-7, settled = 0.1, rank_tolerance = 1e-5;

typedef struct path_space {
    const model *m;
    const mech_equations *e;
    int rows, n, size; /* forms; coordinates; n + 1 with time */
    double *unit;      /* size: the scale in which each of these is counted along the paths, from the start on */
    const analysis_state *from;
    const int *row; /* the forms as rows of the equations */
    analysis_probe *probe;
    analysis_state at;
    saddle *solver;
    double *A, *identity, *zero, *lambda; /* rows x size, size x size, rows, rows */
    double *control, *variation;          /* WAVES numbers per coordinate */
    double *start, *z, *moved, *u, *slope[4], *trial;
    double amplitude;
    analysis_dice dice;
} path_space;

/* The forms' coefficients along dq and, behind them, along dt. */
static analysis_probe *probe_forms(const path_space *p, arena *a) {
    graph *g = p->m->g;
    int n = p->n;
    expr_id *roots = ARENA_ARRAY(a, expr_id, p->rows * (n + 1));
    expr_id *drift = roots + p->rows * n, *from = ARENA_ARRAY(a, expr_id, n), *to = ARENA_ARRAY(a, expr_id, n);
    for (int k = 0; k < p->rows; k++) {
        memcpy(&roots[k * n], &p->e->A[p->row[k] * n], (size_t)n * sizeof *roots);
        drift[k] = p->e->f_dot[p->row[k]];
    }
    for (int i = 0; i < n; i++) {
        from[i] = expr_var(g, p->m->coords[p->e->coords[i]].v);
        to[i] = expr_int(g, 0);
    }
    expr_substitute(g, drift, (size_t)p->rows, from, to, (size_t)n, drift);
    return analysis_probe_make(p->m, roots, (size_t)(p->rows * (n + 1)), a);
}

static void load_forms(path_space *p, const double *z) {
    for (int i = 0; i < p->n; i++)
        p->at.q[p->e->coords[i]] = p->from->q[p->e->coords[i]] + z[i] * p->unit[i];
    p->at.t = p->from->t + z[p->n] * p->unit[p->n];
    const double *x = analysis_probe_at(p->probe, &p->at);
    for (int k = 0; k < p->rows; k++) {
        for (int i = 0; i < p->n; i++)
            p->A[k * p->size + i] = x[k * p->n + i] * p->unit[i];
        p->A[k * p->size + p->n] = x[p->rows * p->n + k] * p->unit[p->n];
    }
}

static bool velocity_at(path_space *p, const double *z, double s, double varied, double *slope) {
    const double waves[WAVES] = {1, cos(6.283185307179586 * s), sin(6.283185307179586 * s)};
    for (int i = 0; i < p->size; i++)
        p->u[i] =
            num_dot(&p->control[i * WAVES], waves, WAVES) + varied * num_dot(&p->variation[i * WAVES], waves, WAVES);
    load_forms(p, z);
    if (!analysis_finite(p->A, p->rows * p->size))
        return false;
    num_saddle_factor(p->solver, p->identity, p->A, p->size, p->rows);
    num_saddle_solve(p->solver, p->u, p->zero, slope, p->lambda, NULL);
    return true;
}

/* The end of the path by the classical Runge-Kutta formula; false where the forms have no value. */
static bool end_of_path(path_space *p, double varied, int steps, double *z) {
    static const double part[4] = {0, 0.5, 0.5, 1}, weight[4] = {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6};
    double h = 1.0 / steps;
    memcpy(z, p->start, (size_t)p->size * sizeof *z);
    for (int step = 0; step < steps; step++) {
        for (int k = 0; k < 4; k++) {
            for (int i = 0; i < p->size; i++)
                p->trial[i] = k ? z[i] + part[k] * h * p->slope[k - 1][i] : z[i];
            if (!velocity_at(p, p->trial, (step + part[k]) * h, varied, p->slope[k]))
                return false;
        }
        for (int i = 0; i < p->size; i++)
            for (int k = 0; k < 4; k++)
                z[i] += h * weight[k] * p->slope[k][i];
    }
    return true;
}

/* How much of the end's displacement each form sees, relative to both: 0 for an integrable one. */
static bool visible(path_space *p, int steps, double *seen) {
    double *moved = p->moved, *end = p->z, length = 0;
    if (!end_of_path(p, variation_size, steps, moved) || !end_of_path(p, -variation_size, steps, end))
        return false;
    for (int i = 0; i < p->size; i++) {
        double middle = 0.5 * (moved[i] + end[i]);
        moved[i] -= end[i];
        end[i] = middle;
        length += moved[i] * moved[i];
    }
    load_forms(p, end);
    for (int k = 0; k < p->rows; k++) {
        const double *A = &p->A[k * p->size];
        double size = sqrt(length * num_dot(A, A, p->size));
        seen[k] = size > 0 ? num_dot(A, moved, p->size) / size : 0;
    }
    return true;
}

static void choose_control(path_space *p, double *control) {
    for (int i = 0; i < p->size; i++)
        for (int k = 0; k < WAVES; k++)
            control[i * WAVES + k] = p->amplitude * analysis_random(&p->dice);
}

/* Refines the path until every form is decided on; `seen` is then reliable. */
static bool settle(path_space *p, double *seen, double *before) {
    if (!visible(p, FIRST_STEPS, before))
        return false;
    for (int steps = 2 * FIRST_STEPS; steps <= LAST_STEPS; steps *= 2) {
        if (!visible(p, steps, seen))
            return false;
        bool decided = true;
        for (int k = 0; k < p->rows; k++) {
            double x = fabs(seen[k]), change = fabs(seen[k] - before[k]);
            if (x > surely_zero && !(x > surely_not && change < settled * x))
                decided = false;
        }
        if (decided)
            return true;
        memcpy(before, seen, (size_t)p->rows * sizeof *seen);
    }
    return true;
}

/* A path and a variation of it that stay where the forms have values. */
static bool wander(path_space *p, double *seen, double *work) {
    for (int k = 0; k < MAX_SHRINKS; k++, p->amplitude /= 2) {
        choose_control(p, p->control);
        choose_control(p, p->variation);
        if (settle(p, seen, work))
            return true;
    }
    return false;
}

static int rank_at(path_space *p, const double *z, bool *independent) {
    load_forms(p, z);
    if (!analysis_finite(p->A, p->rows * p->size))
        return -1;
    return num_saddle_row_rank(p->solver, p->A, p->size, p->rows, rank_tolerance, independent);
}

/* Scales from the nearest (part 0) to the farthest (part 1). */
static void choose_units(path_space *p, double part) {
    for (int i = 0; i < p->n; i++) {
        p->unit[i] = analysis_length(p->from->scales->q[p->e->coords[i]], part);
        p->start[i] = 0;
    }
    p->unit[p->n] = analysis_length(p->from->scales->t, part);
    p->start[p->n] = 0;
}

/* Paths begin at the start, or beside it where the forms are less independent than elsewhere. */
static void leave_singular_start(path_space *p, bool *independent) {
    double *near = p->z;
    for (int i = 0; i < p->size; i++)
        near[i] = p->start[i] + 0.01 * analysis_random(&p->dice);
    if (rank_at(p, near, independent) > rank_at(p, p->start, independent))
        memcpy(p->start, near, (size_t)p->size * sizeof *near);
}

static path_space make_space(const model *m, const mech_equations *e, const int *row, int rows,
                             const analysis_state *start, arena *a) {
    path_space p = {.m = m, .e = e, .rows = rows, .n = e->n, .size = e->n + 1, .row = row, .amplitude = most_amplitude};
    p.from = start;
    p.dice = analysis_dice_make();
    p.probe = probe_forms(&p, a);
    p.at = analysis_state_make(m, a);
    p.solver = num_saddle_create(a, p.size, rows);
    p.A = ARENA_ARRAY(a, double, rows *p.size);
    p.identity = ARENA_ARRAY(a, double, p.size *p.size);
    p.zero = ARENA_ARRAY(a, double, rows);
    p.lambda = ARENA_ARRAY(a, double, rows);
    p.control = ARENA_ARRAY(a, double, p.size *WAVES);
    p.variation = ARENA_ARRAY(a, double, p.size *WAVES);
    double **const vectors[] = {&p.start,    &p.z,        &p.moved,    &p.u,       &p.trial,
                                &p.slope[0], &p.slope[1], &p.slope[2], &p.slope[3]};
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
        *vectors[i] = ARENA_ARRAY(a, double, p.size);
    for (int i = 0; i < p.size; i++)
        p.identity[i * p.size + i] = 1;
    p.unit = ARENA_ARRAY(a, double, p.size);
    return p;
}

/* The rank of all forms at the start of the paths less that of those that are integrals alone. */
static int rank_of_open(path_space *p, const bool *integral, arena *a) {
    bool *independent = ARENA_ARRAY(a, bool, p->rows);
    double *plain = ARENA_ARRAY(a, double, p->rows * p->size);
    int all = rank_at(p, p->start, independent), count = 0;
    for (int k = 0; k < p->rows; k++)
        if (integral[k])
            memcpy(&plain[count++ * p->size], &p->A[k * p->size], (size_t)p->size * sizeof *plain);
    return all - num_saddle_row_rank(p->solver, plain, p->size, count, rank_tolerance, independent);
}

/* The integrals among combinations of forms of which none is an integral alone: the number of these forms, so far as
   they are independent, less the dimension of what several variations of one path let them see. */
static int count_hidden(path_space *p, const bool *integral, arena *a) {
    int open = 0;
    for (int k = 0; k < p->rows; k++)
        open += !integral[k];
    double *seen = ARENA_ARRAY(a, double, p->rows), *work = ARENA_ARRAY(a, double, p->rows);
    if (open < 2 || !wander(p, seen, work))
        return 0;
    int looks = open + MORE_LOOKS;
    double *views = ARENA_ARRAY(a, double, looks * p->rows);
    for (int i = 0; i < looks; i++) {
        choose_control(p, p->variation);
        if (!settle(p, seen, work))
            return 0;
        for (int k = 0; k < p->rows; k++)
            views[i * p->rows + k] = integral[k] ? 0 : seen[k];
    }
    saddle *solver = num_saddle_create(a, p->rows, looks);
    bool *independent = ARENA_ARRAY(a, bool, looks);
    int hidden =
        rank_of_open(p, integral, a) - num_saddle_row_rank(solver, views, p->rows, looks, rank_tolerance, independent);
    return hidden > 0 ? hidden : 0;
}

analysis_integrals analysis_integrate(const model *m, const mech_equations *e, const bool *take,
                                      const analysis_state *start, arena *a) {
    analysis_integrals result = {.row = ARENA_ARRAY(a, bool, e->m)};
    int *row = ARENA_ARRAY(a, int, e->m), rows = 0;
    for (int k = 0; k < e->m; k++)
        if (take[k])
            row[rows++] = k;
    if (!rows)
        return result;
    path_space p = make_space(m, e, row, rows, start, a);
    bool *integral = ARENA_ARRAY(a, bool, rows);
    memset(integral, true, (size_t)rows * sizeof *integral);
    double *seen = ARENA_ARRAY(a, double, rows), *work = ARENA_ARRAY(a, double, rows);
    bool *independent = ARENA_ARRAY(a, bool, rows);
    for (int trial = 0; trial < TRIALS; trial++) {
        choose_units(&p, 1 - trial / (TRIALS - 1.0));
        p.amplitude = most_amplitude;
        leave_singular_start(&p, independent);
        bool found = wander(&p, seen, work);
        for (int k = 0; k < rows; k++)
            if (!found || fabs(seen[k]) > surely_not)
                integral[k] = false;
    }
    result.hidden = rows;
    for (int trial = 0; trial < TRIALS && result.hidden > 0; trial++) { /* what is one is one over all lengths */
        choose_units(&p, 1 - trial / (TRIALS - 1.0));
        p.amplitude = most_amplitude;
        leave_singular_start(&p, independent);
        int hidden = count_hidden(&p, integral, a);
        result.hidden = hidden < result.hidden ? hidden : result.hidden;
    }
    for (int k = 0; k < rows; k++)
        result.row[row[k]] = integral[k];
    return result;
}
