/* Compression: repetitions become references back, and what is left gets Huffman codes, block by block. */
#include "out/report/deflate.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/check.h"

enum {
    WINDOW = 32768,
    HASHES = 32768,
    CHAIN = 48,
    FEW = 12,
    SHORTEST = 3,
    LONGEST = 258,
    FAIR = 8,
    GOOD = 32,
    BLOCK = 16384
};
enum { LITERALS = 286, DISTANCES = 30, KINDS = 19, END = 256, LONGEST_CODE = 15, LONGEST_KIND = 7 };

/* Where the codes of lengths and distances begin, and the bits that follow them. */
static const struct {
    uint16_t from;
    uint8_t extra;
} lengths[] = {{3, 0},  {4, 0},  {5, 0},  {6, 0},   {7, 0},   {8, 0},   {9, 0},   {10, 0},  {11, 1}, {13, 1},
               {15, 1}, {17, 1}, {19, 2}, {23, 2},  {27, 2},  {31, 2},  {35, 3},  {43, 3},  {51, 3}, {59, 3},
               {67, 4}, {83, 4}, {99, 4}, {115, 4}, {131, 5}, {163, 5}, {195, 5}, {227, 5}, {258, 0}},
  distances[] = {{1, 0},     {2, 0},     {3, 0},     {4, 0},      {5, 1},      {7, 1},     {9, 2},     {13, 2},
                 {17, 3},    {25, 3},    {33, 4},    {49, 4},     {65, 5},     {97, 5},    {129, 6},   {193, 6},
                 {257, 7},   {385, 7},   {513, 8},   {769, 8},    {1025, 9},   {1537, 9},  {2049, 10}, {3073, 10},
                 {4097, 11}, {6145, 11}, {8193, 12}, {12289, 12}, {16385, 13}, {24577, 13}};
enum { LENGTHS = sizeof lengths / sizeof *lengths };

/* A byte (distance 0), or so many bytes from so far back. */
typedef struct token {
    uint16_t length, distance;
} token;

typedef struct squeezer {
    strbuf *out;
    const unsigned char *data;
    size_t size;
    uint64_t bits; /* not yet written, the first in the lowest place */
    int bit_count;
    int *head, *before; /* by hash, by place in the window: the last place before, plus 1 */
    token *tokens;
    size_t token_count;
} squeezer;

/* Codes of one alphabet, each bit-reversed as it is written. */
typedef struct book {
    int count;
    uint8_t length[LITERALS];
    uint16_t code[LITERALS];
} book;

/* The whole bytes among the bits. */
static void flush(squeezer *s) {
    char bytes[8];
    size_t count = 0;
    for (; s->bit_count >= 8; s->bit_count -= 8, s->bits >>= 8)
        bytes[count++] = (char)(s->bits & 0xff);
    base_strbuf_add_bytes(s->out, bytes, count);
}

static void put(squeezer *s, unsigned value, int count) {
    s->bits |= (uint64_t)value << s->bit_count;
    s->bit_count += count;
    if (s->bit_count >= 32)
        flush(s);
}

static unsigned hash_at(const unsigned char *p) {
    return (p[0] * 506832829u ^ p[1] * 2654435761u ^ p[2] * 2246822519u) >> 17;
}

static void remember(squeezer *s, size_t at) {
    if (at + SHORTEST > s->size)
        return;
    unsigned h = hash_at(s->data + at) % HASHES;
    s->before[at % WINDOW] = s->head[h];
    s->head[h] = (int)at + 1;
}

static size_t most_at(const squeezer *s, size_t at) {
    return s->size - at < LONGEST ? s->size - at : LONGEST;
}

static size_t common(const squeezer *s, size_t a, size_t b) {
    size_t most = most_at(s, b), n = 0;
    while (n + 8 <= most && memcmp(s->data + a + n, s->data + b + n, 8) == 0)
        n += 8;
    while (n < most && s->data[a + n] == s->data[b + n])
        n++;
    return n;
}

/* A candidate whose byte there differs is no longer than the best one. */
static bool may_be_longer(const squeezer *s, size_t from, size_t at, size_t best) {
    return best < most_at(s, at) && s->data[from + best] == s->data[at + best];
}

