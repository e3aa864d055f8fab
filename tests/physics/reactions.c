/* What holds a parameter or a definition: tensions, axle loads, couples, by the balance of everything else. */
#include <math.h>

#include "machine.h"

/* The tension of a string is m l theta'^2 + m g cos theta; the axle carries the string. */
static void pendulum(void **state) {
    (void)state;
    machine x = machine_run(3, 1e-12,
                            "param m = 0.5 kg, l = 2 m, g = 9.81 m/s^2\ncoord theta = 70 deg\ngravity g\n"
                            "let pivot = [0, 0]\nlet n = [sin(theta), -cos(theta)]\n"
                            "particle bob: mass m at pivot + l*n\n"
                            "output S = -reaction(l), S0 = m*l*theta'^2 + m*g*cos(theta)\n"
                            "output X = reaction(pivot).x, Y = reaction(pivot).y, X0 = (S0*-n).x, Y0 = (S0*-n).y\n"
                            "output L = reaction(m), L0 = g*bob.y - 1/2*(l*theta')^2\n"
                            "expect maximum(S) = m*g*(3 - 2*cos(70 deg)) within 1e-9 N\n"
                            "expect minimum(norm(reaction(pivot)) - S) = 0 within 1e-12 N\n");
    for (int i = 0; i < 2; i++) {
        const sim_point *p = i ? &x.result->final : &x.result->initial;
        assert_near(point_output(&x, p, "S"), point_output(&x, p, "S0"), 1e-12);
        assert_near(point_output(&x, p, "X"), point_output(&x, p, "X0"), 1e-12);
        assert_near(point_output(&x, p, "Y"), point_output(&x, p, "Y0"), 1e-12);
        assert_near(point_output(&x, p, "L"), point_output(&x, p, "L0"), 1e-12);
    }
    assert_near(point_output(&x, &x.result->initial, "S"), 0.5 * 9.81 * cos(70 * PI / 180), 1e-13);
    assert_true(x.result->expects_hold);
    machine_free(&x);
}

/* Held by a constraint instead of an angle the same string pulls as strongly. */
static void two_formulations(void **state) {
    (void)state;
    const char *head = "param m = 0.5, l = 2, g = 9.81\nlet pivot = [0.3, -0.1]\ngravity g\n"
                       "output S = -reaction(l), X = reaction(pivot).x, Y = reaction(pivot).y\n";
    machine angle =
        machine_run(2, 1e-13, "%scoord theta = 1\nparticle bob: mass m at pivot + l*[sin(theta), -cos(theta)]\n", head);
    machine free = machine_run(2, 1e-13,
                               "%scoord x = 0.3 + 2*sin(1), y = -0.1 - 2*cos(1)\nparticle bob: mass m at [x, y]\n"
                               "constraint string: norm(bob - pivot) = l\noutput F = -force(string)\n",
                               head);
    static const char *const names[] = {"S", "X", "Y"};
    for (int k = 0; k < 3; k++) {
        assert_near(point_output(&free, &free.result->initial, names[k]),
                    point_output(&angle, &angle.result->initial, names[k]), 1e-12);
        assert_near(machine_output(&free, names[k]), machine_output(&angle, names[k]), 1e-9);
    }
    assert_near(machine_output(&free, "S"), machine_output(&free, "F"), 1e-12);
    machine_free(&angle);
    machine_free(&free);
}

/* A point of support that moves: along its motion, with its acceleration. */
static void shaken_support(void **state) {
    (void)state;
    machine x = machine_run(2.7, 1e-12,
                            "param m = 0.7, l = 0.4, w = 9\ncoord theta = 0.2\ngravity 9.81\n"
                            "let support = [0.1*sin(w*t), 0.03*cos(2*w*t)]\nlet n = [sin(theta), -cos(theta)]\n"
                            "particle bob: mass m at support + l*n\n"
                            "output X = reaction(support).x - m*bob''.x, Y = reaction(support).y - m*bob''.y - m*9.81\n"
                            "output S = reaction(l) - m*dot(bob'' + [0, 9.81], n)\n");
    assert_near(machine_output(&x, "X"), 0, 1e-12);
    assert_near(machine_output(&x, "Y"), 0, 1e-12);
    assert_near(machine_output(&x, "S"), 0, 1e-12);
    machine_free(&x);
}

