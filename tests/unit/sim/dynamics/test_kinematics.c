/* Contact kinematics and residuals of one state, with the sizes of their terms. */
#include "sim/dynamics/kinematics.h"
#include "sim/support.h"

#define BALL                                                                                                           \
    "coord x = 1, y = 2, w = 1\ninitial x' = 3\ninitial y' = -5\ngravity 10\nparticle p: mass 2 at [x, y]\n"           \
    "kinetic K = w'^2\nconstraint c: w = 1\n"                                                                          \
    "contact floor: y >= 0.5*x, restitution 0.4, friction 0.3 along 7*x\ncontact roof: y <= 9\n"

static void values_of_a_contact(void **state) {
    (void)state;
    motion x = motion_begin(BALL);
    assert_true(motion_evaluate(&x));
    survey *v = dynamics_kinematics_take(x.s);
    int floor = dynamics_kinematics_find_contact(v, motion_row(&x, "floor"));
    const double want[] = {[CONTACT_GAP] = 1.5, [CONTACT_RATE] = -5 - 1.5,       [CONTACT_ACCELERATION] = -10,
                           [CONTACT_SLIP] = 21, [CONTACT_SLIP_ACCELERATION] = 0, [CONTACT_RESTITUTION] = 0.4,
                           [CONTACT_MU] = 0.3};
    static const survey_contact asked[] = {
        CONTACT_GAP,         CONTACT_RATE, CONTACT_ACCELERATION, CONTACT_SLIP, CONTACT_SLIP_ACCELERATION,
        CONTACT_RESTITUTION, CONTACT_MU};
    for (size_t k = 0; k < sizeof asked / sizeof *asked; k++)
        assert_near(dynamics_kinematics_of_contact(v, floor, asked[k]), want[asked[k]], 1e-14);
    assert_true(dynamics_kinematics_contact_size(v, floor, CONTACT_GAP) >= 2.5);
    int roof = dynamics_kinematics_find_contact(v, motion_row(&x, "roof"));
    assert_near(dynamics_kinematics_of_contact(v, roof, CONTACT_GAP), 7, 1e-14);
    assert_near(dynamics_kinematics_of_contact(v, roof, CONTACT_SLIP), 0, 0);
    assert_int_equal(dynamics_kinematics_find_contact(v, motion_row(&x, "c")), -1);
    motion_end(&x);
}

/* A new state is looked at anew, the same one is not. */
static void rows_and_their_sizes(void **state) {
    (void)state;
    motion x = motion_begin(BALL);
    survey *v = dynamics_kinematics_take(x.s);
    assert_true(dynamics_kinematics_row_holds(v, 0, ROW_F, 1e-15));
    *motion_q(&x, "w") = 1 + 1e-9;
    *motion_v(&x, "w") = 0.25;
    assert_true(motion_evaluate(&x));
    v = dynamics_kinematics_take(x.s);
    assert_near(dynamics_kinematics_of_row(v, 0, ROW_F), 1e-9, 1e-15);
    assert_near(dynamics_kinematics_of_row(v, 0, ROW_F_DOT), 0.25, 1e-15);
    assert_false(dynamics_kinematics_row_holds(v, 0, ROW_F, 1e-10));
    assert_true(dynamics_kinematics_row_holds(v, 0, ROW_F, 1e-9));
    motion_end(&x);
}

static void what_is_penetrated(void **state) {
    (void)state;
    motion x = motion_begin(BALL);
    survey *v = dynamics_kinematics_take(x.s);
    assert_int_equal(dynamics_kinematics_inside_out(x.s, v, 1e-9), -1);
    *motion_q(&x, "y") = 9 + 1e-6;
    assert_true(motion_evaluate(&x));
    v = dynamics_kinematics_take(x.s);
    assert_int_equal(dynamics_kinematics_inside_out(x.s, v, 1e-9),
                     dynamics_kinematics_find_contact(v, motion_row(&x, "roof")));
    assert_int_equal(dynamics_kinematics_inside_out(x.s, v, 1e-5), -1);
    motion_end(&x);
}

static void parameters_of_another_run_are_seen(void **state) {
    (void)state;
    motion x =
        motion_begin("param h = 1\ncoord y = 2\ngravity 10\nparticle p: mass 1 at [0, y]\ncontact floor: y >= h\n");
    survey *v = dynamics_kinematics_take(x.s);
    assert_near(dynamics_kinematics_of_contact(v, 0, CONTACT_GAP), 1, 1e-15);
    model_set_value(x.of.m, &x.of.m->params[0], 1.5);
    dynamics_kinematics_restart(v);
    assert_near(dynamics_kinematics_of_contact(dynamics_kinematics_take(x.s), 0, CONTACT_GAP), 0.5, 1e-15);
    motion_end(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_of_a_contact),
        cmocka_unit_test(rows_and_their_sizes),
        cmocka_unit_test(what_is_penetrated),
        cmocka_unit_test(parameters_of_another_run_are_seen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
