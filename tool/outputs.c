/* Result files: looked at before the work, so that a bad path is found early, and written after it. */
#include "outputs.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "ffmpeg.h"

/* Endings and the formats behind them, per kind of output; NULL: known, not available yet. */
static const struct {
    const char *ending, *format[OUTPUT_KIND_COUNT];
} endings[] = {{".csv", {"csv", "csv", "csv", "csv", "csv", NULL}},
               {".json", {"json-series", "json", "json-series", "json", "json", "json"}},
               {".html", {"html", "html", "html", "html", "html", "html"}},
               {".svg", {"svg", "svg", "svg", "svg", "svg", NULL}},
               {".tex", {NULL, NULL, NULL, NULL, NULL, "latex"}},
               {".gif", {"film", "film", NULL, NULL, NULL, NULL}},
               {".mp4", {"film", "film", NULL, NULL, NULL, NULL}},
               {".webm", {"film", "film", NULL, NULL, NULL, NULL}},
               {".h5", {NULL, NULL, NULL, NULL, NULL, NULL}}};

static const char *const known_endings[OUTPUT_KIND_COUNT] = {".csv, .json, .html, .svg, .gif, .mp4 or .webm",
                                                             ".csv, .json, .html, .svg, .gif, .mp4 or .webm",
                                                             ".csv, .json, .html or .svg",
                                                             ".csv, .json or .svg",
                                                             ".csv, .json, .html or .svg",
                                                             ".html, .tex or .json"};

/* Why the format of a file cannot be written; NULL if it can. */
static const char *format_trouble(const char *format, output_kind kind) {
    if (!format)
        return "such files are not available yet";
    if (strcmp(format, "film") == 0)
        return film_is_possible() ? NULL : "films need the program ffmpeg, which is not on the PATH";
    const bool page = (kind == OUTPUT_FRONT || kind == OUTPUT_EQUATIONS) && strcmp(format, "html") == 0;
    return page || kind == OUTPUT_MOTION ? lgr_run_format_trouble(format) : NULL;
}

static bool find_format(output *o, output_kind kind, bool json) {
    const char *ending = strrchr(o->path, '.');
    for (size_t i = 0; ending && i < sizeof endings / sizeof *endings; i++) {
        if (strcmp(endings[i].ending, ending) != 0 || (kind == OUTPUT_EQUATIONS && !endings[i].format[kind]))
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

bool outputs_would_overwrite(const settings *s, const lgr_model *model, const char *path) {
    const char *read;
    if (is_same_file(path, s->operands[0])) {
        usage_error(s->json, "'%s' is the model itself: the results would overwrite it", path);
        return true;
    }
    for (size_t i = 0; (read = lgr_model_file(model, i)); i++)
        if (is_same_file(path, read)) {
            usage_error(s->json, "'%s' is read by the model: the results would overwrite it", path);
            return true;
        }
    return false;
}

/* Whether the file is one of those before it. */
static bool is_named_twice(const output *all, size_t count) {
    const output *o = &all[count];
    for (size_t i = 0; i < count; i++)
        if (!all[i].to_stdout && strcmp(all[i].file.target, o->file.target) == 0)
            return true;
    return false;
}

static bool open_output(output *all, size_t i, output_kind kind, const settings *s, const lgr_model *model) {
    output *o = &all[i];
    const char *path = s->outputs[i];
    *o = (output){.path = path, .format = "csv", .to_stdout = strcmp(path, "-") == 0, .file = {.handle = -1}};
    if (o->to_stdout)
        return true;
    if (outputs_would_overwrite(s, model, path) || !find_format(o, kind, s->json))
        return false;
    if (!draft_prepare(&o->file, path))
        usage_error(s->json, "cannot open '%s' for writing: %s", path, o->file.why);
    else if (is_named_twice(all, i))
        usage_error(s->json, "'%s' is named twice", path);
    else
        return true;
    draft_dispose(&o->file);
    return false;
}

output *outputs_open(const settings *s, output_kind kind, const lgr_model *model) {
    output *o = calloc(s->output_count + 1, sizeof *o);
    for (size_t i = 0; o && i < s->output_count; i++)
        if (!open_output(o, i, kind, s, model)) {
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

/* Says once what went wrong. */
static void tell(output *o) {
    if (!o->failed && o->file.why)
        complain("cannot write '%s': %s", o->path, o->file.why);
    o->failed = true;
}

static bool begin_output(output *o) {
    o->begun = true;
    if (!o->to_stdout && !draft_begin(&o->file))
        tell(o);
    return !o->failed;
}

bool outputs_add(output *o, const char *data, size_t length) {
    if (o->failed || (!o->begun && !begin_output(o)))
        return false;
    if (o->to_stdout)
        o->failed = !file_sink(stdout, data, length);
    else if (!draft_add(&o->file, data, length))
        tell(o);
    return !o->failed;
}

static bool add(void *user, const char *data, size_t length) {
    return outputs_add(user, data, length);
}

static lgr_status write_output(output *o, output_writer write, void *of) {
    lgr_status status = LGR_STATUS_OK;
    if (!o->begun && begin_output(o))
        status = write(of, o, add, o);
    if (status == LGR_STATUS_OK && !o->failed && !o->to_stdout && !draft_finish(&o->file))
        tell(o);
    return status == LGR_STATUS_OK && o->failed ? LGR_STATUS_RUN : status;
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
    for (size_t i = 0; i < count; i++)
        if (!o[i].to_stdout)
            draft_dispose(&o[i].file);
    free(o);
}
