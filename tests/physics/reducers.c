/* Numbers of the whole run: reducers, reports over them, and what has no value. */
#include "machine.h"

#include <math.h>

static const char *const OSCILLATOR = "coord x = 1\nkinetic T = 1/2*x'^2\npotential V = 1/2*x^2\n%s\n";

static void all_reducers(void **state) {
    (void)state;
    double t = 5;
    machine x = machine_run(
        t, 1e-12, OSCILLATOR,
        "event low when x < 0.5 { set x' = x' }\nevent half when x < -0.5 { set x' = -x' }\n"
        "report a = initial(x + 2), b = final(x), c = minimum(x), d = maximum(x'), e = mean(x), f = integral(x')\n"
        "report g = at(half, x'), h = time(half), i = time(low), j = maximum(t), k = integral(1)\n");
    double turn = 2 * PI / 3, left = t - turn; /* from there on the motion runs backward */
    assert_near(machine_report(&x, "a"), 3, 0);
    assert_near(machine_report(&x, "b"), cos(turn - left), 1e-11);
    assert_near(machine_report(&x, "c"), -0.5, 1e-11);
    assert_near(machine_report(&x, "d"), 1, 1e-11);
    assert_near(machine_report(&x, "e"), (sin(turn) - sin(turn - left) + sin(turn)) / t, 1e-11);
    assert_near(machine_report(&x, "f"), machine_report(&x, "b") - 1, 1e-11);
    assert_near(machine_report(&x, "g"), -sin(turn), 1e-11);
    assert_near(machine_report(&x, "h"), turn, 1e-11);
    assert_true(machine_report(&x, "i") > 0); /* it changes nothing, and comes all the same */
    assert_near(machine_report(&x, "j"), t, 0);
    assert_near(machine_report(&x, "k"), t, 1e-13);
    machine_free(&x);
}

/* An impact at the start is one: it counts, and windows begin behind it. */
static void an_impact_at_the_start(void **state) {
    (void)state;
    machine x = machine_run(1, 1e-9,
                            "coord x = 0, y = 0\ninitial x' = -3\nkinetic T = 1/2*(x'^2 + y'^2)\n"
                            "contact wall: x >= 0, restitution 0.5\n"
                            "report n = count(wall.impact), t0 = time(wall.impact), before = at(wall.impact, x')\n"
                            "report first = initial(x'), way = integral(x', from wall.impact)\n");
    assert_near(machine_report(&x, "n"), 1, 0);
    assert_near(machine_report(&x, "t0"), 0, 0);
    assert_near(machine_report(&x, "before"), -3, 0);
    assert_near(machine_report(&x, "first"), 1.5, 0);
    assert_near(machine_report(&x, "way"), 1.5, 1e-9);
    machine_free(&x);
}

/* Extrema are those of the motion: between the steps, at the ends, at a kink, with coarse steps too. */
static void extrema_between_steps(void **state) {
    (void)state;
    static const double tolerances[] = {1e-6, 1e-9, 1e-12};
    for (int i = 0; i < 3; i++) {
        machine x = machine_run(
            40, tolerances[i],
            "coord x = 0.3\ninitial x' = 0.7\nkinetic T = 1/2*x'^2\npotential V = 1/2*x^2\n"
            "report top = maximum(x), bottom = minimum(x), speed = maximum(abs(x')), power = maximum(x*x')\n"
            "report slow = minimum(abs(x)), phase = maximum(sin(t) + t/100)\n");
        double a = hypot(0.3, 0.7), allowed = fmax(1e-10, 30 * tolerances[i]);
        assert_near(machine_report(&x, "top"), a, allowed);
        assert_near(machine_report(&x, "bottom"), -a, allowed);
        assert_near(machine_report(&x, "speed"), a, allowed);
        assert_near(machine_report(&x, "power"), a * a / 2, allowed);
        assert_true(machine_report(&x, "slow") >= 0);
        assert_near(machine_report(&x, "slow"), 0, 1e-6);
        double best = acos(-0.01) + 12 * PI; /* the last top before 40 */
        assert_near(machine_report(&x, "phase"), sin(best) + best / 100, 1e-9);
        machine_free(&x);
    }
}

/* Steps are long where the motion is simple, however sharply what is asked for bends within them. */
static void extrema_of_long_steps(void **state) {
    (void)state;
    machine x = machine_run(2, 1e-9,
                            "coord x = 0\ninitial x' = 1\nparticle p: mass 1 at [x, 0]\n"
                            "report early = minimum(abs(x - 0.003)), late = minimum(abs(x - 1.997))\n"
                            "report near = minimum(hypot(x - 1.94, 0.01)), many = maximum(x*sin(20*x))\n"
                            "report kink = maximum(min(x, 1.9 - x))\n");
    assert_near(machine_report(&x, "early"), 0, 1e-8);
    assert_near(machine_report(&x, "late"), 0, 1e-8);
    assert_near(machine_report(&x, "near"), 0.01, 1e-10);
    assert_near(machine_report(&x, "many"), 1.9641316503, 1e-9);
    assert_near(machine_report(&x, "kink"), 0.95, 1e-8);
    machine_free(&x);
}

