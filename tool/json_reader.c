/* JSON: a strict reader that keeps no tree, and strings written. */
#include "json_reader.h"

#include <stdlib.h>
#include <string.h>

#include "lagrangia/lagrangia.h"

enum { DEEPEST = 100 };

typedef struct reader {
    const char *at, *end;
    int depth;
} reader;

static void skip_blanks(reader *r) {
    while (r->at < r->end && (*r->at == ' ' || *r->at == '\t' || *r->at == '\n' || *r->at == '\r'))
        r->at++;
}

static bool accept(reader *r, char c) {
    bool there = r->at < r->end && *r->at == c;
    r->at += there;
    return there;
}

static bool accept_word(reader *r, const char *word) {
    size_t length = strlen(word);
    if ((size_t)(r->end - r->at) < length || memcmp(r->at, word, length) != 0)
        return false;
    r->at += length;
    return true;
}

static bool is_hex(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

static bool skip_escape(reader *r) {
    if (r->at == r->end)
        return false;
    char c = *r->at++;
    if (c != 'u')
        return strchr("\"\\/bfnrt", c) != NULL && c;
    for (int i = 0; i < 4; i++, r->at++)
        if (r->at == r->end || !is_hex(*r->at))
            return false;
    return true;
}

static bool skip_string(reader *r) {
    if (!accept(r, '"'))
        return false;
    while (r->at < r->end) {
        unsigned char c = (unsigned char)*r->at++;
        if (c == '"')
            return true;
        if (c < 0x20 || (c == '\\' && !skip_escape(r)))
            return false;
    }
    return false;
}

static bool skip_digits(reader *r) {
    const char *begin = r->at;
    while (r->at < r->end && *r->at >= '0' && *r->at <= '9')
        r->at++;
    return r->at > begin;
}

static bool skip_number(reader *r) {
    accept(r, '-');
    if (!accept(r, '0') && !skip_digits(r))
        return false;
    if (accept(r, '.') && !skip_digits(r))
        return false;
    if (!accept(r, 'e') && !accept(r, 'E'))
        return true;
    if (!accept(r, '+'))
        accept(r, '-');
    return skip_digits(r);
}

static bool skip_value(reader *r);

/* What stands between brackets, with commas between; members of objects have names. */
static bool skip_list(reader *r, char closing) {
    skip_blanks(r);
    if (accept(r, closing))
        return true;
    for (;;) {
        skip_blanks(r);
        if (closing == '}') {
            if (!skip_string(r))
                return false;
            skip_blanks(r);
            if (!accept(r, ':'))
                return false;
        }
        if (!skip_value(r))
            return false;
        skip_blanks(r);
        if (accept(r, closing))
            return true;
        if (!accept(r, ','))
            return false;
    }
}

static bool skip_value(reader *r) {
    skip_blanks(r);
    if (r->at == r->end)
        return false;
    if (*r->at == '"')
        return skip_string(r);
    if (*r->at != '{' && *r->at != '[')
        return accept_word(r, "null") || accept_word(r, "true") || accept_word(r, "false") || skip_number(r);
    char closing = *r->at++ == '{' ? '}' : ']';
    bool good = ++r->depth <= DEEPEST && skip_list(r, closing);
    r->depth--;
    return good;
}

json_value json_read(const char *text, size_t length) {
    reader r = {.at = text, .end = text + length};
    skip_blanks(&r);
    const char *begin = r.at;
    if (!skip_value(&r))
        return (json_value){NULL, 0};
    json_value value = {begin, (size_t)(r.at - begin)};
    skip_blanks(&r);
    return r.at == r.end ? value : (json_value){NULL, 0};
}

/* The value that begins at the reader; it is known to be one. */
static json_value take(reader *r) {
    skip_blanks(r);
    const char *begin = r->at;
    skip_value(r);
    return (json_value){begin, (size_t)(r->at - begin)};
}

static json_value find(json_value object, const char *name, size_t length) {
    json_value found = {NULL, 0};
    if (!object.at || *object.at != '{')
        return found;
    reader r = {.at = object.at + 1, .end = object.at + object.length - 1};
    for (skip_blanks(&r); r.at < r.end; skip_blanks(&r)) {
        json_value key = take(&r);
        skip_blanks(&r);
        accept(&r, ':');
        json_value value = take(&r);
        if (key.length == length + 2 && !memcmp(key.at + 1, name, length))
            found = value;
        skip_blanks(&r);
        accept(&r, ',');
    }
    return found;
}

json_value json_member(json_value object, const char *path) {
    while (*path) {
        size_t length = strcspn(path, ".");
        object = find(object, path, length);
        path += length + (path[length] == '.');
    }
    return object;
}

bool json_next(json_value array, size_t *state, json_value *item) {
    if (!array.at || *array.at != '[')
        return false;
    reader r = {.at = array.at + 1 + *state, .end = array.at + array.length - 1};
    skip_blanks(&r);
    if (*state)
        accept(&r, ',');
    skip_blanks(&r);
    if (r.at >= r.end)
        return false;
    *item = take(&r);
    *state = (size_t)(r.at - array.at - 1);
    return true;
}

static unsigned hex(const char *at) {
    unsigned code = 0;
    for (int i = 0; i < 4; i++) {
        unsigned c = (unsigned char)at[i];
        code = code << 4 | (c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10);
    }
    return code;
}

static char *put_utf8(char *out, unsigned code) {
    if (code < 0x80) {
        *out++ = (char)code;
    } else if (code < 0x800) {
        *out++ = (char)(0xC0 | code >> 6);
        *out++ = (char)(0x80 | (code & 0x3F));
    } else if (code < 0x10000) {
        *out++ = (char)(0xE0 | code >> 12);
        *out++ = (char)(0x80 | (code >> 6 & 0x3F));
        *out++ = (char)(0x80 | (code & 0x3F));
    } else {
        *out++ = (char)(0xF0 | code >> 18);
        *out++ = (char)(0x80 | (code >> 12 & 0x3F));
        *out++ = (char)(0x80 | (code >> 6 & 0x3F));
        *out++ = (char)(0x80 | (code & 0x3F));
    }
    return out;
}

/* Behind a backslash; *at moves over it. Two escapes may make one character. */
static unsigned unescape(const char **at, const char *end) {
    static const char letters[] = "bfnrt", signs[] = "\b\f\n\r\t";
    char c = *(*at)++;
    if (c != 'u') {
        const char *letter = strchr(letters, c);
        return (unsigned char)(letter ? signs[letter - letters] : c);
    }
    unsigned code = hex(*at);
    *at += 4;
    bool pair = code >= 0xD800 && code < 0xDC00 && end - *at >= 6 && (*at)[0] == '\\' && (*at)[1] == 'u';
    unsigned low = pair ? hex(*at + 2) : 0;
    if (low >= 0xDC00 && low < 0xE000) {
        *at += 6;
        return 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
    }
    return code >= 0xD800 && code < 0xE000 ? 0xFFFD : code;
}

char *json_string(json_value value, size_t *length) {
    if (!value.at || *value.at != '"')
        return NULL;
    char *text = malloc(value.length), *out = text; /* an escape is longer than what it means */
    const char *at = value.at + 1, *end = value.at + value.length - 1;
    while (text && at < end) {
        if (*at != '\\') {
            *out++ = *at++;
            continue;
        }
        at++;
        out = put_utf8(out, unescape(&at, end));
    }
    if (text)
        *out = '\0';
    if (text && length)
        *length = (size_t)(out - text);
    return text;
}

int json_int(json_value value, int otherwise) {
    char text[32] = "";
    if (!value.at || (*value.at != '-' && (*value.at < '0' || *value.at > '9')))
        return otherwise;
    memcpy(text, value.at, value.length < sizeof text ? value.length : sizeof text - 1);
    double x = lgr_number_read(text, NULL);
    return x > 1e9 ? 1000000000 : x < 0 ? -1 : (int)x;
}

bool json_is(json_value value, const char *text) {
    size_t length = strlen(text);
    if (value.at && *value.at == '"')
        return value.length == length + 2 && !memcmp(value.at + 1, text, length);
    return value.at && value.length == length && !memcmp(value.at, text, length);
}

size_t json_character(const unsigned char *c, size_t left) {
    static const unsigned least[] = {0, 0, 0x80, 0x800, 0x10000};
    size_t count = *c < 0x80 ? 1 : (*c & 0xE0) == 0xC0 ? 2 : (*c & 0xF0) == 0xE0 ? 3 : (*c & 0xF8) == 0xF0 ? 4 : 0;
    if (count == 0 || count > left)
        return 0;
    unsigned code = count < 2 ? *c : *c & (0x7Fu >> count);
    for (size_t i = 1; i < count; i++) {
        if ((c[i] & 0xC0) != 0x80)
            return 0;
        code = code << 6 | (c[i] & 0x3Fu);
    }
    return code < least[count] || (code >= 0xD800 && code < 0xE000) || code > 0x10FFFF ? 0 : count;
}

void json_put_string(FILE *out, const char *text, size_t length) {
    const unsigned char *c = (const unsigned char *)text, *end = c + length;
    putc('"', out);
    while (c < end) {
        size_t count = json_character(c, (size_t)(end - c));
        if (*c == '"' || *c == '\\')
            fprintf(out, "\\%c", *c);
        else if (*c < 0x20 || *c == 0x7F)
            fprintf(out, "\\u%04x", *c);
        else if (count > 0)
            fwrite(c, 1, count, out);
        else
            fputs("\xEF\xBF\xBD", out);
        c += count + !count;
    }
    putc('"', out);
}
