/* What lgr_model_linearize found last, in the handle of its model. */
#include "api/found.h"

#include <string.h>

void api_found_dispose(void *of) {
    struct api_found *x = of;
    model_dispose(x->copy);
    base_arena_destroy(x->memory);
}

static struct api_found *exchange(lgr_model *handle, struct api_found *x) {
    base_taken held;
    lgr_model *own = api_lock(handle, &held);
    struct api_found *there = own->found;
    own->found = x;
    base_give_back(&held);
    return there;
}

void api_found_keep(lgr_model *handle, struct api_found *x) {
    struct api_found *there = exchange(handle, x);
    if (there)
        api_found_dispose(there);
}

void api_forget_found(lgr_model *handle) {
    api_found_keep(handle, NULL);
}

struct api_found *api_found_take(lgr_model *handle, const char *request) {
    struct api_found *x = exchange(handle, NULL);
    if (!x || (x->of == handle->m && strcmp(x->request, request) == 0))
        return x;
    api_found_dispose(x);
    return NULL;
}
