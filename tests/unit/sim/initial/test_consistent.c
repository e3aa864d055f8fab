/* Consistent initial states: what is given is kept, guesses move as little as they can. */
#include "sim/support.h"

static void guesses_move_to_the_nearest_state(void **state) {
    (void)state;
    motion x = motion_begin("coord x ~ 6, y ~ 8\nkinetic T = x'^2 + y'^2\nconstraint c: x^2 + y^2 = 25\n");
    assert_near(x.s->y[0], 3, 1e-12);
    assert_near(x.s->y[1], 4, 1e-12);
    motion_end(&x);
    x = motion_begin("coord x = 3, y ~ 8\nkinetic T = x'^2 + y'^2\nconstraint c: x^2 + y^2 = 25\n");
    assert_near(x.s->y[0], 3, 0);
    assert_near(x.s->y[1], 4, 1e-12);
    motion_end(&x);
}

/* Start values may use each other in any order; a fixed one that uses a guess is an equation. */
static void start_values_follow_from_each_other(void **state) {
    (void)state;
    motion x = motion_begin("coord z = 2*y, y = x + 1, x = 3\nkinetic T = x'^2 + y'^2 + z'^2\n");
    const double want[] = {8, 4, 3};
    for (int i = 0; i < 3; i++)
        assert_near(x.s->y[i], want[i], 0);
    motion_end(&x);
    x = motion_begin("coord y = 2*x, x ~ 7\nkinetic T = x'^2 + y'^2\nconstraint c: x + y = 9\n");
    assert_near(x.s->y[0], 6, 1e-12);
    assert_near(x.s->y[1], 3, 1e-12);
    motion_end(&x);
}

/* Velocities that are not given move least in kinetic energy: with masses 1 and 3 and x' + y' = 4 to 3 and 1. */
static void velocities_of_least_energy(void **state) {
    (void)state;
    motion x = motion_begin("coord x = 0, y = 0\nkinetic T = (x'^2 + 3*y'^2)/2\ninitial (x + y)' = 4\n");
    assert_near(*motion_v(&x, "x"), 3, 1e-13);
    assert_near(*motion_v(&x, "y"), 1, 1e-13);
    motion_end(&x);
    x = motion_begin("coord x = 0, y = 0\nkinetic T = (x'^2 + 3*y'^2)/2\ninitial x' = 8\ninitial y' ~ 1\n"
                     "constraint c: x + 2*y = 0\n");
    assert_near(*motion_v(&x, "x"), 8, 0);
    assert_near(*motion_v(&x, "y"), -4, 1e-13);
    motion_end(&x);
    x = motion_begin("coord x = 0, y = 0\nkinetic T = (x'^2 + 3*y'^2)/2\ninitial x' ~ 8\ninitial y' ~ 4\n"
                     "constraint c: x = y\n"); /* the momentum along it is kept: 8 + 12 = 4*5 */
    assert_near(*motion_v(&x, "x"), 5, 1e-13);
    motion_end(&x);
}

/* Without inertia: the plain nearest velocity among those of the same energy. */
static void velocities_without_inertia(void **state) {
    (void)state;
    motion x = motion_begin("coord x = 0, u = 0, w = 0\nkinetic T = x'^2/2\npotential V = (u - 1)^2 + (w - 1)^2\n"
                            "constraint a: u = 2*x\nconstraint b: w = 3*x\ninitial (x + u)' = 6\n");
    assert_near(*motion_v(&x, "x"), 2, 1e-13);
    assert_near(*motion_v(&x, "u"), 4, 1e-13);
    assert_near(*motion_v(&x, "w"), 6, 1e-13);
    motion_end(&x);
}

static void contacts_may_start_closed(void **state) {
    (void)state;
    motion x = motion_begin("coord x = 2, y ~ 7\ngravity 10\nparticle p: mass 1 at [x, y]\ncontact floor: y >= x/2\n"
                            "initial closed(floor)\n");
    assert_near(*motion_q(&x, "y"), 1, 1e-14);
    assert_true(x.s->mode->rows[0]);
    motion_end(&x);
}

