/* The multistart search: starting points come from the Sobol sequence instead of a random generator, so that the result
   does not depend on threads. */
#include "study/optimum.h"

#include <errno.h>
#include <math.h>
#include <string.h>
#include <time.h>

#include "base/check.h"
#include "study/hunt.h"
#include "study/local.h"
#include "study/sweep.h"

enum { FEWEST_SAMPLES = 64, MOST_SAMPLES = 1024, SAMPLES_EACH = 32, MOST_STARTS = 8, MOST_EACH = 400 };
/* A single axis is filled by the first round. Else there are four times as many after it; then around the best results,
 * until that finds nothing better. */
enum { ROUNDS = 2, MORE_SAMPLES = 4, MOST_ZOOMS = 4, MOST_CENTRES = 4, ZOOM_SAMPLES = 128, MOST_ZOOM_SAMPLES = 256 };
static const double zoom_reach = 0.1; /* of the box, to all sides */
/* The last steps of a search, of the box: a hill is flat on its top, a limit is not. */
static const double precisions[] = {[LOCAL_BOBYQA] = 1e-6, [LOCAL_COBYLA] = 1e-8, [LOCAL_SBPLX] = 1e-7};
static const double binding = 1e-5; /* of a limit's scale */
static const double worth = 1e-3;   /* a gain after which it is searched on, of that spread */
static const double same = 1e-6;    /* values of different searches, of their spread over the box */

static bool asked_to_stop(void *user, double t, double until, long steps) {
    (void)t, (void)until, (void)steps;
    multistart *h = user;
    return atomic_load_explicit(&h->stop, memory_order_relaxed);
}

/* The same in the thread that may ask the user. */
static bool ask_user(void *user, double t, double until, long steps) {
    (void)t, (void)until, (void)steps;
    multistart *h = user;
    if (h->job->watch && h->job->watch(h->job->user, atomic_load(&h->runs)))
        atomic_store(&h->stop, true);
    return atomic_load(&h->stop);
}

static study watched_by_user(multistart *h) {
    study of = h->job->of;
    of.options.watch = ask_user;
    of.options.user = h;
    return of;
}

/* Samples. */

static bool take_sample(void *user, size_t i, const double *x, const study_evaluation *t) {
    multistart *h = user;
    optimum_point *p = &h->samples[h->sample_base + i];
    memcpy(p->x, x, h->n * sizeof(double));
    memcpy(p->reports, t->reports, (h->job->report_count + h->limits) * sizeof(double));
    study_multistart_judge(h, p, t->failed);
    atomic_fetch_add(&h->runs, 1);
    return true;
}

static bool watch_samples(void *user, size_t taken) {
    multistart *h = user;
    (void)taken;
    return h->job->watch && h->job->watch(h->job->user, atomic_load(&h->runs));
}

/* Scales of limits and costs; the excesses are in them, so the samples are judged again. */
static void measure(multistart *h) {
    double least = INFINITY, greatest = -INFINITY;
    for (size_t k = 0; k < h->limits; k++) {
        double scale = 0;
        for (size_t i = 0; i < h->sample_count; i++)
            if (isfinite(h->samples[i].margins[k]))
                scale = fmax(scale, fabs(h->samples[i].margins[k]));
        h->scales[k] = scale > 0 ? scale : 1;
    }
    for (size_t i = 0; i < h->sample_count; i++) {
        optimum_point *p = &h->samples[i];
        study_multistart_judge(h, p, isnan(p->cost));
        least = fmin(least, p->cost);
        greatest = fmax(greatest, p->cost);
    }
    h->spread = greatest > least ? greatest - least : 1;
    h->worst = isfinite(greatest) ? greatest : 0;
}

static size_t first_samples(const multistart *h) {
    const size_t wanted = h->n * SAMPLES_EACH;
    return wanted < FEWEST_SAMPLES ? FEWEST_SAMPLES : wanted > MOST_SAMPLES ? MOST_SAMPLES : wanted;
}

