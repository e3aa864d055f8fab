/* The consistent start: what is kept, what moves and how far, and what is refused. */
#include "machine.h"

#include <math.h>

#define START(x) (&(x).result->initial)

/* Guesses move least: onto the nearest point of the line, of the circle. */
static void guesses_move_least(void **state) {
    (void)state;
    machine x =
        machine_run(0.01, 0, "coord x ~ 3, y ~ 1\nkinetic T = 1/2*(x'^2 + y'^2)\nconstraint line: x + 2*y = 1\n");
    assert_near(point_q(&x, START(x), "x"), 3 - 4.0 / 5, 1e-14);
    assert_near(point_q(&x, START(x), "y"), 1 - 8.0 / 5, 1e-14);
    machine_free(&x);
    x = machine_run(0.01, 0, "coord x ~ 3, y ~ 4\nkinetic T = 1/2*(x'^2 + y'^2)\nconstraint circle: x^2 + y^2 = 1\n");
    assert_near(point_q(&x, START(x), "x"), 0.6, 1e-6);
    assert_near(hypot(point_q(&x, START(x), "x"), point_q(&x, START(x), "y")), 1, 1e-14);
    machine_free(&x);
}

static void given_values_stay(void **state) {
    (void)state;
    machine x = machine_run(0.01, 0,
                            "coord x = 0.28, y ~ 1\nkinetic T = 1/2*(x'^2 + y'^2)\nconstraint circle: x^2 + y^2 = 1\n");
    assert_true(point_q(&x, START(x), "x") == 0.28);
    assert_near(point_q(&x, START(x), "y"), 0.96, 1e-15);
    machine_free(&x);
    x = machine_run(0.01, 0,
                    "coord x = 0.28, y ~ -1\nkinetic T = 1/2*(x'^2 + y'^2)\nconstraint circle: x^2 + y^2 = 1\n");
    assert_near(point_q(&x, START(x), "y"), -0.96, 1e-15);
    machine_free(&x);
}

/* Start values may use each other in any order, and params. */
static void values_from_each_other(void **state) {
    (void)state;
    machine x = machine_run(0.01, 0,
                            "coord c = a + b, b = 2*a, a = k\nparam k = 0.7\nkinetic T = 1/2*(a'^2 + b'^2 + "
                            "c'^2)\ninitial a' = k, b' = 3*k\n");
    assert_near(point_q(&x, START(x), "c"), 2.1, 1e-15);
    assert_near(point_v(&x, START(x), "b"), 2.1, 1e-15);
    assert_true(point_v(&x, START(x), "c") == 0);
    machine_free(&x);
}

/* Velocities that are not given move least in kinetic energy. */
static void velocities_least_in_energy(void **state) {
    (void)state;
    machine x = machine_run(
        0.01, 0,
        "coord x = 0, y = 0, z = 0\nkinetic T = 1/2*(2*x'^2 + 3*y'^2 + 5*z'^2)\nconstraint sum: x' + y' + z' = 1\n");
    double p = 1 / (1.0 / 2 + 1.0 / 3 + 1.0 / 5);
    assert_near(point_v(&x, START(x), "x"), p / 2, 1e-14);
    assert_near(point_v(&x, START(x), "y"), p / 3, 1e-14);
    assert_near(point_v(&x, START(x), "z"), p / 5, 1e-14);
    machine_free(&x);
    x = machine_run(
        0.01, 0,
        "coord x = 0, y = 0, z = 0\nkinetic T = 1/2*(2*x'^2 + 3*y'^2 + 5*z'^2)\nconstraint sum: x' + y' + z' = 1\n"
        "initial x' = 0.9, y' ~ 4\n");
    double q = (1 - 0.9 - 4) / (1.0 / 3 + 1.0 / 5);
    assert_true(point_v(&x, START(x), "x") == 0.9);
    assert_near(point_v(&x, START(x), "y"), 4 + q / 3, 1e-14);
    assert_near(point_v(&x, START(x), "z"), q / 5, 1e-14);
    machine_free(&x);
}

