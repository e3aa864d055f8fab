/* The allocator of the process, and what happens when it has no memory. */
#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE /* MADV_HUGEPAGE */
#endif
#include "base/memory.h"

#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#ifdef __linux__
#include <sys/mman.h>
#endif

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

/* Touching memory page by page costs as much as the work on it: the system may hand large pieces out in large pages.
   It is asked for whole small pages, so that the piece may still be moved by changing its address. */
static void *in_large_pages(void *p, size_t size) {
#ifdef MADV_HUGEPAGE
    enum { PAGE = 4096, WORTH = 1 << 21 };
    if (size >= WORTH) {
        const uintptr_t from = (uintptr_t)p / PAGE * PAGE;
        madvise((void *)from, ((uintptr_t)p + size - from + PAGE - 1) / PAGE * PAGE, MADV_HUGEPAGE); /* or not */
    }
#endif
    (void)size;
    return p;
}

void *base_memory_get(size_t size, bool zero) {
    atomic_store_explicit(&used, true, memory_order_relaxed);
    void *p = chosen.allocate ? ask_host(size, zero) : zero ? calloc(1, size) : malloc(size);
    if (!p)
        base_memory_exhausted();
    return chosen.allocate ? p : in_large_pages(p, size);
}

void *base_memory_resize(void *memory, size_t old_size, size_t size) {
    if (!chosen.allocate) {
        void *p = realloc(memory, size);
        if (!p)
            base_memory_exhausted();
        return in_large_pages(p, size);
    }
    void *p = base_memory_get(size, false);
    memcpy(p, memory, old_size);
    base_memory_release(memory);
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
