/* p.b as a one-form, and the function that it is the rate of. */
#include "analysis/conserved/boosts.h"

#include "analysis/conserved/proof.h"
#include "analysis/probe/dependence.h"
#include "analysis/structure/potential.h"
#include "expr/diff.h"

/* Displacements by numbers alone, without a part in time or place: b. */
static bool is_shift(const noether *w, const symmetry *s) {
    const model *m = w->s->m;
    if (!expr_is_zero(w->g, s->tau))
        return false;
    for (int i = 0; i < w->n; i++)
        if (!expr_is_zero(w->g, s->xi_rate[i]) || !expr_is_zero(w->g, s->place[i]) ||
            analysis_depends_on(m, s->xi[i], VAR_COORD))
            return false;
    return true;
}

static expr_id momentum_along(const noether *w, const symmetry *s) {
    expr_id sum = expr_int(w->g, 0);
    for (int i = 0; i < w->n; i++)
        sum = expr_add(w->g, sum, expr_mul(w->g, s->xi[i], w->p[i]));
    return sum;
}

/* The coefficients of the velocities, which must be all that there is; how many are not zero. */
static int read_form(const noether *w, expr_id p, one_form *form, arena *a) {
    const model *m = w->s->m;
    uint32_t *var = ARENA_ARRAY(a, uint32_t, 2 * w->n + 1);
    expr_id *entry = ARENA_ARRAY(a, expr_id, w->n + 1), rest = p;
    int count = 0;
    for (int i = 0; i < w->n; i++)
        var[w->n + i] = m->coords[w->s->e.coords[i]].v;
    expr_reverse(w->g, &p, NULL, 1, var + w->n, (size_t)w->n, entry);
    for (int i = 0; i < w->n; i++) {
        if (expr_is_zero(w->g, entry[i]))
            continue;
        if (analysis_depends_on(m, entry[i], VAR_VELOCITY) || analysis_depends_on(m, entry[i], VAR_TIME))
            return 0;
        rest = expr_sub(w->g, rest, expr_mul(w->g, entry[i], expr_var(w->g, var[w->n + i])));
        var[count] = m->coords[w->s->e.coords[i]].q;
        entry[count++] = entry[i];
    }
    *form = (one_form){var, entry, count};
    return analysis_proof_vanish(w->g, &rest, 1) ? count : 0;
}

/* The function whose differential is the form itself. */
static expr_id integrate(const noether *w, const one_form *form, arena *a) {
    graph *g = w->g;
    bool constant = true;
    expr_id F = expr_int(g, 0);
    for (int i = 0; i < form->count; i++) {
        constant = constant && !analysis_depends_on(w->s->m, form->a[i], VAR_COORD);
        F = expr_add(g, F, expr_mul(g, form->a[i], expr_var(g, form->var[i])));
    }
    if (constant)
        return F;
    analysis_samples samples;
    if (!analysis_samples_make(w->s->m, &w->s->start, form->a, (size_t)form->count, &samples, a))
        return EXPR_NONE;
    return analysis_potential(w->s->m, *form, &samples, a);
}

static symmetry growing(const noether *w, const symmetry *shift, arena *a) {
    symmetry s = *shift;
    s.xi = ARENA_ARRAY(a, expr_id, w->n + 1);
    for (int i = 0; i < w->n; i++)
        s.xi[i] = expr_mul(w->g, shift->xi[i], expr_var(w->g, w->s->m->t));
    return s;
}

bool analysis_boost_of(noether *w, const symmetry *shift, boost *out, arena *a) {
    graph *g = w->g;
    one_form form;
    expr_id p = momentum_along(w, shift);
    if (!is_shift(w, shift) || read_form(w, p, &form, a) < 2)
        return false;
    const expr_id F = integrate(w, &form, a), t = expr_var(g, w->s->m->t);
    if (!F.i)
        return false;
    const expr_id difference = expr_sub(g, analysis_proof_rate(w, F, a), p);
    if (!analysis_proof_vanish(g, &difference, 1))
        return false;
    const expr_id half = expr_rational(g, 1, 2), square = expr_powi(g, t, 2);
    const expr_id fall = expr_mul(g, expr_mul(g, half, shift->clock), square);
    const expr_id even = expr_sub(g, expr_mul(g, t, p), F);
    *out = (boost){.value = expr_sub(g, even, fall)};
    out->it = growing(w, shift, a);
    return true;
}
