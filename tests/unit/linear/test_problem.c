/* Where a problem stands: at the start, at another state, at the equilibrium nearby, for other values. */
#include "linear/system.h"

static void named_values_hold_and_others_give_way(void **state) {
    (void)state;
    system_of s = system_begin("param l = 2\ncoord x = 0, y = -l, z = 5\ninitial z' = 3\nkinetic T = z'^2/2\n"
                               "particle bob: mass 1 at [x, y]\nconstraint rod: x^2 + y^2 = l^2\n",
                               " x = l/2 , x' = 1 ");
    const linear_about x = linear_find(s.p, s.of.memory);
    assert_null(x.trouble);
    assert_near(x.q[0], 1, 0);
    assert_near(x.q[1], -sqrt(3), 1e-12);
    assert_near(x.q[2], 5, 1e-12);
    assert_near(x.v[0], 1, 1e-14);
    assert_near(x.v[1], 1 / sqrt(3), 1e-12);
    assert_near(x.v[2], 3, 1e-12);
    system_end(&s);
}

static void rest_is_near_the_place(void **state) {
    static const struct {
        const char *at;
        double want;
    } all[] = {{"rest", 0}, {"rest, th = 3", 3.14159265358979312}, {"start, rest, th = -0.2", 0}};
    (void)state;
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
        system_of s = system_begin(SYSTEM_HOOP, all[k].at);
        const linear_about x = linear_find(s.p, s.of.memory);
        assert_near(x.q[0], all[k].want, 1e-12);
        assert_true(x.rest && x.steady);
        system_end(&s);
    }
}

/* Where stiffness vanishes, as of what lies level, Newton's method goes anywhere: such a machine sinks to rest. */
static void rest_is_near_what_lies_level(void **state) {
    static const char *const all[][2] = {
        {"coord a = pi/2, b = pi/2\ngravity 9.81\nlet p = [sin(a), -cos(a)]\nparticle upper: mass 2 at p\n"
         "particle lower: mass 1 at p + 0.8*[sin(b), -cos(b)]\n",
         "rest"},
        {"coord a = 1.55, b = 1.4\ngravity 9.81\nlet p = [sin(a), -cos(a)]\nparticle upper: mass 2 at p\n"
         "particle lower: mass 1 at p + 0.8*[sin(b), -cos(b)]\n",
         "rest"},
        {"coord x = 2, y = 0\ngravity 9.81\nparticle bob: mass 1 at [x, y + 2]\nconstraint rod: x^2 + y^2 = 4\n",
         "rest"}};
    (void)state;
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
        system_of s = system_begin(all[k][0], all[k][1]);
        const linear_about x = linear_find(s.p, s.of.memory);
        assert_null(x.trouble);
        assert_near(x.q[0], 0, 1e-9);
        assert_near(x.q[1], k == 2 ? -2 : 0, 1e-9);
        assert_true(x.rest && x.steady);
        system_end(&s);
    }
}

/* Newton's method goes nowhere from where an arm's wheel lies on its track and its sling on the ground. */
static void rest_is_the_nearest_of_all(void **state) {
    (void)state;
    system_of s = system_begin("param L = 3.2, d = 0.8, c = asin(1.9/2.4)\ncoord y = 1.9 + d*sin(c), u = c, w = 0\n"
                               "gravity 9.81\nlet wheel = [0, y] - d*dir(u), hook = [0, y] - L*dir(u)\n"
                               "particle weight: mass 90 at [0, y]\nrod arm: mass 6, from hook to weight\n"
                               "particle stone: mass 0.6 at hook + 1.7*dir(w)\n"
                               "constraint track: wheel.y = 1.9\nconstraint ground: stone.y = 0\n",
                               "rest");
    const linear_about x = linear_find(s.p, s.of.memory);
    assert_null(x.trouble);
    assert_near(x.q[1], 1.57079632679489662, 1e-9);
    assert_near(x.q[2], asin(0.5 / 1.7), 1e-9);
    system_end(&s);
}

/* What rounding leaves of a place at 0 is 0. */
static void rest_at_0_is_0(void **state) {
    (void)state;
    system_of s = system_begin("coord x = 0, y = 0\nkinetic T = x'^2 + y'^2\n"
                               "potential V = 30*x^2 + 30*(y - x)^2 + 0.1*y^2 + 1e-16*y - 3e-17*x\n",
                               "rest, x = 0.3");
    const linear_about x = linear_find(s.p, s.of.memory);
    assert_null(x.trouble);
    assert_true(x.q[0] == 0 && x.q[1] == 0);
    system_end(&s);
}

static void rest_is_followed(void **state) {
    (void)state;
    system_of s = system_begin(SYSTEM_HOOP, "rest, th = 1");
    for (double W = 5; W < 9; W += 0.5) {
        assert_true(linear_assign(s.p, model_find_param(s.of.m, "W"), W));
        const linear_about x = linear_find(s.p, s.of.memory);
        assert_null(x.trouble);
        assert_near(cos(x.q[0]), 9.81 / (0.5 * W * W), 1e-12);
    }
    system_end(&s);
}

static void wrong_texts_are_named(void **state) {
    static const char *const all[][2] = {{"thh = 1", "there is no coordinate 'thh'"},
                                         {"th", "'th' gives no value: write NAME = VALUE"},
                                         {"th = ", "'' is no value"},
                                         {"th = th", "'th' is no value"},
                                         {"th = 1, , ", "'' gives no value"}};
    (void)state;
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
        system_of s = system_begin(SYSTEM_HOOP, all[k][0]);
        assert_null(s.p);
        assert_non_null(s.why);
        if (!strstr(s.why, all[k][1]))
            fail_msg("%s", s.why);
        system_end(&s);
    }
}

static void units_are_checked(void **state) {
    (void)state;
    const char *text = "coord x = 1 m, a = 0 rad\nkinetic T = (1 kg)*x'^2/2 + (1 kg m^2)*a'^2/2\n";
    system_of s = system_begin(text, "x = 2 ft, a = 180 deg, x' = 0, a' = 1 rad/s");
    const linear_about x = linear_find(s.p, s.of.memory);
    assert_near(x.q[0], 0.6096, 1e-15);
    assert_near(x.q[1], acos(-1.0), 1e-15);
    assert_near(x.v[1], 1, 0);
    system_end(&s);
    s = system_begin(text, "x = 2 s");
    assert_null(s.p);
    assert_string_equal(s.why, "'2 s' does not fit 'x', which is in m");
    system_end(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(named_values_hold_and_others_give_way),
                                       cmocka_unit_test(rest_is_near_the_place),
                                       cmocka_unit_test(rest_is_near_what_lies_level),
                                       cmocka_unit_test(rest_is_the_nearest_of_all),
        cmocka_unit_test(rest_at_0_is_0),
        cmocka_unit_test(rest_is_followed),
                                       cmocka_unit_test(wrong_texts_are_named),
                                       cmocka_unit_test(units_are_checked)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
