/* Numbers of several runs brought together by their names. */
#include <math.h>

#include "out/support.h"
#include "out/values/compare.h"

static void rows_by_name_and_dimension(void **state) {
    (void)state;
    motion x = motion_begin("param a = 1 m in [0 m, 2 m], b = 30 deg\ncoord x = a\nkinetic T = (1 kg)*x'^2\n"
                            "report r = final(x), s = final(x')\nsimulate until 1 s\n");
    motion y = motion_begin("param a = 200 cm, b = 30 deg\ncoord x = a\nkinetic T = (1 kg)*x'^2\n"
                            "report r = final(x'), s = final(x')\nsimulate until 1 s\n");
    double first[] = {2, 0}, second[] = {3, 5};
    sim_result results[] = {{.reports = first, .end = SIM_UNTIL, .t = 1},
                            {.reports = second, .end = SIM_INTERRUPTED, .t = 0.5}};
    const out_compared runs[] = {{"one", {.m = x.of.m, .result = &results[0]}},
                                 {"two", {.m = y.of.m, .result = &results[1]}}};
    const out_compare c = {.runs = runs, .count = 2};
    arena *a = x.memory;
    const compare_rows parameters = out_compare_parameters(&c, a), reports = out_compare_reports(&c, a);
    assert_int_equal(parameters.count, 1); /* b is the same */
    assert_string_equal(parameters.at[0].name, "a");
    assert_string_equal(parameters.at[0].unit, "m");
    assert_true(parameters.at[0].values[1] == 2); /* not 200 */
    assert_string_equal(out_compare_change(&parameters.at[0], 1, a), "+100%");
    assert_int_equal(reports.count, 3); /* r of two dimensions */
    assert_true(isnan(reports.at[0].values[1]) && isnan(reports.at[2].values[0]));
    assert_true(out_compare_difference(&reports.at[1], 1) == 5 && isnan(out_compare_difference(&reports.at[0], 1)));
    assert_string_equal(out_compare_change(&reports.at[1], 1, a), ""); /* from 0 */
    assert_string_equal(out_compare_end(&runs[0], a), "end at 1 s");
    assert_string_equal(out_compare_end(&runs[1], a), "interrupted at 0.5 s");
    results[0].end = SIM_FAILED;
    assert_string_equal(out_compare_end(&runs[0], a), "failed at 1 s");
    results[0].start_failed = true;
    assert_string_equal(out_compare_end(&runs[0], a), "not started");
    motion_end(&y);
    motion_end(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(rows_by_name_and_dimension)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
