/* Marks of drawings: where they lie, what moves and what stands, and the paths. */
#include "out/drawing/marks.h"
#include "out/support.h"

static const camera plain = {.right = {1, 0, 0}, .up = {0, 1, 0}, .toward = {0, 0, 1}, .scale = 1};

static marks marks_of(const motion *x, marks_part part) {
    marks_plan p = out_marks_plan_make(x->of.m, x->result, x->memory);
    return out_marks_make(&p, &plain, x->result->frames.at[0].at.drawn, part, 0, 100, x->memory);
}

static const mark *find_ink(const marks *all, scene_colour ink) {
    for (size_t i = 0; i < all->all.len; i++)
        if (all->all.at[i].ink == ink)
            return &all->all.at[i];
    return NULL;
}

#define MOVING "coord x = 10\ninitial x' = 5\nkinetic T = x'^2\nsimulate until 1\n"

static void check_spot(spot s, double x, double y) {
    assert_near(s.x, x, 1e-9);
    assert_near(s.y, y, 1e-9);
}

static void lines_and_discs(void **state) {
    (void)state;
    motion x = shown_run(MOVING "draw beam from [x, 0] to [x, 20]\ndraw ball at [x, 5] radius 3\ndraw ball at [x, 6]\n"
                                "draw rope from [0, 0] to [x, 1]\n");
    marks all = marks_of(&x, MARKS_MOVING);
    const mark *beam = find_ink(&all, COLOUR_BEAM), *ball = find_ink(&all, COLOUR_BALL),
               *rope = find_ink(&all, COLOUR_ROPE);
    check_spot(beam->at[0], 10, 0);
    check_spot(beam->at[1], 10, -20);
    check_spot(ball->at[0], 10, -5);
    assert_near(ball->radius, 3, 0);
    assert_near(ball[1].radius, 0.7 * 3.5, 1e-12); /* without a radius: a point */
    check_spot(rope->at[0], 0, 0);
    const mark *wall = find_ink(&all, COLOUR_TEXT); /* where its end is held, across the rope */
    assert_non_null(wall);
    assert_near((wall->at[1].x - wall->at[0].x) * 10 - (wall->at[1].y - wall->at[0].y), 0, 1e-9);
    assert_int_equal(marks_of(&x, MARKS_STILL).all.len, 0);
    motion_end(&x);
}

static void springs_have_teeth_on_both_sides(void **state) {
    (void)state;
    motion x = shown_run(MOVING "draw spring from [0, 0] to [x, 0]\n");
    marks all = marks_of(&x, MARKS_MOVING);
    const mark *spring = find_ink(&all, COLOUR_SPRING);
    double above = 0, below = 0;
    for (size_t i = 0; i < spring->count; i++) {
        assert_true(i == 0 || spring->at[i].x >= spring->at[i - 1].x);
        above += spring->at[i].y > 1;
        below += spring->at[i].y < -1;
    }
    assert_true(above >= 4 && below >= 4 && fabs(above - below) <= 1);
    check_spot(spring->at[0], 0, 0);
    check_spot(spring->at[spring->count - 1], 10, 0);
    motion_end(&x);
}

/* A rope over a disc: up on the left, half round, down to the weight that moves; no end of it is held at the disc. */
static void ropes_have_arcs(void **state) {
    (void)state;
    motion x = shown_run("coord y = -30\ngravity 9.81\nparticle w: mass 1 at [10, y]\n"
                         "rope r: from [-10, -20] over [0, 0] radius 10 right to w, stiffness 100\ndraw rope of r\n"
                         "draw ball at w\nsimulate until 1\n");
    marks still = marks_of(&x, MARKS_STILL), moving = marks_of(&x, MARKS_MOVING);
    const mark *arc = NULL, *down = find_ink(&moving, COLOUR_ROPE), *all[2] = {still.all.at, moving.all.at};
    const size_t count[2] = {still.all.len, moving.all.len};
    for (int k = 0; k < 2; k++)
        for (size_t i = 0; i < count[k]; i++)
            if (all[k][i].ink == COLOUR_ROPE && all[k][i].count > 2)
                arc = &all[k][i];
    assert_non_null(arc);
    check_spot(arc->at[0], -10, 0);
    check_spot(arc->at[arc->count - 1], 10, 0);
    for (size_t i = 0; i < arc->count; i++) {
        assert_near(hypot(arc->at[i].x, arc->at[i].y), 10, 1e-9);
        assert_true(arc->at[i].y <= 1e-9); /* over it */
    }
    check_spot(down->at[1], 10, 30);
    assert_null(find_ink(&moving, COLOUR_TEXT));
    motion_end(&x);
}

