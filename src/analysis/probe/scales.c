/* An expression gives a length where its Taylor series has terms of several degrees: the displacement at which the
   highest exceed the lower ones. Where there is no nonlinear term, scales come from linear ones, then from other
   coordinates through their inertia, then from velocities and accelerations with the time scale. */
#include "analysis/probe/scales.h"

#include <math.h>
#include <string.h>

#include "analysis/probe/jets.h"

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
    double *unit;         /* n: 1/sqrt(M_ii); 0 without inertia */
    int *machine;         /* n: coordinates with the same number act on each other, directly or by way of others */
    double *rate, *force; /* per machine: 1/time; n: accelerations by forces, in units of inertia */
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
    double *values = ARENA_ARRAY(s->a, double, expr_var_count(s->m->g));
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
    s->x = analysis_jets_make(s->m->g, roots, k, values, s->a);
}

/* Along one variable. */
static finding_scale look_along(measure *s, uint32_t var) {
    finding_scale found = {0};
    if (!analysis_jets_along(s->x, var))
        return found;
    for (size_t k = 0; k < s->roots; k++) {
        jet j = analysis_jets_root(s->x, k);
        int degree;
        double step = analysis_jet_breakpoint(&j, &degree);
        take(degree > 1 ? &found.curved : &found.linear, step);
        take(&found.bound, analysis_jet_bound_breakpoint(&j));
        if (k >= s->rows)
            found.farthest = fmax(found.farthest, analysis_jet_first_breakpoint(&j));
    }
    for (size_t k = 0; k < analysis_jets_argument_count(s->x); k++) { /* how far until a plain number changes by 1 */
        double step;
        jet j = analysis_jets_argument(s->x, k);
        j.c[0] = j.size[0] = 1;
        take(&found.plain, step = analysis_jet_breakpoint(&j, NULL));
        take(&found.curved, step);
        found.farthest = fmax(found.farthest, step);
    }
    for (size_t k = 0; k < analysis_jets_border_count(s->x); k++) {
        jet j = analysis_jets_border(s->x, k);
        found.farthest = fmax(found.farthest, analysis_jet_breakpoint(&j, NULL));
    }
    found.curved.far = fmax(found.curved.near, found.farthest);
    return found;
}

/* --- Machines --- */

static void join(measure *s, int i, int j) {
    int from = s->machine[j], to = s->machine[i];
    for (int k = 0; k < s->e->n && from != to; k++)
        if (s->machine[k] == from)
            s->machine[k] = to;
}

/* By inertia and by rows; forces join them as they are looked at. */
static void join_directly(measure *s) {
    const mech_equations *e = s->e;
    int n = e->n;
    for (int i = 0; i < n; i++)
        s->machine[i] = i;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            if (e->M[i * n + j].i && !expr_is_zero(s->m->g, e->M[i * n + j]))
                join(s, i, j);
    for (int k = 0; k < e->m; k++)
        for (int i = 0, first = -1; i < n; i++) {
            if (!e->A[k * n + i].i || expr_is_zero(s->m->g, e->A[k * n + i]))
                continue;
            if (first < 0)
                first = i;
            join(s, first, i);
        }
}

static bool varies(const measure *s, size_t root) {
    jet j = analysis_jets_root(s->x, root);
    return j.size[1] > 0 || j.size[2] > 0 || j.size[3] > 0;
}

/* Whatever the forces, the inertia or the rows of coordinate i depend on is of its machine. */
static void join_by_terms(measure *s, int j) {
    int n = s->e->n;
    size_t k = 0;
    for (int i = 0; i < n; i++) {
        bool depends = varies(s, s->h + (size_t)i);
        for (int l = 0; l <= i; l++)
            depends |= varies(s, k++);
        if (depends)
            join(s, i, j);
    }
    for (int row = 0; row < s->e->m; row++) {
        const expr_id *A = &s->e->A[row * n];
        size_t first = s->h + (size_t)n + (size_t)(row * n);
        bool depends = varies(s, s->rows - (size_t)s->e->m + (size_t)row) || varies(s, s->rows + (size_t)row);
        for (int i = 0; i < n; i++)
            depends |= varies(s, first + (size_t)i);
        for (int i = 0; i < n && depends; i++)
            if (A[i].i && !expr_is_zero(s->m->g, A[i]))
                join(s, i, j);
    }
}