/* A linkage driven at one joint: the other velocities follow. */
static void velocities_follow_constraints(void **state) {
    (void)state;
    machine x = machine_run(
        0.01, 0,
        "coord x = 0.6, y ~ 0.8\ninitial x' = 4\nkinetic T = 1/2*(x'^2 + y'^2)\nconstraint rod: x^2 + y^2 = 1\n");
    assert_true(point_v(&x, START(x), "x") == 4);
    assert_near(point_v(&x, START(x), "y"), -3, 1e-14);
    machine_free(&x);
    x = machine_run(
        0.01, 0, "coord x ~ 0.6, y ~ 0.8\nkinetic T = 1/2*(x'^2 + y'^2)\nconstraint moving: x^2 + y^2 = (1 + t)^2\n");
    assert_near(point_v(&x, START(x), "x"), 0.6, 1e-13);
    assert_near(point_v(&x, START(x), "y"), 0.8, 1e-13);
    machine_free(&x);
}

/* What is given comes out to the last bit, however the others round. */
static void given_velocities_are_exact(void **state) {
    (void)state;
    for (int k = 1; k <= 40; k++) {
        double a = k / 10., b = (370 - 13 * k) / 1000.;
        machine x = machine_run(1e-3, 0,
                                "coord x = 0.3, y = 0.4, z ~ 0.8, w = 0.1\ninitial x' = %.1f, y' = %.3f\n"
                                "kinetic T = 1/2*(3*x'^2 + 7*y'^2 + 11*z'^2 + 13*w'^2) + x'*z' + y'*w'\n"
                                "constraint ball: x^2 + y^2 + z^2 = 1\nconstraint gear: w' = 3*x' - 0.7*y' + z'\n",
                                a, b);
        assert_true(point_v(&x, START(x), "x") == a && point_v(&x, START(x), "y") == b);
        machine_free(&x);
    }
}

/* Any expression may be given a start, of position or of velocity. */
static void starts_of_expressions(void **state) {
    (void)state;
    machine x = machine_run(
        0.01, 0,
        "coord a ~ 0.4, b ~ 2\nlet P = dir(a) + dir(b)\nparticle p: mass 1 at P\nparticle q: mass 1 at dir(a)\n"
        "initial P = [0.3, 1.2]\ninitial P' = [2, -1]\n");
    double a = point_q(&x, START(x), "a"), b = point_q(&x, START(x), "b"), u = point_v(&x, START(x), "a"),
           w = point_v(&x, START(x), "b");
    assert_near(cos(a) + cos(b), 0.3, 1e-12);
    assert_near(sin(a) + sin(b), 1.2, 1e-12);
    assert_near(-sin(a) * u - sin(b) * w, 2, 1e-12);
    assert_near(cos(a) * u + cos(b) * w, -1, 1e-12);
    machine_free(&x);
    x = machine_run(
        0.01, 0,
        "coord x = 1, y ~ 1\ninitial 1/2*y'^2 + x' = 3, x' = 1\nkinetic T = 1/2*(x'^2 + y'^2)\ninitial y' ~ 1\n");
    assert_near(point_v(&x, START(x), "y"), 2, 1e-12);
    machine_free(&x);
}

/* The energy by its name is known when all has been found; written out it is a condition on the velocities. */
static void start_of_energy(void **state) {
    (void)state;
    machine x = machine_try(
        0.01, "coord x = 1\nkinetic T = 1/2*x'^2\npotential V = 1/2*x^2\ninitial energy = 2.5\ninitial x' ~ 1\n");
    assert_null(x.result);
    assert_true(machine_found(&x, DIAG_E0207));
    machine_free(&x);
    x = machine_run(0.01, 0,
                    "coord x = 1\nkinetic T = 1/2*x'^2\npotential V = 1/2*x^2\ninitial T + V = 2.5\ninitial x' ~ 1\n");
    assert_near(point_v(&x, START(x), "x"), 2, 1e-12);
    assert_near(START(x)->energy, 2.5, 1e-12);
    machine_free(&x);
}

