/* Reading whole files, and paths relative to other files. */
#include "base/files.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/print.h"

/* Only regular files: a pipe or a device may never end. */
static bool is_regular(const char *path, const char **why) {
    struct stat info;
    if (stat(path, &info) != 0)
        *why = base_error_text(errno);
    else if (!S_ISREG(info.st_mode))
        *why = "it is not a file";
    else
        return true;
    return false;
}

/* Reads at most `room` bytes; grows as they come, whatever the size claimed. */
static char *read_all(arena *a, FILE *f, size_t room, size_t *length) {
    size_t size = 1 << 14;
    char *text = base_arena_alloc(a, size + 1);
    *length = 0;
    for (;;) {
        size_t want = size < room ? size : room;
        *length += fread(text + *length, 1, want - *length, f);
        if (*length < want || want == room)
            break;
        text = base_arena_grow(a, text, size + 1, 2 * size + 1);
        size *= 2;
    }
    text[*length] = '\0';
    return text;
}

char *base_read_file(arena *a, const char *path, size_t limit, size_t *length, const char **why) {
    if (!is_regular(path, why))
        return NULL;
    FILE *f = fopen(path, "rb");
    if (!f) {
        *why = base_error_text(errno);
        return NULL;
    }
    char *text = read_all(a, f, limit + 1, length);
    if (ferror(f)) {
        *why = "it cannot be read to its end";
        text = NULL;
    } else if (*length > limit) {
        *why = "it is too long";
        text = NULL;
    }
    fclose(f);
    return text;
}

const char *base_path_beside(arena *a, const char *from, const char *path) {
    const char *slash = strrchr(from, '/');
    if (path[0] == '/' || !slash)
        return path;
    return base_arena_printf(a, "%.*s/%s", (int)(slash - from), from, path);
}
