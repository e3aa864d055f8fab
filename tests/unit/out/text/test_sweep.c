/* A sweep as text. */
#include "out/support.h"
#include "out/text/writers.h"
#include "out/values/sweep.h"

static const char *text_of(motion *x, const out_sweep *sweep) {
    strbuf *all = ARENA_NEW(x->memory, strbuf);
    *all = base_strbuf_make(x->memory);
    out_stream out = out_stream_make(x->memory, shown_take, all);
    out_sweep_write_text(sweep, &out);
    assert_true(out_stream_flush(&out));
    return base_strbuf_text(all);
}

static void designs_extremes_and_troubles(void **state) {
    (void)state;
    motion x = motion_begin("param a = 1 m\ncoord x = a\nkinetic T = (1 kg)*x'^2\nreport r = final(x), s = 2*r\n");
    const int params[] = {0};
    double one[] = {0.25}, two[] = {0.5}, first[] = {3, NAN}, second[] = {7, NAN};
    const out_sweep_row rows[] = {{0, one, first, "until", "", true}, {1, two, second, "failed", "oh", false}};
    out_extreme extremes[] = {{3, 7, 0, 1, one, two}, {NAN, NAN, 0, 0, NULL, NULL}};
    out_sweep sweep = {.m = x.of.m,
                       .params = params,
                       .param_count = 1,
                       .total = 2,
                       .seen = 2,
                       .rows = rows,
                       .row_count = 2,
                       .extremes = extremes,
                       .failed = 1,
                       .failed_note = "oh"};
    const char *text = text_of(&x, &sweep);
    assert_true(!strncmp(text, "2 designs\n\n", 11));
    assert_says(text, "  1           0.5       7      -  oh\n");
    assert_says(text, "  r  least                   3  m  at  a = 0.25 m (design 0)\n");
    assert_says(text, "     greatest                7  m  at  a = 0.5 m (design 1)\n");
    assert_says(text, "  s  no value in any design\n");
    assert_says(text, "1 design failed; the first: oh\n");
    assert_says_not(text, "with a note");
    sweep.seen = 1;
    sweep.row_count = 0;
    sweep.lacking = 3;
    sweep.lacking_note = "no";
    text = text_of(&x, &sweep);
    assert_true(!strncmp(text, "1 of 2 designs\n\n", 16));
    assert_says(text, "3 designs with a note; the first: no\n");
    motion_end(&x);
}

static void a_model_without_reports(void **state) {
    (void)state;
    motion x = motion_begin("param a = 1\ncoord x = a\nkinetic T = x'^2\n");
    const out_sweep sweep = {.m = x.of.m, .total = 1, .seen = 1};
    assert_string_equal(text_of(&x, &sweep), "1 design\n\nthe model has no reports\n");
    motion_end(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(designs_extremes_and_troubles),
        cmocka_unit_test(a_model_without_reports),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
