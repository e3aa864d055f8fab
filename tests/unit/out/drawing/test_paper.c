/* Parts of shapes on paper: where their points lie, how thick they are, and when they are drawn. */
#include "out/drawing/paper.h"
#include "out/support.h"

/* A machine of size 100, ten dots of paper for a length of 1 unless a test says otherwise. */
typedef struct sheet {
    camera c;
    model_drawing d;
    double drawn[DRAWN_NUMBERS];
    marks all;
    paper p;
} sheet;

static void lay_out(sheet *s, arena *a, drawing_shape shape, int space) {
    memset(s, 0, sizeof *s);
    s->c = (camera){.right = {1, 0, 0}, .up = {0, 1, 0}, .toward = {0, 0, 1}, .scale = 1};
    s->d.shape = shape;
    s->d.name = "it";
    for (int k = 0; k < DRAWN_NUMBERS; k++)
        s->d.slot[k] = -1;
    s->all.memory = a;
    s->p =
        (paper){.c = &s->c, .drawn = s->drawn, .d = &s->d, .all = &s->all, .space = space, .machine = 100, .right = 90};
}

static void put(sheet *s, int place, double x) {
    s->d.slot[place] = place;
    s->drawn[place] = x;
}

static void put_place(sheet *s, int first, double x, double y, double z) {
    put(s, first, x);
    put(s, first + 1, y);
    put(s, first + 2, z);
}

static const mark *mark_of(const sheet *s, scene_colour ink) {
    for (size_t i = 0; i < s->all.all.len; i++)
        if (s->all.all.at[i].ink == ink)
            return &s->all.all.at[i];
    return NULL;
}

static void check_spot(spot at, double x, double y) {
    assert_near(at.x, x, 1e-9);
    assert_near(at.y, y, 1e-9);
}

static void draw_beam(sheet *s, arena *a, double machine, bool still) {
    lay_out(s, a, DRAW_BEAM, 2);
    put_place(s, DRAWN_A, 1, 2, 0);
    put_place(s, DRAWN_B, 4, 6, 0);
    s->p.machine = machine;
    s->p.still = still;
    out_paper_draw(&s->p);
}

/* A bar has an outline; it follows the machine's size between its limits, and joints are left out where they would be
   too small, or where nothing moves. */
static void bars_are_as_thick_as_the_machine_is_large(void **state) {
    static const double machines[] = {1e-3, 500, 1e6};
    double width[3];
    for (int i = 0; i < 3; i++) {
        sheet s;
        draw_beam(&s, *state, machines[i], false);
        const mark *edge = mark_of(&s, COLOUR_BEAM_EDGE), *bar = mark_of(&s, COLOUR_BEAM);
        assert_ptr_equal(edge, s.all.all.at); /* under the bar */
        assert_string_equal(edge->name, "it");
        assert_null(bar->name);
        check_spot(bar->at[0], 1, -2);
        check_spot(bar->at[1], 4, -6);
        assert_true(bar->width < edge->width && bar->width > 0);
        assert_int_equal(mark_of(&s, COLOUR_SURFACE) != NULL, i > 0);
        width[i] = edge->width;
    }
    assert_near(width[0], PAPER_FINER * 3, 1e-12);
    assert_near(width[1], 0.022 * PAPER_SMALLER * 500, 1e-12);
    assert_near(width[2], PAPER_FINER * 16, 1e-12);
    sheet s;
    draw_beam(&s, *state, 1e6, true);
    assert_null(mark_of(&s, COLOUR_SURFACE));
}

/* In space its ends are round, whatever way it goes. */
static void bars_in_space(void **state) {
    static const double ends[][3] = {{0, 0, 5}, {5, 0, 0}, {0, -5, 0}};
    for (int i = 0; i < 3; i++) {
        sheet s;
        lay_out(&s, *state, DRAW_BEAM, 3);
        put_place(&s, DRAWN_A, 0, 0, 0);
        put_place(&s, DRAWN_B, ends[i][0], ends[i][1], ends[i][2]);
        out_paper_draw(&s.p);
        assert_int_equal(s.all.all.len, 4);
        check_spot(s.all.all.at[3].at[0], ends[i][0], -ends[i][1]);
        assert_true(s.all.all.at[3].radius > 0);
        assert_near(s.all.all.at[0].depth, ends[i][2] / 2, 1e-12);
    }
}

