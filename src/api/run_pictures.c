/* Plots and films of a run. */
#include <string.h>

#include "api/handles.h"
#include "out/figure/film.h"
#include "out/plot/plot.h"

static const char *const formats[] = {"svg", "text"};

static const char *unknown_name(const model *m, const char *name, arena *a) {
    plot_quantities all = out_plot_quantities_make(m, a);
    const char **names = ARENA_ARRAY(a, const char *, all.count);
    for (size_t i = 0; i < all.count; i++)
        names[i] = all.at[i].name;
    const char *near = api_suggest(a, name, names, all.count);
    if (!*near)
        near = "recorded are coordinates, velocities (theta'), lambda(NAME), outputs, kinetic, potential, energy";
    return base_arena_printf(a, "nothing called '%s' is recorded: %s", name, near);
}

static lgr_status check_plot(lgr_model *handle, const char *what) {
    if (!handle || !what)
        return LGR_STATUS_USAGE;
    if (handle->status != LGR_STATUS_OK)
        return handle->status;
    arena *a = base_arena_create();
    plot_request r = out_plot_read(handle->m, what, a);
    const char *why = r.unknown    ? unknown_name(handle->m, r.unknown, a)
                      : r.no_names ? base_arena_printf(a, "'%s' names no quantity to plot", what)
                                   : NULL;
    api_refuse(handle, why);
    base_arena_destroy(a);
    return why ? LGR_STATUS_USAGE : LGR_STATUS_OK;
}

lgr_status lgr_model_check_plot(lgr_model *handle, const char *what) {
    API_RETURN_STATUS(check_plot(handle, what));
}

static bool is_known(const char *format) {
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (strcmp(format, formats[i]) == 0)
            return true;
    return false;
}

static lgr_status write_plot(const lgr_run *run, const char *what, const char *format, bool color, int width,
                             lgr_sink sink, void *user) {
    if (!run || !what || !format || !sink || run->status == LGR_STATUS_USAGE || !is_known(format))
        return LGR_STATUS_USAGE;
    if (run->status == LGR_STATUS_MODEL || !run->m) /* there was no model */
        return run->status;
    arena *a = base_arena_create();
    out_run results = api_written(run);
    results.page = (out_page){.version = LGR_VERSION, .color = color, .width = width};
    plot_request request = out_plot_read(results.m, what, a);
    bool fits = !request.unknown && !request.no_names, text = strcmp(format, "text") == 0, ok = true;
    if (fits) {
        plot p = out_plot_make(&results, &request, text && !color, a);
        out_stream out = out_stream_make(a, sink, user);
        if (text)
            out_plot_write_text(&p, &results.page, &out.text);
        else
            out_plot_write_svg(&p, &out.text);
        ok = out_stream_flush(&out);
    }
    base_arena_destroy(a);
    return !fits ? LGR_STATUS_USAGE : ok ? LGR_STATUS_OK : LGR_STATUS_RUN;
}

lgr_status lgr_run_plot(const lgr_run *run, const char *what, const char *format, bool color, int width, lgr_sink sink,
                        void *user) {
    API_RETURN_STATUS(write_plot(run, what, format, color, width, sink, user));
}

struct lgr_film {
    arena *memory;
    film inner;
    lgr_film_info about; /* without pictures: there is nothing to draw */
};

static lgr_film *create_film(const lgr_run *run) {
    if (!run)
        return NULL;
    arena *a = base_arena_create();
    lgr_film *f = ARENA_NEW(a, lgr_film);
    f->memory = a;
    film *x = &f->inner;
    if (run->result && !run->result->start_failed && out_film_make(x, run->m, run->result, a))
        f->about = (lgr_film_info){x->whole.page.width, x->whole.page.height, x->count, x->rate, x->speed};
    return f;
}

lgr_film *lgr_film_create(const lgr_run *run) {
    API_RETURN(lgr_film *, create_film(run), NULL);
}

void lgr_film_destroy(lgr_film *f) {
    if (f)
        base_arena_destroy(f->memory);
}

lgr_film_info lgr_film_about(const lgr_film *f) {
    return f ? f->about : (lgr_film_info){0};
}

static const unsigned char *picture(lgr_film *f, size_t i) {
    return f && i < f->about.count ? out_film_picture(&f->inner, i)->pixels : NULL;
}

const unsigned char *lgr_film_picture(lgr_film *f, size_t i) {
    API_RETURN(const unsigned char *, picture(f, i), NULL);
}
