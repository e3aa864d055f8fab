/* Reading back what writers have written: JSON by paths, and text without its colours. */
#ifndef LGR_TESTS_OUT_READING_H
#define LGR_TESTS_OUT_READING_H

#include <ctype.h>

#include "out/support.h"
#include "out/words/table.h"

/* --- JSON: letter by letter, as sanitizers let functions of strings look at all of what follows --- */

static inline const char *reading_skip_space(const char *at) {
    while (*at == ' ' || *at == '\n')
        at++;
    return at;
}

static inline bool reading_begins(const char *at, const char *word) {
    while (*word && *at == *word) {
        at++;
        word++;
    }
    return !*word;
}

/* Past a number; NULL: there is none. */
static inline const char *reading_skip_number(const char *at) {
    bool any = false;
    for (at += *at == '-'; isdigit((unsigned char)*at) || (any && strchr(".eE+-", *at) && *at); at++)
        any = true;
    return any ? at : NULL;
}

static inline const char *reading_skip_string(const char *at) {
    for (at++; *at && *at != '"'; at++) {
        if ((unsigned char)*at < 0x20)
            fail_msg("a control character in a string: %.40s", at);
        at += *at == '\\';
    }
    if (*at != '"')
        fail_msg("a string does not end");
    return at + 1;
}

/* Past the value that begins here; it fails if that is none. */
static inline const char *reading_skip(const char *at) {
    static const char *const words[] = {"null", "true", "false"};
    if (*at == '"')
        return reading_skip_string(at);
    if (*at == '{' || *at == '[') {
        const char close = *at == '{' ? '}' : ']';
        at = reading_skip_space(at + 1);
        for (bool more = *at != close; more; at = more ? reading_skip_space(at + 1) : at) {
            if (close == '}') {
                if (*at != '"')
                    fail_msg("a key is missing: %.40s", at);
                at = reading_skip_space(reading_skip_string(at));
                if (*at != ':')
                    fail_msg("a value is missing: %.40s", at);
                at = reading_skip_space(at + 1);
            }
            at = reading_skip_space(reading_skip(at));
            if (*at != ',' && *at != close)
                fail_msg("neither more nor the end: %.40s", at);
            more = *at == ',';
        }
        return at + 1;
    }
    for (int i = 0; i < 3; i++)
        if (reading_begins(at, words[i]))
            return at + strlen(words[i]);
    const char *end = reading_skip_number(at);
    if (!end)
        fail_msg("no value: %.40s", at);
    return end;
}

/* All of the text is one value. */
static inline void reading_check(const char *text) {
    const char *end = reading_skip_space(reading_skip(reading_skip_space(text)));
    if (*end)
        fail_msg("more after the end: %.40s", end);
}

/* The value of a key of an object; NULL: it has none. */
static inline const char *reading_find(const char *at, const char *key, size_t length) {
    if (*at != '{')
        fail_msg("no object: %.40s", at);
    for (at = reading_skip_space(at + 1); *at == '"';) {
        const char *name = at + 1, *end = reading_skip_string(at);
        const char *value = reading_skip_space(reading_skip_space(end) + 1);
        if ((size_t)(end - 1 - name) == length && !memcmp(name, key, length))
            return value;
        at = reading_skip_space(reading_skip(value));
        at = *at == ',' ? reading_skip_space(at + 1) : at;
    }
    return NULL;
}

static inline const char *reading_item(const char *at, size_t n) {
    if (*at != '[')
        fail_msg("no list: %.40s", at);
    for (at = reading_skip_space(at + 1); n > 0 && *at != ']'; n--) {
        at = reading_skip_space(reading_skip(at));
        at = *at == ',' ? reading_skip_space(at + 1) : at;
    }
    return *at == ']' ? NULL : at;
}

/* Keys and places one after the other: "events/0/before/q/x". */
static inline const char *reading_at(const char *text, const char *path) {
    const char *at = reading_skip_space(text);
    while (at && *path) {
        const size_t length = strcspn(path, "/");
        at = *at == '[' ? reading_item(at, (size_t)atoi(path)) : reading_find(at, path, length);
        path += length + (path[length] == '/');
    }
    return at;
}

/* The items of a list. */
static inline size_t reading_count(const char *text, const char *path) {
    const char *at = reading_at(text, path);
    size_t count = 0;
    if (!at || *at != '[')
        fail_msg("no list '%s'", path);
    while (reading_item(at, count))
        count++;
    return count;
}

