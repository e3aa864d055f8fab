/* Equilibria over a parameter by continuation: Moore-Penrose steps, which pass folds as easily as other places and do
   not mind coordinates and multipliers that nothing determines. */
#include <math.h>
#include <string.h>

#include "base/vec.h"
#include "linear/problem.h"
#include "num/dense.h"
#include "num/illinois.h"
#include "num/vector.h"

enum { MOST_BRANCHES = 60, MOST_POINTS = 1500, MOST_SPECIALS = 120, NEWTON = 12 };
static const double least_part = 1e-15;                                 /* of the way between two places on a branch */
static const double first_step = 1e-3, longest = 0.02, shortest = 1e-7; /* of the range, in scaled unknowns */
static const double bend = 0.985;                                       /* cosine between tangents of two points */
static const double settled = 1e-12, wanted = 1e-9;
static const double farthest = 60; /* of the scales of coordinates */
static const double same_place = 1e-3;
static const double exact_rank = 1e-11, about_rank = 1e-5;

/* Unknowns in their scales: coordinates, multipliers, the parameter. */
typedef struct continuation {
    linear_problem *p;
    linear_branches *out;
    arena *a, *scratch;
    int n, size; /* coordinates; unknowns with the parameter */
    double t;
    double *scale, *F, *J, *by_param, *full, *step, *doubles;
    int *ints;
    double assigned;
    VEC(linear_branch) branches;
    VEC(linear_special) specials;
} continuation;

typedef struct spot_on {
    double *y, *tangent; /* size */
    linear_about about;
    double growth, product, scale, im;
    int real, pairs; /* eigenvalues that grow: real ones, and pairs */
    stability stability;
} spot_on;

static double value_of(const continuation *c, const double *y) {
    return y[c->size - 1] * c->scale[c->size - 1];
}

/* Residual and its slopes at y, in scaled unknowns, each equation in units of its largest coefficient. */
static bool evaluate(continuation *c, const double *y) {
    const int n = c->size - 1;
    double *x = c->step;
    const double value = value_of(c, y);
    if (value != c->assigned && !linear_assign(c->p, c->out->param, value))
        return false;
    c->assigned = value;
    for (int i = 0; i < n; i++)
        x[i] = y[i] * c->scale[i];
    if (!point_find_rest(c->p->p, c->t, x, (size_t)c->out->param, c->F, c->J, c->by_param))
        return false;
    for (int i = 0; i < n; i++) {
        double most = 0;
        for (int j = 0; j < n; j++)
            most = fmax(most, fabs(c->full[i * c->size + j] = c->J[i * n + j] * c->scale[j]));
        most = fmax(most, fabs(c->full[i * c->size + n] = c->by_param[i] * c->scale[n]));
        for (int j = 0; j < c->size && most > 0; j++)
            c->full[i * c->size + j] /= most;
        c->F[i] /= most > 0 ? most : 1;
    }
    return true;
}

/* The least x with (slopes) x = right; what is left over of `right` is returned. */
static double solve(continuation *c, const double *right, double tolerance, double *x) {
    num_cod f;
    double *A = ARENA_ARRAY(c->scratch, double, c->size *(c->size - 1) + 1),
           *b = ARENA_ARRAY(c->scratch, double, c->size + 1);
    memcpy(A, c->full, (size_t)(c->size * (c->size - 1)) * sizeof *A);
    memcpy(b, right, (size_t)(c->size - 1) * sizeof *b);
    num_cod_factor(&f, A, c->size - 1, c->size, tolerance, c->ints, c->doubles);
    return num_cod_solve(&f, b, x);
}

