/* Abbreviations on pages of equations: none for one use, one for a part of energies and equations. */
#include "out/public.h"

/* A long sum that is written once stays in its place. */
static void none_is_for_one_use(void **state) {
    (void)state;
    written w = written_equations("coord x = 0.1\nkinetic T = x'^2/2\n"
                                  "generalized F: x = x'*sin(sum(k in 1..6: k*cos(k*x)*exp(k*x)*(k + x)))\n",
                                  "explicit", false, "text");
    assert_says(WRITTEN_TEXT(w), "exp(");
    assert_null(strstr(WRITTEN_TEXT(w), "Abbreviations"));
    written_end(&w);
}

static void energies_share_the_names_of_the_equations(void **state) {
    (void)state;
    written w = written_equations("param a = 2, b = 3\ncoord x = 0.1, y = 0.2\nkinetic T = (x'^2 + y'^2)/2\n"
                                  "potential V = exp(a*sin(x)*y + b*cos(y)*x + tanh(a*x*y) + sinh(b*x*y))\n",
                                  NULL, false, "text");
    const char *text = WRITTEN_TEXT(w), *defined = strstr(text, "s1 = exp("), *used = strstr(text, "V = s1\n");
    assert_non_null(defined);
    assert_non_null(used);
    assert_true(defined < used);
    assert_int_equal(shown_count(text, "exp("), 1);
    written_end(&w);
}

/* As the model calls it, with what it is above the first use; the list of parameters is the model's own. */
static void constants_keep_their_names(void **state) {
    (void)state;
    static const char text[] = "param day = 86164 s, m = 2 kg\nlet W = 2*pi/day\ncoord x = 1 m\n"
                               "kinetic T = 1/2*m*x'^2\npotential V = -1/2*m*W^2*x^2\n";
    written w = written_equations(text, NULL, false, "text"), json = written_equations(text, NULL, false, "json");
    assert_says(WRITTEN_TEXT(w), "  W = 2*pi/day\n\nEnergies");
    assert_says(WRITTEN_TEXT(w), "m*x'' - m*W^2*x = 0");
    assert_null(strstr(WRITTEN_TEXT(json), "\"name\": \"W\""));
    written_end(&w);
    written_end(&json);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(none_is_for_one_use),
        cmocka_unit_test(energies_share_the_names_of_the_equations),
        cmocka_unit_test(constants_keep_their_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
