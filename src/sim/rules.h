/* The arithmetic of sizes and bounds that one motion shares with several side by side, for one. */
#ifndef LGR_SIM_RULES_H
#define LGR_SIM_RULES_H

#include "ode/step_control.h"

/* What a number is comes first. */
/* clang-format off */
#include "num/scalar_begin.inc"
#include "sim/scale_rules.inc"
#include "sim/watch_rules.inc"
#include "num/scalar_end.inc"
/* clang-format on */

#endif
