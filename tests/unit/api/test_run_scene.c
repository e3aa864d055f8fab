/* A run as a page draws it: the words name the columns, the columns have the numbers, and there is none without a
   run. */
#include <math.h>

#include "api/support.h"

static const char *const slide = "model slide \"A slide\"\n"
                                 "coord x = 0 m\n"
                                 "initial x' = 2 m/s\n"
                                 "particle p: mass 1 kg at [x, x/4]\n"
                                 "output back = 4 m - x\n"
                                 "draw ball at p radius 0.1 m\n"
                                 "draw ground at 0 m\n"
                                 "simulate until 1 s\n";

/* The number of the column whose table stands behind this text. */
static size_t column_behind(const char *words, const char *text) {
    static const char key[] = "{\"table\": ";
    const char *at = strstr(words, text);
    assert_non_null(at);
    at = strstr(at, key);
    assert_non_null(at);
    return 1 + (size_t)strtol(at + sizeof key - 1, NULL, 10);
}

static lgr_run *run_of(lgr_model *m, bool frames) {
    lgr_run_options o = lgr_run_options_default();
    o.keep_frames = frames;
    return lgr_run_create(m, &o);
}

static void test_columns_have_the_numbers(void **state) {
    (void)state;
    lgr_model *m = parse(slide);
    lgr_run *run = run_of(m, true);
    lgr_scene s = {.size = sizeof s};
    assert_int_equal(lgr_run_scene(run, &s), LGR_STATUS_OK);
    assert_true(s.frames >= 2 && s.columns >= 4);
    const double *t = s.numbers;
    const double *x = s.numbers + s.frames * column_behind(s.words, "\"name\": \"x\"");
    const double *back = s.numbers + s.frames * column_behind(s.words, "\"name\": \"back\"");
    const double *at = s.numbers + s.frames * column_behind(s.words, "\"kind\": \"ball\"");
    const double *height = s.numbers + s.frames * column_behind(strstr(s.words, "\"kind\": \"ball\""), "\"y\"");
    assert_close(t[s.frames - 1], 1, 0);
    for (size_t i = 0; i < s.frames; i++) {
        assert_close(x[i], 2 * t[i], 2e-7); /* a picture needs no more digits */
        assert_close(back[i], 4 - x[i], 5e-7);
        assert_close(at[i], x[i], 0);
        assert_close(height[i], x[i] / 4, 1e-7);
    }
    assert_non_null(strstr(s.words, "\"height\": 0"));   /* what never changes is a number */
    assert_non_null(strstr(s.words, "\"radius\": 0.1")); /* in the unit of the words */
    assert_null(strstr(s.words, "\"source\"")); /* who asks has the text */
    lgr_run_destroy(run);
    lgr_model_destroy(m);
}

/* cos(90 deg) is not quite 0, and nobody wants to read 1e-16 J. */
static void test_energies_that_are_rounding_are_zero(void **state) {
    (void)state;
    lgr_model *m = parse("coord a = 90 deg\ngravity 9.81 m/s^2\nparticle p: mass 1 kg at (1 m)*[sin(a), -cos(a)]\n"
                         "simulate until 1 s\n");
    lgr_run *run = run_of(m, true);
    lgr_scene s = {.size = sizeof s};
    assert_int_equal(lgr_run_scene(run, &s), LGR_STATUS_OK);
    const double *potential = s.numbers + s.frames * column_behind(s.words, "\"name\": \"potential\"");
    assert_true(potential[0] == 0);
    assert_true(potential[s.frames / 2] < -0.1);
    lgr_run_destroy(run);
    lgr_model_destroy(m);
}

static void test_without_a_run_there_is_none(void **state) {
    (void)state;
    lgr_scene s = {.size = sizeof s}, unknown = {.size = 1};
    lgr_model *bad = parse("coord x = y\n"), *good = parse(slide);
    lgr_run *none = run_of(bad, true), *run = run_of(good, false);
    assert_int_equal(lgr_run_scene(NULL, &s), LGR_STATUS_USAGE);
    assert_int_equal(lgr_run_scene(none, &s), LGR_STATUS_USAGE);
    assert_int_equal(lgr_run_scene(run, NULL), LGR_STATUS_USAGE);
    assert_int_equal(lgr_run_scene(run, &unknown), LGR_STATUS_USAGE);
    assert_int_equal(lgr_run_scene(run, &s), LGR_STATUS_OK); /* no frames were kept */
    assert_int_equal(s.frames, 0);
    lgr_run_destroy(none);
    lgr_run_destroy(run);
    lgr_model_destroy(bad);
    lgr_model_destroy(good);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_columns_have_the_numbers),
        cmocka_unit_test(test_energies_that_are_rounding_are_zero),
        cmocka_unit_test(test_without_a_run_there_is_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
