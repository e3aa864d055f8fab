/* Copies of a handle's model, and what threads that share the handle tell it. */
#include <string.h>

#include "api/handles.h"
#include "base/check.h"
#include "expr/walk.h"

static bool serves(const api_copy *c, const sim_options *o) {
    for (size_t i = 0; i < c->kits.len; i++)
        if (sim_kit_serves(c->kits.at[i], o))
            return true;
    return false;
}

static api_copy *find_free(const lgr_model *handle, const model *of, const sim_options *o) {
    api_copy *free = NULL;
    for (api_copy *c = handle->copies; c; c = c->next)
        if (!c->taken && !c->retired && c->broken == BASE_COMPLETE && c->of == of && c->loads == o->loads &&
            (!free || (serves(c, o) && !serves(free, o))))
            free = c;
    return free;
}

/* The handle's from now on: no call gives it back. */
static api_copy *make_copy(lgr_model *handle, const model *of) {
    arena *a = base_arena_create();
    api_copy *c = ARENA_NEW(a, api_copy);
    c->of = of;
    c->m = model_copy(of, a);
    c->handle = handle;
    c->next = handle->copies;
    handle->copies = c;
    base_arena_keep(a);
    return c;
}

bool api_assign_like(model *m, const model *from) {
    bool same = true;
    LGR_ASSERT(m->param_count == from->param_count);
    for (size_t i = 0; i < m->param_count; i++) {
        model_param *p = &m->params[i];
        const model_param *q = &from->params[i];
        same = same && p->given == q->given && model_value_of(m, p) == model_value_of(from, q);
        p->given = q->given;
        model_set_value(m, p, model_value_of(from, q));
    }
    return same || model_assign(m, NULL, NULL, 0);
}

static void dispose(api_copy *c) {
    for (size_t i = 0; i < c->kits.len; i++)
        sim_kit_dispose(c->kits.at[i]);
    arena *a = c->m->memory;
    model_dispose(c->m);
    base_arena_destroy(a);
}

static void remove_copy(lgr_model *handle, const api_copy *c) {
    api_copy **at = &handle->copies;
    while (*at != c)
        at = &(*at)->next;
    *at = c->next;
}

/* What was being derived or run on it is in pieces. Results that refer to it stay readable. */
static void spoil(void *of) {
    api_copy *c = of;
    lgr_model *handle = c->handle;
    pthread_mutex_lock(&handle->lock);
    c->broken = BASE_NO_MEMORY;
    c->taken = false;
    if (!c->used)
        remove_copy(handle, c);
    pthread_cond_broadcast(&handle->given);
    pthread_mutex_unlock(&handle->lock);
    if (!c->used)
        dispose(c);
}

static api_copy *take_free(lgr_model *handle, const model *of, const sim_options *o, bool *made) {
    base_taken held;
    api_lock(handle, &held);
    api_copy *c = find_free(handle, of, o);
    *made = !c;
    if (!c)
        c = make_copy(handle, of);
    c->loads = o->loads;
    c->taken = true;
    base_give_back(&held);
    base_take(&c->turn, spoil, c);
    return c;
}

api_copy *api_copy_take(lgr_model *handle, const model *of, const model *values, const sim_options *o) {
    for (;;) {
        bool made;
        api_copy *c = take_free(handle, of, o, &made);
        if (api_assign_like(c->m, values) || made)
            return c;
        c->retired = true;
        api_copy_give(handle, c);
    }
}

void api_copy_wait(lgr_model *handle, api_copy *c, const model *values) {
    pthread_mutex_lock(&handle->lock);
    while (c->taken)
        pthread_cond_wait(&handle->given, &handle->lock);
    base_outcome broken = c->broken;
    c->taken = broken == BASE_COMPLETE;
    pthread_mutex_unlock(&handle->lock);
    if (broken != BASE_COMPLETE)
        base_call_break(broken);
    base_take(&c->turn, spoil, c);
    api_assign_like(c->m, values); /* its own run has shown that they suit it */
}

void api_copy_give(lgr_model *handle, api_copy *c) {
    base_keep(&c->turn);
    pthread_mutex_lock(&handle->lock);
    c->taken = false;
    pthread_cond_broadcast(&handle->given);
    pthread_mutex_unlock(&handle->lock);
}

void api_copy_drop(lgr_model *handle, api_copy *c) {
    pthread_mutex_lock(&handle->lock);
    remove_copy(handle, c);
    pthread_mutex_unlock(&handle->lock);
    dispose(c);
}

void api_copy_use(lgr_model *handle, api_copy *c) {
    pthread_mutex_lock(&handle->lock);
    c->used = true;
    pthread_mutex_unlock(&handle->lock);
}

void api_copies_dispose(lgr_model *handle) {
    for (api_copy *c = handle->copies, *next; c; c = next) {
        next = c->next;
        dispose(c);
    }
}

static size_t size_of(const model *m, const system_element *e) {
    expr_id roots[4];
    size_t count = 0;
    const expr_id all[4] = {e->energy, e->force[0], e->force[1], e->force[2]};
    for (size_t k = 0; k < 4; k++)
        if (all[k].i)
            roots[count++] = all[k];
    return expr_count_nodes(m->g, roots, count);
}

/* The largest part of the energies and forces, and how many there are. */
typedef struct size_share {
    span at;
    size_t most, all, parts;
} size_share;

static size_share share_of_largest(const model *m) {
    size_share s = {0};
    for (size_t i = 0; i < m->base->element_count; i++) {
        const size_t size = size_of(m, &m->base->elements[i]);
        s.at = size > s.most ? m->base->elements[i].at : s.at;
        s.most = size > s.most ? size : s.most;
        s.all += size;
        s.parts += size > 0;
    }
    return s;
}

/* One of many alike is not to blame: then it is their number. */
void api_refuse_size(const model *m, diag *findings) {
    enum { NOTABLE = 4, MANY = 30 };
    const size_share s = share_of_largest(m);
    const size_t most = base_call_most() >> 20;
    const bool many = s.most * NOTABLE < s.all && m->coord_count >= MANY;
    finding *f = diag_add(findings, DIAG_E0109, s.at, "what follows from the model takes more than %zu MB", most);
    if (s.at.end && many)
        diag_primary(findings, f, "one of %zu energies and forces, of which none is larger", s.parts);
    else if (s.at.end)
        diag_primary(findings, f, "this is the largest part");
    if (many)
        diag_help(findings, f,
                  "there are %zu coordinates, and matrices and their slopes grow with the square of that: allow more, "
                  "such as --memory %zuMB",
                  m->coord_count, 4 * most);
    else
        diag_help(findings, f,
                  "use fewer terms, and functions and definitions that do not multiply, or allow more with --memory");
}

static lgr_status tell_size(lgr_model *handle) {
    arena *a = base_arena_create();
    model *m = model_copy(handle->m, a);
    api_refuse_size(m, m->findings);
    api_tell(handle, m->findings);
    model_dispose(m);
    base_arena_destroy(a);
    return LGR_STATUS_MODEL;
}

lgr_status api_tell_size(lgr_model *handle) {
    API_RETURN_STATUS(tell_size(handle));
}

void api_tell(lgr_model *handle, const diag *findings) {
    base_taken held;
    api_lock(handle, &held);
    diag_merge(handle->findings, findings);
    base_give_back(&held);
}

void api_refuse(lgr_model *handle, const char *why) {
    base_taken held;
    api_lock(handle, &held);
    handle->usage_error = why ? base_arena_copy(handle->memory, why, strlen(why)) : NULL;
    base_give_back(&held);
}
