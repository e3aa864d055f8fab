/* Friction of a known limit in several directions, and limits and coefficients that grow from zero. */
#include "machine.h"

#include <math.h>

static const double g = 9.81;

/* A puck stops in a straight line at a constant rate, whatever the axes, the units and the place. */
static void straight_to_a_stop(void **state) {
    (void)state;
    static const double sizes[][2] = {{1, 1}, {1e3, 1}, {1e-3, 1e3}};
    for (int i = 0; i < 6; i++) {
        const double l = sizes[i % 3][0], t = sizes[i % 3][1], a = 0.3 + 0.7 * i, b = 2.1 * i, F = 0.6, v = 3;
        machine x = machine_run(2 * t, 1e-11,
                                "param v = %.17g, a = %.17g, b = %.17g\ncoord x = %.17g, y = 0\n"
                                "initial x' = v*cos(a), y' = v*sin(a)\nparticle p: mass 0.2 at [x, y]\n"
                                "friction table: limit %.17g along [x*cos(b) + y*sin(b), y*cos(b) - x*sin(b)]\n"
                                "output f = norm(force(table)), s = if sticking(table) then 1 else 0\n"
                                "report slid = integral(if sliding(table) then 1 else 0)\n",
                                v * l / t, a, b, i > 2 ? 100 * l : 0., F * l / t / t);
        const double far = v * v * 0.2 / (2 * F);
        assert_near((machine_q(&x, "x") - (i > 2 ? 100 * l : 0)) / l, far * cos(a), 1e-8);
        assert_near(machine_q(&x, "y") / l, far * sin(a), 1e-8);
        assert_near(machine_report(&x, "slid") / t, v * 0.2 / F, 1e-8);
        assert_near(machine_output(&x, "f"), 0, 1e-12 * F * l / t / t);
        assert_near(machine_output(&x, "s"), 1, 0);
        machine_free(&x);
    }
}

/* A growing pull overcomes the static limit, and the body slides along the pull against less. */
static void static_limit(void **state) {
    (void)state;
    const double G = 5, F = 3, k = 2, way = 0.7, t0 = G / k, s = 4 - t0;
    machine x = machine_run(4, 1e-11,
                            "param way = %g\ncoord x = 0, y = 0\nparticle p: mass 2 at [x, y]\n"
                            "friction table: limit 3 along [x, y], static 5\nforce pull: 2*t*dir(way) at p\n"
                            "output fx = force(table).x\n"
                            "report most = maximum(norm(force(table)))\n",
                            way);
    const double far = (k * (4 * 4 * 4 - t0 * t0 * t0) / 6 - k * t0 * t0 / 2 * s - F * s * s / 2) / 2;
    assert_near(machine_report(&x, "most"), G, 1e-8);
    assert_near(machine_q(&x, "x"), far * cos(way), 1e-8);
    assert_near(machine_q(&x, "y"), far * sin(way), 1e-8);
    assert_near(machine_output(&x, "fx"), -F * cos(way), 1e-8);
    machine_free(&x);
}

/* The same puck, led by springs, on a table that presses with its weight, and with the limits that this makes. */
static void as_on_a_table(void **state) {
    (void)state;
    static const char *const laws[][2] = {
        {"friction 0.2 along [x, y]", "limit 0.2*m*9.81 along [x, y]"},
        {"friction 0.2 along [x, y], static 0.3", "limit 0.2*m*9.81 along [x, y], static 0.3*m*9.81"},
        {"friction mu(x'^2 + y'^2) along [x + y, x - y]", "limit mu(x'^2 + y'^2)*m*9.81 along [x + y, x - y]"},
        {"friction 0.2 + 0.1*sin(5*t) along [x - u*t, y]", "limit (0.2 + 0.1*sin(5*t))*m*9.81 along [x - u*t, y]"}};
    for (size_t i = 0; i < sizeof laws / sizeof *laws; i++) {
        machine x[2];
        for (int k = 0; k < 2; k++)
            x[k] = machine_run(3, 1e-10,
                               "param m = 1.5, u = 0.1\ncoord x = 0.4, y = 0, z = 0\ninitial y' = 0.8\ngravity 9.81\n"
                               "particle b: mass m at [x, y, z]\npotential V = 1/2*20*x^2 + 1/2*31*y^2\n"
                               "let mu(w) = 0.1 + 0.15*exp(-w/0.01)\n%s: %s%s\noutput f = norm(force(%s))\n"
                               "report far = maximum(x)\n",
                               k ? "constraint held" : "contact table", k ? "z = 0\nfriction table: " : "z >= 0, ",
                               laws[i][k], k ? "table" : "table.friction");
        assert_near(machine_q(&x[0], "x"), machine_q(&x[1], "x"), 1e-7);
        assert_near(machine_q(&x[0], "y"), machine_q(&x[1], "y"), 1e-7);
        assert_near(machine_report(&x[0], "far"), machine_report(&x[1], "far"), 1e-7);
        assert_near(machine_output(&x[0], "f"), machine_output(&x[1], "f"), 1e-4);
        machine_free(&x[0]);
        machine_free(&x[1]);
    }
}

