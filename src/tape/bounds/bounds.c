/* Bounds of a program: its segments evaluated over intervals, in one lane or eight, and which results may jump. */
#include "tape/bounds/bounds.h"

#include "base/check.h"

void tape_bounds_init(const tape *t, tape_bounds *slots) {
    for (size_t k = 0; k < t->constant_count; k++)
        slots[t->input_count + k] = (tape_bounds){t->constants[k], t->constants[k]};
}

bool tape_bounds_run(const tape *t, size_t segment, tape_bounds *slots) {
    LGR_ASSERT(segment < t->segment_count);
    bool jumps = false;
    for (size_t i = t->segments[segment].first; i < t->segments[segment].last; i++)
        tape_bounds_execute(&t->code[i], slots, &jumps);
    return jumps;
}

void tape_bounds_init_lanes(const tape *t, double *slots) {
    for (size_t k = 0; k < t->constant_count; k++)
        for (size_t l = 0; l < 2 * TAPE_BOUNDS_LANES; l++)
            slots[2 * TAPE_BOUNDS_LANES * (t->input_count + k) + l] = t->constants[k];
}

tape_bounds_lanes *tape_bounds_run_lanes(void) {
    const tape_backend *b = tape_fastest(TAPE_BOUNDS_LANES);
    return b == &tape_avx512 ? tape_bounds_avx512 : b == &tape_avx2 ? tape_bounds_avx2 : tape_bounds_plain;
}

static bool may_jump(tape_op op) {
    return op == TAPE_SIGN || op == TAPE_SELECT || op == TAPE_ATAN2 || op == TAPE_FLOOR || op == TAPE_INTERVAL ||
           (op >= TAPE_LT && op <= TAPE_NOT);
}

void tape_find_jumps(const tape *t, size_t segment, arena *a, bool *jumps) {
    LGR_ASSERT(segment < t->segment_count);
    bool *at = ARENA_ARRAY(a, bool, t->slot_count + 1);
    for (size_t i = 0; i < t->segments[segment].last; i++) {
        const tape_instr *ip = &t->code[i];
        bool second = ip->op != TAPE_POWI && at[ip->b];
        bool jump = may_jump((tape_op)ip->op) || at[ip->a] || second || at[ip->c];
        at[ip->dst] = jump;
        if (ip->op == TAPE_SINCOS)
            at[ip->dst + 1] = jump;
    }
    for (size_t r = 0; r < t->segments[segment].out_count; r++)
        jumps[r] = at[t->segments[segment].out_slots[r]];
}
