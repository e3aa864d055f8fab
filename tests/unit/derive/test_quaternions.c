/* Quaternions on pages of equations: their norm is used, so that a top's energy has two terms. The equations are
   compared with the engine's by physics/derive, in all examples. */
#include "out/public.h"

static const char top[] = "param m = 0.5, h = 0.06, A = 4e-4, C = 2.5e-4, g = 9.81\norientation q = [1, 0, 0, 0]\n"
                          "frame B = quaternion(q)\ngravity g\n"
                          "body top: mass m, inertia [A, A, C], at h*B.z, frame B\n";

/* The axis that differs stands alone beside the square of the whole velocity. */
static void a_top_has_two_terms(void **state) {
    (void)state;
    written w = written_equations(top, NULL, false, "text");
    const char *text = WRITTEN_TEXT(w);
    assert_says(text, "norm of a quaternion is 1");
    assert_says(text, "T = 2*(m*h^2 + A)*(q.w'^2 + q.x'^2 + q.y'^2 + q.z'^2) + 2*(C - m*h^2 - A)*s1^2\n");
    assert_says(text, "V = m*h*g*(1 - 2*(q.x^2 + q.y^2))\n");
    written_end(&w);
}

/* A direction that is divided by its length is as long as it was. */
static void lengths_of_turned_vectors_do_not_change(void **state) {
    (void)state;
    written w = written_equations("param m = 1, l = 0.3, k = 5\norientation q = [1, 0, 0, 0]\nframe B = quaternion(q)\n"
                                  "body top: mass m, inertia [1, 1, 1], at [0, 0, 0], frame B\n"
                                  "potential V = k*norm(l*B.x + 2*l*B.y)\n",
                                  NULL, false, "text");
    const char *text = WRITTEN_TEXT(w);
    assert_says(text, "T = 2*(q.w'^2 + q.x'^2 + q.y'^2 + q.z'^2)\n");
    assert_null(strstr(text, "sqrt(l^2"));
    assert_null(strstr(text, "r1"));
    written_end(&w);
}

/* Solved forms have the multipliers of results, and the energy with which M is regular as it is. */
static void other_forms_keep_their_energy(void **state) {
    (void)state;
    written w = written_equations(top, "matrix", false, "text");
    assert_says(WRITTEN_TEXT(w), "squared rate of a quaternion's norm");
    written_end(&w);
}

/* An inertia that moves has no share that is the same at all times: the energy stays as it is. */
static void inertias_that_move_are_left(void **state) {
    (void)state;
    written w = written_equations("param m = 1\ncoord s = 1\norientation q = [1, 0, 0, 0]\nframe B = quaternion(q)\n"
                                  "body b: mass m, inertia [1, 2, 3], at [0, 0, 0], frame B\n"
                                  "particle p: mass m at s*(B.x + B.y + B.z)\n",
                                  NULL, false, "text");
    assert_says(WRITTEN_TEXT(w), "squared rate of a quaternion's norm");
    written_end(&w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_top_has_two_terms),
        cmocka_unit_test(lengths_of_turned_vectors_do_not_change),
        cmocka_unit_test(other_forms_keep_their_energy),
        cmocka_unit_test(inertias_that_move_are_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
