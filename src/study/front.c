/* The search for a front: the ends by the multistart search of each report alone, what lies between by NSGA-II (see
   rank.c and breed.c), whose random numbers come from a counter, so that the result does not depend on threads. Of all
   designs that nothing dominates an even choice is made, and pushed by local searches (see push.c). */
#include "study/front.h"

#include <math.h>
#include <string.h>

#include "base/check.h"
#include "base/sort.h"
#include "study/breed.h"
#include "study/local.h"
#include "study/optimum.h"
#include "study/push.h"
#include "study/rank.h"
#include "study/sweep.h"

enum { MOST_GENERATIONS = 50, FEWEST_PARENTS = 40, FIRST_EACH = 3 };

typedef struct front_search {
    const front_job *job;
    size_t n, parents;
    front_point *tried; /* room for all */
    size_t count, generation;
    const front_point **best; /* that nothing dominates */
    size_t best_count;
    double *scales; /* per limit */
    breed_dice dice;
    long runs, runs_before; /* before: those of the search that goes on */
    bool stopped;
    arena *a;
} front_search;

static rank_point ranked(const front_point *p) {
    return (rank_point){.costs = p->costs, .excess = p->excess};
}

/* The present design may lie outside the bounds: then it is shown, but takes no part. */
static bool is_in_box(const front_search *s, const front_point *p) {
    for (size_t i = 0; i < s->n; i++)
        if (!(p->x[i] >= s->job->box[i].low && p->x[i] <= s->job->box[i].high))
            return false;
    return true;
}

/* Into the set of those that nothing dominates, if nothing there is as good. */
static void keep_best(front_search *s, const front_point *p) {
    const size_t goals = s->job->goal_count;
    const rank_point mine = ranked(p);
    size_t left = 0;
    if (p->excess > 0 || !is_in_box(s, p))
        return;
    for (size_t i = 0; i < s->best_count; i++) {
        const rank_point other = ranked(s->best[i]);
        if (study_rank_dominates(&other, &mine, goals) ||
            memcmp(other.costs, mine.costs, goals * sizeof *mine.costs) == 0)
            return;
    }
    for (size_t i = 0; i < s->best_count; i++) {
        const rank_point other = ranked(s->best[i]);
        if (!study_rank_dominates(&mine, &other, goals))
            s->best[left++] = s->best[i];
    }
    s->best[left++] = p;
    s->best_count = left;
}

/* Running designs. */

static bool take(void *user, size_t i, const double *x, const study_evaluation *t) {
    front_search *s = user;
    const front_job *job = s->job;
    front_point *p = &s->tried[s->count++];
    (void)i;
    p->x = ARENA_ARRAY(s->a, double, s->n);
    p->reports = ARENA_ARRAY(s->a, double, job->report_count + job->of.margin_count);
    p->margins = p->reports + job->report_count;
    p->costs = ARENA_ARRAY(s->a, double, job->goal_count);
    memcpy(p->x, x, s->n * sizeof *x);
    memcpy(p->reports, t->reports, (job->report_count + job->of.margin_count) * sizeof *x);
    study_push_judge(job, s->scales, p, t->failed);
    keep_best(s, p);
    s->runs++;
    return true;
}

static bool watch(void *user, size_t taken) {
    const front_search *s = user;
    (void)taken;
    return s->job->watch && s->job->watch(s->job->user, s->runs);
}

/* They stand behind those that were tried before; false if it was stopped. */
static bool try_designs(front_search *s, design points) {
    sweep_job job = {.of = s->job->of,
                     .points = points,
                     .end = points.count,
                     .report_count = s->job->report_count,
                     .threads = s->job->threads,
                     .take = take,
                     .watch = watch,
                     .user = s};
    arena *scratch = base_arena_create();
    s->stopped = study_sweep_run(&job, scratch) != SWEEP_DONE;
    base_arena_destroy(scratch);
    return !s->stopped;
}

static bool try_list(front_search *s, const double *x, size_t count) {
    return try_designs(
        s, (design){.kind = DESIGN_LIST, .axes = s->job->box, .axis_count = s->n, .count = count, .list = x});
}

/* The ends of the front. */

static bool watch_end(void *user, long runs) {
    front_search *s = user;
    s->runs = s->runs_before + runs;
    return s->job->watch && s->job->watch(s->job->user, s->runs);
}

/* The best design for one report alone into x; false if it was stopped, or there is none. */
static bool find_end(front_search *s, size_t goal, double *x, bool *found) {
    const front_job *job = s->job;
    const optimum_job alone = {.of = job->of,
                               .box = job->box,
                               .present = job->present,
                               .report_count = job->report_count,
                               .report = job->goals[goal].report,
                               .maximize = !job->goals[goal].minimize,
                               .threads = job->threads,
                               .most = job->most / (long)(2 * job->goal_count),
                               .watch = watch_end,
                               .user = s};
    s->runs_before = s->runs;
    const optimum o = study_optimum_find(&alone, s->a);
    s->runs = s->runs_before + o.runs;
    *found = o.end == OPTIMUM_FOUND;
    if (*found)
        memcpy(x, o.best.x, s->n * sizeof *x);
    s->stopped = o.end == OPTIMUM_STOPPED;
    return !s->stopped;
}

