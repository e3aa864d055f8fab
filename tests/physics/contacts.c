/* Contacts: what rests, what lifts off, what bounces, and the events that this makes. */
#include "machine.h"

#include <math.h>

/* A bead slides off a smooth sphere at two thirds of its starting height. */
static void bead_off_a_sphere(void **state) {
    (void)state;
    machine x =
        machine_run(5, 1e-12,
                    "param a0 = 0.2\ncoord x = sin(a0), y = cos(a0)\ngravity 9.81\nparticle bead: mass 3 at [x, y]\n"
                    "contact sphere: norm(bead) >= 1\nevent floor when y < 0 { stop }\noutput normal = force(sphere)\n"
                    "report off = at(sphere.open, y), leave = time(sphere.open), least = minimum(force(sphere))\n");
    assert_near(machine_report(&x, "off"), 2 * cos(0.2) / 3, 1e-11);
    assert_near(point_output(&x, &x.result->initial, "normal"), 3 * 9.81 * cos(0.2), 1e-12);
    const sim_event *e = machine_event(&x, "sphere.open", 0);
    assert_near(point_lambda(&x, &e->before, "sphere"), 0, 1e-9);
    assert_true(point_lambda(&x, &e->after, "sphere") == 0 && machine_output(&x, "normal") == 0);
    assert_near(machine_report(&x, "least"), 0, 1e-9);
    assert_int_equal(x.result->events.len, 2);
    double vx = point_v(&x, &e->before, "x"), vy = point_v(&x, &e->before, "y"), y = machine_report(&x, "off");
    double t = (vy + sqrt(vy * vy + 2 * 9.81 * y)) / 9.81;
    assert_near(machine_q(&x, "x"), point_q(&x, &e->before, "x") + vx * t, 1e-11);
    machine_free(&x);
}

static void closed_or_open_at_the_start(void **state) {
    (void)state;
    static const struct {
        double y, v, up;
        bool closed;
    } cases[] = {{0, 0, 0, true}, {0, 0, 5, true}, {0, 0, 15, false}, {0, 1, 0, false}, {0.5, 0, 0, false}};
    for (int i = 0; i < 5; i++) {
        machine x = machine_run(
            0.05, 0,
            "coord y = %g\ninitial y' = %g\ngravity 9.81\nparticle p: mass 1 at [0, y]\nforce up: [0, %g] at p\n"
            "contact floor: y >= 0\noutput f = force(floor), a = y''\n",
            cases[i].y, cases[i].v, cases[i].up);
        double weight = 9.81 - cases[i].up;
        assert_near(point_output(&x, &x.result->initial, "f"), cases[i].closed ? weight : 0, 1e-13);
        assert_near(point_output(&x, &x.result->initial, "a"), cases[i].closed ? 0 : -weight, 1e-13);
        assert_int_equal(x.result->events.len, 0);
        machine_free(&x);
    }
}

static void start_inside_is_refused(void **state) {
    (void)state;
    machine x = machine_try(1, "coord y = -0.1\ngravity 9.81\nparticle p: mass 1 at [0, y]\ncontact floor: y >= 0\n");
    assert_true(x.result && x.result->start_failed);
    assert_true(machine_found(&x, DIAG_E0405));
    machine_free(&x);
}

/* A contact demanded closed moves a guess until it is. */
static void initially_closed(void **state) {
    (void)state;
    machine x =
        machine_run(0.1, 0,
                    "coord a ~ 0.5, b = 0.2\ngravity 9.81\nlet tip = [0, 1] + 0.9*dir(b) + 1.5*[sin(a), -cos(a)]\n"
                    "particle p: mass 1 at tip\nparticle q: mass 2 at 0.5*dir(b)\ncontact ground: p.y >= 0\n"
                    "initial closed(ground)\noutput gap = p.y, rate = p'.y\n");
    assert_near(point_output(&x, &x.result->initial, "gap"), 0, 1e-15);
    assert_near(point_q(&x, &x.result->initial, "a"), acos((1 + 0.9 * sin(0.2)) / 1.5), 1e-12);
    assert_true(point_lambda(&x, &x.result->initial, "ground") < 0);
    machine_free(&x);
}

static void plastic_landing(void **state) {
    (void)state;
    machine x = machine_run(
        2, 0,
        "coord x = 0, y = 1\ninitial x' = 2\ngravity 9.81\nparticle p: mass 3 at [x, y]\ncontact floor: y >= 0\n"
        "report hit = time(floor.impact), rest = time(floor.close), before = at(floor.impact, y')\n"
        "report never = time(floor.open)\n");
    double t = sqrt(2 / 9.81), v = sqrt(2 * 9.81);
    assert_close(machine_report(&x, "hit"), t, 1e-14);
    assert_true(machine_report(&x, "rest") == machine_report(&x, "hit"));
    assert_near(machine_report(&x, "before"), -v, 1e-12);
    assert_no_value(machine_report(&x, "never"));
    assert_int_equal(x.result->events.len, 2);
    assert_int_equal(x.result->events.at[0].ref.part, EVENT_IMPACT);
    assert_int_equal(x.result->events.at[1].ref.part, EVENT_CLOSE);
    assert_near(machine_impulse(&x, &x.result->events.at[0], "floor"), 3 * v, 1e-12);
    assert_true(machine_q(&x, "y") == 0 || fabs(machine_q(&x, "y")) < 1e-16);
    assert_near(machine_lambda(&x, "floor"), -3 * 9.81, 1e-13);
    assert_near(machine_q(&x, "x"), 4, 1e-13);
    assert_below(x.result->energy_drift, 1e-12);
    machine_free(&x);
}