/* Room for more samples behind those that there are. */
static void grow_samples(multistart *h, size_t count, arena *a) {
    optimum_point *all = ARENA_ARRAY(a, optimum_point, count);
    bool *used = ARENA_ARRAY(a, bool, count);
    if (h->sample_count) {
        memcpy(all, h->samples, h->sample_count * sizeof *all);
        memcpy(used, h->used, h->sample_count * sizeof *used);
    }
    for (size_t i = h->sample_count; i < count; i++)
        all[i] = study_multistart_make_point(h, a);
    h->samples = all;
    h->used = used;
    h->sample_count = count;
}

/* Sobol's points [first, end) of a box become samples, behind those that there are. */
static sweep_end sample(multistart *h, const design_axis *box, size_t first, size_t end, arena *a) {
    h->sample_base = h->sample_count - first;
    grow_samples(h, h->sample_count + end - first, a);
    sweep_job job = {.of = h->job->of,
                     .points = {.kind = h->n <= DESIGN_SOBOL_AXES ? DESIGN_SOBOL : DESIGN_RANDOM,
                                .axes = box,
                                .axis_count = h->n,
                                .count = end},
                     .first = first,
                     .end = end,
                     .report_count = h->job->report_count,
                     .threads = h->job->threads,
                     .take = take_sample,
                     .watch = watch_samples,
                     .user = h};
    sweep_end done = study_sweep_run(&job, a);
    if (done == SWEEP_DONE)
        measure(h);
    return done;
}

/* Local searches. */

static double distance(const multistart *h, const optimum_point *p, const optimum_point *q) {
    double most = 0;
    for (size_t i = 0; i < h->n; i++)
        most = fmax(most, fabs(study_multistart_to_cube(&h->job->box[i], p->x[i]) -
                               study_multistart_to_cube(&h->job->box[i], q->x[i])));
    return most;
}

/* A sample starts a search if none that is better lies near it (Rinnooy Kan and Timmer, Stochastic global optimization
   methods, Math. Programming 39, 1987). */
static bool is_start(const multistart *h, size_t i, double near) {
    for (size_t k = 0; k < h->sample_count; k++)
        if (study_multistart_is_better(&h->samples[k], &h->samples[i]) &&
            distance(h, &h->samples[k], &h->samples[i]) < near)
            return false;
    return !isnan(h->samples[i].cost);
}

static bool is_in_box(const multistart *h, const optimum_point *p) {
    for (size_t i = 0; i < h->n; i++)
        if (!(p->x[i] >= h->job->box[i].low && p->x[i] <= h->job->box[i].high))
            return false;
    return true;
}

/* Whether an earlier search has ended near a sample. */
static bool is_explored(const multistart *h, size_t i, size_t searched, double near) {
    for (size_t k = 0; k < searched; k++)
        if (distance(h, &h->descents[k].best, &h->samples[i]) < near)
            return true;
    return false;
}

/* The best of the starts among the samples from `first` on, whose neighbours are so `near`; before them at the very
   beginning the present design, if it has a value and lies within the bounds. */
static void choose_starts(multistart *h, const optimum_point *present, size_t first, double near) {
    const size_t searched = h->descent_count;
    if (!searched && !isnan(present->cost) && is_in_box(h, present))
        h->descents[h->descent_count++].from = present;
    for (size_t count = 0; count < MOST_STARTS; count++) {
        size_t best = h->sample_count;
        for (size_t i = first; i < h->sample_count; i++)
            if (!h->used[i] &&
                (best == h->sample_count || study_multistart_is_better(&h->samples[i], &h->samples[best])) &&
                is_start(h, i, near) && !is_explored(h, i, searched, near))
                best = i;
        if (best == h->sample_count)
            break;
        h->used[best] = true;
        h->descents[h->descent_count++].from = &h->samples[best];
    }
}

/* With limits given: a design without value is worse than all, and outside. */
static bool value_and_limits(void *user, const double *u, double *value, double *limits) {
    local_descent *d = user;
    const multistart *h = d->h;
    study_multistart_ask(d, u, false);
    bool bad = isnan(d->last.cost);
    *value = bad ? 1 : study_multistart_cost(h, &d->last);
    for (size_t i = 0; i < h->limits; i++) {
        double excess = d->last.margins[i] / h->scales[i];
        limits[i] = isfinite(excess) ? excess : 1;
    }
    return study_multistart_may_go_on(h);
}

