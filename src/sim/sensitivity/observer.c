/* The sensitivities as an observer of a run. */
#include "sim/dynamics/observer.h"
#include "sim/sensitivity/sensitivity.h"

const sim_observer sensitivity_observer = {
    .name = "sensitivities",
    .created = sensitivity_create,
    .started = sensitivity_start,
    .stepping = sensitivity_step,
    .reached = sensitivity_reach,
    .left = sensitivity_leave,
    .entered = sensitivity_enter,
    .impacting = sensitivity_blow,
    .reduced = sensitivity_reduce,
    .greatest = sensitivity_offer,
    .greatest_within = sensitivity_offer_within,
    .ended = sensitivity_finish,
};
