/* The threads of a sweep: a ring of designs between those who compute and the one who takes them in order. */
#include "study/sweep.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/check.h"

enum { MOST_THREADS = 1024, SLOTS_EACH = 16 }; /* a slow design holds up the others only after so many */

typedef struct slot {
    bool ready;
    double *x;
    trial t;
    arena *texts;
} slot;

typedef struct crew {
    const sweep_job *job;
    slot *ring;
    size_t ring_size, next, taken; /* `next` is computed next, `taken` is taken next */
    pthread_mutex_t lock;          /* of the numbers above and of `ready` */
    pthread_cond_t room, news;     /* for those who compute; for the one who takes */
    atomic_bool stop;
} crew;

static bool asked_to_stop(void *user, double t, double until, long steps) {
    (void)t;
    (void)until;
    (void)steps;
    crew *c = user;
    return atomic_load_explicit(&c->stop, memory_order_relaxed);
}

/* False when nothing is left to do. */
static bool next_design(crew *c, size_t *i) {
    pthread_mutex_lock(&c->lock);
    while (!c->stop && c->next < c->job->end && c->next - c->taken >= c->ring_size)
        pthread_cond_wait(&c->room, &c->lock);
    bool more = !c->stop && c->next < c->job->end;
    if (more)
        *i = c->next++;
    pthread_mutex_unlock(&c->lock);
    return more;
}

static void compute(crew *c, trier *with, size_t i, arena *a) {
    slot *s = &c->ring[i % c->ring_size];
    design_point(&c->job->points, i, s->x);
    s->t = study_try(with, s->x, s->t.reports, c->job->report_count, a);
    s->t.end = arena_copy(s->texts, s->t.end, strlen(s->t.end));
    s->t.note = arena_copy(s->texts, s->t.note, strlen(s->t.note));
}

static void *work(void *user) {
    crew *c = user;
    study of = c->job->of;
    of.options.watch = asked_to_stop;
    of.options.user = c;
    trier *with = trier_create(&of);
    arena *a = arena_create();
    arena_mark start = arena_get_mark(a);
    for (size_t i; next_design(c, &i);) {
        compute(c, with, i, a);
        arena_release(a, start);
        pthread_mutex_lock(&c->lock);
        c->ring[i % c->ring_size].ready = true;
        pthread_cond_signal(&c->news);
        pthread_mutex_unlock(&c->lock);
    }
    trier_destroy(with);
    arena_destroy(a);
    return NULL;
}

/* Waits a tenth of a second at most for the design that is taken next; the lock is held. */
static bool wait_for_next(crew *c) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += 100000000;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    const slot *s = &c->ring[c->taken % c->ring_size];
    for (int waited = 0; !s->ready && waited != ETIMEDOUT;)
        waited = pthread_cond_timedwait(&c->news, &c->lock, &until);
    return s->ready;
}

/* Passes on one design outside the lock: nobody else touches a slot that is ready. */
static bool take_next(crew *c, arena_mark start) {
    slot *s = &c->ring[c->taken % c->ring_size];
    bool taken = !s->t.interrupted && c->job->take(c->job->user, c->taken, s->x, &s->t);
    arena_release(s->texts, start);
    return taken;
}

static void give_back(crew *c, bool taken) {
    pthread_mutex_lock(&c->lock);
    c->ring[c->taken % c->ring_size].ready = false;
    c->taken += taken;
    c->stop = c->stop || !taken;
    pthread_cond_broadcast(&c->room);
}

static void take_all(crew *c, const arena_mark *starts) {
    const sweep_job *job = c->job;
    struct timespec now;
    long long last = 0;
    pthread_mutex_lock(&c->lock);
    while (c->taken < job->end && !c->stop) {
        bool ready = wait_for_next(c);
        pthread_mutex_unlock(&c->lock);
        bool taken = !ready || take_next(c, starts[c->taken % c->ring_size]);
        clock_gettime(CLOCK_MONOTONIC, &now);
        long long tenth = (long long)now.tv_sec * 10 + now.tv_nsec / 100000000;
        bool stop = job->watch && tenth != last && job->watch(job->user, c->taken - job->first + (ready && taken));
        last = tenth;
        if (ready)
            give_back(c, taken);
        else
            pthread_mutex_lock(&c->lock);
        if (stop)
            c->stop = true;
    }
    pthread_cond_broadcast(&c->room);
    pthread_mutex_unlock(&c->lock);
}

static arena_mark *make_ring(crew *c, int threads, arena *a) {
    c->ring_size = (size_t)threads * SLOTS_EACH;
    c->ring = ARENA_ARRAY(a, slot, c->ring_size);
    arena_mark *starts = ARENA_ARRAY(a, arena_mark, c->ring_size);
    for (size_t i = 0; i < c->ring_size; i++) {
        c->ring[i].x = ARENA_ARRAY(a, double, c->job->of.name_count);
        c->ring[i].t.reports = ARENA_ARRAY(a, double, c->job->report_count + c->job->of.margin_count);
        c->ring[i].texts = arena_create();
        starts[i] = arena_get_mark(c->ring[i].texts);
    }
    return starts;
}

sweep_end sweep_run(const sweep_job *job, arena *a) {
    LGR_ASSERT(job->threads >= 1 && job->take && job->first <= job->end);
    int threads = job->threads < MOST_THREADS ? job->threads : MOST_THREADS, begun = 0;
    crew c = {.job = job, .next = job->first, .taken = job->first};
    const arena_mark *starts = make_ring(&c, threads, a);
    pthread_t *who = ARENA_ARRAY(a, pthread_t, threads);
    pthread_mutex_init(&c.lock, NULL);
    pthread_cond_init(&c.room, NULL);
    pthread_cond_init(&c.news, NULL);
    while (begun < threads && pthread_create(&who[begun], NULL, work, &c) == 0)
        begun++;
    if (begun)
        take_all(&c, starts);
    for (int i = 0; i < begun; i++)
        pthread_join(who[i], NULL);
    for (size_t i = 0; i < c.ring_size; i++)
        arena_destroy(c.ring[i].texts);
    pthread_cond_destroy(&c.news);
    pthread_cond_destroy(&c.room);
    pthread_mutex_destroy(&c.lock);
    return !begun ? SWEEP_NO_THREADS : c.taken == job->end ? SWEEP_DONE : SWEEP_STOPPED;
}

int sweep_cores(void) {
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : count > MOST_THREADS ? MOST_THREADS : (int)count;
}