static bool try_ends(front_search *s) {
    double *x = ARENA_ARRAY(s->a, double, s->job->goal_count * s->n + 1);
    size_t count = 0;
    for (size_t k = 0; k < s->job->goal_count; k++) {
        bool found = false;
        if (!find_end(s, k, x + count * s->n, &found))
            return false;
        count += found;
    }
    return count == 0 || try_list(s, x, count);
}

/* Generations. */

/* Scales of limits are known after the first designs, which are judged again. */
static void measure(front_search *s) {
    for (size_t k = 0; k < s->job->of.margin_count; k++) {
        double scale = 0;
        for (size_t i = 0; i < s->count; i++)
            if (isfinite(s->tried[i].margins[k]))
                scale = fmax(scale, fabs(s->tried[i].margins[k]));
        s->scales[k] = scale > 0 ? scale : 1;
    }
    s->best_count = 0;
    for (size_t i = 0; i < s->count; i++) {
        study_push_judge(s->job, s->scales, &s->tried[i], isinf(s->tried[i].excess));
        keep_best(s, &s->tried[i]);
    }
}

typedef struct candidate {
    rank_point at;
    const front_point *p;
} candidate;

static bool is_before(const void *a, const void *b) {
    return study_rank_is_better(&((const candidate *)a)->at, &((const candidate *)b)->at);
}

/* The better of all these designs, as many as are parents, in order. */
static size_t choose_parents(const front_search *s, candidate *all, size_t count) {
    rank_point *points = ARENA_ARRAY(s->a, rank_point, count + 1);
    for (size_t i = 0; i < count; i++)
        points[i] = ranked(all[i].p);
    study_rank_sort(points, count, s->job->goal_count, s->a);
    for (size_t i = 0; i < count; i++)
        all[i].at = points[i];
    base_sort(all, count, sizeof *all, is_before, s->a);
    return count < s->parents ? count : s->parents;
}

static const front_point *tournament(front_search *s, const candidate *all, size_t count) {
    const candidate *p = &all[study_breed_choose(&s->dice, count)], *q = &all[study_breed_choose(&s->dice, count)];
    return is_before(q, p) ? q->p : p->p;
}

static void to_cube(const front_search *s, const double *x, double *u) {
    for (size_t i = 0; i < s->n; i++) {
        const design_axis *axis = &s->job->box[i];
        u[i] = fmin(1, fmax(0, (x[i] - axis->low) / (axis->high - axis->low)));
    }
}

static void to_box(const front_search *s, double *u) {
    for (size_t i = 0; i < s->n; i++) {
        const design_axis *axis = &s->job->box[i];
        u[i] = u[i] <= 0 ? axis->low : u[i] >= 1 ? axis->high : axis->low + (axis->high - axis->low) * u[i];
    }
}

/* As many children as parents. */
static void breed(front_search *s, const candidate *all, size_t count, double *children) {
    double *p = ARENA_ARRAY(s->a, double, 2 * s->n), *q = p + s->n;
    for (size_t i = 0; i + 1 < s->parents; i += 2) {
        double *one = children + i * s->n, *two = one + s->n;
        to_cube(s, tournament(s, all, count)->x, p);
        to_cube(s, tournament(s, all, count)->x, q);
        study_breed_pair(&s->dice, s->n, p, q, one, two);
        to_box(s, one);
        to_box(s, two);
    }
}

/* False if it was stopped. */
static bool evolve(front_search *s) {
    candidate *all = ARENA_ARRAY(s->a, candidate, s->count + s->parents);
    size_t count = 0;
    double *children = ARENA_ARRAY(s->a, double, s->parents * s->n);
    for (size_t i = 0; i < s->count; i++)
        if (is_in_box(s, &s->tried[i]))
            all[count++].p = &s->tried[i];
    while (s->generation < MOST_GENERATIONS && s->runs + (long)s->parents < s->job->most) {
        const arena_mark mark = base_arena_get_mark(s->a);
        count = choose_parents(s, all, count);
        breed(s, all, count, children);
        base_arena_release(s->a, mark);
        if (!try_list(s, children, s->parents))
            return false;
        for (size_t i = 0; i < s->parents; i++)
            all[count++].p = &s->tried[s->count - s->parents + i];
        s->generation++;
    }
    return true;
}

static bool search(front_search *s) {
    const design first = {.kind = s->n <= DESIGN_SOBOL_AXES ? DESIGN_SOBOL : DESIGN_RANDOM,
                          .axes = s->job->box,
                          .axis_count = s->n,
                          .count = FIRST_EACH * s->parents,
                          .seed = s->job->seed};
    if (!try_list(s, s->job->present, 1) || !try_designs(s, first))
        return false;
    measure(s);
    if (study_local_available() && !try_ends(s))
        return false;
    return evolve(s);
}

/* The result. */

