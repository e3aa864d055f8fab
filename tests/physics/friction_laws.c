/* Laws of friction: coefficients that change with speed, place and time, static ones, and friction that the force of a
   constraint limits. */
#include "machine.h"

#include <math.h>
#include <stdlib.h>

#include "sim/sim.h"

static const double g = 9.81;

/* The same block on a belt with friction of a contact and with friction of a known limit. */
static void as_a_known_limit(void **state) {
    (void)state;
    static const char *const laws[][2] = {
        {"friction mu(x' - u) along x - u*t", "limit mu(x' - u)*m*9.81 along x - u*t"},
        {"friction 0.25 along x - u*t, static 0.4", "limit 0.25*m*9.81 along x - u*t, static 0.4*m*9.81"},
        {"friction 0.2 + 0.1*x along x - u*t", "limit (0.2 + 0.1*x)*m*9.81 along x - u*t"},
        {"friction 0.2 + 0.1*sin(5*t) along x - u*t", "limit (0.2 + 0.1*sin(5*t))*m*9.81 along x - u*t"},
        {"friction if x > 0.02 then 0.5 else 0.2 along x - u*t",
         "limit (if x > 0.02 then 0.5 else 0.2)*m*9.81 along x - u*t"}};
    for (size_t i = 0; i < sizeof laws / sizeof *laws; i++) {
        machine x[2];
        for (int k = 0; k < 2; k++)
            x[k] = machine_run(3, 1e-11,
                               "param m = 1.5, u = 0.1\ncoord x = 0, y = 0\ninitial x' = u\ngravity 9.81\n"
                               "particle b: mass m at [x, y]\npotential V = 1/2*60*x^2\n"
                               "let mu(v) = 0.25 + 0.15*exp(-abs(v)/0.05)\n%s: %s%s\n"
                               "output f = force(%s)\nreport far = maximum(x)\n",
                               k ? "constraint held" : "contact belt", k ? "y = 0\nfriction belt: " : "y >= 0, ",
                               laws[i][k], k ? "belt" : "belt.friction");
        assert_near(machine_q(&x[0], "x"), machine_q(&x[1], "x"), 1e-8);
        assert_near(machine_v(&x[0], "x"), machine_v(&x[1], "x"), 1e-7);
        assert_near(machine_report(&x[0], "far"), machine_report(&x[1], "far"), 1e-9);
        assert_near(machine_output(&x[0], "f"), machine_output(&x[1], "f"), 1e-6);
        machine_free(&x[0]);
        machine_free(&x[1]);
    }
}

/* A growing pull overcomes what sticks at the static limit; from then on sliding friction acts. */
static void static_limit(void **state) {
    (void)state;
    for (int way = -1; way <= 1; way += 2) {
        machine x = machine_run(4, 1e-12,
                                "coord x = 0, y = 0\ngravity 9.81\nparticle b: mass 2 at [x, y]\n"
                                "force pull: [%d*t, 0] at b\ncontact floor: y >= 0, friction 0.3 along x, static 0.5\n"
                                "output f = force(floor.friction)\nreport most = maximum(abs(f))\n",
                                4 * way);
        const double t0 = 0.5 * 2 * g / 4, a0 = 0.2 * g, s = 4 - t0;
        assert_near(machine_report(&x, "most"), 0.5 * 2 * g, 1e-9);
        assert_near(machine_q(&x, "x"), way * (a0 * s * s / 2 + 4 / 2. * s * s * s / 6), 1e-9);
        assert_near(machine_output(&x, "f"), -way * 0.3 * 2 * g, 1e-12);
        machine_free(&x);
    }
}

/* Two blocks on each other: the lower one breaks away, and with sliding friction below it the upper one stays on it
   that static friction below would have carried off. */
static void static_below_and_above(void **state) {
    (void)state;
    machine x = machine_run(2, 1e-12,
                            "coord x = 0, y = 0, u = 0, w = 1\ngravity 9.81\nparticle a: mass 2 at [x, y]\n"
                            "particle b: mass 1 at [u, w]\nforce pull: [20, 0] at a\n"
                            "contact floor: y >= 0, friction 0.3 along x, static 0.6\n"
                            "contact top: w >= y + 1, friction 0.2 along u - x, static 0.5\n");
    const double a = (20 - 0.3 * 3 * g) / 3; /* below 0.5 g: they go together */
    assert_true(a < 0.5 * g && a > 0.2 * g);
    assert_near(machine_q(&x, "x"), 2 * a, 1e-11);
    assert_near(machine_q(&x, "u"), 2 * a, 1e-11);
    machine_free(&x);
}