static void what_cannot_hold_is_blamed(void **state) {
    (void)state;
    static const struct {
        const char *text;
        diag_code code;
        const char *message;
    } cases[] = {
        {"coord x = 1\nkinetic T = x'^2\nconstraint c: x = 3\n", DIAG_E0401,
         "the initial positions do not satisfy 'c': left minus right side is -2"},
        {"coord x = 3, y = 0\ninitial x' = 1\ninitial y' = 0\nkinetic T = x'^2 + y'^2\nconstraint c: x + y = 3\n",
         DIAG_E0402, "the initial velocities do not satisfy 'c': left minus right side would change at 1"},
        {"coord x ~ 3\nkinetic T = x'^2\nconstraint c: x = 3\nconstraint d: x = 4\n", DIAG_E0404,
         "'c' and 'd' contradict each other at the start"},
        {"coord x ~ 3, y ~ 1\nkinetic T = x'^2 + y'^2\nconstraint c: x = 3\ninitial x + 0*y = 5\n", DIAG_E0401,
         "the initial positions do not satisfy 'c'"},
        {"coord y = 0, x = log(y)\nkinetic T = x'^2\n", DIAG_E0505, "the initial value of 'x' is not finite"},
        {"coord x = -1, y ~ 1\nkinetic T = x'^2 + y'^2\nconstraint c: y = sqrt(x)\n", DIAG_E0505,
         "the constraint 'c' cannot be satisfied: 'sqrt(x)' has no value, as 'x' is -1"},
        {"coord x = 0, y = 0\ninitial x' = 1\ninitial (2*x)' = 3\nkinetic T = x'^2 + y'^2\n", DIAG_E0414,
         "cannot be reached: it is off by"},
        {"coord x = 0, y = 0\nkinetic T = x'^2 + y'^2\nconstraint c: x = 0\nconstraint d: x = t^2\n", DIAG_E0404,
         "the constraints contradict each other: no accelerations satisfy all of them"}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        motion_fails(cases[k].text, cases[k].code, cases[k].message);
}

/* What is to be done differently depends on what is given. */
static void advice_fits_what_is_given(void **state) {
    (void)state;
    static const char *const texts[][2] = {
        {"coord x = 1\nkinetic T = x'^2\nconstraint c: x = 3\n", "write '~' instead of '=' for 'x'"},
        {"coord x = 9, y ~ 0\nkinetic T = x'^2 + y'^2\nconstraint c: x^2 + y^2 = 3\n",
         "change the guesses, or write '~' instead of '=' for 'x'"},
        {"coord x ~ 9\nkinetic T = x'^2\nconstraint c: x^2 = -3\n", "change the guesses: the search"}};

    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
        motion x = motion_try(texts[k][0]);
        assert_true(x.result->start_failed);
        if (!strstr(x.result->failure->help, texts[k][1]))
            fail_msg("'%s' is not said: %s", texts[k][1], x.result->failure->help);
        motion_end(&x);
    }
}

/* Another run with other parameters begins by the same plan. */
static void the_plan_serves_other_parameters(void **state) {
    (void)state;
    motion x =
        motion_begin("param r = 5\ncoord x ~ 6, y ~ 8\nkinetic T = x'^2 + y'^2\nconstraint c: x^2 + y^2 = r^2\n");
    model_set_value(x.of.m, &x.of.m->params[0], 20);
    run_finish(x.s);
    x.s = run_begin(x.kit, x.memory);
    assert_near(x.s->y[0], 12, 1e-11);
    assert_near(x.s->y[1], 16, 1e-11);
    motion_end(&x);
}

