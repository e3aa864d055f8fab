/* Searches for equilibria from many starting points, removes duplicates, and describes each. */
#include "analysis/equilibria/equilibria.h"

#include <math.h>
#include <string.h>

#include "analysis/discontinuity/boundaries.h"
#include "analysis/equilibria/modes.h"
#include "analysis/equilibria/placement.h"
#include "analysis/equilibria/solver.h"
#include "analysis/probe/dependence.h"
#include "analysis/structure/conservative.h"
#include "base/check.h"
#include "base/sort.h"
#include "expr/diff.h"
#include "expr/walk.h"
#include "num/eigen.h"

enum {
    MOST_FOUND = 24,
    RANDOM_STARTS = 400,
    FRUITLESS = 100,
    DESCENTS = 3,
    GRID_ANGLES = 3,
    TRIALS = 4,
    STATIONS = 4,
    MOST_BORDERS = 20,
    BORDER_STEPS = 6
};
static const double budget = 8e7; /* instructions and multiplications of one search: a tenth of a second or so */
static const double same_place = 1e-6, same_family = 1e-3, same_energy = 1e-8, touching = 1e-9, singular = 1e-8;
static const double still = 1e-9, next_to_nothing = 1e-12, aside = 1e-3, along_family = 1e-4, barely_independent = 1e-4;
static const double quarter_turn = 1.5707963267948966, turn = 6.2831853071795865;

typedef struct finding_place {
    double *q, *v, *lambda, W;
    double *bodies; /* NULL where they do not tell */
    int flat;
    bool steady, alone; /* alone: flat, but on no curve of equilibria */
} finding_place;

typedef struct search {
    const analysis_setting *s;
    arena *scratch;
    balance *b;
    analysis_probe *gaps; /* of contacts that are open, and their slopes */
    size_t gap_count;
    bool contacts;     /* there are open ones */
    placement *bodies; /* NULL: they do not tell places apart */
    analysis_dice dice;
    finding_place *found;
    size_t count, first; /* of this search */
    bool steady, cut, singular;
    double last; /* b->work may not go beyond it */
} search;

static int model_index(const search *x, int i) {
    return x->s->e.coords[i];
}

/* Contacts that are open stay so: their gaps at a place. */
static void watch_gaps(search *x) {
    const model *m = x->s->m;
    const mech_choice *c = &x->s->choice;
    expr_id *gaps = ARENA_ARRAY(x->scratch, expr_id, m->row_count + m->event_count + 1);
    for (size_t k = 0; k < m->row_count; k++)
        if (m->rows[k].contact && !c->rows[k] && !c->switched_off[m->rows[k].element] && !c->system->rows[k].ended)
            gaps[x->gap_count++] = c->system->rows[k].f;
    x->contacts = x->gap_count > 0;
    const expr_id outside = expr_int(m->g, -1), inside = expr_int(m->g, 1);
    for (size_t k = 0; k < m->event_count; k++) /* nor does anything rest where no motion goes */
        if (m->events[k].refusal && c->system->conditions[k].i)
            gaps[x->gap_count++] = expr_select(m->g, c->system->conditions[k], outside, inside);
    int n = x->s->e.n;
    expr_id *roots = ARENA_ARRAY(x->scratch, expr_id, x->gap_count * (size_t)(n + 1) + 1);
    uint32_t *q = ARENA_ARRAY(x->scratch, uint32_t, n + 1);
    for (int i = 0; i < n; i++)
        q[i] = m->coords[model_index(x, i)].q;
    memcpy(roots, gaps, x->gap_count * sizeof *roots);
    for (size_t k = 0; k < x->gap_count; k++)
        expr_reverse(m->g, &gaps[k], NULL, 1, q, (size_t)n, &roots[x->gap_count + k * (size_t)n]);
    x->gaps = analysis_probe_make(m, roots, x->gap_count * (size_t)(n + 1), x->scratch);
}

/* The force that a multiplier exerts, in units of inertia: so that those of all rows can be compared. */
static double load_of(const balance *b, int k) {
    double load = 0;
    for (int i = 0; i < b->n; i++)
        load = fmax(load, fabs(b->A[k * b->n + i]) * b->unit[i]);
    return load * b->lambda[k];
}

