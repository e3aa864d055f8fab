/* The sensitivities as an observer of a run. */
#include "sim/dynamics/observer.h"
#include "sim/sensitivity/sensitivity.h"

static bool wanted(const sim *s) {
    return s->options.sensitive_count + s->options.sensitive_states > 0;
}

const sim_observer sensitivity_observer = {
    .name = "sensitivities",
    .wanted = wanted,
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
