/* The value of a number as written: an exact fraction where it fits, and always the nearest double. */
#ifndef LGR_SYNTAX_NUMERAL_H
#define LGR_SYNTAX_NUMERAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct numeral {
    bool exact;       /* num/den is the value, in lowest terms */
    int64_t num, den; /* 0/1 if not exact */
    double value;
} numeral;

/* Reads digits[.digits][e[+-]digits]. False if a double cannot hold it: too large, or so small that it would be 0. */
bool syntax_numeral(const char *text, size_t length, numeral *out);

#endif
