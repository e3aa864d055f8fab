/* Many runs of one compiled problem: explicit steps are taken eight at a time where the mode allows it, everything else
   one by one. */
#ifndef LGR_SIM_BATCH_LANES_H
#define LGR_SIM_BATCH_LANES_H

#include "sim/sim.h"

/* The caller that requests the runs. */
typedef struct sim_client {
    /* Sets the values of the next run in the model, with findings of its own; false if there are no more. */
    bool (*next)(void *user);
    /* Receives the result of the nth run that `next` began, from 0, with its values and findings in the model. The
       result is not valid afterwards. */
    void (*done)(void *user, size_t nth, const sim_result *r);
    void *user;
} sim_client;

typedef struct sim_lanes sim_lanes;

/* NULL if the settings need another method or more than the ends of steps. Allocated in `a`, except for what
   sim_lanes_dispose frees. */
sim_lanes *sim_lanes_create(sim_kit *k, arena *a);
/* The same results as sim_kit_run except for rounding, and except that the energy drift and the residuals are measured
   at events and ends only. They do not depend, to the last bit, on which runs share a batch. They arrive in any
   order. */
void sim_lanes_run(sim_lanes *x, const sim_client *client);
void sim_lanes_dispose(sim_lanes *x);

#endif
