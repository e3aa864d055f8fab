/* Hamilton's equations and Routh's function against those of textbooks. */
#include "out/public.h"

static const char top[] = "param A = 2, C = 3, m = 1, g = 10, l = 1\n"
                          "coord theta = 0.3, phi = 0, psi = 0\n"
                          "kinetic T = 1/2*A*(theta'^2 + phi'^2*sin(theta)^2) + 1/2*C*(psi' + phi'*cos(theta))^2\n"
                          "potential V = m*g*l*cos(theta)\n";

static void hamiltonian_of_an_oscillator(void **state) {
    (void)state;
    written w =
        written_equations("param m = 2, k = 3, c = 1\ncoord x = 1\nkinetic T = m*x'^2/2\npotential V = k*x^2/2\n"
                          "dissipation D = c*x'^2/2\n",
                          "hamilton", true, "text");
    assert_says(WRITTEN_TEXT(w), "p_x = m*x'\n");
    assert_says(WRITTEN_TEXT(w), "x' = p_x/m\n");
    assert_says(WRITTEN_TEXT(w), "p_x' = -c*p_x/m - k*x\n");
    written_end(&w);
}

static void routh_of_the_top(void **state) {
    (void)state;
    written w = written_equations(top, "routh", false, "text");
    assert_says(WRITTEN_TEXT(w), "p_psi = C*(psi' + cos(theta)*phi')\n");
    assert_says(WRITTEN_TEXT(w), "phi' = (p_phi - cos(theta)*p_psi)/(A*sin(theta)^2)\n");
    assert_says(WRITTEN_TEXT(w), "A*theta'' + ");
    assert_says_not(strstr(WRITTEN_TEXT(w), "\nEquations of motion\n"), "psi''");
    written_end(&w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hamiltonian_of_an_oscillator),
        cmocka_unit_test(routh_of_the_top),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
