/* Printing and reading as in the locale "C", whatever locale the host program has chosen. */
#ifndef LGR_BASE_PRINT_H
#define LGR_BASE_PRINT_H

#include <stdarg.h>
#include <stddef.h>

/* As vsnprintf. */
int base_print(char *out, size_t room, const char *format, va_list args) __attribute__((format(printf, 3, 0)));
/* As strtod: the decimal at the start of the text, correctly rounded; *end is what follows it, the text itself if there
   is none. `end` may be NULL. */
double base_read_number(const char *text, const char **end);
/* What an errno means: "No such file or directory". Lives until the thread asks again. */
const char *base_error_text(int error);

#endif