static void refused(void **state) {
    (void)state;
    static const struct {
        const char *text;
        diag_code code;
    } cases[] = {
        {"coord x = 1, y = 1\nkinetic T = 1/2*(x'^2 + y'^2)\nconstraint c: x^2 + y^2 = 1\n", DIAG_E0401},
        {"coord x = 2, y ~ 1\nkinetic T = 1/2*(x'^2 + y'^2)\nconstraint c: x^2 + y^2 = 1\n", DIAG_E0401},
        {"coord x = 0.6, y = 0.8\ninitial x' = 1, y' = 1\nkinetic T = 1/2*(x'^2 + y'^2)\nconstraint c: x^2 + y^2 = 1\n",
         DIAG_E0402},
        {"coord x ~ 0, y ~ 0\nkinetic T = 1/2*(x'^2 + y'^2)\nconstraint c: x + y = 1\nconstraint d: x + y = 2\n",
         DIAG_E0404},
        {"coord x = 0, y = 0\nkinetic T = 1/2*x'^2\n", DIAG_E0403},
        {"coord x = log(0)\nkinetic T = 1/2*x'^2\n", DIAG_E0308},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        machine x = machine_try(1, "%s", cases[i].text);
        if (x.result)
            assert_true(x.result->start_failed && x.result->end == SIM_FAILED);
        if (!machine_found(&x, cases[i].code))
            fail_msg("case %zu", i);
        machine_free(&x);
    }
}

/* Rows that say the same are no trouble to the motion; their multipliers are flagged as not unique. */
static void redundant_rows(void **state) {
    (void)state;
    machine x = machine_try(
        1, "coord x = 1, y ~ 0\nkinetic T = 1/2*(x'^2 + y'^2)\npotential V = 9.81*y\nconstraint a: x^2 + y^2 = 1\n"
           "constraint b: 2*x^2 + 2*y^2 = 2\noutput pull = lambda(a) + 2*lambda(b)\n");
    assert_false(diag_has_errors(x.findings));
    assert_int_equal(x.result->end, SIM_UNTIL);
    assert_false(x.result->lambda_unique);
    machine y = machine_run(
        1, 0, "coord x = 1, y ~ 0\nkinetic T = 1/2*(x'^2 + y'^2)\npotential V = 9.81*y\nconstraint a: x^2 + y^2 = 1\n");
    assert_true(y.result->lambda_unique);
    assert_near(machine_q(&x, "x"), machine_q(&y, "x"), 1e-8);
    assert_near(machine_output(&x, "pull"), machine_lambda(&y, "a"), 1e-7);
    machine_free(&x);
    machine_free(&y);
}

/* A guess may stand where its condition has no slope: it leaves to the positive side, by no measure but the model's. */
static void guesses_without_slope(void **state) {
    (void)state;
    static const double sizes[] = {1, 1e-6, 1e6, 1e-15};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        double l = sizes[i];
        machine x = machine_run(
            0.01, 0, "coord x ~ 0, y = %.17g\nparticle p: mass 1 at [x, y]\nconstraint c: x^2 + y^2 = %.17g\n", 0.6 * l,
            l * l);
        assert_near(point_q(&x, START(x), "x") / l, 0.8, 1e-12);
        assert_true(point_q(&x, START(x), "y") == 0.6 * l);
        machine_free(&x);
        x = machine_run(0.01, 0, "coord x ~ 0, y ~ 0\nparticle p: mass 1 at [x, y]\nconstraint c: x*y = %.17g\n",
                        l * l);
        assert_near(point_q(&x, START(x), "x") * point_q(&x, START(x), "y") / (l * l), 1, 1e-12);
        assert_true(point_q(&x, START(x), "x") > 0);
        machine_free(&x);
        x = machine_run(0.01, 0,
                        "coord a ~ 0, b ~ 0\nlet P = %.17g*(dir(a) + dir(b))\nparticle p: mass 1 at P\n"
                        "constraint c: P = [%.17g, 0]\n",
                        l, 1.2 * l);
        assert_near(fabs(point_q(&x, START(x), "a")), acos(0.6), 1e-10);
        assert_near(point_q(&x, START(x), "a"), -point_q(&x, START(x), "b"), 1e-10);
        machine_free(&x);
        x = machine_run(0.01, 0,
                        "coord x ~ 0, y ~ 0\nparticle p: mass 1 at [x, y]\nconstraint c: norm([x, y]) = %.17g\n", l);
        assert_near(hypot(point_q(&x, START(x), "x"), point_q(&x, START(x), "y")) / l, 1, 1e-12); /* no slope at all */
        machine_free(&x);
        x = machine_run(0.01, 0, "coord x = 0\nparticle p: mass 2 at [x, 0]\ninitial x'^2 = %.17g\n", 9 * l * l);
        assert_near(point_v(&x, START(x), "x") / l, 3, 1e-12);
        machine_free(&x);
    }
}

