/* The page of a model's equations through the public interface: what it holds is derived, analysed and run here. */
#include <string.h>

#include "api/handles.h"
#include "out/notebook/writers.h"
#include "out/report/writers.h"

static bool add_text(void *user, const char *data, size_t length) {
    base_strbuf_add_bytes(user, data, length);
    return true;
}

/* Small motions as formulas, or why there are none; that is no error of the model. The copy that they live in. */
static model *find_linear(lgr_model *handle, const lgr_derive_options *o, out_notebook *n, arena *a) {
    lgr_derive_options linear = *o;
    lgr_status status;
    linear.form = derive_form_names[DERIVE_LINEAR];
    linear.steps = false;
    model *m = model_copy(handle->m, a);
    m->findings = diag_create_like(a, m->findings);
    n->linear = api_derive_page(handle, m, &linear, &status, a);
    const size_t count = diag_count(m->findings);
    n->no_linear = !n->linear && count ? diag_at(m->findings, count - 1)->message : NULL;
    return m;
}

static void find_analysis(lgr_model *handle, out_notebook *n, arena *a) {
    strbuf words = base_strbuf_make(a);
    const bool found = lgr_model_analyze(handle, "json-scenes", false, 0, add_text, &words) == LGR_STATUS_OK;
    n->analysis = found && words.len ? base_strbuf_text(&words) : NULL;
}

static void destroy_run(void *run) {
    lgr_run_destroy(run);
}

/* A model that leaves numbers open has no motion. */
static bool can_run(const model *m, arena *a) {
    return !model_list_without_numbers(m, a) && !model_list_without_formulas(m, a);
}

/* The run to show, which the caller gives back. */
static lgr_run *find_run(lgr_model *handle, out_notebook *n, base_taken *held, arena *a) {
    lgr_run_options options = lgr_run_options_default();
    options.keep_frames = true;
    lgr_run *run = can_run(handle->m, a) ? lgr_run_create(handle, &options) : NULL;
    if (!run)
        return NULL;
    base_take(held, destroy_run, run);
    out_run *shown = ARENA_NEW(a, out_run);
    *shown = api_written(run);
    shown->page = n->about;
    n->run = shown->result && !shown->result->start_failed ? shown : NULL;
    return run;
}

/* What follows from the equations, and the page around all of it. */
static lgr_status write_all(lgr_model *handle, const lgr_derive_options *o, out_notebook *n, lgr_sink sink, void *user,
                            arena *a) {
    base_taken held;
    n->overrides = handle->overrides;
    n->override_count = handle->override_count;
    model *of_linear = find_linear(handle, o, n, a);
    find_analysis(handle, n, a);
    const lgr_run *run = find_run(handle, n, &held, a);
    out_stream out = out_stream_make(a, sink, user);
    out_notebook_write(n, &out);
    const bool written = out_stream_flush(&out);
    if (run)
        base_give_back(&held);
    model_dispose(of_linear);
    return written ? LGR_STATUS_OK : LGR_STATUS_RUN;
}

static lgr_status fill(lgr_model *handle, const lgr_derive_options *o, const char *page, lgr_sink sink, void *user,
                       arena *a) {
    lgr_status status;
    model *m = model_copy(handle->m, a);
    out_notebook n = {.m = m, .page = page, .about = {.version = LGR_VERSION}};
    n.derivation = api_derive_page(handle, m, o, &status, a);
    api_tell(handle, m->findings);
    if (n.derivation)
        status = write_all(handle, o, &n, sink, user, a);
    model_dispose(m);
    return status;
}

static const char *trouble_with(const char *page) {
    if (!page && !out_report_is_there())
        return "this build has no page for equations: node and npm were missing when it was built";
    return page && !out_notebook_is_page(page) ? "the page has no places for equations" : NULL;
}

static lgr_status write_notebook(lgr_model *handle, const lgr_derive_options *options, const char *page, lgr_sink sink,
                                 void *user, bool too_large) {
    lgr_derive_options chosen = lgr_derive_options_default();
    if (!handle || !sink || handle->status == LGR_STATUS_USAGE)
        return LGR_STATUS_USAGE;
    const char *why =
        options && !api_read_options(&chosen, options, sizeof chosen) ? API_UNKNOWN_SIZE : trouble_with(page);
    if (why) {
        api_refuse(handle, why);
        return LGR_STATUS_USAGE;
    }
    if (handle->status != LGR_STATUS_OK)
        return handle->status;
    chosen.steps = true;
    lgr_status status = api_check_request(handle, &chosen, "mathml");
    if (status == LGR_STATUS_OK && too_large)
        return api_tell_size(handle);
    arena *a = base_arena_create();
    if (status == LGR_STATUS_OK)
        status = fill(handle, &chosen, page, sink, user, a);
    base_arena_destroy(a);
    return status;
}

lgr_status lgr_model_notebook(lgr_model *handle, const lgr_derive_options *options, const char *page, lgr_sink sink,
                              void *user) {
    API_RETURN_LIMITED(write_notebook(handle, options, page, sink, user, too_large));
}
