/* The analysis of a system as text. */
#include "num/eigen.h"
#include "out/public.h"

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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(conserved_quantities_and_equilibria),
        cmocka_unit_test(an_unstable_one_and_why_energy_is_lost),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
