/* Rows on disk: appended, recognised and continued. */
#include "row_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "draft.h"
#include "large.h"
#include "outputs.h"
#include "zip.h"

enum { KEY_LENGTH = 16, SUM_LENGTH = 8, MOST_WAITING = ROW_FILE_ROOM / 2, TRIES = 100 };
static const double longest_wait = 0.02; /* s */

static bool fail(const char *what, const char *path) {
    complain("cannot %s '%s': %s", what, path, errno == EINVAL ? "it is no regular file" : error_text(errno));
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

/* With room for what waits to be written, or NULL. */
static FILE *open_file(const char *path, int flags, const char *mode, char *room) {
    int handle = draft_open_regular(path, flags);
    FILE *f = handle >= 0 ? fdopen(handle, mode) : NULL;
    if (handle >= 0 && !f)
        close(handle);
    if (f && room)
        setvbuf(f, room, _IOFBF, ROW_FILE_ROOM);
    return f;
}

/* The first line of the file of checksums. */
static bool read_key(FILE *sums, char key[KEY_LENGTH + 1]) {
    rewind(sums);
    key[KEY_LENGTH] = '\0';
    return fread(key, 1, KEY_LENGTH, sums) == KEY_LENGTH && getc(sums) == '\n' &&
           strspn(key, "0123456789abcdef") == KEY_LENGTH;
}

/* The checksums beside the file if they are of this sweep; NULL. */
static FILE *open_sums(const row_file *f, const lgr_sweep *sweep, int flags, const char *mode, char *room) {
    char key[KEY_LENGTH + 1];
    FILE *sums = open_file(f->key, flags, mode, room);
    if (!sums || (read_key(sums, key) && strcmp(key, lgr_sweep_key(sweep)) == 0))
        return sums;
    fclose(sums);
    return NULL;
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

/* Whether the next checksum is that of the line. */
static bool has_sum(FILE *sums, const char *line, size_t length) {
    char text[SUM_LENGTH + 2] = "", want[SUM_LENGTH + 2];
    snprintf(want, sizeof want, "%08lx\n", (unsigned long)zip_checksum(line, length));
    return fread(text, 1, SUM_LENGTH + 1, sums) == SUM_LENGTH + 1 && strcmp(text, want) == 0;
}

/* Gives the sweep the rows that are there, each of which must have its checksum. *end is behind the last whole one, and
 *lines how many lines that is; false if the one after it is none of the sweep's. */
static bool read_rows(FILE *in, FILE *sums, lgr_sweep *sweep, off_t *end, size_t *lines) {
    char *line = NULL;
    size_t room = 0, length;
    bool fits = true;
    *end = 0;
    for (*lines = 0; fits && read_line(in, &line, &room, &length);) {
        line[length] = '\0';
        fits = *lines == 0 ? is_header(line, length, sweep)
                           : has_sum(sums, line, length) && lgr_sweep_resume(sweep, line, length);
        if (!fits)
            break;
        *end = ftello(in);
        ++*lines;
    }
    free(line);
    return fits && !ferror(in) && !ferror(sums);
}

static bool belongs_to_another(const char *path) {
    struct stat about;
    if (stat(path, &about) == 0 && !S_ISREG(about.st_mode)) {
        errno = S_ISDIR(about.st_mode) ? EISDIR : EINVAL;
        return fail("write", path);
    }
    usage_error(false, "'%s' belongs to another sweep: remove it, or choose another name", path);
    return false;
}

static const char *const what_to_do[] = {"it was changed since; remove it, or choose another name",
                                         "give the command again once only the lines before it are left"};

/* So many lines of the file are right. */
static bool was_changed(const char *path, size_t lines, bool goes_on) {
    usage_error(false, "line %zu of '%s' is not what this sweep wrote there: %s", lines + 1, path, what_to_do[goes_on]);
    return false;
}

/* The rows that HDF5 was made of; none of them is needed any more. */
static void remove_rows(const row_file *f) {
    remove(f->part);
    remove(f->key);
}

static bool read_csv(const row_file *f, lgr_sweep *sweep) {
    FILE *sums = open_sums(f, sweep, O_RDONLY, "rb", NULL),
         *in = sums ? open_file(f->path, O_RDONLY, "rb", NULL) : NULL;
    off_t end;
    size_t lines = 0;
    bool fits = in && read_rows(in, sums, sweep, &end, &lines) && lgr_sweep_done(sweep) == lgr_sweep_count(sweep);
    if (sums && !fits)
        was_changed(f->path, lines, false);
    else if (!sums)
        belongs_to_another(f->path);
    if (in)
        fclose(in);
    if (sums)
        fclose(sums);
    return fits;
}

/* The finished file: nothing is left to do if it is this sweep's. */
static bool open_finished(row_file *f, lgr_sweep *sweep) {
    struct stat about;
    if (!f->is_hdf5)
        return f->complete = read_csv(f, sweep);
    const bool waits = stat(f->path, &about) != 0 || !S_ISREG(about.st_mode); /* HDF5 would open a pipe */
    f->complete = !waits && hdf5_read(f->path, sweep);
    FILE *sums = f->complete ? open_sums(f, sweep, O_RDONLY, "rb", NULL) : NULL;
    if (sums) {
        fclose(sums);
        remove_rows(f); /* it was stopped between the two */
    }
    return f->complete || belongs_to_another(f->path);
}

/* Whatever is in the way of the checksums must be some: no other file is overwritten. */
static bool is_free_for_sums(const row_file *f) {
    char key[KEY_LENGTH + 1];
    FILE *sums = is_there(f->key) ? open_file(f->key, O_RDONLY, "rb", NULL) : NULL;
    bool free_for =
        !is_there(f->key) || (sums && (read_key(sums, key) || fseek(sums, 0, SEEK_END) != 0 || !ftell(sums)));
    if (sums)
        fclose(sums);
    if (!free_for)
        usage_error(false, "'%s' is needed for the checksums of the rows: remove it, or choose another name", f->key);
    return free_for;
}

/* The key, then the header: rows without a key are never there. */
static bool begin_rows(row_file *f, const lgr_sweep *sweep, int *status) {
    if (!is_free_for_sums(f))
        return false;
    *status = EXIT_WRITE;
    f->sums = open_file(f->key, O_RDWR | O_CREAT | O_TRUNC, "r+b", f->sums_room);
    if (!f->sums || fprintf(f->sums, "%s\n", lgr_sweep_key(sweep)) < 0 || fflush(f->sums) != 0)
        return fail("write", f->key);
    return (fputs(lgr_sweep_header(sweep), f->rows) >= 0 && fflush(f->rows) == 0) || fail("write", f->part);
}

static bool cut(FILE *f, off_t end) {
    return fseeko(f, end, SEEK_SET) == 0 && ftruncate(fileno(f), end) == 0;
}

/* Goes on behind the last whole row. */
static bool go_on(row_file *f, lgr_sweep *sweep, int *status) {
    off_t end;
    size_t lines;
    f->sums = open_sums(f, sweep, O_RDWR, "r+b", f->sums_room);
    if (!f->sums)
        return belongs_to_another(f->part);
    if (!read_rows(f->rows, f->sums, sweep, &end, &lines))
        return was_changed(f->part, lines, true);
    *status = EXIT_WRITE;
    off_t sums_end = KEY_LENGTH + 1 + (off_t)(lines ? lines - 1 : 0) * (SUM_LENGTH + 1);
    bool ok = cut(f->rows, end) && cut(f->sums, sums_end);
    return (ok && (lines > 0 || fputs(lgr_sweep_header(sweep), f->rows) >= 0)) || fail("write", f->part);
}

/* Nothing is looked at before the lock, and who does not get it changes nothing. */
static bool open_part(row_file *f, lgr_sweep *sweep, int *status) {
    f->rows = open_file(f->part, O_RDWR | O_CREAT, "r+b", f->rows_room);
    if (!f->rows)
        return fail("open", f->part);
    if (!draft_lock(fileno(f->rows))) {
        usage_error(false, "another process is writing to '%s'", f->part);
        return false;
    }
    struct stat about;
    if (!draft_is_named(fileno(f->rows), f->part) || fstat(fileno(f->rows), &about) != 0)
        return false; /* it was finished in between */
    return about.st_size == 0 ? begin_rows(f, sweep, status) : go_on(f, sweep, status);
}

static bool check_path(const settings *s, const lgr_model *model, const char *path) {
    const char *ending = strrchr(path, '.');
    if (ending && (strcmp(ending, ".csv") == 0 || large_is_hdf5(path)))
        return !outputs_would_overwrite(s, model, path);
    usage_error(false, "cannot tell the format of '%s': its name should end in .csv, .h5 or .hdf5", path);
    return false;
}

/* Another process may finish the file while this one waits to see its part. */
static bool open_either(row_file *f, lgr_sweep *sweep, int *status) {
    for (int i = 0; i < TRIES; i++) {
        if (is_there(f->path))
            return open_finished(f, sweep);
        if (open_part(f, sweep, status))
            return true;
        if (!f->rows || draft_is_named(fileno(f->rows), f->part))
            return false;
        fclose(f->rows);
        f->rows = NULL;
    }
    usage_error(false, "another process is writing to '%s'", f->part);
    return false;
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
    return check_path(s, model, path) && open_either(f, sweep, status);
}

/* Checksums reach the file before their rows: what was killed in between has no row without one. */
static bool flush(row_file *f) {
    f->waiting = 0;
    return fflush(f->sums) == 0 && fflush(f->rows) == 0;
}

bool row_file_add(void *user, const char *line, size_t length) {
    row_file *f = user;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    double seconds = (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
    bool ok = f->waiting + length < MOST_WAITING || flush(f);
    ok = ok && fprintf(f->sums, "%08lx\n", (unsigned long)zip_checksum(line, length - 1)) > 0 &&
         (length < MOST_WAITING || fflush(f->sums) == 0) && fwrite(line, 1, length, f->rows) == length;
    f->waiting += length;
    if (ok && seconds - f->flushed > longest_wait) {
        ok = flush(f);
        f->flushed = seconds;
    }
    return ok || fail("write", f->part);
}

static bool fail_as_hdf5(const char *path) {
    complain("cannot write '%s' as HDF5", path);
    return false;
}

/* Never half there: written under another name first. */
static bool make_hdf5(const row_file *f, const lgr_sweep *sweep) {
    char *new_file = with_ending(f->path, ".new");
    if (new_file)
        interrupts_remove(new_file);
    bool ok =
        new_file && (!is_there(new_file) || remove(new_file) == 0) && hdf5_write(new_file, f->rows, sweep, &f->head);
    int handle = ok ? open(new_file, O_RDONLY) : -1;
    ok = (handle >= 0 && (fsync(handle) == 0 || errno == EINVAL) && rename(new_file, f->path) == 0) ||
         (errno ? fail("write", f->path) : fail_as_hdf5(f->path));
    if (new_file)
        interrupts_keep(new_file);
    if (handle >= 0)
        close(handle);
    if (ok)
        remove_rows(f);
    else if (new_file)
        remove(new_file);
    free(new_file);
    return ok;
}

static bool reach_disk(FILE *f) {
    return fsync(fileno(f)) == 0 || errno == EINVAL;
}

static void tell_changes(const row_file *f) {
    const char *read;
    for (size_t i = 0; (read = lgr_model_file(f->head.model, i)); i++)
        if (lgr_model_file_has_changed(f->head.model, i))
            complain("'%s' has changed since the sweep began: all rows are of '%s' as it was then", read, read);
}

bool row_file_finish(row_file *f, const lgr_sweep *sweep) {
    if (f->complete)
        return true;
    bool ok = flush(f) && reach_disk(f->sums) && reach_disk(f->rows);
    tell_changes(f);
    if (ok && f->is_hdf5)
        return make_hdf5(f, sweep);
    if (!ok || rename(f->part, f->path) != 0)
        return fail("write", f->path);
    return true;
}

void row_file_close(row_file *f) {
    if (f->sums)
        fclose(f->sums);
    if (f->rows)
        fclose(f->rows);
    free(f->part);
    free(f->key);
}