/* With limits as walls. */
static bool value_within(void *user, const double *u, double *value, double *limits) {
    local_descent *d = user;
    const multistart *h = d->h;
    (void)limits;
    study_multistart_ask(d, u, false);
    bool bad = isnan(d->last.cost) || d->last.excess > 0;
    *value = bad ? 1 + fmin(d->last.excess, 1) : study_multistart_cost(h, &d->last);
    return study_multistart_may_go_on(h);
}

static void search(local_descent *d, local_method method, double step) {
    const multistart *h = d->h;
    double *u = ARENA_ARRAY(d->memory, double, h->n);
    optimum_point before = study_multistart_make_point(h, d->memory);
    study_multistart_copy_point(h, &before, &d->best);
    for (size_t i = 0; i < h->n; i++)
        u[i] = study_multistart_to_cube(&h->job->box[i], d->best.x[i]);
    bool limited = method == LOCAL_COBYLA;
    study_local_search(method, h->n, limited ? h->limits : 0, u, step, precisions[method], MOST_EACH * (int)h->n,
                       limited ? value_and_limits : value_within, d);
    if (!d->method || study_multistart_is_better(&d->best, &before))
        d->method = study_local_name(method);
}

static bool a_limit_binds(const multistart *h, const optimum_point *p) {
    for (size_t i = 0; i < h->limits; i++)
        if (p->margins[i] > -binding * h->scales[i])
            return true;
    return false;
}

/* Where derivatives are to be had they lead to the top. Else a limit that binds is COBYLA's; a smooth hill is BOBYQA's;
   SBPLX goes on where designs without value are about. */
static void descend(local_descent *d) {
    const multistart *h = d->h;
    base_call_limit(base_call_most());
    d->memory = base_arena_create();
    d->of = h->job->of;
    d->of.options.watch = asked_to_stop;
    d->of.options.user = d->h;
    d->with = study_evaluator_create(&d->of);
    d->last = study_multistart_make_point(h, d->memory);
    study_multistart_copy_point(h, &d->best, d->from);
    bool done = study_search_by_slopes(d);
    if (!done && h->limits)
        search(d, LOCAL_COBYLA, 0.1);
    done = done || a_limit_binds(h, &d->best);
    if (!done && h->n >= 2 && !d->met_bad)
        search(d, LOCAL_BOBYQA, h->limits ? 0.01 : 0.1);
    done = done || a_limit_binds(h, &d->best);
    if (!done && (h->n == 1 || d->met_bad))
        search(d, LOCAL_SBPLX, h->limits ? 0.01 : 0.1);
    study_evaluator_destroy(d->with);
    base_arena_destroy(d->memory);
}

static void *work(void *user) {
    multistart *h = user;
    pthread_mutex_lock(&h->lock);
    while (h->next < h->descent_count) {
        local_descent *d = &h->descents[h->next++];
        pthread_mutex_unlock(&h->lock);
        base_outcome outcome;
        BASE_TRY(outcome, descend(d));
        pthread_mutex_lock(&h->lock);
        if (outcome != BASE_COMPLETE) {
            h->broken = outcome;
            atomic_store(&h->stop, true);
        }
        h->finished++;
        pthread_cond_signal(&h->news);
    }
    pthread_mutex_unlock(&h->lock);
    return NULL;
}

static void wait_for_descents(multistart *h) {
    pthread_mutex_lock(&h->lock);
    while (h->finished < h->descent_count) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += 100000000;
        until.tv_sec += until.tv_nsec / 1000000000;
        until.tv_nsec %= 1000000000;
        pthread_cond_timedwait(&h->news, &h->lock, &until);
        pthread_mutex_unlock(&h->lock);
        if (h->job->watch && h->job->watch(h->job->user, atomic_load(&h->runs)))
            atomic_store(&h->stop, true);
        pthread_mutex_lock(&h->lock);
    }
    pthread_mutex_unlock(&h->lock);
}

