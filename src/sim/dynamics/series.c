/* Taylor coefficients of the motion: those of accelerations and multipliers from the mode's program, or from its
   matrices where it has no explicit solution; those of the state by integration. */
#include <math.h>
#include <string.h>

#include "sim/dynamics/dynamics.h"
#include "sim/dynamics/pieces.h"
#include "tape/series/series.h"

struct expansion {
    tape_series *series;
    const tape *of;  /* the program */
    int order, rows; /* that it was made for */
    double *solved;  /* matrices: [order][n + m], accelerations and multipliers */
    double *right;   /* h and gamma, and room for a solution: 2 (n + m) */
};

/* --- The series of the program --- */

/* Roots of the first segment that are needed: the motion but for what is known of its trust; the matrices but for f and
   f_dot. */
static const bool *wanted_of(sim *s, const mode *m) {
    const size_t count = m->program->segments[SEG_MOTION].out_count, n = (size_t)m->n, rows = (size_t)m->m;
    bool *wanted = ARENA_ARRAY(s->a, bool, count + 1);
    memset(wanted, true, count);
    if (m->direct)
        wanted[n + (size_t)m->used_count] = false;
    else
        memset(wanted + n * (n + 1) / 2 + n + n * rows + rows, false, 2 * rows);
    return wanted;
}

static bool *moving_inputs(sim *s, const mode *m) {
    bool *moving = ARENA_ARRAY(s->a, bool, m->input_count + 1);
    moving[m->t_slot] = true;
    memset(moving + m->q_slot, true, m->scale_slot - m->q_slot);
    return moving;
}

static expansion *make(sim *s, const mode *m, int order) {
    LGR_ASSERT(order > 0 && m->used_count <= m->m);
    LGR_ASSERT(m->q_slot < m->v_slot && m->v_slot < m->a_slot && m->lambda_slot <= m->scale_slot);
    const bool **wanted = ARENA_ARRAY(s->a, const bool *, SEG_RATES + 1);
    wanted[SEG_MOTION] = wanted_of(s, m);
    expansion *x = ARENA_NEW(s->a, expansion);
    *x = (expansion){.of = m->program, .order = order, .rows = m->used_count};
    const tape_series_plan plan = {moving_inputs(s, m), SEG_RATES, wanted, order};
    x->series = tape_series_create(s->a, m->program, &plan);
    const size_t size = (size_t)(m->n + m->m) + 1;
    x->solved = ARENA_ARRAY(s->a, double, m->direct ? 1 : (size_t)order *size);
    x->right = ARENA_ARRAY(s->a, double, 2 * size);
    return x;
}

/* Of the program that the mode is evaluated by. */
static expansion *expansion_of(sim *s, mode *m, int order) {
    const expansion *x = m->expansion;
    if (x && x->of == m->program && x->order >= order && x->rows == m->used_count)
        return m->expansion;
    arena *run = dynamics_kit_enter(s);
    m->expansion = make(s, m, order);
    dynamics_kit_leave(s, run);
    return m->expansion;
}

/* --- Accelerations and multipliers --- */

static void give_solved(const mode *m, tape_series *x, int k, const double *a, const double *lambda) {
    for (int i = 0; i < m->n; i++)
        tape_series_give(x, m->a_slot + (size_t)i, k, a[i]);
    for (int i = 0; i < m->m; i++)
        tape_series_give(x, m->lambda_slot + (size_t)i, k, lambda[i]);
}

static void solve_direct(const mode *m, const expansion *x, int k, double *a) {
    double *lambda = x->right;
    memset(lambda, 0, (size_t)m->m * sizeof *lambda);
    for (int i = 0; i < m->n; i++)
        a[i] = tape_series_root(x->series, SEG_MOTION, (size_t)i, k);
    for (int i = 0; i < m->used_count; i++)
        lambda[m->used[i]] = tape_series_root(x->series, SEG_MOTION, (size_t)(m->n + i), k);
    give_solved(m, x->series, k, a, lambda);
}

/* Places of the matrices among the roots. */
typedef struct places {
    size_t h, A, gamma, C;
} places;

static places places_of(const mode *m) {
    const size_t n = (size_t)m->n, rows = (size_t)m->m;
    places p = {.h = n * (n + 1) / 2};
    p.A = p.h + n;
    p.gamma = p.A + n * rows;
    p.C = m->skew ? p.gamma + 3 * rows : p.A;
    return p;
}

/* Takes M_j a + C_j^T lambda and A_j a from the right side, a and lambda being coefficients k - j. */
static void subtract(const mode *m, const expansion *x, int j, const double *z, double *right) {
    const places p = places_of(m);
    const int n = m->n;
    for (int i = 0; i < n; i++)
        for (int l = 0; l <= i; l++) {
            const double M = tape_series_root(x->series, SEG_MOTION, (size_t)(i * (i + 1) / 2 + l), j);
            right[i] -= M * z[l];
            if (l < i)
                right[l] -= M * z[i];
        }
    for (int r = 0; r < m->m; r++)
        for (int i = 0; i < n; i++) {
            const size_t at = (size_t)(r * n + i);
            right[n + r] -= tape_series_root(x->series, SEG_MOTION, p.A + at, j) * z[i];
            right[i] -= tape_series_root(x->series, SEG_MOTION, p.C + at, j) * z[n + r];
        }
}

