/* The growing string: appending, and the only code that formats numbers and JSON strings. */
#include "base/strbuf.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "base/check.h"
#include "base/decimal.h"
#include "base/memory.h"
#include "base/print.h"
#include "base/utf8.h"

strbuf base_strbuf_make(arena *a) {
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
    s->text = base_arena_grow(s->memory, s->text, s->cap, cap);
    s->cap = cap;
}

void base_strbuf_add_bytes(strbuf *s, const char *text, size_t length) {
    reserve(s, length);
    if (length > 0)
        memcpy(s->text + s->len, text, length);
    s->len += length;
    s->text[s->len] = '\0';
}

char *base_strbuf_room(strbuf *s, size_t most) {
    reserve(s, most);
    return s->text + s->len;
}

void base_strbuf_take(strbuf *s, const char *end) {
    s->len = (size_t)(end - s->text);
    LGR_ASSERT(s->len < s->cap);
    s->text[s->len] = '\0';
}

void base_strbuf_add(strbuf *s, const char *text) {
    base_strbuf_add_bytes(s, text, strlen(text));
}

void base_strbuf_printf(strbuf *s, const char *format, ...) {
    LGR_ASSERT(format != NULL);
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int length = base_print(NULL, 0, format, args);
    if (length < 0)
        base_memory_exhausted();
    reserve(s, (size_t)length);
    base_print(s->text + s->len, (size_t)length + 1, format, again);
    s->len += (size_t)length;
    va_end(again);
    va_end(args);
}

void base_strbuf_add_number(strbuf *s, double x) {
    if (!isfinite(x)) {
        base_strbuf_add(s, "null");
        return;
    }
    reserve(s, DECIMAL_ROOM);
    s->len += base_write_decimal(x, s->text + s->len);
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

/* How many characters stand at the beginning that are written as they are. */
static size_t plain_length(const char *text) {
    size_t n = 0;
    while (text[n] >= 0x20 && text[n] < 0x7F && text[n] != '"' && text[n] != '\\')
        n++;
    return n;
}

static void add_json_char(strbuf *s, const char *text, utf8_char c) {
    char letter = short_escape(c.code);
    if (letter != 0)
        base_strbuf_printf(s, "\\%c", letter);
    else if (c.code < 0x20 || c.code == 0x7F)
        base_strbuf_printf(s, "\\u%04x", (unsigned)c.code);
    else if (c.valid)
        base_strbuf_add_bytes(s, text, c.bytes);
    else
        base_strbuf_add(s, UTF8_REPLACEMENT);
}

void base_strbuf_add_json_string(strbuf *s, const char *text) {
    base_strbuf_add(s, "\"");
    for (size_t left = strlen(text); left > 0;) {
        size_t step = plain_length(text);
        if (step > 0)
            base_strbuf_add_bytes(s, text, step);
        else {
            utf8_char c = base_utf8_decode(text, left);
            add_json_char(s, text, c);
            step = c.bytes;
        }
        text += step;
        left -= step;
    }
    base_strbuf_add(s, "\"");
}

const char *base_strbuf_text(const strbuf *s) {
    return s->text == NULL ? "" : s->text;
}
