/* The series of a report: each once, as the numbers that a picture needs, packed into text. web/shared/packed.ts reads
   it back. */
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "base/check.h"
#include "out/json/json.h"
#include "out/report/deflate.h"
#include "out/report/report.h"
#include "out/report/writers.h"

static const double FAR = 16, TICKS = 4294967295.0;

/* Numbers near each other and far from zero are kept from their middle, or their differences would be lost. */
static double middle_of(const double *x, size_t count) {
    double low = INFINITY, high = -INFINITY;
    for (size_t i = 0; i < count; i++)
        if (isfinite(x[i])) {
            low = fmin(low, x[i]);
            high = fmax(high, x[i]);
        }
    double middle = low + (high - low) / 2;
    return fabs(middle) > FAR * (high - low) && isfinite(middle) ? middle : 0;
}

/* All bits of "no value" are the same, and zero has no sign. */
static float shortened(double x) {
    float y = (float)x;
    return !isfinite(y) ? NAN : y == 0 ? 0 : y;
}

static bool is_table(const report_table *t, const float *x, double from, size_t count) {
    return t->from == from && memcmp(t->at, x, count * sizeof *x) == 0;
}

static size_t chain_of(const float *x, double from, size_t count) {
    uint64_t h = 14695981039346656037u, bits;
    memcpy(&bits, &from, sizeof bits);
    h = (h ^ bits) * 1099511628211u;
    for (size_t i = 0; i < count; i++) {
        uint32_t part;
        memcpy(&part, &x[i], sizeof part);
        h = (h ^ part) * 1099511628211u;
    }
    return (size_t)(h >> 32) % REPORT_CHAINS;
}

/* The place of a series among the tables; series that are equal share one. */
static size_t place_of(const report *r, const double *x) {
    float *y = ARENA_ARRAY(r->memory, float, r->frame_count);
    double from = middle_of(x, r->frame_count);
    for (size_t i = 0; i < r->frame_count; i++)
        y[i] = shortened(x[i] - from);
    uint32_t *chain = &r->chains[chain_of(y, from, r->frame_count)];
    for (uint32_t k = *chain; k > 0; k = r->tables->at[k - 1].next)
        if (is_table(&r->tables->at[k - 1], y, from, r->frame_count))
            return k - 1;
    report_table fresh = {y, from, *chain};
    vec_push(r->memory, r->tables, fresh);
    *chain = (uint32_t)r->tables->len;
    return r->tables->len - 1;
}

static bool is_constant(const double *x, size_t count) {
    for (size_t i = 1; i < count; i++)
        if (x[i] != x[0] && !(isnan(x[i]) && isnan(x[0])))
            return false;
    return count > 0;
}

static void add_list(strbuf *out, const double *x, size_t count) {
    base_strbuf_add(out, "[");
    for (size_t i = 0; i < count; i++) {
        base_strbuf_add(out, i ? ", " : "");
        base_strbuf_add_number(out, x[i]);
    }
    base_strbuf_add(out, "]");
}

void out_report_add_series(const report *r, const char *key, double (*value)(const sim_point *p, const void *of),
                           const void *of, bool *first) {
    double *x = ARENA_ARRAY(r->memory, double, r->frame_count + 1);
    for (size_t i = 0; i < r->frame_count; i++)
        x[i] = value(&r->frames[i].at, of);
    if (key)
        out_json_key(r->out, key, first);
    if (is_constant(x, r->frame_count))
        base_strbuf_add_number(r->out, x[0]);
    else if (!r->tables)
        add_list(r->out, x, r->frame_count);
    else
        base_strbuf_printf(r->out, "{\"table\": %zu}", place_of(r, x));
}

/* ---- Packing ---- */

/* Bytes in planes: the highest of all numbers first, then the next. */
static void put_planes(strbuf *out, const uint32_t *x, size_t count) {
    for (int shift = 24; shift >= 0; shift -= 8)
        for (size_t i = 0; i < count; i++)
            base_strbuf_add_bytes(out, &(char){(char)(x[i] >> shift & 0xff)}, 1);
}

