/* A made-up linearisation, of an oscillator of two coordinates with a rod, and studies of it: for writers. */
#ifndef LGR_TESTS_OUT_LINEAR_H
#define LGR_TESTS_OUT_LINEAR_H

#include "out/reading.h"

enum { MADE_VALUES = 5, MADE_POINTS = 4 };

/* Names that need quotes and escapes. */
#define MADE_INPUT "u, \"<&>\""
#define MADE_TITLE "A \"title\" <b> & more"

/* x and y with y = 2 x: together 2 x'' + 0.4 x' + 8 x = forces, with the eigenvalues -0.1 +- i sqrt(3.99). */
static double made_M[] = {1, 0, 0.125, 0.1875}, made_C[] = {0.1, 0.05, 0.025, 0.0375}, made_K[] = {4, 0.5, 0.75, 0.375},
              made_B[] = {1, 0, 0.25, 0.5}, made_A[] = {-2, 1}, made_R[] = {0, 0.5}, made_state_A[] = {0, 1, -4, -0.2},
              made_state_B[] = {0, 0, 0.5, 0.75}, made_state_C[] = {3, 7}, made_state_D[] = {0, 11};
static const char *made_coords[] = {"x", "y"}, *made_states[] = {"x", "x'"}, *made_inputs[] = {MADE_INPUT, "y"},
                  *made_outputs[] = {"out"}, *made_rows[] = {"rod"};
static double made_half[] = {0.5, 1}, made_none[] = {0, 0}, made_turned[] = {0, 0.25}, made_q[] = {0.1, 0.2},
              made_v[] = {0, 3};

/* Values of a parameter; at the third there are no eigenvalues. */
static double made_values[] = {0, 1, 2, 3, 4}, made_growth[] = {-1, -0.5, NAN, 0.5, -INFINITY},
              made_re1[] = {-1, -0.5, NAN, 0.5, 0.75}, made_im1[] = {3, 3.5, NAN, 4, 0},
              made_re2[] = {-2, -2, NAN, -3, -3}, made_im2[] = {0, 0, NAN, 0, 0};
static double made_at[] = {1, 2, 3, 4}, made_path[] = {0.5, -1, 1, -2, 2, -3, 3, -4},
              made_torn[] = {0, 0.5, 1, 1, NAN, 1.5, 2, 2, 2.5, 2.5};

typedef struct made {
    bench of;
    linear_mode modes[3]; /* a pair of oscillations, one with phases, a decay */
    linear_about about;
    linear_track tracks[2];
    linear_critical criticals[2];
    linear_range ranges[3];
    const char *troubles[MADE_VALUES];
    stability verdicts[MADE_VALUES];
    linear_study study;
    linear_branch branch[2]; /* the second has a gap in x */
    linear_special specials[3];
    linear_branches branches;
    out_linear linear;
} made;

static inline void made_system(made *x) {
    x->modes[0] = (linear_mode){-0.1, sqrt(3.99), 1 / acos(-1.0), 0.05, made_half, made_none};
    x->modes[1] = (linear_mode){0, 5, 2.5 / acos(-1.0), 0, made_half, made_turned};
    x->modes[2] = (linear_mode){-0.75, 0, 0, 1, made_half, made_none};
    x->about = (linear_about){.n = 2, .m = 1, .k = 2, .t = 1.5, .q = made_q, .v = made_v, .a = made_none};
    linear_about *l = &x->about;
    l->M = made_M, l->C = made_C, l->K = made_K, l->B = made_B, l->A = made_A, l->R = made_R;
    l->A_value = &made_v[1], l->row_names = made_rows, l->coord_names = made_coords;
    l->row_velocity = base_arena_alloc(x->of.memory, sizeof(bool));
    l->row_velocity[0] = true;
    l->system = (linear_system){
        2, 2, 1, made_states, made_inputs, made_outputs, made_state_A, made_state_B, made_state_C, made_state_D};
    l->steady = l->has_modes = true;
    l->modes = x->modes, l->mode_count = 3, l->growth = -0.1, l->stability = ASYMPTOTICALLY_STABLE;
}

