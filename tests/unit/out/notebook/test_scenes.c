/* What an analysis found, as pages show it: read back as JSON. */
#include "num/eigen.h"
#include "out/public.h"
#include "out/reading.h"

#define PENDULUM                                                                                                       \
    "param l = 2 m, g = 8 m/s^2\ncoord theta = 30 deg, z = 3 cm\ngravity g\n"                                          \
    "particle bob: mass 1 kg at l*[sin(theta), -cos(theta)]\nkinetic T = (1 kg)*z'^2/2\npotential U = (8 N/m)*z^2/2\n" \
    "draw beam from [0 m, 0 m] to bob\ndraw ball at bob radius 10 cm\n"

/* Each equilibrium has the shapes of the machine there, with plain numbers. */
static void machines_at_rest(void **state) {
    (void)state;
    written w = written_analysis(PENDULUM, "json-scenes");
    const char *text = WRITTEN_TEXT(w);
    reading_check(text);
    assert_reads(text, "found", 2);
    assert_reads(text, "equilibria/0/place/0/value", 0);
    assert_reads(text, "equilibria/0/shapes/0/to/x", 0);
    assert_reads(text, "equilibria/0/shapes/0/to/y", -2);
    assert_reads(text, "equilibria/1/shapes/0/to/y", 2);
    assert_reads(text, "equilibria/1/shapes/1/radius", 0.1);
    assert_says(text, "\"name\": \"z\", \"unit\": \"m\", \"angle\": false, \"value\": 0");
    assert_says(text, "\"unit\": \"rad\", \"angle\": true");
    if (num_eigen_available())
        assert_says(text, "\"stability\": \"stable\"");
    written_end(&w);
}

static void laws_are_set(void **state) {
    (void)state;
    written w = written_analysis("coord x = 1, y = 2\nkinetic T = (x'^2 + y'^2)/2\npotential V = x^2\n", "json-scenes");
    const char *text = WRITTEN_TEXT(w);
    reading_check(text);
    assert_says(text, "\"name\": \"momentum of y\", \"mathml\": \"<math>");
    assert_says(text, "\"symmetry\": \"y: 1\"");
    written_end(&w);
}

/* What is not looked for has its reason. */
static void nothing_at_rest(void **state) {
    (void)state;
    written w = written_analysis("param m\ncoord x = 1\nkinetic T = m*x'^2/2\n", "json-scenes");
    const char *text = WRITTEN_TEXT(w);
    reading_check(text);
    assert_reads(text, "found", 0);
    assert_says(text, "\"none\": \"not looked for: m without numbers (--set)\"");
    written_end(&w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(machines_at_rest),
        cmocka_unit_test(laws_are_set),
        cmocka_unit_test(nothing_at_rest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