/* Masses stand in the way of no velocity, and missing ones of no row. */
static void velocities_without_mass(void **state) {
    (void)state;
    machine x = machine_run(0.01, 0,
                            "coord w = 0, p = 0, x = 0, v = 0\nkinetic T = 0.001*p'^2/2\nconstraint clock: w' = 10\n"
                            "constraint one: x' = 20*p'\nconstraint two: v' = 20*p'\n");
    assert_near(point_v(&x, START(x), "w"), 10, 1e-13);
    assert_near(point_v(&x, START(x), "v"), 0, 1e-10);
    machine_free(&x);
}

/* A four-bar with a block that slides, its guesses and velocities: in any units it starts alike, and a start that is
   wrong by a millionth (of 1000 m by as much as its tenth digit) is refused in all of them. */
static machine scaled(double l, double s, double m, double away, double wrong) {
    return machine_try(1e-3 * s,
                       "param u = %.17g m, T = %.17g s, k = %.17g kg, away = %.17g m\n"
                       "let O = [away, -away]\nparam a = 0.8*u, b = 2*u, c = 1.5*u, d = 2.2*u\n"
                       "coord t1 = 0.7, t2 ~ 0.3, t3 ~ 1.2, x ~ away + 0.1*u, y = 0.3*u - away, z = %.17g*u\n"
                       "let p = O + a*dir(t1)\nlet q = p + b*dir(t2)\n"
                       "particle P: mass k at p\nparticle Q: mass 2*k at q\nparticle S: mass 3*k at [x, y]\n"
                       "kinetic Z = k/2*z'^2\nconstraint loop: q = O + [d, 0 m] + c*dir(t3)\n"
                       "constraint ring: (x - away)^2 + (y + away)^2 = (0.5*u)^2\n"
                       "constraint same: (x - away)^2 + z^2 + (y + away)^2 = 0.3125*u^2\n"
                       "initial t1' = 2/T\ninitial y' = 0.3*u/T\n",
                       l, s, m, away, 0.25 + wrong);
}

static void starts_in_any_units(void **state) {
    (void)state;
    static const struct {
        double l, s, m, away;
    } units[] = {{1, 1, 1, 0},     {1e-6, 1, 1, 0},        {1e6, 1, 1, 0},       {1, 1e-9, 1, 0}, {1, 1e3, 1, 0},
                 {1, 1, 1e-24, 0}, {1e-6, 1e-9, 1e-24, 0}, {1e6, 1e3, 1e-24, 0}, {1, 1, 1, 1000}, {1e-9, 1, 1e-20, 0}};
    double t2 = 0, t3 = 0, v3 = 0;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        double l = units[i].l, away = units[i].away, near = away > 0 ? 1e-11 : 1e-13;
        machine x = scaled(l, units[i].s, units[i].m, away, 0);
        if (diag_has_errors(x.findings))
            fail_msg("units %zu: refused", i);
        t2 = i ? t2 : point_q(&x, START(x), "t2");
        t3 = i ? t3 : point_q(&x, START(x), "t3");
        v3 = i ? v3 : point_v(&x, START(x), "t3");
        assert_near(point_q(&x, START(x), "t2"), t2, 1e-13);
        assert_near(point_q(&x, START(x), "t3"), t3, 1e-13);
        assert_near(point_v(&x, START(x), "t3") * units[i].s, v3, 1e-12);
        assert_near((point_q(&x, START(x), "x") - away) / l, 0.4, near);
        assert_near(point_v(&x, START(x), "x") * units[i].s / l, -0.225, 100 * near);
        machine_free(&x);
        x = scaled(l, units[i].s, units[i].m, away, away > 0 ? 1e-5 : 1e-6); /* of 1000 m ten digits count */
        if (!machine_found(&x, DIAG_E0404) && !machine_found(&x, DIAG_E0401))
            fail_msg("units %zu: a wrong start passes", i);
        machine_free(&x);
    }
}

