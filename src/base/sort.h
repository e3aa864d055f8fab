/* Sorting that leaves equal elements in their order, so that results do not depend on the C library's qsort. */
#ifndef LGR_BASE_SORT_H
#define LGR_BASE_SORT_H

#include <stddef.h>

#include "base/arena.h"

/* `compare` as for qsort: negative, 0 or positive. The arena is as before afterwards. */
void base_sort(void *at, size_t count, size_t size, int (*compare)(const void *, const void *), arena *scratch);

#endif
