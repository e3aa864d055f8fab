/* Sensitivities, for pages that ask for no derivatives of a run: none. The functions do nothing where none are requested
   (src/sim/sensitivity/, which this replaces there, is a thirtieth of the module). */
#include "sim/sensitivity/sensitivity.h"

static bool never(const sim *s) {
    (void)s;
    return false;
}

const sim_observer sensitivity_observer = {.name = "sensitivities", .wanted = never};
const sim_observer sensitivity_instants_observer = {.name = "instants", .wanted = never};

void sensitivity_switch(sim *s) {
    (void)s;
}

void sensitivity_refract(sim *s) {
    (void)s;
}

void sensitivity_plan(sim *s, int event) {
    (void)s, (void)event;
}

void sensitivity_set(sim *s) {
    (void)s;
}

void sensitivity_idle(sim *s, int event) {
    (void)s, (void)event;
}

void sensitivity_adapt(sim *s, const double *before, const bool *keep_q, const bool *keep_v) {
    (void)s, (void)before, (void)keep_q, (void)keep_v;
}

void sensitivity_seed(sim *s, size_t count, const double *from) {
    (void)s, (void)count, (void)from;
}

const char *sensitivity_read(const sim *s, double *to) {
    (void)s, (void)to;
    return "derivatives are not part of this module";
}

const char *sensitivity_lost(const sim *s) {
    (void)s;
    return NULL;
}
