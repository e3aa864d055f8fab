/* A best design with numbers of its own: r = 12 at a = 3 (on its upper bound) and b = 0.5. */
#ifndef LGR_TESTS_OUT_OPTIMUM_H
#define LGR_TESTS_OUT_OPTIMUM_H

#include "out/support.h"
#include "out/values/optimum.h"

typedef struct best {
    motion x;
    int params[2];
    double at[2], low[2], high[2], slopes[2], present[2], reports[2], present_reports[2];
    out_limit limit;
    out_optimum o;
} best;

static inline best *best_create(arena *a) {
    best *b = ARENA_NEW(a, best);
    *b = (best){.x = motion_begin("model m \"Best of all\"\nparam a = 1, b = 2\ncoord x = a*b\nkinetic T = x'^2\n"
                                  "report r = final(x), s = 2*r\nsimulate until 1\n"),
                .params = {0, 1},
                .at = {3, 0.5},
                .low = {1, 0},
                .high = {3, 1},
                .slopes = {8, -2},
                .present = {1, 2},
                .reports = {12, 24},
                .present_reports = {2, 4},
                .limit = {.text = "s < 30", .slack = 6, .holds = true}};
    b->o = (out_optimum){.m = b->x.of.m,
                         .params = b->params,
                         .param_count = 2,
                         .x = b->at,
                         .low = b->low,
                         .high = b->high,
                         .slopes = b->slopes,
                         .present = b->present,
                         .reports = b->reports,
                         .present_reports = b->present_reports,
                         .limits = &b->limit,
                         .limit_count = 1,
                         .present_holds = true,
                         .method = "SLSQP",
                         .samples = 32,
                         .searches = 4,
                         .agreeing = 3,
                         .runs = 123,
                         .seconds = 0.5,
                         .page = {.version = "1.2.3"}};
    return b;
}

static inline const char *best_as(best *b, void (*write)(const out_optimum *, out_stream *)) {
    strbuf *all = ARENA_NEW(b->x.memory, strbuf);
    *all = base_strbuf_make(b->x.memory);
    out_stream out = out_stream_make(b->x.memory, shown_take, all);
    write(&b->o, &out);
    assert_true(out_stream_flush(&out));
    return base_strbuf_text(all);
}

#endif