static void extrema_of_multipliers(void **state) {
    (void)state;
    machine x = machine_run(
        4, 1e-12,
        "coord x = 0.8, y ~ -0.6\nkinetic T = 1/2*2*(x'^2 + y'^2)\npotential V = 2*9.81*y\nconstraint rod: x^2 + y^2 = "
        "1\n"
        "report peak = maximum(2*lambda(rod)), least = minimum(2*lambda(rod)), speed = maximum(hypot(x', y'))\n"
        "report acc = maximum(abs(x''))\n");
    assert_near(machine_report(&x, "peak"), 2 * 9.81 * (3 - 2 * 0.6), 1e-9);
    assert_near(machine_report(&x, "least"), 2 * 9.81 * 0.6, 1e-9);
    assert_near(machine_report(&x, "speed"), sqrt(2 * 9.81 * 0.4), 1e-10);
    double c = (1.2 + sqrt(1.44 + 72)) / 12; /* x'' = -g sin (3 cos - 2*0.6), greatest where 6 cos^2 - 1.2 cos = 3 */
    assert_near(machine_report(&x, "acc"), 9.81 * sqrt(1 - c * c) * (3 * c - 1.2), 1e-9);
    machine_free(&x);
}

/* Both sides of a jump count. */
static void extrema_at_jumps(void **state) {
    (void)state;
    machine x =
        machine_run(1, 0,
                    "coord y = 1\ngravity 9.81\nparticle p: mass 1 at [0, y]\ncontact floor: y >= 0, restitution 0.5\n"
                    "report down = minimum(y'), up = maximum(y'), kick = maximum(abs(y'))\n");
    double v = sqrt(2 * 9.81);
    assert_near(machine_report(&x, "down"), -v, 1e-12);
    assert_near(machine_report(&x, "up"), v / 2, 1e-12);
    assert_near(machine_report(&x, "kick"), v, 1e-12);
    machine_free(&x);
}

static void means_and_integrals(void **state) {
    (void)state;
    machine x =
        machine_run(2 * PI, 1e-12, OSCILLATOR,
                    "report half = mean(sin(t)^2), x2 = mean(x^2), work = integral(x*x'), length = integral(abs(x'))\n"
                    "report saw = integral(abs(t - 2)), step = integral(if t < 2.3 then 1 else 0), ke = mean(kinetic), "
                    "one = mean(7)");
    assert_near(machine_report(&x, "half"), 0.5, 1e-10);
    assert_near(machine_report(&x, "x2"), 0.5, 1e-11);
    assert_near(machine_report(&x, "work"), 0, 1e-11);
    assert_near(machine_report(&x, "length"), 4, 1e-8);
    assert_near(machine_report(&x, "saw"), 2 + (2 * PI - 2) * (2 * PI - 2) / 2, 1e-8);
    assert_near(machine_report(&x, "step"), 2.3, 1e-8);
    assert_near(machine_report(&x, "ke"), 0.25, 1e-11);
    assert_near(machine_report(&x, "one"), 7, 1e-13);
    machine_free(&x);
}

/* An integral goes on across events and changes of the constraints in force. */
static void integrals_across_modes(void **state) {
    (void)state;
    machine x = machine_run(
        3, 0,
        "coord x = 0, y = 0\ninitial x' = 1\nkinetic T = 1/2*(x'^2 + y'^2)\nconstraint c: y = 0\n"
        "event cut when t > 1 { drop c; set y' = 2 }\nevent back when t > 2 { set x' = 5; set y' = 0; hold c2 }\n"
        "constraint c2: y = 2 off\nreport way = integral(hypot(x', y')), m = mean(y'), f = integral(force(c))\n");
    assert_near(machine_report(&x, "way"), 1 + sqrt(5) + 5, 1e-12);
    assert_near(machine_report(&x, "m"), 2.0 / 3, 1e-13);
    assert_near(machine_report(&x, "f"), 0, 1e-15);
    machine_free(&x);
}

