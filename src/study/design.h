/* Designs: the values of the varied parameters for each number, the same whoever asks and in whatever order. */
#ifndef LGR_STUDY_DESIGN_H
#define LGR_STUDY_DESIGN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum design_kind {
    DESIGN_GRID,   /* all combinations; the last axis changes fastest */
    DESIGN_RANDOM, /* even and independent */
    DESIGN_NORMAL, /* independent, normally distributed */
    DESIGN_SOBOL,  /* Sobol's sequence: fills the box evenly for any number of points */
    DESIGN_LIST    /* as they are given */
} design_kind;

enum { DESIGN_SOBOL_AXES = 21 };
#define DESIGN_MOST ((size_t)1000000000) /* points of one design */

typedef struct design_axis {
    double low, high; /* of normal points: the mean, the standard deviation */
    size_t count;     /* of a grid; a count of 1 takes `low` */
} design_axis;

typedef struct design {
    design_kind kind;
    const design_axis *axes;
    size_t axis_count;
    size_t count;       /* of points */
    uint64_t seed;      /* random points; of Sobol's, shifts them all (0: does not) */
    const double *list; /* [count][axis_count], of a list */
} design;

/* How many points a grid has; 0 if an axis has none, more than DESIGN_MOST if there are too many. */
size_t study_design_grid_count(const design_axis *axes, size_t axis_count);

/* The i-th point, i from 0: one value for each axis. */
void study_design_point(const design *d, size_t i, double *x);

/* The i-th element of Sobol's sequence in dimension `axis` (below DESIGN_SOBOL_AXES) as a fraction of 2^32, in the
   order of Antonov and Saleev (Gray code), with the direction numbers of Joe and Kuo. */
uint32_t study_design_sobol(size_t i, size_t axis);

/* A random number from 0 up to 1, the same for the same three numbers. */
double study_design_random(uint64_t seed, size_t i, size_t axis);

/* Part `part` (from 1) of `parts`: designs [*first, *end). The parts follow each other and differ by one at most. */
void study_design_shard(size_t count, size_t part, size_t parts, size_t *first, size_t *end);

#endif
