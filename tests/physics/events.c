/* Events: when they fire, what their actions change, what stays, and what they report. */
#include "machine.h"

#include <math.h>

static const char *const FALL = "coord y = %.17g\ngravity 9.81\nparticle p: mass 2 at [0, y]\n%s\n";

/* The instant of an event is located on the motion itself. */
static void location_is_exact(void **state) {
    (void)state;
    static const double heights[] = {1e-3, 0.7, 1, 100, 12345};
    for (int i = 0; i < 5; i++) {
        machine x = machine_run(1000, 0, FALL, heights[i],
                                "event hit when y < 0 { stop }\nreport when_ = time(hit), v = at(hit, y')");
        assert_close(x.result->t, sqrt(2 * heights[i] / 9.81), 1e-14);
        assert_true(machine_report(&x, "when_") == x.result->t);
        assert_close(machine_report(&x, "v"), -sqrt(2 * heights[i] * 9.81), 1e-13);
        assert_int_equal(x.result->end, SIM_EVENT);
        machine_free(&x);
    }
}

/* What the polynomials of a step say of an event is not looked at elsewhere first: 15 impacts took 1681 evaluations. */
static void location_is_quick(void **state) {
    (void)state;
    machine x = machine_run(4, 1e-9, FALL, 1.0, "contact ground: y >= 0, restitution 0.5");
    assert_below((double)x.result->evaluations, 1400);
    machine_free(&x);
}

static void time_events(void **state) {
    (void)state;
    machine x = machine_run(10, 0, FALL, 1.0,
                            "event a when t > 0.1 { set y' = 0 }\nevent b when t > 3 { set y' = 0 }\n"
                            "event c when t > 7.7 { stop }");
    assert_near(machine_event(&x, "a", 0)->t, 0.1, 1e-16);
    assert_near(machine_event(&x, "b", 0)->t, 3, 2e-15);
    assert_near(x.result->t, 7.7, 1e-15);
    machine_free(&x);
}

/* cos(t) < 1/2 becomes true again and again; what has fired fires again only after having been false. */
static void fires_again(void **state) {
    (void)state;
    machine x = machine_run(18, 1e-12,
                            "coord x = 1, n = 0\nkinetic T = 1/2*(x'^2 + n'^2)\npotential V = 1/2*x^2\n"
                            "event low when x < 0.5 { set n = n + 1 }\n");
    assert_int_equal(machine_event_count(&x, "low"), 3);
    for (int i = 0; i < 3; i++)
        assert_near(machine_event(&x, "low", i)->t, PI / 3 + 2 * PI * i, 1e-10);
    assert_true(machine_q(&x, "n") == 3);
    assert_true(point_q(&x, &machine_event(&x, "low", 1)->before, "n") == 1);
    assert_true(point_q(&x, &machine_event(&x, "low", 1)->after, "n") == 2);
    assert_true(machine_event(&x, "low", 1)->differs);
    machine_free(&x);
}

static void true_at_the_start_waits(void **state) {
    (void)state;
    machine x = machine_run(10, 1e-12,
                            "coord x = 1\nkinetic T = 1/2*x'^2\npotential V = 1/2*x^2\n"
                            "event high when x > 0.5 { stop }\nevent always when x > -5 { stop }\n");
    assert_near(x.result->t, 2 * PI - PI / 3, 1e-10);
    assert_int_equal(machine_event_count(&x, "always"), 0);
    machine_free(&x);
}

static void conjunctions(void **state) {
    (void)state;
    const char *text = "coord x = 1\nkinetic T = 1/2*x'^2\npotential V = 1/2*x^2\nevent e when %s { stop }\n";
    static const struct {
        const char *condition;
        double t;
    } cases[] = {{"x < 0.5 and x' > 0", PI},
                 {"x < 0.5 and t > 1.5", 1.5},
                 {"x < 0.5 and t > 0.5", PI / 3},
                 {"x < 0.5 or t > 0.5", 0.5},
                 {"not (x > 0.5)", PI / 3},
                 {"x < -0.5 and not (t < 3)", 3},
                 {"x < -2 or (x < 0 and x' > 0)", PI},
                 {"if t < 4 then x > 5 else x > 0", 1.5 * PI}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        machine x = machine_run(6, 1e-12, text, cases[i].condition);
        if (fabs(x.result->t - cases[i].t) > 1e-10)
            fail_msg("'%s' fired at %.12g, not %.12g", cases[i].condition, x.result->t, cases[i].t);
        machine_free(&x);
    }
}

