/* Ticks of an axis at round numbers: 1, 2 or 5 times a power of ten apart. */
#ifndef LGR_OUT_VALUES_NICE_H
#define LGR_OUT_VALUES_NICE_H

#include <stdbool.h>

#include "base/arena.h"

/* What has a place in a picture: coordinates up to NICE_MOST, whose differences and multiples are finite, and extents
   from NICE_LEAST on, by which can be divided. */
static const double NICE_LEAST = 1e-300, NICE_MOST = 1e300;
/* False for what is not finite, too. */
bool out_nice_has_place(double x);

typedef struct nice_ticks {
    double first, step; /* first is a multiple of step */
    int count;
} nice_ticks;

/* The smallest of 1, 2, 5 times a power of ten that is not below x >= 0, which is taken for one of these extents. */
double out_nice_above(double x);
/* The largest of them that is not above x >= 0. */
double out_nice_below(double x);
/* Ticks within [low, high], at most `most` >= 2 of them and as many as round numbers allow; one where the extent
   is less than NICE_LEAST. Needs low < high, within three times NICE_MOST of 0. */
nice_ticks out_nice_ticks_find(double low, double high, int most);
/* The i-th; 0 is exactly 0. */
double out_nice_tick(const nice_ticks *t, int i);
/* The i-th as text, with just the decimals that the step needs. */
const char *out_nice_tick_text(const nice_ticks *t, int i, arena *a);

#endif