/* y onto the branch by the shortest way; with `hold` the parameter stays. */
static bool correct(continuation *c, double *y, bool hold) {
    arena_mark mark = base_arena_get_mark(c->scratch);
    double *step = ARENA_ARRAY(c->scratch, double, c->size + 1), before = INFINITY;
    bool done = false, ok = true;
    for (int round = 0; round < NEWTON && ok && !done; round++) {
        ok = evaluate(c, y);
        if (!ok)
            break;
        for (int i = 0; hold && i < c->size - 1; i++)
            c->full[i * c->size + c->size - 1] = 0;
        const double left = solve(c, c->F, exact_rank, step), length = num_largest(step, c->size);
        for (int i = 0; i < c->size; i++)
            y[i] -= step[i];
        done = length <= settled || (round > 3 && length <= wanted && length >= before / 2);
        ok = (!done || left <= wanted) && length < 10;
        before = length;
    }
    base_arena_release(c->scratch, mark);
    return ok && done;
}

/* What of a direction the equations do not mind. */
static void project(continuation *c, double tolerance, double *x) {
    arena_mark mark = base_arena_get_mark(c->scratch);
    double *right = ARENA_ARRAY(c->scratch, double, c->size + 1), *off = ARENA_ARRAY(c->scratch, double, c->size + 1);
    for (int i = 0; i < c->size - 1; i++)
        right[i] = num_dot(c->full + i * c->size, x, c->size);
    solve(c, right, tolerance, off);
    for (int i = 0; i < c->size; i++)
        x[i] -= off[i];
    base_arena_release(c->scratch, mark);
}

static double normalise(double *x, int n) {
    const double length = sqrt(num_dot(x, x, n));
    for (int i = 0; i < n && length > 0; i++)
        x[i] /= length;
    return length;
}

static spot_on copy_spot(continuation *c, const double *y, const double *tangent) {
    spot_on s = {.y = ARENA_ARRAY(c->a, double, c->size + 1), .tangent = ARENA_ARRAY(c->a, double, c->size + 1)};
    memcpy(s.y, y, (size_t)c->size * sizeof *y);
    memcpy(s.tangent, tangent, (size_t)c->size * sizeof *tangent);
    return s;
}

/* Tangent, going on from the one that is there, and stability at a place on a branch. */
static bool describe(continuation *c, spot_on *s) {
    if (!evaluate(c, s->y))
        return false;
    project(c, exact_rank, s->tangent);
    if (!(normalise(s->tangent, c->size) > 0))
        return false;
    arena *scratch = base_arena_create();
    double *q = ARENA_ARRAY(scratch, double, c->n + 1);
    for (int i = 0; i < c->n; i++)
        q[i] = s->y[i] * c->scale[i];
    const linear_about x = linear_find_rest(c->p, c->t, q, scratch);
    s->growth = x.growth;
    s->product = x.product;
    s->scale = x.scale;
    s->stability = x.stability;
    s->real = s->pairs = 0;
    for (int k = 0; k < x.system.states && x.has_modes; k++)
        if (x.re[k] > 1e-7 * x.scale) {
            s->real += x.im[k] == 0;
            s->pairs += x.im[k] > 0;
            s->im = x.re[k] == x.growth ? fabs(x.im[k]) : s->im;
        }
    const bool ok = !x.trouble;
    base_arena_destroy(scratch);
    return ok;
}

/* --- Special points between two places on a branch --- */

static bool look_between(continuation *c, const spot_on *a, const spot_on *b, double part, spot_on *out) {
    *out = copy_spot(c, a->y, a->tangent);
    for (int i = 0; i < c->size; i++)
        out->y[i] += part * (b->y[i] - a->y[i]);
    return correct(c, out->y, false) && describe(c, out);
}

/* What changes its sign, or its count, at a special point. */
typedef enum test_kind { TEST_TURN, TEST_PRODUCT, TEST_REAL, TEST_PAIRS } test_kind;

static double measure_of(const continuation *c, const spot_on *s, test_kind test) {
    return test == TEST_TURN      ? s->tangent[c->size - 1]
           : test == TEST_PRODUCT ? s->product
           : test == TEST_REAL    ? s->real
                                  : s->pairs;
}

