/* Bodies cut loose: they go on from where and how fast they are, with everything that names them. */
#include "machine.h"

#include <math.h>

/* A stone in a sling that turns at constant rate, let go. */
static void particle_flies_on(void **state) {
    (void)state;
    machine x = machine_run(
        3, 1e-12,
        "coord a = 0\ninitial a' = 4\nparticle stone: mass 2 at 1.5*dir(a)\n"
        "event release when a > 1 { free stone; drop a }\n"
        "output angle_ = a, sx = stone.x, v = norm(stone')\nreport top = maximum(a), speed = at(release, "
        "norm(stone'))\n"
        "report end_ = final(a), reach = final(stone.x), both = final(stone.x) + final(a), total = integral(a)\n");
    const sim_event *e = machine_event(&x, "release", 0);
    assert_near(e->t, 0.25, 1e-14);
    assert_no_value(point_q(&x, &e->before, "stone.x"));
    assert_near(point_q(&x, &e->after, "stone.x"), 1.5 * cos(1), 1e-13);
    assert_near(point_v(&x, &e->after, "stone.x"), -6 * sin(1), 1e-13);
    assert_near(point_v(&x, &e->after, "stone.y"), 6 * cos(1), 1e-13);
    assert_no_value(point_q(&x, &e->after, "a"));
    assert_no_value(machine_output(&x, "angle_"));
    assert_true(e->differs);
    assert_near(machine_output(&x, "sx"), 1.5 * cos(1) - 6 * sin(1) * 2.75, 1e-12);
    assert_near(machine_output(&x, "v"), 6, 1e-13);
    assert_near(machine_report(&x, "top"), 1, 1e-13);
    assert_near(machine_report(&x, "speed"), 6, 1e-13);
    assert_near(machine_report(&x, "reach"), machine_output(&x, "sx"), 0);
    assert_no_value(machine_report(&x, "end_"));
    assert_no_value(machine_report(&x, "both"));
    assert_no_value(machine_report(&x, "total"));
    assert_near(x.result->final.kinetic, 36, 1e-12);
    assert_below(x.result->energy_drift, 1e-12);
    machine_free(&x);
}

/* A rod swings about its end and is cut off: it keeps its spin, its centre flies a parabola. */
static void rod_keeps_its_spin(void **state) {
    (void)state;
    machine x =
        machine_run(1.2, 1e-12,
                    "coord a = -1.5\ninitial a' = 6\ngravity 9.81\nrod r: mass 2, from [0, 1] to [0, 1] + 0.8*dir(a)\n"
                    "event cut when a > -0.5 { free r; drop a }\noutput lift = r.y, momentum = 2*r'.x\n");
    const sim_event *e = machine_event(&x, "cut", 0);
    double w2 = 36 + 2 * (9.81 * 0.4) * (sin(-1.5) - sin(-0.5)) / (0.64 / 3), w = sqrt(w2), t = 1.2 - e->t;
    assert_near(point_v(&x, &e->before, "a"), w, 1e-11);
    assert_near(point_q(&x, &e->after, "r.angle"), -0.5, 1e-12);
    assert_near(point_v(&x, &e->after, "r.angle"), w, 1e-11);
    assert_near(point_q(&x, &e->after, "r.y"), 1 + 0.4 * sin(-0.5), 1e-12);
    assert_near(e->before.kinetic, e->after.kinetic, 1e-12);
    assert_near(e->before.potential, e->after.potential, 1e-12);
    assert_near(machine_v(&x, "r.angle"), w, 1e-11);
    assert_near(machine_q(&x, "r.angle"), -0.5 + w * t, 1e-11);
    assert_near(machine_q(&x, "r.x"), 0.4 * cos(-0.5) - 0.4 * w * sin(-0.5) * t, 1e-11);
    assert_near(machine_output(&x, "lift"), 1 + 0.4 * sin(-0.5) + 0.4 * w * cos(-0.5) * t - 9.81 / 2 * t * t, 1e-11);
    assert_near(machine_output(&x, "momentum"), -2 * 0.4 * w * sin(-0.5), 1e-11);
    machine_free(&x);
}

