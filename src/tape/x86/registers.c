/* Allocation of registers in one pass over a segment, after one pass backwards that finds the next use of every value.
 */
#include "tape/x86/registers.h"

#include <string.h>

#include "base/check.h"
#include "tape/interpreter/operands.h"

#define NEVER UINT32_MAX
#define NO_REGISTER UINT8_MAX
enum { MOST_REGISTERS = 32, SOON = 64 /* instructions: what is used again later is read from its slot */ };

/* Of one instruction: when its operands and results are read again after it. */
typedef struct uses {
    uint32_t operand[3], result[2];
} uses;

struct registers {
    encoder *e;
    const tape *t;
    uses *next;           /* per instruction of the tape */
    uint32_t *next_use;   /* per slot, as of now */
    uint8_t *register_of; /* per slot */
    bool *lasting;        /* per slot: read by somebody after the segment */
    uint32_t slot_in[MOST_REGISTERS];
    uint32_t used, dirty, locked; /* sets of registers: with a slot; the only place of it; of this instruction */
    uint32_t all;
    const tape_instr *ip;
};

static uint32_t bit(unsigned reg) {
    return (uint32_t)1 << reg;
}

/* Of a set that is not empty. */
static unsigned lowest(uint32_t set) {
#ifdef __GNUC__
    return (unsigned)__builtin_ctz(set);
#endif
    unsigned k = 0;
    while (!(set & 1)) {
        set >>= 1;
        k++;
    }
    return k;
}

/* ---- Uses ---- */

static uint32_t operand(const tape_instr *ip, int k) {
    return k == 0 ? ip->a : k == 1 ? ip->b : ip->c;
}

static int results(const tape_instr *ip) {
    return ip->op == TAPE_SINCOS ? 2 : 1;
}

/* Backwards: next_use is that of the values after the instruction at hand. */
static void find_uses(registers *r, const tape_segment *s) {
    for (size_t i = s->last; i-- > s->first;) {
        const tape_instr *ip = &r->t->code[i];
        uses *u = &r->next[i];
        for (int k = 0; k < results(ip); k++) {
            u->result[k] = r->next_use[ip->dst + (uint32_t)k];
            r->next_use[ip->dst + (uint32_t)k] = NEVER;
        }
        const int count = interpreter_operand_count((tape_op)ip->op);
        for (int k = 0; k < count; k++) {
            u->operand[k] = r->next_use[operand(ip, k)];
        }
        for (int k = 0; k < count; k++) {
            r->next_use[operand(ip, k)] = (uint32_t)i;
        }
    }
}

/* What is read before it is written comes from another segment (or is an input). */
static void mark_lasting(registers *r) {
    for (size_t k = 0; k < r->t->segment_count; k++) {
        const tape_segment *s = &r->t->segments[k];
        x86_registers_begin(r, s);
        for (size_t i = s->first; i < s->last; i++) {
            for (int n = 0; n < interpreter_operand_count((tape_op)r->t->code[i].op); n++) {
                const uint32_t slot = operand(&r->t->code[i], n);
                r->lasting[slot] = r->lasting[slot] || r->next_use[slot] != NEVER;
            }
        }
        for (size_t n = 0; n < s->out_count; n++) {
            r->lasting[s->out_slots[n]] = true;
        }
    }
}

registers *x86_registers_create(arena *a, encoder *e, const tape *t) {
    registers *r = ARENA_NEW(a, registers);
    LGR_ASSERT(e->shape->registers <= MOST_REGISTERS);
    *r = (registers){.e = e, .t = t, .all = UINT32_MAX >> (MOST_REGISTERS - e->shape->registers)};
    r->next = ARENA_ARRAY(a, uses, t->code_count);
    r->next_use = ARENA_ARRAY(a, uint32_t, t->slot_count);
    r->register_of = ARENA_ARRAY(a, uint8_t, t->slot_count);
    r->lasting = ARENA_ARRAY(a, bool, t->slot_count);
    memset(r->register_of, NO_REGISTER, t->slot_count);
    mark_lasting(r);
    return r;
}

void x86_registers_begin(registers *r, const tape_segment *s) {
    memset(r->next_use, 0xff, r->t->slot_count * sizeof *r->next_use);
    memset(r->register_of, NO_REGISTER, r->t->slot_count);
    r->used = r->dirty = r->locked = 0;
    find_uses(r, s);
}

