/* Error scales and thresholds, for one motion: see scale_rules.inc. */
#ifndef LGR_SIM_DYNAMICS_RULES_H
#define LGR_SIM_DYNAMICS_RULES_H

#include "ode/step_control.h"

/* Defines what a number is. */
/* clang-format off */
#include "num/scalar_begin.inc"
#include "sim/dynamics/scale_rules.inc"
#include "num/scalar_end.inc"

/* clang-format on */

#endif
