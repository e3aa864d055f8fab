/* Tests of steps over dead points: where they are put, and what follows when they fail. */
#include "ode/singular_step.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ode/dop853_table.h"

/* Trust that falls to zero at the time `dead`, less a little, as that of programs. */
static double trust_at(double dead, double t) {
    return 3 * (t - dead) * (t - dead) - 1e-6;
}

static ode_singular at_start(double dead) {
    ode_singular l;
    ode_singular_restart(&l, trust_at(dead, 0));
    return l;
}

/* A trial of size h is made. */
static void look(ode_singular *l, double dead, double h) {
    for (int i = 0; i < ODE_SINGULAR_SEEN; i++)
        l->regularity[i] = trust_at(dead, dop_c[i] * h);
}

static void assert_near(double got, double want) {
    assert_true(fabs(got - want) < 1e-6 * fabs(want));
}

static void nothing_ahead_changes_nothing(void **state) {
    (void)state;
    ode_singular l = at_start(3);
    assert_true(ode_singular_begin(&l, 0.1, 1) == 0.1);
    look(&l, 3, 0.1);
    assert_true(!ode_singular_is_near(&l, 0.1));
    assert_true(ode_singular_error(&l, 1e-8) == 1);
    assert_true(ode_singular_again(&l, 0.1, 0.07) == 0.07);
    for (int i = 0; i < ODE_SINGULAR_SEEN; i++)
        l.regularity[i] = 1;
    assert_true(ode_singular_again(&l, 0.1, 0.07) == 0.07);
    assert_true(ode_singular_shorter(&l, 0.1, 0.9) == 0);
    ode_singular_accept(&l, 0.1, 0.9);
    assert_true(l.ahead == 0 && ode_singular_begin(&l, 0.2, 1) == 0.2);
}

/* A step that failed near one is tried again on the constraints, once. */
static void stages_are_put_back_nearby(void **state) {
    (void)state;
    ode_singular l = at_start(0.6);
    ode_singular_begin(&l, 0.1, 1);
    look(&l, 0.6, 0.1);
    assert_true(!l.onto && ode_singular_is_near(&l, 0.1));
    assert_true(ode_singular_again(&l, 0.1, 0.07) == 0.1);
    assert_true(l.onto && !l.leaping && ode_singular_error(&l, 1e-6) == 1);
    assert_true(ode_singular_again(&l, 0.1, 0.07) == 0.07);
    assert_true(ode_singular_begin(&l, 0.1, 1) == 0.1 && !l.onto);
}

/* What falls a little and rises again is no dead point. */
static void shallow_places_are_none(void **state) {
    (void)state;
    ode_singular l = at_start(0.04);
    for (int i = 0; i < ODE_SINGULAR_SEEN; i++)
        l.regularity[i] = trust_at(0.04, dop_c[i] * 0.1) + 0.01;
    assert_true(!ode_singular_is_near(&l, 0.1));
}

static void the_place_comes_between_stages(void **state) {
    (void)state;
    ode_singular l = at_start(0.03);
    ode_singular_begin(&l, 0.1, 1);
    look(&l, 0.03, 0.1);
    assert_true(ode_singular_is_near(&l, 0.1));
    double h = ode_singular_again(&l, 0.1, 0.02);
    assert_near(h, 0.03 / 0.467);
    for (int i = 0; i < DOP_STAGES; i++)
        assert_true(fabs(dop_c[i] * h - 0.03) > 0.13 * h);
    assert_true(ode_singular_error(&l, 1e-6) == 10);
    assert_near(ode_singular_error(&l, 1e-12), 1e4);
}

/* A little beyond a trial that failed, half of the way is gone at once; before its first stage it is stepped over. */
static void near_places(void **state) {
    (void)state;
    ode_singular l = at_start(0.15);
    ode_singular_begin(&l, 0.1, 1);
    look(&l, 0.15, 0.1);
    assert_near(ode_singular_again(&l, 0.1, 0.08), 0.075);
    assert_true(l.approaching);
    l = at_start(0.002);
    ode_singular_begin(&l, 0.1, 1);
    for (int k = 0; k < 3; k++) {
        look(&l, 0.002, 0.1);
        assert_true(ode_singular_again(&l, 0.1, 0.08) == (k ? 0.08 : 0.1));
        assert_true(l.leaping && l.onto);
    }
}

