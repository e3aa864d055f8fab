/* The structure of a system as a JSON object. */
#include "out/public.h"
#include "out/reading.h"

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

/* Degrees of freedom, rank and lists of machines whose numbers everyone knows; the whole is one object. */
static void numbers_of_known_machines(void **state) {
    (void)state;
    static const struct {
        const char *text;
        int coords, rank, dof, redundant;
    } cases[] = {
        {"coord x = 0\nkinetic T = x'^2\n", 1, 0, 1, 0},
        {"coord x = 0.6, y ~ -0.8\nkinetic T = x'^2 + y'^2\nconstraint r: x^2 + y^2 = 1\n", 2, 1, 1, 0},
        {"coord a = 60 deg, b ~ 20 deg, c ~ 80 deg\nkinetic T = a'^2 + b'^2 + c'^2\n"
         "constraint loop: dir(a) + 2*dir(b) = [2, 0] + 1.5*dir(c)\n",
         3, 2, 1, 0},
        {"coord x = 1, y = 1\nkinetic T = x'^2 + y'^2\nconstraint a: x = y\nconstraint b: 2*x = 2*y\n"
         "constraint c: x - y = 0\n",
         2, 1, 1, 2},
        {"coord x = 0, y = 0, w = 0\nkinetic T = x'^2 + y'^2 + w'^2\nconstraint blade: y'*cos(w) = x'*sin(w)\n", 3, 1,
         2, 0}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        written w = written_check(cases[k].text, "json", 0);
        const char *text = WRITTEN_TEXT(w);
        reading_check(text);
        assert_int_equal(reading_count(text, "coordinates"), cases[k].coords);
        assert_reads(text, "rank", cases[k].rank);
        assert_reads(text, "dof", cases[k].dof);
        assert_int_equal(reading_count(text, "redundant"), cases[k].redundant);
        written_end(&w);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_system_with_all_sorts_of_constraints),
        cmocka_unit_test(without_constraints_the_list_is_empty),
        cmocka_unit_test(numbers_of_known_machines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
