/* The analysis of a system as text. */
#include "num/eigen.h"
#include "out/public.h"
#include "out/reading.h"

static void conserved_quantities_and_equilibria(void **state) {
    (void)state;
    written w = written_analysis("param k = 4\ncoord x = 1, y = 0\ninitial y' = 3\nkinetic T = (x'^2 + y'^2)/2\n"
                                 "potential V = k*x^2/2\n",
                                 "text");
    const char *text = WRITTEN_TEXT(w);
    assert_says(text, "Conserved quantities\n");
    assert_says(text, "  energy         6.5");
    assert_says(text, "  momentum of y  3");
    assert_says(
        text,
        "Equilibria and steady motions\n  1. equilibrium, stable, one of a family: the potential has a strict minimum");
    if (num_eigen_available())
        assert_says(text, "0.31831  Hz  2  rad/s");
    assert_says(text, "  2. steady motion, stable: the potential for these momenta has a strict minimum\n     x = 0, y "
                      "= 0, y' = 3\n");
    written_end(&w);
}

static void an_unstable_one_and_why_energy_is_lost(void **state) {
    (void)state;
    written w =
        written_analysis("coord x = 0\nkinetic T = x'^2/2\npotential V = -x^2/2\ngeneralized drag: x = -x'\n", "text");
    const char *text = WRITTEN_TEXT(w);
    assert_says_not(text, "  energy  ");
    assert_says(text, "drag");
    if (num_eigen_available())
        assert_says(text, "equilibrium, unstable");
    written_end(&w);
}

static written analysis_of_width(const char *text, bool color, int width) {
    written w = written_begin(text);
    assert_int_equal(lgr_model_analyze(w.model, "text", color, width, shown_take, &w.all), LGR_STATUS_OK);
    return w;
}

#define TOP                                                                                                            \
    "coord a = 0.5 rad, b = 0.3 rad, z = 1 m\ninitial b' = 1 rad/s\n"                                                  \
    "kinetic T = (1 kg m^2)*(a'^2 + sin(a)^2*b'^2)/2 + (1 kg)*z'^2/2\n"                                                \
    "potential V = (9.81 J)*cos(a) + (2 N/m)*z^2/2\n"

/* Colours are styles alone, and no page is wider than asked for; at each width the same words. */
static void colours_and_widths(void **state) {
    (void)state;
    written whole = analysis_of_width(TOP, false, 0);
    const char *want = reading_words(WRITTEN_TEXT(whole), whole.memory);
    for (int width = 70; width <= 130; width += 20) {
        written plain = analysis_of_width(TOP, false, width), colored = analysis_of_width(TOP, true, width);
        assert_string_equal(reading_plain(WRITTEN_TEXT(colored), colored.memory), WRITTEN_TEXT(plain));
        assert_true(reading_widest(WRITTEN_TEXT(plain), plain.memory) <= width);
        assert_string_equal(reading_words(WRITTEN_TEXT(plain), plain.memory), want);
        written_end(&plain);
        written_end(&colored);
    }
    written_end(&whole);
}

/* Real modes, waves with damping, and their shapes. */
static void modes_in_words(void **state) {
    (void)state;
    if (!num_eigen_available())
        skip();
    static const struct {
        double c, k;
        const char *said;
    } cases[] = {{0.2, 4, "damping 0.05, damped 1.997 rad/s"},
                 {5, 4, "-1  1/s  decays"},
                 {0, -9, "3  1/s  grows"},
                 {0, 4, "2  rad/s  damping 0  x 1\n"}};
    for (size_t n = 0; n < sizeof cases / sizeof *cases; n++) {
        char model_text[300];
        snprintf(model_text, sizeof model_text,
                 "coord x = 0.1\nkinetic T = x'^2/2\npotential V = %g*x^2/2\ngeneralized f: x = -%g*x'\n", cases[n].k,
                 cases[n].c);
        written w = written_analysis(model_text, "text");
        assert_says(WRITTEN_TEXT(w), cases[n].said);
        written_end(&w);
    }
}

/* Long lists are cut, and say by how much. */
static void many_modes_are_shortened(void **state) {
    (void)state;
    if (!num_eigen_available())
        skip();
    written w = written_analysis("for i in 1..27 { coord x[i] = 0.1 }\nkinetic T = sum(i in 1..27: x[i]'^2)/2\n"
                                 "potential V = sum(i in 1..27: i*x[i]^2)/2\n",
                                 "text");
    assert_says(WRITTEN_TEXT(w), "... and 3 more (--json has all)");
    assert_says(WRITTEN_TEXT(w), "x[24] = 0, ... and 3 more (--json has all)");
    written_end(&w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(conserved_quantities_and_equilibria),
        cmocka_unit_test(an_unstable_one_and_why_energy_is_lost),
        cmocka_unit_test(colours_and_widths),
        cmocka_unit_test(modes_in_words),
        cmocka_unit_test(many_modes_are_shortened),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
