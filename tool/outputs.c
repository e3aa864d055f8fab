/* Result files: opened before the run, so that a bad path is found before the work, and written after it. */
#include "outputs.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Endings and the formats behind them; NULL: known, not available yet. */
static const struct {
    const char *ending, *format;
} endings[] = {{".csv", "csv"}, {".json", "json-series"}, {".html", NULL}, {".svg", NULL}, {".h5", NULL}};

static bool find_format(output *o, bool json) {
    const char *ending = strrchr(o->path, '.');
    for (size_t i = 0; ending && i < sizeof endings / sizeof *endings; i++) {
        if (strcmp(endings[i].ending, ending) != 0)
            continue;
        o->format = endings[i].format;
        if (!o->format)
            usage_error(json, "cannot write '%s': %s files are not available yet", o->path, ending);
        return o->format != NULL;
    }
    usage_error(json, "cannot tell the format of '%s': its name should end in .csv or .json", o->path);
    return false;
}

bool output_open(output *o, const char *path, bool json) {
    *o = (output){.path = path, .format = "csv", .handle = -1};
    if (strcmp(path, "-") == 0)
        return true;
    if (!find_format(o, json))
        return false;
    o->handle = open(path, O_WRONLY | O_CREAT | O_EXCL, 0666);
    o->made = o->handle >= 0;
    if (!o->made)
        o->handle = open(path, O_WRONLY);
    if (o->handle < 0)
        usage_error(json, "cannot open '%s' for writing: %s", path, strerror(errno));
    return o->handle >= 0;
}

static bool write_failed(const output *o) {
    fprintf(stderr, "lagrangia: cannot write '%s': %s\n", o->path, strerror(errno));
    return false;
}

static bool empty_file(int handle) {
    struct stat about;
    return fstat(handle, &about) == 0 && (!S_ISREG(about.st_mode) || ftruncate(handle, 0) == 0);
}

bool output_write(output *o, const lgr_run *run) {
    if (o->handle < 0)
        return lgr_run_write(run, o->format, false, 0, file_sink, stdout) == LGR_STATUS_OK;
    FILE *f = empty_file(o->handle) ? fdopen(o->handle, "wb") : NULL;
    if (!f)
        return write_failed(o);
    o->handle = -1;
    o->made = false;
    bool written = lgr_run_write(run, o->format, false, 0, file_sink, f) == LGR_STATUS_OK;
    written = (fflush(f) == 0) && written;
    bool ok = written || write_failed(o);
    if (fclose(f) != 0 && ok)
        ok = write_failed(o);
    return ok;
}

void output_close(output *o) {
    if (o->handle >= 0)
        close(o->handle);
    if (o->made)
        unlink(o->path);
    o->handle = -1;
    o->made = false;
}
