/* What holds an end that stays where it is: a triangle below a pivot, a wall across a rope. */
#include "out/drawing/supports.h"
#include "out/support.h"

static const camera plain = {.right = {1, 0, 0}, .up = {0, 1, 0}, .toward = {0, 0, 1}, .scale = 1};

/* Marks of supports of a line from (10, 20) to (40, 60). */
static marks supports_of(arena *a, drawing_shape shape, int space, bool first, bool second, bool joined) {
    static const double drawn[6] = {10, 20, 0, 40, 60, 0};
    model_drawing d = {.shape = shape, .joined = {joined, joined}};
    for (int k = 0; k < DRAWN_NUMBERS; k++)
        d.slot[k] = k < 6 ? k : -1;
    marks all = {.memory = a};
    out_supports_add(&(paper){.c = &plain, .drawn = drawn, .d = &d, .all = &all, .space = space, .machine = 50},
                     (bool[2]){first, second});
    return all;
}

static void pivots_stand_on_triangles(void **state) {
    marks all = supports_of(*state, DRAW_BEAM, 2, true, false, false);
    const mark *m = &all.all.at[0];
    assert_true(m->solid && m->count == 3);
    assert_near(m->at[0].x, 10, 0);
    assert_near(m->at[0].y, -20, 0);
    assert_true(m->at[1].y > m->at[0].y && m->at[1].y == m->at[2].y); /* below it */
    for (size_t i = 1; i < all.all.len; i++)
        assert_string_equal(all.all.at[i].style, "hatch");
}

static void ropes_end_at_walls(void **state) {
    marks all = supports_of(*state, DRAW_ROPE, 2, false, true, false);
    const mark *m = &all.all.at[0];
    assert_near((m->at[0].x + m->at[1].x) / 2, 40, 1e-9);
    assert_near((m->at[0].y + m->at[1].y) / 2, -60, 1e-9);
    assert_near((m->at[1].x - m->at[0].x) * 30 - (m->at[1].y - m->at[0].y) * 40, 0, 1e-9); /* across it */
    for (size_t i = 1; i < all.all.len; i++) { /* behind it, seen from the other end */
        const spot *at = all.all.at[i].at;
        assert_true((at[1].x - at[0].x) * 30 - (at[1].y - at[0].y) * 40 > 0);
    }
}

static void the_rest_is_not_held(void **state) {
    assert_int_equal(supports_of(*state, DRAW_BEAM, 2, false, false, false).all.len, 0);
    assert_int_equal(supports_of(*state, DRAW_BEAM, 3, true, true, false).all.len, 0);
    assert_int_equal(supports_of(*state, DRAW_ROPE, 2, true, true, true).all.len, 0);
    assert_int_equal(supports_of(*state, DRAW_BALL, 2, true, true, false).all.len, 0);
    assert_int_equal(supports_of(*state, DRAW_SPRING, 2, true, true, false).all.len,
                     2 * supports_of(*state, DRAW_SPRING, 2, true, false, false).all.len);
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
        cmocka_unit_test_setup_teardown(pivots_stand_on_triangles, begin, end),
        cmocka_unit_test_setup_teardown(ropes_end_at_walls, begin, end),
        cmocka_unit_test_setup_teardown(the_rest_is_not_held, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
