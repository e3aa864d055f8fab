/* The determining equations as formulas, which algebra multiplies out. */
#include "analysis/conserved/proof.h"

#include <string.h>

#include "algebra/algebra.h"
#include "expr/diff.h"
#include "expr/walk.h"

enum { LARGEST = 1500 }; /* nodes that are multiplied out */

bool analysis_proof_vanish(graph *g, const expr_id *x, int count) {
    arena *a = base_arena_create();
    expr_id *left = ARENA_ARRAY(a, expr_id, count + 1);
    int n = 0;
    for (int i = 0; i < count; i++)
        if (!expr_is_zero(g, x[i]))
            left[n++] = x[i];
    bool all = n == 0;
    if (n && expr_count_nodes(g, left, (size_t)n) <= LARGEST) {
        algebra_simplify(g, left, (size_t)n, left);
        all = true;
        for (int i = 0; i < n; i++)
            all = all && expr_is_zero(g, left[i]);
    }
    base_arena_destroy(a);
    return all;
}

static expr_id velocity(const noether *w, int i) {
    return expr_var(w->g, w->s->m->coords[w->s->e.coords[i]].v);
}

expr_id analysis_proof_rate(const noether *w, expr_id of_places, arena *a) {
    expr_id *slope = ARENA_ARRAY(a, expr_id, w->n + 1), rate = expr_int(w->g, 0);
    uint32_t *place = ARENA_ARRAY(a, uint32_t, w->n + 1);
    for (int i = 0; i < w->n; i++)
        place[i] = w->s->m->coords[w->s->e.coords[i]].q;
    expr_reverse(w->g, &of_places, NULL, 1, place, (size_t)w->n, slope);
    for (int i = 0; i < w->n; i++)
        rate = expr_add(w->g, rate, expr_mul(w->g, slope[i], velocity(w, i)));
    return rate;
}

void analysis_proof_drift(const noether *w, expr_id *drift, arena *a) {
    const int n = w->n, m = w->s->e.m;
    expr_id *from = ARENA_ARRAY(a, expr_id, n + 1), *to = ARENA_ARRAY(a, expr_id, n + 1);
    for (int i = 0; i < n; i++) {
        from[i] = velocity(w, i);
        to[i] = expr_int(w->g, 0);
    }
    expr_substitute(w->g, w->s->e.f_dot, (size_t)m, from, to, (size_t)n, drift);
}

/* A xi + tau b of every row; behind these rubbing contacts, which time alone does not leave alone. */
static void add_rows(const noether *w, const symmetry *it, expr_id *x, arena *a) {
    const int m = w->s->e.m;
    expr_id *drift = ARENA_ARRAY(a, expr_id, m + 1);
    if (!expr_is_zero(w->g, it->tau))
        analysis_proof_drift(w, drift, a);
    for (int k = 0; k < w->rows; k++) {
        x[k] = expr_int(w->g, 0);
        for (int i = 0; i < w->n; i++)
            x[k] = expr_add(w->g, x[k], expr_mul(w->g, w->A[k * w->n + i], it->xi[i]));
        if (!expr_is_zero(w->g, it->tau))
            x[k] = expr_add(w->g, x[k], k < m ? expr_mul(w->g, it->tau, drift[k]) : it->tau);
    }
}

/* Parameters that are 0 leave their terms out: friction that was switched off. */
static bool vanish_here(const noether *w, expr_id *x, int count, arena *a) {
    const model *m = w->s->m;
    expr_id *from = ARENA_ARRAY(a, expr_id, m->param_count + 1), *to = ARENA_ARRAY(a, expr_id, m->param_count + 1);
    size_t pairs = 0;
    for (size_t i = 0; i < m->param_count; i++)
        if (model_value_of(m, &m->params[i]) == 0) {
            from[pairs] = expr_var(w->g, m->params[i].var);
            to[pairs++] = expr_int(w->g, 0);
        }
    if (pairs)
        expr_substitute(w->g, x, (size_t)count, from, to, pairs, x);
    return analysis_proof_vanish(w->g, x, count);
}

bool analysis_proof_of_symmetry(const noether *w, const symmetry *it, arena *a) {
    graph *g = w->g;
    expr_id *x = ARENA_ARRAY(a, expr_id, w->rows + 1), sum = expr_neg(g, expr_mul(g, it->tau, w->drain));
    add_rows(w, it, x, a);
    for (int i = 0; i < w->n; i++) {
        sum = expr_add(g, sum, expr_mul(g, w->force[i], it->xi[i]));
        sum = expr_add(g, sum, expr_mul(g, w->p[i], it->xi_rate[i]));
        sum = expr_sub(g, sum, expr_mul(g, it->place[i], velocity(w, i)));
    }
    x[w->rows] = expr_sub(g, sum, it->clock);
    return vanish_here(w, x, w->rows + 1, a);
}

bool analysis_proof_of_energy(const noether *w, expr_id work, arena *a) {
    graph *g = w->g;
    const int m = w->s->e.m;
    expr_id *x = ARENA_ARRAY(a, expr_id, m + 1);
    if (w->rows > m)
        return false;
    analysis_proof_drift(w, x, a);
    x[m] = expr_sub(g, w->drain, analysis_proof_rate(w, work, a));
    return vanish_here(w, x, m + 1, a);
}
