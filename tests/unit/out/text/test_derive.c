/* Equations as text of the model language. */
#include "out/public.h"

#define SPRING "model m \"A spring\"\nparam k = 2\ncoord x = 0\nkinetic T = x'^2/2\npotential V = k*x^2/2\n"

static void sections_with_labels(void **state) {
    (void)state;
    written w = written_equations(SPRING, NULL, false, "text");
    const char *text = WRITTEN_TEXT(w);
    assert_true(!strncmp(text, "A spring\n\nCoordinates\n  x\n", 26));
    assert_says(text, "  T = x'^2/2\n  V = k*x^2/2\n");
    assert_says(text, "  x  x'' + k*x = 0\n");
    assert_says_not(text, "Step:");
    written_end(&w);
}

static void steps_come_between(void **state) {
    (void)state;
    written w = written_equations(SPRING, NULL, true, "text");
    assert_says(WRITTEN_TEXT(w), "  x  dL/dx' = x'\n  x  d/dt dL/dx' = x''\n  x  dL/dx = -k*x\n");
    written_end(&w);
}

/* As a matrix where it fits, else entry by entry: of a symmetric one half. */
static void matrices(void **state) {
    (void)state;
    written w = written_equations("coord x = 0, y = 0\nkinetic T = x'^2/2 + x'*y' + 2*y'^2\n", "matrix", false, "text");
    assert_says(WRITTEN_TEXT(w), "  M = [ 1   1 ]\n      [ 1   4 ]\n");
    written_end(&w);
    w = written_equations("for i in 1..12 { coord x[i] = 0 }\nkinetic T = sum(i in 1..12: x[i]'^2) + x[1]'*x[2]'\n",
                          "matrix", false, "text");
    assert_says(WRITTEN_TEXT(w), "M[2,1] = M[1,2] = 1\n");
    assert_says(WRITTEN_TEXT(w), "M[2,2] = 2\n");
    assert_says(WRITTEN_TEXT(w), "all other M are 0\n");
    written_end(&w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sections_with_labels),
        cmocka_unit_test(steps_come_between),
        cmocka_unit_test(matrices),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