/* What is said about dependent rows does not hang on units or on where the machine stands. */
static void singular_starts_in_any_units(void **state) {
    (void)state;
    static const double units[][4] = {{1, 1, 1, 0},           {1e-6, 1, 1, 0},     {1e6, 1, 1, 0}, {1, 1e-6, 1, 0},
                                      {1e-6, 1e-6, 1e-24, 0}, {1e-9, 1, 1e-24, 0}, {1, 1, 1, 1000}};
    static const struct {
        diag_code code;
        const char *text;
    } cases[] = {
        {DIAG_E0416, "coord a = 0, b ~ 0, c ~ 0\nlet p = O + u*dir(a)\nlet q = O + [2*u, 0 m] + u*dir(c)\n"
                     "particle P: mass k at p\nparticle Q: mass k at q\nconstraint loop: p + 2*u*dir(b) = q\n"
                     "initial a' = 1/T\n"},
        {DIAG_E0406, "coord x = w, y = u - w\nparticle P: mass k at [x, y]\n"
                     "constraint ring: (x - w)^2 + (y + w)^2 = u^2\nconstraint line: y + w = u\n"},
        {DIAG_E0406, "coord x = w, y = -w, z = 0 m\nparticle P: mass k at [x, y]\nkinetic Z = k*z'^2\n"
                     "constraint ring: (x - w)^2 + (y + w)^2 = 0 m^2\nconstraint other: z*(1e6 m^2)/u = z*(1 m)\n"},
        {DIAG_E0406, "coord x = w, y = -w\nparticle P: mass k at [x, y]\nconstraint ring: abs(x - w) = 0 m\n"},
        {DIAG_W0420, "coord x = w, y = u - w\nparticle P: mass k at [x, y]\n"
                     "constraint a: (x - w)^2 + (y + w)^2 = u^2\nconstraint b: norm([x - w, y + w]) = u\n"},
        {DIAG_W0420, "coord a = 0.4, b ~ 0, c ~ 0.4\nlet p = O + u*dir(a)\nlet q = O + [2*u, 0 m] + u*dir(c)\n"
                     "let r = O + [u, 0 m] + u*dir(c)\nparticle P: mass k at p\nparticle Q: mass k at q\n"
                     "constraint loop: p + 2*u*dir(b) = q\nconstraint third: p + u*dir(b) = r\ninitial a' = 1/T\n"},
    };
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
            const double *u = units[i];
            machine x = machine_try(1e-6 * u[1],
                                    "param u = %.17g m, T = %.17g s, k = %.17g kg, w = %.17g m\n"
                                    "let O = [w, -w]\n%s",
                                    u[0], u[1], u[2], u[3], cases[c].text);
            if (!machine_found(&x, cases[c].code) || diag_has_errors(x.findings) != (cases[c].code != DIAG_W0420))
                fail_msg("case %zu in units %zu", c, i);
            machine_free(&x);
        }
    machine x = machine_run(1e-6, 0,
                            "param u = 1e-9 m, k = 1 kg\ncoord x = 0 m, th = 0\nparticle P: mass k at [x, 0 m]\n"
                            "kinetic Z = k*(u*th')^2\nconstraint a: x' = u*th'\n"
                            "constraint b: x' = -u*th' + u*(2/(1 s))\n");
    assert_close(point_v(&x, START(x), "th"), 1, 1e-12);
    machine_free(&x);
}

/* Guesses of lengths and angles with a choice left: the same place in any units and wherever the machine stands, and
   the velocities that no mass decides are found beside those that it does. */
static void choices_in_any_units(void **state) {
    (void)state;
    static const double units[][3] = {{1, 1, 0}, {1e-6, 1, 0}, {1e6, 1, 0}, {1, 1e-24, 0}, {1, 1, 1000}};
    double x0 = 0, th0 = 0, v0 = 0;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        const double *u = units[i];
        machine x = machine_run(1e-6, 0,
                                "param u = %.17g m, k = %.17g kg, w = %.17g m\n"
                                "coord x ~ w + 0.5*u, y ~ 0.4*u - w, th ~ 0.2, gear = 0\n"
                                "particle p: mass k at [x, y] + 0.3*u*dir(th)\nparticle q: mass 2*k at [x, y]\n"
                                "constraint c: (p.x - w)^2 + (p.y + w)^2 = (1.1*u)^2\n"
                                "constraint meshed: gear' = 5*th'\ninitial x' = 0.2*u/(1 s)\n",
                                u[0], u[1], u[2]);
        double px = (point_q(&x, START(x), "x") - u[2]) / u[0], th = point_q(&x, START(x), "th");
        double v = point_v(&x, START(x), "gear"), near = u[2] > 0 ? 1e-8 : 1e-11;
        x0 = i ? x0 : px;
        th0 = i ? th0 : th;
        v0 = i ? v0 : v;
        assert_near(px, x0, near);
        assert_near(th, th0, near);
        assert_near(v, v0, near);
        assert_near(v, 5 * point_v(&x, START(x), "th"), 1e-12);
        machine_free(&x);
    }
    assert_true(th0 != 0.2 && x0 != 0.5);
}

