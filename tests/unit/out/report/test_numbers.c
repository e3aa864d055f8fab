/* Numbers with the digits that a picture needs. */
#include "out/report/report.h"
#include "out/support.h"

static void check(double x, const char *want) {
    arena *a = base_arena_create();
    strbuf s = base_strbuf_make(a);
    out_report_add_value(&s, x);
    assert_string_equal(base_strbuf_text(&s), want);
    base_arena_destroy(a);
}

static void numbers_are_short(void **state) {
    (void)state;
    static const struct {
        double x;
        const char *text;
    } cases[] = {{0, "0"},
                 {-0.0, "0"},
                 {1, "1"},
                 {-2.5, "-2.5"},
                 {1.0 / 3, "0.33333333"},
                 {100, "100"},
                 {1234567.89, "1234567.9"},
                 {0.00012345678, "0.00012345678"},
                 {1e-5, "1e-05"},
                 {12345678, "12345678"},
                 {0.1, "0.1"},
                 {9.99999999, "10"},
                 {-1e300, "-1e+300"},
                 {NAN, "null"},
                 {INFINITY, "null"}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        check(cases[k].x, cases[k].text);
}

/* Eight digits of any number, however they round. */
static void eight_digits_are_right(void **state) {
    (void)state;
    bench dice = {.dice = 88172645463325252u};
    for (int i = 0; i < 2000; i++) {
        double x = bench_random(&dice) * pow(10, 12 * bench_random(&dice));
        arena *a = base_arena_create();
        strbuf s = base_strbuf_make(a);
        out_report_add_value(&s, x);
        assert_near(strtod(base_strbuf_text(&s), NULL) / x, 1, 5.1e-8);
        base_arena_destroy(a);
    }
}

static double place_of(const sim_point *p, const void *of) {
    return p->q[*(const int *)of];
}

/* What never changes is one number. */
static void series_of_frames(void **state) {
    (void)state;
    double a[] = {1, 5}, b[] = {2, 5};
    const sim_frame frames[] = {{.at = {.q = a}}, {.at = {.q = b}}};
    arena *memory = base_arena_create();
    strbuf s = base_strbuf_make(memory);
    const report r = {.frames = frames, .frame_count = 2, .out = &s, .memory = memory};
    bool first = true;
    const int moving = 0, still = 1;
    out_report_add_series(&r, "x", place_of, &moving, &first);
    out_report_add_series(&r, "y", place_of, &still, &first);
    assert_string_equal(base_strbuf_text(&s), "\"x\": [1,2], \"y\": 5");
    base_arena_destroy(memory);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_short),
        cmocka_unit_test(eight_digits_are_right),
        cmocka_unit_test(series_of_frames),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
