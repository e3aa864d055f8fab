/* Ladders whose boundaries are one where the motion stands. */
#include "sim/dynamics/pieces.h"
#include "sim/support.h"

/* Which of three switches of y have the boundary of an earlier one, with x = 1, y = 0 and velocities of 0. */
static void find(const char *laws, int *first, bool *turned) {
    char text[500];
    snprintf(text, sizeof text, "param k = -2\ncoord x = 1, y = 0\nkinetic T = x'^2 + y'^2\n%s", laws);
    motion x = motion_begin(text);
    const bool stands[] = {true, true, true};
    assert_int_equal(x.s->mode->pieces->count, 3);
    dynamics_evaluate(x.s, x.s->t, x.s->y, NULL);
    dynamics_pieces_look(x.s);
    dynamics_find_boundaries(x.s, stands, first, turned);
    motion_end(&x);
}

static void multiples_are_one(void **state) {
    (void)state;
    int first[3];
    bool turned[3];
    find("generalized a: x = sign(y' + x') + sign(k*(x' + y')) + sign(3*x' + 3*y' + k*y)\n", first, turned);
    assert_int_equal(first[1], 0);
    assert_int_equal(first[2], 0);
    assert_true(turned[1]);
    assert_false(turned[2]);
}

static void others_are_not(void **state) {
    (void)state;
    int first[3];
    bool turned[3];
    find("generalized a: x = sign(y' + x') + sign(y' + k*x') + sign(y' - x')\n", first, turned);
    for (int i = 0; i < 3; i++)
        assert_int_equal(first[i], i);
    find("generalized a: x = sign(y' + x') + sign(y' + x' + t) + sign(y')\n", first, turned); /* one of them moves */
    assert_int_equal(first[1], 1);
    find("generalized a: x = sign(y' + x') + sign(y) + sign(k*x' + k*y')\n", first, turned); /* of a place: not asked */
    assert_int_equal(first[1], 1);
    assert_int_equal(first[2], 0);
}

static void friction_goes_with_switches(void **state) {
    (void)state;
    int first[3];
    bool turned[3];
    find("friction f: limit 1 along x, static 2\ngeneralized a: x = sign(k*x') + sign(-3*x' - 1e-3*x'^3)\n", first,
         turned);
    assert_int_equal(first[1], 0);
    assert_int_equal(first[2], 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(multiples_are_one),
        cmocka_unit_test(others_are_not),
        cmocka_unit_test(friction_goes_with_switches),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
