/* Which slot is in which register while the code of one segment is written, chosen by the next use of each. */
#ifndef LGR_TAPE_X86_REGISTERS_H
#define LGR_TAPE_X86_REGISTERS_H

#include "tape/tape.h"
#include "tape/x86/encode.h"

/* Registers hold copies of slots; a slot whose register is the only place of its value is written when the register is
   needed for another (the one that is used again last: Belady 1966) or a call comes. Results that outlive the segment
   are written at once. */
typedef struct registers registers;

registers *x86_registers_create(arena *a, encoder *e, const tape *t);

/* Before the instructions of a segment. */
void x86_registers_begin(registers *r, const tape_segment *s);

/* For one instruction: operands and registers to work in, which stay until x86_registers_end. */
void x86_registers_next(registers *r, const tape_instr *ip);
unsigned x86_registers_take(registers *r);                 /* a free register */
unsigned x86_registers_hold(registers *r, uint32_t slot);  /* the register of a slot's value */
bool x86_registers_has(const registers *r, uint32_t slot); /* whether there is one already */
place x86_registers_find(registers *r, uint32_t slot);     /* the same, or the slot itself where that serves as well */
void x86_registers_give(registers *r, unsigned from);      /* the result: in a register taken */
void x86_registers_end(registers *r);

/* The same for calls: writes all values needed later, and the operands, to their slots, and clears the registers; the
   results are written to their slots by the callee, or given. */
void x86_registers_call(registers *r);

#endif
