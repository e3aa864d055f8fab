/* Rows of a sweep as csv. */
#include "out/csv/writers.h"
#include "out/support.h"

static void a_header_and_a_row(void **state) {
    (void)state;
    motion x = motion_begin(
        "param a = 1, b = 2, c = 3\ncoord x = a + b + c\nkinetic T = x'^2\nreport r = final(x), s = 2*r\n");
    const int params[] = {2, 0};
    const out_sweep sweep = {.m = x.of.m, .params = params, .param_count = 2};
    strbuf s = base_strbuf_make(x.memory);
    out_sweep_csv_header(&sweep, &s);
    assert_string_equal(base_strbuf_text(&s), "design,c,a,r,s,end,note\n");
    const double at[] = {0.25, -3}, reports[] = {NAN, 1e-7};
    const out_sweep_row row = {.design = 12, .x = at, .reports = reports, .end = "until", .note = "one, or \"two\""};
    s = base_strbuf_make(x.memory);
    out_sweep_csv_row(&sweep, &row, &s);
    assert_string_equal(base_strbuf_text(&s), "12,0.25,-3,,1e-07,until,\"one, or \"\"two\"\"\"\n");
    motion_end(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_header_and_a_row),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