static void after_another_event(void **state) {
    (void)state;
    machine x = machine_run(10, 1e-12,
                            "coord x = 1, n = 0\nkinetic T = 1/2*(x'^2 + n'^2)\npotential V = 1/2*x^2\n"
                            "event gate when t > 5 { set n = 1 }\n"
                            "event down when x < 0 after gate { stop }\n"
                            "event never when x < 0 after other { stop }\nevent other when x > 2 { stop }\n");
    assert_near(x.result->t, 2 * PI + PI / 2, 1e-10);
    assert_int_equal(machine_event_count(&x, "down"), 1);
    machine_free(&x);
}

/* Two conditions that become true at one instant both fire, once each, in the order of their declaration. */
static void simultaneous(void **state) {
    (void)state;
    machine x = machine_run(2, 1e-12,
                            "coord a = 0, b = 0, n = 1\ninitial a' = 1, b' = 2\nkinetic T = 1/2*(a'^2 + b'^2 + n'^2)\n"
                            "event first when a > 0.5 { set n = n + 1 }\nevent second when b > 1 { set n = 10*n }\n"
                            "event third when t > 0.5 { set n = n + 3 }\n");
    assert_int_equal(x.result->events.len, 3);
    for (size_t i = 0; i < 3; i++)
        assert_near(x.result->events.at[i].t, 0.5, 1e-14);
    static const char *const order[] = {"first", "second", "third"};
    for (int i = 0; i < 3; i++)
        assert_ptr_equal(machine_event(&x, order[i], 0), &x.result->events.at[i]);
    assert_near(machine_q(&x, "n"), 23, 0);
    machine_free(&x);
}

/* One event can make another's condition true by its jump: it follows at the same instant. */
static void cascade(void **state) {
    (void)state;
    machine x = machine_run(2, 0,
                            "coord a = 0, n = 0\ninitial a' = 1\nkinetic T = 1/2*(a'^2 + n'^2)\n"
                            "event one when a > 0.5 { set n = 1 }\nevent two when n > 0.5 { set n = 2 }\n"
                            "event three when n > 1.5 { stop }\n");
    assert_int_equal(x.result->events.len, 3);
    assert_true(machine_event(&x, "one", 0)->t == machine_event(&x, "three", 0)->t);
    assert_near(x.result->t, 0.5, 1e-15);
    machine_free(&x);
}

/* The bounces of a ball by hand: heights e^2n h. */
static void set_reverses(void **state) {
    (void)state;
    machine x = machine_run(2.2, 1e-12, FALL, 1.0, "event bounce when y < 0 { set y' = -0.8*y' }");
    double fall = sqrt(2 / 9.81);
    assert_close(machine_event(&x, "bounce", 0)->t, fall, 1e-14);
    assert_close(machine_event(&x, "bounce", 1)->t, fall * 2.6, 1e-12);
    assert_close(machine_event(&x, "bounce", 2)->t, fall * (2.6 + 1.28), 1e-12);
    const sim_event *e = machine_event(&x, "bounce", 0);
    assert_true(point_v(&x, &e->after, "y") == -0.8 * point_v(&x, &e->before, "y"));
    machine_free(&x);
}

/* Right sides are taken before any assignment: two velocities can be exchanged. */
static void set_takes_old_values(void **state) {
    (void)state;
    machine x = machine_run(1, 0,
                            "coord a = 0, b = 0\ninitial a' = 3, b' = -1\nkinetic T = 1/2*(a'^2 + b'^2)\n"
                            "event swap when t > 0.5 { set a' = b'; set b' = a' }\n");
    assert_true(machine_v(&x, "a") == -1 && machine_v(&x, "b") == 3);
    machine_free(&x);
}

