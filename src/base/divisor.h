/* The greatest common divisor. */
#ifndef LGR_BASE_DIVISOR_H
#define LGR_BASE_DIVISOR_H

#include <stdint.h>

/* The greatest number that divides both, never negative; 0 for two zeros. Neither is INT64_MIN. */
int64_t base_common_divisor(int64_t a, int64_t b);

#endif
