/* Bytes of instructions, from a table of operations: prefixes, opcode, registers, displacement. */
#include "tape/encode.h"

#include <string.h>

#include "base/check.h"

enum { LONGEST_OPERATION = 64, CONSTANT_BYTES = 64, SLOTS_BASE = 3 /* rbx */ };
enum { NO_PREFIX = 0, P66 = 1, PF3 = 2, PF2 = 3 }; /* as VEX and EVEX number them */
enum { MAP_0F = 1, MAP_0F38 = 2 };

/* Columns of two: scalar, packed. */
typedef struct row {
    uint8_t opcode, map, prefix[2], sources[2];
} row;

#define ARITHMETIC(opcode)                                                                                             \
    { opcode, MAP_0F, {PF2, P66}, { 2, 2 } }
#define BITS(opcode)                                                                                                   \
    { opcode, MAP_0F, {P66, P66}, { 2, 2 } }

static const row rows[DO_COUNT] = {
    [DO_LOAD] = {0x10, MAP_0F, {PF2, P66}, {1, 1}},
    [DO_STORE] = {0x11, MAP_0F, {PF2, P66}, {1, 1}},
    [DO_MOVE] = {0x28, MAP_0F, {P66, P66}, {1, 1}},
    [DO_ADD] = ARITHMETIC(0x58),
    [DO_MUL] = ARITHMETIC(0x59),
    [DO_SUB] = ARITHMETIC(0x5c),
    [DO_MIN] = ARITHMETIC(0x5d),
    [DO_DIV] = ARITHMETIC(0x5e),
    [DO_MAX] = ARITHMETIC(0x5f),
    [DO_SQRT] = {0x51, MAP_0F, {PF2, P66}, {2, 1}},
    [DO_AND] = BITS(0x54),
    [DO_ANDN] = BITS(0x55),
    [DO_OR] = BITS(0x56),
    [DO_XOR] = BITS(0x57),
    [DO_COMPARE] = ARITHMETIC(0xc2),
    [DO_SPREAD] = {0x38, MAP_0F38, {PF3, PF3}, {1, 1}},
};

/* One machine instruction: numbers of registers are those of the processor. */
typedef struct instruction {
    const row *row;
    unsigned prefix, reg, a, part;
    place b;
    int immediate; /* -1: none */
} instruction;

static void put(encoder *e, unsigned byte) {
    e->at[e->length++] = (uint8_t)byte;
}

static void put_number(encoder *e, const void *number, size_t size) {
    memcpy(e->at + e->length, number, size);
    e->length += size;
}

static void make_room(encoder *e) {
    if (e->length + LONGEST_OPERATION > e->room) {
        e->at = arena_grow(e->a, e->at, e->room, 2 * e->room + 4096);
        e->room = 2 * e->room + 4096;
    }
}

/* ---- What an instruction reads or writes: a register, a slot, a constant ---- */

static size_t value_bytes(const encoder *e) {
    return sizeof(double) * e->shape->lanes;
}

static int32_t slot_offset(const encoder *e, uint32_t slot, unsigned part) {
    return (int32_t)(slot * value_bytes(e) + part * value_bytes(e) / e->shape->parts);
}

static void put_slot(encoder *e, const instruction *i) {
    const int32_t offset = slot_offset(e, i->b.index, i->part);
    const int32_t unit = e->shape->form == FORM_EVEX ? (int32_t)value_bytes(e) : 1; /* of short displacements */
    if (offset / unit <= 127) { /* slots are whole units */
        put(e, 0x40 | (i->reg & 7) << 3 | SLOTS_BASE);
        put(e, (unsigned)(offset / unit));
        return;
    }
    put(e, 0x80 | (i->reg & 7) << 3 | SLOTS_BASE);
    put_number(e, &offset, sizeof offset);
}

/* Counted from the end of the instruction. */
static void put_constant(encoder *e, const instruction *i) {
    const size_t end = e->length + 1 + sizeof(int32_t) + (i->immediate >= 0);
    const int32_t offset = (int32_t)(i->b.index * CONSTANT_BYTES) - (int32_t)end;
    put(e, (i->reg & 7) << 3 | 5);
    put_number(e, &offset, sizeof offset);
}

static void put_place(encoder *e, const instruction *i) {
    if (i->b.kind == PLACE_REGISTER) {
        put(e, 0xc0 | (i->reg & 7) << 3 | (i->b.index & 7));
    } else if (i->b.kind == PLACE_SLOT) {
        put_slot(e, i);
    } else {
        put_constant(e, i);
    }
}

/* The register in the place of memory operands, 0 where there is none. */
static unsigned rm(const instruction *i) {
    return i->b.kind == PLACE_REGISTER ? i->b.index : 0;
}

/* ---- The three encodings (Intel's manual, volume 2, chapter 2) ---- */

static void put_legacy(encoder *e, const instruction *i) {
    static const uint8_t prefixes[] = {[P66] = 0x66, [PF3] = 0xf3, [PF2] = 0xf2};
    put(e, prefixes[i->prefix]);
    if ((i->reg | rm(i)) > 7) {
        put(e, 0x40 | (i->reg >> 3) << 2 | rm(i) >> 3);
    }
    put(e, 0x0f);
}

static void put_vex(encoder *e, const instruction *i) {
    const unsigned no_r = (~i->reg >> 3 & 1) << 7, no_b = ~rm(i) >> 3 & 1;
    const unsigned last = (~i->a & 15) << 3 | (unsigned)e->shape->length << 2 | i->prefix;
    if (no_b) {
        put(e, 0xc5);
        put(e, no_r | last);
        return;
    }
    put(e, 0xc4);
    put(e, no_r | 1 << 6 | no_b << 5 | i->row->map);
    put(e, last);
}

