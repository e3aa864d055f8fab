/* Rows on disk: appended, recognised and continued. */
#include "row_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "large.h"

enum { KEY_LENGTH = 16 };
static const double longest_wait = 0.02; /* s */

static bool fail(const char *what, const char *path) {
    fprintf(stderr, "lagrangia: cannot %s '%s': %s\n", what, path, error_text(errno));
    return false;
}

static char *with_ending(const char *path, const char *ending) {
    char *name = calloc(strlen(path) + strlen(ending) + 1, 1);
    if (name)
        strcat(strcpy(name, path), ending);
    return name;
}

static bool is_there(const char *path) {
    struct stat about;
    return lstat(path, &about) == 0;
}

/* Whether the key beside the file is that of the sweep. */
static bool key_fits(const row_file *f, const char *key) {
    char text[KEY_LENGTH + 1] = "";
    FILE *in = fopen(f->key, "rb");
    if (!in)
        return false;
    size_t length = fread(text, 1, KEY_LENGTH, in);
    fclose(in);
    return length == KEY_LENGTH && strcmp(text, key) == 0;
}

/* Never half there: written under another name first. */
static bool write_key(const row_file *f, const char *key) {
    char *draft = with_ending(f->key, ".new");
    FILE *out = draft ? fopen(draft, "wb") : NULL;
    bool ok = out && fprintf(out, "%s\n", key) > 0;
    ok = (!out || fclose(out) == 0) && ok && rename(draft, f->key) == 0;
    if (!ok)
        fail("write", f->key);
    free(draft);
    return ok;
}

/* Nobody else may write to it; the lock goes with the process. */
static bool lock(const row_file *f) {
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    if (fcntl(fileno(f->rows), F_SETLK, &whole) == 0 || (errno != EACCES && errno != EAGAIN))
        return true; /* a file system without locks */
    usage_error(false, "another process is writing to '%s'", f->part);
    return false;
}

/* The next whole line without its newline; false at the end, or where a row was cut off. */
static bool read_line(FILE *in, char **line, size_t *room, size_t *length) {
    ssize_t read = getline(line, room, in);
    *length = read > 0 ? (size_t)read : 0;
    return *length && (*line)[--*length] == '\n';
}

static bool is_header(const char *line, size_t length, const lgr_sweep *sweep) {
    const char *header = lgr_sweep_header(sweep);
    return strlen(header) == length + 1 && memcmp(header, line, length) == 0;
}

/* Gives the sweep the rows that are there. *end is behind the last whole one; false if some line is none of its. */
static bool read_rows(FILE *in, lgr_sweep *sweep, off_t *end) {
    char *line = NULL;
    size_t room = 0, length;
    bool fits = true, first = true;
    *end = 0;
    for (; fits && read_line(in, &line, &room, &length); first = false) {
        line[length] = '\0';
        fits = first ? is_header(line, length, sweep) : lgr_sweep_resume(sweep, line, length);
        *end = fits ? ftello(in) : *end;
    }
    free(line);
    return fits && !ferror(in);
}

static bool belongs_to_another(const char *path) {
    usage_error(false, "'%s' belongs to another sweep: remove it, or choose another name", path);
    return false;
}

/* The rows that HDF5 was made of; none of them is needed any more. */
static void remove_rows(const row_file *f) {
    remove(f->part);
    remove(f->key);
}

static bool read_csv(const row_file *f, lgr_sweep *sweep) {
    FILE *in = key_fits(f, lgr_sweep_key(sweep)) ? fopen(f->path, "rb") : NULL;
    off_t end;
    bool fits = in && read_rows(in, sweep, &end);
    if (in)
        fclose(in);
    return fits;
}

/* The finished file: nothing is left to do if it is this sweep's. */
static bool open_finished(row_file *f, lgr_sweep *sweep) {
    f->complete = f->is_hdf5 ? hdf5_read(f->path, sweep) : read_csv(f, sweep);
    if (f->complete && f->is_hdf5 && key_fits(f, lgr_sweep_key(sweep)))
        remove_rows(f); /* it was stopped between the two */
    return f->complete || belongs_to_another(f->path);
}

