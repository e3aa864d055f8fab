/* Ropes: taut and slack, round discs for any number of turns, on drums, with stiffness; what they cannot follow. And
   bounds of velocities, as of freewheels. */
#include "machine.h"

#include <math.h>
#include <string.h>

/* The same length, as a contact between coordinates: a rope over one disc, of which both ends hang straight down. */
static void as_written_by_hand(void **state) {
    (void)state;
    static const char *const ways[] = {"rope r: from a over [0, 0] radius 0.1 right to b, length 3.5\n",
                                       "contact r: -x - y + pi*0.1 <= 3.5\n"};
    double ends[2], speeds[2], pulls[2];
    for (int k = 0; k < 2; k++) {
        machine m =
            machine_run(0.9, 1e-11,
                        "coord x = -1, y = -1.5\ninitial x' = -1\ngravity 9.81\nparticle a: mass 1 at [-0.1, x]\n"
                        "particle b: mass 1.5 at [0.1, y]\n%sreport pull = maximum(force(r))\n",
                        ways[k]);
        assert_int_equal(machine_event_count(&m, "r.impact"), 1);
        ends[k] = machine_q(&m, "x");
        speeds[k] = machine_v(&m, "y");
        pulls[k] = machine_report(&m, "pull");
        machine_free(&m);
    }
    assert_near(ends[0], ends[1], 1e-11);
    assert_near(speeds[0], speeds[1], 1e-10);
    assert_near(pulls[0], 2 * 9.81 / (1 / 1.0 + 1 / 1.5), 1e-9);
    assert_near(pulls[0], pulls[1], 1e-9);
}

/* A rope over two pulleys that passes between them has to turn both ways: only the lengths at the ends change. */
static void crosses_between_pulleys(void **state) {
    (void)state;
    machine m = machine_run(0.5, 1e-11,
                            "coord x = -2, y = 2\ngravity 9.81\nparticle a: mass 2 at [-0.3, x]\n"
                            "particle b: mass 1 at [2.2, y]\nrope r: from a over [0, 0] radius 0.3 right over [2, 0.5] "
                            "radius 0.2 left to b\n");
    assert_near(machine_lambda(&m, "r"), 0, 1e-12); /* both fall: it is slack */
    assert_near(machine_q(&m, "y"), 2 - 9.81 / 8, 1e-11);
    machine_free(&m);
    m = machine_run(
        0.5, 1e-11,
        "coord x = -2, y = 2\nparticle a: mass 2 at [-0.3, x]\nparticle b: mass 1 at [2.2, y]\n"
        "force up: [0, 30] at b\nrope r: from a over [0, 0] radius 0.3 right over [2, 0.5] radius 0.2 left to "
        "b\n");
    assert_near(machine_q(&m, "y"), 2 + 30.0 / 3 / 8, 1e-11);
    assert_near(machine_lambda(&m, "r"), 20, 1e-9); /* shown as the tension */
    machine_free(&m);
}

/* Turn after turn, seen by observers of all kinds: mirrored, turned, far away, in other units, and through an elastic
   rope that is stiff enough. */
static void winds_up_for_every_observer(void **state) {
    (void)state;
    static const struct {
        double far, turn, unit;
        int side;
        const char *more;
        double within;
    } observers[] = {{0, 0, 1, 1, "", 1e-8},
                     {0, 0, 1, -1, "", 1e-8},
                     {1e4, 0, 1, 1, "", 1e-6},
                     {0, 2.5, 1, 1, "", 1e-8},
                     {0, -2.9, 1e-4, -1, "", 1e-8},
                     {-3, 1, 1e5, 1, "", 1e-8},
                     {0, 0, 1, 1, ", stiffness 1e6", 1e-3}};
    for (size_t k = 0; k < sizeof observers / sizeof *observers; k++) {
        const double u = observers[k].unit, side = observers[k].side;
        machine m = machine_run(
            4, 1e-10,
            "param u = %.17g, turn = %.17g, R = 0.1*u, far = %.17g*u, s = %g, v = 2*u\n"
            "let C = [far, far], e = dir(turn), n = rotate(e, pi/2)\n"
            "let P0 = C + 2*u*e - s*R*n\n"
            "coord x = P0.x, y = P0.y\ninitial x' = s*v*n.x, y' = s*v*n.y\nparticle puck: mass 1 at [x, y]\n"
            "rope r: from C - u*e - s*R*n over C radius R %s to puck%s%s\n"
            "output free = sqrt(dot(puck - C, puck - C) - R^2)/u, speed = norm(puck')/u\n",
            u, observers[k].turn, observers[k].far, side, side > 0 ? "left" : "right",
            *observers[k].more ? ", length 3*u" : "", observers[k].more);
        assert_near(machine_output(&m, "free"), sqrt(4 - 2 * 0.1 * 2 * 4), observers[k].within);
        assert_near(machine_output(&m, "speed"), 2, observers[k].within);
        machine_free(&m);
    }
}

