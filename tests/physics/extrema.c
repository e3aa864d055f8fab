/* Greatest and least values: none is missed, however fast what is asked for goes round within a step; and what lies
   between the ends of steps is as good as the ends. */
#include "machine.h"

#include <math.h>

/* What is not localised in few samples: a phase that goes round many times in one step of a free flight. */
static void fast_phases_beside_a_drift(void **state) {
    (void)state;
    machine x = machine_run(10, 1e-9,
                            "coord x = 0\ninitial x' = 1\nkinetic T = x'^2/2\n"
                            "report top = maximum(sin(40*x) + 0.01*x), bottom = minimum(sin(40*x) - 0.01*x)\n"
                            "report beat = maximum(sin(31*x)*sin(47*x + 1) + 1e-4*x)\n");
    double top = 0, bottom = 0, beat = 0;
    for (int k = 0; k < 64; k++) { /* where 40 cos(40 x) = -0.01, and 0.01 */
        double rises = (2 * PI * k + acos(-0.01 / 40)) / 40, falls = (2 * PI * k + 2 * PI - acos(0.01 / 40)) / 40;
        top = rises <= 10 ? sin(40 * rises) + 0.01 * rises : top;
        bottom = falls <= 10 ? sin(40 * falls) - 0.01 * falls : bottom;
    }
    for (int i = 0; i <= 2000000; i++) {
        double at = 5e-6 * i;
        beat = fmax(beat, sin(31 * at) * sin(47 * at + 1) + 1e-4 * at);
    }
    assert_near(machine_report(&x, "top"), top, 5e-8);
    assert_near(machine_report(&x, "bottom"), bottom, 5e-8);
    assert_near(machine_report(&x, "beat"), beat, 1e-7);
    machine_free(&x);
}

/* Phases that advance by whole turns from sample to sample, whatever the samples are. */
static void phases_of_whole_turns(void **state) {
    (void)state;
    for (int k = 1; k <= 48; k++) {
        machine x = machine_run(1, 1e-9,
                                "coord x = 0\ninitial x' = 1\nkinetic T = x'^2/2\n"
                                "report top = maximum(cos(%.17g*x + 0.5)), bottom = minimum(cos(%.17g*x + 0.5))\n",
                                2 * PI * k, 2 * PI * k);
        assert_near(machine_report(&x, "top"), 1, 1e-8 * k);
        assert_near(machine_report(&x, "bottom"), -1, 1e-8 * k);
        machine_free(&x);
    }
}

typedef struct throw {
    double v, a, w, l; /* speed upward; angle and its rate; half of the length */
}
throw;

static double height(const throw *x, double t) {
    return x->v * t - 4.905 * t * t + x->l * sin(x->a + x->w * t);
}

/* From many samples; near those that could be it the top is sought by thirds. */
static double greatest_height(const throw *x, double until) {
    enum { PARTS = 4000 };
    double part = until / PARTS, best = -INFINITY, reach = part * (x->v + x->l * fabs(x->w));
    for (int i = 0; i <= PARTS; i++)
        best = fmax(best, height(x, part * i));
    for (int i = 0; i < PARTS; i++) {
        double a = part * i, b = part * (i + 1);
        for (int k = 0; k < 60 && height(x, 0.5 * (a + b)) > best - reach; k++) {
            double third = (b - a) / 3;
            if (height(x, a + third) < height(x, b - third))
                a += third;
            else
                b -= third;
        }
        best = fmax(best, height(x, 0.5 * (a + b)));
    }
    return best;
}

static void ends_of_spinning_batons(void **state) {
    (void)state;
    for (int i = 0; i < 301; i++) {
        throw b = {.v = 2 + 11 * fmod(0.618034 * i, 1),
                   .a = 6.28 * fmod(0.324718 * i, 1),
                   .w = (i % 2 ? 1 : -1) * (3 + 87 * fmod(0.754878 * i, 1)),
                   .l = 0.1 + 1.1 * fmod(0.569840 * i, 1)};
        double until = 2 * b.v / 9.81;
        machine x = machine_run(until, 1e-9,
                                "coord y = 0, a = %.17g\ninitial y' = %.17g, a' = %.17g\nlet c = [0, y]\ngravity 9.81\n"
                                "rod baton: mass 0.3, from c - %.17g*dir(a) to c + %.17g*dir(a)\n"
                                "report top = maximum(y + %.17g*sin(a))\n",
                                b.a, b.v, b.w, b.l, b.l, b.l);
        assert_near(machine_report(&x, "top"), greatest_height(&b, until), 1e-7);
        machine_free(&x);
    }
}