static bool begin_rows(const row_file *f, const lgr_sweep *sweep) {
    const char *header = lgr_sweep_header(sweep);
    bool ok = fputs(header, f->rows) >= 0 && fflush(f->rows) == 0;
    return ok || fail("write", f->part);
}

/* Goes on behind the last whole row, or begins. */
static bool open_part(row_file *f, lgr_sweep *sweep, int *status) {
    bool there = is_there(f->part);
    if (there && !key_fits(f, lgr_sweep_key(sweep)))
        return belongs_to_another(f->part);
    int handle = there || write_key(f, lgr_sweep_key(sweep)) ? open(f->part, O_RDWR | O_CREAT, 0666) : -1;
    f->rows = handle >= 0 ? fdopen(handle, "r+b") : NULL;
    if (!f->rows)
        return fail("open", f->part);
    if (!lock(f))
        return false;
    off_t end;
    if (!read_rows(f->rows, sweep, &end))
        return belongs_to_another(f->part);
    *status = EXIT_WRITE;
    if (fseeko(f->rows, end, SEEK_SET) != 0 || ftruncate(fileno(f->rows), end) != 0)
        return fail("write", f->part);
    return end > 0 || begin_rows(f, sweep);
}

static bool check_path(const char *path, const char *model) {
    const char *ending = strrchr(path, '.');
    struct stat a, b;
    if (!ending || (strcmp(ending, ".csv") != 0 && !large_is_hdf5(path))) {
        usage_error(false, "cannot tell the format of '%s': its name should end in .csv, .h5 or .hdf5", path);
        return false;
    }
    bool same = stat(path, &a) == 0 && stat(model, &b) == 0 && a.st_dev == b.st_dev && a.st_ino == b.st_ino;
    if (same)
        usage_error(false, "'%s' is the model itself: the results would overwrite it", path);
    return !same;
}

bool row_file_open(row_file *f, const settings *s, const lgr_model *model, lgr_sweep *sweep, int *status) {
    const char *path = s->outputs[0];
    *f = (row_file){.path = path,
                    .head = {model, s->arguments},
                    .is_hdf5 = large_is_hdf5(path),
                    .part = with_ending(path, ".part"),
                    .key = with_ending(path, ".key")};
    *status = EXIT_USAGE;
    if (!f->part || !f->key)
        return fail("open", path);
    if (!check_path(path, s->operands[0]))
        return false;
    return is_there(path) ? open_finished(f, sweep) : open_part(f, sweep, status);
}

bool row_file_add(void *user, const char *line, size_t length) {
    row_file *f = user;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    double seconds = (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
    bool ok = fwrite(line, 1, length, f->rows) == length;
    if (ok && seconds - f->flushed > longest_wait) {
        ok = fflush(f->rows) == 0;
        f->flushed = seconds;
    }
    return ok || fail("write", f->part);
}

/* Never half there: written under another name first. */
static bool make_hdf5(const row_file *f, const lgr_sweep *sweep) {
    char *draft = with_ending(f->path, ".new");
    bool ok = draft && hdf5_write(draft, f->rows, sweep, &f->head);
    int handle = ok ? open(draft, O_RDONLY) : -1;
    if (ok)
        ok = ((handle >= 0 && (fsync(handle) == 0 || errno == EINVAL)) && rename(draft, f->path) == 0) ||
             fail("write", f->path);
    if (handle >= 0)
        close(handle);
    if (ok)
        remove_rows(f);
    else if (draft)
        remove(draft);
    free(draft);
    return ok;
}

bool row_file_finish(row_file *f, const lgr_sweep *sweep) {
    if (f->complete)
        return true;
    bool ok = fflush(f->rows) == 0 && (fsync(fileno(f->rows)) == 0 || errno == EINVAL);
    if (ok && f->is_hdf5)
        return make_hdf5(f, sweep);
    if (!ok || rename(f->part, f->path) != 0)
        return fail("write", f->path);
    return true;
}

void row_file_close(row_file *f) {
    if (f->rows)
        fclose(f->rows);
    free(f->part);
    free(f->key);
}
