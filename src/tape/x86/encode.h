/* Instructions of x86-64 as bytes: scalar doubles and vectors of them, in the three encodings that processors know. */
#ifndef LGR_TAPE_X86_ENCODE_H
#define LGR_TAPE_X86_ENCODE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

/* Old instructions overwrite their first operand (SSE2); VEX (AVX) and EVEX (AVX-512) name three registers. */
typedef enum encode_form { FORM_LEGACY, FORM_VEX, FORM_EVEX } encode_form;

/* The layout of a value, which is `lanes` doubles, in registers: part k of value register r is register r +
   k*registers. */
typedef struct encode_shape {
    encode_form form;
    bool packed;       /* vectors; false: one double */
    uint8_t length;    /* of a register, as VEX and EVEX write it: 0: 128, 1: 256, 2: 512 bits */
    uint8_t parts;     /* registers for one value */
    uint8_t registers; /* values that fit in registers */
    uint8_t lanes;
} encode_shape;

typedef enum encode_op {
    DO_LOAD,  /* reg = place */
    DO_STORE, /* place = reg */
    DO_MOVE,  /* reg = place, a register: all its bits */
    DO_ADD,   /* reg = a OP place, and so on */
    DO_SUB,
    DO_MUL,
    DO_DIV,
    DO_MIN,  /* a < place ? a : place */
    DO_MAX,  /* a > place ? a : place */
    DO_SQRT, /* reg = sqrt(place); a: the same register as place */
    DO_AND,
    DO_ANDN, /* ~a & place */
    DO_OR,
    DO_XOR,
    DO_COMPARE,     /* all bits of reg set where a RELATION place, else none */
    DO_SPREAD,      /* part of DO_COMPARE of AVX-512 */
    DO_BLEND,       /* of AVX-512: place where the bits that were compared into are set, else a */
    DO_BLEND_BY,    /* of AVX: place where the bits of a fourth register are set, else a */
    DO_LOAD_FIRST,  /* one number, whatever the shape: into the first of reg, the others 0; */
    DO_LOAD_SECOND, /* beside the first of a; */
    DO_STORE_FIRST, /* place = the first of reg; */
    DO_SECONDS,     /* the second of a and of place */
    DO_COUNT
} encode_op;

typedef enum encode_relation {
    IS_EQUAL = 0,
    IS_LESS = 1,
    IS_LESS_EQUAL = 2,
    IS_UNORDERED = 3,
    IS_UNEQUAL = 4
} encode_relation;

/* Numbers that every piece of code may read; they precede it, in every lane. */
typedef enum encode_constant {
    CONSTANT_ONE,
    CONSTANT_ZERO,
    CONSTANT_SIGN,
    CONSTANT_MAGNITUDE,
    CONSTANT_COUNT
} encode_constant;

typedef struct place {
    enum { PLACE_REGISTER, PLACE_SLOT, PLACE_CONSTANT, PLACE_IN, PLACE_OUT } kind; /* in, out: arrays of a carrier */
    uint32_t index;
} place;

/* Code being written; it is position independent. */
typedef struct encoder {
    const encode_shape *shape;
    arena *a;
    uint8_t *at;
    size_t length, room;
} encoder;

/* Starts with the constants, CONSTANT_COUNT times 64 bytes. */
encoder x86_encode_begin(arena *a, const encode_shape *shape);

/* One operation on values. Where the form is FORM_LEGACY and the operation has two sources, place is not reg (unless a
   is too). Bit operations of scalars read places that are registers or constants only. */
void x86_encode(encoder *e, encode_op op, unsigned reg, unsigned a, place b);
void x86_encode_compare(encoder *e, encode_relation relation, unsigned reg, unsigned a, place b);
/* reg = a RELATION b ? yes : no, bit by bit; all registers are different, except a and those of b, yes and no; spare is
   overwritten. */
void x86_encode_choice(encoder *e, encode_relation relation, unsigned a, place b, unsigned reg, unsigned yes,
                       unsigned no, unsigned spare);

/* A loop within a carrier: so many bytes are added to the first of the arrays and taken from the second, until the
   first has arrived at the fourth argument. Begins with nothing to do if it has. */
size_t x86_encode_begin_loop(encoder *e);
void x86_encode_end_loop(encoder *e, size_t begin, int32_t bytes);

/* The frame around it: a function of one argument, the slots. */
void x86_encode_enter(encoder *e);
void x86_encode_leave(encoder *e);

/* The frame of a carrier: a function of the slots, the time, which is in register 0, and two arrays. Calls within it
   spoil what leads to the first of these. */
void x86_encode_enter_carrier(encoder *e);
void x86_encode_leave_carrier(encoder *e);
void x86_encode_keep_in(encoder *e);  /* what leads to the first of the arrays, for all calls, */
void x86_encode_fetch_in(encoder *e); /* and after each of them */
void x86_encode_put_by(encoder *e);   /* the first of register 0, over a call */
void x86_encode_fetch(encoder *e);
void x86_encode_call_own(encoder *e, size_t entry); /* a function of this code, which takes the slots */
void x86_encode_return(encoder *e);                 /* from a function of this code without a frame */

/* Arguments in integer registers, and calls; a call spoils all registers. */
typedef enum encode_argument { ARGUMENT_FIRST, ARGUMENT_SECOND, ARGUMENT_THIRD } encode_argument;
void x86_encode_slot_argument(encoder *e, encode_argument which, uint32_t slot); /* the address of a slot */
void x86_encode_pointer_argument(encoder *e, encode_argument which, const void *pointer);
typedef void encode_function(void);
void x86_encode_call(encoder *e, encode_function *f);

#endif
