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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unlike_terms_have_their_own_factors),
        cmocka_unit_test(like_terms_keep_a_common_one),
        cmocka_unit_test(inertias_have_both_squares),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