/* Which way it slides decides about the coefficient, as on a fish's skin. */
static void one_way(void **state) {
    (void)state;
    for (int way = -1; way <= 1; way += 2) {
        machine x = machine_run(1, 1e-12,
                                "coord x = 0, y = 0\ninitial x' = %d\ngravity 9.81\nparticle b: mass 2 at [x, y]\n"
                                "contact floor: y >= 0, friction (if x' > 0 then 0.1 else 0.3) along x\n",
                                3 * way);
        const double a = (way > 0 ? 0.1 : 0.3) * g, t = fmin(1, 3 / a);
        assert_near(machine_q(&x, "x"), way * (3 * t - a * t * t / 2), 1e-11);
        machine_free(&x);
    }
}

/* A bead on a turning rod is pressed by 2 m w r': its way out is a sum of two exponentials. */
static void bead_on_a_turning_rod(void **state) {
    (void)state;
    const double w = 3, r0 = 0.2, v0 = 0.5;
    for (int i = 0; i < 4; i++) {
        const double mu = 0.1 + 0.4 * i, a = w * (sqrt(mu * mu + 1) - mu), b = -w * (sqrt(mu * mu + 1) + mu);
        machine x = machine_run(1, 1e-12,
                                "param mu = %.17g\ncoord r = 0.2, theta = 0\ninitial r' = 0.5\n"
                                "particle bead: mass 0.7 at r*dir(theta)\nconstraint drive: theta = %d*t\n"
                                "friction guide: coefficient mu/r of drive along r\noutput f = force(guide)\n",
                                mu, i % 2 ? -3 : 3);
        const double r = ((v0 - b * r0) * exp(a) - (v0 - a * r0) * exp(b)) / (a - b);
        const double v = ((v0 - b * r0) * a * exp(a) - (v0 - a * r0) * b * exp(b)) / (a - b);
        assert_close(machine_q(&x, "r"), r, 1e-10);
        assert_close(machine_output(&x, "f"), -mu * 2 * 0.7 * w * v, 1e-9);
        assert_below(x.result->energy_drift, 1e-9);
        machine_free(&x);
    }
}

/* On a rough hoop it is pressed outwards, then inwards near the top, and at last comes to rest: the same with the
   normal force written out. */
static void bead_on_a_hoop(void **state) {
    (void)state;
    static const char *const texts[] = {
        "coord r ~ 0.5, s = 0\ninitial s' = v0/0.5\nparticle bead: mass 0.7 at [9, 7] + r*dir(s - pi/2)\n"
        "constraint ring: r = 0.5\nfriction guide: coefficient mu of ring along 0.5*s%s\noutput f = force(guide)\n",
        "coord s = 0\ninitial s' = v0/0.5\nparticle bead: mass 0.7 at [9, 7] + 0.5*dir(s - pi/2)\n"
        "friction guide: limit mu*0.7*abs(0.5*s'^2 + 9.81*cos(s)) along 0.5*s%s\noutput f = force(guide)\n"};
    static const char *const excess[] = {"", "", ", static 2*mu", ", static 2*mu*0.7*abs(0.5*s'^2 + 9.81*cos(s))"};
    for (int i = 0; i < 6; i++) {
        machine x[2];
        for (int k = 0; k < 2; k++) {
            char text[600], all[800];
            machine_print(text, sizeof text, texts[k], excess[2 * (i / 3) + k]);
            machine_print(all, sizeof all, "param mu = %.17g, v0 = %d\ngravity 9.81\n%s", 0.15 + 0.05 * (i % 3), 6,
                          text);
            x[k] = machine_run(6, 1e-11, "%s", all);
        }
        assert_near(machine_q(&x[0], "s"), machine_q(&x[1], "s"), 2e-8);
        assert_near(machine_output(&x[0], "f"), machine_output(&x[1], "f"), 1e-6);
        machine_free(&x[0]);
        machine_free(&x[1]);
    }
}