static void narrow_peaks_and_kinks(void **state) {
    (void)state;
    for (int i = 0; i < 20; i++) {
        double at = 0.37 + 0.46 * i, width = pow(10, -1 - 0.2 * i);
        machine x =
            machine_run(10, 1e-9,
                        "coord x = 0\ninitial x' = 1\nkinetic T = x'^2/2\nparam at = %.17g, w = %.17g\n"
                        "report top = maximum(exp(-((x - at)/w)^2)), near = minimum(hypot(x - at, w))\n"
                        "report kink = maximum(min((x - at)/w, 1 - (x - at)/w)), corner = minimum(abs(x - at))\n"
                        "report step = maximum(if x > at and x < at + w then 2 else sin(x))\n",
                        at, width);
        double error = 1e-8 / width; /* x is no better than that */
        assert_near(machine_report(&x, "top"), 1, 1e-8 + error * error);
        assert_near(machine_report(&x, "near"), width, 1e-8);
        assert_near(machine_report(&x, "kink"), 0.5, 1e-8 + error);
        assert_near(machine_report(&x, "corner"), 0, 1e-8);
        assert_near(machine_report(&x, "step"), 2, 0);
        machine_free(&x);
    }
}

/* What is solved for: the acceleration of the end of a baton; and what is zero all the time costs no warning. */
static void of_what_is_solved_for(void **state) {
    (void)state;
    machine x =
        machine_run(2, 1e-9,
                    "coord y = 0, a = 0.3\ninitial y' = 9, a' = 41\nlet c = [0, y]\ngravity 9.81\n"
                    "rod baton: mass 0.3, from c - dir(a) to c + dir(a)\n"
                    "report up = maximum(y'' + a''*cos(a) - a'^2*sin(a) + y/1000)\n"
                    "report none = maximum(abs(y'' + 9.81)), energy_up = maximum(energy), down = minimum(energy)\n"
                    "report same = maximum(norm([cos(a), sin(a)]) - 1)\n");
    double best = 0;
    for (int i = 0; i <= 4000000; i++) {
        double t = 5e-7 * i;
        best = fmax(best, -9.81 - 1681 * sin(0.3 + 41 * t) + (9 * t - 4.905 * t * t) / 1000);
    }
    assert_near(machine_report(&x, "up"), best, 1e-5);
    assert_near(machine_report(&x, "none"), 0, 1e-12);
    assert_near(machine_report(&x, "same"), 0, 1e-9);
    assert_near(machine_report(&x, "energy_up") - machine_report(&x, "down"), 0, 1e-8);
    machine_free(&x);
}

/* What cannot be followed is said, once. */
static void too_fast_to_follow(void **state) {
    (void)state;
    machine x = machine_try(10, "coord x = 0\ninitial x' = 1\nkinetic T = x'^2/2\n"
                                "report top = maximum(sin(1e9*x)*cos(1e9*x) + x)\n");
    assert_true(machine_found(&x, DIAG_W0512));
    assert_int_equal(diag_count(x.findings), 1);
    machine_free(&x);
}

/* How far rows lie outside what the energies at both ends of their step span, against the most that a step changes. */
static void rows_like_ends(double tolerance, const char *text, double energy) {
    sim_options o = sim_options_default();
    o.until = 10;
    o.tolerance = tolerance;
    machine ends = machine_run_with(o, "%s", text);
    o.every = 0.01;
    machine between = machine_run_with(o, "%s", text);
    const sim_result *e = ends.result, *r = between.result;
    double most = 0, worst = 0;
    size_t step = 0;
    for (size_t i = 0; i < r->rows.len; i++) {
        while (step + 2 < e->rows.len && e->rows.at[step + 1].t < r->rows.at[i].t)
            step++;
        double a = e->rows.at[step].energy, b = e->rows.at[step + 1].energy, x = r->rows.at[i].energy;
        most = fmax(most, fabs(b - a));
        worst = fmax(worst, fmax(fmin(a, b) - x, x - fmax(a, b)));
    }
    assert_int_equal(r->rows.len, 1001);
    assert_below(worst, 2 * most + 1e-13 * energy); /* the dense output is 6 to 470 times worse */
    machine_free(&ends);
    machine_free(&between);
}

