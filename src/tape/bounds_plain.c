/* Interval arithmetic of eight lanes on any machine. */
#define LANES_TABLE tape_bounds_plain
#define RULE
#define EIGHT 0
#include "tape/sincos.h"

static void sine_and_cosine(double *result, const double *angle) {
    for (int l = 0; l < 8; l++) {
        result[l] = tape_sine(angle[l]);
        result[8 + l] = tape_cosine(angle[l]);
    }
}

#define SINCOS sine_and_cosine
#include "tape/bounds_lanes.inc"
