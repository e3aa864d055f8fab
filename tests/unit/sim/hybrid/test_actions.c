/* What events do to a motion: drop, hold, free, set and stop, and what they must not do. */
#include "sim/support.h"

#define FREE_POINT "coord x = 0, y = 0\ninitial x' = 1\nkinetic T = (x'^2 + y'^2)/2\nsimulate until 1\n"

static motion finished(const char *text) {
    motion x = motion_begin(text);
    motion_finish(&x);
    assert_null(x.result->failure);
    return x;
}

/* Thousands at one instant are no endless loop. */
static void many_come_at_once(void **state) {
    (void)state;
    motion x = finished(FREE_POINT "memory n = 0\nfor i in 1..3000 { event e[i] every 0.75 { set n = n + 1 } }\n"
                                   "report all = final(n)\n");
    assert_near(x.result->reports[0], 6000, 0);
    motion_end(&x);
}

/* All right sides are those before the event. */
static void set_uses_the_old_values(void **state) {
    (void)state;
    motion x =
        finished(FREE_POINT "event e when x > 0.5 { set x = 3*x; set y = x + 7; set x' = 2*x'; set y' = x' + 1 }\n");
    const sim_event *e = &x.result->events.at[0];
    const double want[] = {1.5, 7.5, 2, 2};
    assert_int_equal(x.result->events.len, 1);
    for (int i = 0; i < 2; i++) {
        assert_near(e->after.q[i], want[i], 1e-13);
        assert_near(e->after.v[i], want[2 + i], 1e-13);
    }
    assert_near(x.result->final.q[1], 7.5 + 0.5 * 2, 1e-13);
    assert_near(x.s->energy_jumps, (4 + 4 - 1) / 2.0, 1e-13);
    assert_true(e->differs);
    motion_end(&x);
}

/* What is set is kept, what is not adapts to the constraints. */
static void the_rest_adapts_to_what_is_set(void **state) {
    (void)state;
    motion x =
        finished("coord x = 3, y = 4\nkinetic T = (x'^2 + y'^2)/2\nconstraint c: x^2 + y^2 = 25\nsimulate until 1\n"
                 "event e when t > 0.5 { set x = 4; set x' = 3 }\n");
    const sim_event *e = &x.result->events.at[0];
    assert_near(e->after.q[0], 4, 0);
    assert_near(e->after.q[1], 3, 1e-14);
    assert_near(e->after.v[0], 3, 1e-15);
    assert_near(e->after.v[1], -4, 1e-14);
    motion_end(&x);
}

static void dropped_and_held_again(void **state) {
    (void)state;
    motion x = finished("coord x = 0, y = 0\ngravity 10\nparticle p: mass 1 at [x, y]\nconstraint c: y = 0\n"
                        "simulate until 2\nevent off_ when t > 0.5 { drop c; set y' = 5 }\n"
                        "event back when y < 0 after off_ { hold c }\n");
    assert_int_equal(x.result->events.len, 2);
    assert_near(x.result->events.at[1].t, 1.5, 1e-9);
    const sim_event *back = &x.result->events.at[1];
    assert_near(back->before.v[1], -5, 1e-9);
    assert_near(back->after.v[1], 0, 1e-14);
    assert_near(back->impulse[0], 5, 1e-8);
    assert_near(x.result->final.q[1], 0, 1e-12);
    motion_end(&x);
}

/* A freed body goes on from where it is, as fast as it is; dropped coordinates have no value from then on. */
static void a_freed_body_flies_on(void **state) {
    (void)state;
    motion x = finished("coord w = 0\ninitial w' = 2\nparticle p: mass 1 at 3*dir(w)\nsimulate until 2\n"
                        "event cut when w > 1 { free p; drop w }\noutput u = p.x\n");
    const sim_point *p = &x.result->final;
    double time = 2 - 0.5;
    assert_true(isnan(p->q[0]));
    assert_near(p->q[1], 3 * cos(1) - 6 * sin(1) * time, 1e-9);
    assert_near(p->q[2], 3 * sin(1) + 6 * cos(1) * time, 1e-9);
    assert_near(p->outputs[0], p->q[1], 0);
    motion_end(&x);
}

static void an_event_without_effect_is_not_listed(void **state) {
    (void)state;
    motion x = finished(FREE_POINT "event e when x > 0.5 { set x' = 1; set y = 0 }\nevent mark when x > 0.7 { }\n"
                                   "report when_e = time(e)\n");
    assert_int_equal(x.result->events.len, 1);
    assert_int_equal(x.result->events.at[0].ref.index, motion_event(&x, "mark"));
    assert_near(motion_report(&x, "when_e"), 0.5, 1e-12);
    motion_end(&x);
}