/* Before a trial, and where it has no value at its stages, nothing is known. */
static void unseen_stages_tell_nothing(void **state) {
    (void)state;
    ode_singular l = at_start(0.03);
    ode_singular_begin(&l, 0.1, 1);
    assert_true(!ode_singular_is_near(&l, 0.1));
    assert_true(ode_singular_again(&l, 0.1, 0.02) == 0.02);
    look(&l, 0.03, 0.1);
    ode_singular_begin(&l, 0.1, 1);
    assert_true(!ode_singular_is_near(&l, 0.1));
}

/* Then half of the way is gone, and the next step is a leap. */
static void leaps_that_fail_come_nearer(void **state) {
    (void)state;
    ode_singular l = at_start(0.03);
    ode_singular_begin(&l, 0.1, 1);
    look(&l, 0.03, 0.1);
    double h = ode_singular_again(&l, 0.1, 0.02);
    look(&l, 0.03, h);
    h = ode_singular_again(&l, h, 0.02);
    assert_near(h, 0.015);
    assert_true(ode_singular_error(&l, 1e-6) == 1);
    look(&l, 0.03, h);
    assert_true(ode_singular_shorter(&l, h, trust_at(0.03, h)) == 0);
    ode_singular_accept(&l, h, trust_at(0.03, h));
    assert_near(l.ahead, 0.015);
    assert_near(ode_singular_begin(&l, 0.001, 1), 0.015 / 0.467);
    assert_true(l.leaping);
    l.ahead = 0.015;
    assert_true(ode_singular_begin(&l, 0.001, 0.01) == 0.001); /* the end comes first */
}

/* An estimate that was off is put right, but not for ever. */
static void leaps_are_aimed_again(void **state) {
    (void)state;
    ode_singular l = at_start(0.03);
    ode_singular_begin(&l, 0.1, 1);
    look(&l, 0.03, 0.1);
    double h = ode_singular_again(&l, 0.1, 0.02);
    double dead = 0.03;
    for (int k = 0; k < 2; k++) {
        dead *= 0.8;
        look(&l, dead, h);
        h = ode_singular_again(&l, h, 0.02);
        assert_near(h, dead / 0.467);
    }
    dead *= 0.8;
    look(&l, dead, h);
    assert_near(ode_singular_again(&l, h, 0.02), 0.5 * dead);
}

static void leaps_end_with_the_run(void **state) {
    (void)state;
    ode_singular l = at_start(0.0514);
    ode_singular_begin(&l, 0.1, 0.1);
    look(&l, 0.0514, 0.1);
    assert_true(0.0514 / 0.467 > 0.1 && 0.0514 / 0.467 < 0.12);
    assert_near(ode_singular_again(&l, 0.1, 0.05), 0.0257);
    look(&l, 0.0514, 0.0257);
    ode_singular_accept(&l, 0.0257, trust_at(0.0514, 0.0257));
    assert_true(ode_singular_begin(&l, 0.0257, 0.055) == 0.0257 && !l.leaping);
}

static void ends_are_moved_off_once(void **state) {
    (void)state;
    ode_singular l = at_start(0.101);
    ode_singular_begin(&l, 0.1, 1);
    look(&l, 0.101, 0.1);
    assert_near(ode_singular_shorter(&l, 0.1, trust_at(0.101, 0.1)), 0.1 * (1 - 0.467));
    assert_true(ode_singular_shorter(&l, 0.1, trust_at(0.101, 0.1)) == 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_ahead_changes_nothing),
        cmocka_unit_test(shallow_places_are_none),
        cmocka_unit_test(stages_are_put_back_nearby),
        cmocka_unit_test(the_place_comes_between_stages),
        cmocka_unit_test(leaps_that_fail_come_nearer),
        cmocka_unit_test(leaps_are_aimed_again),
        cmocka_unit_test(near_places),
        cmocka_unit_test(unseen_stages_tell_nothing),
        cmocka_unit_test(leaps_end_with_the_run),
        cmocka_unit_test(ends_are_moved_off_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
