/* Terms on pages of equations as a book writes them. */
#include "out/public.h"

static void assert_page(const char *text, const char *line) {
    written w = written_equations(text, NULL, false, "text");
    assert_says(WRITTEN_TEXT(w), line);
    written_end(&w);
}

/* Each pendulum's weight, and their spring. */
static void unlike_terms_have_their_own_factors(void **state) {
    (void)state;
    static const char text[] = "param m = 1, l = 1, k = 3, g = 9.81\ncoord a = 0.1, b = 0\n"
                               "kinetic T = m*l^2*(a'^2 + b'^2)/2\n"
                               "potential V = m*g*l*(2 - cos(a) - cos(b)) + k*l^2*(sin(a) - sin(b))^2/2\n";
    assert_page(text, "V = m*l*g*(2 - cos(a) - cos(b)) + l^2*k*(sin(a) - sin(b))^2/2\n");
    assert_page(text, "m*l^2*a'' + m*l*g*sin(a) + l^2*k*(sin(a) - sin(b))*cos(a) = 0\n");
}

/* A bead's row keeps its factor: neither of its two terms has a sum of its own; nor would 1 and u do without it. */
static void like_terms_keep_a_common_one(void **state) {
    (void)state;
    assert_page("param m = 1, R = 1, W = 5, g = 9.81\ncoord u = 1\nkinetic T = m*R^2*(u'^2 + W^2*sin(u)^2)/2\n"
                "potential V = m*g*R*(1 - cos(u))\n",
                "T = m*R^2*(u'^2 + W^2*sin(u)^2)/2\n  V = m*R*g*(1 - cos(u))\n");
    assert_page("param m = 1, R = 1, W = 5, g = 9.81\ncoord u = 1\nkinetic T = m*R^2*(u'^2 + W^2*sin(u)^2)/2\n"
                "potential V = m*g*R*(1 - cos(u))\n",
                "m*R^2*u'' + m*R*(g - R*W^2*cos(u))*sin(u) = 0\n");
}

static void inertias_have_both_squares(void **state) {
    (void)state;
    assert_page("param A = 2, C = 1\ncoord p = 0, u = 1, s = 0\n"
                "kinetic T = A*(u'^2 + p'^2*sin(u)^2)/2 + C*(s' + p'*cos(u))^2/2\n",
                "p  (A*sin(u)^2 + C*cos(u)^2)*p'' + ");
}

/* An asymmetric top: the squares within the other's factor, and one sign for B - A, which is positive. */
static void inner_inertias_and_differences(void **state) {
    (void)state;
    static const char text[] = "param A = 1, B = 2, C = 3\ncoord phi = 0, theta = 1, psi = 0.2\n"
                               "let w1 = phi'*sin(theta)*sin(psi) + theta'*cos(psi)\n"
                               "let w2 = phi'*sin(theta)*cos(psi) - theta'*sin(psi)\n"
                               "kinetic T = (A*w1^2 + B*w2^2 + C*(phi'*cos(theta) + psi')^2)/2\n";
    written w = written_equations(text, NULL, false, "text");
    assert_says(WRITTEN_TEXT(w), "(C*cos(theta)^2 + (A*sin(psi)^2 + B*cos(psi)^2)*sin(theta)^2)*phi''");
    assert_says(WRITTEN_TEXT(w), "+ (B - A)*w1*w2 = 0");
    assert_null(strstr(WRITTEN_TEXT(w), "(A - B)"));
    written_end(&w);
}

static void energies_have_no_sums_within_sums(void **state) {
    (void)state;
    assert_page("param l1 = 0.3, l2 = 0.25, m1 = 2, m2 = 1.5\ncoord q1 = 0.2, q2 = 1.2\n"
                "particle upper: mass m1 at l1/2*[sin(q1), -cos(q1)]\n"
                "particle lower: mass m2 at l1*[sin(q1), -cos(q1)] + l2/2*[sin(q1 + q2), -cos(q1 + q2)]\n",
                "(l1*l2*m2*cos(q2) + l1^2*(m1/4 + m2))*q1'^2/2");
}

/* A cone's angle stands once; m l^2 stays with each term, as in books. */
static void long_constants_of_all_terms_are_taken_out(void **state) {
    (void)state;
    assert_page("param m = 1, c = 0.5\ncoord r = 1, phi = 0\n"
                "particle p: mass m at r*[sin(c)*cos(phi), sin(c)*sin(phi), cos(c)]\n",
                "phi  m*sin(c)^2*(r^2*phi'' + 2*r*r'*phi') = 0\n");
    assert_page("param m = 1, R = 1, h = 2\ncoord z = 1, phi = 0\n"
                "particle p: mass m at [z*R/h*cos(phi), z*R/h*sin(phi), z]\n",
                "phi  m*R^2*(z^2*phi'' + 2*z*z'*phi')/h^2 = 0\n");
    assert_page("param m = 1\ncoord r = 1, phi = 0\nparticle p: mass m at r*dir(phi)\n",
                "phi  m*r^2*phi'' + 2*m*r*r'*phi' = 0\n");
    assert_page("param m = 1, R = 1, r = 0.2, g = 9.81\ncoord u = 0.1\ngravity g\n"
                "particle p: mass m at (R + r)*[sin(u), cos(u)]\n",
                "u  m*(R + r)^2*u'' - m*g*(R + r)*sin(u) = 0\n");
}