/* The set value is kept, what is free adapts to the constraints. */
static void set_adapts_the_rest(void **state) {
    (void)state;
    const char *text = "coord x = 0.6, y ~ -0.8\nkinetic T = 1/2*(x'^2 + y'^2)\nconstraint rod: x^2 + y^2 = 1\n"
                       "event jump when t > 0.5 { %s }\n";
    machine x = machine_run(1, 0, text, "set x = 0.8; set x' = 3");
    const sim_event *e = machine_event(&x, "jump", 0);
    assert_true(point_q(&x, &e->after, "x") == 0.8 && point_v(&x, &e->after, "x") == 3);
    assert_near(point_q(&x, &e->after, "y"), -0.6, 1e-14);
    assert_near(point_v(&x, &e->after, "y"), 4, 1e-13);
    machine_free(&x);
    x = machine_run(1, 0, text, "set y' = 0.3");
    assert_true(point_v(&x, &machine_event(&x, "jump", 0)->after, "y") == 0.3);
    assert_near(point_v(&x, &machine_event(&x, "jump", 0)->after, "x"), 0.4, 1e-14);
    machine_free(&x);
    x = machine_try(1, text, "set x = 1.5");
    assert_int_equal(x.result->end, SIM_FAILED);
    assert_true(machine_found(&x, DIAG_E0504));
    assert_near(x.result->t, 0.5, 1e-15);
    machine_free(&x);
}

static void set_to_nonsense(void **state) {
    (void)state;
    machine x = machine_try(1, FALL, 1.0, "event e when t > 0.1 { set y' = sqrt(y - 5) }");
    assert_int_equal(x.result->end, SIM_FAILED);
    assert_true(machine_found(&x, DIAG_E0505));
    machine_free(&x);
}

/* It comes for `time` and `after`, and is not listed. */
static void change_of_nothing_happens(void **state) {
    (void)state;
    machine x = machine_run(2, 0,
                            "coord x = 0\ninitial x' = 1\nkinetic T = 1/2*x'^2\nconstraint c: x = t off\n"
                            "event a when x > 0.5 { set x' = x' }\nevent b when x > 0.6 { drop c }\n"
                            "event c_ when x > 0.7 { stop } \nevent d when x > 0.65 after a { stop }\n"
                            "event e when x > 0.3 { set x' = tan(atan(x')) }\n" /* 1, but for rounding */
                            "report idle = time(b)\n");
    assert_near(x.result->t, 0.65, 1e-14);
    assert_int_equal(x.result->events.len, 1);
    assert_near(machine_report(&x, "idle"), 0.6, 1e-14);
    machine_free(&x);
}

/* A car runs into another and couples: inelastic, momentum kept, the impulse is the momentum passed on. */
static void hold_is_an_inelastic_impact(void **state) {
    (void)state;
    machine x = machine_run(2, 0,
                            "coord a = -1, b = 0\ninitial a' = 2, b' = 0.5\nkinetic T = 1/2*3*a'^2 + 1/2*1*b'^2\n"
                            "constraint coupling: a = b off\nevent couple when a > b { hold coupling }\n");
    const sim_event *e = machine_event(&x, "couple", 0);
    assert_near(e->t, 1 / 1.5, 1e-14);
    double v = 6.5 / 4;
    assert_near(machine_v(&x, "a"), v, 1e-14);
    assert_near(machine_v(&x, "b"), v, 1e-14);
    assert_near(machine_impulse(&x, e, "coupling"), 3 * (v - 2), 1e-14);
    assert_near(e->before.kinetic - e->after.kinetic, 0.5 * 0.75 * 1.5 * 1.5, 1e-13);
    assert_near(point_v(&x, &e->before, "a"), 2, 0);
    assert_near(point_v(&x, &e->after, "b"), v, 1e-14);
    assert_below(x.result->energy_drift, 1e-12);
    machine_free(&x);
}