static void elastic_bouncing(void **state) {
    (void)state;
    machine x = machine_run(
        20, 1e-12, "coord y = 1\ngravity 9.81\nparticle p: mass 3 at [0, y]\ncontact floor: y >= 0, restitution 1\n");
    double t = sqrt(2 / 9.81);
    int bounces = (int)floor((20 / t + 1) / 2);
    assert_int_equal(machine_event_count(&x, "floor.impact"), bounces);
    assert_int_equal(machine_event_count(&x, "floor.close"), 0);
    for (int i = 0; i < bounces; i++)
        assert_close(machine_event(&x, "floor.impact", i)->t, (2 * i + 1) * t, 1e-12);
    const sim_event *e = machine_event(&x, "floor.impact", 0);
    assert_true(point_v(&x, &e->after, "y") == -point_v(&x, &e->before, "y"));
    machine_free(&x);
}

/* Infinitely many bounces in a finite time: the ball comes to rest at sqrt(2h/g) (1 + e)/(1 - e). */
static void bouncing_to_rest(void **state) {
    (void)state;
    static const double restitutions[] = {0.1, 0.5, 0.8};
    for (int i = 0; i < 3; i++) {
        double e = restitutions[i], t = sqrt(2 * 0.7 / 9.81) * (1 + e) / (1 - e);
        machine x = machine_run(
            2 * t, 1e-12,
            "coord y = 0.7\ngravity 9.81\nparticle p: mass 3 at [0, y]\ncontact floor: y >= 0, restitution %.17g\n"
            "report rest = time(floor.close)\n",
            e);
        assert_near(machine_report(&x, "rest"), t, 1e-6);
        assert_int_equal(machine_event_count(&x, "floor.close"), 1);
        assert_int_equal(machine_event_count(&x, "floor.open"), 0);
        assert_true(machine_event_count(&x, "floor.impact") >= 5);
        assert_near(machine_q(&x, "y"), 0, 1e-14);
        assert_near(machine_v(&x, "y"), 0, 1e-14);
        assert_near(machine_lambda(&x, "floor"), -3 * 9.81, 1e-12);
        assert_close(machine_event(&x, "floor.impact", 1)->t, sqrt(2 * 0.7 / 9.81) * (1 + 2 * e), 1e-11);
        machine_free(&x);
    }
}

/* A beam on two supports: the load divides by the lever. */
static void two_supports(void **state) {
    (void)state;
    static const double loads[] = {0, 0.3, 0.9};
    for (int i = 0; i < 3; i++) {
        machine x = machine_run(
            0.5, 0,
            "coord x = 0, y = 0.1, a = 0\ngravity 9.81\nbody beam: mass 2, inertia 0.5, at [x, y], angle a\n"
            "let L = beam - rotate([1, 0.1], a), R = beam + rotate([1, -0.1], a)\n"
            "force load: [0, -10] at beam + %g*dir(a)\ncontact left: L.y >= 0\ncontact right: R.y >= 0\n",
            loads[i]);
        double c = loads[i], right = 2 * 9.81 / 2 + 10 * (1 + c) / 2, left = 2 * 9.81 / 2 + 10 * (1 - c) / 2;
        assert_near(-machine_lambda(&x, "left"), left, 1e-11);
        assert_near(-machine_lambda(&x, "right"), right, 1e-11);
        assert_near(machine_q(&x, "a"), 0, 1e-14);
        assert_int_equal(x.result->events.len, 0);
        machine_free(&x);
    }
}

/* With the load outside the supports the beam tips: one support opens at once. */
static void tipping(void **state) {
    (void)state;
    machine x =
        machine_run(0.1, 0,
                    "coord x = 0, y = 0.1, a = 0\ngravity 9.81\nbody beam: mass 1, inertia 0.5, at [x, y], angle a\n"
                    "let L = beam - rotate([1, 0.1], a), R = beam + rotate([1, -0.1], a)\n"
                    "force load: [0, -100] at beam + 1.5*dir(a)\ncontact left: L.y >= 0\ncontact right: R.y >= 0\n");
    assert_true(point_lambda(&x, &x.result->initial, "left") == 0 && machine_lambda(&x, "left") == 0);
    assert_true(point_lambda(&x, &x.result->initial, "right") < 0);
    assert_true(machine_q(&x, "a") < -0.01);
    machine_free(&x);
}

