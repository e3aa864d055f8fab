/* The epsilon-constraint method (Y. Haimes, L. Lasdon and D. Wismer, On a bicriterion formulation of the problems of
   integrated system identification and system optimization, IEEE Trans. Systems, Man and Cybernetics 1, 1971): local
   searches for each report in turn, with what the others have as limits. Each point is a task of its own for threads.
 */
#include "study/push.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <time.h>

#include "base/call.h"
#include "study/local.h"

enum { MOST_EACH = 25, MOST_WITHOUT = 40 };
static const double kept = 1e-9;      /* an excess of a limit, in its scale, that is rounding */
static const double as_good = 1e-7;   /* of the extent of the others' costs: not worse */
static const double precision = 1e-7; /* of the box; without derivatives the next two */
static const double first_step = 0.02, last_step = 1e-6;

typedef struct pushing {
    const push_job *job;
    double *extents; /* of costs, per goal */
    size_t next, finished;
    atomic_long runs;
    atomic_bool stop;
    pthread_mutex_t lock;
    pthread_cond_t news;
    base_outcome broken;
} pushing;

/* One point on its way. */
typedef struct push_way {
    pushing *all;
    size_t n, goal; /* the goal that is to become better */
    front_point *best, last;
    double *bounds, *slopes;   /* costs that the other goals may have; of reports and limits by parameters */
    bool asked, sloped, lacks; /* lacks: a derivative has no value */
    study of;
    study_evaluator *with;
    arena *memory;
} push_way;

void study_push_judge(const front_job *job, const double *scales, front_point *p, bool failed) {
    p->excess = 0;
    for (size_t k = 0; k < job->goal_count; k++) {
        const double y = p->reports[job->goals[k].report];
        p->costs[k] = job->goals[k].minimize ? y : -y;
        failed = failed || !isfinite(y);
    }
    for (size_t i = 0; i < job->of.margin_count; i++) {
        const double excess = p->margins[i] / scales[i];
        failed = failed || isnan(excess);
        if (excess > kept && excess > p->excess)
            p->excess = excess;
    }
    if (failed)
        p->excess = INFINITY;
}

static front_point make_point(const front_job *job, arena *a) {
    front_point p = {.x = ARENA_ARRAY(a, double, job->of.param_count + 1),
                     .reports = ARENA_ARRAY(a, double, job->report_count + job->of.margin_count + 1),
                     .costs = ARENA_ARRAY(a, double, job->goal_count),
                     .excess = INFINITY};
    p.margins = p.reports + job->report_count;
    return p;
}

static void copy_point(const front_job *job, front_point *to, const front_point *from) {
    memcpy(to->x, from->x, job->of.param_count * sizeof *to->x);
    memcpy(to->reports, from->reports, (job->report_count + job->of.margin_count) * sizeof *to->reports);
    memcpy(to->costs, from->costs, job->goal_count * sizeof *to->costs);
    to->excess = from->excess;
}

/* Better in this goal, and in the others not worse than before. */
static bool is_gain(const push_way *w) {
    const front_point *p = &w->last;
    if (p->excess > 0 || !(p->costs[w->goal] < w->best->costs[w->goal]))
        return false;
    for (size_t k = 0; k < w->all->job->of->goal_count; k++)
        if (k != w->goal && p->costs[k] > w->bounds[k] + as_good * w->all->extents[k])
            return false;
    return true;
}

static void ask(push_way *w, const double *u, bool sloped) {
    const front_job *job = w->all->job->of;
    bool known = w->asked && (!sloped || w->sloped);
    for (size_t i = 0; i < w->n; i++) {
        const design_axis *axis = &job->box[i];
        const double x = u[i] <= 0 ? axis->low : u[i] >= 1 ? axis->high : axis->low + (axis->high - axis->low) * u[i];
        known = known && x == w->last.x[i];
        w->last.x[i] = x;
    }
    if (known)
        return;
    w->asked = true;
    w->sloped = sloped;
    const arena_mark mark = base_arena_get_mark(w->memory);
    const study_evaluation t = study_evaluate_slopes(w->with, w->last.x, w->last.reports, job->report_count,
                                                     sloped ? w->slopes : NULL, w->memory);
    study_push_judge(job, w->all->job->scales, &w->last, t.failed || t.interrupted);
    base_arena_release(w->memory, mark);
    atomic_fetch_add(&w->all->runs, 1);
    if (is_gain(w))
        copy_point(job, w->best, &w->last);
}

