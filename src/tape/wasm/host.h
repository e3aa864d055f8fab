/* What a program in WebAssembly asks of the program around it, which makes modules of bytes. */
#ifndef LGR_TAPE_WASM_HOST_H
#define LGR_TAPE_WASM_HOST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Makes a module, and puts what it exports into the table of functions, one after the other. Returns the place of the
   first, which is its address; 0 if that is not possible. */
uintptr_t wasm_host_load(const void *bytes, size_t size);
/* Takes them out again. */
void wasm_host_unload(uintptr_t first);
/* Whether f64x2.relaxed_madd is there, and rounds once. */
bool wasm_host_fuses(void);

#endif