/* Given velocities come out to the last bit where the others were solved for, whatever their coefficients. */
static void given_velocities_are_exact(void **state) {
    (void)state;
    static const double speeds[] = {0.1, 1 / 3.0, 0.7, -2.3, 1e-5, 12345.678};
    for (size_t k = 0; k < sizeof speeds / sizeof *speeds; k++)
        for (int mass = 1; mass < 4; mass++) {
            char text[500];
            snprintf(text, sizeof text,
                     "coord x = 0, y = 0, z = 0\nkinetic T = (%d.3*x'^2 + 0.7*y'^2 + 3.1*z'^2 + x'*z')/2\n"
                     "initial x' = %.17g\nconstraint a: sqrt(2)*x + pi*y + 0.3*z = 0\n",
                     mass, speeds[k]);
            motion x = motion_begin(text);
            const double u = *motion_v(&x, "x"), v = *motion_v(&x, "y"), w = *motion_v(&x, "z");
            assert_true(u == speeds[k]);
            assert_near((sqrt(2) * u + PI * v + 0.3 * w) / speeds[k], 0, 1e-14);
            motion_end(&x);
        }
}

/* Two conditions on one velocity that differ by less than counts: both hold, none is taken to the last bit for the
   other's harm. Farther apart they contradict each other. */
static void conditions_that_nearly_agree(void **state) {
    (void)state;
    int begun = 0;
    static const double apart[] = {1e-14, 1e-12, 1e-10, 3e-10, 1e-9, 2e-9, 4e-9, 1e-8, 1e-6};
    for (size_t k = 0; k < sizeof apart / sizeof *apart; k++) {
        char text[300];
        snprintf(text, sizeof text,
                 "coord x = 0, y = 0\nkinetic T = (x'^2 + y'^2)/2\ninitial x' = 1\ninitial (2*x)' = %.17g\n",
                 2 + 2 * apart[k]);
        motion x = motion_try(text);
        if (!x.result->start_failed) {
            begun++;
            assert_near(2 * *motion_v(&x, "x"), 2 + 2 * apart[k], 1.1e-9);
            assert_near(*motion_v(&x, "x"), 1, 1.1e-9);
        } else
            assert_true(apart[k] > 5e-10);
        motion_end(&x);
    }
    assert_in_range(begun, 4, 7);
}

/* Angles, lengths of kilometres and of nanometres: the start does not depend on where zero is or on the unit. */
static void starts_in_other_units(void **state) {
    (void)state;
    static const double units[] = {1, 1e-9, 1e9}, places[] = {0, 1e3};
    for (int k = 0; k < 6; k++) {
        const double u = units[k % 3], far = u * places[k / 3];
        char text[400];
        snprintf(text, sizeof text,
                 "coord x ~ %.17g, y ~ %.17g\nkinetic T = x'^2 + y'^2\ninitial x' = %.17g\n"
                 "constraint c: (x - %.17g)^2 + y^2 = %.17g\n",
                 far + 6 * u, 8 * u, 4 * u, far, 25 * u * u);
        motion x = motion_begin(text);
        assert_near((*motion_q(&x, "x") - far) / u, 3, 1e-9);
        assert_near(*motion_q(&x, "y") / u, 4, 1e-9);
        assert_near(*motion_v(&x, "x") / u, 4, 0);
        assert_near(*motion_v(&x, "y") / u, -3, 1e-9);
        motion_end(&x);
    }
}

/* What moves with time moves the start with it: a rod whose end is driven. */
static void constraints_that_move(void **state) {
    (void)state;
    motion x = motion_begin("coord x ~ 1, y = 0\nkinetic T = x'^2 + y'^2\nconstraint c: x = 2*cos(t) + 3*t\n");
    assert_near(*motion_q(&x, "x"), 2, 1e-14);
    assert_near(*motion_v(&x, "x"), 3, 1e-14);
    motion_end(&x);
    motion_fails("coord x ~ 1, y = 0\nkinetic T = x'^2 + y'^2\nconstraint c: x = 2*cos(t) + 3*t\ninitial x' = 2\n",
                 DIAG_E0402, "the initial velocities do not satisfy 'c'");
}

