/* Frames for pictures: dense enough to look smooth, both sides of every jump, thinned out as they get many. */
#include "sim/support.h"

static motion filmed(const char *text) {
    sim_options o = sim_options_default();
    o.keep_frames = true;
    motion x = motion_begin_with(text, o);
    motion_finish(&x);
    return x;
}

static void frames_are_close_and_on_the_motion(void **state) {
    (void)state;
    motion x = filmed(
        "coord x = 1\nkinetic T = x'^2/2\npotential V = x^2/2\nsimulate until 3\ndraw ball at [x, 2] radius 3\n");
    const sim_frame *f = x.result->frames.at;
    size_t count = x.result->frames.len;
    assert_near(f[0].at.t, 0, 0);
    assert_near(f[count - 1].at.t, 3, 0);
    for (size_t i = 0; i < count; i++) {
        assert_near(f[i].at.q[0], cos(f[i].at.t), 1e-6);
        assert_near(f[i].at.drawn[x.of.m->drawings[0].slot[DRAWN_A]], f[i].at.q[0], 1e-15);
        assert_near(f[i].at.drawn[x.of.m->drawings[0].slot[DRAWN_SIZE]], 3, 0);
        if (i)
            assert_true(f[i].at.t > f[i - 1].at.t && f[i].at.t - f[i - 1].at.t < 0.2);
    }
    motion_end(&x);
}

static void jumps_have_two_frames(void **state) {
    (void)state;
    motion x = filmed(
        "coord x = 1\ninitial x' = 1\nkinetic T = x'^2/2\nsimulate until 1\nevent e when x > 1.5 { set x = 5 }\n");
    size_t jumps = 0;
    for (size_t i = 0; i + 1 < x.result->frames.len; i++) {
        const sim_frame *f = &x.result->frames.at[i];
        if (!f[0].jump || !f[1].jump)
            continue;
        jumps++;
        assert_near(f[0].at.t, f[1].at.t, 0);
        assert_near(f[0].at.q[0], 1.5, 1e-12);
        assert_near(f[1].at.q[0], 5, 0);
    }
    assert_int_equal(jumps, 1);
    motion_end(&x);
}

/* However many steps: no more than some ten thousands, no gap above a small part of the run, jumps stay. */
static void many_are_thinned_out(void **state) {
    (void)state;
    motion x = filmed("coord x = 1\nkinetic T = x'^2/2\npotential V = x^2/2\nsimulate until 5000\n"
                      "event e when t > 7 { set x' = x' + 1 }\n");
    size_t count = x.result->frames.len, jumps = 0;
    assert_in_range(count, 15000, 60001);
    assert_true(x.s->frame_stride > 1);
    size_t quarter[4] = {0}; /* of the run: late ones are as many as early ones */
    for (size_t i = 0; i < count; i++)
        quarter[(size_t)fmin(3, x.result->frames.at[i].at.t / 1250)]++;
    for (int k = 1; k < 4; k++)
        assert_true(2 * quarter[k] > quarter[0] && quarter[k] < 2 * quarter[0]);
    for (size_t i = 0; i < count; i++) {
        jumps += x.result->frames.at[i].jump;
        if (i)
            assert_true(x.result->frames.at[i].at.t - x.result->frames.at[i - 1].at.t <= 2 * 5000 / 1500.0);
    }
    assert_int_equal(jumps, 2);
    motion_end(&x);
}

/* What takes many operations is looked at more seldom. */
static void costly_ones_are_few(void **state) {
    (void)state;
    motion x = filmed("coord x = 1\nkinetic T = x'^2/2\npotential V = x^2/2 + sum(i in 1..8000: sin(i*x)/i^4)\n"
                      "simulate until 1e-6\n");
    assert_in_range(x.result->frames.len, 300, 1200);
    motion_end(&x);
}

