/* From the graph to a straight-line program: an array of slots and instructions that fill them, in segments that run
   one by one. */
#ifndef LGR_TAPE_TAPE_H
#define LGR_TAPE_TAPE_H

#include <stdbool.h>

#include "base/call.h"
#include "base/check.h"
#include "expr/graph.h"

/* Instructions are the operators of expr/ops.h and a few fused ones. */
typedef enum tape_op {
#define ROW(op, arity, precedence, text, c, latex, mathml) TAPE_##op,
    EXPR_OPS(ROW)
#undef ROW
        TAPE_SINCOS, /* dst = sin a, dst + 1 = cos a */
    TAPE_SQUARE,     /* a*a */
    TAPE_POWI,       /* a^n by repeated squaring, n a small integer held in b (as int32); for n < 0 1/a^-n */
    TAPE_RECIP,      /* 1/a */
    TAPE_FMA3,       /* a*b + c, rounded twice: the same value as MUL and ADD */
    TAPE_OP_COUNT
} tape_op;

/* Slots are named by index; operands that the operator does not have are 0. dst (and dst + 1 of SINCOS) is never one of
   the operands, so that several lanes can be worked on at once. */
typedef struct tape_instr {
    uint32_t op, dst, a, b, c;
} tape_instr;

/* One set of results: run after the segments before it, at the same input values; it may use what they computed. */
typedef struct tape_segment {
    size_t first, last;        /* instructions [first, last) */
    const uint32_t *out_slots; /* the slot of each root of the segment */
    size_t out_count;
} tape_segment;

/* A number on its way out of the slots. */
typedef struct tape_move {
    uint32_t from; /* slot */
    uint32_t to;   /* place in the caller's array, or TAPE_NOWHERE */
    uint32_t also; /* slot of an input that later segments read, or TAPE_NOWHERE */
} tape_move;
#define TAPE_NOWHERE UINT32_MAX

/* Segments run between arrays of the caller's, so that nothing is copied around them by hand: the time and in[0 ..
   count) go to inputs in a row, then `segment` is run and the first `middle` moves are made, then `next` is run and the
   other moves are made. */
typedef struct tape_carry {
    size_t segment, next; /* next: 0 for none */
    uint32_t time, first; /* input slots of the time and of in[0] */
    size_t count;
    const tape_move *moves;
    size_t move_count, middle;
} tape_carry;

/* How to use it, with any backend `b` that interprets (machine code is the same with tape_load and tape_run):

       double *slots = ARENA_ARRAY(a, double, t->slot_count * (size_t)b->lanes);
       b->init(t, slots);                              once: constants
       slots[k * lanes + lane] = ...;                  inputs k < fixed, then
       b->run(t, 0, slots);                            whenever one of them has changed
       slots[k * lanes + lane] = ...;                  the other inputs known by now, then
       b->run(t, 1, slots);
       ... = slots[t->segments[1].out_slots[r] * lanes + lane];
       further inputs, b->run(t, 2, slots), and so on.

   Backends keep nothing between calls: a tape may be run by many threads, each with slots of its own. Inputs and
   constants are never overwritten; the results of a segment stay until the same segment is run again. A root that is a
   number or a variable has no instruction: its out_slot is that of the constant or input. */
typedef struct tape {
    const tape_instr *code;
    size_t code_count;
    size_t slot_count;
    size_t input_count;      /* slots [0, input_count) are the inputs, in the order given at building */
    const double *constants; /* slots [input_count, input_count + constant_count) */
    size_t constant_count;
    const tape_segment *segments; /* segment 0: what depends on fixed inputs only (parameters); no roots of its own */
    size_t segment_count;         /* 1 + number of groups given */
    const tape_carry *carries;    /* of who uses the tape, given before it is loaded */
    size_t carry_count;
} tape;

typedef struct tape_group {
    const expr_id *roots;
    size_t count;
    const uint32_t *inputs_new; /* not used before this segment: variables that become known just before it runs */
    size_t inputs_new_count;
} tape_group;

/* Lowers groups of roots. vars[k] becomes input slot k; the first `fixed` of them change rarely: whatever depends on
   them alone is computed in segment 0. Group k becomes segment k + 1. Every variable of the roots must be among vars.
   An instruction stands in the first segment that needs it, and not before all its inputs are known: an input listed
   in inputs_new of group k is known from segment k + 1 on, all others from segment 1 on (asserted). The sine and the
   cosine of one argument are fused. The tape lives in `a`. */
