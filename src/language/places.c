/* Offsets in the text and places as editors count them: lines, and units of UTF-16 in a line. */
#include "base/utf8.h"
#include "language/book.h"

/* A line ends as it does for editors, also with a carriage return alone. */
void language_find_lines(language_book *b) {
    uint32_t zero = 0;
    vec_push(b->a, &b->lines, zero);
    for (size_t i = 0; i < b->length; i++) {
        bool ends = b->source[i] == '\n' || (b->source[i] == '\r' && !(i + 1 < b->length && b->source[i + 1] == '\n'));
        if (ends)
            vec_push(b->a, &b->lines, (uint32_t)(i + 1));
    }
}

size_t language_line_of(const language_book *b, uint32_t offset) {
    size_t low = 0, high = b->lines.len;
    while (high - low > 1) {
        size_t middle = (low + high) / 2;
        if (b->lines.at[middle] <= offset)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static uint32_t units(utf8_char c) {
    return c.code > 0xFFFF ? 2 : 1;
}

static bool helps(const language_known *k, uint32_t line, uint32_t begin, uint32_t offset) {
    return k->line == line && k->offset >= begin && k->offset <= offset;
}

/* Places are mostly asked for in the order of the text: the next one is counted from one that is known. */
void language_find_place(language_book *b, uint32_t offset, uint32_t *line, uint32_t *character) {
    if (offset > b->length)
        offset = (uint32_t)b->length;
    uint32_t number = (uint32_t)language_line_of(b, offset);
    language_known k = {.offset = b->lines.at[number], .line = number};
    if (helps(&b->start, number, k.offset, offset))
        k = b->start;
    if (helps(&b->last, number, k.offset, offset))
        k = b->last;
    while (k.offset < offset) {
        utf8_char c = base_utf8_decode(b->source + k.offset, b->length - k.offset);
        if (k.offset + c.bytes > offset)
            break;
        k.offset += (uint32_t)c.bytes;
        k.character += units(c);
    }
    b->last = k;
    *line = k.line;
    *character = k.character;
}

uint32_t language_offset(const language_book *b, int line, int character) {
    if (line < 0)
        return 0;
    if ((size_t)line >= b->lines.len)
        return (uint32_t)b->length;
    uint32_t at = b->lines.at[line];
    for (int count = 0; at < b->length && count < character;) {
        utf8_char c = base_utf8_decode(b->source + at, b->length - at);
        if (c.code == '\n' || c.code == '\r')
            break;
        at += (uint32_t)c.bytes;
        count += (int)units(c);
    }
    return at;
}

static void add_place(language_book *b, uint32_t offset, strbuf *out) {
    uint32_t line, character;
    language_find_place(b, offset, &line, &character);
    base_strbuf_printf(out, "{\"line\":%u,\"character\":%u}", (unsigned)line, (unsigned)character);
}

void language_add_range(language_book *b, span at, strbuf *out) {
    base_strbuf_add(out, "{\"start\":");
    add_place(b, at.begin, out);
    b->start = b->last;
    base_strbuf_add(out, ",\"end\":");
    add_place(b, at.end, out);
    base_strbuf_add(out, "}");
}

/* Another text has lines of its own. */
static void add_range_elsewhere(language_book *b, size_t number, span at, strbuf *out) {
    const diag_source *source = diag_source_at(b->text->findings, number);
    uint32_t base = diag_source_base(b->text->findings, number);
    language_book other = {.text = b->text, .a = b->a, .source = source->text, .length = source->length};
    language_find_lines(&other);
    language_add_range(&other, (span){at.begin - base, at.end - base}, out);
}

void language_add_location(language_book *b, span at, strbuf *out) {
    size_t number = diag_source_of(b->text->findings, at.begin);
    base_strbuf_add(out, "\"file\":");
    base_strbuf_add_json_string(out, diag_source_at(b->text->findings, number)->name);
    base_strbuf_add(out, ",\"range\":");
    if (number == 0)
        language_add_range(b, at, out);
    else
        add_range_elsewhere(b, number, at, out);
}
