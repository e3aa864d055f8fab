/* States in an analysis: equilibria where their rates vanish, matrices of first order, poles of the closed loop. */
#include "num/eigen.h"
#include "out/public.h"
#include "out/reading.h"

/* J theta'' = K i - c theta' - k theta, L i' = U - R i - K theta'. */
#define MOTOR                                                                                                          \
    "param J = 0.5, K = 0.8, c = 0.3, k = 2, L = 0.25, R = 1.5\ninput U = 3\ncoord theta = 0.1\n"                      \
    "kinetic T = J*theta'^2/2\npotential V = k*theta^2/2\nstate i = 0.5, rate (U - R*i - K*theta')/L\n"                \
    "generalized drive: theta = K*i - c*theta'\noutput turn = theta\noutput power = U*i\n"

static int state_named(const char *linear, const char *name) {
    for (size_t k = 0; k < reading_count(linear, "states"); k++) {
        char path[40];
        snprintf(path, sizeof path, "states/%zu", k);
        if (reading_begins(reading_at(linear, path) + 1, name) && reading_at(linear, path)[1 + strlen(name)] == '"')
            return (int)k;
    }
    fail_msg("no state '%s'", name);
    return -1;
}

static double entry(const char *linear, const char *matrix, int row, int column) {
    char path[40];
    snprintf(path, sizeof path, "%s/%d/%d", matrix, row, column);
    return reading_number(linear, path);
}

static void a_motor(void **state) {
    (void)state;
    written w = written_analysis(MOTOR, "json");
    const char *text = WRITTEN_TEXT(w), *linear = reading_at(text, "equilibria/0/state_space");
    reading_check(text);
    assert_int_equal(reading_count(text, "equilibria"), 1);
    assert_near(reading_number(text, "equilibria/0/q/theta"), 0.8 * 2 / 2, 1e-9); /* K U/(R k) */
    assert_int_equal(reading_count(linear, "states"), 3);
    const int q = state_named(linear, "theta"), v = state_named(linear, "theta'"), i = state_named(linear, "i");
    assert_near(entry(linear, "A", q, v), 1, 1e-12);
    assert_near(entry(linear, "A", q, i), 0, 1e-12);
    assert_near(entry(linear, "A", v, q), -2 / 0.5, 1e-9);
    assert_near(entry(linear, "A", v, v), -0.3 / 0.5, 1e-9);
    assert_near(entry(linear, "A", v, i), 0.8 / 0.5, 1e-9);
    assert_near(entry(linear, "A", i, q), 0, 1e-9);
    assert_near(entry(linear, "A", i, v), -0.8 / 0.25, 1e-9);
    assert_near(entry(linear, "A", i, i), -1.5 / 0.25, 1e-9);
    assert_near(entry(linear, "C", 0, q), 1, 1e-12);
    assert_near(entry(linear, "C", 1, i), 3, 1e-9);
    written_end(&w);
}

/* Each pole is a root of det(s - A). */
static void its_poles(void **state) {
    (void)state;
    if (!num_eigen_available())
        skip();
    written w = written_analysis(MOTOR, "json");
    const char *text = WRITTEN_TEXT(w);
    double sum = 0;
    for (size_t k = 0; k < reading_count(text, "equilibria/0/modes"); k++) {
        char path[60];
        snprintf(path, sizeof path, "equilibria/0/modes/%zu", k);
        const char *pole = reading_at(text, path);
        const double a = reading_number(pole, "re"), b = reading_number(pole, "im");
        /* (s^2 + 0.6 s + 4) (s + 6) + 5.12 s, with s = a + b i */
        const double re = a * a - b * b + 0.6 * a + 4, im = 2 * a * b + 0.6 * b;
        assert_near(re * (a + 6) - im * b + 5.12 * a, 0, 1e-7);
        assert_near(re * b + im * (a + 6) + 5.12 * b, 0, 1e-7);
        sum += b > 0 ? 2 * a : a;
    }
    assert_near(sum, -6.6, 1e-8); /* the trace */
    written_end(&w);
}

/* Without coordinates of its own a state rests where its rate is zero, and grows or decays with its slope there. */
static void rates_that_vanish(void **state) {
    (void)state;
    if (!num_eigen_available())
        skip();
    written w =
        written_analysis("coord x = 0\nkinetic T = x'^2\npotential V = x^2\nstate s = 0.9, rate s*(1 - s)\n", "json");
    const char *text = WRITTEN_TEXT(w);
    bool decays = false, grows = false;
    for (size_t e = 0; e < reading_count(text, "equilibria"); e++) {
        char path[60];
        snprintf(path, sizeof path, "equilibria/%zu", e);
        const char *at = reading_at(text, path), *linear = reading_at(at, "state_space");
        const int s = state_named(linear, "s");
        const double slope = entry(linear, "A", s, s);
        assert_near(fabs(slope), 1, 1e-9);
        decays = decays || slope < 0;
        grows = grows || (slope > 0 && strstr(reading_at(at, "stability"), "unstable"));
    }
    assert_true(decays || grows);
    written_end(&w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_motor),
        cmocka_unit_test(its_poles),
        cmocka_unit_test(rates_that_vanish),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
