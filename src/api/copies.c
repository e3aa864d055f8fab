/* Copies of a handle's model, and what threads that share the handle tell it. */
#include <string.h>

#include "api/handles.h"

static bool serves(const api_copy *c, const sim_options *o) {
    for (size_t i = 0; i < c->kits.len; i++)
        if (sim_kit_serves(c->kits.at[i], o))
            return true;
    return false;
}

static api_copy *find_free(const lgr_model *handle, const sim_options *o) {
    api_copy *free = NULL;
    for (api_copy *c = handle->copies; c; c = c->next)
        if (!c->taken && (!free || (serves(c, o) && !serves(free, o))))
            free = c;
    return free;
}

static api_copy *make_copy(lgr_model *handle) {
    arena *a = base_arena_create();
    api_copy *c = ARENA_NEW(a, api_copy);
    c->m = model_copy(handle->m, a);
    c->next = handle->copies;
    handle->copies = c;
    return c;
}

api_copy *api_copy_take(lgr_model *handle, const sim_options *o) {
    pthread_mutex_lock(&handle->lock);
    api_copy *c = find_free(handle, o);
    if (!c)
        c = make_copy(handle);
    c->taken = true;
    pthread_mutex_unlock(&handle->lock);
    return c;
}

void api_copy_wait(lgr_model *handle, api_copy *c) {
    pthread_mutex_lock(&handle->lock);
    while (c->taken)
        pthread_cond_wait(&handle->given, &handle->lock);
    c->taken = true;
    pthread_mutex_unlock(&handle->lock);
}

void api_copy_give(lgr_model *handle, api_copy *c) {
    pthread_mutex_lock(&handle->lock);
    c->taken = false;
    pthread_cond_broadcast(&handle->given);
    pthread_mutex_unlock(&handle->lock);
}

void api_copies_dispose(lgr_model *handle) {
    for (api_copy *c = handle->copies, *next; c; c = next) {
        next = c->next;
        for (size_t i = 0; i < c->kits.len; i++)
            sim_kit_dispose(c->kits.at[i]);
        arena *a = c->m->memory;
        model_dispose(c->m);
        base_arena_destroy(a);
    }
}

void api_tell(lgr_model *handle, const diag *findings) {
    pthread_mutex_lock(&handle->lock);
    diag_merge(handle->findings, findings);
    pthread_mutex_unlock(&handle->lock);
}

void api_refuse(lgr_model *handle, const char *why) {
    pthread_mutex_lock(&handle->lock);
    handle->usage_error = why ? base_arena_copy(handle->memory, why, strlen(why)) : NULL;
    pthread_mutex_unlock(&handle->lock);
}
