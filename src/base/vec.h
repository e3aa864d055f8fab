/* Growable arrays inside an arena: VEC(T) names the type, vec_push appends. */
#ifndef LGR_BASE_VEC_H
#define LGR_BASE_VEC_H

#include "base/arena.h"

#define VEC(T)                                                                                                         \
    struct {                                                                                                           \
        T *at;                                                                                                         \
        size_t len, cap;                                                                                               \
    }

/* Makes room for one more element and returns where the elements are now; used by vec_push only. */
void *base_vec_room(arena *a, void *at, size_t len, size_t *cap, size_t element_size);

#define vec_push(arena_, v, ...)                                                                                       \
    ((v)->len < (v)->cap ? (void)0                                                                                     \
                         : (void)((v)->at = base_vec_room((arena_), (v)->at, (v)->len, &(v)->cap, sizeof *(v)->at)),   \
     (v)->at[(v)->len++] = __VA_ARGS__)

#endif
