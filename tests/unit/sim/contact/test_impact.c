/* Velocities after impacts: Newton's law of restitution, simultaneous contacts, friction, activated constraints. */
#include "sim/contact/contact.h"
#include "sim/dynamics/scales.h"
#include "sim/support.h"

/* Arrived at the floor. */
static motion arrived(const char *text, double vx, double vy) {
    motion x = motion_begin(text);
    *motion_q(&x, "y") = 0;
    *motion_v(&x, "y") = vy;
    if (vx != 0)
        *motion_v(&x, "x") = vx;
    dynamics_scales_note(x.s);
    return x;
}

#define BALL "coord x = 0, y = 1\ngravity 10\nparticle p: mass 2 at [x, y]\n"

static void a_ball_bounces(void **state) {
    (void)state;
    motion x = arrived(BALL "contact floor: y >= 0, restitution 0.75\n", 1, -8);
    assert_true(contact_resolve_impacts(x.s));
    assert_near(*motion_v(&x, "y"), 6, 1e-14);
    assert_near(*motion_v(&x, "x"), 1, 1e-15);
    assert_int_equal(x.result->events.len, 1);
    const sim_event *e = &x.result->events.at[0];
    assert_int_equal(e->ref.part, EVENT_IMPACT);
    assert_near(e->impulse[0], 2 * 14, 1e-13);
    assert_near(e->before.v[1], -8, 0);
    assert_near(e->after.v[1], 6, 1e-14);
    motion_end(&x);
}

/* No mode is made for it; a contact without a value there does not matter. */
static void a_bounce_makes_no_mode(void **state) {
    (void)state;
    motion x = arrived(BALL "contact far: sqrt(x - 5) >= 0.1\ncontact floor: y >= 0, restitution 0.75\n", 1, -8);
    for (int k = 0; k < 3; k++) {
        assert_true(contact_resolve_impacts(x.s));
        assert_near(*motion_v(&x, "y"), 6, 1e-14);
        *motion_v(&x, "y") = -8;
    }
    assert_int_equal(x.kit->modes.len, 1);
    assert_int_equal(x.kit->closed.len, 1);
    motion_end(&x);
}

static void what_leaves_or_is_far_does_not_bounce(void **state) {
    (void)state;
    motion x = arrived(BALL "contact floor: y >= 0, restitution 0.75\n", 0, 8);
    assert_true(contact_resolve_impacts(x.s));
    assert_near(*motion_v(&x, "y"), 8, 0);
    *motion_q(&x, "y") = 1;
    *motion_v(&x, "y") = -8;
    assert_true(contact_resolve_impacts(x.s));
    assert_near(*motion_v(&x, "y"), -8, 0);
    assert_int_equal(x.result->events.len, 0);
    motion_end(&x);
}

/* A bounce whose height is rounding is none. */
static void the_least_bounce_ends_closed(void **state) {
    (void)state;
    static const double v[] = {-1e-3, -1e-7};
    for (int k = 0; k < 2; k++) {
        motion x = arrived(BALL "contact floor: y >= 0, restitution 0.75\n", 0, v[k]);
        assert_true(contact_resolve_impacts(x.s));
        assert_near(*motion_v(&x, "y"), k ? 0 : 0.75e-3, 1e-17);
        motion_end(&x);
    }
}

/* Impulse along the floor is at most mu times the other: 2*14*0.25 = 7, of the 2*1 or 2*9 that it would take. */
static void friction_acts_in_impacts(void **state) {
    (void)state;
    static const double before[] = {1, 9, -9}, after[] = {0, 5.5, -5.5};
    for (int k = 0; k < 3; k++) {
        motion x = arrived(BALL "contact floor: y >= 0, restitution 0.75, friction 0.25 along x\n", before[k], -8);
        assert_true(contact_resolve_impacts(x.s));
        assert_near(*motion_v(&x, "x"), after[k], 1e-13);
        assert_near(*motion_v(&x, "y"), 6, 1e-13);
        motion_end(&x);
    }
}

/* A cradle: the last of three equal balls takes it all; what rests without restitution takes part. */
static void impacts_follow_each_other(void **state) {
    (void)state;
    motion x = motion_begin("coord a = 0, b = 1, c = 2\ninitial a' = 3\nkinetic T = a'^2 + b'^2 + c'^2\n"
                            "contact ab: b >= a + 1, restitution 1\ncontact bc: c >= b + 1, restitution 1\n");
    assert_true(contact_resolve_impacts(x.s));
    assert_near(*motion_v(&x, "a"), 0, 1e-13);
    assert_near(*motion_v(&x, "b"), 0, 1e-13);
    assert_near(*motion_v(&x, "c"), 3, 1e-13);
    motion_end(&x);
    x = motion_begin("coord a = 0, b = 1, c = 2\ninitial a' = 3\nkinetic T = a'^2 + b'^2 + c'^2\n"
                     "contact ab: b >= a + 1\ncontact bc: c >= b + 1\n");
    for (int i = 0; i < 3; i++)
        assert_near(x.s->y[3 + i], 1, 1e-13);
    motion_end(&x);
}