/* A box that lands flat touches with both corners at one instant. */
static void flat_landing(void **state) {
    (void)state;
    for (int elastic = 0; elastic < 2; elastic++) {
        machine x =
            machine_run(1, 0,
                        "coord x = 0, y = 1.1, a = 0\ngravity 9.81\nbody box: mass 2, inertia 0.5, at [x, y], angle a\n"
                        "let L = box - rotate([1, 0.1], a), R = box + rotate([1, -0.1], a)\n"
                        "contact left: L.y >= 0, restitution %d\ncontact right: R.y >= 0, restitution %d\n",
                        elastic, elastic);
        double t = sqrt(2 / 9.81), v = sqrt(2 * 9.81);
        const sim_event *l = machine_event(&x, "left.impact", 0), *r = machine_event(&x, "right.impact", 0);
        assert_close(l->t, t, 1e-13);
        assert_true(l->t == r->t);
        assert_near(machine_impulse(&x, l, "left"), (1 + elastic) * v, 1e-11);
        assert_near(machine_impulse(&x, l, "right"), (1 + elastic) * v, 1e-11);
        assert_near(machine_q(&x, "a"), 0, 1e-12);
        assert_near(machine_v(&x, "y"), elastic ? v - 9.81 * (1 - t) : 0, 1e-11);
        machine_free(&x);
    }
}

/* A box that lands on one corner gets the spin of the corner's impulse. */
static void corner_landing(void **state) {
    (void)state;
    machine x =
        machine_run(0.5, 1e-12,
                    "coord x = 0, y = 1, a = 0.3\ngravity 9.81\nbody box: mass 2, inertia 0.5, at [x, y], angle a\n"
                    "let L = box - rotate([0.5, 0], a)\ncontact left: L.y >= 0\n");
    const sim_event *e = machine_event(&x, "left.impact", 0);
    double fall = 1 - 0.5 * sin(0.3), v = sqrt(2 * 9.81 * fall), arm = 0.5 * cos(0.3),
           P = v / (1 / 2.0 + arm * arm / 0.5);
    assert_near(machine_impulse(&x, e, "left"), P, 1e-11);
    assert_near(point_v(&x, &e->after, "y"), -v + P / 2, 1e-11);
    assert_near(point_v(&x, &e->after, "a"), -arm * P / 0.5, 1e-11);
    machine_free(&x);
}

/* The blow runs through a row of touching balls: as many leave as came. */
static void newtons_cradle(void **state) {
    (void)state;
    static const int rows[] = {2, 3, 5};
    for (int i = 0; i < 3; i++) {
        int N = rows[i];
        for (int moving = 1; moving < N && moving < 3; moving++) {
            machine x = machine_run(1, 1e-12,
                                    "param N = %d, k = %d\nfor i in 1..k { coord x[i] = -1\n initial x[i]' = 2 }\nfor "
                                    "i in k+1..N { coord x[i] = 0 }\n"
                                    "for i in 1..N { particle b[i]: mass 1.5 at [x[i] + i, 0] }\n"
                                    "for i in 1..N-1 { contact c[i]: x[i+1] >= x[i], restitution 1 }\n",
                                    N, moving);
            for (int b = 0; b < N; b++) {
                bool leaves = b >= N - moving;
                assert_near(x.result->final.v[b], leaves ? 2 : 0, 1e-12);
                assert_near(x.result->final.q[b], leaves ? 1 : 0, 1e-12);
            }
            machine_free(&x);
        }
    }
}

/* A ball falls on a stack: with restitution 0 they go on as one, with 1 the lowest ball bounces the blow back. */
static void ball_on_a_stack(void **state) {
    (void)state;
    machine x = machine_run(
        1, 1e-12,
        "coord a = 0, b = 0, c = 1\ngravity 9.81\nparticle p: mass 1 at [0, a]\nparticle q: mass 1 at [0, 1 + b]\n"
        "particle r: mass 2 at [0, 2 + c]\ncontact ground: a >= 0\ncontact lower: b >= a\ncontact upper: c >= b\n");
    const sim_event *e = machine_event(&x, "upper.impact", 0);
    double P = 2 * sqrt(2 * 9.81);
    assert_near(machine_impulse(&x, e, "upper"), P, 1e-11);
    assert_near(machine_impulse(&x, e, "lower"), P, 1e-11);
    assert_near(machine_impulse(&x, e, "ground"), P, 1e-11);
    assert_int_equal(machine_event_count(&x, "ground.open") + machine_event_count(&x, "lower.open"), 0);
    assert_near(machine_lambda(&x, "ground"), -4 * 9.81, 1e-11);
    assert_near(machine_lambda(&x, "lower"), -3 * 9.81, 1e-11);
    assert_near(machine_lambda(&x, "upper"), -2 * 9.81, 1e-11);
    machine_free(&x);
    x = machine_run(0.6, 1e-12,
                    "coord a = 0, b = 1\ngravity 9.81\nparticle p: mass 1 at [0, a]\nparticle q: mass 1 at [0, 1 + b]\n"
                    "contact ground: a >= 0, restitution 1\ncontact top: b >= a, restitution 1\n");
    e = machine_event(&x, "top.impact", 0);
    double v = sqrt(2 * 9.81), t = 0.6 - e->t;
    assert_near(machine_v(&x, "b"), v - 9.81 * t, 1e-11); /* the blow went down and came back */
    assert_near(machine_q(&x, "a"), 0, 1e-13);
    machine_free(&x);
}

