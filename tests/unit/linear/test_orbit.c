/* Shooting: where a motion comes to over a period, turns that are taken off, and how the end answers to the start. */
#include <stdio.h>

#include "linear/shooting.h"

static void shot(void **state) {
    (void)state;
    orbit_of *x = orbit_begin("coord x = 0.2, y = 0\ninitial x' = 1, y' = 3\nkinetic T = (x'^2 + y'^2)/2\n"
                              "potential V = 2*x^2\n");
    assert_null(linear_orbit_cut(&x->o));
    orbit_shot s;
    assert_null(linear_orbit_shoot(&x->o, x->o.q, x->o.v, 0.6, true, &s, x->of.of.memory));
    assert_int_equal(s.d, 3); /* nothing depends on y */
    assert_near(s.shift[1], 1.8, 1e-12);
    const double c = cos(1.2), si = sin(1.2), u0 = s.x.unit[s.kept[0]], u1 = s.x.unit[s.kept[1]];
    assert_near(s.P[0], c, 1e-9);
    assert_near(s.P[1], si / 2 * u1 / u0, 1e-9);
    assert_near(s.P[s.d], -2 * si * u0 / u1, 1e-9);
    assert_near(s.off[0] * u0, 0.2 * c + si / 2 - 0.2, 1e-10);
    assert_near(s.rate[0] * u0, c - 0.4 * si, 1e-10);
    assert_near(s.first[1] * u1, -0.8, 1e-12);
    orbit_end(x);
}

/* A pendulum that goes round. */
static void turns(void **state) {
    (void)state;
    orbit_of *x = orbit_begin("coord th = 0\ninitial th' = 3\nkinetic T = th'^2/2\npotential V = -cos(th)\n");
    assert_null(linear_orbit_cut(&x->o));
    assert_true(x->o.turns[0]);
    orbit_shot s;
    assert_null(linear_orbit_shoot(&x->o, x->o.q, x->o.v, 2.4, false, &s, x->of.of.memory));
    assert_near(s.shift[0], 2 * acos(-1.0), 1e-14);
    assert_true(fabs(s.off[0] * s.x.unit[s.kept[0]]) < 1.5);
    orbit_end(x);
}

/* A height without a unit is no angle, though weight is the same everywhere. */
static void heights(void **state) {
    (void)state;
    orbit_of *x = orbit_begin("coord y = 1\ngravity 10\nparticle b: mass 1 at [0, y]\n"
                              "contact floor: y >= 0 restitution 1\n");
    assert_null(linear_orbit_cut(&x->o));
    assert_false(x->o.turns[0]);
    assert_false(x->o.free[0]);
    orbit_end(x);
}

/* Nor is what an event waits for; a sine of an angle is the same a turn further, the angle itself is not. */
static void events(void **state) {
    (void)state;
    static const struct {
        const char *when;
        bool turns;
    } cases[] = {
        {"y < 0 and y' < 0", false}, {"3 < y", false}, {"sin(y) > 0.5", true}, {"not y' < 0 or cos(2*y) < 0", true}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char text[200];
        snprintf(text, sizeof text,
                 "coord y = 1\ninitial y' = 2\nkinetic T = y'^2/2\nevent e when %s { set y' = -y' }\n", cases[k].when);
        orbit_of *x = orbit_begin(text);
        assert_null(linear_orbit_cut(&x->o));
        assert_true(x->o.turns[0] == cases[k].turns && !x->o.free[0]);
        orbit_end(x);
    }
}

/* A quaternion and its negative are one attitude: after a turn the end is written like the beginning. */
static void attitudes(void **state) {
    (void)state;
    orbit_of *x = orbit_begin("orientation q = [1, 0, 0, 0]\ninitial q.w' = 0, q.x' = 0, q.y' = 0, q.z' = 1\n"
                              "frame B = quaternion(q)\nbody b: mass 1, inertia [1, 2, 3], at [0, 0, 0], frame B\n");
    assert_null(linear_orbit_cut(&x->o));
    orbit_shot s;
    assert_null(linear_orbit_shoot(&x->o, x->o.q, x->o.v, acos(-1.0), true, &s, x->of.of.memory));
    for (int k = 0; k < s.d; k++)
        assert_true(fabs(s.off[k]) < 1e-9);
    assert_true(s.d == 6 && s.far < 1e-9);
    orbit_end(x);
}

static void memories(void **state) {
    (void)state;
    system_of s = system_begin("coord x = 0\nmemory M = 0\nkinetic T = x'^2/2\ngeneralized f: x = M\n"
                               "event tick every 0.1 { set M = -x }\n",
                               NULL);
    orbit o;
    assert_non_null(linear_orbit_begin(&o, s.p, s.of.memory));
    linear_orbit_end(&o);
    system_end(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(shot),      cmocka_unit_test(turns),
                                       cmocka_unit_test(attitudes), cmocka_unit_test(memories),
                                       cmocka_unit_test(heights),   cmocka_unit_test(events)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
