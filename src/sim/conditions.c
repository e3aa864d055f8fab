/* Conditions as a nonlinear system, solved for the point that is nearest to a guess. */
#include "sim/conditions.h"

#include <math.h>
#include <string.h>

#include "expr/diff.h"
#include "expr/walk.h"
#include "num/dense.h"

condition_system conditions_compile(sim *s, const condition_list *list, const var_list *known,
                                    const var_list *unknown) {
    graph *g = s->m->g;
    size_t m = list->len, N = unknown->len;
    condition_system e = {.at = list->at, .m = (int)m, .n = (int)N, .known = known->len};
    uint32_t *vars = ARENA_ARRAY(s->a, uint32_t, known->len + N + 1);
    memcpy(vars, known->at, known->len * sizeof *vars);
    if (N)
        memcpy(vars + known->len, unknown->at, N * sizeof *vars);
    e.vars = vars;
    expr_id *roots = ARENA_ARRAY(s->a, expr_id, m * (N + 2) + 1);
    for (size_t k = 0; k < m; k++) {
        roots[k] = list->at[k].residual;
        roots[m + k] = expr_majorant(g, roots[k]);
        expr_reverse(g, &roots[k], NULL, 1, unknown->at, N, &roots[2 * m + k * N]);
    }
    tape_group group = {.roots = roots, .count = m * (N + 2)};
    e.program = mode_load(s, tape_build(s->a, g, vars, known->len + N, s->m->param_count, &group, 1));
    e.r = ARENA_ARRAY(s->a, double, m + 1);
    e.size = ARENA_ARRAY(s->a, double, m + 1);
    e.J = ARENA_ARRAY(s->a, double, m *N + 1);
    return e;
}

void conditions_load(const sim *s, const condition_system *e, const double *values) {
    if (!e->m)
        return;
    mode_load_params(s, e->program);
    for (size_t i = s->m->param_count; i < e->known; i++)
        e->program->slots[i] = values[e->vars[i]];
}

double conditions_evaluate(sim *s, condition_system *e, const double *x) {
    if (!e->m)
        return 0;
    double *slots = e->program->slots;
    memcpy(slots + e->known, x, (size_t)e->n * sizeof *x);
    mode_run(s, e->program);
    const uint32_t *out = e->program->t->segments[1].out_slots;
    double sum = 0;
    for (int k = 0; k < e->m; k++) {
        e->r[k] = slots[out[k]];
        e->size[k] = slots[out[e->m + k]];
        e->size[k] = fmax(e->size[k], 1e-3); /* terms may all be near zero where the condition holds */
        sum += e->r[k] / e->size[k] * (e->r[k] / e->size[k]);
    }
    for (int k = 0; k < e->m * e->n; k++) {
        e->J[k] = slots[out[2 * e->m + k]];
        sum += 0 * e->J[k]; /* a gradient that is not finite is no help either */
    }
    return isfinite(sum) ? sum : INFINITY;
}

double conditions_evaluate_first(sim *s, condition_system *e, double *x) {
    double error = conditions_evaluate(s, e, x);
    if (isfinite(error))
        return error;
    for (int i = 0; i < e->n; i++)
        x[i] += 1e-3 * (1 + 0.1 * i);
    return conditions_evaluate(s, e, x);
}

bool conditions_hold(const condition_system *e, double tolerance) {
    for (int k = 0; k < e->m; k++)
        if (!(fabs(e->r[k]) <= tolerance * e->size[k]))
            return false;
    return true;
}

/* The next point: nearest to x0 (Euclid) among those that satisfy the linearised conditions. */
static void nearest(sim *s, const condition_system *e, const double *x, const double *x0, double *next) {
    int m = e->m, n = e->n;
    double *J = ARENA_ARRAY(s->a, double, m *n + 1), *b = ARENA_ARRAY(s->a, double, m + 1);
    for (int k = 0; k < m; k++) {
        double norm = 0, sum = -e->r[k];
        for (int i = 0; i < n; i++) {
            norm += e->J[k * n + i] * e->J[k * n + i];
            sum += e->J[k * n + i] * (x[i] - x0[i]);
        }
        norm = norm > 0 ? 1 / sqrt(norm) : 0;
        for (int i = 0; i < n; i++)
            J[k * n + i] = e->J[k * n + i] * norm;
        b[k] = sum * norm;
    }
    num_cod f;
    num_cod_factor(&f, J, m, n, 1e-9, ARENA_ARRAY(s->a, int, n + 1),
                   ARENA_ARRAY(s->a, double, num_cod_doubles(m, n) + 1));
    num_cod_solve(&f, b, next);
    for (int i = 0; i < n; i++)
        next[i] += x0[i];
}

bool conditions_solve(sim *s, condition_system *e, double *x) {
    if (!e->m)
        return true;
    double *x0 = ARENA_ARRAY(s->a, double, e->n + 1), *next = ARENA_ARRAY(s->a, double, e->n + 1);
    double *trial = ARENA_ARRAY(s->a, double, e->n + 1);
    memcpy(x0, x, (size_t)e->n * sizeof *x);
    double error = conditions_evaluate_first(s, e, x);
    for (int pass = 0; pass < 100 && error > 0 && e->n > 0; pass++) {
        nearest(s, e, x, x0, next);
        double better = INFINITY, step = 1;
        for (int half = 0; half < 20; half++, step *= 0.5) {
            for (int i = 0; i < e->n; i++)
                trial[i] = x[i] + step * (next[i] - x[i]);
            better = conditions_evaluate(s, e, trial);
            if (better < error)
                break;
        }
        if (!(better < error))
            break;
        memcpy(x, trial, (size_t)e->n * sizeof *x);
        /* Staying nearest to x0 converges linearly; close to a solution plain Newton finishes the work. */
        if (better < 1e-12 || better > 0.5 * error)
            memcpy(x0, x, (size_t)e->n * sizeof *x);
        error = better;
    }
    conditions_evaluate(s, e, x);
    return conditions_hold(e, 1e-10);
}
