/* The data of a report as JSON with lists of numbers, unpacked again by other means than those that packed them. */
#ifndef LGR_TESTS_OUT_UNPACKING_H
#define LGR_TESTS_OUT_UNPACKING_H

#include <ctype.h>
#include <stdint.h>

#include "out/support.h"

/* ---- Base 64 ---- */

static inline unsigned char *unpack_base64(const char *text, size_t length, size_t *bytes, arena *a) {
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    unsigned char *all = ARENA_ARRAY(a, unsigned char, length + 1);
    unsigned bits = 0;
    int count = 0;
    *bytes = 0;
    assert_int_equal(length % 4, 0);
    for (size_t i = 0; i < length && text[i] != '='; i++) {
        const char *at = strchr(letters, text[i]);
        assert_non_null(at);
        bits = bits << 6 | (unsigned)(at - letters);
        count += 6;
        if (count >= 8)
            all[(*bytes)++] = (unsigned char)(bits >> (count -= 8));
    }
    return all;
}

/* ---- RFC 1951, bit by bit ---- */

typedef struct inflating {
    const unsigned char *in;
    size_t length, at;
    int bit;
    strbuf out;
} inflating;

static inline unsigned inflate_bits(inflating *s, int count) {
    unsigned value = 0;
    for (int i = 0; i < count; i++) {
        assert_true(s->at < s->length);
        value |= (unsigned)(s->in[s->at] >> s->bit & 1) << i;
        if (++s->bit == 8)
            s->bit = 0, s->at++;
    }
    return value;
}

/* Canonical codes: symbols by length, then by number. */
typedef struct inflate_book {
    int count[16], symbol[320];
} inflate_book;

static inline inflate_book inflate_make(const unsigned char *length, int n) {
    inflate_book b = {{0}, {0}};
    int used = 0, room = 1;
    for (int bits = 1; bits < 16; bits++)
        for (int i = 0; i < n; i++)
            if (length[i] == bits)
                b.count[bits]++, b.symbol[used++] = i;
    for (int bits = 1; bits < 16; bits++) {
        room = 2 * room - b.count[bits];
        assert_true(room >= 0);
    }
    assert_true(room == 0 || used <= 1);
    return b;
}

static inline int inflate_symbol(inflating *s, const inflate_book *b) {
    int code = 0, first = 0, index = 0;
    for (int bits = 1; bits < 16; bits++) {
        code |= (int)inflate_bits(s, 1);
        if (code - b->count[bits] < first)
            return b->symbol[index + code - first];
        index += b->count[bits];
        first = (first + b->count[bits]) << 1;
        code <<= 1;
    }
    fail_msg("no such code");
    return 0;
}

static inline void inflate_block(inflating *s) {
    static const unsigned char order[19] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
    static const int base[29] = {3,  4,  5,  6,  7,  8,  9,  10, 11,  13,  15,  17,  19,  23, 27,
                                 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258},
                     more[29] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};
    unsigned char length[320] = {0};
    int literals = (int)inflate_bits(s, 5) + 257, distances = (int)inflate_bits(s, 5) + 1;
    int kinds = (int)inflate_bits(s, 4) + 4;
    unsigned char of_kinds[19] = {0};
    for (int i = 0; i < kinds; i++)
        of_kinds[order[i]] = (unsigned char)inflate_bits(s, 3);
    inflate_book kind = inflate_make(of_kinds, 19);
    for (int i = 0; i < literals + distances;) {
        int k = inflate_symbol(s, &kind);
        int times = k < 16    ? 1
                    : k == 16 ? 3 + (int)inflate_bits(s, 2)
                    : k == 17 ? 3 + (int)inflate_bits(s, 3)
                              : 11 + (int)inflate_bits(s, 7);
        unsigned char value = (unsigned char)(k < 16 ? k : k == 16 ? length[i - 1] : 0);
        assert_true(i + times <= literals + distances);
        for (; times > 0; times--)
            length[i++] = value;
    }
    inflate_book literal = inflate_make(length, literals), distance = inflate_make(length + literals, distances);
    for (int k = inflate_symbol(s, &literal); k != 256; k = inflate_symbol(s, &literal)) {
        if (k < 256) {
            base_strbuf_add_bytes(&s->out, &(char){(char)k}, 1);
            continue;
        }
        size_t n = (size_t)base[k - 257] + inflate_bits(s, more[k - 257]);
        int d = inflate_symbol(s, &distance);
        size_t back = d < 4 ? (size_t)d + 1 : ((size_t)(2 + d % 2) << (d / 2 - 1)) + 1 + inflate_bits(s, d / 2 - 1);
        assert_true(back <= s->out.len);
        for (size_t i = 0; i < n; i++)
            base_strbuf_add_bytes(&s->out, &(char){s->out.text[s->out.len - back]}, 1);
    }
}

/* A stream of RFC 1950, its sum compared. */
static inline strbuf unpack_stream(const unsigned char *in, size_t length, arena *a) {
    inflating s = {.in = in, .length = length, .at = 2, .out = base_strbuf_make(a)};
    assert_true(length > 6 && in[0] == 0x78 && (in[0] * 256 + in[1]) % 31 == 0);
    for (unsigned last = 0; !last;) {
        last = inflate_bits(&s, 1);
        assert_int_equal(inflate_bits(&s, 2), 2);
        inflate_block(&s);
    }
    s.at += s.bit > 0;
    assert_int_equal(s.length - s.at, 4);
    uint32_t low = 1, high = 0;
    for (size_t i = 0; i < s.out.len; i++) {
        low = (low + (unsigned char)s.out.text[i]) % 65521;
        high = (high + low) % 65521;
    }
    uint32_t sum = 0;
    for (int i = 0; i < 4; i++)
        sum = sum << 8 | in[s.at + (size_t)i];
    assert_true(sum == (high << 16 | low));
    return s.out;
}

