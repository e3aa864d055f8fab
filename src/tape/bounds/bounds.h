/* Interval evaluation: bounds of the results of a program while its inputs range over intervals. */
#ifndef LGR_TAPE_BOUNDS_BOUNDS_H
#define LGR_TAPE_BOUNDS_BOUNDS_H

#include "tape/tape.h"

/* All numbers from low to high; both NaN: no value anywhere in the interval. */
typedef struct tape_bounds {
    double low, high;
} tape_bounds;

/* Used like a backend of one lane, with slots of bounds: see tape.h. Every value that the scalar backend computes at
   points of the inputs' intervals lies within the bounds except for rounding; points without a value (the root of a
   negative number) do not count. Natural interval extensions (Moore 1966), so that the bounds are tight for short
   intervals. `run` is true if a sign, a comparison or an angle had no single branch: such results may jump. */
void tape_bounds_init(const tape *t, tape_bounds *slots);
bool tape_bounds_run(const tape *t, size_t segment, tape_bounds *slots);

/* One instruction. */
void tape_bounds_execute(const tape_instr *ip, tape_bounds *slots, bool *jumps);

/* The same for eight lanes: the least number of slot k in lane l is slots[2*8*k + l], the greatest slots[2*8*k + 8 +
   l]; slots begin at a multiple of 64 bytes. Sines and cosines may differ in the last place. */
enum { TAPE_BOUNDS_LANES = 8 };
void tape_bounds_init_lanes(const tape *t, double *slots);
/* Runs a segment; bit l is true if lane l may jump. */
typedef unsigned tape_bounds_lanes(const tape *t, size_t segment, double *slots);
extern tape_bounds_lanes *const tape_bounds_plain, *const tape_bounds_avx2, *const tape_bounds_avx512;
/* The fastest on this machine. */
tape_bounds_lanes *tape_bounds_run_lanes(void);

/* jumps[r]: root r of the segment holds a sign, a comparison or an angle of two numbers, and so may jump. */
void tape_find_jumps(const tape *t, size_t segment, arena *a, bool *jumps);

#endif