/* Off the disc and back on it: the bob reaches the same height on both sides, again and again. */
static void leaves_and_comes_back(void **state) {
    (void)state;
    machine m = machine_run(20, 1e-11,
                            "coord x = -sin(0.7), y = -cos(0.7)\ngravity 9.81\nparticle bob: mass 1 at [x, y]\n"
                            "rope r: from [0, 0] over [0.05, -0.4] radius 0.05 left to bob, length 1\n"
                            "event left_turn when x' > 0 { }\nevent right_turn when x' < 0 { }\n"
                            "report a = at(left_turn, y, 3), b = at(right_turn, y, 4), least = minimum(force(r))\n");
    assert_near(machine_report(&m, "a"), -cos(0.7), 1e-9);
    assert_near(machine_report(&m, "b"), -cos(0.7), 1e-9);
    assert_true(machine_report(&m, "least") > 1);
    assert_true(machine_event_count(&m, "r.open") == 0);
    machine_free(&m);
}

/* The description says which turns there are at first. */
static void begins_with_turns(void **state) {
    (void)state;
    for (int turns = 0; turns < 4; turns++) {
        machine m = machine_run(0.1, 0,
                                "coord x = -1\nparticle a: mass 1 at [-0.1, x]\nforce down: [0, -1] at a\n"
                                "rope r: from a over [0, 0] radius 0.1 right turns %d to [0.1, -1], length %.17g\n",
                                turns, 2 + 0.1 * PI * (1 + 2 * turns));
        assert_near(machine_lambda(&m, "r"), 1, 1e-12);
        machine_free(&m);
    }
}

