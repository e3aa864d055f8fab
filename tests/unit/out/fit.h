/* A fit with numbers of its own: of five unknowns one is free, one on its bound, one without influence, two are tied;
   names need escaping everywhere. */
#ifndef LGR_TESTS_OUT_FIT_H
#define LGR_TESTS_OUT_FIT_H

#include "out/support.h"
#include "out/values/fit.h"

enum { FITTED_UNKNOWNS = 5, FITTED_ROWS = 3 };

typedef struct fitted {
    motion x;
    out_unknown unknowns[FITTED_UNKNOWNS];
    double correlations[FITTED_UNKNOWNS * FITTED_UNKNOWNS], tie[FITTED_UNKNOWNS], *ties[1];
    double t[FITTED_ROWS], measured[FITTED_ROWS], model[FITTED_ROWS];
    out_measured series[2];
    out_residuals residuals[2];
    out_fit f;
} fitted;

static inline out_unknown fitted_unknown(const char *name, double value, const char *state) {
    return (out_unknown){.name = name,
                         .unit = "",
                         .label = "",
                         .value = value,
                         .present = 1,
                         .error = NAN,
                         .low = NAN,
                         .high = NAN,
                         .least = -INFINITY,
                         .most = INFINITY,
                         .state = state};
}

static inline fitted *fitted_create(arena *a) {
    fitted *b = ARENA_NEW(a, fitted);
    *b = (fitted){.x = motion_begin("model m \"A <b> & c\"\ncoord x = 1\nkinetic T = x'^2\n"),
                  .unknowns = {fitted_unknown("k", 4, "free"), fitted_unknown("c", 2, "at_high"),
                               fitted_unknown("z", 7, "without"), fitted_unknown("p", 5, "tied"),
                               fitted_unknown("factor of \"x\" <&", 6, "tied")},
                  .tie = {0, 0, 0, 0.01, -0.0025},
                  .t = {0, 0.5, 1},
                  .measured = {1, 2, 4},
                  .model = {1.25, 1.5, NAN},
                  .residuals = {{"x", "m", 3, 0.375}, {"y", "rad", 1, 0.5}}};
    b->unknowns[0] = (out_unknown){"k", "N/m", "stiffness", 4, 3, 0.5, 3, 5, 0, INFINITY, "free"};
    b->unknowns[1].most = 2;
    for (int i = 0; i < FITTED_UNKNOWNS * FITTED_UNKNOWNS; i++)
        b->correlations[i] = i ? NAN : 1;
    b->ties[0] = b->tie;
    b->series[0] = (out_measured){"a, \"b\" <c> & d.csv", "x", "x", "m", FITTED_ROWS, b->t, b->measured, b->model};
    b->series[1] = (out_measured){"e.csv", "y", "angle", "rad", 1, b->t, b->measured, b->model};
    b->f = (out_fit){.m = b->x.of.m,
                     .unknowns = b->unknowns,
                     .unknown_count = FITTED_UNKNOWNS,
                     .correlations = b->correlations,
                     .ties = b->ties,
                     .tie_count = 1,
                     .series = b->series,
                     .series_count = 2,
                     .residuals = b->residuals,
                     .residual_count = 2,
                     .values = 4,
                     .freedom = 2,
                     .outliers = 1,
                     .succession = 0.25,
                     .loss = "cauchy",
                     .steps = 12,
                     .searches = 1,
                     .agreeing = 1,
                     .runs = 34,
                     .seconds = 0.5,
                     .page = {.version = "1.2.3", .width = 110}};
    return b;
}

static inline const char *fitted_as(fitted *b, void (*write)(const out_fit *, out_stream *)) {
    strbuf *all = ARENA_NEW(b->x.memory, strbuf);
    *all = base_strbuf_make(b->x.memory);
    out_stream out = out_stream_make(b->x.memory, shown_take, all);
    write(&b->f, &out);
    assert_true(out_stream_flush(&out));
    return base_strbuf_text(all);
}

#endif
