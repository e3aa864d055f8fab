/* Designs judged by several costs: which dominate which, in what order they are kept, and how crowded they stand. */
#ifndef LGR_STUDY_RANK_H
#define LGR_STUDY_RANK_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

typedef struct rank_point {
    const double *costs; /* one for each goal, the less the better; without meaning where `excess` is infinite */
    double excess;       /* of limits: 0 where all are kept, infinite without a value */
    size_t front;        /* 0: nothing dominates it; 1: only what is on front 0 does, ... */
    double crowding;     /* how far its neighbours on its front are apart; infinite at the ends */
} rank_point;

/* p is nowhere worse than q and somewhere better; what breaks limits less dominates what breaks them more. */
bool study_rank_dominates(const rank_point *p, const rank_point *q, size_t goals);

/* Finds `front` and `crowding` of all. */
void study_rank_sort(rank_point *points, size_t count, size_t goals, arena *a);

/* A front that lies further forward, then more room. */
bool study_rank_is_better(const rank_point *p, const rank_point *q);

/* Chooses at most `wanted` of the points so that they stand evenly: the best for each goal, then always the one that is
   farthest from those chosen, in parts of each goal's extent. Their numbers go to `chosen`; returns how many. */
size_t study_rank_spread(const rank_point *points, size_t count, size_t goals, size_t wanted, size_t *chosen, arena *a);

#endif
