/* Friction on surfaces: Coulomb's cone in motion, in impacts, and where sticking begins and ends. */
#include "machine.h"

#include <math.h>

static const double g = 9.81;

/* A puck stops in a straight line, whatever the axes of friction are, and however a time, a place and units are chosen:
   sizes are a length and a time. */
static void straight_to_a_stop(void **state) {
    (void)state;
    static const double sizes[][2] = {{1, 1}, {1e3, 1}, {1e-3, 1e3}};
    for (int i = 0; i < 9; i++) {
        const double l = sizes[i % 3][0], t = sizes[i % 3][1], a = 0.3 + 0.7 * i, b = 2.1 * i, mu = 0.3, v = 3;
        machine x = machine_run(2 * t, 1e-11,
                                "param g = %.17g, v = %.17g, a = %.17g, b = %.17g\ncoord x = %.17g, y = 0, z = 0\n"
                                "initial x' = v*cos(a), y' = v*sin(a)\ngravity g\nparticle p: mass 0.2 at [x, y, z]\n"
                                "contact table: z >= 0, friction 0.3 along [x*cos(b) + y*sin(b), y*cos(b) - x*sin(b)]\n"
                                "output f = norm(force(table.friction))\n",
                                g * l / t / t, v * l / t, a, b, i > 5 ? 100 * l : 0.);
        const double far = v * v / (2 * mu * g);
        assert_near((machine_q(&x, "x") - (i > 5 ? 100 * l : 0)) / l, far * cos(a), 1e-10);
        assert_near(machine_q(&x, "y") / l, far * sin(a), 1e-10);
        assert_near(machine_v(&x, "x") * t / l, 0, 1e-14);
        assert_near(machine_output(&x, "f") * t * t / l, 0, 1e-12);
        assert_below(x.result->energy_drift, 1e-9);
        machine_free(&x);
    }
}

/* On a slope it turns as it slows down: with p its direction from the contour line downhill its speed is known, with
   k = mu/tan(lean) > 1, and so is the way up to the stop. */
static void turning_to_a_stop(void **state) {
    (void)state;
    const double mu = 0.3, lean = 0.2, s = g * sin(lean), k = mu / tan(lean);
    for (int i = 0; i < 3; i++) {
        const double p0 = -0.4 * i, v0 = 3;
        machine x = machine_run(4, 1e-11,
                                "param lean = 0.2, p = %.17g\ncoord x = 0, y = 0, z = 0\n"
                                "initial x' = 3*cos(p), y' = -3*sin(p)\ngravity [0, -9.81*sin(lean), -9.81*cos(lean)]\n"
                                "particle p1: mass 0.2 at [x, y, z]\ncontact table: z >= 0, friction 0.3 along [x, y]\n"
                                "output f = force(table.friction).y\n",
                                p0);
        /* dp/dt = s cos p / v and v = c cosh(w) exp(-k w) with sinh(w) = tan(p): integrals of exponentials */
        const double w = asinh(tan(p0)), c = v0 * cos(p0) * exp(k * w), unit = c * c / s;
        const double X = unit / 2 * (exp((1 - 2 * k) * w) / (2 * k - 1) + exp(-(1 + 2 * k) * w) / (2 * k + 1));
        const double Y = -unit / 4 * (exp((2 - 2 * k) * w) / (2 * k - 2) - exp(-(2 + 2 * k) * w) / (2 * k + 2));
        assert_near(machine_q(&x, "x"), X, 1e-7);
        assert_near(machine_q(&x, "y"), Y, 1e-7);
        assert_near(machine_output(&x, "f"), 0.2 * s, 1e-10); /* it stays */
        machine_free(&x);
    }
}

#define BALL                                                                                                           \
    "param R = 0.03, m = 0.17\nparam I = 2/5*m*R^2\ncoord x = 0, y = 0, z = %s\norientation q = [1, 0, 0, 0]\n"        \
    "frame B = quaternion(q)\ngravity 9.81\nbody ball: mass m, inertia [I, I, I], at [x, y, z], frame B\n"             \
    "let slip = velocity(ball - [0, 0, R] on ball)\n"

