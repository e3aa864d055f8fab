/* Machine code for a tape: one function for each segment. */
#ifndef LGR_TAPE_EMIT_H
#define LGR_TAPE_EMIT_H

#include "tape/encode.h"
#include "tape/sincos.h"
#include "tape/tape.h"

/* The processor that code is written for. */
struct tape_machine {
    encode_shape shape;
    const tape_trigonometry *trigonometry; /* of all lanes; NULL: the faster one of a single lane */
};

/* Bytes that may stand at any address that is a multiple of 64; entries[k] is where the function of segment k begins,
   which takes the slots. NULL if there are more slots than an instruction can reach. Functions without an instruction
   are called where they stand in this process; those of lanes are told of the tape's own instructions, so that the
   code is valid as long as the tape. */
const encoder *emit(arena *a, const tape *t, const tape_machine *m, size_t *entries);

/* One instruction of tape_lanes8. */
typedef void emit_lanes_operation(const tape_instr *ip, double *slots);
emit_lanes_operation *emit_lanes_function(tape_op op);

#endif
