/* Coulomb's friction: what sticks, what slides and when it changes, in motion and in impacts. */
#include "machine.h"

#include <math.h>

static const double g = 9.81;

/* A block on a plane that is tilted by `slope`: x runs up the plane. */
static const char *const block =
    "param mu = %.17g, slope = %.17g, v0 = %.17g\ncoord x = 0, y = 0\ninitial x' = v0\n"
    "gravity [-9.81*sin(slope), -9.81*cos(slope)]\nparticle b: mass 2 at [x, y]\n"
    "contact plane: y >= 0, friction mu along x\noutput f = force(plane.friction), n = force(plane), a = x''\n"
    "report far = maximum(x)\n";

/* At rest on a slope it stays below the angle of friction and slides above. */
static void angle_of_friction(void **state) {
    (void)state;
    for (int i = -2; i <= 2; i++) {
        if (!i)
            continue;
        double mu = 0.4, slope = atan(mu) + 1e-6 * i, down = g * (sin(slope) - mu * cos(slope));
        machine x = machine_run(2, 1e-12, block, mu, slope, 0.);
        assert_near(machine_q(&x, "x"), i < 0 ? 0 : -down * 2, 1e-13);
        assert_near(machine_output(&x, "f"), 2 * g * (i < 0 ? sin(slope) : mu * cos(slope)), 1e-12);
        assert_near(machine_output(&x, "n"), 2 * g * cos(slope), 1e-12);
        machine_free(&x);
    }
}

/* Thrown up a slope it stops; steep slopes take it back down, on others it stays. */
static void thrown_up_a_slope(void **state) {
    (void)state;
    static const double slopes[] = {0, 0.3, 0.5};
    for (int i = 0; i < 3; i++) {
        double mu = 0.4, s = sin(slopes[i]), c = cos(slopes[i]), up = g * (s + mu * c), down = g * (s - mu * c), v = 3;
        machine x = machine_run(3, 1e-12, block, mu, slopes[i], v);
        double t = v / up, top = v * v / (2 * up);
        assert_near(machine_report(&x, "far"), top, 1e-12);
        assert_near(machine_q(&x, "x"), down < 0 ? top : top - down * (3 - t) * (3 - t) / 2, 1e-11);
        assert_near(machine_v(&x, "x"), down < 0 ? 0 : -down * (3 - t), 1e-11);
        assert_near(machine_output(&x, "f"), 2 * g * (down < 0 ? s : mu * c), 1e-11);
        assert_near(point_output(&x, &x.result->initial, "f"), -2 * g * mu * c, 1e-12);
        assert_near(point_output(&x, &x.result->initial, "a"), -up, 1e-12);
        assert_int_equal(x.result->events.len, 0);   /* sticking and slipping have no names */
        assert_below(x.result->energy_drift, 1e-12); /* the work of friction is counted */
        machine_free(&x);
    }
}

/* A force that grows with the time starts to move it at mu m g; up to there friction is just as strong. */
static void growing_force(void **state) {
    (void)state;
    for (int sign = -1; sign <= 1; sign += 2) {
        double mu = 0.5, t0 = mu * 2 * g / 4, t = 4;
        machine x = machine_run(
            4, 1e-12,
            "coord x = 0, y = 0\ngravity 9.81\nparticle b: mass 2 at [x, y]\nforce pull: [%d*t, 0] at b\n"
            "contact floor: y >= 0, friction 0.5 along x\noutput f = force(floor.friction), sum_ = f + %d*t\n"
            "report rest = maximum(if t < %.17g then abs(sum_) else 0)\n",
            4 * sign, 4 * sign, t0 - 1e-6);
        assert_near(machine_report(&x, "rest"), 0, 1e-12);
        assert_near(machine_q(&x, "x"), sign * 4 / (6. * 2) * pow(t - t0, 3), 1e-9);
        assert_near(machine_output(&x, "f"), -sign * mu * 2 * g, 1e-12);
        assert_below(x.result->energy_drift, 1e-11);
        machine_free(&x);
    }
}

/* A block on a belt, held by a spring: it slides until it is as fast as the belt, is carried to where the spring is as
   strong as friction, slips, and swings about that place. */
