/* Writes sincos.inc once more, in instructions of WebAssembly. */
#include "tape/wasm/turns.h"

#include <string.h>

#include "tape/sincos/sincos.h"

/* The argument, and the names of sincos.inc. */
enum { X, K, R, Z, SINE, COSINE, OTHER, QUARTER, PQ };

#define ROUNDER (0x1.8p52 + 0x1p25)
#define NOT_LAST_BITS (-(INT64_C(1) << 26))

typedef struct term {
    uint32_t local;
    double number; /* if not 0, this */
} term;

static term of(uint32_t local) {
    return (term){local, 0};
}

static term number(double x) {
    return (term){0, x};
}

static void vector(wasm_bytes *b, uint32_t instruction) {
    wasm_byte(b, WASM_VECTOR);
    wasm_unsigned(b, instruction);
}

static void spread(wasm_bytes *b, term x) {
    if (x.number != 0)
        wasm_number(b, x.number);
    else
        wasm_get(b, x.local);
    vector(b, WASM_VECTOR_SPLAT);
}

static void take_lane(wasm_bytes *b, unsigned lane) {
    vector(b, WASM_VECTOR_LANE);
    wasm_byte(b, lane);
}

/* x*y + z, rounded once. */
static void fused(wasm_bytes *b, term x, term y, term z) {
    spread(b, x);
    spread(b, y);
    spread(b, z);
    vector(b, WASM_VECTOR_FUSED);
    take_lane(b, 0);
}

static void add_bits(wasm_bytes *b, double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    for (size_t i = 0; i < sizeof bits; i++)
        wasm_byte(b, (unsigned)(bits >> 8 * i) & UINT8_MAX);
}

static void pair(wasm_bytes *b, double first, double second) {
    vector(b, WASM_VECTOR_CONST);
    add_bits(b, first);
    add_bits(b, second);
}

static void whole(wasm_bytes *b, int64_t x) {
    wasm_byte(b, WASM_I64_CONST);
    wasm_signed(b, x);
}

/* Whether some of these bits are set in the sum of the quarter turns and `more`. */
static void test_quarter(wasm_bytes *b, int64_t more, int64_t bits) {
    wasm_get(b, QUARTER);
    whole(b, more);
    wasm_byte(b, WASM_I64_ADD);
    whole(b, bits);
    wasm_byte(b, WASM_I64_AND);
    whole(b, 0);
    wasm_byte(b, WASM_I64_NE);
}

static void leave_great_angles(wasm_bytes *b, uint32_t of_one) {
    double begin = 0x1.8p52;
    int64_t begin_bits;
    memcpy(&begin_bits, &begin, sizeof begin);
    wasm_get(b, QUARTER);
    whole(b, begin_bits);
    wasm_byte(b, WASM_I64_XOR);
    whole(b, NOT_LAST_BITS);
    wasm_byte(b, WASM_I64_AND);
    whole(b, 0);
    wasm_byte(b, WASM_I64_NE);
    wasm_byte(b, WASM_IF);
    wasm_byte(b, WASM_NOTHING);
    wasm_get(b, X);
    wasm_call_table(b, (uintptr_t)tape_sine, of_one);
    wasm_get(b, X);
    wasm_call_table(b, (uintptr_t)tape_cosine, of_one);
    wasm_byte(b, WASM_RETURN);
    wasm_byte(b, WASM_END);
}

static void reduce(wasm_bytes *b, uint32_t of_one) {
    static const double parts[] = {-0x1.921fb54442d18p+0, -0x1.1a62633145c06p-54, -0x1.c1cd129024e09p-107};
    fused(b, of(X), number(0x1.45f306dc9c883p-1), number(ROUNDER));
    wasm_tee(b, K);
    wasm_byte(b, WASM_BITS_OF_F64);
    wasm_set(b, QUARTER);
    leave_great_angles(b, of_one);
    wasm_get(b, K);
    wasm_number(b, ROUNDER);
    wasm_byte(b, WASM_F64_SUB);
    wasm_set(b, K);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        fused(b, of(K), number(parts[i]), of(i == 0 ? X : R));
        wasm_set(b, R);
    }
}

/* Z becomes minus r*r, plus 0; both polynomials in one vector. */
static void run_polynomials(wasm_bytes *b) {
    static const double odd[] = {0x1.ae5e68a2b9cebp-26, 0x1.71de357b1fe7dp-19, 0x1.a01a019c161d5p-13,
                                 0x1.111111110f8a6p-7, 0x1.5555555555549p-3};
    static const double even[] = {0x1.1ee9ebdb4b1c4p-29, 0x1.27e4f809c52adp-22, 0x1.a01a019cb159p-16,
                                  0x1.6c16c16c15177p-10, 0x1.555555555554cp-5};
    wasm_get(b, R);
    wasm_byte(b, WASM_F64_NEG);
    wasm_set(b, Z);
    fused(b, of(R), of(Z), of(OTHER)); /* which is still 0 */
    wasm_set(b, Z);
    pair(b, 0x1.5d93a5acfd57cp-33, 0x1.8fae9be8838d4p-37);
    for (size_t n = 0; n < sizeof odd / sizeof *odd; n++) {
        spread(b, of(Z));
        pair(b, odd[n], even[n]);
        vector(b, WASM_VECTOR_FUSED);
    }
    wasm_set(b, PQ);
}

static void finish(wasm_bytes *b) {
    wasm_get(b, R);
    wasm_get(b, Z);
    wasm_byte(b, WASM_F64_MUL);
    wasm_set(b, SINE);
    wasm_get(b, PQ);
    take_lane(b, 0);
    wasm_set(b, K);
    fused(b, of(SINE), of(K), of(R));
    wasm_set(b, SINE);
    wasm_get(b, PQ);
    take_lane(b, 1);
    wasm_set(b, K);
    fused(b, of(Z), of(K), number(0.5));
    wasm_set(b, K);
    fused(b, of(Z), of(K), number(1));
    wasm_set(b, COSINE);
}

/* One of the two, by whether the quarter turns are odd; its sign changes where their sum with `more` has bit 1. */
static void give(wasm_bytes *b, uint32_t if_odd, uint32_t if_even, int64_t more) {
    wasm_get(b, if_odd);
    wasm_get(b, if_even);
    test_quarter(b, 0, 1);
    wasm_byte(b, WASM_SELECT);
    wasm_tee(b, OTHER);
    wasm_byte(b, WASM_F64_NEG);
    wasm_get(b, OTHER);
    test_quarter(b, more, 2);
    wasm_byte(b, WASM_SELECT);
}

static void write_body(wasm_bytes *b, uint32_t of_one) {
    reduce(b, of_one);
    run_polynomials(b);
    finish(b);
    give(b, COSINE, SINE, 0);
    give(b, SINE, COSINE, 1);
    wasm_byte(b, WASM_END);
}

void wasm_turns(wasm_bytes *b, uint32_t of_one) {
    static const struct {
        uint32_t count;
        unsigned type;
    } locals[] = {{QUARTER - K, WASM_F64}, {1, WASM_I64}, {1, WASM_V128}};
    const uint32_t kinds = sizeof locals / sizeof *locals;
    wasm_unsigned(b, kinds);
    for (uint32_t i = 0; i < kinds; i++) {
        wasm_unsigned(b, locals[i].count);
        wasm_byte(b, locals[i].type);
    }
    write_body(b, of_one);
}
