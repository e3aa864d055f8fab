/* Many runs of one compiled problem: explicit steps are taken eight at a time where the mode allows it, everything else
   one by one. */
#ifndef LGR_SIM_BATCH_LANES_H
#define LGR_SIM_BATCH_LANES_H

#include "sim/sim.h"

/* Who wants the runs. */
typedef struct sim_client {
    /* Gives the model the values of the next run and findings of its own; false: there are no more. */
    bool (*next)(void *user);
    /* A run is over, the nth that `next` gave, from 0: the model has its values and findings again. The result is gone
       afterwards. */
    void (*done)(void *user, size_t nth, const sim_result *r);
    void *user;
} sim_client;

typedef struct sim_lanes sim_lanes;

/* NULL where the settings want another method or more than the ends of steps. In `a`, but for what sim_lanes_dispose
 * frees.
 */
sim_lanes *sim_lanes_create(sim_kit *k, arena *a);
/* The same results as sim_kit_run but for rounding, and for what is measured along the way: the drift of the energy and
   the residuals are those at events and ends. To the last bit they do not depend on which runs are beside them. They
   come in any order. */
void sim_lanes_run(sim_lanes *x, const sim_client *client);
void sim_lanes_dispose(sim_lanes *x);

#endif