/* A ball with side spin goes along a parabola until it rolls, in a direction that it has from the start. */
static void ball_with_side_spin(void **state) {
    (void)state;
    machine x = machine_run(1, 1e-11,
                            BALL "initial x' = 2, omega(B) = [40, 5, 30]\n"
                                 "contact table: z >= R, friction 0.2 along [slip.x, slip.y]\n"
                                 "output spin = omega(B).z, s = norm(slip)\n",
                            "R");
    const double R = 0.03, ux = 2 - R * 5, uy = R * 40, u = hypot(ux, uy), t = 2 * u / (7 * 0.2 * g);
    assert_near(machine_v(&x, "x"), 2 - 2. / 7 * ux, 1e-10);
    assert_near(machine_v(&x, "y"), -2. / 7 * uy, 1e-10);
    assert_near(machine_q(&x, "x"), 2 * t - 0.1 * g * ux / u * t * t + (2 - 2. / 7 * ux) * (1 - t), 1e-10);
    assert_near(machine_q(&x, "y"), -0.1 * g * uy / u * t * t - 2. / 7 * uy * (1 - t), 1e-10);
    assert_near(machine_output(&x, "spin"), 30, 1e-8);
    assert_near(machine_output(&x, "s"), 0, 1e-12);
    machine_free(&x);
}

/* It bounces: the impulse of friction is against the slip, and ends it where that takes less than mu (1 + e) m v. */
static void ball_that_bounces(void **state) {
    (void)state;
    static const double mus[] = {0.1, 0.9};
    for (int i = 0; i < 2; i++) {
        machine x = machine_run(0.6, 1e-11,
                                BALL "initial x' = 2, y' = 1, omega(B) = [40, -30, 10]\n"
                                     "contact floor: z >= R, restitution 0.6, friction %.17g along [slip.x, slip.y]\n",
                                "R + 1", mus[i]);
        const double R = 0.03, sx = 2 + R * 30, sy = 1 + R * 40, s = hypot(sx, sy);
        const double J = fmin(mus[i] * 1.6 * sqrt(2 * g), 2. / 7 * s);
        assert_near(machine_v(&x, "x"), 2 - J * sx / s, 1e-11);
        assert_near(machine_v(&x, "y"), 1 - J * sy / s, 1e-11);
        machine_free(&x);
    }
}

/* A bar that is hit at one end by a rough floor gives way more across than along: the impulse is against the slip that
   is left, which is not that before. */
static void bar_that_bounces(void **state) {
    (void)state;
    machine x = machine_run(0.2, 1e-11,
                            "coord x = 0, y = 0, z = 0.4\norientation q = [1, 0, 0, 0]\nframe B = quaternion(q)\n"
                            "initial x' = 2, y' = 1, z' = -3\n"
                            "body bar: mass 1, inertia [0.02, 0.3, 0.31], at [x, y, z], frame B\n"
                            "let tip = bar + B*[0.5, 0.1, -0.2], slip = velocity(tip on bar)\n"
                            "contact floor: tip.z >= 0, friction 0.05 along [slip.x, slip.y]\n"
                            "output sx = slip.x, sy = slip.y\n");
    const sim_event *e = machine_event(&x, "floor.impact", 0);
    const double P = machine_impulse(&x, e, "floor"), px = machine_impulse(&x, e, "floor.friction.x"),
                 py = machine_impulse(&x, e, "floor.friction.y"), sx = point_output(&x, &e->after, "sx"),
                 sy = point_output(&x, &e->after, "sy"), s = hypot(sx, sy);
    assert_true(P > 0 && s > 0.1);
    assert_near(px, -0.05 * P * sx / s, 1e-10);
    assert_near(py, -0.05 * P * sy / s, 1e-10);
    machine_free(&x);
}

/* Pulled more and more it starts in the direction of the pull, at the static limit. */
static void pulled_loose(void **state) {
    (void)state;
    for (int i = 0; i < 5; i++) {
        const double a = 1.3 * i;
        machine x = machine_run(4, 1e-11,
                                "param a = %.17g\ncoord x = 0, y = 0, z = 0\ngravity 9.81\n"
                                "particle b: mass 2 at [x, y, z]\nforce pull: [4*t*cos(a), 4*t*sin(a), 0] at b\n"
                                "contact floor: z >= 0, friction 0.3 along [x, y], static 0.5\n"
                                "output f = norm(force(floor.friction))\nreport most = maximum(f)\n",
                                a);
        const double s = 4 - 0.5 * 2 * g / 4, far = 0.2 * g * s * s / 2 + 2 * s * s * s / 6;
        assert_near(machine_q(&x, "x"), far * cos(a), 1e-9);
        assert_near(machine_q(&x, "y"), far * sin(a), 1e-9);
        assert_near(machine_report(&x, "most"), 0.5 * 2 * g, 1e-8);
        machine_free(&x);
    }
}

