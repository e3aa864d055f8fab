/* Machine code that carries numbers into the slots, runs segments and carries results out. */
#ifndef LGR_TAPE_X86_CARRIER_H
#define LGR_TAPE_X86_CARRIER_H

#include "tape/tape.h"
#include "tape/x86/encode.h"

/* Appends a tape_carrier to scalar code; entries: where the segments begin. */
void x86_carrier(encoder *e, const tape_carry *c, const size_t *entries);

#endif