/* M a + C^T lambda = h and A a = gamma, coefficient by coefficient, with the factors at the start. */
static void solve_matrices(mode *m, const expansion *x, int k, double *a) {
    const places p = places_of(m);
    const size_t n = (size_t)m->n, rows = (size_t)m->m;
    double *right = x->right, *z = x->solved + (size_t)k * (n + rows);
    if (k == 0)
        memcpy(z, m->slots + m->a_slot, (n + rows) * sizeof *z);
    else {
        for (size_t i = 0; i < n; i++)
            right[i] = tape_series_root(x->series, SEG_MOTION, p.h + i, k);
        for (size_t r = 0; r < rows; r++)
            right[n + r] = tape_series_root(x->series, SEG_MOTION, p.gamma + r, k);
        for (int j = 1; j <= k; j++)
            subtract(m, x, j, x->solved + (size_t)(k - j) * (n + rows), right);
        dynamics_rows_solve(m, right, right + n, z, z + n);
    }
    give_solved(m, x->series, k, z, z + n);
    memcpy(a, z, n * sizeof *a);
}

/* --- The state --- */

static void give_state(const mode *m, tape_series *x, int k, double t, const double *y) {
    tape_series_give(x, m->t_slot, k, k == 0 ? t : k == 1);
    for (size_t i = 0; i < 2 * (size_t)m->n; i++)
        tape_series_give(x, m->q_slot + i, k, y[i]);
}

static void integrate(const sim *s, const tape_series *x, int k, const double *y, const double *a, double *next) {
    const size_t n = (size_t)s->mode->n;
    for (size_t i = 0; i < n; i++) {
        next[i] = y[n + i] / (k + 1);
        next[n + i] = a[i] / (k + 1);
    }
    for (size_t i = 0; i < s->quadratures; i++)
        next[2 * n + i] = tape_series_root(x, SEG_RATES, i, k) / (k + 1);
}

/* An integral has no value where its integrand has none, which is no obstacle to the others. */
static bool has_series(int order, double *const *c, size_t i, bool needed) {
    double sum = 0;
    for (int k = 1; k <= order; k++)
        sum += c[k][i] - c[k][i];
    return sum == 0 || (!needed && !isfinite(c[1][i]));
}

static bool is_finite(int order, double *const *c, size_t size) {
    double sum = 0;
    for (int k = 1; k <= order; k++)
        for (size_t i = 0; i < size; i++)
            sum += c[k][i] - c[k][i];
    return sum == 0;
}

static const char *expand(sim *s, const expansion *x, double t, int order, double *const *c) {
    mode *m = s->mode;
    const size_t n = (size_t)m->n;
    tape_series_begin(x->series, m->slots);
    for (int k = 0; k < order; k++) {
        double *a = c[k + 1] + n; /* until it is divided */
        give_state(m, x->series, k, t, c[k]);
        tape_series_run(x->series, SEG_MOTION, k);
        if (m->direct)
            solve_direct(m, x, k, a);
        else
            solve_matrices(m, x, k, a);
        tape_series_run(x->series, SEG_RATES, k);
        integrate(s, x->series, k, c[k], a, c[k + 1]);
    }
    s->result->evaluations += order;
    const size_t size = dynamics_state_size(s, m);
    if (is_finite(order, c, size))
        return NULL;
    tape_series_clear(x->series);
    for (size_t i = 0; i < size; i++)
        if (!has_series(order, c, i, i < 2 * n))
            return "something in the equations has no derivatives there";
    return NULL;
}

/* Whether rows that depend on each other leave multipliers open. */
static bool factors(sim *s) {
    mode *m = s->mode;
    dynamics_matrices(s);
    return m->at_hand && dynamics_rows_factor(s) && m->info.rank == m->used_count;
}

const char *dynamics_series(sim *s, double t, const double *y, int order, double *const *c) {
    mode *m = s->mode;
    if (!dynamics_evaluate(s, t, y, c[1]))
        return "the accelerations are not finite";
    if (dynamics_is_sliding(s))
        return "the motion slides along a switch";
    if (m->loaded)
        return "the host program adds forces";
    const expansion *x = expansion_of(s, m, order);
    if (tape_series_switches(x->series))
        return "a switch depends on accelerations or constraint forces";
    if (!m->direct && !factors(s))
        return "constraints are dependent";
    memcpy(c[0], y, dynamics_state_size(s, m) * sizeof *y);
    return expand(s, x, t, order, c);
}
