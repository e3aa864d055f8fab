/* Models as programs for others, through the public interface. */
#include <string.h>

#include "api/handles.h"
#include "export/export.h"
#include "export/program.h"

typedef struct exporter {
    const char *name;
    export_files (*write)(model *m, const export_options *options, arena *a);
    bool equations; /* of one mode; else the model with all that happens */
} exporter;

static export_files export_latex(model *m, const export_options *options, arena *a);

static const exporter exporters[] = {{"c", export_c, false},          {"fmu", export_fmu, false},
                                     {"octave", export_octave, true}, {"julia", export_julia, true},
                                     {"latex", export_latex, true},   {"sympy", export_sympy, true}};
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

static bool keep(void *user, const char *data, size_t length) {
    base_strbuf_add_bytes(user, data, length);
    return true;
}

/* The derivation as a document. */
static export_files export_latex(model *m, const export_options *options, arena *a) {
    const export_mode *at = options->mode;
    const derive_request request = {.mode = at->name,
                                    .form = DERIVE_LAGRANGE,
                                    .steps = true,
                                    .choice = at->choice,
                                    .t = at->t,
                                    .q = at->q,
                                    .v = at->v};
    const derive_page page = derive_write_page(m, &request, a);
    const out_derive derive = {.m = m, .page = {.version = options->version}, .what = &page};
    strbuf text = base_strbuf_make(a);
    out_stream out = out_stream_make(a, keep, &text);
    out_derive_writer_find("latex")->write(&derive, &out);
    out_stream_flush(&out);
    export_files files = {0};
    const char *name = export_program_name(m->name ? m->name : "model", a);
    export_program_file(&files, a, base_arena_printf(a, "%s_equations.tex", name), &text);
    return files;
}

static lgr_status give(const export_files *files, lgr_file_sink sink, void *user) {
    for (size_t i = 0; i < files->len; i++)
        if (!sink(user, files->at[i].name, files->at[i].text, files->at[i].length))
            return LGR_STATUS_RUN;
    return files->len ? LGR_STATUS_OK : LGR_STATUS_MODEL;
}

static lgr_status write_files(lgr_model *handle, model *m, const exporter *to, const lgr_export_options *o,
                              lgr_file_sink sink, void *user, arena *a) {
    export_options how = {.version = LGR_VERSION, .single = o->single, .fmi = o->fmi};
    export_mode wanted = {.name = o->mode ? o->mode : "start"};
    if (to->equations) {
        api_mode at;
        const lgr_status found = api_find_mode(handle, m, wanted.name, &at, a);
        if (found != LGR_STATUS_OK)
            return found;
        wanted = (export_mode){wanted.name, at.choice, at.t, at.q, at.v};
        how.mode = &wanted;
    }
    const export_files files = to->write(m, &how, a);
    return give(&files, sink, user);
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
        return refuse(handle, "unknown format: a model can be exported as c, fmu, octave, julia, latex or sympy");
    if (chosen.mode && !to->equations)
        return refuse(handle, "only equations are those of one mode: c and fmu hold all of them");
    if (chosen.fmi != 2 && chosen.fmi != 3)
        return refuse(handle, "there are versions 2 and 3 of the interface FMI");
    if (chosen.single && to->write != export_c)
        return refuse(handle, "only numbers of exported C can be float");
    if (handle->status != LGR_STATUS_OK)
        return handle->status;
    arena *a = base_arena_create();
    model *m = model_copy(handle->m, a);
    lgr_status status = LGR_STATUS_MODEL;
    if (too_large) {
        api_refuse_size(m, m->findings);
    } else if (model_need_numbers(m, m->findings, NULL, 0)) {
        status = write_files(handle, m, to, &chosen, sink, user, a);
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
