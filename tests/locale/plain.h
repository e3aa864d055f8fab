/* Included before every unit and physics test: what a test itself writes and reads has a decimal point, as models and
   results have, whatever locale its process has chosen. The library is not compiled with it. */
#ifndef LGR_TEST_PLAIN_H
#define LGR_TEST_PLAIN_H

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

__attribute__((format(printf, 3, 4))) int plain_snprintf(char *to, size_t size, const char *format, ...);
double plain_strtod(const char *text, char **end);

#define snprintf plain_snprintf
#define strtod plain_strtod

#endif
