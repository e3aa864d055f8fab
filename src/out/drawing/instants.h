/* The instants that a figure shows: start, events, end, and others whose pictures differ most. */
#ifndef LGR_OUT_DRAWING_INSTANTS_H
#define LGR_OUT_DRAWING_INSTANTS_H

#include "sim/sim.h"

typedef struct instant {
    double t;
    size_t frame;           /* the nearest; at an event, before it, and once more after it if more is there then */
    const sim_event *event; /* the last of this instant, or NULL */
} instant;

typedef struct instants {
    instant *at; /* by time */
    size_t count;
    size_t events_left_out; /* there were too many to show each */
} instants;

/* Evenly spaced, events or not. */
instants out_instants_even(const sim_result *r, size_t count, arena *a);
/* About so many, which spread over what the machine does: equal times would show one picture again and again where it
   repeats itself. More where many events come; none if there are no frames. */
instants out_instants_choose(const model *m, const sim_result *r, size_t about, arena *a);
/* The last of the frames nearest to this time. */
size_t out_instants_frame(const sim_result *r, double t);

#endif
