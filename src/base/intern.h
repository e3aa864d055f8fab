/* String interning: equal strings become equal pointers, so names are compared with ==. */
#ifndef LGR_BASE_INTERN_H
#define LGR_BASE_INTERN_H

#include "base/arena.h"

typedef struct intern intern;

intern *base_intern_create(arena *a);
/* A pool with the same texts, which stay where they are: names of both can be compared. */
intern *base_intern_copy(const intern *of, arena *a);
/* The one copy of this text (zero-terminated), living as long as the arena. */
const char *base_intern_text(intern *pool, const char *text, size_t length);
/* The same for a zero-terminated text. */
const char *base_intern_name(intern *pool, const char *text);

#endif
