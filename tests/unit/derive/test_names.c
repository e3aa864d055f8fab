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

/* The one coordinate's place in sums, with both signs; what is below a root is its square. */
static void definitions_that_move_keep_their_names(void **state) {
    (void)state;
    static const char text[] = "param m = 1, k = 2, l0 = 1, h = 3\ncoord x1 = 0, x2 = 1\nlet d = x2 - x1\n"
                               "let r = sqrt(d^2 + h^2)\nkinetic T = m*(x1'^2 + x2'^2)/2\n"
                               "potential V = k*(d - l0)^2/2 + k*(r - l0)^2/2 + 1/(d^2 + h^2)\n";
    written w = written_equations(text, NULL, false, "text"), json = written_equations(text, NULL, false, "json");
    assert_says(WRITTEN_TEXT(w), "Abbreviations\n  d = x2 - x1\n  r = sqrt(d^2 + h^2)\n\nEnergies");
    assert_says(WRITTEN_TEXT(w), "V = 1/r^2 + k*(d - l0)^2/2 + k*(r - l0)^2/2\n");
    assert_null(strstr(WRITTEN_TEXT(w), "x2 - x1 "));
    assert_null(strstr(WRITTEN_TEXT(w), "x1 - x2"));
    assert_null(strstr(WRITTEN_TEXT(json), "\"name\": \"d\""));
    written_end(&w);
    written_end(&json);
}

/* Written once, a name would only be one more line; the model's other things have theirs, and the page's another. */
static void definitions_without_use_have_no_line(void **state) {
    (void)state;
    written w = written_equations("param m = 1, k = 2\ncoord x = 0, y = 0\nlet T = x - 2*y\nlet V = x + 3*y\n"
                                  "kinetic K = m*(x'^2 + y'^2)/2\npotential U = k*cosh(T) + exp(T) + 2*V\n",
                                  NULL, false, "text");
    const char *text = WRITTEN_TEXT(w);
    assert_says(text, "  T = x - 2*y\n");
    assert_says(text, "  T_kin = m*(x'^2 + y'^2)/2\n");
    assert_says(text, "exp(T)");
    assert_null(strstr(text, "  V = x + 3*y\n"));
    written_end(&w);
}

/* A whole sum, or a part of one; a shift of a single coordinate takes no other's place. */
static void sums_are_written_with_names(void **state) {
    (void)state;
    written w = written_equations("param m = 1, k = 2, a = 3, R = 2\ncoord x = 0, p = 0, q = 0\nlet s = x + R*p + a\n"
                                  "let down = q - 90 deg\nkinetic T = m*s^2*p'^2/2 + m*(x'^2 + q'^2)/2\n"
                                  "potential V = k*cos(s) + k*exp(s - a) + k*q^4 + k*sin(down)\n",
                                  NULL, false, "text");
    const char *text = WRITTEN_TEXT(w);
    assert_says(text, "s = x + R*p + a");
    assert_says(text, "exp(s - a)");
    assert_says(text, "m*s^2*p''");
    assert_null(strstr(text, "down"));
    written_end(&w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(none_is_for_one_use),
        cmocka_unit_test(energies_share_the_names_of_the_equations),
        cmocka_unit_test(constants_keep_their_names),
        cmocka_unit_test(definitions_that_move_keep_their_names),
        cmocka_unit_test(definitions_without_use_have_no_line),
        cmocka_unit_test(sums_are_written_with_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