/* A point mass catches a hinge: its velocity along the new rope is taken, across it is kept; in any unit of length. */
static void hold_of_a_rope(void **state) {
    (void)state;
    static const double units[] = {1, 1e-15};
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        const double u = units[i];
        machine x = machine_run(
            0.5, 1e-12,
            "param u = %.17g\ncoord x = 0, y = 0\ninitial x' = 3*u, y' = u\nparticle p: mass 2 at [x, y]\n"
            "constraint rope: norm(p - [0, -u]) = u*sqrt(1 + 0.4 + 0.1) off\n"
            "event taut when norm(p - [0, -u]) > u*sqrt(1.5) { hold rope }\nreport before = at(taut, kinetic)\n",
            u);
        const sim_event *e = machine_event(&x, "taut", 0);
        double px = point_q(&x, &e->before, "x") / u, py = point_q(&x, &e->before, "y") / u + 1, r = sqrt(1.5);
        double along = (3 * px + py) / r;
        assert_near(point_v(&x, &e->after, "x") / u, 3 - along * px / r, 1e-13);
        assert_near(point_v(&x, &e->after, "y") / u, 1 - along * py / r, 1e-13);
        assert_near(machine_impulse(&x, e, "rope") / u, -2 * along, 1e-13);
        assert_near(machine_report(&x, "before") / (u * u), 10, 1e-13);
        machine_free(&x);
    }
}

static void hold_far_from_satisfied_is_refused(void **state) {
    (void)state;
    machine x = machine_try(2, "coord a = -1, b = 0\ninitial a' = 2, b' = 0.5\nkinetic T = 3/2*a'^2 + 1/2*b'^2\n"
                               "constraint coupling: a = b off\nevent couple when t > 0.1 { hold coupling }\n");
    assert_int_equal(x.result->end, SIM_FAILED);
    assert_true(machine_found(&x, DIAG_E0504));
    machine_free(&x);
}

/* Force elements go out of force and come back: x'' = -1 only while they are in force. */
static void drop_and_hold_elements(void **state) {
    (void)state;
    static const struct {
        const char *declaration, *name;
    } kinds[] = {{"force F: [-1, 0] at p", "F"}, {"generalized Q: x = -1", "Q"}, {"torque M: -1 on b", "M"}};
    for (int i = 0; i < 3; i++) {
        machine x = machine_run(
            3, 0,
            "coord x = 0\nparticle p: mass %d at [x, 0]\nbody b: mass 0, inertia %d, at [0, 5], angle x\n%s\n"
            "event off when t > 1 { drop %s }\nevent on when t > 2 { hold %s }\noutput a = x''\n",
            i < 2, i == 2, kinds[i].declaration, kinds[i].name, kinds[i].name);
        assert_near(point_v(&x, &machine_event(&x, "off", 0)->after, "x"), -1, 1e-14);
        assert_near(point_output(&x, &machine_event(&x, "off", 0)->before, "a"), -1, 1e-14);
        assert_near(point_output(&x, &machine_event(&x, "off", 0)->after, "a"), 0, 0);
        assert_near(machine_q(&x, "x"), -0.5 - 1 - 1 - 0.5, 1e-13);
        assert_near(machine_v(&x, "x"), -2, 1e-14);
        assert_below(x.result->energy_drift, 1e-12);
        machine_free(&x);
    }
}

static void drop_and_hold_springs(void **state) {
    (void)state;
    static const struct {
        const char *declaration, *name;
    } kinds[] = {{"spring s: from [-2, 0] to p, stiffness 4, length 2", "s"}, {"torsion k: angle x, stiffness 4", "k"}};
    for (int i = 0; i < 2; i++) {
        machine x = machine_run(PI / 4 + 2, 1e-12,
                                "coord x = 0.5\nparticle p: mass 1 at [x, 0]\n%s\n"
                                "event cut when x < 0 { drop %s }\nevent back when t > %.17g { hold %s }\n",
                                kinds[i].declaration, kinds[i].name, PI / 4 + 1, kinds[i].name);
        assert_near(machine_event(&x, "cut", 0)->t, PI / 4, 1e-11);
        assert_near(machine_event(&x, "cut", 0)->after.potential, 0, 1e-14);
        assert_near(machine_event(&x, "back", 0)->after.potential, 2, 1e-10);
        assert_near(machine_q(&x, "x"), -cos(2) - 0.5 * sin(2), 1e-10);
        assert_below(x.result->energy_drift, 1e-10);
        machine_free(&x);
    }
}