/* A body on a cart: nothing acts horizontally, so the horizontal momentum stays through the cut. */
static void rigid_body_leaves_a_cart(void **state) {
    (void)state;
    machine x =
        machine_run(1.5, 1e-12,
                    "coord u = 0, a = 0.2\ninitial u' = 1, a' = 4\ngravity 9.81\nparticle cart: mass 3 at [u, 0]\n"
                    "body b: mass 1.5, inertia 0.2, at cart + 0.5*[sin(a), -cos(a)], angle a\n"
                    "event cut when a > 0.7 { free b; drop a }\noutput momentum = 3*u' + 1.5*b'.x\n"
                    "report cut_angle = at(cut, a), first = initial(3*u' + 1.5*b'.x)\n");
    const sim_event *e = machine_event(&x, "cut", 0);
    assert_near(point_output(&x, &e->after, "momentum"), machine_report(&x, "first"), 1e-11);
    assert_near(machine_output(&x, "momentum"), machine_report(&x, "first"), 1e-11);
    assert_near(machine_report(&x, "cut_angle"), 0.7, 1e-13);
    assert_near(point_v(&x, &e->after, "b.angle"), point_v(&x, &e->before, "a"), 1e-13);
    assert_near(machine_v(&x, "b.angle"), point_v(&x, &e->before, "a"), 1e-12);
    assert_near(e->before.energy, e->after.energy, 1e-12);
    assert_near(machine_v(&x, "u"), point_v(&x, &e->before, "u"), 1e-13);
    assert_near(machine_v(&x, "b.y"), point_v(&x, &e->after, "b.y") - 9.81 * (1.5 - e->t), 1e-12);
    machine_free(&x);
}

/* Forces, springs and conditions that name the body follow it. */
static void what_names_it_follows(void **state) {
    (void)state;
    machine x = machine_run(
        10, 1e-12,
        "coord a = 0\ninitial a' = 3\nparticle p: mass 1 at dir(a)\nspring s: from [0, 0] to p, stiffness 4, length 0\n"
        "event cut when a > pi/2 { free p; drop a }\nevent axis when p.x < -1.5 * 0.99999 or p.y < 0 after cut { stop "
        "}\n"
        "event gone when a > 3 { stop }\n");
    assert_near(machine_event(&x, "cut", 0)->t, PI / 6, 1e-13);
    assert_int_equal(machine_event_count(&x, "gone"), 0);
    /* From (0, 1) with velocity (-3, 0): x = -1.5 sin 2t, y = cos 2t. */
    double t = asin(0.99999) / 2;
    assert_near(x.result->t - PI / 6, t, 1e-9);
    assert_near(machine_q(&x, "p.y"), cos(2 * t), 1e-9);
    machine_free(&x);
}

static void constraints_end_unless_held(void **state) {
    (void)state;
    const char *text =
        "coord a = 0, b ~ 0.3\ninitial a' = 1\nparticle p: mass 1 at dir(a)\nparticle q: mass 1 at p + [0, b]\n"
        "constraint tie: q.y = 0.3 + p.y\nevent cut when a > 0.5 { free p; drop a%s }\noutput pull = force(tie)\n";
    machine x = machine_run(1, 1e-12, text, "");
    assert_true(machine_lambda(&x, "tie") == 0 && machine_output(&x, "pull") == 0);
    machine_free(&x);
    x = machine_run(1, 1e-12, text, "; hold tie");
    assert_near(machine_q(&x, "b"), 0.3, 1e-12);
    machine_free(&x);
}

static void freeing_without_dropping_is_refused(void **state) {
    (void)state;
    machine x = machine_try(
        1, "coord a = 0\ninitial a' = 1\nparticle p: mass 1 at dir(a)\nevent cut when a > 0.5 { free p }\n");
    assert_true(!x.result || x.result->end == SIM_FAILED);
    assert_true(diag_has_errors(x.findings));
    machine_free(&x);
}

/* What is dropped must not be named by what stays in force. */
static void dropping_what_is_needed_is_refused(void **state) {
    (void)state;
    machine x = machine_try(
        1, "coord a = 0, b = 1\ninitial a' = 1\nparticle p: mass 1 at dir(a)\nparticle q: mass 1 at p + [b, 0]\n"
           "event cut when a > 0.5 { free p; drop a }\nevent bad when b < 0 { drop b }\n");
    machine_free(&x); /* whether it fails or not, nothing may break */
    x = machine_try(1,
                    "coord a = 0\ninitial a' = 1\nparticle p: mass 1 at dir(a)\nevent cut when a > 0.5 { drop a }\n");
    assert_true(!x.result || x.result->end == SIM_FAILED);
    assert_true(diag_has_errors(x.findings));
    machine_free(&x);
}

