/* Which touching contacts carry load, stick or slide. */
#include "sim/contact/contact.h"
#include "sim/support.h"

/* A box of mass 2 on a floor, pulled by [px, py]. */
static motion pulled(double px, double py, double vx) {
    char text[400];
    snprintf(text, sizeof text,
             "coord x = 0, y = 0\ninitial x' = %g\ngravity 10\nparticle p: mass 2 at [x, y]\nforce f: [%g, %g] at p\n"
             "contact floor: y >= 0, friction 0.25 along x\n",
             vx, px, py);
    return motion_begin(text);
}

static void a_contact_is_closed_while_it_presses(void **state) {
    (void)state;
    static const double up[] = {0, 19.999, 20, 20.001};
    for (int k = 0; k < 4; k++) {
        motion x = pulled(0, up[k], 0);
        int floor = motion_row(&x, "floor");
        assert_int_equal(x.s->mode->rows[floor], k < 3);
        if (k < 2)
            assert_near(motion_lambda(&x, "floor"), up[k] - 20, 1e-12);
        motion_end(&x);
    }
}

/* It sticks up to mu N = 5, slides against the motion, and begins to slide the way it is pulled. */
static void friction_sticks_up_to_its_limit(void **state) {
    (void)state;
    static const struct {
        double pull, v;
        int slip;
    } cases[] = {{4.99, 0, 0}, {-4.99, 0, 0}, {5.01, 0, 1}, {-5.01, 0, -1}, {4, 1e-3, 1}, {9, -1e-3, -1}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        motion x = pulled(cases[k].pull, 0, cases[k].v);
        int floor = motion_row(&x, "floor");
        assert_int_equal(x.s->mode->slip[floor], cases[k].slip);
        assert_int_equal(x.s->mode->rows[x.of.m->rows[floor].partner], !cases[k].slip);
        double want = cases[k].slip ? (cases[k].pull - 5 * cases[k].slip) / 2 : 0;
        assert_near(motion_a(&x, "x"), want, 1e-13);
        motion_end(&x);
    }
}

/* A table on two feet: normal forces follow from its balance, friction of one foot is enough to stick. */
static void two_feet_share(void **state) {
    (void)state;
    motion x = motion_begin("coord x = 0, y = 1, w = 0\ngravity 10\nbody b: mass 2, inertia 1, at [x, y], angle w\n"
                            "force f: [1, 0] at [x, y]\n"
                            "contact left: y - 2*sin(w) - cos(w) >= 0, friction 0.5 along x - 2*cos(w) + sin(w)\n"
                            "contact right: y + sin(w) - cos(w) >= 0, friction 0.5 along x + cos(w) + sin(w)\n");
    assert_near(motion_lambda(&x, "left") + motion_lambda(&x, "right"), -20, 1e-12);
    assert_near(motion_a(&x, "x"), 0, 1e-13);
    /* moments about the left foot: 3 N_r = 2 W + 1*h(1) */
    assert_near(-motion_lambda(&x, "right"), (2 * 20 + 1) / 3.0, 1e-12);
    int sticking = 0;
    for (int i = 0; i < x.s->mode->m; i++)
        sticking += x.of.m->rows[x.s->mode->eq.rows[i]].friction;
    assert_int_equal(sticking, 1);
    motion_end(&x);
}

/* Where friction drives a sliding foot into the ground nothing decides the motion. */
static void painleve_is_told(void **state) {
    (void)state;
    motion_fails("param mu = 3\ncoord x = 0, w = 1\ncoord y = sin(w)\ninitial x' = -1\ngravity 10\n"
                 "body rod: mass 1, inertia 0.01, at [x, y], angle w\n"
                 "contact foot: y - sin(w) >= 0, friction mu along x - cos(w)\n",
                 DIAG_E0510, "'foot' leaves the motion undetermined at t = 0 s");
}

static void without_sliding_nothing_jams(void **state) {
    (void)state;
    motion x = pulled(1, 0, 0);
    assert_false(contact_jam(x.s));
    motion_end(&x);
    x = pulled(1, 0, 1);
    assert_false(contact_jam(x.s));
    motion_end(&x);
}

static void changes_are_events(void **state) {
    (void)state;
    motion x = pulled(0, 0, 0);
    assert_int_equal(x.result->events.len, 0); /* at the start they are not */
    *motion_q(&x, "y") = 1;
    dynamics_enter_mode(x.s, motion_mode_with(&x, "floor", false));
    dynamics_enter_mode(x.s, motion_mode_with(&x, "floor.friction", false));
    *motion_q(&x, "y") = 0;
    assert_true(contact_settle(x.s, false));
    assert_int_equal(x.result->events.len, 1);
    assert_int_equal(x.result->events.at[0].ref.part, EVENT_CLOSE);
    assert_int_equal(x.result->events.at[0].ref.index, motion_row(&x, "floor"));
    motion_end(&x);
}

