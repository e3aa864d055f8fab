/* Guesses of periods: near enough for Newton's method, with sections away from events. */
#include "linear/shooting.h"

static void comes_back(void **state) {
    (void)state;
    orbit_of *x = orbit_begin(ORBIT_PENDULUM);
    assert_null(linear_orbit_guess(&x->o, false, 0, 0));
    assert_true(x->o.t == 0);
    assert_near(x->o.period, 6.7, 1e-2);
    orbit_end(x);
}

static void sections_are_between_events(void **state) {
    (void)state;
    orbit_of *x = orbit_begin(ORBIT_WHEEL);
    assert_null(linear_orbit_guess(&x->o, false, 0, 0));
    assert_true(x->o.t > 0);
    assert_near(x->o.period, 0.556, 0.02);
    assert_true(fabs(x->o.q[0]) < 0.3); /* of steps from -0.253 to 0.532 */
    orbit_end(x);
}

static void what_is_known(void **state) {
    (void)state;
    orbit_of *x = orbit_begin(ORBIT_PENDULUM);
    assert_null(linear_orbit_guess(&x->o, false, 1.5, 0));
    assert_true(x->o.driven && x->o.period == 1.5);
    assert_null(linear_orbit_guess(&x->o, false, 1.5, 3));
    assert_true(x->o.driven && x->o.period == 3);
    assert_null(linear_orbit_guess(&x->o, false, 0, 7));
    assert_true(!x->o.driven && x->o.period == 7);
    orbit_end(x);
}

static void without_end(void **state) {
    (void)state;
    orbit_of *x = orbit_begin(ORBIT_PENDULUM);
    assert_string_equal(linear_orbit_guess(&x->o, false, 0, INFINITY), "the period is beyond what can be counted");
    orbit_end(x);
    x = orbit_begin(ORBIT_PENDULUM "simulate until 1e7\n");
    assert_non_null(strstr(linear_orbit_guess(&x->o, true, 0, 0), "steps"));
    orbit_end(x);
}

static void never(void **state) {
    (void)state;
    orbit_of *x = orbit_begin("coord y = 1\ngravity 10\nparticle b: mass 1 at [0, y]\nsimulate until 2\n");
    assert_string_equal(linear_orbit_guess(&x->o, false, 0, 0), "the motion does not come near its beginning again");
    orbit_end(x);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(comes_back), cmocka_unit_test(sections_are_between_events),
                                       cmocka_unit_test(what_is_known), cmocka_unit_test(never),
                                       cmocka_unit_test(without_end)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