/* What is pushed along a rail: held, overcome, and off again where the push along the normal changes its side. */
static void pushed_along_a_rail(void **state) {
    (void)state;
    machine x = machine_run(5, 1e-12,
                            "coord x = 0, y = 0\nparticle b: mass 2 at [x, y]\nforce push: [4*t, 20*cos(t)] at b\n"
                            "constraint rail: y = 0\nfriction guide: coefficient 0.2 of rail along x, static 0.3\n"
                            "output f = force(guide), n = force(rail)\n");
    double t0 = 1;
    for (int i = 0; i < 60; i++)
        t0 -= (4 * t0 - 6 * cos(t0)) / (4 + 6 * sin(t0));
    const double half = PI / 2, far = 3 * PI / 2; /* the force changes its sign */
    const double held = 4 * (sin(half) - sin(t0)) + 4 * (sin(half) - sin(far)) + 4 * (sin(5) - sin(far));
    assert_near(machine_v(&x, "x"), (2 * (25 - t0 * t0) - held) / 2, 1e-10);
    assert_near(machine_output(&x, "f"), -0.2 * 20 * cos(5), 1e-10);
    assert_near(machine_output(&x, "n"), -20 * cos(5), 1e-10);
    machine_free(&x);
}

/* A block between a rail above, which friction makes it drag along, and the floor below: all forces depend on each
   other. */
static void with_contacts(void **state) {
    (void)state;
    machine x = machine_run(1, 1e-12,
                            "coord x = 0, y = 0, a = 0\ninitial x' = 3\ngravity 9.81\n"
                            "body b: mass 2, inertia 0.3, at [x, y], angle a\n"
                            "let tip(u, w) = b + rotate([u, w], a)\n"
                            "constraint rail: dot(tip(0.5, 0.4), [0, 1]) = 0.4\n"
                            "friction above: coefficient 0.15 of rail along dot(tip(0.5, 0.4), [1, 0])\n"
                            "contact floor: dot(tip(-0.5, -0.4), [0, 1]) >= -0.4, friction 0.25 along "
                            "dot(tip(-0.5, -0.4), [1, 0])\noutput n = force(floor), p = force(rail), v = x''\n");
    /* n + p = m g, moments about the centre: 0.5 (p - n) - 0.4 (0.25 n) + 0.4 (0.15 |p|) = 0 with p > 0 */
    const double k = (0.5 + 0.4 * 0.25) / (0.5 + 0.4 * 0.15), n = 2 * g / (1 + k), p = k * n;
    assert_near(machine_output(&x, "n"), n, 1e-9);
    assert_near(machine_output(&x, "p"), p, 1e-9);
    assert_near(machine_output(&x, "v"), -(0.25 * n + 0.15 * p) / 2, 1e-9);
    machine_free(&x);
}

/* Coefficient of a contact in a statement of its own, which can be dropped. */
static void of_a_contact(void **state) {
    (void)state;
    machine x = machine_run(2, 1e-12,
                            "coord x = 0, y = 0\ninitial x' = 8\ngravity 9.81\nparticle b: mass 2 at [x, y]\n"
                            "contact floor: y >= 0\nfriction rub: coefficient 0.2 of floor along x\n"
                            "event ice when x > 3 { drop rub }\nevent sand when x > 5 { hold rub }\n"
                            "output f = force(rub)\n");
    const double u = sqrt(64 - 2 * 0.2 * g * 3), t = (8 - u) / (0.2 * g) + 2 / u, s = 2 - t;
    assert_near(machine_q(&x, "x"), 5 + u * s - 0.1 * g * s * s, 1e-9);
    assert_near(machine_output(&x, "f"), -0.2 * 2 * g, 1e-10);
    machine_free(&x);
}