/* What rubs with a known limit takes nothing beside a blow. */
static void beside_a_blow(void **state) {
    (void)state;
    machine x = machine_run(2, 1e-11,
                            "coord x = 0, y = 0\ninitial x' = 3, y' = 4\nparticle p: mass 1 at [x, y]\n"
                            "contact wall: x <= 1.5, restitution 1\nfriction table: limit 1 along [x, y]\n"
                            "report bend = at(wall.impact, y'/x')\n");
    const double way = 5 * 2 - 2 * 2 / 2.; /* at an unchanged rate, whatever the wall does */
    assert_near(machine_report(&x, "bend"), 4 / 3., 1e-8);
    assert_near(machine_q(&x, "y"), 0.8 * way, 1e-8);
    assert_near(machine_q(&x, "x"), 3 - 0.6 * way, 1e-8);
    machine_free(&x);
}

/* Dropped by an event, and held again by another. */
static void dropped_and_held(void **state) {
    (void)state;
    machine x = machine_run(6, 1e-11,
                            "coord x = 0, y = 0\ninitial x' = 3, y' = -4\nparticle p: mass 1 at [x, y]\n"
                            "friction table: limit 2 along [x, y]\nevent ice when t > 1 { drop table }\n"
                            "event land when t > 2 { hold table }\n"
                            "output slides = if sliding(table) then 1 else 0\n"
                            "report rubs = integral(slides)\n");
    assert_near(hypot(machine_q(&x, "x"), machine_q(&x, "y")), 4 + 3 + 3 * 3 / 4., 1e-8);
    assert_near(machine_report(&x, "rubs"), 1 + 1.5, 1e-8);
    machine_free(&x);
}

/* A torque that holds the position of an arm feels the friction of a puck that is led around a circle: F l. */
static void led_around(void **state) {
    (void)state;
    machine x = machine_run(1, 1e-11,
                            "let a = 2*t\ncoord x ~ 0.5, y ~ 0\nparticle p: mass 1 at [x, y]\n"
                            "constraint arm: p = 0.5*dir(a)\nfriction table: limit 3 along [x, y]\n"
                            "output M = reaction(a), f = dot(force(table), dir(a + pi/2))\n");
    assert_near(machine_output(&x, "f"), -3, 1e-9);
    assert_near(machine_output(&x, "M"), 1.5, 1e-9);
    machine_free(&x);
}

/* Coefficients and limits that are zero at the start act from then on, on what moves and on what a pull begins to move:
   c t along a list, of a contact, and of a constraint. */
static void from_zero(void **state) {
    (void)state;
    static const char *const laws[] = {"contact table: y >= 0, friction 0.05*t along x",
                                       "constraint rail: y = 0\nfriction table: coefficient 0.05*t of rail along x",
                                       "potential lift = -9.81*y\nfriction table: limit 0.05*9.81*t along [x, y]",
                                       "constraint rail: y = 0\nfriction table: limit 0.05*9.81*t along x"};
    for (int i = 0; i < 4; i++) {
        machine x = machine_run(4, 1e-11,
                                "coord x = 0, y = 0\ninitial x' = 10\ngravity 9.81\n"
                                "particle p: mass 1 at [x, y]\n%s\n",
                                laws[i]);
        assert_near(machine_q(&x, "x"), 40 - 0.05 * g * 64 / 6, 1e-8);
        machine_free(&x);
        for (int k = 1; k < 3; k++) { /* half as strong a pull, and twice as strong */
            const double pull = -0.05 * g * (k == 1 ? 0.5 : 2);
            x = machine_run(4, 1e-11,
                            "coord x = 0, y = 0\ngravity 9.81\nparticle p: mass 1 at [x, y]\n"
                            "generalized pull: x = %.17g*t\n%s\n",
                            pull, laws[i]);
            assert_near(machine_q(&x, "x"), k == 1 ? 0 : -0.05 * g * 64 / 6, 1e-8);
            machine_free(&x);
        }
    }
}

/* A state that is zero and reads the velocity of what friction holds makes no steps of its own: that it is zero does
   not make what rounding leaves of the velocity more exact. */
