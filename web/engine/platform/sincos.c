/* Sines and cosines of one angle, for WebAssembly (in place of src/tape/sincos/sincos.c): by a module of one
   instruction, where the host's sums and products round once. The same bits as those of plain.c, which takes ten times
   as long there. */
#include "tape/sincos/sincos.h"

#include <math.h>

#include "base/arena.h"
#include "tape/wasm/emit.h"
#include "tape/wasm/host.h"

#define GREAT 0x1p25

/* The angle, its sine and its cosine. */
enum { ANGLE, SINE, COSINE, SLOTS };

static void (*turn)(double *slots); /* NULL: there is none */
static bool is_tried;

static void make_turn(void) {
    static const tape_instr both = {.op = TAPE_SINCOS, .dst = SINE, .a = ANGLE};
    static const uint32_t results[] = {SINE, COSINE};
    const tape_segment segment = {.last = 1, .out_slots = results, .out_count = 2};
    const tape alone = {.code = &both,
                        .code_count = 1,
                        .slot_count = SLOTS,
                        .input_count = 1,
                        .segments = &segment,
                        .segment_count = 1};
    arena *a = base_arena_create();
    size_t entry, length;
    const uint8_t *module = wasm_emit(a, &alone, NULL, &entry, &length);
    if (module)
        turn = (void (*)(double *))wasm_host_load(module, length);
    base_arena_destroy(a);
}

static void one(const tape_instr *ip, double *slots) {
    if (!(fabs(slots[ip->a]) < GREAT)) { /* which the module would leave to tape_sine */
        tape_sincos_plain.of[0](ip, slots);
        return;
    }
    double at[SLOTS] = {[ANGLE] = slots[ip->a]}, *to = slots + ip->dst;
    turn(at);
    if (ip->op != TAPE_COS)
        *to++ = at[SINE];
    if (ip->op != TAPE_SIN)
        *to = at[COSINE];
}

#define FOR(name, count)                                                                                               \
    static void name(const tape_instr *ip, double *slots) {                                                            \
        for (int i = 0; i < (count); i++)                                                                              \
            one(ip + i, slots);                                                                                        \
    }
FOR(two, 2)
FOR(three, 3)
FOR(four, 4)

static const tape_trigonometry by_turn = {{one, two, three, four}, {one, two, three, four}};

const tape_trigonometry *tape_sincos(int lanes) {
    if (!is_tried && wasm_host_fuses()) {
        is_tried = true;
        make_turn();
    }
    return lanes != 1 ? &tape_sincos_plain8 : turn ? &by_turn : &tape_sincos_plain;
}

static double value(tape_op op, double x) {
    double slots[2] = {x};
    tape_sincos(1)->of[0](&(tape_instr){.op = op, .dst = 1}, slots);
    return slots[1];
}

double tape_sine(double x) {
    return value(TAPE_SIN, x);
}

double tape_cosine(double x) {
    return value(TAPE_COS, x);
}