/* The start alone is that of the run. */
static void start_alone(void **state) {
    (void)state;
    machine x = machine_run(0.01, 0,
                            "coord x = 0.6, y ~ -0.7\ninitial x' = 1\ngravity 9.81\nparticle p: mass 1 at [x, "
                            "y]\nconstraint rod: norm(p) = 1\n"
                            "contact floor: y >= -0.8\n");
    double q[2], v[2];
    bool rows[8];
    arena *a = base_arena_create();
    assert_true(sim_find_start(x.model, a, q, v, rows));
    for (int i = 0; i < 2; i++)
        assert_true(q[i] == START(x)->q[i] && v[i] == START(x)->v[i]);
    assert_true(rows[0]);
    base_arena_destroy(a);
    machine_free(&x);
}

/* A spring that holds a lever where it is put; a speed at which a pendulum goes round in a cone; the current at which a
   motor runs on; two springs from two conditions. */
static void starts_find_parameters(void **state) {
    (void)state;
    machine x =
        machine_run(3, 0,
                    "param k ~ 50\ncoord a = 0.3\ninitial a' = 0, a'' = 0\nkinetic T = a'^2/2\n"
                    "potential V = 9.81*sin(a) + k*(a - 1)^2/2\nreport found = k, most = maximum(abs(a - 0.3))\n");
    assert_close(machine_report(&x, "found"), 9.81 * cos(0.3) / 0.7, 1e-9);
    assert_near(machine_report(&x, "most"), 0, 1e-8);
    machine_free(&x);
    x = machine_run(3, 0,
                    "param l = 1.3\ncoord theta = 0.5, psi = 0\ninitial psi' ~ 2, theta'' = 0\n"
                    "particle bob: mass 2 at l*[sin(theta)*cos(psi), sin(theta)*sin(psi), -cos(theta)]\n"
                    "gravity 9.81\nreport round = initial(psi'), most = maximum(abs(theta - 0.5))\n");
    assert_close(machine_report(&x, "round"), sqrt(9.81 / (1.3 * cos(0.5))), 1e-9);
    assert_near(machine_report(&x, "most"), 0, 1e-8);
    machine_free(&x);
    x = machine_run(1, 0,
                    "param U = 12, R = 0.7, L = 0.01, K = 0.05\ncoord phi = 0\ninitial phi' = 100\n"
                    "state i ~ 0, rate (U - R*i - K*phi')/L\ninitial i' = 0\nkinetic T = phi'^2/2\n"
                    "report start = initial(i)\n");
    assert_close(machine_report(&x, "start"), 7 / 0.7, 1e-9);
    machine_free(&x);
    x = machine_run(1e-6, 0,
                    "param k ~ 1e-6, c ~ 1e9\ncoord a = 0.1, b = -0.2\ninitial a'' = 0, b'' = 0\n"
                    "kinetic T = (a'^2 + b'^2)/2\npotential V = 3e5*a - 2e5*b + k*a^2/2*1e9 + c*(a - b)^2/2*1e-9\n"
                    "report first = k, second = c\n");
    /* 3e5 + 1e9 k a + 1e-9 c (a - b) = 0, -2e5 - 1e-9 c (a - b) = 0 */
    assert_close(machine_report(&x, "second"), -2e5 / 0.3 * 1e9, 1e-8);
    assert_close(machine_report(&x, "first"), -1e5 / 0.1 * 1e-9, 1e-8);
    machine_free(&x);
}

/* What friction could hold with many values is found with none of it, whatever the guess; what slides is found with it,
   on contacts that press, too. In any units. */
