/* lagrangia export: the model as a program for others. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "draft.h"
#include "fmu.h"
#include "tool.h"

typedef struct folder {
    const char *path;
    bool is_file; /* that of the one file that there is */
    bool is_new, failed;
    draft *files; /* all sealed: they get their names together */
    size_t count;
} folder;

/* Whether a path ends like files of this format. */
static bool names_file(const char *format, const char *path) {
    static const char *const ends[][2] = {{"octave", ".m"}, {"julia", ".jl"}, {"sympy", ".py"}, {"latex", ".tex"}};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        const size_t length = strlen(path), end = strlen(ends[i][1]);
        if (strcmp(format, ends[i][0]) == 0)
            return length > end && strcmp(path + length - end, ends[i][1]) == 0;
    }
    return false;
}

static bool fail(folder *f, const char *path, const char *why) {
    complain("cannot write '%s': %s", path, why);
    return !(f->failed = true);
}

static bool add_file(folder *f, const char *path, const char *data, size_t length) {
    draft *all = realloc(f->files, (f->count + 1) * sizeof *all);
    if (!all)
        return fail(f, path, error_text(ENOMEM));
    f->files = all;
    draft *d = &all[f->count++];
    return (draft_prepare(d, path) && draft_begin(d) && draft_add(d, data, length) && draft_seal(d)) ||
           fail(f, path, d->why);
}

/* An lgr_file_sink. */
static bool write_file(void *user, const char *name, const char *data, size_t length) {
    folder *f = user;
    const size_t room = strlen(f->path) + strlen(name) + 2;
    char *path = malloc(room);
    if (!path)
        return fail(f, f->path, error_text(ENOMEM));
    snprintf(path, room, "%s%s%s", f->path, f->is_file ? "" : "/", f->is_file ? "" : name);
    const bool ok = add_file(f, path, data, length);
    free(path);
    return ok;
}

/* Old files and new ones do not go together: all are given their names, or none. */
static void close_folder(folder *f, bool whole) {
    for (size_t i = 0; i < f->count; i++) {
        if (whole && !draft_finish(&f->files[i]))
            fail(f, f->files[i].target, f->files[i].why);
        draft_dispose(&f->files[i]);
    }
    free(f->files);
    if (f->is_new && (!whole || f->failed))
        rmdir(f->path); /* which it stays where something is in it */
}

static bool open_folder(folder *f, const char *format) {
    f->is_file = names_file(format, f->path);
    f->is_new = !f->is_file && mkdir(f->path, 0777) == 0;
    if (f->is_file || f->is_new || errno == EEXIST)
        return true;
    complain("cannot make the folder '%s': %s", f->path, error_text(errno));
    return false;
}

static int write_folder(const settings *s, lgr_model *model) {
    folder f = {.path = s->output_count ? s->outputs[0] : "."};
    if (!open_folder(&f, s->operands[-1]))
        return EXIT_WRITE;
    const lgr_status ended = lgr_model_export(model, s->operands[-1], &s->exporting, write_file, &f);
    print_findings(model, 0);
    close_folder(&f, ended == LGR_STATUS_OK && !f.failed);
    if (ended == LGR_STATUS_USAGE)
        return usage_error(false, "%s", lgr_model_usage_error(model));
    return f.failed ? EXIT_WRITE : (int)ended;
}

static int write_archive(const settings *s, lgr_model *model) {
    fmu f = {.count = 0};
    char path[300];
    int status = (int)lgr_model_export(model, s->operands[-1], &s->exporting, fmu_keep, &f);
    print_findings(model, 0);
    if (status == LGR_STATUS_USAGE)
        status = usage_error(false, "%s", lgr_model_usage_error(model));
    if (status == LGR_STATUS_OK) {
        fmu_name(&f, path, sizeof path - sizeof ".fmu");
        strcat(path, ".fmu");
        const char *to = s->output_count ? s->outputs[0] : path;
        if (!fmu_may_write(to) || !fmu_compile(&f, s->exporting.fmi) ||
            !fmu_add_icon(&f, model, s->exporting.fmi) || !fmu_write(&f, to))
            status = interrupts_came() ? (int)LGR_STATUS_INTERRUPTED : EXIT_WRITE;
    }
    fmu_dispose(&f);
    return status;
}

static int write_export(const settings *s, lgr_model *model) {
    return strcmp(s->operands[-1], "fmu") == 0 ? write_archive(s, model) : write_folder(s, model);
}

int command_export(const settings *s) {
    if (s->output_count > 1)
        return usage_error(false, "one place is enough: -o is given more than once");
    settings rest = *s; /* the model comes after the format */
    rest.operands++;
    return with_model(&rest, write_export);
}
