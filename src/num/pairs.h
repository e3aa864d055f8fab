/* Numbers of a state two at a time, as vectors that every processor has, or one by one: a processor waits for a load
   that takes in several stores, and longer than usual for one that takes part of a store. */
#ifndef LGR_NUM_PAIRS_H
#define LGR_NUM_PAIRS_H

#include <stddef.h>

enum { PAIR = 2 };
typedef double pair __attribute__((vector_size(PAIR * sizeof(double)), aligned(sizeof(double)), may_alias));

/* The pair that begins with number i. */
#define PAIR_AT(x, i) (*(pair *)((x) + (i)))

/* Copies what has just been computed number by number and is about to be used in pairs. */
static inline void copy_in_pairs(double *to, const volatile double *from, size_t count) {
    size_t i = 0;
    for (; i + 1 < count; i += PAIR) {
        double first = from[i], second = from[i + 1];
        PAIR_AT(to, i) = (pair){first, second};
    }
    if (i < count)
        to[i] = from[i];
}

/* Copies what has just been computed and is about to be used number by number, as by programs. */
static inline void copy_one_by_one(volatile double *to, const volatile double *from, size_t count) {
    for (size_t i = 0; i < count; i++)
        to[i] = from[i];
}

#endif
