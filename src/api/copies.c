/* Copies of a handle's model, and what threads that share the handle tell it. */
#include <string.h>

#include "api/handles.h"
#include "base/check.h"

static bool serves(const api_copy *c, const sim_options *o) {
    for (size_t i = 0; i < c->kits.len; i++)
        if (sim_kit_serves(c->kits.at[i], o))
            return true;
    return false;
}

static api_copy *find_free(const lgr_model *handle, const model *of, const sim_options *o) {
    api_copy *free = NULL;
    for (api_copy *c = handle->copies; c; c = c->next)
        if (!c->taken && !c->retired && c->of == of && (!free || (serves(c, o) && !serves(free, o))))
            free = c;
    return free;
}

static api_copy *make_copy(lgr_model *handle, const model *of) {
    arena *a = base_arena_create();
    api_copy *c = ARENA_NEW(a, api_copy);
    c->of = of;
    c->m = model_copy(of, a);
    c->next = handle->copies;
    handle->copies = c;
    return c;
}

bool api_assign_like(model *m, const model *from) {
    bool same = true;
    LGR_ASSERT(m->param_count == from->param_count);
    for (size_t i = 0; i < m->param_count; i++) {
        model_param *p = &m->params[i];
        const model_param *q = &from->params[i];
        same = same && p->given == q->given && p->value == q->value;
        p->given = q->given;
        p->value = q->value;
    }
    return same || model_assign(m, NULL, NULL, 0);
}

api_copy *api_copy_take(lgr_model *handle, const model *of, const model *values, const sim_options *o) {
    pthread_mutex_lock(&handle->lock);
    api_copy *c = find_free(handle, of, o);
    while (c && !api_assign_like(c->m, values)) {
        c->retired = true;
        c = find_free(handle, of, o);
    }
    if (!c) {
        c = make_copy(handle, of);
        api_assign_like(c->m, values);
    }
    c->taken = true;
    pthread_mutex_unlock(&handle->lock);
    return c;
}

void api_copy_wait(lgr_model *handle, api_copy *c, const model *values) {
    pthread_mutex_lock(&handle->lock);
    while (c->taken)
        pthread_cond_wait(&handle->given, &handle->lock);
    c->taken = true;
    api_assign_like(c->m, values); /* its own run has shown that they suit it */
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
