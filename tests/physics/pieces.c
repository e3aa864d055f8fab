/* Tests of functions that switch: what acts for a while, dry friction as a sign, potentials that jump, narrow pulses.
 */
#include <math.h>
#include <string.h>

#include "machine.h"

/* A push of constant force from t0 for `width`: the speed afterwards is F width / m whatever the tolerance and its
 * place. */
static void pushes_are_found(void **state) {
    (void)state;
    static const double widths[] = {1e-3, 0.05, 0.7}, tolerances[] = {1e-4, 1e-7, 1e-12};
    for (int w = 0; w < 3; w++)
        for (int i = 0; i < 3; i++)
            for (double t0 = 0.1; t0 < 9; t0 *= 1.7) {
                sim_options o = sim_options_default();
                o.tolerance = tolerances[i];
                machine x =
                    machine_try(0,
                                "coord x = 0\nkinetic T = x'^2/2\n"
                                "generalized f: x = if t > %.17g and t < %.17g then 3 else 0\nsimulate until 10\n",
                                t0, t0 + widths[w]);
                machine_again(&x, o);
                assert_close(machine_v(&x, "x"), 3 * widths[w], 1e-11);
                assert_below((double)x.result->rejected, 5);
                machine_free(&x);
            }
}

/* The same from a smooth pulse: sqrt(pi) a w, alone and from rest on a floor that lets go in between. */
static void smooth_pulses_are_seen(void **state) {
    (void)state;
    static const double widths[] = {1e-3, 0.02, 0.4};
    for (int w = 0; w < 3; w++)
        for (double t0 = 2.5; t0 < 8; t0 += 0.61) {
            machine x = machine_run(
                10, 0, "coord x = 0\nkinetic T = x'^2/2\ngeneralized f: x = 3*exp(-((t - %.17g)/%.17g)^2)\n", t0,
                widths[w]);
            assert_close(machine_v(&x, "x"), 3 * widths[w] * sqrt(PI), 1e-8);
            machine_free(&x);
        }
    machine swing = machine_run(10, 0,
                                "coord x = 0.3\ninitial x' = 1\nkinetic T = x'^2/2\npotential V = 5*x^2\n"
                                "generalized f: x = 3*exp(-((t - 5.3)/0.01)^2)\n");
    assert_below((double)swing.result->rejected, 5);
    machine_free(&swing);
    machine x = machine_run(3, 0,
                            "coord x = 0\ninitial x' = 1\nkinetic T = x'^2/2\n"
                            "potential bump = 0.1*exp(-((x - 2)/1e-4)^2)\nreport least = minimum(x')\n");
    assert_close(machine_report(&x, "least"), sqrt(0.8), 1e-6);
    machine_free(&x);
}

/* Dry friction as the sign of a velocity: each half swing is a cosine about x = +-f/k, and the body stays where f holds
 * it. */
static void a_sign_is_dry_friction(void **state) {
    (void)state;
    machine x = machine_run(10, 0,
                            "coord x = 1\nkinetic T = x'^2/2\npotential V = 5*x^2\ngeneralized drag: x = -3*sign(x')\n"
                            "event left when x < 0.5 { }\nreport when_ = time(left), back = minimum(x)\n");
    assert_near(machine_report(&x, "when_"), acos(0.2 / 0.7) / sqrt(10), 1e-9);
    assert_near(machine_report(&x, "back"), -0.4, 1e-8);
    assert_near(machine_q(&x, "x"), -0.2, 1e-8); /* 10*0.4 > 3 at -0.4: one more half swing; 10*0.2 < 3 */
    assert_near(machine_v(&x, "x"), 0, 1e-12);
    machine_free(&x);
    x = machine_run(4, 0,
                    "coord x = 0\nkinetic T = x'^2/2\ngeneralized pull: x = 2*t\ngeneralized drag: x = -3*sign(x')\n");
    assert_near(machine_v(&x, "x"), 16 - 2.25 - 3 * 2.5, 1e-8); /* lets go at 1.5 */
    machine_free(&x);
}

