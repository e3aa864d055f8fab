/* Enclosures of a motion over a step: they hold it, and are not much wider than it is. */
#include "sim/dynamics/scales.h"
#include "sim/event/enclosure.h"
#include "sim/event/rules.h"
#include "sim/support.h"

/* The hull of a polynomial over [0, 1] lies within the bounds, which are at most `wide` times as wide. */
static void check_held(double low, double high, const double *c, int degree, double wide) {
    double least = INFINITY, most = -INFINITY;
    for (int i = 0; i <= 100; i++) {
        double x = 0, t = i / 100.0;
        for (int k = degree; k >= 0; k--)
            x = x * t + c[k];
        least = fmin(least, x);
        most = fmax(most, x);
    }
    assert_true(low <= least && most <= high);
    assert_true(high - low <= wide * (most - least) + 1e-15);
}

static double at_end(const double *c, int degree, int order) {
    double sum = 0;
    for (int k = order; k <= degree; k++) {
        double factor = 1;
        for (int i = 0; i < order; i++)
            factor *= k - i;
        sum += factor * c[k];
    }
    return sum;
}

/* From values, rates and accelerations at both ends: polynomials of degree 5, 3, 2 are held exactly. */
static void polynomials_are_held(void **state) {
    (void)state;
    bench dice = {.dice = 88172645463325252u};
    for (int pass = 0; pass < 200; pass++) {
        double c[6], low, high;
        for (int k = 0; k < 6; k++)
            c[k] = bench_random(&dice);
        hold_position(c[0], c[1], 2 * c[2], at_end(c, 5, 0), at_end(c, 5, 1), at_end(c, 5, 2), &low, &high);
        check_held(low, high, c, 5, 40);
        hold_velocity(c[0], c[1], at_end(c, 3, 0), at_end(c, 3, 1), &low, &high);
        check_held(low, high, c, 3, 40);
        double mean = c[0] + c[1] / 2 + c[2] / 3;
        hold_acceleration(c[0], mean, at_end(c, 2, 0), &low, &high);
        check_held(low, high, c, 2, 40);
    }
    double low, high;
    hold_between((const double[]){3, -1, 2}, 3, &low, &high);
    assert_near(low, -3, 1e-15);
    assert_near(high, 5, 1e-15);
}

/* Where a search begins: what counts as true and, for what is true already, as false. */
static void bars_of_a_step(void **state) {
    (void)state;
    const double least = 1e-13 * 2;
    static const struct {
        double start, gap_error;
        bool closing, user, inclusive;
        double limit, level; /* in units of `least` */
    } cases[] = {{-1, 0, false, true, false, 1, -1},     {0.5, 0, false, true, false, 1, -1},
                 {1.5, 0, false, true, false, 1.5, -1},  {3, 0, false, true, false, 1, -1},
                 {-1, 0, false, false, false, 1, 1},     {0, 0, false, true, true, -2 * 1.5, -4 * 1.5},
                 {-1, 1e-12, true, false, false, 1, 1},  {2, 1e-12, true, false, false, 5, 1},
                 {19, 1e-12, true, false, false, 20, 1}, {3190, 1e-12, true, false, false, 3191, 1},
                 {3210, 1e-12, true, false, false, 1, 1}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        double limit, level;
        find_bars(cases[k].start * least, 3, 2, cases[k].closing, cases[k].user, cases[k].inclusive, cases[k].gap_error,
                  &limit, &level);
        assert_near(limit / least, cases[k].limit, 1e-9);
        assert_near(level / least, cases[k].level, 1e-9);
    }
}

#define SWING "coord x = 1\nkinetic T = x'^2/2\npotential V = x^2/2\nevent e when x < 0.99*t { }\nsimulate until 10\n"

static motion within_a_step(const char *text, double *h) {
    motion x = motion_begin(text);
    *h = motion_step(&x, 0.5);
    assert_true(event_functions_finish(x.s, *h));
    assert_true(event_stepper_prepare_dense(x.s, *h, x.s->next_y));
    assert_true(event_enclosure_prepare(x.s, *h));
    return x;
}

