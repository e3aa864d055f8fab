/* Narrow tapes: from the last instruction to the first, those are kept whose result something kept reads. */
#include <string.h>

#include "tape/program/narrow.h"

tape_narrow *tape_narrow_create(arena *a, const tape *of) {
    tape_narrow *n = ARENA_NEW(a, tape_narrow);
    *n = (tape_narrow){.t = *of,
                       .of = of,
                       .code = ARENA_ARRAY(a, tape_instr, of->code_count + 1),
                       .segments = ARENA_ARRAY(a, tape_segment, of->segment_count),
                       .wanted = ARENA_ARRAY(a, bool, of->slot_count + 1)};
    memcpy(n->segments, of->segments, of->segment_count * sizeof *n->segments);
    n->t.segments = n->segments;
    n->t.carry_count = 0;
    return n;
}

void tape_narrow_want(tape_narrow *n, uint32_t slot) {
    LGR_ASSERT(slot < n->t.slot_count);
    n->wanted[slot] = true;
}

/* Slots are used again and again: what is written here was not wanted before. */
static bool keep(tape_narrow *n, const tape_instr *ip) {
    bool *wanted = n->wanted, pair = ip->op == TAPE_SINCOS;
    if (!wanted[ip->dst] && !(pair && wanted[ip->dst + 1]))
        return false;
    wanted[ip->dst] = false;
    if (pair)
        wanted[ip->dst + 1] = false;
    wanted[ip->a] = wanted[ip->c] = true;
    if (ip->op != TAPE_POWI)
        wanted[ip->b] = true;
    return true;
}

void tape_narrow_make(tape_narrow *n) {
    const tape_segment *all = n->of->segments;
    size_t last = n->of->code_count;
    for (size_t k = n->of->segment_count; k-- > 1;) {
        n->segments[k].last = last;
        for (size_t i = all[k].last; i-- > all[k].first;)
            if (keep(n, &n->of->code[i]))
                n->code[--last] = n->of->code[i];
        n->segments[k].first = last;
    }
    n->segments[0].first = n->segments[0].last = 0;
    n->t.code = n->code;
    memset(n->wanted, 0, n->t.slot_count * sizeof *n->wanted);
}