/* While the body sticks its friction is what holds it, in outputs, reports and greatest values too. */
static void outputs_see_the_friction_that_holds(void **state) {
    (void)state;
    machine x = machine_run(3, 0,
                            "coord x = 0\nkinetic T = x'^2/2\ngeneralized pull: x = 2*sin(t)\n"
                            "generalized drag: x = -3*sign(x')\nevent e when t > 0.4 { }\n"
                            "report end = final(-3*sign(x')), most = maximum(3*sign(x')), sum = integral(3*sign(x'))\n"
                            "report there = at(e, 3*sign(x')*sin(t))\n");
    assert_near(machine_report(&x, "end"), -2 * sin(3), 1e-12);
    assert_near(machine_report(&x, "most"), 2, 1e-9);
    assert_near(machine_report(&x, "sum"), 2 - 2 * cos(3), 1e-9);
    assert_near(machine_report(&x, "there"), 2 * sin(0.4) * sin(0.4), 1e-9);
    machine_free(&x);
}

/* What sticks to a floor that is shaken has no motion of its own to make steps for: its work is not known closely then,
   which is no reason to doubt the motion. */
static void a_shaken_floor_raises_no_doubt(void **state) {
    (void)state;
    machine x = machine_run(30, 0,
                            "coord x = 0\nparticle crate: mass 3 at [x + 0.05*sin(7.5*t), 0]\n"
                            "generalized friction: x = -8.8*sign(x')\nreport most = maximum(-8.8*sign(x'))\n");
    assert_near(machine_report(&x, "most"), 3 * 0.05 * 7.5 * 7.5, 1e-8);
    assert_near(machine_q(&x, "x"), 0, 1e-12);
    machine_free(&x);
}

/* Across a step of the potential the momentum along it stays and the energy is kept; too little is thrown back. */
static void steps_of_potential_refract(void **state) {
    (void)state;
    static const struct { double height, vx; } cases[] = {{8, 3}, {-12, 7}, {12.4, 0.44721359549995793}, {13, -5}};
    for (int i = 0; i < 4; i++) {
        machine x = machine_run(2, 0,
                                "coord x = -1, y = 0\ninitial x' = 5, y' = 3\nparticle p: mass 1 at [x, y]\n"
                                "potential V = if x > 1 then %.17g else 0\n",
                                cases[i].height);
        assert_near(machine_v(&x, "x"), cases[i].vx, 1e-9);
        assert_near(machine_v(&x, "y"), 3, 1e-12);
        assert_below(x.result->energy_drift, 1e-12);
        machine_free(&x);
    }
}

/* With `if` in a force the error falls with the tolerance as without. */
static void order_is_kept(void **state) {
    (void)state;
    double before = 1;
    for (double tolerance = 1e-5; tolerance > 5e-12; tolerance *= 0.01) {
        sim_options o = sim_options_default();
        o.tolerance = tolerance;
        machine x = machine_try(0, "coord x = 1\nkinetic T = x'^2/2\ngeneralized f: x = if x > 0 then -x else -4*x\n"
                                   "simulate until 47.123889803846898565\n"); /* ten times pi/1 + pi/2 */
        machine_again(&x, o);
        double error = fabs(machine_q(&x, "x") - 1) + fabs(machine_v(&x, "x"));
        assert_below(error, 300 * tolerance);
        assert_below(error, fmax(before, 1e-13)); /* which is rounding */
        before = error;
        machine_free(&x);
    }
}

/* A pendulum is the same a billion times smaller, and in any unit. */
static void sizes_do_not_matter(void **state) {
    (void)state;
    static const double sizes[] = {1e-12, 1e-9, 1e-3, 1, 1e6}, times[] = {1e-9, 1, 1e3};
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < 3; j++) {
            double a = sizes[i], T = times[j];
            machine x = machine_run(100 * T, 0,
                                    "coord x = %.17g\nkinetic T = x'^2/2\npotential V = x^2/(2*%.17g^2)\n"
                                    "report most = maximum(x)\n",
                                    a, T);
            assert_close(machine_q(&x, "x"), a * cos(100), 1e-6);
            assert_close(machine_report(&x, "most"), a, 1e-7);
            machine_free(&x);
        }
}

/* A force that is on for a share of each period, by `mod` under a comparison, at every tolerance; one that grows by 1
   with each period; one that depends on which of many equal fields the body is in, near the origin and far away. */
