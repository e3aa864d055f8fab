/* Equations as a JSON object, in two notations. */
#include "out/public.h"

static void sides_in_two_notations(void **state) {
    (void)state;
    written w = written_equations("model m\nparam k = 2\ncoord x = 0\nkinetic T = x'^2/2\npotential V = k*x^2/2\n"
                                  "constraint c: x = 0\n",
                                  NULL, false, "json");
    const char *text = WRITTEN_TEXT(w);
    assert_says(text, "\"model\": \"m\", \"form\": \"lagrange\", \"mode\": \"start\"");
    assert_says(text, "\"coordinates\": [\n    {\"of\": \"x\"}\n  ]");
    assert_says(text, "{\"of\": \"x\", \"text\": [\"x'' + k*x + lambda(c)\", \"0\"], \"latex\": "
                      "[\"\\\\ddot{x} + k x + \\\\lambda_{c}\", \"0\"]}");
    written_end(&w);
}

static void matrices_have_rows(void **state) {
    (void)state;
    written w = written_equations("param k = 2\ncoord x = 0, y = 0\nkinetic T = x'^2/2 + x'*y' + 2*y'^2\n", "matrix",
                                  false, "json");
    assert_says(WRITTEN_TEXT(w), "\"name\": \"M\", \"rows\": 2, \"columns\": 2, \"entries\": [\n      [\"1\", \"1\"],\n"
                                 "      [\"1\", \"4\"]]");
    written_end(&w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sides_in_two_notations),
        cmocka_unit_test(matrices_have_rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