static void read_by_a_state(void **state) {
    (void)state;
    static const char *const laws[] = {"friction rub: limit 2.2 along [x, y], static 2.9",
                                       "friction one: limit 2.2 along x, static 2.9\n"
                                       "friction two: limit 2.2 along y, static 2.9",
                                       "coord z = 0\nkinetic T = z'^2\ngeneralized down: z = -10\n"
                                       "contact table: z >= 0, friction 0.22 along [x, y], static 0.29"};
    for (int i = 0; i < 9; i++) {
        machine x = machine_run(3.5, 1e-9,
                                "coord x = %.5g, y = -0.69923, p = %.5g, q = -0.69923, u = %.5g, v = -0.060627\n"
                                "particle a: mass 1.188 at [x, y]\nparticle b: mass 0.729 at [p, q]\n"
                                "particle c: mass 1.544 at [u, v]\n"
                                "spring tie: from c to a, stiffness 0.882, length 5.4546, damping 0.1\n%s\n"
                                "state i = 0, rate 0.696*x' - 0.718*y'\nreport most = maximum(abs(i))\n",
                                -0.37792 + 0.01 * i, 0.62208 + 0.01 * i, 5.64899 + 0.01 * i, laws[i % 3]);
        assert_below(machine_report(&x, "most"), 1e-14);
        assert_below((double)x.result->steps + (double)x.result->rejected, 100);
        machine_free(&x);
    }
}

/* Limits and a pull begin together at zero, but for what rounding makes of the pull far from the origin: it slides off
   as it does at the origin, where the pull is exactly zero. */
static void from_rounding(void **state) {
    (void)state;
    static const char *const laws[] = {"friction rub: limit 0.5*t along [x, y]",
                                       "coord z = 0\nkinetic T = z'^2\ngeneralized down: z = -10\n"
                                       "contact rub: z >= 0, friction 0.05*t along [x, y]"};
    for (int i = 0; i < 10; i++) {
        machine x[2];
        for (int k = 0; k < 2; k++)
            x[k] = machine_run(2, 1e-10,
                               "param px = %.17g, py = %.17g\ncoord x = px, y = py, u = px + 0.6, v = py + 0.8\n"
                               "initial u' = -1.5, v' = -1.3\nparticle a: mass 2.8 at [x, y]\n"
                               "particle b: mass 1.5 at [u, v]\nspring tie: from a to b, stiffness 14, length 1\n%s\n",
                               k * (311.7 + 97.13 * i), k * (-903.1 + 17.19 * i), laws[i % 2]);
        assert_near(machine_q(&x[1], "x") - (311.7 + 97.13 * i), machine_q(&x[0], "x"), 1e-7);
        assert_near(machine_q(&x[1], "y") - (-903.1 + 17.19 * i), machine_q(&x[0], "y"), 1e-7);
        machine_free(&x[0]);
        machine_free(&x[1]);
    }
}

/* What rubs in a machine is found as if nothing else did: beside it is one that is larger or smaller by powers of ten.
 */
static void beside_another_size(void **state) {
    (void)state;
    double first[2];
    for (int power = 0; power <= 18; power += 3)
        for (int sign = -1; sign <= 1; sign += 2) {
            machine x = machine_run(3, 1e-10,
                                    "param size = 10^%d\ncoord u = 0.36, v = 0.73, w = 0.48\ninitial w' = -5.9\n"
                                    "kinetic T = size*(u'^2 + 0.3*v'^2 + 0.4*w'^2)/2\n"
                                    "generalized motor: u = size*3*t\ncontact c0: v' >= u'\ncontact c1: w' >= v'\n"
                                    "coord x = 0, y = 0, p = 1, q = 0\ninitial p' = 0.6, q' = 1.9\n"
                                    "particle a: mass 1.4 at [x, y]\nparticle b: mass 0.4 at [p, q]\n"
                                    "force load: [3e-4, 9e-4] at a\nfriction fa: limit 0.6*t along [x, y]\n"
                                    "friction fb: limit 2.6*(1 - t/4) along [p, q]\n",
                                    sign * power);
            const double now[] = {machine_q(&x, "p"), machine_q(&x, "w")};
            for (int k = 0; k < 2; k++) {
                first[k] = power == 0 ? now[k] : first[k];
                assert_near(now[k], first[k], 1e-7);
            }
            machine_free(&x);
        }
}

/* A pull that grows from nothing, as a state or with time, while something else moves: the slip that begins has a
   direction of its own soon, and what is held has a size by what the state will pull. */
static void pulled_from_nothing(void **state) {
    (void)state;
    static const char *const pulls[] = {"state f = 0, rate 1", "let f = t"};
    for (int i = 0; i < 6; i++) {
        const double F = 0.16, m = 2.35, t0 = F, s = 2 - t0, way = 0.3 + 0.4 * i;
        const double far = ((8 - t0 * t0 * t0) / 6 - t0 * t0 / 2 * s - F * s * s / 2) / m;
        machine x = machine_run(2, 1e-9,
                                "param way = %g\ncoord x = 0.63, y = 0.13, u = 1\ninitial u' = -1.9\n"
                                "particle a: mass 2.35 at [x, y]\nkinetic K = 0.3*u'^2\n%s\n"
                                "force pull: f*dir(way) at a\nfriction rub: limit 0.16 along [x, y]\n",
                                way, pulls[i % 2]);
        assert_near(machine_q(&x, "x") - 0.63, far * cos(way), 1e-7);
        assert_near(machine_q(&x, "y") - 0.13, far * sin(way), 1e-7);
        machine_free(&x);
    }
}

