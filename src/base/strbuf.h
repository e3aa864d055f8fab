/* A growing string in an arena, with the number and JSON formatting that all writers share. */
#ifndef LGR_BASE_STRBUF_H
#define LGR_BASE_STRBUF_H

#include <stdarg.h>
#include <stddef.h>

#include "base/arena.h"

typedef struct strbuf {
    arena *memory;
    char *text; /* always zero-terminated once something was added; NULL before */
    size_t len, cap;
} strbuf;

strbuf base_strbuf_make(arena *a);
void base_strbuf_add(strbuf *s, const char *text);
void base_strbuf_add_bytes(strbuf *s, const char *text, size_t length);
/* Where the next bytes go, with room for `most`; and up to where they were written there. */
char *base_strbuf_room(strbuf *s, size_t most);
void base_strbuf_take(strbuf *s, const char *end);
void base_strbuf_printf(strbuf *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The shortest decimal that reads back exactly (base/decimal.h); what is not finite becomes null. */
void base_strbuf_add_number(strbuf *s, double x);
/* A JSON string with its quotes; control characters, quotes and backslashes escaped, invalid UTF-8 replaced. */
void base_strbuf_add_json_string(strbuf *s, const char *text);
/* The text so far; "" if nothing was added. */
const char *base_strbuf_text(const strbuf *s);

#endif
