/* How growable arrays grow: capacities double. */
#include "base/vec.h"

#include <stdint.h>

#include "base/check.h"

void *base_vec_room(arena *a, void *at, size_t len, size_t *cap, size_t element_size) {
    LGR_ASSERT(len <= *cap);
    if (len < *cap)
        return at;
    LGR_ASSERT(*cap <= SIZE_MAX / 4 / element_size);
    size_t wider = *cap == 0 ? 8 : 2 * *cap;
    void *moved = base_arena_grow_raw(a, at, *cap * element_size, wider * element_size);
    *cap = wider;
    return moved;
}