static void hasten(measure *s, int i, double square) {
    double *rate = &s->rate[s->machine[i]];
    if (isfinite(square))
        *rate = fmax(*rate, sqrt(square));
}

/* --- Looking --- */

/* Slopes of the forces along coordinate or velocity j, in units of inertia: squares of rates, and rates. */
static void note_rates(measure *s, int j, bool velocity) {
    for (int i = 0; i < s->e->n; i++) {
        jet force = analysis_jets_root(s->x, s->h + (size_t)i);
        double slope = fabs(force.c[1]) * s->unit[i] * s->unit[j];
        if (fabs(force.c[1]) > 1e-9 * force.size[1])
            hasten(s, j, velocity ? slope * slope : slope);
    }
}

static void look(measure *s) {
    int n = s->e->n;
    for (int i = 0, k = 0; i < n; k += ++i) {
        double inertia = analysis_jets_root(s->x, (size_t)(k + i)).c[0];
        s->unit[i] = inertia > 0 && isfinite(inertia) ? 1 / sqrt(inertia) : 0;
        jet force = analysis_jets_root(s->x, s->h + (size_t)i);
        s->force[i] = fabs(force.c[0]) > 1e-9 * force.size[0] ? fabs(force.c[0]) * s->unit[i] : 0;
    }
    join_directly(s);
    for (int pass = 0; pass < 2; pass++) /* rates are those of machines, which are to be known first */
        for (int i = 0; i < 2 * n; i++) {
            const model_coord *c = &s->m->coords[s->e->coords[i / 2]];
            bool velocity = i % 2;
            *(velocity ? &s->at_v[i / 2] : &s->at_q[i / 2]) = look_along(s, velocity ? c->v : c->q);
            if (pass)
                note_rates(s, i / 2, velocity);
            else
                join_by_terms(s, i / 2);
        }
    s->at_t = look_along(s, s->m->t);
}

/* The longest of known lengths in units of inertia, of the machine that coordinate k is part of. */
static double longest(const measure *s, const analysis_extent *x, int k) {
    double length = 0;
    for (int i = 0; i < s->e->n; i++)
        if (s->unit[i] > 0 && s->machine[i] == s->machine[k])
            length = fmax(length, x[i].near / s->unit[i]);
    return length;
}

/* What has no length yet gets one from `known`, which may be the same: in units of inertia that of its machine. */
static void by_inertia(const measure *s, const analysis_extent *known, analysis_extent *x) {
    double *length = ARENA_ARRAY(s->a, double, s->e->n + 1);
    for (int i = 0; i < s->e->n; i++)
        length[i] = s->unit[i] > 0 ? longest(s, known, i) * s->unit[i] : known[i].far;
    for (int i = 0; i < s->e->n; i++)
        if (x[i].near == 0)
            take(&x[i], length[i]);
}

/* Curved terms; of those that have none linear ones, all alike in units of inertia. */
static void choose_lengths(const measure *s, analysis_extent *x) {
    int n = s->e->n;
    analysis_extent *linear = ARENA_ARRAY(s->a, analysis_extent, n + 1);
    for (int i = 0; i < n; i++) {
        x[i] = s->at_q[i].curved;
        linear[i] = s->at_q[i].linear;
    }
    by_inertia(s, x, x);
    by_inertia(s, linear, x);
}

static void find_rate(measure *s, const analysis_extent *x) {
    for (int i = 0; i < s->e->n; i++) {
        double speed = fabs(s->v[s->e->coords[i]]);
        if (!(x[i].near > 0))
            continue;
        hasten(s, i, pow(speed / x[i].far, 2));
        hasten(s, i, s->force[i] * s->unit[i] / x[i].far);
    }
}

/* Of coordinate i's machine; where that has none, the slowest of the others and of what t brings. */
static double rate_of(const measure *s, int i) {
    double rate = s->rate[s->machine[i]], slowest = s->at_t.curved.far > 0 ? 1 / s->at_t.curved.far : INFINITY;
    for (int j = 0; j < s->e->n; j++)
        if (s->rate[s->machine[j]] > 0)
            slowest = fmin(slowest, s->rate[s->machine[j]]);
    return rate > 0 ? rate : isfinite(slowest) ? slowest : 0;
}

