/* The pool of interned texts: an open-addressing hash table that is never more than half full. */
#include "base/intern.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/check.h"

typedef struct entry {
    const char *text; /* NULL: free */
    size_t length;
    uint64_t hash;
} entry;

struct intern {
    arena *memory;
    entry *slots;
    size_t count, size; /* size is a power of two */
};

intern *base_intern_create(arena *a) {
    intern *pool = ARENA_NEW(a, intern);
    pool->memory = a;
    pool->size = 64;
    pool->slots = ARENA_ARRAY(a, entry, pool->size);
    return pool;
}

intern *base_intern_copy(const intern *of, arena *a) {
    intern *pool = ARENA_NEW(a, intern);
    *pool = *of;
    pool->memory = a;
    pool->slots = ARENA_ARRAY(a, entry, of->size);
    memcpy(pool->slots, of->slots, of->size * sizeof *of->slots);
    return pool;
}

/* FNV-1a */
static uint64_t hash_text(const char *text, size_t length) {
    uint64_t h = 14695981039346656037u;
    for (size_t i = 0; i < length; i++)
        h = (h ^ (unsigned char)text[i]) * 1099511628211u;
    return h;
}

static bool holds(const entry *e, const char *text, size_t length, uint64_t hash) {
    return e->hash == hash && e->length == length && (length == 0 || memcmp(e->text, text, length) == 0);
}

/* The slot with this text, or the free one where it belongs. */
static entry *find_slot(const intern *pool, const char *text, size_t length, uint64_t hash) {
    size_t i = (size_t)hash & (pool->size - 1);
    while (pool->slots[i].text != NULL && !holds(&pool->slots[i], text, length, hash))
        i = (i + 1) & (pool->size - 1);
    return &pool->slots[i];
}

static void widen(intern *pool) {
    intern wider = *pool;
    wider.size = 2 * pool->size;
    wider.slots = ARENA_ARRAY(pool->memory, entry, wider.size);
    for (size_t i = 0; i < pool->size; i++) {
        const entry *e = &pool->slots[i];
        if (e->text != NULL)
            *find_slot(&wider, e->text, e->length, e->hash) = *e;
    }
    *pool = wider;
}

const char *base_intern_text(intern *pool, const char *text, size_t length) {
    LGR_ASSERT(text != NULL || length == 0);
    uint64_t hash = hash_text(text, length);
    entry *slot = find_slot(pool, text, length, hash);
    if (slot->text != NULL)
        return slot->text;
    if (2 * (pool->count + 1) > pool->size) {
        widen(pool);
        slot = find_slot(pool, text, length, hash);
    }
    *slot = (entry){base_arena_copy(pool->memory, text, length), length, hash};
    pool->count++;
    return slot->text;
}

const char *base_intern_name(intern *pool, const char *text) {
    return base_intern_text(pool, text, strlen(text));
}
