/* What the library says about itself: its version, its steppers, the meaning of its codes. */
#include "lagrangia/lagrangia.h"

#include <string.h>

#include "diag/explain.h"
#include "sim/sim.h"

const char *lgr_version(void) {
    return LGR_VERSION;
}

const char *lgr_method_name(size_t i) {
    return i < sim_stepper_count ? sim_steppers[i]->name : NULL;
}

const char *lgr_method_description(size_t i) {
    return i < sim_stepper_count ? sim_steppers[i]->what : NULL;
}

const char *lgr_explain(const char *code) {
    return code ? diag_explain(code) : NULL;
}