static void boxes_and_wheels_turn(void **state) {
    (void)state;
    motion x = shown_run("coord a = 0\ncoord x = 10\ninitial x' = 1\nkinetic T = x'^2 + a'^2\nsimulate until 1\n"
                         "draw box at [x, 0] size [40, 20] angle a\ndraw wheel at [x, 90] radius 20 angle a + pi/2\n");
    marks all = marks_of(&x, MARKS_MOVING);
    const mark *box = find_ink(&all, COLOUR_BOX), *rim = &all.all.at[all.all.len - 2],
               *first = find_ink(&all, COLOUR_TRAIL);
    double low = INFINITY, high = -INFINITY, left = INFINITY, right = -INFINITY;
    for (int i = 0; i < 4; i++) {
        low = fmin(low, box->at[i].y);
        high = fmax(high, box->at[i].y);
        left = fmin(left, box->at[i].x);
        right = fmax(right, box->at[i].x);
    }
    assert_near(right - left, 40, 1e-12);
    assert_near(high - low, 20, 1e-12);
    check_spot(rim->at[0], 10, -90);
    assert_near(rim->radius + rim->width / 2, 20, 1e-9);
    assert_false(rim->solid);
    check_spot(first->at[1], 10, -90 - 0.93 * 20); /* the first spoke, turned by a quarter upwards */
    motion_end(&x);
}

static void what_never_moves_is_drawn_once(void **state) {
    (void)state;
    motion x = shown_run(MOVING "draw beam from [0, 0] to [1, 1]\ndraw ground at -3\ndraw ball at [x, 0]\n");
    marks still = marks_of(&x, MARKS_STILL), moving = marks_of(&x, MARKS_MOVING);
    assert_non_null(find_ink(&still, COLOUR_BEAM));
    const marks level = marks_of(&x, MARKS_LEVEL);
    const mark *ground = find_ink(&level, COLOUR_TEXT);
    check_spot(ground->at[0], 0, 3);
    check_spot(ground->at[1], 100, 3);
    assert_null(find_ink(&still, COLOUR_TEXT));
    assert_null(find_ink(&moving, COLOUR_TEXT));
    assert_null(find_ink(&still, COLOUR_BALL));
    assert_null(find_ink(&moving, COLOUR_BEAM));
    assert_non_null(find_ink(&moving, COLOUR_BALL));
    motion_end(&x);
}

/* Trails are paths of their own; of bodies at one place only the first has one. */
static void paths_of_bodies_and_trails(void **state) {
    (void)state;
    motion x = shown_run(MOVING "draw trail of [x, 1]\ndraw ball at [x, 1]\ndraw ball at [x, 2]\ndraw ball at [x, 2]\n"
                                "draw ball at [0, 0]\n");
    marks_plan p = out_marks_plan_make(x.of.m, x.result, x.memory);
    size_t end = x.result->frames.len;
    marks trails = out_marks_paths(&p, &plain, false, 0, end, x.memory);
    marks bodies = out_marks_paths(&p, &plain, true, 0, end, x.memory);
    assert_int_equal(trails.all.len, 1);
    assert_int_equal(bodies.all.len, 1);
    const mark *m = &bodies.all.at[0];
    assert_string_equal(m->style, "path");
    check_spot(m->at[0], 10, -2);
    check_spot(m->at[m->count - 1], 15, -2);
    motion_end(&x);
}

/* In space from far to near. */
static void what_is_near_comes_last(void **state) {
    (void)state;
    motion x = shown_run(
        "coord x = 0\ninitial x' = 1\nkinetic T = x'^2\nsimulate until 1\n"
        "draw ball at [x, 0, 5] radius 1\ndraw ball at [x, 0, 1] radius 1\ndraw ball at [x, 0, 3] radius 1\n");
    marks all = marks_of(&x, MARKS_MOVING);
    assert_int_equal(all.all.len, 3);
    for (int i = 0; i < 3; i++)
        assert_near(all.all.at[i].depth, 1 + 2 * i, 1e-12);
    motion_end(&x);
}

/* Looked at along the third axis a box in space shows one face, turned as the body is. */
static void boxes_in_space(void **state) {
    (void)state;
    motion x = shown_run("coord a = 0.5\ninitial a' = 1\nframe F = rotation(z, a)\nsimulate until 1\n"
                         "body b: box 40 by 20 by 60, mass 1, at [0, 0, 7], frame F\n");
    if (diag_has_errors(x.of.findings))
        bench_print_findings(&x.of);
    marks all = marks_of(&x, MARKS_MOVING);
    const mark *box = find_ink(&all, COLOUR_BOX);
    assert_non_null(box);
    assert_int_equal(all.all.len, 1); /* two pairs of faces are seen edge on */
    assert_int_equal(box->count, 4);
    double middle[2] = {0, 0}, along = 0;
    for (int i = 0; i < 4; i++) {
        const spot *next = &box->at[(i + 1) % 4];
        middle[0] += box->at[i].x;
        middle[1] += box->at[i].y;
        const double dx = next->x - box->at[i].x, dy = next->y - box->at[i].y, size = hypot(dx, dy);
        assert_true(fabs(size - 40) < 1e-9 || fabs(size - 20) < 1e-9);
        if (size > 30)
            along = fabs(dx * sin(0.5) + dy * cos(0.5)); /* of the long side: down in the picture is against y */
    }
    assert_near(hypot(middle[0], middle[1]), 0, 1e-9);
    assert_near(along, 0, 1e-9);
    motion_end(&x);
}

