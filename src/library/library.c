/* The table of the texts, which the build writes from library/. */
#include "library/library.h"

#include <string.h>

typedef struct library_text {
    const char *name, *text;
    size_t length;
} library_text;

#include LGR_LIBRARY_TEXTS

static const size_t count = sizeof texts / sizeof *texts;
_Static_assert(sizeof texts / sizeof *texts <= LIBRARY_MAX, "LIBRARY_MAX texts at most");

const char *library_find(const char *name, size_t *length) {
    for (size_t i = 0; i < count; i++)
        if (strcmp(texts[i].name, name) == 0) {
            *length = texts[i].length;
            return texts[i].text;
        }
    return NULL;
}

size_t library_list(const char **out) {
    for (size_t i = 0; i < count; i++)
        out[i] = texts[i].name;
    return count;
}
