/* A term of the equations gives a length where its Taylor series has terms of several degrees: the step at which the
   highest overtakes the others. What no curved term tells comes from linear ones, then from the other coordinates by
   way of their inertia, then from velocities and accelerations and the time they have. */
#include "analysis/scales.h"

#include <math.h>
#include <string.h>

#include "analysis/jets.h"

enum { LARGEST_EFFORT = 40000000 }; /* nodes times directions: beyond, coordinates are their own scale */

/* Lengths of one variable: of curved terms, of linear ones, of arguments that are plain numbers, and by the bounds of
   terms that cancel. */
typedef struct finding_scale {
    analysis_extent curved, linear, plain, bound;
    double farthest; /* of rows, arguments and borders between pieces: those of other terms may be flukes */
} finding_scale;

typedef struct measure {
    const model *m;
    const mech_equations *e;
    const double *q, *v;
    jets *x;
    size_t roots, h, rows; /* where forces and position rows begin among the roots */
    finding_scale *at_q, *at_v, at_t;
    double *unit;        /* n: 1/sqrt(M_ii); 0 without inertia */
    double rate, *force; /* 1/time; n: accelerations by forces, in units of inertia */
    arena *a;
} measure;

static void take(analysis_extent *x, double step) {
    if (!(step > 0) || !isfinite(step))
        return;
    x->near = x->near > 0 ? fmin(x->near, step) : step;
    x->far = fmax(x->far, step);
}

static void take_all(analysis_extent *x, const analysis_extent *other) {
    take(x, other->near);
    take(x, other->far);
}

static expr_id or_zero(const measure *s, expr_id e) {
    return e.i ? e : expr_int(s->m->g, 0);
}

/* Inertia, forces, the rows and their slopes. */
static void derive(measure *s, double t) {
    const mech_equations *e = s->e;
    size_t n = (size_t)e->n, m = (size_t)e->m, k = 0;
    expr_id *roots = ARENA_ARRAY(s->a, expr_id, n * (n + 1) / 2 + n + m * (n + 2) + 1);
    double *values = ARENA_ARRAY(s->a, double, graph_var_count(s->m->g));
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j <= i; j++)
            roots[k++] = or_zero(s, e->M[i * n + j]);
    s->h = k;
    for (size_t i = 0; i < n; i++)
        roots[k++] = or_zero(s, e->h[i]);
    for (size_t i = 0; i < m * n; i++)
        roots[k++] = or_zero(s, e->A[i]);
    for (size_t i = 0; i < m; i++)
        roots[k++] = or_zero(s, e->f_dot[i]);
    s->rows = k;
    for (size_t i = 0; i < m; i++)
        roots[k++] = or_zero(s, e->f[i]);
    s->roots = k;
    for (size_t i = 0; i < s->m->param_count; i++)
        values[s->m->params[i].var] = s->m->params[i].value;
    values[s->m->t] = t;
    for (size_t i = 0; i < s->m->declared_coords; i++) {
        values[s->m->coords[i].q] = s->q[i];
        values[s->m->coords[i].v] = s->v[i];
    }
    s->x = jets_make(s->m->g, roots, k, values, s->a);
}

/* Along one variable. */
static finding_scale look_along(measure *s, uint32_t var) {
    finding_scale found = {0};
    if (!jets_along(s->x, var))
        return found;
    for (size_t k = 0; k < s->roots; k++) {
        jet j = jets_root(s->x, k);
        int degree;
        double step = jet_breakpoint(&j, &degree);
        take(degree > 1 ? &found.curved : &found.linear, step);
        take(&found.bound, jet_bound_breakpoint(&j));
        if (k >= s->rows)
            found.farthest = fmax(found.farthest, jet_first_breakpoint(&j));
    }
    for (size_t k = 0; k < jets_argument_count(s->x); k++) { /* how far until a plain number changes by 1 */
        double step;
        jet j = jets_argument(s->x, k);
        j.c[0] = j.size[0] = 1;
        take(&found.plain, step = jet_breakpoint(&j, NULL));
        take(&found.curved, step);
        found.farthest = fmax(found.farthest, step);
    }
    for (size_t k = 0; k < jets_border_count(s->x); k++) {
        jet j = jets_border(s->x, k);
        found.farthest = fmax(found.farthest, jet_breakpoint(&j, NULL));
    }
    found.curved.far = fmax(found.curved.near, found.farthest);
    return found;
}

static void hasten(measure *s, double square) {
    if (isfinite(square))
        s->rate = fmax(s->rate, sqrt(square));
}

/* Slopes of the forces along coordinate or velocity j, in units of inertia: squares of rates, and rates. */
static void note_rates(measure *s, int j, bool velocity) {
    for (int i = 0; i < s->e->n; i++) {
        jet force = jets_root(s->x, s->h + (size_t)i);
        double slope = fabs(force.c[1]) * s->unit[i] * s->unit[j];
        if (fabs(force.c[1]) > 1e-9 * force.size[1])
            hasten(s, velocity ? slope * slope : slope);
    }
}

static void look(measure *s) {
    int n = s->e->n;
    for (int i = 0, k = 0; i < n; k += ++i) {
        double inertia = jets_root(s->x, (size_t)(k + i)).c[0];
        s->unit[i] = inertia > 0 && isfinite(inertia) ? 1 / sqrt(inertia) : 0;
        jet force = jets_root(s->x, s->h + (size_t)i);
        s->force[i] = fabs(force.c[0]) > 1e-9 * force.size[0] ? fabs(force.c[0]) * s->unit[i] : 0;
    }
    for (int i = 0; i < n; i++) {
        const model_coord *c = &s->m->coords[s->e->coords[i]];
        s->at_q[i] = look_along(s, c->q);
        note_rates(s, i, false);
        s->at_v[i] = look_along(s, c->v);
        note_rates(s, i, true);
    }
    s->at_t = look_along(s, s->m->t);
}