static void drop_of_a_constraint(void **state) {
    (void)state;
    machine x =
        machine_run(1, 1e-12,
                    "coord x = 1, y = 0\ninitial y' = 2\nparticle p: mass 1 at [x, y]\nconstraint rope: norm(p) = 1\n"
                    "event cut when y > 0.5 { drop rope }\noutput f = force(rope)\n");
    const sim_event *e = machine_event(&x, "cut", 0);
    double c = sqrt(0.75), t = 1 - asin(0.5) / 2;
    assert_near(e->t, asin(0.5) / 2, 1e-12);
    assert_near(point_lambda(&x, &e->before, "rope"), 4, 1e-10);
    assert_true(point_lambda(&x, &e->after, "rope") == 0 && machine_lambda(&x, "rope") == 0);
    assert_true(machine_output(&x, "f") == 0);
    assert_near(machine_q(&x, "x"), c - t, 1e-11);
    assert_near(machine_q(&x, "y"), 0.5 + 2 * c * t, 1e-11);
    assert_true(!e->differs);
    machine_free(&x);
}

static void endless_events_end_the_run(void **state) {
    (void)state;
    machine x = machine_try(2, "coord x = 0, n = 0\ninitial x' = 1\nkinetic T = 1/2*(x'^2 + n'^2)\n"
                               "event up when n < 1 and x > 0.5 { set n = 2 }\nevent down when n > 1 { set n = 0 }\n");
    assert_int_equal(x.result->end, SIM_FAILED);
    assert_true(machine_found(&x, DIAG_E0503));
    assert_near(x.result->t, 0.5, 1e-9);
    machine_free(&x);
}

/* What solves only during the run may stand in conditions: the string of a loop goes slack. */
static void condition_on_a_multiplier(void **state) {
    (void)state;
    machine x = machine_run(3, 1e-12,
                            "coord x = 0, y = -1\ninitial x' = 6\ngravity 9.81\nparticle p: mass 1 at [x, y]\n"
                            "constraint rope: norm(p) = 1\nevent slack when lambda(rope) < 0 { stop }\n");
    double rise = (36 / 9.81 - 2) / 3; /* v^2 = v0^2 - 2 g (1 + y) = -g y... at tension 0: y = (v0^2/g - 2)/3 */
    assert_near(machine_q(&x, "y"), rise, 1e-11);
    machine_free(&x);
}

/* Each event knows what is in force once its instant is over; so do start and end. */
static void events_know_what_is_in_force(void **state) {
    (void)state;
    machine x = machine_run(3, 1e-12,
                            "coord x = 0, y = 1\ngravity 9.81\nparticle p: mass 1 at [x, y]\n"
                            "constraint wall: x = 0\ncontact ground: y >= 0\nevent let when t > 2 { drop wall }\n");
    const sim_event *impact = machine_event(&x, "ground.impact", 0), *let = machine_event(&x, "let", 0);
    assert_true(x.result->initial_choice->rows[0] && !x.result->initial_choice->rows[1]);
    assert_true(impact->choice->rows[0] && impact->choice->rows[1]);
    assert_ptr_equal(impact->choice, machine_event(&x, "ground.close", 0)->choice);
    assert_true(!let->choice->rows[0] && let->choice->rows[1] && let->choice->switched_off[0]);
    assert_ptr_equal(let->choice, x.result->final_choice);
    machine_free(&x);
}

