/* The terms of the determining equations as one program, its values at states, and symmetries as expressions. */
#include "analysis/conserved/noether.h"

#include <math.h>
#include <string.h>

#include "analysis/probe/dependence.h"
#include "expr/diff.h"
#include "expr/walk.h"

static const double time_step = 0.7 /* of the longest time */, allowed = 1e-9;
static const double least_extent = 0.01; /* of the scale: what a row holds at zero is known to rounding of this only */

double analysis_noether_extent(const noether *w, int i, double x) {
    return fabs(x) + least_extent * w->s->start.scales->q[w->s->e.coords[i]].near;
}

double analysis_noether_speed(const noether *w, int i, double x) {
    return fabs(x) + least_extent * w->s->start.scales->v[w->s->e.coords[i]].near;
}

static expr_id velocity(const noether *w, int i) {
    return expr_var(w->g, w->s->m->coords[w->s->e.coords[i]].v);
}

static expr_id place(const noether *w, int i) {
    return expr_var(w->g, w->s->m->coords[w->s->e.coords[i]].q);
}

/* --- Terms --- */

static expr_id lagrangian_of(noether *w) {
    const mech_choice *c = &w->s->choice;
    expr_id sum[ELEMENT_FORCE + 1];
    for (int k = 0; k <= ELEMENT_FORCE; k++)
        sum[k] = expr_int(w->g, 0);
    for (size_t i = 0; i < c->system->element_count; i++) {
        const system_element *x = &c->system->elements[i];
        if (x->kind < ELEMENT_FORCE && (x->switch_index < 0 || !c->switched_off[x->switch_index]))
            sum[x->kind] = expr_add(w->g, sum[x->kind], x->energy);
    }
    w->energy = expr_add(w->g, sum[ELEMENT_KINETIC], sum[ELEMENT_POTENTIAL]);
    return expr_add(w->g, expr_sub(w->g, sum[ELEMENT_KINETIC], sum[ELEMENT_POTENTIAL]), sum[ELEMENT_LAGRANGIAN]);
}

static void derive_terms(noether *w) {
    const analysis_setting *s = w->s;
    graph *g = w->g;
    w->p = ARENA_ARRAY(w->a, expr_id, w->n);
    w->force = ARENA_ARRAY(w->a, expr_id, w->n);
    w->Q = ARENA_ARRAY(w->a, expr_id, w->n);
    mech_momenta(s->m, &s->choice, &s->e, w->a, w->p, w->force);
    mech_forces(s->m, &s->choice, &s->e, w->a, w->Q);
    expr_id L = lagrangian_of(w);
    w->jacobian = expr_neg(g, L);
    w->drain = expr_neg(g, expr_derivative(g, L, s->m->t));
    for (int i = 0; i < w->n; i++) {
        w->jacobian = expr_add(g, w->jacobian, expr_mul(g, velocity(w, i), w->p[i]));
        w->drain = expr_add(g, w->drain, expr_mul(g, velocity(w, i), w->Q[i]));
    }
}

/* The active rows, and how each closed contact with friction slips: its drag must do nothing either. */
static expr_id *gather_rows(noether *w) {
    const analysis_setting *s = w->s;
    int n = w->n, m = s->e.m;
    expr_id *A = ARENA_ARRAY(w->a, expr_id, 3 * m * n);
    uint32_t *q = ARENA_ARRAY(w->a, uint32_t, n), *v = ARENA_ARRAY(w->a, uint32_t, n);
    for (int i = 0; i < n; i++) {
        q[i] = s->m->coords[s->e.coords[i]].q;
        v[i] = s->m->coords[s->e.coords[i]].v;
    }
    memcpy(A, s->e.A, (size_t)(m * n) * sizeof *A);
    w->rows = m;
    for (int k = 0; k < m; k++) {
        const system_row *r = &s->choice.system->rows[s->e.rows[k]];
        for (int t = 0; model_rubs(w->g, r) && t < s->m->rows[s->e.rows[k]].tangents; t++)
            mech_slip_gradient(s->m, s->choice.system, s->e.rows[k], t, q, v, (size_t)n, &A[w->rows++ * n]);
    }
    return A;
}

noether *analysis_noether_make(const analysis_setting *s, arena *a) {
    noether *w = ARENA_NEW(a, noether);
    *w = (noether){.s = s, .g = s->m->g, .n = s->e.n, .dice = analysis_dice_make(), .a = a};
    w->manifold = analysis_manifold_make(s, a);
    w->at = analysis_state_make(s->m, a);
    w->large = analysis_state_make(s->m, a);
    derive_terms(w);
    const expr_id *A = w->A = gather_rows(w);
    int n = w->n, count = 2 * n + w->rows * n + 2;
    expr_id *roots = ARENA_ARRAY(a, expr_id, count);
    memcpy(roots, w->p, (size_t)n * sizeof *roots);
    memcpy(roots + n, w->force, (size_t)n * sizeof *roots);
    memcpy(roots + 2 * n, A, (size_t)(w->rows * n) * sizeof *roots);
    roots[count - 2] = w->drain;
    roots[count - 1] = w->jacobian;
    w->probe = analysis_probe_make_by_pieces(s->m, roots, (size_t)count, true, a);
    return w;
}