static void stick_slip(void **state) {
    (void)state;
    const double m = 1.5, k = 60, v = 0.2, mu = 0.3, x0 = 0.2, w = sqrt(k / m), xs = mu * m * g / k, a = x0 - xs;
    const double s = sqrt(a * a - v * v / (w * w)), caught = (PI + asin(v / (w * a))) / w, slips = caught + s / v;
    machine x = machine_run(slips + 0.8 * PI / w, 1e-12,
                            "coord x = 0.2, y = 0\ngravity 9.81\nparticle b: mass 1.5 at [x, y]\n"
                            "potential V = 1/2*60*x^2\ncontact belt: y >= 0, friction 0.3 along x - 0.2*t\n"
                            "output f = force(belt.friction)\n");
    int seen[3] = {0};
    for (size_t i = 0; i < x.result->rows.len; i++) {
        const sim_point *p = &x.result->rows.at[i];
        double t = p->t, f = point_output(&x, p, "f"), q = point_q(&x, p, "x");
        if (fabs(t - caught) < 1e-9 || fabs(t - slips) < 1e-9)
            continue;
        int phase = (t > caught) + (t > slips);
        double want = phase == 0   ? xs + a * cos(w * t)
                      : phase == 1 ? xs - s + v * (t - caught)
                                   : xs + v / w * sin(w * (t - slips));
        assert_near(q, want, 1e-9);
        assert_near(f, phase == 1 ? k * want : mu * m * g, 1e-7);
        if (phase == 1)
            assert_near(point_v(&x, p, "x"), v, 1e-12);
        seen[phase]++;
    }
    assert_true(seen[0] > 2 && seen[1] > 0 && seen[2] > 1);
    assert_below(x.result->energy_drift, 1e-10);
    machine_free(&x);
}

/* A ball pushed without spin slides, and rolls from t = 2 v/(7 mu g) on, with 5/7 of its speed and no friction. */
static void sliding_turns_into_rolling(void **state) {
    (void)state;
    const double mu = 0.3, v = 4, t0 = 2 * v / (7 * mu * g), R = 0.2;
    machine x = machine_run(3, 1e-12,
                            "param R = 0.2\ncoord x = 0, y = R, phi = 0\ninitial x' = 4\ngravity 9.81\n"
                            "body ball: mass 2, inertia 0.4*2*R^2, at [x, y], angle phi\n"
                            "contact floor: y >= R, friction 0.3 along x + R*phi\nreport heat = "
                            "integral(-force(floor.friction)*(x' + R*phi'))\n"
                            "output f = force(floor.friction)\n");
    assert_near(machine_v(&x, "x"), 5. / 7 * v, 1e-12);
    assert_near(machine_v(&x, "phi"), -5. / 7 * v / R, 1e-11);
    assert_near(machine_q(&x, "x"), v * t0 - mu * g * t0 * t0 / 2 + 5. / 7 * v * (3 - t0), 1e-11);
    assert_near(machine_output(&x, "f"), 0, 1e-13);
    assert_near(machine_report(&x, "heat"), 2. / 7 * v * v, 1e-10); /* 2/7 of its energy */
    machine_free(&x);
}

/* Down a slope a ball rolls if 2/7 tan(slope) < mu, and slips while it rolls otherwise. */
static void ball_on_a_slope(void **state) {
    (void)state;
    static const double mus[] = {0.28, 0.1};
    const double slope = PI / 4, s = sin(slope), c = cos(slope);
    for (int i = 0; i < 4; i++) {
        double mu = i < 2 ? 2. / 7 + (i ? 1e-6 : -1e-6) : mus[i - 2];
        bool rolls = mu > 2. / 7;
        machine x =
            machine_run(2, 1e-12,
                        "param R = 0.2, a = pi/4\ncoord x = 0, y = R, phi = 0\ngravity [9.81*sin(a), -9.81*cos(a)]\n"
                        "body ball: mass 2, inertia 0.4*2*R^2, at [x, y], angle -phi\n"
                        "contact plane: y >= R, friction %.17g along x - R*phi\n",
                        mu);
        assert_near(machine_q(&x, "x"), 2 * (rolls ? 5. / 7 * g * s : g * (s - mu * c)), 1e-11);
        assert_near(machine_q(&x, "phi"), 2 * (rolls ? 5. / 7 * g * s / 0.2 : 2.5 * mu * g * c / 0.2), 1e-10);
        machine_free(&x);
    }
}

/* A spinning ball hits the floor. Its lowest point's speed s is stopped by the impulse 2/7 m s if that is at most
   mu (1 + e) m v; otherwise it slides all through the impact. */