/* Beyond a thousand tolerances the run ends; what is less counts among the residuals. */
static void what_is_inside_out(void **state) {
    (void)state;
    motion x = motion_begin("coord y = 1\ngravity 10\nparticle p: mass 1 at [0, y]\ncontact floor: y >= 0\n");
    size_t k = motion_margin(&x, EVENT_CLOSE, 0);
    x.s->margins_start.size[k] = 2;
    x.s->margins_start.value[k] = 1.9e3 * x.s->gap_tolerance;
    assert_false(contact_inside_out(x.s));
    assert_near(x.result->position_residual, 1.9e-8, 1e-14);
    x.s->margins_start.value[k] = 2.1e3 * x.s->gap_tolerance;
    assert_true(contact_inside_out(x.s));
    assert_int_equal(x.result->failure->code, DIAG_E0513);
    motion_end(&x);
}

/* A beam of mass 2 on supports at x = 0 and x = 4, with a load of 3 at a: levers; beyond the supports one lets go. */
static void a_beam_on_two_supports(void **state) {
    (void)state;
    for (int k = -1; k <= 5; k++) {
        char text[500];
        snprintf(text, sizeof text,
                 "coord y = 0, w = 0\ngravity 10\nbody beam: mass 2, inertia 3, at [2, y], angle w\n"
                 "particle load: mass 3 at [2 + %d*cos(w), y + %d*sin(w)]\n"
                 "contact left: y - 2*sin(w) >= 0\ncontact right: y + 2*sin(w) >= 0\n",
                 k - 2, k - 2);
        motion x = motion_begin(text);
        assert_true(motion_evaluate(&x));
        const double left = 10 + 30 * (4 - k) / 4.0, right = 10 + 30 * k / 4.0;
        const bool rests = left >= 0 && right >= 0;
        assert_int_equal(x.s->mode->m, rests ? 2 : 1);
        if (rests) {
            assert_near(fabs(motion_lambda(&x, "left")), left, 1e-10);
            assert_near(fabs(motion_lambda(&x, "right")), right, 1e-10);
            assert_near(motion_a(&x, "w"), 0, 1e-11);
        } else
            assert_true(k < 0 ? motion_a(&x, "w") > 0 : motion_a(&x, "w") < 0);
        motion_end(&x);
    }
}

/* On an incline it stays up to tan a = mu, and slides with g (sin a - mu cos a) beyond. */
static void blocks_on_inclines(void **state) {
    (void)state;
    static const double slopes[] = {0.1, 0.3, 0.49, 0.51, 0.8, -0.2, -0.7};
    for (size_t k = 0; k < sizeof slopes / sizeof *slopes; k++) {
        const double a = atan(slopes[k]), mu = 0.5;
        char text[500];
        snprintf(text, sizeof text,
                 "coord s = 0, n = 0\ngravity 10\nparticle p: mass 3 at [s*cos(%.17g) - n*sin(%.17g), s*sin(%.17g) + "
                 "n*cos(%.17g)]\ncontact slope: n >= 0, friction 0.5 along s\nsimulate until 1\n",
                 a, a, a, a);
        motion x = motion_begin(text);
        motion_finish(&x);
        const double push = 10 * sin(a), limit = mu * 10 * cos(a);
        const double want = fabs(push) <= limit ? 0 : push > 0 ? limit - push : -limit - push;
        assert_near(x.result->final.v[0], want, 1e-9);
        assert_near(fabs(x.result->final.lambda[motion_row(&x, "slope")]), 30 * cos(a), 1e-9);
        motion_end(&x);
    }
}

/* A puck of mass 2 on a table, at the speed v along the angle a, pulled by P along the angle b. */
static motion puck(double v, double a, double P, double b) {
    char text[500];
    snprintf(text, sizeof text,
             "coord x = 0, y = 0, z = 0\ninitial x' = %.17g, y' = %.17g\ngravity 10\nparticle p: mass 2 at [x, y, z]\n"
             "force f: [%.17g, %.17g, 0] at p\ncontact table: z >= 0, friction 0.25 along [x, y]\n",
             v * cos(a), v * sin(a), P * cos(b), P * sin(b));
    return motion_begin(text);
}

/* On a surface it is the length of the pull that counts, in every direction, and friction is against the slip, or the
   pull that begins it. */