static void put_evex(encoder *e, const instruction *i) {
    const unsigned no_r = (~i->reg >> 3 & 1) << 7 | (~i->reg >> 4 & 1) << 4;
    const unsigned no_x = (~rm(i) >> 4 & 1) << 6, no_b = (~rm(i) >> 3 & 1) << 5;
    put(e, 0x62);
    put(e, no_r | no_x | no_b | i->row->map);
    put(e, 1 << 7 | (~i->a & 15) << 3 | 4 | i->prefix);
    put(e, (unsigned)e->shape->length << 5 | (~i->a >> 4 & 1) << 3);
}

static void put_instruction(encoder *e, const instruction *i) {
    static void (*const forms[])(encoder *, const instruction *) = {
        [FORM_LEGACY] = put_legacy, [FORM_VEX] = put_vex, [FORM_EVEX] = put_evex};
    forms[e->shape->form](e, i);
    put(e, i->row->opcode);
    put_place(e, i);
    if (i->immediate >= 0) {
        put(e, (unsigned)i->immediate);
    }
}

/* ---- Operations on values ---- */

static bool is_register(place b, unsigned reg) {
    return b.kind == PLACE_REGISTER && b.index == reg;
}

/* All parts of a value. Old instructions find their first operand where the result will be. */
static void put_parts(encoder *e, encode_op op, unsigned reg, unsigned a, place b, int immediate) {
    const row *r = &rows[op];
    const unsigned step = e->shape->registers;
    make_room(e);
    for (unsigned part = 0; part < e->shape->parts; part++) {
        instruction i = {r, r->prefix[e->shape->packed], reg + part * step, 0, part, b, immediate};
        i.a = r->sources[e->shape->packed] == 2 ? a + part * step : 0;
        i.b.index += b.kind == PLACE_REGISTER ? part * step : 0;
        put_instruction(e, &i);
    }
}

void encode(encoder *e, encode_op op, unsigned reg, unsigned a, place b) {
    if (e->shape->form == FORM_LEGACY && rows[op].sources[e->shape->packed] == 2 && reg != a) {
        LGR_ASSERT(!is_register(b, reg));
        put_parts(e, DO_MOVE, reg, 0, (place){PLACE_REGISTER, a}, -1);
    }
    put_parts(e, op, reg, a, b, -1);
}

/* AVX-512 compares into a register of bits, one for each lane, from where they are spread. */
void encode_compare(encoder *e, encode_relation relation, unsigned reg, unsigned a, place b) {
    enum { BITS_REGISTER = 1 };
    if (e->shape->form == FORM_EVEX) {
        put_parts(e, DO_COMPARE, BITS_REGISTER, a, b, (int)relation);
        put_parts(e, DO_SPREAD, reg, 0, (place){PLACE_REGISTER, BITS_REGISTER}, -1);
        return;
    }
    if (e->shape->form == FORM_LEGACY && reg != a) {
        LGR_ASSERT(!is_register(b, reg));
        put_parts(e, DO_MOVE, reg, 0, (place){PLACE_REGISTER, a}, -1);
    }
    put_parts(e, DO_COMPARE, reg, a, b, (int)relation);
}

/* ---- Frame, arguments, calls ---- */

static void put_bytes(encoder *e, size_t count, const uint8_t *bytes) {
    make_room(e);
    put_number(e, bytes, count);
}
#define PUT(e, ...) put_bytes((e), sizeof(const uint8_t[]){__VA_ARGS__}, (const uint8_t[]){__VA_ARGS__})

encoder encode_begin(arena *a, const encode_shape *shape) {
    static const uint64_t constants[CONSTANT_COUNT] = {[CONSTANT_ONE] = 0x3ff0000000000000u,
                                                       [CONSTANT_SIGN] = 0x8000000000000000u,
                                                       [CONSTANT_MAGNITUDE] = 0x7fffffffffffffffu};
    encoder e = {.shape = shape, .a = a};
    for (size_t k = 0; k < CONSTANT_COUNT; k++) {
        make_room(&e);
        for (size_t copy = 0; copy < CONSTANT_BYTES / sizeof *constants; copy++) {
            put_number(&e, &constants[k], sizeof *constants);
        }
    }
    return e;
}

/* Vectors must not leave the upper halves of registers in use: older instructions would wait for them. */
static void clear_upper_halves(encoder *e) {
    if (e->shape->packed) {
        PUT(e, 0xc5, 0xf8, 0x77); /* vzeroupper */
    }
}

void encode_enter(encoder *e) {
    PUT(e, 0x53, 0x48, 0x89, 0xfb); /* push rbx; mov rbx, rdi */
}

void encode_leave(encoder *e) {
    clear_upper_halves(e);
    PUT(e, 0x5b, 0xc3); /* pop rbx; ret */
}

void encode_slot_argument(encoder *e, encode_argument which, uint32_t slot) {
    const int32_t offset = slot_offset(e, slot, 0);
    PUT(e, 0x48, 0x8d, which == ARGUMENT_FIRST ? 0xbb : 0xb3); /* lea rdi or rsi, [rbx + ...] */
    put_number(e, &offset, sizeof offset);
}

void encode_pointer_argument(encoder *e, encode_argument which, const void *pointer) {
    PUT(e, 0x48, which == ARGUMENT_FIRST ? 0xbf : 0xbe); /* mov rdi or rsi, ... */
    put_number(e, &pointer, sizeof pointer);
}

void encode_call(encoder *e, encode_function *f) {
    clear_upper_halves(e);
    PUT(e, 0x48, 0xb8); /* mov rax, ... */
    put_number(e, &f, sizeof f);
    PUT(e, 0xff, 0xd0); /* call rax */
}
