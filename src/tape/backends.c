/* The list of backends. */
#include "tape/tape.h"

const tape_backend *const tape_backends[] = {&tape_scalar, &tape_lanes8};
const size_t tape_backend_count = sizeof tape_backends / sizeof *tape_backends;