static void spinning_ball(void **state) {
    (void)state;
    static const double spins[] = {-40, -10, 0, 3, 40};
    static const double mus[] = {0.05, 0.6};
    const double R = 0.1, e = 0.7, u0 = 1, v = sqrt(2 * g);
    for (int i = 0; i < 10; i++) {
        double w0 = spins[i % 5], mu = mus[i / 5], s = u0 + R * w0;
        machine x =
            machine_run(0.6, 1e-12,
                        "param R = 0.1\ncoord x = 0, y = R + 1, phi = 0\ninitial x' = 1, phi' = %.17g\ngravity 9.81\n"
                        "body ball: mass 3, inertia 0.4*3*R^2, at [x, y], angle phi\n"
                        "contact floor: y >= R, restitution 0.7, friction %.17g along x + R*phi\n",
                        w0, mu);
        const sim_event *hit = machine_event(&x, "floor.impact", 0);
        double J = copysign(fmin(2. / 7 * fabs(s), mu * (1 + e) * v), s);
        assert_near(machine_impulse(&x, hit, "floor"), 3 * (1 + e) * v, 1e-11);
        assert_near(machine_impulse(&x, hit, "floor.friction"), -3 * J, 1e-11);
        assert_near(machine_v(&x, "x"), u0 - J, 1e-12);
        assert_near(machine_v(&x, "phi"), w0 - 2.5 * J / R, 1e-11);
        assert_near(point_v(&x, &hit->after, "y"), e * v, 1e-12);
        assert_true(hit->after.energy <= hit->before.energy);
        machine_free(&x);
    }
}

/* A box 2a wide and 2b high, on two feet with friction; x, y is its centre. */
static const char *const box =
    "param a = 0.3, b = 0.5, mu = %.17g, mu2 = mu, slope = %.17g\ncoord x = 0, y = b, phi = 0\ninitial x' = %.17g\n"
    "gravity [9.81*sin(slope), -9.81*cos(slope)]\nbody box: mass 2, inertia 2*(a^2 + b^2)/3, at [x, y], angle phi\n"
    "let right = box + rotate([a, -b], phi), left = box + rotate([-a, -b], phi)\n"
    "contact rc: right.y >= 0, friction mu along right.x\ncontact lc: left.y >= 0, friction mu2 along left.x\n"
    "output nr = force(rc), nl = force(lc), pull = force(rc.friction) + force(lc.friction)\n"
    "event flat when phi < -0.5 { stop }\n";

/* Sliding on both feet: the front one is pressed more, by mu m g b/(2 a) on either side of the half. */
static void two_feet_sliding(void **state) {
    (void)state;
    machine x = machine_run(0.5, 1e-12, box, 0.4, 0., 4.);
    assert_near(machine_output(&x, "nr"), g + 0.4 * 2 * g * 0.5 / 0.6, 1e-10);
    assert_near(machine_output(&x, "nl"), g - 0.4 * 2 * g * 0.5 / 0.6, 1e-10);
    assert_near(machine_output(&x, "pull"), -0.4 * 2 * g, 1e-11);
    assert_near(machine_q(&x, "x"), 2 - 0.4 * g * 0.125, 1e-11);
    assert_near(machine_q(&x, "phi"), 0, 1e-13);
    machine_free(&x);
}

/* On a slope it stands as long as mu > tan(slope) and a/b > tan(slope); it tips where the second fails first. */
static void box_tips_instead_of_sliding(void **state) {
    (void)state;
    const double a = 0.3, b = 0.5;
    machine x = machine_run(1, 1e-12, box, 0.9, atan(0.59), 0.); /* stands */
    assert_near(machine_v(&x, "phi"), 0, 1e-12);
    assert_near(machine_v(&x, "x"), 0, 1e-12);
    assert_near(machine_output(&x, "pull"), -2 * g * sin(atan(0.59)), 1e-10);
    machine_free(&x);
    x = machine_run(0.3, 1e-12, box, 0.9, atan(0.61), 0.); /* tips about its lower foot */
    double s = sin(atan(0.61)), c = cos(atan(0.61)), I = 2 * (a * a + b * b) / 3 + 2 * (a * a + b * b);
    const sim_point *start = &x.result->initial;
    assert_near(point_output(&x, start, "nl"), 0, 1e-12);
    double turn = 2 * g * (b * s - a * c) / I; /* its first acceleration */
    assert_near(point_output(&x, start, "nr"), 2 * g * c + 2 * turn * a, 1e-10);
    assert_near(point_output(&x, start, "pull"), -2 * g * s + 2 * turn * b, 1e-10);
    double phi = machine_q(&x, "phi"), w = machine_v(&x, "phi");
    /* energy about the foot that rests */
    double down = s * (a - a * cos(phi) - b * sin(phi)) - c * (b * cos(phi) - a * sin(phi) - b);
    assert_near(0.5 * I * w * w, 2 * g * down, 1e-10);
    machine_free(&x);
    x = machine_run(1, 1e-12, box, 0.4, atan(0.5), 0.); /* slides */
    assert_near(machine_v(&x, "phi"), 0, 1e-12);
    assert_near(machine_v(&x, "x"), g * (sin(atan(0.5)) - 0.4 * cos(atan(0.5))), 1e-11);
    machine_free(&x);
}