static void stop_ends_the_run(void **state) {
    (void)state;
    motion x = finished(FREE_POINT "event e when x > 0.5 { stop }\n");
    assert_int_equal(x.result->end, SIM_EVENT);
    assert_int_equal(x.result->end_event.index, 0);
    assert_near(x.result->t, 0.5, 1e-12);
    motion_end(&x);
}

/* Events at one instant follow each other, in the order of the text. */
static void events_trigger_each_other(void **state) {
    (void)state;
    motion x = finished(FREE_POINT "event b when y > 5 { set y = 10*y }\nevent a when x > 0.5 { set y = 6 }\n");
    assert_int_equal(x.result->events.len, 2);
    assert_int_equal(x.result->events.at[0].ref.index, 1);
    assert_int_equal(x.result->events.at[1].ref.index, 0);
    assert_near(x.result->final.q[1], 60, 1e-13);
    motion_end(&x);
}

/* A contact that sticks until its friction is overcome, then slides: x'' = t - mu g from t = mu g on. */
static void sticking_is_overcome(void **state) {
    (void)state;
    motion x = finished("coord x = 0, y = 0\ngravity 10\nparticle p: mass 1 at [x, y]\nforce f: [-t, 0] at p\n"
                        "contact floor: y >= 0, friction 0.1 along x\nsimulate until 3\n");
    assert_near(x.result->final.q[0], -8 / 6.0, 1e-9);
    assert_near(x.result->final.v[0], -4 / 2.0, 1e-9);
    assert_int_equal(x.s->must_slip[motion_row(&x, "floor")], -1);
    motion_end(&x);
}

static void what_must_not_be_done(void **state) {
    (void)state;
    motion_fails(FREE_POINT "event e when x > 0.5 { set x = 1/y }\n", DIAG_E0505,
                 "the event 'e' sets 'x' to a value that is not finite at t = 0.5 s");
    motion_fails(FREE_POINT "constraint c: y = 1 off\nevent e when x > 0.5 { hold c }\n", DIAG_E0504,
                 "'c' does not hold after the event 'e' at t = 0.5 s: it is off by -1");
    motion_fails(FREE_POINT "contact c: y <= 1\nevent e when x > 0.5 { set y = 2 }\n", DIAG_E0504,
                 "'c' does not hold after the event 'e'");
    motion_fails("coord x = 0, z = 0\ninitial x' = 1\nkinetic T = x'^2\nconstraint c: z = x\nsimulate until 1\n"
                 "event e when x > 0.5 { drop z }\n",
                 DIAG_E0409, "after the event 'e' at t = 0.5 s 'c' names a coordinate that has been dropped");
    motion_fails(FREE_POINT "event a when x > 0.5 { set x = 0.4; set y = 1 }\nevent b when x < 0.45 { set x = 0.6 }\n",
                 DIAG_E0503, "events trigger each other endlessly at t = 0.5 s");
}

/* Actions that leave everything as it is change nothing: what is dropped already, free already, or set to what it is
   but for rounding. */
static void actions_without_effect(void **state) {
    (void)state;
    static const char *const actions[] = {"set x' = 1", "set x = x*(1 + 1e-16)",          "drop off_", "hold on",
                                          "set y = y",  "set x = x; set x' = x'; hold on"};
    for (size_t k = 0; k < sizeof actions / sizeof *actions; k++) {
        char text[400];
        snprintf(text, sizeof text,
                 FREE_POINT "constraint on: y = 0\nconstraint off_: x = 7 off\nevent e when x > 0.5 { %s }\n"
                            "report n = count(e)\n",
                 actions[k]);
        motion x = finished(text);
        if (x.result->events.len)
            fail_msg("'%s' is listed", actions[k]);
        assert_near(motion_report(&x, "n"), 1, 0);
        assert_near(x.result->final.q[0], 1, 1e-13);
        motion_end(&x);
    }
}

