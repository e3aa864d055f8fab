/* The directions in which friction in a plane slides: set, followed, and where a slip begins. */
#include "sim/dynamics/pieces.h"
#include "sim/support.h"

#define PUCK                                                                                                           \
    "coord x = 0, y = 0, z = 0\ngravity 9.81\nparticle p: mass 1 at [x, y, z]\n"                                       \
    "contact table: z >= 0, friction 0.3 along [x, y]\n"

static const heading *only_heading(const motion *x) {
    const pieces *p = x->s->mode->pieces;
    assert_non_null(p);
    assert_int_equal(p->heading_count, 1);
    return &p->heading[0];
}

/* It has the direction of the slip, as a unit vector, whatever the speed. */
static void the_direction_of_the_slip(void **state) {
    (void)state;
    static const double speeds[][2] = {{3, 4}, {-30, 40}, {0, -1e-3}, {-5e3, -12e3}};
    for (size_t k = 0; k < sizeof speeds / sizeof *speeds; k++) {
        char text[300];
        snprintf(text, sizeof text, PUCK "initial x' = %.17g, y' = %.17g\n", speeds[k][0], speeds[k][1]);
        motion x = motion_begin(text);
        const double size = hypot(speeds[k][0], speeds[k][1]);
        const heading *h = only_heading(&x);
        assert_near(h->at[0], speeds[k][0] / size, 1e-14);
        assert_near(h->at[1], speeds[k][1] / size, 1e-14);
        assert_near(h->at[2], 0, 0);
        motion_evaluate(&x);
        /* friction is against it */
        assert_near(motion_a(&x, "x"), -0.3 * 9.81 * speeds[k][0] / size, 1e-11);
        assert_near(motion_a(&x, "y"), -0.3 * 9.81 * speeds[k][1] / size, 1e-11);
        motion_end(&x);
    }
}

/* A slip that begins counts from 1e-8 of what its acceleration makes of it in a step on, at least. */
static void a_slip_that_begins(void **state) {
    (void)state;
    motion x = motion_begin(PUCK "initial x' = 3, y' = 4\n");
    const heading *h = only_heading(&x);
    const double way[] = {0, -1};
    const long version = x.s->mode->pieces->version;
    x.s->step_size = 0.01;
    dynamics_headings_set(x.s, h->row, way, 5, 0);
    assert_near(h->at[1], -1, 0);
    assert_near(h->at[2], 5 * 0.01 * 1e-8, 1e-20);
    assert_int_equal(x.s->mode->pieces->version, version + 1);
    dynamics_headings_set(x.s, h->row, way, 5, 0); /* nothing new */
    assert_int_equal(x.s->mode->pieces->version, version + 1);
    x.s->step_size = 1e9; /* at most what the run lasts */
    dynamics_headings_set(x.s, h->row, way, 5, 0);
    assert_near(h->at[2], 5e-8 * x.s->horizon, 1e-18);
    dynamics_headings_set(x.s, h->row, way, 0, 0); /* with a direction of its own */
    assert_near(h->at[2], 0, 0);
    dynamics_headings_set(x.s, h->row, way, 5, 1e9); /* and 30 times the tolerance of what slips there are */
    assert_near(h->at[2], 30e9 * x.s->tolerance, 1e-6);
    const double other[] = {1, 0}; /* of another row */
    dynamics_headings_set(x.s, h->row + 1, other, 0, 0);
    assert_near(h->at[1], -1, 0);
    motion_end(&x);
}

/* It stays while the slip goes about the same way, and follows one that has turned by more than acos(0.9). */
static void it_follows_what_has_turned(void **state) {
    (void)state;
    for (int k = 0; k < 12; k++) {
        motion x = motion_begin(PUCK "initial x' = 3, y' = 0\n");
        const double turn = (k - 5.5) * 0.15;
        const heading *h = only_heading(&x);
        *motion_v(&x, "x") = 3 * cos(turn);
        *motion_v(&x, "y") = 3 * sin(turn);
        assert_true(motion_evaluate(&x));
        const bool turned = cos(turn) < 0.9;
        assert_int_equal(dynamics_headings_follow(x.s), turned);
        assert_near(h->at[0], turned ? cos(turn) : 1, 1e-14);
        assert_near(h->at[1], turned ? sin(turn) : 0, 1e-14);
        assert_false(dynamics_headings_follow(x.s)); /* once */
        motion_end(&x);
    }
}

/* One that begins gets its own direction when it is clearly there, however little that differs. */
static void it_follows_what_has_begun(void **state) {
    (void)state;
    static const double speeds[] = {5e-12, 5e-5, 2e-3};
    for (int k = 0; k < 3; k++) {
        motion x = motion_begin(PUCK "initial x' = 3, y' = 0\n");
        const heading *h = only_heading(&x);
        const double way[] = {1, 0}, turn = 0.1;
        x.s->step_size = 0.01;
        dynamics_headings_set(x.s, h->row, way, 5, 0); /* 5e-10 */
        *motion_v(&x, "x") = speeds[k] * cos(turn);
        *motion_v(&x, "y") = speeds[k] * sin(turn);
        assert_true(motion_evaluate(&x));
        const bool there = speeds[k] > 5e-10;
        assert_int_equal(dynamics_headings_follow(x.s), there);
        assert_near(h->at[1], there ? sin(turn) : 0, 1e-12);
        assert_near(h->at[2], there ? 0 : 5e-10, 1e-20);
        motion_end(&x);
    }
}

/* Nothing slides: nothing to follow. */
static void at_rest_and_without_friction(void **state) {
    (void)state;
    motion x = motion_begin(PUCK);
    assert_false(dynamics_headings_follow(x.s));
    motion_end(&x);
    x = motion_begin("coord x = 0\nkinetic T = x'^2\n");
    assert_false(dynamics_headings_follow(x.s));
    const double way[] = {1, 0};
    dynamics_headings_set(x.s, 0, way, 1, 0); /* no pieces: nobody asks */
    assert_null(x.s->mode->pieces);
    motion_end(&x);
}

/* One that has come down to what the tolerance leaves of it is lost; not one that grows, or is still to be told. */
static void it_is_lost_in_what_the_tolerance_leaves(void **state) {
    (void)state;
    static const double speeds[] = {1e-3, 1e-18}; /* of 3 */
    for (int k = 0; k < 2; k++) {
        motion x = motion_begin(PUCK "initial x' = 3, y' = 0\n");
        assert_true(motion_evaluate(&x));
        assert_int_equal(dynamics_headings_lost(x.s), -1); /* it has not been less yet */
        *motion_v(&x, "x") = speeds[k];
        assert_true(motion_evaluate(&x));
        assert_int_equal(dynamics_headings_lost(x.s), k ? only_heading(&x)->row : -1);
        *motion_v(&x, "x") = 2 * speeds[k];
        assert_true(motion_evaluate(&x));
        assert_int_equal(dynamics_headings_lost(x.s), -1);
        motion_end(&x);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_direction_of_the_slip),
        cmocka_unit_test(a_slip_that_begins),
        cmocka_unit_test(it_follows_what_has_turned),
        cmocka_unit_test(it_follows_what_has_begun),
        cmocka_unit_test(it_is_lost_in_what_the_tolerance_leaves),
        cmocka_unit_test(at_rest_and_without_friction),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