/* Two feet that stick share friction in a way that nobody can know; yet they start to slide together, when the pull is
   as strong as both frictions, also after it has pulled the other way. */
static void two_feet_pulled(void **state) {
    (void)state;
    const double limit = (0.3 + 0.7) * g, tolerances[] = {3e-7, 2e-8, 3e-9, 1e-10, 2e-11, 1e-12};
    for (int k = 0; k < 12; k++) {
        const int sign = k % 2 ? 1 : -1;
        machine x = machine_run(
            4, tolerances[k / 2],
            "param a = 0.3, b = 0.5\ncoord x = 0, y = b, phi = 0\ngravity 9.81\n"
            "body box: mass 2, inertia 2*(a^2 + b^2)/3, at [x, y], angle phi\n"
            "let right = box + rotate([a, -b], phi), left = box + rotate([-a, -b], phi)\n"
            "contact rc: right.y >= 0, friction 0.3 along right.x\ncontact lc: left.y >= 0, friction 0.7 along left.x\n"
            "let pull = %d*(if t < 2 then -4*t*(2 - t) else 5*(t - 2))\nforce F: [pull, 0] at [x, 0] on box\n"
            "output over = abs(force(rc.friction)) - 0.3*force(rc), lover = abs(force(lc.friction)) - 0.7*force(lc)\n"
            "output rest = force(rc.friction) + force(lc.friction) + pull - 2*x''\n",
            sign);
        /* sliding, the inertia shifts the weight between the feet by m x'' b/a, and with it friction */
        double t0 = 2 + limit / 5, shifted = 1 + sign * 0.2 * 0.5 / 0.3;
        assert_near(machine_q(&x, "x"), sign * 5 / 12. / shifted * pow(4 - t0, 3), 1e-9);
        assert_true(x.result->rows.len > 10);
        for (size_t i = 0; i < x.result->rows.len; i++) {
            const sim_point *p = &x.result->rows.at[i];
            assert_below(point_output(&x, p, "over"), 1e-9);
            assert_below(point_output(&x, p, "lover"), 1e-9);
            assert_near(point_output(&x, p, "rest"), 0, 1e-10);
            if (p->t < t0 - 1e-6)
                assert_near(point_q(&x, p, "x"), 0, 1e-12);
        }
        machine_free(&x);
    }
}

/* A rough wall and a rough floor hold a ladder above tan(angle) = (1 - mu^2)/(2 mu). */
static void ladder_between_two_rough_sides(void **state) {
    (void)state;
    const double mu = 0.5, limit = atan((1 - mu * mu) / (2 * mu));
    for (int sign = -1; sign <= 1; sign += 2) {
        machine x = machine_run(
            0.2, 1e-12,
            "param mu = 0.5, L = 2, a0 = %.17g\ncoord x = L/2*cos(a0), y = L/2*sin(a0), a = a0\ngravity 9.81\n"
            "let half = L/2*[-cos(a), sin(a)]\nlet top = [x, y] + half, foot = [x, y] - half\n"
            "rod ladder: mass 3, from foot to top\ncontact wall: top.x >= 0, friction mu along top.y\n"
            "contact floor: foot.y >= 0, friction mu along foot.x\n",
            limit + sign * 1e-4);
        if (sign > 0)
            assert_near(machine_v(&x, "a"), 0, 1e-12);
        else
            assert_true(machine_v(&x, "a") < -1e-5);
        machine_free(&x);
    }
}

/* A contact that is dropped while it sticks takes its friction with it. */
static void dropped_while_it_sticks(void **state) {
    (void)state;
    machine x = machine_run(2, 1e-12,
                            "coord x = 0, y = 0\ngravity [3, -9.81]\nparticle b: mass 2 at [x, y]\n"
                            "contact table: y >= 0, friction 0.5 along x\nevent away when t > 1 { drop table }\n"
                            "event back when t > 1.5 { set y = 0; set y' = 0; hold table }\n"
                            "output f = force(table.friction)\n");
    const sim_event *away = machine_event(&x, "away", 0), *back = machine_event(&x, "back", 0);
    assert_near(-point_lambda(&x, &away->before, "table.friction"), -6, 1e-12);
    assert_true(point_lambda(&x, &away->after, "table.friction") == 0 && point_lambda(&x, &away->after, "table") == 0);
    assert_near(point_q(&x, &back->before, "x"), 3 * 0.125, 1e-12);
    assert_near(point_q(&x, &back->before, "y"), -g * 0.125, 1e-12);
    assert_near(point_output(&x, &back->after, "f"), -g, 1e-11); /* slides */
    double v = 1.5, down = 0.5 * g - 3;
    assert_near(machine_v(&x, "x"), v - down * 0.5, 1e-11);
    machine_free(&x);
}

