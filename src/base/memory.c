/* The allocator of the process, and what happens when it has no memory. */
#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE /* MADV_HUGEPAGE */
#endif
#include "base/memory.h"

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#ifdef __linux__
#include <sys/mman.h>
#endif

#include "base/call.h"
#include "base/check.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(memory_sanitizer)
#define WATCHED 1
#endif
#elif defined(__SANITIZE_ADDRESS__)
#define WATCHED 1
#endif

static base_allocator chosen; /* without functions: the system's */
static atomic_bool used;

static const size_t large_page = (size_t)1 << 21;

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
    enum { PAGE = 4096 };
    if (size >= large_page) {
        const uintptr_t from = (uintptr_t)p / PAGE * PAGE;
        madvise((void *)from, ((uintptr_t)p + size - from + PAGE - 1) / PAGE * PAGE, MADV_HUGEPAGE); /* or not */
    }
#endif
    (void)size;
    return p;
}

/* --- The first large page --- */

/* Pieces stand in one large page as long as there is room, one behind the other; room is given back from the end on.
   What the first call of a process needs is there at once then, and not page by page. */
typedef struct piece {
    _Alignas(max_align_t) size_t before; /* where the one before begins */
    atomic_bool is_free;
} piece;

static struct {
    atomic_flag busy;
    bool asked;
    _Atomic(char *) at;      /* NULL: there is none */
    size_t last, end, dirty; /* the last piece; behind it; behind all that were there ever, from where on it is clear */
} page = {.busy = ATOMIC_FLAG_INIT};

static bool is_in_page(const void *p) {
    const char *at = atomic_load_explicit(&page.at, memory_order_relaxed);
    return at && (uintptr_t)p - (uintptr_t)at < large_page;
}

/* Sanitizers see more where each piece is the system's. */
static void ask_for_page(void) {
    page.asked = true;
#if defined(MADV_HUGEPAGE) && !defined(WATCHED)
    char *p = mmap(NULL, 2 * large_page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED)
        return;
    char *from = p + (large_page - (uintptr_t)p % large_page) % large_page;
    if (madvise(from, large_page, MADV_HUGEPAGE) == 0)
        atomic_store_explicit(&page.at, from, memory_order_relaxed);
    else
        munmap(p, 2 * large_page);
#endif
}

static bool begins_page(void) {
    return !atomic_flag_test_and_set_explicit(&page.busy, memory_order_acquire);
}

static void ends_page(void) {
    atomic_flag_clear_explicit(&page.busy, memory_order_release);
}

static void give_room_back(char *at) {
    while (page.end > 0) {
        piece *x = (piece *)(at + page.last);
        if (!atomic_load_explicit(&x->is_free, memory_order_acquire))
            return;
        page.end = page.last;
        page.last = x->before;
    }
}

static void *take_from_page(size_t size, bool zero) {
    const size_t head = sizeof(piece);
    if (!page.asked)
        ask_for_page();
    char *at = atomic_load_explicit(&page.at, memory_order_relaxed);
    if (!at || size > large_page)
        return NULL;
    give_room_back(at);
    const size_t from = page.end, first = from + head, end = first + (size + head - 1) / head * head;
    if (end > large_page)
        return NULL;
    piece *x = (piece *)(at + from);
    x->before = page.last;
    atomic_init(&x->is_free, false);
    if (zero && first < page.dirty)
        memset(at + first, 0, (end < page.dirty ? end : page.dirty) - first);
    page.last = from;
    page.end = end;
    page.dirty = end > page.dirty ? end : page.dirty;
    return at + first;
}

/* NULL: there is no room, or another thread is at it. Nobody waits for it: a process may be forked meanwhile. */
static void *get_in_page(size_t size, bool zero) {
    if (!begins_page())
        return NULL;
    void *p = take_from_page(size, zero);
    ends_page();
    return p;
}

static void release_in_page(void *p) {
    atomic_store_explicit(&((piece *)p - 1)->is_free, true, memory_order_release);
    if (!begins_page())
        return;
    give_room_back(atomic_load_explicit(&page.at, memory_order_relaxed));
    ends_page();
}

/* --- Pieces --- */

void *base_memory_get(size_t size, bool zero) {
    atomic_store_explicit(&used, true, memory_order_relaxed);
    void *p = chosen.allocate ? ask_host(size, zero) : get_in_page(size, zero);
    if (!p && !chosen.allocate)
        p = in_large_pages(zero ? calloc(1, size) : malloc(size), size);
    if (!p)
        base_memory_exhausted();
    return p;
}

void *base_memory_resize(void *memory, size_t old_size, size_t size) {
    if (!chosen.allocate && !is_in_page(memory)) {
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
    else if (is_in_page(memory))
        release_in_page(memory);
    else
        free(memory);
}
