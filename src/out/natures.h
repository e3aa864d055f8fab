/* The words for what a constraint is. */
#ifndef LGR_OUT_NATURES_H
#define LGR_OUT_NATURES_H

#include "analysis/structure.h"

const char *out_nature_name(row_nature nature); /* "holonomic" */
const char *out_level_name(bool velocity);      /* "position" or "velocity" */

#endif
