/* Whether an event function becomes positive within a part of a step: for one motion, and for several side by side. */
#ifndef LGR_SIM_EVENT_LOCALIZE_H
#define LGR_SIM_EVENT_LOCALIZE_H

#include "sim/event/enclosure.h"

/* The state of the search in one event function. ABOVE: it must become false before it can fire. */
typedef enum rise_stage { RISE_BELOW, RISE_ABOVE, RISE_FOUND, RISE_IDLE } rise_stage;

typedef struct rise {
    rise_stage stage;
    double limit; /* above it the condition counts as true */
    double level; /* ABOVE: below it the condition counts as false */
} rise;

typedef enum verdict { NOTHING, RISES, FALLS, UNDECIDED } verdict;

/* Over a step at whose start the event function is `start`; sizes of its terms at both ends. `counts`: it may fire now;
   `armed`: its event has been false. */
rise event_rise_begin(const margin *x, double start, double size, double size_at_end, bool counts, bool armed,
                      double gap_error);
/* Whether bounds of the value alone decide. */
bool event_rise_is_settled(const rise *r, tape_bounds value);
/* Bounds of the change of the event function over a part of the step, from those of its rate, and of its second rate if
   it has one (else NULL), which makes them tighter. */
tape_bounds event_rise_change(tape_bounds rate, const tape_bounds *second, double width, watch_value a, watch_value b);
verdict event_rise_decide(const rise *r, tape_bounds change, double g_a, double g_b);
/* A gap that opens monotonically and ever faster does not close; bounds do not show this where its rate begins at zero.
   From sample to sample, `before` being the previous one; `start`: with its rate there, which must not exceed rounding
   over the step of size h. */
static inline bool event_rise_can_keep_opening(const margin *x, const rise *r, watch_value start, double h) {
    return x->gap && x->smooth && h * start.rate <= r->limit;
}
static inline bool event_rise_opens_further(watch_value *before, watch_value now) {
    bool further = now.g < before->g && now.rate < before->rate;
    *before = now;
    return further;
}
/* How often a step of size h is halved before its first part is searched. Where events follow each other quickly it
   reaches far beyond the next: that part is somewhat longer than the last one took to come (`came`; 0: there was none
   in the last step). */
static inline int event_search_first_depth(double h, double came) {
    enum { MOST_SKIPPED = 16 };
    int depth = 0;
    for (double half = 0.5 * h; depth < MOST_SKIPPED && came > 0 && half > 1.25 * came; half *= 0.5)
        depth++;
    return depth;
}

#endif