/* Newton for everything that hangs on the axle: it carries all m (a - g) less what the ground carries. */
static void trebuchet(void **state) {
    (void)state;
    machine x =
        machine_run(20, 1e-11,
                    "param l1 = 0.5 m, l2 = 2 m, l3 = 1.8 m, l4 = 0.6 m, h0 = 1.4 m\n"
                    "param ma = 4 kg, mc = 100 kg, mp = 1 kg, delta = 0.6 rad, g = 9.81 m/s^2\n"
                    "coord theta = asin(h0/l2), phi = 0 rad, psi = 0 rad\ngravity g\n"
                    "let pivot = [0 m, h0]\nlet tip = pivot + l1*dir(theta), hook = pivot - l2*dir(theta)\n"
                    "rod arm: mass ma, from hook to tip\n"
                    "particle weight: mass mc at tip + l4*[sin(phi), -cos(phi)]\n"
                    "particle stone: mass mp at hook + l3*dir(psi)\ncontact ground: stone.y >= 0 m\n"
                    "event release when psi - theta + pi < delta { free stone; drop psi }\n"
                    "event landing when stone.y < 0 m after release { stop }\n"
                    "let up = [0 m/s^2, g], machinery = ma*(arm'' + up) + mc*(weight'' + up)\n"
                    "let pull = mp*(stone'' + up) - [0 N, force(ground)]\n"
                    "output with_x = reaction(pivot).x - (machinery + pull).x\n"
                    "output with_y = reaction(pivot).y - (machinery + pull).y\n"
                    "output without_x = reaction(pivot).x - machinery.x, without_y = reaction(pivot).y - machinery.y\n"
                    "output pulled = reaction(l3) - dot(pull, dir(psi)), sling = reaction(l3)\n"
                    "output carried = reaction(h0) - reaction(pivot).y\n"
                    "report load = maximum(norm(reaction(pivot)))\n");
    const sim_event *lift = machine_event(&x, "ground.open", 0), *release = machine_event(&x, "release", 0);
    const sim_point *points[] = {&x.result->initial, &lift->before, &lift->after, &release->before};
    for (int i = 0; i < 4; i++) {
        assert_near(point_output(&x, points[i], "with_x"), 0, 1e-9);
        assert_near(point_output(&x, points[i], "with_y"), 0, 1e-9);
        assert_near(point_output(&x, points[i], "pulled"), 0, 1e-9);
        assert_near(point_output(&x, points[i], "carried"), 0, 1e-9);
    }
    assert_true(point_output(&x, &release->before, "sling") < -50);
    const sim_point *flying[] = {&release->after, &x.result->final};
    for (int i = 0; i < 2; i++) {
        assert_near(point_output(&x, flying[i], "without_x"), 0, 1e-9);
        assert_near(point_output(&x, flying[i], "without_y"), 0, 1e-9);
        assert_near(point_output(&x, flying[i], "sling"), 0, 0);
    }
    assert_true(machine_report(&x, "load") > 104 * 9.81);
    machine_free(&x);
}

/* The couple that keeps a rolling ring with a driven rotor upright; constants I1, J1 of the ring, I2, J2 of the rotor.
 */
static void rolling_ring(void **state) {
    (void)state;
    const char *text = "param m1 = 2, I1 = 0.1, J1 = 0.18, m2 = 1, I2 = 0.02, J2 = 0.01, R = 0.3, C = 0.05, lean = 0\n"
                       "coord x = 0, y = 0, psi = 0.1, theta = 0.4, phi = 0\n"
                       "initial psi' = 0.6, theta' = 3, phi' = 12\ngravity 9.81\n"
                       "frame heading = rotation(z, psi)*rotation(x, lean)\nframe A = heading*rotation(y, theta)\n"
                       "frame B = A*rotation(z, phi)\nlet O = [x, y, R*cos(lean)]\n"
                       "body ring: mass m1, inertia [I1, J1, I1], at O, frame A\n"
                       "body rotor: mass m2, inertia [I2, I2, J2], at O, frame B\n"
                       "torque motor: C*A.z on rotor reacting on ring\n"
                       "let slip = velocity(O - R*heading.z on ring)\n"
                       "constraint roll_x: slip.x = 0\nconstraint roll_y: slip.y = 0\noutput M = reaction(lean)\n"
                       "let L = J2*phi'*sin(theta) + (J2 - I2)*psi'*sin(theta)*cos(theta)\n"
                       "output closed_form = L' - (J1 + I2 + (m1 + m2)*R^2)*theta'*psi'\n";
    machine x = machine_run(4, 1e-12, "%s", text);
    assert_near(point_output(&x, &x.result->initial, "M"), -0.50996391589897, 1e-13);
    assert_near(machine_output(&x, "M"), 1.2963323528, 1e-9);
    assert_near(point_output(&x, &x.result->initial, "closed_form"), -0.50996391589897, 1e-13);
    assert_near(machine_output(&x, "M"), machine_output(&x, "closed_form"), 1e-12);
    machine_free(&x);
}