/* Times as parts of the run. */
static double *put_times(const report *r, strbuf *out) {
    double *ticks = ARENA_ARRAY(r->memory, double, r->frame_count + 1), begin = r->frames[0].at.t;
    double whole = r->frames[r->frame_count - 1].at.t - begin;
    uint32_t *steps = ARENA_ARRAY(r->memory, uint32_t, r->frame_count + 1), last = 0;
    for (size_t i = 0; i < r->frame_count; i++) {
        uint32_t now = whole > 0 ? (uint32_t)((r->frames[i].at.t - begin) / whole * TICKS + 0.5) : 0;
        ticks[i] = now;
        steps[i] = now - last;
        last = now;
    }
    put_planes(out, steps, r->frame_count);
    return ticks;
}

/* Of neighbouring numbers the bits are neighbours. */
static uint32_t rank_of(float x) {
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits >> 31 ? ~bits : bits | 0x80000000u;
}

/* What the three places before make one expect, on a parabola; fewer at the beginning and after a jump. */
static float expected(const float *x, const double *t, size_t i) {
    size_t known = 0;
    while (known < 3 && known < i && isfinite(x[i - known - 1]) && (known == 0 || t[i - known - 1] < t[i - known]))
        known++;
    if (known == 0)
        return 0;
    if (known == 1 || t[i] == t[i - 1])
        return x[i - 1];
    double h = t[i] - t[i - 1], slope = ((double)x[i - 1] - x[i - 2]) / (t[i - 1] - t[i - 2]);
    if (known == 2)
        return (float)(x[i - 1] + slope * h);
    double earlier = ((double)x[i - 2] - x[i - 3]) / (t[i - 2] - t[i - 3]);
    double bend = (slope - earlier) / (t[i - 1] - t[i - 3]);
    return (float)(x[i - 1] + h * (slope + bend * (t[i] - t[i - 2])));
}

/* Differences from what was expected; small ones of either sign are small numbers. */
static void put_table(const report *r, const report_table *table, const double *ticks, strbuf *out) {
    uint32_t *steps = ARENA_ARRAY(r->memory, uint32_t, r->frame_count);
    for (size_t i = 0; i < r->frame_count; i++) {
        float guess = expected(table->at, ticks, i);
        uint32_t d = rank_of(table->at[i]) - rank_of(isfinite(guess) ? guess : 0);
        steps[i] = d << 1 ^ (d >> 31 ? 0xffffffffu : 0);
    }
    put_planes(out, steps, r->frame_count);
}

static void put_word(strbuf *out, size_t word) {
    LGR_ASSERT(word < UINT32_MAX);
    for (int shift = 0; shift < 32; shift += 8)
        base_strbuf_add_bytes(out, &(char){(char)(word >> shift & 0xff)}, 1);
}

static void add_base64(strbuf *out, const unsigned char *data, size_t length) {
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < length; i += 3) {
        unsigned three = (unsigned)data[i] << 16;
        three |= i + 1 < length ? (unsigned)data[i + 1] << 8 : 0;
        three |= i + 2 < length ? data[i + 2] : 0;
        char four[4];
        for (int k = 0; k < 4; k++)
            four[k] = (size_t)k > length - i ? '=' : letters[three >> (18 - 6 * k) & 63];
        base_strbuf_add_bytes(out, four, sizeof four);
    }
}

static void pack(strbuf *plain, arena *memory, strbuf *out) {
    strbuf packed = base_strbuf_make(memory);
    out_report_deflate(&packed, (const unsigned char *)plain->text, plain->len);
    add_base64(out, (const unsigned char *)packed.text, packed.len);
}

static strbuf begin_plain(const strbuf *words, arena *memory) {
    strbuf plain = base_strbuf_make(memory);
    put_word(&plain, words->len);
    base_strbuf_add_bytes(&plain, words->text, words->len);
    return plain;
}

void out_report_pack_words(const strbuf *words, strbuf *out) {
    strbuf plain = begin_plain(words, out->memory);
    pack(&plain, out->memory, out);
}

void out_report_pack(const report *r, strbuf *out) {
    base_strbuf_text(r->out);
    strbuf plain = begin_plain(r->out, r->memory);
    if (r->frame_count > 0) {
        const double *ticks = put_times(r, &plain);
        for (size_t k = 0; k < r->tables->len; k++)
            put_table(r, &r->tables->at[k], ticks, &plain);
    }
    pack(&plain, r->memory, out);
}