/* Taking a weight away lets the contact open at that instant. */
static void opened_by_a_jump(void **state) {
    (void)state;
    machine x = machine_run(
        2, 0,
        "coord y = 0\ngravity 9.81\nparticle p: mass 1 at [0, y]\nforce lift: [0, 15] at p\nforce weight: [0, -10] at "
        "p\n"
        "contact ground: y >= 0\nevent unload when t > 1 { drop weight }\nreport open_ = time(ground.open)\n"
        "event high when y > 1 after ground.open { stop }\n");
    assert_near(machine_report(&x, "open_"), 1, 1e-15);
    assert_near(x.result->t, 1 + sqrt(2 / 5.19), 1e-13);
    assert_near(point_lambda(&x, &machine_event(&x, "unload", 0)->before, "ground"), -4.81, 1e-13);
    assert_true(point_lambda(&x, &machine_event(&x, "unload", 0)->after, "ground") == 0);
    machine_free(&x);
}

/* A push sideways on a closed contact does nothing to it, one upward opens it, one downward bounces. */
static void kicks_on_a_closed_contact(void **state) {
    (void)state;
    static const struct { double kick, e, v; } cases[] = {{2, 0, 2}, {2, 0.5, 2}, {-2, 0.5, 1}, {-2, 0, 0}};
    for (int i = 0; i < 4; i++) {
        machine x = machine_run(
            0.6, 0,
            "coord x = 0, y = 0\ngravity 9.81\nparticle p: mass 1 at [x, y]\ncontact ground: y >= 0, restitution %g\n"
            "event kick when t > 0.5 { set y' = %g; set x' = 3 }\n",
            cases[i].e, cases[i].kick);
        const sim_event *e = machine_event(&x, "kick", 0);
        assert_near(point_v(&x, &e->after, "y"), cases[i].v, 1e-14);
        assert_near(point_v(&x, &e->after, "x"), 3, 0);
        assert_near(machine_v(&x, "y"), cases[i].v > 0 ? cases[i].v - 0.981 : 0, 1e-13);
        assert_int_equal(machine_event_count(&x, "ground.open"), cases[i].v > 0);
        machine_free(&x);
    }
}

/* What is set pushes what touches it along, and leaves behind what it would have to pull. */
static void what_is_set_pushes_and_does_not_pull(void **state) {
    (void)state;
    static const char *const contacts[] = {"b >= a", "b' >= a'"};
    for (int i = 0; i < 2; i++)
        for (int sign = -1; sign <= 1; sign += 2) {
            machine x = machine_run(1, 0,
                                    "coord a = 0, b = 0\nkinetic T = (a'^2 + 3*b'^2)/2\ncontact touch: %s\n"
                                    "generalized left: a = 1\ngeneralized right: b = -1\n"
                                    "event kick when t > 0.5 { set a' = %d }\n",
                                    contacts[i], 8 * sign);
            const sim_event *e = machine_event(&x, "kick", 0);
            assert_near(point_v(&x, &e->after, "a"), 8 * sign, 0);
            assert_near(point_v(&x, &e->after, "b"), sign > 0 ? 8 : 0, 1e-14);
            assert_int_equal(machine_event_count(&x, "touch.open"), sign < 0);
            machine_free(&x);
        }
}

/* A plate that is pulled away from under a box takes nothing of it along, by friction neither. */
static void a_plate_that_is_pulled_away(void **state) {
    (void)state;
    machine x = machine_run(0.6, 0,
                            "coord x = 0, y = 0, u = 0, v = 0\ngravity 9.81\nparticle box: mass 2 at [x, y]\n"
                            "particle plate: mass 5 at [u, v]\npotential hung = -7*9.81*v\n"
                            "contact c: y - v >= 0, friction 0.5 along x - u\n"
                            "event pull when t > 0.5 { set u' = 5; set v' = -3 }\n");
    const sim_event *e = machine_event(&x, "pull", 0);
    assert_near(point_v(&x, &e->after, "x"), 0, 1e-14);
    assert_near(point_v(&x, &e->after, "y"), 0, 1e-14);
    assert_near(point_v(&x, &e->after, "u"), 5, 0);
    assert_near(point_v(&x, &e->after, "v"), -3, 0);
    assert_near(machine_v(&x, "x"), 0, 1e-14);
    machine_free(&x);
}

/* After a long rest, for which the motion at rest is solved by elimination, a thrown ball lands as well as ever. */
static void landing_after_a_long_rest(void **state) {
    (void)state;
    machine x = machine_run(30, 0,
                            "coord x = 0, y = 0\ngravity 9.81\nparticle p: mass 1 at [x, y]\ninitial x' = 1\n"
                            "force wind: [0.01*cos(20*t), 0] at p\ncontact ground: y >= 0, restitution 0.5\n"
                            "event kick when t > 20 { set y' = 1 }\n");
    const sim_event *first = machine_event(&x, "ground.impact", 0), *second = machine_event(&x, "ground.impact", 1);
    assert_near(first->t, 20 + 2 / 9.81, 1e-12);
    assert_near(point_v(&x, &first->after, "y"), 0.5, 1e-12);
    assert_near(second->t, 20 + 3 / 9.81, 1e-12);
    assert_near(machine_lambda(&x, "ground"), -9.81, 1e-12);
    machine_free(&x);
}

