/* Periodic events that set states and memories alone. */
#include "sim/support.h"

#define POINT "coord x = 1\ninitial x' = 2\nkinetic T = x'^2/2\nsimulate until 1\n"

static motion finished(const char *text) {
    motion x = motion_begin(text);
    motion_finish(&x);
    assert_null(x.result->failure);
    return x;
}

/* All right sides are those before the event, the first at 0; it is no event of the list. */
static void values_are_taken_together(void **state) {
    (void)state;
    motion x = finished(POINT "memory a = 1, b = 2\nstate s = 5, rate 0\n"
                              "event tick every 0.5 { set a = b, b = a + x, s = s - a }\n");
    const double *v = x.result->final.v;
    /* (1, 2, 5) at x = 1: (2, 2, 4); at x = 2: (2, 4, 2); at x = 3: (4, 5, 0) */
    assert_near(v[1], 4, 1e-13);
    assert_near(v[2], 5, 1e-13);
    assert_near(v[3], 0, 1e-13);
    assert_int_equal(x.result->events.len, 0);
    assert_near(x.result->final.q[0], 3, 1e-13);
    motion_end(&x);
}

/* What a memory changes of a potential is no drift of the energy. */
static void potentials_may_jump(void **state) {
    (void)state;
    motion x = finished(POINT "memory a = 0\npotential V = (x - a)^2\nevent tick every 0.3 { set a = a + 1 }\n");
    assert_true(x.result->energy_drift < 1e-8);
    assert_true(fabs(x.s->energy_jumps) > 0.1);
    motion_end(&x);
}

static void values_must_be_finite(void **state) {
    (void)state;
    motion x = motion_begin(POINT "memory a = 0\nevent tick every 0.3 from 0.1 { set a = sqrt(1.5 - x) }\n");
    motion_finish(&x);
    assert_non_null(x.result->failure);
    assert_int_equal(x.result->failure->code, DIAG_E0505);
    assert_near(x.result->t, 0.4, 1e-15);
    motion_end(&x);
}

/* Other conditions see the new memory at once. */
static void conditions_follow(void **state) {
    (void)state;
    motion x = finished(POINT "memory a = 0\nevent tick every 0.25 { set a = a + 1 }\n"
                              "event third when a > 2.5 { stop }\n");
    assert_near(x.result->t, 0.5, 0);
    assert_int_equal(x.result->events.len, 1);
    motion_end(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_taken_together),
        cmocka_unit_test(potentials_may_jump),
        cmocka_unit_test(values_must_be_finite),
        cmocka_unit_test(conditions_follow),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
