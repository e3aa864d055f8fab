/* The function of a module that computes sines and cosines with fused products and sums, where the host has them. */
#ifndef LGR_TAPE_WASM_TURNS_H
#define LGR_TAPE_WASM_TURNS_H

#include "tape/wasm/encode.h"

/* Appends its body: an angle to its sine and its cosine, the bits of tape_sine and tape_cosine, which it calls for
   great angles. of_one: the number of their type. */
void wasm_turns(wasm_bytes *b, uint32_t of_one);

#endif