/* With friction beyond that the force of a constraint has no value, or two. */
static void no_force_at_all(void **state) {
    (void)state;
    static const double mus[] = {0.3, 2};
    for (int i = 0; i < 2; i++) {
        machine x = machine_try(0.2,
                                "coord x = 0, y ~ 0.3, a = pi/3\ninitial x' = 2, a' = 0\ngravity 9.81\n"
                                "body rod: mass 1, inertia 0.08, at [x, y], angle a\nlet tip = rod - 0.5*dir(a)\n"
                                "constraint line: tip.y = 0\nfriction rub: coefficient %.17g of line along tip.x\n",
                                mus[i]);
        assert_int_equal(machine_found(&x, DIAG_E0510), i);
        machine_free(&x);
    }
    machine x = machine_try(1, "coord x = 0, y = 0\ninitial x' = 2\ngravity 9.81\nparticle p: mass 1 at [x, y]\n"
                               "constraint one: y = 0\nconstraint two: 2*y = 0\n"
                               "friction rub: coefficient 0.2 of one along x\n");
    assert_true(machine_found(&x, DIAG_E0510)); /* how much of the weight is on the first? */
    machine_free(&x);
}

/* An arm that is caught by a constraint rubs there in the impact too: the pin's impulse turns it back. */
static void caught_on_a_rail(void **state) {
    (void)state;
    for (int i = 0; i < 2; i++) {
        const double mu = i ? 2 : 0.1;
        machine x = machine_run(1, 1e-12,
                                "coord x = 0, y = 1\ninitial x' = 3, y' = -2\nparticle p: mass 2 at [x, y]\n"
                                "constraint rail: y = 0 off\nfriction rub: coefficient %.17g of rail along x\n"
                                "event catch when y < 0 { hold rail }\n",
                                mu);
        assert_near(machine_v(&x, "x"), fmax(0, 3 - mu * 2), 1e-10);
        assert_near(machine_q(&x, "x"), 1.5 + 0.5 * fmax(0, 3 - mu * 2), 1e-9);
        machine_free(&x);
    }
}

/* Static friction holds at rest alone, not where the limit jumps at another speed. */
static void limit_that_jumps(void **state) {
    (void)state;
    machine x = machine_run(2, 1e-12,
                            "coord x = 0\ninitial x' = 0.2\nkinetic T = 1/2*x'^2\ngeneralized push: x = 2.2\n"
                            "friction f: limit (if x' < 0.5 then 1 else 2) along x, static 6\n");
    assert_near(machine_v(&x, "x"), 0.5 + 0.2 * 1.75, 1e-11);
    machine_free(&x);
}

/* Three brakes hold two shafts and what is between them: what each carries is not determined by the motion, which is.
   A drive up to what they hold together, and back, moves nothing; beyond it both shafts go, and the one between sticks;
   turned the other way round it is the same. */
static void brakes_that_depend(void **state) {
    (void)state;
    for (int i = 0; i < 4; i++) {
        const int way = i % 2 ? -1 : 1;
        machine x = machine_run(i < 2 ? 9.8 : 6, 1e-11,
                                "coord a = 0, b = 0\nkinetic T = (a'^2 + b'^2)/2\n"
                                "generalized d: b = %d*(if t < %.17g then t else 9.8 - t)\n"
                                "friction f: limit 2 along a\nfriction g: limit 3 along b - a\n"
                                "friction h: limit 3 along b\noutput f = force(f), g = force(g), h = force(h)\n",
                                way, i < 2 ? 4.9 : 10);
        assert_near(machine_q(&x, "a"), i < 2 ? 0 : way * 1. / 12, 1e-9);
        assert_near(machine_q(&x, "b"), i < 2 ? 0 : way * 1. / 12, 1e-9);
        if (i < 2) { /* nothing is left of what they carried */
            assert_near(machine_output(&x, "f"), 0, 1e-9);
            assert_near(machine_output(&x, "g"), 0, 1e-9);
            assert_near(machine_output(&x, "h"), 0, 1e-9);
        } else {
            assert_near(machine_output(&x, "f"), -2 * way, 1e-9);
            assert_near(machine_output(&x, "h"), -3 * way, 1e-9);
        }
        machine_free(&x);
    }
}

