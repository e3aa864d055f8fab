/* The points of a design: each computed from its number alone, so that threads and shards are independent. */
#include "study/design.h"

#include "base/check.h"
#include "num/normal.h"

enum { BITS = 32, MOST_DEGREE = 7 };

/* S. Joe and F. Y. Kuo, Constructing Sobol sequences with better two-dimensional projections, SIAM J. Sci. Comput. 30,
   2635-2654 (2008): the first rows of their table new-joe-kuo-6.21201. Degree s and inner coefficients a of a
   primitive polynomial, first direction numbers m. The first dimension needs none. */
static const struct {
    unsigned s, a, m[MOST_DEGREE];
} polynomials[DESIGN_SOBOL_AXES - 1] = {{1, 0, {1}},
                                        {2, 1, {1, 3}},
                                        {3, 1, {1, 3, 1}},
                                        {3, 2, {1, 1, 1}},
                                        {4, 1, {1, 1, 3, 3}},
                                        {4, 4, {1, 3, 5, 13}},
                                        {5, 2, {1, 1, 5, 5, 17}},
                                        {5, 4, {1, 1, 5, 5, 5}},
                                        {5, 7, {1, 1, 7, 11, 19}},
                                        {5, 11, {1, 1, 5, 1, 1}},
                                        {5, 13, {1, 1, 1, 3, 11}},
                                        {5, 14, {1, 3, 5, 5, 31}},
                                        {6, 1, {1, 3, 3, 9, 7, 49}},
                                        {6, 13, {1, 1, 1, 15, 21, 21}},
                                        {6, 16, {1, 3, 1, 13, 27, 49}},
                                        {6, 19, {1, 1, 1, 15, 7, 5}},
                                        {6, 22, {1, 3, 1, 15, 13, 25}},
                                        {6, 25, {1, 1, 5, 5, 19, 61}},
                                        {7, 1, {1, 3, 7, 11, 23, 15, 103}},
                                        {7, 4, {1, 3, 7, 13, 13, 15, 69}}};

/* v[k]: the k-th direction number times 2^32, for the first `count`. */
static void direction_numbers(size_t axis, unsigned count, uint32_t *v) {
    if (axis == 0) {
        for (unsigned k = 0; k < count; k++)
            v[k] = (uint32_t)1 << (BITS - 1 - k);
        return;
    }
    const unsigned s = polynomials[axis - 1].s, a = polynomials[axis - 1].a;
    for (unsigned k = 0; k < count; k++) {
        if (k < s) {
            v[k] = (uint32_t)polynomials[axis - 1].m[k] << (BITS - 1 - k);
            continue;
        }
        v[k] = v[k - s] ^ (v[k - s] >> s);
        for (unsigned j = 1; j < s; j++)
            if (a >> (s - 1 - j) & 1)
                v[k] ^= v[k - j];
    }
}

uint32_t study_design_sobol(size_t i, size_t axis) {
    LGR_ASSERT(axis < DESIGN_SOBOL_AXES && i <= DESIGN_MOST);
    uint32_t v[BITS], x = 0;
    size_t gray = i ^ (i >> 1);
    unsigned count = 0;
    while (gray >> count)
        count++;
    direction_numbers(axis, count, v);
    for (unsigned k = 0; k < count; k++)
        if (gray >> k & 1)
            x ^= v[k];
    return x;
}

/* Steele, Lea and Flood, Fast splittable pseudorandom number generators, OOPSLA 2014: the mixing of SplitMix64. */
static uint64_t mix(uint64_t z) {
    z += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

double study_design_random(uint64_t seed, size_t i, size_t axis) {
    return (double)(mix(mix(mix(seed) ^ i) ^ axis) >> 11) * 0x1p-53;
}

/* Of normal points, far apart from 0 and 1. */
static double normal_value(const design_axis *axis, uint64_t seed, size_t i, size_t k) {
    return axis->low + axis->high * num_normal_quantile(study_design_random(seed, i, k) * (1 - 0x1p-52) + 0x1p-54);
}

static double sobol_fraction(uint64_t seed, size_t i, size_t axis) {
    uint32_t shift = seed ? (uint32_t)(mix(mix(seed) ^ axis) >> 32) : 0;
    return (double)(study_design_sobol(i, axis) ^ shift) * 0x1p-32;
}

size_t study_design_grid_count(const design_axis *axes, size_t axis_count) {
    size_t count = 1;
    for (size_t k = 0; k < axis_count; k++)
        if (axes[k].count == 0)
            return 0;
    for (size_t k = 0; k < axis_count; k++) {
        if (axes[k].count > DESIGN_MOST / count)
            return DESIGN_MOST + 1;
        count *= axes[k].count;
    }
    return count;
}

/* Ends are met to the bit. */
static double grid_value(const design_axis *axis, size_t i) {
    if (i == 0)
        return axis->low;
    if (i == axis->count - 1)
        return axis->high;
    return axis->low + (axis->high - axis->low) * ((double)i / (double)(axis->count - 1));
}

/* Of all kinds but the grid. */
static double point_value(const design *d, size_t i, size_t k) {
    const design_axis *axis = &d->axes[k];
    if (d->kind == DESIGN_LIST)
        return d->list[i * d->axis_count + k];
    if (d->kind == DESIGN_NORMAL)
        return normal_value(axis, d->seed, i, k);
    const double u = d->kind == DESIGN_RANDOM ? study_design_random(d->seed, i, k) : sobol_fraction(d->seed, i, k);
    return axis->low + (axis->high - axis->low) * u;
}

void study_design_point(const design *d, size_t i, double *x) {
    LGR_ASSERT(i < d->count);
    size_t rest = i;
    for (size_t k = d->axis_count; k-- > 0;) {
        const bool grid = d->kind == DESIGN_GRID;
        x[k] = grid ? grid_value(&d->axes[k], rest % d->axes[k].count) : point_value(d, i, k);
        rest = grid ? rest / d->axes[k].count : rest;
    }
}

void study_design_shard(size_t count, size_t part, size_t parts, size_t *first, size_t *end) {
    LGR_ASSERT(part >= 1 && part <= parts);
    size_t each = count / parts, more = count % parts, before = part - 1;
    *first = each * before + (before < more ? before : more);
    *end = *first + each + (before < more);
}
