/* Sorting by dominance and crowding: K. Deb, A. Pratap, S. Agarwal and T. Meyarivan, A fast and elitist multiobjective
   genetic algorithm: NSGA-II, IEEE Trans. Evolutionary Computation 6, 182-197 (2002). The even choice: T. Gonzalez,
   Clustering to minimize the maximum intercluster distance, Theor. Computer Science 38 (1985). */
#include "study/rank.h"

#include <math.h>
#include <string.h>

#include "base/sort.h"

bool study_rank_dominates(const rank_point *p, const rank_point *q, size_t goals) {
    if (p->excess != q->excess)
        return p->excess < q->excess;
    bool better = false;
    for (size_t k = 0; isfinite(p->excess) && k < goals; k++) {
        if (p->costs[k] > q->costs[k])
            return false;
        better = better || p->costs[k] < q->costs[k];
    }
    return better;
}

/* The points by one cost; ties by their order. */
typedef struct by_cost {
    double cost;
    size_t at;
} by_cost;

static bool is_less(const void *a, const void *b) {
    const by_cost *p = a, *q = b;
    return p->cost != q->cost ? p->cost < q->cost : p->at < q->at;
}

/* The points with these numbers, in the order of a goal. */
static const by_cost *ordered(const rank_point *points, const size_t *at, size_t count, size_t goal, arena *a) {
    by_cost *all = ARENA_ARRAY(a, by_cost, count + 1);
    for (size_t i = 0; i < count; i++)
        all[i] = (by_cost){isfinite(points[at[i]].excess) ? points[at[i]].costs[goal] : 0, at[i]};
    base_sort(all, count, sizeof *all, is_less, a);
    return all;
}

/* Of the points of one front. */
static void find_crowding(rank_point *points, const size_t *at, size_t count, size_t goals, arena *a) {
    for (size_t i = 0; i < count; i++)
        points[at[i]].crowding = 0;
    for (size_t k = 0; k < goals; k++) {
        const by_cost *order = ordered(points, at, count, k, a);
        const double extent = order[count - 1].cost - order[0].cost;
        points[order[0].at].crowding = points[order[count - 1].at].crowding = INFINITY;
        for (size_t i = 1; extent > 0 && i + 1 < count; i++)
            points[order[i].at].crowding += (order[i + 1].cost - order[i - 1].cost) / extent;
    }
}

/* How many dominate each point, and whom each dominates. */
typedef struct dominance {
    size_t *by;
    size_t **over, *over_count;
} dominance;

static dominance find_dominance(const rank_point *points, size_t count, size_t goals, arena *a) {
    dominance d = {ARENA_ARRAY(a, size_t, count + 1), ARENA_ARRAY(a, size_t *, count + 1),
                   ARENA_ARRAY(a, size_t, count + 1)};
    for (size_t i = 0; i < count; i++) {
        d.over[i] = ARENA_ARRAY(a, size_t, count);
        d.by[i] = d.over_count[i] = 0;
    }
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < count; k++)
            if (study_rank_dominates(&points[i], &points[k], goals)) {
                d.over[i][d.over_count[i]++] = k;
                d.by[k]++;
            }
    return d;
}

void study_rank_sort(rank_point *points, size_t count, size_t goals, arena *a) {
    const arena_mark mark = base_arena_get_mark(a);
    dominance d = find_dominance(points, count, goals, a);
    size_t *present = ARENA_ARRAY(a, size_t, count + 1), *next = ARENA_ARRAY(a, size_t, count + 1), there = 0;
    for (size_t i = 0; i < count; i++)
        if (d.by[i] == 0)
            present[there++] = i;
    for (size_t front = 0; there; front++) {
        size_t coming = 0;
        for (size_t i = 0; i < there; i++) {
            const size_t p = present[i];
            points[p].front = front;
            for (size_t k = 0; k < d.over_count[p]; k++)
                if (--d.by[d.over[p][k]] == 0)
                    next[coming++] = d.over[p][k];
        }
        find_crowding(points, present, there, goals, a);
        memcpy(present, next, coming * sizeof *next);
        there = coming;
    }
    base_arena_release(a, mark);
}

bool study_rank_is_better(const rank_point *p, const rank_point *q) {
    return p->front != q->front ? p->front < q->front : p->crowding > q->crowding;
}

/* Costs in parts of their extent over all points. */
static double *in_extents(const rank_point *points, size_t count, size_t goals, arena *a) {
    double *u = ARENA_ARRAY(a, double, count *goals + 1);
    for (size_t k = 0; k < goals; k++) {
        double low = INFINITY, high = -INFINITY;
        for (size_t i = 0; i < count; i++) {
            low = fmin(low, points[i].costs[k]);
            high = fmax(high, points[i].costs[k]);
        }
        for (size_t i = 0; i < count; i++)
            u[i * goals + k] = high > low ? (points[i].costs[k] - low) / (high - low) : 0;
    }
    return u;
}

static double distance(const double *u, size_t i, size_t k, size_t goals) {
    double sum = 0;
    for (size_t g = 0; g < goals; g++)
        sum += (u[i * goals + g] - u[k * goals + g]) * (u[i * goals + g] - u[k * goals + g]);
    return sum;
}

static size_t best_for(const rank_point *points, size_t count, size_t goal) {
    size_t best = 0;
    for (size_t i = 1; i < count; i++)
        best = points[i].costs[goal] < points[best].costs[goal] ? i : best;
    return best;
}

size_t study_rank_spread(const rank_point *points, size_t count, size_t goals, size_t wanted, size_t *chosen,
                         arena *a) {
    const arena_mark mark = base_arena_get_mark(a);
    const double *u = in_extents(points, count, goals, a);
    double *room = ARENA_ARRAY(a, double, count + 1);
    size_t found = 0;
    for (size_t i = 0; i < count; i++)
        room[i] = INFINITY;
    for (size_t turn = 0; found < wanted && count; turn++) {
        size_t next = turn < goals ? best_for(points, count, turn) : 0;
        for (size_t i = 1; turn >= goals && i < count; i++)
            next = room[i] > room[next] ? i : next;
        if (!(room[next] > 0) && turn >= goals)
            break;
        if (room[next] > 0)
            chosen[found++] = next;
        for (size_t i = 0; i < count; i++)
            room[i] = fmin(room[i], distance(u, i, next, goals));
    }
    base_arena_release(a, mark);
    return found;
}