/* What presses and what pulls grow from nothing: at the first instant neither says whether it slides. */
static void from_nothing(void **state) {
    (void)state;
    static const char *const ways[] = {"contact floor: z >= 0, friction 0.5 along x\n",
                                       "contact floor: z >= 0, friction 0.5 along [x, y]\n",
                                       "constraint floor: z = 0\nfriction f: coefficient 0.5 of floor along x\n",
                                       "constraint floor: z = 0\nfriction f: coefficient 0.5 of floor along [x, y]\n",
                                       "constraint floor: z = 0\nfriction f: limit 1.5*t along x\n"};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        for (int pull = -2; pull <= 2; pull++) {
            machine x = machine_run(1, 1e-12,
                                    "coord x = 0, y = 0, z = 0\nparticle p: mass 1 at [x, y, z]\n"
                                    "force push: [%d*t, 0, -3*t] at p\n%s",
                                    pull, ways[i]);
            const double left = abs(pull) > 1 ? (pull > 0 ? 0.5 : -0.5) : 0;
            assert_near(machine_v(&x, "x"), left / 2, 1e-10);
            assert_near(machine_q(&x, "x"), left / 6, 1e-10);
            machine_free(&x);
        }
}

/* An arm on a hinge with friction, which the size of the hinge's force limits: with coordinates that have to be held
   there, also far away and in another unit of length, the same as with one coordinate and that force in closed form,
   F^2 = P^2 + (A - B s F)^2. It turns, swings, sticks, and goes on when it is pushed. */
static void hinge(void **state) {
    (void)state;
    static const char *const forms[] = {
        "coord a = 0\nbody arm: mass 2, inertia 0.1*l^2, at l*dir(a), angle a\nlet s = sign(a'), J = 2.1*l^2\n"
        "let push = M - 20*l^2*cos(a), P = 2*(10*l*sin(a) - l*a'^2), A = 2*l*push/J + 20*l*cos(a), B = 2*l*0.2*l/J\n"
        "let F = (-s*A*B + sqrt(A^2*B^2 + (1 - B^2)*(A^2 + P^2)))/(1 - B^2)\nfriction f: limit 0.2*l*F along a\n",
        "coord x ~ X + l, y ~ 0, a = 0\nbody arm: mass 2, inertia 0.1*l^2, at [x, y], angle a\n"
        "constraint pin: arm = [X, 0] + l*dir(a)\nfriction f: coefficient 0.2*l of pin along a\n"};
    for (int until = 2; until <= 12; until += 10) {
        machine x[4];
        for (int k = 0; k < 4; k++)
            x[k] = machine_run(until, 1e-11,
                               "param l = %.17g, X = %.17g\ngravity 10*l\nlet M = l^2*(if t < 10 then 0 else 30)\n"
                               "generalized m: a = M\ninitial a' = 6\n%s\noutput f = force(f)\n",
                               k == 2 ? 100. : 1., k == 3 ? 1000. : 0., forms[k > 0]);
        for (int k = 1; k < 4; k++) {
            assert_near(machine_q(&x[k], "a"), machine_q(&x[0], "a"), 1e-8);
            assert_near(machine_v(&x[k], "a"), machine_v(&x[0], "a"), 1e-8);
            const double scale = k == 2 ? 1e4 : 1;
            assert_near(machine_output(&x[k], "f") / scale, machine_output(&x[0], "f"), 1e-7);
        }
        for (int k = 0; k < 4; k++)
            machine_free(&x[k]);
    }
}

/* What sticks is moved by what hits it, and by an event, and slides then until its speed is used up. */
static void stuck_and_hit(void **state) {
    (void)state;
    static const char *const laws[] = {"friction f: limit 1 along x\n",
                                       "constraint c: y = 0\nfriction f: limit 1 along x, static 4\n",
                                       "contact floor: y >= 0, friction 0.1 along x\n"};
    static const char *const blows[] = {"event kick when t > 1 { set x' = 2 }\n",
                                        "contact hit: x - u >= 0.2, restitution 1\n"};
    for (int i = 0; i < 6; i++) {
        machine x = machine_run(5, 1e-11,
                                "coord x = 0, y = 0, u = -1\ninitial u' = 2\nkinetic T = (x'^2 + y'^2 + u'^2)/2\n"
                                "generalized g: y = %d\n%s%s",
                                i < 2 ? 0 : -10, laws[i / 2], blows[i % 2]);
        assert_near(machine_q(&x, "x"), 2, 1e-9);
        assert_near(machine_v(&x, "x"), 0, 1e-12);
        machine_free(&x);
    }
}

/* What stands breaks loose in every half wave of a force that only just overcomes it, however long its steps would be.
 */
