/* Whether an event function becomes positive within a part of a step: for one motion, and for several side by side. */
#ifndef LGR_SIM_EVENT_LOCALIZE_H
#define LGR_SIM_EVENT_LOCALIZE_H

#include "sim/event/enclosure.h"

/* What is looked for in a margin, and what has been found. ABOVE: it must have been false before it can fire. */
typedef enum rise_stage { RISE_BELOW, RISE_ABOVE, RISE_FOUND, RISE_IDLE } rise_stage;

typedef struct rise {
    rise_stage stage;
    double limit; /* above it counts as true */
    double level; /* ABOVE: below it counts as false */
} rise;

typedef enum verdict { NOTHING, RISES, FALLS, UNDECIDED } verdict;

/* Over a step at whose start the margin is `start`; sizes of its terms at both ends. `counts`: it may fire
   now; `armed`: its event has been false. */
rise rise_begin(const margin *x, double start, double size, double size_at_end, bool counts, bool armed,
                double gap_error);
/* Bounds of the value alone leave nothing open. */
bool rise_is_settled(const rise *r, tape_bounds value);
/* Bounds of how the margin changes over a part of the step, from those of its rate, and of the rate of that if it has
   one (else NULL): both ends anchor it closer then. */
tape_bounds rise_change(tape_bounds rate, const tape_bounds *second, double width, watch_value a, watch_value b);
verdict rise_decide(const rise *r, tape_bounds change, double g_a, double g_b);
/* What opens and is seen to open further and faster all the time does not close: bounds leave that open where its rate
   begins at zero. From sample to sample, `before` being the one before; `start`: with its rate there, which must not be
   more than rounding over the step of size h. */
bool rise_can_keep_opening(const margin *x, const rise *r, watch_value start, double h);
bool rise_opens_further(watch_value *before, watch_value now);

#endif
