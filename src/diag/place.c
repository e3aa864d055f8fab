/* Lines and columns, and the displayed form of source characters. */
#include "diag/place.h"

#include <string.h>

#include "base/utf8.h"

/* The end of the text without the blank space it ends with. */
static size_t visible_end(const diag_source *source) {
    size_t end = source->length;
    while (end > 0 && strchr(" \t\r\n", source->text[end - 1]) != NULL && source->text[end - 1] != '\0')
        end--;
    return end;
}

static size_t find_line_end(const diag_source *source, size_t begin) {
    const char *newline = memchr(source->text + begin, '\n', source->length - begin);
    size_t end = newline == NULL ? source->length : (size_t)(newline - source->text);
    return end > begin && source->text[end - 1] == '\r' ? end - 1 : end;
}

static int count_characters(const char *text, size_t length) {
    int count = 0;
    for (size_t i = 0; i < length; count++)
        i += base_utf8_decode(text + i, length - i).bytes;
    return count;
}

diag_place diag_locate(const diag_source *source, size_t offset) {
    diag_place place = {.line = 1};
    if (source->length == 0)
        return (diag_place){.line = 1, .column = 1};
    if (offset >= source->length)
        offset = visible_end(source);
    const char *text = source->text, *newline;
    while ((newline = memchr(text + place.line_begin, '\n', offset - place.line_begin)) != NULL) {
        place.line_begin = (size_t)(newline - text) + 1;
        place.line++;
    }
    place.line_end = find_line_end(source, place.line_begin);
    place.offset = offset < place.line_end ? offset : place.line_end;
    place.column = 1 + count_characters(text + place.line_begin, place.offset - place.line_begin);
    return place;
}

/* Control characters, and those that turn the direction of writing: a text must not look like another one. */
static bool is_hidden(uint32_t code) {
    return code < 0x20 || (code >= 0x7F && code < 0xA0) || (code >= 0x202A && code <= 0x202E) ||
           (code >= 0x2066 && code <= 0x2069);
}

diag_glyph diag_next_glyph(const char *text, size_t length, int column) {
    static const char spaces[] = "    ";
    if (*text == '\t')
        return (diag_glyph){1, 4 - column % 4, spaces + column % 4};
    utf8_char c = base_utf8_decode(text, length);
    if (!c.valid || is_hidden(c.code))
        return (diag_glyph){c.bytes, 1, UTF8_REPLACEMENT};
    return (diag_glyph){c.bytes, base_utf8_width(c.code), NULL};
}
