/* Files that a model names: the only place of the library that opens any. */
#ifndef LGR_BASE_FILES_H
#define LGR_BASE_FILES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

/* The whole of a regular file with a zero after it. NULL with the reason in *why where it cannot be read, is longer
   than `limit` bytes, or is something else: a pipe, a device, a file of /proc. Never waits. */
char *base_read_file(arena *a, const char *path, size_t limit, size_t *length, const char **why);

/* `path` relative to the folder of the file `from`; an absolute path is unchanged. */
const char *base_path_beside(arena *a, const char *from, const char *path);

/* The path without './' and 'folder/..', so that two ways to write it are one. */
const char *base_path_clean(arena *a, const char *path);

/* Which files may be read. */
typedef enum files_rule {
    FILES_ANY,
    FILES_FOLDER, /* those in the folder of the model and in folders inside it, wherever links lead */
    FILES_NONE
} files_rule;

/* The files of one model, shared by its copies, in all threads: each is read once, and who asks again gets the same
   bytes, whatever has become of the file. */
typedef struct files files;

/* Gives the bytes of a file in place of the file system; NULL: there is no such file. They are copied before the next
   call. */
typedef const char *files_reader(void *user, const char *path, size_t *length);

/* For a model of this name (or path); by `reader`, unless it is NULL, in the place of the file system, whatever the
   rule says about folders. The caller destroys it after everything that was read. */
files *base_files_create(files_rule rule, const char *model, files_reader *reader, void *user);
void base_files_destroy(files *f);
/* As base_read_file, once for each path and limit, if the rule allows it; the text lives as long as `f`. Where `f` is
   NULL the file is read into `a`. */
const char *base_files_read(files *f, arena *a, const char *path, size_t limit, size_t *length, const char **why);
/* The path of the i-th file that could be read, from 0; NULL after the last. Lives as long as `f`. */
const char *base_files_path(files *f, size_t i);
/* Whether that file now has other bytes than were read, or cannot be read any more. */
bool base_files_changed(files *f, size_t i);

#endif
