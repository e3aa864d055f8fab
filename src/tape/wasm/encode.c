/* Writes the parts of a WebAssembly module. */
#include "tape/wasm/encode.h"

#include <string.h>

enum { PAYLOAD = 7, MORE = 1 << PAYLOAD, SIGN_BIT = 1 << (PAYLOAD - 1) };

void wasm_append(wasm_bytes *b, const void *from, size_t length) {
    if (b->length + length > b->room) {
        const size_t room = 2 * (b->length + length) + 64;
        uint8_t *at = base_arena_alloc(b->a, room);
        if (b->length > 0)
            memcpy(at, b->at, b->length);
        b->at = at;
        b->room = room;
    }
    if (length > 0)
        memcpy(b->at + b->length, from, length);
    b->length += length;
}

void wasm_byte(wasm_bytes *b, unsigned x) {
    const uint8_t byte = (uint8_t)x;
    wasm_append(b, &byte, 1);
}

void wasm_unsigned(wasm_bytes *b, uint32_t x) {
    for (; x >= MORE; x >>= PAYLOAD)
        wasm_byte(b, x % MORE | MORE);
    wasm_byte(b, x);
}

void wasm_signed(wasm_bytes *b, int64_t x) {
    for (;;) {
        const unsigned low = (unsigned)((uint64_t)x % MORE);
        x = (x - (int64_t)low) / MORE;
        if ((x == 0 && !(low & SIGN_BIT)) || (x == -1 && (low & SIGN_BIT))) {
            wasm_byte(b, low);
            return;
        }
        wasm_byte(b, low | MORE);
    }
}

void wasm_name(wasm_bytes *b, const char *name) {
    wasm_unsigned(b, (uint32_t)strlen(name));
    wasm_append(b, name, strlen(name));
}

void wasm_section(wasm_bytes *b, unsigned kind, const wasm_bytes *content) {
    wasm_byte(b, kind);
    wasm_unsigned(b, (uint32_t)content->length);
    wasm_append(b, content->at, content->length);
}

static void with_index(wasm_bytes *b, unsigned instruction, uint32_t index) {
    wasm_byte(b, instruction);
    wasm_unsigned(b, index);
}

void wasm_get(wasm_bytes *b, uint32_t local) {
    with_index(b, WASM_LOCAL_GET, local);
}

void wasm_set(wasm_bytes *b, uint32_t local) {
    with_index(b, WASM_LOCAL_SET, local);
}

void wasm_tee(wasm_bytes *b, uint32_t local) {
    with_index(b, WASM_LOCAL_TEE, local);
}

/* Eight bytes, the lowest first. */
void wasm_number(wasm_bytes *b, double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    wasm_byte(b, WASM_F64_CONST);
    for (size_t i = 0; i < sizeof bits; i++)
        wasm_byte(b, (unsigned)(bits >> 8 * i) & UINT8_MAX);
}

enum { ALIGNED = 3 /* the power of two of a double's alignment */ };

void wasm_load(wasm_bytes *b, size_t offset) {
    with_index(b, WASM_F64_LOAD, ALIGNED);
    wasm_unsigned(b, (uint32_t)offset);
}

void wasm_store(wasm_bytes *b, size_t offset) {
    with_index(b, WASM_F64_STORE, ALIGNED);
    wasm_unsigned(b, (uint32_t)offset);
}

void wasm_call(wasm_bytes *b, uint32_t function) {
    with_index(b, WASM_CALL, function);
}

void wasm_call_table(wasm_bytes *b, uintptr_t function, uint32_t type) {
    wasm_byte(b, WASM_I32_CONST);
    wasm_signed(b, (int32_t)function);
    with_index(b, WASM_CALL_INDIRECT, type);
    wasm_unsigned(b, 0); /* the only table */
}