/* Out to both sides, but never so far that a short one is wider than long. */
static void coils_stay_slim(void **state) {
    static const double lengths[] = {0, 1e-6, 2, 100};
    for (int i = 0; i < 4; i++) {
        sheet s;
        lay_out(&s, *state, DRAW_SPRING, 2);
        put_place(&s, DRAWN_A, 0, 0, 0);
        put_place(&s, DRAWN_B, lengths[i], 0, 0);
        s.p.still = true;
        out_paper_draw(&s.p);
        const mark *m = mark_of(&s, COLOUR_SPRING);
        int turns[2] = {0, 0};
        for (size_t k = 0; k < m->count; k++) {
            assert_true(fabs(m->at[k].y) <= 0.25 * lengths[i] + 1e-12);
            turns[0] += m->at[k].y < -0.1 * fmin(lengths[i], 1);
            turns[1] += m->at[k].y > 0.1 * fmin(lengths[i], 1);
        }
        assert_int_equal(turns[0], lengths[i] > 0 ? scene_find_part(DRAW_SPRING, PART_COIL)->count : 0);
        assert_int_equal(turns[1], turns[0]);
        check_spot(m->at[m->count - 1], lengths[i], 0);
    }
}

/* As large as it is, as thick as can be seen; where nothing says how large, as the machine. */
static void boxes_have_sides(void **state) {
    static const double sides[][2] = {{30, 20}, {30, 0.1}, {NAN, NAN}};
    static const double want[][2] = {{30, 20}, {30, 2 * PAPER_FINER * 2}, {2 * PAPER_FINER * 5, 2 * PAPER_FINER * 5}};
    for (int i = 0; i < 3; i++) {
        sheet s;
        lay_out(&s, *state, DRAW_BOX, 2);
        put_place(&s, DRAWN_A, 7, 8, 0);
        put(&s, DRAWN_ANGLE, 0.5);
        for (int k = 0; k < 2 && isfinite(sides[i][0]); k++)
            put(&s, DRAWN_SIZE + k, sides[i][k]);
        out_paper_draw(&s.p);
        assert_int_equal(s.all.all.len, 1);
        const mark *m = &s.all.all.at[0];
        assert_true(m->solid && m->count == 4);
        assert_near(hypot(m->at[1].x - m->at[0].x, m->at[1].y - m->at[0].y), want[i][0], 1e-9);
        assert_near(hypot(m->at[2].x - m->at[1].x, m->at[2].y - m->at[1].y), want[i][1], 1e-9);
        assert_near((m->at[1].x - m->at[0].x) / want[i][0], cos(0.5), 1e-9);
        assert_near((m->at[0].x + m->at[2].x) / 2, 7, 1e-9);
    }
}

/* In space one face of each pair is seen, of each axis that is not seen edge on, also of a mirrored frame. */
static void boxes_have_three_faces(void **state) {
    const double c = sqrt(0.5), e = sqrt(0.5);
    sheet s;
    lay_out(&s, *state, DRAW_BOX, 3);
    s.c = (camera){.right = {c, -c, 0}, .up = {-e * c, -e * c, e}, .toward = {e * c, e * c, e}, .scale = 1};
    put_place(&s, DRAWN_A, 0, 0, 0);
    put_place(&s, DRAWN_SIZE, 40, 20, 60);
    out_paper_draw(&s.p);
    assert_int_equal(s.all.all.len, 3);
    for (int n = 0; n < 3; n++) {
        double p[3] = {0};
        p[n] = n == 0 ? 20 : n == 1 ? 10 : 30;
        const spot middle = out_camera_spot(&s.c, p);
        const mark *m = &s.all.all.at[n];
        check_spot((spot){(m->at[0].x + m->at[2].x) / 2, (m->at[0].y + m->at[2].y) / 2}, middle.x, middle.y);
    }
}

/* The rim is within the radius, and a circle seen at an angle is an ellipse. */
static void rims_are_round(void **state) {
    sheet s;
    lay_out(&s, *state, DRAW_WHEEL, 3);
    put_place(&s, DRAWN_A, 3, 4, 5);
    put(&s, DRAWN_SIZE, 50);
    for (int k = 0; k < 9; k++) /* its axle lies along x */
        put(&s, DRAWN_MATRIX + k, k == 2 || k == 3 || k == 7);
    out_paper_draw(&s.p);
    const mark *m = &s.all.all.at[s.all.all.len - 1];
    double low = INFINITY, high = -INFINITY;
    for (size_t k = 0; k < m->count; k++) {
        assert_near(m->at[k].x, 3, 1e-9);
        low = fmin(low, m->at[k].y);
        high = fmax(high, m->at[k].y);
    }
    assert_near(high - low + m->width, 100, 0.3);
}

/* However large they are, arcs and rims in space have no corners that one could see: pieces are off by 0.05 of paper.
 */