/* ---- Registers ---- */

static void write_slot(registers *r, unsigned reg) {
    x86_encode(r->e, DO_STORE, reg, 0, (place){PLACE_SLOT, r->slot_in[reg]});
    r->dirty &= ~bit(reg);
}

static void forget(registers *r, unsigned reg) {
    r->register_of[r->slot_in[reg]] = NO_REGISTER;
    r->used &= ~bit(reg);
    r->dirty &= ~bit(reg);
}

static void remember(registers *r, unsigned reg, uint32_t slot) {
    r->slot_in[reg] = slot;
    r->register_of[slot] = (uint8_t)reg;
    r->used |= bit(reg);
}

static unsigned used_last(const registers *r, uint32_t among) {
    unsigned best = lowest(among);
    for (unsigned reg = best + 1; reg < r->e->shape->registers; reg++) {
        if ((among & bit(reg)) && r->next_use[r->slot_in[reg]] > r->next_use[r->slot_in[best]]) {
            best = reg;
        }
    }
    return best;
}

unsigned x86_registers_take(registers *r) {
    const uint32_t unused = r->all & ~(r->used | r->locked);
    unsigned reg;
    if (unused) {
        reg = lowest(unused);
    } else {
        LGR_ASSERT((r->used & ~r->locked) != 0);
        reg = used_last(r, r->used & ~r->locked);
        if (r->dirty & bit(reg)) {
            write_slot(r, reg);
        }
        forget(r, reg);
    }
    r->locked |= bit(reg);
    return reg;
}

bool x86_registers_has(const registers *r, uint32_t slot) {
    return r->register_of[slot] != NO_REGISTER;
}

unsigned x86_registers_hold(registers *r, uint32_t slot) {
    if (!x86_registers_has(r, slot)) {
        const unsigned reg = x86_registers_take(r);
        x86_encode(r->e, DO_LOAD, reg, 0, (place){PLACE_SLOT, slot});
        remember(r, reg, slot);
    }
    r->locked |= bit(r->register_of[slot]);
    return r->register_of[slot];
}

static uint32_t used_again(const registers *r, uint32_t slot) {
    const uses *u = &r->next[r->ip - r->t->code];
    for (int k = 0; k < interpreter_operand_count((tape_op)r->ip->op); k++) {
        if (operand(r->ip, k) == slot) {
            return u->operand[k];
        }
    }
    return NEVER;
}

place x86_registers_find(registers *r, uint32_t slot) {
    const uint32_t now = (uint32_t)(r->ip - r->t->code), again = used_again(r, slot);
    if (!x86_registers_has(r, slot) && (again == NEVER || again - now > SOON)) {
        return (place){PLACE_SLOT, slot};
    }
    return (place){PLACE_REGISTER, x86_registers_hold(r, slot)};
}

/* ---- One instruction ---- */

void x86_registers_next(registers *r, const tape_instr *ip) {
    r->ip = ip;
    r->locked = 0;
}

/* The operands as they are needed after this instruction; registers of those that are not are free. */
static void pass_operands(registers *r) {
    const uses *u = &r->next[r->ip - r->t->code];
    for (int k = 0; k < interpreter_operand_count((tape_op)r->ip->op); k++) {
        const uint32_t slot = operand(r->ip, k);
        r->next_use[slot] = u->operand[k];
        if (u->operand[k] == NEVER && x86_registers_has(r, slot)) {
            forget(r, r->register_of[slot]);
        }
    }
    for (int k = 0; k < results(r->ip); k++) {
        r->next_use[r->ip->dst + (uint32_t)k] = u->result[k];
    }
}

void x86_registers_give(registers *r, unsigned from) {
    const uint32_t slot = r->ip->dst;
    pass_operands(r);
    remember(r, from, slot);
    r->dirty |= bit(from);
    if (r->lasting[slot]) {
        write_slot(r, from);
    }
    if (r->next_use[slot] == NEVER) {
        forget(r, from);
    }
}

void x86_registers_end(registers *r) {
    r->locked = 0;
}

void x86_registers_call(registers *r) {
    for (uint32_t rest = r->used; rest != 0; rest &= rest - 1) {
        const unsigned reg = lowest(rest);
        if (r->dirty & bit(reg)) {
            write_slot(r, reg);
        }
        forget(r, reg);
    }
    pass_operands(r);
}