/* Nonholonomic constraints restrict velocities alone. */
static void constraints_on_velocities(void **state) {
    (void)state;
    motion x = motion_begin("coord x = 1, y = 2, w = 30 deg\nkinetic T = (x'^2 + y'^2 + w'^2)/2\n"
                            "constraint blade: -x'*sin(w) + y'*cos(w) = 0\ninitial x' = 3\n");
    assert_near(*motion_q(&x, "x"), 1, 0);
    assert_near(*motion_v(&x, "x"), 3, 0);
    assert_near(*motion_v(&x, "y"), sqrt(3), 1e-13);
    assert_near(*motion_v(&x, "w"), 0, 1e-15);
    motion_end(&x);
}

/* A wire without mass of its own, on which the inertia of the velocities is singular beside the condition: what has
   inertia moves least, what has none follows as little as it can. */
static void velocities_of_what_has_no_mass(void **state) {
    (void)state;
    motion x =
        motion_begin("coord x = 0, u = 0, w = 0\nkinetic T = (x'^2 + 2*(u + w)'^2)/2\npotential V = (u - w - 1)^2\n"
                     "constraint a: u - w = 3*x\ninitial (x + u + w)' = 6\n");
    /* u' + w' = 6 - x' and x' least in x'^2 + 2 (6 - x')^2: x' = 4; u' - w' = 12 */
    assert_near(*motion_v(&x, "x"), 4, 1e-12);
    assert_near(*motion_v(&x, "u"), 7, 1e-12);
    assert_near(*motion_v(&x, "w"), -5, 1e-12);
    motion_end(&x);
}

/* Scaled by a unit of length the start is scaled, to rounding; moved along what nothing depends on it is moved. */
static void starts_know_no_units(void **state) {
    (void)state;
    static const double units[] = {1, 1e3, 1e-4, 7.3e5};
    double first[4];
    for (int k = 0; k < 4; k++) {
        char text[500];
        const double l = units[k];
        snprintf(text, sizeof text,
                 "coord x ~ %.17g, y ~ %.17g, z = %.17g\nkinetic T = (x'^2 + 2*y'^2 + x'*z' + z'^2)/2\n"
                 "constraint c: x^2 + 2*y^2 = %.17g + z^2\nconstraint d: x' + y'*x/%.17g = z'\ninitial y' ~ %.17g\n",
                 3 * l, 2 * l, l, 7 * l * l, l, 0.4 * l);
        motion x = motion_begin(text);
        const double got[] = {*motion_q(&x, "x"), *motion_q(&x, "y"), *motion_v(&x, "x"), *motion_v(&x, "z")};
        for (int i = 0; i < 4; i++) {
            first[i] = k ? first[i] : got[i];
            assert_near(got[i] / l, first[i], 1e-9);
        }
        assert_near((got[0] * got[0] + 2 * got[1] * got[1]) / l / l, 8, 1e-10);
        motion_end(&x);
    }
}

/* What has no value at the start is refused by what it is. */
static void what_has_no_value(void **state) {
    (void)state;
    motion_fails("coord x ~ 1e200\nkinetic T = x'^2\nconstraint c: x^4 = 1e280*x^2\n", DIAG_E0505,
                 "'x^4' has no value, as 'x' is 1e+200");
    motion_fails("coord x = 1\nkinetic T = x'^2\npotential V = 1/(x - 1)\n", DIAG_E0505, "at the start");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(guesses_move_to_the_nearest_state),
        cmocka_unit_test(start_values_follow_from_each_other),
        cmocka_unit_test(velocities_of_least_energy),
        cmocka_unit_test(velocities_without_inertia),
        cmocka_unit_test(contacts_may_start_closed),
        cmocka_unit_test(what_cannot_hold_is_blamed),
        cmocka_unit_test(advice_fits_what_is_given),
        cmocka_unit_test(the_plan_serves_other_parameters),
        cmocka_unit_test(given_velocities_are_exact),
        cmocka_unit_test(conditions_that_nearly_agree),
        cmocka_unit_test(starts_in_other_units),
        cmocka_unit_test(constraints_that_move),
        cmocka_unit_test(constraints_on_velocities),
        cmocka_unit_test(velocities_of_what_has_no_mass),
        cmocka_unit_test(starts_know_no_units),
        cmocka_unit_test(what_has_no_value),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