static void just_overcome(void **state) {
    (void)state;
    static const char *const laws[] = {"friction f: limit 1 along x", "contact f: y >= 0, friction 0.1 along x"};
    static const double sizes[] = {1.05, 1.001};
    for (int i = 0; i < 8; i++) {
        const int waves = i < 4 ? 5 : 50;
        machine x = machine_run(2 * PI, 1e-9,
                                "coord x = 0, y = 0\nkinetic T = (x'^2 + y'^2)/2\ngeneralized g: y = %d\n"
                                "generalized push: x = %.17g*sin(%d*t)\n%s\nevent slips when not sticking(f) {}\n",
                                i % 2 ? -10 : 0, i % 2 ? 1.05 : sizes[i / 2 % 2], waves, laws[i % 2]);
        assert_int_equal(machine_event_count(&x, "slips"), 2 * waves);
        machine_free(&x);
    }
}

/* What stands still takes a few steps: nothing but the rounding of forces that hold each other moves it. Without
   inertia of their own, coordinates know these through the rows or through both sides of what slides alone. */
static void structures_stand(void **state) {
    (void)state;
    static const char *const models[] = {
        /* two struts carry a load */
        "coord a = -pi/3, b = pi/3, x ~ 0.5, y ~ -0.9\ngravity 9.81\nparticle load: mass 1 at [x, y]\n"
        "constraint p: [x, y] = dir(a)\nconstraint q: [x, y] = [1, 0] - dir(b)\n",
        /* an arm without mass under a brake */
        "coord a = 0.3, x ~ 1, y ~ 0\nconstraint p: [x, y] = dir(a)\nparticle load: mass 1 at [x, y]\n"
        "friction brake: limit 100 along a\nforce push: [30, -20]*sin(t) at load\n",
        /* four bars under a brake */
        "coord a = 0.3, b ~ 1, c ~ 1\nlet B = dir(a), C = B + 2*dir(b)\nrod r1: mass 1, from [0, 0] to B\n"
        "constraint loop: C = [2.5, 0.3] + 1.5*dir(c)\nrod r2: mass 1, from B to C\n"
        "friction brake: limit 100 along a\nforce push: [30, -20]*sin(t) at C\n"};
    for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
        machine x = machine_run(10, 1e-9, "%s", models[i]);
        assert_int_equal(x.result->end, SIM_UNTIL);
        assert_below((double)x.result->steps, 1000);
        assert_below(x.result->energy_drift, 1e-6);
        assert_near(machine_v(&x, "a"), 0, 1e-12);
        machine_free(&x);
    }
}

/* Loads that grow from nothing, or from next to nothing, on what cannot move: also from an instant on, and beside a
   pendulum that swings. The forces of the constraints follow them. */
static void loads_grow_from_nothing(void **state) {
    (void)state;
    static const char *const methods[] = {"dop853", "taylor", "cvode"};
    static const struct {
        const char *load;
        double end;
    } loads[] = {{"t", 2},
                 {"1e-9 + t", 2 + 1e-9},
                 {"1e-12 + t", 2 + 1e-12},
                 {"1e9*t", 2e9},
                 {"max(0, t - 1)", 1},
                 {"t^6", 64},
                 {"1e-3*exp(10*t)", 485165.195409790},
                 {"sin(t)", 0.909297426825682}};
    for (size_t i = 0; i < sizeof loads / sizeof *loads; i++)
        for (size_t k = 0; k < 6; k++) {
            sim_options o = sim_options_default();
            o.until = 2;
            o.tolerance = 1e-9;
            o.method = methods[k % 3];
            if (sim_method_trouble(o.method, NULL))
                continue;
            machine x = machine_run_with(o,
                                         "coord a = 0, b = 0%s\nkinetic T = (a'^2 + b'^2)/2\n"
                                         "generalized load: a = %s\nconstraint gear: a = 3*b\n"
                                         "constraint lock: a + 3*b = 0\n%s",
                                         k > 2 ? ", u = 1" : "", loads[i].load,
                                         k > 2 ? "kinetic U = u'^2/2\npotential V = -cos(u)\n" : "");
            assert_close(machine_lambda(&x, "gear"), loads[i].end / 2, 1e-12);
            assert_near(machine_q(&x, "a"), 0, 1e-15 * loads[i].end);
            assert_below((double)x.result->steps, 20000);
            machine_free(&x);
        }
}

