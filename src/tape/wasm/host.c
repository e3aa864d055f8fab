/* Asks the host for modules; outside of WebAssembly there is none. */
#include "tape/wasm/host.h"

#ifdef __wasm__

#define IMPORT(name) __attribute__((import_module("lagrangia"), import_name(name)))

IMPORT("load") uintptr_t wasm_import_load(const void *bytes, size_t size);
IMPORT("unload") void wasm_import_unload(uintptr_t first);
IMPORT("fuses") int wasm_import_fuses(void);

uintptr_t wasm_host_load(const void *bytes, size_t size) {
    return wasm_import_load(bytes, size);
}

void wasm_host_unload(uintptr_t first) {
    wasm_import_unload(first);
}

bool wasm_host_fuses(void) {
    return wasm_import_fuses() != 0;
}

#else

uintptr_t wasm_host_load(const void *bytes, size_t size) {
    (void)bytes, (void)size;
    return 0;
}

void wasm_host_unload(uintptr_t first) {
    (void)first;
}

bool wasm_host_fuses(void) {
    return false;
}

#endif
