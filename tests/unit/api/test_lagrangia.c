/* What the library says about itself. */
#include "api/support.h"

static void the_version_has_three_numbers(void **state) {
    (void)state;
    const char *v = lgr_version();
    int points = 0;
    for (; *v; v++) {
        points += *v == '.';
        assert_true(*v == '.' || (*v >= '0' && *v <= '9'));
    }
    assert_int_equal(points, 2);
}

static void methods_are_listed_to_the_last(void **state) {
    (void)state;
    size_t count = 0;
    bool has_dop853 = false;
    for (; lgr_method_name(count); count++) {
        assert_non_null(lgr_method_description(count));
        has_dop853 = has_dop853 || strcmp(lgr_method_name(count), "dop853") == 0;
    }
    assert_true(has_dop853);
    assert_null(lgr_method_description(count));
    assert_null(lgr_method_name(count + 1));
}

static void codes_are_explained(void **state) {
    (void)state;
    assert_non_null(strstr(lgr_explain("E0107"), "A name is used that the model declares nowhere."));
    assert_string_equal(lgr_code_title("E0107"), "unknown name");
    assert_null(lgr_explain("E9999"));
    assert_null(lgr_explain(NULL));
    assert_null(lgr_code_title("E9999"));
    assert_null(lgr_code_title(NULL));
}

static void codes_are_listed_to_the_last(void **state) {
    (void)state;
    size_t count = 0;
    for (; lgr_code_name(count); count++) {
        assert_non_null(lgr_code_title(lgr_code_name(count)));
        assert_non_null(lgr_explain(lgr_code_name(count)));
    }
    assert_true(count > 40);
    assert_null(lgr_code_name(count + 1));
}

static void optional_parts_are_listed_to_the_last(void **state) {
    (void)state;
    bool present;
    assert_string_equal(lgr_version_part(0, &present), "SUNDIALS");
    assert_string_equal(lgr_version_part(1, &present), "LAPACK");
    assert_string_equal(lgr_version_part(2, &present), "NLopt");
    assert_null(lgr_version_part(3, &present));
}

static void components_are_listed_to_the_last(void **state) {
    (void)state;
    size_t count = 0;
    for (; lgr_component_file(count); count++)
        assert_true(strstr(lgr_component_text(lgr_component_file(count)), "\ncomponent ") ||
                    strstr(lgr_component_text(lgr_component_file(count)), "\nlet "));
    assert_true(count > 3);
    assert_null(lgr_component_file(count + 1));
    assert_null(lgr_component_text("nothing"));
    assert_null(lgr_component_text(NULL));
}

/* A finding in a text that a model includes names that text, with lines of its own. */
static void findings_name_the_included_text(void **state) {
    (void)state;
    static const char text[] = "include <gears>\ncoord a = 1\nkinetic T = 1/2*a'^2\npart p = rack(a, [1, 2], 3)\n";
    lgr_model *m = lgr_model_parse("m.lgr", text, sizeof text - 1, NULL, 0);
    assert_int_equal(lgr_model_status(m), LGR_STATUS_MODEL);
    lgr_finding f = {.size = sizeof f};
    assert_int_equal(lgr_model_finding(m, 0, &f), LGR_STATUS_OK);
    assert_string_equal(f.file, "<gears>");
    assert_true(f.at.line > 1 && f.at.length > 0);
    assert_non_null(strstr(lgr_model_finding_text(m, 0, false), "in part 'p' at m.lgr:4:6"));
    lgr_model_destroy(m);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_version_has_three_numbers),
        cmocka_unit_test(methods_are_listed_to_the_last),
        cmocka_unit_test(codes_are_explained),
        cmocka_unit_test(codes_are_listed_to_the_last),
        cmocka_unit_test(optional_parts_are_listed_to_the_last),
        cmocka_unit_test(components_are_listed_to_the_last),
        cmocka_unit_test(findings_name_the_included_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