/* Springs, dampers and forces hang on what is held; an anchor of a let that has coordinates is let go of them. */
static void elements(void **state) {
    (void)state;
    machine x =
        machine_run(1.3, 1e-12,
                    "param m = 2, k = 30, c = 1.5, l0 = 0.5, b = 3\ncoord x = 0.8, y = 0.1\ninitial y' = 1\n"
                    "let anchor = [-0.2, 0.3], end = [x, y]\nparticle ball: mass m at end\n"
                    "spring s: from anchor to ball, stiffness k, length l0, damping c\n"
                    "force push: [b*t, -1] at anchor\ndissipation D = 1/2*0.7*(x' - anchor.x')^2\n"
                    "let d = ball - anchor, n = unit(d)\nlet F = k*(norm(d) - l0) + c*dot(d', n)\n"
                    "output X = reaction(anchor).x + (F*n).x + b*t + 0.7*x', Y = reaction(anchor).y + (F*n).y - 1\n"
                    "output Q = reaction(k) - 1/2*(norm(d) - l0)^2, Z = reaction(l0) + k*(norm(d) - l0)\n"
                    "output P = reaction(end).x - m*x'' - (F*n).x\n");
    assert_near(machine_output(&x, "X"), 0, 1e-12);
    assert_near(machine_output(&x, "Y"), 0, 1e-12);
    assert_near(machine_output(&x, "Q"), 0, 1e-13);
    assert_near(machine_output(&x, "Z"), 0, 1e-12);
    assert_near(machine_output(&x, "P"), 0, 1e-12);
    machine_free(&x);
}

/* What is switched off pulls no more. */
static void switched_elements(void **state) {
    (void)state;
    machine x = machine_run(1, 1e-12,
                            "param a = 2\ncoord x = 0\nparticle p: mass 1 at [x, 0]\n"
                            "spring s: from [a, 0] to p, stiffness 3, length 0\nevent cut when t > 0.5 { drop s }\n"
                            "output R = reaction(a), F = 3*(a - x)\n");
    const sim_event *cut = machine_event(&x, "cut", 0);
    assert_near(point_output(&x, &cut->before, "R"), point_output(&x, &cut->before, "F"), 1e-12);
    assert_near(point_output(&x, &cut->after, "R"), 0, 0);
    machine_free(&x);
}

/* The floor bears the weight, the belt the friction, sliding and sticking. */
static void friction(void **state) {
    (void)state;
    machine x = machine_run(3, 1e-12,
                            "param m = 2, h = 0.4, u = 1, mu = 0.3\ncoord x = 0, y = h\ngravity 9.81\n"
                            "particle block: mass m at [x, y]\nlet belt = u*t + 0.05*sin(t)\n"
                            "contact floor: y >= h friction mu along x - belt\n"
                            "output N = reaction(h) - force(floor), H = reaction(belt) - m*x'', A = x''\n");
    assert_near(point_output(&x, &x.result->initial, "A"), 0.3 * 9.81, 1e-12);
    assert_near(machine_output(&x, "A"), -0.05 * sin(3), 1e-9);
    for (int i = 0; i < 2; i++) {
        const sim_point *p = i ? &x.result->final : &x.result->initial;
        assert_near(point_output(&x, p, "N"), 0, 1e-12);
        assert_near(point_output(&x, p, "H"), 0, 1e-12);
    }
    machine_free(&x);
}

/* A string that tears at a tension: events see reactions, and what is set may use them. */
static void torn_string(void **state) {
    (void)state;
    machine x = machine_run(2, 1e-12,
                            "param m = 0.5, l = 2, g = 9.81\ncoord theta = 1.2\ngravity g\n"
                            "particle bob: mass m at l*[sin(theta), -cos(theta)]\ncoord seen = 0\n"
                            "particle gauge: mass 1 at [seen, 0]\n"
                            "event tear when -reaction(l) > 8 { free bob; drop theta; set seen = -reaction(l) }\n"
                            "output S = -reaction(l)\n");
    const sim_event *tear = machine_event(&x, "tear", 0);
    assert_near(point_output(&x, &tear->before, "S"), 8, 1e-10);
    assert_near(point_output(&x, &tear->after, "S"), 0, 0);
    assert_near(machine_q(&x, "seen"), 8, 1e-10);
    /* m g (3 cos theta - 2 cos theta_0) = 8 */
    assert_near(cos(point_q(&x, &tear->before, "theta")), (8 / (0.5 * 9.81) + 2 * cos(1.2)) / 3, 1e-10);
    machine_free(&x);
}