void analysis_noether_set_params(noether *w, const double *params) {
    const model *m = w->s->m;
    double *own = ARENA_ARRAY(w->a, double, m->param_count);
    model_load_values(m, own);
    analysis_manifold_set(w->manifold, params ? params : own);
    analysis_probe_set(w->probe, params ? params : own);
}

/* --- Samples --- */

static noether_terms cut(const noether *w, double *x) {
    int n = w->n;
    return (noether_terms){x, x + n, x + 2 * n, x[2 * n + w->rows * n], x[2 * n + w->rows * n + 1]};
}

void analysis_noether_enlarge(noether *w, const analysis_state *at) {
    memcpy(w->large.q, at->q, w->s->m->coord_count * sizeof *at->q);
    memcpy(w->large.v, at->v, w->s->m->coord_count * sizeof *at->v);
    w->large.t = at->t;
    w->large.pieces = at->pieces;
    for (int i = 0; i < w->n; i++)
        w->large.v[w->s->e.coords[i]] = analysis_noether_speed(w, i, at->v[w->s->e.coords[i]]);
}

bool analysis_noether_sample_at(noether *w, const analysis_state *at, noether_sample *to, arena *a) {
    int n = w->n, count = 2 * n + w->rows * n + 2;
    double *copy = ARENA_ARRAY(a, double, 2 * count + 2 * n);
    memcpy(copy, analysis_probe_at(w->probe, at), (size_t)count * sizeof *copy);
    analysis_noether_enlarge(w, at);
    memcpy(copy + count, analysis_probe_at(w->probe, &w->large) + count, (size_t)count * sizeof *copy);
    if (!analysis_finite(copy, 2 * count))
        return false;
    *to = (noether_sample){at->t, copy + 2 * count, copy + 2 * count + n, cut(w, copy), cut(w, copy + count)};
    for (int i = 0; i < n; i++) {
        to->q[i] = at->q[w->s->e.coords[i]];
        to->v[i] = at->v[w->s->e.coords[i]];
    }
    return true;
}

int analysis_noether_sample_many(noether *w, noether_sample *to, int count, arena *a) {
    int found = 0;
    for (int tries = 0; found < count && tries < 2 * count + 4; tries++)
        if (analysis_manifold_state(w->manifold, &w->dice, &w->at))
            found += analysis_noether_sample_at(w, &w->at, &to[found], a);
        else if (!found && tries >= 4)
            break;
    return found;
}

/* --- Columns --- */

static double at_or_one(const double *x, int j) {
    return j < 0 ? 1 : x[j];
}

static double extent_or_one(const noether *w, const double *x, int j) {
    return j < 0 ? 1 : analysis_noether_extent(w, j, x[j]);
}

/* The rows' part of a column: A (xi - tau q'). */
static void row_column(const noether *w, const noether_sample *at, const field *f, double *x, double *size) {
    for (int k = 0; k < w->rows; k++) {
        const double *A = &at->value.A[k * w->n], *bound = &at->size.A[k * w->n];
        x[k] = size[k] = 0;
        for (int e = 0; e < f->count; e++) {
            const field_entry *y = &f->entry[e];
            x[k] += A[y->i] * y->x * at_or_one(at->q, y->j);
            size[k] += bound[y->i] * fabs(y->x) * extent_or_one(w, at->q, y->j);
        }
        for (int i = 0; f->tau != 0 && i < w->n; i++) {
            x[k] -= f->tau * A[i] * at->v[i];
            size[k] += fabs(f->tau) * bound[i] * analysis_noether_speed(w, i, at->v[i]);
        }
    }
}

void analysis_noether_column(const noether *w, const noether_sample *at, const field *f, double *x, double *size) {
    row_column(w, at, f, x, size);
    double sum = -f->tau * at->value.drain, bound = fabs(f->tau) * at->size.drain;
    for (int e = 0; e < f->count; e++) {
        int i = f->entry[e].i, j = f->entry[e].j;
        double xi = f->entry[e].x * at_or_one(at->q, j), rate = j < 0 ? 0 : f->entry[e].x * at->v[j];
        sum += at->value.force[i] * xi + at->value.p[i] * rate;
        double rate_bound = j < 0 ? 0 : analysis_noether_speed(w, j, at->v[j]);
        bound += fabs(f->entry[e].x) * (at->size.force[i] * extent_or_one(w, at->q, j) + at->size.p[i] * rate_bound);
    }
    double gauge = (f->clock ? 1 : 0) + (f->place >= 0 ? at->v[f->place] : 0);
    x[w->rows] = sum - gauge;
    size[w->rows] =
        bound + (f->clock ? 1 : 0) + (f->place >= 0 ? analysis_noether_speed(w, f->place, at->v[f->place]) : 0);
}

