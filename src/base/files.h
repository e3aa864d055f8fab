/* Reading of files: the only place of the library that opens one. */
#ifndef LGR_BASE_FILES_H
#define LGR_BASE_FILES_H

#include <stddef.h>

#include "base/arena.h"

/* The whole of a regular file with a zero after it. NULL with the reason in *why where it cannot be read or is longer
   than `limit` bytes. */
char *base_read_file(arena *a, const char *path, size_t limit, size_t *length, const char **why);

/* `path` relative to the folder of the file `from`; an absolute path is unchanged. */
const char *base_path_beside(arena *a, const char *from, const char *path);

#endif
