/* Bytes of instructions, from a table of operations: prefixes, opcode, registers, displacement. */
#include "tape/x86/encode.h"

#include <string.h>

#include "base/check.h"

enum {
    LONGEST_OPERATION = 64,
    CONSTANT_BYTES = 64,
    SLOTS_BASE = 3 /* rbx */,
    IN_BASE = 6 /* rsi */,
    OUT_BASE = 5 /* rbp */
};
enum { NO_PREFIX = 0, P66 = 1, PF3 = 2, PF2 = 3 }; /* as VEX and EVEX number them */
enum { MAP_0F = 1, MAP_0F38 = 2, MAP_0F3A = 3 };

/* Columns of two: scalar, packed. */
typedef struct row {
    uint8_t opcode, map, prefix[2], sources[2];
} row;

#define ARITHMETIC(opcode)                                                                                             \
    {                                                                                                                  \
        opcode, MAP_0F, {PF2, P66}, {                                                                                  \
            2, 2                                                                                                       \
        }                                                                                                              \
    }
#define BITS(opcode)                                                                                                   \
    {                                                                                                                  \
        opcode, MAP_0F, {P66, P66}, {                                                                                  \
            2, 2                                                                                                       \
        }                                                                                                              \
    }

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
    [DO_BLEND] = {0x65, MAP_0F38, {P66, P66}, {2, 2}},
    [DO_BLEND_BY] = {0x4b, MAP_0F3A, {P66, P66}, {2, 2}},
    [DO_SPREAD] = {0x38, MAP_0F38, {PF3, PF3}, {1, 1}},
    [DO_LOAD_FIRST] = {0x10, MAP_0F, {PF2, PF2}, {1, 1}},
    [DO_LOAD_SECOND] = {0x16, MAP_0F, {P66, P66}, {2, 2}},
    [DO_STORE_FIRST] = {0x11, MAP_0F, {PF2, PF2}, {1, 1}},
    [DO_SECONDS] = {0x15, MAP_0F, {P66, P66}, {2, 2}},
};

enum { BITS_REGISTER = 1 /* of AVX-512: a bit for each lane */ };

/* One machine instruction: numbers of registers are those of the processor. */
typedef struct instruction {
    const row *row;
    unsigned prefix, reg, a, part;
    place b;
    int immediate; /* -1: none */
} instruction;

/* Functions that write bytes take the place to write to and return the place after. */
static uint8_t *put_offset(uint8_t *p, int32_t offset) {
    memcpy(p, &offset, sizeof offset);
    return p + sizeof offset;
}