/* A limit with an edge, however steep, that has long been passed: the body stops and stays. */
static void stops_beyond_an_edge(void **state) {
    (void)state;
    static const char *const steps[] = {"tanh(s*(x - 0.1))", "2/pi*atan(s*(x - 0.1))"};
    for (int i = 0; i < 6; i++) {
        machine x = machine_run(1, 1e-9,
                                "param s = %g\ncoord x = 0\ninitial x' = 1\nkinetic T = x'^2/2\n"
                                "friction f: limit 1 + %s along x\nreport back = maximum(x) - final(x)\n",
                                i < 2   ? 1e15
                                : i < 4 ? 1e30
                                        : 1e100,
                                steps[i % 2]);
        assert_near(machine_q(&x, "x"), 0.35, 1e-8);
        assert_near(machine_report(&x, "back"), 0, 1e-12);
        machine_free(&x);
    }
}

/* A pull that exceeds the limit for a moment in the middle of a step, and is far from it behind: w = sqrt(a/3) before
   its top the body lets go, and it stops 2 w after it. */
static void let_go_for_a_moment(void **state) {
    (void)state;
    static const double tops[] = {1e-1, 1e-2, 1e-3, 1e-4}, tolerances[] = {1e-6, 1e-9, 1e-12};
    for (int i = 0; i < 12; i++) {
        const double a = tops[i % 4];
        machine x = machine_run(3, tolerances[i / 4],
                                "param a = %g\ncoord x = 0\nkinetic T = x'^2/2\nfriction f: limit 1 along x\n"
                                "generalized pull: x = if t < 1 then 1 + a - 3*(t - 0.42)^2 else 0.5\n"
                                "event slips when sliding(f) { }\nreport begins = time(slips)\n",
                                a);
        assert_near(machine_report(&x, "begins"), 0.42 - sqrt(a / 3), 1e-9);
        assert_near(machine_q(&x, "x"), 0.75 * a * a, 1e-9 * a);
        machine_free(&x);
    }
}

/* A spring whose other end passes the body that it pushes: its direction turns there, near which rounding hides what
   the friction would have to hold. */
static void pushed_from_the_other_side(void **state) {
    (void)state;
    for (int digits = 6; digits <= 12; digits++) {
        const double tolerance = pow(10, -digits);
        machine x = machine_run(1.5, tolerance,
                                "coord x = 0, y = 0, u = -0.09\ninitial u' = 0.1\nkinetic T = 1e9*u'^2\n"
                                "particle p: mass 2 at [x, y]\nconstraint guide: y = 0\n"
                                "spring s: from [u, 0] to p, stiffness 20, length 1\n"
                                "generalized pull: x = -20\n"
                                "friction f: limit 5 along x\n");
        const double w = sqrt(10), after = 0.6;
        assert_near(machine_q(&x, "x"), -1.75 + 0.1 * after + 1.75 * cos(w * after) - 0.1 / w * sin(w * after),
                    1e-6 + 50 * tolerance);
        machine_free(&x);
    }
}

/* Where a body strikes the floor another one rubs on its rail, whose impulse is nothing but rounding then: it slips on,
   in whatever direction the rail lies, and its speed goes with the one it began with. */
static void an_impact_beside_friction(void **state) {
    (void)state;
    enum { DIRECTIONS = 60 };
    for (int i = 0; i < DIRECTIONS; i++) {
        int w = 0; /* the first parameter */
        sim_options o = sim_options_default();
        o.tolerance = 1e-9;
        o.sensitive = &w;
        o.sensitive_count = 1;
        machine x = machine_run_with(o,
                                     "param w = 1.3, angle = %.17g\n"
                                     "let n = [cos(angle), sin(angle)], along = [-sin(angle), cos(angle)]\n"
                                     "coord cx = 1, cy = -1, x = 0, y = 1\n"
                                     "particle c: mass 0.8 at [cx, cy]\n"
                                     "particle b: mass 2.4 at [x, y]\n"
                                     "initial cx' = w*along.x, cy' = w*along.y\n"
                                     "constraint rail: dot(c - [1, -1], n) = 0\n"
                                     "friction rub: coefficient 0.285 of rail along dot(c - [1, -1], along)\n"
                                     "force press: n at c\n"
                                     "force down: [0, -9.81] at b\n"
                                     "contact floor: y >= 0, friction 0.4 along x, restitution 0.5\n"
                                     "simulate until 0.8\n"
                                     "report v = final(dot(c', along))\n",
                                     0.31 + 0.7 * i);
        assert_null(x.result->slopes->trouble);
        assert_near(x.result->slopes->reports[0], 1, 1e-9);
        machine_free(&x);
    }
}