static void null_makes_null(void **state) {
    (void)state;
    machine x = machine_run(
        1, 0, OSCILLATOR,
        "event never when x > 2 { stop }\nreport a = time(never), b = at(never, x), c = a + 1, d = 2*b, e = final(x)\n"
        "report f = if a > 0 then 1 else 2, g = max(a, 1), h = e - final(x), i = 2 - a, j = b^2 + e\n");
    static const char *const nulls[] = {"a", "b", "c", "d", "f", "g", "i", "j"};
    for (int i = 0; i < 8; i++)
        if (!isnan(machine_report(&x, nulls[i])))
            fail_msg("report %s is %g", nulls[i], machine_report(&x, nulls[i]));
    assert_near(machine_report(&x, "e"), cos(1), 1e-8);
    assert_true(machine_report(&x, "h") == 0);
    machine_free(&x);
}

static void arithmetic_of_reports(void **state) {
    (void)state;
    machine x =
        machine_run(2, 1e-12, OSCILLATOR,
                    "param k = 3\noutput twice = 2*x\nlet f(z) = z^2 + 1\n"
                    "report a = k*final(x) + maximum(twice), b = a/2, c = f(b), d = sqrt(c), e = minimum(twice) - k");
    double a = 3 * cos(2) + 2;
    assert_near(machine_report(&x, "a"), a, 1e-11);
    assert_near(machine_report(&x, "b"), a / 2, 1e-11);
    assert_near(machine_report(&x, "d"), sqrt(a * a / 4 + 1), 1e-11);
    assert_near(machine_report(&x, "e"), 2 * cos(2) - 3, 1e-11);
    machine_free(&x);
}

static void expectations(void **state) {
    (void)state;
    machine x = machine_run(
        1, 1e-12, OSCILLATOR,
        "report r = final(x)\nevent never when x > 2 { stop }\n"
        "expect final(x) = 0.54030230 within 1e-8\nexpect r = 0.541 within 0.2%\nexpect r = 0.55 within 0.2%\n"
        "expect r < 0.6\nexpect r > 0.6\nexpect time(never) < 5\nexpect maximum(x) <= 1\n");
    static const bool want[] = {true, true, false, true, false, false, true};
    assert_int_equal(x.model->expect_count, 7);
    for (int i = 0; i < 7; i++)
        if (x.result->expect_ok[i] != want[i])
            fail_msg("'%s'", x.model->expects[i].text);
    assert_false(x.result->expects_hold);
    machine_free(&x);
}

/* An integrand or output without value makes null and nothing worse. */
static void values_outside_domains(void **state) {
    (void)state;
    machine x = machine_run(3, 1e-9, OSCILLATOR,
                            "output root = sqrt(x)\nreport total = integral(sqrt(x)), top = maximum(sqrt(x)), last = "
                            "final(sqrt(x)), good = integral(x)");
    assert_no_value(machine_output(&x, "root"));
    assert_no_value(machine_report(&x, "total"));
    assert_no_value(machine_report(&x, "last"));
    assert_near(machine_report(&x, "top"), 1, 1e-9);
    assert_near(machine_report(&x, "good"), sin(3), 1e-8);
    machine_free(&x);
}

/* A run of no length: its numbers are those of the start. */
static void run_without_length(void **state) {
    (void)state;
    machine x = machine_run(0, 0, OSCILLATOR,
                            "report a = mean(x), b = integral(x), c = maximum(x), d = final(x), e = initial(x)");
    for (int i = 0; i < 5; i++)
        assert_near(x.result->reports[i], i == 1 ? 0 : 1, 0);
    machine_free(&x);
}

/* Heat, slip and power of what a constraint or friction holds are nothing but what rounding leaves of velocities: no
   step follows that, where one motion took millions. */
static void integrals_of_what_is_held(void **state) {
    (void)state;
    static const char *const held[] = {
        "particle p: mass 1 at [x, y]\nforce pull: [3*sin(t), 1] at p\nconstraint floor: y = 0.3*x\n"
        "constraint wall: x = 0\nreport w = integral(x'^2 + y'^2), v = integral(norm([x', y']))\n",
        "kinetic T = 0.5*x'^2 + y'^2 + 0.2*x'*y'\nfriction left: limit 1 along x + 0.3*y\n"
        "friction right: limit 1 along x - 0.5*y\ngeneralized drive: x = 0.4*sin(3*t)\n"
        "report w = integral(x'^2), v = integral(force(left)*(x' + 0.3*y'))\n",
        "initial x' = 3, y' = 3\nkinetic T = 0.5*x'^2 + 0.34*y'^2\ngeneralized drive: x = 0.4*sin(3*t)\n"
        "friction clutch: limit 1 along x - y\nreport w = integral((x' - y')^2)\n"
        "report v = integral(-force(clutch)*(x' - y'))\n"};
    for (size_t i = 0; i < sizeof held / sizeof *held; i++) {
        machine x = machine_run(0.5, 1e-10, "coord x = 0, y = 0\n%s", held[i]);
        assert_near(machine_report(&x, "w"), 0, 1e-13);
        assert_near(machine_report(&x, "v"), 0, 1e-12);
        assert_below((double)x.result->steps + (double)x.result->rejected, 400);
        machine_free(&x);
    }
}

