/* Changes a text by what it is made of: statements dropped, repeated, exchanged with those of other texts, numbers made
   extreme, names, units and operators replaced. Most of what comes out is nearly a model. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "mutate.h"

enum { MOST_LENT = 1024, MOST_BORROWED = 4096, MOST_CHANGES = 4 };

/* What is changed, and where the changes come from. */
typedef struct text {
    uint8_t *bytes;
    size_t length, room;
} text;

typedef struct span {
    size_t at, length;
} span;

static text lent[MOST_LENT];
static size_t lent_count;

void mutate_lend(const uint8_t *bytes, size_t size) {
    uint8_t *copy = lent_count < MOST_LENT ? malloc(size + 1) : NULL;
    if (copy) {
        memcpy(copy, bytes, size);
        lent[lent_count++] = (text){copy, size, size};
    }
}

/* splitmix64: the same on every machine */
static uint64_t roll(uint64_t *dice) {
    uint64_t z = *dice += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static size_t below(uint64_t *dice, size_t n) {
    return n ? (size_t)(roll(dice) % n) : 0;
}

/* --- What a text is made of --- */

typedef enum part { BLANK, NAME, NUMBER, STRING, SIGN } part;
/* What is looked for: a unit is a name after a number, a call a name before a parenthesis. */
typedef enum want { WANT_NAME, WANT_NUMBER, WANT_SIGN, WANT_UNIT, WANT_CALL, WANT_ANY, WANT_COUNT } want;

typedef struct token {
    span place;
    part is, before; /* the one before that is not blank */
} token;

static bool is_letter(uint8_t c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c >= 0x80;
}

static bool is_digit(uint8_t c) {
    return c >= '0' && c <= '9';
}

static bool is_blank(uint8_t c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static uint8_t at(const text *t, size_t i) {
    return i < t->length ? t->bytes[i] : 0;
}

static size_t number_end(const text *t, size_t i) {
    while (is_digit(at(t, i)) || (at(t, i) == '.' && is_digit(at(t, i + 1))))
        i++;
    bool has_exponent = at(t, i) == 'e' && (is_digit(at(t, i + 1)) || is_digit(at(t, i + 2)));
    for (i += has_exponent ? 2 : 0; has_exponent && is_digit(at(t, i));)
        i++;
    return i;
}

/* A comment is blank too. */
static size_t blank_end(const text *t, size_t i) {
    bool comment = at(t, i) == '#';
    while (i < t->length && (comment ? at(t, i) != '\n' : is_blank(at(t, i))))
        i++;
    return i;
}

static size_t string_end(const text *t, size_t i) {
    for (i++; i < t->length && at(t, i) != '"' && at(t, i) != '\n';)
        i++;
    return i < t->length ? i + 1 : i;
}

static size_t sign_end(const text *t, size_t i) {
    bool two = (at(t, i + 1) == '=' && strchr("<>=!", at(t, i))) || (at(t, i) == '.' && at(t, i + 1) == '.');
    return i + 1 + two;
}

static part part_of(const text *t, size_t i) {
    uint8_t c = at(t, i);
    return is_blank(c) || c == '#' ? BLANK : is_letter(c) ? NAME : is_digit(c) ? NUMBER : c == '"' ? STRING : SIGN;
}

/* Goes on to the token behind `k`; false at the end. */
static bool next_token(const text *t, token *k) {
    if (k->is != BLANK)
        k->before = k->is;
    size_t begin = k->place.at + k->place.length, end = begin;
    if (begin >= t->length)
        return false;
    k->is = part_of(t, begin);
    switch (k->is) {
    case BLANK:
        end = blank_end(t, begin);
        break;
    case NUMBER:
        end = number_end(t, begin);
        break;
    case STRING:
        end = string_end(t, begin);
        break;
    case SIGN:
        end = sign_end(t, begin);
        break;
    case NAME:
        while (is_letter(at(t, end)) || is_digit(at(t, end)))
            end++;
    }
    k->place = (span){begin, (end > t->length ? t->length : end) - begin};
    return true;
}

static bool fits(const text *t, const token *k, want w) {
    switch (w) {
    case WANT_NAME:
        return k->is == NAME;
    case WANT_NUMBER:
        return k->is == NUMBER;
    case WANT_SIGN:
        return k->is == SIGN;
    case WANT_UNIT:
        return k->is == NAME && k->before == NUMBER;
    case WANT_CALL:
        return k->is == NAME && at(t, k->place.at + k->place.length) == '(';
    default:
        return k->is != BLANK;
    }
}

/* One of the tokens that fit, all equally likely. */
static bool pick(const text *t, uint64_t *dice, want w, span *out) {
    size_t found = 0;
    for (token k = {{0, 0}, SIGN, SIGN}; next_token(t, &k);)
        if (fits(t, &k, w) && below(dice, ++found) == 0)
            *out = k.place;
    return found > 0;
}

/* A statement goes to the end of its line, or of the line on which its last brace is closed. */
static size_t statement_end(const text *t, size_t i) {
    long depth = 0;
    for (; i < t->length && (at(t, i) != '\n' || depth > 0); i++)
        depth += (at(t, i) == '{') - (at(t, i) == '}');
    return i < t->length ? i + 1 : i;
}

static bool pick_statement(const text *t, uint64_t *dice, span *out) {
    size_t found = 0;
    for (size_t i = 0; i < t->length;) {
        bool inside = below(dice, 4) == 0; /* those of a block are statements too */
        size_t end = statement_end(t, i), line = i;
        while (inside && line < end && at(t, line) != '\n')
            line++;
        end = inside && line < end ? line + 1 : end;
        if (below(dice, ++found) == 0)
            *out = (span){i, end - i};
        i = end;
    }
    return found > 0;
}

/* From a parenthesis, bracket or brace to the one that closes it. */
static bool pick_group(const text *t, uint64_t *dice, span *out) {
    static const char open[] = "([{", close[] = ")]}";
    size_t kind = below(dice, 8), found = 0; /* mostly parentheses */
    kind = kind < 2 ? kind + 1 : 0;
    for (size_t i = 0; i < t->length; i++)
        if (at(t, i) == open[kind] && below(dice, ++found) == 0)
            *out = (span){i, 1};
    long depth = 0;
    for (size_t i = out->at; found && i < t->length; i++) {
        depth += (at(t, i) == open[kind]) - (at(t, i) == close[kind]);
        if (depth == 0) {
            out->length = i + 1 - out->at;
            return true;
        }
    }
    return false;
}

static bool is_clause_end(uint8_t c, long depth) {
    return c == '\n' || c == '#' || c == 0 || depth < 0 || (c == ',' && depth == 0);
}

/* From a comma outside of groups, in front of a name, to the next one or the end of the line: ", static 0.4". */
static bool pick_clause(const text *t, uint64_t *dice, span *out) {
    size_t found = 0;
    long depth = 0;
    for (size_t i = 0; i < t->length; i++) {
        const uint8_t c = at(t, i);
        depth = c == '\n' ? 0 : depth + (strchr("([", c) && c) - (strchr(")]", c) && c);
        if (c != ',' || depth != 0 || !is_letter(at(t, i + 2)) || below(dice, ++found) != 0)
            continue;
        size_t end = i + 1;
        for (long inner = 0; !is_clause_end(at(t, end), inner); end++)
            inner += (strchr("([", at(t, end)) != NULL) - (strchr(")]", at(t, end)) != NULL);
        *out = (span){i, end - i};
    }
    return found > 0;
}

/* --- Changes --- */

static bool replace(text *t, span old, const uint8_t *by, size_t length) {
    if (t->length - old.length + length > t->room)
        return false;
    size_t rest = old.at + old.length;
    memmove(t->bytes + old.at + length, t->bytes + rest, t->length - rest);
    if (length)
        memcpy(t->bytes + old.at, by, length);
    t->length += length - old.length;
    return true;
}

/* The same with a part of a text, which may be this one. */
static bool copy_over(text *t, span old, const text *from, span what) {
    uint8_t borrowed[MOST_BORROWED];
    if (what.length > sizeof borrowed)
        return false;
    memcpy(borrowed, from->bytes + what.at, what.length);
    return replace(t, old, borrowed, what.length);
}

/* Another text, or the same. */
static const text *lender(const text *t, uint64_t *dice) {
    return lent_count && below(dice, 3) ? &lent[below(dice, lent_count)] : t;
}

static bool drop_statement(text *t, uint64_t *dice) {
    span s;
    return pick_statement(t, dice, &s) && replace(t, s, NULL, 0);
}

static bool same_bytes(const text *t, span a, const text *u, span b) {
    return a.length == b.length && memcmp(t->bytes + a.at, u->bytes + b.at, a.length) == 0;
}

static bool has_name(const text *t, const text *u, span name) {
    for (token k = {{0, 0}, SIGN, SIGN}; next_token(t, &k);)
        if (k.is == NAME && same_bytes(t, k.place, u, name))
            return true;
    return false;
}

/* Names that `t` has not become names that it has, but for units and functions; the first is the statement's word. */
static void make_known(text *statement, const text *t, uint64_t *dice) {
    bool first = true;
    for (token k = {{0, 0}, SIGN, SIGN}; next_token(statement, &k);) {
        span by;
        bool may = k.is == NAME && !first && !fits(statement, &k, WANT_UNIT) && !fits(statement, &k, WANT_CALL);
        first = first && k.is == BLANK;
        if (!may || has_name(t, statement, k.place) || !pick(t, dice, WANT_NAME, &by) || below(dice, 8) == 0)
            continue;
        if (copy_over(statement, k.place, t, by))
            k.place.length = by.length;
    }
}

/* One of this or of another text, at the place of any other or before it. */
static bool borrow_statement(text *t, uint64_t *dice) {
    uint8_t bytes[MOST_BORROWED];
    text statement = {bytes, 0, sizeof bytes};
    span s, place;
    const text *from = lender(t, dice);
    if (!pick_statement(from, dice, &s) || !pick_statement(t, dice, &place) ||
        !copy_over(&statement, (span){0, 0}, from, s))
        return false;
    make_known(&statement, t, dice);
    if (below(dice, 4))
        place.length = 0;
    return replace(t, place, bytes, statement.length);
}

static bool repeat_statement(text *t, uint64_t *dice) {
    span s;
    return pick_statement(t, dice, &s) && copy_over(t, (span){s.at, 0}, t, s);
}

/* A token, and one of the same kind from elsewhere. */
static bool exchange(text *t, uint64_t *dice, want w) {
    span old, by;
    const text *from = lender(t, dice);
    return pick(t, dice, w, &old) && pick(from, dice, w, &by) && copy_over(t, old, from, by);
}

static bool exchange_number(text *t, uint64_t *dice) {
    return exchange(t, dice, WANT_NUMBER);
}

static bool exchange_unit(text *t, uint64_t *dice) {
    return exchange(t, dice, WANT_UNIT);
}

static bool exchange_call(text *t, uint64_t *dice) {
    return exchange(t, dice, WANT_CALL);
}

static bool exchange_any(text *t, uint64_t *dice) {
    return exchange(t, dice, (want)below(dice, WANT_COUNT));
}

/* Most mistakes of people are a name of the same text in the wrong place. */
static bool exchange_own_name(text *t, uint64_t *dice) {
    span old, by;
    return pick(t, dice, WANT_NAME, &old) && pick(t, dice, WANT_NAME, &by) && copy_over(t, old, t, by);
}

static bool exchange_group(text *t, uint64_t *dice) {
    span old, by;
    const text *from = lender(t, dice);
    return pick_group(t, dice, &old) && pick_group(from, dice, &by) && copy_over(t, old, from, by);
}

/* A clause of some statement in the place of another, or before it: "coefficient 0.3 of rail, static 0.4". */
static bool exchange_clause(text *t, uint64_t *dice) {
    span old, by;
    const text *from = lender(t, dice);
    if (!pick_clause(t, dice, &old) || !pick_clause(from, dice, &by))
        return false;
    if (below(dice, 3) == 0)
        old.length = 0;
    uint8_t bytes[MOST_BORROWED];
    text clause = {bytes, 0, sizeof bytes};
    if (!copy_over(&clause, (span){0, 0}, from, by))
        return false;
    make_known(&clause, t, dice);
    return replace(t, old, bytes, clause.length);
}

static bool drop_clause(text *t, uint64_t *dice) {
    span s;
    return pick_clause(t, dice, &s) && replace(t, s, NULL, 0);
}

static bool change_number(text *t, uint64_t *dice) {
    static const char *const extremes[] = {"0",      "1",     "2",      "3",       "7",    "0.5",  "1e-3",   "1e3",
                                           "1e-9",   "1e9",   "1e-300", "1e300",   "1e-7", "1e15", "1e-320", "1e400",
                                           "1/3",    "pi",    "(-1)",   "(-1e-6)", "17",   "99",   "1001",   "65536",
                                           "100000", "1e-16", "0.1",    "(0/1)",   "1e5",  "1e-5", "(-2)",   "(1/7)"};
    const char *by = extremes[below(dice, sizeof extremes / sizeof *extremes)];
    span old;
    return pick(t, dice, WANT_NUMBER, &old) && replace(t, old, (const uint8_t *)by, strlen(by));
}

/* An operator becomes one of its kind, seldom any sign. */
static bool change_sign(text *t, uint64_t *dice) {
    static const char *const signs[] = {"+", "-", "*", "/", "^",  "<", ">", "<=", ">=", "=", "==",
                                        "~", ",", ":", "'", "..", "(", ")", "[",  "]",  "{", "}"};
    enum { ARITHMETIC = 5, COMPARISONS = 11, ALL = sizeof signs / sizeof *signs };
    span old;
    if (!pick(t, dice, WANT_SIGN, &old))
        return false;
    uint8_t c = at(t, old.at);
    size_t which = below(dice, 16) == 0      ? below(dice, ALL)
                   : strchr("<>=~", c)       ? ARITHMETIC + below(dice, COMPARISONS - ARITHMETIC)
                   : c && strchr("+-*/^", c) ? below(dice, ARITHMETIC)
                                             : below(dice, ALL);
    return replace(t, old, (const uint8_t *)signs[which], strlen(signs[which]));
}

/* x becomes x', -x, (x), x^2, x[1] and the like. */
static bool decorate(text *t, uint64_t *dice) {
    static const char *const around[][2] = {{"", "'"},      {"", "''"},    {"-", ""},      {"(", ")"},
                                            {"", "^2"},     {"1/", ""},    {"", "[1]"},    {"", ".x"},
                                            {"", "^-1"},    {"", "*t"},    {"[", ", 0]"},  {"", " - 1"},
                                            {"sqrt(", ")"}, {"abs(", ")"}, {"", "^(1/2)"}, {"not ", ""}};
    size_t which = below(dice, sizeof around / sizeof *around);
    span s;
    if (!pick(t, dice, below(dice, 4) ? WANT_NAME : WANT_NUMBER, &s))
        return false;
    const char *const *by = around[which];
    return replace(t, (span){s.at + s.length, 0}, (const uint8_t *)by[1], strlen(by[1])) &&
           replace(t, (span){s.at, 0}, (const uint8_t *)by[0], strlen(by[0]));
}

/* x becomes f(x) with a function of some text. */
static bool call(text *t, uint64_t *dice) {
    span s, f;
    const text *from = lender(t, dice);
    return pick(t, dice, WANT_NAME, &s) && pick(from, dice, WANT_CALL, &f) &&
           replace(t, (span){s.at + s.length, 0}, (const uint8_t *)")", 1) &&
           replace(t, (span){s.at, 0}, (const uint8_t *)"(", 1) && copy_over(t, (span){s.at, 0}, from, f);
}

static bool drop_token(text *t, uint64_t *dice) {
    span s;
    return pick(t, dice, WANT_ANY, &s) && replace(t, s, NULL, 0);
}

static bool cut_off(text *t, uint64_t *dice) {
    t->length = below(dice, t->length + 1);
    return true;
}

static bool spoil_byte(text *t, uint64_t *dice) {
    if (t->length)
        t->bytes[below(dice, t->length)] ^= (uint8_t)(1u << below(dice, 8));
    return true;
}

/* Mostly what leaves a model sound. */
static bool (*const changes[])(text *, uint64_t *) = {
    drop_statement,   drop_statement,  borrow_statement, borrow_statement,  borrow_statement,  borrow_statement,
    repeat_statement, exchange_any,    exchange_unit,    exchange_own_name, exchange_own_name, exchange_group,
    exchange_number,  exchange_number, exchange_call,    change_number,     change_number,     change_number,
    change_number,    change_sign,     change_sign,      decorate,          decorate,          call,
    drop_token,       cut_off,         spoil_byte,       exchange_clause,   exchange_clause,   exchange_clause,
    drop_clause,
};

size_t mutate(uint8_t *bytes, size_t size, size_t room, uint64_t seed) {
    uint64_t dice = seed;
    text t = {bytes, size, room};
    size_t left = 1;
    while (left < MOST_CHANGES && below(&dice, 2))
        left++;
    for (int tries = 0; left && tries < 20; tries++)
        left -= changes[below(&dice, sizeof changes / sizeof *changes)](&t, &dice);
    return t.length;
}
