/* The operators of NSGA-II for real numbers: simulated binary crossing (K. Deb and R. B. Agrawal, Simulated binary
   crossover for continuous search space, Complex Systems 9, 1995) within bounds and polynomial mutation, with the
   constants that its authors use. */
#include "study/breed.h"

#include <math.h>

#include "study/design.h"

static const double crossing = 0.9; /* how often pairs are crossed at all */
static const double likeness = 15;  /* of children to their parents: the index of the distribution */
static const double smallness = 20; /* of mutations, likewise */
static const double alike = 1e-14;  /* parents that have nothing to cross */

double study_breed_throw(breed_dice *dice) {
    return study_design_random(dice->seed, dice->thrown++, 0);
}

size_t study_breed_choose(breed_dice *dice, size_t count) {
    return (size_t)(study_breed_throw(dice) * (double)count);
}

/* By how much a child differs from the middle of its parents, whose distance is 1, where the bound beyond it is `room`
   away from the parent. */
static double spread(double u, double distance, double room) {
    const double beta = 1 + 2 * room / distance, alpha = 2 - pow(beta, -(likeness + 1));
    return u <= 1 / alpha ? pow(u * alpha, 1 / (likeness + 1)) : pow(1 / (2 - u * alpha), 1 / (likeness + 1));
}

static double within(double u) {
    return u < 0 ? 0 : u > 1 ? 1 : u;
}

static void cross(breed_dice *dice, double *p, double *q) {
    const double low = fmin(*p, *q), high = fmax(*p, *q), distance = high - low;
    const double u = study_breed_throw(dice), side = study_breed_throw(dice);
    if (distance < alike)
        return;
    const double one = within(0.5 * (low + high - spread(u, distance, low) * distance));
    const double two = within(0.5 * (low + high + spread(u, distance, 1 - high) * distance));
    *p = side < 0.5 ? one : two;
    *q = side < 0.5 ? two : one;
}

static double mutated(breed_dice *dice, double x) {
    const double u = study_breed_throw(dice);
    const double change = u < 0.5 ? pow(2 * u + (1 - 2 * u) * pow(1 - x, smallness + 1), 1 / (smallness + 1)) - 1
                                  : 1 - pow(2 * (1 - u) + (2 * u - 1) * pow(x, smallness + 1), 1 / (smallness + 1));
    return within(x + change);
}

void study_breed_pair(breed_dice *dice, size_t n, const double *p, const double *q, double *child, double *other) {
    const int crosses = study_breed_throw(dice) < crossing;
    for (size_t i = 0; i < n; i++) {
        child[i] = p[i];
        other[i] = q[i];
        if (crosses && (n == 1 || study_breed_throw(dice) < 0.5))
            cross(dice, &child[i], &other[i]);
    }
    for (size_t i = 0; i < n; i++) {
        if (study_breed_throw(dice) * (double)n < 1)
            child[i] = mutated(dice, child[i]);
        if (study_breed_throw(dice) * (double)n < 1)
            other[i] = mutated(dice, other[i]);
    }
}
