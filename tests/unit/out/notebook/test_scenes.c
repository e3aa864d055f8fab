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

static double number_at(const char *text, const char *format, int shape, const char *axis, int i) {
    char path[80];
    snprintf(path, sizeof path, format, shape, axis, i);
    return reading_number(text, path);
}

#define PLACE "shapes/%d/to/%s/%d"

/* A bob on a rod falls to rest in swings, each smaller than the one before, on its circle. */
static void mode_decays(void **state) {
    (void)state;
    if (!num_eigen_available())
        skip();
    written w =
        written_begin("coord x = 1.2, y = -1.6\ngravity 9.81\nparticle bob: mass 1 at [x, y]\n"
                      "constraint rod: x^2 + y^2 = 4\ngeneralized drag: x = -0.3*x'\ndraw beam from [0, 0] to bob\n");
    assert_int_equal(lgr_model_draw_mode(w.model, 0, 0, shown_take, &w.all), LGR_STATUS_OK);
    const char *text = WRITTEN_TEXT(w);
    reading_check(text);
    const double first = number_at(text, PLACE, 0, "x", 0), next = number_at(text, PLACE, 0, "x", 16);
    assert_true(fabs(first) > 0.1 && fabs(first) < 1);
    assert_reads(text, "time/16", 1);
    /* x'' + 0.3 x' + 9.81/2 x = 0 */
    const double damping = 0.15, w0 = sqrt(9.81 / 2 - damping * damping);
    assert_near(next / first, exp(-damping * 4 * acos(0.0) / w0), 0.01);
    for (int i = 0; i < 32; i++)
        assert_near(hypot(number_at(text, PLACE, 0, "x", i), number_at(text, PLACE, 0, "y", i)), 2, 1e-9);
    written_end(&w);
}

/* What falls off the top grows to its largest; its shape has no swing. */
static void mode_grows(void **state) {
    (void)state;
    if (!num_eigen_available())
        skip();
    written w = written_begin(PENDULUM);
    assert_int_equal(lgr_model_draw_mode(w.model, 1, 1, shown_take, &w.all), LGR_STATUS_OK);
    assert_int_equal(lgr_model_draw_mode(w.model, 1, 99, shown_take, &w.all), LGR_STATUS_USAGE);
    assert_int_equal(lgr_model_draw_mode(w.model, 2, 0, shown_take, &w.all), LGR_STATUS_USAGE);
    const char *text = WRITTEN_TEXT(w);
    double before = 0;
    for (int i = 0; i <= 32; i++) {
        const double now = fabs(number_at(text, PLACE, 0, "x", i));
        assert_true(now > before);
        before = now;
    }
    assert_true(before > 0.1);
    written_end(&w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(machines_at_rest), cmocka_unit_test(laws_are_set), cmocka_unit_test(nothing_at_rest),
        cmocka_unit_test(mode_decays),      cmocka_unit_test(mode_grows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
