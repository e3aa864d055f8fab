/* A tape with only the instructions that some of its results need, over the same slots. */
#ifndef LGR_TAPE_PROGRAM_NARROW_H
#define LGR_TAPE_PROGRAM_NARROW_H

#include "tape/tape.h"

typedef struct tape_narrow {
    tape t; /* to be run by interpreters; segment 0 is empty */
    const tape *of;
    tape_instr *code;
    tape_segment *segments;
    bool *wanted; /* per slot */
} tape_narrow;

/* With room for every instruction; nothing is wanted yet. */
tape_narrow *tape_narrow_create(arena *a, const tape *of);
/* A result of any segment but the first, by its slot. */
void tape_narrow_want(tape_narrow *n, uint32_t slot);
/* The instructions for what has been wanted since it was last made; other results are no longer computed. */
void tape_narrow_make(tape_narrow *n);

#endif