/* ---- Tables ---- */

typedef struct unpacked {
    const char *words;
    double *time;    /* per frame, from 0 to 1 */
    double **tables; /* less what stands in "from" */
    size_t frames, table_count;
} unpacked;

static inline const unsigned char *unpack_planes(const unsigned char *at, size_t n, uint32_t *x) {
    for (size_t i = 0; i < n; i++)
        x[i] = (uint32_t)at[i] << 24 | (uint32_t)at[i + n] << 16 | (uint32_t)at[i + 2 * n] << 8 | at[i + 3 * n];
    return at + 4 * n;
}

static inline float unpack_ranked(uint32_t rank) {
    uint32_t bits = rank >> 31 ? rank & 0x7fffffffu : ~rank;
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static inline uint32_t unpack_rank(float x) {
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits & 0x80000000u ? 0xffffffffu - bits : bits + 0x80000000u;
}

static inline float unpack_guess(const float *x, const double *t, size_t i) {
    size_t n = 0;
    while (n < 3 && n < i && isfinite(x[i - 1 - n]) && (n == 0 || t[i - 1 - n] < t[i - n]))
        n++;
    if (n == 0)
        return 0;
    if (n == 1 || t[i] == t[i - 1])
        return x[i - 1];
    double h = t[i] - t[i - 1], slope = ((double)x[i - 1] - x[i - 2]) / (t[i - 1] - t[i - 2]);
    if (n == 2)
        return (float)(x[i - 1] + slope * h);
    double bend = (slope - ((double)x[i - 2] - x[i - 3]) / (t[i - 2] - t[i - 3])) / (t[i - 1] - t[i - 3]);
    return (float)(x[i - 1] + h * (slope + bend * (t[i] - t[i - 2])));
}

static inline unpacked unpack_text(const char *text, size_t length, arena *a) {
    size_t packed, head = 0;
    const unsigned char *bytes = unpack_base64(text, length, &packed, a);
    strbuf all = unpack_stream(bytes, packed, a);
    const unsigned char *at = (const unsigned char *)all.text;
    for (int i = 3; i >= 0; i--)
        head = head << 8 | at[i];
    unpacked u = {.words = base_arena_copy(a, all.text + 4, head)};
    const char *frames = strstr(u.words, "\"frames\": ");
    u.frames = frames ? (size_t)strtoul(frames + 10, NULL, 10) : 0;
    size_t tables = u.frames ? (all.len - 4 - head) / (4 * u.frames) : 0;
    assert_int_equal(4 + head + 4 * u.frames * tables, all.len);
    u.table_count = tables ? tables - 1 : 0;
    u.time = ARENA_ARRAY(a, double, u.frames + 1);
    u.tables = ARENA_ARRAY(a, double *, u.table_count + 1);
    uint32_t *steps = ARENA_ARRAY(a, uint32_t, u.frames + 1), tick = 0;
    double *ticks = ARENA_ARRAY(a, double, u.frames + 1);
    at = u.frames ? unpack_planes(at + 4 + head, u.frames, steps) : at;
    for (size_t i = 0; i < u.frames; i++) {
        tick += steps[i];
        ticks[i] = tick;
        u.time[i] = tick / 4294967295.0;
    }
    for (size_t k = 0; k < u.table_count; k++) {
        float *x = ARENA_ARRAY(a, float, u.frames);
        u.tables[k] = ARENA_ARRAY(a, double, u.frames);
        at = unpack_planes(at, u.frames, steps);
        for (size_t i = 0; i < u.frames; i++) {
            float guess = unpack_guess(x, ticks, i);
            uint32_t step = steps[i] % 2 ? 0xffffffffu - steps[i] / 2 : steps[i] / 2;
            x[i] = unpack_ranked(unpack_rank(isfinite(guess) ? guess : 0) + step);
            u.tables[k][i] = x[i];
        }
    }
    return u;
}

/* The words with each table written out as a list. */
static inline const char *unpack_lists(const unpacked *u, arena *a) {
    static const char mark[] = "{\"table\": ", froms[] = "\"from\": [";
    strbuf s = base_strbuf_make(a);
    const char *at = u->words, *from = NULL;
    for (const char *found = strstr(at, froms); found; found = strstr(found + 1, froms))
        from = found + sizeof froms - 1; /* the last one: places have a "from" too */
    double *offset = ARENA_ARRAY(a, double, u->table_count + 1);
    for (size_t k = 0; k < u->table_count; k++) {
        char *end;
        offset[k] = strtod(from, &end);
        from = end + (*end == ',');
    }
    for (const char *next = strstr(at, mark); next; next = strstr(at, mark)) {
        base_strbuf_add_bytes(&s, at, (size_t)(next - at));
        char *end;
        size_t k = (size_t)strtoul(next + sizeof mark - 1, &end, 10);
        assert_true(k < u->table_count && *end == '}');
        for (size_t i = 0; i < u->frames; i++) {
            base_strbuf_add(&s, i ? "," : "[");
            base_strbuf_add_number(&s, u->tables[k][i] + offset[k]);
        }
        base_strbuf_add(&s, "]");
        at = end + 1;
    }
    base_strbuf_add(&s, at);
    return base_strbuf_text(&s);
}

#endif