/* NaN for null. */
static inline double reading_number(const char *text, const char *path) {
    const char *at = reading_at(text, path);
    if (!at)
        fail_msg("'%s' is missing", path);
    return reading_begins(at, "null") ? NAN : strtod(at, NULL);
}

static inline void check_read(const char *text, const char *path, double want, const char *file, int line) {
    const double got = reading_number(text, path);
    if (got == want || (isnan(want) && isnan(got)) || (isinf(want) && isnan(got)))
        return;
    print_error("'%s' is %.17g, not %.17g\n", path, got, want);
    _fail(file, line);
}

/* To the last bit; what is not finite is null. */
#define assert_reads(text, path, want) check_read((text), (path), (want), __FILE__, __LINE__)

/* --- Elements of XML and environments of LaTeX --- */

enum { READING_DEEP = 64 };

/* Names that begin are ended in turn; attributes have quotes, and no number in them is none. */
static inline void reading_check_elements(const char *at) {
    const char *open[READING_DEEP];
    size_t length[READING_DEEP], deep = 0;
    for (; *at; at++) {
        if (*at == '&' && !reading_begins(at, "&amp;") && !reading_begins(at, "&lt;") && !reading_begins(at, "&gt;") &&
            !reading_begins(at, "&quot;") && !reading_begins(at, "&#"))
            fail_msg("a lonely &: %.40s", at);
        if (*at != '<' || at[1] == '!' || at[1] == '?')
            continue;
        const bool ends = at[1] == '/';
        const char *name = at + 1 + ends;
        size_t size = 0;
        while (isalnum((unsigned char)name[size]) || name[size] == '-')
            size++;
        for (at = name + size; *at != '>'; at++) {
            if (!*at || *at == '<')
                fail_msg("an element does not end: %.40s", name);
            if (*at != '"')
                continue;
            for (at++; *at != '"'; at++)
                if (!*at || *at == '<' ||
                    ((reading_begins(at, "nan") || reading_begins(at, "inf")) && !isalpha((unsigned char)at[3])))
                    fail_msg("an attribute of %.60s", name);
        }
        const bool alone = reading_begins(name, "meta ") || reading_begins(name, "link "); /* in HTML */
        if (!ends && at[-1] != '/' && !alone) {
            assert_true(deep < READING_DEEP);
            open[deep] = name;
            length[deep++] = size;
        } else if (ends && (!deep || length[--deep] != size || memcmp(open[deep], name, size) != 0))
            fail_msg("ended without a beginning: %.40s", name);
    }
    assert_int_equal(deep, 0);
}

/* Braces nest, and so do environments. */
static inline void reading_check_latex(const char *at) {
    const char *open[READING_DEEP];
    size_t deep = 0;
    int braces = 0;
    for (; *at; at++) {
        const bool begins = reading_begins(at, "\\begin{"), ends = reading_begins(at, "\\end{");
        if (begins) {
            assert_true(deep < READING_DEEP);
            open[deep++] = at + 7;
        }
        if (ends && (!deep || memcmp(open[deep - 1], at + 5, strcspn(at + 5, "}")) != 0))
            fail_msg("ended without a beginning: %.40s", at);
        deep -= ends;
        if (*at == '\\' && at[1])
            at++;
        else
            braces += (*at == '{') - (*at == '}');
        if (braces < 0)
            fail_msg("a brace too many: %.40s", at);
    }
    assert_int_equal(braces, 0);
    assert_int_equal(deep, 0);
}

/* --- Text --- */

/* Without its colours. */
static inline const char *reading_plain(const char *text, arena *a) {
    char *to = base_arena_copy(a, text, strlen(text)), *at = to;
    for (; *text; text++) {
        if (*text == '\x1b')
            text += strcspn(text, "m");
        else
            *at++ = *text;
    }
    *at = '\0';
    return to;
}

/* The columns that its widest line takes. */
static inline int reading_widest(const char *text, arena *a) {
    int most = 0;
    while (*text) {
        const size_t length = strcspn(text, "\n");
        const int width = out_width(base_arena_copy(a, text, length));
        most = width > most ? width : most;
        text += length + (text[length] == '\n');
    }
    return most;
}

/* Words without the space and the ends of lines between them. */
static inline const char *reading_words(const char *text, arena *a) {
    char *to = base_arena_copy(a, text, strlen(text)), *at = to;
    for (; *text; text++)
        if (*text != ' ' && *text != '\n')
            *at++ = *text;
    *at = '\0';
    return to;
}

#endif