static inline void made_study(made *x) {
    static const stability verdicts[] = {ASYMPTOTICALLY_STABLE, ASYMPTOTICALLY_STABLE, UNDECIDED, UNSTABLE, STABLE};
    memcpy(x->verdicts, verdicts, sizeof verdicts);
    x->troubles[2] = "no \"rest\" <here>";
    x->tracks[0] = (linear_track){made_re1, made_im1};
    x->tracks[1] = (linear_track){made_re2, made_im2};
    x->criticals[0] = (linear_critical){CRITICAL_FLUTTER, 1.5, 3.75, -0.25, 0.125};
    x->criticals[1] = (linear_critical){CRITICAL_DIVERGENCE, 3.5, 0, 0.5, 0.25};
    x->ranges[0] = (linear_range){0, 1.5, ASYMPTOTICALLY_STABLE, -0.75};
    x->ranges[1] = (linear_range){1.5, 3.5, UNSTABLE, 0.5};
    x->ranges[2] = (linear_range){3.5, 4, UNDECIDED, -INFINITY};
    x->study = (linear_study){.m = x->of.m, .count = MADE_VALUES, .values = made_values, .trouble = x->troubles};
    x->study.growth = made_growth, x->study.stability = x->verdicts;
    x->study.tracks = x->tracks, x->study.track_count = 2, x->study.neutral = 1;
    x->study.criticals = x->criticals, x->study.critical_count = 2;
    x->study.ranges = x->ranges, x->study.range_count = 3;
    x->study.steady = true;
}

static inline void made_branches(made *x) {
    static const int coords[] = {0, 1};
    static stability changes[] = {STABLE, STABLE, UNSTABLE, UNSTABLE}, stays[MADE_VALUES] = {STABLE};
    x->branch[0] = (linear_branch){MADE_POINTS, made_at, made_path, changes, made_growth};
    x->branch[1] = (linear_branch){MADE_VALUES, made_values, made_torn, stays, made_growth};
    x->specials[0] = (linear_special){SPECIAL_HOPF, 2, &made_path[2], 5, 0};
    x->specials[1] = (linear_special){SPECIAL_FOLD, 1, &made_path[0], NAN, 0};
    x->specials[2] = (linear_special){SPECIAL_BRANCH, 2, &made_path[2], NAN, 0};
    x->branches = (linear_branches){.m = x->of.m, .n = 2, .high = 4, .coord_names = made_coords, .coords = coords};
    x->branches.at = x->branch, x->branches.count = 2;
    x->branches.specials = x->specials, x->branches.special_count = 3;
    x->branches.note = "something \"<was>\" left out";
}

/* It points into itself. */
static inline made *made_begin(void) {
    bench of = bench_create("model oscillator\nparam P = 1 N\ncoord x = 0 m, y = 0 m\n"
                            "kinetic T = (1 kg)*(x'^2 + y'^2)/2\npotential V = P*(x + y)\n");
    made *x = ARENA_NEW(of.memory, made);
    x->of = of;
    x->of.m->title = MADE_TITLE;
    made_system(x);
    made_study(x);
    made_branches(x);
    x->linear = (out_linear){.m = x->of.m, .page = {.version = "1.2.3"}};
    return x;
}

static inline void made_end(made *x) {
    bench of = x->of;
    bench_destroy(&of);
}

static inline linear_response made_response(void) {
    static double w[] = {0.1, 1, 2, 10, 100}, gain[] = {0.25, 0.5, 4, 0, 1e-4},
                  phase[] = {0, -0.25, -1.5707963267948966, NAN, -3.141592653589793}, re[] = {0.25, 0.5, 0, 0, -1e-4},
                  im[] = {0, -0.125, -4, 0, 0};
    return (linear_response){
        .from = MADE_INPUT, .to = "out", .count = 5, .w = w, .re = re, .im = im, .gain = gain, .phase = phase};
}

static inline const char *made_text(made *x, void (*write)(const out_linear *, out_stream *)) {
    strbuf *all = ARENA_NEW(x->of.memory, strbuf);
    *all = base_strbuf_make(x->of.memory);
    out_stream out = out_stream_make(x->of.memory, shown_take, all);
    write(&x->linear, &out);
    assert_true(out_stream_flush(&out));
    return base_strbuf_text(all);
}

/* A list of lists is this matrix, to the last bit. */
static inline void made_reads_matrix(const char *text, const char *path, const double *x, int rows, int columns) {
    char where[80];
    assert_int_equal(reading_count(text, path), rows);
    for (int i = 0; i < rows; i++) {
        snprintf(where, sizeof where, "%s/%d", path, i);
        assert_int_equal(reading_count(text, where), columns);
        for (int j = 0; j < columns; j++) {
            snprintf(where, sizeof where, "%s/%d/%d", path, i, j);
            assert_reads(text, where, x[i * columns + j]);
        }
    }
}

static inline void made_reads_list(const char *text, const char *path, const double *x, int count) {
    char where[80];
    assert_int_equal(reading_count(text, path), count);
    for (int i = 0; i < count; i++) {
        snprintf(where, sizeof where, "%s/%d", path, i);
        assert_reads(text, where, x[i]);
    }
}

#endif
