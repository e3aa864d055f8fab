/* Sorting by merging. */
#include "base/sort.h"

#include <string.h>

typedef struct order {
    size_t size;
    bool (*before)(const void *, const void *);
    char *room;
} order;

/* Two sorted parts that lie behind each other; of equal elements those of the first come first. */
static void merge(const order *o, char *at, size_t left, size_t count) {
    const char *a = o->room, *a_end = a + left * o->size, *b = at + left * o->size, *b_end = at + count * o->size;
    memcpy(o->room, at, left * o->size);
    for (; a < a_end && b < b_end; at += o->size) {
        const char **next = o->before(b, a) ? &b : &a;
        memmove(at, *next, o->size);
        *next += o->size;
    }
    memmove(at, a, (size_t)(a_end - a)); /* what is left of the second part lies where it belongs */
}

static void sort(const order *o, char *at, size_t count) {
    if (count < 2)
        return;
    const size_t left = count / 2;
    sort(o, at, left);
    sort(o, at + left * o->size, count - left);
    merge(o, at, left, count);
}

/* A call for few elements, as most are, takes no memory. */
void base_sort(void *at, size_t count, size_t size, bool (*before)(const void *, const void *), arena *scratch) {
    _Alignas(max_align_t) char few[1024];
    const size_t half = count / 2 * size;
    const arena_mark mark = base_arena_get_mark(scratch);
    const bool fits = half <= sizeof few;
    const order o = {size, before, fits ? few : base_arena_alloc(scratch, half)};
    sort(&o, at, count);
    if (!fits)
        base_arena_release(scratch, mark);
}