/* Momentum and energy at a catch: two pucks that are joined go on together. */
static void what_is_joined_goes_on_together(void **state) {
    (void)state;
    static const double masses[] = {1, 3, 1e-3, 1e3};
    for (int k = 0; k < 4; k++) {
        char text[400];
        snprintf(text, sizeof text,
                 "param m = %.17g\ncoord a = 0, b = 1\ninitial a' = 2\ninitial b' = 0\nkinetic T = (a'^2 + m*b'^2)/2\n"
                 "constraint join: b - a = 0 off\nevent meet when a > b { hold join }\nsimulate until 1\n",
                 masses[k]);
        motion x = finished(text);
        const sim_event *e = &x.result->events.at[0];
        const double m = masses[k], together = 2 / (1 + m);
        assert_near(e->t, 0.5, 1e-12);
        assert_near(e->after.v[0], together, 1e-12);
        assert_near(e->after.v[1], together, 1e-12);
        assert_near(fabs(e->impulse[0]), m * together, 1e-12);
        assert_near(e->before.energy - e->after.energy, 2 * m / (1 + m), 1e-12);
        assert_near(x.s->energy_jumps, -2 * m / (1 + m), 1e-12);
        motion_end(&x);
    }
}

/* A body cut loose in space keeps its place, attitude and spin. */
static void a_freed_rigid_body_turns_on(void **state) {
    (void)state;
    motion x =
        finished("coord w = 0\ninitial w' = 3\nframe B = rotation(z, w)\n"
                 "body b: mass 2, inertia [1, 1, 1], at [2*cos(w), 2*sin(w), 0], frame B\nsimulate until 1\n"
                 "event cut when w > 1.5 { free b; drop w }\noutput px = b.x\noutput py = b.y\noutput pz = b.z\n");
    const sim_point *p = &x.result->final;
    const double time = 0.5;
    assert_near(p->outputs[0], 2 * cos(1.5) - 6 * sin(1.5) * time, 1e-8);
    assert_near(p->outputs[1], 2 * sin(1.5) + 6 * cos(1.5) * time, 1e-8);
    assert_near(p->outputs[2], 0, 1e-12);
    assert_near(p->kinetic, x.result->initial.kinetic, 1e-8);
    motion_end(&x);
}

/* A contact that `set` lifts off opens, and says so; one that it keeps stays closed. */
static void contacts_and_set(void **state) {
    (void)state;
    static const struct {
        const char *set;
        bool open;
        double y;
    } cases[] = {
        {"set y = 0.5", true, 0.5}, {"set x = 2", false, 0}, {"set y' = 3", true, 0}, {"set x' = 4", false, 0}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char text[400];
        snprintf(
            text, sizeof text,
            "coord x = 0, y = 0\ninitial x' = 1\ngravity 10\nparticle p: mass 1 at [x, y]\n"
            "contact floor: y >= 0\nevent e when t > 0.25 { %s }\nsimulate until 0.3\nreport n = count(floor.open)\n",
            cases[k].set);
        motion x = finished(text);
        const sim_event *e = &x.result->events.at[0];
        assert_near(e->after.q[1], cases[k].y, 1e-14);
        assert_near(motion_report(&x, "n"), cases[k].open, 0);
        assert_int_equal(fabs(x.result->final.lambda[0]) > 1, !cases[k].open);
        motion_end(&x);
    }
}

/* The order of the text at one instant, and each once. */
static void events_of_one_instant(void **state) {
    (void)state;
    motion x =
        finished(FREE_POINT "event c when x > 0.5 after b { set y = 10*y + 3 }\n"
                            "event a when x > 0.5 { set y = 10*y + 1 }\nevent b when t > 0.5 { set y = 10*y + 2 }\n");
    assert_int_equal(x.result->events.len, 3);
    assert_near(x.result->final.q[1], 123, 1e-12);
    for (int i = 0; i < 3; i++)
        assert_near(x.result->events.at[i].t, 0.5, 1e-12);
    motion_end(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(many_come_at_once),
        cmocka_unit_test(set_uses_the_old_values),
        cmocka_unit_test(the_rest_adapts_to_what_is_set),
        cmocka_unit_test(dropped_and_held_again),
        cmocka_unit_test(a_freed_body_flies_on),
        cmocka_unit_test(an_event_without_effect_is_not_listed),
        cmocka_unit_test(stop_ends_the_run),
        cmocka_unit_test(events_trigger_each_other),
        cmocka_unit_test(sticking_is_overcome),
        cmocka_unit_test(what_must_not_be_done),
        cmocka_unit_test(actions_without_effect),
        cmocka_unit_test(what_is_joined_goes_on_together),
        cmocka_unit_test(a_freed_rigid_body_turns_on),
        cmocka_unit_test(contacts_and_set),
        cmocka_unit_test(events_of_one_instant),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
