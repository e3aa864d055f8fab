/* Distances by name on pages of equations. */
#include "out/public.h"

/* A unit mass at [x, y] in a potential. */
static written page_of(const char *potential) {
    char text[400];
    snprintf(text, sizeof text,
             "param k = 2, a = 1\ncoord x = 3, y = 4\nkinetic T = (x'^2 + y'^2)/2\npotential V = %s\n", potential);
    return written_equations(text, NULL, false, "text");
}

static void a_root_that_is_written_twice_has_a_name(void **state) {
    (void)state;
    written w = page_of("-k/sqrt(x^2 + y^2)");
    assert_says(WRITTEN_TEXT(w), "  r = sqrt(x^2 + y^2)\n");
    assert_says(WRITTEN_TEXT(w), "V = -k/r\n");
    assert_says(WRITTEN_TEXT(w), "x'' + k*x/r^3 = 0");
    assert_int_equal(shown_count(WRITTEN_TEXT(w), "sqrt"), 1);
    written_end(&w);
}

/* Its square is the sum below it; several are numbered. */
static void squares_of_roots(void **state) {
    (void)state;
    written w = page_of("-k*log((x - a)^2 + y^2) + norm([x - a, y]) - k/norm([x, y])");
    assert_says(WRITTEN_TEXT(w), "  r1 = sqrt(");
    assert_says(WRITTEN_TEXT(w), "  r2 = sqrt(");
    assert_says(WRITTEN_TEXT(w), "^2)");
    assert_int_equal(shown_count(WRITTEN_TEXT(w), "sqrt"), 2);
    written_end(&w);
}

static void names_of_the_model_are_left_to_it(void **state) {
    (void)state;
    assert_page_says("param r = 2\ncoord x = 3, y = 4\nkinetic T = (x'^2 + y'^2)/2\n"
                     "potential V = -r/sqrt(x^2 + y^2)\n",
                     "  d = sqrt(x^2 + y^2)\n");
}

static void a_root_that_stands_still_has_none(void **state) {
    (void)state;
    written w = page_of("sqrt(k^2 + a^2)*(x^2 + y^2)");
    assert_null(strstr(WRITTEN_TEXT(w), "Abbreviations"));
    written_end(&w);
}

/* A cone in two coordinates: the squares below hypot cancel as those below a root do, and it comes back with its name. */
static void lengths_are_roots(void **state) {
    (void)state;
    static const char text[] = "param m = 1, k = 1/2, g = 9.81\ncoord x = 0.4, y = 0.3\ngravity [0, 0, -g]\n"
                               "particle bead: mass m at [x, y, k*hypot(x, y)]\n";
    written w = written_equations(text, NULL, false, "text");
    assert_says(WRITTEN_TEXT(w), "  r = hypot(x, y)\n");
    assert_says(WRITTEN_TEXT(w), "V = m*k*g*r\n");
    assert_says(WRITTEN_TEXT(w), "m*k^2*x*(y*x' - x*y')^2/r^4");
    assert_int_equal(shown_count(WRITTEN_TEXT(w), "hypot"), 1);
    assert_int_equal(shown_count(WRITTEN_TEXT(w), "sqrt"), 0);
    written_end(&w);
}

/* Named before its first use, also where its squares are written nowhere. */
static void lengths_without_squares(void **state) {
    (void)state;
    static const char text[] = "coord x = 1, y = 2\nparticle p: mass 1 at [x, y]\n"
                               "potential V = sin(hypot(x, y))\nreport last = final(x)\n";
    written w = written_equations(text, NULL, false, "text");
    const char *given = strstr(WRITTEN_TEXT(w), "r = hypot(x, y)"), *used = strstr(WRITTEN_TEXT(w), "V = sin(r)");
    assert_true(given && used && given < used);
    written_end(&w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_root_that_is_written_twice_has_a_name),
        cmocka_unit_test(squares_of_roots),
        cmocka_unit_test(names_of_the_model_are_left_to_it),
        cmocka_unit_test(a_root_that_stands_still_has_none),
        cmocka_unit_test(lengths_are_roots),
        cmocka_unit_test(lengths_without_squares),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