static void make_room(encoder *e) {
    if (e->length + LONGEST_OPERATION > e->room) {
        e->at = base_arena_grow(e->a, e->at, e->room, 2 * e->room + 4096);
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

static unsigned base_of(place b) {
    return b.kind == PLACE_SLOT ? SLOTS_BASE : b.kind == PLACE_IN ? IN_BASE : OUT_BASE;
}

/* A slot, or a number of an array. */
static uint8_t *put_number(const encoder *e, const instruction *i, uint8_t *p) {
    const int32_t offset = slot_offset(e, i->b.index, i->part);
    const int shift = e->shape->form == FORM_EVEX ? 6 : 0; /* short displacements count units of 64 bytes there */
    if (offset >> shift <= INT8_MAX && offset >> shift >= INT8_MIN) { /* slots are whole units */
        *p++ = (uint8_t)(0x40 | (i->reg & 7) << 3 | base_of(i->b));
        *p++ = (uint8_t)(offset >> shift);
        return p;
    }
    *p++ = (uint8_t)(0x80 | (i->reg & 7) << 3 | base_of(i->b));
    return put_offset(p, offset);
}

/* Counted from the end of the instruction. */
static uint8_t *put_constant(const encoder *e, const instruction *i, uint8_t *p) {
    *p++ = (uint8_t)((i->reg & 7) << 3 | 5);
    const ptrdiff_t end = p - e->at + (ptrdiff_t)sizeof(int32_t) + (i->immediate >= 0);
    return put_offset(p, (int32_t)((ptrdiff_t)i->b.index * CONSTANT_BYTES - end));
}

static uint8_t *put_place(const encoder *e, const instruction *i, uint8_t *p) {
    if (i->b.kind == PLACE_REGISTER) {
        *p++ = (uint8_t)(0xc0 | (i->reg & 7) << 3 | (i->b.index & 7));
        return p;
    }
    return i->b.kind == PLACE_CONSTANT ? put_constant(e, i, p) : put_number(e, i, p);
}

/* The register in the place of memory operands, 0 where there is none. */
static unsigned rm(const instruction *i) {
    return i->b.kind == PLACE_REGISTER ? i->b.index : 0;
}

/* ---- The three encodings (Intel's manual, volume 2, chapter 2) ---- */

static uint8_t *put_legacy(const encoder *e, const instruction *i, uint8_t *p) {
    static const uint8_t prefixes[] = {[P66] = 0x66, [PF3] = 0xf3, [PF2] = 0xf2};
    (void)e;
    *p++ = prefixes[i->prefix];
    if ((i->reg | rm(i)) > 7) {
        *p++ = (uint8_t)(0x40 | (i->reg >> 3) << 2 | rm(i) >> 3);
    }
    *p++ = 0x0f;
    return p;
}

static uint8_t *put_vex(const encoder *e, const instruction *i, uint8_t *p) {
    const unsigned no_r = (~i->reg >> 3 & 1) << 7, no_b = ~rm(i) >> 3 & 1;
    const unsigned last = (~i->a & 15) << 3 | (unsigned)e->shape->length << 2 | i->prefix;
    if (no_b && i->row->map == MAP_0F) {
        *p++ = 0xc5;
        *p++ = (uint8_t)(no_r | last);
        return p;
    }
    *p++ = 0xc4;
    *p++ = (uint8_t)(no_r | 1 << 6 | no_b << 5 | i->row->map);
    *p++ = (uint8_t)last;
    return p;
}

static uint8_t *put_evex(const encoder *e, const instruction *i, uint8_t *p) {
    const unsigned no_r = (~i->reg >> 3 & 1) << 7 | (~i->reg >> 4 & 1) << 4;
    const unsigned no_x = (~rm(i) >> 4 & 1) << 6, no_b = (~rm(i) >> 3 & 1) << 5;
    *p++ = 0x62;
    *p++ = (uint8_t)(no_r | no_x | no_b | i->row->map);
    *p++ = (uint8_t)(1 << 7 | (~i->a & 15) << 3 | 4 | i->prefix);
    *p++ = (uint8_t)((unsigned)e->shape->length << 5 | (~i->a >> 4 & 1) << 3 |
                     (i->row == &rows[DO_BLEND] ? BITS_REGISTER : 0));
    return p;
}

static void put_instruction(encoder *e, const instruction *i) {
    static uint8_t *(*const forms[])(const encoder *, const instruction *, uint8_t *) = {
        [FORM_LEGACY] = put_legacy, [FORM_VEX] = put_vex, [FORM_EVEX] = put_evex};
    uint8_t *p = forms[e->shape->form](e, i, e->at + e->length);
    *p++ = i->row->opcode;
    p = put_place(e, i, p);
    if (i->immediate >= 0) {
        *p++ = (uint8_t)i->immediate;
    }
    e->length = (size_t)(p - e->at);
}

/* ---- Operations on values ---- */

static bool is_register(place b, unsigned reg) {
    return b.kind == PLACE_REGISTER && b.index == reg;
}

/* All parts of a value. Old instructions find their first operand where the result will be. A fourth register is told
   by an immediate. */
static void put_parts(encoder *e, encode_op op, unsigned reg, unsigned a, place b, int immediate) {
    const row *r = &rows[op];
    const bool takes_a = r->sources[e->shape->packed] == 2;
    const unsigned step = e->shape->registers;
    const unsigned step_of_a = takes_a ? step : 0, step_of_b = b.kind == PLACE_REGISTER ? step : 0;
    instruction i = {r, r->prefix[e->shape->packed], reg, takes_a ? a : 0, 0, b, immediate};
    make_room(e);
    for (; i.part < e->shape->parts; i.part++) {
        if (op == DO_BLEND_BY)
            i.immediate = (immediate + (int)(i.part * step)) << 4;
        put_instruction(e, &i);
        i.reg += step;
        i.a += step_of_a;
        i.b.index += step_of_b;
    }
}

void x86_encode(encoder *e, encode_op op, unsigned reg, unsigned a, place b) {
    if (e->shape->form == FORM_LEGACY && rows[op].sources[e->shape->packed] == 2 && reg != a) {
        LGR_ASSERT(!is_register(b, reg));
        put_parts(e, DO_MOVE, reg, 0, (place){PLACE_REGISTER, a}, -1);
    }
    put_parts(e, op, reg, a, b, -1);
}

/* AVX-512 compares into a register of bits, one for each lane, from where they are spread. */
void x86_encode_compare(encoder *e, encode_relation relation, unsigned reg, unsigned a, place b) {
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

void x86_encode_choice(encoder *e, encode_relation relation, unsigned a, place b, unsigned reg, unsigned yes,
                       unsigned no, unsigned spare) {
    if (e->shape->form == FORM_EVEX) {
        put_parts(e, DO_COMPARE, BITS_REGISTER, a, b, (int)relation);
        put_parts(e, DO_BLEND, reg, no, (place){PLACE_REGISTER, yes}, -1);
        return;
    }
    x86_encode_compare(e, relation, spare, a, b);
    if (e->shape->form == FORM_VEX) {
        put_parts(e, DO_BLEND_BY, reg, no, (place){PLACE_REGISTER, yes}, (int)spare);
        return;
    }
    x86_encode(e, DO_AND, reg, spare, (place){PLACE_REGISTER, yes});
    x86_encode(e, DO_ANDN, spare, spare, (place){PLACE_REGISTER, no});
    x86_encode(e, DO_OR, reg, reg, (place){PLACE_REGISTER, spare});
}

/* ---- Frame, arguments, calls ---- */

static void put_bytes(encoder *e, size_t count, const uint8_t *bytes) {
    make_room(e);
    memcpy(e->at + e->length, bytes, count);
    e->length += count;
}
#define PUT(e, ...) put_bytes((e), sizeof(const uint8_t[]){__VA_ARGS__}, (const uint8_t[]){__VA_ARGS__})

encoder x86_encode_begin(arena *a, const encode_shape *shape) {
#define EACH_LANE(x)                                                                                                   \
    { x, x, x, x, x, x, x, x }
    static const uint64_t constants[CONSTANT_COUNT][CONSTANT_BYTES / sizeof(uint64_t)] = {
        [CONSTANT_ONE] = EACH_LANE(0x3ff0000000000000u),
        [CONSTANT_SIGN] = EACH_LANE(0x8000000000000000u),
        [CONSTANT_MAGNITUDE] = EACH_LANE(0x7fffffffffffffffu)};
    encoder e = {.shape = shape, .a = a};
    put_bytes(&e, sizeof constants, (const uint8_t *)constants);
    return e;
}

/* Vectors must not leave the upper halves of registers in use: older instructions would wait for them. */
static void clear_upper_halves(encoder *e) {
    if (e->shape->packed && e->shape->length) {
        PUT(e, 0xc5, 0xf8, 0x77); /* vzeroupper */
    }
}

void x86_encode_enter(encoder *e) {
    PUT(e, 0x53, 0x48, 0x89, 0xfb); /* push rbx; mov rbx, rdi */
}

void x86_encode_leave(encoder *e) {
    clear_upper_halves(e);
    PUT(e, 0x5b, 0xc3); /* pop rbx; ret */
}

void x86_encode_enter_carrier(encoder *e) {
    PUT(e, 0x53, 0x55, 0x50, /* push rbx, rbp, and rax, which keeps the stack aligned */
        0x48, 0x89, 0xfb,    /* mov rbx, rdi */
        0x48, 0x89, 0xd5);   /* mov rbp, rdx */
}

void x86_encode_leave_carrier(encoder *e) {
    clear_upper_halves(e);
    PUT(e, 0x59, 0x5d, 0x5b, 0xc3); /* pop rcx, rbp, rbx; ret */
}

void x86_encode_keep_in(encoder *e) {
    PUT(e, 0x48, 0x89, 0x34, 0x24); /* mov [rsp], rsi */
}

void x86_encode_fetch_in(encoder *e) {
    PUT(e, 0x48, 0x8b, 0x34, 0x24); /* mov rsi, [rsp] */
}

void x86_encode_put_by(encoder *e) {
    PUT(e, 0xf2, 0x0f, 0x11, 0x04, 0x24); /* movsd [rsp], xmm0 */
}

void x86_encode_fetch(encoder *e) {
    PUT(e, 0xf2, 0x0f, 0x10, 0x04, 0x24); /* movsd xmm0, [rsp] */
}

/* Of a jump, to be written where the instruction ends. */
static int32_t distance(const encoder *e, size_t to) {
    return (int32_t)((ptrdiff_t)to - (ptrdiff_t)(e->length + sizeof(int32_t)));
}

void x86_encode_return(encoder *e) {
    clear_upper_halves(e);
    PUT(e, 0xc3); /* ret */
}

void x86_encode_call_own(encoder *e, size_t entry) {
    PUT(e, 0x48, 0x89, 0xdf, 0xe8); /* mov rdi, rbx; call ... */
    const int32_t offset = distance(e, entry);
    put_bytes(e, sizeof offset, (const uint8_t *)&offset);
}

size_t x86_encode_begin_loop(encoder *e) {
    PUT(e, 0x48, 0x39, 0xce, 0x0f, 0x84, 0, 0, 0, 0); /* cmp rsi, rcx; je to the end */
    return e->length;
}

void x86_encode_end_loop(encoder *e, size_t begin, int32_t bytes) {
    PUT(e, 0x48, 0x81, 0xc6); /* add rsi, ... */
    put_bytes(e, sizeof bytes, (const uint8_t *)&bytes);
    PUT(e, 0x48, 0x81, 0xed); /* sub rbp, ... */
    put_bytes(e, sizeof bytes, (const uint8_t *)&bytes);
    PUT(e, 0x48, 0x39, 0xce, 0x0f, 0x85); /* cmp rsi, rcx; jne to the beginning */
    const int32_t back = distance(e, begin);
    put_bytes(e, sizeof back, (const uint8_t *)&back);
    const int32_t over = (int32_t)(e->length - begin);
    memcpy(e->at + begin - sizeof over, &over, sizeof over);
}

void x86_encode_slot_argument(encoder *e, encode_argument which, uint32_t slot) {
    static const uint8_t to[] = {[ARGUMENT_FIRST] = 0xbb, [ARGUMENT_SECOND] = 0xb3, [ARGUMENT_THIRD] = 0x93};
    const int32_t offset = slot_offset(e, slot, 0);
    PUT(e, 0x48, 0x8d, to[which]); /* lea rdi, rsi or rdx, [rbx + ...] */
    put_bytes(e, sizeof offset, (const uint8_t *)&offset);
}

void x86_encode_pointer_argument(encoder *e, encode_argument which, const void *pointer) {
    PUT(e, 0x48, which == ARGUMENT_FIRST ? 0xbf : 0xbe); /* mov rdi or rsi, ... */
    put_bytes(e, sizeof pointer, (const uint8_t *)&pointer);
}

void x86_encode_call(encoder *e, encode_function *f) {
    clear_upper_halves(e);
    PUT(e, 0x48, 0xb8); /* mov rax, ... */
    put_bytes(e, sizeof f, (const uint8_t *)&f);
    PUT(e, 0xff, 0xd0); /* call rax */
}