static double largest_load(const balance *b) {
    double largest = 0;
    for (int k = 0; k < b->m; k++)
        largest = fmax(largest, fabs(load_of(b, k)));
    return largest;
}

static bool contacts_agree(search *x) {
    const balance *b = x->b;
    const double *gap = analysis_probe_at(x->gaps, &b->at), *slope = gap + x->gap_count;
    for (size_t k = 0; k < x->gap_count; k++) {
        double size = 0;
        for (int i = 0; i < b->n; i++)
            size += fabs(slope[k * (size_t)b->n + (size_t)i]) * analysis_residual_length(b, i).far;
        if (!(gap[k] >= -touching * size))
            return false;
    }
    for (int k = 0; k < b->m; k++)
        if (x->s->m->rows[x->s->e.rows[k]].contact && load_of(b, k) > touching * largest_load(b))
            return false;
    return true;
}

/* Rows stated with velocities hold at rest, and cyclic coordinates really do not accelerate. */
static bool stays(const balance *b) {
    for (int k = 0; k < b->m; k++) {
        double size = 0;
        for (int i = 0; i < b->n; i++)
            size += fabs(b->A[k * b->n + i]) * analysis_residual_speed(b, i).far;
        if (fabs(b->f_dot[k]) > touching * size)
            return false;
    }
    return true;
}

/* Coordinates lose their meaning where they lose their inertia, like the longitude at a pole. */
static bool is_singular(const balance *b) {
    for (int i = 0; i < b->n; i++)
        if (b->M[i * b->n + i] * b->unit[i] * b->unit[i] < singular && b->massive[i])
            return true;
    return false;
}

static double *copy(const double *from, size_t count, arena *a) {
    double *x = ARENA_ARRAY(a, double, count + 1);
    memcpy(x, from, count * sizeof *x);
    return x;
}

static double apart(const search *x, const finding_place *f, int i) {
    double d = f->q[model_index(x, i)] - x->b->at.q[model_index(x, i)];
    return x->b->is_angle[i] ? d - turn * round(d / turn) : d;
}

/* Forces balance all the way from here to there. */
static bool joined(search *x, const finding_place *f) {
    balance *b = x->b;
    arena_mark mark = base_arena_get_mark(x->scratch);
    double *q = copy(b->at.q, x->s->m->coord_count, x->scratch), *d = ARENA_ARRAY(x->scratch, double, b->n + 1);
    bool balanced = true;
    for (int i = 0; i < b->n; i++)
        d[i] = apart(x, f, i);
    for (int k = 1; k < STATIONS && balanced; k++) {
        for (int i = 0; i < b->n; i++)
            b->at.q[model_index(x, i)] = q[model_index(x, i)] + d[i] * k / STATIONS;
        balanced = analysis_is_equilibrium(b);
    }
    memcpy(b->at.q, q, x->s->m->coord_count * sizeof *q);
    analysis_residual_evaluate(b);
    base_arena_release(x->scratch, mark);
    return balanced;
}

static bool is_near(const search *x, const finding_place *f, double part) {
    for (int i = 0; i < x->b->n; i++)
        if (!x->b->is_ignored[i] && fabs(apart(x, f, i)) > part * analysis_residual_length(x->b, i).near)
            return false;
    return true;
}

/* From beside a place of a family the iteration leads to another of it, from beside one that is only flat back. */
static bool is_alone(search *x, const finding_place *f) {
    balance *b = x->b;
    analysis_dice dice = x->dice; /* the search goes on as if nothing had been asked */
    bool back = true;
    for (int k = 0; k < TRIALS && back; k++) {
        int flat;
        memcpy(b->at.q, f->q, x->s->m->coord_count * sizeof *f->q);
        for (int i = 0; i < b->n; i++)
            if (!b->is_ignored[i])
                b->at.q[model_index(x, i)] += aside * analysis_residual_length(b, i).near * analysis_random(&dice);
        back = analysis_solve_equilibrium(b, false, x->last, &flat) && is_near(x, f, along_family);
    }
    return back;
}

