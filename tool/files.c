/* Files: reading a model, writing results, and reporting failures. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tool.h"

bool file_sink(void *user, const char *data, size_t length) {
    return fwrite(data, 1, length, user) == length;
}

bool no_sink(void *user, const char *data, size_t length) {
    (void)user;
    (void)data;
    (void)length;
    return true;
}

/* Reads to the end, or so far that the library refuses the text as too long: what never ends fills no memory. NULL
   with errno if that fails or memory runs out. The room begins small: a process pays for every page that it touches. */
static char *read_all(int handle, size_t *length) {
    const size_t most = (size_t)LGR_TEXT_LIMIT + 1;
    size_t room = 1 << 12;
    char *text = malloc(room);
    *length = 0;
    while (text) {
        const ssize_t got = read(handle, text + *length, (room < most ? room : most) - *length);
        const int trouble = errno;
        *length += got > 0 ? (size_t)got : 0;
        if (got == 0 || *length == most)
            return text;
        char *bigger = got < 0 ? NULL : *length == room ? realloc(text, room *= 2) : text;
        if (!bigger)
            free(text);
        if (got < 0)
            errno = trouble;
        text = bigger;
    }
    return NULL;
}

static bool is_pipe(int handle) {
    struct stat about;
    return fstat(handle, &about) == 0 && S_ISFIFO(about.st_mode);
}

/* -1 with a reason. To open a pipe, or to read a log of the system, would wait for somebody who writes to it; what
   lies in /dev (stdin, fd/63 of a shell) is open already. */
static int open_to_read(const char *path, const char **why) {
    if (strcmp(path, "-") == 0)
        return STDIN_FILENO;
    const bool waits = strncmp(path, "/dev/", 5) == 0;
    const int handle = open(path, O_RDONLY | O_NOCTTY | O_CLOEXEC | (waits ? 0 : O_NONBLOCK));
    if (handle < 0) {
        *why = error_text(errno);
        return -1;
    }
    if (waits || !is_pipe(handle))
        return handle;
    *why = "it is a pipe; read it as '-' from the standard input";
    close(handle);
    return -1;
}

static char *read_whole(const char *path, bool json, size_t *length) {
    const char *why = NULL;
    const int handle = open_to_read(path, &why);
    if (handle < 0) {
        usage_error(json, "cannot open '%s': %s", path, why);
        return NULL;
    }
    errno = 0;
    char *text = read_all(handle, length);
    if (!text)
        usage_error(json, "cannot read '%s': %s", path, error_text(errno ? errno : ENOMEM));
    if (handle != STDIN_FILENO)
        close(handle);
    return text;
}

/* The standard input may be a pipe to which nobody writes: what ends the process does so then too. */
char *file_read(const char *path, bool json, size_t *length) {
    const bool listened = interrupts_pause(true);
    char *text = read_whole(path, json, length);
    if (listened)
        interrupts_pause(false);
    return text;
}

int exit_after(int status, lgr_status written) {
    return written == LGR_STATUS_OK ? status : written == LGR_STATUS_MEMORY ? (int)written : EXIT_WRITE;
}

int finish_stdout(int status) {
    bool failed = ferror(stdout) != 0;
    if (fflush(stdout) == 0 && !failed)
        return status;
    complain("cannot write to stdout: %s", error_text(errno));
    return EXIT_WRITE;
}