/* The longest repetition among so many candidates of the chain. */
static token longest_at(const squeezer *s, size_t at, int most) {
    token best = {0};
    if (at + SHORTEST > s->size)
        return best;
    int place = s->head[hash_at(s->data + at) % HASHES];
    for (int tries = 0; place > 0 && tries < most && best.length < LONGEST; tries++) {
        size_t from = (size_t)place - 1;
        if (at - from > WINDOW - 1)
            break;
        size_t n = may_be_longer(s, from, at, best.length) ? common(s, from, at) : 0;
        if (n >= SHORTEST && n > best.length)
            best = (token){(uint16_t)n, (uint16_t)(at - from)};
        place = s->before[from % WINDOW];
    }
    return best;
}

/* ---- Codes ---- */

typedef struct node {
    uint32_t weight;
    int parent;
} node;

/* The two lightest nodes without a parent join, again and again; then the depth of each leaf is the length of its code.
 */
static int deepest(const uint32_t *weights, int count, uint8_t *length) {
    node all[2 * LITERALS];
    int used = 0, deep = 0, leaf[LITERALS];
    for (int i = 0; i < count; i++) {
        leaf[i] = weights[i] ? used : -1;
        if (weights[i])
            all[used++] = (node){weights[i], -1};
    }
    for (int left = used; left > 1; left--) {
        int low[2] = {-1, -1};
        for (int i = 0; i < used; i++) {
            if (all[i].parent >= 0)
                continue;
            if (low[0] < 0 || all[i].weight < all[low[0]].weight)
                low[1] = low[0], low[0] = i;
            else if (low[1] < 0 || all[i].weight < all[low[1]].weight)
                low[1] = i;
        }
        all[used] = (node){all[low[0]].weight + all[low[1]].weight, -1};
        all[low[0]].parent = all[low[1]].parent = used++;
    }
    for (int i = 0; i < count; i++) {
        length[i] = 0;
        for (int k = leaf[i]; k >= 0 && all[k].parent >= 0; k = all[k].parent)
            length[i]++;
        if (leaf[i] >= 0 && length[i] == 0)
            length[i] = 1; /* alone */
        deep = length[i] > deep ? length[i] : deep;
    }
    return deep;
}

static unsigned reversed(unsigned code, int length) {
    unsigned r = 0;
    for (int i = 0; i < length; i++)
        r |= (code >> i & 1) << (length - 1 - i);
    return r;
}

/* Lighter weights are raised until no code is too long. */
static book make_book(uint32_t *weights, int count, int longest) {
    book b = {.count = count};
    while (deepest(weights, count, b.length) > longest)
        for (int i = 0; i < count; i++)
            weights[i] = weights[i] ? weights[i] / 2 + 1 : 0;
    unsigned code = 0;
    for (int length = 1; length <= longest; length++, code <<= 1)
        for (int i = 0; i < count; i++)
            if (b.length[i] == length)
                b.code[i] = (uint16_t)reversed(code++, length);
    while (b.count > 1 && b.length[b.count - 1] == 0)
        b.count--;
    return b;
}

static int code_of_length(unsigned length) {
    int k = 0;
    while (k + 1 < LENGTHS && lengths[k + 1].from <= length)
        k++;
    return k;
}

static int code_of_distance(unsigned distance) {
    int k = 0;
    while (k + 1 < DISTANCES && distances[k + 1].from <= distance)
        k++;
    return k;
}

/* ---- Blocks ---- */

/* A length of a code, or a run of them: 16 repeats the last, 17 and 18 are zeros. */
typedef struct run {
    uint8_t kind, extra, bits;
} run;

static size_t runs_of(const uint8_t *length, size_t count, run *runs) {
    size_t used = 0;
    for (size_t i = 0; i < count;) {
        size_t n = 1;
        while (i + n < count && length[i + n] == length[i])
            n++;
        if (length[i] == 0 && n >= 11) {
            n = n < 138 ? n : 138;
            runs[used++] = (run){18, (uint8_t)(n - 11), 7};
        } else if (length[i] == 0 && n >= 3) {
            runs[used++] = (run){17, (uint8_t)(n - 3), 3};
        } else if (length[i] != 0 && n >= 4) {
            n = n < 7 ? n : 7;
            runs[used++] = (run){length[i], 0, 0};
            runs[used++] = (run){16, (uint8_t)(n - 4), 2};
        } else {
            n = 1;
            runs[used++] = (run){length[i], 0, 0};
        }
        i += n;
    }
    return used;
}

