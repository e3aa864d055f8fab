/* A front with numbers of its own: of two designs, r the greatest and s the least; the present one is worse than the
   second. */
#ifndef LGR_TESTS_OUT_FRONT_H
#define LGR_TESTS_OUT_FRONT_H

#include "out/support.h"
#include "out/values/front.h"

typedef struct fronted {
    motion x;
    int params[2];
    out_goal goals[3];
    double low[2], high[2], at[3][2], reports[3][3];
    out_design points[3];
    const char *limit;
    out_front f;
} fronted;

static inline fronted *fronted_create(arena *a) {
    fronted *b = ARENA_NEW(a, fronted);
    *b = (fronted){.x = motion_begin("model m \"A <b> & c\"\nparam a = 1 m, b = 30 deg\ncoord x = a*b\n"
                                     "kinetic T = (1 kg)*x'^2\nreport r = final(x), s = 2*r \"twice\", u = 3*r\n"
                                     "simulate until 1 s\n"),
                   .params = {0, 1},
                   .goals = {{0, false}, {1, true}, {2, true}},
                   .low = {0, 0},
                   .high = {3, 2},
                   .at = {{3, 0.5}, {2, 1}, {1, 1.5}},
                   .reports = {{12, 24, 7}, {10, 20, 8}, {9, 22, NAN}},
                   .limit = "s < 30 m"};
    for (int i = 0; i < 3; i++)
        b->points[i] = (out_design){b->at[i], b->reports[i], i < 2};
    b->points[2].kept = true;
    b->f = (out_front){.m = b->x.of.m,
                       .goals = b->goals,
                       .goal_count = 2,
                       .params = b->params,
                       .param_count = 2,
                       .low = b->low,
                       .high = b->high,
                       .points = b->points,
                       .count = 2,
                       .tried = b->points,
                       .tried_count = 3,
                       .present = b->points[2],
                       .limits = &b->limit,
                       .limit_count = 1,
                       .met = 17,
                       .generations = 9,
                       .method = "SLSQP",
                       .runs = 123,
                       .seconds = 0.5,
                       .page = {.version = "1.2.3"}};
    return b;
}

static inline const char *fronted_as(fronted *b, void (*write)(const out_front *, out_stream *)) {
    strbuf *all = ARENA_NEW(b->x.memory, strbuf);
    *all = base_strbuf_make(b->x.memory);
    out_stream out = out_stream_make(b->x.memory, shown_take, all);
    write(&b->f, &out);
    assert_true(out_stream_flush(&out));
    return base_strbuf_text(all);
}

#endif
