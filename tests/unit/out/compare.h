/* Three runs side by side: of two models, one of them twice. */
#ifndef LGR_TESTS_OUT_COMPARE_H
#define LGR_TESTS_OUT_COMPARE_H

#include "out/public.h"

#define FALL                                                                                                           \
    "model fall \"A <b> & c\"\nparam h = 2 m \"height\", g = 10 m/s^2\ncoord y = h\ngravity g\n"                       \
    "particle ball: mass 1 kg at [0 m, y]\nevent ground when y < 0 m { stop }\n"                                       \
    "report time_down = time(ground) \"of the fall\", start = initial(y)\nsimulate until 5 s\n"
/* Never lands, and has a coordinate of its own. */
#define FLOAT                                                                                                          \
    "param h = 2 m, k = 1\ncoord y = h, z = 1 m\nkinetic T = (1 kg)*(y'^2 + z'^2)/2\n"                                 \
    "report start = initial(y)\nreport time_down = final(z)*k\nsimulate until 1 s\n"

typedef struct compared {
    arena *memory;
    lgr_model *models[3];
    lgr_run *runs[3];
    lgr_compared all[3];
} compared;

static inline compared compared_begin(void) {
    static const char *const texts[] = {FALL, FALL, FLOAT}, *const names[] = {"fall.lgr", "fall.lgr:h=8", "a, <float>"};
    compared c = {.memory = base_arena_create()};
    const lgr_override high = {"h", "8 m"};
    for (int k = 0; k < 3; k++) {
        c.models[k] = lgr_model_parse("test.lgr", texts[k], strlen(texts[k]), &high, k == 1);
        assert_int_equal(lgr_model_status(c.models[k]), LGR_STATUS_OK);
        lgr_run_options o = lgr_run_options_default();
        o.keep_frames = true;
        c.runs[k] = lgr_run_create(c.models[k], &o);
        assert_int_equal(lgr_run_status(c.runs[k]), LGR_STATUS_OK);
        c.all[k] = (lgr_compared){names[k], c.runs[k]};
    }
    return c;
}

static inline void compared_end(compared *c) {
    for (int k = 0; k < 3; k++) {
        lgr_run_destroy(c->runs[k]);
        lgr_model_destroy(c->models[k]);
    }
    base_arena_destroy(c->memory);
}

static inline const char *compared_as(compared *c, const char *plot, const char *format) {
    strbuf *all = ARENA_NEW(c->memory, strbuf);
    *all = base_strbuf_make(c->memory);
    assert_int_equal(lgr_compare_write(c->all, 3, plot, format, false, 0, shown_take, all), LGR_STATUS_OK);
    return base_strbuf_text(all);
}

#endif