/* A block that has come to a wall is pushed away from it by more and more: friction alone holds it then, whoever it is
   that rubs, until it lets go. The wall never pulls. */
static void pushed_from_a_wall(void **state) {
    (void)state;
    static const char *const laws[] = {
        "coord h = 0\nkinetic K = 1/2*h'^2\ngeneralized w: h = -2\ncontact floor: h >= 0, friction 1 along x\n",
        "friction rail: limit 2 along x\n", "friction rail: limit 1.2 along x\nfriction other: limit 1.6 along 0.5*x\n",
        "friction rail: limit 0.8 along x\n"
        "coord h = 0\nkinetic K = 1/2*h'^2\ngeneralized w: h = -2\ncontact floor: h >= 0, friction 0.6 along x\n"};
    for (size_t i = 0; i < sizeof laws / sizeof *laws; i++) {
        machine x = machine_run(4, 1e-10,
                                "coord x = 0.1\ninitial x' = -2\nkinetic T = 1/2*2*x'^2\ngeneralized push: x = 1*t\n"
                                "contact wall: x >= 0\n%sreport least = minimum(force(wall))\n",
                                laws[i]);
        assert_near(machine_q(&x, "x"), pow(4 - 2, 3) / (6 * 2), 1e-8);
        assert_near(machine_report(&x, "least"), 0, 1e-9);
        machine_free(&x);
    }
}

/* Where an impact stops friction that presses a contact, or a contact stops friction, what both do from then on is
   found together: as with friction of the same size that blocks on a floor make. */
static void turned_by_an_impact(void **state) {
    (void)state;
    static const char *const laws[][2] = {{"friction f: limit 0.58 along y - x\n", ""},
                                          {"coord h = 0\nkinetic K = 1/2*h'^2\ngeneralized w: h = -0.58\n",
                                           "contact f: h >= 0, friction 1 along y - x\n"}};
    double y[2], least[2];
    for (int k = 0; k < 2; k++) {
        machine x = machine_run(3, 1e-10,
                                "coord x = 0.03, y = 1.05\nkinetic T = 1/2*(2.4*x'^2 + 1.7*y'^2)\n"
                                "potential V = 1/2*(8.65*(x + 0.08)^2 + 4.95*(y - 1.29)^2)\n"
                                "generalized a: x = 7.92*sin(1.56*t)\n%s%scontact apart: y - x >= 0.2\n"
                                "contact low: x >= -0.47\ncontact high: y <= 1.22\n"
                                "report least = minimum(force(high))\n",
                                laws[k][0], laws[k][1]);
        y[k] = machine_q(&x, "y");
        least[k] = machine_report(&x, "least");
        machine_free(&x);
    }
    assert_near(y[0], y[1], 1e-8);
    assert_near(least[0], 0, 1e-9);
    assert_near(least[1], 0, 1e-9);
}

/* A contact that never touches changes nothing, whatever else switches with the slip. */
static void beside_a_far_contact(void **state) {
    (void)state;
    static const char *const laws[] = {"-0.75*sign(x')", "if 2*x' > 0 then -0.9 else 0.4",
                                       "if x' > 0 then -1.5 else -0.3"};
    for (size_t i = 0; i < sizeof laws / sizeof *laws; i++) {
        machine x[2];
        for (int k = 0; k < 2; k++)
            x[k] = machine_run(6, 1e-10,
                               "coord x = 0.03, y = 1\nkinetic T = 1/2*(1.14*x'^2 + 2*y'^2)\n"
                               "potential V = 1/2*(10.92*(x + 0.03)^2 + 7*(y - 1)^2)\n"
                               "generalized drive: x = 6.52*sin(1.38*t)\ngeneralized other: y = 5*sin(2*t)\n"
                               "friction rail: limit 2.01 along x\nfriction between: limit 1 along y - x, static 1.3\n"
                               "generalized law: x = %s\n%s\n",
                               laws[i], k ? "contact far: x >= -100" : "");
        assert_near(machine_q(&x[0], "x"), machine_q(&x[1], "x"), 1e-9);
        assert_near(machine_q(&x[0], "y"), machine_q(&x[1], "y"), 1e-9);
        machine_free(&x[0]);
        machine_free(&x[1]);
    }
}

/* While two frictions stand at once, what switches with the slip of one of them goes with it: as one law that holds all
   of it. */
