/* The growing string: appending, and the only code that formats numbers and JSON strings. */
#include "base/strbuf.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/check.h"
#include "base/decimal.h"
#include "base/utf8.h"

strbuf strbuf_make(arena *a) {
    return (strbuf){.memory = a};
}

/* Makes room for `more` bytes and the terminating zero. */
static void reserve(strbuf *s, size_t more) {
    LGR_ASSERT(more < SIZE_MAX / 4 && s->len < SIZE_MAX / 4);
    size_t need = s->len + more + 1;
    if (need <= s->cap)
        return;
    size_t cap = s->cap == 0 ? 64 : s->cap;
    while (cap < need)
        cap *= 2;
    s->text = arena_grow(s->memory, s->text, s->cap, cap);
    s->cap = cap;
}

void strbuf_add_bytes(strbuf *s, const char *text, size_t length) {
    reserve(s, length);
    if (length > 0)
        memcpy(s->text + s->len, text, length);
    s->len += length;
    s->text[s->len] = '\0';
}

void strbuf_add(strbuf *s, const char *text) {
    strbuf_add_bytes(s, text, strlen(text));
}

void strbuf_printf(strbuf *s, const char *format, ...) {
    LGR_ASSERT(format != NULL);
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, format, args);
    LGR_ASSERT(length >= 0);
    reserve(s, (size_t)length);
    vsnprintf(s->text + s->len, (size_t)length + 1, format, again);
    s->len += (size_t)length;
    va_end(again);
    va_end(args);
}

void strbuf_add_number(strbuf *s, double x) {
    if (!isfinite(x)) {
        strbuf_add(s, "null");
        return;
    }
    reserve(s, DECIMAL_ROOM);
    s->len += decimal_write(x, s->text + s->len);
    s->text[s->len] = '\0';
}

/* The letter of the short escape, or 0. */
static char short_escape(uint32_t code) {
    switch (code) {
    case '"':
        return '"';
    case '\\':
        return '\\';
    case '\b':
        return 'b';
    case '\f':
        return 'f';
    case '\n':
        return 'n';
    case '\r':
        return 'r';
    case '\t':
        return 't';
    default:
        return 0;
    }
}

void strbuf_add_json_string(strbuf *s, const char *text) {
    strbuf_add(s, "\"");
    for (size_t left = strlen(text); left > 0;) {
        utf8_char c = utf8_decode(text, left);
        char letter = short_escape(c.code);
        if (letter != 0)
            strbuf_printf(s, "\\%c", letter);
        else if (c.code < 0x20 || c.code == 0x7F)
            strbuf_printf(s, "\\u%04x", (unsigned)c.code);
        else if (c.valid)
            strbuf_add_bytes(s, text, c.bytes);
        else
            strbuf_add(s, UTF8_REPLACEMENT);
        text += c.bytes;
        left -= c.bytes;
    }
    strbuf_add(s, "\"");
}

const char *strbuf_text(const strbuf *s) {
    return s->text == NULL ? "" : s->text;
}
