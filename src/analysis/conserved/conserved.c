/* The list of conserved quantities: the energy, then momenta, each tested on the motion and for independence of the
   others. */
#include "analysis/conserved/conserved.h"

#include <math.h>
#include <string.h>

#include "algebra/algebra.h"
#include "analysis/conserved/boosts.h"
#include "analysis/conserved/excursion.h"
#include "analysis/conserved/parts.h"
#include "analysis/conserved/proof.h"
#include "analysis/conserved/symmetry.h"
#include "analysis/discontinuity/changes.h"
#include "analysis/probe/dependence.h"
#include "analysis/structure/potential.h"
#include "expr/diff.h"
#include "expr/walk.h"
#include "num/saddle.h"

enum { TRIALS = 30, MAX_RANK_ROWS = 300 }; /* so many that rare combinations of branches are met */
enum { MAX_NODES = 160 };           /* of what is simplified: beyond, nobody reads the formula, and it takes seconds */
static const double at_least = 0.1; /* of the machine's scales: what moves less is set going */
static const double allowed = 1e-9, settled = 1e-6, rank_tolerance = 1e-7;

typedef VEC(conserved) quantity_list;

typedef struct inventory {
    const analysis_setting *s;
    noether *w;
    graph *g;
    const analysis_state *motion;
    size_t motion_count;
    excursion path;               /* on which everything is tried: a machine at rest is set going for it */
    const uint32_t *place;        /* the variables of the active coordinates */
    analysis_state trial[TRIALS]; /* on the manifold of the rows */
    quantity_list out;
    arena *a; /* for the time of the search */
} inventory;

/* --- Energy --- */

static expr_id coordinate(const inventory *k, int i) {
    return expr_var(k->g, k->s->m->coords[k->s->e.coords[i]].q);
}

static expr_id speed(const inventory *k, int i) {
    return expr_var(k->g, k->s->m->coords[k->s->e.coords[i]].v);
}

/* Where nothing moves and time is 0; in the origin too if `origin`. */
static void at_rest(const inventory *k, const expr_id *x, size_t count, bool origin, expr_id *out) {
    int n = k->w->n, pairs = 0;
    expr_id *from = ARENA_ARRAY(k->a, expr_id, 2 * n + 1), *to = ARENA_ARRAY(k->a, expr_id, 2 * n + 1);
    from[pairs++] = expr_var(k->g, k->s->m->t);
    for (int i = 0; i < n; i++) {
        from[pairs++] = speed(k, i);
        if (origin)
            from[pairs++] = coordinate(k, i);
    }
    for (int i = 0; i < pairs; i++)
        to[i] = expr_int(k->g, 0);
    expr_substitute(k->g, x, count, from, to, (size_t)pairs, out);
}

/* Forces in the origin, and how they grow linearly from there: their work, if that is all there is to them. */
static expr_id work_of_linear_forces(const inventory *k, const expr_id *Q) {
    int n = k->w->n;
    graph *g = k->g;
    expr_id *D = ARENA_ARRAY(k->a, expr_id, n), work = expr_int(g, 0), half = expr_rational(g, 1, 2), force;
    for (int i = 0; i < n; i++) {
        if (expr_is_zero(g, Q[i]))
            continue;
        at_rest(k, &Q[i], 1, true, &force);
        expr_reverse(g, &Q[i], NULL, 1, k->place, (size_t)n, D);
        at_rest(k, D, (size_t)n, true, D);
        for (int j = 0; j < n; j++)
            force = expr_add(g, force, expr_mul(g, half, expr_mul(g, D[j], coordinate(k, j))));
        work = expr_add(g, work, expr_mul(g, force, coordinate(k, i)));
    }
    return work;
}

/* By rules of integration; EXPR_NONE if these find nothing. */
static expr_id work_of_forces(const inventory *k, const expr_id *of) {
    int n = k->w->n;
    expr_id *Q = ARENA_ARRAY(k->a, expr_id, n);
    analysis_samples samples;
    at_rest(k, of, (size_t)n, false, Q);
    if (!analysis_samples_make(k->s->m, &k->s->start, Q, (size_t)n, &samples, k->a))
        return EXPR_NONE;
    return analysis_potential(k->s->m, (one_form){k->place, Q, n}, &samples, k->a);
}

static const analysis_state *state_to_try(const inventory *k, size_t trial) {
    return trial < TRIALS ? &k->trial[trial] : &k->path.at[trial - TRIALS];
}

