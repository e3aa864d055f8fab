/* The arena: a chain of blocks that grow geometrically, filled front to back and rolled back by marks. */
#include "base/arena.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/call.h"
#include "base/check.h"
#include "base/memory.h"
#include "base/print.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ARENA_POISONS 1
#endif
#elif defined(__SANITIZE_ADDRESS__)
#define ARENA_POISONS 1
#endif

/* Under the address sanitizer every piece ends exactly at its size, with a gap behind it, and what is released cannot
   be touched any more. */
#ifdef ARENA_POISONS
#include <sanitizer/asan_interface.h>
#define HIDE(place, size) ASAN_POISON_MEMORY_REGION((place), (size))
#define SHOW(place, size) ASAN_UNPOISON_MEMORY_REGION((place), (size))
#define SPOIL(place, size) memset((place), 0xA5, (size))
#else
#define HIDE(place, size) ((void)(place), (void)(size))
#define SHOW(place, size) ((void)(place), (void)(size))
#define SPOIL(place, size) ((void)(place), (void)(size))
#endif

enum { ALIGNMENT = _Alignof(max_align_t) };

#ifdef ARENA_POISONS
static const size_t gap = ALIGNMENT;
#else
static const size_t gap = 0;
#endif

static const size_t first_size = (size_t)1 << 12;
static const size_t large_size = (size_t)1 << 20;
static const size_t growth_limit = (size_t)1 << 24;

typedef struct block block;
struct block {
    block *next;
    size_t size, used, touched;
    _Alignas(max_align_t) char data[];
};

/* What grows and is large has memory of its own, which is given back where it moves. Budgets count it anew each time
   it grows, with what it was, which may be there while it moves: they limit time as well, and refuse early. */
typedef struct own own;
struct own {
    own *before, *after;
    size_t size, spent, serial;
    _Alignas(max_align_t) char data[];
};

static const size_t own_size = (size_t)1 << 16; /* of what grows: as much or more is large */

/* What lies behind `touched` is zero: large blocks come so from the system, whose pages are then there only where they
   are written. Blocks behind `current` are empty ones that a release left for reuse: mark and release cost no malloc.
 */
struct arena {
    block *first, *current;
    own *last_own;
    size_t total, serial;
    base_taken taken, inner; /* by its call or by another arena; the arenas that go with this one */
};

static block *create_block(size_t size) {
    bool zero = size >= large_size;
    base_call_spend(size);
    block *b = base_memory_get(sizeof *b + size, zero);
    b->next = NULL;
    b->size = size;
    b->used = 0;
    b->touched = zero ? 0 : size;
    HIDE(b->data, size);
    return b;
}

static void free_blocks(block *b) {
    while (b != NULL) {
        block *next = b->next;
        base_call_return(b->size);
        base_memory_release(b);
        b = next;
    }
}