static void whole_numbers_are_pieces(void **state) {
    (void)state;
    static const double shares[] = {1e-4, 0.25, 0.8}, tolerances[] = {1e-4, 1e-12}, origins[] = {0, -3e4, 1e8};
    for (int i = 0; i < 6; i++) {
        sim_options o = sim_options_default();
        double share = shares[i / 2], T = 0.35;
        o.tolerance = tolerances[i % 2];
        machine x = machine_try(0,
                                "coord x = 0, y = 0, z = 0\nkinetic K = (x'^2 + y'^2 + z'^2)/2\n"
                                "generalized a: x = if mod(t, %.17g) < %.17g then 3 else 0\n"
                                "generalized b: y = floor(t/%.17g)\n"
                                "generalized c: z = ceil(t) - round(t)\nsimulate until 7\n",
                                T, share * T, T);
        machine_again(&x, o);
        assert_close(machine_v(&x, "x"), 20 * 3 * share * T, 1e-10);
        assert_close(machine_v(&x, "y"), 190 * T, 1e-11);
        assert_close(machine_v(&x, "z"), 3.5, 1e-11);
        machine_free(&x);
    }
    for (int i = 0; i < 3; i++) {
        machine x = machine_run(2, 0,
                                "coord x = %.17g + 0.25\ninitial x' = 1\nkinetic T = x'^2/2\n"
                                "potential V = -0.5*floor(x)\nreport steps = final(floor(x)) - initial(floor(x))\n",
                                origins[i]);
        /* v^2 = 1 + k in field k */
        double time = 0.75, k = 1, left;
        for (left = 2 - time; left > 1 / sqrt(1 + k); k++)
            left -= 1 / sqrt(1 + k);
        assert_close(machine_report(&x, "steps"), k, 1e-15);
        assert_close(machine_v(&x, "x"), sqrt(1 + k), 1e-12);
        assert_near(machine_q(&x, "x") - origins[i], k + left * sqrt(1 + k), 1e-15 * fabs(origins[i]) * 20 + 1e-12);
        machine_free(&x);
    }
}

/* A brake that acts by the whole part of the speed holds it at 1, with the mean of both sides. */
static void whole_numbers_can_hold(void **state) {
    (void)state;
    machine x = machine_run(5, 0,
                            "coord x = 0\nkinetic T = x'^2/2\ngeneralized f: x = 0.5 - floor(x')\n"
                            "output whole = floor(x')\nreport share = final(whole)\n");
    assert_near(machine_v(&x, "x"), 1, 1e-12);
    assert_near(machine_q(&x, "x"), 4, 1e-9);
    assert_near(machine_report(&x, "share"), 0.5, 1e-12);
    machine_free(&x);
}

/* Two equal ones pass a kink of their forces at one instant, late on the clock: the one that is found first by more
   than rounding, with steps however long. */
static void kinks_at_one_instant(void **state) {
    (void)state;
    static const char *const methods[] = {"dop853", "taylor"};
    for (int k = 0; k < 2; k++) {
        sim_options o = sim_options_default();
        o.until = 20;
        o.method = methods[k];
        machine x = machine_run_with(
            o, "param v0 = 1e-3, F = 39.9\ncoord a = 0, b = 0\nkinetic T = 1/2*100*a'^2 + 1/2*200*b'^2\n"
               "let drive = F*(if t < 5 then 0 else if t < 10.8 then 5.6 else 1)\n"
               "let drag(u) = 0.3*u*abs(u) + 9.8*(if abs(u) < v0 then u/v0 else sign(u))\n"
               "generalized f: a = drive - drag(a')\ngeneralized g: b = 2*drive - 2*drag(b')\n");
        assert_true(machine_q(&x, "a") > 100);
        assert_near(machine_q(&x, "a"), machine_q(&x, "b"), 1e-9);
        machine_free(&x);
    }
}

/* What begins to move from a kink, beside a friction that holds something else, leaves it once. */
static void from_rest_at_a_kink(void **state) {
    (void)state;
    machine x = machine_run(2, 1e-10,
                            "coord x = 0, y = 0\nkinetic T = x'^2/2 + y'^2/2\ngeneralized f: x = 2\n"
                            "friction fr: limit 3 along y\nreport way = integral(abs(x))\n");
    assert_near(machine_q(&x, "x"), 4, 1e-9);
    assert_near(machine_report(&x, "way"), 8. / 3, 1e-9);
    machine_free(&x);
}