static void cones_stick_and_slide(void **state) {
    (void)state;
    static const struct {
        double v, pull;
        bool slides;
    } cases[] = {{0, 4.99, false}, {0, 5.01, true}, {1e-3, 4, true}, {3, 0, true}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        for (int i = 0; i < 8; i++) {
            const double a = 0.3 + i * PI / 4, b = 1 - 2.1 * i, P = cases[k].pull;
            motion x = puck(cases[k].v, a, P, b);
            const int table = motion_row(&x, "table");
            assert_int_equal(x.s->mode->slip[table] != 0, cases[k].slides);
            assert_true(motion_evaluate(&x));
            const double way = cases[k].v > 0 ? a : b, force = cases[k].slides ? 5 : P;
            assert_near(2 * motion_a(&x, "x"), P * cos(b) - force * cos(way), 1e-11);
            assert_near(2 * motion_a(&x, "y"), P * sin(b) - force * sin(way), 1e-11);
            motion_end(&x);
        }
}

/* A collar on a wire of any slope: what it presses with is found with the friction that this makes, on both sides. */
static void friction_of_a_guide(void **state) {
    (void)state;
    static const double slopes[] = {0, 0.3, -0.3, 0.6};
    for (size_t k = 0; k < sizeof slopes / sizeof *slopes; k++)
        for (int way = -1; way <= 1; way++) {
            char text[400];
            const double s = slopes[k], c = 1 / sqrt(1 + s * s), mu = 0.4;
            snprintf(text, sizeof text,
                     "coord x = 0, y = 0\ninitial x' = %g\ngravity 10\nparticle p: mass 2 at [x, y]\n"
                     "constraint wire: %.17g*y = %.17g*x\n"
                     "friction rub: coefficient 0.4 of wire along %.17g*x + %.17g*y\n",
                     way * 3., c, s * c, c, s * c);
            motion x = motion_begin(text);
            assert_true(motion_evaluate(&x));
            /* along the wire: gravity -10 s c, friction mu 10 c against the way, which holds up to its limit */
            const double down = -10 * s * c, most = mu * 10 * c;
            const double along = way ? down - way * most : fabs(down) <= most ? 0 : down + (down < 0 ? most : -most);
            assert_near(motion_a(&x, "x"), along * c, 1e-11);
            assert_near(motion_a(&x, "y"), along * c * s, 1e-11);
            motion_end(&x);
        }
}

/* A force that two rows share is nobody's to rub with. */
static void friction_of_what_is_told_twice(void **state) {
    (void)state;
    motion_fails("coord x = 0, y = 0\ninitial x' = 1\ngravity 10\nparticle p: mass 2 at [x, y]\n"
                 "constraint wire: y = 0\nconstraint again: 2*y = 0\nfriction rub: coefficient 0.4 of wire along x\n",
                 DIAG_E0510, "needs its force, which redundant constraints share");
}

/* At rest the friction of a guide takes the side on which it is pressed; sliding on, the side stays until the force
   turns. */
static void sides_of_a_guide(void **state) {
    (void)state;
    for (int side = -1; side <= 1; side += 2) {
        char text[400];
        snprintf(text, sizeof text,
                 "coord x = 0, y = 0\ninitial x' = 2\nkinetic T = x'^2 + y'^2\npotential V = %d*y\n"
                 "constraint wire: y = 0\nfriction rub: coefficient 0.5 of wire along x\noutput f = lambda(wire)\n",
                 side * 4);
        motion x = motion_begin(text);
        const int wire = motion_row(&x, "wire");
        assert_int_equal(mech_slip_side(x.s->mode->slip[wire]) > 0 ? 1 : -1, motion_shown(&x, "f") > 0 ? -1 : 1);
        assert_near(fabs(motion_shown(&x, "f")), 4, 1e-12);
        assert_near(motion_a(&x, "x"), -1, 1e-13);
        motion_end(&x);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_contact_is_closed_while_it_presses),
        cmocka_unit_test(friction_sticks_up_to_its_limit),
        cmocka_unit_test(two_feet_share),
        cmocka_unit_test(painleve_is_told),
        cmocka_unit_test(without_sliding_nothing_jams),
        cmocka_unit_test(changes_are_events),
        cmocka_unit_test(what_is_inside_out),
        cmocka_unit_test(a_beam_on_two_supports),
        cmocka_unit_test(blocks_on_inclines),
        cmocka_unit_test(cones_stick_and_slide),
        cmocka_unit_test(friction_of_a_guide),
        cmocka_unit_test(friction_of_what_is_told_twice),
        cmocka_unit_test(sides_of_a_guide),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
