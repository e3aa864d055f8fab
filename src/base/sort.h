/* Sorting that leaves equal elements in their order, so that results do not depend on the C library's qsort. */
#ifndef LGR_BASE_SORT_H
#define LGR_BASE_SORT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

/* `before`: whether an element has to stand before another one. The arena is as before afterwards. */
void base_sort(void *at, size_t count, size_t size, bool (*before)(const void *, const void *), arena *scratch);

#endif