/* Painleve's rod: pushed with its foot ahead of it, friction presses it onto the floor the more it slides. At the angle
   atan 2 the motion is undetermined from mu = 4/3 on. It is said, not guessed. */
static const char *const rod =
    "param mu = %.17g\ncoord x = 0, y ~ 1, a = atan(2)\ninitial x' = %d, a' = 0\n"
    "initial closed(floor)\ngravity 9.81\nlet half = 1/2*dir(a)\nlet foot = [x, y] - half\n"
    "rod pole: mass 1, from foot to foot + 2*half\n"
    "contact floor: foot.y >= 0, friction mu along foot.x\noutput f = force(floor.friction)\n";

static void painleve(void **state) {
    (void)state;
    machine x = machine_run(0.001, 1e-12, rod, 4. / 3 - 1e-3, -1);
    machine_free(&x);
    x = machine_run(0.001, 1e-12, rod, 2., 1); /* dragged, not pushed */
    machine_free(&x);
    x = machine_try(1, rod, 4. / 3 + 1e-3, -1);
    assert_int_equal(x.result->end, SIM_FAILED);
    assert_true(machine_found(&x, DIAG_E0510));
    machine_free(&x);
}

/* In the same place at rest it can stick, and does: the floor bears it as a hinge would. */
static void sticking_at_the_start(void **state) {
    (void)state;
    machine x = machine_run(0.01, 1e-12, rod, 2., 0);
    machine y = machine_run(0.01, 1e-12,
                            "coord a = atan(2)\ngravity 9.81\nrod pole: mass 1, from [0, 0] to dir(a)\n"
                            "output fx = pole''.x\n");
    assert_near(machine_q(&x, "a"), machine_q(&y, "a"), 1e-13);
    assert_near(machine_output(&x, "f"), machine_output(&y, "fx"), 1e-11);
    machine_free(&x);
    machine_free(&y);
}

/* Without friction a coefficient of 0 is no different from none. */
static void coefficient_zero(void **state) {
    (void)state;
    machine x = machine_run(1, 1e-12, block, 0., 0.3, 1.);
    assert_near(machine_v(&x, "x"), 1 - g * sin(0.3), 1e-12);
    assert_true(machine_output(&x, "f") == 0);
    machine_free(&x);
}

/* Friction along what a constraint drives: it acts on the drive, and nothing gives way. */
static void along_what_is_driven(void **state) {
    (void)state;
    machine x = machine_run(1, 0,
                            "coord y = 0.1, th = 0.4, q = 0.1\ngravity 9.81\n"
                            "body wheel: mass 2, inertia 0.3, at [q, 0] + 0.8*dir(th), angle th\n"
                            "rod r: mass 0.7, from [0, 0] to [y, q + 1]\nparticle pad: mass 2 at [0, y]\n"
                            "constraint drive: th' = 3\n"
                            "contact shoe: y >= 0, restitution 0.5, friction 0.3 along th\n"
                            "output held = force(shoe.friction)\n");
    assert_near(machine_q(&x, "th"), 3.4, 1e-10);
    assert_near(machine_output(&x, "held"), -0.3 * 2 * 9.81, 1e-8);
    machine_free(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(angle_of_friction),
        cmocka_unit_test(thrown_up_a_slope),
        cmocka_unit_test(growing_force),
        cmocka_unit_test(stick_slip),
        cmocka_unit_test(sliding_turns_into_rolling),
        cmocka_unit_test(ball_on_a_slope),
        cmocka_unit_test(spinning_ball),
        cmocka_unit_test(two_feet_sliding),
        cmocka_unit_test(two_feet_pulled),
        cmocka_unit_test(box_tips_instead_of_sliding),
        cmocka_unit_test(ladder_between_two_rough_sides),
        cmocka_unit_test(dropped_while_it_sticks),
        cmocka_unit_test(painleve),
        cmocka_unit_test(sticking_at_the_start),
        cmocka_unit_test(coefficient_zero),
        cmocka_unit_test(along_what_is_driven),
    };
    static const char *const first_only[] = {"growing_force", "stick_slip", NULL};
    return MACHINE_RUN_TESTS(tests, first_only);
}
