/* What the C library for WebAssembly leaves out of this header. */
#ifndef LGR_PLATFORM_STDLIB_H
#define LGR_PLATFORM_STDLIB_H

#include_next <stdlib.h>

/* Always NULL: there are no folders of which a file could be outside. */
char *realpath(const char *path, char *whole);

#endif