/* What ends a run, and when. */
static void is_refused(void **state) {
    (void)state;
    static const char two_masses[] = "coord x = -1, y = -1\ngravity 9.81\nparticle a: mass 2 at [-0.1, x]\n"
                                     "particle b: mass 1 at [0.1, y]\n";
    static const struct {
        const char *text, *says;
        double until;
    } cases[] = {
        {"rope r: from a over [0, 0] radius 0.1 right to b\n", "has come to a disc", 0},
        {"coord p = 0.5, q = 3\ninitial p' = -3\nparticle c: mass 1 at [p, q]\n" /* to the other side of both */
         "rope r: from [-2, 1] over [0, 0] radius 0.1 right over [1, 0] radius 0.1 right to c, length 9\n",
         "leaves one of its discs", 0},
        {"coord p = 3, q = 0.1\ninitial q' = 2\nparticle c: mass 1 at [p, q]\n"
         "rope r: from [-1, 0.1] over [0, 0] radius 0.1 right to c\n",
         "other side", 12.1},
        {"coord phi = 0\nbody drum: mass 1, inertia 0.1, at [1, 0], angle phi\n"
         "rope r: from a to drum radius 0.2 left, length 2\n",
         "run off its drum", 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        machine m = machine_try(30, "%s%s", i == 2 ? "" : two_masses, cases[i].text);
        assert_true(m.result && machine_found(&m, DIAG_E0521));
        size_t end = 0; /* warnings of the start may come before */
        while (diag_at(m.findings, end)->code != DIAG_E0521)
            end++;
        const char *message = diag_at(m.findings, end)->message;
        if (!strstr(message, cases[i].says))
            fail_msg("'%s' does not say '%s'", message, cases[i].says);
        assert_true(m.result->t >= cases[i].until);
        machine_free(&m);
    }
}

/* Steady motion of a load on a drum that is braked by its inertia; energies of an elastic rope add up. */
static void stretches(void **state) {
    (void)state;
    machine m = machine_run(3, 1e-11,
                            "param k = 300, L = 2 + 0.1*pi\ncoord x = -0.6, y = -1.2\ngravity 9.81\n"
                            "particle a: mass 1 at [-0.1, x]\nparticle b: mass 1 at [0.1, y]\n"
                            "rope r: from a over [0, 0] radius 0.1 right to b, length L, stiffness k\n"
                            "let beyond = -x - y - 2\noutput wrong = force(r) - k*max(beyond, 0)\n"
                            "report off = maximum(abs(wrong)), slack = minimum(force(r)), taut = maximum(force(r))\n");
    assert_near(machine_report(&m, "off"), 0, 1e-9);
    assert_true(machine_report(&m, "slack") == 0 && machine_report(&m, "taut") > 10);
    assert_below(m.result->energy_drift, 1e-9);
    machine_free(&m);
}

/* A rope over a disc stays what it is while a body that it has nothing to do with is freed: the equations that come
   then have pieces of their own. */
static void while_another_body_is_freed(void **state) {
    (void)state;
    static const char *const events[] = {"", "event off when t > 0.7 { free bead; drop s }\n"};
    double angle[2];
    for (int i = 0; i < 2; i++) {
        machine m = machine_run(1, 1e-10,
                                "coord a = -0.3, y = 0, s = 0.1\ngravity 9.81\n"
                                "particle cup: mass 1 at [1.5 + sin(a), -cos(a)]\nparticle w: mass 0.8 at [2.5, y]\n"
                                "particle bead: mass 0.2 at [s, 0.5]\n"
                                "rope r: from cup over [2, 0.5] radius 0.1 right to w, length 3.2, restitution 0.1\n%s",
                                events[i]);
        assert_near(m.result->t, 1, 0);
        assert_int_equal(machine_event_count(&m, "r.open"), 0);
        angle[i] = machine_q(&m, "a");
        machine_free(&m);
    }
    assert_near(angle[1], angle[0], 1e-8);
}

/* A freewheel: nothing is lost where it takes hold, an impact that would turn it back is stopped, and it opens where
   the torque on it changes its sign. */
static void freewheel(void **state) {
    (void)state;
    machine m = machine_run(3, 1e-11,
                            "coord a = 0, b = 0\ninitial b' = 4\nkinetic T = a'^2/2 + b'^2\n"
                            "generalized M: a = if t < 2 then 2 else -2\ncontact c: b' >= a'\n"
                            "report t1 = time(c.close), t2 = time(c.open), most = maximum(force(c))\n");
    assert_near(machine_report(&m, "t1"), 2, 1e-11);
    machine_free(&m);
    m = machine_run(3, 1e-11,
                    "coord a = 0, b = 0\ninitial b' = 2\nkinetic T = a'^2/2 + b'^2\n"
                    "generalized M: a = if t < 2 then 3 else -2\ncontact c: b' >= a'\n"
                    "report t1 = time(c.close), t2 = time(c.open), most = maximum(force(c))\n");
    assert_near(machine_report(&m, "t1"), 2.0 / 3, 1e-11);
    assert_near(machine_report(&m, "t2"), 2, 1e-11);
    assert_near(machine_report(&m, "most"), 2, 1e-11);
    assert_near(machine_v(&m, "b"), 2 + 4.0 / 3, 1e-10);
    assert_near(machine_v(&m, "a"), 2 + 4.0 / 3 - 2, 1e-10);
    assert_int_equal(machine_event_count(&m, "c.impact"), 0);
    machine_free(&m);
    m = machine_run(1, 0,
                    "coord a = 0, y = 1\ninitial y' = -2\nkinetic T = a'^2/2 + y'^2/2\ncontact back: a' >= 0\n"
                    "contact blow: y >= a, restitution 1\n");
    assert_near(machine_v(&m, "y"), 2, 1e-12); /* the lever does not give way, and gives all of it back */
    assert_near(machine_v(&m, "a"), 0, 1e-12);
    machine_free(&m);
}

/* Two pulleys with inertia that a rope does not slip on, and one between them on which it does; or on all. */
static void without_slip(void **state) {
    (void)state;
    static const char *const ropes[] = {
        "over first radius 0.1 right without slip over [1, 0] radius 0.1 right over second radius 0.2 right without "
        "slip "
        "turns 0 to right",
        "over first radius 0.1 right over second radius 0.2 right to right, without slip"};
    for (size_t i = 0; i < sizeof ropes / sizeof *ropes; i++) {
        char text[900];
        snprintf(text, sizeof text,
                 "coord y = -1, z = -2, p = 0, q = 0\ngravity 9.81\n"
                 "body first: mass 1, inertia 0.02, at [0, 0], angle p\n"
                 "body second: mass 1, inertia 0.03, at [2, 0], angle q\n"
                 "particle left: mass 3 at [-0.1, y]\nparticle right: mass 2 at [2.2, z]\n"
                 "rope r: from left %s\noutput a = force(r[1]), b = force(r[2]), c = force(r[3])\n",
                 ropes[i]);
        machine m = machine_run(0.5, 1e-10, text);
        const double a = 9.81 / (3 + 2 + 0.02 / 0.01 + 0.03 / 0.04);
        assert_near(machine_q(&m, "y"), -1 - a * 0.125, 1e-10);
        assert_near(machine_q(&m, "q"), a * 0.125 / 0.2, 1e-10);
        assert_near(machine_output(&m, "a"), 3 * (9.81 - a), 1e-8);
        assert_near(machine_output(&m, "b"), 3 * (9.81 - a) - 2 * a, 1e-8);
        assert_near(machine_output(&m, "c"), 2 * (9.81 + a), 1e-8);
        machine_free(&m);
    }
}

/* In space a rope is as long as it is there, whatever the axes: a stone falls until it is taut, and swings on; with a
   stiffness it hangs lower. */
static void ropes_in_space(void **state) {
    (void)state;
    static const char *const axes[] = {"[x, y, z]", "[y, z, x]", "[z, x, y]"};
    static const char *const gravity[] = {"[0, 0, -10]", "[0, -10, 0]", "[-10, 0, 0]"};
    for (int k = 0; k < 3; k++) {
        char text[600];
        snprintf(text, sizeof text,
                 "coord x = 0.3, y = 0.1, z = 0\ngravity %s\nparticle bob: mass 2 at %s\n"
                 "rope r: from [0, 0, 0] to bob, length 1\n"
                 "report taut = time(r.impact), longest = maximum(norm(bob)), pull = maximum(force(r))\n",
                 gravity[k], axes[k]);
        machine x = machine_run(1, 0, text);
        const double drop = sqrt(1 - 0.1), speed = sqrt(2 * 10 * drop), along = speed * sqrt(0.1);
        assert_close(machine_report(&x, "taut"), speed / 10, 1e-9);
        assert_close(machine_report(&x, "longest"), 1, 1e-9);
        assert_close(machine_report(&x, "pull"), 2 * (along * along + 2 * 10 * (1 - drop)) + 2 * 10, 1e-8); /* lowest */
        machine_free(&x);
        snprintf(text, sizeof text,
                 "coord x = 0, y = 0, z = -1.02\ngravity %s\nparticle bob: mass 2 at %s\n"
                 "rope r: from [0, 0, 0] to bob, length 1, stiffness 1000\nreport off = maximum(abs(z + 1.02))\n",
                 gravity[k], axes[k]);
        x = machine_run(1, 0, text);
        assert_near(machine_report(&x, "off"), 0, 1e-9);
        machine_free(&x);
    }
}

/* A rope that leaves its drum along the axis where angles jump by a turn, which rounding decides, is taut at the start.
 */
static void leaves_its_drum_the_other_way(void **state) {
    (void)state;
    for (int k = 0; k < 40; k++) {
        const double R = 0.1 + 0.025 * (k % 10), far = 0.909 + 0.091 * k, up = k & 1 ? R : -R;
        const bool to = k & 2;
        machine m = machine_run(0.1, 1e-10,
                                "coord a = 0, x = %g\nbody drum: mass 1, inertia 0.2, at [0, 0], angle a\n"
                                "particle load: mass 2 at [x, %g]\nforce pull: [%d, 0] at load\n"
                                "rope r: from %sdrum radius %g %s%s\nreport least = minimum(force(r))\n",
                                to ? far : -far, up, to ? 3 : -3, to ? "load to " : "", R, up > 0 ? "left" : "right",
                                to ? "" : " to load");
        assert_near(machine_report(&m, "least"), 3 / (1 + 2 * R * R / 0.2), 1e-9);
        machine_free(&m);
    }
}

/* A floor or a wall loosens a rope that is taut: it is not held because its terms are huge, far from the origin. Seen
   from anywhere, mirrored too. */
static void is_loosened_far_away(void **state) {
    (void)state;
    static const struct {
        double x, y, within;
        int side;
        bool bounces;
    } places[] = {{0, 0, 1e-9, 1, false},       {1e3, -1e3, 1e-9, -1, false}, {1e6, 1e6, 1e-7, 1, false},
                  {-1e6, 1e6, 1e-7, -1, false}, {1e7, -1e7, 1e-6, 1, false},  {0, 0, 1e-9, -1, true},
                  {1e6, -1e6, 1e-7, 1, true},   {-1e7, 1e7, 1e-6, -1, true}};
    double stops[2] = {0};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        const int side = places[i].side;
        machine m = machine_run(1, 1e-11,
                                "param X = %.17g, Y = %.17g\ncoord x = X - %d*1.711, y = Y + 0.621\n"
                                "initial x' = -%d*0.865, y' = -0.647\ngravity 9.81\n"
                                "particle b: mass 1.278 at [x, y]\ncontact c: y >= Y, friction 0.64 along x - X%s\n"
                                "rope r: from [X + %d*1.97, Y + 3.641] to b, length 5.223689849389236%s\n"
                                "report stop = %d*final(x - X)\n",
                                places[i].x, places[i].y, side, side, places[i].bounces ? ", restitution 0.3" : "",
                                side, places[i].bounces ? ", restitution 0.2" : "", side);
        double *stop = &stops[places[i].bounces];
        *stop = *stop == 0 ? machine_report(&m, "stop") : *stop;
        assert_near(machine_report(&m, "stop"), *stop, places[i].within);
        machine_free(&m);
    }
    assert_near(stops[0], -1.7481634274197, 1e-9); /* by a parabola, a pendulum, the blow and friction one by one */
}