/* A machine that moves as time tells has no coordinates, whatever the method. */
static void without_coordinates(void **state) {
    (void)state;
    static const char *const methods[] = {"dop853", "taylor", "cvode", "auto", "variational"};
    for (int k = 0; k < 5; k++) {
        sim_options o = sim_options_default();
        o.until = 2;
        o.tolerance = 1e-10;
        o.method = methods[k];
        if (sim_method_trouble(methods[k], NULL))
            continue;
        machine x = machine_run_with(o, "let a = 3*t^2/2\nparticle p: mass 2 at 0.5*dir(a)\noutput M = reaction(a)\n"
                                        "report work = integral(M*a')\n");
        assert_near(machine_output(&x, "M"), 2 * 0.25 * 3, 1e-12);
        assert_near(machine_report(&x, "work"), 0.5 * 2 * 0.25 * 36, 1e-8);
        machine_free(&x);
    }
}

/* What comes to rest stays at rest also where the instant is known to 1e-10 s only, as by a clock that shows a million
   seconds. */
static void rest_by_a_clock(void **state) {
    (void)state;
    for (int w = 17; w < 23; w += 2) {
        char plain[400], late[400];
        snprintf(plain, sizeof plain,
                 "coord x = 0\ninitial x' = 0.2\nkinetic T = x'^2/2\ngeneralized f: x = 8*sin(%d*t)\n"
                 "friction fr: limit 3.5 along x, static 5.3\n",
                 w);
        snprintf(late, sizeof late,
                 "coord x = 0, c = 1e6\ninitial x' = 0.2, c' = 1\nkinetic T = x'^2/2 + c'^2\n"
                 "generalized f: x = 8*sin(%d*(c - 1e6))\nfriction fr: limit 3.5 along x, static 5.3\n",
                 w);
        machine a = machine_run(6, 1e-9, plain), b = machine_run(6, 1e-9, late);
        assert_near(machine_q(&a, "x"), machine_q(&b, "x"), 1e-7);
        machine_free(&a);
        machine_free(&b);
    }
}

/* What an event sets in motion after a million seconds moves, though the forces could have made it much faster by then;
   with numbers that are no short fractions. */
static void set_in_motion_late(void **state) {
    (void)state;
    for (int late = 0; late < 2; late++) {
        char text[400];
        snprintf(text, sizeof text,
                 "coord s = 0\nconstraint wait: s = 0\nparticle p: mass 1.915658811401131 at [s, 0]\n"
                 "force brake: [-5.443750614475765*sign(s'), 0] at p\n"
                 "event go when t >= %d { drop wait; set s' = 2.7 }\n",
                 late ? 1000000 : 1);
        machine m = machine_run(late ? 1000002 : 3, 1e-8, text);
        assert_near(machine_q(&m, "s"), 2.7 * 2.7 * 1.915658811401131 / (2 * 5.443750614475765), 1e-6);
        machine_free(&m);
    }
}

/* Along a boundary where a rate jumps others stand at theirs, whose rates are rounding there: a controller that stops
   its integral where its force is limited. Both tolerances give one motion. */
static void limits_on_one_boundary(void **state) {
    (void)state;
    for (int i = 0; i < 24; i++) {
        double x[2];
        for (int fine = 0; fine < 2; fine++) {
            char text[500];
            snprintf(text, sizeof text,
                     "coord x = %.3f\nkinetic T = 1.377*x'^2/2\npotential V = 4.196*x^2/2\nlet e = 0.3 - x\n"
                     "let wanted = 9.453*e + 1*total + 3.651*e'\nlet u = min(max(wanted, -1.186), 1.186)\n"
                     "state total = 0, rate if abs(wanted) < 1.186 then 36.609*e else 0\n"
                     "generalized act: x = u - 1.367*x' + 1.119*sin(6.249*t)\n",
                     0.122 + 0.0005 * i);
            machine m = machine_run(3.293, fine ? 1e-11 : 1e-10, text);
            x[fine] = machine_q(&m, "x");
            machine_free(&m);
        }
        assert_near(x[0], x[1], 1e-8);
    }
}

/* Switches that are written differently and have one boundary jump together, as if one sign stood in all laws: along it
   there is one combination of its sides. */