/* Each of these vanishes on the manifold of the rows, at random states there and along the motion. */
static bool vanish(const inventory *k, const expr_id *x, int count) {
    analysis_probe *p = analysis_probe_make_by_pieces(k->s->m, x, (size_t)count, true, k->a);
    double *y = ARENA_ARRAY(k->a, double, count);
    for (size_t trial = 0; trial < TRIALS + k->path.count; trial++) {
        const analysis_state *at = state_to_try(k, trial);
        memcpy(y, analysis_probe_at(p, at), (size_t)count * sizeof *y);
        analysis_noether_enlarge(k->w, at);
        const double *bound = analysis_probe_at(p, &k->w->large) + count;
        for (int i = 0; i < count; i++)
            if (!(fabs(y[i]) <= allowed * bound[i]))
                return false;
    }
    return true;
}

/* A.q' of every row: none does work. */
static bool rows_are_idle(const inventory *k) {
    field energy = {.tau = 1, .place = -1};
    field_list one = {.at = &energy, .len = 1};
    double minus_one = -1;
    bool idle = true;
    for (size_t trial = 0; idle && trial < TRIALS + k->path.count; trial++) {
        arena_mark mark = base_arena_get_mark(k->a);
        noether_sample at;
        idle = analysis_noether_sample_at(k->w, state_to_try(k, trial), &at, k->a);
        at.value.drain = 0; /* the forces are looked at elsewhere */
        idle = idle && analysis_fields_solve(k->w, &one, &minus_one, &at, 1, k->a);
        base_arena_release(k->a, mark);
    }
    return idle;
}

/* --- Until when --- */

/* xi.df/dq vanishes: what an impact brings along the gradient of f does not change p.xi. */
static bool is_along(const inventory *k, expr_id f, bool velocity, const symmetry *it) {
    int n = k->w->n;
    expr_id *D = ARENA_ARRAY(k->a, expr_id, n), change = expr_int(k->g, 0);
    uint32_t *v = ARENA_ARRAY(k->a, uint32_t, n + 1);
    for (int i = 0; i < n; i++)
        v[i] = k->s->m->coords[k->s->e.coords[i]].v;
    expr_reverse(k->g, &f, NULL, 1, velocity ? v : k->place, (size_t)n, D);
    for (int i = 0; i < n; i++)
        change = expr_add(k->g, change, expr_mul(k->g, D[i], it->xi[i]));
    return expr_is_zero(k->g, change) || vanish(k, &change, 1);
}

/* Impacts change the energy by what they lose, momenta by what they have along the displacement; the latter is tried
   near the start and not where the contact is closed. */
static bool impact_changes(const inventory *k, size_t row, const symmetry *it) {
    const model *m = k->s->m;
    const system_row *r = &k->s->choice.system->rows[row];
    if (!it || !expr_is_zero(k->g, it->tau))
        return !analysis_impact_is_elastic(m, row, k->a);
    bool rubs = model_rubs(k->g, r), keeps = is_along(k, r->f, r->velocity, it);
    for (int t = 0; rubs && t < m->rows[row].tangents; t++)
        keeps = keeps && r->along[t].i && is_along(k, r->along[t], false, it);
    return !keeps;
}

/* `it` is NULL for the energy, which a contact that opens keeps; given: its numbers are those of the parameters. */
static const char *limits_of(const inventory *k, expr_id value, const symmetry *it, bool given) {
    const model *m = k->s->m;
    bool *changed = ARENA_ARRAY(k->a, bool, m->row_count + 1);
    for (size_t row = 0; row < m->row_count; row++)
        changed[row] = m->rows[row].contact && impact_changes(k, row, it);
    const char *limits = analysis_discontinuity_limits(m, value, changed, k->s->choice.rows, it != NULL, k->s->a);
    if (given)
        return base_arena_printf(k->s->a, "for these parameters%s%s", limits ? "; " : "", limits ? limits : "");
    return limits;
}

static void add(inventory *k, conserved_kind kind, const char *name, int coord, expr_id value, const symmetry *it,
                bool given, bool proved) {
    const char *kept = base_arena_copy(k->s->a, name, strlen(name));
    conserved c = {.kind = kind, .name = kept, .coord = coord, .value = value, .proved = proved};
    c.holds = limits_of(k, value, it, given);
    c.symmetry = it ? analysis_fields_text(k->w, it, k->s->a) : NULL;
    vec_push(k->s->a, &k->out, c);
}

/* The work gives the whole power of what takes energy away. */
static bool explains_power(const inventory *k, expr_id work, expr_id drain) {
    if (!work.i)
        return false;
    expr_id rest = expr_sub(k->g, drain, analysis_proof_rate(k->w, work, k->a));
    return vanish(k, &rest, 1);
}