/* Activated, a row that does not hold yet at the level of velocities is reached by an inelastic impact. */
static void a_constraint_is_caught(void **state) {
    (void)state;
    motion x =
        motion_begin("coord a = 0, b = 0\ninitial a' = 3\nkinetic T = (2*a'^2 + b'^2)/2\nconstraint same: a = b off\n");
    assert_null(contact_catch(x.s));
    dynamics_enter_mode(x.s, motion_mode_with(&x, "same", true));
    const double *impulse = contact_catch(x.s);
    assert_non_null(impulse);
    assert_near(*motion_v(&x, "a"), 2, 1e-14);
    assert_near(*motion_v(&x, "b"), 2, 1e-14);
    assert_near(fabs(impulse[0]), 2, 1e-14);
    assert_near(impulse[0], -2, 1e-14); /* on a, along which the row grows */
    assert_null(contact_catch(x.s));
    motion_end(&x);
}

/* A foot beside the centre: sticking asks for z_t = -9.4/11, along the slip before, so that friction does work. */
static void a_gain_is_told(void **state) {
    (void)state;
    motion x =
        motion_begin("coord x = 0, y = 2, w = 0\ninitial x' = -0.1\ninitial y' = -1\n"
                     "kinetic T = (x'^2 + y'^2 + 0.2*w'^2)/2\n"
                     "contact foot: y + sin(w) - cos(w) >= 0, restitution 1, friction 2 along x + cos(w) + sin(w)\n");
    *motion_q(&x, "y") = 1;
    assert_true(contact_resolve_impacts(x.s));
    assert_true(x.s->gain_told);
    assert_int_equal(x.result->doubts.len, 1);
    assert_int_equal(x.result->doubts.at[0]->code, DIAG_W0516);
    assert_non_null(strstr(x.result->doubts.at[0]->message, "'foot' at t = 0 s adds"));
    motion_end(&x);
}

/* Two bodies on a line: momentum is kept, the relative speed turns round with the restitution. */
static void bodies_on_a_line(void **state) {
    (void)state;
    static const double masses[] = {1, 0.01, 100, 7}, restitutions[] = {0, 0.3, 1};
    for (int m = 0; m < 4; m++)
        for (int e = 0; e < 3; e++) {
            char text[400];
            snprintf(text, sizeof text,
                     "coord a = 0, b = 1\ninitial a' = 3\ninitial b' = 1\nkinetic T = (2*a'^2 + %g*b'^2)/2\n"
                     "contact meet: b - a >= 0, restitution %g\nsimulate until 0.75\n",
                     masses[m], restitutions[e]);
            motion x = motion_begin(text);
            motion_finish(&x);
            const double M = masses[m], whole = (6 + M) / (2 + M), part = 2 * restitutions[e];
            assert_near(x.result->final.v[0], whole - part * M / (2 + M), 1e-11);
            assert_near(x.result->final.v[1], whole + part * 2 / (2 + M), 1e-11);
            assert_near(x.result->events.at[0].t, 0.5, 1e-11);
            assert_near(fabs(x.result->events.at[0].impulse[0]), 2 * M / (2 + M) * (2 + part), 1e-10);
            motion_end(&x);
        }
}

/* Friction in an impact turns a ball: it rolls off if mu is enough, else it slides on. */
static void a_spinning_ball(void **state) {
    (void)state;
    static const double frictions[] = {0.05, 0.2, 0.5, 3};
    for (int k = 0; k < 4; k++) {
        char text[500];
        snprintf(text, sizeof text,
                 "coord x = 0, y = 1, w = 0\ninitial x' = 4\ninitial y' = -5\n"
                 "kinetic T = (2*x'^2 + 2*y'^2 + 0.8*w'^2)/2\n"
                 "contact floor: y >= 0, restitution 0.5, friction %g along x + w\nsimulate until 0.3\n",
                 frictions[k]);
        motion x = motion_begin(text);
        motion_finish(&x);
        const double blow = 2 * 5 * 1.5, rolling = 4 / (1 / 2.0 + 1 / 0.8), along = fmin(frictions[k] * blow, rolling);
        assert_near(x.result->final.v[1], 2.5, 1e-10);
        assert_near(x.result->final.v[0], 4 - along / 2, 1e-10);
        assert_near(x.result->final.v[2], -along / 0.8, 1e-10);
        motion_end(&x);
    }
}

#define PUCK                                                                                                           \
    "coord x = 0, z = 1, y = 0\ngravity 10\nparticle p: mass 2 at [x, y, z]\n"                                         \
    "contact table: z >= 0, restitution %g, friction %g along [x, y]\n"

/* Coulomb's cone in impacts: the impulse is against the slip that is left, at most mu times the other; what takes less
   sticks. Turned, everything is turned. */