static void one_boundary_written_differently(void **state) {
    (void)state;
    static const char *const laws[] = {
        "let s = sign(g)\ngeneralized one: y = 0.042 - 1.879*s\ngeneralized two: x = -3.105*s\n",
        "generalized one: y = if 0.3*g > 0 then -1.837 else 1.921\ngeneralized two: x = 3.105*sign(-2*g)\n",
        "param k = 3\ngeneralized one: y = if k*g + 1 > 1 then -1.837 else 1.921\n"
        "generalized two: x = -3.105*sign(g)\n",
        "generalized one: y = if abs(g + 2) < 2 then 1.921 else -1.837\ngeneralized two: x = -3.105*sign(g)\n",
    };
    double x[4], y[4];
    for (int i = 0; i < 4; i++) {
        char text[900];
        snprintf(
            text, sizeof text,
            "coord x = 0.598, y = -0.658\ninitial x' = 0.307, y' = -0.395\n"
            "kinetic T = 1.847*x'^2/2 + 1.847*y'^2/2\npotential V = 2.457*x^2/2 + 6.789*y^2/2 + 4.791*(x - y)^2/2\n"
            "generalized drive: x = 2.941*sin(1.928*t) - 0.502*x'\n"
            "let g = 0.9*x + 0.821*y + 0.596*x' + 0.636*y'\n"
            "generalized limit: y = -0.015*y' - min(max(10.542*g, -1.775), 1.775)\n%s",
            laws[i]);
        machine m = machine_run(1.815, 1e-10, text);
        x[i] = machine_q(&m, "x");
        y[i] = machine_q(&m, "y");
        machine_free(&m);
        assert_near(x[i], x[0], 1e-8);
        assert_near(y[i], y[0], 1e-8);
    }
    assert_near(x[0], 0.1670705, 1e-6); /* of the same with tanh(1e6*g), by an implicit method */
    assert_near(y[0], -0.1428386, 1e-6);
}

/* The place in the end, which is the same for all these laws. */
static void expect_one_motion(const char *const *laws, int count) {
    double x[5];
    for (int i = 0; i < count; i++) {
        char text[600];
        snprintf(text, sizeof text,
                 "coord x = 0.4\ninitial x' = -1.3\nkinetic T = 1.1*x'^2/2\npotential V = 3.7*x^2/2\n"
                 "generalized d: x = 7.3*sin(2.9*t)\n%s",
                 laws[i]);
        machine m = machine_run(3.7, 1e-10, text);
        x[i] = machine_q(&m, "x");
        machine_free(&m);
        assert_near(x[i], x[0], 1e-8);
    }
}

/* Friction and a switch of the same slip: as much friction as both. */
static void friction_beside_a_switch(void **state) {
    (void)state;
    static const char *const laws[] = {
        "friction f: limit 4.5 along x\n",
        "friction f: limit 2.2 along x\ngeneralized g: x = if 1.436*x' > 0 then -2.3 else 2.3\n",
        "friction f: limit 2.2 along x\ngeneralized g: x = 2.3*sign(-0.7*x' - 1e-9*x'^3)\n",
    };
    expect_one_motion(laws, 3);
}

/* At rest the static limit of the friction is exceeded, and no other: neither a switch's nor that of another friction,
   along the same slip or a multiple of it. */
static void static_friction_beside_a_switch(void **state) {
    (void)state;
    static const char *const laws[] = {
        "friction f: limit 4 along x, static 5.1\n",
        "friction f: limit 2.2 along x, static 3.3\ngeneralized g: x = -1.8*sign(x')\n",
        "friction f: limit 2.2 along x, static 3.3\ngeneralized g: x = if 1.436*x' > 0 then -1.8 else 1.8\n",
        "friction f: limit 2.2 along x, static 3.3\ngeneralized g: x = 1.8*sign(-0.7*x' - 1e-9*x'^3)\n",
        "friction f: limit 2.2 along x, static 3.3\nfriction g: limit 0.9 along -2*x\n",
    };
    expect_one_motion(laws, 5);
}

/* What another force takes from friction it takes at rest too, where that is between the limits. */
static void a_share_of_friction_at_rest(void **state) {
    (void)state;
    machine m = machine_run(2, 1e-10,
                            "coord x = 0, y = 0\ninitial y' = 1\nkinetic T = x'^2/2 + y'^2/2\n"
                            "generalized d: x = t\nfriction f: limit 1 along x, static 3\n"
                            "generalized g: y = 0.5*force(f)\n");
    assert_near(machine_v(&m, "y"), 0, 1e-9); /* 1 - 0.5 t^2/2 */
    assert_near(machine_v(&m, "x"), 0, 1e-12);
    machine_free(&m);
}