/* Whether the balance holds on along more than the coordinates that do not matter. */
static bool is_flat(const balance *b, int flat) {
    int ignored = 0;
    for (int i = 0; i < b->n; i++)
        ignored += b->is_ignored[i] && !b->is_cyclic[i] && !b->on_leaf[i];
    return flat > ignored;
}

/* Places where nothing else differs than what does not matter are one; so are those of one family: along it the
   potential stays, unless rows with velocities bar the way. */
static bool same(search *x, const finding_place *f, int flat) {
    const balance *b = x->b;
    if (is_near(x, f, flat ? same_family : same_place))
        return true;
    if (flat != f->flat || !is_flat(b, flat))
        return false;
    if (!f->alone && b->velocity_count == 0 && fabs(f->W - b->W) <= same_energy * fmax(b->energy, fabs(f->W)))
        return true;
    return joined(x, f);
}

/* Other coordinates, but all masses are where they were. */
static bool mirrored(const search *x, const finding_place *f, const double *bodies) {
    if (!bodies || !f->bodies || fabs(f->W - x->b->W) > same_energy * fmax(x->b->energy, fabs(f->W)))
        return false;
    for (size_t k = 0; k < analysis_placement_size(x->bodies); k++)
        if (!(fabs(bodies[k] - f->bodies[k]) <= same_place * analysis_placement_extent(x->bodies, k)))
            return false;
    return true;
}

static void keep(search *x, int flat) {
    balance *b = x->b;
    const model *m = x->s->m;
    const double *bodies = x->bodies ? analysis_placement_at(x->bodies, b) : NULL;
    for (size_t k = x->first; k < x->count; k++)
        if (same(x, &x->found[k], flat) || mirrored(x, &x->found[k], bodies))
            return;
    if (x->count - x->first == MOST_FOUND) {
        x->cut = true;
        return;
    }
    finding_place *f = &x->found[x->count++];
    *f = (finding_place){.W = b->W, .flat = flat, .steady = x->steady};
    f->q = copy(b->at.q, m->coord_count, x->s->a);
    f->v = copy(b->at.v, m->coord_count, x->s->a);
    f->lambda = copy(b->lambda_all, m->row_count, x->s->a);
    f->bodies = bodies ? copy(bodies, analysis_placement_size(x->bodies), x->scratch) : NULL;
    f->alone = is_flat(b, flat) && is_alone(x, f);
}

/* Angles as near to 0 as they can be on their leaf, and 0 where only rounding is left. */
static void tidy(search *x) {
    for (int i = 0; i < x->b->n; i++) {
        double *q = &x->b->at.q[model_index(x, i)];
        if (x->b->is_angle[i] && !x->b->on_leaf[i] && fabs(*q) > turn / 2 * (1 + 1e-9))
            *q -= turn * round(*q / turn);
        if (fabs(*q) < next_to_nothing * analysis_residual_length(x->b, i).near)
            *q = 0;
    }
}

static bool exhausted(search *x) {
    x->cut |= x->b->work >= x->last || x->count - x->first == MOST_FOUND;
    return x->cut;
}

static void try_here(search *x, bool bold) {
    int flat = 0;
    if (exhausted(x) || !analysis_solve_equilibrium(x->b, bold, x->last, &flat))
        return;
    tidy(x);
    if (!analysis_residual_evaluate(x->b) || !stays(x->b) || !contacts_agree(x))
        return;
    if (is_singular(x->b))
        x->singular = true;
    else
        keep(x, flat);
}

static void back_to_start(search *x) {
    memcpy(x->b->at.q, x->s->start.q, x->s->m->coord_count * sizeof *x->b->at.q);
    for (int k = 0; k < x->b->c; k++) {
        int i = model_index(x, x->b->cyclic[k]);
        x->b->at.v[i] = x->s->start.v[i];
    }
}

static void random_place(search *x, double spread) {
    double part = fabs(analysis_random(&x->dice));
    back_to_start(x);
    for (int i = 0; i < x->b->n; i++) {
        double *q = &x->b->at.q[model_index(x, i)], r = analysis_random(&x->dice);
        if (x->b->is_ignored[i])
            continue;
        *q += x->b->is_angle[i] && spread > aside
                  ? turn / 2 * r
                  : spread * analysis_length(analysis_residual_length(x->b, i), part) * r;
    }
}