/* What changes its sign; false if not one place between could be looked at. Where an end is the root itself, halves
   lead to it. */
static bool locate_root(continuation *c, const spot_on *a, const spot_on *b, test_kind test, spot_on *out) {
    num_illinois search = num_illinois_begin(0, measure_of(c, a, test), 1, measure_of(c, b, test));
    double part;
    spot_on m;
    bool found = false;
    while (search.high - search.low > least_part) {
        if (!num_illinois_next(&search, &part))
            part = search.low + (search.high - search.low) / 2;
        if (!(part > search.low && part < search.high) || !look_between(c, a, b, part, &m))
            break;
        *out = m;
        found = true;
        const double here = measure_of(c, &m, test);
        if (here == 0)
            break;
        num_illinois_put(&search, part, here);
    }
    return found;
}

/* What changes its count, or leaps from one sign to the other. Of the two sides of a beginning oscillation, the one on
   which it grows tells its frequency. */
static bool locate_step(continuation *c, const spot_on *a, const spot_on *b, test_kind test, spot_on *out) {
    const double first = measure_of(c, a, test);
    double low = 0, high = 1;
    spot_on m;
    bool found = false;
    while (high - low > least_part && look_between(c, a, b, low + (high - low) / 2, &m)) {
        if (!found || test != TEST_PAIRS || m.pairs >= out->pairs)
            *out = m;
        found = true;
        *(measure_of(c, &m, test) == first ? &low : &high) = low + (high - low) / 2;
    }
    return found;
}

static bool locate(continuation *c, const spot_on *a, const spot_on *b, test_kind test, spot_on *out) {
    const bool signs = test <= TEST_PRODUCT && (measure_of(c, a, test) > 0) != (measure_of(c, b, test) > 0);
    return (signs ? locate_root : locate_step)(c, a, b, test, out);
}

/* Found already; the turn of a branch where it crosses another is no fold. */
static bool is_known(const continuation *c, const linear_special *s) {
    for (size_t k = 0; k < c->specials.len; k++) {
        const linear_special *o = &c->specials.at[k];
        double far = fabs(o->value - s->value) / c->scale[c->size - 1];
        for (int i = 0; i < c->n; i++)
            far = fmax(far, fabs(o->q[i] - s->q[i]) / c->scale[i]);
        if ((o->kind == s->kind || o->kind == SPECIAL_BRANCH) && far < same_place)
            return true;
    }
    return false;
}

static void trace_both(continuation *c, const double *y, const double *tangent);

/* The direction that only this place does not mind, beside the branch's own: where another branch crosses. */
static bool find_crossing(continuation *c, const spot_on *at, const spot_on *beside, double *out) {
    analysis_dice dice = analysis_dice_make();
    double best = 0;
    double *x = ARENA_ARRAY(c->a, double, c->size + 1), *y = ARENA_ARRAY(c->a, double, c->size + 1);
    for (int round = 0; round < 4; round++) {
        for (int i = 0; i < c->size; i++)
            x[i] = y[i] = analysis_random(&dice);
        if (!evaluate(c, at->y))
            return false;
        project(c, about_rank, x);
        if (!evaluate(c, beside->y))
            return false;
        project(c, about_rank, y);
        for (int i = 0; i < c->size; i++)
            x[i] -= y[i];
        const double along = num_dot(x, at->tangent, c->size);
        for (int i = 0; i < c->size; i++)
            x[i] -= along * at->tangent[i];
        const double length = normalise(x, c->size);
        if (length > best && length > 0.05) {
            best = length;
            memcpy(out, x, (size_t)c->size * sizeof *x);
        }
    }
    return best > 0;
}