static bool is_first(const void *a, const void *b) {
    const front_point *p = *(const front_point *const *)a, *q = *(const front_point *const *)b;
    return p->costs[0] < q->costs[0];
}

static double *copied(const front_search *s, const double *x, size_t count) {
    return memcpy(ARENA_ARRAY(s->a, double, count + 1), x, count * sizeof *x);
}

/* An even choice of the best, as copies. */
static front_point *choose(front_search *s, size_t *count) {
    const front_job *job = s->job;
    const size_t reports = job->report_count + job->of.margin_count;
    rank_point *points = ARENA_ARRAY(s->a, rank_point, s->best_count + 1);
    size_t *chosen = ARENA_ARRAY(s->a, size_t, job->wanted + 1);
    for (size_t i = 0; i < s->best_count; i++)
        points[i] = ranked(s->best[i]);
    *count = study_rank_spread(points, s->best_count, job->goal_count, job->wanted, chosen, s->a);
    front_point *all = ARENA_ARRAY(s->a, front_point, *count + 1);
    for (size_t i = 0; i < *count; i++) {
        const front_point *p = s->best[chosen[i]];
        all[i].x = copied(s, p->x, s->n);
        all[i].reports = copied(s, p->reports, reports);
        all[i].margins = all[i].reports + job->report_count;
        all[i].costs = copied(s, p->costs, job->goal_count);
        all[i].excess = p->excess;
    }
    return all;
}

/* What parameters without an effect are at the best is chance: they keep their values in the text. */

static bool is_as_good(const front_search *s, const front_point *p, const front_point *q) {
    static const double noise = 1e-9; /* designs that run side by side take other steps */
    for (size_t k = 0; k < s->job->goal_count; k++)
        if (!(fabs(p->costs[k] - q->costs[k]) <= noise * (fabs(p->costs[k]) + fabs(q->costs[k]))))
            return false;
    return p->excess <= noise && q->excess <= noise;
}

/* The first `count` of them with the present value of parameter i: where all are as good as before, they keep it. */
static bool try_present(front_search *s, front_point *all, size_t count, size_t i) {
    double *x = ARENA_ARRAY(s->a, double, count * s->n + 1);
    const front_point *again = s->tried + s->count;
    for (size_t k = 0; k < count; k++) {
        memcpy(x + k * s->n, all[k].x, s->n * sizeof *x);
        x[k * s->n + i] = s->job->present[i];
    }
    if (!try_list(s, x, count))
        return false;
    for (size_t k = 0; k < count; k++)
        if (!is_as_good(s, &again[k], &all[k]))
            return false;
    memcpy(all, again, count * sizeof *all);
    return true;
}

static void keep_idle(front_search *s, front_point *all, size_t count) {
    for (size_t i = 0; i < s->n && count && !s->stopped; i++) {
        const double present = s->job->present[i];
        front_point first = all[0];
        if (present >= s->job->box[i].low && present <= s->job->box[i].high && try_present(s, &first, 1, i))
            try_present(s, all, count, i);
    }
}

/* Those that no other of them dominates, in order. */
static void finish(front_search *s, const front_point *all, size_t count, front *f) {
    s->best_count = 0;
    for (size_t i = 0; i < count; i++)
        keep_best(s, &all[i]);
    f->points = s->best;
    f->count = s->best_count;
    base_sort(f->points, f->count, sizeof *f->points, is_first, s->a);
}

front study_front_find(const front_job *job, arena *a) {
    LGR_ASSERT(job->threads >= 1 && job->goal_count >= 1 && job->wanted >= 1);
    front_search s = {.job = job, .n = job->of.param_count, .dice = {job->seed, 0}, .a = a};
    const size_t twice = 2 * job->wanted + (job->wanted & 1) * 2;
    s.parents = twice < FEWEST_PARENTS ? FEWEST_PARENTS : twice;
    const size_t room = (MOST_GENERATIONS + FIRST_EACH) * s.parents + 1 + job->goal_count;
    s.tried = ARENA_ARRAY(a, front_point, room + s.n * (job->wanted + 1));
    s.best = ARENA_ARRAY(a, const front_point *, room + s.n * (job->wanted + 1));
    s.scales = ARENA_ARRAY(a, double, job->of.margin_count + 1);
    for (size_t i = 0; i < job->of.margin_count; i++)
        s.scales[i] = 1;
    front f = {.tried = s.tried};
    search(&s);
    f.met = s.best_count;
    size_t count;
    front_point *all = choose(&s, &count);
    const push_job last = {job, s.scales, all, count, &s.runs};
    if (!s.stopped && study_local_available())
        s.stopped = !study_push_all(&last, a);
    f.tried_count = s.count;
    if (!s.stopped)
        keep_idle(&s, all, count);
    finish(&s, all, count, &f);
    f.present = s.count ? &s.tried[0] : NULL;
    f.generations = s.generation;
    f.method = study_local_available() ? study_local_name(LOCAL_SLSQP) : NULL;
    f.runs = s.runs;
    f.end = s.stopped ? FRONT_STOPPED : f.count ? FRONT_FOUND : FRONT_NOWHERE;
    return f;
}