/* Quarter turns of angles: all of them for a few, else each alone and all alike. */
static void try_special(search *x) {
    const balance *b = x->b;
    int *angle = ARENA_ARRAY(x->scratch, int, b->n + 1), count = 0;
    for (int i = 0; i < b->n; i++)
        if (b->is_angle[i])
            angle[count++] = model_index(x, i);
    int combinations = count <= GRID_ANGLES ? 1 << 2 * count : 4 + 4 * count;
    for (int k = 0; k < combinations && count > 0 && !exhausted(x); k++) {
        back_to_start(x);
        for (int i = 0; i < count; i++) {
            int turns = count <= GRID_ANGLES ? k >> 2 * i & 3 : k < 4 ? k : (k / 4 - 1 == i ? k % 4 : 0);
            b->at.q[angle[i]] = turns * quarter_turn;
        }
        try_here(x, false);
    }
}

/* Until many in a row have brought nothing new. */
static void try_random(search *x) {
    static const double spreads[] = {0.3, 1, 3, 0.05};
    size_t known = x->count;
    for (int k = 0, last = 0; k < RANDOM_STARTS && k - last < FRUITLESS && !exhausted(x); k++) {
        random_place(x, spreads[k / 2 % 4]);
        try_here(x, k % 2);
        if (x->count > known)
            last = k;
        known = x->count;
    }
}

/* Where a system would come to rest if it were damped. */
static void try_downhill(search *x) {
    for (int k = 0; k < DESCENTS && !exhausted(x) && x->b->velocity_count == 0; k++) {
        random_place(x, k ? 1 : aside); /* the start itself may be an unstable equilibrium */
        analysis_descend_potential(x->b, x->b->work + (x->last - x->b->work) / 4);
        try_here(x, false);
    }
}

/* Places where forces go over from one piece to another: at a kink they may balance though no slope leads there. */
static void try_borders(search *x) {
    balance *b = x->b;
    const double *values;
    borders all = analysis_boundaries_make(x->s, b->R, (size_t)b->n, x->scratch);
    for (size_t k = 0; k < all.count && k < MOST_BORDERS && !exhausted(x); k++) {
        back_to_start(x);
        for (int step = 0; step < BORDER_STEPS; step++) {
            double square = 0, value = (values = analysis_probe_at(all.probe, &b->at))[k];
            const double *slope = values + all.count + k * 2 * (size_t)b->n;
            for (int i = 0; i < b->n; i++)
                square += pow(slope[i] * b->unit[i], 2);
            for (int i = 0; i < b->n && square > 0; i++)
                b->at.q[model_index(x, i)] -= value * slope[i] * b->unit[i] * b->unit[i] / square;
        }
        try_here(x, false);
    }
}

static void run_search(search *x, balance *b, bool steady) {
    x->b = b;
    x->steady = steady;
    x->first = x->count;
    x->last = b->work + budget;
    x->cut = false;
    analysis_residual_find_symmetries(b, &x->dice);
    back_to_start(x);
    try_here(x, false);
    try_downhill(x);
    try_special(x);
    try_borders(x);
    try_random(x);
}

/* At rest before in motion, low before high, then as they were found. */
static bool is_lower(const void *a, const void *b) {
    const equilibrium *x = a, *y = b;
    return x->steady == y->steady ? x->potential < y->potential : y->steady;
}

/* t may stand in expressions whose value does not depend on it, like those of a bead seen from its hoop; that an `if`
   or a pulse does nothing now tells nothing of later. */