/* What is nothing but rounding is integrated by the steps of the motion: no constraint holds it. */
static void integrals_of_rounding(void **state) {
    (void)state;
    machine x = machine_run(1, 1e-10,
                            "param l = 1\ncoord q = 0.2, a = 0.5\ninitial q' = 0.3, a' = 2\ngravity [0, -9.81]\n"
                            "let P = (l + q)*dir(a)\nparticle b: mass 1 at P\n"
                            "spring s: from [0, 0] to P, stiffness 30, length 0.8\n"
                            "report i = integral(reaction(l))\n");
    assert_near(machine_report(&x, "i"), 0, 1e-13);
    assert_below((double)x.result->steps + (double)x.result->rejected, 400);
    machine_free(&x);
}

/* Occurrences within a window, from just after its first event to just before its last: t passes 1, 2, 3 ... */
static void occurrences_in_windows(void **state) {
    (void)state;
    machine x =
        machine_run(9.5, 0,
                    "coord x = 0\nkinetic T = x'^2/2\nevent tick when mod(t, 1) > 0.5 { }\n"
                    "event a when t > 2 { }\nevent b when t > 6.2 { }\nevent never when t > 100 { }\n"
                    "report all = count(tick), early = count(tick, until a), late = count(tick, from b), "
                    "inside = count(tick, from a until b), own = count(tick, from tick), none = count(a, until a)\n"
                    "report open = count(tick, from a until never), null = count(tick, from never)\n"
                    "report second = time(tick, 2, from a), last = time(tick, last, from a until b), "
                    "value = at(tick, 2*t, from b), value3 = at(tick, t, 3, until b), past = time(tick, 9, until b)\n");
    const struct {
        const char *name;
        double value;
    } cases[] = {{"all", 9},    {"early", 2},    {"late", 3},   {"inside", 4},   {"own", 8},
                 {"none", 0},   {"open", 7},     {"null", NAN}, {"second", 3.5}, {"last", 5.5},
                 {"value", 13}, {"value3", 2.5}, {"past", NAN}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const double value = machine_report(&x, cases[i].name);
        if (isnan(cases[i].value) ? !isnan(value) : !(fabs(value - cases[i].value) <= 1e-9))
            fail_msg("%s is %.15g, not %.15g", cases[i].name, value, cases[i].value);
    }
    machine_free(&x);
}

/* Events at one instant fire in the order of the text: a window from the earlier until the later one has no length, one
   from the later on goes on until the earlier comes again. */
static void windows_of_simultaneous_events(void **state) {
    (void)state;
    machine x = machine_run(3.2, 0,
                            "coord x = 0\nkinetic T = x'^2/2\ninitial x' = 1\nevent a when mod(t, 1) > 0.5 { }\n"
                            "event b when mod(t, 1) > 0.5 { }\nreport none = final(x, from a until b), "
                            "mean = mean(x, from a until b), sum = integral(x, from a until b), "
                            "next = final(x, from b until a), own = final(x, from a until a)\n");
    assert_near(machine_report(&x, "none"), 0.5, 1e-9);
    assert_near(machine_report(&x, "mean"), 0.5, 1e-9);
    assert_near(machine_report(&x, "sum"), 0, 0);
    assert_near(machine_report(&x, "next"), 1.5, 1e-9);
    assert_near(machine_report(&x, "own"), 1.5, 1e-9);
    machine_free(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_reducers),           cmocka_unit_test(an_impact_at_the_start),
        cmocka_unit_test(occurrences_in_windows), cmocka_unit_test(windows_of_simultaneous_events),
        cmocka_unit_test(extrema_between_steps),  cmocka_unit_test(extrema_of_long_steps),
        cmocka_unit_test(extrema_of_multipliers), cmocka_unit_test(extrema_at_jumps),
        cmocka_unit_test(means_and_integrals),    cmocka_unit_test(integrals_across_modes),
        cmocka_unit_test(null_makes_null),        cmocka_unit_test(arithmetic_of_reports),
        cmocka_unit_test(expectations),           cmocka_unit_test(values_outside_domains),
        cmocka_unit_test(run_without_length),     cmocka_unit_test(integrals_of_what_is_held),
        cmocka_unit_test(integrals_of_rounding),
    };
    return MACHINE_RUN_TESTS(tests, NULL);
}