/* A box that rattles between a floor and a rope: one presses the other in, bounce after bounce, by what far away is a
   visible gap; none is passed by. */
static void rattles_far_away(void **state) {
    (void)state;
    static const double places[][2] = {{0, 0},      {-22346.932364462078, -65271.8321920889},
                                       {6e4, 8e4},  {-1e5, 3e4},
                                       {1e4, -1e5}, {-7e4, -7e4},
                                       {4e5, -3e5}, {-9e5, -2e5}};
    double way = 0;
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        machine m =
            machine_run(2.41, 1e-10,
                        "param X = %.17g, Y = %.17g\ncoord x = X - 1.96, y = Y + 1.369, a = -0.021\n"
                        "initial x' = 1.466, y' = -0.034, a' = 1.983\ngravity [-0.36, -9.81]\n"
                        "body b: mass 1.494, inertia 0.297306, at [x, y], angle a\n"
                        "let l = b + rotate([-0.392, -0.142], a), r = b + rotate([0.392, -0.142], a)\n"
                        "contact left: l.y >= Y, restitution 0.51, friction 0.1 along l.x\n"
                        "contact right: r.y >= Y, restitution 0.51, friction 0.1 along r.x\n"
                        "rope tie: from [X + 1.173, Y + 3.79] to b, length 4.340867698078597\n"
                        "force f: sin(1.268*t)*[-4.903, -1.004] at b\nreport way = final(x - X), up = final(y - Y)\n",
                        places[i][0], places[i][1]);
        way = i ? way : machine_report(&m, "way");
        assert_near(machine_report(&m, "way"), way, 1e-5);
        machine_free(&m);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_slip),
        cmocka_unit_test(ropes_in_space),
        cmocka_unit_test(as_written_by_hand),
        cmocka_unit_test(crosses_between_pulleys),
        cmocka_unit_test(winds_up_for_every_observer),
        cmocka_unit_test(leaves_and_comes_back),
        cmocka_unit_test(begins_with_turns),
        cmocka_unit_test(is_refused),
        cmocka_unit_test(stretches),
        cmocka_unit_test(while_another_body_is_freed),
        cmocka_unit_test(freewheel),
        cmocka_unit_test(leaves_its_drum_the_other_way),
        cmocka_unit_test(is_loosened_far_away),
        cmocka_unit_test(rattles_far_away),
    };
    return MACHINE_RUN_TESTS(tests, NULL);
}