static void arcs_have_no_corners(void **state) {
    static const double radii[] = {3, 30, 300, 3000};
    for (int i = 0; i < 8; i++) {
        sheet s;
        const double radius = radii[i % 4];
        lay_out(&s, *state, i < 4 ? DRAW_ARC : DRAW_WHEEL, i < 4 ? 2 : 3);
        put_place(&s, DRAWN_A, 0, 0, 0);
        put(&s, DRAWN_SIZE, radius);
        for (int k = 0; k < 9 && i >= 4; k++)
            put(&s, DRAWN_MATRIX + k, k == 2 || k == 3 || k == 7);
        if (i < 4)
            put(&s, DRAWN_SWEEP, 2);
        out_paper_draw(&s.p);
        const mark *m = &s.all.all.at[s.all.all.len - 1];
        const double bow = hypot(m->at[1].x - m->at[0].x, m->at[1].y - m->at[0].y) / 2;
        assert_true(radius - sqrt(radius * radius - bow * bow) < 0.051);
        assert_true(m->count < 700);
    }
}

/* From its angle on, by its sweep; more than a turn looks like one. */
static void arcs_sweep(void **state) {
    static const double sweeps[] = {-0.5, 2, 100};
    for (int i = 0; i < 3; i++) {
        sheet s;
        lay_out(&s, *state, DRAW_ARC, 2);
        put_place(&s, DRAWN_A, 0, 0, 0);
        put(&s, DRAWN_SIZE, 10);
        put(&s, DRAWN_SWEEP, sweeps[i]);
        put(&s, DRAWN_ANGLE, 0.25);
        out_paper_draw(&s.p);
        const mark *m = &s.all.all.at[0];
        const double end = 0.25 + fmin(sweeps[i], 2 * acos(-1));
        check_spot(m->at[0], 10 * cos(0.25), -10 * sin(0.25));
        check_spot(m->at[m->count - 1], 10 * cos(end), -10 * sin(end));
    }
    sheet s;
    lay_out(&s, *state, DRAW_ARC, 2);
    put_place(&s, DRAWN_A, 0, 0, 0);
    put(&s, DRAWN_SIZE, 10);
    put(&s, DRAWN_SWEEP, 0);
    out_paper_draw(&s.p);
    assert_int_equal(s.all.all.len, 0);
}

static void levels_cross_the_paper(void **state) {
    sheet s;
    lay_out(&s, *state, DRAW_GROUND, 2);
    put(&s, DRAWN_A + 1, -7);
    out_paper_draw(&s.p);
    check_spot(s.all.all.at[0].at[0], 0, 7);
    check_spot(s.all.all.at[0].at[1], 90, 7);
    assert_true(s.all.all.len > 5);
    assert_string_equal(s.all.all.at[1].style, "hatch");
}

/* Wherever a number is none, nothing is drawn. */
static void what_has_no_number_is_not_drawn(void **state) {
    for (int shape = 0; shape < DRAWING_SHAPE_COUNT; shape++)
        for (int none = 0; none < DRAWN_NUMBERS; none++) {
            sheet s;
            lay_out(&s, *state, (drawing_shape)shape, 2);
            for (int k = 0; k < DRAWN_NUMBERS; k++)
                put(&s, k, k == none ? (double)NAN : k + 1.0);
            out_paper_draw(&s.p);
            for (size_t i = 0; i < s.all.all.len; i++) {
                assert_true(isfinite(s.all.all.at[i].width) && isfinite(s.all.all.at[i].radius));
                for (size_t k = 0; k < s.all.all.at[i].count; k++)
                    assert_true(isfinite(s.all.all.at[i].at[k].x) && isfinite(s.all.all.at[i].at[k].y));
            }
        }
}

static int begin(void **state) {
    *state = base_arena_create();
    return 0;
}

static int end(void **state) {
    base_arena_destroy(*state);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(bars_are_as_thick_as_the_machine_is_large, begin, end),
        cmocka_unit_test_setup_teardown(bars_in_space, begin, end),
        cmocka_unit_test_setup_teardown(coils_stay_slim, begin, end),
        cmocka_unit_test_setup_teardown(boxes_have_sides, begin, end),
        cmocka_unit_test_setup_teardown(boxes_have_three_faces, begin, end),
        cmocka_unit_test_setup_teardown(rims_are_round, begin, end),
        cmocka_unit_test_setup_teardown(arcs_have_no_corners, begin, end),
        cmocka_unit_test_setup_teardown(arcs_sweep, begin, end),
        cmocka_unit_test_setup_teardown(levels_cross_the_paper, begin, end),
        cmocka_unit_test_setup_teardown(what_has_no_number_is_not_drawn, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