/* Off along the other branch, to both sides. */
static void switch_branch(continuation *c, const spot_on *at, const spot_on *beside) {
    static const double off = 0.01;
    double *across = ARENA_ARRAY(c->a, double, c->size + 1), *y = ARENA_ARRAY(c->a, double, c->size + 1);
    if (!find_crossing(c, at, beside, across))
        return;
    for (int side = -1; side <= 1; side += 2) {
        double apart = 0;
        for (int i = 0; i < c->size; i++)
            y[i] = at->y[i] + side * off * across[i];
        if (!correct(c, y, false))
            continue;
        for (int i = 0; i < c->size; i++)
            apart += (y[i] - at->y[i]) * across[i];
        if (side * apart > off / 2)
            trace_both(c, y, across);
    }
}

static void add_special(continuation *c, special_kind kind, const spot_on *at, const spot_on *beside) {
    linear_special s = {.kind = kind, .value = value_of(c, at->y), .im = at->im, .branch = c->branches.len};
    s.q = ARENA_ARRAY(c->a, double, c->n + 1);
    for (int i = 0; i < c->n; i++)
        s.q[i] = at->y[i] * c->scale[i];
    if (is_known(c, &s) || c->specials.len >= MOST_SPECIALS || s.value < c->out->low || s.value > c->out->high)
        return;
    vec_push(c->a, &c->specials, s);
    if (kind == SPECIAL_BRANCH)
        switch_branch(c, at, beside);
}

static void find_specials(continuation *c, const spot_on *a, const spot_on *b) {
    spot_on at;
    const bool turns = (a->tangent[c->size - 1] > 0) != (b->tangent[c->size - 1] > 0);
    const bool smooth = isfinite(a->product) && isfinite(b->product) && (a->product > 0) != (b->product > 0);
    if (turns && locate(c, a, b, TEST_TURN, &at))
        add_special(c, SPECIAL_FOLD, &at, a);
    else if (a->real != b->real && locate(c, a, b, smooth ? TEST_PRODUCT : TEST_REAL, &at))
        add_special(c, SPECIAL_BRANCH, &at, a);
    if (a->pairs != b->pairs && a->real == b->real && locate(c, a, b, TEST_PAIRS, &at)) {
        if (at.pairs < fmax(a->pairs, b->pairs))
            at.im = a->pairs > b->pairs ? a->im : b->im;
        add_special(c, SPECIAL_HOPF, &at, a);
    }
}

/* --- Branches --- */

typedef VEC(spot_on) spot_list;

static bool is_outside(const continuation *c, const double *y) {
    const double value = value_of(c, y);
    for (int i = 0; i < c->n; i++)
        if (fabs(y[i]) > farthest && fabs(y[i]) > 0)
            return true;
    return value < c->out->low || value > c->out->high;
}

/* The last place of a branch, at the end of the range. */
static bool stop_at_end(continuation *c, const spot_on *last, const spot_on *next, spot_on *out) {
    const double low = c->out->low, high = c->out->high, value = value_of(c, next->y), from = value_of(c, last->y);
    const double end = value < low ? low : high;
    if (!(value < low || value > high) || value == from)
        return false;
    const double part = (end - from) / (value - from);
    *out = copy_spot(c, last->y, next->tangent);
    for (int i = 0; i < c->size; i++)
        out->y[i] += part * (next->y[i] - last->y[i]);
    out->y[c->size - 1] = end / c->scale[c->size - 1];
    return correct(c, out->y, true) && describe(c, out);
}

static bool is_closed(const continuation *c, const spot_list *list) {
    double far = 0;
    const spot_on *first = &list->at[0], *last = &list->at[list->len - 1];
    for (int i = 0; i < c->size; i++)
        far = fmax(far, fabs(first->y[i] - last->y[i]));
    return list->len > 20 && far < longest / 2;
}

