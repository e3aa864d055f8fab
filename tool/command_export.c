/* lagrangia export: the model as a program for others. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "draft.h"
#include "fmu.h"
#include "tool.h"

typedef struct folder {
    const char *path;
    bool is_file; /* that of the one file that there is */
    bool failed;
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

/* An lgr_file_sink: each file appears whole or not at all. */
static bool write_file(void *user, const char *name, const char *data, size_t length) {
    folder *f = user;
    const size_t room = strlen(f->path) + strlen(name) + 2;
    char *path = malloc(room);
    if (!path) {
        complain("out of memory");
        return !(f->failed = true);
    }
    snprintf(path, room, "%s%s%s", f->path, f->is_file ? "" : "/", f->is_file ? "" : name);
    draft d;
    const bool ok = draft_prepare(&d, path) && draft_begin(&d) && draft_add(&d, data, length) && draft_finish(&d);
    if (!ok)
        complain("cannot write '%s': %s", path, d.why);
    f->failed = f->failed || !ok;
    draft_dispose(&d);
    free(path);
    return ok;
}

static int write_folder(const settings *s, lgr_model *model) {
    folder f = {.path = s->output_count ? s->outputs[0] : "."};
    f.is_file = names_file(s->operands[-1], f.path);
    if (!f.is_file && mkdir(f.path, 0777) != 0 && errno != EEXIST) {
        complain("cannot make the folder '%s': %s", f.path, error_text(errno));
        return EXIT_WRITE;
    }
    const lgr_status ended = lgr_model_export(model, s->operands[-1], &s->exporting, write_file, &f);
    print_findings(model, 0);
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
        if (!fmu_compile(&f, s->exporting.fmi) || !fmu_add_icon(&f, model, s->exporting.fmi) ||
            !fmu_write(&f, s->output_count ? s->outputs[0] : path))
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