/* What these forces do, if it has a formula that gives their whole power; else none. */
static expr_id work_that_explains(const inventory *k, const expr_id *Q, expr_id drain) {
    expr_id work = work_of_linear_forces(k, Q);
    if (explains_power(k, work, drain))
        return work;
    work = work_of_forces(k, Q);
    return explains_power(k, work, drain) ? work : EXPR_NONE;
}

/* An `if` or a pulse in time that does nothing now: what the law of the energy says here it need not say later. */
static bool changes_suddenly_with_time(const inventory *k) {
    bool uniform = analysis_is_uniform_in(k->s->m, k->w->jacobian, VAR_TIME);
    for (int i = 0; i < k->w->n && uniform; i++)
        uniform = analysis_is_uniform_in(k->s->m, k->w->Q[i], VAR_TIME);
    return !uniform;
}

/* States are constants to this analysis, and change all the same: what contains one is not kept. */
static bool contains_states(const inventory *k, expr_id value) {
    return analysis_depends_on_states(k->s->m, value);
}

static bool find_energy(inventory *k) {
    if (changes_suddenly_with_time(k))
        return false;
    expr_id difference = expr_sub(k->g, k->w->jacobian, k->w->energy);
    bool plain = vanish(k, &difference, 1);
    if (plain)
        k->w->jacobian = k->w->energy;
    if (!rows_are_idle(k))
        return false;
    expr_id work = work_that_explains(k, k->w->Q, k->w->drain);
    if (!work.i)
        return false;
    expr_id value = analysis_noether_without_time(k->w, expr_sub(k->g, k->w->jacobian, work), k->a);
    if (contains_states(k, value))
        return false;
    add(k, plain ? CONSERVED_ENERGY : CONSERVED_JACOBI, plain ? "energy" : "Jacobi integral", -1, value, NULL, false,
        analysis_proof_of_energy(k->w, work, k->a));
    return true;
}

/* --- Independence --- */

/* Gradients along q and q' of the rows on both levels and of what they integrate to; they say along what the states can
 * change. */
static int gather_gradients(const inventory *k, const expr_id *x, size_t count, expr_id *roots) {
    int n = k->w->n, m = k->s->e.m, rows = 0;
    uint32_t *vars = ARENA_ARRAY(k->a, uint32_t, 2 * n);
    for (int i = 0; i < n; i++) {
        vars[i] = k->s->m->coords[k->s->e.coords[i]].q;
        vars[n + i] = k->s->m->coords[k->s->e.coords[i]].v;
    }
    for (int r = 0; r < m; r++)
        if (!expr_is_zero(k->g, k->s->e.f[r]))
            expr_reverse(k->g, &k->s->e.f[r], NULL, 1, vars, (size_t)(2 * n), &roots[rows++ * 2 * n]);
    for (int r = 0; r < m; r++)
        expr_reverse(k->g, &k->s->e.f_dot[r], NULL, 1, vars, (size_t)(2 * n), &roots[rows++ * 2 * n]);
    for (size_t i = 0; i < k->s->integral_count; i++)
        expr_reverse(k->g, &k->s->integrals[i], NULL, 1, vars, (size_t)(2 * n), &roots[rows++ * 2 * n]);
    for (size_t i = 0; i < count; i++)
        expr_reverse(k->g, &x[i], NULL, 1, vars, (size_t)(2 * n), &roots[rows++ * 2 * n]);
    return rows;
}

/* Which quantities are functions of the rows and of earlier ones: by their gradients at a random state. */
static void mark_independent(const inventory *k, const expr_id *x, size_t count, bool *independent) {
    int n = k->w->n, rows = 2 * k->s->e.m + (int)(k->s->integral_count + count);
    memset(independent, true, count);
    if (rows > MAX_RANK_ROWS)
        return;
    expr_id *roots = ARENA_ARRAY(k->a, expr_id, rows * 2 * n);
    rows = gather_gradients(k, x, count, roots);
    analysis_probe *p = analysis_probe_make(k->s->m, roots, (size_t)(rows * 2 * n), k->a);
    const double *A = analysis_probe_at(p, &k->trial[0]);
    bool *needed = ARENA_ARRAY(k->a, bool, rows);
    if (!analysis_finite(A, rows * 2 * n))
        return;
    double *scaled = ARENA_ARRAY(k->a, double, rows * 2 * n);
    for (int i = 0; i < rows * 2 * n; i++) {
        int column = i % (2 * n), coord = k->s->e.coords[column % n];
        const analysis_scales *scales = k->s->start.scales;
        scaled[i] = A[i] * (column < n ? scales->q[coord].far : scales->v[coord].far);
    }
    num_saddle_row_rank(num_saddle_create(k->a, 2 * n, rows), scaled, 2 * n, rows, rank_tolerance, needed);
    memcpy(independent, needed + rows - (int)count, count * sizeof *needed);
}