/* One way from the first place of the list. */
static void trace(continuation *c, spot_list *list) {
    double step = first_step;
    while (list->len < MOST_POINTS && step > shortest && !is_closed(c, list)) {
        const spot_on *last = &list->at[list->len - 1];
        spot_on next = copy_spot(c, last->y, last->tangent), end;
        for (int i = 0; i < c->size; i++)
            next.y[i] += step * last->tangent[i];
        double moved = 0;
        bool ok = correct(c, next.y, false) && describe(c, &next);
        for (int i = 0; i < c->size && ok; i++)
            moved += (next.y[i] - last->y[i]) * last->tangent[i];
        ok = ok && num_dot(next.tangent, last->tangent, c->size) > bend && moved > step / 3 && moved < 3 * step;
        if (!ok) {
            step /= 2;
            continue;
        }
        if (is_outside(c, next.y)) {
            if (stop_at_end(c, last, &next, &end))
                vec_push(c->a, list, end);
            return;
        }
        vec_push(c->a, list, next);
        step = fmin(longest, step * 1.5);
    }
}

static bool is_on_branch(const continuation *c, const double *y) {
    for (size_t k = 0; k < c->branches.len; k++) {
        const linear_branch *b = &c->branches.at[k];
        for (size_t i = 0; i + 1 < b->count; i++) {
            double far = 0, along = 0, square = 0;
            const double last = c->scale[c->size - 1], v0 = b->values[i] / last,
                         dv = (b->values[i + 1] - b->values[i]) / last;
            for (int j = 0; j <= c->n; j++) {
                const double from = j < c->n ? b->q[i * (size_t)c->n + (size_t)j] / c->scale[j] : v0;
                const double d = j < c->n ? b->q[(i + 1) * (size_t)c->n + (size_t)j] / c->scale[j] - from : dv;
                along += d * ((j < c->n ? y[j] : y[c->size - 1]) - from);
                square += d * d;
            }
            const double part = square > 0 ? fmin(fmax(along / square, 0), 1) : 0;
            for (int j = 0; j <= c->n; j++) {
                const double from = j < c->n ? b->q[i * (size_t)c->n + (size_t)j] / c->scale[j] : v0;
                const double d = j < c->n ? b->q[(i + 1) * (size_t)c->n + (size_t)j] / c->scale[j] - from : dv;
                far = fmax(far, fabs((j < c->n ? y[j] : y[c->size - 1]) - from - part * d));
            }
            if (far < same_place)
                return true;
        }
    }
    return false;
}

static void add_branch(continuation *c, const spot_list *back, const spot_list *on) {
    const size_t count = back->len + on->len - 1;
    linear_branch b = {.count = count};
    b.values = ARENA_ARRAY(c->a, double, count + 1);
    b.growth = ARENA_ARRAY(c->a, double, count + 1);
    b.stability = ARENA_ARRAY(c->a, stability, count + 1);
    b.q = ARENA_ARRAY(c->a, double, count *(size_t)c->n + 1);
    for (size_t i = 0; i < count; i++) {
        const spot_on *s = i < back->len ? &back->at[back->len - 1 - i] : &on->at[i - back->len + 1];
        b.values[i] = value_of(c, s->y);
        b.growth[i] = s->growth;
        b.stability[i] = s->stability;
        for (int k = 0; k < c->n; k++)
            b.q[i * (size_t)c->n + (size_t)k] = s->y[k] * c->scale[k];
    }
    vec_push(c->a, &c->branches, b);
}

/* A branch through a place on it. */
static void trace_both(continuation *c, const double *y, const double *tangent) {
    if (c->branches.len >= MOST_BRANCHES || is_on_branch(c, y)) {
        c->out->note = c->branches.len >= MOST_BRANCHES ? "there are more branches" : c->out->note;
        return;
    }
    spot_list ways[2] = {{0}, {0}};
    for (int k = 0; k < 2; k++) {
        spot_on first = copy_spot(c, y, tangent);
        for (int i = 0; i < c->size && k == 0; i++)
            first.tangent[i] = -first.tangent[i];
        if (!describe(c, &first))
            return;
        vec_push(c->a, &ways[k], first);
        if (k == 0 || !is_closed(c, &ways[0]))
            trace(c, &ways[k]);
    }
    add_branch(c, &ways[0], &ways[1]);
    for (int k = 0; k < 2; k++)
        for (size_t i = 0; i + 1 < ways[k].len; i++)
            find_specials(c, &ways[k].at[i], &ways[k].at[i + 1]);
}