/* What begins and ends within one long step is not missed: a flight through a disk, a top just over a threshold. */
static void short_crossings(void **state) {
    (void)state;
    machine x = machine_run(12, 0,
                            "coord x = 0, y = 0\ninitial x' = 2\nparticle p: mass 1 at [x, y]\n"
                            "contact c: norm(p - [10, 0]) >= 1, restitution 1\n");
    assert_close(machine_event(&x, "c.impact", 0)->t, 4.5, 1e-12);
    machine_free(&x);
    x = machine_run(2, 0,
                    "coord y = 0\ninitial y' = 4.43\nparticle r: mass 1 at [0, y]\ngravity 9.81\n"
                    "event a when y > 1 { }\n");
    assert_close(machine_event(&x, "a", 0)->t, (4.43 - sqrt(4.43 * 4.43 - 2 * 9.81)) / 9.81, 1e-12);
    machine_free(&x);
}

/* Free flight x = t has long steps: conditions that hold for a small part of one only, of every make. */
static void short_windows(void **state) {
    (void)state;
    static const struct {
        const char *condition;
        double t; /* NaN: never */
    } cases[] = {{"abs(x - 1) < 1e-3", 0.999},
                 {"abs(x - 3) < 1e-9", 3 - 1e-9},
                 {"x > 1 and x < 1.01", 1},
                 {"not (x < 7 or x > 7.00001)", 7},
                 {"min(x - 2, 2.001 - x) > 0", 2},
                 {"max(-1, 1e-4 - abs(x - 5)) > 0", 5 - 1e-4},
                 {"(if x < 4 then -1 else 4.002 - x) > 0", 4},
                 {"sign(x - 2) + sign(2.0001 - x) > 1", 2},
                 {"exp(-((t - 3)*1e7)^2) > 0.5", 3 - 8.3255461115769769e-8},
                 {"sin(20*t) > 0.99", 0.071462842673523518},
                 {"sin(20*t) > 0.99 and x > 8", (1.4292568534704693 + 2 * PI * 26) / 20},
                 {"sin(1e6*t) > 0.9999 and abs(x - 5) < 1e-5", (1.5566540733173837 + 2 * PI * 795773) / 1e6},
                 {"sin(20*t) > 1.001", NAN},
                 {"abs(x - 5) < -1e-9", NAN},
                 {"x > 6 and x < 6", NAN}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        machine x = machine_run(10, 0, "coord x = 0\ninitial x' = 1\nkinetic T = 1/2*x'^2\nevent e when %s { stop }\n",
                                cases[i].condition);
        double want = isnan(cases[i].t) ? 10 : cases[i].t;
        if (fabs(x.result->t - want) > 1e-13 * want)
            fail_msg("'%s' fired at %.17g, not %.17g", cases[i].condition, x.result->t, want);
        machine_free(&x);
    }
}

/* What has fired must have been false before it fires again, however briefly; it does so within one step too. */
static void short_gaps_rearm(void **state) {
    (void)state;
    machine x = machine_run(10, 0,
                            "coord x = 0, n = 0\ninitial x' = 1\nkinetic T = 1/2*(x'^2 + n'^2)\n"
                            "event e when abs(x - 6) > 1e-6 and x > 3 { set n = n + 1 }\n");
    assert_int_equal(machine_event_count(&x, "e"), 2);
    assert_near(machine_event(&x, "e", 0)->t, 3, 1e-14);
    assert_near(machine_event(&x, "e", 1)->t, 6 + 1e-6, 1e-14);
    machine_free(&x);
    x = machine_run(2, 0,
                    "coord x = 0, n = 0\ninitial x' = 1\nkinetic T = 1/2*(x'^2 + n'^2)\n"
                    "event e when sin(100*t) > 0.999 { set n = n + 1 }\n");
    assert_int_equal(machine_event_count(&x, "e"), 32);
    machine_free(&x);
}