static void starts_with_friction(void **state) {
    (void)state;
    const char *laws[] = {"friction f: limit 0.1*F along a", "friction f: limit 0.1*F along a, static 0.3*F",
                          "friction f: limit (0.1 + 0.02*abs(a'))*F along a"};
    const double guesses[] = {0, 5, 5.9, 6.1, 30}, sizes[] = {1, 1e-9, 1e9};
    for (size_t l = 0; l < sizeof laws / sizeof *laws; l++)
        for (size_t k = 0; k < sizeof guesses / sizeof *guesses; k++)
            for (size_t u = 0; u < sizeof sizes / sizeof *sizes; u++) {
                char text[1000];
                snprintf(text, sizeof text,
                         "param F = %.17g, M ~ %.17g*F\ncoord a = 0.5\ninitial a'' = 0\nkinetic T = 3*F*a'^2/2\n"
                         "generalized load: a = M - 6*F\n%s\nreport found = M/F, moved = maximum(abs(a - 0.5))\n",
                         sizes[u], guesses[k], laws[l]);
                machine x = machine_run(1, 0, text);
                assert_close(machine_report(&x, "found"), 6, 1e-9);
                assert_near(machine_report(&x, "moved"), 0, 1e-12);
                machine_free(&x);
            }
    machine x =
        machine_run(1, 0,
                    "param F ~ 1, m = 2, mu = 0.3\ncoord x = 0, y = 0\ngravity 9.81\n"
                    "particle b: mass m at [x, y]\ncontact floor: y >= 0, friction mu along x\n"
                    "force push: F*dir(-0.2) at b\ninitial x' = 2, x'' = 0\nreport found = F, last = final(x')\n");
    assert_close(machine_report(&x, "found"), 0.3 * 2 * 9.81 / (cos(0.2) - 0.3 * sin(0.2)), 1e-9);
    assert_near(machine_report(&x, "last"), 2, 1e-9);
    machine_free(&x);
    x = machine_run(1, 0, /* at rest on a rough floor */
                    "param F ~ 4\ncoord x = 0, y = 0\ngravity 9.81\nparticle b: mass 2 at [x, y]\n"
                    "contact floor: y >= 0, friction 0.5 along x, static 0.7\nforce push: [F - 3, 0] at b\n"
                    "initial x'' = 0\nreport found = F, last = final(x)\n");
    assert_close(machine_report(&x, "found"), 3, 1e-9);
    assert_near(machine_report(&x, "last"), 0, 1e-12);
    machine_free(&x);
    x = machine_run(1, 0, /* the contact that the guess keeps closed is open where the condition holds */
                    "param F ~ 1\ncoord y = 0\ngravity 9.81\nparticle b: mass 2 at [0, y]\ncontact floor: y >= 0\n"
                    "force pull: [0, F] at b\ninitial y'' = 3\nreport found = F\n");
    assert_close(machine_report(&x, "found"), 2 * 12.81, 1e-9);
    machine_free(&x);
    x = machine_run(1, 0, /* a collar on a rail: friction of a constraint */
                    "param F ~ 1\ncoord x = 0, y = 0\ngravity 9.81\nparticle b: mass 2 at [x, y]\n"
                    "constraint rail: (2*y - x)/sqrt(5) = 0\n"
                    "friction rub: coefficient 0.2 of rail along (2*x + y)/sqrt(5)\n"
                    "force pull: [F, 0] at b\ninitial x' = 1, x'' = 0\nreport found = F\n");
    assert_close(machine_report(&x, "found"), 2 * 9.81 * (0.5 + 0.2) / (1 - 0.2 * 0.5), 1e-9);
    machine_free(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(guesses_move_least),
        cmocka_unit_test(given_values_stay),
        cmocka_unit_test(values_from_each_other),
        cmocka_unit_test(velocities_least_in_energy),
        cmocka_unit_test(velocities_follow_constraints),
        cmocka_unit_test(given_velocities_are_exact),
        cmocka_unit_test(starts_of_expressions),
        cmocka_unit_test(start_of_energy),
        cmocka_unit_test(refused),
        cmocka_unit_test(redundant_rows),
        cmocka_unit_test(start_alone),
        cmocka_unit_test(guesses_without_slope),
        cmocka_unit_test(velocities_without_mass),
        cmocka_unit_test(starts_in_any_units),
        cmocka_unit_test(singular_starts_in_any_units),
        cmocka_unit_test(choices_in_any_units),
        cmocka_unit_test(starts_find_parameters),
        cmocka_unit_test(starts_with_friction),
    };
    return MACHINE_RUN_TESTS(tests, NULL);
}