static void start_at(continuation *c, const linear_seed *seed) {
    double *y = ARENA_ARRAY(c->a, double, c->size + 1), *tangent = ARENA_ARRAY(c->a, double, c->size + 1);
    for (int i = 0; i < c->n; i++)
        y[i] = seed->q[i] / c->scale[i];
    y[c->size - 1] = seed->value / c->scale[c->size - 1];
    tangent[c->size - 1] = 1;
    if (correct(c, y, true))
        trace_both(c, y, tangent);
}

/* Coordinates in their own lengths, multipliers by what balances forces there. */
static void find_scales(continuation *c) {
    const mech_equations *e = point_equations(c->p->p);
    const analysis_scales *s = c->p->scales;
    double strongest = 0;
    double *x = ARENA_ARRAY(c->a, double, c->size + 1);
    for (int i = 0; i < c->n; i++) {
        const bool state = !model_is_place(&c->p->m->coords[e->coords[i]]);
        c->scale[i] = state ? s->v[e->coords[i]].near : s->q[e->coords[i]].near;
        x[i] = 0;
    }
    c->scale[c->size - 1] = c->out->high - c->out->low;
    for (int k = c->n; k < c->size - 1; k++)
        c->scale[k] = 1;
    if (!point_find_rest(c->p->p, c->t, x, (size_t)c->out->param, c->F, c->J, c->by_param))
        return;
    const double *h = point_get(c->p->p, POINT_H), *A = point_get(c->p->p, POINT_A);
    for (int i = 0; i < c->n; i++)
        strongest = fmax(strongest, fabs(h[i]) * c->scale[i]);
    for (int k = c->n; k < c->size - 1; k++) {
        double effect = 0;
        for (int i = 0; i < c->n; i++)
            effect = fmax(effect, fabs(A[(k - c->n) * c->n + i]) * c->scale[i]);
        c->scale[k] = effect > 0 && strongest > 0 ? strongest / effect : 1;
    }
}

linear_branches linear_follow(linear_problem *p, int param, double low, double high, const linear_seed *seeds,
                              size_t seed_count, arena *a) {
    const mech_equations *e = point_equations(p->p);
    linear_branches out = {.m = p->m, .param = param, .n = e->n, .low = low, .high = high, .coords = e->coords};
    continuation c = {.p = p, .out = &out, .a = a, .n = e->n, .size = e->n + e->m + 1, .assigned = NAN};
    c.scratch = base_arena_create();
    const size_t size = (size_t)c.size;
    double **const all[] = {&c.scale, &c.F, &c.by_param, &c.step};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        *all[k] = ARENA_ARRAY(a, double, size + 1);
    c.J = ARENA_ARRAY(a, double, size *size + 1);
    c.full = ARENA_ARRAY(a, double, size *size + 1);
    c.doubles = ARENA_ARRAY(a, double, num_cod_doubles(c.size, c.size) + 1);
    c.ints = ARENA_ARRAY(a, int, size + 1);
    out.coord_names = ARENA_ARRAY(a, const char *, e->n + 1);
    for (int i = 0; i < e->n; i++)
        out.coord_names[i] = p->m->coords[e->coords[i]].name;
    find_scales(&c);
    for (size_t k = 0; k < seed_count; k++)
        start_at(&c, &seeds[k]);
    base_arena_destroy(c.scratch);
    out.at = c.branches.at;
    out.count = c.branches.len;
    out.specials = c.specials.at;
    out.special_count = c.specials.len;
    return out;
}