/* Pulled around in a circle it is dragged along: from rest, and with a pull that turns while it sticks. */
static void pull_that_turns(void **state) {
    (void)state;
    machine x[2];
    for (int k = 0; k < 2; k++) /* the other one seen from axes that are turned */
        x[k] = machine_run(6, 1e-11,
                           "param a = %.17g\ncoord x = 0, y = 0, z = 0\ngravity 9.81\nparticle b: mass 2 at [x, y, z]\n"
                           "force pull: [(2 + t)*cos(2*t + a), (2 + t)*sin(2*t + a), 0] at b\n"
                           "contact floor: z >= 0, friction 0.2 along [x, y]\n",
                           1.1 * k);
    const double u = machine_q(&x[0], "x"), w = machine_q(&x[0], "y");
    assert_true(hypot(u, w) > 0.1);
    assert_near(machine_q(&x[1], "x"), u * cos(1.1) - w * sin(1.1), 1e-6);
    assert_near(machine_q(&x[1], "y"), u * sin(1.1) + w * cos(1.1), 1e-6);
    machine_free(&x[0]);
    machine_free(&x[1]);
}

/* A stool on three feet: its friction is that of all feet. It turns and slides to rest, up and down the same. */
static void three_feet(void **state) {
    (void)state;
    machine x[2];
    for (int k = 0; k < 2; k++)
        x[k] = machine_run(1.5, 1e-9,
                           "param r = 0.3, s = %d\ncoord x = 0, y = 0, z = 0.2\norientation q = [1, 0, 0, 0]\n"
                           "frame B = quaternion(q)\ninitial x' = 2, omega(B) = [0, 0, 4*s]\ngravity 9.81\n"
                           "body stool: mass 4, inertia [0.1, 0.1, 0.15], at [x, y, z], frame B\nfor i in 1..3 {\n"
                           "let foot[i] = stool + B*[r*cos(2*pi*i/3), r*sin(2*pi*i/3), -0.2]\n"
                           "contact c[i]: foot[i].z >= 0, friction 0.3 along [foot[i].x, foot[i].y]\n"
                           "initial closed(c[i]) }\nreport heat = final(kinetic)\n",
                           k ? -1 : 1);
    assert_near(machine_q(&x[0], "x"), machine_q(&x[1], "x"), 1e-8);
    assert_near(machine_q(&x[0], "y"), -machine_q(&x[1], "y"), 1e-8);
    assert_near(machine_q(&x[0], "q.z"), -machine_q(&x[1], "q.z"), 1e-8);
    assert_near(machine_report(&x[0], "heat"), 0, 1e-12);
    assert_true(fabs(machine_q(&x[0], "y")) > 1e-3);
    machine_free(&x[0]);
    machine_free(&x[1]);
}

/* A plate that is led on a plane by a constraint, which presses it on from either side. */
static void led_on_a_plane(void **state) {
    (void)state;
    for (int way = -1; way <= 1; way += 2) {
        machine x = machine_run(1.5, 1e-11,
                                "coord x = 0, y = 0, z = 0\ninitial x' = 3, y' = -4\nparticle p: mass 2 at [x, y, z]\n"
                                "force push: [0, 0, %d] at p\nconstraint plane: z = 0\n"
                                "friction rub: coefficient 0.25 of plane along [x, y]\n"
                                "output f = norm(force(rub))\n",
                                20 * way);
        const double far = 5 * 1.5 - 1.25 * 1.5 * 1.5;
        assert_near(machine_q(&x, "x"), 0.6 * far, 1e-10);
        assert_near(machine_q(&x, "y"), -0.8 * far, 1e-10);
        assert_near(machine_output(&x, "f"), 5, 1e-10);
        machine_free(&x);
    }
}

/* What a pull that grows and turns does after it has broken a puck loose does not depend on how long that has stood,
   nor how long the steps were meanwhile. */
static void after_a_wait(void **state) {
    (void)state;
    double first[2] = {0};
    for (int i = 0; i < 3; i++) {
        const double wait = i == 0 ? 0 : i == 1 ? 5 : 500;
        machine x = machine_run(wait + 1.5, 1e-11,
                                "coord x = 0, y = 0, z = 0\ngravity 9.81\nparticle p: mass 1 at [x, y, z]\n"
                                "contact floor: z >= 0, friction 0.2 along [x, y]\nlet s = max(t - %g, 0)\n"
                                "force pull: [5*s*cos(3*s), 5*s*sin(3*s), 0] at p\n",
                                wait);
        const double at[2] = {machine_q(&x, "x"), machine_q(&x, "y")};
        for (int k = 0; k < 2; k++) {
            first[k] = i == 0 ? at[k] : first[k];
            assert_near(at[k], first[k], 1e-10);
        }
        machine_free(&x);
    }
    assert_near(first[0], -0.8853361548, 1e-10); /* at a tolerance of 1e-13 */
}