/* The speed at which a motion stands in several laws: it stays until all together are overcome. */
static void laws_that_stand_together(void **state) {
    (void)state;
    for (int i = 0; i < 6; i++) {
        machine m = machine_run(2.891, pow(10, -6 - i),
                                "coord x = -0.572\ninitial x' = 1.431\nkinetic T = 1.843*x'^2/2\n"
                                "potential V = 5.871*x^2/2\ngeneralized d: x = 1.387*sin(2.233*t) - 0.403*x'\n"
                                "generalized a: x = if 0.883*x' > 0 then -1.547 else 0.708\n"
                                "generalized b: x = if -1.766*x' > 0.0624 then -0.603 else if -1.766*x' > 0 then "
                                "-0.1809 else 0.208\n"
                                "generalized c: x = -max(2.405*(0.207*x'), 0) - 1.702*sign(0.207*x')\n");
        assert_near(machine_q(&m, "x"), 0.07326691, 1e-5); /* by half steps of 2e-6 s, its rest told by hand */
        machine_free(&m);
    }
}

/* Switching that comes to rest is named beside another machine too, which keeps steps of rounding from being 0. */
static void endless_beside_others(void **state) {
    (void)state;
    machine x = machine_try(
        3,
        "gravity [0, -9.81]\ncoord u = -0.25, w = -0.4\ninitial u' = 15.4, w' = -14.2\nparticle b: mass 1 at [u, w]\n"
        "drag air: on b, diameter 0.17, coefficient sphere, viscosity 1.8e-5, air 1.2, wind [1.7, 4.7]\n"
        "coord s = 0\ninitial s' = 2.7959\nparticle p: mass 2.4748 at [-0.0164, 0.6115] + s*[0.9368, 0.34987]\n"
        "generalized band: s = if s > 0.5176 and s < 0.53583 then 148.66 else 0\n"
        "generalized brake: s = -6.3814*sign(s')\n");
    assert_true(machine_found(&x, DIAG_E0514));
    machine_free(&x);
}

/* What switches too often to be followed is named. */
static void too_fast_to_switch(void **state) {
    (void)state;
    machine x = machine_try(3, "let f(u) = 2*u^2 - 1\nlet f6(u) = f(f(f(f(f(f(u))))))\nlet g = f6(f6(f6(f6(x))))\n"
                               "coord x = 0.9\ninitial x' = -0.5\nkinetic T = x'^2/2\n"
                               "generalized kick: x = if g*(1 - g) > 0.26 then 1e-20 else 0\n");
    assert_true(machine_found(&x, DIAG_W0512));
    assert_non_null(strstr(diag_at(x.findings, 0)->message, "in 'kick' changes too fast"));
    machine_free(&x);
}

/* A step ends where it is known beforehand that something switches: none is made too long and then another up to there,
   and a maximum within it is one of this step. */
static void known_instants_end_steps(void **state) {
    (void)state;
    machine x = machine_run(1, 1e-9,
                            "coord x = 0\nkinetic T = x'^2/2\ngeneralized g: x = 100*floor(100*t)\n"
                            "report top = maximum((0.905 - t)*x)\n");
    assert_near(machine_q(&x, "x"), 1641.75, 1e-8);
    assert_near(machine_report(&x, "top"), 115.32375, 1e-8);
    assert_below((double)x.result->evaluations, 100 * 30.0);
    machine_free(&x);
}

/* What is a root of a size, or of what is nothing at least, has values where its piece ends: Hertz's law of contact,
   from which a ball comes off again, and integrals that pass zero. */
static void roots_of_sizes(void **state) {
    (void)state;
    machine x = machine_run(1.6, 1e-11,
                            "coord y = 1\ngravity 9.81\nparticle ball: mass 1 at [0, y]\n"
                            "generalized hertz: y = 1e4*max(-y, 0)^1.5\nreport up = maximum(y, from off)\n"
                            "event off when y > 0 { }\nreport impulse = integral(1e4*max(-y, 0)^1.5)\n"
                            "report v = at(off, y')\n");
    const double speed = sqrt(2 * 9.81);
    assert_near(machine_report(&x, "up"), 1, 1e-8);
    assert_near(machine_report(&x, "impulse"), machine_v(&x, "y") + 9.81 * 1.6, 1e-7);
    assert_near(machine_report(&x, "v"), speed, 1e-8);
    machine_free(&x);
    x = machine_run(2, 1e-11,
                    "coord x = 0.5\ninitial x' = -0.4\nkinetic T = x'^2/2\nstate s = 0, rate sqrt(abs(x))\n"
                    "report i = integral(sqrt(abs(x))), j = integral(max(x, 0)^1.5), k = final(s)\n");
    const double i = (pow(0.5, 1.5) + pow(0.3, 1.5)) / 0.6;
    assert_near(machine_report(&x, "i"), i, 1e-7);
    assert_near(machine_report(&x, "j"), pow(0.5, 2.5), 1e-8);
    assert_near(machine_report(&x, "k"), i, 1e-7);
    machine_free(&x);
}

