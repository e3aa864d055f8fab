/* The tables of formats. */
#include "out/support.h"
#include "out/writers.h"

static void formats_have_their_names(void **state) {
    (void)state;
    static const char *const runs[] = {"json", "json-series", "csv", "csv-units", "text", "html", "svg"},
                             *const checks[] = {"json", "text"}, *const analyses[] = {"json", "text", "csv", "html"};
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++)
        assert_string_equal(out_run_writer_find(runs[i])->name, runs[i]);
    for (size_t i = 0; i < sizeof checks / sizeof *checks; i++)
        assert_string_equal(out_check_writer_find(checks[i])->name, checks[i]);
    for (size_t i = 0; i < sizeof analyses / sizeof *analyses; i++)
        assert_string_equal(out_analysis_writer_find(analyses[i])->name, analyses[i]);
    size_t count = 0;
    for (; out_derive_format(count); count++)
        assert_string_equal(out_derive_writer_find(out_derive_format(count))->name, out_derive_format(count));
    assert_int_equal(count, 5);
}

static void others_are_not_there(void **state) {
    (void)state;
    assert_null(out_run_writer_find("latex"));
    assert_null(out_check_writer_find("csv"));
    assert_null(out_derive_writer_find("svg"));
    assert_null(out_analysis_writer_find("latex"));
    assert_null(out_run_writer_find(""));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(formats_have_their_names),
        cmocka_unit_test(others_are_not_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