static void switches_beside_two_frictions(void **state) {
    (void)state;
    static const char *const laws[] = {
        "friction rail: limit 1.79 along x\ngeneralized one: x = if 2*x' > 0 then -1.02 else 0.48\n"
        "generalized two: x = if 2*x' > 0 then -1.01 else 0.54\n",
        "generalized all: x = if x' > 0 then -3.82 else 2.81\n"};
    machine x[2];
    for (int k = 0; k < 2; k++)
        x[k] = machine_run(6, 1e-10,
                           "coord x = -0.16, y = 0.91, z = 2.04\ninitial x' = -1.6, y' = -0.33\n"
                           "kinetic T = 1/2*(1.7*x'^2 + 2.56*y'^2 + 1.8*z'^2)\n"
                           "potential V = 1/2*(9*(x + 0.05)^2 + 5.18*(y - 0.84)^2 + 14.69*(z - 1.72)^2)\n"
                           "generalized a: y = 1.4*sin(4.65*t)\ngeneralized b: z = 5.08*sin(4.88*t)\n"
                           "friction between: limit 2.79 along z - y\n%s",
                           laws[k]);
    assert_near(machine_q(&x[0], "x"), machine_q(&x[1], "x"), 1e-9);
    assert_near(machine_q(&x[0], "z"), machine_q(&x[1], "z"), 1e-9);
    machine_free(&x[0]);
    machine_free(&x[1]);
}

/* A coefficient, a known limit and what switches with the slip, all along one line between two bodies: as one law that
   holds all of it. */
static void a_coefficient_beside_a_switch(void **state) {
    (void)state;
    static const char *const laws[] = {
        "coord h = 0\nkinetic Th = 1/2*h'^2\ngeneralized W: h = -1.79\ncontact rail: h >= 0, friction 1 along y - x\n"
        "friction limit: limit 0.61 along y - x\ngeneralized one: y = if 2*(y' - x') > 0 then -1.02 else 0.48\n"
        "generalized other: x = if 2*(y' - x') > 0 then 1.02 else -0.48\n",
        "generalized all: y = if y' - x' > 0 then -3.42 else 2.88\n"
        "generalized rest: x = if y' - x' > 0 then 3.42 else -2.88\n"};
    for (int drive = 0; drive < 6; drive++) {
        machine x[2];
        for (int k = 0; k < 2; k++)
            x[k] = machine_run(6, 1e-10,
                               "coord x = -0.16, y = 0.91\ninitial x' = -1.6, y' = -0.33\n"
                               "kinetic T = 1/2*(1.7*x'^2 + 2.56*y'^2)\n"
                               "potential V = 1/2*(9*(x + 0.05)^2 + 5.18*(y - 0.84)^2)\n"
                               "generalized a: y = %g*sin(4.65*t)\ngeneralized b: x = 5.08*sin(%g*t)\n%s",
                               1.4 + drive, 1.9 + 0.7 * drive, laws[k]);
        assert_near(machine_q(&x[0], "x"), machine_q(&x[1], "x"), 1e-8);
        assert_near(machine_q(&x[0], "y"), machine_q(&x[1], "y"), 1e-8);
        machine_free(&x[0]);
        machine_free(&x[1]);
    }
}

/* What leans on a wall is pushed away ever harder: friction alone holds it once the wall does not, and the wall is left
   once. When friction gives way the open wall, which neither lifts nor presses then, stays open; where the push turns
   towards it, it closes. */
static void a_wall_is_left_once(void **state) {
    (void)state;
    static const char *const frictions[] = {"friction foot: limit 4 along x\n",
                                            "coord y = 0\nkinetic Ty = y'^2\ngeneralized W: y = -20\n"
                                            "contact foot: y >= 0, friction 0.2 along x\n"};
    for (int k = 0; k < 4; k++) {
        const bool back = k >= 2;
        machine x =
            machine_run(5, 1e-10, "coord x = 0\nkinetic T = x'^2\ngeneralized push: x = %s\ncontact wall: x >= 0\n%s",
                        back ? "3 - 6*t" : "6*t - 12", frictions[k % 2]);
        assert_int_equal(machine_event_count(&x, "wall.open"), !back);
        assert_int_equal(machine_event_count(&x, "wall.close"), back);
        assert_near(machine_q(&x, "x"), back ? 0 : pow(5 - 8. / 3, 3) / 2, 1e-8); /* 2 x'' = 6 t - 16 */
        machine_free(&x);
    }
}

/* A crate that has run against a wall stands there without a force: whichever way its rounding errs, both corners that
   touch are closed, in every direction of the plane. */
static void a_wall_without_a_force(void **state) {
    (void)state;
    static const double angles[] = {0, 0.3, 0.7312, 1.1, 2.2};
    for (size_t k = 0; k < sizeof angles / sizeof *angles; k++) {
        machine x = machine_run(2, 1e-9,
                                "param a = %.4g\nlet n = dir(a), up = rotate([0, 1], a)\ncoord x = 0, y = 0, th = a\n"
                                "initial x' = 2*cos(a), y' = 2*sin(a)\ngravity -9.81*up\n"
                                "body b: mass 5.8, inertia 0.15, at [x, y], angle th\n"
                                "contact foot0: dot(b + rotate([-0.11, -0.26], th) + 0.26*up, up) >= 0\n"
                                "contact foot1: dot(b + rotate([0.11, -0.26], th) + 0.26*up, up) >= 0\n"
                                "contact side0: dot(1.2*n - b - rotate([0.11, 0.26], th), n) >= 0\n"
                                "contact side1: dot(1.2*n - b - rotate([0.11, -0.26], th), n) >= 0\n",
                                angles[k]);
        assert_int_equal(machine_event_count(&x, "side0.close"), 1);
        assert_int_equal(machine_event_count(&x, "side1.close"), 1);
        assert_int_equal(machine_event_count(&x, "side0.open") + machine_event_count(&x, "side1.open"), 0);
        machine_free(&x);
    }
}