/* --- Momenta --- */

static void add_symmetry(inventory *k, const found_symmetry *f, expr_id value, int *unnamed) {
    const bool proved = analysis_proof_of_symmetry(k->w, &f->it, k->a);
    if (f->coord >= 0) {
        add(k, CONSERVED_CYCLIC, f->name, k->s->e.coords[f->coord], value, &f->it, false, proved);
        return;
    }
    bool time = !expr_is_zero(k->g, f->it.tau);
    const char *name = f->name ? f->name : base_arena_printf(k->a, "symmetry %d", ++*unnamed);
    add(k, time ? CONSERVED_JACOBI : CONSERVED_SYMMETRY, name, -1, value, &f->it, f->given, proved);
}

/* --- Boosts --- */

/* "linear momentum along x" gives "Galilei boost along x", "momentum of x" "Galilei boost of x". */
static const char *boost_name(const inventory *k, const char *momentum) {
    static const char linear[] = "linear momentum ", plain[] = "momentum ";
    const char *rest = momentum && !strncmp(momentum, linear, sizeof linear - 1) ? momentum + sizeof linear - 1
                       : momentum && !strncmp(momentum, plain, sizeof plain - 1) ? momentum + sizeof plain - 1
                                                                                 : "";
    return base_arena_printf(k->a, "Galilei boost%s%s", *rest ? " " : "", rest);
}

typedef struct found_law {
    conserved_kind kind;
    const char *name;
    expr_id value;
    const found_symmetry *momentum; /* NULL: of a part */
    boost boost;                    /* BOOST */
} found_law;

typedef VEC(found_law) law_list;

static void list_momenta(inventory *k, const found_list *found, bool named, law_list *laws) {
    for (size_t i = 0; i < found->len; i++) {
        if ((found->at[i].name != NULL) != named)
            continue;
        found_law x = {.kind = CONSERVED_SYMMETRY, .momentum = &found->at[i]};
        x.value = analysis_noether_quantity(k->w, &found->at[i].it, k->a);
        vec_push(k->a, laws, x);
    }
}

static void list_boosts(inventory *k, const found_list *found, law_list *laws) {
    for (size_t i = 0; i < found->len; i++) {
        found_law x = {.kind = CONSERVED_BOOST, .momentum = &found->at[i]};
        if (!found->at[i].given && analysis_boost_of(k->w, &found->at[i].it, &x.boost, k->a)) {
            x.value = x.boost.value;
            x.name = boost_name(k, found->at[i].name);
            vec_push(k->a, laws, x);
        }
    }
}

/* --- Parts --- */

static void list_parts(inventory *k, law_list *laws) {
    const part_list parts = analysis_parts_find(k->w, k->a);
    for (int i = 0; i < parts.count; i++) {
        const part *x = &parts.at[i];
        const expr_id work = work_that_explains(k, x->Q, x->drain);
        if (!work.i)
            continue;
        const expr_id rest = expr_sub(k->g, x->drain, analysis_proof_rate(k->w, work, k->a));
        if (!analysis_proof_vanish(k->g, &rest, 1))
            continue;
        found_law law = {.kind = CONSERVED_PART, .name = x->name, .value = expr_sub(k->g, x->H, work)};
        vec_push(k->a, laws, law);
    }
}

/* One part that is not told by momenta alone is told by the energy. */
static void leave_single_part(const law_list *laws, bool energy_kept, bool *independent) {
    int count = 0;
    for (size_t i = 0; i < laws->len; i++)
        count += laws->at[i].kind == CONSERVED_PART && independent[i];
    for (size_t i = 0; i < laws->len && energy_kept && count == 1; i++)
        independent[i] = independent[i] && laws->at[i].kind != CONSERVED_PART;
}

static void add_law(inventory *k, const found_law *x, int *unnamed) {
    if (x->kind == CONSERVED_SYMMETRY) {
        const bool time = !expr_is_zero(k->g, x->momentum->it.tau);
        const expr_id value = time ? expr_neg(k->g, x->value) : x->value; /* as the energy has it: with a plus sign */
        add_symmetry(k, x->momentum, value, unnamed);
    } else if (x->kind == CONSERVED_BOOST) {
        add(k, x->kind, x->name, -1, x->value, &x->boost.it, false,
            analysis_proof_of_symmetry(k->w, &x->momentum->it, k->a));
    } else {
        add(k, x->kind, x->name, -1, x->value, NULL, false, true);
    }
}

