/* Machine code for a tape: one function for each segment. */
#ifndef LGR_TAPE_X86_EMIT_H
#define LGR_TAPE_X86_EMIT_H

#include "tape/sincos/sincos.h"
#include "tape/tape.h"
#include "tape/x86/encode.h"

/* The processor that code is written for. */
struct tape_machine {
    encode_shape shape;
    const tape_trigonometry *trigonometry; /* of all lanes; NULL: the faster one of a single lane */
};

/* As described for tape_writer. NULL if there are more slots than an instruction can address. Functions without an
   instruction are called at their address in this process; those of lanes receive the tape's own instructions, so that
   the code is valid as long as the tape. */
const uint8_t *x86_emit(arena *a, const tape *t, const tape_machine *m, size_t *entries, size_t *length);

#endif