/* Teeth rub as soon as the motor pulls, whatever rounding makes of their forces: (1 + 1/k^2) a'' = t - 2 mu |F| with
   F = a''/k^2/(1 - mu). */
static void teeth_rub_from_the_first_pull(void **state) {
    (void)state;
    for (int k = 2; k <= 9; k++) {
        const double mu = 0.1, inertia = 1 + 1. / (k * k) + 2 * mu / (k * k) / (1 - mu);
        machine x = machine_run(2, 1e-10,
                                "coord a = 0, b = 0\nkinetic T = (a'^2 + b'^2)/2\ngeneralized motor: a = t\n"
                                "constraint teeth: a = %d*b\nfriction rub: coefficient %g of teeth along a + %d*b\n",
                                k, mu, k);
        assert_near(machine_q(&x, "a"), 8 / 6. / inertia, 1e-9);
        machine_free(&x);
    }
}

/* Shafts push each other on by freewheels, and the last takes one along by a clutch that sticks: who pushes is found
   with what the clutch holds, not with its limit. Once it slips, its limit acts. */
static void pushed_along_with_a_clutch(void **state) {
    (void)state;
    const double I[] = {0.98, 0.42, 1.1, 0.34}, all = I[0] + I[1] + I[2] + I[3], most = 0.8,
                 t0 = most / I[3] * all / 10;
    for (int k = 0; k < 2; k++) {
        const double until = k ? 1.5 : 0.5 * t0, left = until - t0, inner = all - I[3];
        machine x = machine_run(until, 1e-10,
                                "coord u = 0.9, v = -0.75, w = -0.37, x = 0.87\ngeneralized motor: u = 10*t\n"
                                "kinetic T = %g*u'^2/2 + %g*v'^2/2 + %g*w'^2/2 + %g*x'^2/2\n"
                                "contact c0: v' >= u'\ncontact c1: w' >= v'\nfriction clutch: limit 0.8 along w - x\n"
                                "output M = force(clutch)\n",
                                I[0], I[1], I[2], I[3]);
        const double gone = 10 * t0 * t0 * t0 / 6 / all, rate = 10 * t0 * t0 / 2 / all;
        const double far =
            k ? gone + rate * left + (5 * t0 - most / 2) / inner * left * left + 10 * left * left * left / 6 / inner
              : 10 * until * until * until / 6 / all;
        assert_near(machine_q(&x, "u") - 0.9, far, 1e-8);
        assert_near(machine_q(&x, "w") + 0.37, far, 1e-8);
        assert_near(machine_output(&x, "M"), k ? -most : -I[3] * 10 * until / all, 1e-8);
        assert_below((double)x.result->evaluations, 20000);
        machine_free(&x);
    }
}

/* A guide of 2 N and a shelf of 6 N hold a body together, also after a stone beside it has come to rest at t = 1/3,
   where all is decided anew; nothing moves below the sum, and beyond it both act. */
static void two_frictions_hold_together(void **state) {
    (void)state;
    static const char body[] = "coord x = 0, y = 0, z = 0, w = 0\ninitial z' = 1\ngravity 10\n"
                               "particle a: mass 2 at [z, y]\nparticle b: mass 2 at [x, w]\n"
                               "friction guide: limit 2 along x\ncontact floor: y >= 0, friction 0.3 along z\n"
                               "contact shelf: w >= 0, friction 0.3 along x\ninitial closed(floor), closed(shelf)\n";
    static const double pushes[] = {1.9, 2.5, 5.9, 6.1, 7.9, 8.1, 15};
    for (size_t k = 0; k < sizeof pushes / sizeof *pushes; k++) {
        const double P = pushes[k], rate = P > 8 ? (P - 8) / 2 : 0;
        machine x = machine_run(1, 1e-10, "%sforce push: [%g, 0] at b\n", body, P);
        assert_near(machine_q(&x, "x"), rate / 2, 1e-12);
        assert_near(machine_q(&x, "z"), 1. / 6, 1e-12);
        machine_free(&x);
    }
    machine x = machine_run(20, 1e-10, "%sforce push: [t, 0] at b\n", body);
    const double left = 20 - 8;
    assert_near(machine_q(&x, "x"), left * left * left / 12, 1e-9 * left * left * left);
    machine_free(&x);
}

