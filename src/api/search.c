/* Searches over runs of a model: their creation, and the page that shows what was tried. */
#include "api/search.h"

#include <time.h>

static double seconds_now(void) {
    struct timespec now;
    return clock_gettime(CLOCK_MONOTONIC, &now) == 0 ? (double)now.tv_sec + 1e-9 * (double)now.tv_nsec : 0;
}

static void search(const api_search_kind *kind, api_search *s) {
    const double begin = seconds_now();
    const bool interrupted = kind->find(s);
    s->seconds = seconds_now() - begin;
    s->status = interrupted ? LGR_STATUS_INTERRUPTED : s->trouble ? LGR_STATUS_RUN : LGR_STATUS_OK;
    kind->show(s);
}

static api_search *create(const api_search_kind *kind, lgr_model *of, const void *options, bool too_large) {
    arena *a = base_arena_create();
    api_search *s = base_arena_alloc(a, kind->size);
    *s = (api_search){.memory = a, .of = of, .status = lgr_model_status(of), .usage_error = lgr_model_usage_error(of)};
    if (of)
        api_begin_study(of, &s->counted);
    if (s->status != LGR_STATUS_OK)
        return s;
    s->usage_error = kind->prepare(s, options);
    if (s->usage_error)
        s->status = LGR_STATUS_USAGE;
    else if (!kind->has_numbers(s))
        s->status = LGR_STATUS_MODEL;
    else if (too_large)
        s->status = api_tell_size(of);
    else
        search(kind, s);
    return s;
}

/* What a search is that would have taken too much. */
static api_search too_large_search;

static api_search *try_create(const api_search_kind *kind, lgr_model *of, const void *options, bool too_large) {
    API_RETURN(api_search *, (base_call_limit_first(too_large), create(kind, of, options, too_large)),
               call_.why == BASE_TOO_MUCH ? &too_large_search : NULL);
}

void *api_search_create(const api_search_kind *kind, lgr_model *of, const void *options) {
    api_search *s = try_create(kind, of, options, false);
    return s == &too_large_search ? try_create(kind, of, options, true) : s;
}

void api_search_destroy(api_search *s) {
    if (!s)
        return;
    if (s->of)
        api_end_study(s->of);
    lgr_model_destroy(s->longer);
    base_arena_destroy(s->memory);
}

/* --- The page --- */

static lgr_status write_page(const api_search_page *p, const api_drawn *drawn, lgr_sink sink, void *user) {
    arena *a = base_arena_create();
    const out_designs page = p->list(p->of, a);
    const lgr_status done = api_write_designs(&page, drawn, sink, user);
    base_arena_destroy(a);
    return done;
}

static lgr_status guard_page(const api_search_page *p, const api_drawn *drawn, lgr_sink sink, void *user) {
    API_RETURN_STATUS(write_page(p, drawn, sink, user));
}

static double *shown_design(const api_search_page *p) {
    API_RETURN(double *, api_show_parameters(p->of->of->m, p->params, p->x, p->param_count, p->of->memory), NULL);
}

lgr_status api_search_draw(const api_search_page *p, lgr_sink sink, void *user) {
    const double *shown = shown_design(p);
    if (!shown)
        return LGR_STATUS_MEMORY;
    api_drawn drawn = api_draw(p->of->of, p->params, shown, p->param_count, p->run);
    const lgr_status done = guard_page(p, &drawn, sink, user);
    api_drawn_destroy(&drawn);
    return done;
}