static void nobody_asks_nothing_is_kept(void **state) {
    (void)state;
    motion x = motion_begin("coord x = 1\nkinetic T = x'^2/2\nsimulate until 1\n");
    motion_finish(&x);
    assert_int_equal(x.result->frames.len, 0);
    motion_end(&x);
}

/* What an event has dropped is drawn no more. */
static void dropped_things_are_not_drawn(void **state) {
    (void)state;
    motion x = filmed("coord x = 1\nkinetic T = x'^2/2\nspring s: from [0, 0] to [x, 0], stiffness 1, length 0\n"
                      "simulate until 1\nevent e when t > 0.5 { drop s }\n");
    int slot = -1;
    for (size_t i = 0; i < x.of.m->drawing_count; i++)
        if (x.of.m->drawings[i].switch_index >= 0)
            slot = x.of.m->drawings[i].slot[DRAWN_B];
    assert_true(slot >= 0);
    const sim_frame *f = x.result->frames.at;
    assert_false(isnan(f[0].at.drawn[slot]));
    assert_true(isnan(f[x.result->frames.len - 1].at.drawn[slot]));
    motion_end(&x);
}

/* Times never go back, two of one instant are the sides of a jump, and the last one is the end of the run. */
static void times_are_in_order(void **state) {
    (void)state;
    static const char *const runs[] = {
        "event a when x > 1.2 { set x' = 2*x' }\nevent b when x > 1.2 { set x' = x' + 1 }\n",
        "event a every 0.1 { set x' = -x' }\n", "event a when x > 1.3 { stop }\n",
        "event a when t > 0.5 { set x = 1e9 }\n"};
    for (size_t k = 0; k < sizeof runs / sizeof *runs; k++) {
        char text[300];
        snprintf(text, sizeof text, "coord x = 1\ninitial x' = 1\nkinetic T = x'^2/2\nsimulate until 1\n%s", runs[k]);
        motion x = filmed(text);
        const sim_frame *f = x.result->frames.at;
        size_t count = x.result->frames.len;
        assert_true(count > 2);
        for (size_t i = 1; i < count; i++) {
            assert_true(f[i].at.t >= f[i - 1].at.t);
            if (f[i].at.t == f[i - 1].at.t && (f[i].at.q[0] != f[i - 1].at.q[0] || f[i].at.v[0] != f[i - 1].at.v[0]))
                assert_true(f[i].jump && f[i - 1].jump);
        }
        assert_near(f[count - 1].at.t, x.result->t, 0);
        assert_near(f[count - 1].at.q[0], x.result->final.q[0], 0);
        motion_end(&x);
    }
}

/* The same motion in other units of time has as many frames, at the same parts of the run. */
static void units_of_time_do_not_matter(void **state) {
    (void)state;
    size_t count = 0;
    for (int k = -20; k <= 20; k += 20) {
        double second = ldexp(1, k);
        char text[300];
        snprintf(text, sizeof text,
                 "param u = %.17g\ncoord x = 1\nkinetic T = u^2*x'^2/2\npotential V = x^2/2\nsimulate until %.17g\n",
                 second, 12 * second);
        motion x = filmed(text);
        const sim_frame *f = x.result->frames.at;
        if (count)
            assert_in_range(x.result->frames.len, count - 24, count + 24);
        count = x.result->frames.len;
        for (size_t i = 0; i < count; i++)
            assert_near(f[i].at.q[0], cos(f[i].at.t / second), 1e-6);
        motion_end(&x);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(frames_are_close_and_on_the_motion),
        cmocka_unit_test(jumps_have_two_frames),
        cmocka_unit_test(many_are_thinned_out),
        cmocka_unit_test(costly_ones_are_few),
        cmocka_unit_test(nobody_asks_nothing_is_kept),
        cmocka_unit_test(dropped_things_are_not_drawn),
        cmocka_unit_test(times_are_in_order),
        cmocka_unit_test(units_of_time_do_not_matter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