/* The searches from `first` on. */
static void descend_all(multistart *h, size_t first, arena *a) {
    int threads = h->job->threads, begun = 0;
    pthread_t *who = ARENA_ARRAY(a, pthread_t, threads);
    h->next = h->finished = first;
    for (size_t i = first; i < h->descent_count; i++) {
        h->descents[i].h = h;
        h->descents[i].best = study_multistart_make_point(h, a);
    }
    pthread_mutex_init(&h->lock, NULL);
    pthread_cond_init(&h->news, NULL);
    while (begun < threads && pthread_create(&who[begun], NULL, work, h) == 0)
        begun++;
    if (begun)
        wait_for_descents(h);
    else
        h->broken = BASE_NO_MEMORY; /* its stack is the most that a thread needs */
    for (int i = 0; i < begun; i++)
        pthread_join(who[i], NULL);
    pthread_cond_destroy(&h->news);
    pthread_mutex_destroy(&h->lock);
    if (h->broken != BASE_COMPLETE)
        base_call_break(h->broken);
}

/* The result. */

static void choose_best(multistart *h, optimum *o) {
    o->method = NULL;
    const optimum_point *best = is_in_box(h, &o->present) ? &o->present : &h->samples[0];
    for (size_t i = 0; i < h->sample_count; i++)
        if (study_multistart_is_better(&h->samples[i], best))
            best = &h->samples[i];
    for (size_t i = 0; i < h->descent_count; i++)
        if (study_multistart_is_better(&h->descents[i].best, best)) {
            best = &h->descents[i].best;
            o->method = h->descents[i].method;
        }
    study_multistart_copy_point(h, &o->best, best);
    o->has_best = !isnan(best->cost);
    o->agreeing = 0;
    for (size_t i = 0; i < h->descent_count; i++)
        o->agreeing += h->descents[i].best.excess <= best->excess &&
                       fabs(h->descents[i].best.cost - best->cost) <= same * h->spread;
}

/* Searches from the best samples, those from `first` on; false if it was stopped. */
static bool search_from(multistart *h, optimum *o, size_t first, double near, arena *a) {
    const size_t begin = h->descent_count;
    o->samples = h->sample_count;
    if (atomic_load(&h->stop))
        return false;
    choose_starts(h, &o->present, first, near);
    o->starts = h->descent_count;
    descend_all(h, begin, a);
    choose_best(h, o);
    return !atomic_load(&h->stop);
}

/* How near the neighbours of samples are that fill a box with sides `side` evenly. */
static double nearness(const multistart *h, size_t count, double side) {
    return 1.5 * side * pow((double)count, -1.0 / (double)h->n);
}

/* Over the whole box, up to so many samples. */
static bool search_box(multistart *h, optimum *o, size_t count, arena *a) {
    if (sample(h, h->job->box, h->sample_count, count, a) != SWEEP_DONE)
        return false;
    if (!h->descent_count)
        study_multistart_evaluate(h, h->with, &o->present, NULL, a);
    return search_from(h, o, 0, nearness(h, count, 1), a);
}

/* Whether a better design has been found than the one before. */
static bool gained(const multistart *h, const optimum *o, double before, double excess) {
    if (o->best.excess < excess || isnan(before))
        return !isnan(o->best.cost);
    return o->best.excess <= excess && o->best.cost < before - worth * h->spread;
}

/* Whether the runs that are left suffice for so many. */
static bool has_room(const multistart *h, size_t count) {
    return atomic_load(&h->runs) + (long)count < h->job->most;
}

/* The results of searches that are best and lie apart; their number. */
static size_t find_centres(const multistart *h, const optimum_point *centres[MOST_CENTRES]) {
    size_t count = 0;
    for (; count < MOST_CENTRES; count++) {
        const optimum_point *best = NULL;
        for (size_t i = 0; i < h->descent_count; i++) {
            const optimum_point *p = &h->descents[i].best;
            bool apart = !isnan(p->cost) && (!best || study_multistart_is_better(p, best));
            for (size_t k = 0; apart && k < count; k++)
                apart = distance(h, p, centres[k]) > zoom_reach;
            best = apart ? p : best;
        }
        if (!best)
            break;
        centres[count] = best;
    }
    return count;
}