/* Of those that say the same the first are kept: a momentum rather than its product with what a row integrates to. */
static void find_others(inventory *k, bool energy_kept) {
    found_list found = analysis_symmetry_search(k->w, !energy_kept, k->a);
    law_list laws = {0}, boosts = {0};
    int unnamed = 0;
    list_boosts(k, &found, &boosts);
    list_momenta(k, &found, true, &laws);
    for (size_t i = 0; i < boosts.len; i++)
        vec_push(k->a, &laws, boosts.at[i]);
    list_momenta(k, &found, false, &laws);
    list_parts(k, &laws);
    if (!laws.len)
        return;
    expr_id *value = ARENA_ARRAY(k->a, expr_id, laws.len);
    bool *independent = ARENA_ARRAY(k->a, bool, laws.len);
    for (size_t i = 0; i < laws.len; i++)
        value[i] = laws.at[i].value;
    mark_independent(k, value, laws.len, independent);
    leave_single_part(&laws, energy_kept, independent);
    for (size_t i = 0; i < laws.len; i++)
        if (independent[i])
            add_law(k, &laws.at[i], &unnamed);
}

/* --- Along the motion --- */

/* The largest change along these states over the size of the terms; NaN without states. */
static double drift_along(analysis_probe *p, const analysis_state *at, size_t count) {
    double size = 0, change = 0, first = 0;
    for (size_t i = 0; i < count; i++) {
        const double *y = analysis_probe_at(p, &at[i]);
        first = i ? first : y[0];
        change = fmax(change, fabs(y[0] - first));
        size = fmax(size, y[1]);
        if (!isfinite(y[0]))
            change = INFINITY;
    }
    return !count ? NAN : size > 0 ? change / size : change;
}

/* False if it is not kept along the path of the analysis. The drift along the user's motion is given with it unless
   that motion is too coarse to tell. */
static bool follow(const inventory *k, conserved *c) {
    expr_id roots[2] = {c->value, expr_magnitude_bound(k->g, c->value)};
    analysis_probe *p = analysis_probe_make(k->s->m, roots, 2, k->a);
    double here = drift_along(p, k->path.at, k->path.count);
    c->at_start = analysis_probe_at(p, &k->s->start)[0];
    c->drift = drift_along(p, k->motion, k->motion_count);
    if (c->drift > settled && here <= settled)
        c->drift = here;
    return !(here > settled);
}

static conserved_list verified(const inventory *k) {
    conserved_list list = {.at = ARENA_ARRAY(k->s->a, conserved, k->out.len)};
    for (size_t i = 0; i < k->out.len; i++) {
        conserved *c = &k->out.at[i];
        if (contains_states(k, c->value))
            continue;
        if (expr_count_nodes(k->g, &c->value, 1) <= MAX_NODES)
            algebra_simplify(k->g, &c->value, 1, &c->value);
        const bool of_law = c->kind == CONSERVED_ENERGY || (c->kind == CONSERVED_JACOBI && !c->symmetry);
        if (follow(k, c) || of_law) /* the energy's law was tried along the path */
            list.at[list.count++] = *c;
    }
    return list;
}

static bool begin(inventory *k) {
    k->w = analysis_noether_make(k->s, k->a);
    uint32_t *place = ARENA_ARRAY(k->a, uint32_t, k->w->n);
    for (int i = 0; i < k->w->n; i++)
        place[i] = k->s->m->coords[k->s->e.coords[i]].q;
    k->place = place;
    for (int i = 0; i < TRIALS; i++) {
        k->trial[i] = analysis_state_make(k->s->m, k->a);
        if (!analysis_manifold_state(k->w->manifold, &k->w->dice, &k->trial[i]))
            return false;
    }
    if (k->w->n > CONSERVED_EXCURSION && k->motion_count) {
        k->path = (excursion){.at = (analysis_state *)k->motion, .count = k->motion_count};
        return true;
    }
    k->path = analysis_excursion_make(k->s, k->w->manifold, &k->s->start, k->a);
    if (k->path.extent < at_least)
        k->path = analysis_excursion_make(k->s, k->w->manifold, &k->trial[0], k->a);
    return true;
}

conserved_list analysis_conserved(const analysis_setting *s, const analysis_state *motion, size_t motion_count) {
    inventory k = {.s = s, .g = s->m->g, .motion = motion, .motion_count = motion_count, .a = base_arena_create()};
    conserved_list list = {0};
    if (s->e.n && begin(&k)) {
        find_others(&k, find_energy(&k));
        list = verified(&k);
    }
    base_arena_destroy(k.a);
    return list;
}
