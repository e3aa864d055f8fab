/* Memory by lifetime: everything allocated from an arena lives as long as the arena and is freed with it. */
#ifndef LGR_BASE_ARENA_H
#define LGR_BASE_ARENA_H

#include <stdarg.h>
#include <stddef.h>

typedef struct arena arena;

/* A point in an arena's life, to which it can be rolled back. */
typedef struct arena_mark {
    void *block;
    size_t used, serial;
} arena_mark;

/* Creates an empty arena. Without memory, the call of this thread is broken off and destroys the arenas that it has
   created (base/call.h): no function here returns NULL. */
arena *base_arena_create(void);
/* One that is destroyed with another arena, if not before. */
arena *base_arena_create_in(arena *owner);
void base_arena_destroy(arena *a);
/* Outlives the call that created it: another thread may use it now, and a handle destroys it. */
void base_arena_keep(arena *a);

/* Zeroed memory, aligned for any type. A size of 0 gives a valid, distinct pointer. */
void *base_arena_alloc(arena *a, size_t size);
/* The same with any content, for what is written at once: under the sanitizers it is filled with rubbish. */
void *base_arena_alloc_raw(arena *a, size_t size);
/* Like realloc; the old content is kept, the new part is zeroed. Where the piece moves, its old memory is given back if
   it was large, else abandoned: pointers to it end. Never shrinks. */
void *base_arena_grow(arena *a, void *old, size_t old_size, size_t new_size);
/* The same with any content in the new part. */
void *base_arena_grow_raw(arena *a, void *old, size_t old_size, size_t new_size);
/* Gives back a piece that was only made and moved by the two above, if it is large; else it stays. */
void base_arena_forget(arena *a, void *piece);
/* Copies `length` bytes and adds a terminating zero. */
char *base_arena_copy(arena *a, const char *text, size_t length);
char *base_arena_printf(arena *a, const char *format, ...) __attribute__((format(printf, 2, 3)));
char *base_arena_vprintf(arena *a, const char *format, va_list args) __attribute__((format(printf, 2, 0)));

/* Releasing gives back everything allocated or grown since the mark; the blocks stay with the arena for reuse. */
arena_mark base_arena_get_mark(arena *a);
void base_arena_release(arena *a, arena_mark mark);

/* Total bytes handed out so far, released ones included; a run compares it to prove that stepping allocates nothing. */
size_t base_arena_used(const arena *a);

#define ARENA_NEW(a, T) ((T *)base_arena_alloc((a), sizeof(T)))
#define ARENA_ARRAY(a, T, n) ((T *)base_arena_alloc((a), sizeof(T) * (size_t)(n)))
#define ARENA_RAW(a, T, n) ((T *)base_arena_alloc_raw((a), sizeof(T) * (size_t)(n)))

#endif
