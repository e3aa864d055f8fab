/* Models as programs for others, through the public interface. */
#include <string.h>

#include "api/handles.h"
#include "export/export.h"

typedef struct exporter {
    const char *name;
    export_files (*write)(model *m, const export_options *options, arena *a);
} exporter;

static const exporter exporters[] = {{"c", export_c}, {"fmu", export_fmu}};
enum { EXPORTER_COUNT = sizeof exporters / sizeof *exporters };

const char *lgr_export_format(size_t i) {
    return i < EXPORTER_COUNT ? exporters[i].name : NULL;
}

void lgr_export_options_init(lgr_export_options *options, size_t size) {
    const lgr_export_options usual = {.size = sizeof usual, .fmi = 2};
    api_write_options(options, size, &usual, sizeof usual);
}

static const exporter *find_exporter(const char *name) {
    for (size_t i = 0; name && i < EXPORTER_COUNT; i++)
        if (strcmp(exporters[i].name, name) == 0)
            return &exporters[i];
    return NULL;
}

static lgr_status refuse(lgr_model *handle, const char *what) {
    api_refuse(handle, what);
    return LGR_STATUS_USAGE;
}

static lgr_status give(const export_files *files, lgr_file_sink sink, void *user) {
    for (size_t i = 0; i < files->len; i++)
        if (!sink(user, files->at[i].name, files->at[i].text, files->at[i].length))
            return LGR_STATUS_RUN;
    return files->len ? LGR_STATUS_OK : LGR_STATUS_MODEL;
}

static lgr_status write_export(lgr_model *handle, const char *format, const lgr_export_options *options,
                               lgr_file_sink sink, void *user, bool too_large) {
    lgr_export_options chosen = lgr_export_options_default();
    if (!handle || !sink || handle->status == LGR_STATUS_USAGE)
        return LGR_STATUS_USAGE;
    if (options && !api_read_options(&chosen, options, sizeof chosen))
        return refuse(handle, API_UNKNOWN_SIZE);
    const exporter *to = find_exporter(format);
    if (!to)
        return refuse(handle, "unknown format: a model can be exported as c or fmu");
    if (chosen.fmi != 2 && chosen.fmi != 3)
        return refuse(handle, "there are versions 2 and 3 of the interface FMI");
    if (chosen.single && to->write == export_fmu)
        return refuse(handle, "the numbers of an FMU are double");
    if (handle->status != LGR_STATUS_OK)
        return handle->status;
    arena *a = base_arena_create();
    model *m = model_copy(handle->m, a);
    lgr_status status = LGR_STATUS_MODEL;
    if (too_large) {
        api_refuse_size(m, m->findings);
    } else if (model_need_numbers(m, m->findings, NULL, 0)) {
        const export_options how = {.version = LGR_VERSION, .single = chosen.single, .fmi = chosen.fmi};
        const export_files files = to->write(m, &how, a);
        status = give(&files, sink, user);
    }
    api_tell(handle, m->findings);
    model_dispose(m);
    base_arena_destroy(a);
    return status;
}

lgr_status lgr_model_export(lgr_model *handle, const char *format, const lgr_export_options *options,
                            lgr_file_sink sink, void *user) {
    API_RETURN_LIMITED(write_export(handle, format, options, sink, user, too_large));
}
