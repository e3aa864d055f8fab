/* An expression gives a length where its Taylor series has terms of several degrees: the displacement at which the
   highest exceed the lower ones. Where there is no nonlinear term, scales come from linear ones, then from other
   coordinates through their inertia, then from velocities and accelerations with the time scale. */
#include "analysis/probe/scales.h"

#include <math.h>
#include <string.h>

#include "analysis/probe/jets.h"
#include "base/call.h"
#include "base/vec.h"
#include "expr/walk.h"

/* Nodes times directions, or entries of M times directions: beyond, coordinates are their own scale. */
enum { LARGEST_EFFORT = 40000000 };

/* Lengths of one variable: of curved terms, of linear ones, of arguments that are plain numbers, and by the bounds of
   terms that cancel. */
typedef struct finding_scale {
    analysis_extent curved, linear, plain, bound;
    double farthest; /* of rows, arguments and borders between pieces: those of other terms may be flukes */
} finding_scale;

/* An entry of M or A that is not 0. */
typedef struct entry {
    int row, column;
    size_t root;
} entry;

typedef VEC(entry) entry_list;

typedef struct measure {
    const model *m;
    const mech_equations *e;
    const double *q, *v;
    jets *x;
    size_t roots, h, f_dot, rows; /* where forces, rates of rows and position rows begin among the roots */
    entry_list inertia, slopes;   /* of M below and on its diagonal, of A: in the order of their rows */
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

typedef VEC(expr_id) root_list;

static void add_roots(measure *s, root_list *roots, const expr_id *x, int count) {
    for (int i = 0; i < count; i++)
        vec_push(s->a, roots, or_zero(s, x[i]));
}

static void add_entry(measure *s, root_list *roots, entry_list *entries, const expr_id *x, int row, int column) {
    if (!x->i || expr_is_zero(s->m->g, *x))
        return;
    vec_push(s->a, entries, (entry){row, column, roots->len});
    vec_push(s->a, roots, *x);
}

/* Inertia, forces, the rows and their slopes. */
static void derive(measure *s, double t) {
    const mech_equations *e = s->e;
    int n = e->n, m = e->m;
    root_list roots = {0};
    double *values = ARENA_ARRAY(s->a, double, expr_var_count(s->m->g));
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
            add_entry(s, &roots, &s->inertia, &e->M[i * n + j], i, j);
    s->h = roots.len;
    add_roots(s, &roots, e->h, n);
    for (int k = 0; k < m; k++)
        for (int i = 0; i < n; i++)
            add_entry(s, &roots, &s->slopes, &e->A[k * n + i], k, i);
    s->f_dot = roots.len;
    add_roots(s, &roots, e->f_dot, m);
    s->rows = roots.len;
    add_roots(s, &roots, e->f, m);
    s->roots = roots.len;
    model_put_values(s->m, values);
    values[s->m->t] = t;
    for (size_t i = 0; i < s->m->declared_coords; i++) {
        values[s->m->coords[i].q] = s->q[i];
        values[s->m->coords[i].v] = s->v[i];
    }
    s->x = analysis_jets_make(s->m->g, roots.at, roots.len, values, s->a);
}

/* Along one variable. */
static finding_scale look_along(measure *s, uint32_t var) {
    finding_scale found = {0};
    if (!analysis_jets_along(s->x, var))
        return found;
    for (size_t k = 0; k < s->roots; k++) {
        if (!analysis_jets_root_moves(s->x, k))
            continue;
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
    for (int i = 0; i < s->e->n; i++)
        s->machine[i] = i;
    for (size_t k = 0; k < s->inertia.len; k++)
        if (s->inertia.at[k].row != s->inertia.at[k].column)
            join(s, s->inertia.at[k].row, s->inertia.at[k].column);
    for (size_t k = 0, first = 0; k < s->slopes.len; k++) {
        if (s->slopes.at[k].row != s->slopes.at[first].row)
            first = k;
        join(s, s->slopes.at[first].column, s->slopes.at[k].column);
    }
}

static bool varies(const measure *s, size_t root) {
    if (!analysis_jets_root_moves(s->x, root))
        return false;
    jet j = analysis_jets_root(s->x, root);
    return j.size[1] > 0 || j.size[2] > 0 || j.size[3] > 0;
}

/* Whether an entry of this row varies; the row's entries begin at *k, which is moved to those of the next one. */
static bool any_varies(const measure *s, const entry_list *entries, int row, size_t *k) {
    bool any = false;
    for (; *k < entries->len && entries->at[*k].row == row; ++*k)
        any = any || varies(s, entries->at[*k].root);
    return any;
}

/* Whatever the forces, the inertia or the rows of coordinate i depend on is of its machine. */
static void join_by_terms(measure *s, int j) {
    size_t k = 0;
    for (int i = 0; i < s->e->n; i++) {
        const bool inertia = any_varies(s, &s->inertia, i, &k);
        if (inertia || varies(s, s->h + (size_t)i))
            join(s, i, j);
    }
    k = 0;
    for (int row = 0; row < s->e->m; row++) {
        size_t begin = k;
        const bool slopes = any_varies(s, &s->slopes, row, &k);
        if (!slopes && !varies(s, s->f_dot + (size_t)row) && !varies(s, s->rows + (size_t)row))
            continue;
        for (size_t i = begin; i < k; i++)
            join(s, s->slopes.at[i].column, j);
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
        if (!analysis_jets_root_moves(s->x, s->h + (size_t)i))
            continue;
        jet force = analysis_jets_root(s->x, s->h + (size_t)i);
        double slope = fabs(force.c[1]) * s->unit[i] * s->unit[j];
        if (fabs(force.c[1]) > 1e-9 * force.size[1])
            hasten(s, j, velocity ? slope * slope : slope);
    }
}

static void look(measure *s) {
    int n = s->e->n;
    for (size_t k = 0; k < s->inertia.len; k++) {
        const entry *x = &s->inertia.at[k];
        double inertia = x->row == x->column ? analysis_jets_root(s->x, x->root).c[0] : 0;
        if (inertia > 0 && isfinite(inertia))
            s->unit[x->row] = 1 / sqrt(inertia);
    }
    for (int i = 0; i < n; i++) {
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

/* Per machine the longest of known lengths in units of inertia. */
static double *longest_of_machines(const measure *s, const analysis_extent *x) {
    double *length = ARENA_ARRAY(s->a, double, s->e->n + 1);
    for (int i = 0; i < s->e->n; i++)
        if (s->unit[i] > 0)
            length[s->machine[i]] = fmax(length[s->machine[i]], x[i].near / s->unit[i]);
    return length;
}

/* What has no length yet gets one from `known`, which may be the same: in units of inertia that of its machine. */
static void by_inertia(const measure *s, const analysis_extent *known, analysis_extent *x) {
    arena_mark mark = base_arena_get_mark(s->a);
    const double *longest = longest_of_machines(s, known);
    for (int i = 0; i < s->e->n; i++)
        if (x[i].near == 0)
            take(&x[i], s->unit[i] > 0 ? longest[s->machine[i]] * s->unit[i] : known[i].far);
    base_arena_release(s->a, mark);
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
    const double *longest = longest_of_machines(s, x);
    double length = 0; /* of any machine */
    for (int i = 0; i < s->e->n; i++)
        length = fmax(length, longest[s->machine[i]]);
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

/* That M has so many entries that nothing can be looked at is known before they are derived: a momentum is taken to
   name what those before it do. */
static bool too_much(const model *m, const mech_equations *e, arena *a) {
    size_t entries = 0, most = LARGEST_EFFORT / (2 * (size_t)e->n + 1), n = (size_t)e->n;
    bool *used = ARENA_ARRAY(a, bool, expr_var_count(m->g) + 1);
    const uint32_t *order;
    size_t seen = expr_nodes_below(m->g, NULL, 0, &order);
    for (size_t i = 0; i < n && n * n > most && entries <= most; i++) {
        const size_t count = expr_nodes_below_too(m->g, &e->p[i], 1, &order);
        for (; seen < count; seen++) {
            const expr_node *node = expr_node_at(m->g, (expr_id){order[seen]});
            if (node->op == EXPR_VAR)
                used[node->var] = true;
        }
        for (size_t j = 0; j <= i; j++)
            entries += used[m->coords[e->coords[j]].v];
    }
    return entries > most;
}

static measure begin(const model *m, const mech_equations *e, const double *q, const double *v, arena *a) {
    measure s = {.m = m, .e = e, .q = q, .v = v, .a = a};
    s.at_q = ARENA_ARRAY(a, finding_scale, e->n + 1);
    s.at_v = ARENA_ARRAY(a, finding_scale, e->n + 1);
    s.machine = ARENA_ARRAY(a, int, e->n + 1);
    s.rate = ARENA_ARRAY(a, double, e->n + 1);
    s.unit = ARENA_ARRAY(a, double, e->n + 1);
    s.force = ARENA_ARRAY(a, double, e->n + 1);
    return s;
}

/* Below how many nodes there is memory for what else is asked. */
static size_t most_nodes(void) {
    enum { BYTES_OF_NODE = 512 }; /* with all that is kept beside it, as it is counted while it grows */
    return base_call_most() / BYTES_OF_NODE / 8 * 7;
}

/* Derives M if that is not too much, and looks at everything. */
static void look_if_possible(measure *s, mech_equations *e, double t, arena *a) {
    if (!e->M && (too_much(s->m, e, s->a) || !mech_inertia_within(s->m, e, most_nodes(), a)))
        return;
    derive(s, t);
    if (analysis_jets_size(s->x) * (2 * (size_t)e->n + 1) <= LARGEST_EFFORT)
        look(s);
}

analysis_scales *analysis_scales_find(const model *m, mech_equations *e, double t, const double *q, const double *v,
                                      arena *a) {
    analysis_scales *out = ARENA_NEW(a, analysis_scales);
    out->q = ARENA_ARRAY(a, analysis_extent, m->coord_count + 1);
    out->v = ARENA_ARRAY(a, analysis_extent, m->coord_count + 1);
    arena *work = base_arena_create();
    measure s = begin(m, e, q, v, work);
    look_if_possible(&s, e, t, a);
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
