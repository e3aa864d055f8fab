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

/* Reads to the end, or so far that the library refuses the text as too long: what never ends fills no memory. NULL if
   memory runs out. */
static char *read_all(FILE *f, size_t *length) {
    const size_t most = (size_t)LGR_TEXT_LIMIT + 1;
    size_t room = 1 << 16;
    char *text = malloc(room);
    *length = 0;
    while (text) {
        size_t want = (room < most ? room : most) - *length, got = fread(text + *length, 1, want, f);
        *length += got;
        if (got < want || *length == most)
            return text;
        char *bigger = realloc(text, room *= 2);
        if (!bigger)
            free(text);
        text = bigger;
    }
    return NULL;
}

static bool is_pipe(int handle) {
    struct stat about;
    return fstat(handle, &about) == 0 && S_ISFIFO(about.st_mode);
}

/* NULL with a reason. To open a pipe, or to read a log of the system, would wait for somebody who writes to it; what
   lies in /dev (stdin, fd/63 of a shell) is open already. */
static FILE *open_to_read(const char *path, const char **why) {
    if (strcmp(path, "-") == 0)
        return stdin;
    const bool waits = strncmp(path, "/dev/", 5) == 0;
    const int handle = open(path, O_RDONLY | O_NOCTTY | O_CLOEXEC | (waits ? 0 : O_NONBLOCK));
    const bool refused = handle >= 0 && !waits && is_pipe(handle);
    FILE *f = handle >= 0 && !refused ? fdopen(handle, "rb") : NULL;
    *why = refused ? "it is a pipe; read it as '-' from the standard input" : error_text(errno);
    if (!f && handle >= 0)
        close(handle);
    return f;
}

static char *read_whole(const char *path, bool json, size_t *length) {
    const char *why = NULL;
    FILE *f = open_to_read(path, &why);
    if (!f) {
        usage_error(json, "cannot open '%s': %s", path, why);
        return NULL;
    }
    errno = 0;
    char *text = read_all(f, length);
    if (!text || ferror(f)) {
        usage_error(json, "cannot read '%s': %s", path, error_text(errno ? errno : ENOMEM));
        free(text);
        text = NULL;
    }
    if (f != stdin)
        fclose(f);
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
