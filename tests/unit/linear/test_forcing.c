/* The period of what depends on time, from the form of the equations. */
#include "linear/shooting.h"

static double forcing_of(const char *text) {
    system_of s = system_begin(text, NULL);
    assert_non_null(s.p);
    const double period = linear_orbit_forcing(s.of.m, s.p->choice, point_equations(s.p->p), s.of.memory);
    system_end(&s);
    return period;
}

#define PUSHED(F) "param W = 3\ncoord x = 0\nkinetic T = x'^2/2\npotential V = x^2\ngeneralized f: x = " F "\n"

static void periods(void **state) {
    (void)state;
    const double pi = acos(-1.0);
    assert_true(forcing_of(PUSHED("-x'")) == 0);
    assert_near(forcing_of(PUSHED("cos(W*t + 1)")), 2 * pi / 3, 1e-14);
    assert_near(forcing_of(PUSHED("sin(x - W*t)*x'")), 2 * pi / 3, 1e-14);
    assert_near(forcing_of(PUSHED("cos(W*t) + x*sin(2*t)")), 2 * pi, 1e-14);
    assert_near(forcing_of(PUSHED("cos(W*t)*sin(4.5*t)")), 2 * pi / 1.5, 1e-14);
}

/* What does not turn drives nothing. */
static void standing(void **state) {
    (void)state;
    assert_true(forcing_of(PUSHED("cos((W - 3)*t)")) == 0);
    assert_near(forcing_of(PUSHED("cos((W - 3)*t) + sin(W*t)")), 2 * acos(-1.0) / 3, 1e-14);
}

static void none_is_known(void **state) {
    (void)state;
    assert_true(isnan(forcing_of(PUSHED("t"))));
    assert_true(isnan(forcing_of(PUSHED("cos(t^2)"))));
    assert_true(isnan(forcing_of(PUSHED("cos(x'*t)"))));
    assert_true(isnan(forcing_of(PUSHED("cos(t) + cos(sqrt(2)*t)"))));
    assert_true(
        isnan(forcing_of("param W = 2\ncoord x = 0, y = 0\nkinetic T = (x'^2 + y'^2)/2\nconstraint c: x = W*t\n")));
}

static void clocks(void **state) {
    (void)state;
    assert_near(forcing_of(PUSHED("-x'") "event tick every 0.25 { set x' = 1 }\n"), 0.25, 1e-15);
    assert_near(forcing_of("coord x = 0\nkinetic T = x'^2/2\nevent tick every 0.5 { set x' = sin(pi*t) }\n"), 2, 1e-14);
}

/* What the equations contain, up to the next event. */
static void dependence(void **state) {
    (void)state;
    system_of s = system_begin("coord x = 0, y = 0\nkinetic T = (x'^2 + y'^2 + x'*y')/2\npotential V = y^2\n"
                               "event e when y > 1 { set x = x + 1 }\n",
                               NULL);
    const bool *used = linear_orbit_depends(s.of.m, s.p->choice, point_equations(s.p->p), s.of.memory);
    assert_false(used[s.of.m->coords[0].q]);
    assert_true(used[s.of.m->coords[1].q]);
    system_end(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(periods), cmocka_unit_test(none_is_known),
                                       cmocka_unit_test(clocks), cmocka_unit_test(standing),
                                       cmocka_unit_test(dependence)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