static void closing_without_speed(void **state) {
    (void)state;
    machine x = machine_run(
        2, 0,
        "coord x = 0, y = 0\ninitial x' = 1\ngravity 9.81\nparticle p: mass 1 at [x, y]\nconstraint rail: y = 0\n"
        "contact ground: y >= 0 off\nevent change when x > 1 { drop rail; hold ground }\n");
    assert_int_equal(machine_event_count(&x, "ground.close"), 1);
    assert_int_equal(machine_event_count(&x, "ground.impact"), 0);
    assert_near(machine_lambda(&x, "ground"), -9.81, 1e-13);
    assert_true(machine_lambda(&x, "rail") == 0);
    machine_free(&x);
}

static void holding_a_contact_from_inside_is_refused(void **state) {
    (void)state;
    machine x = machine_try(2, "coord y = 1\ngravity 9.81\nparticle p: mass 1 at [0, y]\ncontact ground: y >= 0 off\n"
                               "event late when y < -0.5 { hold ground }\n");
    assert_int_equal(x.result->end, SIM_FAILED);
    assert_true(machine_found(&x, DIAG_E0504));
    machine_free(&x);
    x = machine_try(2, "coord y = 1\ngravity 9.81\nparticle p: mass 1 at [0, y]\ncontact ground: y >= 0\n"
                       "event jump when y < 0.5 { set y = -1 }\n");
    assert_int_equal(x.result->end, SIM_FAILED);
    assert_true(machine_found(&x, DIAG_E0504));
    machine_free(&x);
}

/* A contact that is dropped is no obstacle any more; held again it is one. */
static void dropped_and_held(void **state) {
    (void)state;
    machine x = machine_run(
        2, 0,
        "coord y = 0\ngravity 9.81\nparticle p: mass 1 at [0, y]\ncontact table: y >= 0\ncontact floor: y >= -1\n"
        "event trapdoor when t > 1 { drop table }\nreport fall = time(floor.impact) - time(trapdoor)\n");
    assert_near(machine_report(&x, "fall"), sqrt(2 / 9.81), 1e-14);
    assert_near(machine_q(&x, "y"), -1, 1e-14);
    assert_true(machine_lambda(&x, "table") == 0);
    machine_free(&x);
}

/* closed(...) and open(...) as conditions, the events of contacts after each other. */
static void contact_states_as_conditions(void **state) {
    (void)state;
    machine x = machine_run(
        3, 0,
        "coord y = 1, n = 0\ngravity 9.81\nparticle p: mass 1 at [0, y]\nkinetic T = 1/2*n'^2\ncontact floor: y >= 0\n"
        "event landed when closed(floor) { set n' = 1 }\nevent lift when n > 0.5 { set y' = 2 }\n"
        "event gone when open(floor) after lift { set n' = 0 }\nevent again when t > 0 after floor.open { stop }\n"
        "output c = if closed(floor) then 1 else 0\n");
    double t = sqrt(2 / 9.81);
    assert_close(machine_event(&x, "landed", 0)->t, t, 1e-14);
    assert_close(machine_event(&x, "lift", 0)->t, t + 0.5, 1e-14);
    assert_close(machine_event(&x, "floor.open", 0)->t, t + 0.5, 1e-14);
    assert_close(machine_event(&x, "gone", 0)->t, t + 0.5, 1e-14);
    assert_near(point_output(&x, &machine_event(&x, "lift", 0)->before, "c"), 1, 0);
    assert_near(point_output(&x, &machine_event(&x, "lift", 0)->after, "c"), 0, 0);
    machine_free(&x);
}

/* A pendulum on a slack rope: it falls freely until the rope is taut. */
static void rope_goes_taut(void **state) {
    (void)state;
    machine x =
        machine_run(1, 1e-12,
                    "coord x = 0.5, y = 0\ngravity 9.81\nparticle p: mass 2 at [x, y]\ncontact rope: 1 >= norm(p)\n"
                    "report taut = time(rope.impact), pull = final(force(rope))\n");
    double t = sqrt(2 * sqrt(0.75) / 9.81), v = 9.81 * t;
    assert_close(machine_report(&x, "taut"), t, 1e-13);
    const sim_event *e = machine_event(&x, "rope.impact", 0);
    assert_near(machine_impulse(&x, e, "rope"), 2 * v * sqrt(0.75), 1e-11);
    assert_near(point_v(&x, &e->after, "x"), -v * sqrt(0.75) * 0.5, 1e-11);
    assert_true(machine_report(&x, "pull") > 0);
    machine_free(&x);
}

