/* Kinetic energies on the page: squares and products of velocities one by one where they came nested. */
#include "out/public.h"

static void assert_energy(const char *kinetic, const char *printed) {
    char text[400];
    snprintf(text, sizeof text, "param m = 2, M = 3, l = 4\ncoord x = 0.1, y = 0.2, a = 0.3\nkinetic T = %s\n",
             kinetic);
    written w = written_equations(text, NULL, false, "text");
    const char *line = strstr(WRITTEN_TEXT(w), "  T = ");
    assert_non_null(line);
    assert_int_equal(strncmp(line + 6, printed, strlen(printed)), 0);
    assert_int_equal(line[6 + strlen(printed)], '\n');
    written_end(&w);
}

static void products_one_by_one(void **state) {
    (void)state;
    assert_energy("1/2*M*x'^2 + 1/2*m*(x'^2 + 2*l*x'*a'*cos(a) + l^2*a'^2) + y'^2",
                  "y'^2 + m*l^2*a'^2/2 + m*l*cos(a)*x'*a' + (m + M)*x'^2/2");
}

static void what_is_short_stays(void **state) {
    (void)state;
    assert_energy("1/2*m*(x'^2 + y'^2) + 1/2*M*a'^2", "M*a'^2/2 + m*(x'^2 + y'^2)/2");
    assert_energy("1/2*m*(x' + a'*cos(a))^2 + y'^2/2 + a'^2", "y'^2/2 + a'^2 + m*(x' + cos(a)*a')^2/2");
}

/* The second derivatives of an energy with other terms are not all of it. */
static void other_degrees_stay(void **state) {
    (void)state;
    assert_energy("x'^2 + y'^2 + a'*(m*a' + x'*(a' + y'))", "x'^2 + y'^2 + a'*(m*a' + x'*(y' + a'))");
}

/* Springs as they were given, though the squares of their lengths have terms in common; but no more operations than in
   one formula. */
static void potentials_by_element(void **state) {
    (void)state;
    assert_page_says("param k = 2, d = 3, a = 1\ncoord x = 0.1, y = 0.2\nkinetic T = (x'^2 + y'^2)/2\n"
                     "potential left = k*(norm([x + a, y]) - d)^2/2\n"
                     "potential right = k*(norm([x - a, y]) - d)^2/2\n",
                     "k*(r1 - d)^2/2", "k*(r2 - d)^2/2");
    assert_page_says("param m = 2, M = 3, l = 4\ncoord a = 0.1\nkinetic T = a'^2\n"
                     "potential V1 = m*l*cos(a)\npotential V2 = M*l*cos(a)\n",
                     "V = l*(m + M)*cos(a)\n");
}

/* Each weight's own, in the model's order; the first positive term begins. Like ones are one term. */
static void weights_in_the_order_of_the_model(void **state) {
    (void)state;
    assert_page_says("param M1 = 1.2, M2 = 0.8, M3 = 0.5, l1 = 2, l2 = 3, g = 9.81\ncoord x = 0.3, y = 0.2\ngravity g\n"
                     "particle one: mass M1 at [0, -x]\nparticle two: mass M2 at [0, -(l1 - x + y)]\n"
                     "particle three: mass M3 at [0, -(l1 - x + l2 - y)]\n",
                     "V = M2*g*(x - y - l1) - M1*g*x + M3*g*(x + y - l1 - l2)\n", "");
    assert_page_says("param m = 1, M = 2, l = 1, L = 2, g = 9.81\ncoord a = 0.3, b = 0.2\ngravity g\n"
                     "particle upper: mass M at L*[sin(a), -cos(a)]\n"
                     "particle lower: mass m at L*[sin(a), -cos(a)] + l*[sin(b), -cos(b)]\n",
                     "V = -M*L*g*cos(a) - m*g*(L*cos(a) + l*cos(b))\n", "");
    assert_page_says("param m = 2\ncoord y = 0.1, x = 1\nkinetic T = y'^2 + x'^2\n"
                     "potential V1 = 9*y\npotential V2 = x\npotential V3 = 2*y\n",
                     "V = 11*y + x\n", "");
    assert_page_says("param c = 3, F = 1, l = 2\ncoord a = 0, b = 0\nkinetic T = a'^2 + b'^2\n"
                     "potential V = c*a^2/2 + c*(b - a)^2/2 + F*l*(cos(a) + cos(b))\n",
                     "V = c*a^2/2 + c*(b - a)^2/2 + F*l*(cos(a) + cos(b))\n", "");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(products_one_by_one),
        cmocka_unit_test(what_is_short_stays),
        cmocka_unit_test(other_degrees_stay),
        cmocka_unit_test(potentials_by_element),
        cmocka_unit_test(weights_in_the_order_of_the_model),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