tape *tape_build(arena *a, const graph *g, const uint32_t *vars, size_t var_count, size_t fixed,
                 const tape_group *groups, size_t group_count);

/* Machine code for a tape: bytes for any address that is a multiple of 64, one function for each segment, which takes
   the slots; entries[k] is the beginning of that of segment k, entries[segment_count + k] that of carry k, of scalar
   code only. NULL if it cannot be written. */
typedef struct tape_machine tape_machine; /* the processor, as its room describes it */
typedef const uint8_t *tape_writer(arena *a, const tape *t, const tape_machine *m, size_t *entries, size_t *length);

/* A way to execute a tape. Slots of one lane are `lanes` apart: slot s of lane l is slots[s*lanes + l]. */
typedef struct tape_backend {
    const char *name, *what;
    int lanes;
    bool (*available)(void);                                   /* on this machine */
    void (*init)(const tape *t, double *slots);                /* writes the constants into all lanes */
    void (*run)(const tape *t, size_t segment, double *slots); /* of interpreters; NULL: needs a tape_program */
    const tape_machine *machine;                               /* what machine code is written for; NULL: none is */
    tape_writer *write;                                        /* how; NULL: none is */
} tape_backend;

/* All give the same bits. */
extern const tape_backend tape_scalar; /* "scalar", 1 lane: interpreted, everywhere */
extern const tape_backend tape_lanes8; /* "lanes8", 8 lanes: interpreted, everywhere */
extern const tape_backend tape_wasm;   /* "wasm", 1 lane: modules, where the program is itself WebAssembly */
extern const tape_backend tape_sse2;   /* "sse2", 1 lane: machine code */
extern const tape_backend tape_avx;    /* "avx", 1 lane: machine code */
extern const tape_backend tape_avx2;   /* "avx2", 8 lanes: machine code */
extern const tape_backend tape_avx512; /* "avx512", 8 lanes: machine code */
extern const tape_backend *const tape_backends[];
extern const size_t tape_backend_count;

/* The fastest of those that are available with 1 or 8 lanes. */
const tape_backend *tape_fastest(int lanes);

/* Machine code of a carry. */
typedef double tape_carrier(double *slots, double time, const double *in, double *out);

/* A tape prepared for a backend. If the backend is not available, or the system grants no executable memory, it is the
   interpreter with as many lanes instead. Afterwards only the slots of results, and of values that other segments read,
   are valid. It may be run by many threads, each with slots of its own. Only tape_run looks inside. */
typedef struct tape_program {
    const tape *t;
    const tape_backend *backend;
    const void *code; /* NULL: interpreted, or unloaded */
    size_t size;
    void (**entries)(double *slots); /* per segment */
    tape_carrier **carriers;         /* per carry */
    base_taken taken;                /* the machine code */
} tape_program;

/* In `a`, except for machine code, which tape_unload frees or a call that is broken off. The tape must not change. */
tape_program *tape_load(arena *a, const tape *t, const tape_backend *b);
static inline void tape_run(const tape_program *p, size_t segment, double *slots) {
    LGR_ASSERT(segment < p->t->segment_count);
    if (p->code) {
        p->entries[segment](slots);
    } else {
        p->backend->run(p->t, segment, slots);
    }
}

/* Of interpreters. */
double tape_carry_by_hand(const tape_program *p, const tape_carry *c, double *slots, double time, const double *in,
                          double *out);
/* Runs carry k with the slots of one lane. 0 if all numbers that the first `middle` moves carried are finite. */
static inline double tape_carry_run(const tape_program *p, size_t k, double *slots, double time, const double *in,
                                    double *out) {
    return p->code ? p->carriers[k](slots, time, in, out)
                   : tape_carry_by_hand(p, &p->t->carries[k], slots, time, in, out);
}

const tape_backend *tape_backend_of(const tape_program *p); /* the one in use */
size_t tape_code_size(const tape_program *p);               /* bytes of machine code; 0: interpreted */
/* Frees the machine code; from then on the program is interpreted. */
void tape_unload(tape_program *p);

#endif