static void impacts_on_a_surface(void **state) {
    (void)state;
    static const double mus[] = {0.1, 0.25, 4};
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < 6; i++) {
            char text[300];
            const double e = 0.5, fall = 8, a = 0.2 + i, speed = 5;
            snprintf(text, sizeof text, PUCK, e, mus[k]);
            motion x = motion_begin(text);
            *motion_q(&x, "z") = 0;
            *motion_v(&x, "z") = -fall;
            *motion_v(&x, "x") = speed * cos(a);
            *motion_v(&x, "y") = speed * sin(a);
            dynamics_scales_note(x.s);
            assert_true(contact_resolve_impacts(x.s));
            const double left = fmax(0, speed - mus[k] * (1 + e) * fall);
            assert_near(*motion_v(&x, "z"), e * fall, 1e-12);
            assert_near(*motion_v(&x, "x"), left * cos(a), 1e-11);
            assert_near(*motion_v(&x, "y"), left * sin(a), 1e-11);
            motion_end(&x);
        }
}

/* The end of a slip that is there is none: it only turns its heading; one that is rounding ends. */
static void the_end_of_a_slip(void **state) {
    (void)state;
    static const double speeds[] = {0.7, 1e-13};
    for (int k = 0; k < 2; k++) {
        char text[300];
        snprintf(text, sizeof text, PUCK, 0., 0.25);
        motion x = motion_begin(text);
        *motion_q(&x, "z") = 0;
        *motion_v(&x, "x") = 3;
        dynamics_scales_note(x.s);
        const int table = motion_row(&x, "table");
        dynamics_enter_mode(x.s, motion_mode_with(&x, "table", true));
        *motion_v(&x, "x") = 0;
        *motion_v(&x, "y") = speeds[k];
        assert_true(motion_evaluate(&x));
        assert_int_equal(contact_end_slip(x.s, table), k == 1);
        assert_near(*motion_v(&x, "y"), k ? 0 : speeds[k], 1e-18);
        assert_near(*motion_v(&x, "x"), 0, 0);
        motion_end(&x);
    }
    motion x = motion_begin("coord x = 0, y = 0\ngravity 10\nparticle p: mass 2 at [x, y]\n"
                            "contact floor: y >= 0, friction 0.25 along x\n");
    assert_true(contact_end_slip(x.s, motion_row(&x, "floor"))); /* along a line it has ended where it is 0 */
    motion_end(&x);
}

/* Momentum is kept by what is between bodies, whatever their masses, restitution and order. */
static void momentum_is_kept(void **state) {
    (void)state;
    bench dice = {.dice = 88172645463325252u};
    for (int trial = 0; trial < 20; trial++) {
        char text[400];
        double m[3], v[3], before = 0, after = 0, energy = 0;
        for (int i = 0; i < 3; i++) {
            m[i] = 1.5 + bench_random(&dice);
            v[i] = 3 - 2 * i + bench_random(&dice);
            before += m[i] * v[i];
            energy += m[i] * v[i] * v[i];
        }
        snprintf(text, sizeof text,
                 "coord a = 0, b = 1, c = 2\ninitial a' = %.17g, b' = %.17g, c' = %.17g\n"
                 "kinetic T = (%.17g*a'^2 + %.17g*b'^2 + %.17g*c'^2)/2\n"
                 "contact ab: b >= a + 1, restitution %.17g\ncontact bc: c >= b + 1, restitution %.17g\n",
                 v[0], v[1], v[2], m[0], m[1], m[2], 0.5 + 0.5 * bench_random(&dice), 0.5 + 0.5 * bench_random(&dice));
        motion x = motion_begin(text);
        assert_true(contact_resolve_impacts(x.s));
        for (int i = 0; i < 3; i++) {
            after += m[i] * x.s->y[3 + i];
            energy -= m[i] * x.s->y[3 + i] * x.s->y[3 + i];
        }
        assert_near(after, before, 1e-12);
        assert_true(energy > -1e-12);                                                  /* none is made */
        assert_true(x.s->y[3] <= x.s->y[4] + 1e-12 && x.s->y[4] <= x.s->y[5] + 1e-12); /* they part */
        motion_end(&x);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ball_bounces),
        cmocka_unit_test(a_bounce_makes_no_mode),
        cmocka_unit_test(what_leaves_or_is_far_does_not_bounce),
        cmocka_unit_test(the_least_bounce_ends_closed),
        cmocka_unit_test(friction_acts_in_impacts),
        cmocka_unit_test(impacts_follow_each_other),
        cmocka_unit_test(a_constraint_is_caught),
        cmocka_unit_test(a_gain_is_told),
        cmocka_unit_test(bodies_on_a_line),
        cmocka_unit_test(a_spinning_ball),
        cmocka_unit_test(impacts_on_a_surface),
        cmocka_unit_test(the_end_of_a_slip),
        cmocka_unit_test(momentum_is_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