/* What a piece of this size takes in a block; never 0, so that all pieces are distinct. */
static size_t footprint(size_t size) {
    LGR_ASSERT(size <= PTRDIFF_MAX / 2);
    size_t whole = size == 0 ? 1 : size;
    return (whole + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT + gap;
}

/* --- Pieces of their own --- */

static void link_own(arena *a, own *o) {
    if (o->before)
        o->before->after = o;
    if (o->after)
        o->after->before = o;
    else
        a->last_own = o;
}

static own *create_own(arena *a, size_t size, bool zero) {
    base_call_spend(size);
    own *o = base_memory_get(sizeof *o + size, zero);
    o->before = a->last_own;
    o->after = NULL;
    o->size = o->spent = size;
    o->serial = ++a->serial;
    link_own(a, o);
    if (!zero)
        SPOIL(o->data, size);
    return o;
}

static void free_own(arena *a, own *o) {
    if (o->before)
        o->before->after = o->after;
    if (o->after)
        o->after->before = o->before;
    else
        a->last_own = o->before;
    base_call_return(o->spent);
    base_memory_release(o);
}

/* There are few of them. */
static own *find_own(const arena *a, const void *piece) {
    own *o = a->last_own;
    while (o && o->data != (const char *)piece)
        o = o->before;
    return o;
}

static own *grow_own(arena *a, own *o, size_t size) {
    const size_t old = o->size;
    base_call_spend(old + size);
    o->spent += old + size;
    o->size = size; /* what is there if there is no memory */
    own *moved = base_memory_resize(o, sizeof *o + old, sizeof *o + size);
    link_own(a, moved);
    SPOIL(moved->data + old, size - old);
    return moved;
}

static void give_back(void *of) {
    arena *a = of;
    base_ring_give_back(&a->inner);
    while (a->last_own)
        free_own(a, a->last_own);
    free_blocks(a->first);
    base_memory_release(a);
}

arena *base_arena_create(void) {
    arena *a = base_memory_get(sizeof *a, true);
    base_ring_begin(&a->inner);
    base_take(&a->taken, give_back, a);
    a->first = a->current = create_block(first_size);
    return a;
}

arena *base_arena_create_in(arena *owner) {
    arena *a = base_arena_create();
    base_ring_add(&owner->inner, &a->taken);
    return a;
}

void base_arena_destroy(arena *a) {
    if (a != NULL)
        base_give_back(&a->taken);
}

void base_arena_keep(arena *a) {
    base_keep(&a->taken);
}

/* Moves on to a block with room for `need`: a spare one if it is large enough, otherwise a new one. */
static void next_block(arena *a, size_t need) {
    block *spare = a->current->next;
    if (spare == NULL || spare->size < need) {
        a->current->next = NULL;
        free_blocks(spare);
        size_t size = a->current->size < growth_limit / 2 ? 2 * a->current->size : growth_limit;
        a->current->next = create_block(size < need ? need : size);
    }
    a->current = a->current->next;
    LGR_ASSERT(a->current->used == 0);
}

/* Hands out the bytes from `from` on, up to what is used now, with any content. */
static char *hand_out_raw(block *b, size_t from, size_t size) {
    char *piece = b->data + from;
    SHOW(piece, size);
    if (b->touched < b->used)
        b->touched = b->used;
    return piece;
}

/* The same, cleared. */
static char *hand_out(block *b, size_t from, size_t size) {
    size_t touched = b->touched;
    char *piece = hand_out_raw(b, from, size);
    if (from < touched)
        memset(piece, 0, from + size < touched ? size : touched - from);
    return piece;
}

/* Makes room in the current block. Returns where the piece begins in it. */
static size_t take_room(arena *a, size_t size) {
    size_t need = footprint(size);
    if (a->current->size - a->current->used < need)
        next_block(a, need);
    size_t from = a->current->used;
    a->current->used += need;
    a->total += size;
    return from;
}

void *base_arena_alloc(arena *a, size_t size) {
    size_t from = take_room(a, size);
    return hand_out(a->current, from, size);
}

void *base_arena_alloc_raw(arena *a, size_t size) {
    size_t from = take_room(a, size);
    char *piece = hand_out_raw(a->current, from, size);
    SPOIL(piece, size);
    return piece;
}

/* Lengthens the piece where it is, which works only for the last one of the current block. */
static bool extend_last(arena *a, char *piece, size_t old_size, size_t new_size) {
    block *b = a->current;
    size_t had = footprint(old_size), need = footprint(new_size);
    if (b->used < had || piece != b->data + (b->used - had) || b->size - b->used < need - had)
        return false;
    size_t from = b->used - had + old_size;
    b->used += need - had;
    hand_out(b, from, new_size - old_size);
    return true;
}

/* The piece with room for more, of which nothing is cleared unless it says so. */
static char *widen(arena *a, char *piece, size_t old_size, size_t new_size, bool *cleared) {
    *cleared = false;
    own *o = old_size >= own_size ? find_own(a, piece) : NULL;
    if (o) {
        a->total += old_size + new_size;
        return grow_own(a, o, new_size)->data;
    }
    if (new_size < own_size && extend_last(a, piece, old_size, new_size)) {
        *cleared = true;
        a->total += new_size - old_size;
        return piece;
    }
    char *moved;
    if (new_size >= own_size) {
        a->total += new_size;
        moved = create_own(a, new_size, false)->data;
    } else {
        moved = base_arena_alloc_raw(a, new_size);
    }
    memcpy(moved, piece, old_size);
    return moved;
}

static void *begin_piece(arena *a, size_t size, bool zero) {
    if (size < own_size)
        return zero ? base_arena_alloc(a, size) : base_arena_alloc_raw(a, size);
    a->total += size;
    return create_own(a, size, zero)->data;
}

void *base_arena_grow(arena *a, void *old, size_t old_size, size_t new_size) {
    if (old == NULL)
        return begin_piece(a, new_size, true);
    if (new_size <= old_size)
        return old;
    bool cleared;
    char *piece = widen(a, old, old_size, new_size, &cleared);
    if (!cleared)
        memset(piece + old_size, 0, new_size - old_size);
    return piece;
}

void *base_arena_grow_raw(arena *a, void *old, size_t old_size, size_t new_size) {
    if (old == NULL)
        return begin_piece(a, new_size, false);
    bool cleared;
    return new_size <= old_size ? old : widen(a, old, old_size, new_size, &cleared);
}

void base_arena_forget(arena *a, void *piece) {
    own *o = find_own(a, piece);
    if (o)
        free_own(a, o);
}

char *base_arena_copy(arena *a, const char *text, size_t length) {
    char *copy = base_arena_alloc(a, length + 1);
    if (length > 0)
        memcpy(copy, text, length);
    return copy;
}

char *base_arena_vprintf(arena *a, const char *format, va_list args) {
    LGR_ASSERT(format != NULL);
    va_list again;
    va_copy(again, args);
    int length = base_print(NULL, 0, format, args);
    if (length < 0)
        base_memory_exhausted();
    char *text = base_arena_alloc(a, (size_t)length + 1);
    base_print(text, (size_t)length + 1, format, again);
    va_end(again);
    return text;
}

char *base_arena_printf(arena *a, const char *format, ...) {
    va_list args;
    va_start(args, format);
    char *text = base_arena_vprintf(a, format, args);
    va_end(args);
    return text;
}

arena_mark base_arena_get_mark(arena *a) {
    return (arena_mark){a->current, a->current->used, a->serial};
}

void base_arena_release(arena *a, arena_mark mark) {
    while (a->last_own && a->last_own->serial > mark.serial)
        free_own(a, a->last_own);
    block *kept = a->first;
    for (; kept != mark.block; kept = kept->next)
        LGR_ASSERT(kept != a->current);
    LGR_ASSERT(mark.used <= kept->used);
    for (block *b = kept; b != a->current;) {
        b = b->next;
        HIDE(b->data, b->used); /* what lies behind is hidden already */
        b->used = 0;
    }
    HIDE(kept->data + mark.used, kept->used - mark.used);
    kept->used = mark.used;
    a->current = kept;
}

size_t base_arena_used(const arena *a) {
    return a->total;
}
