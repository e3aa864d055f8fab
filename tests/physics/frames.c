/* Frames: states for pictures all along a run, few enough, and what is drawn in them. */
#include <math.h>
#include <string.h>

#include "machine.h"

static sim_options with_frames(double until) {
    sim_options o = sim_options_default();
    o.until = until;
    o.keep_trajectory = false;
    o.keep_frames = true;
    return o;
}

static double longest_gap(const sim_result *r) {
    double longest = 0;
    for (size_t i = 1; i < r->frames.len; i++)
        longest = fmax(longest, r->frames.at[i].at.t - r->frames.at[i - 1].at.t);
    return longest;
}

/* A number of the first drawing of a shape in a frame. */
static double drawn(const machine *x, drawing_shape shape, int place, const sim_frame *f) {
    for (size_t i = 0; i < x->model->drawing_count; i++)
        if (x->model->drawings[i].shape == shape && x->model->drawings[i].slot[place] >= 0)
            return f->at.drawn[x->model->drawings[i].slot[place]];
    fail_msg("nothing of that shape is drawn");
    return NAN;
}

/* Thousands of short steps: frames are thinned out, and still reach to the end without a gap. */
static void frames_reach_the_end(void **state) {
    (void)state;
    machine x = machine_run_with(with_frames(400), "coord x = 1, y = 0\nparticle p: mass 1 at [x, y]\n"
                                                   "spring s: from [0, 0] to p, stiffness 40, length 0.5\n");
    const sim_result *r = x.result;
    assert_true(r->steps > 3000);
    assert_true(r->frames.len > 1500 && r->frames.len <= 60001);
    assert_near(r->frames.at[r->frames.len - 1].at.t, 400, 0);
    assert_below(longest_gap(r), 2 * 400 / 1500.0);
    for (size_t i = 0; i < r->frames.len; i++)
        assert_near(drawn(&x, DRAW_BALL, DRAWN_A, &r->frames.at[i]), r->frames.at[i].at.q[0], 0);
    machine_free(&x);
}

/* A few long steps: frames lie within them. */
static void long_steps_are_divided(void **state) {
    (void)state;
    machine x = machine_run_with(with_frames(1), "coord x = 0, y = 0\ninitial x' = 1\nparticle p: mass 1 at [x, y]\n");
    assert_true(x.result->frames.len > 1000);
    for (size_t i = 0; i < x.result->frames.len; i++)
        assert_near(drawn(&x, DRAW_BALL, DRAWN_A, &x.result->frames.at[i]), x.result->frames.at[i].at.t, 1e-12);
    machine_free(&x);
}

/* Around an event both states of the instant are kept; what was dropped is drawn no more. */
static void what_is_dropped_goes(void **state) {
    (void)state;
    machine x = machine_run_with(with_frames(2), "coord x = 1, y = 0\nparticle p: mass 1 at [x, y]\n"
                                                 "spring s: from [0, 0] to p, stiffness 4, length 0.5\n"
                                                 "constraint line: norm(p - [x, 1]) = 1\n"
                                                 "draw spring from [0, 0] to p\ndraw rope from p to [x, 1]\n"
                                                 "event off when t > 1 { drop s; drop line }\n");
    int jumps = 0;
    for (size_t i = 0; i < x.result->frames.len; i++) {
        const sim_frame *f = &x.result->frames.at[i];
        jumps += f->jump;
        bool after = jumps == 2;
        assert_int_equal(isnan(drawn(&x, DRAW_SPRING, DRAWN_B, f)), after);
        assert_int_equal(isnan(drawn(&x, DRAW_ROPE, DRAWN_A, f)), after);
    }
    assert_int_equal(jumps, 2);
    machine_free(&x);
}

/* The arrow of a contact is the force that it takes. */
static void arrows_are_forces(void **state) {
    (void)state;
    machine x = machine_run_with(with_frames(1), "gravity 10\ncoord x = 0, y = 0\nparticle p: mass 3 at [x, y]\n"
                                                 "contact floor: p.y >= 0\n");
    const sim_frame *f = &x.result->frames.at[x.result->frames.len / 2];
    assert_near(drawn(&x, DRAW_ARROW, DRAWN_B, f), 0, 1e-12);
    assert_near(drawn(&x, DRAW_ARROW, DRAWN_B + 1, f), 30, 1e-10);
    machine_free(&x);
}

/* Without a drawing in the text bodies stand where they are and turn with their angle, or their frame. */
static void bodies_turn_in_default_drawings(void **state) {
    (void)state;
    machine x = machine_run_with(with_frames(1), "coord x = 0, phi = 0.3\ninitial x' = 2, phi' = 1.5\n"
                                                 "body box: mass 1, inertia 1, at [x, 7], angle 2*phi\n");
    const sim_frame *f = &x.result->frames.at[x.result->frames.len - 1];
    assert_near(drawn(&x, DRAW_BODY, DRAWN_A, f), 2, 1e-9);
    assert_near(drawn(&x, DRAW_BODY, DRAWN_A + 1, f), 7, 0);
    assert_near(drawn(&x, DRAW_BODY, DRAWN_ANGLE, f), 3.6, 1e-9);
    machine_free(&x);
    x = machine_run_with(with_frames(1), "coord phi = 0.3\ninitial phi' = 1.5\nframe B = rotation(z, phi)\n"
                                         "body box: mass 1, inertia [1, 1, 1], at [0, 7, 1], frame B\n");
    f = &x.result->frames.at[x.result->frames.len - 1];
    assert_near(drawn(&x, DRAW_BODY, DRAWN_MATRIX, f), cos(1.8), 1e-9);
    assert_near(drawn(&x, DRAW_BODY, DRAWN_MATRIX + 3, f), sin(1.8), 1e-9);
    machine_free(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(frames_reach_the_end),
        cmocka_unit_test(long_steps_are_divided),
        cmocka_unit_test(what_is_dropped_goes),
        cmocka_unit_test(arrows_are_forces),
        cmocka_unit_test(bodies_turn_in_default_drawings),
    };
    static const char *const first_only[] = {"frames_reach_the_end", NULL};
    return MACHINE_RUN_TESTS(tests, first_only);
}