/* A flight through thin things: a spike on the ground, a wall between two faces, a body faster than its own length. */
static void thin_contacts(void **state) {
    (void)state;
    machine x = machine_run(10, 0,
                            "coord x = 0, y = 0\ninitial x' = 1\nkinetic T = 1/2*(x'^2 + y'^2)\n"
                            "contact wall: abs(x - 4) >= 1e-3, restitution 0.5\n");
    assert_near(machine_event(&x, "wall.impact", 0)->t, 3.999, 1e-13);
    assert_near(machine_q(&x, "x"), 3.999 - 0.5 * 6.001, 1e-12);
    machine_free(&x);
    x = machine_run(1, 0,
                    "coord x = 0, y = 1\ninitial x' = 2\nparticle p: mass 1 at [x, y]\n"
                    "contact spike: y - 2*exp(-((x - 1)*300)^2) >= 0, restitution 1\n");
    double where = 1 - sqrt(log(2)) / 300;
    assert_near(machine_event(&x, "spike.impact", 0)->t, where / 2, 1e-12);
    machine_free(&x);
    x = machine_run(1, 0,
                    "coord x = 0\ninitial x' = 900\nparticle p: mass 1 at [x, 0]\n"
                    "contact shield: norm(p - [500, 0.0099]) >= 0.01, restitution 0\n");
    assert_near(machine_event(&x, "shield.impact", 0)->t, (500 - sqrt(0.01 * 0.01 - 0.0099 * 0.0099)) / 900, 1e-12);
    machine_free(&x);
    x = machine_run(1, 0,
                    "coord x = 0\ninitial x' = 900\nparticle p: mass 1 at [x, 0]\n"
                    "contact shield: norm(p - [500, 0.0101]) >= 0.01, restitution 0\n");
    assert_int_equal(x.result->events.len, 0);
    machine_free(&x);
}

/* A condition that stands at its boundary and holds right after it becomes true there; one that holds at the start has
   to become false first; one that leaves the boundary the other way does not fire. */
static void at_the_boundary_of_the_start(void **state) {
    (void)state;
    static const struct {
        const char *condition;
        double t;
    } cases[] = {{"t > 0", 0}, {"x > 0", 0}, {"x >= 0", 0}, {"x < 0", 2}, {"x*x > 0", 0}, {"x > -1", 2}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        machine x = machine_run(2, 0, "coord x = 0\ninitial x' = 1\nkinetic T = 1/2*x'^2\nevent e when %s { stop }\n",
                                cases[i].condition);
        if (x.result->t != cases[i].t)
            fail_msg("'%s' fired at %.17g, not %.17g", cases[i].condition, x.result->t, cases[i].t);
        machine_free(&x);
    }
}

/* One that swings out as far as `top`, or not quite; another that passes `side` a little later; then a time. */
#define SWINGS                                                                                                         \
    "coord x = 0, y = 1\n"                                                                                             \
    "initial x' = 1\n"                                                                                                 \
    "kinetic T = 1/2*x'^2 + 1/2*y'^2\n"                                                                                \
    "potential V = 1/2*x^2 + 1/2*(%.17g*y)^2\n"                                                                        \
    "event top when x > %.17g { }\n"                                                                                   \
    "event side when y %s %.17g { }\n"                                                                                 \
    "event clock when t > %.17g { }\n"

static bool comes_at(const machine *x, const char *event, double t, double within) {
    for (int i = 0; i < machine_event_count(x, event); i++)
        if (fabs(machine_event(x, event, i)->t - t) <= within)
            return true;
    return false;
}

