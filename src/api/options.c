/* Structs of options that begin with their size: what callers of other versions of the library pass is recognised. */
#include <string.h>

#include "api/handles.h"

void api_write_options(void *to, size_t size, const void *usual, size_t known) {
    if (!to)
        return;
    memset(to, 0, size);
    memcpy(to, usual, size < known ? size : known);
    if (size >= sizeof size)
        memcpy(to, &size, sizeof size);
}

bool api_read_options(void *to, const void *from, size_t known) {
    size_t size;
    memcpy(&size, from, sizeof size);
    if (size <= sizeof size || size > known)
        return false;
    memcpy(to, from, size);
    return true;
}
