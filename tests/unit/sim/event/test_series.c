/* Event functions over a step of a Taylor series as polynomials. */
#include "sim/event/enclosure.h"
#include "sim/support.h"

#define SWING(events) "coord x = 1\nkinetic T = x'^2/2\npotential V = x^2/2\n" events "simulate until 10\n"
#define WITHOUT_SWITCH SWING("event e when x*x' > 5 { }\nevent f when x'' > 2 { }\n")

static motion begin(const char *text, const char *method) {
    sim_options o = sim_options_default();
    o.method = method;
    return motion_begin_with(text, o);
}

static bool takes(motion *x, double h) {
    event_series *p = x->s->mode->watch->series;
    return p && event_series_take_margins(x->s, p, h);
}

static void check_within(const tape_bounds *list, size_t k, double value) {
    assert_true(list[k].low <= value + 1e-12 && value - 1e-12 <= list[k].high);
}

/* x = cos t: of x x' - 5 = -sin(2 t)/2 - 5 and x'' - 2 = -cos t - 2. */
static void bounds_enclose_values_and_rates(void **state) {
    (void)state;
    motion x = begin(WITHOUT_SWITCH, "taylor");
    double h = motion_step(&x, 10), widest = 0;
    assert_true(takes(&x, h));
    event_series *p = x.s->mode->watch->series;
    assert_int_equal(p->count, 2);
    for (int part = 0; part < 8; part++) {
        const double a = part / 8.0, b = (part + 1) / 8.0;
        event_series_bound(p, a, b);
        event_series_bound_rates(p);
        for (int i = 0; i <= 4; i++) {
            const double theta = a + (b - a) * i / 4, t = theta * h;
            watch_value g[2];
            event_series_values(p, theta, g);
            assert_near(g[0].g, -sin(2 * t) / 2 - 5, 1e-5); /* twice as fast as the motion that the step is made for */
            assert_near(g[1].g, -cos(t) - 2, 1e-6);
            assert_near(g[0].rate, -cos(2 * t), 1e-3);
            check_within(p->bounds, 0, -sin(2 * t) / 2 - 5);
            check_within(p->bounds, 1, -cos(t) - 2);
            check_within(p->bounds + 2, 0, -cos(2 * t));
            check_within(p->bounds + 2, 1, sin(t));
            check_within(p->bounds + 4, 0, 2 * sin(2 * t));
            check_within(p->bounds + 4, 1, cos(t));
        }
        widest = fmax(widest, p->bounds[0].high - p->bounds[0].low);
    }
    assert_true(widest < 1);
    motion_end(&x);
}

/* -s^3 (1 - s/2): what leaves zero stays below it, whatever follows the last term. */
static void what_leaves_zero_is_seen_to_stay_below(void **state) {
    (void)state;
    motion x = begin(WITHOUT_SWITCH, "taylor");
    assert_true(takes(&x, motion_step(&x, 10)));
    event_series *p = x.s->mode->watch->series;
    memset(p->terms, 0, (size_t)(p->degree + 1) * sizeof *p->terms);
    p->terms[3] = -1;
    p->terms[4] = 0.5;
    p->left[0] = 1e-9;
    for (int part = 0; part < 2; part++) {
        event_series_bound(p, 0, part ? 0.5 : 1);
        assert_true(p->bounds[0].high == 0);
        assert_near(p->bounds[0].low, part ? -0.125 : -1, 1e-3);
    }
    event_series_bound(p, 0.5, 1);
    assert_true(p->bounds[0].low < -0.5 && p->bounds[0].high > -0.125 * 0.75);
    motion_end(&x);
}

/* Other steps have none, nor event functions that switch, nor states that somebody has asked for a series since. */
static void only_of_the_step_at_hand(void **state) {
    (void)state;
    motion x = begin(WITHOUT_SWITCH, "dop853");
    assert_false(takes(&x, motion_step(&x, 10)));
    motion_end(&x);
    static const char *const others[] = {
        SWING("event e when abs(x) > 5 { }\n"), SWING("event e when exp(-1000*(x - 0.5)^2) > 0.9 { }\n"),
        SWING("event e when sqrt(1.0000000001 - x^2) < 1e-4 { }\n"), SWING("event e when 1/(x + 2) > 5 { }\n")};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        x = begin(others[i], "taylor");
        assert_false(takes(&x, motion_step(&x, 10)));
        motion_end(&x);
    }
    x = begin(WITHOUT_SWITCH, "taylor");
    const double h = motion_step(&x, 10);
    assert_true(takes(&x, h));
    assert_false(takes(&x, 100 * h)); /* where the series does not converge fast enough */
    x.s->expanded++;
    assert_false(takes(&x, h));
    motion_end(&x);
}

/* Where event functions hide what comes within a step, what they are functions of is known all the same: x = cos t, with
   the force of the row that holds y at x. */
static void inputs_are_known_too(void **state) {
    (void)state;
    motion x = begin("coord x = 1, y = 1\nkinetic T = (x'^2 + y'^2)/2\npotential V = x^2/2 + y^2/2\n"
                     "constraint c: y = x\nevent e when atan2(x, x' + 3) > 5 + y'' + force(c) { }\nsimulate until 10\n",
                     "taylor");
    const double h = motion_step(&x, 10);
    assert_false(takes(&x, h));
    event_enclosure_guess(x.s, h);
    const watch *w = x.s->mode->watch;
    assert_true(w->way == WATCH_BY_INPUTS);
    assert_false(event_enclosure_is_rough(x.s));
    for (int part = 0; part < 8; part++) {
        const double a = part / 8.0, b = (part + 1) / 8.0;
        event_enclosure_bounds(x.s, h, a, b);
        const tape_bounds held = event_enclosure_margin_bounds(x.s->mode, 0, 0);
        for (int i = 0; i <= 4; i++) {
            const double theta = a + (b - a) * i / 4, t = theta * h;
            watch_value g;
            event_enclosure_values(x.s, h, theta, &g);
            const double exact = atan2(cos(t), 3 - sin(t)) - 5 + cos(t);
            assert_near(g.g, exact, 1e-6);
            check_within(&held, 0, exact);
        }
        assert_true(held.high - held.low < 1);
    }
    motion_end(&x);
}

static long steps_of(const char *text) {
    motion x = begin(text, "taylor");
    arena *a = base_arena_create();
    const long steps = sim_kit_run(x.kit, a)->steps;
    base_arena_destroy(a);
    motion_end(&x);
    return steps;
}

/* A step has many more terms than points would tell of it. */
static void no_event_function_shortens_steps(void **state) {
    (void)state;
    static const char *const events[] = {"event e when x > 5 { }\n", "event e when atan2(x, x' + 3) > 2 { }\n",
                                         "event e when sqrt(x^2 + 4) > 3 { }\n", "event e when 1/(x + 2) > 5 { }\n"};
    char text[400];
    for (size_t i = 0; i < sizeof events / sizeof *events; i++) {
        snprintf(text, sizeof text, SWING("%s"), events[i]);
        assert_int_equal(steps_of(text), steps_of(SWING("")));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bounds_enclose_values_and_rates),
        cmocka_unit_test(what_leaves_zero_is_seen_to_stay_below),
        cmocka_unit_test(only_of_the_step_at_hand),
        cmocka_unit_test(inputs_are_known_too),
        cmocka_unit_test(no_event_function_shortens_steps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