/* g = 0.99 t - cos t */
static void values_and_rates_within_a_step(void **state) {
    (void)state;
    double h;
    motion x = within_a_step(SWING, &h);
    for (int i = 0; i <= 16; i++) {
        watch_value g;
        double t = h * i / 16.0;
        event_enclosure_values(x.s, h, i / 16.0, &g);
        assert_near(g.g, 0.99 * t - cos(t), 1e-8);
        assert_near(g.rate, 0.99 + sin(t), 1e-7);
    }
    watch_value there;
    const double y[] = {3, 4, 0}, a[] = {5};
    event_enclosure_values_at(x.s, 2, y, a, &there);
    assert_near(there.g, 2 * 0.99 - 3, 1e-15);
    assert_near(there.rate, 0.99 - 4, 1e-15);
    motion_end(&x);
}

/* Over every part, of any length: the function, its rate and the rate of that. */
static void bounds_hold_and_are_tight(void **state) {
    (void)state;
    double h;
    motion x = within_a_step(SWING, &h);
    for (int parts = 1; parts <= 64; parts *= 4)
        for (int i = 0; i < parts; i++) {
            double a = (double)i / parts, b = (i + 1.0) / parts;
            assert_false(event_enclosure_bounds(x.s, h, a, b));
            tape_bounds g = event_enclosure_margin_bounds(x.s->mode, 0, 0);
            assert_true(g.low <= 0.99 * a * h - cos(a * h) + 1e-9 && g.high >= 0.99 * b * h - cos(b * h) - 1e-9);
            assert_true(g.high - g.low <= 2 * (0.99 + sin(b * h)) * (b - a) * h + 1e-8);
            assert_false(event_enclosure_bound_rates(x.s->mode));
            tape_bounds rate = event_enclosure_margin_bounds(x.s->mode, 0, 1);
            assert_true(rate.low <= 0.99 + sin(a * h) + 1e-7 && rate.high >= 0.99 + sin(b * h) - 1e-7);
            tape_bounds second = event_enclosure_margin_bounds(x.s->mode, 0, 2);
            assert_true(second.low <= cos(b * h) + 1e-7 && second.high >= cos(a * h) - 1e-7);
        }
    motion_end(&x);
}

/* A strict comparison beside one that holds at equality is moved by sizes of the motion: they do not move in a step. */
static void sizes_stay_over_a_step(void **state) {
    (void)state;
    double h;
    motion x = within_a_step("coord x = 1\nkinetic T = x'^2/2\npotential V = x^2/2\n"
                             "event e when x <= 2 and x' < 1 { }\nsimulate until 10\n",
                             &h);
    const mode *m = x.s->mode;
    const watch *w = m->watch;
    assert_true(w->scaled && w->used > 0);
    for (size_t u = 0; u < w->used; u++)
        assert_in_range(w->t_slot + 1 + w->input[u], m->q_slot, m->scale_slot - 1);
    for (size_t i = 0; i < SCALE_KINDS; i++) {
        x.s->scale_inputs[i] = 1e18;
        assert_true(event_enclosure_prepare(x.s, h));
        const tape_bounds b = w->bounds[m->scale_slot + i];
        assert_true(b.low == 1e18 && b.high == 1e18 && w->slots[m->scale_slot + i] == 1e18);
    }
    watch_value g;
    event_enclosure_values(x.s, h, 0.5, &g);
    assert_true(g.g < 0); /* 1e18 is only known to within more than there is between x' and 1 */
    motion_end(&x);
}

/* Those that matter have the values and bounds that they have among all. */
static void some_event_functions_alone(void **state) {
    (void)state;
    double h;
    motion x = within_a_step("coord x = 1, y = 2\nkinetic T = (x'^2 + y'^2)/2\npotential V = x^2/2 + x*y/9\n"
                             "for i in 1..6 { event e[i] when sin(i*x) > y*x/i + 2 { } }\nsimulate until 10\n",
                             &h);
    static const int list[] = {1, 4};
    watch_value all[6], some[6];
    tape_bounds want[2][WATCH_ROOTS];
    for (int pass = 0; pass < 2; pass++) {
        event_enclosure_values(x.s, h, 0.375, pass ? some : all);
        event_enclosure_bounds(x.s, h, 0.25, 0.75);
        event_enclosure_bound_rates(x.s->mode);
        for (int i = 0; i < 2; i++)
            for (int order = 0; order < WATCH_ROOTS; order++) {
                const tape_bounds b = event_enclosure_margin_bounds(x.s->mode, (size_t)list[i], order);
                if (pass)
                    assert_memory_equal(&b, &want[i][order], sizeof b);
                want[i][order] = b;
            }
        event_enclosure_narrow(x.s, list, 2);
    }
    assert_ptr_not_equal(x.s->mode->watch->now, x.s->mode->watch->program);
    for (int i = 0; i < 2; i++)
        assert_memory_equal(&some[list[i]], &all[list[i]], sizeof *all);
    event_enclosure_widen(x.s->mode);
    assert_ptr_equal(x.s->mode->watch->now, x.s->mode->watch->program);
    motion_end(&x);
}

