/* Runs side by side, for WebAssembly: none, since eight at once would be interpreted there (src/sim/batch/lanes.c, which
   this replaces, would say so at run time, and its loops are a tenth of the module). */
#include "sim/batch/lanes.h"

sim_lanes *sim_lanes_create(sim_kit *k, arena *a) {
    (void)k, (void)a;
    return NULL;
}

void sim_lanes_run(sim_lanes *x, const sim_client *client) {
    (void)x, (void)client;
}

void sim_lanes_dispose(sim_lanes *x) {
    (void)x;
}
