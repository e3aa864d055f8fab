/* A WebAssembly module for a tape: one function for each segment and each carry. */
#ifndef LGR_TAPE_WASM_EMIT_H
#define LGR_TAPE_WASM_EMIT_H

#include "tape/tape.h"

/* As described for tape_writer: the module, whose functions are exported in the order of `entries`, which are their
   numbers. It imports the memory "e.m" and the table of functions "e.t" of this process, in which functions without an
   instruction are called. NULL if there are more slots than an instruction can address, or for an instruction that it
   does not know. */
tape_writer wasm_emit;

#endif