/* Parameters that are defined by the one that is held go with it. */
static void derived_parameters(void **state) {
    (void)state;
    const char *text =
        "param w = v/2, h = 3, v = 4*h\ncoord x = 0\nkinetic T = 1/2*x'^2\npotential V = 5*w + h^2 + v*x\n"
        "output R = reaction(h), S = reaction(v)\n";
    machine x = machine_run(1, 1e-10, "%s", text);
    assert_near(point_output(&x, &x.result->initial, "R"), 5 * 2 + 6, 1e-13);
    assert_near(point_output(&x, &x.result->initial, "S"), 2.5, 1e-13);
    machine_free(&x);
}

/* In space: a conical pendulum pulls at its support; a quantity without influence needs no force. */
static void spatial_support(void **state) {
    (void)state;
    machine x = machine_run(1.5, 1e-12,
                            "param m = 0.3, l = 1.2\ncoord a = 0.7, b = 0.2\ninitial b' = 2.5, a' = 0.4\n"
                            "gravity 9.81\nlet s = [0, 0, 2]\nlet n = [sin(a)*cos(b), sin(a)*sin(b), -cos(a)]\n"
                            "particle bob: mass m at s + l*n\nlet F = m*(bob'' + [0, 0, 9.81])\n"
                            "output X = reaction(s).x - F.x, Y = reaction(s).y - F.y, Z = reaction(s).z - F.z\n"
                            "output S = reaction(l) - dot(F, n)\n");
    static const char *const names[] = {"X", "Y", "Z", "S"};
    for (int k = 0; k < 4; k++)
        assert_near(machine_output(&x, names[k]), 0, 1e-12);
    machine_free(&x);
}

/* What holds a brake feels the friction as large as it is, also at rest; and where a buffer is only just reached nothing
   presses yet. */
static void forces_as_they_act(void **state) {
    (void)state;
    static const char *const frictions[] = {"friction brake: limit 5 along x - l",
                                            "friction brake: limit 5 along x - l, static 6",
                                            "generalized brake: x - l = -5*sign(x')"};
    for (int i = 0; i < 3; i++) {
        machine x = machine_run(3, 1e-11,
                                "param l = 0.3\ncoord x = 1\nkinetic T = x'^2/2\n%s\ngeneralized push: x = 3*t\n"
                                "event early when t > 1 { }\nreport least = minimum(reaction(l))\n"
                                "report most = maximum(reaction(l)), at_rest = at(early, reaction(l))\n"
                                "output R = reaction(l)\n",
                                frictions[i]);
        assert_near(machine_report(&x, "at_rest"), -3, 1e-9);
        assert_near(machine_report(&x, "least"), i == 1 ? -6 : -5, 1e-9);
        assert_near(machine_report(&x, "most"), 0, 1e-12);
        assert_near(machine_output(&x, "R"), -5, 1e-12);
        machine_free(&x);
    }
    machine x = machine_run(1, 1e-11,
                            "param l = 1\ncoord x = 1\ninitial x' = -2\nparticle p: mass 1 at [x + l - 1, 0]\n"
                            "buffer b: from [0, 0] to p, stiffness 100, length 0.5, damping 3\n"
                            "report least = minimum(reaction(l)), most = maximum(reaction(l))\n");
    assert_near(machine_report(&x, "least"), 0, 1e-11);
    assert_near(machine_report(&x, "most"), 0, 1e-11);
    machine_free(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pendulum),           cmocka_unit_test(two_formulations), cmocka_unit_test(shaken_support),
        cmocka_unit_test(trebuchet),          cmocka_unit_test(rolling_ring),     cmocka_unit_test(elements),
        cmocka_unit_test(switched_elements),  cmocka_unit_test(friction),         cmocka_unit_test(torn_string),
        cmocka_unit_test(derived_parameters), cmocka_unit_test(spatial_support),  cmocka_unit_test(forces_as_they_act),
    };
    return MACHINE_RUN_TESTS(tests, NULL);
}
