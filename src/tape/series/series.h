/* Power series of the results of a program, coefficient by coefficient. */
#ifndef LGR_TAPE_SERIES_SERIES_H
#define LGR_TAPE_SERIES_SERIES_H

#include "tape/tape.h"

/* An input whose series follows from others: that of a root of a segment before it, or its integral; or the integral of
   another input (segment 0). Coefficient 0 of an integral is given. */
typedef struct tape_series_link {
    size_t input, segment, root;
    bool integral;
} tape_series_link;

/* What becomes a series of a tape: its segments from 1 to `last`; of each of them the roots that are wanted. */
typedef struct tape_series_plan {
    const bool *moving; /* per input: its coefficients are given; the others keep their values */
    size_t last;
    const bool *const *wanted; /* [last + 1]; one NULL: all roots of the segment; NULL: all of all */
    int order;                 /* of the greatest coefficient */
    const tape_series_link *links;
    size_t link_count;
    size_t integrated, integrated_count; /* the first roots of this segment: their integrals belong to the state */
    bool flows;                          /* nothing is given between segments: they are run by tape_series_run_all */
} tape_series_plan;

/* While inputs are power series of one variable u, sum of x_k u^k, so are all results; coefficient k of each follows
   from coefficients 0 to k of its operands and 0 to k - 1 of its own (Moore 1966; Jorba and Zou 2005). For k from 0 to
   the order, and each segment in turn:

       tape_series_next(s, k);                     links; k may be one more than the order of what is run
       tape_series_give(s, input, k, x);           of other moving inputs known by now
       tape_series_run(s, segment, k);
       ... = tape_series_root(s, segment, r, k);

   Comparisons, signs and whole parts stay what they are at u = 0, minima, maxima and sizes what they are for small
   u > 0. All machines, and machine code, give the same bits. A series without a value (a root at zero) has coefficients
   that are not finite. Not for two threads at once.
 */
typedef struct tape_series tape_series;

/* In `a`, as long as the tape. */
tape_series *tape_series_create(arena *a, const tape *t, const tape_series_plan *plan);
int tape_series_order(const tape_series *s);
/* Whether something may go over to another branch as the series of segments up to the last one go on. */
bool tape_series_switches(const tape_series *s, size_t last);
/* Whether square roots and powers of segments up to the last one surely stay above zero for 0 <= u <= h, by this many of
   their coefficients. As series they go on below it: that of sqrt(u^2) is u, or -u. */
bool tape_series_keeps_signs(const tape_series *s, size_t last, int terms, double h);
/* What does not move takes its value from the slots of the tape, whose segment 0 has been run. */
void tape_series_begin(tape_series *s, const double *slots);
/* The state: inputs that are integrals, in their order, and those of roots. Coefficient 0 is given; coefficient k
   stands k strides further. */
void tape_series_give_state(tape_series *s, const double *first);
double *tape_series_state(const tape_series *s);
void tape_series_next(tape_series *s, int k);
void tape_series_give(tape_series *s, size_t input, int k, double coefficient);
void tape_series_run(tape_series *s, size_t segment, int k);
/* All coefficients up to this one, which is not run but linked; coefficients 0 have been given. */
void tape_series_run_all(tape_series *s, int count);
/* After the last coefficient that is run: the links of the one that follows. */
void tape_series_end(tape_series *s, int k);
double tape_series_root(const tape_series *s, size_t segment, size_t root, int k);
/* Coefficient 0 of a root that is wanted, and of an input that is given or an integral; the others follow, each this
   far from that before it. Inputs that move and follow each other stand side by side. */
const double *tape_series_root_terms(const tape_series *s, size_t segment, size_t root);
const double *tape_series_input(const tape_series *s, size_t input);
size_t tape_series_stride(const tape_series *s);
/* About how many operations of a program all coefficients up to the order take the time of. */
double tape_series_cost(const tape_series *s, int order);
/* From now on by machine code, in memory that is freed by tape_series_unload or a call that is broken off; false if
   there is none on this machine. */
bool tape_series_load(tape_series *s, arena *a);
void tape_series_unload(tape_series *s);

#endif