static double place_of_box(const double *x, const char *more) {
    machine box = machine_try(2,
                              "coord x = 0, y = 0.5, th = 0\ninitial x' = %.17g\n"
                              "body b: mass %.17g, inertia %.17g, at [x, y], angle th\nparam mu = %.17g\n"
                              "let at_left = b + rotate([-0.6, -0.5], th), at_right = b + rotate([0.6, -0.5], th)\n"
                              "let at_one = b + rotate([%.17g, -0.5], th), at_two = b + rotate([%.17g, -0.5], th)\n"
                              "contact left: at_left.y >= 0, friction mu along at_left.x\n"
                              "contact right: at_right.y >= 0, friction mu along at_right.x\n"
                              "force push: [%.17g*sin(%.17g*t), %.17g*sin(%.17g*t)] at b\ngravity [0, -9.81]\n%s",
                              x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7], x[8], x[9], more);
    assert_true(box.result && box.result->end == SIM_UNTIL);
    assert_true(machine_lambda(&box, "left") <= 1e-9 && machine_lambda(&box, "right") <= 1e-9); /* neither pulls */
    const double place = machine_q(&box, "x");
    machine_free(&box);
    return place;
}

/* Feet between the outer feet of a box that sticks, slides and tips change nothing but how the force is shared. */
static void feet_between_feet(void **state) {
    (void)state;
    /* speed, mass, inertia, mu, two places of feet, two pushes with their frequencies */
    static const double boxes[][10] = {{0.193, 1.09, 0.74, 0.216, 0.438, -0.307, 3.14, 1.5, 2.69, 3.62},
                                       {-0.00985, 1.7, 0.674, 0.183, -0.0268, 0.47, -4.98, 1.95, 0.088, 1.26},
                                       {1.26, 0.932, 0.932, 0.452, -0.243, -0.0725, -5.59, 1.44, -0.137, 3.32},
                                       {0.187, 1.06, 0.352, 0.287, -0.483, -0.0018, 5.42, 2.29, 1.51, 3.88},
                                       {1.09, 0.928, 0.34, 0.342, -0.447, 0.222, -5.82, 1.57, 0.361, 3.52},
                                       {0.0693, 0.636, 0.806, 0.148, 0.198, -0.498, -2.77, 2.68, 0.168, 3.7}};
    for (size_t k = 0; k < sizeof boxes / sizeof *boxes; k++) {
        const double on_four = place_of_box(boxes[k], "contact one: at_one.y >= 0, friction mu along at_one.x\n"
                                                      "contact two: at_two.y >= 0, friction mu along at_two.x\n");
        assert_near(on_four, place_of_box(boxes[k], ""), 1e-7);
    }
}

/* A box on feet slides when all of its static friction is overcome, that of all feet together, however they share it,
   and first of all as a particle on the table does. */
static void static_friction_of_all_feet(void **state) {
    (void)state;
    static const char *const feet[] = {"", "contact one: at_one.y >= 0, friction 0.2 along at_one.x, static 0.35\n"};
    for (size_t k = 0; k < sizeof feet / sizeof *feet; k++) {
        machine x =
            machine_try(2,
                        "coord x = 0, y = 0.5, th = 0, u = 0, v = 0\nbody b: mass 2, inertia 1, at [x, y], angle th\n"
                        "particle p: mass 2 at [u, v]\ngravity [0, -9.81]\n"
                        "let at_left = b + rotate([-0.6, -0.5], th), at_right = b + rotate([0.9, -0.5], th)\n"
                        "let at_one = b + rotate([0.1, -0.5], th)\n"
                        "contact left: at_left.y >= 0, friction 0.2 along at_left.x, static 0.35\n"
                        "contact right: at_right.y >= 0, friction 0.2 along at_right.x, static 0.35\n"
                        "contact table: v >= 0, friction 0.2 along u, static 0.35\n%s"
                        "force on_box: [6*t, 3*sin(4*t)] at b\nforce on_particle: [6*t, 3*sin(4*t)] at p\n",
                        feet[k]);
        assert_true(x.result && x.result->end == SIM_UNTIL);
        assert_true(machine_q(&x, "u") > 0.1);
        assert_near(machine_q(&x, "x"), machine_q(&x, "u"), 1e-9);
        machine_free(&x);
    }
}

