/* Locks that a call gives back however it ends. */
#include "api/handles.h"

static void unlock(void *of) {
    pthread_mutex_unlock(of);
}

void api_hold(pthread_mutex_t *lock, base_taken *held) {
    pthread_mutex_lock(lock);
    base_take(held, unlock, lock);
}

lgr_model *api_lock(const lgr_model *handle, base_taken *held) {
    lgr_model *own = (lgr_model *)handle;
    api_hold(&own->lock, held);
    return own;
}