/* A body whose shape is not known: a disc with its first axis in the plane; in space the box that has its mass and
   inertia, and three axes. */
static void bodies_of_unknown_shape(void **state) {
    (void)state;
    motion x = shown_run("coord x = 4, a = 0.5\ninitial x' = 1\nbody b: mass 1, inertia 2, at [x, 1], angle a\n"
                         "simulate until 1\n");
    marks all = marks_of(&x, MARKS_MOVING);
    const mark *disc = find_ink(&all, COLOUR_SURFACE), *axis = find_ink(&all, COLOUR_BEAM_EDGE);
    assert_non_null(disc);
    assert_non_null(axis);
    check_spot(disc->at[0], 4, -1);
    check_spot(axis->at[0], 4, -1);
    const double length = hypot(axis->at[1].x - 4, axis->at[1].y + 1);
    assert_true(length > 0);
    check_spot(axis->at[1], 4 + length * cos(0.5), -1 - length * sin(0.5));
    motion_end(&x);
    x = shown_run("coord x = 4, a = 0.5\ninitial x' = 1\nframe F = rotation(z, a)\n"
                  "body b: mass 1, inertia [1, 2, 2.5], at [x, 1, 3], frame F\nsimulate until 1\n");
    all = marks_of(&x, MARKS_MOVING);
    double reach[3];
    for (int k = 0; k < 3; k++) {
        const mark *m = find_ink(&all, (scene_colour)(COLOUR_AXIS_X + k));
        assert_non_null(m);
        check_spot(m->at[0], 4, -1);
        reach[k] = hypot(m->at[1].x - 4, m->at[1].y + 1);
    }
    assert_non_null(find_ink(&all, COLOUR_BOX));
    assert_near(reach[0] - reach[1], (sqrt(21) - sqrt(9)) / 2, 1e-9); /* they come out of it by as much */
    assert_near(reach[2], 0, 1e-9);                                   /* towards the eye */
    motion_end(&x);
}

/* What has no numbers at an instant is not drawn there; the rest is. */
static void what_has_no_place_is_not_drawn(void **state) {
    (void)state;
    static const char *const shapes[] = {"beam from [sqrt(x - 20), 0] to [0, 0]",
                                         "ball at [sqrt(x - 20), 0] radius 1",
                                         "ball at [x, 0] radius sqrt(x - 20)",
                                         "rope from [0, 0] to [1, sqrt(x - 20)]",
                                         "spring from [0, sqrt(x - 20)] to [0, 0]",
                                         "box at [x, 0] size [sqrt(x - 20), 1]",
                                         "box at [x, 0] angle sqrt(x - 20)",
                                         "wheel at [x, 0] radius sqrt(x - 20)",
                                         "ground at sqrt(x - 20)"};
    for (size_t k = 0; k < sizeof shapes / sizeof *shapes; k++) {
        char text[300];
        snprintf(text, sizeof text, MOVING "draw %s\ndraw ball at [x, 5] radius 3\n", shapes[k]);
        motion x = shown_run(text);
        if (diag_has_errors(x.of.findings)) {
            bench_print_findings(&x.of);
            fail_msg("'%s' cannot be read", shapes[k]);
        }
        marks all = marks_of(&x, MARKS_MOVING);
        assert_non_null(find_ink(&all, COLOUR_BALL));
        for (size_t i = 0; i < all.all.len; i++)
            for (size_t j = 0; j < all.all.at[i].count; j++)
                if (!isfinite(all.all.at[i].at[j].x) || !isfinite(all.all.at[i].at[j].y))
                    fail_msg("'%s' has a mark at no place", shapes[k]);
        motion_end(&x);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_and_discs),
        cmocka_unit_test(springs_have_teeth_on_both_sides),
        cmocka_unit_test(boxes_and_wheels_turn),
        cmocka_unit_test(ropes_have_arcs),
        cmocka_unit_test(what_never_moves_is_drawn_once),
        cmocka_unit_test(paths_of_bodies_and_trails),
        cmocka_unit_test(what_is_near_comes_last),
        cmocka_unit_test(boxes_in_space),
        cmocka_unit_test(bodies_of_unknown_shape),
        cmocka_unit_test(what_has_no_place_is_not_drawn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
