/* Enclosures of a motion from a few points of it, for one motion: see enclosure_rules.inc. */
#ifndef LGR_SIM_EVENT_RULES_H
#define LGR_SIM_EVENT_RULES_H

#include "sim/dynamics/rules.h"

/* Defines what a number is. */
/* clang-format off */
#include "num/scalar_begin.inc"
#include "sim/event/enclosure_rules.inc"
#include "num/scalar_end.inc"

/* clang-format on */

#endif
