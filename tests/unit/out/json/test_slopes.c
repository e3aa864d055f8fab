/* Derivatives of reports in the object of a run. */
#include "out/json/sections.h"
#include "out/support.h"

static void slopes_by_report_and_parameter(void **state) {
    (void)state;
    motion x = shown_run(
        "param a = 1, b = 2\ncoord x = a*b\nkinetic T = x'^2\nsimulate until 1\nreport r = final(x), s = 2*r\n");
    const int params[] = {1, 0};
    const double slopes[] = {1, 2, NAN, 4};
    const char *const why[] = {NULL, "a kink"};
    const out_slopes found = {params, 2, slopes, why};
    out_run run = shown_of(&x);
    strbuf s = base_strbuf_make(x.memory);
    out_slopes_add_json(&run, &s);
    assert_int_equal(s.len, 0);
    run.slopes = &found;
    out_slopes_add_json(&run, &s);
    assert_string_equal(
        base_strbuf_text(&s),
        ",\n  \"sensitivity\": {\"r\": {\"slope\": {\"b\": 1, \"a\": 2}, \"found\": \"through events\"}, "
        "\"s\": {\"slope\": {\"b\": null, \"a\": 4}, \"found\": \"differences\", \"why\": \"a kink\"}}");
    motion_end(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slopes_by_report_and_parameter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