/* A bilateral constraint passes the blow on: both ends of a rigid dumbbell feel it. */
static void impact_through_a_constraint(void **state) {
    (void)state;
    machine x =
        machine_run(1, 1e-12,
                    "coord a = 1, b = 2\ngravity 9.81\nparticle p: mass 1 at [0, a]\nparticle q: mass 2 at [0, b]\n"
                    "constraint stick: b - a = 1\ncontact ground: a >= 0, restitution 0.5\n");
    const sim_event *e = machine_event(&x, "ground.impact", 0);
    double v = sqrt(2 * 9.81);
    assert_near(machine_impulse(&x, e, "ground"), 3 * 1.5 * v, 1e-11);
    assert_near(machine_impulse(&x, e, "stick"), 2 * 1.5 * v, 1e-11);
    assert_near(point_v(&x, &e->after, "b"), 0.5 * v, 1e-12);
    machine_free(&x);
}

/* Two contacts of one machine that bounce in turns come to rest together, whatever their restitutions. */
static void two_that_bounce_in_turns(void **state) {
    (void)state;
    static const double restitution[][2] = {{0.3, 0.2}, {0.3, 0.7}, {0.5, 0.5}, {0.5, 0.7}, {0.7, 0.2}};
    for (int i = 0; i < 5; i++) {
        machine x = machine_run(8, 0,
                                "coord y ~ 0.2, th ~ 0.4, q ~ 0.1\ngravity 9.81\nparticle p: mass 1 at [0, y]\n"
                                "body b: mass 2, inertia 0.3, at 0.8*dir(th) + [q, 0], angle th\n"
                                "rod link: mass 0.5, from [0, y] to b\n"
                                "contact floor: y >= -2, restitution %g\n"
                                "contact stop_: sin(th) >= -0.2, restitution %g\n",
                                restitution[i][0], restitution[i][1]);
        assert_near(machine_q(&x, "y"), -2, 1e-10);
        assert_near(machine_v(&x, "y"), 0, 1e-10);
        assert_near(machine_v(&x, "th"), 0, 1e-10);
        assert_close(machine_lambda(&x, "floor"), -(1 + 0.25) * 9.81, 1e-6); /* and half of the link */
        machine_free(&x);
    }
}

/* A box that falls on a rough floor rocks from corner to corner, ever faster, and stands. */
static void a_box_comes_to_rest(void **state) {
    (void)state;
    for (int i = 0; i < 12; i++) {
        machine x = machine_run(3, 0,
                                "coord x = 0, y = 0.9, a = %g\ninitial a' = %g\ngravity 9.81\n"
                                "body box: mass 1.4, inertia 0.05, at [x, y], angle a\n"
                                "let A = box + rotate([0.3, 0.2], a), B = box + rotate([-0.3, 0.2], a)\n"
                                "let C = box + rotate([-0.3, -0.2], a), D = box + rotate([0.3, -0.2], a)\n"
                                "contact a1: A.y >= 0, restitution %g, friction 0.6 along A.x\n"
                                "contact b1: B.y >= 0, restitution %g, friction 0.6 along B.x\n"
                                "contact c1: C.y >= 0, restitution %g, friction 0.6 along C.x\n"
                                "contact d1: D.y >= 0, restitution %g, friction 0.6 along D.x\n",
                                -2 + 0.4 * i, 3.0 - i, i % 3 * 0.2, i % 3 * 0.2, i % 3 * 0.2, i % 3 * 0.2);
        assert_near(machine_v(&x, "x"), 0, 1e-9);
        assert_near(machine_v(&x, "y"), 0, 1e-9);
        assert_near(machine_v(&x, "a"), 0, 1e-9);
        machine_free(&x);
    }
}

/* Rods that bounce from end to end, ever less: the one that only just leaves does not close again at the same instant,
   and comes back even from where the other pressed it in. */
static void rods_that_rattle(void **state) {
    (void)state;
    static const struct {
        double y, a, vx, vy, w, m, I, r, e, mu;
    } cases[] = {{1.447, -1.088, 0.775, 0.152, 6.276, 0.951, 0.16, 0.293, 0.6, 1},
                 {1.835, 0.492, 1.736, 0.128, 5.313, 0.976, 0.17, 0.306, 0.3, 0.1}};
    for (int i = 0; i < 2; i++) {
        machine x = machine_run(3, 0,
                                "coord x = 0, y = %g, a = %g\ninitial x' = %g, y' = %g, a' = %g\ngravity 9.81\n"
                                "body rod: mass %g, inertia %g, at [x, y], angle a\n"
                                "let A = rod + %g*dir(a), B = rod - %g*dir(a)\n"
                                "contact p: A.y >= 0, restitution %g, friction %g along A.x\n"
                                "contact q: B.y >= 0, restitution %g, friction %g along B.x\n",
                                cases[i].y, cases[i].a, cases[i].vx, cases[i].vy, cases[i].w, cases[i].m, cases[i].I,
                                cases[i].r, cases[i].r, cases[i].e, cases[i].mu, cases[i].e, cases[i].mu);
        assert_near(machine_q(&x, "y"), 0, 1e-10);
        assert_near(machine_v(&x, "y"), 0, 1e-10);
        assert_near(machine_v(&x, "a"), 0, 1e-9);
        machine_free(&x);
    }
}

