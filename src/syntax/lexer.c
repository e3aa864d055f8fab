/* The lexer: one pass over the text, one token at a time. */
#include "syntax/lexer.h"

#include <string.h>

#include "base/check.h"
#include "base/strbuf.h"
#include "base/utf8.h"
#include "base/vec.h"
#include "syntax/letters.h"

typedef struct lexer {
    arena *memory;
    intern *names;
    const char *text;
    size_t length, at;
    uint32_t base; /* of the offsets in places */
    VEC(syn_token) tokens;
} lexer;

static const struct {
    const char *word;
    int kind;
} reserved[] = {{"and", TOKEN_AND}, {"or", TOKEN_OR},     {"not", TOKEN_NOT},
                {"if", TOKEN_IF},   {"then", TOKEN_THEN}, {"else", TOKEN_ELSE}};

/* Typographic signs that mean what a plain one means. */
static const struct {
    uint32_t code;
    int kind;
} typographic[] = {{0x00B7, '*'},
                   {0x00D7, '*'},
                   {0x22C5, '*'},
                   {0x2212, '-'},
                   {0x2264, TOKEN_LESS_EQUAL},
                   {0x2265, TOKEN_GREATER_EQUAL}};

enum { DEGREE_SIGN = 0x00B0, SUPERSCRIPT_MINUS = 0x207B };

