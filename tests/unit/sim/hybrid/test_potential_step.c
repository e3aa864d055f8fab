/* A potential that jumps: refraction, reflection, and jumps in time. */
#include "sim/support.h"

/* A point of mass 1 that meets a step of 3 at x = 1, at an angle. */
static motion crossed(double v, const char *more) {
    char text[300];
    snprintf(text, sizeof text,
             "coord x = 0, y = 0\ninitial x' = %g\ninitial y' = 2\nkinetic T = (x'^2 + y'^2)/2\n"
             "potential V = if x > 1 then 3 else 0\nsimulate until 1\n%s",
             v, more);
    motion x = motion_begin(text);
    motion_finish(&x);
    return x;
}

static void with_energy_enough_it_gets_across(void **state) {
    (void)state;
    motion x = crossed(4, "");
    assert_near(x.result->final.v[0], sqrt(16 - 6), 1e-12);
    assert_near(x.result->final.v[1], 2, 1e-15);
    assert_near(x.result->final.q[0], 1 + 0.75 * sqrt(10), 1e-12);
    assert_true(x.result->energy_drift < 1e-12);
    motion_end(&x);
}

static void with_too_little_it_is_reflected(void **state) {
    (void)state;
    motion x = crossed(2.4, "");
    assert_near(x.result->final.v[0], -2.4, 1e-12);
    assert_near(x.result->final.q[0], 2 - 2.4, 1e-12);
    motion_end(&x);
}

/* Downwards it becomes faster. */
static void down_the_step(void **state) {
    (void)state;
    motion x = motion_begin("coord x = 2\ninitial x' = -1\nkinetic T = x'^2/2\npotential V = if x > 1 then 3 else 0\n"
                            "simulate until 2\n");
    motion_finish(&x);
    assert_near(x.result->final.v[0], -sqrt(7), 1e-12);
    motion_end(&x);
}

/* On a line y = x the mass along x counts twice. */
static void rows_take_part(void **state) {
    (void)state;
    motion x = motion_begin("coord x = 0, y = 0\ninitial x' = 4\ninitial y' ~ 4\nkinetic T = (x'^2 + y'^2)/2\n"
                            "constraint l: y = x\npotential V = if x > 1 then 3 else 0\nsimulate until 1\n");
    motion_finish(&x);
    assert_near(x.result->final.v[0], sqrt(16 - 3), 1e-12);
    assert_near(x.result->final.v[1], sqrt(16 - 3), 1e-12);
    motion_end(&x);
}

/* What jumps by itself takes or gives energy, and leaves the motion alone. */
static void a_jump_in_time(void **state) {
    (void)state;
    motion x = motion_begin("coord x = 0\ninitial x' = 1\nkinetic T = x'^2/2\npotential V = if t > 0.5 then 3 else 0\n"
                            "simulate until 1\n");
    motion_finish(&x);
    assert_near(x.result->final.v[0], 1, 1e-14);
    assert_near(x.s->energy_jumps, 3, 1e-12);
    assert_true(x.result->energy_drift < 1e-12);
    motion_end(&x);
}

static void jumps_that_nothing_decides(void **state) {
    (void)state;
    motion_fails("coord x = 0\ninitial x' = 1\nkinetic T = (if x > 1 then 2 else 1)*x'^2/2\n", DIAG_E0517,
                 "the kinetic energy jumps where");
    motion_fails("coord x = 0\ninitial x' = 1\nkinetic T = x'^2/2\npotential W = -x\n"
                 "lagrangian V = if x' > 1.5 then -3 else 0\n",
                 DIAG_E0517, "the energy jumps with a velocity where");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(with_energy_enough_it_gets_across),
        cmocka_unit_test(with_too_little_it_is_reflected),
        cmocka_unit_test(down_the_step),
        cmocka_unit_test(rows_take_part),
        cmocka_unit_test(a_jump_in_time),
        cmocka_unit_test(jumps_that_nothing_decides),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
