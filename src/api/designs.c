/* Runs of single designs, and the pages that show them. */
#include "api/designs.h"

#include <string.h>

#include "out/report/writers.h"
#include "out/study/writers.h"

lgr_run_options api_keep_run_options(const lgr_run_options *o, arena *a) {
    lgr_run_options kept = lgr_run_options_default();
    kept.until = o->until;
    kept.tolerance = o->tolerance;
    kept.first_step = o->first_step;
    kept.max_steps = o->max_steps;
    kept.method = o->method ? base_arena_copy(a, o->method, strlen(o->method)) : NULL;
    return kept;
}

double *api_show_parameters(const model *m, const int *params, const double *x, size_t count, arena *a) {
    double *shown = ARENA_ARRAY(a, double, count + 1);
    for (size_t i = 0; i < count; i++)
        shown[i] = model_shown_value(m->params[params[i]].shown, x[i]);
    return shown;
}

void api_show_designs(out_designs *page, const out_design *designs, arena *a) {
    const size_t params = page->param_count, reports = page->m->report_count;
    double *x = ARENA_ARRAY(a, double, page->count *params + 1), *y = ARENA_ARRAY(a, double, page->count *reports + 1);
    bool *kept = ARENA_ARRAY(a, bool, page->count + 1);
    for (size_t i = 0; i < page->count; i++) {
        for (size_t k = 0; k < params; k++)
            x[i * params + k] = model_shown_value(page->m->params[page->params[k]].shown, designs[i].x[k]);
        for (size_t k = 0; k < reports; k++)
            y[i * reports + k] = model_shown_value(page->m->reports[k].shown, designs[i].reports[k]);
        kept[i] = designs[i].kept;
    }
    page->x = x;
    page->reports = y;
    page->kept = page->limit_count ? kept : NULL;
}

api_drawn api_draw(const lgr_model *of, const int *params, const double *shown, size_t count,
                   const lgr_run_options *options) {
    api_drawn d = {.model = lgr_model_copy(of)};
    lgr_status done = d.model ? LGR_STATUS_OK : LGR_STATUS_MEMORY;
    for (size_t i = 0; done == LGR_STATUS_OK && i < count; i++) {
        char text[LGR_NUMBER_ROOM];
        lgr_number_write(shown[i], 0, text);
        done = lgr_model_set(d.model, of->m->params[params[i]].name, text);
    }
    lgr_run_options with = *options;
    with.keep_frames = true;
    with.watch = NULL;
    if (done == LGR_STATUS_OK) {
        d.run = lgr_run_create(d.model, &with);
        done = lgr_run_status(d.run);
    }
    d.exhausted = done == LGR_STATUS_MEMORY;
    return d;
}

void api_drawn_destroy(api_drawn *d) {
    lgr_run_destroy(d->run);
    lgr_model_destroy(d->model);
}

lgr_status api_write_designs(const out_designs *designs, const api_drawn *drawn, lgr_sink sink, void *user) {
    if (!out_report_is_there())
        return LGR_STATUS_USAGE;
    if (drawn->exhausted)
        return LGR_STATUS_MEMORY;
    arena *a = base_arena_create();
    out_designs page = *designs;
    out_run run;
    page.page = (out_page){.version = LGR_VERSION};
    if (drawn->run && drawn->run->result) {
        run = api_written(drawn->run);
        run.page = page.page;
        page.run = &run;
    } else
        page.drawn = page.count;
    out_stream out = out_stream_make(a, sink, user);
    out_designs_write_html(&page, &out);
    const bool written = out_stream_flush(&out);
    base_arena_destroy(a);
    return written ? LGR_STATUS_OK : LGR_STATUS_RUN;
}
