/* Reading whole files, paths relative to other files, and what was read for a model. */
#define _XOPEN_SOURCE 700 /* realpath */
#include "base/files.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/call.h"
#include "base/memory.h"
#include "base/print.h"
#include "base/vec.h"

static const char no_file[] = "it is not a file";

/* Why a call of the system failed just now. */
static const char *reason(void) {
    if (errno == ENOMEM)
        base_memory_exhausted();
    return base_error_text(errno);
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

/* A handle of a regular file, or -1. A pipe that nobody writes to would make a blocking open wait. */
static int open_regular(const char *path, off_t *size, const char **why) {
    struct stat about;
    int handle = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (handle >= 0 && fstat(handle, &about) == 0 && S_ISREG(about.st_mode)) {
        *size = about.st_size;
        return handle;
    }
    *why = handle < 0 && errno != ENXIO ? reason() : no_file;
    if (handle >= 0)
        close(handle);
    return -1;
}

static void close_file(void *f) {
    fclose(f);
}

char *base_read_file(arena *a, const char *path, size_t limit, size_t *length, const char **why) {
    off_t size = 0;
    int handle = open_regular(path, &size, why);
    if (handle < 0)
        return NULL;
    FILE *f = fdopen(handle, "rb");
    if (!f) {
        close(handle);
        base_memory_exhausted(); /* which is all that it needs */
    }
    base_taken taken;
    base_take(&taken, close_file, f);
    errno = 0;
    char *text = read_all(a, f, limit + 1, length);
    const char *trouble = ferror(f)                  ? base_error_text(errno)
                          : size == 0 && *length > 0 ? no_file /* what the system makes up, as in /proc */
                          : *length > limit          ? "it is too long"
                                                     : NULL;
    base_give_back(&taken);
    if (trouble)
        *why = trouble;
    return trouble ? NULL : text;
}

const char *base_path_beside(arena *a, const char *from, const char *path) {
    const char *slash = strrchr(from, '/');
    if (path[0] == '/' || !slash)
        return path;
    return base_arena_printf(a, "%.*s/%s", (int)(slash - from), from, path);
}

/* What became of one path; the text is NULL where it could not be read. */
typedef struct kept_file {
    const char *path, *text, *why;
    size_t limit, length;
} kept_file;

struct files {
    arena *memory;
    files_rule rule;
    const char *folder;
    files_reader *reader; /* NULL: the file system */
    void *user;
    pthread_mutex_t lock; /* of what follows */
    VEC(kept_file) kept;
};

files *base_files_create(files_rule rule, const char *model, files_reader *reader, void *user) {
    arena *a = base_arena_create();
    files *f = ARENA_NEW(a, files);
    *f = (files){.memory = a, .rule = rule, .reader = reader, .user = user};
    const char *slash = strrchr(model, '/');
    f->folder = !slash ? "." : slash == model ? "/" : base_arena_copy(a, model, (size_t)(slash - model));
    pthread_mutex_init(&f->lock, NULL);
    return f;
}

void base_files_destroy(files *f) {
    if (!f)
        return;
    pthread_mutex_destroy(&f->lock);
    base_arena_destroy(f->memory);
}

/* A path without links; NULL with a reason. */
static const char *resolve(arena *a, const char *path, const char **why) {
    char whole[PATH_MAX];
    if (realpath(path, whole))
        return base_arena_copy(a, whole, strlen(whole));
    *why = reason();
    return NULL;
}

/* Where the file may be read from; NULL with a reason. */
static const char *permitted(files *f, const char *path, const char **why) {
    if (f->rule == FILES_ANY || (f->reader && f->rule != FILES_NONE))
        return path;
    if (f->rule == FILES_NONE) {
        *why = "files named in a model are not read here";
        return NULL;
    }
    const char *folder = resolve(f->memory, f->folder, why), *whole = folder ? resolve(f->memory, path, why) : NULL;
    size_t length = folder ? strlen(folder) : 0;
    if (!whole || (strncmp(folder, whole, length) == 0 && (whole[length] == '/' || folder[length - 1] == '/')))
        return whole;
    *why = "only files in the folder of the model are read here";
    return NULL;
}

/* From the host program, in `a`; as base_read_file. */
static const char *read_given(const files *f, arena *a, const char *path, size_t limit, size_t *length,
                              const char **why) {
    const char *text = f->reader(f->user, path, length);
    *why = !text ? "there is no such file" : *length > limit ? "it is too long" : NULL;
    return *why ? NULL : base_arena_copy(a, text, *length);
}

static const char *read_anew(const files *f, arena *a, const char *path, size_t limit, size_t *length,
                             const char **why) {
    return f->reader ? read_given(f, a, path, limit, length, why) : base_read_file(a, path, limit, length, why);
}

static const kept_file *read_once(files *f, const char *path, size_t limit) {
    for (size_t i = 0; i < f->kept.len; i++)
        if (f->kept.at[i].limit == limit && strcmp(f->kept.at[i].path, path) == 0)
            return &f->kept.at[i];
    kept_file k = {.path = base_arena_copy(f->memory, path, strlen(path)), .limit = limit};
    const char *place = permitted(f, path, &k.why);
    k.text = place ? read_anew(f, f->memory, place, limit, &k.length, &k.why) : NULL;
    vec_push(f->memory, &f->kept, k);
    return &f->kept.at[f->kept.len - 1];
}

static void unlock(void *of) {
    pthread_mutex_unlock(of);
}

const char *base_files_read(files *f, arena *a, const char *path, size_t limit, size_t *length, const char **why) {
    if (!f)
        return base_read_file(a, path, limit, length, why);
    base_taken held;
    pthread_mutex_lock(&f->lock);
    base_take(&held, unlock, &f->lock);
    kept_file k = *read_once(f, path, limit);
    base_give_back(&held);
    *length = k.length;
    if (!k.text)
        *why = k.why;
    return k.text;
}

/* The i-th that could be read; without a path if there is none. */
static kept_file find(files *f, size_t i) {
    kept_file found = {.path = NULL};
    pthread_mutex_lock(&f->lock);
    for (size_t k = 0; k < f->kept.len && !found.path; k++)
        if (f->kept.at[k].text && i-- == 0)
            found = f->kept.at[k];
    pthread_mutex_unlock(&f->lock);
    return found;
}

const char *base_files_path(files *f, size_t i) {
    return find(f, i).path;
}

bool base_files_changed(files *f, size_t i) {
    kept_file then = find(f, i);
    arena *a = base_arena_create();
    size_t length = 0;
    const char *why, *now = read_anew(f, a, then.path, then.limit, &length, &why);
    bool changed = !now || length != then.length || memcmp(now, then.text, length) != 0;
    base_arena_destroy(a);
    return changed;
}

/* The end of the folder before the last one that is written, or -1 if it cannot be left: there is none, or it is '..'.
 */
static long end_of_outer(const char *path, size_t length) {
    if (length == 0 || (length >= 3 && !strncmp(path + length - 3, "../", 3)))
        return -1;
    size_t i = length - 1; /* its slash */
    while (i > 0 && path[i - 1] != '/')
        i--;
    return path[0] == '/' && length == 1 ? -1 : (long)i;
}

const char *base_path_clean(arena *a, const char *path) {
    char *clean = base_arena_alloc(a, strlen(path) + 1);
    size_t length = 0;
    if (path[0] == '/')
        clean[length++] = '/';
    while (*path) {
        size_t step = strcspn(path, "/");
        long outer = step == 2 && !strncmp(path, "..", 2) ? end_of_outer(clean, length) : -1;
        if (outer >= 0)
            length = (size_t)outer;
        else if (step > 0 && !(step == 1 && path[0] == '.')) {
            memcpy(clean + length, path, step);
            length += step;
            if (path[step])
                clean[length++] = '/';
        }
        path += path[step] ? step + 1 : step;
    }
    clean[length] = '\0';
    return clean;
}