/* Before the dense output is made, from both ends alone. */
static void guesses_hold_too(void **state) {
    (void)state;
    motion x = motion_begin(SWING);
    double h = motion_step(&x, 0.5);
    assert_true(event_functions_finish(x.s, h));
    tape_bounds q = event_enclosure_guess_input(x.s, 0, h), v = event_enclosure_guess_input(x.s, 1, h),
                a = event_enclosure_guess_input(x.s, 2, h);
    assert_true(q.low <= cos(h) && q.high >= 1 && q.high - q.low < 3 * (1 - cos(h)));
    assert_true(v.low <= -sin(h) && v.high >= 0 && v.high - v.low < 3 * sin(h));
    assert_true(a.low <= -1 && a.high >= -cos(h) && a.high - a.low < 3 * (1 - cos(h)) + 1e-9);
    assert_false(event_enclosure_guess(x.s, h));
    tape_bounds g = event_enclosure_margin_bounds(x.s->mode, 0, 0);
    assert_true(g.low <= -1 && g.high >= 0.99 * h - cos(h));
    motion_end(&x);
}

/* Solved quantities are sampled, first at a few points. */
static void accelerations_are_sampled(void **state) {
    (void)state;
    double h;
    motion x = within_a_step("coord x = 1\nkinetic T = x'^2/2\npotential V = x^2/2\nevent e when x'' > -0.3 { }\n"
                             "simulate until 10\n",
                             &h);
    assert_true(x.s->mode->watch->solved && x.s->mode->stages_watched);
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i <= 8; i++) {
            watch_value g;
            event_enclosure_values(x.s, h, i / 8.0, &g);
            assert_near(g.g, 0.3 - cos(h * i / 8.0), pass ? 1e-8 : 1e-4);
            assert_false(event_enclosure_bounds(x.s, h, 0, 1));
            tape_bounds all = event_enclosure_margin_bounds(x.s->mode, 0, 0);
            assert_true(all.low <= -0.7 && all.high >= 0.3 - cos(h));
        }
        assert_true(event_enclosure_refine(x.s, h));
    }
    motion_end(&x);
}

/* What the stages of a step have seen of them. */
static void what_the_stages_see(void **state) {
    (void)state;
    motion x = motion_begin("coord x = 1\nkinetic T = x'^2/2\npotential V = x^2/2\nevent e when x'' > -0.3 { }\n");
    x.s->solved_start[0] = 3;
    x.s->solved_seen = true;
    event_enclosure_look_away(x.s);
    assert_false(x.s->solved_seen);
    double *a = dynamics_accelerations(x.s);
    a[0] = 5;
    event_enclosure_look(x.s);
    a[0] = -2;
    event_enclosure_look(x.s);
    event_enclosure_has_seen(x.s);
    assert_near(x.s->solved_low[0], -2, 0);
    assert_near(x.s->solved_high[0], 5, 0);
    assert_true(x.s->solved_seen);
    x.s->solved_end[0] = 4;
    tape_bounds b = event_enclosure_guess_input(x.s, 2, 0.1);
    assert_near(b.low, -2 - 3.5, 1e-15);
    assert_near(b.high, 5 + 3.5, 1e-15);
    motion_end(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(polynomials_are_held),
        cmocka_unit_test(bars_of_a_step),
        cmocka_unit_test(values_and_rates_within_a_step),
        cmocka_unit_test(bounds_hold_and_are_tight),
        cmocka_unit_test(some_event_functions_alone),
        cmocka_unit_test(guesses_hold_too),
        cmocka_unit_test(sizes_stay_over_a_step),
        cmocka_unit_test(accelerations_are_sampled),
        cmocka_unit_test(what_the_stages_see),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