double analysis_noether_value(const noether_sample *at, const field *f, double *size) {
    double sum = -f->tau * at->value.jacobian, bound = fabs(f->tau) * at->size.jacobian;
    for (int e = 0; e < f->count; e++) {
        double xi = f->entry[e].x * at_or_one(at->q, f->entry[e].j);
        sum += at->value.p[f->entry[e].i] * xi;
        bound += at->size.p[f->entry[e].i] * fabs(xi);
    }
    double gauge = (f->clock ? at->t : 0) + (f->place >= 0 ? at->q[f->place] : 0);
    *size = bound + fabs(gauge);
    return sum - gauge;
}

/* --- Expressions --- */

static void add_entry(const noether *w, symmetry *s, const field_entry *x, expr_id coef) {
    graph *g = w->g;
    expr_id factor = expr_mul(g, coef, expr_rational(g, lround(2 * x->x), 2)); /* entries are halves or whole */
    expr_id xi = x->j < 0 ? factor : expr_mul(g, factor, place(w, x->j));
    s->xi[x->i] = expr_add(g, s->xi[x->i], xi);
    if (x->j >= 0)
        s->xi_rate[x->i] = expr_add(g, s->xi_rate[x->i], expr_mul(g, factor, velocity(w, x->j)));
}

symmetry analysis_noether_assemble(const noether *w, const field *fields, const expr_id *coef, int count, arena *a) {
    graph *g = w->g;
    expr_id zero = expr_int(g, 0);
    symmetry s = {.tau = zero, .clock = zero};
    expr_id **const vectors[] = {&s.xi, &s.xi_rate, &s.place};
    for (int k = 0; k < 3; k++) {
        *vectors[k] = ARENA_ARRAY(a, expr_id, w->n);
        for (int i = 0; i < w->n; i++)
            (*vectors[k])[i] = zero;
    }
    for (int k = 0; k < count; k++) {
        if (!coef[k].i)
            continue;
        const field *f = &fields[k];
        s.tau = expr_add(g, s.tau, expr_mul(g, coef[k], expr_real(g, f->tau)));
        if (f->clock)
            s.clock = expr_add(g, s.clock, coef[k]);
        if (f->place >= 0)
            s.place[f->place] = expr_add(g, s.place[f->place], coef[k]);
        for (int e = 0; e < f->count; e++)
            add_entry(w, &s, &f->entry[e], coef[k]);
    }
    return s;
}

expr_id analysis_noether_without_time(noether *w, expr_id x, arena *a) {
    graph *g = w->g;
    const model *m = w->s->m;
    if (!analysis_depends_on(m, x, VAR_TIME) || !analysis_is_uniform_in(m, x, VAR_TIME))
        return x;
    expr_id t = expr_var(g, m->t), zero = expr_int(g, 0), roots[3] = {x, expr_size(g, x)};
    expr_substitute(g, &x, 1, &t, &zero, 1, &roots[2]);
    analysis_probe *p = analysis_probe_make(m, roots, 3, a);
    for (int k = 0; k < 4; k++) {
        if (!analysis_manifold_state(w->manifold, &w->dice, &w->at))
            return x;
        for (int later = 0; later < 2; later++, w->at.t += time_step * w->s->start.scales->t.far) {
            const double *y = analysis_probe_at(p, &w->at);
            if (!(fabs(y[0] - y[2]) <= allowed * y[1]))
                return x;
        }
    }
    return roots[2];
}

expr_id analysis_noether_quantity(noether *w, const symmetry *s, arena *a) {
    graph *g = w->g;
    expr_id sum = expr_int(g, 0);
    for (int i = 0; i < w->n; i++)
        sum = expr_add(g, sum, expr_mul(g, s->xi[i], w->p[i]));
    sum = analysis_noether_without_time(w, expr_sub(g, sum, expr_mul(g, s->tau, w->jacobian)), a);
    for (int i = 0; i < w->n; i++)
        sum = expr_sub(g, sum, expr_mul(g, s->place[i], place(w, i)));
    return expr_sub(g, sum, expr_mul(g, s->clock, expr_var(g, w->s->m->t)));
}

double analysis_noether_number(const model *m, expr_id x, const double *params, arena *a) {
    if (!params)
        return expr_eval(m->g, x, model_values(m));
    double *values = ARENA_ARRAY(a, double, expr_var_count(m->g));
    for (size_t i = 0; i < m->param_count; i++)
        values[m->params[i].var] = params[i];
    return expr_eval(m->g, x, values);
}
