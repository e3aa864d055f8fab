/* Threads, for WebAssembly, whose C library has none: there is only one, locks are always free, and to begin another
   is refused. */
#ifndef LGR_PLATFORM_PTHREAD_H
#define LGR_PLATFORM_PTHREAD_H

#include <errno.h>
#include <time.h>

typedef struct {
    char none;
} pthread_mutex_t, pthread_cond_t;
typedef struct pthread_mutexattr_t pthread_mutexattr_t;
typedef struct pthread_condattr_t pthread_condattr_t;
typedef struct pthread_attr_t pthread_attr_t;
typedef unsigned pthread_t;

static inline int pthread_mutex_init(pthread_mutex_t *m, const pthread_mutexattr_t *how) {
    (void)m, (void)how;
    return 0;
}
static inline int pthread_mutex_destroy(pthread_mutex_t *m) {
    (void)m;
    return 0;
}
static inline int pthread_mutex_lock(pthread_mutex_t *m) {
    (void)m;
    return 0;
}
static inline int pthread_mutex_unlock(pthread_mutex_t *m) {
    (void)m;
    return 0;
}
static inline int pthread_cond_init(pthread_cond_t *c, const pthread_condattr_t *how) {
    (void)c, (void)how;
    return 0;
}
static inline int pthread_cond_destroy(pthread_cond_t *c) {
    (void)c;
    return 0;
}
static inline int pthread_cond_signal(pthread_cond_t *c) {
    (void)c;
    return 0;
}
static inline int pthread_cond_broadcast(pthread_cond_t *c) {
    (void)c;
    return 0;
}
/* Nobody could end the wait. */
static inline int pthread_cond_wait(pthread_cond_t *c, pthread_mutex_t *m) {
    (void)c, (void)m;
    return EINVAL;
}
static inline int pthread_cond_timedwait(pthread_cond_t *c, pthread_mutex_t *m, const struct timespec *until) {
    (void)c, (void)m, (void)until;
    return ETIMEDOUT;
}
static inline int pthread_create(pthread_t *t, const pthread_attr_t *how, void *(*work)(void *), void *user) {
    (void)t, (void)how, (void)work, (void)user;
    return EAGAIN;
}
static inline int pthread_join(pthread_t t, void **result) {
    (void)t, (void)result;
    return EINVAL;
}

#endif