/* A slip that begins and turns at once is x = s^2/2, y = 2 s^3/3 by a force made for it, from rest or from where it has
   stuck, in every method. */
static void begins_and_turns(void **state) {
    (void)state;
    static const struct {
        const char *method;
        double tolerance, off;
    } all[] = {{"dop853", 1e-10, 1e-10}, {"taylor", 1e-10, 1e-10}, {"cvode", 1e-11, 1e-8}, {"auto", 1e-11, 1e-8}};
    for (int i = 0; i < 8; i++) {
        const double wait = i % 2 ? 2.5 : 0;
        sim_options o = sim_options_default();
        o.until = wait + 1;
        o.tolerance = all[i / 2].tolerance;
        o.method = all[i / 2].method;
        if (!ode_method_is_there(sim_find_method(o.method)))
            continue;
        machine x = machine_run_with(
            o,
            "param w = %.17g, c = 2, m = 3, f = 0.2*9.81\ncoord x = 0, y = 0, z = 0\ngravity 9.81\n"
            "particle p: mass m at [x, y, z]\ncontact floor: z >= 0, friction 0.2 along [x, y]\nlet s = t - w\n"
            "let F = m*(1 + f/sqrt(1 + (c*s)^2))*[1, 0, 0] + m*(2*c*s + f*c*s/sqrt(1 + (c*s)^2))*[0, 1, 0]\n"
            "force pull: (if t < w then 0 else 1)*F at p\n",
            wait);
        assert_near(machine_q(&x, "x"), 0.5, all[i / 2].off);
        assert_near(machine_q(&x, "y"), 2. / 3, all[i / 2].off);
        machine_free(&x);
    }
}

/* A foot on an arm that turns about a point above the floor can only go round: it slows down by
   psi'' = -mu (g/r - c psi'^2), c = 1/tan(lean), stays where it has stopped, though floor and arm could press against
   each other in many ways, and is pulled loose again by mu times its weight. */
static void a_foot_that_goes_round(void **state) {
    (void)state;
    static const char *const ways[] = {
        "coord theta = lean, psi = 0\ninitial psi' = 2\nlet P = [sin(theta)*cos(psi), sin(theta)*sin(psi), "
        "-cos(theta)]\n",
        "coord x ~ sin(lean), y ~ 0, z ~ -cos(lean)\ninitial y' = 2*sin(lean)\nlet P = [x, y, z]\n"
        "constraint arm: x^2 + y^2 + z^2 = 1\n"};
    const double lean = 0.6, mu = 0.3, r = sin(lean), c = 1 / tan(lean), stop = log(cosh(atanh(2 * sqrt(r * c / g))));
    for (int i = 0; i < 2; i++) {
        const char *text = "param lean = 0.6\n%sgravity 9.81\nparticle foot: mass 2 at P\n"
                           "contact floor: P.z + cos(lean) >= 0, friction 0.3 along [P.x, P.y]\n"
                           "force pull: (if t < 3 then 0 else 3*(t - 3))*[-P.y, P.x, 0]/sin(lean) at foot\n"
                           "output N = force(floor), F = norm(force(floor.friction)), turn = atan2(P.y, P.x)\n";
        machine x = machine_run(4.9, 1e-11, text, ways[i]);
        assert_near(machine_output(&x, "turn"), stop / (mu * c), 1e-9);
        assert_near(machine_output(&x, "N"), 2 * g, 2e-8);
        assert_near(machine_output(&x, "F"), 3 * 1.9, 2e-8);
        machine_free(&x);
        const double loose = 3 + mu * 2 * g / 3;
        machine again = machine_run(5.5 - loose, 1e-12,
                                    "param lean = 0.6\nparam r = sin(lean)\ncoord psi = 0\nkinetic T = r*psi'^2/2\n"
                                    "generalized F: psi = 1.5*t + 0.3*r/tan(lean)*psi'^2\n");
        x = machine_run(5.5, 1e-11, text, ways[i]);
        assert_near(machine_output(&x, "turn") - stop / (mu * c), machine_q(&again, "psi"), 1e-7);
        machine_free(&again);
        machine_free(&x);
    }
}

