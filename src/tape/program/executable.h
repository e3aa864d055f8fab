/* Executable memory: written first, then executable, never both at once. */
#ifndef LGR_TAPE_PROGRAM_EXECUTABLE_H
#define LGR_TAPE_PROGRAM_EXECUTABLE_H

#include <stddef.h>

/* A copy of the bytes, at the beginning of a page; NULL where the system has or gives none. */
const void *tape_executable_create(const void *bytes, size_t size);
void tape_executable_destroy(const void *code, size_t size);

#endif
