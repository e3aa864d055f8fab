/* Files that are written beside their place and renamed into it. */
#define _XOPEN_SOURCE 700 /* realpath */
#include "draft.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { ROOM = 1 << 16, TRIES = 100 };

static const char special[] = "it is no regular file", busy[] = "another process is writing it";

static bool fail(draft *d, const char *why) {
    if (!d->why)
        d->why = why;
    return false;
}

static bool fail_with(draft *d, int error) {
    return fail(d, error_text(error));
}

static char *joined(const char *path, const char *ending) {
    char *name = calloc(strlen(path) + strlen(ending) + 1, 1);
    return name ? strcat(strcpy(name, path), ending) : NULL;
}

static bool is_there(const char *path) {
    struct stat about;
    return lstat(path, &about) == 0;
}

/* A sweep that was stopped keeps its rows under the same name. */
static bool holds_rows(const draft *d) {
    char *key = joined(d->target, ".key");
    bool holds = key && is_there(key) && is_there(d->part);
    free(key);
    return holds;
}

static bool may_write_into(const char *folder) {
    return access(folder, W_OK | X_OK) == 0;
}

/* Whether a file could be made in the folder of this one. */
static bool check_folder(draft *d) {
    char *slash = strrchr(d->target, '/');
    bool may = false;
    if (slash && slash > d->target) {
        *slash = '\0';
        may = may_write_into(d->target);
        *slash = '/';
    } else
        may = may_write_into(slash ? "/" : ".");
    return may || fail_with(d, errno);
}

bool draft_prepare(draft *d, const char *path) {
    struct stat about;
    *d = (draft){.handle = -1};
    bool there = lstat(path, &about) == 0;
    if (!there && errno != ENOENT)
        return fail_with(d, errno);
    d->target = there ? realpath(path, NULL) : joined(path, "");
    if (!d->target)
        return fail_with(d, errno);
    d->part = joined(d->target, ".part");
    d->bytes = malloc(ROOM);
    if (!d->part || !d->bytes)
        return fail_with(d, ENOMEM);
    if (there && (stat(d->target, &about) != 0 || !S_ISREG(about.st_mode)))
        return S_ISDIR(about.st_mode) ? fail_with(d, EISDIR) : fail(d, special);
    if (there && access(d->target, W_OK) != 0)
        return fail_with(d, errno);
    if (holds_rows(d))
        return fail(d, "a sweep into it was stopped, and its rows would be lost");
    return check_folder(d);
}

int draft_open_regular(const char *path, int flags) {
    struct stat about;
    int handle = open(path, flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0666);
    if (handle < 0 || (fstat(handle, &about) == 0 && S_ISREG(about.st_mode)))
        return handle;
    close(handle);
    errno = EINVAL;
    return -1;
}

bool draft_lock(int handle) {
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    return fcntl(handle, F_SETLK, &whole) == 0 || (errno != EACCES && errno != EAGAIN); /* else it has no locks */
}

bool draft_is_named(int handle, const char *path) {
    struct stat open_one, named;
    return fstat(handle, &open_one) == 0 && lstat(path, &named) == 0 && open_one.st_dev == named.st_dev &&
           open_one.st_ino == named.st_ino;
}

/* The rights of the file that will be replaced, and its owner if this process may give files away. */
static void take_rights(const draft *d) {
    struct stat about;
    if (stat(d->target, &about) != 0)
        return;
    if (fchown(d->handle, about.st_uid, about.st_gid) == 0 || about.st_uid == geteuid())
        fchmod(d->handle, about.st_mode & 0777);
}

static bool begin(draft *d) {
    for (int i = 0; i < TRIES; i++) {
        d->handle = draft_open_regular(d->part, O_WRONLY | O_CREAT);
        if (d->handle < 0)
            return fail_with(d, errno);
        if (!draft_lock(d->handle)) {
            close(d->handle);
            d->handle = -1;
            return fail(d, busy);
        }
        if (draft_is_named(d->handle, d->part)) {
            interrupts_remove(d->part);
            take_rights(d);
            return ftruncate(d->handle, 0) == 0 || fail_with(d, errno);
        }
        close(d->handle); /* another process has just given it its name */
        d->handle = -1;
    }
    return fail(d, busy);
}

/* No signal comes between the making of a file and the note that it is half written. */
bool draft_begin(draft *d) {
    interrupts_hold(true);
    const bool ok = begin(d);
    interrupts_hold(false);
    return ok;
}

static bool write_all(draft *d, const char *data, size_t length) {
    while (length > 0) {
        ssize_t written = write(d->handle, data, length);
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return fail_with(d, errno);
        data += written;
        length -= (size_t)written;
    }
    return true;
}

static bool flush(draft *d) {
    size_t length = d->held;
    d->held = 0;
    return write_all(d, d->bytes, length);
}

bool draft_add(void *user, const char *data, size_t length) {
    draft *d = user;
    if (d->why || (d->held + length > ROOM && !flush(d)))
        return false;
    if (length > ROOM)
        return write_all(d, data, length);
    memcpy(d->bytes + d->held, data, length);
    d->held += length;
    return true;
}

static void discard(draft *d) {
    if (d->handle < 0)
        return;
    unlink(d->part);
    interrupts_keep(d->part);
    close(d->handle);
    d->handle = -1;
}

bool draft_seal(draft *d) {
    if (d->why || d->is_sealed || !flush(d))
        return !d->why;
    if (fsync(d->handle) != 0 && errno != EINVAL)
        return fail_with(d, errno);
    return d->is_sealed = true;
}

bool draft_finish(draft *d) {
    bool ok = draft_seal(d);
    if (ok && rename(d->part, d->target) != 0)
        ok = fail_with(d, errno);
    if (!ok) {
        discard(d);
        return false;
    }
    interrupts_keep(d->part);
    ok = close(d->handle) == 0 || fail_with(d, errno);
    d->handle = -1;
    return ok;
}

void draft_dispose(draft *d) {
    discard(d);
    free(d->bytes);
    free(d->part);
    free(d->target);
    *d = (draft){.handle = -1};
}