/* The box around a result. */
static const design_axis *box_around(const multistart *h, const optimum_point *centre, arena *a) {
    design_axis *box = ARENA_ARRAY(a, design_axis, h->n);
    for (size_t i = 0; i < h->n; i++) {
        const design_axis *whole = &h->job->box[i];
        const double reach = zoom_reach * (whole->high - whole->low);
        box[i] = (design_axis){.low = fmax(whole->low, centre->x[i] - reach),
                               .high = fmin(whole->high, centre->x[i] + reach)};
    }
    return box;
}

static size_t zoom_samples(const multistart *h) {
    return h->n < 3 ? ZOOM_SAMPLES : MOST_ZOOM_SAMPLES;
}

/* What even samples of the whole box miss often lies near what they have led to: among islands between designs that
   fail, or on narrow ridges. False if it was stopped. */
static bool zoom(multistart *h, optimum *o, arena *a) {
    const optimum_point *centres[MOST_CENTRES];
    const size_t count = find_centres(h, centres), each = zoom_samples(h);
    const size_t first = h->sample_count;
    for (size_t c = 0; c < count && has_room(h, each); c++)
        if (sample(h, box_around(h, centres[c], a), 0, each, a) != SWEEP_DONE)
            return false;
    return h->sample_count == first || search_from(h, o, first, nearness(h, each, 2 * zoom_reach), a);
}

static optimum_end hunt_down(multistart *h, optimum *o, arena *a) {
    memcpy(o->present.x, h->job->present, h->n * sizeof(double));
    size_t count = first_samples(h);
    h->descents = ARENA_ARRAY(a, local_descent, (ROUNDS + MOST_ZOOMS) * MOST_STARTS + 1);
    for (int round = 0; round < (h->n > 1 ? ROUNDS : 1); round++, count *= MORE_SAMPLES)
        if ((round == 0 || has_room(h, count - h->sample_count)) && !search_box(h, o, count, a))
            return OPTIMUM_STOPPED;
    for (int turn = 0; turn < (h->n > 1 ? MOST_ZOOMS : 0) && study_multistart_may_go_on(h); turn++) {
        const double cost = o->best.cost, excess = o->best.excess;
        if (!zoom(h, o, a))
            return OPTIMUM_STOPPED;
        if (!gained(h, o, cost, excess))
            break;
    }
    return o->has_best && o->best.excess == 0 ? OPTIMUM_FOUND : OPTIMUM_NOWHERE;
}

optimum study_optimum_find(const optimum_job *job, arena *a) {
    LGR_ASSERT(job->threads >= 1 && job->of.margin_count <= LOCAL_MOST_LIMITS);
    multistart h = {.job = job, .n = job->of.param_count, .limits = job->of.margin_count};
    const study of = watched_by_user(&h);
    h.with = study_evaluator_create(&of);
    h.scales = ARENA_ARRAY(a, double, h.limits);
    for (size_t i = 0; i < h.limits; i++)
        h.scales[i] = 1;
    optimum o = {.best = study_multistart_make_point(&h, a),
                 .present = study_multistart_make_point(&h, a),
                 .slopes = ARENA_ARRAY(a, double, h.n)};
    o.end = hunt_down(&h, &o, a);
    for (size_t i = 0; i < h.n; i++)
        o.slopes[i] = NAN;
    if (o.end == OPTIMUM_FOUND)
        study_optimum_slopes(&h, &o, a);
    o.binds = ARENA_ARRAY(a, bool, h.limits);
    for (size_t i = 0; i < h.limits; i++)
        o.binds[i] = o.best.margins[i] > -binding * h.scales[i];
    o.runs = atomic_load(&h.runs);
    o.tried = h.samples;
    if (job->of.scatter && o.has_best) {
        o.means = ARENA_ARRAY(a, double, job->report_count + 1);
        o.deviations = ARENA_ARRAY(a, double, job->report_count + 1);
        study_evaluate_scatter(h.with, o.best.x, job->report_count, o.means, o.deviations, a);
    }
    study_evaluator_destroy(h.with);
    return o;
}