static void rows_between_ends(void **state) {
    (void)state;
    for (double tolerance = 1e-6; tolerance > 1e-11; tolerance *= 1e-2) {
        rows_like_ends(tolerance, "coord x = 1\nkinetic T = 1/2*x'^2\npotential V = 1/2*x^2\n", 1);
        rows_like_ends(tolerance, "coord a = 2.2\nkinetic T = 1/2*a'^2\npotential V = -9.81*cos(a)\n", 20);
        rows_like_ends(tolerance,
                       "coord x = 0.4, y = 0\ninitial x' = 0, y' = 2\nkinetic T = 1/2*(x'^2 + y'^2)\n"
                       "potential V = -1/sqrt(x^2 + y^2)\n",
                       5);
    }
}

/* Rows lie on the constraints. */
static void rows_on_constraints(void **state) {
    (void)state;
    sim_options o = sim_options_default();
    o.until = 5;
    o.tolerance = 1e-5;
    o.every = 0.01;
    machine x = machine_run_with(o, "coord x = 0.8, y ~ -0.6\nkinetic T = x'^2 + y'^2\npotential V = 2*9.81*y\n"
                                    "constraint rod: x^2 + y^2 = 1\n");
    assert_int_equal(x.result->rows.len, 501);
    for (size_t i = 0; i < x.result->rows.len; i++) {
        const sim_point *p = &x.result->rows.at[i];
        double a = point_q(&x, p, "x"), b = point_q(&x, p, "y");
        assert_near(a * a + b * b, 1, 1e-13);
        assert_near(a * point_v(&x, p, "x") + b * point_v(&x, p, "y"), 0, 1e-12);
    }
    machine_free(&x);
}

/* Bounds, and series that only rise or fall, settle most of a step without another look at the motion: what is solved
   for costs an evaluation at each point. The counts are those of today and a few parts in a hundred. */
static void most_of_a_step_is_settled_by_bounds(void **state) {
    (void)state;
    machine x = machine_run(2, 0,
                            "coord y = 0, a = 0.3\ninitial y' = 9, a' = 41\nlet c = [0, y]\ngravity 9.81\n"
                            "rod baton: mass 0.3, from c - dir(a) to c + dir(a)\n"
                            "report up = maximum(y'' + a''*cos(a) - a'^2*sin(a) + y/1000)\n");
    assert_in_range(x.result->evaluations, 200, 340); /* 290 */
    machine_free(&x);
    x = machine_run(
        5, 0,
        "coord a = 1, b = 2\ngravity 9.81\nlet P = [sin(a), -cos(a)]\nparticle p: mass 1 at P\n"
        "particle q: mass 2 at P + [sin(b), -cos(b)]\n"
        "report one = maximum(b''), two = minimum(a''), three = maximum(norm(q'')), four = minimum(a'^2 + b'')\n");
    assert_in_range(x.result->evaluations, 3000, 3450); /* 3347 */
    machine_free(&x);
}

/* Least and greatest beside a jump within a step, on whichever side of it the repeated step ends. */
static void on_both_sides_of_a_jump(void **state) {
    (void)state;
    for (int i = 0; i < 20; i++) {
        machine x = machine_run(2, 0,
                                "coord x = 0\ninitial x' = 1\nkinetic T = x'^2/2\npotential V = -10*cos(3*x)\n"
                                "let f = mod(x + 3*t + %g, 6)\nreport low = minimum(f), high = maximum(f)\n",
                                0.05 * i);
        const bool passes = machine_q(&x, "x") + 6 + 0.05 * i > 6;
        assert_near(machine_report(&x, "low"), passes ? 0 : 0.05 * i, 1e-7);
        if (passes)
            assert_near(machine_report(&x, "high"), 6, 1e-7);
        machine_free(&x);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fast_phases_beside_a_drift), cmocka_unit_test(phases_of_whole_turns),
        cmocka_unit_test(ends_of_spinning_batons),    cmocka_unit_test(narrow_peaks_and_kinks),
        cmocka_unit_test(on_both_sides_of_a_jump),    cmocka_unit_test(of_what_is_solved_for),
        cmocka_unit_test(too_fast_to_follow),         cmocka_unit_test(rows_between_ends),
        cmocka_unit_test(rows_on_constraints),        cmocka_unit_test(most_of_a_step_is_settled_by_bounds),
    };
    static const char *const first_only[] = {"most_of_a_step_is_settled_by_bounds", "of_what_is_solved_for", NULL};
    return MACHINE_RUN_TESTS(tests, first_only);
}
