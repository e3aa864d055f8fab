/* Projections onto paper, and rooms that hold a motion. */
#include "out/drawing/camera.h"
#include "out/support.h"

static void the_plane_is_seen_as_it_is(void **state) {
    (void)state;
    motion x =
        shown_run("coord x = 0\ninitial x' = 4\nkinetic T = x'^2\nsimulate until 1\ndraw ball at [x, 3] radius 0.5\n"
                  "draw beam from [0, 0] to [x, -1]\n");
    camera c = out_camera_choose(x.of.m, x.result);
    const double p[] = {3, 5, 0};
    assert_near(out_camera_spot(&c, p).x, 3, 0);
    assert_near(out_camera_spot(&c, p).y, -5, 0);
    c.scale = 10;
    c.x = 100;
    c.y = 200;
    assert_near(out_camera_spot(&c, p).x, 130, 0);
    assert_near(out_camera_spot(&c, p).y, 150, 0);
    c = out_camera_choose(x.of.m, x.result);
    room r = out_camera_room(&c, x.of.m, x.result, NULL);
    const double want[] = {-0.5, 4.5, -1, 3.5};
    assert_near(r.low[0], want[0], 1e-12);
    assert_near(r.high[0], want[1], 1e-12);
    assert_near(r.low[1], want[2], 1e-12);
    assert_near(r.high[1], want[3], 1e-12);
    motion_end(&x);
}

/* In space the directions are unit vectors at right angles, and the eye is above. */
static void space_is_seen_from_above(void **state) {
    (void)state;
    motion x = shown_run("coord a = 0\ninitial a' = 1\nkinetic T = a'^2\nsimulate until 6\n"
                         "draw ball at [cos(a), sin(a), a/6] radius 0.1\n");
    camera c = out_camera_choose(x.of.m, x.result);
    const double *axis[] = {c.right, c.up, c.toward};
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            assert_near(axis[i][0] * axis[k][0] + axis[i][1] * axis[k][1] + axis[i][2] * axis[k][2], i == k, 1e-15);
    assert_true(c.toward[2] > 0 && c.up[2] > 0);
    assert_near(c.right[2], 0, 0);
    const double top[] = {0, 0, 1}, eye[] = {2 * c.toward[0], 2 * c.toward[1], 2 * c.toward[2]};
    assert_true(out_camera_spot(&c, top).y < 0);
    assert_near(out_camera_depth(&c, eye), 2, 1e-15);
    motion_end(&x);
}

static void rooms_grow_and_are_rounded(void **state) {
    (void)state;
    room r = out_box_empty();
    assert_true(out_box_is_empty(&r));
    out_box_add(&r, 2, 3);
    assert_false(out_box_is_empty(&r));
    out_box_add(&r, 12, 4);
    assert_near(out_box_width(&r), 10, 0);
    assert_near(out_box_height(&r), 1, 0);
    room wide = out_box_rounded(r, 0.5, 0.1);
    assert_near(out_box_width(&wide), 12, 1e-14);
    assert_near(out_box_height(&wide), 5 + 2, 1e-14);
    assert_near(wide.low[1] + wide.high[1], 7, 1e-14);
    room none = out_box_rounded(out_box_empty(), 0.5, 0.1);
    assert_true(out_box_width(&none) > 0 && out_box_height(&none) > 0);
}

static void rooms_are_fitted_into_the_middle(void **state) {
    (void)state;
    camera c = {.right = {1, 0, 0}, .up = {0, 1, 0}, .toward = {0, 0, 1}, .scale = 1};
    const room r = {{0, 0}, {10, 5}, false};
    out_camera_fit(&c, &r, 100, 50, 200, 300);
    const double low[] = {0, 0, 0}, high[] = {10, 5, 0};
    assert_near(c.scale, 20, 1e-14);
    assert_near(out_camera_spot(&c, low).x, 100, 1e-12);
    assert_near(out_camera_spot(&c, high).x, 300, 1e-12);
    assert_near(out_camera_spot(&c, low).y, 50 + 150 + 50, 1e-12);
    assert_near(out_camera_spot(&c, high).y, 50 + 150 - 50, 1e-12);
}

/* Near grounds belong to the picture, far ones do not. */
static void grounds_that_are_near(void **state) {
    (void)state;
    motion x =
        shown_run("coord x = 0\ninitial x' = 4\nkinetic T = x'^2\nsimulate until 1\ndraw ball at [x, 3] radius 0.5\n"
                  "draw ground at 1.5\ndraw ground at -50\n");
    camera c = out_camera_choose(x.of.m, x.result);
    room r = out_camera_room(&c, x.of.m, x.result, NULL);
    assert_near(r.low[1], 2.5, 1e-12);
    out_camera_add_grounds(&r, x.of.m, x.result);
    assert_near(r.low[1], 1.5, 1e-12);
    motion_end(&x);
}