/* The same beside factors that do not change, and where a condition keeps them positive. */
static void guarded_roots(void **state) {
    (void)state;
    machine x = machine_run(2, 1e-11,
                            "param L = 2, less = -1\ncoord x = 0.5\ninitial x' = -0.4\nkinetic T = x'^2/2\n"
                            "report a = integral(sqrt(max(x, 0)/L)), b = integral(if x > 0 then x^1.5 else 0)\n"
                            "report c = integral(if x < 0 then (-2*x/L)^1.5 else sqrt(x/L))\n"
                            "report d = integral(if not (x <= 0) and t >= 0 then -x*log(x/L) else 0)\n"
                            "report e = integral(if x > L/8 then 0 else sqrt((L/8 - x)/L))\n"
                            "report none = integral(if x > 0 then sqrt(less*x) else 0)\n"
                            "report nor = integral(sqrt(less*max(x, 0)))\n");
    const double root = pow(0.5, 1.5) / (0.6 * sqrt(2));
    assert_near(machine_report(&x, "a"), root, 1e-7);
    assert_near(machine_report(&x, "b"), pow(0.5, 2.5), 1e-8);
    assert_near(machine_report(&x, "c"), pow(0.3, 2.5) + root, 1e-7);
    assert_near(machine_report(&x, "d"), 0.125 / 0.4 * (log(4) + 0.5), 1e-8);
    assert_near(machine_report(&x, "e"), pow(0.55, 1.5) / (0.6 * sqrt(2)), 1e-7);
    assert_true(isnan(machine_report(&x, "none")) && isnan(machine_report(&x, "nor")));
    machine_free(&x);
}

/* What stays exactly at a boundary is there what the text says: counts, steps of steps, what rests. */
static void what_stays_at_a_boundary(void **state) {
    (void)state;
    machine x = machine_run(
        1, 0,
        "coord y = 0.3, w = 0\nmemory n = 0\ninitial y' = 1\nkinetic K = (y'^2 + w'^2)/2\n"
        "event tick every 0.2 from 0.1 { set n = n + 1 }\ngeneralized F: w = if n >= 1 then 1 else 0\n"
        "report odd = mean(mod(n, 2)), some = mean(if n >= 1 then 1 else 0), more = mean(if n > 1 then 1 else 0)\n"
        "report few = mean(if mod(n, 3) <= 1 then 1 else 0), any = mean(sign(n)), capped = mean(floor(min(n, 2)))\n"
        "report even = mean(floor(2*floor(2*y))), one = mean(if sign(y - 1) >= 1 then 1 else 0)\n"
        "report flat = mean(if max(y - 1, 0) >= 0 then 1 else 0), up = mean(if max(y - 1, 0) > 0 then 1 else 0)\n"
        "report end = final(if n >= 5 then 1 else 0)\n");
    assert_close(machine_v(&x, "w"), 0.9, 1e-12);
    static const struct {
        const char *report;
        double value;
    } expected[] = {{"odd", 0.5},  {"some", 0.9}, {"more", 0.7}, {"few", 0.7}, {"any", 0.9}, {"capped", 1.6},
                    {"even", 2.2}, {"one", 0.3},  {"flat", 1},   {"up", 0.3},  {"end", 1}};
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
        assert_close(machine_report(&x, expected[i].report), expected[i].value, 1e-12);
    machine_free(&x);
    x = machine_run(2, 0,
                    "coord x = 0, y = 0\nkinetic K = (x'^2 + y'^2)/2\ngeneralized F: x = if t > 1 then 1 else 0\n"
                    "generalized G: y = if x >= 0 then 1 else 0\nreport at = mean(if x >= 0 then 1 else 0)\n"
                    "report on = mean(if x > 0 then 1 else 0), below = mean(if x < 0 then 1 else 0)\n"
                    "report whole = mean(floor(x)), still = mean(if x' <= 0 then 1 else 0)\n");
    assert_close(machine_v(&x, "y"), 2, 1e-12);
    assert_close(machine_report(&x, "at"), 1, 1e-12);
    assert_close(machine_report(&x, "on"), 0.5, 1e-12);
    assert_near(machine_report(&x, "below"), 0, 1e-12);
    assert_near(machine_report(&x, "whole"), 0, 1e-12);
    assert_close(machine_report(&x, "still"), 0.5, 1e-12);
    machine_free(&x);
}

