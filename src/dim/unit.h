/* The table of units and their prefixes: name to factor and dimension. */
#ifndef LGR_DIM_UNIT_H
#define LGR_DIM_UNIT_H

#include "dim/dimension.h"

/* A unit's factor to SI is exact where it can be: factor = num/den * pi^pi_power. */
typedef struct unit {
    int64_t num, den;
    int pi_power; /* deg = pi/180, rev = 2 pi */
    dimension dim;
} unit;

/* Looks up a unit name with an optional SI prefix (km, kN, ms, GPa, ...). No prefix where it makes no sense (kft). */
bool dim_find_unit(const char *name, unit *out);

/* The symbol for a unit's name written out or misspelt ("metres": "m"); NULL for others. */
const char *dim_unit_of_word(const char *word);

#endif