static double cost_slope(const push_way *w, size_t goal, size_t i) {
    const front_job *job = w->all->job->of;
    const front_goal *g = &job->goals[goal];
    const double slope = w->slopes[g->report * w->n + i] * (job->box[i].high - job->box[i].low);
    return (g->minimize ? slope : -slope) / w->all->extents[goal];
}

static double limit_slope(const push_way *w, size_t k, size_t i) {
    const front_job *job = w->all->job->of;
    const double slope = w->slopes[(job->report_count + k) * w->n + i];
    return slope * (job->box[i].high - job->box[i].low) / w->all->job->scales[k];
}

static double cost(const push_way *w, size_t goal) {
    return (w->last.costs[goal] - w->bounds[goal]) / w->all->extents[goal];
}

/* The k-th of the goals that are limits. */
static size_t other_goal(const push_way *w, size_t k) {
    return k < w->goal ? k : k + 1;
}

/* The value and the limits there: of the other goals, then those of the user. False: something has no value. */
static bool look(const push_way *w, double *value, double *limits) {
    const size_t goals = w->all->job->of->goal_count, margins = w->all->job->of->of.margin_count;
    const bool whole = isfinite(w->last.excess);
    *value = whole ? cost(w, w->goal) : 1;
    for (size_t k = 0; k + 1 < goals; k++)
        limits[k] = whole ? cost(w, other_goal(w, k)) - as_good / 2 : 1; /* room beside limits of the user */
    for (size_t k = 0; k < margins; k++)
        limits[goals - 1 + k] = whole ? w->last.margins[k] / w->all->job->scales[k] : 1;
    return whole;
}

static bool may_go_on(const push_way *w) {
    return !atomic_load(&w->all->stop);
}

static bool value_and_slopes(void *user, const double *u, double *value, double *limits, double *slopes,
                             double *limit_slopes) {
    push_way *w = user;
    const size_t goals = w->all->job->of->goal_count, margins = w->all->job->of->of.margin_count;
    ask(w, u, true);
    bool whole = look(w, value, limits);
    for (size_t i = 0; i < w->n; i++) {
        slopes[i] = cost_slope(w, w->goal, i);
        whole = whole && isfinite(slopes[i]);
        for (size_t k = 0; k + 1 < goals + margins; k++) {
            const double slope = k + 1 < goals ? cost_slope(w, other_goal(w, k), i) : limit_slope(w, k + 1 - goals, i);
            whole = whole && isfinite(slope);
            limit_slopes[k * w->n + i] = isfinite(slope) ? slope : 0;
        }
        slopes[i] = isfinite(slopes[i]) ? slopes[i] : 0;
    }
    w->lacks = w->lacks || !whole;
    return whole && may_go_on(w);
}

static bool value_alone(void *user, const double *u, double *value, double *limits) {
    push_way *w = user;
    ask(w, u, false);
    look(w, value, limits);
    return may_go_on(w);
}

static bool watched(void *user, double t, double until, long steps) {
    (void)t, (void)until, (void)steps;
    return atomic_load_explicit(&((pushing *)user)->stop, memory_order_relaxed);
}

static void begin_at(const push_way *w, double *u) {
    const front_job *job = w->all->job->of;
    for (size_t i = 0; i < w->n; i++)
        u[i] = fmin(1, fmax(0, (w->best->x[i] - job->box[i].low) / (job->box[i].high - job->box[i].low)));
}