/* An angle that passes half a turn jumps over many steps of stairs, both ways. */
static void stairs_of_what_jumps(void **state) {
    (void)state;
    for (int way = -1; way <= 1; way += 2) {
        machine x = machine_run(2 * PI, 0,
                                "coord a = 0\ninitial a' = %d\nkinetic K = a'^2/2\n"
                                "report m = mean(floor(2*atan2(sin(a), cos(a))))\n"
                                "report r = mean(mod(atan2(sin(a), cos(a)), 1))\n",
                                way);
        const double rest = PI - 3; /* of the last step to half a turn */
        assert_close(machine_report(&x, "m"), -0.5, 1e-8);
        assert_close(machine_report(&x, "r"),
                     (6 * 0.5 + rest * rest / 2 + (1 - (1 - rest) * (1 - rest)) / 2) / (2 * PI), 1e-8);
        machine_free(&x);
    }
}

/* The same where two factors change, at either end of their piece. */
static void guarded_products(void **state) {
    (void)state;
    static const char *const forces[] = {"if x > 0 and x < L then sqrt(x*(L - x)) else 0",
                                         "if not (x <= 0 or L <= x) then (x*(L - x))^0.5 else 0",
                                         "if x < 0 or x > L then 0 else sqrt(x*(L - x))",
                                         "if x > 0 then sqrt(x*max(L - x, 0)/L)*sqrt(L) else 0",
                                         "sqrt(max(x, 0)*max(L - x, 0))",
                                         "if -x < 0 and x - L < 0 then sqrt(-x*(x - L)) else 0"};
    double end[2] = {0};
    for (size_t i = 0; i < sizeof forces / sizeof *forces; i++)
        for (int back = 0; back < 2; back++) {
            machine x =
                machine_run(5, 1e-11,
                            "param L = 2\ncoord x = %s\ninitial x' = %d\nkinetic T = x'^2/2\n"
                            "generalized F: x = %s\nlet r = %s\nreport w = integral(r), e = final(x), v = final(x')\n",
                            back ? "2.5" : "-0.5", back ? -3 : 1, forces[i], forces[i]);
            const double e = machine_report(&x, "e");
            end[back] = i ? end[back] : e;
            assert_near(e, end[back], 1e-7);
            assert_near(machine_report(&x, "w"), machine_report(&x, "v") - (back ? -3 : 1), 1e-7);
            machine_free(&x);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_instants_end_steps),
        cmocka_unit_test(pushes_are_found),
        cmocka_unit_test(smooth_pulses_are_seen),
        cmocka_unit_test(a_sign_is_dry_friction),
        cmocka_unit_test(outputs_see_the_friction_that_holds),
        cmocka_unit_test(a_shaken_floor_raises_no_doubt),
        cmocka_unit_test(steps_of_potential_refract),
        cmocka_unit_test(order_is_kept),
        cmocka_unit_test(sizes_do_not_matter),
        cmocka_unit_test(whole_numbers_are_pieces),
        cmocka_unit_test(whole_numbers_can_hold),
        cmocka_unit_test(kinks_at_one_instant),
        cmocka_unit_test(from_rest_at_a_kink),
        cmocka_unit_test(without_coordinates),
        cmocka_unit_test(rest_by_a_clock),
        cmocka_unit_test(set_in_motion_late),
        cmocka_unit_test(limits_on_one_boundary),
        cmocka_unit_test(one_boundary_written_differently),
        cmocka_unit_test(friction_beside_a_switch),
        cmocka_unit_test(static_friction_beside_a_switch),
        cmocka_unit_test(a_share_of_friction_at_rest),
        cmocka_unit_test(laws_that_stand_together),
        cmocka_unit_test(endless_beside_others),
        cmocka_unit_test(too_fast_to_switch),
        cmocka_unit_test(roots_of_sizes),
        cmocka_unit_test(guarded_roots),
        cmocka_unit_test(what_stays_at_a_boundary),
        cmocka_unit_test(stairs_of_what_jumps),
        cmocka_unit_test(guarded_products),
    };
    return MACHINE_RUN_TESTS(tests, NULL);
}
