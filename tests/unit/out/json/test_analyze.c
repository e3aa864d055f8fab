/* The analysis of a system as a JSON object. */
#include "num/eigen.h"
#include "out/public.h"
#include "out/reading.h"

static void conserved_quantities_and_equilibria(void **state) {
    (void)state;
    written w =
        written_analysis("model m\nparam k = 4\ncoord x = 1, y = 0\ninitial y' = 3\nkinetic T = (x'^2 + y'^2)/2\n"
                         "potential V = k*x^2/2\n",
                         "json");
    const char *text = WRITTEN_TEXT(w);
    assert_says(text, "{\"name\": \"energy\", \"kind\": \"energy\", \"expression\": \"(x'^2 + y'^2 + k*x^2)/2\", "
                      "\"proved\": true, \"value\": 6.5");
    assert_says(text, "\"kind\": \"cyclic\", \"coordinate\": \"y\", \"expression\": \"y'\", \"symmetry\": \"y: 1\", "
                      "\"proved\": true, \"value\": 3");
    assert_says(text, "\"equilibria\": [");
    assert_says(text, "\"state_space\": {\"states\": [");
    if (num_eigen_available())
        assert_says(text, "\"im\": 2, \"frequency\": 0.31830988618379");
    written_end(&w);
}

/* What takes energy away is told with its reason. */
static void why_the_energy_is_not_conserved(void **state) {
    (void)state;
    written w =
        written_analysis("coord x = 1\nkinetic T = x'^2/2\npotential V = x^2/2\ngeneralized drag: x = -x'\n", "json");
    assert_says(WRITTEN_TEXT(w), "\"conservative\": false,\n  \"why\": [\"");
    assert_says(WRITTEN_TEXT(w), "drag");
    assert_says(WRITTEN_TEXT(w), "\"conserved\": []");
    written_end(&w);
}

/* m x'' + c x' + k x = u: the matrices, poles and shapes of every textbook. */
static void matrices_and_poles_of_an_oscillator(void **state) {
    (void)state;
    static const struct {
        double m, c, k;
    } cases[] = {{1, 0, 4}, {2, 0.4, 3}, {1, 3, 2}, {0.5, 1e-3, 1e4}, {1, 0.2, -5}};
    for (size_t n = 0; n < sizeof cases / sizeof *cases; n++) {
        const double m = cases[n].m, c = cases[n].c, k = cases[n].k, half = c / (2 * m), square = half * half - k / m;
        char model_text[400];
        snprintf(model_text, sizeof model_text,
                 "input u = 0\ncoord x = 0.1\nkinetic T = %.17g*x'^2/2\npotential V = %.17g*x^2/2\n"
                 "generalized f: x = u - %.17g*x'\noutput y = 3*x\n",
                 m, k, c);
        written w = written_analysis(model_text, "json");
        const char *text = WRITTEN_TEXT(w);
        reading_check(text);
        assert_near(reading_number(text, "equilibria/0/q/x"), 0, 1e-12);
        const char *linear = reading_at(text, "equilibria/0/state_space");
        assert_reads(linear, "A/0/1", 1);
        assert_near(reading_number(linear, "A/1/0"), -k / m, 1e-9);
        assert_near(reading_number(linear, "A/1/1"), -c / m, 1e-9);
        assert_near(reading_number(linear, "C/0/0"), 3, 1e-9);
        if (num_eigen_available()) {
            const char *pole = reading_at(text, "equilibria/0/modes/0");
            const double re = reading_number(pole, "re"), im = reading_number(pole, "im");
            assert_near(re * re - im * im + 2 * half * re + k / m, 0, 1e-9 * fmax(1, k / m)); /* of the polynomial */
            assert_near(2 * re * im + 2 * half * im, 0, 1e-9 * fmax(1, fabs(im)));
            assert_near(im, square < 0 ? sqrt(-square) : 0, 1e-9);
            assert_near(reading_number(pole, "shape/x"), 1, 1e-12);
            assert_int_equal(reading_at(pole, "damped") != NULL, square < 0 && c > 0);
        }
        assert_says(reading_at(text, "equilibria/0/stability"), k < 0 ? "unstable" : "stable");
        written_end(&w);
    }
}

/* The slow before the fast; of those that do not oscillate the decaying before the growing. */
static void poles_are_in_order(const char *text, size_t nth) {
    char path[60];
    snprintf(path, sizeof path, "equilibria/%zu/modes", nth);
    const char *poles = reading_at(text, path);
    for (size_t k = 1; k < reading_count(poles, ""); k++) {
        const char *before = reading_item(poles, k - 1), *after = reading_item(poles, k);
        const double slow = reading_number(before, "im"), fast = reading_number(after, "im");
        assert_true(slow < fast || (slow == fast && reading_number(before, "re") <= reading_number(after, "re")));
    }
}

/* Lists are as long as what they list, whatever there is of it. */
static void sizes_agree(void **state) {
    (void)state;
    static const char *const models[] = {
        "coord a = 0.1, b = 0.2, c = 0.3\nkinetic T = a'^2 + 2*b'^2 + c'^2\npotential V = a^2 + (a - b)^2 + c^2\n",
        "param l = 1\ncoord x ~ 0, y ~ -1\nparticle p: mass 1 at [x, y]\ngravity 9.81\nconstraint r: x^2 + y^2 = l^2\n",
        "coord x = 0\ninitial x' = 1\nkinetic T = x'^2\n",
        "coord a = 0, b = 0\nkinetic T = a'^2 + b'^2\npotential V = -a^2 - 4*b^2\ngeneralized f: a = a'\n",
        "coord a = 0, b = 0\nkinetic T = a'^2 + b'^2\npotential V = a^2 + 9*b^2\ngeneralized f: a = -7*a'\n",
        "coord x = 1\nstate i = 0, rate x - i\nkinetic T = x'^2/2\ngeneralized f: x = -x - x' - i\n"};
    for (size_t k = 0; k < sizeof models / sizeof *models; k++) {
        written w = written_analysis(models[k], "json");
        const char *text = WRITTEN_TEXT(w);
        reading_check(text);
        const size_t found = reading_count(text, "equilibria");
        for (size_t i = 0; i < found; i++) {
            char path[60];
            snprintf(path, sizeof path, "equilibria/%zu/state_space", i);
            const char *linear = reading_at(text, path);
            const size_t states = reading_count(linear, "states"), inputs = reading_count(linear, "inputs"),
                         outputs = reading_count(linear, "outputs");
            assert_int_equal(reading_count(linear, "A"), states);
            assert_int_equal(reading_count(linear, "B"), states);
            assert_int_equal(reading_count(linear, "C"), outputs);
            assert_int_equal(reading_count(linear, "D"), outputs);
            poles_are_in_order(text, i);
            if (states) {
                assert_int_equal(reading_count(linear, "A/0"), states);
                assert_int_equal(reading_count(linear, "B/0"), inputs);
            }
        }
        assert_int_equal(found == 0, reading_at(text, "no_equilibria") != NULL);
        written_end(&w);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(conserved_quantities_and_equilibria),
        cmocka_unit_test(why_the_energy_is_not_conserved),
        cmocka_unit_test(matrices_and_poles_of_an_oscillator),
        cmocka_unit_test(sizes_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