/* What stands before the acceleration stands before all; of two terms it is left. */
static void inertia_of_all_terms_is_taken_out(void **state) {
    (void)state;
    static const char cone[] = "param m = 1, c = 0.5, g = 9.81\ncoord r = 1, phi = 0\ngravity [0, 0, -g]\n";
    char text[400];
    (void)snprintf(text, sizeof text, "%sparticle p: mass m at r*[sin(c)*cos(phi), sin(c)*sin(phi), cos(c)]\n", cone);
    assert_page(text, "r    m*(r'' - sin(c)^2*r*phi'^2 + g*cos(c)) = 0\n");
    (void)snprintf(text, sizeof text, "%sparticle p: mass m at [r*cos(phi), r*sin(phi), r/tan(c)]\n", cone);
    assert_page(text, "r    m*(r''/sin(c)^2 - r*phi'^2 + g/tan(c)) = 0\n");
    assert_page("param m = 1, g = 9.81\ncoord y = 1\ngravity g\nparticle p: mass m at [0, y]\n", "y  m*y'' + m*g = 0\n");
}

/* Each force by itself, though both have the sine. */
static void springs_and_weights_stay_apart(void **state) {
    (void)state;
    assert_page("param l = 0.25, a = 0.28, b = 0.04, m = 2, k = 500, L0 = 0.2, g = 9.81\ncoord q = 0.2\ngravity g\n"
                "particle fore: mass m at l*[sin(q), -cos(q)]\n"
                "spring muscle: from [0, a] to b*[sin(q), -cos(q)], stiffness k, length L0\n",
                "a*b*k*sin(q)*(L0/r - 1) + l*m*g*sin(q) = 0\n");
}

/* The spring's bracket 1 - L0/r is not multiplied out, however long the root is. */
static void forces_of_springs_stay_one_term(void **state) {
    (void)state;
    assert_page("param m = 1, l = 0.3, a = 0.28, b = 0.04, h = 0.3, k = 500, L0 = 0.2\ncoord q1 = 0.2, q2 = 0.3\n"
                "let P = l*[cos(q2)*cos(q1), cos(q2)*sin(q1), sin(q2)]\nparticle hand: mass m at P\n"
                "spring muscle: from [a, b, h] to P, stiffness k, length L0\n",
                "+ l*k*(a*sin(q1) - b*cos(q1))*cos(q2)*(1 - L0/r) = 0\n");
}

static void gyroscopic_terms_stand_apart(void **state) {
    (void)state;
    assert_page("param A = 2, C = 1\ncoord p = 0, u = 1, s = 0\n"
                "kinetic T = A*(u'^2 + p'^2*sin(u)^2)/2 + C*(s' + p'*cos(u))^2/2\n",
                "u  A*u'' + C*sin(u)*p'*s' - (A - C)*sin(u)*cos(u)*p'^2 = 0\n");
}

/* Of velocities the own one first, then by the order of coordinates. */
static void velocities_have_one_order(void **state) {
    (void)state;
    assert_page("param A = 2, C = 1\ncoord p = 0, u = 1, s = 0\n"
                "kinetic T = A*(u'^2 + p'^2*sin(u)^2)/2 + C*(s' + p'*cos(u))^2/2\n",
                "C*cos(u)*s'' + 2*(A - C)*sin(u)*cos(u)*p'*u' - C*sin(u)*u'*s' = 0\n");
    assert_page("param m = 2, c = 3\ncoord x = 0, y = 0, z = 0\n"
                "kinetic T = m*(x'^2 + y'^2 + z'^2)/2 + c*x*y*z*y'^2/2 + c*cos(z - y)*z'*y' + c*cos(x-y)*x'*y'\n",
                "+ c*cos(y - z)*z'' + c*y'*(x*y*z' + z*(y*x' + x*y'/2)) - c*sin(x - y)*x'^2 + c*sin(y - z)*z'^2 = 0\n");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unlike_terms_have_their_own_factors),
        cmocka_unit_test(like_terms_keep_a_common_one),
        cmocka_unit_test(inertias_have_both_squares),
        cmocka_unit_test(inner_inertias_and_differences),
        cmocka_unit_test(energies_have_no_sums_within_sums),
        cmocka_unit_test(long_constants_of_all_terms_are_taken_out),
        cmocka_unit_test(inertia_of_all_terms_is_taken_out),
        cmocka_unit_test(springs_and_weights_stay_apart),
        cmocka_unit_test(forces_of_springs_stay_one_term),
        cmocka_unit_test(gyroscopic_terms_stand_apart),
        cmocka_unit_test(velocities_have_one_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
