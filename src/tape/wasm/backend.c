/* The back end that makes modules of WebAssembly while it runs in one. */
#include "tape/wasm/emit.h"

static bool is_here(void) {
#ifdef __wasm__
    return true;
#else
    return false;
#endif
}

static void init(const tape *t, double *slots) {
    tape_scalar.init(t, slots);
}

const tape_backend tape_wasm = {.name = "wasm",
                                .what = "modules of WebAssembly",
                                .lanes = 1,
                                .available = is_here,
                                .init = init,
                                .write = wasm_emit};
