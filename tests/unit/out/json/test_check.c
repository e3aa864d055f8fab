/* The structure of a system as a JSON object. */
#include "out/public.h"

static void a_system_with_all_sorts_of_constraints(void **state) {
    (void)state;
    written w = written_check("model mix\ncoord x = 0, y = 0, z = 0, p = 0\nkinetic T = x'^2 + y'^2 + z'^2 + p'^2\n"
                              "constraint roll: x' = 2*p'\nconstraint turn: y' = z*x'\nconstraint moved: z = sin(t)\n"
                              "constraint again: 2*z = 2*sin(t)\ncontact floor: x >= -1\n",
                              "json", 0);
    const char *text = WRITTEN_TEXT(w);
    assert_says(text, "\"model\": \"mix\",\n  \"coordinates\": [\"x\", \"y\", \"z\", \"p\"]");
    assert_says(text, "{\"name\": \"roll\", \"kind\": \"integrable\", \"level\": \"velocity\", \"rheonomic\": false, "
                      "\"unilateral\": false, \"integral\": \"x - 2*p\"}");
    assert_says(text, "{\"name\": \"turn\", \"kind\": \"nonholonomic\", \"level\": \"velocity\"");
    assert_says(text, "{\"name\": \"moved\", \"kind\": \"holonomic\", \"level\": \"position\", \"rheonomic\": true");
    assert_says(text, "{\"name\": \"floor\", \"kind\": \"holonomic\", \"level\": \"position\", \"rheonomic\": false, "
                      "\"unilateral\": true}");
    assert_says(text, "\"rank\": 3,\n  \"redundant\": [\"again\"],\n  \"dof\": 1,");
    assert_says(text, "\"holonomic\": false,\n  \"scleronomic\": false,\n  \"conservative\": false");
    written_end(&w);
}

static void without_constraints_the_list_is_empty(void **state) {
    (void)state;
    written w = written_check("coord x = 0\nkinetic T = x'^2\n", "json", 0);
    assert_says(WRITTEN_TEXT(w), "\"constraints\": [],\n  \"rank\": 0,\n  \"redundant\": []");
    assert_says(WRITTEN_TEXT(w), "\"conservative\": true");
    written_end(&w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_system_with_all_sorts_of_constraints),
        cmocka_unit_test(without_constraints_the_list_is_empty),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