/* How far the start's velocities and forces carry in the time that is known. */
static void by_motion(const measure *s, analysis_extent *x) {
    analysis_extent *carried = ARENA_ARRAY(s->a, analysis_extent, s->e->n + 1);
    for (int i = 0; i < s->e->n; i++) {
        double rate = rate_of(s, i);
        take(&carried[i], fabs(s->v[s->e->coords[i]]) / rate);
        take(&carried[i], s->force[i] * s->unit[i] / (rate * rate));
        carried[i].near = carried[i].far;
    }
    by_inertia(s, carried, x);
}

static void by_last_resort(const measure *s, analysis_extent *x) {
    for (int i = 0; i < s->e->n; i++)
        if (x[i].near == 0)
            take_all(&x[i], &s->at_q[i].bound);
    by_inertia(s, x, x);
    for (int i = 0; i < s->e->n; i++)
        if (x[i].near == 0)
            take(&x[i], fabs(s->q[s->e->coords[i]]));
    by_inertia(s, x, x);
    double length = 0; /* of any machine */
    for (int i = 0; i < s->e->n; i++)
        length = fmax(length, longest(s, x, i));
    for (int i = 0; i < s->e->n; i++)
        if (x[i].near == 0)
            take(&x[i], length * s->unit[i]);
    analysis_extent *gone = ARENA_ARRAY(s->a, analysis_extent, s->e->n + 1);
    for (int i = 0; i < s->e->n; i++) /* with neither lengths nor times any time does, the same for all */
        take(&gone[i], fabs(s->v[s->e->coords[i]]));
    by_inertia(s, gone, x);
    for (int i = 0; i < s->e->n; i++)
        if (x[i].near == 0) { /* and where nothing moves any length, the same for a whole machine */
            take(&x[i], 1);
            by_inertia(s, x, x);
        }
}

/* Of each machine; what t brings in plain numbers counts for all, and so do other machines where there is nothing else.
 */
static analysis_extent find_times(measure *s) {
    analysis_extent t = s->at_t.curved;
    for (int i = 0; i < s->e->n; i++)
        take(&t, 1 / s->rate[s->machine[i]]);
    take(&t, t.far > 0 ? t.far : 1);
    for (int i = 0; i < s->e->n; i++)
        if (s->rate[s->machine[i]] == 0)
            s->rate[s->machine[i]] = 1 / t.far;
    return t;
}

static analysis_extent speed_of(const measure *s, int i, const analysis_extent *x) {
    analysis_extent v = s->at_v[i].plain; /* squares of velocities are in balance with forces at any speed */
    take(&v, x->far * s->rate[s->machine[i]]);
    take(&v, x->far / s->at_t.curved.near);
    v.far = fmax(v.far, fabs(s->v[s->e->coords[i]])); /* a start that hardly moves says nothing of what is near */
    return v;
}

static measure begin(const model *m, const mech_equations *e, double t, const double *q, const double *v, arena *a) {
    measure s = {.m = m, .e = e, .q = q, .v = v, .a = a};
    s.at_q = ARENA_ARRAY(a, finding_scale, e->n + 1);
    s.at_v = ARENA_ARRAY(a, finding_scale, e->n + 1);
    s.machine = ARENA_ARRAY(a, int, e->n + 1);
    s.rate = ARENA_ARRAY(a, double, e->n + 1);
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
    arena *work = base_arena_create();
    measure s = begin(m, e, t, q, v, work);
    if (analysis_jets_size(s.x) * (2 * (size_t)e->n + 1) <= LARGEST_EFFORT)
        look(&s);
    analysis_extent *x = ARENA_ARRAY(work, analysis_extent, e->n + 1);
    choose_lengths(&s, x);
    find_rate(&s, x);
    by_motion(&s, x);
    by_last_resort(&s, x);
    find_rate(&s, x);
    for (int i = 0; i < e->n; i++)
        x[i].far = fmax(x[i].far, s.at_q[i].farthest);
    out->t = find_times(&s);
    out->machine = ARENA_ARRAY(a, int, m->coord_count + 1);
    for (int i = 0; i < e->n; i++)
        out->machine[e->coords[i]] = s.machine[i];
    for (size_t i = 0; i < m->coord_count; i++)
        out->q[i] = out->v[i] = (analysis_extent){1, 1};
    for (int i = 0; i < e->n; i++) {
        out->q[e->coords[i]] = x[i];
        out->v[e->coords[i]] = speed_of(&s, i, &x[i]);
    }
    base_arena_destroy(work);
    return out;
}