/* A body on a shaking table leaves it where A w^2 sin(w t) = g, flies, and is caught. */
static void body_on_a_shaking_table(void **state) {
    (void)state;
    static const double amplitudes[] = {0.3, 0.05, 0.01, 1}, rates[] = {8, 20, 50, 5};
    const char *methods[] = {"dop853", "cvode", "auto", "taylor"};
    for (int i = 0; i < 16; i++) {
        double A = amplitudes[i % 4], w = rates[i % 4];
        if (!ode_method_is_there(sim_find_method(methods[i / 4])))
            continue;
        sim_options o = sim_options_default();
        o.until = 3;
        o.tolerance = 1e-7;
        o.method = methods[i / 4];
        machine x = machine_run_with(o,
                                     "coord y = 0\ngravity 9.81\nparticle p: mass 2 at [0, y]\n"
                                     "contact plate: y >= %g*sin(%g*t)\ninitial closed(plate)\n",
                                     A, w);
        double off = asin(9.81 / (A * w * w)) / w;
        assert_near(machine_event(&x, "plate.open", 0)->t, off, 1e-5);
        const sim_event *back = machine_event(&x, "plate.impact", 0);
        double fly = back->t - off;
        assert_near(A * sin(w * off) + A * w * cos(w * off) * fly - 9.81 / 2 * fly * fly, A * sin(w * back->t), 1e-5);
        if (machine_event_count(&x, "plate.close")) /* at rest it takes part in the motion until it leaves again */
            assert_true(machine_event(&x, "plate.close", 0)->t > off + 0.5 * fly);
        machine_free(&x);
    }
}

/* Plates that fall on each other, the heavier ones above: the more of them and the less they bounce, the more blows it
   takes until all lie still. */
static void falling_stacks(void **state) {
    (void)state;
    for (int n = 5; n <= 11; n += 3)
        for (int k = 0; k < 3; k++) {
            machine x = machine_run(6, 0,
                                    "param N = %d, e = %g\ncoord y[1..N] = 0\nfor i in 1..N {\n"
                                    "particle b[i]: mass i at [0, y[i] + 1.1*i]\nlet high[i] = 1.1*i + y[i] }\n"
                                    "let high[0] = 0\ngravity 10\n"
                                    "for i in 1..N { contact c[i]: high[i] - high[i-1] >= 1, restitution e }\n"
                                    "report top = final(high[N]), load = final(force(c[1]))\n"
                                    "report lost = final(kinetic)\n",
                                    n, (double[]){0, 0.1, 0.5}[k]);
            assert_near(machine_report(&x, "top"), n, 1e-9);
            assert_near(machine_report(&x, "load"), 5 * n * (n + 1), 1e-6);
            assert_near(machine_report(&x, "lost"), 0, 1e-12);
            machine_free(&x);
        }
}

/* What lifts off carries nothing at that instant, whatever happens then; what is pushed back at once closes again. */
static void others_come_as_a_contact_opens(void **state) {
    (void)state;
    static const char *const lifted = "coord x = 0, y = 0, a = 0\ninitial x' = 3\ngravity 1\n"
                                      "rod b: mass 1, from [x, y] - dir(a) to [x, y] + dir(a)\nforce F: [0, t^3] at b\n"
                                      "contact left: y - sin(a) >= 0%s\ncontact right: y + sin(a) >= 0%s\n"
                                      "event off when open(left) and open(right) { %s }\n";
    static const char *const rough[][2] = {{"", ""},
                                           {", friction 0.3 along x - cos(a)", ", friction 0.3 along x + cos(a)"}};
    for (int i = 0; i < 2; i++) {
        machine x = machine_run(2, 0, lifted, rough[i][0], rough[i][1], "");
        assert_int_equal(x.result->events.len, 3);
        assert_near(machine_event(&x, "off", 0)->t, 1, 1e-9);
        assert_near(machine_q(&x, "y"), 0.8, 1e-8);
        machine_free(&x);
    }
    machine x = machine_run(2, 0, lifted, "", "", "drop F");
    assert_int_equal(machine_event_count(&x, "left.close"), 1);
    assert_int_equal(machine_event_count(&x, "right.close"), 1);
    assert_near(machine_lambda(&x, "left"), -0.5, 1e-12);
    machine_free(&x);
    x = machine_run(5, 0,
                    "param a0 = 0.2\ncoord x = sin(a0), y = cos(a0)\ngravity 9.81\nparticle bead: mass 3 at [x, y]\n"
                    "contact sphere: norm(bead) >= 1\nevent off when open(sphere) { stop }\n");
    assert_int_equal(x.result->events.len, 2);
    assert_near(machine_q(&x, "y"), 2 * cos(0.2) / 3, 1e-8);
    machine_free(&x);
}

