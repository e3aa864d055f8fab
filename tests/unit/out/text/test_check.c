/* The structure of a system as text. */
#include "out/public.h"

static void facts_and_constraints(void **state) {
    (void)state;
    written w =
        written_check("model mix \"All sorts\"\ncoord x = 0, y = 0, z = 0, p = 0\n"
                      "kinetic T = x'^2 + y'^2 + z'^2 + p'^2\nconstraint roll: x' = 2*p'\nconstraint turn: y' = z*x'\n"
                      "constraint moved: z = sin(t)\nconstraint again: 2*z = 2*sin(t)\ncontact floor: x >= -1\n",
                      "text", 100);
    const char *text = WRITTEN_TEXT(w);
    assert_true(!strncmp(text, "All sorts\n", 10));
    assert_says(text, "4: x, y, z, p\n");
    assert_says(text, "rank of the constraints   3\n");
    assert_says(text, "degrees of freedom        1\n");
    assert_says(text, "nonholonomic, rheonomic");
    assert_says(text, "  roll   integrable    on velocities");
    assert_says(text, "x - 2*p = const\n");
    assert_says(text, "  turn   nonholonomic  on velocities");
    assert_says(text, "  moved  holonomic     on positions");
    assert_says(text, "unilateral");
    assert_says(text, "again");
    written_end(&w);
}

static void many_names_are_shortened(void **state) {
    (void)state;
    written w = written_check("for i in 1..30 { coord x[i] = 0 }\nkinetic T = sum(i in 1..30: x[i]'^2)\n", "text", 0);
    assert_says(WRITTEN_TEXT(w), "30: x[1], x[2]");
    assert_says(WRITTEN_TEXT(w), "x[24] and 6 more (--json has all)");
    assert_says_not(WRITTEN_TEXT(w), "x[25]");
    written_end(&w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(facts_and_constraints),
        cmocka_unit_test(many_names_are_shortened),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