static bool changes_with_time(const analysis_setting *s, const expr_id *x, size_t count, arena *a) {
    expr_id *roots = ARENA_ARRAY(a, expr_id, 2 * count + 1);
    size_t used = 0;
    for (size_t k = 0; k < count; k++)
        if (!x[k].i || !analysis_depends_on(s->m, x[k], VAR_TIME))
            continue;
        else if (!analysis_is_uniform_in(s->m, x[k], VAR_TIME))
            return true;
        else
            roots[used++] = x[k];
    for (size_t k = 0; k < used; k++)
        roots[used + k] = expr_size(s->m->g, roots[k]);
    if (!used)
        return false;
    analysis_probe *p = analysis_probe_make(s->m, roots, 2 * used, a);
    analysis_dice dice = analysis_dice_make();
    analysis_state at = analysis_state_make(s->m, a);
    double *before = ARENA_ARRAY(a, double, 2 * used);
    for (int k = 0; k < TRIALS; k++) {
        analysis_state_near(s->m, &s->start, 0.1, &dice, &at);
        memcpy(before, analysis_probe_at(p, &at), 2 * used * sizeof *before);
        at.t += s->start.scales->t.far * (1.3 + analysis_random(&dice));
        const double *y = analysis_probe_at(p, &at);
        for (size_t i = 0; i < used; i++)
            if (isfinite(before[i]) && !(fabs(y[i] - before[i]) <= still * (before[used + i] + y[used + i])))
                return true;
    }
    return false;
}

/* A row like x' = 2: a number is left when all velocities are 0. */
static bool demands_motion(const analysis_setting *s, expr_id rate, arena *a) {
    expr_id *from = ARENA_ARRAY(a, expr_id, s->e.n), *to = ARENA_ARRAY(a, expr_id, s->e.n);
    for (int i = 0; i < s->e.n; i++) {
        from[i] = expr_var(s->m->g, s->m->coords[s->e.coords[i]].v);
        to[i] = expr_int(s->m->g, 0);
    }
    bool *any = ARENA_ARRAY(a, bool, expr_var_count(s->m->g));
    for (size_t i = 0; i < s->m->coord_count; i++)
        any[s->m->coords[i].q] = any[s->m->coords[i].v] = true;
    expr_substitute(s->m->g, &rate, 1, from, to, (size_t)s->e.n, &rate);
    if (expr_depends(s->m->g, rate, any))
        return false;
    return fabs(analysis_probe_at(analysis_probe_make(s->m, &rate, 1, a), &s->start)[0]) > 0;
}

/* Why there can be no equilibrium, or none that this search would understand; NULL if nothing speaks against it. */
static const char *objection(const analysis_setting *s, arena *a) {
    const model *m = s->m;
    const mech_equations *e = &s->e;
    if (!e->n)
        return "nothing can move";
    if (e->n + e->m > EQUILIBRIA_UNKNOWNS)
        return base_arena_printf(s->a,
                                 "%d coordinates and %d constraint equations are too many: the search is limited to %d "
                                 "in all; a run with damping comes "
                                 "to rest at one, and fewer bodies have the same slow modes",
                                 e->n, e->m, EQUILIBRIA_UNKNOWNS);
    for (int k = 0; k < e->m; k++) {
        const system_row *row = &s->choice.system->rows[e->rows[k]];
        const char *name = m->rows[e->rows[k]].name;
        if (changes_with_time(s, &e->f_dot[k], 1, a) || changes_with_time(s, &e->f[k], 1, a))
            return base_arena_printf(s->a, "not searched for: the constraint '%s' depends on time", name);
        if (demands_motion(s, e->f_dot[k], a))
            return base_arena_printf(s->a, "not searched for: the constraint '%s' does not hold at rest", name);
        if (model_rubs(m->g, row))
            return base_arena_printf(s->a, "not searched for: friction can hold the %s '%s' anywhere within its cone",
                                     m->rows[e->rows[k]].contact ? "contact" : "constraint", name);
    }
    for (size_t i = 0; i < m->row_count; i++)
        if (m->rows[i].known && s->choice.slip[i])
            return base_arena_printf(s->a, "not searched for: friction '%s' can hold anywhere within its limit",
                                     m->rows[i].name);
    if (changes_with_time(s, e->h, (size_t)e->n, a) || changes_with_time(s, e->M, (size_t)(e->n * e->n), a))
        return "not searched for: forces or inertia depend on time";
    return NULL;
}

/* A start that sets such momenta going. */
static bool has_momenta(const balance *b) {
    for (int k = 0; k < b->c; k++) {
        double scale = b->unit[b->cyclic[k]];
        if (fabs(b->momenta[k]) * scale * scale > next_to_nothing * analysis_residual_speed(b, b->cyclic[k]).near)
            return true;
    }
    return false;
}

