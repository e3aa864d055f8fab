/* The backend for eight points at a time: each instruction is a loop over eight lanes, made for vector units. */
#define LANES 8
#include "tape/interpreter/lanes8.h"

#include "base/check.h"
#include "tape/interpreter/operations.inc"

#define ENTRY(op, value) [TAPE_##op] = do_##op,

/* Calls, not jumps: a loop standing in a function of its own is what compilers turn into vector instructions. */
static interpreter_operation *const operations[TAPE_OP_COUNT] = {
    TAPE_MEANING(ENTRY, ENTRY, ENTRY)[TAPE_SIN] = do_SIN, [TAPE_COS] = do_COS, [TAPE_SINCOS] = do_SINCOS,
    [TAPE_POWI] = do_POWI};

static void run(const tape *t, size_t segment, double *slots) {
    LGR_ASSERT(segment < t->segment_count);
    const tape_instr *const end = t->code + t->segments[segment].last;
    for (const tape_instr *ip = t->code + t->segments[segment].first; ip != end; ip++) {
        operations[ip->op](ip, slots);
    }
}

interpreter_operation *interpreter_lanes_operation(tape_op op) {
    return operations[op];
}

static bool everywhere(void) {
    return true;
}

const tape_backend tape_lanes8 = {
    "lanes8", "interpreter for eight points at a time", LANES, everywhere, init, run, NULL, NULL};