/* The byte `ahead` of the present one; 0 behind the end. */
static char peek(const lexer *x, size_t ahead) {
    return x->at + ahead < x->length ? x->text[x->at + ahead] : '\0';
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static utf8_char character(const lexer *x) {
    return base_utf8_decode(x->text + x->at, x->length - x->at);
}

static void add(lexer *x, int kind, size_t begin, const char *name) {
    syn_token t = {kind, {x->base + (uint32_t)begin, x->base + (uint32_t)x->at}, name};
    vec_push(x->memory, &x->tokens, t);
}

/* So that one may look a few tokens back from the first one and on from the last. */
static void add_margin(lexer *x) {
    for (int i = 0; i < LEX_MARGIN; i++)
        add(x, TOKEN_END, x->at, NULL);
}

static void skip_digits(lexer *x) {
    while (is_digit(peek(x, 0)))
        x->at++;
}

/* The exponent of 1e-3. A letter e that no exponent follows is left alone: it begins a name. */
static bool skip_exponent(lexer *x) {
    if (peek(x, 0) != 'e' && peek(x, 0) != 'E')
        return true;
    bool has_sign = peek(x, 1) == '+' || peek(x, 1) == '-';
    if (is_digit(peek(x, has_sign ? 2 : 1))) {
        x->at += has_sign ? 2 : 1;
        skip_digits(x);
        return true;
    }
    if (has_sign)
        x->at += 2;
    return !has_sign;
}

static void read_number(lexer *x) {
    size_t begin = x->at;
    bool good = is_digit(peek(x, 0));
    skip_digits(x);
    if (peek(x, 0) == '.' && is_digit(peek(x, 1))) {
        x->at++;
        skip_digits(x);
    }
    good = skip_exponent(x) && good;
    if (peek(x, 0) == '.' && peek(x, 1) != '.') { /* 1. or 1.2.3; but 1..N is a range */
        good = false;
        while (peek(x, 0) == '.' || is_digit(peek(x, 0)))
            x->at++;
    }
    add(x, good ? TOKEN_NUMBER : TOKEN_BAD_NUMBER, begin, NULL);
}

static int word_kind(const char *name) {
    for (size_t i = 0; i < sizeof reserved / sizeof *reserved; i++)
        if (strcmp(reserved[i].word, name) == 0)
            return reserved[i].kind;
    return TOKEN_NAME;
}

static void read_name(lexer *x) {
    size_t begin = x->at;
    while (x->at < x->length) {
        utf8_char c = character(x);
        if (!c.valid || !(syntax_is_letter(c.code) || is_digit(peek(x, 0))))
            break;
        x->at += c.bytes;
    }
    const char *name = base_intern_text(x->names, x->text + begin, x->at - begin);
    add(x, word_kind(name), begin, name);
}

static bool is_control(uint32_t code) {
    return (code < 0x20 && code != '\t') || code == 0x7F;
}

/* A string ends on its line; it has no escapes. */
static void read_string(lexer *x) {
    size_t begin = x->at++;
    int kind = TOKEN_STRING;
    while (peek(x, 0) != '"') {
        if (x->at >= x->length || peek(x, 0) == '\n' || (peek(x, 0) == '\r' && peek(x, 1) == '\n')) {
            add(x, TOKEN_BAD_STRING, begin, NULL);
            return;
        }
        utf8_char c = character(x);
        if (kind == TOKEN_STRING && (!c.valid || is_control(c.code))) {
            kind = c.valid ? TOKEN_BAD_CHARACTER : TOKEN_BAD_UTF8;
            begin = x->at;
        }
        x->at += c.bytes;
        if (kind != TOKEN_STRING) {
            add(x, kind, begin, NULL);
            return;
        }
    }
    x->at++;
    add(x, kind, begin, base_intern_text(x->names, x->text + begin + 1, x->at - begin - 2));
}

static void skip_comment(lexer *x) {
    while (x->at < x->length && peek(x, 0) != '\n') {
        utf8_char c = character(x);
        x->at += c.bytes;
        if (!c.valid)
            add(x, TOKEN_BAD_UTF8, x->at - c.bytes, NULL);
    }
}

static void read_line_end(lexer *x) {
    size_t begin = x->at++;
    const syn_token *last = &x->tokens.at[x->tokens.len - 1];
    if (last->kind != TOKEN_LINE && last->kind != TOKEN_END)
        add(x, TOKEN_LINE, begin, NULL);
}

static int superscript_digit(uint32_t code) {
    switch (code) {
    case 0x00B9:
        return 1;
    case 0x00B2:
    case 0x00B3:
        return (int)code - 0x00B0;
    default:
        return code == 0x2070 || (code >= 0x2074 && code <= 0x2079) ? (int)code - 0x2070 : -1;
    }
}

/* x⁻² is x^-2. False, and nothing read, if no superscript number stands here. */
static bool read_superscript(lexer *x) {
    size_t begin = x->at;
    utf8_char c = character(x);
    bool negative = c.valid && c.code == SUPERSCRIPT_MINUS;
    strbuf digits = base_strbuf_make(x->memory);
    for (x->at += negative ? c.bytes : 0; x->at < x->length; x->at += c.bytes) {
        c = character(x);
        if (!c.valid || superscript_digit(c.code) < 0)
            break;
        base_strbuf_printf(&digits, "%d", superscript_digit(c.code));
    }
    if (digits.len == 0) {
        x->at = begin;
        return false;
    }
    add(x, '^', begin, NULL);
    if (negative)
        add(x, '-', begin, NULL);
    add(x, TOKEN_NUMBER, begin, base_strbuf_text(&digits));
    return true;
}

static int typographic_kind(uint32_t code) {
    for (size_t i = 0; i < sizeof typographic / sizeof *typographic; i++)
        if (typographic[i].code == code)
            return typographic[i].kind;
    return TOKEN_BAD_CHARACTER;
}

/* 45° is 45 deg; 20 °C is nothing that a model can say. */
static bool read_degree_sign(lexer *x) {
    size_t begin = x->at;
    utf8_char c = character(x);
    if (!c.valid || c.code != DEGREE_SIGN)
        return false;
    x->at += c.bytes;
    if (x->at < x->length && syntax_is_letter(character(x).code)) {
        x->at = begin;
        return false;
    }
    add(x, TOKEN_NAME, begin, base_intern_name(x->names, "deg"));
    return true;
}

static void read_other(lexer *x) {
    if (read_superscript(x) || read_degree_sign(x))
        return;
    size_t begin = x->at;
    utf8_char c = character(x);
    x->at += c.bytes;
    int kind = typographic_kind(c.code);
    if (!c.valid)
        kind = TOKEN_BAD_UTF8;
    else if (c.code != 0 && c.code < 0x80 && strchr("+-*/^()[]{}<>=~,:;.'%", (int)c.code) != NULL)
        kind = (int)c.code;
    if ((kind == '<' || kind == '>') && peek(x, 0) == '=') {
        kind = kind == '<' ? TOKEN_LESS_EQUAL : TOKEN_GREATER_EQUAL;
        x->at++;
    } else if (kind == '=' && peek(x, 0) == '=') {
        kind = TOKEN_SAME;
        x->at++;
    } else if (kind == '.' && peek(x, 0) == '.') {
        kind = TOKEN_RANGE;
        x->at++;
    }
    add(x, kind, begin, NULL);
}

static void read_token(lexer *x) {
    char c = peek(x, 0);
    utf8_char next = character(x);
    if (c == ' ' || c == '\t' || c == '\r')
        x->at++;
    else if (c == '\n')
        read_line_end(x);
    else if (c == '#')
        skip_comment(x);
    else if (c == '"')
        read_string(x);
    else if (is_digit(c) || (c == '.' && is_digit(peek(x, 1))))
        read_number(x);
    else if (next.valid && syntax_is_letter(next.code))
        read_name(x);
    else
        read_other(x);
}

syn_tokens syntax_lex(arena *a, intern *names, const diag_source *source, uint32_t base) {
    LGR_ASSERT(source->length < UINT32_MAX - base);
    lexer x = {.memory = a, .names = names, .text = source->text, .length = source->length, .base = base};
    if (x.length >= 3 && memcmp(x.text, "\xEF\xBB\xBF", 3) == 0)
        x.at = 3; /* a byte order mark says nothing */
    add_margin(&x);
    while (x.at < x.length)
        read_token(&x);
    add(&x, TOKEN_END, x.at, NULL);
    const size_t count = x.tokens.len - LEX_MARGIN;
    add_margin(&x);
    return (syn_tokens){x.tokens.at + LEX_MARGIN, count};
}

static finding *bad_character(diag *d, const syn_token *bad) {
    const char *text = diag_text_at(d, bad->at.begin);
    utf8_char c = base_utf8_decode(text, bad->at.end - bad->at.begin);
    const char *plain = syntax_plain_spelling(c.code);
    bool shows = c.code > 0x20 && c.code != 0x7F && !(c.code >= 0x80 && c.code <= 0xA0) && c.code < 0x2E80 &&
                 !(c.code >= 0x2000 && c.code <= 0x200F) && !(c.code >= 0x2028 && c.code <= 0x202F);
    finding *f = shows ? diag_add(d, DIAG_E0101, bad->at, "unexpected character '%.*s'", (int)c.bytes, text)
                       : diag_add(d, DIAG_E0101, bad->at, "unexpected character U+%04X", (unsigned)c.code);
    if (plain != NULL)
        diag_help(d, f, "write %s instead", plain);
    else if (!shows)
        diag_help(d, f, "it is invisible: delete it");
    const char *sign = plain == NULL && !shows ? "" : syntax_plain_sign(c.code);
    if (sign != NULL)
        diag_fix(d, f, bad->at, "%s", sign);
    return f;
}

finding *syntax_lex_finding(diag *d, const syn_token *bad) {
    LGR_ASSERT(bad->kind >= TOKEN_BAD_CHARACTER && bad->kind <= TOKEN_BAD_UTF8);
    const char *text = diag_text_at(d, bad->at.begin);
    finding *f = NULL;
    switch (bad->kind) {
    case TOKEN_BAD_STRING:
        f = diag_add(d, DIAG_E0102, (span){bad->at.begin, bad->at.begin + 1}, "this quoted text is not closed");
        diag_help(d, f, "close it with \" on the same line");
        return f;
    case TOKEN_BAD_NUMBER:
        f = diag_add(d, DIAG_E0103, bad->at, "the number '%.*s' cannot be read", (int)(bad->at.end - bad->at.begin),
                     text);
        diag_help(d, f, "numbers are written like 1, 0.5 or 1e-3");
        return f;
    case TOKEN_BAD_UTF8:
        return diag_add(d, DIAG_E0114, bad->at, "this byte (0x%02X) is not valid UTF-8", (unsigned char)text[0]);
    default:
        return bad_character(d, bad);
    }
}