static bool is_conservative(const analysis_setting *s) {
    const model *m = s->m;
    bool *rows = ARENA_ARRAY(m->scratch, bool, m->row_count + 1);
    for (size_t k = 0; k < m->row_count; k++)
        rows[k] = s->choice.rows[k];
    analysis_setting all = analysis_setting_make(s->m, s->start.q, s->start.v, rows, true, m->scratch);
    return analysis_conservative(m, &all.choice, &all.e, rows, &s->start, m->scratch);
}

/* A closed contact that nothing presses together: it may open, and then the motion is another one. */
static const char *idle_contact(const balance *b) {
    for (int k = 0; k < b->m; k++) {
        const model_row *row = &b->s->m->rows[b->s->e.rows[k]];
        if (row->contact && fabs(load_of(b, k)) <= touching * largest_load(b))
            return row->name;
    }
    return NULL;
}

/* How far a place is from q along a displacement, as a part of it. */
static double part_along(const balance *b, const double *q, const double *along) {
    double sum = 0, square = 0;
    for (int i = 0; i < b->n; i++) {
        int k = b->s->e.coords[i];
        double scale = analysis_residual_length(b, i).near;
        sum += (b->at.q[k] - q[k]) / scale * (along[i] / scale);
        square += pow(along[i] / scale, 2);
    }
    return square > 0 ? sum / square : 0;
}

/* Forces balance on along some direction that stays, not at this place alone: from beside it the search does not lead
   back. */
static bool is_family(balance *b, const small_motion *motion, const equilibrium *at) {
    const model *m = b->s->m;
    arena_mark mark = base_arena_get_mark(b->a);
    double *q = copy(b->at.q, m->coord_count, b->a);
    bool found = motion->jumps || !num_eigen_available(); /* without modes nothing tells the direction */
    for (size_t k = 0; k < at->mode_count && !found; k++) {
        const linear_mode *mode = &at->modes[k];
        double length = 0;
        int flat;
        if (mode->re != 0 || mode->im != 0)
            continue;
        for (int i = 0; i < b->n; i++)
            length = fmax(length, fabs(mode->shape_re[i]) / analysis_residual_length(b, i).near);
        for (int side = -1; side <= 1 && !found && length > 0; side += 2) {
            for (int i = 0; i < b->n; i++)
                b->at.q[b->s->e.coords[i]] += side * along_family * mode->shape_re[i] / length;
            found = analysis_solve_equilibrium(b, false, INFINITY, &flat) &&
                    side * part_along(b, q, mode->shape_re) * length > along_family / 2;
            memcpy(b->at.q, q, m->coord_count * sizeof *q);
        }
    }
    analysis_residual_evaluate(b);
    base_arena_release(b->a, mark);
    return found;
}

static void describe(search *x, balance *b, lineariser *l, const modes_setting *setting, const finding_place *f,
                     equilibrium *at) {
    const model *m = x->s->m;
    *at = (equilibrium){.at = {.t = x->s->start.t, .q = f->q, .v = f->v}, .steady = f->steady, .potential = f->W};
    at->lambda = f->lambda;
    memcpy(b->at.q, f->q, m->coord_count * sizeof *f->q);
    memcpy(b->at.v, f->v, m->coord_count * sizeof *f->v);
    arena_mark mark = base_arena_get_mark(x->scratch);
    analysis_residual_evaluate(b);
    small_motion motion;
    analysis_linearise_here(l, &motion, &at->linear, x->s->a);
    const bool has_lost_rank = b->rank < b->most_rank; /* looking for neighbours evaluates elsewhere */
    analysis_modes_find(b, &motion, setting, at, x->s->a);
    at->degenerate = at->degenerate || f->flat > 0 ? is_family(b, &motion, at) : false;
    if (!motion.jumps && (has_lost_rank || motion.q.least < barely_independent)) {
        at->stability = UNDECIDED;
        at->why = "the constraints lose rank there, so that the admissible motions are not determined";
        at->mode_count = 0;
    }
    const char *idle = idle_contact(b);
    if (idle && at->stability != UNSTABLE) {
        at->stability = UNDECIDED;
        at->why = base_arena_printf(x->s->a, "the contact '%s' carries no load: it may open", idle);
    }
    base_arena_release(x->scratch, mark);
}