/* What the polynomials of a step touch and the motion does not hides nothing of what follows in the step. */
static void behind_a_touch(void **state) {
    (void)state;
    static const struct {
        double tolerance, beyond, frequency, side, clock;
    } cases[] = {
        {1e-6, 6.080243194822343e-10, 1.9114744350521886, 1.8136216958017195, 1.8439765100217353},
        {1e-5, 4.606157080147362e-09, 1.9563931974982456, 1.6476253974405086, 1.8738720363434391},
        {1e-6, 1.7401617249424925e-10, 1.9245877041361974, 1.6778134095260029, 1.704560707129781},
        {1e-5, -8.563257936989996e-09, 1.5311469273153544, 1.8816440990497552, 1.9171390926653178},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int k = -20; k <= 20; k++) {
            const double w = cases[i].frequency, at = cases[i].side, beyond = cases[i].beyond * (1 + 0.1 * k);
            const bool rises = sin(w * at) < 0;
            machine x = machine_run(3, cases[i].tolerance, SWINGS, w, 1 + beyond, rises ? ">" : "<", cos(w * at),
                                    cases[i].clock);
            if (!comes_at(&x, "side", at, 1e-3) || !comes_at(&x, "clock", cases[i].clock, 1e-12))
                fail_msg("case %zu, %.17g beyond: lost", i, beyond);
            machine_free(&x);
        }
}

/* What is true when the step begins, and is false only where the polynomials err, does not happen when it begins. */
static void false_for_no_time(void **state) {
    (void)state;
    machine x = machine_run(4, 1e-5, SWINGS, sqrt(2.6989907812403495), 0.99999298141584847, ">", -0.99957519060347011,
                            2.0862120692967059);
    assert_int_equal(machine_event_count(&x, "side"), 1);
    assert_true(comes_at(&x, "side", 1.930012, 1e-4));
    machine_free(&x);
}

/* What holds at zero, and is made of nothing but zeros there, holds: at a step's end, and beside what switches there.
 */
static void nothing_holds_at_zero(void **state) {
    (void)state;
    static const char *const conditions[] = {"floor(x) >= 0", "0 <= floor(x)", "mod(floor(x), 2) <= 0", "sign(x) >= 0",
                                             "floor(x) + 0.5 >= 0.5"};
    static const char *const beside[] = {"sign(x)", "floor(x)", "x"};
    for (int i = 0; i < 5; i++)
        for (int k = 0; k < 3; k++) {
            machine x = machine_run(8, 0,
                                    "coord x = -0.3\ninitial x' = 1\nkinetic K = x'^2/2\npotential V = 2*x^2\n"
                                    "event a when %s { }\nreport first = time(a), n = count(a), r = integral(%s)\n",
                                    conditions[i], beside[k]);
            assert_close(machine_report(&x, "first"), atan(0.6) / 2, 1e-8);
            assert_near(machine_report(&x, "n"), 3, 0);
            machine_free(&x);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_holds_at_zero),
        cmocka_unit_test(events_know_what_is_in_force),
        cmocka_unit_test(short_crossings),
        cmocka_unit_test(short_windows),
        cmocka_unit_test(short_gaps_rearm),
        cmocka_unit_test(thin_contacts),
        cmocka_unit_test(at_the_boundary_of_the_start),
        cmocka_unit_test(location_is_exact),
        cmocka_unit_test(location_is_quick),
        cmocka_unit_test(time_events),
        cmocka_unit_test(fires_again),
        cmocka_unit_test(true_at_the_start_waits),
        cmocka_unit_test(conjunctions),
        cmocka_unit_test(after_another_event),
        cmocka_unit_test(simultaneous),
        cmocka_unit_test(cascade),
        cmocka_unit_test(set_reverses),
        cmocka_unit_test(set_takes_old_values),
        cmocka_unit_test(set_adapts_the_rest),
        cmocka_unit_test(set_to_nonsense),
        cmocka_unit_test(change_of_nothing_happens),
        cmocka_unit_test(hold_is_an_inelastic_impact),
        cmocka_unit_test(hold_of_a_rope),
        cmocka_unit_test(hold_far_from_satisfied_is_refused),
        cmocka_unit_test(drop_and_hold_elements),
        cmocka_unit_test(drop_and_hold_springs),
        cmocka_unit_test(drop_of_a_constraint),
        cmocka_unit_test(endless_events_end_the_run),
        cmocka_unit_test(condition_on_a_multiplier),
        cmocka_unit_test(behind_a_touch),
        cmocka_unit_test(false_for_no_time),
    };
    return MACHINE_RUN_TESTS(tests, NULL);
}