/* A slide on two rails holds still; one rail is at the limit of its static friction when the force of that rail passes
   zero, and goes on with the same coefficient on its other side. */
static void a_rail_turns_while_it_holds(void **state) {
    (void)state;
    machine x = machine_run(2, 1e-10,
                            "coord x = 0, y = 0, th = 0\nbody b: mass 2, inertia 0.3, at [x, y], angle th\n"
                            "let p = b + rotate([-1, 0], th), q = b + rotate([1, 0], th)\n"
                            "constraint left: p.y = 0\nconstraint right: q.y = 0\n"
                            "friction a: coefficient 0.2 of left along p.x, static 0.3\n"
                            "friction c: coefficient 0.2 of right along q.x, static 0.3\n"
                            "force press: [5.5 - 3*t, -20] at b\ntorque tilt: 12*t on b\n"
                            "output fa = force(a), fc = force(c), R = force(right)\n");
    assert_near(machine_output(&x, "R"), -2, 1e-9); /* 10 - 6 t */
    assert_near(machine_output(&x, "fc"), -0.3 * 2, 1e-9);
    assert_near(machine_output(&x, "fa"), 0.5 + 0.3 * 2, 1e-9);
    assert_near(machine_q(&x, "x"), 0, 1e-12);
    machine_free(&x);
}

/* A sledge at a buffer in the origin, where a gap has no size, is held by its shoe and a trailer's runner after the
   buffer has let it go: what rounding of forces moves it into the buffer meanwhile is no penetration. */
static void held_in_the_origin(void **state) {
    (void)state;
    machine x =
        machine_run(6, 1e-10,
                    "coord x = 0, y = 1\nkinetic T = (40*x'^2 + 15*y'^2)/2\ngeneralized winch: x = 60*t - 120\n"
                    "friction shoe: limit 50 along x\nfriction runner: limit 20 along y\ncontact buffer: x >= 0\n");
    assert_int_equal(machine_event_count(&x, "buffer.open"), 1);
    assert_int_equal(machine_event_count(&x, "buffer.close"), 0);
    assert_near(machine_q(&x, "x"), 0.25 * pow(6 - 17. / 6, 3), 1e-8); /* 40 x'' = 60 t - 170 */
    machine_free(&x);
}

/* A stop and two frictions hold two bodies, until all three have nothing left to give. The places are those of time
   stepping with steps of 4e-7 s (Moreau 1988), whose errors are of that order. */
static void until_nothing_is_left(void **state) {
    (void)state;
    machine x = machine_run(6, 1e-10,
                            "coord x = -0.18, y = 1.06\nkinetic T = 1/2*(2.29*x'^2 + 2.04*y'^2)\n"
                            "potential V = 1/2*(11.78*(x + 0.21)^2 + 16.99*(y - 1.06)^2)\n"
                            "generalized a: x = 7.79*sin(2.33*t)\ngeneralized b: y = 3.9*sin(1.49*t)\n"
                            "friction between: limit 1.99 along y - x\nfriction rail: limit 2.23 along y\n"
                            "contact apart: y - x >= 0.25, restitution 0.5\ncontact left: x >= -0.4\n"
                            "contact right: y <= 1.25\n");
    assert_near(machine_q(&x, "x"), -0.042568, 5e-6);
    assert_near(machine_q(&x, "y"), 1.25, 5e-6);
    machine_free(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(straight_to_a_stop),
        cmocka_unit_test(static_limit),
        cmocka_unit_test(as_on_a_table),
        cmocka_unit_test(beside_a_blow),
        cmocka_unit_test(dropped_and_held),
        cmocka_unit_test(led_around),
        cmocka_unit_test(from_zero),
        cmocka_unit_test(read_by_a_state),
        cmocka_unit_test(from_rounding),
        cmocka_unit_test(beside_another_size),
        cmocka_unit_test(pulled_from_nothing),
        cmocka_unit_test(stops_beyond_an_edge),
        cmocka_unit_test(let_go_for_a_moment),
        cmocka_unit_test(pushed_from_the_other_side),
        cmocka_unit_test(an_impact_beside_friction),
        cmocka_unit_test(pushed_from_a_wall),
        cmocka_unit_test(turned_by_an_impact),
        cmocka_unit_test(beside_a_far_contact),
        cmocka_unit_test(switches_beside_two_frictions),
        cmocka_unit_test(a_coefficient_beside_a_switch),
        cmocka_unit_test(a_wall_is_left_once),
        cmocka_unit_test(a_wall_without_a_force),
        cmocka_unit_test(feet_between_feet),
        cmocka_unit_test(static_friction_of_all_feet),
        cmocka_unit_test(a_rail_turns_while_it_holds),
        cmocka_unit_test(held_in_the_origin),
        cmocka_unit_test(until_nothing_is_left),
    };
    return MACHINE_RUN_TESTS(tests, NULL);
}
