/* Loads libraries by the system's loader. None is given back: what it has set up lasts as long as the process. */
#include "base/late.h"

#ifdef LGR_LATE

#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

#include "base/memory.h"

/* Of the first library that has it; those behind are loaded only for what is not found before. */
static void *find(const base_late *l, const char *name) {
    void *found = NULL;
    for (size_t k = 0; l->libraries[k] && !found; k++) {
        void *library = dlopen(l->libraries[k], RTLD_LAZY | RTLD_LOCAL);
        found = library ? dlsym(library, name) : NULL;
    }
    return found;
}

static bool find_all(const base_late *l) {
    char *at = l->functions;
    for (size_t k = 0; l->names[k]; k++) {
        void *found = find(l, l->names[k]);
        if (!found)
            return false;
        memcpy(at + k * sizeof found, &found, sizeof found);
    }
    return true;
}

/* What a loader lacks memory for looks to it as if it were not there: so there must be enough. */
bool base_late_load(base_late *l) {
    static pthread_mutex_t loading = PTHREAD_MUTEX_INITIALIZER;
    enum { ENOUGH = 1 << 18 };
    if (atomic_load_explicit(&l->loaded, memory_order_acquire))
        return true;
    if (!base_memory_is_there(ENOUGH))
        base_memory_exhausted();
    pthread_mutex_lock(&loading);
    const bool all = atomic_load(&l->loaded) || find_all(l);
    atomic_store(&l->loaded, all);
    pthread_mutex_unlock(&loading);
    return all;
}

#endif