/* The longest of known lengths in units of inertia. */
static double longest(const measure *s, const analysis_extent *x) {
    double length = 0;
    for (int i = 0; i < s->e->n; i++)
        if (s->unit[i] > 0)
            length = fmax(length, x[i].near / s->unit[i]);
    return length;
}

static void by_inertia(const measure *s, analysis_extent *x) {
    double length = longest(s, x);
    for (int i = 0; i < s->e->n; i++)
        if (x[i].near == 0)
            take(&x[i], length * s->unit[i]);
}

/* Curved terms; of those that have none linear ones, all alike in units of inertia. */
static void choose_lengths(const measure *s, analysis_extent *x) {
    int n = s->e->n;
    analysis_extent *linear = ARENA_ARRAY(s->a, analysis_extent, n + 1);
    bool any = false;
    for (int i = 0; i < n; i++) {
        x[i] = s->at_q[i].curved;
        linear[i] = s->at_q[i].linear;
        any |= x[i].near > 0;
    }
    if (any)
        by_inertia(s, x);
    double length = longest(s, linear);
    for (int i = 0; i < n; i++)
        if (x[i].near == 0)
            take(&x[i], s->unit[i] > 0 ? length * s->unit[i] : linear[i].far);
}

static void find_rate(measure *s, const analysis_extent *x) {
    hasten(s, pow(s->at_t.curved.near, -2));
    for (int i = 0; i < s->e->n; i++) {
        double speed = fabs(s->v[s->e->coords[i]]);
        if (!(x[i].near > 0))
            continue;
        hasten(s, pow(speed / x[i].far, 2));
        hasten(s, s->force[i] * s->unit[i] / x[i].far);
    }
}

/* How far the start's velocities and forces carry in the time that is known. */
static void by_motion(const measure *s, analysis_extent *x) {
    analysis_extent *carried = ARENA_ARRAY(s->a, analysis_extent, s->e->n + 1);
    for (int i = 0; i < s->e->n && s->rate > 0; i++) {
        take(&carried[i], fabs(s->v[s->e->coords[i]]) / s->rate);
        take(&carried[i], s->force[i] * s->unit[i] / (s->rate * s->rate));
        carried[i].near = carried[i].far;
    }
    double length = longest(s, carried);
    for (int i = 0; i < s->e->n; i++)
        if (x[i].near == 0)
            take(&x[i], s->unit[i] > 0 ? length * s->unit[i] : carried[i].far);
}

static void by_last_resort(const measure *s, analysis_extent *x) {
    for (int i = 0; i < s->e->n; i++)
        if (x[i].near == 0)
            take_all(&x[i], &s->at_q[i].bound);
    by_inertia(s, x);
    for (int i = 0; i < s->e->n; i++) {
        if (x[i].near == 0)
            take(&x[i], fabs(s->q[s->e->coords[i]]));
        if (x[i].near == 0)
            take(&x[i], 1);
    }
}

static analysis_extent speed_of(const measure *s, int i, const analysis_extent *x, double rate) {
    analysis_extent v = s->at_v[i].plain; /* squares of velocities are in balance with forces at any speed */
    take(&v, x->far * rate);
    v.far = fmax(v.far, fabs(s->v[s->e->coords[i]])); /* a start that hardly moves says nothing of what is near */
    return v;
}

static measure begin(const model *m, const mech_equations *e, double t, const double *q, const double *v, arena *a) {
    measure s = {.m = m, .e = e, .q = q, .v = v, .a = a};
    s.at_q = ARENA_ARRAY(a, finding_scale, e->n + 1);
    s.at_v = ARENA_ARRAY(a, finding_scale, e->n + 1);
    s.unit = ARENA_ARRAY(a, double, e->n + 1);
    s.force = ARENA_ARRAY(a, double, e->n + 1);
    derive(&s, t);
    return s;
}

analysis_scales *analysis_scales_find(const model *m, const mech_equations *e, double t, const double *q,
                                      const double *v, arena *a) {
    analysis_scales *out = ARENA_NEW(a, analysis_scales);
    out->q = ARENA_ARRAY(a, analysis_extent, m->coord_count + 1);
    out->v = ARENA_ARRAY(a, analysis_extent, m->coord_count + 1);
    arena *work = arena_create();
    measure s = begin(m, e, t, q, v, work);
    if (jets_size(s.x) * (2 * (size_t)e->n + 1) <= LARGEST_EFFORT)
        look(&s);
    analysis_extent *x = ARENA_ARRAY(work, analysis_extent, e->n + 1);
    choose_lengths(&s, x);
    find_rate(&s, x);
    by_motion(&s, x);
    by_last_resort(&s, x);
    find_rate(&s, x);
    for (int i = 0; i < e->n; i++)
        x[i].far = fmax(x[i].far, s.at_q[i].farthest);
    double rate = s.rate > 0 ? s.rate : 1;
    for (size_t i = 0; i < m->coord_count; i++)
        out->q[i] = out->v[i] = (analysis_extent){1, 1};
    for (int i = 0; i < e->n; i++) {
        out->q[e->coords[i]] = x[i];
        out->v[e->coords[i]] = speed_of(&s, i, &x[i], rate);
    }
    out->t = s.at_t.curved;
    take(&out->t, 1 / rate);
    arena_destroy(work);
    return out;
}
