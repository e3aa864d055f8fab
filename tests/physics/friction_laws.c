/* Laws of friction: coefficients that change with speed, place and time, and static ones. */
#include "machine.h"

#include <math.h>

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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(as_a_known_limit),
        cmocka_unit_test(static_limit),
        cmocka_unit_test(static_below_and_above),
        cmocka_unit_test(one_way),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
