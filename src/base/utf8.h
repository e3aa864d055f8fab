/* Reading UTF-8 one character at a time; invalid bytes read as the replacement character. */
#ifndef LGR_BASE_UTF8_H
#define LGR_BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define UTF8_REPLACEMENT "\xEF\xBF\xBD"

typedef struct utf8_char {
    uint32_t code; /* U+FFFD if not valid */
    size_t bytes;  /* how many were read: 1 if not valid */
    bool valid;
} utf8_char;

/* The character at the start of a text with at least one byte. Overlong forms and surrogates are not valid. */
utf8_char base_utf8_decode(const char *text, size_t length);
/* Columns on a terminal: 0 for combining marks, 2 for wide East Asian characters and pictures, otherwise 1. */
int base_utf8_width(uint32_t code);

#endif
