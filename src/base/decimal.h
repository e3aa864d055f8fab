/* The shortest decimal that reads back to the same double, as text. */
#ifndef LGR_BASE_DECIMAL_H
#define LGR_BASE_DECIMAL_H

#include <stddef.h>

enum { DECIMAL_ROOM = 40, DECIMAL_LONGEST = 24 }; /* bytes: that are written, and that are part of a number */

/* Writes x, which is finite, and gives the number of its bytes, at most DECIMAL_LONGEST, behind which there may be
   others; no terminating zero. Of the decimals that a correctly rounding reader takes for x it is one with the fewest
   digits, and of these the nearest to x. Integers below 1e17 are written out exactly: 72057594037927936. The form is
   that of "%.17g": 0.0001, 1e-05, 1.5e+17, -0; it is a JSON number, whatever the locale. The method is Schubfach: R.
   Giulietti, The Schubfach way to render doubles (2020). */
size_t base_write_decimal(double x, char *out);

#endif
