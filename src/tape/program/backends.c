/* The list of backends; of those with the same number of lanes, later ones are faster. */
#include "tape/tape.h"

const tape_backend *const tape_backends[] = {&tape_scalar, &tape_lanes8, &tape_wasm,  &tape_sse2,
                                             &tape_avx,    &tape_avx2,   &tape_avx512};
const size_t tape_backend_count = sizeof tape_backends / sizeof *tape_backends;
