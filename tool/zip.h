/* A zip archive of files as they are, in the order in which they come, with the same bytes at every time. */
#ifndef LAGRANGIA_ZIP_H
#define LAGRANGIA_ZIP_H

#include <stdint.h>

#include "draft.h"

typedef struct zip {
    draft *to;
    char *contents; /* what stands at the end of the archive: a record for each file */
    size_t length, room, offset;
    unsigned count;
} zip;

/* Names have '/' between folders; false if memory is exhausted or with the draft's reason. */
bool zip_add(zip *z, const char *name, const char *data, size_t length);
bool zip_finish(zip *z);
void zip_dispose(zip *z);
/* That of the archive and of PNG (CRC-32). */
uint32_t zip_checksum(const char *data, size_t length);

#endif
