/* The analysis of a system as a JSON object. */
#include "num/eigen.h"
#include "out/public.h"

static void conserved_quantities_and_equilibria(void **state) {
    (void)state;
    written w =
        written_analysis("model m\nparam k = 4\ncoord x = 1, y = 0\ninitial y' = 3\nkinetic T = (x'^2 + y'^2)/2\n"
                         "potential V = k*x^2/2\n",
                         "json");
    const char *text = WRITTEN_TEXT(w);
    assert_says(text, "{\"name\": \"energy\", \"kind\": \"energy\", \"expression\": \"(x'^2 + y'^2 + k*x^2)/2\", "
                      "\"value\": 6.5");
    assert_says(
        text,
        "\"kind\": \"cyclic\", \"coordinate\": \"y\", \"expression\": \"y'\", \"symmetry\": \"y: 1\", \"value\": 3");
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(conserved_quantities_and_equilibria),
        cmocka_unit_test(why_the_energy_is_not_conserved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
