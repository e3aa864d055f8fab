/* The allocator of the process, and what happens when it has no memory. */
#include "base/memory.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/call.h"
#include "base/check.h"

static base_allocator chosen; /* without functions: the system's */
static atomic_bool used;

bool base_memory_choose(const base_allocator *a) {
    if (atomic_load(&used))
        return false;
    chosen = *a;
    return true;
}

void base_memory_exhausted(void) {
    base_call_break(BASE_NO_MEMORY);
    base_check_failed(__FILE__, __LINE__, "out of memory");
}

static void *ask_host(size_t size, bool zero) {
    void *p = chosen.allocate(chosen.user, size);
    return p && zero ? memset(p, 0, size) : p;
}

void *base_memory_get(size_t size, bool zero) {
    atomic_store_explicit(&used, true, memory_order_relaxed);
    void *p = chosen.allocate ? ask_host(size, zero) : zero ? calloc(1, size) : malloc(size);
    if (!p)
        base_memory_exhausted();
    return p;
}

bool base_memory_is_there(size_t size) {
    void *volatile p = malloc(size);
    const bool there = p != NULL;
    free(p);
    return there;
}

void base_memory_release(void *memory) {
    if (!memory)
        return;
    if (chosen.release)
        chosen.release(chosen.user, memory);
    else
        free(memory);
}
