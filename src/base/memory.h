/* Where all memory of the library comes from: the system, or functions of the host. */
#ifndef LGR_BASE_MEMORY_H
#define LGR_BASE_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

typedef struct base_allocator {
    void *(*allocate)(void *user, size_t size); /* aligned for any type; NULL if there is no memory */
    void (*release)(void *user, void *memory);
    void *user;
} base_allocator;

/* False if memory has been taken already: what one allocator gave must not go back to another. */
bool base_memory_choose(const base_allocator *a);

/* Never NULL: without memory, the call of this thread is broken off (base/call.h). */
void *base_memory_get(size_t size, bool zero);
/* Moves it to more memory; what is behind the old size is not cleared. Without memory, the old stays as it is. */
void *base_memory_resize(void *memory, size_t old_size, size_t size);
void base_memory_release(void *memory);

/* Whether the system has so many bytes for a library that does not survive it if there are none. */
bool base_memory_is_there(size_t size);
/* For functions of other libraries that say that they had no memory. */
_Noreturn void base_memory_exhausted(void);

#endif
