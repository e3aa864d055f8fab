/* Equations without multipliers: the thin rolling disc in three short lines, as Kane has them, and what is refused. */
#include "out/public.h"

static const char disc[] =
    "param m in kg, R in m, g in m/s^2\n"
    "coord x = 0 m, y = 0 m, psi = 0.2, theta = 0.3, phi = 0\n"
    "let across = [-sin(psi), cos(psi), 0], G = [x, y, 0] - R*sin(theta)*across + [0, 0, R*cos(theta)]\n"
    "speed u1 = theta', u2 = phi' + psi'*sin(theta), u3 = psi'*cos(theta)\n"
    "kinetic T = 1/2*m*dot(G', G') + 1/8*m*R^2*(u1^2 + 2*u2^2 + u3^2)\n"
    "potential V = m*g*G.z\n"
    "constraint roll_x: x' = R*phi'*cos(psi)\n"
    "constraint roll_y: y' = R*phi'*sin(psi)\n";

/* 5 R u1' = 6 R u2 u3 - R u3^2 tan(theta) + 4 g sin(theta), 3 u2' = -2 u1 u3, u3' = (u3 tan(theta) - 2 u2) u1. */
static void kane_has_three_lines(void **state) {
    (void)state;
    written w = written_equations(disc, "kane", false, "text");
    const char *text = strstr(WRITTEN_TEXT(w), "\nEquations of motion\n");
    assert_says(text, "5*m*R^2*u1'/4 - 3*m*R^2*u2*u3/2 + m*R^2*tan(theta)*u3^2/4 - m*R*g*sin(theta) = 0\n");
    assert_says(text, "3*m*R^2*u2'/2 + m*R^2*u1*u3 = 0\n");
    assert_says(text, "m*R^2*u3'/4 + m*R^2*u1*u2/2 - m*R^2*tan(theta)*u1*u3/4 = 0\n");
    assert_says(text, "psi' = u3/cos(theta)\n");
    assert_says_not(text, "lambda");
    written_end(&w);
}

static void without_speeds_velocities(void **state) {
    (void)state;
    written w = written_equations("param a = 2\ncoord x = 0, y = 0\nkinetic T = (x'^2 + y'^2)/2\npotential V = 3*y\n"
                                  "constraint c: y = a*x\n",
                                  "kane", true, "text");
    assert_says(WRITTEN_TEXT(w), "(a^2 + 1)*x'' + 3*a = 0\n");
    assert_says(WRITTEN_TEXT(w), "Each speed moves all");
    written_end(&w);
    w = written_equations("param a = 2\ncoord x = 0, y = 0\nkinetic T = (x'^2 + y'^2)/2\npotential V = 3*y\n"
                          "constraint c: y = a*x\n",
                          "maggi", false, "text");
    assert_says(WRITTEN_TEXT(w), "c  y'' - a*x'' = 0\n");
    written_end(&w);
}

/* A constraint that time drives; the model has names of its own for what the page calls S and u. */
static void null_space_has_matrices(void **state) {
    (void)state;
    written w = written_equations("param a = 2, S = 3, u = 1\ncoord x = 0, y = 0\nkinetic T = u*(x'^2 + y'^2)/2\n"
                                  "potential V = S*y\nconstraint c: y' = a*x' + t\n",
                                  "null-space", true, "text");
    const char *text = strstr(WRITTEN_TEXT(w), "\nEquations of motion\n");
    assert_says(text, "u_ind = [ x' ]\n");
    assert_says(text, "S_null = [ 1 ]\n");
    assert_says(text, "s = [ 0 ]\n");
    assert_says(text, "M_u_ind = [ u*(a^2 + 1) ]\n");
    assert_says(text, "h_u_ind = [ -a*(S + u) ]\n");
    assert_says(text, "y' = a*x' + t\n");
    assert_says(WRITTEN_TEXT(w), "span the null space of A");
    assert_says_not(WRITTEN_TEXT(w), "Each has a multiplier");
    written_end(&w);
}

/* A runner turns right round: nothing is divided by cos(theta). A bob on a rod turns with the rod. */
static void pairs_of_velocities_have_one_speed(void **state) {
    (void)state;
    static const char sleigh[] = "param m = 80, J = 20, a = 0.5\ncoord x = 0, y = 0, theta = 0.5\n"
                                 "kinetic T = m*((x' - a*sin(theta)*theta')^2 + (y' + a*cos(theta)*theta')^2)/2 + "
                                 "J*theta'^2/2\nconstraint edge: 2*m*(cos(theta)*y' - sin(theta)*x') = 0\n";
    written w = written_equations(sleigh, "kane", false, "text");
    const char *text = strstr(WRITTEN_TEXT(w), "\nSpeeds\n");
    assert_says(text, "  u1 = cos(theta)*x' + sin(theta)*y'\n");
    assert_says(text, "  Kane's, one for each speed, then the velocities of the coordinates.\n");
    assert_says(text, "  u1     m*u1' - m*a*theta'^2 = 0\n");
    assert_says(text, "  theta  (J + m*a^2)*theta'' + m*a*u1*theta' = 0\n");
    assert_says(text, "  x      x' = cos(theta)*u1\n");
    written_end(&w);
    w = written_equations("param m = 1, l = 2, u1 = 9.81\ncoord x = 2, y = 0\ngravity u1\n"
                          "particle p: mass m at [x, y]\nconstraint rope: x^2 + y^2 = l^2\n",
                          "null-space", false, "text");
    assert_says(WRITTEN_TEXT(w), "  u2 = (y*x' - x*y')/(x^2 + y^2)\n");
    assert_says(WRITTEN_TEXT(w), "S = [ y  ]\n");
    written_end(&w);
}

/* A pair of which one also stands elsewhere; a row with three velocities is solved for one, which the page says. */
static void what_is_divided_by_is_told(void **state) {
    (void)state;
    written w = written_equations("coord x = 0, y = 0, z = 0, theta = 0.5\nkinetic T = (x'^2 + y'^2 + z'^2 + theta'^2)/2\n"
                                  "constraint edge: cos(theta)*y' = sin(theta)*x' + sin(2*theta)*z'\n",
                                  "kane", false, "text");
    assert_says(WRITTEN_TEXT(w), "It divides by ");
    assert_says(WRITTEN_TEXT(w), "and holds only where that is not 0.");
    written_end(&w);
    w = written_equations("coord x = 0, y = 0, z = 0, theta = 0.5\nkinetic T = (x'^2 + y'^2 + z'^2 + theta'^2)/2\n"
                          "constraint edge: cos(theta)*y' = sin(theta)*x'\nconstraint lift: z' = x'\n",
                          "kane", false, "text");
    assert_says(WRITTEN_TEXT(w), "  z      z' = cos(theta)*u1\n");
    assert_says_not(WRITTEN_TEXT(w), "It divides by ");
    written_end(&w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kane_has_three_lines),
        cmocka_unit_test(without_speeds_velocities),
        cmocka_unit_test(null_space_has_matrices),
        cmocka_unit_test(pairs_of_velocities_have_one_speed),
        cmocka_unit_test(what_is_divided_by_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