/* Searches with one balance and describes what it finds. */
static void explore(search *x, balance *b, modes_setting setting, equilibria *out) {
    size_t first = x->count;
    run_search(x, b, b->c > 0);
    if (x->count == first)
        return;
    lineariser *l = analysis_linearise_make(b, x->scratch);
    for (size_t k = first; k < x->count; k++)
        describe(x, b, l, &setting, &x->found[k], &out->at[out->count++]);
}

static const char *explain_nothing(const search *x) {
    if (x->cut)
        return "the search was cut short before it found an equilibrium";
    return base_arena_printf(x->s->a, "no equilibrium was found%s%s",
                             x->contacts ? " with the contacts as at the start" : "",
                             x->singular || x->b->met_singular ? " where the coordinates are regular" : "");
}

static bool has_memories(const model *m) {
    for (size_t i = 0; i < m->declared_coords; i++)
        if (m->coords[i].role == COORD_MEMORY && !m->coords[i].hidden)
            return true;
    return false;
}

static const char *take_note(const search *x, bool cut) {
    const bool memories = has_memories(x->s->m);
    if (!cut && !x->singular)
        return memories ? "memories have the values of the start" : NULL;
    return base_arena_printf(x->s->a, "%s%s%s%s", memories ? "memories have the values of the start; " : "",
                             cut ? "the search was cut short: there may be more" : "", cut && x->singular ? "; " : "",
                             x->singular ? "equilibria where the coordinates are singular are left out" : "");
}

/* With those of the cyclic coordinates that nothing in the equations knows: a coin keeps the momentum of its heading,
   but it rolls where it heads to. */
static balance *make_moving(search *x, const int *cyclic, size_t count) {
    balance *b = analysis_residual_make(x->s, cyclic, count, x->scratch);
    analysis_residual_find_symmetries(b, &x->dice);
    int *kept = ARENA_ARRAY(x->scratch, int, b->c + 1);
    size_t used = 0;
    for (int k = 0; k < b->c; k++)
        if (b->is_ignored[b->cyclic[k]])
            kept[used++] = model_index(x, b->cyclic[k]);
    return used == (size_t)b->c ? b : analysis_residual_make(x->s, kept, used, x->scratch);
}

static void analyse(const analysis_setting *s, const int *cyclic, size_t cyclic_count, equilibria *out) {
    search x = {.s = s, .scratch = s->m->scratch, .dice = analysis_dice_make()};
    x.found = ARENA_ARRAY(x.scratch, finding_place, 2 * MOST_FOUND);
    out->at = ARENA_ARRAY(s->a, equilibrium, 2 * MOST_FOUND);
    watch_gaps(&x);
    x.bodies = analysis_placement_make(s, x.scratch);
    bool conservative = is_conservative(s);
    balance *moving = make_moving(&x, cyclic, cyclic_count);
    modes_setting setting = {conservative, moving->cyclic, moving->c};
    explore(&x, analysis_residual_make(s, NULL, 0, x.scratch), setting, out);
    bool cut = x.cut;
    if (has_momenta(moving)) {
        explore(&x, moving, setting, out);
        cut |= x.cut;
    }
    base_sort(out->at, out->count, sizeof *out->at, is_lower, x.scratch);
    x.cut = cut;
    if (out->count)
        out->note = take_note(&x, cut);
    else
        out->none = explain_nothing(&x);
}

equilibria analysis_equilibria(const analysis_setting *s, const int *cyclic, size_t cyclic_count) {
    equilibria out = {0};
    arena *scratch = s->m->scratch;
    LGR_ASSERT(s->a != scratch);
    arena_mark mark = base_arena_get_mark(scratch);
    out.none = objection(s, scratch);
    if (!out.none)
        analyse(s, cyclic, cyclic_count, &out);
    base_arena_release(scratch, mark);
    return out;
}