/* A machine that is small beside the flight of its stone has a picture of its own. */
static void small_machines_have_a_detail(void **state) {
    (void)state;
    for (int k = 0; k < 2; k++) {
        char text[300];
        snprintf(text, sizeof text,
                 "coord x = 0\ninitial x' = %d\nkinetic T = x'^2\nsimulate until 1\ndraw ball at [x, 3] radius 0.5\n"
                 "draw beam from [0, 0] to [1, 2]\n",
                 k ? 50 : 4);
        motion x = shown_run(text);
        camera c = out_camera_choose(x.of.m, x.result);
        room whole = out_camera_room(&c, x.of.m, x.result, NULL), detail;
        assert_int_equal(out_camera_detail(&c, x.of.m, x.result, &whole, &detail), k);
        assert_near(detail.high[1], 2, 1e-12);
        motion_end(&x);
    }
}

static void who_has_something_to_see(void **state) {
    (void)state;
    motion x = shown_run("coord x = 0\nkinetic T = x'^2\nsimulate until 1\ndraw ground at 0\n");
    assert_false(out_camera_sees_something(x.of.m));
    assert_false(out_camera_has_place(&x.of.m->drawings[0], DRAWN_A));
    motion_end(&x);
    x = shown_run("coord x = 0\nkinetic T = x'^2\nsimulate until 1\ndraw ground at 0\ndraw ball at [x, 0]\n");
    assert_true(out_camera_sees_something(x.of.m));
    double p[3];
    const double none[] = {NAN, NAN, NAN, NAN, NAN, NAN};
    assert_false(out_camera_read(&x.of.m->drawings[1], none, DRAWN_A, p));
    motion_end(&x);
}

/* Machines of the size of atoms and of galaxies, near and far from the origin, fill the same part of the paper. */
static void rooms_of_any_size_fill_the_paper(void **state) {
    (void)state;
    static const double sizes[] = {1e-200, 1e-9, 1, 1e12, 1e200}, far[] = {0, 3, -1e6};
    for (int i = 0; i < 5; i++)
        for (int k = 0; k < 3; k++) {
            room r = out_box_empty();
            out_box_add(&r, sizes[i] * far[k], sizes[i] * far[k]);
            out_box_add(&r, sizes[i] * (far[k] + 4), sizes[i] * (far[k] + 1));
            r = out_box_rounded(r, 0.5, 0.25);
            assert_near(out_box_width(&r) / sizes[i], 6, 1e-9);
            assert_near(out_box_height(&r) / sizes[i], 4, 1e-9);
            camera c = {.right = {1, 0, 0}, .up = {0, 1, 0}, .toward = {0, 0, 1}, .scale = 1};
            out_camera_fit(&c, &r, 10, 20, 600, 400);
            const double low[] = {r.low[0], r.low[1], 0}, high[] = {r.high[0], r.high[1], 0};
            assert_near(out_camera_spot(&c, low).x, 10, 1e-6);
            assert_near(out_camera_spot(&c, low).y, 420, 1e-6);
            assert_near(out_camera_spot(&c, high).x, 610, 1e-6);
            assert_near(out_camera_spot(&c, high).y, 20, 1e-6);
        }
}

/* A point has a room around it, as large as its distance from the origin or 1; the ground keeps its place. */
static void rooms_of_points(void **state) {
    (void)state;
    static const double at[] = {0, 5, -1e-30, 1e8};
    for (int k = 0; k < 4; k++) {
        room r = out_box_empty();
        out_box_add(&r, at[k], at[k]);
        r = out_box_rounded(r, 0.5, 0.1);
        assert_true(r.low[0] < at[k] && r.high[0] > at[k] && r.low[1] < at[k] && r.high[1] > at[k]);
        assert_near((r.low[0] + r.high[0]) / 2, at[k], 1e-9);
    }
    const room flat = {{0, -1}, {10, 0}, true};
    room r = out_box_rounded(flat, 0.5, 0.1);
    assert_true(r.low[1] < -1 && r.low[1] > -1.5 && r.high[1] > 4);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_plane_is_seen_as_it_is),
        cmocka_unit_test(space_is_seen_from_above),
        cmocka_unit_test(rooms_grow_and_are_rounded),
        cmocka_unit_test(rooms_are_fitted_into_the_middle),
        cmocka_unit_test(grounds_that_are_near),
        cmocka_unit_test(small_machines_have_a_detail),
        cmocka_unit_test(who_has_something_to_see),
        cmocka_unit_test(rooms_of_any_size_fill_the_paper),
        cmocka_unit_test(rooms_of_points),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
