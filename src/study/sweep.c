/* The threads of a sweep: a ring buffer of batches between those that compute and the one that takes the designs in
   order. */
#include "study/sweep.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/call.h"
#include "base/check.h"
#include "base/memory.h"

/* A batch is as many designs as take some milliseconds: then locks cost nothing, and slow designs are still shared out.
 */
enum { MOST_THREADS = 1024, BATCHES_EACH = 4, MOST_TOGETHER = 256 };
static const double short_time = 4e-3, long_time = 2e-2; /* s, for a batch */

typedef struct batch {
    bool ready;
    size_t first, count;
    double *x[MOST_TOGETHER];
    study_evaluation t[MOST_TOGETHER];
    arena *texts;
    arena_mark start; /* of the texts */
} batch;

typedef struct crew {
    const sweep_job *job;
    batch *ring;
    size_t ring_size, begun, taken; /* batches */
    size_t next, passed;            /* designs: the next to be begun, the next to be taken */
    pthread_mutex_t lock;           /* of the numbers above and of `ready` */
    pthread_cond_t room, news;      /* for those who compute; for the one who takes */
    atomic_bool stop;
    base_outcome broken; /* why a thread could not go on */
    pthread_t *who;
    int begun_threads;
} crew;

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static bool asked_to_stop(void *user, double t, double until, long steps) {
    (void)t;
    (void)until;
    (void)steps;
    crew *c = user;
    return atomic_load_explicit(&c->stop, memory_order_relaxed);
}

/* At most `size` designs; NULL when nothing is left to do. */
static batch *next_batch(crew *c, size_t size) {
    batch *b = NULL;
    pthread_mutex_lock(&c->lock);
    while (!c->stop && c->next < c->job->end && c->begun - c->taken >= c->ring_size)
        pthread_cond_wait(&c->room, &c->lock);
    if (!c->stop && c->next < c->job->end) {
        size_t left = c->job->end - c->next;
        b = &c->ring[c->begun++ % c->ring_size];
        b->first = c->next;
        b->count = size < left ? size : left;
        c->next += b->count;
    }
    pthread_mutex_unlock(&c->lock);
    return b;
}

static void compute(crew *c, study_evaluator *with, batch *b, arena *a) {
    for (size_t i = 0; i < b->count; i++)
        study_design_point(&c->job->points, b->first + i, b->x[i]);
    study_evaluate_all(with, (const double *const *)b->x, b->t, b->count, c->job->report_count, a);
    for (size_t i = 0; i < b->count; i++) {
        b->t[i].end = base_arena_copy(b->texts, b->t[i].end, strlen(b->t[i].end));
        b->t[i].note = base_arena_copy(b->texts, b->t[i].note, strlen(b->t[i].note));
    }
}

static size_t next_size(size_t size, double took) {
    return took < short_time ? (2 * size < MOST_TOGETHER ? 2 * size : MOST_TOGETHER)
                             : (took > long_time && size > 1 ? size / 2 : size);
}

/* Batch after batch, until none is left. */
static void compute_batches(crew *c) {
    base_call_limit(BASE_CALL_MOST);
    study of = c->job->of;
    of.options.watch = asked_to_stop;
    of.options.user = c;
    study_evaluator *with = study_evaluator_create(&of);
    arena *a = base_arena_create();
    arena_mark start = base_arena_get_mark(a);
    size_t size = 1;
    for (batch *b; (b = next_batch(c, size)) != NULL;) {
        double began = now();
        compute(c, with, b, a);
        base_arena_release(a, start);
        size = next_size(size, now() - began);
        pthread_mutex_lock(&c->lock);
        b->ready = true;
        pthread_cond_signal(&c->news);
        pthread_mutex_unlock(&c->lock);
    }
    study_evaluator_destroy(with);
    base_arena_destroy(a);
}

static void give_up(crew *c, base_outcome why) {
    pthread_mutex_lock(&c->lock);
    c->broken = why;
    c->stop = true;
    pthread_cond_broadcast(&c->room);
    pthread_cond_signal(&c->news);
    pthread_mutex_unlock(&c->lock);
}

static void *work(void *user) {
    crew *c = user;
    base_outcome outcome;
    BASE_TRY(outcome, compute_batches(c));
    if (outcome != BASE_COMPLETE)
        give_up(c, outcome);
    return NULL;
}

