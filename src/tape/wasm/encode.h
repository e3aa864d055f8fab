/* Bytes of a WebAssembly module: numbers as the format wants them, sections, instructions with their operands. */
#ifndef LGR_TAPE_WASM_ENCODE_H
#define LGR_TAPE_WASM_ENCODE_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

typedef struct wasm_bytes {
    arena *a;
    uint8_t *at;
    size_t length, room;
} wasm_bytes;

/* Instructions, by their numbers in the format; those of vectors come behind WASM_VECTOR. */
enum {
    WASM_IF = 0x04,
    WASM_END = 0x0b,
    WASM_RETURN = 0x0f,
    WASM_CALL = 0x10,
    WASM_CALL_INDIRECT = 0x11,
    WASM_DROP = 0x1a,
    WASM_SELECT = 0x1b,
    WASM_LOCAL_GET = 0x20,
    WASM_LOCAL_SET = 0x21,
    WASM_LOCAL_TEE = 0x22,
    WASM_F64_LOAD = 0x2b,
    WASM_F64_STORE = 0x39,
    WASM_I32_CONST = 0x41,
    WASM_I64_CONST = 0x42,
    WASM_F64_CONST = 0x44,
    WASM_I64_NE = 0x52,
    WASM_F64_EQ = 0x61,
    WASM_F64_NE = 0x62,
    WASM_F64_LT = 0x63,
    WASM_F64_GT = 0x64,
    WASM_F64_LE = 0x65,
    WASM_I32_SUB = 0x6b,
    WASM_I32_AND = 0x71,
    WASM_I32_OR = 0x72,
    WASM_I64_ADD = 0x7c,
    WASM_I64_AND = 0x83,
    WASM_I64_XOR = 0x85,
    WASM_F64_ABS = 0x99,
    WASM_F64_NEG = 0x9a,
    WASM_F64_FLOOR = 0x9c,
    WASM_F64_SQRT = 0x9f,
    WASM_F64_ADD = 0xa0,
    WASM_F64_SUB = 0xa1,
    WASM_F64_MUL = 0xa2,
    WASM_F64_DIV = 0xa3,
    WASM_F64_OF_I32 = 0xb7,
    WASM_BITS_OF_F64 = 0xbd,
    WASM_VECTOR = 0xfd,
    WASM_VECTOR_CONST = 12,
    WASM_VECTOR_SPLAT = 20,
    WASM_VECTOR_LANE = 33,
    WASM_VECTOR_FUSED = 263
};

enum { WASM_I32 = 0x7f, WASM_I64 = 0x7e, WASM_F64 = 0x7c, WASM_V128 = 0x7b, WASM_FUNCTION = 0x60, WASM_NOTHING = 0x40 };

void wasm_byte(wasm_bytes *b, unsigned x);
void wasm_append(wasm_bytes *b, const void *from, size_t length);
void wasm_unsigned(wasm_bytes *b, uint32_t x); /* of any length: LEB128 */
void wasm_signed(wasm_bytes *b, int64_t x);
void wasm_name(wasm_bytes *b, const char *name);
/* Its number, its length and its bytes. */
void wasm_section(wasm_bytes *b, unsigned kind, const wasm_bytes *content);

void wasm_get(wasm_bytes *b, uint32_t local);
void wasm_set(wasm_bytes *b, uint32_t local);
void wasm_tee(wasm_bytes *b, uint32_t local);
void wasm_number(wasm_bytes *b, double x);
/* The address is on the stack; for stores also the number. */
void wasm_load(wasm_bytes *b, size_t offset);
void wasm_store(wasm_bytes *b, size_t offset);
/* A function of this module; one of the host's table, whose type has this number. */
void wasm_call(wasm_bytes *b, uint32_t function);
void wasm_call_table(wasm_bytes *b, uintptr_t function, uint32_t type);

#endif