/* What is let go of after a long wait falls and bounces as at once, though the clock has few digits left for it. */
static void bounces_after_a_long_wait(void **state) {
    (void)state;
    machine x = machine_run(1e6 + 1.5, 0,
                            "coord y = 1\nconstraint held: y = 1\ngravity 10\nparticle p: mass 1 at [0, y]\n"
                            "contact floor: y >= 0, restitution 0.5\nevent go when t >= 1e6 { drop held }\n"
                            "event top when y' < 0 after floor.impact { }\nreport second = at(top, y)\n"
                            "report deepest = minimum(y)\n");
    assert_near(machine_report(&x, "second"), 0.25, 1e-8);
    assert_near(machine_report(&x, "deepest"), 0, 1e-9);
    machine_free(&x);
}

/* Equal smooth discs in a box: whichever meet, they exchange their velocities along the line of centres, the others
   keep theirs, and what walls do is a reflection. Dozens of impacts, nearly all of different pairs. */
static void discs_in_a_box(void **state) {
    (void)state;
    enum { N = 6 };
    machine x = machine_run(
        5, 0,
        "param N = 6, R = 0.25, W = 2.5\nfor i in 1..N {\n"
        "  coord x[i] = mod(i - 1, 3)*0.8 + 0.4 + 0.03*sin(7*i), y[i] = floor((i - 1)/3) + 0.5 + 0.1*cos(11*i)\n"
        "  let P[i] = [x[i], y[i]]\n  particle b[i]: mass 1 at P[i]\n"
        "  initial x[i]' = 2*sin(5*i), y[i]' = 2*cos(5*i)\n"
        "  contact left[i]: x[i] >= R, restitution 1\n  contact right[i]: W - x[i] >= R, restitution 1\n"
        "  contact low[i]: y[i] >= R, restitution 1\n  contact high[i]: W - y[i] >= R, restitution 1\n}\n"
        "for i in 1..N { for j in i+1..N { contact c[N*i + j]: norm(P[j] - P[i]) >= 2*R, restitution 1 } }\n");
    int pairs = 0;
    for (size_t k = 0; k < x.result->events.len; k++) {
        const sim_event *e = &x.result->events.at[k];
        if (e->ref.part != EVENT_IMPACT)
            continue;
        const double *q = e->before.q, *v = e->before.v, *after = e->after.v;
        int hit[2 * N], count = 0;
        for (int i = 0; i < 2 * N; i++)
            if (fabs(after[i] - v[i]) > 1e-9)
                hit[count++] = i;
        if (count == 1) {
            assert_near(after[hit[0]], -v[hit[0]], 1e-12);
            continue;
        }
        int a = hit[0] / 2, b = hit[count - 1] / 2;
        for (int i = 0; i < count; i++)
            assert_true(hit[i] / 2 == a || hit[i] / 2 == b);
        const double d[] = {q[2 * b] - q[2 * a], q[2 * b + 1] - q[2 * a + 1]}, square = d[0] * d[0] + d[1] * d[1];
        assert_near(square, 0.25, 1e-9);
        const double along = ((v[2 * b] - v[2 * a]) * d[0] + (v[2 * b + 1] - v[2 * a + 1]) * d[1]) / square;
        for (int i = 0; i < 2; i++) {
            assert_near(after[2 * a + i], v[2 * a + i] + along * d[i], 1e-9);
            assert_near(after[2 * b + i], v[2 * b + i] - along * d[i], 1e-9);
        }
        pairs++;
    }
    assert_true(pairs > 10);
    assert_near(x.result->final.kinetic, N * 2, 1e-11);
    machine_free(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bead_off_a_sphere),
        cmocka_unit_test(closed_or_open_at_the_start),
        cmocka_unit_test(bounces_after_a_long_wait),
        cmocka_unit_test(start_inside_is_refused),
        cmocka_unit_test(initially_closed),
        cmocka_unit_test(plastic_landing),
        cmocka_unit_test(elastic_bouncing),
        cmocka_unit_test(bouncing_to_rest),
        cmocka_unit_test(two_supports),
        cmocka_unit_test(tipping),
        cmocka_unit_test(flat_landing),
        cmocka_unit_test(corner_landing),
        cmocka_unit_test(newtons_cradle),
        cmocka_unit_test(ball_on_a_stack),
        cmocka_unit_test(opened_by_a_jump),
        cmocka_unit_test(kicks_on_a_closed_contact),
        cmocka_unit_test(what_is_set_pushes_and_does_not_pull),
        cmocka_unit_test(a_plate_that_is_pulled_away),
        cmocka_unit_test(landing_after_a_long_rest),
        cmocka_unit_test(closing_without_speed),
        cmocka_unit_test(holding_a_contact_from_inside_is_refused),
        cmocka_unit_test(dropped_and_held),
        cmocka_unit_test(contact_states_as_conditions),
        cmocka_unit_test(rope_goes_taut),
        cmocka_unit_test(impact_through_a_constraint),
        cmocka_unit_test(two_that_bounce_in_turns),
        cmocka_unit_test(a_box_comes_to_rest),
        cmocka_unit_test(rods_that_rattle),
        cmocka_unit_test(body_on_a_shaking_table),
        cmocka_unit_test(falling_stacks),
        cmocka_unit_test(discs_in_a_box),
        cmocka_unit_test(others_come_as_a_contact_opens),
    };
    return MACHINE_RUN_TESTS(tests, NULL);
}