/* Waits a tenth of a second at most for the batch that is taken next; the lock is held. */
static bool wait_for_next(crew *c) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += 100000000;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    const batch *b = &c->ring[c->taken % c->ring_size];
    for (int waited = 0; !b->ready && !c->stop && waited != ETIMEDOUT;)
        waited = pthread_cond_timedwait(&c->news, &c->lock, &until);
    return b->ready;
}

/* Passes on a batch outside the lock: nobody else touches one that is ready. False: the rest is not wanted. */
static bool take_next(crew *c) {
    const sweep_job *job = c->job;
    batch *b = &c->ring[c->taken % c->ring_size];
    bool wanted = true;
    for (size_t i = 0; i < b->count && wanted; i++) {
        wanted = !b->t[i].interrupted && job->take(job->user, c->passed, b->x[i], &b->t[i]);
        c->passed += wanted;
    }
    base_arena_release(b->texts, b->start);
    return wanted;
}

static void give_back(crew *c, bool wanted) {
    pthread_mutex_lock(&c->lock);
    c->ring[c->taken % c->ring_size].ready = false;
    c->taken++;
    c->stop = c->stop || !wanted;
    pthread_cond_broadcast(&c->room);
}

static void take_all(crew *c) {
    const sweep_job *job = c->job;
    double asked = 0;
    pthread_mutex_lock(&c->lock);
    while (c->passed < job->end && !c->stop) {
        bool ready = wait_for_next(c);
        pthread_mutex_unlock(&c->lock);
        bool wanted = !ready || take_next(c), stop = false;
        if (job->watch && now() - asked >= 0.1) {
            stop = job->watch(job->user, c->passed - job->first);
            asked = now();
        }
        if (ready)
            give_back(c, wanted);
        else
            pthread_mutex_lock(&c->lock);
        c->stop = c->stop || stop;
    }
    pthread_cond_broadcast(&c->room);
    pthread_mutex_unlock(&c->lock);
}

static void make_ring(crew *c, int threads, arena *a) {
    c->ring_size = (size_t)threads * BATCHES_EACH;
    c->ring = ARENA_ARRAY(a, batch, c->ring_size);
    for (size_t i = 0; i < c->ring_size; i++) {
        batch *b = &c->ring[i];
        for (size_t k = 0; k < MOST_TOGETHER; k++) {
            b->x[k] = ARENA_ARRAY(a, double, c->job->of.param_count);
            b->t[k].reports = ARENA_ARRAY(a, double, c->job->report_count + c->job->of.margin_count);
        }
        b->texts = base_arena_create();
        b->start = base_arena_get_mark(b->texts);
    }
}

/* Ends the threads; nobody computes for a call that was broken off. */
static void dismiss(void *of) {
    crew *c = of;
    pthread_mutex_lock(&c->lock);
    c->stop = true;
    pthread_cond_broadcast(&c->room);
    pthread_mutex_unlock(&c->lock);
    for (int i = 0; i < c->begun_threads; i++)
        pthread_join(c->who[i], NULL);
    pthread_cond_destroy(&c->news);
    pthread_cond_destroy(&c->room);
    pthread_mutex_destroy(&c->lock);
}

sweep_end study_sweep_run(const sweep_job *job, arena *a) {
    LGR_ASSERT(job->threads >= 1 && job->take && job->first <= job->end);
    int threads = job->threads < MOST_THREADS ? job->threads : MOST_THREADS;
    crew c = {.job = job, .next = job->first, .passed = job->first};
    make_ring(&c, threads, a);
    c.who = ARENA_ARRAY(a, pthread_t, threads);
    pthread_mutex_init(&c.lock, NULL);
    pthread_cond_init(&c.room, NULL);
    pthread_cond_init(&c.news, NULL);
    base_taken taken;
    base_take(&taken, dismiss, &c);
    while (c.begun_threads < threads && pthread_create(&c.who[c.begun_threads], NULL, work, &c) == 0)
        c.begun_threads++;
    if (!c.begun_threads)
        base_memory_exhausted(); /* its stack is the most that a thread needs */
    take_all(&c);
    base_give_back(&taken);
    if (c.broken != BASE_COMPLETE)
        base_call_break(c.broken);
    for (size_t i = 0; i < c.ring_size; i++)
        base_arena_destroy(c.ring[i].texts);
    return c.passed == job->end ? SWEEP_DONE : SWEEP_STOPPED;
}

int study_sweep_cores(void) {
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : count > MOST_THREADS ? MOST_THREADS : (int)count;
}