/* Towards one goal. */
static void push_to(push_way *w, size_t goal) {
    const front_job *job = w->all->job->of;
    const size_t n = w->n, limits = job->goal_count - 1 + job->of.margin_count;
    double *u = ARENA_ARRAY(w->memory, double, n);
    w->goal = goal;
    w->lacks = false;
    memcpy(w->bounds, w->best->costs, job->goal_count * sizeof *w->bounds);
    begin_at(w, u);
    study_local_descend(n, limits, u, precision, MOST_EACH * (int)n, value_and_slopes, w, w->memory);
    if (w->lacks && may_go_on(w)) {
        begin_at(w, u);
        study_local_search(LOCAL_COBYLA, n, limits, u, first_step, last_step, MOST_WITHOUT * (int)n, value_alone, w);
    }
}

static void push(pushing *all, front_point *p) {
    const front_job *job = all->job->of;
    base_call_limit(base_call_most());
    arena *a = base_arena_create();
    const size_t n = job->of.param_count;
    push_way w = {.all = all, .n = n, .best = p, .last = make_point(job, a), .of = job->of, .memory = a};
    w.of.options.watch = watched;
    w.of.options.user = all;
    w.with = study_evaluator_create(&w.of);
    w.bounds = ARENA_ARRAY(a, double, job->goal_count);
    w.slopes = ARENA_ARRAY(a, double, (job->report_count + job->of.margin_count) * n);
    for (size_t goal = 0; goal < job->goal_count && may_go_on(&w); goal++)
        push_to(&w, goal);
    study_evaluator_destroy(w.with);
    base_arena_destroy(a);
}

static void *work(void *user) {
    pushing *all = user;
    pthread_mutex_lock(&all->lock);
    while (all->next < all->job->count) {
        front_point *p = &all->job->points[all->next++];
        pthread_mutex_unlock(&all->lock);
        base_outcome outcome;
        BASE_TRY(outcome, push(all, p));
        pthread_mutex_lock(&all->lock);
        if (outcome != BASE_COMPLETE) {
            all->broken = outcome;
            atomic_store(&all->stop, true);
        }
        all->finished++;
        pthread_cond_signal(&all->news);
    }
    pthread_mutex_unlock(&all->lock);
    return NULL;
}

static void wait_for_all(pushing *all) {
    const front_job *job = all->job->of;
    pthread_mutex_lock(&all->lock);
    while (all->finished < all->job->count) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += 100000000;
        until.tv_sec += until.tv_nsec / 1000000000;
        until.tv_nsec %= 1000000000;
        pthread_cond_timedwait(&all->news, &all->lock, &until);
        pthread_mutex_unlock(&all->lock);
        if (job->watch && job->watch(job->user, *all->job->runs + atomic_load(&all->runs)))
            atomic_store(&all->stop, true);
        pthread_mutex_lock(&all->lock);
    }
    pthread_mutex_unlock(&all->lock);
}

static void run_threads(pushing *all, arena *a) {
    int threads = all->job->of->threads, begun = 0;
    pthread_t *who = ARENA_ARRAY(a, pthread_t, threads);
    pthread_mutex_init(&all->lock, NULL);
    pthread_cond_init(&all->news, NULL);
    while (begun < threads && pthread_create(&who[begun], NULL, work, all) == 0)
        begun++;
    if (begun)
        wait_for_all(all);
    else
        all->broken = BASE_NO_MEMORY; /* its stack is the most that a thread needs */
    for (int i = 0; i < begun; i++)
        pthread_join(who[i], NULL);
    pthread_cond_destroy(&all->news);
    pthread_mutex_destroy(&all->lock);
    if (all->broken != BASE_COMPLETE)
        base_call_break(all->broken);
}

bool study_push_all(const push_job *job, arena *a) {
    pushing all = {.job = job, .extents = ARENA_ARRAY(a, double, job->of->goal_count)};
    for (size_t k = 0; k < job->of->goal_count; k++) {
        double low = INFINITY, high = -INFINITY;
        for (size_t i = 0; i < job->count; i++) {
            low = fmin(low, job->points[i].costs[k]);
            high = fmax(high, job->points[i].costs[k]);
        }
        all.extents[k] = high > low ? high - low : 1;
    }
    if (job->count)
        run_threads(&all, a);
    *job->runs += atomic_load(&all.runs);
    return !atomic_load(&all.stop);
}
