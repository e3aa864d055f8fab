/* Result files: opened before the work, so that a bad path is found early, and written after it. */
#include "outputs.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ffmpeg.h"

/* Endings and the formats behind them, per kind of output; NULL: known, not available yet. */
static const struct {
    const char *ending, *format[OUTPUT_KIND_COUNT];
} endings[] = {
    {".csv", {"csv", "csv"}}, {".json", {"json-series", "json"}}, {".html", {"html", NULL}}, {".svg", {"svg", NULL}},
    {".gif", {"film", NULL}}, {".mp4", {"film", NULL}},           {".webm", {"film", NULL}}, {".h5", {NULL, NULL}}};

static const char *const known_endings[OUTPUT_KIND_COUNT] = {".csv, .json, .html, .svg, .gif, .mp4 or .webm",
                                                             ".csv or .json"};

/* Why the format of a file cannot be written; NULL if it can. */
static const char *format_trouble(const char *format, output_kind kind) {
    if (!format)
        return "such files are not available yet";
    if (strcmp(format, "film") == 0)
        return film_is_possible() ? NULL : "films need the program ffmpeg, which is not on the PATH";
    return kind == OUTPUT_MOTION ? lgr_run_format_trouble(format) : NULL;
}

static bool find_format(output *o, output_kind kind, bool json) {
    const char *ending = strrchr(o->path, '.');
    for (size_t i = 0; ending && i < sizeof endings / sizeof *endings; i++) {
        if (strcmp(endings[i].ending, ending) != 0)
            continue;
        o->format = endings[i].format[kind];
        const char *trouble = format_trouble(o->format, kind);
        if (trouble)
            usage_error(json, "cannot write '%s': %s", o->path, trouble);
        return !trouble;
    }
    usage_error(json, "cannot tell the format of '%s': its name should end in %s", o->path, known_endings[kind]);
    return false;
}

/* The same file under whatever name: links count. */
static bool is_same_file(const char *path, const char *other) {
    struct stat a, b;
    if (strcmp(other, "-") == 0 || stat(path, &a) != 0 || stat(other, &b) != 0)
        return false;
    return a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

static bool open_output(output *o, const char *path, output_kind kind, const settings *s) {
    bool json = s->json;
    *o = (output){.path = path, .format = "csv", .handle = -1};
    if (strcmp(path, "-") == 0)
        return true;
    if (is_same_file(path, s->operands[0])) {
        usage_error(json, "'%s' is the model itself: the results would overwrite it", path);
        return false;
    }
    if (!find_format(o, kind, json))
        return false;
    o->handle = open(path, O_WRONLY | O_CREAT | O_EXCL, 0666);
    o->made = o->handle >= 0;
    if (!o->made)
        o->handle = open(path, O_WRONLY);
    if (o->handle < 0)
        usage_error(json, "cannot open '%s' for writing: %s", path, error_text(errno));
    return o->handle >= 0;
}

output *outputs_open(const settings *s, output_kind kind) {
    output *o = calloc(s->output_count + 1, sizeof *o);
    for (size_t i = 0; o && i < s->output_count; i++)
        if (!open_output(&o[i], s->outputs[i], kind, s)) {
            outputs_close(o, i);
            return NULL;
        }
    return o;
}

bool outputs_use_stdout(const settings *s) {
    for (size_t i = 0; i < s->output_count; i++)
        if (strcmp(s->outputs[i], "-") == 0)
            return true;
    return false;
}

const char *outputs_find(const output *o, size_t count, const char *format) {
    for (size_t i = 0; i < count; i++)
        if (strcmp(o[i].format, format) == 0) {
            const char *slash = strrchr(o[i].path, '/');
            return slash ? slash + 1 : o[i].path;
        }
    return NULL;
}

static bool write_failed(const output *o) {
    fprintf(stderr, "lagrangia: cannot write '%s': %s\n", o->path, error_text(errno));
    return false;
}

static bool empty_file(int handle) {
    struct stat about;
    return fstat(handle, &about) == 0 && (!S_ISREG(about.st_mode) || ftruncate(handle, 0) == 0);
}

/* From then on it is written. */
static bool begin_output(output *o) {
    o->begun = o->handle < 0 ? stdout : empty_file(o->handle) ? fdopen(o->handle, "wb") : NULL;
    o->failed = !o->begun && !write_failed(o);
    if (o->begun && o->handle >= 0) {
        o->handle = -1;
        o->made = false;
    }
    return o->begun;
}

bool outputs_add(output *o, const char *data, size_t length) {
    if (o->failed || (!o->begun && !begin_output(o)))
        return false;
    o->failed = fwrite(data, 1, length, o->begun) != length && !write_failed(o);
    return !o->failed;
}

static bool end_output(output *o) {
    if (o->begun == stdout)
        return !o->failed;
    o->failed = (fflush(o->begun) != 0 && !o->failed && !write_failed(o)) || o->failed;
    o->failed = (fclose(o->begun) != 0 && !o->failed && !write_failed(o)) || o->failed;
    return !o->failed;
}

static lgr_status write_output(output *o, output_writer write, void *of) {
    lgr_status status = LGR_STATUS_OK;
    if (!o->begun && begin_output(o) && (status = write(of, o, o->begun)) != LGR_STATUS_OK) {
        errno = status == LGR_STATUS_MEMORY ? ENOMEM : errno;
        o->failed = o->begun == stdout || !write_failed(o);
    }
    bool ended = o->begun && end_output(o);
    return status != LGR_STATUS_OK ? status : ended ? LGR_STATUS_OK : LGR_STATUS_RUN;
}

lgr_status outputs_write(output *o, size_t count, output_writer write, void *of) {
    lgr_status worst = LGR_STATUS_OK;
    for (size_t i = 0; i < count; i++) {
        lgr_status status = write_output(&o[i], write, of);
        worst = worst == LGR_STATUS_OK ? status : worst;
    }
    return worst;
}

void outputs_close(output *o, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (o[i].handle >= 0)
            close(o[i].handle);
        if (o[i].made)
            unlink(o[i].path);
    }
    free(o);
}
