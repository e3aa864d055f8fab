/* Equations of motion through the public interface: a page of formulas for the mode at some time. */
#include <math.h>
#include <string.h>

#include "api/handles.h"

static int find_form(const char *name) {
    for (int i = 0; i < DERIVE_FORM_COUNT; i++)
        if (strcmp(derive_form_names[i], name) == 0)
            return i;
    return -1;
}

const char *lgr_derive_form(size_t i) {
    return i < DERIVE_FORM_COUNT ? derive_form_names[i] : NULL;
}

const char *lgr_derive_format(size_t i) {
    return out_derive_format(i);
}

static lgr_status refuse(lgr_model *handle, const char *what) {
    api_refuse(handle, what);
    return LGR_STATUS_USAGE;
}

static lgr_status refuse_unknown(lgr_model *handle, const char *what, const char *name,
                                 const char *(*known)(size_t i)) {
    arena *a = base_arena_create();
    strbuf list = base_strbuf_make(a);
    for (size_t i = 0; known(i); i++)
        base_strbuf_printf(&list, "%s%s", i ? ", " : "", known(i));
    refuse(handle, base_arena_printf(a, "unknown %s '%s': there are %s", what, name, base_strbuf_text(&list)));
    base_arena_destroy(a);
    return LGR_STATUS_USAGE;
}

void lgr_derive_options_init(lgr_derive_options *options, size_t size) {
    const lgr_derive_options usual = {.size = sizeof usual};
    api_write_options(options, size, &usual, sizeof usual);
}

/* Only small motions are about a state. */
static const char *trouble_with_state(const lgr_derive_options *o) {
    const bool linear = o->form && strcmp(o->form, derive_form_names[DERIVE_LINEAR]) == 0;
    return !o->at    ? NULL
           : !linear ? "a state is what small motions are about: --form linear"
           : o->mode ? "a state is one of the mode at the start"
                     : NULL;
}

lgr_status api_check_request(lgr_model *handle, const lgr_derive_options *o, const char *format) {
    if (!out_derive_writer_find(format))
        return refuse_unknown(handle, "format", format, lgr_derive_format);
    if (o->form && find_form(o->form) < 0)
        return refuse_unknown(handle, "form", o->form, lgr_derive_form);
    const char *why = trouble_with_state(o);
    return why ? refuse(handle, why) : LGR_STATUS_OK;
}

/* The mode at the start, or at another state: what this does not name gives way where constraints do not allow it. */
static lgr_status find_place(lgr_model *handle, model *m, const char *at, api_mode *out, arena *a) {
    diag *outer = m->findings;
    const char *why = model_start_at(m, at, false);
    if (why)
        return refuse(handle, why);
    m->findings = diag_create_like(a, outer);
    lgr_status status = api_find_mode(handle, m, "start", out, a);
    m->findings = outer;
    if (status != LGR_STATUS_MODEL)
        return status;
    model_start_at(m, at, true);
    return api_find_mode(handle, m, "start", out, a);
}

const derive_page *api_derive_page(lgr_model *handle, model *m, const lgr_derive_options *o, lgr_status *status,
                                   arena *a) {
    const char *mode = o->mode ? o->mode : "start";
    api_mode at;
    *status = o->at ? find_place(handle, m, o->at, &at, a) : api_find_mode(handle, m, mode, &at, a);
    if (*status == LGR_STATUS_MODEL) /* perhaps for the numbers that stand in */
        model_need_numbers(m, m->findings, NULL, 0);
    if (*status != LGR_STATUS_OK)
        return NULL;
    derive_request request = {.mode = mode,
                              .form = o->form ? (derive_form)find_form(o->form) : DERIVE_LAGRANGE,
                              .steps = o->steps,
                              .choice = at.choice,
                              .t = at.t,
                              .q = at.q,
                              .v = at.v};
    if (o->at) {
        expr_id *q = ARENA_ARRAY(a, expr_id, m->coord_count + 1), *v = ARENA_ARRAY(a, expr_id, m->coord_count + 1);
        model_read_start(m, o->at, q, v);
        request.at = o->at;
        request.at_q = q;
        request.at_v = v;
    }
    derive_page *page = ARENA_NEW(a, derive_page);
    *page = derive_write_page(m, &request, a);
    if (!page->refused)
        return page;
    finding *f = diag_add(m->findings, DIAG_E0408, page->refused_at, "there are no equations in the form '%s': %s",
                          derive_form_names[request.form], page->refused);
    diag_help(m->findings, f, "--form lagrange always exists");
    *status = LGR_STATUS_MODEL;
    return NULL;
}

static lgr_status write_equations(lgr_model *handle, const lgr_derive_options *options, const char *format, bool color,
                                  int width, lgr_sink sink, void *user, bool too_large) {
    lgr_derive_options chosen = lgr_derive_options_default();
    if (!handle || !format || !sink || handle->status == LGR_STATUS_USAGE)
        return LGR_STATUS_USAGE;
    if (options && !api_read_options(&chosen, options, sizeof chosen))
        return refuse(handle, API_UNKNOWN_SIZE);
    lgr_status status = api_check_request(handle, &chosen, format);
    if (status == LGR_STATUS_USAGE)
        return status;
    arena *a = base_arena_create();
    out_derive derive = {.m = handle->m, .page = {.version = LGR_VERSION, .color = color, .width = width}};
    model *m = NULL;
    status = handle->status;
    if (status == LGR_STATUS_OK) {
        derive.m = m = model_copy(handle->m, a);
        if (too_large) {
            api_refuse_size(m, m->findings);
            status = LGR_STATUS_MODEL;
        } else {
            derive.what = api_derive_page(handle, m, &chosen, &status, a);
        }
        api_tell(handle, m->findings);
    }
    if (status != LGR_STATUS_USAGE) {
        out_stream out = out_stream_make(a, sink, user);
        out_derive_writer_find(format)->write(&derive, &out);
        if (!out_stream_flush(&out))
            status = LGR_STATUS_RUN;
    }
    if (m)
        model_dispose(m);
    base_arena_destroy(a);
    return status;
}

lgr_status lgr_model_derive(lgr_model *handle, const lgr_derive_options *options, const char *format, bool color,
                            int width, lgr_sink sink, void *user) {
    API_RETURN_LIMITED(write_equations(handle, options, format, color, width, sink, user, too_large));
}
