/* New designs from old ones: crossing and mutation within the unit cube. */
#ifndef LGR_STUDY_BREED_H
#define LGR_STUDY_BREED_H

#include <stddef.h>
#include <stdint.h>

/* Random numbers in a row, the same for the same seed. */
typedef struct breed_dice {
    uint64_t seed;
    size_t thrown;
} breed_dice;

double study_breed_throw(breed_dice *dice);
/* A number from 0 to count - 1. */
size_t study_breed_choose(breed_dice *dice, size_t count);

/* Two designs of n numbers each from the designs p and q, simulated binary crossing, each then mutated. */
void study_breed_pair(breed_dice *dice, size_t n, const double *p, const double *q, double *child, double *other);

#endif
