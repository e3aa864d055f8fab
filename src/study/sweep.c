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
#include "base/processor.h"

/* A batch is as many designs as take some milliseconds: then locks cost nothing, and slow designs are still shared out.
   Those that compute go on with the next batch before all of this one is done, so that lanes are not empty at its end:
   not while the size of batches is still to be found, nor with the last designs, and not for long, since such a stretch
   of batches keeps its memory until its end. */
enum { MOST_THREADS = 1024, BATCHES_EACH = 8, MOST_TOGETHER = 256 };
enum { LEAST_TOGETHER = 8, LONG_STRETCH = 512, LAST_OF_EACH = 32 }; /* designs */
static const double short_time = 4e-3, long_time = 2e-2;            /* s, for a batch */

typedef struct batch {
    bool ready;
    size_t first, count, left; /* left: not yet done */
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
    double asked;        /* s: when the caller was asked whether it wants more */
    base_outcome broken; /* why a thread could not go on */
    pthread_t *who;
    int threads, begun_threads; /* wanted; there */
} crew;

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Whether the caller wants no more; it is asked ten times a second at most, in its own thread. */
static bool asks_to_stop(crew *c) {
    if (!c->job->watch || now() - c->asked < 0.1)
        return false;
    bool stop = c->job->watch(c->job->user, c->passed - c->job->first);
    c->asked = now();
    return stop;
}

static bool asked_to_stop(void *user, double t, double until, long steps) {
    enum { STEPS_BETWEEN = 64 };
    (void)t;
    (void)until;
    crew *c = user;
    if (!PROCESSOR_HAS_THREADS && steps % STEPS_BETWEEN == 0 && asks_to_stop(c))
        atomic_store(&c->stop, true);
    return atomic_load_explicit(&c->stop, memory_order_relaxed);
}

/* At most `size` designs; NULL when nothing is left to do, or if it were to be waited for and `wait` is not set. */
static batch *next_batch(crew *c, size_t size, bool wait) {
    batch *b = NULL;
    pthread_mutex_lock(&c->lock);
    while (wait && !c->stop && c->next < c->job->end && c->begun - c->taken >= c->ring_size)
        pthread_cond_wait(&c->room, &c->lock);
    const size_t left = c->job->end - c->next, least = wait ? 0 : LAST_OF_EACH * (size_t)c->threads;
    if (!c->stop && left > least && c->begun - c->taken < c->ring_size) {
        b = &c->ring[c->begun++ % c->ring_size];
        b->first = c->next;
        b->left = b->count = size < left ? size : left;
        c->next += b->count;
    }
    pthread_mutex_unlock(&c->lock);
    for (size_t i = 0; b && i < b->count; i++)
        study_design_point(&c->job->points, b->first + i, b->x[i]);
    return b;
}

static size_t next_size(size_t size, double took) {
    return took < short_time ? (2 * size < MOST_TOGETHER ? 2 * size : MOST_TOGETHER)
                             : (took > long_time && size > 1 ? size / 2 : size);
}

/* Who computes batches. */
typedef struct worker {
    crew *c;
    study of;
    study_evaluator *with;
    arena *memory;
    arena_mark empty;
    size_t size;  /* of the next batch */
    bool settled; /* it fits */
    batch *b;     /* whose designs are given at present; another's once all of them are done and taken */
    size_t given, count, batches; /* designs of this one, given and in all; batches of the stretch so far */
    double began;
} worker;

static void begin_work(worker *w, crew *c) {
    *w = (worker){.c = c, .of = c->job->of, .size = 1};
    w->of.options.watch = asked_to_stop;
    w->of.options.user = c;
    w->with = study_evaluator_create(&w->of);
    w->memory = base_arena_create();
    w->empty = base_arena_get_mark(w->memory);
}

static bool take_batch(worker *w, bool wait) {
    batch *b = next_batch(w->c, w->size, wait);
    if (!b)
        return false;
    w->b = b;
    w->given = 0;
    w->count = b->count;
    w->batches++;
    return true;
}

static bool goes_on(const worker *w) {
    return PROCESSOR_HAS_THREADS && w->settled && w->size >= LEAST_TOGETHER && w->batches * w->size < LONG_STRETCH;
}

static bool next_design(void *user, study_task *task) {
    worker *w = user;
    if (w->given == w->count && !(goes_on(w) && take_batch(w, false)))
        return false;
    const size_t i = w->given++;
    *task = (study_task){w->b->x[i], &w->b->t[i], w->b};
    return true;
}

/* What the main thread takes from a batch is there when it is ready. */
static void design_is_done(void *user, const study_task *task) {
    crew *c = ((worker *)user)->c;
    batch *b = task->of;
    task->out->end = base_arena_copy(b->texts, task->out->end, strlen(task->out->end));
    task->out->note = base_arena_copy(b->texts, task->out->note, strlen(task->out->note));
    if (--b->left > 0)
        return;
    pthread_mutex_lock(&c->lock);
    b->ready = true;
    pthread_cond_signal(&c->news);
    pthread_mutex_unlock(&c->lock);
}

/* A stretch of batches; false if none is left. */
static bool compute_batch(worker *w) {
    w->batches = 0;
    if (!take_batch(w, true))
        return false;
    w->began = now();
    study_evaluate_stream(w->with, &(study_source){next_design, design_is_done, w}, w->c->job->report_count,
                          w->memory);
    base_arena_release(w->memory, w->empty);
    const size_t size = next_size(w->size, (now() - w->began) / (double)w->batches);
    w->settled = size == w->size;
    w->size = size;
    return true;
}

static void end_work(worker *w) {
    study_evaluator_destroy(w->with);
    base_arena_destroy(w->memory);
}

static void compute_batches(crew *c) {
    base_call_limit(base_call_most());
    worker w;
    begin_work(&w, c);
    while (compute_batch(&w)) {
    }
    end_work(&w);
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

/* Passes on what is ready; the lock is held before and after. */
static void take_one(crew *c, bool ready) {
    pthread_mutex_unlock(&c->lock);
    bool wanted = !ready || take_next(c), stop = asks_to_stop(c);
    if (ready)
        give_back(c, wanted);
    else
        pthread_mutex_lock(&c->lock);
    c->stop = c->stop || stop;
}

static void take_all(crew *c) {
    pthread_mutex_lock(&c->lock);
    while (c->passed < c->job->end && !c->stop)
        take_one(c, wait_for_next(c));
    pthread_cond_broadcast(&c->room);
    pthread_mutex_unlock(&c->lock);
}

/* Where there are no threads: each batch is taken as soon as it is computed. */
static void work_alone(crew *c) {
    worker w;
    begin_work(&w, c);
    while (compute_batch(&w)) {
        pthread_mutex_lock(&c->lock);
        take_one(c, true);
        pthread_mutex_unlock(&c->lock);
    }
    end_work(&w);
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
    crew c = {.job = job, .next = job->first, .passed = job->first, .threads = threads};
    make_ring(&c, threads, a);
    c.who = ARENA_ARRAY(a, pthread_t, threads);
    pthread_mutex_init(&c.lock, NULL);
    pthread_cond_init(&c.room, NULL);
    pthread_cond_init(&c.news, NULL);
    base_taken taken;
    base_take(&taken, dismiss, &c);
    while (PROCESSOR_HAS_THREADS && c.begun_threads < threads &&
           pthread_create(&c.who[c.begun_threads], NULL, work, &c) == 0)
        c.begun_threads++;
    if (!PROCESSOR_HAS_THREADS)
        work_alone(&c);
    else if (!c.begun_threads)
        base_memory_exhausted(); /* its stack is the most that a thread needs */
    else
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