/* Two arms whose end comes to rest on the floor at 0.459 s and slides on with next to no acceleration, 0.04 m/s^2,
   along one direction, into which all others turn at 200 over the time since. The figures are those of quaternions with
   constraints and of tighter tolerances. */
static void slides_on_with_next_to_nothing(void **state) {
    (void)state;
    static const double tolerances[] = {1e-7, 1e-8, 1e-9, 1e-10, 1e-11};
    for (int i = 0; i < 5; i++) {
        machine x = machine_run(
            1, tolerances[i],
            "gravity 9.81\ncoord a = -0.168, b = -0.053, c = 0.506, d = -0.52\n"
            "initial a' = -1.709, b' = -0.065, c' = 0.122, d' = 1.691\n"
            "frame F = rotation(x, a)*rotation(y, b)*rotation(z, c)\nframe G = F*rotation(y, d)\n"
            "let C = 0.585*F.x - 0.542*F.y + 0.535*F.z\n"
            "let D = C - 0.474*F.x + 0.545*F.y + 0.449*F.z + 0.271*G.x - 0.299*G.y + 0.214*G.z\n"
            "body upper: mass 1.37, inertia [0.182, 0.21, 0.06], at C, frame F\n"
            "body lower: mass 2.91, inertia [0.198, 0.282, 0.275], at D, frame G\n"
            "dissipation damper = 0.3/2*dot(omega(G) - omega(F), F.y)^2\npotential twist = -6*dot(F.x, G.x)\n"
            "let Z = D - 0.116*G.x - 0.107*G.y + 0.202*G.z\n"
            "contact floor: Z.z >= 1.267811, restitution 0, friction 0.5 along [Z.x, Z.y]\n"
            "spring pull: from C to D, stiffness 20, length 0.7, damping 0.3\n"
            "report X = final(D.x), Y = final(D.y), H = final(D.z)\n");
        assert_near(machine_report(&x, "X"), 0.1987560152114, 1e-8 + 10 * tolerances[i]);
        assert_near(machine_report(&x, "Y"), 0.6925365011764, 1e-8 + 10 * tolerances[i]);
        assert_near(machine_report(&x, "H"), 1.1138823046753, 1e-8 + 10 * tolerances[i]);
        machine_free(&x);
    }
}

/* A puck that rides on a table which turns ever faster until friction holds it no longer, and leaves its edge. The
   instant is that of Radau's method with the slip regularised at ever less. Little has to be looked at twice: within
   what is added to it, no error of a slip that begins makes it come to rest. */
static void begins_on_a_turning_table(void **state) {
    (void)state;
    static const double tolerances[] = {1e-8, 1e-9, 1e-10};
    for (int i = 0; i < 3; i++) {
        sim_options o = sim_options_default();
        o.until = 20;
        o.tolerance = tolerances[i];
        machine x = machine_run_with(o, "coord x = 0.5, y = 0, z = 0\ngravity 9.81\nparticle p: mass 0.4 at [x, y, z]\n"
                                        "let slip = [x', y', 0] - 0.6*t*[-y, x, 0]\n"
                                        "contact table: z >= 0, friction 0.3 along [slip.x, slip.y]\n"
                                        "event edge when x^2 + y^2 > 0.8^2 { stop }\nreport left = time(edge)\n");
        assert_near(machine_report(&x, "left"), 5.09192012, 1e-8 + 30 * tolerances[i]);
        assert_true(x.result->evaluations < 30 * x.result->steps + 1000);
        machine_free(&x);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(straight_to_a_stop),
        cmocka_unit_test(turning_to_a_stop),
        cmocka_unit_test(ball_with_side_spin),
        cmocka_unit_test(ball_that_bounces),
        cmocka_unit_test(bar_that_bounces),
        cmocka_unit_test(pulled_loose),
        cmocka_unit_test(pull_that_turns),
        cmocka_unit_test(three_feet),
        cmocka_unit_test(led_on_a_plane),
        cmocka_unit_test(after_a_wait),
        cmocka_unit_test(begins_and_turns),
        cmocka_unit_test(a_foot_that_goes_round),
        cmocka_unit_test(slides_on_with_next_to_nothing),
        cmocka_unit_test(begins_on_a_turning_table),
    };
    static const char *const first_only[] = {"after_a_wait", NULL};
    return MACHINE_RUN_TESTS(tests, first_only);
}