static void put_books(squeezer *s, const book *literal, const book *distance) {
    static const uint8_t order[KINDS] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
    uint8_t all[LITERALS + DISTANCES];
    run runs[LITERALS + DISTANCES];
    uint32_t weights[KINDS] = {0};
    int literals = literal->count > 257 ? literal->count : 257, kinds = KINDS;
    memcpy(all, literal->length, (size_t)literals);
    memcpy(all + literals, distance->length, (size_t)distance->count);
    size_t used = runs_of(all, (size_t)(literals + distance->count), runs);
    for (size_t i = 0; i < used; i++)
        weights[runs[i].kind]++;
    book kind = make_book(weights, KINDS, LONGEST_KIND);
    while (kinds > 4 && kind.length[order[kinds - 1]] == 0)
        kinds--;
    put(s, (unsigned)literals - 257, 5);
    put(s, (unsigned)distance->count - 1, 5);
    put(s, (unsigned)kinds - 4, 4);
    for (int i = 0; i < kinds; i++)
        put(s, kind.length[order[i]], 3);
    for (size_t i = 0; i < used; i++) {
        put(s, kind.code[runs[i].kind], kind.length[runs[i].kind]);
        put(s, runs[i].extra, runs[i].bits);
    }
}

static void put_token(squeezer *s, const token *t, const book *literal, const book *distance) {
    if (t->distance == 0) {
        put(s, literal->code[t->length], literal->length[t->length]);
        return;
    }
    int k = code_of_length(t->length), d = code_of_distance(t->distance);
    put(s, literal->code[END + 1 + k], literal->length[END + 1 + k]);
    put(s, (unsigned)(t->length - lengths[k].from), lengths[k].extra);
    put(s, distance->code[d], distance->length[d]);
    put(s, (unsigned)(t->distance - distances[d].from), distances[d].extra);
}

static void put_block(squeezer *s, bool last) {
    uint32_t of_literals[LITERALS] = {[END] = 1}, of_distances[DISTANCES] = {0};
    for (size_t i = 0; i < s->token_count; i++) {
        const token *t = &s->tokens[i];
        of_literals[t->distance ? END + 1 + code_of_length(t->length) : t->length]++;
        if (t->distance)
            of_distances[code_of_distance(t->distance)]++;
    }
    book literal = make_book(of_literals, LITERALS, LONGEST_CODE);
    book distance = make_book(of_distances, DISTANCES, LONGEST_CODE);
    put(s, last, 1);
    put(s, 2, 2);
    put_books(s, &literal, &distance);
    for (size_t i = 0; i < s->token_count; i++)
        put_token(s, &s->tokens[i], &literal, &distance);
    put(s, literal.code[END], literal.length[END]);
    s->token_count = 0;
}

static void keep(squeezer *s, token t, bool last) {
    s->tokens[s->token_count++] = t;
    if (s->token_count == BLOCK)
        put_block(s, last);
}

/* A repetition waits for the next place: a longer one there is better, which is looked for the less the longer it is.
 */
static void squeeze(squeezer *s) {
    token here = longest_at(s, 0, CHAIN);
    for (size_t at = 0; at < s->size;) {
        remember(s, at);
        const token next = here.length < GOOD ? longest_at(s, at + 1, here.length < FAIR ? CHAIN : FEW) : (token){0};
        const bool alone = here.length == 0 || next.length > here.length;
        const size_t n = alone ? 1 : here.length;
        for (size_t k = 1; k < n; k++)
            remember(s, at + k);
        keep(s, alone ? (token){s->data[at], 0} : here, at + n == s->size);
        at += n;
        here = alone ? next : longest_at(s, at, CHAIN);
    }
    if (s->token_count > 0 || s->size == 0)
        put_block(s, true);
}

static uint32_t adler(const unsigned char *data, size_t length) {
    enum { PIECE = 5552 }; /* as many sums as 32 bits hold */
    uint32_t a = 1, b = 0;
    for (size_t i = 0; i < length;) {
        for (const size_t end = length - i < PIECE ? length : i + PIECE; i < end; i++)
            b += a += data[i];
        a %= 65521;
        b %= 65521;
    }
    return b << 16 | a;
}

void out_report_deflate(strbuf *out, const unsigned char *data, size_t length) {
    LGR_ASSERT(length < INT32_MAX);
    squeezer s = {.out = out, .data = data, .size = length};
    s.head = ARENA_ARRAY(out->memory, int, HASHES);
    s.before = ARENA_ARRAY(out->memory, int, WINDOW);
    s.tokens = ARENA_ARRAY(out->memory, token, BLOCK);
    put(&s, 0x78, 8);
    put(&s, 0x9c, 8);
    squeeze(&s);
    put(&s, 0, (8 - s.bit_count % 8) % 8);
    uint32_t sum = adler(data, length);
    for (int shift = 24; shift >= 0; shift -= 8)
        put(&s, sum >> shift & 0xff, 8);
    flush(&s);
}