/* The hinged trebuchet in three angles: the stone's flight is a parabola from the release on. */
static const char *const TREBUCHET_ANGLES =
    "param h0 = 1.4\ncoord theta = asin(h0/2), phi = 0, psi = 0\ngravity 9.81\nlet pivot = [0, h0]\n"
    "let tip = pivot + 0.5*dir(theta), hook = pivot - 2*dir(theta)\nrod arm: mass 4, from hook to tip\n"
    "particle weight: mass 100 at tip + 0.6*[sin(phi), -cos(phi)]\nparticle stone: mass 1 at hook + 1.8*dir(psi)\n"
    "contact ground: stone.y >= 0\nevent release when psi - theta + pi < 0.6 { free stone; drop psi }\n"
    "event landing when stone.y < 0 after release { stop }\nreport range = final(stone.x), lift = time(ground.open)\n";

static const char *const TREBUCHET_ROPES =
    "param h0 = 1.4\ncoord theta = asin(h0/2), xc = 0.5*cos(asin(h0/2)), yc ~ 1.1, xs ~ 0.4, ys = 0\ngravity 9.81\n"
    "let pivot = [0, h0]\nlet tip = pivot + 0.5*dir(theta), hook = pivot - 2*dir(theta)\nrod arm: mass 4, from hook to "
    "tip\n"
    "particle weight: mass 100 at [xc, yc]\nparticle stone: mass 1 at [xs, ys]\nconstraint hanger: norm(weight - tip) "
    "= 0.6\n"
    "constraint sling: norm(stone - hook) = 1.8\ncontact ground: stone.y >= 0\n"
    "event release when angle(hook - pivot, stone - hook) < 0.6 { drop sling; drop ground }\n"
    "event landing when stone.y < 0 after release { stop }\nreport range = final(stone.x), lift = time(ground.open)\n";

static void trebuchet_two_ways(void **state) {
    (void)state;
    machine a = machine_run(20, 1e-12, "%s", TREBUCHET_ANGLES), b = machine_run(20, 1e-12, "%s", TREBUCHET_ROPES);
    assert_near(a.result->initial.lambda[0], -9.81, 1e-9);
    assert_near(point_lambda(&b, &b.result->initial, "ground"), -9.81, 1e-9);
    assert_near(machine_report(&a, "lift"), 0.21963135706769193, 1e-10);
    assert_near(machine_report(&b, "lift"), machine_report(&a, "lift"), 1e-10);
    const sim_event *r = machine_event(&a, "release", 0), *s = machine_event(&b, "release", 0);
    assert_near(r->t, 0.5863177702840023, 1e-10);
    assert_near(s->t, r->t, 1e-10);
    assert_near(point_q(&a, &r->after, "stone.x"), point_q(&b, &s->after, "xs"), 1e-9);
    assert_near(point_v(&a, &r->after, "stone.y"), point_v(&b, &s->after, "ys"), 1e-8);
    assert_near(machine_report(&a, "range"), 132.90011416358425, 1e-8);
    assert_near(machine_report(&b, "range"), machine_report(&a, "range"), 1e-8);
    double vx = point_v(&a, &r->after, "stone.x"), vy = point_v(&a, &r->after, "stone.y"),
           y = point_q(&a, &r->after, "stone.y");
    double flight = (vy + sqrt(vy * vy + 2 * 9.81 * y)) / 9.81;
    assert_near(a.result->t - r->t, flight, 1e-12);
    assert_near(machine_report(&a, "range"), point_q(&a, &r->after, "stone.x") + vx * flight, 1e-10);
    machine_free(&a);
    machine_free(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(particle_flies_on),
        cmocka_unit_test(rod_keeps_its_spin),
        cmocka_unit_test(rigid_body_leaves_a_cart),
        cmocka_unit_test(what_names_it_follows),
        cmocka_unit_test(constraints_end_unless_held),
        cmocka_unit_test(freeing_without_dropping_is_refused),
        cmocka_unit_test(dropping_what_is_needed_is_refused),
        cmocka_unit_test(trebuchet_two_ways),
    };
    return MACHINE_RUN_TESTS(tests, NULL);
}
