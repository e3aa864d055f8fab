/* Findings through the public interface: as text for a terminal, and in parts. */
#include <string.h>

#include "api/handles.h"

size_t lgr_model_finding_count(const lgr_model *handle) {
    if (!handle)
        return 0;
    base_taken held;
    lgr_model *own = api_lock(handle, &held);
    size_t count = diag_count(own->findings);
    base_give_back(&held);
    return count;
}

/* Errors beyond the most that are kept are mentioned with the last one. */
static size_t dropped_after(const diag *d, size_t i) {
    return i + 1 == diag_count(d) ? diag_dropped(d) : 0;
}

static const char *render(const diag *d, size_t i, bool color, arena *a) {
    const char *text = api_render(d, diag_at(d, i), color, a);
    size_t more = dropped_after(d, i);
    if (more == 0)
        return text;
    return base_arena_printf(a, "%s... and %zu more error%s, not shown\n", text, more, more == 1 ? "" : "s");
}

/* Each is rendered once, however often it is asked for. */
static const char *rendered(lgr_model *handle, size_t i, bool color) {
    const finding *f = diag_at(handle->findings, i);
    size_t dropped = dropped_after(handle->findings, i);
    for (size_t k = 0; k < handle->rendered.len; k++) {
        const api_rendered *x = &handle->rendered.at[k];
        if (x->of == f && x->color == color && x->dropped == dropped)
            return x->text;
    }
    api_rendered made = {f, color, dropped, render(handle->findings, i, color, handle->memory)};
    vec_push(handle->memory, &handle->rendered, made);
    return made.text;
}

static const char *finding_text(const lgr_model *handle, size_t i, bool color) {
    if (!handle)
        return NULL;
    base_taken held;
    lgr_model *own = api_lock(handle, &held);
    const char *text = i < diag_count(own->findings) ? rendered(own, i, color) : NULL;
    base_give_back(&held);
    return text;
}

const char *lgr_model_finding_text(const lgr_model *handle, size_t i, bool color) {
    API_RETURN(const char *, finding_text(handle, i, color), API_NO_MEMORY "\n");
}

lgr_status lgr_model_finding(const lgr_model *handle, size_t i, lgr_finding *out) {
    if (!handle || !out || out->size != sizeof *out)
        return LGR_STATUS_USAGE;
    base_taken held;
    lgr_model *own = api_lock(handle, &held);
    const diag *d = own->findings;
    const finding *f = i < diag_count(d) ? diag_at(d, i) : NULL;
    if (f)
        *out = (lgr_finding){.size = sizeof *out,
                             .code = diag_code_name(f->code),
                             .severity = diag_is_warning(f->code) ? "warning" : "error",
                             .file = diag_source_at(d, diag_source_of(d, f->at.begin))->name,
                             .at = api_place(d, f->at),
                             .text = f->message,
                             .note = f->primary ? f->primary : "",
                             .help = f->help ? f->help : ""};
    base_give_back(&held);
    return f ? LGR_STATUS_OK : LGR_STATUS_USAGE;
}

bool lgr_model_finding_is_error(const lgr_model *handle, size_t i) {
    lgr_finding f = {.size = sizeof f};
    return lgr_model_finding(handle, i, &f) == LGR_STATUS_OK && f.severity[0] == 'e';
}