/* Two bodies between guides, shelves and a clutch, under pushes that turn: what a guide and a shelf hold is what one
   guide with both limits does, whoever is said to hold it. One limit is just touched on the way, which hides no other.
 */
static void shared_limits_add_up(void **state) {
    (void)state;
    static const char body[] =
        "gravity 10\ncoord a = 0, u = 0, b = 0.1, w = 0\ninitial a' = 1.559, b' = -0.017\n"
        "particle A: mass 3.3 at [a, u]\nparticle B: mass 1 at [b, w]\ninitial closed(p), closed(q)\n"
        "force f: [20*sin(2*t) - 8, 0] at A\nforce g: [6*sin(5*t) + 3, 0] at B\nfriction c: limit 1 along b - a\n";
    machine x = machine_run(3, 1e-10,
                            "%scontact p: u >= 0, friction 0.3 along a\ncontact q: w >= 0, friction 0.3 along b\n"
                            "friction j: limit 2 along a\nfriction k: limit 5 along b\n",
                            body);
    machine y = machine_run(3, 1e-10,
                            "%scontact p: u >= 0\ncontact q: w >= 0\n"
                            "friction j: limit 11.9 along a\nfriction k: limit 8 along b\n",
                            body);
    assert_near(machine_q(&x, "a"), machine_q(&y, "a"), 1e-8);
    assert_near(machine_q(&x, "b"), machine_q(&y, "b"), 1e-8);
    assert_near(machine_q(&x, "a"), -2.2726978, 1e-6); /* by steps of 1e-5 s with impulses, to their error */
    machine_free(&x);
    machine_free(&y);
}

/* The direction of a hinge's force turns as the arm swings, and its friction follows it within each step, whatever the
   method. */
static void hinge_in_every_method(void **state) {
    (void)state;
    static const char *const methods[] = {"dop853", "taylor", "cvode"};
    for (int k = 0; k < 3; k++) {
        sim_options o = sim_options_default();
        o.until = 2;
        o.tolerance = 1e-10;
        o.method = methods[k];
        if (sim_method_trouble(methods[k], NULL))
            continue;
        machine x = machine_run_with(o, "param mu = 0.2, r = 0.05, m = 2, l = 0.5\ncoord x ~ 0.5, y ~ 0, a = 0\n"
                                        "gravity 9.81\nbody b: mass m, inertia m*l^2/3, at [x, y], angle a\n"
                                        "constraint p: b = l*dir(a)\nfriction f: coefficient mu*r of p along a\n");
        assert_near(machine_q(&x, "a"), -0.265709973885, 1e-7); /* by dop853 and cvode at 1e-12 */
        machine_free(&x);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(as_a_known_limit),
        cmocka_unit_test(static_limit),
        cmocka_unit_test(static_below_and_above),
        cmocka_unit_test(one_way),
        cmocka_unit_test(bead_on_a_turning_rod),
        cmocka_unit_test(bead_on_a_hoop),
        cmocka_unit_test(pushed_along_a_rail),
        cmocka_unit_test(with_contacts),
        cmocka_unit_test(of_a_contact),
        cmocka_unit_test(no_force_at_all),
        cmocka_unit_test(caught_on_a_rail),
        cmocka_unit_test(limit_that_jumps),
        cmocka_unit_test(brakes_that_depend),
        cmocka_unit_test(from_nothing),
        cmocka_unit_test(hinge),
        cmocka_unit_test(stuck_and_hit),
        cmocka_unit_test(just_overcome),
        cmocka_unit_test(structures_stand),
        cmocka_unit_test(loads_grow_from_nothing),
        cmocka_unit_test(teeth_rub_from_the_first_pull),
        cmocka_unit_test(pushed_along_with_a_clutch),
        cmocka_unit_test(two_frictions_hold_together),
        cmocka_unit_test(shared_limits_add_up),
        cmocka_unit_test(hinge_in_every_method),
    };
    static const char *const first_only[] = {"hinge", NULL};
    return MACHINE_RUN_TESTS(tests, first_only);
}
