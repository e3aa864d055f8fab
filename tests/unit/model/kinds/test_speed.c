/* Generalized speeds: definitions that other expressions can use, linear in the velocities. */
#include "../support.h"

static void kept_and_usable(void **state) {
    (void)state;
    read_text r = text_accept("coord x = 1, y = 2\nspeed u = x'*y, w = y' + 2\nkinetic T = u^2 + w^2\n");
    assert_int_equal(r.m->speed_count, 2);
    assert_string_equal(r.m->speeds[0].name, "u");
    assert_string_equal(r.m->speeds[1].name, "w");
    assert_true(
        expr_same(r.m->speeds[1].value, expr_add(r.m->g, expr_var(r.m->g, r.m->coords[1].v), expr_int(r.m->g, 2))));
    text_drop(&r);
}

static void linear_in_velocities(void **state) {
    (void)state;
    static const char begin[] = "coord x = 1, y = 2\nkinetic T = x'^2 + y'^2\nspeed u = ";
    static const char *const wrong[] = {"x'*y'", "x*y", "abs(x')"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char text[200];
        snprintf(text, sizeof text, "%s%s\n", begin, wrong[i]);
        text_refuse("test.lgr", text, DIAG_E0213, wrong[i], "linear in the velocities");
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(kept_and_usable), cmocka_unit_test(linear_in_velocities)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
